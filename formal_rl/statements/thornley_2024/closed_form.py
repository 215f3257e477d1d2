"""The threshold in closed form: bounds on N_loc, up to which uniform is locally the best."""

from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.checking import Domain, Rows, by_hand, every, kinds, meets
from formal_rl.gridworlds import theorem as th
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.statements.thornley_2024.grids import HALF, NINE_TENTHS, QUARTER, fractions

LAMS = "1/2 11/20 3/5 2/3 7/10 3/4 4/5 17/20 9/10 19/20"
SMALL_LAMS = "1/100 1/10 1/4 2/5 49/100"

DOUBTFUL = ((Fraction(11, 18), 2), (Fraction(14, 27), 2), (Fraction(10, 17), 3), (Fraction(21, 26), 3))
"""λ and k where the bounds leave one integer of doubt; at the second N_loc is the greater, else the less."""


@theorem(
    "T24-Nloc",
    "the local threshold in closed form",
    "a correction of Theorem 5.1",
    "holds",
    evidence="proved, for all k, by the signs of coefficients of polynomials, by computer algebra in a test "
    "(test_local_threshold_symbolically.py), and argued in docs/findings/drest_threshold.md; exact: signs beside it",
    defects="The theorem has no bound on N. From 3k/c - (3k + 5)/8 - e c on uniform is not even a local maximum, "
    "which is earlier than the 3k/(1 - λ) - 1 of T24-threshold",
)
def closed_form() -> Evidence:
    """Let c = 1 - λ and e = (k - 1) (19 k + 1) / (160 k), and let N_loc be the greatest N for which the curvature of
    the return at uniform is at most 0. For each λ and k, N_loc < 3k/c - (3k + 5)/8 - e c; for λ >= 1/2 it is at least
    the integer part of this bound less e c², which leaves at most one integer of doubt for k <= 34. So N* is less than
    this bound, and for two lengths it is N_loc.
    """

    def examples() -> Rows:
        roots = "ε = 3/8; 5/8 · (-5/4) root^-1, and (5/8)² · 4 · 2 (9/8 - 2)"
        yield roots, (Fraction(-175, 64), Fraction(-25, 32)), th.curvature_in_roots(QUARTER, 2, 3)
        for about, lam, least, below in (
            ("12 - 11/8 - 39/640; less 39/1280 it is 10.53: N_loc is 10", "1/2", 10, "6761/640"),
            ("60 - 11/8 - 39/3200 = 58.61: N_loc is 58", "9/10", 58, "187561/3200"),
            ("150/7 - 11/8 - 273/8000 is 20.019; less 1911/200000 it is 20.010", "18/25", 20, "1121089/56000"),
            ("4/(3/4) = 5 1/3; 8 - 11/8 - 117/1280 = 6.53", "1/4", 5, "8363/1280"),
        ):
            yield (
                f"λ = {lam}, k = 2: {about}",
                th.LocalBounds(least, Fraction(below)),
                th.local_bounds(Fraction(lam), 2),
            )
        most = [max(k for k in range(2, 1000) if th.second_order(k) * c**2 <= 1) for c in (HALF, 1 - NINE_TENTHS)]
        yield "e c² <= 1: 33 · 647/5440 < 4 < 34 · 666/5600; 842 · 16018/134880 < 100", [34, 843], most
        yield "λ = 1/4: negative at 6, positive at 7", 6, th.local_threshold(QUARTER, 2)

    def beside(lam: Fraction, k: int) -> Any:
        bounds, found = th.local_bounds(lam, k), th.local_threshold(lam, k)
        signs = [th.sign(th.curvature_in_roots(lam, k, number), lam) > 0 for number in (found, found + 1)]
        one = lam < HALF or bounds.greatest - bounds.least <= 1
        right = signs == [False, True] and bounds.least <= found <= bounds.greatest and one
        return meets(right, "within the bounds, negative there and positive at the next", (bounds, found, signs))

    def decided(lam: Fraction) -> Any:
        found = th.local_threshold(lam, 2)
        both = [th.uniform_is_the_best(lam, 2, found), not th.uniform_is_the_best(lam, 2, found + 1)]
        return (found, [True, True]), (th.threshold(lam, 2).greatest, both if lam <= Fraction(4, 5) else [True, True])

    def doubt(lam: Fraction, k: int) -> str:
        one = th.local_bounds(lam, k).least < th.local_bounds(lam, k).greatest
        return "λ < 1/2" if lam < HALF else "one integer in doubt" if one else "no doubt"

    yield by_hand(examples)
    lams = Domain(
        lambda scope: f"λ = 1/2 to {'99/100' if scope.is_full else '19/20'}",
        lambda scope: fractions(*LAMS.split(), *(["24/25", "49/50", "99/100"] if scope.is_full else ())),
    )
    pairs = Domain(
        lambda scope: f"k = 2 to 5; {lams.said(scope)}; 1/100 to 49/100; and four λ chosen for a doubt",
        lambda scope: (*product((*lams.values(scope), *fractions(*SMALL_LAMS.split())), range(2, 6)), *DOUBTFUL),
        many=True,
    )
    how = kinds(doubt, "no doubt", "one integer in doubt", "λ < 1/2")
    yield every("beside the sign of the curvature at the last integer and the next", beside, pairs, kinds=how)
    two = "two lengths: N* is N_loc, by the search, and to λ = 4/5 decided over all distributions"
    yield every(two, decided, lams)
    yield mutants("""
        gridworlds.theorem.local_threshold:local_bounds
            the bound proved before: below = 3 * k / c - Fraction(3 * k + 5, 8) - e * c → below = 3 * k / c - 1
            3k + 3 for 3k + 5: 3 * k + 5 → 3 * k + 3
            the integer part, and one more: floor(below - e * c**2) → 1 + floor(below - e * c**2)
        gridworlds.theorem.local_threshold:second_order
            no term in c: (k - 1) * → 0 *
            twice the term in c: (k - 1) * → 2 * (k - 1) *
        gridworlds.theorem.local_threshold:curvature_in_roots
            i for i + 1 in the curvature: (i + 1) * part → i * part
    """)


STATEMENTS = statements_in(globals())
