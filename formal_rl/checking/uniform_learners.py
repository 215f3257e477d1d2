"""All learners at once, drawn uniformly: a run as a chain of merged states, with exact probabilities.

Each question, a list of transitions and an observation, is answered by an action drawn uniformly, independently of all
others: the uniform measure on learners over finitely many actions. A run asks finitely many questions in a step, so the
probability of a way to answer those that are new is a power of one over the number of actions. States are merged as
`merge_steps` merges them, for the same reasons: the questions of the future are those that the state keeps, or new.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Protocol

from attrs import frozen

from formal_rl.agents import Learner
from formal_rl.checking.state_merging import _Lists, _merged, _MergedState
from formal_rl.checking.stepping import PathAnswers
from formal_rl.histories import Action

Law = Mapping[Any, Fraction]
"""The probability of each value."""


class PaidSteps(Protocol):
    """A run made step by step; its states are hashable values, and each step comes to something that is noted."""

    def start(self, learner: Learner[Any]) -> tuple[Any, Hashable]:
        """Return the state before the first step, and what the start comes to."""

    def step(self, learner: Learner[Any], state: Any) -> tuple[Any, Hashable]:
        """Return the state after one more step, and what the step came to."""


@frozen
class Chain:
    """The merged states of a run, the first one first: to what each step comes and where it leads, with probabilities.

    ``moves`` has, for each state, (what it came to, the place of the next state) and the probability. Where a state was
    reached but not left, since the horizon was, it has none; ``closed`` says that there is no such state.
    """

    moves: tuple[Mapping[tuple[Any, int], Fraction], ...]
    closed: bool

    def noted(self) -> Iterator[tuple[int, Law]]:
        """Yield each state that was left, by its place, with the law of what its next step comes to."""
        for place, moves in enumerate(self.moves):
            if moves:
                yield place, _summed((came_to, share) for (came_to, _), share in moves.items())

    def laws(self, horizon: int, worth: Callable[[Any], Any]) -> Iterator[Law]:
        """Yield the law of the sum of what the steps are ``worth``: of none, of one, ..., of ``horizon`` of them.

        ``horizon`` must be at most that of the chain, unless it is closed. What the start comes to is worth nothing.
        """
        now: Law = _summed(((place, 0), share) for (_, place), share in self.moves[0].items())
        for step in range(horizon + 1):
            if step:
                now = _summed(
                    ((after, total + worth(came_to)), before * share)
                    for (place, total), before in now.items()
                    for (came_to, after), share in self.moves[place].items()
                )
            yield _summed((total, share) for (_, total), share in now.items())


def _summed(shares: Iterator[tuple[Any, Fraction]]) -> Law:
    found = defaultdict[Any, Fraction](Fraction)
    for value, share in shares:
        found[value] += share
    return dict(found)


def chain(run: PaidSteps, horizon: int, *, actions: Sequence[Action]) -> Chain:
    """Return the chain of a run for uniform learners, to a horizon, or of every horizon where no state is added.

    Raises `NotMergeable` as `merge_steps` does.

    Ledger: A22-gain-mean
    """
    first = _MergedState(None, ((-1, ()),), ())
    places, waiting = {first: 0}, [first]
    moves: list[Mapping[tuple[Any, int], Fraction]] = []
    answers = PathAnswers(actions)
    for depth in range(horizon + 1):
        layer, waiting = waiting, []
        for merged in layer:
            found = defaultdict[tuple[Any, int], Fraction](Fraction)
            answers.path = []
            while True:
                answers.answers, answers.fresh = dict(merged.kept), []
                lists = _Lists(merged.forest, answers.choose, untrained=depth == 0)
                state, came_to = run.step(lists, merged.state) if depth else run.start(lists)
                answers.require_complete()
                after = _merged(state, lists, answers.answers)
                if after not in places:
                    places[after] = len(places)
                    waiting.append(after)
                found[came_to, places[after]] += Fraction(1, len(actions) ** len(answers.fresh))
                if not answers.next_path():
                    break
            moves.append(dict(found))
    return Chain((*moves, *({},) * len(waiting)), closed=not waiting)
