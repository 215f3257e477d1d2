"""The threshold in closed form: bounds on N_loc, up to which uniform is locally the best.

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
from typing import Any, TypeAlias

from formal_rl.checking import Domain, Rows, among, by_hand, every, kinds, meets
from formal_rl.gridworlds import theorem as th
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.statements.thornley_2024.grids import HALF, NINE_TENTHS, QUARTER, fractions

Polynomial: TypeAlias = Mapping[tuple[int, int], Fraction]
"""A polynomial in ε and t: the coefficient of each pair of powers."""

ONE: Polynomial = {(0, 0): Fraction(1)}
EPSILON: Polynomial = {(1, 0): Fraction(1)}
T: Polynomial = {(0, 1): Fraction(1)}
DEGREE = 6
"""All is multiplied by so high a power of ε that none is in a denominator."""

LAMS = "1/2 11/20 3/5 2/3 7/10 3/4 4/5 17/20 9/10 19/20"
SMALL_LAMS = "1/100 1/10 1/4 2/5 49/100"


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
    found = ONE
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
        parts.append(scaled(times(to_the(numerator, power), to_the(EPSILON, DEGREE + 1 - power)), coefficient))
    for power, coefficient in enumerate(power_sum(n + 1)):
        two_less = plus(to_the(EPSILON, DEGREE + 1 - power), scaled(to_the(EPSILON, DEGREE - power), -2))
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


def bound_numerator(k: int, e: Fraction, *, lower: bool) -> Polynomial:
    """Return ε times the bound on N_loc: from above, or from below for λ >= 1/2."""
    terms = {(0, 0): Fraction(3), (1, 0): -Fraction(3 * k + 5, 8), (2, 0): -e * k}
    return {**terms, (3, 0): -e * k**2} if lower else terms


def series(log: Polynomial, moments: Sequence[Polynomial]) -> Polynomial:
    """Return the sum of l^n / n! times the n-th of the moments given."""
    return plus(*(scaled(times(to_the(log, n), each), Fraction(1, factorial(n))) for n, each in enumerate(moments)))


def from_above(k: int, e: Fraction) -> Iterator[tuple[str, bool]]:
    """Yield what shows that the curvature is positive from the upper bound on, for every λ.

    There T_2 > 0, so that all later T_n are, and later terms may be left out. And since T_1 + l T_2 + l² T_3 / 2 > 0
    for what is put in the place of l, the sum rises with l.
    """
    number = plus(bound_numerator(k, e, lower=False), times(T, EPSILON))
    most, less = Fraction(1, k), log_to(6, k)
    moments = [moment_at(n, number) for n in range(5)]
    yield "T_2 > 0", not_negative(moments[2], most)
    yield "T_1 + l T_2 + l² T_3 / 2 > 0", not_negative(series(less, moments[1:4]), most)
    yield "the curvature > 0", not_negative(series(less, moments), most)


def from_below(k: int, e: Fraction) -> Iterator[tuple[str, bool]]:
    """Yield what shows that the curvature is at most 0 at the last integer up to the lower bound, for λ >= 1/2.

    The moments there are at most those at the bound, and those are positive. From T_3 on each is at most 3/ε times the
    one before, so that the rest is at most a geometric series.
    """
    bound = bound_numerator(k, e, lower=True)
    number, most, more = plus(bound, scaled(times(T, EPSILON), -1)), Fraction(1, 2 * k), log_above(7, k)
    for n in range(4):
        rise = plus(moment_at(n, bound), scaled(moment_at(n, number), -1))
        yield f"T_{n} rises", not_negative(rise, most, t_to_one=True)
        if n:
            yield f"T_{n} > 0 at the bound", not_negative(moment_at(n, bound), most)
    rest = plus(scaled(moment_at(3, number), 3), scaled(times(EPSILON, moment_at(4, number)), -1))
    yield "T_4 <= 3/ε T_3", not_negative(rest, most, t_to_one=True)
    ratio = {(a - 1, b): -3 * coefficient for (a, b), coefficient in more.items()}
    room = plus(scaled(ONE, 4), ratio)
    yield "3 l/ε < 4", not_negative(room, most)
    moments = [moment_at(n, bound) for n in range(4)]
    third = scaled(times(to_the(more, 3), moments[3]), Fraction(4, 6))
    total = plus(times(series(more, moments[:3]), room), third)
    yield "the curvature <= 0", not_negative(scaled(total, -1), most)


DOUBTFUL = ((Fraction(11, 18), 2), (Fraction(14, 27), 2), (Fraction(10, 17), 3), (Fraction(21, 26), 3))
"""λ and k where the bounds leave one integer of doubt; at the second N_loc is the greater, else the less."""


@theorem(
    "T24-Nloc",
    "the local threshold in closed form",
    "a correction of Theorem 5.1",
    "holds",
    evidence="proved, for k from 2 to 4 (in full, further), by the signs of coefficients of polynomials; for all k "
    "by computer algebra in a test, and argued in docs/findings/drest_threshold.md; exact: signs beside it",
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
        moments = tuple(moment(n, Fraction(1, 3), 3) for n in (0, 1))
        yield "N = 3: 2 (ε - 1) + 2 (3 ε - 2); the second twice: at ε = 1/3", fractions("-10/3", "-16/3"), moments
        for about, value, given, to in (
            ("1 - 3 ε + t ε, ε to 1/3: s + t/3, over 1 + s", True, {(1, 0): Fraction(-3), (1, 1): Fraction(1)}, "1/3"),
            ("1 - 3 ε + t ε, not to 1/2", False, {(1, 0): Fraction(-3), (1, 1): Fraction(1)}, "1/2"),
            ("1 - t from 0 on", False, scaled(T, -1), "1/2"),
        ):
            yield about, value, not_negative(plus(ONE, given), Fraction(to))
        to_one = not_negative(plus(ONE, scaled(T, -1)), HALF, t_to_one=True)
        yield "1 - t from 0 to 1: with t = 1/(1 + r): r, over 1 + r", True, to_one

    def sums(n: int, number: int, epsilon: Fraction) -> Any:
        expected = sum((i ** (n + 1) * ((i + 1) * epsilon - 2) for i in range(number)), Fraction(0))
        return expected, moment(n, epsilon, number)

    def above(k: int) -> Any:
        return [], [what for what, shown in from_above(k, th.second_order(k)) if not shown]

    def below(k: int) -> Any:
        return [], [what for what, shown in from_below(k, th.second_order(k)) if not shown]

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
    orders = (
        among("T_0 to T_4", range(5)),
        among("N from 1 to 9", range(1, 10)),
        among("ε = 1/10, 1/3", fractions("1/10", "1/3")),
    )
    yield every("the moments, as polynomials of degrees n + 3 and 1", sums, *orders)
    ks = Domain(
        lambda scope: f"e = (k - 1) (19 k + 1) / (160 k), k from 2 to {12 if scope.is_full else 4}",
        lambda scope: range(2, 13 if scope.is_full else 5),
    )
    coefficients = "by the coefficients of polynomials in ε and t"
    yield every(f"proved for every λ, {coefficients}: N_loc < 3k/c - (3k + 5)/8 - e c", above, ks)
    yield every(f"proved for 1/2 <= λ < 1, {coefficients}: N_loc is at least that less e c²", below, ks)
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
        :moment
            a moment with N in it: number**i → (number + 1) ** i
    """)


STATEMENTS = statements_in(globals())
