"""The ground distance: the distance of two locations, and the cost of moving a cell from one to the other."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from formal_rl.errors import require_known
from formal_rl.safelife.board.board import Location

SCALE = 5
"""The divisor of the length before the hyperbolic tangent is taken.

Source: Wainwright and Eckersley 2019, Equation 2.
Ledger: W19-eq2
"""

UNITS = 2**55
"""Of how many equal units a distance of 1 is, in sums of distances.

The least distance that is not 0, tanh(1/5), is above 1/8, so each in double precision is a whole number of them.

Ledger: W19-eq3
"""


class Size(NamedTuple):
    """The numbers of rows and columns of a grid.

    Ledger: W19-eq2
    """

    height: int
    width: int


Length: TypeAlias = Callable[[Size, Location, Location], int]
"""The Manhattan length of the way from a location to another, in steps.

Ledger: W19-eq2
"""


def torus_length(size: Size, source: Location, target: Location) -> int:
    """Return the length of the shortest way between two locations where each side leads back to the other.

    Source: Wainwright and Eckersley 2019, Equation 2, with the topology of Figure 1.
    Ledger: W19-eq2*
    """
    return sum(min(abs(a - b), side - abs(a - b)) for side, a, b in zip(size, source, target, strict=True))


def flat_length(size: Size, source: Location, target: Location) -> int:
    """Return the length of the shortest way between two locations where no side leads anywhere.

    Source: Wainwright and Eckersley 2019, Equation 2, without the topology of Figure 1.
    Ledger: W19-eq2*
    """
    return sum(abs(a - b) for a, b in zip(source, target, strict=True))


def one_way_length_published(size: Size, source: Location, target: Location) -> int:
    """Return the length that the published code takes: round the edge from higher to lower indices only.

    It compares the signed difference with the rest of the side, and takes its absolute value afterwards.

    Source: the published code.
    Ledger: W19-eq2*
    """
    return sum(abs(min(a - b, side - (a - b))) for side, a, b in zip(size, source, target, strict=True))


LENGTHS: Mapping[str, Length] = MappingProxyType(
    {"torus": torus_length, "flat": flat_length, "one way": one_way_length_published}
)
"""The readings of the length, by name. Equation 2 does not say whether it goes round; the board does.

Ledger: W19-eq2*
"""


def ground_distance(length: int) -> float:
    """Return the distance of two locations that are this many steps apart, tanh(length / 5), to within 2**-52.

    It is 0 for no step, increases, and is below 1, which the paper has as its maximum and which is its supremum. In
    double precision it is 1.0 from 96 steps on.

    Source: Wainwright and Eckersley 2019, Equation 2.
    Ledger: W19-eq2*, W19-props*
    """
    return math.tanh(length / SCALE)


def ground_cost(length: int) -> int:
    """Return the ground distance as a whole number of units, which it is in double precision: nothing is rounded.

    Source: Wainwright and Eckersley 2019, Equation 2.
    Ledger: W19-eq3
    """
    return int(math.ldexp(ground_distance(length), UNITS.bit_length() - 1))


def find_length(name: str) -> Length:
    """Return the reading of the length that has this name; raise `UnknownName` if there is none."""
    require_known("no ground distance", name, LENGTHS)
    return LENGTHS[name]
