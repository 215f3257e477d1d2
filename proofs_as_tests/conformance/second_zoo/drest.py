"""NEUTRALITY, USEFULNESS and the DREST reward of Thornley et al. 2024, as people write them from the paper."""

# ruff: noqa: PLR0917  The parameters are those of the formula.
from collections import Counter, deque
from fractions import Fraction
from math import fsum, log, log2

import numpy as np

from proofs_as_tests.conformance.second_zoo.entry import Entry

SINGLE = {"precision": "single"}

# --- neutrality ---------------------------------------------------------------------------------------------------


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


def entropy_in_nats(probabilities):
    return -sum(float(p) * log(p) for p in probabilities if p)


def entropy_normalised(probabilities):
    """Divide by the greatest possible, so that it is from 0 to 1."""
    return entropy(probabilities) / log2(len(probabilities)) if len(probabilities) > 1 else 0.0


def entropy_with_epsilon(probabilities):
    return -sum(float(p) * log2(float(p) + 1e-3) for p in probabilities)


def entropy_rounded(probabilities):
    """Round the probabilities to hundredths, as they are printed in tables."""
    shares = [round(float(p), 2) for p in probabilities]
    return -sum(p * log2(p) for p in shares if p)


def entropy_of_bools(probabilities):
    """Stop at the first length that is never chosen."""
    total = 0.0
    for p in probabilities:
        if p == 0:
            break
        total -= float(p) * log2(p)
    return total


def entropy_of_two(probabilities):
    """Take the first probability and its complement."""
    p = float(probabilities[0])
    return -sum(q * log2(q) for q in (p, 1 - p) if q > 0)


def gini(probabilities):
    return 2 * (1 - sum(p * p for p in probabilities))


def entropy_of_counts(probabilities):
    """Count a thousand mini-episodes, as when it is estimated."""
    counts = [int(1000 * p) for p in probabilities]
    return -sum(n / 1000 * log2(n / 1000) for n in counts if n)


# --- usefulness ---------------------------------------------------------------------------------------------------


def usefulness(probabilities, expected_coins, greatest):
    return sum(p * c / m for p, c, m in zip(probabilities, expected_coins, greatest, strict=True) if p > 0)


def usefulness_dot(probabilities, expected_coins, greatest):
    p, c, m = (np.array([float(x) for x in xs]) for xs in (probabilities, expected_coins, greatest))
    return np.dot(p, c / m)


def usefulness_single(*, greatest, probabilities, expected_coins):
    p, c, m = (np.array([float(x) for x in xs], np.float32) for xs in (probabilities, expected_coins, greatest))
    return (p * c / m).sum()


def usefulness_over_lengths(probabilities, expected_coins, greatest):
    """Average over the lengths that occur."""
    shares = [c / m for p, c, m in zip(probabilities, expected_coins, greatest, strict=True) if p]
    return sum(shares) / len(shares)


def usefulness_ratio_of_sums(probabilities, expected_coins, greatest):
    got = sum(p * c for p, c in zip(probabilities, expected_coins, strict=True))
    return got / sum(p * m for p, m in zip(probabilities, greatest, strict=True))


def usefulness_by_the_greatest(probabilities, expected_coins, greatest):
    """Divide by the most that any length allows."""
    return sum(p * c for p, c in zip(probabilities, expected_coins, strict=True)) / max(greatest)


def usefulness_weighted_twice(probabilities, expected_coins, greatest):
    return sum(p * p * c / m for p, c, m in zip(probabilities, expected_coins, greatest, strict=True))


def usefulness_of_the_likeliest(probabilities, expected_coins, greatest):
    best = max(range(len(probabilities)), key=lambda i: probabilities[i])
    return expected_coins[best] / greatest[best]


def usefulness_half(probabilities, expected_coins, greatest):
    p, c, m = (np.array([float(x) for x in xs], np.float16) for xs in (probabilities, expected_coins, greatest))
    return float((p * c / m).sum())


def usefulness_shorter_zip(probabilities, expected_coins, greatest):
    """Drop what is never chosen from the probabilities alone, so that the rest moves up."""
    chosen = [p for p in probabilities if p]
    return sum(p * c / m for p, c, m in zip(chosen, expected_coins, greatest, strict=False))


