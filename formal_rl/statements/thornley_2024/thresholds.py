"""The threshold N*, up to which uniform is the one best distribution over lengths, and the local one, N_loc."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.gridworlds import theorem as th
from formal_rl.gridworlds.theorem.local_threshold import curvature_in_roots, second_order
from formal_rl.gridworlds.theorem.threshold import scaled_excess
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.statements.thornley_2024.grids import HALF, NINE_TENTHS, QUARTER, fractions

TABLE = {"1/2": (10, 15, 20), "7/10": (18, 27, 35), "4/5": (28, 42, 54), "9/10": (58, 86, 111)}
DECIDED = (("1/2", 2), ("1/2", 3), ("1/2", 4), ("7/10", 3), ("9/10", 2))
"""N* for k = 2, 3, 4 by λ; and the entries that are decided over all distributions."""


@theorem(
    "T24-threshold",
    "the threshold N*",
    "a correction of Theorem 5.1",
    "holds",
    evidence="certified, by exact signs of one polynomial: every N for two λ, and 5 entries of the table; numeric, "
    "50 digits: the table; argued in docs/findings/drest_theorem.md",
    witness="N*(9/10, 2) = 58: beyond it, as in the main setting of the published version, uniform is not the best",
)
def the_threshold() -> Evidence:
    """For each λ and k there is an N* such that uniform is the only best distribution over lengths for 2 <= N <= N*,
    and is not the only one for greater N. For k = 2 it is the greatest N for which uniform is a local maximum. It is at
    least the integer part of 4 / (1 - λ), and less than 3k / (1 - λ) - 1.
    """

    def examples() -> Rows:
        found = round(2 * th.curvature(QUARTER, 2, 6), 10)
        about = "g = 5/4: -25/8 - 175/32 - 375/64 - 625/256 + 15625/2048 = -18975/2048"
        yield f"twice the curvature at 1/2, λ = 1/4, N = 6: {about}", Decimal("-9.2651367188"), found
        about = "q^2 (-2 c · 2 + c^2 · 3) = 4 (-3 + 27/16) and -2 · 2 · 3/4: -33/4"
        yield f"the scaled excess: {about}", Decimal("-8.25"), round(scaled_excess(QUARTER, 2, 3), 12)
        bounds = "negative at 6, positive at 7; 4 / (3/4) = 5 1/3 and 6 / (3/4) - 1 = 7"
        yield f"N* for λ = 1/4, k = 2: {bounds}", th.Threshold(6, 6, 5, 7), th.threshold(QUARTER, 2)
        yield "N* is 6: uniform", th.Maximiser(Decimal("0.5"), Decimal("0.5"), Decimal(0)), th.maximiser(QUARTER, 2, 6)
        at_8, beyond = tuple(map(Decimal, ("0.775576963", "0.224423037", "0.163939306"))), th.maximiser(QUARTER, 2, 8)
        yield "N = 8: where phi'(x) = phi'(1 - x), computed apart", at_8, tuple(round(each, 9) for each in beyond)
        thirds = dict(th.Maximiser(Decimal("0.5"), Decimal("0.25"), Decimal(0)).distribution(3))
        yield "the likeliest is the last", {0: QUARTER, 1: QUARTER, 2: HALF}, thirds

    def decided(lam: Fraction, k: int) -> Any:
        numbers, greatest = range(2, int(3 * k / (1 - lam)) + 3), th.threshold(lam, k).greatest
        return [each <= greatest for each in numbers], [th.uniform_is_the_best(lam, k, each) for each in numbers]

    def table(text: str, k: int, greatest: int) -> Any:
        lam, found = Fraction(text), th.threshold(Fraction(text), k)
        within = int(4 / (1 - lam)) <= found.greatest < 3 * k / (1 - lam) - 1
        local = greatest if k == 2 else th.local_threshold(lam, k)
        exactly = [th.uniform_is_the_best(lam, k, greatest + more) for more in (0, 1) if (text, k) in DECIDED]
        return (greatest, local, True, [True, False] * bool(exactly)), (*found[:2], within, exactly)

    yield by_hand(examples)
    lams = among("λ = 1/10, 1/4", fractions("1/10", "1/4"))
    ks = among("k = 2, 3, 4, N from 2 to 3k / (1 - λ) + 2", (2, 3, 4))
    yield every("uniform is the one best up to N*, and at no greater number", decided, lams, ks)
    entries = among(
        "λ = 1/2 to 9/10; k = 2, 3, 4; N*(9/10, 2) = 58; 5 of them exactly",
        [(lam, k, greatest) for lam, row in TABLE.items() for k, greatest in enumerate(row, start=2)],
        many=True,
    )
    yield every("the table: N*, the local threshold, and the bounds; 50 digits, or exactly", table, entries)
    yield mutants("""
        gridworlds.theorem.threshold:threshold
            the sufficient bound: Threshold(local, local, → Threshold(sufficient, sufficient,
                ;; Threshold(greatest, local, → Threshold(sufficient, sufficient,
            a local maximum, for k = 3: Threshold(greatest, → Threshold(local,
        gridworlds.theorem.uniform_optimality:uniform_is_the_best
            decided near uniform only: excess_polynomial(lam, k, number), 0 → excess_polynomial(lam, k, number)[:1], 0
    """)


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
        yield roots, (Fraction(-175, 64), Fraction(-25, 32)), curvature_in_roots(QUARTER, 2, 3)
        for about, lam, least, below in (
            ("12 - 11/8 - 39/640; less 39/1280 it is 10.53: N_loc is 10", "1/2", 10, "6761/640"),
            ("4/(3/4) = 5 1/3; 8 - 11/8 - 117/1280 = 6.53", "1/4", 5, "8363/1280"),
        ):
            right = th.LocalBounds(least, Fraction(below))
            yield f"λ = {lam}, k = 2: {about}", right, th.local_bounds(Fraction(lam), 2)
        most = [max(k for k in range(2, 1000) if second_order(k) * c**2 <= 1) for c in (HALF, 1 - NINE_TENTHS)]
        yield "e c² <= 1: 33 · 647/5440 < 4 < 34 · 666/5600; 842 · 16018/134880 < 100", [34, 843], most
        both = th.local_threshold(QUARTER, 2), th.threshold(QUARTER, 2).greatest
        yield "λ = 1/4, two lengths: negative at 6, positive at 7; N* is N_loc", (6, 6), both

    def beside(lam: Fraction, k: int) -> Any:
        bounds, found = th.local_bounds(lam, k), th.local_threshold(lam, k)
        signs = [th.sign(curvature_in_roots(lam, k, number), lam) > 0 for number in (found, found + 1)]
        one = lam < HALF or bounds.greatest - bounds.least <= 1  # below 1/2 the bounds are not claimed to be close
        right = signs == [False, True] and bounds.least <= found <= bounds.greatest and one
        return meets(right, "within the bounds, negative there and positive at the next", (bounds, found, signs))

    yield by_hand(examples)
    lams = "1/100 1/10 1/4 2/5 49/100 1/2 11/20 3/5 2/3 7/10 3/4 4/5 17/20 9/10 19/20"
    bound = "N_loc < 3k/c - (3k + 5)/8 - e c, e = (k - 1) (19 k + 1) / (160 k); curvature <= 0, at the next > 0"
    ks = among("k = 2 to 5", range(2, 6))
    yield every(bound, beside, among("λ = 1/100 to 19/20", fractions(*lams.split())), ks)
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
