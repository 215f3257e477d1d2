"""Prices on a grid: the highest that fall by no more than the ground distance, and between which locations they do."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.safelife.side_effects.certificate import cost_bounds
from formal_rl.safelife.side_effects.ground_distance import Size, find_length

Parts: TypeAlias = NDArray[numpy.int64]

FARTHEST = 60
"""Beyond this many steps the ground distance is 1 to ten digits: locations so far apart are taken together."""

LOCATION_BITS = 20
"""The bits of the row-major number of a location."""

NOWHERE = 1 << 42
"""The price where there is none: more than any price and distance together."""

_LOCATIONS = (1 << LOCATION_BITS) - 1


WRAPS: Mapping[str, tuple[bool, bool]] = MappingProxyType(
    {"torus": (True, True), "flat": (False, False), "one way": (True, False)}
)
"""The steps of each ground distance besides those between neighbours: from the last to the first, and back."""


class Envelope(NamedTuple):
    """For each location the least of price and distance over some others, and the pairs that come close to it.

    ``here`` and ``there`` have the pairs, as row-major numbers, in the order of their distances; ``totals`` has price
    and distance for each.
    """

    least: Parts
    here: NDArray[numpy.int64]
    there: NDArray[numpy.int64]
    totals: Parts


def envelope(
    prices: Parts, asked: NDArray[numpy.int64], size: Size, distance: str, *, backwards: bool = False
) -> Envelope:
    """Return, for each location, the least sum of a price and the ground distance from here to there.

    ``prices`` has a number of parts for each location, or `NOWHERE`. The distance is rounded down; with ``backwards``
    it is that from there to here. Anything farther than `FARTHEST` is taken to be as far as that, and to have the
    least price of all, so that the result, too, falls by no more than the ground distance. ``asked`` are the
    row-major numbers of the locations of which pairs are wanted: for each distance the best one within it.

    Every step takes the least of a location and its neighbours, with the number of the location from which it came
    in the lowest bits: so all pairs are compared, in time that grows with the number of locations alone.
    """
    last_to_first, first_to_last = WRAPS[distance][:: -1 if backwards else 1]
    longest = sum(int(axis_lengths(side, distance).max()) for side in size)
    numbers = numpy.arange(prices.size, dtype=numpy.int64).reshape(prices.shape)
    keys = (prices << LOCATION_BITS) | numbers
    least = prices.copy()
    here, there, totals = [], [], []
    last = numpy.full(len(asked), -1, dtype=numpy.int64)
    for length in range(1, max(1, min(FARTHEST, longest)) + 1):
        after = keys.copy()  # written apart, so that a step goes one place and no diagonal
        for rows, old in ((after, keys), (after.T, keys.T)):
            numpy.minimum(rows[:-1], old[1:], out=rows[:-1])
            numpy.minimum(rows[1:], old[:-1], out=rows[1:])
            if last_to_first:
                numpy.minimum(rows[-1], old[0], out=rows[-1])
            if first_to_last:
                numpy.minimum(rows[0], old[-1], out=rows[0])
        keys = after
        cost = cost_bounds(length)[0]
        numpy.minimum(least, (keys >> LOCATION_BITS) + cost, out=least)
        found = keys.ravel()[asked]
        target = found & _LOCATIONS
        new = (target != last) & (found >> LOCATION_BITS < NOWHERE)
        here.append(asked[new])
        there.append(target[new])
        totals.append((found[new] >> LOCATION_BITS) + cost)
        last = target
    numpy.minimum(least, prices.min() + cost_bounds(FARTHEST)[0], out=least)
    return Envelope(least, numpy.concatenate(here), numpy.concatenate(there), numpy.concatenate(totals))


def envelope_of_few(
    prices: Parts, priced: NDArray[numpy.int64], size: Size, distance: str, *, backwards: bool = False
) -> Envelope:
    """Return the same least sums as `envelope` where few locations are priced, pair by pair, and no pairs.

    ``priced`` are the row-major numbers of those locations.
    """
    rows, columns = numpy.divmod(priced, size.width)
    way = -1 if backwards else 1
    lengths = (
        axis_lengths(size.height, distance)[way * (numpy.arange(size.height)[:, None] - rows)][:, None, :]
        + axis_lengths(size.width, distance)[way * (numpy.arange(size.width)[:, None] - columns)][None, :, :]
    )
    costs = numpy.array([cost_bounds(length)[0] for length in range(sum(size))], dtype=numpy.int64)
    farthest = prices.min() + cost_bounds(FARTHEST)[0]
    least = numpy.min(costs[lengths] + prices.ravel()[priced], axis=2, initial=farthest)
    nothing = numpy.empty(0, dtype=numpy.int64)
    return Envelope(least, nothing, nothing, nothing)


@cache
def axis_lengths(side: int, distance: str) -> NDArray[numpy.int64]:
    """Return the lengths along a side by source less target; negative differences count from the end."""
    length = find_length(distance)
    forward = [length(Size(side, 1), (difference, 0), (0, 0)) for difference in range(side)]
    back = [length(Size(side, 1), (0, 0), (-difference, 0)) for difference in range(1 - side, 0)]
    lengths = numpy.array(forward + back, dtype=numpy.int64)
    lengths.flags.writeable = False
    return lengths
