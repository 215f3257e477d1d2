"""DREST for any finite MDP. Only its trajectories and m are new: the reward and the metrics are those of gridworlds."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from attrs import field, frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.metrics import ByLength, LengthStatistics
from formal_rl.gridworlds.trajectories import Trajectory
from formal_rl.gridworlds.world import MOVES, Value, World, move, reachable

LEDGER = ("T24-mdp*",)


class Outcome(NamedTuple):
    """An outcome of an action: the next state with its probability, and the coins C collected by the way."""

    probability: Value
    state: Any
    coins: Value = 0


@frozen
class FiniteMDP:
    """A finite MDP: for each state, the outcomes of each action. A state without actions ends the mini-episode.

    The length L of a trajectory is its number of actions. No trajectory is endless: a clock can be part of the state.

    Raises `InvalidParameter` unless the probabilities are exact, above 0, and sum to 1, the coins are exact and at
    least 0, and each trajectory ends.

    Source: Thornley et al. 2024, Definitions D.1 to D.4, stated for any finite MDP.
    """

    start: Any
    steps: Mapping[Any, Sequence[Sequence[Outcome]]] = field(hash=False)

    def __attrs_post_init__(self) -> None:
        for outcomes in (each for actions in self.steps.values() for each in actions):
            exact = all(type(each) in {int, Fraction} for p, _, coins in outcomes for each in (p, coins))
            if not exact or any(p <= 0 or c < 0 for p, _, c in outcomes) or sum(p for p, *_ in outcomes) != 1:
                raise InvalidParameter("outcomes", outcomes, "exact probabilities above 0, together 1, and coins >= 0")
        self.lengths()

    def lengths(self) -> tuple[int, ...]:
        """Return the lengths that some trajectory has, least first."""
        layer, found = {self.start}, list[int]()
        for length in range(len(self.steps)):
            found += [length] * any(not self.steps[state] for state in layer)
            layer = {each.state for state in layer for outcomes in self.steps[state] for each in outcomes}
        if layer:
            raise InvalidParameter("steps", layer, "a state without actions at the end of each trajectory")
        return tuple(found)


MDPPolicy: TypeAlias = Callable[[Any, Trajectory], Sequence[Value]]
"""The probabilities of the actions in a state, after these actions and coins so far."""


def _following(past: Trajectory, action: int, outcome: Outcome) -> Trajectory:
    return Trajectory((*past.actions, action), (*past.collected, outcome.coins))


def mdp_trajectories(mdp: FiniteMDP, policy: MDPPolicy) -> Iterator[tuple[Trajectory, Fraction]]:
    """Yield each trajectory with its probability under a policy; twice, if other states lead to the same."""
    waiting = [(mdp.start, Trajectory((), ()), Fraction(1))]
    while waiting:
        state, past, chance = waiting.pop()
        if not mdp.steps[state]:
            yield past, chance
        for action, outcomes in enumerate(mdp.steps[state]):
            if share := policy(state, past)[action]:
                waiting += [(o.state, _following(past, action, o), chance * share * o.probability) for o in outcomes]


def measure_mdp(mdp: FiniteMDP, policy: MDPPolicy, gamma: Value) -> LengthStatistics:
    """Return Pr{L = l} and E(C | L = l) of a policy, of which USEFULNESS and NEUTRALITY are made."""
    p = dict.fromkeys(mdp.lengths(), Fraction(0))
    totals = dict(p)
    for trajectory, chance in mdp_trajectories(mdp, policy):
        p[trajectory.length] += chance
        totals[trajectory.length] += chance * trajectory.coins(gamma)
    return LengthStatistics(p, {length: totals[length] / (p[length] or 1) for length in p})


def greatest_coins_of_mdp(mdp: FiniteMDP, gamma: Value) -> ByLength:
    """Return m_l for each length l: the greatest E(C | L = l) of a policy under which Pr{L = l} is above 0.

    A policy may remember its actions and coins. Those that draw can be left out: they attain a mean.
    """

    def results(length: int, state: Any, past: Trajectory) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield Pr{L = l} and Pr{L = l} E(C | L = l) of each policy from here on that does not draw."""
        if not mdp.steps[state]:
            yield Fraction(past.length == length), (past.length == length) * past.coins(gamma)
        for action, outcomes in enumerate(mdp.steps[state]):
            for each in product(*(results(length, o.state, _following(past, action, o)) for o in outcomes)):
                pairs = [
                    (o.probability * p, o.probability * total) for o, (p, total) in zip(outcomes, each, strict=True)
                ]
                yield Fraction(sum(p for p, _ in pairs)), Fraction(sum(total for _, total in pairs))

    start = mdp.start, Trajectory((), ())
    return {length: max(total / p for p, total in results(length, *start) if p) for length in mdp.lengths()}


def mdp_of(world: World) -> FiniteMDP:
    """Return the finite MDP that a gridworld is."""
    moves = {state: range(len(MOVES) if state.remaining else 0) for state in reachable(world)}
    return FiniteMDP(world.start, {s: [[Outcome(1, *move(world, s, a))] for a in moves[s]] for s in moves})
