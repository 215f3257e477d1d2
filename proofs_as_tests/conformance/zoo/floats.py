"""Right functions of floats, as people write them with numpy, scipy, numba or tensors: named suite__how."""

import numpy

from formal_rl.conformance.zoo.edits import edited

try:
    from numba import njit
except ImportError:

    def njit(function):
        return function


class Tensor:
    """A vector of floats that takes floats and ints alone, as torch's does."""

    def __init__(self, values):
        if not all(isinstance(value, (int, float, numpy.number)) for value in values):
            raise TypeError("must be real number")
        self.values = numpy.array(values, dtype=numpy.float64)

    def __mul__(self, other):
        return Tensor(self.values * other.values)

    def __truediv__(self, other):
        return Tensor(self.values / other.values)

    def entr(self):
        return Tensor([-p * numpy.log(p) if p else 0.0 for p in self.values])

    def sum(self):
        return Tensor([self.values.sum()])

    def item(self):
        return float(self.values[0])


def neutrality__scipy(probabilities):
    from scipy.stats import entropy  # slow to import, and every collection of tests imports this module

    return entropy(probabilities, base=2)


def neutrality__numpy(probabilities):
    shares = numpy.array([p for p in probabilities if p > 0])
    return -numpy.sum(shares * numpy.log2(shares))


@njit
def neutrality__numba(probabilities):
    total = 0.0
    for p in probabilities:
        if p > 0:
            total -= p * numpy.log2(p)
    return total


def neutrality__tensor(probabilities):
    return Tensor(probabilities).entr().sum().item() / numpy.log(2)


def drest_reward__numpy(value, m, n, i, k, lam):  # noqa: PLR0917
    return numpy.exp((n - (i - 1) / k) * numpy.log(lam)) * value / m


@njit
def drest_reward__numba(value, m, n, i, k, lam):  # noqa: PLR0917
    return lam ** (n - (i - 1) / k) * value / m


@njit
def usefulness__numba(probabilities, expected_coins, greatest):
    total = 0.0
    for length in range(len(probabilities)):
        total += probabilities[length] * expected_coins[length] / greatest[length]
    return total


def usefulness__tensor(probabilities, expected_coins, greatest):
    return (Tensor(probabilities) * Tensor(expected_coins) / Tensor(greatest)).sum().item()


EDITS = """
= neutrality: neutrality__scipy neutrality__numpy neutrality__numba neutrality__tensor
= drest_reward: drest_reward__numpy drest_reward__numba
= usefulness: usefulness__numba usefulness__tensor
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
