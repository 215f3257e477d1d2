"""Exact returns where λ^(1/k) is irrational: sums of rationals times powers of it, and their sign, certified."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.drest import require_number, require_shares
from formal_rl.gridworlds.world import Value

RootSum: TypeAlias = tuple[Fraction, ...]
"""E_0, ..., E_{k-1}, standing for the sum over j of E_j λ^(-j/k).

Ledger: T24-DD2
"""


def require_lam(lam: Value) -> None:
    """Raise `InvalidParameter` unless λ is exact and between 0 and 1."""
    if type(lam) not in {int, Fraction} or not 0 < lam < 1:
        raise InvalidParameter("lam", lam, "an exact number between 0 and 1, both excluded")


def require_lengths(k: int) -> None:
    """Raise `InvalidParameter` unless there are at least two lengths."""
    if type(k) is not int or k < 2:
        raise InvalidParameter("k", k, "at least 2 trajectory-lengths")


def expected_return_in_roots(p: Sequence[Value], u: Sequence[Value], lam: Value, number: int) -> RootSum:
    """Return the expected return of a meta-episode for any rational λ, as a sum over powers of λ^(-1/k).

    λ^(-i/k) is λ^(-j/k) times a power of λ, where j is i modulo k.

    Ledger: T24-DD2*, T24-T5.1*
    """
    require_shares(p, u)
    require_lam(lam)
    require_number(number)
    k, lam = len(p), Fraction(lam)
    sums = [Fraction(0)] * k
    powers = [Fraction(a) * b for a, b in zip(p, u, strict=True)]
    for i in range(number):
        sums[i % k] += lam ** -(i // k) * sum(powers)
        powers = [power * (1 - (1 - lam) * a) for power, a in zip(powers, p, strict=True)]
    return tuple(sums)


def bracket(lam: Value, k: int, bits: int) -> tuple[Fraction, Fraction]:
    """Return two rationals, 2^-bits apart, between which λ^(1/k) lies (the lower one may be equal to it)."""
    lam = Fraction(lam)
    low = last(lambda root: root**k * lam.denominator <= lam.numerator << (bits * k), 0, 1 << bits)
    return Fraction(low, 1 << bits), Fraction(low + 1, 1 << bits)


def enclose(sums: RootSum, lam: Value, bits: int = 200) -> tuple[Fraction, Fraction]:
    """Return two rationals between which the sum over j of E_j λ^(-j/k) lies.

    Ledger: T24-T5.1
    """
    k = len(sums)
    low_root, high_root = bracket(lam, k, bits)
    low = high = Fraction(0)
    for j, each in enumerate(sums):
        ends = sorted((each / high_root**j, each / low_root**j))
        low, high = low + ends[0], high + ends[1]
    return low, high


def difference(first: RootSum, second: RootSum) -> RootSum:
    """Return first - second."""
    return tuple(a - b for a, b in zip(first, second, strict=True))


def sign(sums: RootSum, lam: Value) -> int:
    """Return the sign, -1, 0 or 1, of the sum over j of E_j λ^(-j/k).

    It is exact. Where λ is not a d-th power for any d > 1 that divides k, the powers below the k-th of λ^(1/k) are
    independent over the rationals, so the sum is 0 only if each E_j is; otherwise λ is written as a power first. A sum
    that is not 0 is enclosed ever more narrowly.

    Ledger: T24-T5.1*, T24-threshold
    """
    require_lam(lam)
    reduced, base = _reduced(sums, Fraction(lam))
    if not any(reduced):
        return 0
    bits = 64 + base.denominator.bit_length()
    while True:
        low, high = enclose(reduced, base, bits)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        bits *= 2


def _reduced(sums: RootSum, lam: Fraction) -> tuple[RootSum, Fraction]:
    """Return the same number over the powers of base^(-1/e), where λ = base^d for the greatest such d, k = d e."""
    k = len(sums)
    roots = ((d, rational_root(lam, d)) for d in range(k, 0, -1) if k % d == 0)
    e, base = next((k // d, root) for d, root in roots if root is not None)  # every number is its own first root
    return tuple(sum((sums[j] * base ** -(j // e) for j in range(b, k, e)), Fraction(0)) for b in range(e)), base


def rational_root(value: Fraction, d: int) -> Fraction | None:
    """Return the d-th root of a number above 0 where it is rational."""

    def floor_root(number: int) -> int:
        return last(lambda root: root**d <= number, 0, 1 << (number.bit_length() // d + 1))

    found = Fraction(floor_root(value.numerator), floor_root(value.denominator))
    return found if found**d == value else None


def last(holds: Callable[[int], bool], low: int, high: int) -> int:
    """Return the greatest number for which ``holds`` is true.

    It is true from ``low`` up to that number, and false from there to ``high``.
    """
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low
