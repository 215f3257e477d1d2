"""The expected return of one meta-episode under the DREST reward, term by term."""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from math import log2
from typing import Any

from attrs import frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import expected_return, expected_return_incremental, neutrality
from formal_rl.gridworlds.drest import require_number, require_shares
from formal_rl.gridworlds.theorem import RootSum, difference, enclose, expected_return_in_roots
from formal_rl.gridworlds.theorem._radical_sums import rational_root, require_lam
from formal_rl.gridworlds.theorem.threshold import DIGITS as DECIMAL_DIGITS
from formal_rl.study.numbers import amount, both_texts, decimal_text, equated, exact_json, trimmed
from formal_rl.view.pages import columns

MOST_MINI_EPISODES = 2_000
"""The greatest N that is computed exactly."""

MOST_SEQUENCES = 4_000
"""Up to how many sequences of lengths a return is summed over all of them."""

DIGITS = 30
"""The number of digits of an irrational return in texts."""

_BITS = 256

_WORDS = {
    "better": "better",
    "worse": "worse",
    "equal": "as good",
    "undecided": "as good, or too close to tell",
}


@frozen
class Return:
    """R(p, u), the expected return of a meta-episode of N mini-episodes, and the same of uniform p.

    ``sums`` are the E_j of R = Σ_j E_j λ^(-j/k), ``uniform_sums`` those of uniform p; ``root`` is λ^(1/k) where it is
    rational, and ``summed`` the return summed over all sequences of lengths where they are few.
    """

    p: tuple[Fraction, ...]
    u: tuple[Fraction, ...]
    lam: Fraction
    number: int
    root: Fraction | None
    sums: RootSum
    uniform_sums: RootSum
    summed: Fraction | None

    @property
    def k(self) -> int:
        """The number of lengths."""
        return len(self.p)

    @property
    def usefulness(self) -> Fraction:
        """USEFULNESS: the p_l times u_l, together."""
        return sum((p * u for p, u in zip(self.p, self.u, strict=True)), Fraction(0))

    def exact(self, sums: RootSum) -> Fraction | None:
        """Return the sum over j of E_j λ^(-j/k), where λ^(1/k) is rational."""
        return None if self.root is None else sum((each / self.root**j for j, each in enumerate(sums)), Fraction(0))

    def bounds(self, sums: RootSum) -> tuple[Fraction, Fraction]:
        """Return two rationals between which the sum over j of E_j λ^(-j/k) lies: the same where it is rational."""
        exact = self.exact(sums)
        return enclose(sums, self.lam, _BITS) if exact is None else (exact, exact)

    @property
    def comparison(self) -> str:
        """Whether p is better or worse than uniform p, or equal; "undecided" if the bounds cannot separate them."""
        gap = difference(self.sums, self.uniform_sums)
        low, high = self.bounds(gap)
        if low > 0:
            return "better"
        if high < 0:
            return "worse"
        return "equal" if low == high or not any(gap) else "undecided"

    def __str__(self) -> str:
        c = 1 - self.lam
        q = f"λ^(-1/{self.k})" + (f" = {1 / self.root}" if self.root else ", irrational")
        lines = [
            f"k = {self.k} lengths, N = {self.number} mini-episodes, λ = {self.lam}, c = 1 - λ = {c}, q = {q}",
            "R = Σ_l p_l u_l Σ_{i<N} r_l^i with r_l = q (1 - c p_l)",
            "",
        ]
        table = [("length", "p_l", "u_l", "1 - c p_l", *(("r_l", "its part of R") if self.root else ()))]
        for place, (p, u) in enumerate(zip(self.p, self.u, strict=True), start=1):
            row = [str(place), _short(p), _short(u), _short(1 - c * p)]
            if self.root:
                ratio = (1 - c * p) / self.root
                total = Fraction(self.number) if ratio == 1 else (ratio**self.number - 1) / (ratio - 1)
                row += [_short(ratio), both_texts(p * u * total)]
            table.append(tuple(row))
        lines += columns(table)
        useful, bits = equated(self.usefulness), trimmed(neutrality(dict(enumerate(self.p))))
        metrics = f"USEFULNESS{useful}; NEUTRALITY {bits}, at most log2 {self.k} = {trimmed(log2(self.k))}"
        return "\n".join([*lines, "", *self._total(), *self._compared(), metrics])

    def _total(self) -> list[str]:
        exact = self.exact(self.sums)
        if exact is None:
            low, high = self.bounds(self.sums)
            powers = " + ".join(["E_0", *(f"E_{j} λ^(-{j}/{self.k})" for j in range(1, self.k))])
            parts = [f"    E_{j}{equated(each)}" for j, each in enumerate(self.sums)]
            return [f"R = {powers}, exact in the E_j", *parts, f"R {_enclosed(low, high)}"]
        lines = [f"R{equated(exact)}, in closed form"]
        if self.summed is not None:
            agree = "the same" if self.summed == exact else f"ANOTHER: {self.summed}"
            lines.append(
                f"summed over all {self.k}^{self.number} = {self.k**self.number} sequences of lengths: {agree}"
            )
        return lines

    def _compared(self) -> list[str]:
        gap = difference(self.sums, self.uniform_sums)
        exact, exact_gap = self.exact(self.uniform_sums), self.exact(gap)
        if exact is not None and exact_gap is not None:
            by = "" if exact_gap == 0 else f", by {amount(abs(exact_gap))}"
            return [f"R at p uniform, u the same{equated(exact)}: this p is {_WORDS[self.comparison]}{by}"]
        low, high = self.bounds(self.uniform_sums)
        least, most = sorted(abs(end) for end in self.bounds(gap))
        certified = f", by {_enclosed(least, most).removeprefix('≈ ')}, certified by rational bounds"
        by = certified if self.comparison in {"better", "worse"} else ""
        return [f"R at p uniform, u the same {_enclosed(low, high)}", f"this p is {_WORDS[self.comparison]}{by}"]

    def to_json(self) -> dict[str, Any]:
        """Return everything shown as JSON values, exact numbers as texts."""
        found: dict[str, Any] = {
            "k": self.k,
            "lambda": str(self.lam),
            "N": self.number,
            "p": [str(each) for each in self.p],
            "u": [str(each) for each in self.u],
            "root": None if self.root is None else str(self.root),
        }
        for name, sums in (("R", self.sums), ("R_uniform", self.uniform_sums)):
            exact, (low, high) = self.exact(sums), self.bounds(sums)
            found[name] = {
                "exact": None if exact is None else exact_json(exact),
                "basis": [exact_json(each) for each in sums],
                "decimal": decimal_text((low + high) / 2, DIGITS),
            }
        found["summed_over_sequences"] = None if self.summed is None else exact_json(self.summed)
        found["compared_with_uniform"] = self.comparison
        found["neutrality_bits"] = neutrality(dict(enumerate(self.p)))
        found["usefulness"] = str(self.usefulness)
        return found


