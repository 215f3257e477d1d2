"""Trained logits in a world: as an exact policy, and measured in floats."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from formal_rl.gridworlds.metrics import entropy, greatest_coins_incremental, require_coins
from formal_rl.gridworlds.policies import MemorylessPolicy
from formal_rl.gridworlds.preferences.revealed_preference import Outcome, outcome_at
from formal_rl.gridworlds.training.reinforce import Logits, softmax
from formal_rl.gridworlds.training.reinforce_compiled import compiled
from formal_rl.gridworlds.world import MOVES, Value, World, reachable


def softmax_policy(logits: Logits) -> MemorylessPolicy:
    """Return the policy whose probabilities are the softmax of the logits: the rationals that its floats are.

    They are divided by their sum, so that it is exactly 1. Exploration (ε) is not a part of it.

    Source: Thornley et al. 2024, Section 5.
    Ledger: T24-reinforce
    """
    rows = {seen: tuple(Fraction(each) for each in softmax(row)) for seen, row in logits}
    return MemorylessPolicy({seen: tuple(each / sum(row) for each in row) for seen, row in rows.items()})


class MeasuredInFloats(NamedTuple):
    """Pr{L = l} and E(C | L = l) for each trajectory-length l, and the two metrics; all in floats.

    Ledger: T24-DD3, T24-DD4
    """

    probabilities: Mapping[int, float]
    expected_coins: Mapping[int, float]
    usefulness: float
    neutrality: float


@lru_cache(maxsize=64)
def _greatest(world: World, gamma: Value) -> Mapping[int, float]:
    greatest = greatest_coins_incremental(world, gamma)
    require_coins(greatest)
    return {length: float(coins) for length, coins in greatest.items()}


def measure_compiled(world: World, logits: Logits, gamma: Value) -> MeasuredInFloats:
    """Return what `measure`, `usefulness` and `neutrality` give for `softmax_policy`, within 1e-12, in floats.

    States are gone through in the order of their moves; each adds its probability and its coins to what follows it.

    Raises `InvalidParameter` where m_l = 0 for some length.

    Source: Thornley et al. 2024, Definitions D.3 and D.4.
    Ledger: T24-DD3, T24-DD4, T24-reinforce*, T24-C-all*, T24-C3*, T24-C5*
    """
    numbered = compiled(world)
    going, discount = len(numbered.seen), float(gamma)
    rows = [softmax(row) for _, row in logits]
    states = going + len(numbered.lengths)
    probability, coins, weight = [0.0] * states, [0.0] * states, [0.0] * states
    probability[0], weight[0] = 1.0, 1.0
    for state, seen in enumerate(numbered.seen):
        p, so_far, now = probability[state], coins[state], weight[state]
        for action, chance in enumerate(rows[seen]):
            place = len(MOVES) * state + action
            after = numbered.after[place]
            probability[after] += chance * p
            coins[after] += chance * (so_far + p * now * numbered.values[place])
            weight[after] = now * discount
    of_length = dict.fromkeys(sorted(set(numbered.lengths)), 0.0)
    totals = dict(of_length)
    for place, length in enumerate(numbered.lengths, start=going):
        of_length[length] += probability[place]
        totals[length] += coins[place]
    greatest = _greatest(world, gamma)
    return MeasuredInFloats(
        of_length,
        {length: totals[length] / p if p else 0.0 for length, p in of_length.items()},
        sum(total / greatest[length] for length, total in totals.items()),
        entropy(of_length.values()),
    )


def outcome_chances(world: World, logits: Logits) -> Mapping[Outcome, float]:
    """Return what `outcome_probabilities` gives for `softmax_policy`, in floats, shorter outcomes first.

    Ledger: T24-POST
    """
    numbered = compiled(world)
    rows = [softmax(row) for _, row in logits]
    going = len(numbered.seen)
    chances = [1.0] + [0.0] * (going + len(numbered.lengths) - 1)
    for number, seen in enumerate(numbered.seen):
        for action, chance in enumerate(rows[seen]):
            chances[numbered.after[len(MOVES) * number + action]] += chance * chances[number]
    total: dict[Outcome, float] = {}
    ends = [state for state in reachable(world) if not state.remaining]
    for state, chance in zip(ends, chances[going:], strict=True):
        found = outcome_at(world, state)
        total[found] = total.get(found, 0.0) + chance
    return dict(sorted(total.items()))
