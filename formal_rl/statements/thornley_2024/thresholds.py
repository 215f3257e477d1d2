"""Checks of the threshold N*: up to how many mini-episodes uniform is the one best distribution over lengths."""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
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
    Definition,
    distributions,
    fractions,
    ones,
    shown,
    uniform,
)

_TABLE = {
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

_LOCAL = {"1/2": (16, 21), "3/5": (20, 27), "7/10": (28, 37), "4/5": (43, 57), "9/10": (88, 117)}
"""The greatest N for which uniform is a local maximum, for k = 3, 4; for k = 2 it is N*."""

_MAXIMISERS = ((2, HALF, 7), (2, HALF, 14), (2, NINE_TENTHS, 64), (3, HALF, 18), (3, HALF, 20), (3, Fraction(4, 5), 40))
"""k, the root of λ, and N; each N is beyond N*."""

_DECIDED = (("1/2", 2), ("1/2", 3), ("1/2", 4), ("7/10", 3), ("9/10", 2))
_DECIDED_IN_FULL = (("7/10", 4), ("4/5", 3), ("4/5", 4), ("9/10", 3), ("9/10", 4), ("19/20", 2), ("19/20", 3))

_BY_K = ("k = 2", "k = 3", "k = 4")


def _return(x: Fraction, k: int, root: Fraction, number: int) -> Fraction:
    """Return the expected return of (x, ..., x, y), every coin being collected."""
    return expected_return_incremental((*(x,) * (k - 1), 1 - (k - 1) * x), ones(k), root, number)


def thresholds(
    scope: Scope,
    *,
    returns: Definition = expected_return_incremental,
    threshold: Definition = threshold,
    decides: Definition = uniform_is_the_best,
) -> Iterator[Part]:
    """Check that N* is well defined, its bounds, its values by a search, and its values decided exactly."""
    full = scope.is_full
    longest, lams = 40 if full else 20, [lam for lam in _TABLE if full or Fraction(lam) <= NINE_TENTHS]

    @part(
        "once another distribution is as good as uniform, it is better from then on",
        branches=("N = 1: alike", "not yet better", "better"),
        domain=f"five pairs of k and λ, p multiples of 1/{6 if full else 4}, N to {longest}",
    )
    def closed_upward() -> Iterator[Case]:
        for k, root in ((2, Fraction(1, 10)), (2, HALF), (2, Fraction(3, 4)), (3, HALF), (3, Fraction(3, 5))):
            for p in (p for p in distributions(k, 6 if full else 4) if p != uniform(k)):
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
        domain=f"λ = 1/10, 1/4{', 1/2' if full else ''}, k = 2, 3, 4, N from 2 to 3k / (1 - λ) + 2; "
        "decided exactly, over all distributions",
    )
    def at_every_number() -> Iterator[Case]:
        for lam, k in product(fractions("1/10", "1/4", *(("1/2",) if full else ())), (2, 3, 4)):
            greatest = threshold(lam, k).greatest
            for number in range(2, int(3 * k / (1 - lam)) + 3):
                about, expected = f"λ = {lam}, k = {k}, N = {number}: uniform is the one best", number <= greatest
                yield "up to N*" if expected else "beyond", equal(about, expected, decides(lam, k, number))

    @part(
        "the table",
        branches=(*_BY_K, "bounds", "margins"),
        domain=f"λ = {', '.join(lams)}; k = 2, 3, 4; N*(9/10, 2) = {_TABLE['9/10'][0]}; margins of the search for "
        "k = 3, 4, 50 digits",
    )
    def table() -> Iterator[Case]:
        for text, k, greatest in ((lam, k, number) for lam in lams for k, number in enumerate(_TABLE[lam], start=2)):
            lam, about = Fraction(text), f"λ = {text}, k = {k}"
            found, c = threshold(lam, k), 1 - lam
            local = greatest if k == 2 else _LOCAL.get(text, (found.local,) * 2)[k - 3]
            yield f"k = {k}", equal(f"{about}: N*, and for a local maximum", (greatest, local), found[:2])
            within = int(4 / c) <= found.greatest < 3 * k / c - 1
            yield "bounds", unless(within, about, "4/c - 1 < N* < 3k/c - 1", found)
            if k > 2:
                at, after = (scaled_excess(lam, k, number) for number in (greatest, greatest + 1))
                right, rule = at < -Decimal("0.01") < Decimal("0.01") < after, "below -0.01 and above 0.01"
                yield "margins", unless(right, f"{about}: the scaled excess at N* and N* + 1", rule, (at, after))

    @part(
        "the best distribution, beside all on a grid",
        branches=("the gain", "a neighbour", "on the grid"),
        domain=f"{len(_MAXIMISERS)} triples of λ, k, N with rational roots; exact returns, p multiples of 1/24",
    )
    def best() -> Iterator[Case]:
        for k, root, number in _MAXIMISERS:
            about = f"λ = {root**k}, k = {k}, N = {number}"
            found = maximiser(root**k, k, number)
            x = Fraction(round(found.p_other, 15))
            even, most = _return(Fraction(1, k), k, root, number), _return(x, k, root, number)
            gain = abs(most / even - 1 - Fraction(found.relative_gain))
            alike = abs(found.p_most + (k - 1) * found.p_other - 1) < Decimal("1e-30") and found.p_most > found.p_other
            yield "the gain", unless(alike and gain < Fraction(1, 10**25), about, float(most / even - 1), found)
            for other in (x - Fraction(1, 10**6), x + Fraction(1, 10**6)):
                got = _return(other, k, root, number)
                yield "a neighbour", unless(got < most, f"{about}, x = {other}", f"< {most}", got)
            for p in distributions(k, 24 if k == 2 else 12):
                got = expected_return_incremental(p, ones(k), root, number)
                yield "on the grid", unless(got < most, f"{about}, p = {shown(p)}", f"< {most}", got)

    entries = (*_DECIDED, *(_DECIDED_IN_FULL if full else ()))

    @part(
        "the table, decided exactly at N* and N* + 1",
        branches=_BY_K,
        domain=f"{len(entries)} of its entries, over all distributions",
    )
    def decided() -> Iterator[Case]:
        for lam, k in entries:
            greatest = _TABLE[lam][k - 2]
            found = tuple(decides(Fraction(lam), k, number) for number in (greatest, greatest + 1))
            about = f"λ = {lam}, k = {k}: uniform is the one best at {greatest}, and at one more"
            yield f"k = {k}", equal(about, (True, False), found)

    yield _worked_examples(decides, threshold)
    yield from (check() for check in (closed_upward, at_every_number, table, best, decided, _polynomial, _two_lengths))
    yield _certain_failure(longest)
    yield _shape(longest // 2)


@part(
    "the polynomial is the excess, but for a positive factor",
    branches=_BY_K,
    domain="the root of λ 1/2 and 2/3, k = 2, 3, 4, N from 2 to 7, t = 1/5, ..., 1; against exact returns",
)
def _polynomial() -> Iterator[Case]:
    for k, root, number in product((2, 3, 4), (HALF, Fraction(2, 3)), range(2, 8)):
        found = excess_polynomial(root**k, k, number)
        ratios = set()
        for t in (Fraction(place, 5) for place in range(1, 6)):
            excess = _return((1 - t) / k, k, root, number) - _return(Fraction(1, k), k, root, number)
            terms = (each / root**j * t**power for power, sums in enumerate(found) for j, each in enumerate(sums))
            ratios.add(sum(terms, Fraction(0)) * t**2 / excess)
        whole = all(each.denominator == 1 for sums in found for each in sums)
        about = f"the root of λ {root}, k = {k}, N = {number}: the factors"
        right = len(ratios) == 1 and min(ratios) > 0 and whole and len(found) == number - 1
        yield f"k = {k}", unless(right, about, "one, > 0; integers", ratios)


@part(
    "two lengths: a local maximum decides, up to 8 / (1 - λ) mini-episodes",
    branches=("odd", "even"),
    domain="λ = 1/10, 1/4, 1/2, 2/3, N from 3 to 8 / (1 - λ), every coefficient after the first; exact signs",
)
def _two_lengths() -> Iterator[Case]:
    for lam in fractions("1/10", "1/4", "1/2", "2/3"):
        for number in range(3, int(8 / (1 - lam)) + 1):
            for power, coefficient in enumerate(excess_polynomial(lam, 2, number)[1:], start=1):
                found, about = sign(coefficient, lam), f"λ = {lam}, N = {number}: the coefficient of t^{power + 2}"
                right = found == 0 if power % 2 else found <= 0
                yield "odd" if power % 2 else "even", unless(right, about, "0 if odd, else <= 0", found)


@part(
    "the sum in the proof of certain failure",
    branches=("b_i", "g > 1"),
    domain="k = 2, 3, 4, 1 - λ = 1/10, 1/4, 2/5, 3/4, 99/100, N from 2 to 20 (full: 40)",
)
def _certain_failure(longest: int) -> Iterator[Case]:
    for k, c in product((2, 3, 4), fractions("1/10", "1/4", "2/5", "3/4", "99/100")):
        total = Fraction(0)
        for i in range(1, longest):
            total += i * ((i + 1) * c / k - 2)
            about = f"k = {k}, c = {c}, N = {i + 1}: the sum of b_i"
            yield "b_i", equal(about, (i + 1) * i * ((i + 2) * c / (3 * k) - 1), total)
        yield "g > 1", unless((1 - c / k) ** k > 1 - c, f"k = {k}, c = {c}: g^k", "> 1", (1 - c / k) ** k / (1 - c))


@part(
    "phi is concave, then convex: so a best distribution is (x, ..., x, y)",
    branches=("concave", "convex at last"),
    domain="q = 11/10, 2, 10, c = 1/10, 3/4, 99/100, N from 2 to 9 (full: 19), 25 places",
)
def _shape(longest: int) -> Iterator[Case]:
    for q, c, number in product(fractions("11/10", "2", "10"), fractions("1/10", "3/4", "99/100"), range(2, longest)):
        slopes = [_second_derivative(Fraction(place, 24), q, c, number) for place in range(25)]
        signs = [slope > 0 for slope in slopes]
        about, rule = f"q = {q}, c = {c}, N = {number}: phi''", "from negative to positive"
        yield "convex at last" if signs[-1] else "concave", unless(signs == sorted(signs), about, rule, slopes)


def _second_derivative(p: Fraction, q: Fraction, c: Fraction, number: int) -> Fraction:
    """Return phi''(p), for phi(p) the sum over i < N of q^i p (1 - c p)^i."""
    h = 1 - c * p
    return sum((q**i * i * c * h ** (i - 2) * ((i + 1) * c * p - 2) for i in range(1, number)), Fraction(0))


_CUBIC = tuple((Fraction(each), Fraction(-each)) for each in (1, 2, 3, 5))
"""1 + 2 t + 3 t^2 + 5 t^3, and less the same times the root."""


def _firsts(polynomial: Sequence[Sequence[Fraction]]) -> tuple[int, ...]:
    assert all(first == -second for first, second in polynomial)
    return tuple(int(first) for first, _ in polynomial)


def _worked_examples(decides: Definition, threshold: Definition) -> Part:
    eighth, near = Fraction(1, 8), maximiser(Fraction(742127, 2500000), 2, 7)
    return check_examples(
        (
            (
                "twice the curvature at 1/2, λ = 1/4, N = 6",
                "g = 5/4: -25/8 - 175/32 - 375/64 - 625/256 + 15625/2048 = -18975/2048",
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
                lambda: _firsts(bernstein_form(_CUBIC)),
            ),
            (
                "the same in t + 1",
                "1 + 2 + 3 + 5; 2 + 2 · 3 + 3 · 5; 3 + 3 · 5; 5",
                (11, 23, 18, 5),
                lambda: _firsts(shifted(_CUBIC)),
            ),
            (
                "the scaled excess at N = 2, λ = 1/4, k = 2 and λ = 1/8, k = 3",
                "-q c times 2 d^2 / d^2 and (2 + 4) d^2 / d^2, d = 1/k - x: -2 · 2 · 3/4, -6 · 2 · 7/8",
                (Decimal("-3"), Decimal("-10.5")),
                lambda: (+round(scaled_excess(QUARTER, 2, 2), 12), round(scaled_excess(eighth, 3, 2), 12)),
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
                *(threshold, QUARTER, 2),
            ),
            (
                "the greatest scaled excess, λ = 1/8, k = 3, N = 7 and 8",
                "at x = 0.21797780 and 0.25293642, where the polynomial is greatest; computed apart, exactly",
                (Decimal("-88.357518857841"), Decimal("60.235877526767")),
                lambda: tuple(round(scaled_excess(eighth, 3, number), 12) for number in (7, 8)),
            ),
            (
                "the best distribution at N = 6, λ = 1/4, k = 2",
                "N* is 6: uniform, and nothing gained",
                Maximiser(Decimal("0.5"), Decimal("0.5"), Decimal(0)),
                *(maximiser, QUARTER, 2, 6),
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
                lambda: (round(near.p_other, 12), round(near.relative_gain, 20)),
            ),
            (
                "a maximiser as a distribution over 3 lengths",
                "the likeliest is the last",
                {0: QUARTER, 1: QUARTER, 2: HALF},
                lambda: dict(Maximiser(Decimal("0.5"), Decimal("0.25"), Decimal(0)).distribution(3)),
            ),
            (
                "a local maximum only (λ = 1/2, k = 3, N = 15, 16), and halves (1/8, 4, 9, 10 and 1/100, 6, 11)",
                "uniform is the one best, and not; and so again; and is",
                (True, False, True, False, True),
                lambda: (
                    *(decides(HALF, 3, number) for number in (15, 16)),
                    *(decides(eighth, 4, number) for number in (9, 10)),
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
        "docs/findings/drest_theorem.md",
        witness="N*(9/10, 2) = 58: beyond it, as in the main setting of the published version, uniform is not the best",
    ),
)
