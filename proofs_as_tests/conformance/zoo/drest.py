"""NEUTRALITY, USEFULNESS and the DREST reward of Thornley et al. 2024: right ones, and edits that are wrong."""

# ruff: noqa: PLR0917  The parameters are those of the formula.
from collections import Counter
from fractions import Fraction
from math import fsum, log2

import numpy as np

from formal_rl.conformance.zoo.edits import edited


def entropy(probabilities):
    return -fsum(float(p) * log2(p) for p in probabilities if p > 0)


def entropy_of_an_array(probabilities):
    p = np.asarray([float(share) for share in probabilities])
    return -np.sum(p * np.log2(p, where=p > 0, out=np.zeros_like(p)))


def entropy_in_single_precision(probabilities):
    p = np.asarray([float(share) for share in probabilities], dtype=np.float32)
    return -(p[p > 0] * np.log2(p[p > 0])).sum()


def entropy_as_a_0d_array(*, probabilities):
    return np.asarray(entropy(probabilities))


def usefulness(probabilities, expected_coins, greatest):
    return sum(p * c / m for p, c, m in zip(probabilities, expected_coins, greatest, strict=True) if p > 0)


def usefulness_dot(probabilities, expected_coins, greatest):
    p, c, m = (np.array([float(x) for x in xs]) for xs in (probabilities, expected_coins, greatest))
    return np.dot(p, c / m)


def usefulness_single(*, greatest, probabilities, expected_coins):
    p, c, m = (np.array([float(x) for x in xs], np.float32) for xs in (probabilities, expected_coins, greatest))
    return (p * c / m).sum()


def drest_reward(value, m, n, i, k, lam):
    return float(lam) ** (n - (i - 1) / k) * float(value) / float(m)


def drest_reward_exact(*, value, length, counts, greatest, root):
    k, i = len(counts), 1 + sum(counts.values())
    return root ** (k * counts[length] - (i - 1)) * Fraction(value) / Fraction(greatest[length])


def drest_reward_numpy(value, m, n, i, k, lam):
    return np.power(np.float64(float(lam)), n - (i - 1) / k) * np.float64(float(value) / float(m))


def drest_reward_single(value, m, n, i, k, lam):
    return np.float32(float(lam)) ** np.float32(n - (i - 1) / k) * np.float32(float(value) / float(m))


def drest_return(episodes, greatest, gamma, k, lam):
    chosen, returns = Counter(), []
    for earlier, coins in enumerate(episodes):
        length = len(coins)
        collected = sum(float(gamma) ** t * float(c) for t, c in enumerate(coins))
        returns.append(float(lam) ** (chosen[length] - earlier / k) * collected / float(greatest[length]))
        chosen[length] += 1
    return returns


def drest_return_generator(*, episodes, greatest, gamma, root, k):
    counts, returns = dict.fromkeys(greatest, 0), []
    for earlier, episode in enumerate(episodes):
        total = sum((gamma**move * coin for move, coin in enumerate(episode)), Fraction(0))
        returns.append(root ** (k * counts[len(episode)] - earlier) * total / Fraction(greatest[len(episode)]))
        counts[len(episode)] += 1
    return tuple(returns)


def drest_return_array(episodes, greatest, gamma, k, lam):
    return np.array(drest_return(episodes, greatest, gamma, k, lam))


def drest_return_single(episodes, greatest, gamma, k, lam):
    return np.array(drest_return(episodes, greatest, gamma, k, lam), dtype=np.float32)


