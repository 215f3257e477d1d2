"""Metrics, rewards and returns of shutdownable agents: right ones in each convention, and edits that are wrong."""

import math
from collections import Counter
from fractions import Fraction
from typing import Any

from formal_rl.conformance.zoo.edits import edited


def neutrality_in_bits(probabilities: Any) -> Any:
    """Sum over the lengths that occur."""
    return 0.0 - sum(float(p) * math.log2(p) for p in probabilities if p)


def usefulness_by_length(probabilities: Any, expected_coins: Any, greatest: Any) -> Any:
    """Weigh each share of m by the probability of its length."""
    lengths = zip(probabilities, expected_coins, greatest, strict=True)
    return sum(p * coins / Fraction(m) for p, coins, m in lengths)


def reward_exact(value: Any, m: Any, n: Any, i: Any, k: Any, root: Any) -> Any:  # noqa: PLR0917
    """Keep the root of λ, so that all is rational."""
    return root ** (k * n - (i - 1)) * value / m


def reward_by_position(c: Any, l: Any, chosen: Any, m: Any, root: Any) -> Any:  # noqa: E741
    """Take all by position."""
    return reward_exact(c, m[l], chosen[l], 1 + sum(chosen.values()), len(m), root)


def reward_in_floats(value: Any, greatest: Any, counts: Any, length: Any, lam: Any) -> Any:
    """Take the root in floating point."""
    n, due = counts[length], sum(counts.values()) / len(counts)
    return float(lam) ** (n - due) * float(value) / float(greatest[length])


def returns_by_length(episodes: Any, greatest: Any, gamma: Any, root: Any) -> Any:
    """Count after each mini-episode."""
    chosen: Any = Counter()
    returns = []
    for earlier, collected in enumerate(episodes):
        length = len(collected)
        total = sum(Fraction(gamma) ** t * value for t, value in enumerate(collected))
        returns.append(root ** (len(greatest) * chosen[length] - earlier) * total / greatest[length])
        chosen[length] += 1
    return returns


def returns_by_position(e: Any, m: Any, root: Any, g: Any) -> Any:
    """Take all by position."""
    return returns_by_length(e, m, g, root)


EDITS = """
= neutrality: neutrality_in_bits
neutrality_in_nats, values: takes the natural logarithm
  math.log2 => math.log
neutrality_without_zeros, values: takes the logarithm of a probability of 0
   if p) => )
= usefulness: usefulness_by_length
usefulness_unweighted, values: does not weigh the lengths by their probabilities
  p * coins / Fraction(m) => coins / Fraction(m * len(greatest))
= drest_reward: reward_exact reward_by_position reward_in_floats
reward_exponent_off_by_one, first: has i in the exponent in the place of i - 1
  (i - 1) => i
reward_counts_updated_before, first: updates the counts before the reward
  k * n => k * (n + 1)
reward_not_divided, first: is not divided by m
   * value / m =>  * value
reward_for_two_lengths, later: takes the number of lengths for 2
  k * n => 2 * n
reward_without_what_is_due, later: forgets the (i - 1)/k of the exponent
   - (i - 1) =>
reward_that_alters_the_counts, mutates: updates the counts that it is given [reward_in_floats]
  return float(lam) => counts[length] += 1
  +     return float(lam)
= drest_return: returns_by_length returns_by_position
returns_discounted_from_the_first, one: discounts the first move already
  ** t => ** (t + 1)
returns_undiscounted, one: does not discount the coins
  Fraction(gamma) ** t * value => value
returns_counted_before, one: counts a mini-episode before it is paid
  * chosen[length] - => * (chosen[length] + 1) -
returns_by_the_least_length, one: takes each mini-episode for one of the default length
  len(collected) => min(greatest)
returns_counted_for_ever, again: keeps its counts from one meta-episode to the next
  Counter() => vars(returns_by_length).setdefault("chosen", Counter())
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
