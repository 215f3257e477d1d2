"""The threshold N*: up to how many mini-episodes uniform is the one best distribution over lengths."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from typing import Any

from formal_rl.checking import Domain, Rows, Scope, among, by_hand, every, meets
from formal_rl.gridworlds import expected_return_incremental
from formal_rl.gridworlds import theorem as th
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.statements.thornley_2024.grids import HALF, NINE_TENTHS, QUARTER, distributions, fractions, ones, uniform

TABLE = {
    "1/2": (10, 15, 20),
    "3/5": (13, 20, 26),
    "7/10": (18, 27, 35),
    "4/5": (28, 42, 54),
    "17/20": (38,),
    "9/10": (58, 86, 111),
    "19/20": (118, 173, 224),
    "99/100": (598, 877, 1132),
}
"""N* for k = 2, 3, 4 by λ."""

DECIDED = (("1/2", 2), ("1/2", 3), ("1/2", 4), ("7/10", 3), ("9/10", 2))
DECIDED_IN_FULL = (("7/10", 4), ("4/5", 3), ("4/5", 4), ("9/10", 3), ("9/10", 4), ("19/20", 2), ("19/20", 3))


def in_the_table(scope: Scope) -> Iterator[tuple[str, int, int, bool]]:
    """Yield λ, k, N*, and whether it is decided over all distributions."""
    exactly = (*DECIDED, *DECIDED_IN_FULL) if scope.is_full else DECIDED
    for lam in (lam for lam in TABLE if scope.is_full or Fraction(lam) <= NINE_TENTHS):
        yield from ((lam, k, greatest, (lam, k) in exactly) for k, greatest in enumerate(TABLE[lam], start=2))


def worked() -> Rows:
    """Work examples of each function by hand."""
    eighth, near = Fraction(1, 8), th.maximiser(Fraction(742127, 2500000), 2, 7)
    for about, value, number in (
        ("g = 5/4: -25/8 - 175/32 - 375/64 - 625/256 + 15625/2048 = -18975/2048", "-9.2651367188", 6),
        ("6 (5/4)^6 * 5/4 = 234375/8192 more: 158475/8192", "19.3450927734", 7),
    ):
        found = round(2 * th.curvature(QUARTER, 2, number), 10)
        yield f"twice the curvature at 1/2, λ = 1/4, N = {number}: {about}", Decimal(value), found
    for about, value, given in (
        ("q^2 (-2 c · 2 + c^2 · 3) = 4 (-3 + 27/16) and -2 · 2 · 3/4: -33/4", "-8.25", (QUARTER, 2, 3)),
        ("at x = 0.21797780, where it is greatest; computed apart, exactly", "-88.357518857841", (eighth, 3, 7)),
        ("at x = 0.25293642", "60.235877526767", (eighth, 3, 8)),
    ):
        yield f"the scaled excess: {about}", Decimal(value), round(th.scaled_excess(*given), 12)
    bounds = "negative at 6, positive at 7; 4 / (3/4) = 5 1/3 and 6 / (3/4) - 1 = 7"
    yield f"N* for λ = 1/4, k = 2: {bounds}", th.Threshold(6, 6, 5, 7), th.threshold(QUARTER, 2)
    yield "N* is 6: uniform", th.Maximiser(Decimal("0.5"), Decimal("0.5"), Decimal(0)), th.maximiser(QUARTER, 2, 6)
    at_8 = tuple(map(Decimal, ("0.775576963", "0.224423037", "0.163939306")))
    apart = "where phi'(x) = phi'(1 - x), computed apart"
    yield f"N = 8: {apart}", at_8, tuple(round(each, 9) for each in th.maximiser(QUARTER, 2, 8))
    found = round(near.p_other, 12), round(near.relative_gain, 20)
    yield f"λ = 742127/2500000, N = 7: {apart}", (Decimal("0.499948588638"), Decimal("8.497E-17")), found
    thirds = dict(th.Maximiser(Decimal("0.5"), Decimal("0.25"), Decimal(0)).distribution(3))
    yield "the likeliest is the last", {0: QUARTER, 1: QUARTER, 2: HALF}, thirds


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

    def decided(lam: Fraction, k: int) -> Any:
        numbers, greatest = range(2, int(3 * k / (1 - lam)) + 3), th.threshold(lam, k).greatest
        return [each <= greatest for each in numbers], [th.uniform_is_the_best(lam, k, each) for each in numbers]

    def table(text: str, k: int, greatest: int, exactly: bool) -> Any:
        lam, found = Fraction(text), th.threshold(Fraction(text), k)
        within = int(4 / (1 - lam)) <= found.greatest < 3 * k / (1 - lam) - 1
        local = greatest if k == 2 else th.local_threshold(lam, k)
        both = [th.uniform_is_the_best(lam, k, greatest + more) for more in (0, 1)] if exactly else [True, False]
        return (greatest, local, True, [True, False]), (*found[:2], within, both)

    def best(k: int, root: Fraction, number: int) -> Any:
        found = th.maximiser(root**k, k, number)
        x, step = Fraction(round(found.p_other, 15)), Fraction(1, 10**6)
        grid = [(*(each,) * (k - 1), 1 - (k - 1) * each) for each in (x, x - step, x + step)]
        most, *others = (
            expected_return_incremental(p, ones(k), root, number) for p in (*grid, *distributions(k, 12), uniform(k))
        )
        near = abs(most / others[-1] - 1 - Fraction(found.relative_gain)) < Fraction(1, 10**25)
        return meets(near and max(others) < most, "the best of all", found)

    yield by_hand(worked)
    lams = Domain(
        lambda scope: f"λ = 1/10, 1/4{', 1/2' if scope.is_full else ''}",
        lambda scope: fractions("1/10", "1/4", *(("1/2",) if scope.is_full else ())),
    )
    ks = among("k = 2, 3, 4, N from 2 to 3k / (1 - λ) + 2", (2, 3, 4))
    yield every("uniform is the one best up to N*, and at no greater number", decided, lams, ks)
    entries = Domain(
        lambda scope: (
            f"λ to {'99/100' if scope.is_full else '9/10'}; k = 2, 3, 4; N*(9/10, 2) = 58; "
            f"{len(DECIDED) + len(DECIDED_IN_FULL) * scope.is_full} of its entries over all distributions"
        ),
        in_the_table,
        many=True,
    )
    yield every("the table: N*, the local threshold, and the bounds; 50 digits, or exactly", table, entries)
    beyond = among("2 triples of k, rational roots, N > N*; p in twelfths", ((2, HALF, 7), (3, HALF, 18)), many=True)
    yield every("the best distribution, beside all on a grid", best, beyond)
    yield mutants("""
        gridworlds.theorem.threshold:threshold
            the sufficient bound: Threshold(local, local, → Threshold(sufficient, sufficient,
                ;; Threshold(greatest, local, → Threshold(sufficient, sufficient,
            the number of certain failure: Threshold(local, local, → Threshold(fails_from, fails_from,
                ;; Threshold(greatest, local, → Threshold(fails_from, fails_from,
            a local maximum, for k = 3: Threshold(greatest, → Threshold(local,
        gridworlds.theorem.uniform_optimality:uniform_is_the_best
            decided near uniform only: excess_polynomial(lam, k, number), 0 → excess_polynomial(lam, k, number)[:1], 0
    """)


STATEMENTS = statements_in(globals())
