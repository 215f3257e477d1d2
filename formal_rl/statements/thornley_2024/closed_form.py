"""Checks of the threshold in closed form: bounds on N_loc, up to which uniform is locally the best.

With ε = (1 - λ)/k and l the logarithm of g = λ^(-1/k) (1 - ε), the curvature at uniform is the sum over n of l^n / n!
times the moment T_n, the sum over i < N of i^n b_i, b_i = i ((i + 1) ε - 2). What is left out, and l itself, is bounded
by polynomials of ε; so is N. The sign of a polynomial on an interval follows from its coefficients, in a variable that
runs over all numbers from 0 on.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial
from typing import TypeAlias

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import Value
from formal_rl.gridworlds.theorem import (
    LocalBounds,
    RootSum,
    curvature_in_roots,
    local_bounds,
    local_threshold,
    second_order,
    sign,
    threshold,
    uniform_is_the_best,
)
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import HALF, NINE_TENTHS, QUARTER, Definition, fractions

Polynomial: TypeAlias = Mapping[tuple[int, int], Fraction]
"""A polynomial in ε and t: the coefficient of each pair of powers."""

_ONE: Polynomial = {(0, 0): Fraction(1)}
_EPSILON: Polynomial = {(1, 0): Fraction(1)}
_T: Polynomial = {(0, 1): Fraction(1)}
_DEGREE = 6
"""All is multiplied by so high a power of ε that none is in a denominator."""

_LAMS = ("1/2", "11/20", "3/5", "2/3", "7/10", "3/4", "4/5", "17/20", "9/10", "19/20")
_SMALL_LAMS = ("1/100", "1/10", "1/4", "2/5", "49/100")


def plus(*given: Polynomial) -> Polynomial:
    """Return the sum of polynomials."""
    total: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for each in given:
        for powers, coefficient in each.items():
            total[powers] += coefficient
    return {powers: coefficient for powers, coefficient in total.items() if coefficient}


def times(first: Polynomial, second: Polynomial) -> Polynomial:
    """Return the product of two polynomials."""
    total: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (a, b), x in first.items():
        for (c, d), y in second.items():
            total[a + c, b + d] += x * y
    return {powers: coefficient for powers, coefficient in total.items() if coefficient}


def scaled(given: Polynomial, factor: Fraction | int) -> Polynomial:
    """Return a polynomial times a number."""
    return {powers: factor * coefficient for powers, coefficient in given.items() if factor}


def to_the(given: Polynomial, power: int) -> Polynomial:
    """Return a power of a polynomial."""
    found = _ONE
    for _ in range(power):
        found = times(found, given)
    return found


@cache
def power_sum(j: int) -> tuple[Fraction, ...]:
    """Return the coefficients, in N, of the sum of i^j over 0 <= i < N.

    N^(j + 1) is the sum over m <= j of (j + 1 over m) times the sum of i^m, since (i + 1)^(j + 1) - i^(j + 1) is.
    """
    found = [Fraction(0)] * (j + 1) + [Fraction(1)]
    for m in range(j):
        for power, coefficient in enumerate(power_sum(m)):
            found[power] -= comb(j + 1, m) * coefficient
    return tuple(each / (j + 1) for each in found)


def moment(n: int, epsilon: Fraction, number: int) -> Fraction:
    """Return T_n, the sum over i < N of i^n b_i, by its polynomial."""
    sums = [sum((each * number**i for i, each in enumerate(power_sum(j))), Fraction(0)) for j in (n + 1, n + 2)]
    return (epsilon - 2) * sums[0] + epsilon * sums[1]


def moment_at(n: int, numerator: Polynomial) -> Polynomial:
    """Return ε^6 T_n where N is ``numerator`` / ε."""
    parts = []
    for power, coefficient in enumerate(power_sum(n + 2)):
        parts.append(scaled(times(to_the(numerator, power), to_the(_EPSILON, _DEGREE + 1 - power)), coefficient))
    for power, coefficient in enumerate(power_sum(n + 1)):
        two_less = plus(to_the(_EPSILON, _DEGREE + 1 - power), scaled(to_the(_EPSILON, _DEGREE - power), -2))
        parts.append(scaled(times(to_the(numerator, power), two_less), coefficient))
    return plus(*parts)


def log_to(last: int, k: int) -> Polynomial:
    """Return the first terms of l = log g: the sum over j from 2 on of (k^(j - 1) - 1) ε^j / j. All are positive."""
    return {(j, 0): Fraction(k ** (j - 1) - 1, j) for j in range(2, last + 1)}


def log_above(last: int, k: int) -> Polynomial:
    """Return more than l, where k ε <= 1/2: the rest is less than the sum of k^(j - 1) ε^j / (last + 1)."""
    return plus(log_to(last, k), {(last + 1, 0): Fraction(2 * k**last, last + 1)})


def not_negative(given: Polynomial, most: Fraction, *, t_to_one: bool = False) -> bool:
    """Whether a polynomial is shown to be at least 0 for 0 < ε <= ``most`` and t >= 0, or t from 0 to 1.

    With ε = most / (1 + s), and t = 1 / (1 + r) in the second case, it is so if all coefficients in s and t or r are.
    """
    high, wide = (max((powers[place] for powers in given), default=0) for place in (0, 1))
    found: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
    for (a, b), coefficient in given.items():
        for i in range(high - a + 1):
            for j in range(wide - b + 1) if t_to_one else (b,):
                found[i, j] += coefficient * most**a * comb(high - a, i) * (comb(wide - b, j) if t_to_one else 1)
    return bool(found) and min(found.values()) >= 0


def _bound_numerator(k: int, e: Fraction, *, lower: bool) -> Polynomial:
    """Return ε times the bound on N_loc: from above, or from below for λ >= 1/2."""
    terms = {(0, 0): Fraction(3), (1, 0): -Fraction(3 * k + 5, 8), (2, 0): -e * k}
    return {**terms, (3, 0): -e * k**2} if lower else terms


def _series(log: Polynomial, moments: Sequence[Polynomial]) -> Polynomial:
    """Return the sum of l^n / n! times the n-th of the moments given."""
    return plus(*(scaled(times(to_the(log, n), each), Fraction(1, factorial(n))) for n, each in enumerate(moments)))


def from_above(k: int, e: Fraction) -> Iterator[tuple[str, bool]]:
    """Yield what shows that the curvature is positive from the upper bound on, for every λ.

    There T_2 > 0, so that all later T_n are, and later terms may be left out. And since T_1 + l T_2 + l² T_3 / 2 > 0
    for what is put in the place of l, the sum rises with l.
    """
    number = plus(_bound_numerator(k, e, lower=False), times(_T, _EPSILON))
    most, less = Fraction(1, k), log_to(6, k)
    moments = [moment_at(n, number) for n in range(5)]
    yield "T_2 > 0", not_negative(moments[2], most)
    yield "T_1 + l T_2 + l² T_3 / 2 > 0", not_negative(_series(less, moments[1:4]), most)
    yield "the curvature > 0", not_negative(_series(less, moments), most)


def from_below(k: int, e: Fraction) -> Iterator[tuple[str, bool]]:
    """Yield what shows that the curvature is at most 0 at the last integer up to the lower bound, for λ >= 1/2.

    The moments there are at most those at the bound, and those are positive. From T_3 on each is at most 3/ε times the
    one before, so that the rest is at most a geometric series.
    """
    bound = _bound_numerator(k, e, lower=True)
    number, most, more = plus(bound, scaled(times(_T, _EPSILON), -1)), Fraction(1, 2 * k), log_above(7, k)
    for n in range(4):
        rise = plus(moment_at(n, bound), scaled(moment_at(n, number), -1))
        yield f"T_{n} rises", not_negative(rise, most, t_to_one=True)
        if n:
            yield f"T_{n} > 0 at the bound", not_negative(moment_at(n, bound), most)
    rest = plus(scaled(moment_at(3, number), 3), scaled(times(_EPSILON, moment_at(4, number)), -1))
    yield "T_4 <= 3/ε T_3", not_negative(rest, most, t_to_one=True)
    ratio = {(a - 1, b): -3 * coefficient for (a, b), coefficient in more.items()}
    room = plus(scaled(_ONE, 4), ratio)
    yield "3 l/ε < 4", not_negative(room, most)
    moments = [moment_at(n, bound) for n in range(4)]
    third = scaled(times(to_the(more, 3), moments[3]), Fraction(4, 6))
    total = plus(times(_series(more, moments[:3]), room), third)
    yield "the curvature <= 0", not_negative(scaled(total, -1), most)


def closed_form(
    scope: Scope,
    *,
    bounds: Definition = local_bounds,
    curvature: Definition = curvature_in_roots,
    second_order: Definition = second_order,
    moments: Definition = moment,
) -> Iterator[Part]:
    """Check the bounds on N_loc: proved for each k by coefficients, beside the exact value, and what N* is then."""
    ks = range(2, 13 if scope.is_full else 5)
    lams = fractions(*_LAMS, *(("24/25", "49/50", "99/100") if scope.is_full else ()))

    @part(
        "the moments, as polynomials",
        branches=tuple(f"T_{n}" for n in range(5)),
        domain="n to 4, N from 1 to 9, ε = 1/10, 1/3: more places than the degrees, n + 3 and 1",
    )
    def sums() -> Iterator[Case]:
        for n, number, epsilon in product(range(5), range(1, 10), fractions("1/10", "1/3")):
            expected = sum((i ** (n + 1) * ((i + 1) * epsilon - 2) for i in range(number)), Fraction(0))
            yield f"T_{n}", equal(f"T_{n}, N = {number}, ε = {epsilon}", expected, moments(n, epsilon, number))

    @part(
        "proved for every λ: N_loc < 3k/c - (3k + 5)/8 - e c",
        branches=tuple(f"k = {k}" for k in ks),
        domain=f"e = (k - 1) (19 k + 1) / (160 k), k from 2 to {ks[-1]}; all 0 < λ < 1, by the coefficients of "
        "polynomials in ε and t",
    )
    def above() -> Iterator[Case]:
        for k in ks:
            for what, shown in from_above(k, second_order(k)):
                yield f"k = {k}", unless(shown, f"k = {k}: {what}", "shown by coefficients", "not shown")

    @part(
        "proved for 1/2 <= λ < 1: N_loc >= the integer part of that bound less e c²",
        branches=tuple(f"k = {k}" for k in ks),
        domain=f"k from 2 to {ks[-1]}; all 1/2 <= λ < 1, by the coefficients of polynomials in ε and t",
    )
    def below() -> Iterator[Case]:
        for k in ks:
            for what, shown in from_below(k, second_order(k)):
                yield f"k = {k}", unless(shown, f"k = {k}: {what}", "shown by coefficients", "not shown")

    @part(
        "beside the sign of the curvature at the last integer and the next",
        branches=("no doubt", "one integer in doubt", "λ < 1/2"),
        domain=f"k = 2 to 5; λ = {', '.join(map(str, lams))}; {', '.join(_SMALL_LAMS)}; and four λ chosen for a doubt",
    )
    def beside() -> Iterator[Case]:
        for lam, k in (*product((*lams, *fractions(*_SMALL_LAMS)), range(2, 6)), *_DOUBTFUL):
            low, most, found = bounds(lam, k).least, bounds(lam, k).greatest, local_threshold(lam, k)
            signs = tuple(sign(curvature(lam, k, number), lam) > 0 for number in (found, found + 1))
            about = f"λ = {lam}, k = {k}: positive at {found} and {found + 1}"
            branch = "λ < 1/2" if lam < HALF else "no doubt" if low == most else "one integer in doubt"
            yield branch, equal(about, (False, True), signs)
            within = low <= found <= most and (lam < HALF or most - low <= 1)
            yield (
                branch,
                unless(within, f"λ = {lam}, k = {k}: N_loc", f"{low} to {most}, of which one is in doubt", found),
            )

    @part(
        "two lengths: N* is N_loc, decided over all distributions",
        branches=("N_loc", "N_loc + 1", "by the search"),
        domain="λ = 1/2, 3/5, 7/10, 4/5 decided exactly; and for all these λ by the search with 50 digits",
    )
    def two_lengths() -> Iterator[Case]:
        for lam in fractions("1/2", "3/5", "7/10", "4/5"):
            found = local_threshold(lam, 2)
            for number, name in ((found, "N_loc"), (found + 1, "N_loc + 1")):
                about = f"λ = {lam}, N = {number}: uniform is the one best"
                yield name, equal(about, number == found, uniform_is_the_best(lam, 2, number))
        for lam in lams:
            yield "by the search", equal(f"λ = {lam}: N*", local_threshold(lam, 2), threshold(lam, 2).greatest)

    yield _by_hand(bounds, curvature, second_order, moments)
    yield from (decided() for decided in (sums, above, below, beside, two_lengths))
    yield _published()


_DOUBTFUL = ((Fraction(11, 18), 2), (Fraction(14, 27), 2), (Fraction(10, 17), 3), (Fraction(21, 26), 3))
"""λ and k where the bounds leave one integer of doubt; at the second N_loc is the greater, else the less."""
_SWEEP = {
    4: "1/2 11/20 3/5 13/20",
    8: "3/5 13/20 7/10 3/4 4/5",
    16: "3/4 4/5 17/20 9/10",
    32: "4/5 17/20 9/10 19/20",
    64: "17/20 9/10 19/20 99/100",
}
"""λ by N of a published sweep (towardsshutdownableagents/ICML2026), its ends as its file lists them; two lengths."""

_BEYOND = {(32, "4/5"), (64, "17/20"), (64, "9/10")}


@part(
    "which cells of a published sweep lie beyond N*",
    branches=("within", "beyond"),
    domain="two lengths; N = 4, λ to 13/20; 8, to 4/5; 16, to 9/10; 32, to 19/20; 64, to 99/100",
)
def _published() -> Iterator[Case]:
    for number, lams in _SWEEP.items():
        for lam in lams.split():
            expected, greatest = (number, lam) in _BEYOND, local_threshold(Fraction(lam), 2)
            about = f"N = {number}, λ = {lam}: beyond N* = {greatest}"
            yield "beyond" if expected else "within", equal(about, expected, number > greatest)


def _by_hand(bounds: Definition, curvature: Definition, second_order: Definition, moments: Definition) -> Part:
    return check_examples(
        (
            (
                "the curvature for λ = 1/4, k = 2, N = 3",
                "ε = 3/8; 5/8 · (-5/4) root^-1, and (5/8)² · 4 · 2 (9/8 - 2)",
                (Fraction(-175, 64), Fraction(-25, 32)),
                *(curvature, QUARTER, 2, 3),
            ),
            (
                "bounds for λ = 1/2, k = 2",
                "12 - 11/8 - 39/640; less 39/1280 it is 10.53: N_loc is 10",
                LocalBounds(10, Fraction(6761, 640)),
                *(bounds, HALF, 2),
            ),
            (
                "for λ = 9/10, k = 2",
                "60 - 11/8 - 39/3200 = 58.61: N_loc is 58",
                LocalBounds(58, Fraction(187561, 3200)),
                *(bounds, NINE_TENTHS, 2),
            ),
            (
                "for λ = 18/25, k = 2",
                "150/7 - 11/8 - 273/8000 is 20.019; less 1911/200000 it is 20.010: N_loc is 20",
                LocalBounds(20, Fraction(150, 7) - Fraction(11, 8) - Fraction(273, 8000)),
                *(bounds, Fraction(18, 25), 2),
            ),
            (
                "the greatest k with e c² <= 1, for λ = 1/2 and 9/10",
                "33 · 647/5440 is below 4, 34 · 666/5600 above; 842 · 16018/134880 below 100, 843 · 16037/135040 above",
                (34, 843),
                lambda: tuple(
                    max(k for k in range(2, 1000) if second_order(k) * c**2 <= 1) for c in (HALF, 1 - NINE_TENTHS)
                ),
            ),
            (
                "for λ = 1/4, k = 2",
                "4/(3/4) = 5 1/3; 8 - 11/8 - 117/1280 = 6.53",
                LocalBounds(5, Fraction(8363, 1280)),
                *(bounds, QUARTER, 2),
            ),
            ("N_loc there", "negative at 6, positive at 7", 6, local_threshold, QUARTER, 2),
            (
                "T_0 and T_1 for N = 3",
                "2 (ε - 1) + 2 (3 ε - 2); the second twice: at ε = 1/3",
                fractions("-10/3", "-16/3"),
                lambda: tuple(moments(n, Fraction(1, 3), 3) for n in (0, 1)),
            ),
            (
                "1 - 3 ε + t ε is at least 0 for ε to 1/3, and not to 1/2",
                "with ε = (1/3)/(1 + s): s + t/3, over 1 + s",
                (True, False),
                lambda: tuple(
                    not_negative(plus(_ONE, {(1, 0): Fraction(-3), (1, 1): Fraction(1)}), most)
                    for most in fractions("1/3", "1/2")
                ),
            ),
            (
                "1 - t for t from 0 to 1, and from 0 on",
                "with t = 1/(1 + r): r, over 1 + r",
                (True, False),
                lambda: tuple(
                    not_negative(plus(_ONE, scaled(_T, -1)), HALF, t_to_one=to_one) for to_one in (True, False)
                ),
            ),
        )
    )


# --- Mutants ---


def _earlier(lam: Value, k: int) -> LocalBounds:
    """Take the upper bound that was proved before, 3k/c - 1."""
    return local_bounds(lam, k)._replace(below=3 * k / (1 - Fraction(lam)) - 1)


def _without_i(lam: Value, k: int, number: int) -> RootSum:
    lam = Fraction(lam)
    part = (1 - lam) / k
    sums = [Fraction(0)] * k
    for i in range(1, number):
        sums[i % k] += (1 - part) ** i * lam ** -(i // k) * i * (i * part - 2)
    return tuple(sums)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-Nloc",
        kind="theorem",
        title="the local threshold in closed form",
        claim="Let c = 1 - λ and e = (k - 1) (19 k + 1) / (160 k), and let N_loc be the greatest N for which the "
        "curvature of the return at uniform is at most 0. For each λ and k, N_loc < 3k/c - (3k + 5)/8 - e c; for λ >= "
        "1/2 it is at least the integer part of this bound less e c², which leaves at most one integer of doubt for k "
        "<= 34. So N* is less than this bound, and for two lengths it is N_loc.",
        source=f"a correction of {THORNLEY_2024}, Theorem 5.1",
        check=closed_form,
        mutants={
            "the bound proved before": {"bounds": _earlier},
            "3k + 3 for 3k + 5": {
                "bounds": lambda lam, k: local_bounds(lam, k)._replace(below=local_bounds(lam, k).below + QUARTER)
            },
            "no term in c": {"second_order": lambda k: Fraction(0)},
            "twice the term in c": {"second_order": lambda k: 2 * second_order(k)},
            "i for i + 1 in the curvature": {"curvature": _without_i},
            "the integer part, and one more": {
                "bounds": lambda lam, k: local_bounds(lam, k)._replace(least=local_bounds(lam, k).least + 1)
            },
            "a moment with N in it": {"moments": lambda n, epsilon, number: moment(n, epsilon, number + 1)},
        },
        verdict="holds",
        evidence="proved, for k from 2 to 4 (in full, further), by the signs of coefficients of polynomials; for all k "
        "by computer algebra in a test, and argued in docs/findings/drest_threshold.md. Beside it exact signs at N_loc "
        "and N_loc + 1, k = 2 to 5, λ from 1/100 to 19/20 (in full, to 99/100), and N* for two lengths, over all "
        "distributions",
        defects="The theorem has no bound on N. From 3k/c - (3k + 5)/8 - e c on uniform is not even a local maximum, "
        "which is earlier than the 3k/(1 - λ) - 1 of T24-threshold",
    ),
)
