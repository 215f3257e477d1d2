"""Trained logits in a world: as an exact policy, and measured in floats."""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from formal_rl.gridworlds.metrics import entropy, require_coins
from formal_rl.gridworlds.policies import MemorylessPolicy
from formal_rl.gridworlds.preferences.revealed_preference import Outcome, outcome_at
from formal_rl.gridworlds.training._reinforce_compiled import compiled
from formal_rl.gridworlds.training.reinforce import Logits, greatest_in_floats, softmax
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


def measure_compiled(world: World, logits: Logits, gamma: Value) -> MeasuredInFloats:
    """Return `measure`, `usefulness` and `neutrality` of `softmax_policy`, within 1e-12, in floats.

    States are gone through in the order of their moves; each adds its probability and its coins to its successors.

    Raises `InvalidParameter` where m_l = 0 for some length.

    Ledger: T24-DD3, T24-DD4, T24-reinforce*, T24-C-all*, T24-C3*, T24-C5*
    """
    numbered, (chances, coins) = compiled(world), _passed(world, logits, float(gamma))
    of_length = dict.fromkeys(sorted(set(numbered.lengths)), 0.0)
    totals = dict(of_length)
    for place, length in enumerate(numbered.lengths, start=len(numbered.seen)):
        of_length[length] += chances[place]
        totals[length] += coins[place]
    greatest = greatest_in_floats(world, gamma)
    require_coins(greatest)
    return MeasuredInFloats(
        of_length,
        {length: totals[length] / p if p else 0.0 for length, p in of_length.items()},
        sum(total / greatest[length] for length, total in totals.items()),
        entropy(of_length.values()),
    )


def _passed(world: World, logits: Logits, discount: float) -> tuple[list[float], list[float]]:
    """Return, for each numbered state, its probability and the coins that are expected on the way to it."""
    numbered, rows = compiled(world), [softmax(row) for _, row in logits]
    states = len(numbered.seen) + len(numbered.lengths)
    chances, coins, weights = ([each] + [0.0] * (states - 1) for each in (1.0, 0.0, 1.0))
    for state, seen in enumerate(numbered.seen):
        p, so_far, weight = chances[state], coins[state], weights[state]
        for action, chance in enumerate(rows[seen]):
            place = len(MOVES) * state + action
            after = numbered.after[place]
            chances[after] += chance * p
            coins[after] += chance * (so_far + p * weight * numbered.values[place])
            weights[after] = weight * discount
    return chances, coins


def outcome_chances(world: World, logits: Logits) -> Mapping[Outcome, float]:
    """Return the result of `outcome_probabilities` for `softmax_policy`, in floats, shorter outcomes first.

    Ledger: T24-POST
    """
    chances, _ = _passed(world, logits, 1.0)
    total: dict[Outcome, float] = {}
    ends = [state for state in reachable(world) if not state.remaining]
    for state, chance in zip(ends, chances[-len(ends) :], strict=True):
        found = outcome_at(world, state)
        total[found] = total.get(found, 0.0) + chance
    return dict(sorted(total.items()))
