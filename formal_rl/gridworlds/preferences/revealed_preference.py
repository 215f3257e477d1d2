"""The preferences that a policy reveals by its actions in a world.

The definitions ask for a choice between two options alone. A world puts more on offer, and a policy in it makes one
choice from all of that; so a reading is needed, and here are two, each named.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.policies import Markov
from formal_rl.gridworlds.preferences.choice import Option, require_probabilities_of
from formal_rl.gridworlds.preferences.post import Judge, Judgement
from formal_rl.gridworlds.trajectories import Trajectory
from formal_rl.gridworlds.world import GridState, Value, World, move, reachable


class Outcome(NamedTuple):
    """An option in a world: a trajectory-length, and the values of the coins collected, least first.

    Trajectories that differ in their ways only are one option.

    Source: Thornley et al. 2024, Appendix B (Short-C1, Long-C2).
    Ledger: T24-POST
    """

    length: int
    coins: tuple[Value, ...]


OutcomeProbabilities: TypeAlias = Mapping[Outcome, Fraction]
"""A probability for each outcome that is available, 0 included."""

LEDGER = ("T24-POST",)


def outcome(trajectory: Trajectory) -> Outcome:
    """Return the option that a trajectory is, for pictures in which no cell holds two coins."""
    return Outcome(trajectory.length, tuple(sorted(value for value in trajectory.collected if value)))


def outcome_at(world: World, state: GridState) -> Outcome:
    """Return the option of the trajectories that end in a state."""
    gone = (coin.value for coin, there in zip(world.coins, state.coins, strict=True) if not there)
    return Outcome(world.elapsed(state), tuple(sorted(gone)))


def outcomes(world: World) -> tuple[Outcome, ...]:
    """Return the options that are available in a world: shorter ones first, then by their coins."""
    return tuple(sorted({outcome_at(world, state) for state in reachable(world) if state.remaining == 0}))


def outcome_probabilities(world: World, policy: Markov) -> OutcomeProbabilities:
    """Return how probable each available option is under a policy.

    The last state of a trajectory says which option it is, so the probabilities of states suffice.

    Ledger: T24-POST*
    """
    total = dict.fromkeys(outcomes(world), Fraction(0))
    layer = {world.start: Fraction(1)}
    while layer:
        following: dict[GridState, Fraction] = {}
        for state, probability in layer.items():
            if state.remaining == 0:
                total[outcome_at(world, state)] += probability
                continue
            for action, chance in enumerate(policy(world, state)):
                if chance:
                    after, _ = move(world, state, action)
                    following[after] = following.get(after, Fraction(0)) + probability * chance
        layer = following
    return total


def revealed_by_menu(probabilities: OutcomeProbabilities, negligible: Fraction = Fraction(0)) -> Judge:
    """Return the judgement by the choices of a policy in a world, with all options as one menu.

    Of two options both chosen there is a lack of preference (a gap); one chosen is preferred to one never chosen; on
    two that are never chosen there is no judgement. An option counts as never chosen where its probability is at most
    ``negligible``, by default 0.

    Raises `InvalidParameter` where the probabilities are none, and for options that are not available or not two.

    Source: Thornley et al. 2024, Appendix B (Around the Corner, One Coin Only); the reading is ours.
    Ledger: T24-POST*, T24-DB-argument
    """
    require_probabilities_of(frozenset(probabilities), probabilities)

    def judge(x: Option, y: Option) -> Judgement:
        first, second = (probabilities[option] > negligible for option in _two_available(probabilities, x, y))
        if first and second:
            return "lack"
        if not first and not second:
            return "undetermined"
        return "preferred" if first else "dispreferred"

    return judge


def revealed_by_length(probabilities: OutcomeProbabilities, negligible: Fraction = Fraction(0)) -> Judge:
    """Return the judgement of `revealed_by_menu`, except where one option may have lost to another of its own length.

    On a chosen option and one never chosen, of another length that is chosen, there is no judgement: better coins for
    this length explain it. Where the length is never chosen, the chosen option is preferred.

    Raises `InvalidParameter` as `revealed_by_menu` does.

    Source: Thornley et al. 2024, Appendix B and C.4; the reading is ours.
    Ledger: T24-POST*, T24-DB-argument*
    """
    judge_by_all = revealed_by_menu(probabilities, negligible)
    lengths_chosen = {option.length for option, probability in probabilities.items() if probability > negligible}

    def judge(x: Option, y: Option) -> Judgement:
        first, second = _two_available(probabilities, x, y)
        judgement = judge_by_all(first, second)
        if judgement != "lack" and first.length != second.length and {first.length, second.length} <= lengths_chosen:
            return "undetermined"
        return judgement

    return judge


def _two_available(probabilities: OutcomeProbabilities, x: Any, y: Any) -> tuple[Outcome, Outcome]:
    for option in (x, y):
        if not isinstance(option, Outcome) or option not in probabilities:
            raise InvalidParameter("the option", option, f"one of the available {list(probabilities)}")
    if x == y:
        raise InvalidParameter("the options", (x, y), "two different options")
    return x, y
