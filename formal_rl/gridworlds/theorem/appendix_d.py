"""The hybrid policies of the paper's proof, and the effect of each of its steps."""

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.world import Value

LEDGER = ("T24-eqs*",)


class Step(NamedTuple):
    """The effect of equalising mini-episode m: in m itself, and in the mini-episodes after it.

    Ledger: T24-eqs, T24-LD2
    """

    immediate: Fraction
    later: Fraction

    @property
    def total(self) -> Fraction:
        """The change of the expected return."""
        return self.immediate + self.later


def count_chances(chances: Sequence[Value]) -> tuple[Fraction, ...]:
    """Return Pr{n = 0}, Pr{n = 1}, ... for the number n of choices of a length, given the chance of each choice.

    Source: Thornley et al. 2024, Appendix D, equation (1).
    Ledger: T24-eqs
    """
    found = [Fraction(1)]
    for chance in chances:
        stay = [*(each * (1 - chance) for each in found), Fraction(0)]
        rise = [Fraction(0), *(each * chance for each in found)]
        found = [a + b for a, b in zip(stay, rise, strict=True)]
    return tuple(found)


def return_by_thresholds(chances: Sequence[Value], lam: Value, root: Value) -> Fraction:
    """Return the mean return of choosing a length in mini-episode i, given its chance in each of the i - 1 before.

    It is the reward if the length was chosen always before; and for each n < i - 1, with probability
    Pr{count <= n}, the excess of the reward at a count of n over that at n + 1.

    Source: Thornley et al. 2024, Appendix D, equations (1) to (3).
    """
    before, lam = len(chances), Fraction(lam)
    at_most, total = Fraction(0), lam**before
    for n, chance in enumerate(count_chances(chances)[:-1]):
        at_most += chance
        total += at_most * (lam**n - lam ** (n + 1))
    return total * Fraction(root) ** -before


def hybrid_returns(pairs: Sequence[tuple[Value, Value]], lam: Value, root: Value) -> tuple[Fraction, ...]:
    """Return, for each mini-episode, the expected return of choosing the lengths a and b in it.

    ``pairs[i]`` are the probabilities of a and b in mini-episode i, from 0. The number of earlier choices of a is a sum
    of independent ones, so the mean of λ to it is the product over earlier mini-episodes of 1 - (1 - λ) p_a.

    Source: Thornley et al. 2024, Appendix D, equations (1) to (6).
    """
    c = 1 - Fraction(lam)
    weight_a = weight_b = Fraction(1)
    returns = []
    for i, (a, b) in enumerate(pairs):
        returns.append(Fraction(root) ** -i * (a * weight_a + b * weight_b))
        weight_a, weight_b = weight_a * (1 - c * a), weight_b * (1 - c * b)
    return tuple(returns)


def hybrid(a: Value, b: Value, unequal: int, number: int) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the probabilities of the hybrid that is unequal in the first ``unequal`` of N mini-episodes, then equal.

    Source: Thornley et al. 2024, Appendix D, after equation (4).
    """
    half = (Fraction(a) + b) / 2
    return ((Fraction(a), Fraction(b)),) * unequal + ((half, half),) * (number - unequal)


def step(a: Value, b: Value, m: int, *, root: Value, lam: Value, number: int) -> Step:
    """Return the effect of equalising the m-th mini-episode (from 1), if those after it are equal already.

    Source: Thornley et al. 2024, Appendix D, equations (8) and (9).
    Ledger: T24-eqs*, T24-LD2*
    """
    if not 1 <= m <= number:
        raise InvalidParameter("m", m, f"a mini-episode, 1 to {number}")
    before = hybrid_returns(hybrid(a, b, m, number), lam, root)
    after = hybrid_returns(hybrid(a, b, m - 1, number), lam, root)
    changes = [new - old for new, old in zip(after, before, strict=True)]
    return Step(changes[m - 1], sum(changes[m:], Fraction(0)))


def step_closed(a: Value, b: Value, m: int, *, root: Value, lam: Value, number: int) -> Step:
    """Return the result of `step`, in closed form: d (B - A) q^(m-1) at once, and a sum of negative terms later.

    With d = (a - b) / 2, h = 1 - c s / 2 for s = a + b, A = (1 - c a)^(m-1), B = (1 - c b)^(m-1): a later j changes by
    -q^(j-1) (s / 2) h^(j-1-m) c d (B - A).

    Source: a correction of Thornley et al. 2024, Appendix D, equation (9).
    Ledger: T24-LD2*
    """
    a, b, q, c = Fraction(a), Fraction(b), 1 / Fraction(root), 1 - Fraction(lam)
    s, d = a + b, (a - b) / 2
    h = 1 - c * s / 2
    gap = (1 - c * b) ** (m - 1) - (1 - c * a) ** (m - 1)
    later = sum((q ** (j - 1) * h ** (j - 1 - m) for j in range(m + 1, number + 1)), Fraction(0))
    return Step(d * gap * q ** (m - 1), -(s / 2) * c * d * gap * later)
