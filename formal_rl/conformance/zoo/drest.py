"""Metrics, rewards and returns of shutdownable agents: right ones, and wrong ones as they come to be written."""

from fractions import Fraction
from math import log, log2
from typing import Any

import numpy

from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong

# --- NEUTRALITY ---


def neutrality_in_bits(probabilities: Any) -> Any:
    """Sum over the lengths that occur."""
    return 0.0 - sum(float(p) * log2(p) for p in probabilities if p)


def neutrality_in_batches(probabilities: Any) -> Any:
    """Take an array with a row for each policy."""
    logarithms = numpy.log2(probabilities, where=probabilities > 0, out=numpy.zeros_like(probabilities))
    return 0.0 - (probabilities * logarithms).sum(axis=1)


def neutrality_in_nats(probabilities: Any) -> Any:
    """Take the natural logarithm."""
    return 0.0 - sum(float(p) * log(p) for p in probabilities if p)


def neutrality_over_its_greatest(probabilities: Any) -> Any:
    """Divide by log2 k, so that it is at most 1."""
    entropy = neutrality_in_bits(probabilities)
    return entropy / log2(len(probabilities)) if len(probabilities) > 1 else entropy


def neutrality_without_zeros(probabilities: Any) -> Any:
    """Take the logarithm of 0, too."""
    return -sum(float(p) * log2(p) for p in probabilities)


# --- USEFULNESS ---


def usefulness_by_length(probabilities: Any, expected_coins: Any, greatest: Any) -> Any:
    """Weigh each share of m by the probability of its length."""
    lengths = zip(probabilities, expected_coins, greatest, strict=True)
    return sum(p * coins / Fraction(m) for p, coins, m in lengths)


def usefulness_in_batches(probabilities: Any, expected_coins: Any, greatest: Any) -> Any:
    """Take arrays with a row for each policy."""
    return (probabilities * expected_coins / greatest).sum(axis=1)


def usefulness_unweighted(probabilities: Any, expected_coins: Any, greatest: Any) -> Any:
    """Take the mean over the lengths, whatever their probabilities."""
    shares = [coins / Fraction(m) for coins, m in zip(expected_coins, greatest, strict=True)]
    return sum(shares) / len(shares)


def usefulness_of_what_is_reached(probabilities: Any, expected_coins: Any, greatest: Any) -> Any:
    """Take the mean over the lengths that are chosen at all."""
    lengths = zip(probabilities, expected_coins, greatest, strict=True)
    shares = [coins / Fraction(m) for p, coins, m in lengths if p]
    return sum(shares) / len(shares)


def usefulness_of_totals(probabilities: Any, expected_coins: Any, greatest: Any) -> Any:
    """Divide what is expected in all by the greatest that could be."""
    weighed = list(zip(probabilities, expected_coins, greatest, strict=True))
    return sum(p * coins for p, coins, _ in weighed) / Fraction(sum(p * m for p, _, m in weighed))


def usefulness_over_the_best_length(probabilities: Any, expected_coins: Any, greatest: Any) -> Any:
    """Divide by the m of the best length in all of them."""
    return sum(p * coins for p, coins in zip(probabilities, expected_coins, strict=True)) / Fraction(max(greatest))


# --- Rewards ---


def reward_exact(value: Any, m: Any, n: Any, i: Any, k: Any, root: Any) -> Any:  # noqa: PLR0917
    """Keep the root of λ, so that all is rational."""
    return root ** (k * n - (i - 1)) * value / m


def reward_in_floats(value: Any, greatest: Any, counts: Any, length: Any, lam: Any) -> Any:
    """Take the root in floating point."""
    earlier = sum(counts.values())
    return float(lam) ** (counts[length] - earlier / len(counts)) * float(value) / float(greatest[length])


def reward_exponent_off_by_one(value: Any, m: Any, n: Any, i: Any, k: Any, root: Any) -> Any:  # noqa: PLR0917
    """Divide i by k, not i - 1."""
    return root ** (k * n - i) * value / m


def reward_counts_updated_before(value: Any, m: Any, n: Any, i: Any, k: Any, root: Any) -> Any:  # noqa: PLR0917
    """Count the present mini-episode among those of its length."""
    return root ** (k * (n + 1) - (i - 1)) * value / m


def reward_not_divided(value: Any, n: Any, i: Any, k: Any, root: Any) -> Any:
    """Forget m."""
    return root ** (k * n - (i - 1)) * value


def reward_for_two_lengths(value: Any, m: Any, n: Any, i: Any, root: Any) -> Any:
    """Take k for 2."""
    return root ** (2 * n - (i - 1)) * value / m


def reward_without_what_is_due(value: Any, m: Any, n: Any, k: Any, root: Any) -> Any:
    """Go by the count alone, without (i - 1)/k."""
    return root ** (k * n) * value / m


def reward_that_alters_the_counts(value: Any, m: Any, counts: Any, length: Any, k: Any, root: Any) -> Any:  # noqa: PLR0917
    """Keep the counts where they were handed over."""
    n, earlier = counts[length], sum(counts.values())
    counts[length] += 1
    return root ** (k * n - earlier) * value / m


# --- Returns ---


