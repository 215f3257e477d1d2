"""Where steps lead on a torus whose locations are numbers, row by row."""

from functools import lru_cache
from itertools import product

from formal_rl.safelife.board.board import Location


@lru_cache(maxsize=16)
def led_to(height: int, width: int, ways: tuple[Location, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each location, counted row by row, where these ways lead from it."""
    own = tuple(range(height * width))  # so that each number is kept once
    return tuple(
        tuple(dict.fromkeys(own[(row + down) % height * width + (column + right) % width] for down, right in ways))
        for row, column in product(range(height), range(width))
    )
