"""Checks of the threshold N*: up to how many mini-episodes uniform is the one best distribution over lengths."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product

from formal_rl.checking import Disagreement, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import Value, expected_return_incremental
from formal_rl.gridworlds.theorem import (
    Maximiser,
    Threshold,
    curvature,
    excess_polynomial,
    maximiser,
    scaled_excess,
    sign,
    threshold,
    uniform_is_the_best,
)
from formal_rl.gridworlds.theorem.uniform_optimality import bernstein_form, shifted
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    NINE_TENTHS,
    QUARTER,
    Returns,
    distributions,
    fractions,
    ones,
    shown,
    uniform,
)

Case = tuple[str, Disagreement | None]
Thresholds = Callable[[Value, int], Threshold]
Decides = Callable[[Value, int, int], bool]

_TABLE = {
    "1/2": (10, 15, 20),
    "3/5": (13, 20, 26),
    "7/10": (18, 27, 35),
    "4/5": (28, 42, 54),
    "17/20": (38, None, None),
    "9/10": (58, 86, 111),
    "19/20": (118, 173, 224),
    "99/100": (598, 877, 1132),
}
"""N* for k = 2, 3, 4 by λ."""

_LOCAL = {"1/2": (16, 21), "3/5": (20, 27), "7/10": (28, 37), "4/5": (43, 57), "9/10": (88, 117)}
"""The greatest N for which uniform is a local maximum, for k = 3, 4; for k = 2 it is N*."""

_MAXIMISERS = ((2, HALF, 7), (2, HALF, 14), (2, NINE_TENTHS, 64), (3, HALF, 18), (3, HALF, 20), (3, Fraction(4, 5), 40))
"""k, the root of λ, and N; each N is beyond N*."""

_DECIDED = (("1/2", 2), ("1/2", 3), ("1/2", 4), ("7/10", 3), ("9/10", 2))
_DECIDED_IN_FULL = (("7/10", 4), ("4/5", 3), ("4/5", 4), ("9/10", 3), ("9/10", 4), ("19/20", 2), ("19/20", 3))


def thresholds(
    scope: Scope,
    *,
    returns: Returns = expected_return_incremental,
    threshold: Thresholds = threshold,
    decides: Decides = uniform_is_the_best,
) -> Iterator[Part]:
    """Check that N* is well defined, its bounds, its values by a search, and its values decided exactly."""
    yield _worked_examples(decides, threshold)
    yield from _well_defined(scope, returns, threshold, decides)
    yield from _values(scope, threshold, decides)
    yield from _lemmas(scope)


def _well_defined(scope: Scope, returns: Returns, threshold: Thresholds, decides: Decides) -> Iterator[Part]:
    longest = 40 if scope.is_full else 20

    @part(
        "once another distribution is as good as uniform, it is better from then on",
        branches=("N = 1: alike", "not yet better", "better"),
        domain=f"five pairs of k and λ, p multiples of 1/{6 if scope.is_full else 4}, N to {longest}",
    )
    def closed_upward() -> Iterator[Case]:
        for k, root in ((2, Fraction(1, 10)), (2, HALF), (2, Fraction(3, 4)), (3, HALF), (3, Fraction(3, 5))):
            for p in distributions(k, 6 if scope.is_full else 4):
                if p == uniform(k):
                    continue
                better = False
                for number in range(1, longest + 1):
                    gap = returns(p, ones(k), root, number) - returns(uniform(k), ones(k), root, number)
                    about = f"the root of λ {root}, N = {number}: the return of {shown(p)} less that of uniform"
                    if number == 1:
                        yield "N = 1: alike", equal(about, Fraction(0), gap)
                        continue
                    yield "better" if better else "not yet better", unless(gap > 0 or not better, about, "> 0", gap)
                    better = better or gap >= 0

    @part(
        "uniform is the one best up to N*, and at no greater number",
        branches=("up to N*", "beyond"),
        domain=f"λ = 1/10, 1/4{', 1/2' if scope.is_full else ''}, k = 2, 3, 4, N from 2 to 3k / (1 - λ) + 2; "
        "decided exactly, over all distributions",
    )
    def at_every_number() -> Iterator[Case]:
        for lam, k in product(fractions("1/10", "1/4", *(("1/2",) if scope.is_full else ())), (2, 3, 4)):
            greatest, c = threshold(lam, k).greatest, 1 - lam
            for number in range(2, int(3 * k / c) + 3):
                yield (
                    "up to N*" if number <= greatest else "beyond",
                    equal(
                        f"λ = {lam}, k = {k}, N = {number}: uniform is the one best",
                        number <= greatest,
                        decides(lam, k, number),
                    ),
                )

    yield closed_upward()
    yield at_every_number()


def _values(scope: Scope, threshold: Thresholds, decides: Decides) -> Iterator[Part]:
    lams = [lam for lam in _TABLE if scope.is_full or Fraction(lam) <= NINE_TENTHS]

    @part(
        "the table",
        branches=("k = 2", "k = 3", "k = 4", "bounds"),
        domain=f"λ = {', '.join(lams)}; k = 2, 3, 4; N*(9/10, 2) = {_TABLE['9/10'][0]}",
    )
    def table() -> Iterator[Case]:
        for lam, k in product(lams, (2, 3, 4)):
            greatest = _TABLE[lam][k - 2]
            if greatest is None:
                continue
            found = threshold(Fraction(lam), k)
            local = greatest if k == 2 else _LOCAL.get(lam, (found.local,) * 2)[k - 3]
            yield f"k = {k}", equal(f"λ = {lam}, k = {k}: N*, and for a local maximum", (greatest, local), found[:2])
            c = 1 - Fraction(lam)
            yield (
                "bounds",
                unless(
                    int(4 / c) <= found.greatest < 3 * k / c - 1,
                    f"λ = {lam}, k = {k}",
                    "4/c - 1 < N* < 3k/c - 1",
                    found,
                ),
            )

    @part("the margins of the search", branches=("k = 3", "k = 4"), domain=f"λ = {', '.join(lams)}; 50 digits")
    def margins() -> Iterator[Case]:
        for lam, k in product(lams, (3, 4)):
            greatest = _TABLE[lam][k - 2]
            if greatest is None:
                continue
            at, after = (scaled_excess(Fraction(lam), k, number) for number in (greatest, greatest + 1))
            yield (
                f"k = {k}",
                unless(
                    at < -Decimal("0.01") < Decimal("0.01") < after,
                    f"λ = {lam}, k = {k}: the greatest scaled excess at N* and N* + 1",
                    "below -0.01 and above 0.01",
                    (at, after),
                ),
            )

    @part(
        "the best distribution, beside all on a grid",
        branches=("the gain", "a neighbour", "on the grid"),
        domain=f"{len(_MAXIMISERS)} triples of λ, k, N with rational roots; exact returns, p multiples of 1/24",
    )
    def best() -> Iterator[Case]:
        for k, root, number in _MAXIMISERS:
            found = maximiser(root**k, k, number)
            x = Fraction(round(found.p_other, 15))

            def of(x: Fraction, k: int = k, root: Fraction = root, number: int = number) -> Fraction:
                return expected_return_incremental((*(x,) * (k - 1), 1 - (k - 1) * x), ones(k), root, number)

            about = f"λ = {root**k}, k = {k}, N = {number}"
            even, most = of(Fraction(1, k)), of(x)
            gain = abs(most / even - 1 - Fraction(found.relative_gain))
            alike = abs(found.p_most + (k - 1) * found.p_other - 1) < Decimal("1e-30") and found.p_most > found.p_other
            yield "the gain", unless(alike and gain < Fraction(1, 10**25), about, float(most / even - 1), found)
            for other in (x - Fraction(1, 10**6), x + Fraction(1, 10**6)):
                yield "a neighbour", unless(of(other) < most, f"{about}, x = {other}", f"< {most}", of(other))
            for p in distributions(k, 24 if k == 2 else 12):
                got = expected_return_incremental(p, ones(k), root, number)
                yield "on the grid", unless(got < most, f"{about}, p = {shown(p)}", f"< {most}", got)

    @part(
        "the table, decided exactly at N* and N* + 1",
        branches=("k = 2", "k = 3", "k = 4"),
        domain=f"{len(_DECIDED) + (len(_DECIDED_IN_FULL) if scope.is_full else 0)} of its entries, over all "
        "distributions",
    )
    def decided() -> Iterator[Case]:
        for lam, k in (*_DECIDED, *(_DECIDED_IN_FULL if scope.is_full else ())):
            greatest = _TABLE[lam][k - 2]
            assert greatest is not None
            found = tuple(decides(Fraction(lam), k, number) for number in (greatest, greatest + 1))
            yield (
                f"k = {k}",
                equal(
                    f"λ = {lam}, k = {k}: uniform is the one best at {greatest}, and at one more", (True, False), found
                ),
            )

    yield table()
    yield best()
    yield margins()
    yield decided()


def _lemmas(scope: Scope) -> Iterator[Part]:
    longest = 40 if scope.is_full else 20

    @part(
        "two lengths: a local maximum decides, up to 8 / (1 - λ) mini-episodes",
        branches=("odd", "even"),
        domain="λ = 1/10, 1/4, 1/2, 2/3, N from 3 to 8 / (1 - λ), every coefficient after the first; exact signs",
    )
    def two_lengths() -> Iterator[Case]:
        for lam in fractions("1/10", "1/4", "1/2", "2/3"):
            for number in range(3, int(8 / (1 - lam)) + 1):
                for power, coefficient in enumerate(excess_polynomial(lam, 2, number)):
                    if power == 0:
                        continue
                    found = sign(coefficient, lam)
                    about = f"λ = {lam}, N = {number}: the coefficient of t^{power + 2}"
                    yield (
                        "odd" if power % 2 else "even",
                        unless(found == 0 if power % 2 else found <= 0, about, "0 if odd, else <= 0", found),
                    )

    @part(
        "the polynomial is the excess, but for a positive factor",
        branches=("k = 2", "k = 3", "k = 4"),
        domain="the root of λ 1/2 and 2/3, k = 2, 3, 4, N from 2 to 7, t = 1/5, ..., 1; against exact returns",
    )
    def polynomial() -> Iterator[Case]:
        for k, root, number in product((2, 3, 4), (HALF, Fraction(2, 3)), range(2, 8)):
            found = excess_polynomial(root**k, k, number)
            even = expected_return_incremental(uniform(k), ones(k), root, number)
            ratios = set()
            for t in (Fraction(place, 5) for place in range(1, 6)):
                x = (1 - t) / k
                value = expected_return_incremental((*(x,) * (k - 1), 1 - (k - 1) * x), ones(k), root, number)
                terms = (each / root**j * t**power for power, sums in enumerate(found) for j, each in enumerate(sums))
                ratios.add(sum(terms, Fraction(0)) * t**2 / (value - even))
            whole = all(each.denominator == 1 for sums in found for each in sums)
            about = f"the root of λ {root}, k = {k}, N = {number}: the factors"
            right = len(ratios) == 1 and min(ratios) > 0 and whole and len(found) == number - 1
            yield f"k = {k}", unless(right, about, "one, > 0; integers", ratios)

    @part(
        "the sum in the proof of certain failure",
        branches=("b_i", "g > 1"),
        domain=f"k = 2, 3, 4, 1 - λ = 1/10, 1/4, 2/5, 3/4, 99/100, N from 2 to {longest}",
    )
    def certain_failure() -> Iterator[Case]:
        for k, c in product((2, 3, 4), fractions("1/10", "1/4", "2/5", "3/4", "99/100")):
            total = Fraction(0)
            for number in range(2, longest + 1):
                i = number - 1
                total += i * ((i + 1) * c / k - 2)
                about = f"k = {k}, c = {c}, N = {number}: the sum of b_i"
                yield "b_i", equal(about, number * i * ((number + 1) * c / (3 * k) - 1), total)
            yield "g > 1", unless((1 - c / k) ** k > 1 - c, f"k = {k}, c = {c}: g^k", "> 1", (1 - c / k) ** k / (1 - c))

    @part(
        "phi is concave, then convex: so a best distribution is (x, ..., x, y)",
        branches=("concave", "convex at last"),
        domain=f"q = 11/10, 2, 10, c = 1/10, 3/4, 99/100, N from 2 to {longest // 2 - 1}, 25 places",
    )
    def shape() -> Iterator[Case]:
        for q, c in product(fractions("11/10", "2", "10"), fractions("1/10", "3/4", "99/100")):
            for number in range(2, longest // 2):
                slopes = [_second_derivative(Fraction(place, 24), q, c, number) for place in range(25)]
                signs = [slope > 0 for slope in slopes]
                yield (
                    "convex at last" if signs[-1] else "concave",
                    unless(
                        signs == sorted(signs),
                        f"q = {q}, c = {c}, N = {number}: phi''",
                        "from negative to positive",
                        slopes,
                    ),
                )

    yield polynomial()
    yield two_lengths()
    yield certain_failure()
    yield shape()


def _second_derivative(p: Fraction, q: Fraction, c: Fraction, number: int) -> Fraction:
    """Return phi''(p), for phi(p) the sum over i < N of q^i p (1 - c p)^i."""
    h = 1 - c * p
    return sum((q**i * i * c * h ** (i - 2) * ((i + 1) * c * p - 2) for i in range(1, number)), Fraction(0))


_CUBIC = tuple((Fraction(each), Fraction(-each)) for each in (1, 2, 3, 5))
"""1 + 2 t + 3 t^2 + 5 t^3, and less the same times the root."""


def _worked_examples(decides: Decides, threshold: Thresholds) -> Part:
    def firsts(polynomial: Sequence[Sequence[Fraction]]) -> tuple[int, ...]:
        assert all(first == -second for first, second in polynomial)
        return tuple(int(first) for first, _ in polynomial)

    terms = "-25/8 - 175/32 - 375/64 - 625/256 + 15625/2048 = -18975/2048"
    return check_examples(
        (
            (
                "twice the curvature at 1/2, λ = 1/4, N = 6",
                f"g = 5/4: {terms}",
                Decimal("-9.2651367188"),
                lambda: round(2 * curvature(QUARTER, 2, 6), 10),
            ),
            (
                "at N = 7",
                "and 6 (5/4)^6 * 5/4 = 234375/8192 more: 158475/8192",
                Decimal("19.3450927734"),
                lambda: round(2 * curvature(QUARTER, 2, 7), 10),
            ),
            (
                "1 + 2 t + 3 t^2 + 5 t^3 in Bernstein's form",
                "1; 3 · 1 + 2; 3 · 1 + 2 · 2 + 3; 1 + 2 + 3 + 5",
                (1, 5, 10, 11),
                lambda: firsts(bernstein_form(_CUBIC)),
            ),
            (
                "the same in t + 1",
                "1 + 2 + 3 + 5; 2 + 2 · 3 + 3 · 5; 3 + 3 · 5; 5",
                (11, 23, 18, 5),
                lambda: firsts(shifted(_CUBIC)),
            ),
            (
                "the scaled excess at N = 2, λ = 1/4, k = 2 and λ = 1/8, k = 3",
                "-q c times 2 d^2 / d^2 and (2 + 4) d^2 / d^2, d = 1/k - x: -2 · 2 · 3/4, -6 · 2 · 7/8",
                (Decimal("-3"), Decimal("-10.5")),
                lambda: (+round(scaled_excess(QUARTER, 2, 2), 12), round(scaled_excess(Fraction(1, 8), 3, 2), 12)),
            ),
            (
                "at N = 3, λ = 1/4, k = 2",
                "and q^2 (-2 c · 2 + c^2 · 3) = 4 (-3 + 27/16) more: -33/4",
                Decimal("-8.25"),
                lambda: round(scaled_excess(QUARTER, 2, 3), 12),
            ),
            (
                "N* for λ = 1/4, k = 2",
                "negative at 6, positive at 7; 4 / (3/4) = 5 1/3 and 6 / (3/4) - 1 = 7",
                Threshold(6, 6, 5, 7),
                lambda: threshold(QUARTER, 2),
            ),
            (
                "the greatest scaled excess, λ = 1/8, k = 3, N = 7 and 8",
                "at x = 0.21797780 and 0.25293642, where the polynomial is greatest; computed apart, exactly",
                (Decimal("-88.357518857841"), Decimal("60.235877526767")),
                lambda: tuple(round(scaled_excess(Fraction(1, 8), 3, number), 12) for number in (7, 8)),
            ),
            (
                "the best distribution at N = 6, λ = 1/4, k = 2",
                "N* is 6: uniform, and nothing gained",
                Maximiser(Decimal("0.5"), Decimal("0.5"), Decimal(0)),
                lambda: maximiser(QUARTER, 2, 6),
            ),
            (
                "at N = 8, where phi'(x) = phi'(1 - x) and the gain over uniform is counted, to nine digits",
                "computed apart, with floats of 53 bits",
                (Decimal("0.775576963"), Decimal("0.224423037"), Decimal("0.163939306")),
                lambda: tuple(round(each, 9) for each in maximiser(QUARTER, 2, 8)),
            ),
            (
                "at N = 5000, close to 0",
                "where phi'(x) = phi'(1 - x), bisected apart with 60 digits",
                Decimal("0.000266720032023"),
                lambda: round(maximiser(QUARTER, 2, 5000).p_other, 15),
            ),
            (
                "at N = 7, λ = 742127/2500000, close to 1/2",
                "where phi'(x) = phi'(1 - x), bisected apart with 80 digits",
                (Decimal("0.499948588638"), Decimal("8.497E-17")),
                lambda: (
                    round(maximiser(Fraction(742127, 2500000), 2, 7).p_other, 12),
                    round(maximiser(Fraction(742127, 2500000), 2, 7).relative_gain, 20),
                ),
            ),
            (
                "a maximiser as a distribution over 3 lengths",
                "the likeliest is the last",
                {0: QUARTER, 1: QUARTER, 2: HALF},
                lambda: dict(Maximiser(Decimal("0.5"), Decimal("0.25"), Decimal(0)).distribution(3)),
            ),
            (
                "λ = 1/2, k = 3, N = 16: a local maximum only",
                "uniform is the one best at 15, and not at 16",
                (True, False),
                lambda: (decides(HALF, 3, 15), decides(HALF, 3, 16)),
            ),
            (
                "λ = 1/8, k = 4, N = 9 and 10, and λ = 1/100, k = 6, N = 11: where halves are looked at",
                "uniform is the one best at 9, and not at 10; and at 11",
                (True, False, True),
                lambda: (
                    decides(Fraction(1, 8), 4, 9),
                    decides(Fraction(1, 8), 4, 10),
                    decides(Fraction(1, 100), 6, 11),
                ),
            ),
        )
    )


# --- Mutants ---


def _threshold_with(taken: str, *places: str) -> Callable[[Value, int], Threshold]:
    """Return the threshold with one of its numbers in other places, too."""

    def wrong(lam: Value, k: int) -> Threshold:
        right = threshold(lam, k)
        return right._replace(**dict.fromkeys(places, getattr(right, taken)))

    return wrong


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-threshold",
        kind="theorem",
        title="the threshold N*",
        claim="For each λ and k there is an N* such that uniform is the only best distribution over lengths for 2 <= "
        "N <= N*, and is not the only one for greater N. For k = 2 it is the greatest N for which uniform is a local "
        "maximum. It is at least the integer part of 4 / (1 - λ), and less than 3k / (1 - λ) - 1.",
        source=f"a correction of {THORNLEY_2024}, Theorem 5.1",
        check=thresholds,
        mutants={
            "the sufficient bound": {"threshold": _threshold_with("sufficient", "greatest", "local")},
            "the number of certain failure": {"threshold": _threshold_with("fails_from", "greatest", "local")},
            "a local maximum, for k = 3": {"threshold": _threshold_with("local", "greatest")},
            "decided near uniform only": {"decides": lambda lam, k, number: number <= threshold(lam, k).local},
        },
        verdict="holds",
        evidence="certified: N* for λ = 1/10, 1/4 and k = 2, 3, 4, every N, and 5 entries of the table, by exact "
        "signs of one polynomial; numeric, 50 digits: the table to λ = 9/10 (in full, to 99/100); argued in "
        "docs/drest_theorem.md",
        witness="N*(9/10, 2) = 58: beyond it, as in the main setting of the published version, uniform is not the best",
    ),
)