def _returns(  # noqa: PLR0917
    episodes: Any,
    greatest: Any,
    gamma: Any,
    root: Any,
    first_discount: int = 0,
    counted: int = 0,
    of_length: Any = len,
) -> Any:
    chosen, found = dict.fromkeys(greatest, 0), []
    for earlier, collected in enumerate(episodes):
        length = of_length(collected)
        chosen[length] += counted
        total = sum(Fraction(gamma) ** (t + first_discount) * value for t, value in enumerate(collected))
        found.append(root ** (len(greatest) * chosen[length] - earlier) * total / greatest[length])
        chosen[length] += 1 - counted
    return found


def returns_by_length(episodes: Any, greatest: Any, gamma: Any, root: Any) -> Any:
    """Count after each mini-episode."""
    return _returns(episodes, greatest, gamma, root)


def returns_in_floats(episodes: Any, greatest: Any, gamma: Any, lam: Any) -> Any:
    """Take the root in floating point."""
    return [float(each) for each in _returns(episodes, greatest, float(gamma), float(lam) ** (1 / len(greatest)))]


def returns_discounted_from_the_first(episodes: Any, greatest: Any, gamma: Any, root: Any) -> Any:
    """Discount the first move, too."""
    return _returns(episodes, greatest, gamma, root, first_discount=1)


def returns_counted_before(episodes: Any, greatest: Any, gamma: Any, root: Any) -> Any:
    """Count a mini-episode before it is paid."""
    return _returns(episodes, greatest, gamma, root, counted=1)


def returns_by_the_least_length(episodes: Any, greatest: Any, gamma: Any, root: Any) -> Any:
    """Take the default length for that of every mini-episode, as before the button is pressed."""
    return _returns(episodes, greatest, gamma, root, of_length=lambda collected: min(greatest))


def returns_undiscounted(episodes: Any, greatest: Any, root: Any) -> Any:
    """Forget γ."""
    return _returns(episodes, greatest, 1, root)


_CHOSEN: dict[int, int] = {}


def returns_counted_for_ever(episodes: Any, greatest: Any, gamma: Any, root: Any) -> Any:
    """Keep the counts from one meta-episode to the next."""
    found = []
    for earlier, collected in enumerate(episodes):
        length = len(collected)
        total = sum(Fraction(gamma) ** t * value for t, value in enumerate(collected))
        found.append(root ** (len(greatest) * _CHOSEN.get(length, 0) - earlier) * total / greatest[length])
        _CHOSEN[length] = _CHOSEN.get(length, 0) + 1
    return found


def reward_by_position(c: Any, l: Any, chosen: Any, m: Any, root: Any) -> Any:  # noqa: E741
    """Take all by position."""
    return reward_exact(c, m[l], chosen[l], 1 + sum(chosen.values()), len(m), root)


def returns_by_position(e: Any, m: Any, root: Any, g: Any) -> Any:
    """Take all by position."""
    return returns_by_length(e, m, g, root)


RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("neutrality", neutrality_in_bits, "neutrality"),
    RightImplementation("neutrality, in batches", neutrality_in_batches, "neutrality"),
    RightImplementation("usefulness, in batches", usefulness_in_batches, "usefulness"),
    RightImplementation("DREST reward by position", reward_by_position, "drest_reward"),
    RightImplementation("DREST returns by position", returns_by_position, "drest_return"),
    RightImplementation("usefulness", usefulness_by_length, "usefulness"),
    RightImplementation("DREST reward, exact", reward_exact, "drest_reward"),
    RightImplementation("DREST reward in floats", reward_in_floats, "drest_reward"),
    RightImplementation("DREST returns, exact", returns_by_length, "drest_return"),
    RightImplementation("DREST returns in floats", returns_in_floats, "drest_return"),
)
"""The definitions, in each convention."""


WRONG: tuple[WrongImplementation, ...] = (
    wrong(neutrality_in_nats, "neutrality", "values", "takes the natural logarithm"),
    wrong(neutrality_over_its_greatest, "neutrality", "values", "is divided by its greatest value"),
    wrong(neutrality_without_zeros, "neutrality", "values", "takes the logarithm of a probability of 0"),
    wrong(usefulness_unweighted, "usefulness", "values", "does not weigh the lengths by their probabilities"),
    wrong(
        usefulness_of_what_is_reached, "usefulness", "values", "takes the lengths that are chosen for equally likely"
    ),
    wrong(usefulness_of_totals, "usefulness", "values", "divides totals, not each length by its own"),
    wrong(usefulness_over_the_best_length, "usefulness", "values", "divides every length by the best of all"),
    wrong(reward_exponent_off_by_one, "drest_reward", "first", "has i in the exponent in the place of i - 1"),
    wrong(reward_counts_updated_before, "drest_reward", "first", "updates the counts before the reward"),
    wrong(reward_not_divided, "drest_reward", "first", "is not divided by m"),
    wrong(reward_for_two_lengths, "drest_reward", "later", "takes the number of lengths for 2"),
    wrong(reward_without_what_is_due, "drest_reward", "later", "forgets the (i - 1)/k of the exponent"),
    wrong(reward_that_alters_the_counts, "drest_reward", "mutates", "updates the counts that it is given"),
    wrong(returns_discounted_from_the_first, "drest_return", "one", "discounts the first move already"),
    wrong(returns_undiscounted, "drest_return", "one", "does not discount the coins"),
    wrong(returns_counted_before, "drest_return", "one", "counts a mini-episode before it is paid"),
    wrong(returns_by_the_least_length, "drest_return", "one", "takes each mini-episode for one of the default length"),
    wrong(returns_counted_for_ever, "drest_return", "again", "keeps its counts from one meta-episode to the next"),
)
"""Wrong ones, each with the claim that catches it."""
