"""A distribution over lengths that is better than the uniform one, with arithmetic to be followed by hand."""

from fractions import Fraction
from math import lcm, log2
from typing import Any

from attrs import frozen

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.theorem import difference, maximiser
from formal_rl.study.drest.return_report import MOST_MINI_EPISODES, Return, approximate_gain, drest_return
from formal_rl.study.drest.threshold_report import drest_threshold
from formal_rl.study.numbers import amount, decimal_text, equated, trimmed

LARGEST_DENOMINATOR = 2_000
"""The limit of the search for a simple distribution."""

_LARGEST_SHOWN = 10**24
"""Up to which numerator or denominator a fraction is written out in the arithmetic."""


@frozen
class Counterexample:
    """A distribution p that is better than the uniform one for N mini-episodes, N being the least for λ and k."""

    found: Return

    def __str__(self) -> str:
        """Show the arithmetic: line by line where λ^(1/k) is rational, else the parts and certified bounds."""
        found = self.found
        k, number = found.k, found.number
        setting = f"λ = {found.lam}, k = {k} trajectory-lengths, N = {number} mini-episodes"
        root = f" = {1 / found.root}" if found.root else ""
        bits = found.to_json()["neutrality_bits"]
        least = "" if k == 2 else ", by a search with 50 digits"
        lines = [
            f"The DREST reward with {setting}.",
            "In every mini-episode, whatever its length, all that can be collected is collected: u = 1, USEFULNESS 1.",
            "(A policy that draws a best plan at the start does so, whatever the probabilities p of the lengths.)",
            "",
            f"Mini-episode i = 0, ..., {number - 1}, of a length chosen n times before, is worth λ^n q^i,",
            f"where q = λ^(-1/{k}){root}. If the length has probability p, then n is binomial of i trials,",
            f"and the mean of λ^n is (1 - c p)^i, where c = 1 - λ = {1 - found.lam}. So the length adds",
            f"    φ(p) = p (1 + r + ... + r^{number - 1}),  r = q (1 - c p),",
            "and the expected return R is the sum of φ over the lengths.",
            "",
        ]
        lines += self._by_hand(found.root) if found.root else self._enclosed()
        lines += [
            "",
            f"So with N = {number} no best policy is maximally NEUTRAL: p, of NEUTRALITY {trimmed(bits, 4)}, is better",
            f"than uniform, of NEUTRALITY {trimmed(log2(k), 4)}.",
            "Theorem 5.1 says that every best policy is, and puts no bound on N: for this λ and k it is refuted.",
            f"For N = 2 to {number - 1} uniform is the one best, so {number} is the least such N{least}.",
        ]
        return "\n".join(lines)

    def _by_hand(self, root: Fraction) -> list[str]:
        found = self.found
        uniform = (Fraction(1, found.k),) * found.k
        first, second = found.exact(found.uniform_sums), found.exact(found.sums)
        assert first is not None
        assert second is not None
        lines = [f"Uniform, p = ({_list(uniform)}):", *self._phi(uniform[0], root)]
        lines += [f"    R = {found.k} φ({uniform[0]}){equated(first)}", ""]
        lines.append(f"Another, p = ({_list(found.p)}):")
        for p in dict.fromkeys(found.p):
            lines += self._phi(p, root)
        several = [(p, found.p.count(p)) for p in dict.fromkeys(found.p)]
        terms = " + ".join(f"{f'{times} ' if times > 1 else ''}φ({p})" for p, times in several)
        lines += [f"    R = {terms}{equated(second)}", ""]
        common = lcm(first.denominator, second.denominator)
        if common < _LARGEST_SHOWN:
            mine, theirs = (f"{value.numerator * (common // value.denominator)}/{common}" for value in (second, first))
            lines.append(f"Compared: {' = '.join(dict.fromkeys((str(second), mine)))} > {theirs} = R(uniform)")
            lines.append(f"          by {amount(second - first)}")
        else:
            lines.append(f"Compared, as exact fractions: R > R(uniform), by {amount(second - first)}")
        if found.summed is not None:
            number = f"{found.k}^{found.number} = {found.k**found.number}"
            lines.append(f"Summed over all {number} sequences of lengths, R of p is {found.summed} again.")
        return lines

    def _phi(self, p: Fraction, root: Fraction) -> list[str]:
        number, c = self.found.number, 1 - self.found.lam
        ratio = (1 - c * p) / root
        step = f"    p = {p}:  r = {1 / root} (1 - {c} · {p}) = {1 / root} · {1 - c * p} = {ratio}"
        if ratio == 1:
            return [step, f"        φ({p}) = {p} · {number} = {p * number}"]
        power = ratio**number
        total = (power - 1) / (ratio - 1)
        closed = f"        φ({p}) = {p} · (r^{number} - 1) / (r - 1)"
        if power.numerator < _LARGEST_SHOWN:
            closed += f" = {p} · ({power} - 1) / ({ratio - 1}) = {p} · {total}"
        return [step, closed + equated(p * total)]

    def _enclosed(self) -> list[str]:
        found = self.found
        k, gap = found.k, difference(found.sums, found.uniform_sums)
        powers = [f"λ^(-{j}/{k})" for j in range(1, k)]
        sums = " + ".join(["E_0", *(f"E_{j} {power}" for j, power in enumerate(powers, start=1))])
        lines = [
            f"q is irrational here, so R is kept as {sums}, each E_j an exact fraction.",
            f"Uniform, p = ({_list((Fraction(1, k),) * k)}); another, p = ({_list(found.p)}):",
        ]
        for j, (mine, uniform, more) in enumerate(zip(found.sums, found.uniform_sums, gap, strict=True)):
            texts = [decimal_text(each, 15) for each in (uniform, mine, abs(more))]
            change = f"{texts[2]} {'more' if more >= 0 else 'less'}"
            lines.append(f"    E_{j} is {texts[0]} for uniform, {texts[1]} for the other: {change}")
        for power, j in zip(powers, range(1, k), strict=True):
            unit = tuple(Fraction(int(place == j)) for place in range(k))
            lines.append(f"    {power} ≈ {decimal_text(found.bounds(unit)[0], 15)}")
        low, high = found.bounds(gap)
        for name, each in (("R(uniform)", found.uniform_sums), ("R", found.sums)):
            lines.append(f"    {name} ≈ {decimal_text(found.bounds(each)[0], 15)}")
        lines.append(f"    R - R(uniform) ≈ {decimal_text(low, 15)} > 0")
        return [*lines, f"The last is certified: exact fractions enclose it to within {decimal_text(high - low, 1)}."]

    def to_json(self) -> dict[str, Any]:
        """Return the return and its comparison as JSON values."""
        return self.found.to_json()


