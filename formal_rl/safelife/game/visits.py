"""How often the states of a run are visited, and the exact chance that two states of an idle run are the same."""

from collections import Counter
from collections.abc import Hashable, Iterable
from fractions import Fraction
from typing import NamedTuple

from formal_rl.errors import InvalidParameter

LEDGER = ("W19-unique-states*",)


class Visits(NamedTuple):
    """The number of visited states, how many of them differ, and how many are visited exactly once."""

    steps: int
    different: int
    once: int

    @property
    def share(self) -> Fraction:
        """The share of visits to a state that is visited once: the meaning of *unique*."""
        return Fraction(self.once, self.steps)


def count_visits(states: Iterable[Hashable]) -> Visits:
    """Return how often states are visited.

    Raises `InvalidParameter` where there is none.

    Source: Wainwright and Eckersley 2019, Section 4, item ii.
    """
    times = Counter(states)
    if not times:
        raise InvalidParameter("states", 0, "at least one state")
    return Visits(times.total(), len(times), sum(1 for number in times.values() if number == 1))


def chance_of_return(spawn_probability: Fraction, apart: int, cells: int) -> Fraction:
    """Return the probability that two states, ``apart`` steps apart, agree, if free cells are each alone.

    Each of ``cells`` free cells is beside a spawner and has no other neighbour that lives: it comes to life with the
    spawn probability p and dies in the next step. In the long run it lives with probability p/(1 + p). The eigenvalues
    of this chain are 1 and -p, so that a cell agrees with itself k steps later with probability
    (1 + p^2 + 2p(-p)^k)/(1 + p)^2. The cells are independent, so the chances multiply.

    Source: Wainwright and Eckersley 2019, Section 4, item ii, has no formula.
    """
    p = spawn_probability
    return ((1 + p * p + 2 * p * (-p) ** apart) / (1 + p) ** 2) ** cells
