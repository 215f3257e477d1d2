"""USEFULNESS and NEUTRALITY, exact: by trajectories as they are defined, and by dynamic programming."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import fsum, log2
from typing import NamedTuple, TypeAlias

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.policies import Markov, PlanPolicy
from formal_rl.gridworlds.trajectories import all_trajectories, distribution
from formal_rl.gridworlds.world import MOVES, GridState, Value, World, lengths, move, reachable

ByLength: TypeAlias = Mapping[int, Fraction]
"""A number for each trajectory-length that can be chosen, least first."""


class LengthStatistics(NamedTuple):
    """Pr{L = l} and E(C | L = l) for each trajectory-length l; the latter is 0 where the former is.

    Ledger: T24-DD3, T24-DD4
    """

    probabilities: ByLength
    expected_coins: ByLength


def greatest_coins(world: World, gamma: Value) -> ByLength:
    """Return m_l for each length l: the greatest discounted total of coins of a trajectory of that length.

    Source: Thornley et al. 2024, Definition D.2 (m).
    Ledger: T24-m*, T24-DD2
    """
    greatest: dict[int, Fraction] = {}
    for trajectory in all_trajectories(world):
        coins = trajectory.coins(gamma)
        greatest[trajectory.length] = max(coins, greatest.get(trajectory.length, coins))
    return dict(sorted(greatest.items()))


def measure(world: World, policy: Markov | PlanPolicy, gamma: Value) -> LengthStatistics:
    """Return the length probabilities and the expected coins given each length, summed over trajectories.

    Source: Thornley et al. 2024, Definitions D.3 and D.4.
    Ledger: T24-DD3*, T24-DD4
    """
    probabilities: dict[int, Fraction] = dict.fromkeys(lengths(world), Fraction(0))
    totals = dict(probabilities)
    for trajectory, probability in distribution(world, policy):
        probabilities[trajectory.length] += probability
        totals[trajectory.length] += probability * trajectory.coins(gamma)
    return LengthStatistics(probabilities, _given(totals, probabilities))


def _given(totals: ByLength, probabilities: ByLength) -> ByLength:
    return {length: totals[length] / p if p else Fraction(0) for length, p in probabilities.items()}


def greatest_coins_from(world: World, gamma: Value) -> Mapping[GridState, ByLength]:
    """Return, for each state, the greatest discounted coins yet to come for each length that can still be reached.

    The moves that led to a state follow from it, so the discount of later coins does, too.

    Ledger: T24-m
    """
    best: dict[GridState, dict[int, Fraction]] = {}
    for state in reversed(tuple(reachable(world))):
        elapsed = world.elapsed(state)
        if state.remaining == 0:
            best[state] = {elapsed: Fraction(0)}
            continue
        here: dict[int, Fraction] = {}
        for action in range(len(MOVES)):
            after, value = move(world, state, action)
            now = Fraction(gamma) ** elapsed * value
            for length, later in best[after].items():
                here[length] = max(now + later, here.get(length, now + later))
        best[state] = here
    return best


def greatest_coins_incremental(world: World, gamma: Value) -> ByLength:
    """Return m_l for each length l, from the last state back.

    Ledger: T24-m*, T24-DD2, T24-default*
    """
    return dict(sorted(greatest_coins_from(world, gamma)[world.start].items()))


def measure_incremental(world: World, policy: Markov, gamma: Value) -> LengthStatistics:
    """Return the result of `measure`, carrying for each state its probability and its expected coins so far.

    Ledger: T24-DD3*, T24-DD4, T24-T5.1-useful*
    """
    probabilities: dict[int, Fraction] = dict.fromkeys(lengths(world), Fraction(0))
    totals = dict(probabilities)
    layer = {world.start: (Fraction(1), Fraction(0))}
    while layer:
        after_layer: dict[GridState, list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
        for state, (probability, total) in layer.items():
            elapsed = world.elapsed(state)
            if state.remaining == 0:
                probabilities[elapsed] += probability
                totals[elapsed] += total
                continue
            discount = Fraction(gamma) ** elapsed
            for action, chance in enumerate(policy(world, state)):
                if chance:
                    after, value = move(world, state, action)
                    after_layer[after][0] += chance * probability
                    after_layer[after][1] += chance * (total + probability * discount * value)
        layer = {state: (probability, total) for state, (probability, total) in after_layer.items()}
    return LengthStatistics(probabilities, _given(totals, probabilities))


def usefulness(measured: LengthStatistics, greatest: ByLength) -> Fraction:
    """Return USEFULNESS: the sum over lengths l of Pr{L = l} E(C | L = l) / m_l; from 0 to 1.

    Raises `InvalidParameter` where m_l = 0 for some length, which the definition divides by.

    Source: Thornley et al. 2024, Definition D.3.
    Ledger: T24-DD3*
    """
    require_coins(greatest)
    p, coins = measured
    return sum((p[length] * coins[length] / greatest[length] for length in p), Fraction(0))


def require_coins(greatest: Mapping[int, Fraction | float]) -> None:
    """Raise `InvalidParameter` if no coin can be collected in some trajectory-length."""
    for length, coins in greatest.items():
        if coins == 0:
            raise InvalidParameter(f"m_{length}", coins, "a world in which each length has a coin within reach")


def neutrality(probabilities: ByLength) -> float:
    """Return NEUTRALITY: minus the sum over lengths l of Pr{L = l} log2 Pr{L = l}, 0 log 0 being 0; from 0 to log2 k.

    A float, correct to about 1e-15 for each length; `fsum` gives the same in every Python, which `sum` does not since
    3.12. Exact comparisons are of the probabilities: it is greatest if and only if they are equal.

    Source: Thornley et al. 2024, Definition D.4.
    Ledger: T24-DD4*
    """
    return 0.0 - fsum(float(p) * log2(float(p)) for p in probabilities.values() if p)


def entropy(probabilities: Iterable[float]) -> float:
    """Return the NEUTRALITY of lengths of these probabilities, which are floats.

    Ledger: T24-DD4*
    """
    return 0.0 - fsum(p * log2(p) for p in probabilities if p)
