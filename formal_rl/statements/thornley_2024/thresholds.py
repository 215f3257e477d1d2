"""The threshold N*: up to how many mini-episodes uniform is the one best distribution over lengths."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from formal_rl.checking import Domain, Rows, Scope, among, by_hand, every, meets
from formal_rl.gridworlds import expected_return_incremental
from formal_rl.gridworlds import theorem as th
from formal_rl.gridworlds.theorem.uniform_optimality import bernstein_form, shifted
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
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

LOCAL = {"1/2": (16, 21), "3/5": (20, 27), "7/10": (28, 37), "4/5": (43, 57), "9/10": (88, 117)}
"""The greatest N for which uniform is a local maximum, for k = 3, 4; for k = 2 it is N*."""

MAXIMISERS = ((2, HALF, 7), (2, HALF, 14), (2, NINE_TENTHS, 64), (3, HALF, 18), (3, HALF, 20), (3, Fraction(4, 5), 40))
"""k, the root of λ, and N; each N is beyond N*."""

DECIDED = (("1/2", 2), ("1/2", 3), ("1/2", 4), ("7/10", 3), ("9/10", 2))
DECIDED_IN_FULL = (("7/10", 4), ("4/5", 3), ("4/5", 4), ("9/10", 3), ("9/10", 4), ("19/20", 2), ("19/20", 3))

CUBIC = tuple((Fraction(each), Fraction(-each)) for each in (1, 2, 3, 5))
"""1 + 2 t + 3 t^2 + 5 t^3, and less the same times the root."""


def other_than_uniform(scope: Scope) -> Iterator[tuple[Shares, Fraction]]:
    """Yield distributions, and a root of λ."""
    for k, root in ((2, Fraction(1, 10)), (2, HALF), (2, Fraction(3, 4)), (3, HALF), (3, Fraction(3, 5))):
        for p in distributions(k, 6 if scope.is_full else 4):
            if p != uniform(k):
                yield p, root


def in_the_table(scope: Scope) -> Iterator[tuple[str, int, int]]:
    """Yield λ, k, and N*."""
    for lam in (lam for lam in TABLE if scope.is_full or Fraction(lam) <= NINE_TENTHS):
        yield from ((lam, k, greatest) for k, greatest in enumerate(TABLE[lam], start=2))


def to_decide(scope: Scope) -> tuple[tuple[str, int], ...]:
    """Return λ and k of the entries of the table to decide exactly."""
    return (*DECIDED, *DECIDED_IN_FULL) if scope.is_full else DECIDED


def worked() -> Rows:
    """Work examples of each function by hand."""

    def firsts(polynomial: Sequence[Sequence[Fraction]]) -> tuple[int, ...]:
        assert all(first == -second for first, second in polynomial)
        return tuple(int(first) for first, _ in polynomial)

    eighth, near = Fraction(1, 8), th.maximiser(Fraction(742127, 2500000), 2, 7)
    for about, value, number in (
        ("g = 5/4: -25/8 - 175/32 - 375/64 - 625/256 + 15625/2048 = -18975/2048", "-9.2651367188", 6),
        ("6 (5/4)^6 * 5/4 = 234375/8192 more: 158475/8192", "19.3450927734", 7),
    ):
        yield (
            f"twice the curvature at 1/2, λ = 1/4, N = {number}: {about}",
            Decimal(value),
            round(2 * th.curvature(QUARTER, 2, number), 10),
        )
    yield "Bernstein's form: 1; 3 · 1 + 2; 3 · 1 + 2 · 2 + 3; 11", (1, 5, 10, 11), firsts(bernstein_form(CUBIC))
    yield "in t + 1: 1 + 2 + 3 + 5; 2 + 2 · 3 + 3 · 5; 3 + 3 · 5; 5", (11, 23, 18, 5), firsts(shifted(CUBIC))
    for about, value, given in (
        ("-q c times 2 d^2 / d^2, d = 1/k - x: -2 · 2 · 3/4", "-3", (QUARTER, 2, 2)),
        ("(2 + 4) d^2 / d^2: -6 · 2 · 7/8", "-10.5", (eighth, 3, 2)),
        ("q^2 (-2 c · 2 + c^2 · 3) = 4 (-3 + 27/16) more: -33/4", "-8.25", (QUARTER, 2, 3)),
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
    at_5000 = round(th.maximiser(QUARTER, 2, 5000).p_other, 15)
    yield f"N = 5000: {apart}", Decimal("0.000266720032023"), at_5000
    found = round(near.p_other, 12), round(near.relative_gain, 20)
    yield f"λ = 742127/2500000, N = 7: {apart}", (Decimal("0.499948588638"), Decimal("8.497E-17")), found
    thirds = dict(th.Maximiser(Decimal("0.5"), Decimal("0.25"), Decimal(0)).distribution(3))
    yield "the likeliest is the last", {0: QUARTER, 1: QUARTER, 2: HALF}, thirds
    cases = (HALF, 3, 15), (HALF, 3, 16), (eighth, 4, 9), (eighth, 4, 10), (Fraction(1, 100), 6, 11)
    local = "a local maximum only (λ = 1/2, k = 3, N = 15, 16), and halves (1/8, 4, 9, 10 and 1/100, 6, 11)"
    yield local, [True, False, True, False, True], [th.uniform_is_the_best(*each) for each in cases]


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

    def returned(x: Fraction, k: int, root: Fraction, number: int) -> Fraction:
        """Return the expected return of (x, ..., x, y), every coin being collected."""
        return expected_return_incremental((*(x,) * (k - 1), 1 - (k - 1) * x), ones(k), root, number)

    def closed_upward(p: Shares, root: Fraction) -> Any:
        k = len(p)
        returns = [
            [expected_return_incremental(each, ones(k), root, number) for number in range(1, 21)]
            for each in (p, uniform(k))
        ]
        gaps = [one - even for one, even in zip(*returns, strict=True)]
        first = next((i for i, gap in enumerate(gaps[1:], start=1) if gap >= 0), len(gaps))
        right = gaps[0] == 0 and all(gap < 0 for gap in gaps[1:first]) and all(gap > 0 for gap in gaps[first + 1 :])
        return meets(right, "0 at first, and better from then on", gaps)

    def decided(lam: Fraction, k: int) -> Any:
        numbers, greatest = range(2, int(3 * k / (1 - lam)) + 3), th.threshold(lam, k).greatest
        return [number <= greatest for number in numbers], [
            th.uniform_is_the_best(lam, k, number) for number in numbers
        ]

    def table(text: str, k: int, greatest: int) -> Any:
        found, c = th.threshold(Fraction(text), k), 1 - Fraction(text)
        local = greatest if k == 2 else LOCAL.get(text, (found.local,) * 2)[k - 3]
        within = int(4 / c) <= found.greatest < 3 * k / c - 1
        return (greatest, local, True), (*found[:2], within)

    def best(k: int, root: Fraction, number: int) -> Any:
        found = th.maximiser(root**k, k, number)
        x = Fraction(round(found.p_other, 15))
        even, most = returned(Fraction(1, k), k, root, number), returned(x, k, root, number)
        near = abs(most / even - 1 - Fraction(found.relative_gain)) < Fraction(1, 10**25)
        alike = abs(found.p_most + (k - 1) * found.p_other - 1) < Decimal("1e-30") and found.p_most > found.p_other
        beside = [returned(x + step, k, root, number) for step in (Fraction(-1, 10**6), Fraction(1, 10**6))]
        grid = distributions(k, 24 if k == 2 else 12)
        others = beside + [expected_return_incremental(p, ones(k), root, number) for p in grid]
        return meets(near and alike and max(others) < most, "the best of all", found)

    def exactly(text: str, k: int) -> Any:
        greatest = TABLE[text][k - 2]
        found = [th.uniform_is_the_best(Fraction(text), k, number) for number in (greatest, greatest + 1)]
        return [True, False], found

    def polynomial(k: int, root: Fraction, number: int) -> Any:
        found = th.excess_polynomial(root**k, k, number)
        ratios = set()
        for t in (Fraction(place, 5) for place in range(1, 6)):
            excess = returned((1 - t) / k, k, root, number) - returned(Fraction(1, k), k, root, number)
            terms = (each / root**j * t**power for power, sums in enumerate(found) for j, each in enumerate(sums))
            ratios.add(sum(terms, Fraction(0)) * t**2 / excess)
        whole = all(each.denominator == 1 for sums in found for each in sums)
        right = len(ratios) == 1 and min(ratios) > 0 and whole and len(found) == number - 1
        return meets(right, "one positive factor; integers", ratios)

    yield by_hand(worked)
    others = among("five pairs of k and λ, p multiples of 1/4, in full 1/6, N to 20", other_than_uniform, many=True)
    yield every("once another is as good as uniform, it is better from then on", closed_upward, others)
    lams = Domain(
        lambda scope: f"λ = 1/10, 1/4{', 1/2' if scope.is_full else ''}",
        lambda scope: fractions("1/10", "1/4", *(("1/2",) if scope.is_full else ())),
    )
    ks = among("k = 2, 3, 4, N from 2 to 3k / (1 - λ) + 2", (2, 3, 4))
    yield every("uniform is the one best up to N*, and at no greater number", decided, lams, ks)
    entries = Domain(
        lambda scope: f"λ to {'99/100' if scope.is_full else '9/10'}; k = 2, 3, 4; N*(9/10, 2) = 58",
        in_the_table,
        many=True,
    )
    yield every("the table: N*, the local threshold, and the bounds; 50 digits", table, entries)
    beyond = among(
        "6 triples of k, rational roots, N; exact returns, p multiples of 1/24 or 1/12", MAXIMISERS, many=True
    )
    yield every("the best distribution, beside all on a grid", best, beyond)
    exact = Domain(
        lambda scope: f"{len(to_decide(scope))} of its entries, over all distributions", to_decide, many=True
    )
    yield every("the table, decided exactly at N* and N* + 1", exactly, exact)
    roots = among("the root of λ 1/2, 2/3", (HALF, Fraction(2, 3))), among("N from 2 to 7", range(2, 8))
    yield every(
        "the polynomial is the excess, but for a positive factor", polynomial, among("k = 2, 3, 4", (2, 3, 4)), *roots
    )
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
