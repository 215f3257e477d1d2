"""Other readings of Theorem 5.1: which of them save it, and which do not."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.gridworlds import expected_return_incremental, weighted_return
from formal_rl.gridworlds.theorem import own_returns
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    NINE_TENTHS,
    QUARTER,
    Shares,
    distributions,
    fractions,
    ones,
    uniform,
)

EVEN = uniform(2)


def paper(p: Shares, number: int) -> Fraction:
    """Return the expected return for λ = 1/4, k = 2."""
    return expected_return_incremental(p, ones(2), HALF, number)


def geometric(p: Shares, lam: Fraction, base: Fraction, number: int) -> Fraction:
    """Return the expected return where a power of the base weighs mini-episode i."""
    return weighted_return(p, ones(2), lam, [base**i for i in range(number)])


def counted_from_0(sequence: Sequence[int]) -> Fraction:
    """Return what a sequence of two lengths receives, λ = 1/4, where (i - 1)/k counts mini-episodes i from 0."""
    counts = ((i, sequence[: i - 1].count(length)) for i, length in enumerate(sequence, start=1))
    return sum((HALF ** (2 * n - (i - 2)) for i, n in counts), Fraction(0))


def per_step(p: Shares, lengths: tuple[int, int], lam: Fraction, gamma: Fraction) -> Fraction:
    """Return λ^(1/2) times the expected return of the second of two mini-episodes, discounted by all steps before.

    The first has an expected return of 1 whatever p is.

    Ledger: T24-T5.1-readings*
    """
    pairs = product(range(2), repeat=2)
    returns = (p[a] * p[b] * gamma ** lengths[a] * (lam if a == b else 1) for a, b in pairs)
    return sum(returns, Fraction(0))


@lemma(
    "T24-T5.1-readings",
    "readings of the theorem",
    "Theorem 5.1 and Definition D.2",
    "holds",
    evidence="exhaustive: all sequences, counted from 0; by hand: a witness for each reading that fails; argued in "
    "docs/findings/drest_theorem.md",
    defects="The paper does not mention memory within a meta-episode, or say which returns weigh the gradient. The two "
    "readings that hold are decided on grids in T24-repair and T24-equilibrium.",
)
def readings() -> Evidence:
    """Theorem 5.1 also fails for large N with mini-episodes counted from 0, a mean instead of the sum, another number
    than k in the exponent, a mixture drawn per meta-episode, or too weak a discount per mini-episode; and at N = 2 with
    a discount per time step, or memory of mini-episodes. With weights that do not increase, or with credit for a
    choice's own mini-episode given counts from the same policy, only uniform is left, for every N.
    """

    def examples() -> Rows:
        quarters, thirds = fractions("1/4", "3/4"), fractions("1/3", "2/3")
        yield "two different lengths, counted from 0: 1/2 + 1", Fraction(3, 2), counted_from_0((0, 1))
        less = fractions("34143521/1048576", "585978461/16777216")
        both = tuple(geometric(p, Fraction(1, 64), Fraction(4), 5) for p in (EVEN, quarters))
        yield "(i - 1)/3 in the exponent, λ = 1/64, N = 5: uniform returns less than (1/4, 3/4)", less, both
        less = fractions("1732076671/268435456", "448525572055/68719476736")
        both = tuple(geometric(p, QUARTER, Fraction(3, 2), 8) for p in (EVEN, quarters))
        yield "a discount of 3/4 for each mini-episode, N = 8: less than (1/4, 3/4)", less, both
        mixture = (paper(thirds, 7) + paper(thirds[::-1], 7)) / 2
        yield "(1/3, 2/3) or (2/3, 1/3), drawn once, N = 7", Fraction(985, 64), mixture
        yield "uniform, λ = 1/4, N = 7, returns less", Fraction(61741, 4096), paper(EVEN, 7)
        yield "(1/2)^4 * 1/4", Fraction(1, 64), per_step(fractions("1", "0"), (4, 8), QUARTER, HALF)
        even, uneven = (per_step(p, (4, 8), NINE_TENTHS, Fraction(19, 20)) for p in (EVEN, fractions("13/25", "12/25")))
        yield "λ = 9/10, γ = 19/20, N = 2, lengths 4 and 8: less than (13/25, 12/25)", True, even < uneven
        remembering = 2 * max(map(counted_from_0, product(range(2), repeat=2)))
        yield "N = 2, with memory a, b: 1 + 2; uniform: 1 + 2 * 5/8", (3, Fraction(9, 4)), (remembering, paper(EVEN, 2))
        falling = tuple(geometric(p, QUARTER, Fraction(3, 4), 2) for p in (EVEN, quarters))
        yield "weights 1, 3/4: 1 + 3/4 * 5/8, and 1 + 3/4 * (13/64 + 21/64)", fractions("47/32", "179/128"), falling
        own = own_returns(thirds, HALF, 2)
        yield "its own mini-episode: (1 + 2 * 3/4) / 2 and (1 + 2 * 1/2) / 2", fractions("5/4", "1"), own

    def halved(p: Shares) -> Any:
        chances = ((prod(p[length] for length in each), each) for each in product(range(2), repeat=7))
        return HALF * paper(p, 7), sum(chance * counted_from_0(each) for chance, each in chances)

    yield by_hand(examples)
    sixths = among("p multiples of 1/6", tuple(distributions(2, 6)))
    yield every("counted from 0, all is halved, λ = 1/4, k = 2, N = 7, summed over all sequences", halved, sixths)
    yield mutants("""
        :counted_from_0
            a wrong exponent, 2 (i - 1)/k: 2 * n - (i - 2) → 2 * n - 2 * (i - 1)
            a wrong exponent, n counted after the reward: 2 * n - (i - 2) → 2 * (n + 1) - (i - 2)
    """)


STATEMENTS = statements_in(globals())
