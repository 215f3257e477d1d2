"""Numbers as they are written on the command line: ``0-4`` and ``1,3,7-9``."""

from formal_rl.errors import InvalidParameter

MOST_SEEDS = 10_000
"""How many seeds a range has at most."""


def parse_seeds(text: str) -> tuple[int, ...]:
    """Return the seeds of a text such as 0-4 or 1,3,7-9, each once.

    Raises `InvalidParameter`.
    """
    seeds: list[int] = []
    for low, high in _ranges("seeds", text):
        if not 0 <= high - low < MOST_SEEDS:
            raise InvalidParameter("seeds", text, f"ranges upward, of at most {MOST_SEEDS} seeds")
        seeds += range(low, high + 1)
    return tuple(dict.fromkeys(seeds))


def parse_numbers(name: str, text: str, most: int) -> tuple[int, ...]:
    """Return the numbers below ``most`` of a text such as 0-4 or 0-4,7, each once; 0..4 is 0-4.

    Raises `InvalidParameter`.
    """
    numbers: list[int] = []
    for low, high in _ranges(name, text.replace("..", "-")):
        if not low <= high < most:
            raise InvalidParameter(name, text, f"numbers from 0 to {most - 1}, ranges upward")
        numbers += range(low, high + 1)
    return tuple(dict.fromkeys(numbers))


def _ranges(name: str, text: str) -> list[tuple[int, int]]:
    ranges = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and len(end) < 19 for end in ends):
            raise InvalidParameter(name, text, "natural numbers, as 0-4 or 1,3,7-9")
        ranges.append((int(ends[0]), int(ends[1])))
    return ranges
