"""The expected return of a meta-episode: over all sequences of lengths, in closed form, and by drawing."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from formal_rl.environments import Draws, draw
from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.world import Value

# One policy is used in all mini-episodes: length l has probability p[l] in each, and u[l] = E(C | L = l) / m_l.


def check_shares(p: Sequence[Value], u: Sequence[Value]) -> None:
    """Raise `InvalidParameter` unless p are at least two probabilities that sum to 1 and u as many numbers, 0 to 1."""
    if len(p) < 2:
        raise InvalidParameter("k", len(p), "at least 2 trajectory-lengths")
    if any(type(each) not in {int, Fraction} or each < 0 for each in p) or sum(p) != 1:
        raise InvalidParameter("p", tuple(p), f"exact probabilities that sum to 1, not to {sum(p)}")
    if len(u) != len(p) or any(type(each) not in {int, Fraction} or not 0 <= each <= 1 for each in u):
        raise InvalidParameter("u", tuple(u), f"{len(p)} exact numbers from 0 to 1")


def check_number(number: int) -> None:
    """Raise `InvalidParameter` unless there is at least one mini-episode."""
    if type(number) is not int or number < 1:
        raise InvalidParameter("N", number, "at least 1 mini-episode")


def expected_return(p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
    """Return the expected return of a meta-episode of N = ``number`` mini-episodes, summed over all k^N sequences.

    ``root`` is λ^(1/k).

    Source: Thornley et al. 2024, Definition D.2.
    Ledger: T24-DD2*, T24-T5.1*
    """
    check_shares(p, u)
    check_number(number)
    k, base = len(p), Fraction(root)
    total = Fraction(0)
    for sequence in product(range(k), repeat=number):
        probability, received = Fraction(1), Fraction(0)
        for i, length in enumerate(sequence, start=1):
            n = sequence[: i - 1].count(length)
            probability *= p[length]
            received += base ** (k * n - (i - 1)) * u[length]
        total += probability * received
    return total


def expected_return_incremental(p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
    """Return what `expected_return` does, in closed form: the sum over i < N of q^i sum_l p_l u_l (1 - c p_l)^i.

    Here q = λ^(-1/k) and c = 1 - λ. The number of earlier mini-episodes of a length is binomial, and independent of
    this one; so the mean of λ to it is (1 - p + λ p)^i.

    Source: Thornley et al. 2024, Definition D.2, summed.
    Ledger: T24-DD2*, T24-T5.1-useful*
    """
    check_shares(p, u)
    check_number(number)
    c = 1 - Fraction(root) ** len(p)
    return sum(
        (_geometric((1 - c * a) / Fraction(root), number) * a * b for a, b in zip(p, u, strict=True)), Fraction(0)
    )


def _geometric(ratio: Fraction, number: int) -> Fraction:
    return Fraction(number) if ratio == 1 else (ratio**number - 1) / (ratio - 1)


def drawn_return(p: Sequence[Value], u: Sequence[Value], root: Value, number: int, draws: Draws) -> Fraction:
    """Return the return of one meta-episode whose i-th length is drawn by u_{i-1}, each mini-episode worth its mean.

    Source: Thornley et al. 2024, Definition D.2.
    Ledger: T24-DD2*
    """
    check_shares(p, u)
    check_number(number)
    k, base = len(p), Fraction(root)
    chosen, total = [0] * k, Fraction(0)
    for i in range(number):
        value, length = draw(draws, i), 0
        below = Fraction(p[0])
        while value >= below and length < k - 1:
            length += 1
            below += p[length]
        total += base ** (k * chosen[length] - i) * u[length]
        chosen[length] += 1
    return total


def weighted_return(p: Sequence[Value], u: Sequence[Value], lam: Value, weights: Sequence[Value]) -> Fraction:
    """Return the expected return with other weights than q^i: the sum over i of w_i sum_l p_l u_l (1 - c p_l)^i.

    With w_i = 1 it is that of the repaired reward, λ^n c / m_l without the factor λ^(-(i - 1)/k).

    Source: a repair of Thornley et al. 2024, Definition D.2.
    Ledger: T24-repair*, T24-T5.1-readings*
    """
    check_shares(p, u)
    c = 1 - Fraction(lam)
    return sum(
        (weight * a * b * (1 - c * a) ** i for i, weight in enumerate(weights) for a, b in zip(p, u, strict=True)),
        Fraction(0),
    )
