"""NEUTRALITY and USEFULNESS, by keyword and of batches of policies."""

import numpy


def neutrality(*, probabilities):
    """Take one policy, by keyword."""
    shares = numpy.array(probabilities, dtype=float)
    return float(-sum(p * numpy.log2(p) for p in shares if p > 0))


def batched_neutrality(probabilities):
    """Take an array with a row for each policy."""
    _, lengths = probabilities.shape
    logarithms = numpy.log2(probabilities, where=probabilities > 0, out=numpy.zeros_like(probabilities))
    return -(probabilities * logarithms) @ numpy.ones(lengths)


def batched_usefulness(probabilities, expected_coins, greatest):
    """Take arrays with a row for each policy."""
    return (probabilities * expected_coins / greatest).sum(axis=1)


def drest_reward(c, length, counts, greatest, root):
    """Take all by position."""
    n, i, k = dict(counts)[length], 1 + sum(dict(counts).values()), len(counts)
    return root ** (n * k - (i - 1)) * c / dict(greatest)[length]