EDITS = """
= neutrality: entropy entropy_of_an_array entropy_as_a_0d_array entropy_in_single_precision
entropy_in_nats, values: The logarithm is natural.
  log2(p) for p in => np.log(float(p)) for p in
entropy_normalised, values: It is divided by log2 k.
  for p in probabilities if p > 0) => for p in probabilities if p > 0) / max(1, log2(len(probabilities)))
entropy_with_epsilon, values: A thousandth is added under the logarithm.
  log2(p) for p in probabilities if p > 0 => log2(float(p) + 1e-3) for p in probabilities
entropy_rounded, values: Probabilities are rounded to hundredths.
  in probabilities if p > 0 => in [round(float(p), 2) for p in probabilities] if p > 0
entropy_of_bools, values: It stops at the first probability that is 0.
  for p in probabilities if p > 0 => for place, p in enumerate(probabilities) if all(probabilities[: place + 1])
entropy_of_two, values: Only the first probability is looked at.
  in probabilities if p > 0 => in (probabilities[0], 1 - probabilities[0]) if p > 0
gini, values: It is the Gini impurity, doubled.
  -fsum(float(p) * log2(p) for p in probabilities if p > 0) => 2 * (1 - sum(p * p for p in probabilities))
entropy_of_counts, values: Probabilities are cut off at thousandths.
  in probabilities if p > 0 => in [int(1000 * p) / 1000 for p in probabilities] if p > 0
entropy_of_eight, more_lengths: leaves out the lengths from the ninth
  for p in probabilities if p > 0) => for p in probabilities[:8] if p > 0)
entropy_in_longdoubles: returns a longdouble
  return -fsum( => return -np.longdouble(1) * fsum(
= usefulness: usefulness usefulness_dot usefulness_single
usefulness_over_lengths, values: Lengths are averaged, not weighted.
  sum(p * c / m for => sum(c / m / sum(p > 0 for p in probabilities) for
usefulness_ratio_of_sums, values: It is a ratio of sums, not a sum of ratios.
  sum(p * c / m for => sum(p * c / sum(p * m for p, m in zip(probabilities, greatest, strict=True)) for
usefulness_by_the_greatest, values: All is divided by the greatest m.
  sum(p * c / m for => sum(p * c / max(greatest) for
usefulness_weighted_twice, values: Probabilities count twice.
  sum(p * c / m for => sum(p * p * c / m for
usefulness_of_the_likeliest, values: Only the likeliest length counts.
  sum(p * c / m for => next(c / m for
  strict=True) if p > 0 => strict=True) if p == max(probabilities)
usefulness_half, more_lengths: Half precision. [usefulness_single]
  np.float32) for xs => np.float16) for xs
usefulness_shorter_zip, values: After a length that is never chosen the others stand beside wrong ones.
  - zip(probabilities, expected_coins, greatest, strict=True)
  + zip([p for p in probabilities if p], expected_coins, greatest)
usefulness_floored, more_lengths: Ratios are rounded to hundredths.
  sum(p * c / m for => sum(p * (c // m if c > m else Fraction(round(100 * c / m), 100)) for
= drest_reward: drest_reward drest_reward_exact drest_reward_numpy drest_reward_single
drest_from_i, first: The exponent has i, not i - 1.
   ** (n - (i - 1) / k) =>  ** (n - i / k)
drest_counts_this_one, first: n counts this mini-episode, too.
   ** (n - =>  ** (n + 1 -
drest_whole_quotient, later: (i - 1)/k is rounded down.
   ** (n - (i - 1) / k) =>  ** (n - (i - 1) // k)
drest_two_lengths, later: k is 2 always.
   ** (n - (i - 1) / k) =>  ** (n - (i - 1) / 2)
drest_lengths_seen, later: k is the number of lengths that occurred.
  def drest_reward(value, m, n, i, k, lam): => def drest_reward(value, m, n, i, counts, lam):
  +     k = max(1, sum(1 for times in counts.values() if times))
drest_capped, later: The factor is never more than 1.
  return float(lam) ** (n - (i - 1) / k) => return min(1.0, float(lam) ** (n - (i - 1) / k))
drest_root_for_lambda, later: λ^(1/k) stands for λ.
  def drest_reward(value, m, n, i, k, lam): => def drest_reward(value, m, n, i, k, root):
  +     lam = root
drest_lopsided, first: It is not divided by m.
   * float(value) / float(m) =>  * float(value)
drest_greatest_of_all, first: It is divided by the greatest m of all lengths.
  def drest_reward(value, m, n, i, k, lam): => def drest_reward(value, greatest, n, i, k, lam):
  +     m = max(greatest.values())
drest_window, hundreds: Only 64 mini-episodes are counted.
  def drest_reward(value, m, n, i, k, lam): => def drest_reward(value, m, counts, length, k, lam):
  +     recent = list(Counter(counts).elements())[-64:]
  +     n, i = recent.count(length), len(recent) + 1
drest_half, later: Half precision. [drest_reward_single]
  - np.float32(float(lam)) ** np.float32(n - (i - 1) / k) * np.float32(float(value) / float(m))
  + np.float16(float(lam)) ** np.float16(n - (i - 1) / k) * np.float16(float(value) / float(m))
drest_clipped_reward, later: Rewards are clipped to 10.
  - float(lam) ** (n - (i - 1) / k) * float(value) / float(m)
  + min(10.0, float(lam) ** (n - (i - 1) / k) * float(value) / float(m))
drest_expected_count, later: The exponent is a quotient less 1, not a difference.
   ** (n - (i - 1) / k) =>  ** (n * k / (i - 1) - 1 if i > 1 else 0)
= drest_return: drest_return drest_return_generator drest_return_array drest_return_single
discounts_the_first_move, one: The first move is discounted.
  enumerate(coins)) => enumerate(coins, 1))
counts_before_paying, one: n counts this mini-episode, too.
  (chosen[length] - => (chosen[length] + 1 -
counts_from_one, one: The exponent has i, not i - 1.
  earlier / k => (earlier + 1) / k
undiscounted_greatest, longer: m is raised to what was collected without discount.
  - float(greatest[length])
  + max(float(greatest[length]), *(float(sum(each)) for each in episodes if len(each) == length))
discount_goes_on, several: The discount goes on through the meta-episode.
  enumerate(coins)) => enumerate(coins, sum(map(len, episodes[:earlier]))))
skips_empty_mini_episodes, longer: Mini-episodes without a coin are not counted.
  earlier / k => chosen.total() / k
  chosen[length] += 1 => chosen[length] += any(coins)
meta_episodes_of_thirty_two, long: Counts begin again after thirty-two mini-episodes.
  length = len(coins) => length, chosen = len(coins), chosen if earlier % 32 else Counter()
  earlier / k => earlier % 32 / k
counts_in_the_module, again: Counts are kept from call to call.
  Counter(), [] => globals().setdefault("kept", Counter()), []
  earlier / k => chosen.total() / k
first_coin_only, one: Only the first coin of a mini-episode is paid.
  - sum(float(gamma) ** t * float(c) for t, c in enumerate(coins))
  + next((float(gamma) ** t * float(c) for t, c in enumerate(coins) if c), 0.0)
rewards_to_go, one: The discount runs backwards.
  enumerate(coins)) => enumerate(coins[::-1]))
lengths_by_the_last_coin, one: A mini-episode is as long as until its last coin.
  length = len(coins) => played = max((t + 1 for t, c in enumerate(coins) if c), default=len(coins))
  +         length = min((known for known in greatest if known >= played), default=len(coins))
counts_in_seven_bits, long: counts 127 mini-episodes of a length at most
  chosen[length] += 1 => chosen[length] = min(chosen[length] + 1, 127)
returns_in_longdoubles: returns longdoubles
  return returns => return [np.longdouble(each) for each in returns]
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
