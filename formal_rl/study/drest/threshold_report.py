"""Whether λ, N and k are safe: the greatest N for which uniform lengths are best, and the optimum beyond."""

from fractions import Fraction
from math import ceil, log2
from textwrap import fill
from typing import Any

from attrs import frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import neutrality
from formal_rl.gridworlds.theorem import Maximiser, Threshold, local_bounds, local_threshold, maximiser, threshold
from formal_rl.gridworlds.theorem._radical_sums import last, require_lam, require_lengths
from formal_rl.gridworlds.theorem.local_threshold import second_order
from formal_rl.gridworlds.theorem.threshold import scaled_excess
from formal_rl.study.numbers import both_texts, decimal_text, trimmed
from formal_rl.view.pages import columns

LARGEST_BOUND = 20_000
"""Up to which bound on the threshold it is searched for."""

SMALLEST_BASE = Fraction(1, 10**20)
"""The smallest λ for which it is searched for."""

CREDIT = (
    "This matters only if training credits a mini-episode with the return of the whole meta-episode. "
    "If it credits each mini-episode with its own return, there is no threshold (T24-equilibrium)."
)
"""The question that decides whether a threshold matters."""


def is_safe(lam: Fraction, k: int, number: int) -> bool:
    """Return whether uniform lengths alone are best for N = ``number``: exactly for k = 2, else with 50 digits."""
    return number <= local_threshold(lam, 2) if k == 2 else scaled_excess(lam, k, number) < 0


def least_safe_lam(k: int, number: int) -> Fraction:
    """Return the least λ for which N = ``number`` is safe, rounded up to at least three places; 0 if each λ is.

    What is safe for one λ is safe for all greater ones: docs/findings/drest_threshold.md proves it.
    """
    require_lengths(k)
    if not 2 <= number <= LARGEST_BOUND:
        raise InvalidParameter("N", number, f"2 to {LARGEST_BOUND:,} mini-episodes")
    unit = 10 ** max(3, len(str(number)) + 1)
    enough = ceil(unit * (1 - Fraction(4, number)))  # N <= 4 / (1 - λ) is
    if enough <= 0:
        return Fraction(0)
    return Fraction(1 + last(lambda part: not is_safe(Fraction(part, unit), k, number), 0, enough), unit)


