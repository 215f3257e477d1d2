"""Other readings of Theorem 5.1: which of them save it, and which do not."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.checking.domains import Domain
from formal_rl.gridworlds import expected_return_incremental, weighted_return
from formal_rl.gridworlds.theorem import own_returns
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, Shares, distributions, fractions, ones, uniform

Reading = Callable[[Shares, int], Fraction]

EVEN = uniform(2)


def paper(p: Shares, number: int) -> Fraction:
    """Return the expected return for λ = 1/4, k = 2."""
    return expected_return_incremental(p, ones(2), HALF, number)


def geometric(lam: Fraction, base: Fraction) -> Reading:
    """Return the reading that weighs mini-episode i by a power of the base."""
    return lambda p, number: weighted_return(p, ones(2), lam, [base**i for i in range(number)])


def counted_from_0(sequence: Sequence[int]) -> Fraction:
    """Return what a sequence of two lengths receives, λ = 1/4, where (i - 1)/k counts mini-episodes i from 0."""
    counts = ((i, sequence[: i - 1].count(length)) for i, length in enumerate(sequence, start=1))
    return sum((HALF ** (2 * n - (i - 2)) for i, n in counts), Fraction(0))


NOT_INCREASING = Fraction(1), Fraction(3, 4)
"""Of weights base^(i - 1). For λ = 1/4, k = 2, 3/4 is λ^(-1/k) with a discount of 3/8, less than λ^(1/k)."""


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
    evidence="exhaustive: a witness for each reading that fails, grids for those that hold; "
    "argued in docs/findings/drest_theorem.md",
    defects="The paper does not mention memory within a meta-episode, or say which returns weigh the gradient.",
)
def readings() -> Evidence:
    """Theorem 5.1 also fails for large N with mini-episodes counted from 0, a mean instead of the sum, another number
    than k in the exponent, a mixture drawn per meta-episode, or too weak a discount per mini-episode; and at N = 2 with
    a discount per time step, or memory of mini-episodes. With weights that do not increase, or with credit for a
    choice's own mini-episode given counts from the same policy, only uniform is left, for every N.
    """

    def examples() -> Rows:
        yield "two different lengths, counted from 0: 1/2 + 1", Fraction(3, 2), counted_from_0((0, 1))
        yield "uniform: 1 + 2 * 5/8", Fraction(9, 4), paper(EVEN, 2)
        yield "(1/2)^4 * 1/4", Fraction(1, 64), per_step(fractions("1", "0"), (4, 8), QUARTER, HALF)

    def beaten(name: str, lam: Fraction, base: Fraction, found: str) -> Any:
        def claim(number: int) -> Any:
            even, uneven = (geometric(lam, base)(each, number) for each in (EVEN, fractions("1/4", "3/4")))
            return meets(even > uneven, f"> {uneven}", even)

        return every(name, claim, among("k = 2, N from 2 to 12, against (1/4, 3/4)", range(2, 13))).fails(found)

    def halved(p: Shares) -> Any:
        chances = ((prod(p[length] for length in each), each) for each in product(range(2), repeat=7))
        return HALF * paper(p, 7), sum(chance * counted_from_0(each) for chance, each in chances)

    def mixtures(p: Shares) -> Any:
        values = [paper(each, 7) for each in distributions(2, 12)]
        best, got = max((one + other) / 2 for one, other in product(values, repeat=2)), paper(p, 7)
        return meets(got < best or p == EVEN, "not as good as any mixture of two", got)

    def by_steps(p: Shares) -> Any:
        even, got = (per_step(each, (4, 8), Fraction(9, 10), Fraction(19, 20)) for each in (EVEN, p))
        return meets(got <= even, f"<= {even}", got)

    def remembering(number: int) -> Any:
        even, best = paper(EVEN, number), 2 * max(map(counted_from_0, product(range(2), repeat=number)))
        return meets(even >= best, f"<= {even}", best)

    def weighted(base: Fraction, number: int, p: Shares) -> Any:
        even, got = (geometric(QUARTER, base)(each, number) for each in (EVEN, p))
        return meets(got == even if p == EVEN else got < even, f"< {even}", got)

    def given_counts(number: int, p: Shares) -> Any:
        returns = own_returns(p, HALF, number)
        best = all(each == max(returns) for each, chance in zip(returns, p, strict=True) if chance)
        rarer, other = (w for _, w in sorted(zip(p, returns, strict=True)))  # sorted by p, of two lengths
        return (p == EVEN, "the rarer returns more"), (best, (p == EVEN or rarer > other) and "the rarer returns more")

    yield by_hand(examples)
    sixths, twelfths = (among(f"p multiples of 1/{parts}", tuple(distributions(2, parts))) for parts in (6, 12))
    yield every("counted from 0, all is halved, λ = 1/4, k = 2, N = 7, summed over all sequences", halved, sixths)
    third = "…, 5: expected '> 585978461/16777216', got Fraction(34143521, 1048576)"
    yield beaten("(i - 1)/3 in the exponent, where k = 2, λ = 1/64", Fraction(1, 64), Fraction(4), third)
    too_weak = "…, 8: expected '> 448525572055/68719476736', got Fraction(1732076671, 268435456)"
    yield beaten("a discount of 3/4 for each mini-episode, λ = 1/4", QUARTER, Fraction(3, 2), too_weak)
    yield every("a mixture of policies drawn once per meta-episode, λ = 1/4, N = 7", mixtures, twelfths).fails(
        "…, (1/3, 2/3): expected 'not as good as any mixture of two', got Fraction(985, 64)"
    )
    parts = among("λ = 9/10, γ = 19/20, N = 2, lengths 4 and 8, p multiples of 1/25", tuple(distributions(2, 25)))
    yield every("a discount for each time step of the meta-episode", by_steps, parts).fails("…, (13/25, 12/25): …")
    to_six = among("λ = 1/4, N from 2 to 6, all sequences of lengths", range(2, 7))
    yield every("policies that remember earlier mini-episodes", remembering, to_six).fails(
        "…, 2: expected '<= 9/4', got Fraction(3, 1)"
    )
    weights = among("1 and (3/4)^i, λ = 1/4", NOT_INCREASING)
    numbers = Domain(  # of whatever horizon: growing weights return more from N = 8 on
        lambda scope: f"N to {(20, 40)[scope.is_full]}", lambda scope: range(2, (21, 41)[scope.is_full])
    )
    yield every("weights that do not increase", weighted, weights, numbers, twelfths)
    three = among("λ = 1/4, N = 2, 7, 20", (2, 7, 20))
    yield every("the return of the own mini-episode, counts from the same policy", given_counts, three, twelfths)
    yield mutants("""
        :counted_from_0
            a wrong exponent, 2 (i - 1)/k: 2 * n - (i - 2) → 2 * n - 2 * (i - 1)
            a wrong exponent, n counted after the reward: 2 * n - (i - 2) → 2 * (n + 1) - (i - 2)
        :NOT_INCREASING
            growing weights said not to increase: Fraction(3, 4) → Fraction(3, 2)
        gridworlds.theorem.own_returns:own_returns
            the slope of the whole return for the own return: ratio**i for i
                → ratio**i - i * (1 / base - ratio) * ratio ** max(i - 1, 0) for i
    """)


STATEMENTS = statements_in(globals())