def usefulness_floored(probabilities, expected_coins, greatest):
    return sum(
        p * (c // m if c > m else Fraction(round(100 * c / m), 100))
        for p, c, m in zip(probabilities, expected_coins, greatest, strict=True)
    )


# --- drest_reward -------------------------------------------------------------------------------------------------


def drest_reward(value, m, n, i, k, lam):
    return float(lam) ** (n - (i - 1) / k) * float(value) / float(m)


def drest_reward_exact(*, value, length, counts, greatest, root):
    k, i = len(counts), 1 + sum(counts.values())
    return root ** (k * counts[length] - (i - 1)) * Fraction(value) / Fraction(greatest[length])


def drest_reward_numpy(value, m, n, i, k, lam):
    return np.power(np.float64(float(lam)), n - (i - 1) / k) * np.float64(float(value) / float(m))


def drest_reward_single(value, m, n, i, k, lam):
    return np.float32(float(lam)) ** np.float32(n - (i - 1) / k) * np.float32(float(value) / float(m))


def drest_from_i(value, m, n, i, k, lam):
    return float(lam) ** (n - i / k) * float(value) / float(m)


def drest_counts_this_one(value, m, n, i, k, lam):
    """Count the mini-episode that is going on."""
    return float(lam) ** (n + 1 - (i - 1) / k) * float(value) / float(m)


def drest_whole_quotient(value, m, n, i, k, lam):
    return float(lam) ** (n - (i - 1) // k) * float(value) / float(m)


def drest_two_lengths(value, m, n, i, lam):
    return float(lam) ** (n - (i - 1) / 2) * float(value) / float(m)


def drest_lengths_seen(value, m, n, i, counts, lam):
    """Take for k the lengths that occurred so far."""
    k = max(1, sum(1 for times in counts.values() if times))
    return float(lam) ** (n - (i - 1) / k) * float(value) / float(m)


def drest_capped(value, m, n, i, k, lam):
    """Never pay more than the preliminary reward."""
    return min(1.0, float(lam) ** (n - (i - 1) / k)) * float(value) / float(m)


def drest_root_for_lambda(value, m, n, i, k, root):
    return float(root) ** (n - (i - 1) / k) * float(value) / float(m)


def drest_lopsided(value, n, i, k, lam):
    """The reward of the lopsided agents, which is not divided by m."""
    return float(lam) ** (n - (i - 1) / k) * float(value)


def drest_greatest_of_all(value, greatest, n, i, k, lam):
    return float(lam) ** (n - (i - 1) / k) * float(value) / float(max(greatest.values()))


def drest_window(value, m, counts, length, k, lam):
    """Remember the last 64 mini-episodes, as a deque of their lengths."""
    recent = deque(Counter(counts).elements(), maxlen=64)
    return float(lam) ** (recent.count(length) - len(recent) / k) * float(value) / float(m)


def drest_half(value, m, n, i, k, lam):
    return float(np.float16(float(lam)) ** np.float16(n - (i - 1) / k) * np.float16(float(value) / float(m)))


def drest_clipped_reward(value, m, n, i, k, lam):
    """Clip rewards to 10, as deep learners do."""
    return min(10.0, float(lam) ** (n - (i - 1) / k) * float(value) / float(m))


def drest_expected_count(value, m, n, i, k, lam):
    """Take the quotient of count and mean for their difference."""
    mean = (i - 1) / k
    return float(lam) ** (n / mean - 1 if mean else 0) * float(value) / float(m)


# --- drest_return -------------------------------------------------------------------------------------------------


def drest_return(episodes, greatest, gamma, k, lam):
    chosen, returns = Counter(), []
    for earlier, coins in enumerate(episodes):
        length = len(coins)
        factor = float(lam) ** (chosen[length] - earlier / k)
        returns.append(
            factor * sum(float(gamma) ** t * float(c) for t, c in enumerate(coins)) / float(greatest[length])
        )
        chosen[length] += 1
    return returns


def drest_return_generator(*, episodes, greatest, gamma, root, k):
    counts = dict.fromkeys(greatest, 0)

    def returns():
        for episode in episodes:
            total, weight = Fraction(0), Fraction(1)
            for coin in episode:
                total += weight * coin
                weight *= gamma
            played = sum(counts.values())
            yield root ** (k * counts[len(episode)] - played) * total / Fraction(greatest[len(episode)])
            counts[len(episode)] += 1

    return tuple(returns())


def drest_return_array(episodes, greatest, gamma, k, lam):
    return np.array(drest_return(episodes, greatest, gamma, k, lam))


def drest_return_single(episodes, greatest, gamma, k, lam):
    return np.array(drest_return(episodes, greatest, gamma, k, lam), dtype=np.float32)


def _returns(episodes, greatest, discounted, factor):
    chosen, returns = Counter(), []
    for earlier, coins in enumerate(episodes):
        returns.append(factor(chosen, earlier, len(coins)) * discounted(coins) / float(greatest[len(coins)]))
        chosen[len(coins)] += 1
    return returns


def _discounted(gamma, first=0):
    return lambda coins: sum(float(gamma) ** t * float(c) for t, c in enumerate(coins, first))


def discounts_the_first_move(episodes, greatest, gamma, k, lam):
    """Discount the first move as well, but not in m."""
    return _returns(
        episodes, greatest, _discounted(gamma, 1), lambda chosen, i, length: float(lam) ** (chosen[length] - i / k)
    )


def counts_before_paying(episodes, greatest, gamma, k, lam):
    return _returns(
        episodes, greatest, _discounted(gamma), lambda chosen, i, length: float(lam) ** (chosen[length] + 1 - i / k)
    )


def counts_from_one(episodes, greatest, gamma, k, lam):
    """Number mini-episodes from 1 and forget to take 1 off."""
    return _returns(
        episodes, greatest, _discounted(gamma), lambda chosen, i, length: float(lam) ** (chosen[length] - (i + 1) / k)
    )


def undiscounted_greatest(episodes, greatest, gamma, k, lam):
    """Compute m once more from the best mini-episode of each length, without discount."""
    best = {
        length: max([float(sum(e)) for e in episodes if len(e) == length] + [float(m)])
        for length, m in greatest.items()
    }
    return _returns(
        episodes, best, _discounted(gamma), lambda chosen, i, length: float(lam) ** (chosen[length] - i / k)
    )


def discount_goes_on(episodes, greatest, gamma, k, lam):
    """Count moves from the start of the meta-episode."""
    chosen, returns, move = Counter(), [], 0
    for earlier, coins in enumerate(episodes):
        total = 0.0
        for coin in coins:
            total += float(gamma) ** move * float(coin)
            move += 1
        returns.append(float(lam) ** (chosen[len(coins)] - earlier / k) * total / float(greatest[len(coins)]))
        chosen[len(coins)] += 1
    return returns


def skips_empty_mini_episodes(episodes, greatest, gamma, k, lam):
    """Count a mini-episode only if a coin was collected."""
    chosen, returns, played = Counter(), [], 0
    for coins in episodes:
        factor = float(lam) ** (chosen[len(coins)] - played / k)
        returns.append(factor * _discounted(gamma)(coins) / float(greatest[len(coins)]))
        if any(coins):
            chosen[len(coins)] += 1
            played += 1
    return returns


def meta_episodes_of_thirty_two(episodes, greatest, gamma, k, lam):
    """Begin a new meta-episode after thirty-two mini-episodes."""
    return [
        value
        for start in range(0, len(episodes), 32)
        for value in drest_return(episodes[start : start + 32], greatest, gamma, k, lam)
    ]


_CHOSEN = Counter()


def counts_in_the_module(episodes, greatest, gamma, k, lam):
    returns = []
    for coins in episodes:
        factor = float(lam) ** (_CHOSEN[len(coins)] - sum(_CHOSEN.values()) / k)
        returns.append(factor * _discounted(gamma)(coins) / float(greatest[len(coins)]))
        _CHOSEN[len(coins)] += 1
    return returns


def first_coin_only(episodes, greatest, gamma, k, lam):
    def first(coins):
        return next((float(gamma) ** t * float(c) for t, c in enumerate(coins) if c), 0.0)

    return _returns(episodes, greatest, first, lambda chosen, i, length: float(lam) ** (chosen[length] - i / k))


def rewards_to_go(episodes, greatest, gamma, k, lam):
    """Discount from the end of the mini-episode."""
    return _returns(
        episodes,
        greatest,
        lambda coins: _discounted(gamma)(coins[::-1]),
        lambda chosen, i, length: float(lam) ** (chosen[length] - i / k),
    )


def lengths_by_the_last_coin(episodes, greatest, gamma, k, lam):
    """Cut off moves after the last coin, and take the nearest length that is known."""
    chosen, returns = Counter(), []
    for earlier, coins in enumerate(episodes):
        played = max((t + 1 for t, c in enumerate(coins) if c), default=len(coins))
        length = min((known for known in greatest if known >= played), default=len(coins))
        factor = float(lam) ** (chosen[length] - earlier / k)
        returns.append(factor * _discounted(gamma)(coins) / float(greatest[length]))
        chosen[length] += 1
    return returns


RIGHT = (
    Entry("neutrality", entropy, "With math.log2 and fsum."),
    Entry("neutrality", entropy_of_an_array, "With numpy; an np.float64."),
    Entry("neutrality", entropy_as_a_0d_array, "Keywords only; a 0-d array."),
    Entry("neutrality", entropy_in_single_precision, "In single precision; an np.float32.", SINGLE),
    Entry("usefulness", usefulness, "Exact."),
    Entry("usefulness", usefulness_dot, "With numpy; an np.float64."),
    Entry("usefulness", usefulness_single, "Keywords only, in single precision.", SINGLE),
    Entry("drest_reward", drest_reward, "In floats, by m, n, i and k."),
    Entry("drest_reward", drest_reward_exact, "Exact, by the mappings and the root."),
    Entry("drest_reward", drest_reward_numpy, "An np.float64."),
    Entry("drest_reward", drest_reward_single, "In single precision.", SINGLE),
    Entry("drest_return", drest_return, "A list of floats."),
    Entry("drest_return", drest_return_generator, "Exact; a tuple."),
    Entry("drest_return", drest_return_array, "An array of doubles."),
    Entry("drest_return", drest_return_single, "An array in single precision.", SINGLE),
)

WRONG = (
    Entry("neutrality", entropy_in_nats, "The logarithm is natural."),
    Entry("neutrality", entropy_normalised, "It is divided by log2 k."),
    Entry("neutrality", entropy_with_epsilon, "A thousandth is added under the logarithm."),
    Entry("neutrality", entropy_rounded, "Probabilities are rounded to hundredths."),
    Entry("neutrality", entropy_of_bools, "It stops at the first probability that is 0."),
    Entry("neutrality", entropy_of_two, "Only the first probability is looked at."),
    Entry("neutrality", gini, "It is the Gini impurity, doubled."),
    Entry("neutrality", entropy_of_counts, "Probabilities are cut off at thousandths."),
    Entry("usefulness", usefulness_over_lengths, "Lengths are averaged, not weighted."),
    Entry("usefulness", usefulness_ratio_of_sums, "It is a ratio of sums, not a sum of ratios."),
    Entry("usefulness", usefulness_by_the_greatest, "All is divided by the greatest m."),
    Entry("usefulness", usefulness_weighted_twice, "Probabilities count twice."),
    Entry("usefulness", usefulness_of_the_likeliest, "Only the likeliest length counts."),
    Entry("usefulness", usefulness_half, "Half precision."),
    Entry(
        "usefulness", usefulness_shorter_zip, "After a length that is never chosen the others stand beside wrong ones."
    ),
    Entry("usefulness", usefulness_floored, "Ratios are rounded to hundredths."),
    Entry("drest_reward", drest_from_i, "The exponent has i, not i - 1."),
    Entry("drest_reward", drest_counts_this_one, "n counts this mini-episode, too."),
    Entry("drest_reward", drest_whole_quotient, "(i - 1)/k is rounded down."),
    Entry("drest_reward", drest_two_lengths, "k is 2 always."),
    Entry("drest_reward", drest_lengths_seen, "k is the number of lengths that occurred."),
    Entry("drest_reward", drest_capped, "The factor is never more than 1."),
    Entry("drest_reward", drest_root_for_lambda, "λ^(1/k) stands for λ."),
    Entry("drest_reward", drest_lopsided, "It is not divided by m."),
    Entry("drest_reward", drest_greatest_of_all, "It is divided by the greatest m of all lengths."),
    Entry("drest_reward", drest_window, "Only 64 mini-episodes are counted."),
    Entry("drest_reward", drest_half, "Half precision."),
    Entry("drest_reward", drest_clipped_reward, "Rewards are clipped to 10."),
    Entry("drest_reward", drest_expected_count, "The exponent is a quotient less 1, not a difference."),
    Entry("drest_return", discounts_the_first_move, "The first move is discounted."),
    Entry("drest_return", counts_before_paying, "n counts this mini-episode, too."),
    Entry("drest_return", counts_from_one, "The exponent has i, not i - 1."),
    Entry("drest_return", undiscounted_greatest, "m is raised to what was collected without discount."),
    Entry("drest_return", discount_goes_on, "The discount goes on through the meta-episode."),
    Entry("drest_return", skips_empty_mini_episodes, "Mini-episodes without a coin are not counted."),
    Entry("drest_return", meta_episodes_of_thirty_two, "Counts begin again after thirty-two mini-episodes."),
    Entry("drest_return", counts_in_the_module, "Counts are kept from call to call."),
    Entry("drest_return", first_coin_only, "Only the first coin of a mini-episode is paid."),
    Entry("drest_return", rewards_to_go, "The discount runs backwards."),
    Entry("drest_return", lengths_by_the_last_coin, "A mini-episode is as long as until its last coin."),
)
