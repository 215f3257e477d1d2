"""The ground distance by other norms: Chebyshev and Euclid in the place of the Manhattan length of Equation 2."""

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from formal_rl.errors import require_known
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.side_effects.density import Density
from formal_rl.safelife.side_effects.earth_mover import cheapest_plan
from formal_rl.safelife.side_effects.ground_distance import SCALE, UNITS, Size
from formal_rl.safelife.side_effects.transport import SURPLUS_COST

LEDGER = ("W19-footnote-9*",)

Norm: TypeAlias = Callable[[int, int], float]
"""The length of a move by these numbers of rows and columns."""

NORMS: Mapping[str, Norm] = MappingProxyType(
    {
        "Manhattan": lambda rows, columns: rows + columns,
        "Euclid": lambda rows, columns: math.sqrt(rows * rows + columns * columns),
        "Chebyshev": max,
    }
)
"""The norms, by name. A float square root is the nearest double to the real one; the other two are whole numbers.

Source: Wainwright and Eckersley 2019, footnote 9, names the first alone.
"""


def norm_distance(norm: str, size: Size, source: Location, target: Location) -> float:
    """Return tanh(length / 5) of the way between two locations of a torus, by a norm of `NORMS`, to within 2**-52.

    For Euclid the length x is irrational. The root and the division by 5 are each off by a factor of at most
    1 + 2**-53. The derivative of tanh is 1/cosh**2, and y/cosh(y)**2 is below 0.45, so both together change the result
    by less than 0.9 * 2**-53. The tangent adds an error of at most one unit in the last place below 1, 2**-53.

    Raises `UnknownName` for another norm.

    Source: Wainwright and Eckersley 2019, Equation 2 and footnote 9.
    """
    require_known("no norm", norm, NORMS)
    rows, columns = (min(abs(a - b), side - abs(a - b)) for side, a, b in zip(size, source, target, strict=True))
    return math.tanh(NORMS[norm](rows, columns) / SCALE)


def deviation_by_norm(first: Density, second: Density, norm: str) -> float:
    """Return the earth mover's deviation of two densities on a torus, with the ground distance of a norm.

    With Manhattan this is `earth_mover_distance`. The flow is found in whole numbers, of which 2**55 are a distance of
    1: the least distance that is not 0, tanh(1/5), is above 1/8 for each norm, so it is a whole number of them.

    Raises `InvalidParameter` for densities of different size, and `UnknownName` for another norm.

    Source: Wainwright and Eckersley 2019, Equation 3 and footnote 9.
    """
    size = Size(first.height, first.width)

    def cost(source: Location, target: Location) -> int:
        return int(norm_distance(norm, size, source, target) * UNITS)

    plan = cheapest_plan(first, second, cost, SURPLUS_COST * UNITS)
    moved = sum(move.mass * cost(move.source, move.target) for move in plan.moves)
    surplus = sum(SURPLUS_COST * change.mass for change in (*plan.removed, *plan.created))
    return (moved + surplus * UNITS) / (plan.samples * UNITS)
