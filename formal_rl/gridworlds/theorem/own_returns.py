"""The return of each length if counts come from the policy itself, and the function whose slope this is."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from formal_rl.gridworlds.drest import require_number, require_shares
from formal_rl.gridworlds.theorem._radical_sums import require_lengths
from formal_rl.gridworlds.world import Value


def own_returns(p: Sequence[Value], root: Value, number: int) -> tuple[Fraction, ...]:
    """Return W_l for each length l: the mean over mini-episodes of the return of choosing l in this one only.

    Earlier mini-episodes choose lengths with the probabilities p, each length is worth 1, and ``root`` is λ^(1/k):
    W_l is the mean over i < N of q^i (1 - c p_l)^i, with q = λ^(-1/k) and c = 1 - λ.

    Source: a reading of Thornley et al. 2024, Section 5.
    Ledger: T24-equilibrium*, T24-T5.1-readings*, T24-lopsided*, T24-lopsided-lambda*
    """
    require_shares(p, (1,) * len(p))
    require_number(number)
    base = Fraction(root)
    ratios = [(1 - (1 - base ** len(p)) * each) / base for each in p]
    return tuple(sum((ratio**i for i in range(number)), Fraction(0)) / number for ratio in ratios)


def potential(p: Sequence[Value], root: Value, number: int) -> Fraction:
    """Return the function whose derivative by p_l is N W_l: the sum of q^i (1 - (1 - c p_l)^(i + 1)) / (c (i + 1)).

    The sum is over i < N and over lengths l. It is strictly concave where N >= 2.

    Source: a reading of Thornley et al. 2024, Section 5.
    Ledger: T24-equilibrium*
    """
    require_shares(p, (1,) * len(p))
    require_number(number)
    base = Fraction(root)
    c = 1 - base ** len(p)
    return sum(
        (base**-i * (1 - (1 - c * each) ** (i + 1)) / (c * (i + 1)) for i in range(number) for each in p), Fraction(0)
    )


def steepness(k: int, root: Value, number: int) -> Fraction:
    """Return κ, by which part W_l falls at uniform for each unit that p_l rises: minus the slope of its logarithm.

    Where the m_l that is divided by is wrong, and length l is worth 1 + z_l, the fixed point of training moves from 1/k
    by about (z_l - the mean of z) / κ. κ is 0 for N = 1, and at least (1 - λ) (N - 1) / (2 h) with h = 1 - (1 - λ) / k.

    Source: a reading of Thornley et al. 2024, Section 7 (an estimate of m).
    Ledger: T24-estimated-m*
    """
    require_lengths(k)
    require_number(number)
    base = Fraction(root)
    c = 1 - base**k
    ratio = (1 - c / k) / base
    powers = [ratio**i for i in range(number)]
    falls = sum((i * each for i, each in enumerate(powers)), Fraction(0)) * c / (1 - c / k)
    return falls / sum(powers, Fraction(0))


def credited_slopes(p: Sequence[Value], root: Value, number: int, *, later: bool) -> tuple[Fraction, ...]:
    """Return, for each length l, the mean of the returns credited to choosing l, divided by p_l.

    A return is credited to the choice of its own mini-episode; with ``later``, also to every choice before it. So it
    is the factor of the gradient of p_l in REINFORCE with the one or the other credit, summed over all k^N
    sequences. All p_l must be positive.

    Source: a reading of Thornley et al. 2024, Section 5.
    Ledger: T24-equilibrium*
    """
    require_shares(p, (1,) * len(p))
    require_number(number)
    k, base = len(p), Fraction(root)
    slopes = [Fraction(0)] * k
    for sequence in product(range(k), repeat=number):
        probability = Fraction(1)
        for length in sequence:
            probability *= p[length]
        for i, length in enumerate(sequence):
            received = base ** (k * sequence[:i].count(length) - i)
            for credited in sequence[: i + 1] if later else (length,):
                slopes[credited] += probability * received / p[credited]
    return tuple(slopes)
