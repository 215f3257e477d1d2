"""All learners at once, drawn uniformly: a run as a chain of merged states, with exact probabilities.

Each question, a list of transitions and an observation, is answered by an action drawn uniformly, independently of all
others: the uniform measure on learners over finitely many actions. A run asks finitely many questions in a step, so the
probability of a way to answer those that are new is a power of one over the number of actions. States are merged as
`merge_steps` merges them, for the same reasons: the questions of the future are those that the state keeps, or new.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from attrs import frozen

from formal_rl.checking._state_merging import UNTRAINED, MergedState, MergingSteps
from formal_rl.checking._stepping import StepClaim
from formal_rl.checking.outcome import Disagreement
from formal_rl.errors import NotReproducible
from formal_rl.histories import Action

Law = Mapping[Any, Fraction]
"""The probability of each value."""


@frozen
class Chain:
    """The merged states of a run, by places, the first of which is before its start.

    ``moves`` has, for each state, the probability of each place that comes next. Where a state was reached but not
    left, since the horizon was, there are none; ``closed`` says that there is no such state.
    """

    states: tuple[Any, ...]
    moves: tuple[Mapping[int, Fraction], ...]
    closed: bool

    def following(self, worth: Callable[[Any], Any]) -> Iterator[tuple[Any, Law]]:
        """Yield each state from which the run goes on, and the law of what the next one is worth."""
        for state, moves in zip(self.states[1:], self.moves[1:], strict=True):
            if moves:
                yield state, _summed((worth(self.states[after]), share) for after, share in moves.items())

    def laws(self, horizon: int, worth: Callable[[Any], Any]) -> Iterator[Law]:
        """Yield the law of what the states after the start are worth in all: of none, one, ..., ``horizon`` of them.

        ``horizon`` must be at most that of the chain, unless it is closed.
        """
        now: Law = _summed(((place, 0), share) for place, share in self.moves[0].items())
        for step in range(horizon + 1):
            if step:
                now = _summed(
                    ((after, total + worth(self.states[after])), before * share)
                    for (place, total), before in now.items()
                    for after, share in self.moves[place].items()
                )
            yield _summed((total, share) for (_, total), share in now.items())


def _summed(shares: Iterable[tuple[Any, Fraction]]) -> Law:
    found = defaultdict[Any, Fraction](Fraction)
    for value, share in shares:
        found[value] += share
    return dict(found)


def chain(run: StepClaim, horizon: int, *, actions: Sequence[Action]) -> Chain:
    """Return the chain of a run for uniform learners, to a horizon, or of every horizon where no state is added.

    The run is a claim in steps that chooses nothing. Raises `NotMergeable` as `merge_steps` does, and `NotReproducible`
    where the run comes to a disagreement.

    Ledger: A22-gain-mean
    """
    steps = MergingSteps(run, actions)
    places: dict[MergedState, int] = {UNTRAINED: 0}
    moves: list[Law] = []
    layer: Sequence[MergedState] = (UNTRAINED,)
    for _ in range(horizon + 1):
        before = len(places)
        for merged in layer:
            found: list[tuple[int, Fraction]] = []
            for path, after in steps.after(merged, lambda branch: None):
                if isinstance(after, Disagreement):
                    raise NotReproducible(f"a run that is to be followed comes to a disagreement: {after}")
                place = places.setdefault(after, len(places))
                found.append((place, Fraction(1, prod(number for _, number in path))))
            moves.append(_summed(found))
        layer = tuple(places)[before:]
    states = tuple(merged.state for merged in places)
    return Chain(states, (*moves, *({},) * len(layer)), closed=not layer)