def _list(p: tuple[Fraction, ...]) -> str:
    return ", ".join(str(each) for each in p)


def drest_counterexample(lam: Fraction, k: int) -> Counterexample:
    """Return a simple distribution that is better than uniform for the least N for which there is one.

    It has one length of probability a/b and k - 1 equal ones: for b = k + 1, k + 2, ... the a/b that is nearest to the
    best, until one is better than uniform; that it is better is then exact, or certified.

    Raises `InvalidParameter` as `drest_threshold`, and where N would be above 2,000.
    """
    number = drest_threshold(lam, k).threshold.greatest + 1
    if number > MOST_MINI_EPISODES:
        raise InvalidParameter("λ", str(lam), f"one that needs at most {MOST_MINI_EPISODES:,} mini-episodes")
    best = Fraction(maximiser(lam, k, number).p_most)
    for denominator in range(k + 1, LARGEST_DENOMINATOR):
        y = Fraction(round(best * denominator), denominator)
        if Fraction(1, k) < y < 1 and approximate_gain(y, k, lam, number) > 0:
            found = drest_return(((1 - y) / (k - 1),) * (k - 1) + (y,), (Fraction(1),) * k, lam, number)
            if found.comparison == "better":
                return Counterexample(found)
    raise InvalidParameter("λ", str(lam), f"one for which a denominator of at most {LARGEST_DENOMINATOR:,} is enough")
