"""Up to how many mini-episodes the uniform distribution over lengths is best, and what is best beyond."""

from fractions import Fraction
from math import log2
from typing import Any

from attrs import frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import neutrality
from formal_rl.gridworlds.theorem import (
    Maximiser,
    Threshold,
    local_bounds,
    maximiser,
    require_lam,
    require_lengths,
    second_order,
    threshold,
)
from formal_rl.study.numbers import both_texts, decimal_text, trimmed
from formal_rl.view import columns

LARGEST_BOUND = 20_000
"""Up to which bound on the threshold it is searched for."""


SMALLEST_BASE = Fraction(1, 10**20)
"""The smallest λ for which it is searched for."""


@frozen
class ThresholdReport:
    """N* with its bounds, and the best distributions for some N."""

    lam: Fraction
    k: int
    threshold: Threshold
    best: tuple[tuple[int, Maximiser], ...]

    def __str__(self) -> str:
        """Show the threshold, its bounds, and a table of what is best around and beyond it."""
        found, k = self.threshold, self.k
        how = (
            "exact for k = 2, where it is the local threshold"
            if k == 2
            else "found by a search with 50 digits; the ledger (T24-threshold) decides some of these exactly"
        )
        lines = [
            f"λ = {both_texts(self.lam)}, k = {k} trajectory-lengths, every length collected in full (u = 1)",
            "",
            f"N* = {found.greatest}, {how}:",
            f"    with 2 to {found.greatest} mini-episodes only the uniform distribution is best,",
            f"    with {found.greatest + 1} or more it is not; it is a local maximum up to {found.local}.",
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
        return {
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


def drest_threshold(lam: Fraction, k: int, also: int | None = None) -> ThresholdReport:
    """Return N* for λ and k lengths, and the best distributions at N*, N* + 1, about 5/4 N* and 2 N*, and at ``also``.

    Raises `InvalidParameter` for what the definition excludes, for a λ so near to 1 that N* may be above
    20,000, and for one below 10^-20.
    """
    require_lam(lam)
    require_lengths(k)
    if lam < SMALLEST_BASE:
        raise InvalidParameter("λ", str(lam), f"at least {SMALLEST_BASE}: decimals of 50 digits are not enough")
    if 3 * k / (1 - lam) > LARGEST_BOUND:
        raise InvalidParameter("λ", str(lam), f"3k/(1-λ) at most {LARGEST_BOUND:,} (k = {k})")
    found = threshold(lam, k)
    if also is not None and not 2 <= also <= LARGEST_BOUND:
        raise InvalidParameter("N", also, f"2 to {LARGEST_BOUND:,} mini-episodes")
    star = found.greatest
    numbers = sorted({star, star + 1, star + star // 4 + 1, 2 * star, *([] if also is None else [also])})
    return ThresholdReport(lam, k, found, tuple((number, maximiser(lam, k, number)) for number in numbers))