@frozen
class ThresholdReport:
    """Whether λ, N and k are safe, N* with its bounds, and the best distributions for some N.

    ``least_lam`` is the least safe λ for N, and ``least_k`` the least safe k for λ and N where k was not given.
    """

    lam: Fraction
    k: int
    threshold: Threshold
    best: tuple[tuple[int, Maximiser], ...]
    number: int | None
    least_lam: Fraction | None
    least_k: int | None

    @property
    def verdict(self) -> str:
        """Whether the setting is safe, and the nearest safe ones, in a sentence."""
        star, number, least = self.threshold.greatest, self.number, self.least_lam
        if number is None or least is None:
            return f"λ = {self.lam}, k = {self.k}: safe for N ≤ {star}, not for more."
        setting = f"λ = {self.lam}, N = {number}, k = {self.k}"
        lams = f"λ ≥ {decimal_text(least)}" if least else "every λ"
        k = f", or k = {self.least_k}" if self.least_k not in {None, self.k} else ""
        proved = f"; proved: N ≤ {self.threshold.sufficient}, λ ≥ {max(1 - Fraction(4, number), Fraction(0))}"
        found = f" (by a search with 50 digits{proved})" if self.k > 2 else ""
        if number <= star:
            return f"{setting}: safe, since {number} ≤ {star}; so are N ≤ {star}, and {lams}{found}."
        nearest = f"the nearest safe settings: N ≤ {star}, or {lams}{k}{found}"
        return f"{setting}: not safe, since {number} > {star}; {nearest}."

    def __str__(self) -> str:
        found, k = self.threshold, self.k
        how = "exact, the local threshold" if k == 2 else "found by a search with 50 digits"
        lines = [
            fill(self.verdict, 120),
            "Safe: uniform lengths, which are NEUTRAL, alone have the greatest expected return.",
            fill(CREDIT, 120, break_on_hyphens=False),
            "",
            f"λ = {both_texts(self.lam)}, k = {k} trajectory-lengths, every length collected in full (u = 1)",
            "",
            f"N* = {found.greatest}, {how}; uniform is a local maximum up to {found.local}.",
            f"Proved: it alone is best up to ⌊4/(1-λ)⌋ = {found.sufficient}, not from {found.fails_from} on: beyond",
            f"    {bound_text(k)} = {decimal_text(local_bounds(self.lam, k).below, 8)}.",
            "",
        ]
        table = [("N", "best p", "more than uniform", f"NEUTRALITY, of {trimmed(log2(k), 6)}")]
        for number, best in self.best:
            if number <= found.greatest:
                table.append((str(number), "uniform", "-", trimmed(log2(k), 6)))
                continue
            others = f"{decimal_text(best.p_other, 6)}" + (f" ({k - 1} times)" if k > 2 else "")
            gain = f"{decimal_text(best.relative_gain * 100, 3)} %"
            table.append((str(number), f"{decimal_text(best.p_most, 6)}, {others}", gain, f"{_bits(best, k):.6f}"))
        lines += columns(table)
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """Return everything shown as JSON values."""
        number, least = self.number, self.least_lam
        return {
            "verdict": {
                "sentence": self.verdict,
                "only_if": CREDIT,
                "safe": None if number is None else number <= self.threshold.greatest,
                "N": number,
                "safe_from_lambda": None if least is None else str(least),
                "safe_from_k": self.least_k,
            },
            "lambda": str(self.lam),
            "k": self.k,
            "N_star": self.threshold.greatest,
            "N_local": self.threshold.local,
            "sufficient_N": self.threshold.sufficient,
            "not_best_from_N": self.threshold.fails_from,
            "N_local_below": str(local_bounds(self.lam, self.k).below),
            "best": [
                {
                    "N": number,
                    "p_most": decimal_text(best.p_most, 20),
                    "p_other": decimal_text(best.p_other, 20),
                    "relative_gain": decimal_text(best.relative_gain, 12),
                    "neutrality_bits": _bits(best, self.k),
                }
                for number, best in self.best
            ],
        }


def bound_text(k: int) -> str:
    """Return the bound that N_loc is proved to be below, in closed form."""
    return f"{3 * k} / (1 − λ) − {Fraction(3 * k + 5, 8)} − {second_order(k)} (1 − λ)"


def _bits(best: Maximiser, k: int) -> float:
    return neutrality(best.distribution(k))


def drest_threshold(lam: Fraction | None, k: int | None, number: int | None = None) -> ThresholdReport:
    """Return whether λ, k and N are safe, and the best distributions at N*, N* + 1, about 5/4 N* and 2 N*, and at N.

    A missing λ is the least safe one for N and k. A missing k is 2, and the least safe k up to 100 is looked for.

    Raises `InvalidParameter` where λ and N are missing, for excluded values, for a λ so near to 1 that
    N* may be above 20,000, and for one below 10^-20.
    """
    two, k = k is None, 2 if k is None else k
    if lam is None and number is None:
        raise InvalidParameter("λ", None, "a number between 0 and 1, or N, the number of mini-episodes")
    least = None if number is None else least_safe_lam(k, number)
    lam = (least or Fraction(1, 1000)) if lam is None else lam
    require_lam(lam)
    require_lengths(k)
    if lam < SMALLEST_BASE:
        raise InvalidParameter("λ", str(lam), f"at least {SMALLEST_BASE}: decimals of 50 digits are not enough")
    if 3 * k / (1 - lam) > LARGEST_BOUND:
        raise InvalidParameter("λ", str(lam), f"3k/(1-λ) at most {LARGEST_BOUND:,} (k = {k})")
    found = threshold(lam, k)
    star = found.greatest
    numbers = sorted({star, star + 1, star + star // 4 + 1, 2 * star, *([] if number is None else [number])})
    best = tuple((each, maximiser(lam, k, each)) for each in numbers)
    least_k = None
    if two and number is not None:
        ks = (k for k in range(2, 101) if number <= local_bounds(lam, k).greatest and is_safe(lam, k, number))
        least_k = next(ks, None)
    return ThresholdReport(lam, k, found, best, number, least, least_k)
