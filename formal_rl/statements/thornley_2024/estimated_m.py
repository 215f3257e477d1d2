"""Section 7's suggestion to estimate m: how far the fixed point of training moves if it is wrong."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

from formal_rl.checking import among, every, up_to
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.gridworlds import Value
from formal_rl.gridworlds.theorem import own_returns, steepness
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, KINDS, fractions


def relative_worth(t: Fraction, root: Value, number: int) -> Fraction:
    """Return z for which (1/2 + t, 1/2 - t) is the fixed point if the lengths are worth 1 + z and 1 - z.

    Ledger: T24-estimated-m
    """
    first, second = own_returns((HALF + t, HALF - t), root, number)
    return (second - first) / (second + first)


@claim(
    "T24-estimated-m",
    "an m that is only estimated",
    "Section 7",
    "holds",
    evidence="exact: the formula to the first order, and as bounds; argued in docs/findings/drest_theorem.md",
    defects="The section gives no size. The fewer mini-episodes, the greater the shift: κ falls with N, to 0 for "
    "N = 1.",
)
def estimated() -> Evidence:
    """One need not equalise the greatest preliminary returns of the lengths exactly. If the m that is divided by makes
    length l worth 1 + z_l, the fixed point of training moves from 1/k by (z_l - the mean of z) / κ to the first order,
    where κ is at least (1 - λ) (N - 1) / 2. For two lengths that are made worth 1 + z and 1 - z it moves by at least
    z / κ.
    """

    def examples() -> Rows:
        two = "κ: 1 + 5/4 + 25/16 = 61/16 falls by 3/2 + 2 · 5/4 · 3/2 = 21/4"
        yield two, Fraction(84, 61), steepness(2, HALF, 3)
        yield "κ: 1 + 2 (1 - 7 p/8) is 29/12 at 1/3, and falls by 7/4", Fraction(21, 29), steepness(3, HALF, 2)
        yield "κ for N = 1: all lengths pay 1", Fraction(0), steepness(2, HALF, 1)
        shift = "z = 1/15: 16/15 · 21/20 = 14/15 · 6/5 at (3/5, 2/5), so the shift is 1/15 · 3/2 = 1/10"
        yield shift, Fraction(1, 15), relative_worth(Fraction(1, 10), HALF, 2)

    def first_order(k: int, root: Fraction, number: int) -> Any:
        kappa, shifts = steepness(k, root, number), [Fraction(each, 10**6) for each in (k - 1, *(-1,) * (k - 1))]
        worth = [1 / each for each in own_returns([Fraction(1, k) + each for each in shifts], root, number)]
        mean = sum(worth, Fraction(0)) / k
        off = [value / mean - 1 - kappa * each for each, value in zip(shifts, worth, strict=True)]
        c = 1 - root**k
        least = c * (number - 1) / (2 * (1 - c / k))
        right = kappa > least and max(map(abs, off)) <= kappa / 10**9  # the latter is of the second order in the shift
        return meets(right, f"κ above {least}, and z - the mean of z near κ times the shift", (kappa, off))

    def at_least(root: Fraction, number: int) -> Any:
        kappa = steepness(2, root, number)
        shifts = fractions("1/100", "1/10", "1/4", "2/5", "1/2")
        ratios = [kappa, *(relative_worth(t, root, number) / t for t in shifts)]
        right = all(after == kappa if number == 2 else after < before for before, after in pairwise(ratios))
        return meets(right, "falling from κ, or κ throughout for N = 2", ratios)

    numbers = up_to(7, full=20, least=2, said="N")
    yield by_hand(examples)
    lams = among("k = 2, 3, 4; λ = 1/4, 81/100, 1/8, 1/16", (*KINDS, (4, HALF)), many=True)
    name = (
        "the shift of 10^-6 is (z_l - the mean of z) / κ, but for a part of 10^-3; κ > c (N - 1) / (2 h), h = 1 - c / k"
    )
    yield every(name, first_order, lams, numbers)
    roots = among("λ = 1/100, 1/4, 81/100, 361/400", fractions("1/10", "1/2", "9/10", "19/20"))
    name = "two lengths: the shift, of 1/100, 1/10, 1/4, 2/5, 1/2, is at least z / κ, and more so the greater it is"
    yield every(name, at_least, roots, numbers)
    yield mutants("""
        gridworlds.theorem.own_returns:steepness
            the slope without the level: sum(powers, Fraction(0)) → number
            N for N - 1: range(number) → range(number + 1)
            λ for its root: base = Fraction(root) → base = Fraction(root) ** 2
        gridworlds.theorem.own_returns:own_returns
            n counted after the reward, in one length: / number for ratio in ratios
                → / number * (1 if place else base ** len(p)) for place, ratio in enumerate(ratios)
    """)


STATEMENTS = statements_in(globals())
