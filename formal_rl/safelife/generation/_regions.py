"""Regions of a board that do not touch, grown from seeds, and the buffer between them."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import product

from attrs import frozen

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.generation.random_choice import DrawnChoices

SEED_SIDE = 3
"""The side of a region at first, so that it has an interior."""

BUFFER = 2
"""The least number of cells between two regions, so that no cell touches two of them."""

_BLOCK = tuple(product((-1, 0, 1), (-1, 0, 1)))
_SIDES = ((-1, 0), (0, 1), (1, 0), (0, -1))
_NO_MIDDLE = tuple(product(range(-BUFFER - 1, BUFFER + 2), range(-BUFFER - 1, BUFFER + 2)))
_TOO_NEAR = tuple(product(range(-BUFFER, BUFFER + 1), range(-BUFFER, BUFFER + 1)))


@lru_cache(maxsize=16)
def targets(height: int, width: int, ways: tuple[Location, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each location of a torus, row by row, the numbers of its targets by these ways."""
    own = tuple(range(height * width))  # so that each number is kept once
    return tuple(
        tuple(dict.fromkeys(own[(row + down) % height * width + (column + right) % width] for down, right in ways))
        for row, column in product(range(height), range(width))
    )


@lru_cache(maxsize=16)
def _ways(height: int, width: int, steps: tuple[Location, ...]) -> Mapping[Location, tuple[Location, ...]]:
    """Return the targets of each location of a torus by these steps."""
    own = tuple(product(range(height), range(width)))
    return {own[place]: tuple(own[each] for each in near) for place, near in enumerate(targets(height, width, steps))}


@frozen
class Partition:
    """Regions of a torus of ``height`` by ``width``; the buffer is in none of them."""

    height: int
    width: int
    regions: tuple[frozenset[Location], ...]

    @property
    def buffer(self) -> tuple[Location, ...]:
        """The locations that are in no region, row by row."""
        taken = frozenset[Location]().union(*self.regions)
        everywhere = product(range(self.height), range(self.width))
        return tuple(location for location in everywhere if location not in taken)

    def block(self, location: Location) -> tuple[Location, ...]:
        """Return the nine locations of a block, the middle one among them, round the torus."""
        return _ways(self.height, self.width, _BLOCK)[location]

    def sides(self, location: Location) -> tuple[Location, ...]:
        """Return the four locations that share a side with one, round the torus."""
        return _ways(self.height, self.width, _SIDES)[location]

    def interior(self, region: frozenset[Location]) -> tuple[Location, ...]:
        """Return the interior of a region, row by row: the locations whose whole block is in it."""
        return tuple(sorted(location for location in region if region.issuperset(self.block(location))))


def grow_regions(height: int, width: int, number: int, choices: DrawnChoices) -> Partition:
    """Return ``number`` regions of a torus, which fill it as far as the buffer between them allows.

    Each begins as a block of three by three, anywhere that is far enough from the others. Then one of all sides
    between a region and the buffer is drawn, and the location beyond it joins the region, unless fewer than two cells
    would be left to another region; until no side is left to be tried. So each region hangs together by its sides and
    has an interior, and no location touches two of them.

    Raises `InvalidParameter` for a board without room for all of them.

    Source: Wainwright and Eckersley 2019, Section 4 and Figure 2, which show regions and do not say how they arise.
    """
    if number < 1:
        raise InvalidParameter("number of regions", number, "at least 1")
    empty = Partition(height, width, ())
    of: dict[Location, int] = {}
    for region in range(number):
        room = _room(empty, of)
        if not room or min(height, width) < SEED_SIDE:
            raise InvalidParameter("number of regions", number, f"no more than fit on {height} x {width}: {region} did")
        of |= dict.fromkeys(empty.block(choices.one_of(room)), region)
    # From here on a location is its number row by row, and regions are bits of a set.
    too_near, sides = targets(height, width, _TOO_NEAR), targets(height, width, _SIDES)
    its = {row * width + column: 1 << region for (row, column), region in of.items()}
    near_regions = [0] * (height * width)
    for location, region in its.items():
        for near in too_near[location]:
            near_regions[near] |= region
    edge = [(near, region) for location, region in its.items() for near in sides[location] if near not in its]
    while edge:
        place = choices.number(0, len(edge) - 1)
        edge[place], edge[-1] = edge[-1], edge[place]
        location, region = edge.pop()
        if near_regions[location] == region and location not in its:
            its[location] = region
            for near in too_near[location]:
                near_regions[near] |= region
            edge += [(near, region) for near in sides[location] if near not in its]
    grown: list[set[Location]] = [set() for _ in range(number)]
    for location, region in its.items():
        grown[region.bit_length() - 1].add(divmod(location, width))
    return Partition(height, width, tuple(map(frozenset, grown)))


def _room(board: Partition, of: Collection[Location]) -> list[Location]:
    """Return where the middle of a new region can be, row by row: no location that is taken is too near."""
    ways = _ways(board.height, board.width, _NO_MIDDLE)
    too_near = {near for location in of for near in ways[location]}
    return [each for each in product(range(board.height), range(board.width)) if each not in too_near]
