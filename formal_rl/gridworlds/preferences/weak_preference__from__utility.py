"""Real-valued utility over finitely many options: what it is to represent preferences by one."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeAlias

from formal_rl.gridworlds.choice import Option
from formal_rl.gridworlds.preferences import Relation

LEDGER = ("T24-noutility*",)

Utility: TypeAlias = Mapping[Any, int]
"""A number for each option.

Ledger: T24-noutility
"""


def utilities(options: Sequence[Option]) -> Iterator[Utility]:
    """Yield a utility for each way to order the options, ties included: its values are 0, 1, ... without a hole.

    Comparisons are all that a real-valued utility of sure options says, and every such utility makes the comparisons of
    one of these: replace each value by the number of different smaller ones.
    """
    for values in product(range(len(options)), repeat=len(options)):
        if set(values) == set(range(max(values, default=-1) + 1)):
            yield dict(zip(options, values, strict=True))


def represents(utility: Utility, weakly: Relation) -> bool:
    """Return whether x is weakly preferred to y exactly where the utility of x is at least that of y.

    Source: Thornley et al. 2024, Section 1 and Appendix B.
    """
    return all(weakly(x, y) == (utility[x] >= utility[y]) for x, y in product(utility, repeat=2))


def represents_behaviour(utility: Utility, prefers: Relation) -> bool:
    """Return whether x is preferred to y exactly where the utility of x is greater.

    So a preference is lacking exactly where utilities are equal: the behaviour of one who maximises utility, and
    chooses stochastically between equals. Nothing is said of weak preference here.

    Source: Thornley et al. 2024, Section 1, with Definitions A.1 and A.2.
    """
    return all(prefers(x, y) == (utility[x] > utility[y]) for x, y in product(utility, repeat=2))


def respects(utility: Utility, prefers: Relation) -> bool:
    """Return whether the utility of x is greater wherever x is preferred to y; less than to represent.

    Source: Aumann 1962, for Thornley et al. 2024, Section 1.
    Ledger: T24-noutility
    """
    return all(utility[x] > utility[y] for x, y in product(utility, repeat=2) if prefers(x, y))
