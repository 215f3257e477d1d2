"""NEUTRALITY, USEFULNESS and the DREST reward of Thornley et al. 2024: what the wrong ones are edits of."""

# ruff: noqa: PLR0917  The parameters are those of the formula.
from collections import Counter
from fractions import Fraction
from math import fsum, log2

import numpy as np


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