def _short(value: Fraction) -> str:
    return str(value) if len(str(value)) <= 20 else decimal_text(value)


def _enclosed(low: Fraction, high: Fraction) -> str:
    """Return the digits that both bounds share, at most 30 of them."""
    for digits in range(DIGITS, 0, -1):
        if decimal_text(low, digits) == decimal_text(high, digits):
            return f"≈ {decimal_text(low, digits)}"
    return f"is between {decimal_text(low)} and {decimal_text(high)}"


def drest_return(p: Sequence[Fraction], u: Sequence[Fraction], lam: Fraction, number: int) -> Return:
    """Return the expected return of N = ``number`` mini-episodes with length probabilities p and u_l = E(C|L=l) / m_l.

    Raises `InvalidParameter` for values that the definition excludes, and for more than 2,000 mini-episodes.
    """
    require_shares(p, u)
    require_lam(lam)
    require_number(number)
    if number > MOST_MINI_EPISODES:
        raise InvalidParameter("N", number, f"at most {MOST_MINI_EPISODES:,} mini-episodes")
    k, root = len(p), rational_root(lam, len(p))
    uniform = (Fraction(1, k),) * k
    few = root is not None and k**number <= MOST_SEQUENCES
    if root is None:
        sums, uniform_sums = (expected_return_in_roots(each, u, lam, number) for each in (p, uniform))
    else:
        sums, uniform_sums = ((expected_return_incremental(each, u, root, number),) for each in (p, uniform))
    summed = expected_return(p, u, root, number) if root is not None and few else None
    return Return(tuple(p), tuple(u), lam, number, root, sums, uniform_sums, summed)


def approximate_gain(y: Fraction, k: int, lam: Fraction, number: int) -> Decimal:
    """Return R(x, ..., x, y) - R(uniform), u = 1, in decimals of 50 digits, to choose what to compute exactly."""
    with localcontext() as context:
        context.prec = DECIMAL_DIGITS
        q = (Decimal(lam.numerator) / Decimal(lam.denominator)) ** (Decimal(-1) / k)

        def part(p: Fraction) -> Decimal:
            left = 1 - (1 - lam) * p
            ratio = q * Decimal(left.numerator) / Decimal(left.denominator)
            total = Decimal(number) if ratio == 1 else (ratio**number - 1) / (ratio - 1)
            return total * p.numerator / p.denominator

        return (k - 1) * part((1 - y) / (k - 1)) + part(y) - k * part(Fraction(1, k))
