"""Metrics, rewards and returns of shutdownable agents, plainly: what the wrong ones are edits of."""

import math
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy


def neutrality_in_bits(probabilities: Any) -> Any:
    """Sum over the lengths that occur."""
    return 0.0 - sum(float(p) * math.log2(p) for p in probabilities if p)


def neutrality_in_batches(probabilities: Any) -> Any:
    """Take an array with a row for each policy."""
    logarithms = numpy.log2(probabilities, where=probabilities > 0, out=numpy.zeros_like(probabilities))
    return 0.0 - (probabilities * logarithms).sum(axis=1)


def usefulness_by_length(probabilities: Any, expected_coins: Any, greatest: Any) -> Any:
    """Weigh each share of m by the probability of its length."""
    lengths = zip(probabilities, expected_coins, greatest, strict=True)
    return sum(p * coins / Fraction(m) for p, coins, m in lengths)


def usefulness_in_batches(probabilities: Any, expected_coins: Any, greatest: Any) -> Any:
    """Take arrays with a row for each policy."""
    return (probabilities * expected_coins / greatest).sum(axis=1)


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


def returns_in_floats(episodes: Any, greatest: Any, gamma: Any, lam: Any) -> Any:
    """Take the root in floating point."""
    return [float(each) for each in returns_by_length(episodes, greatest, gamma, float(lam) ** (1 / len(greatest)))]
