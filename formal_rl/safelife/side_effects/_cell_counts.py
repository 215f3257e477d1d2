"""Occupancy: how often each location holds life of each colour, or each cell, in the states that follow a board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby, islice
from operator import or_
from typing import Any, NamedTuple, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.safelife._engines.compiled.board_kernel import follow
from formal_rl.safelife._engines.compiled.just_in_time import compiled
from formal_rl.safelife._engines.compiled.trajectories import Follow, in_kernel
from formal_rl.safelife._engines.planes.boards import ColourCounter, PackedBoard, Scenery, repeated
from formal_rl.safelife._engines.planes.trajectories import packed_states_following
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import (
    AGENT,
    ALIVE,
    COLOUR_SHIFT,
    COLOURS,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    Cell,
    colour_of,
)
from formal_rl.safelife.board.rule import advance
from formal_rl.safelife.game.game import Advance
from formal_rl.safelife.game.trajectories import inaction, require_samples
from formal_rl.safelife.side_effects.cell_types import is_life
from formal_rl.safelife.side_effects.density import CountRows

LEDGER = ("W19-eq1",)

Counts: TypeAlias = NDArray[Any]

LifeCounts: TypeAlias = tuple[CountRows, ...]
"""For each colour, by its number, how often there was life of that colour at each location."""

CellCounts: TypeAlias = Mapping[Cell, CountRows]
"""For each cell that occurs, in increasing order, how often it was at each location."""


def life_counts(
    board: Board,
    samples: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    *,
    advance: Advance = advance,
) -> LifeCounts:
    """Return how often each location has life of each colour in the ``samples`` states that follow a board.

    Life is what `is_life` says it is. The board itself is not counted, and nobody acts.

    Raises `InvalidParameter` for no samples, n = 0, and what ``advance`` raises.

    Source: Wainwright and Eckersley 2019, Equation 1; the published code decides what is life.
    """
    require_samples(samples)
    counts = [[[0] * board.width for _ in range(board.height)] for _ in COLOURS]
    for after in islice(inaction(board, spawn_probability, draws, draws_read, advance=advance), samples):
        for row, column in after.locations():
            if is_life(after[row, column]):
                counts[colour_of(after[row, column])][row][column] += 1
    return tuple(tuple(map(tuple, of_colour)) for of_colour in counts)


class Following(NamedTuple):
    """What follows a board: how often spawners spawn, the draws, and how many of these have been read."""

    board: Board
    spawn_probability: Draw = 0
    draws: Draws = ()
    draws_read: int = 0


def life_counts_packed(
    board: Board, samples: int, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0
) -> LifeCounts:
    """Return what `life_counts` returns, on bit planes; cycles are counted by multiplication where no draw decides.

    Raises as `life_counts` does.
    """
    return life_counts_of_each_packed((Following(board, spawn_probability, draws, draws_read),), samples)[0]


def life_counts_of_each(
    followed: Sequence[Following], samples: int, *, advance: Advance = advance
) -> tuple[LifeCounts, ...]:
    """Return what `life_counts` returns for each of many boards; raise as it does for one of them."""
    return tuple(
        life_counts(each.board, samples, each.spawn_probability, each.draws, each.draws_read, advance=advance)
        for each in followed
    )


def life_counts_of_each_packed(followed: Sequence[Following], samples: int) -> tuple[LifeCounts, ...]:
    """Return what `life_counts_of_each` returns, on bit planes.

    Raises as `life_counts_of_each` does.
    """
    return tuple(tuple(map(rows_of, counts)) for counts in life_occupancy(followed, samples))


def life_occupancy(followed: Sequence[Following], samples: int) -> list[Counts]:
    """Return what `life_counts_of_each` returns, as arrays of shape (8, height, width); raise as it does."""
    require_samples(samples)
    each = (packed_states_following(one.board, samples, *one[1:]) for one in followed)
    return [_life_counts(states, samples) for states in each]


def life_counts_compiled(
    followed: Sequence[Following], samples: int, kernel: Follow | None = None
) -> tuple[LifeCounts, ...]:
    """Return what `life_counts_of_each` returns; raise as `life_occupancy_in_kernel` does."""
    return tuple(tuple(map(rows_of, counts)) for counts in life_occupancy_in_kernel(followed, samples, kernel))


def life_occupancy_in_kernel(followed: Sequence[Following], samples: int, kernel: Follow | None = None) -> list[Counts]:
    """Return what `life_occupancy` returns, by a kernel for each board on which draws decide that are read in runs.

    Raises as `life_occupancy` does, and `MissingExtra` if numba is not installed.
    """
    kernel = kernel or compiled(follow)
    require_samples(samples)
    found: list[Counts | None] = []
    for each in followed:
        counts = numpy.zeros((len(COLOURS), each.board.height, each.board.width), dtype=numpy.int64)
        after = in_kernel(each.board, samples, *each[1:], kernel=kernel, counts=counts)
        found.append(None if after is None else counts)
    others = iter(
        life_occupancy([each for each, counts in zip(followed, found, strict=True) if counts is None], samples)
    )
    return [next(others) if counts is None else counts for counts in found]


def _life_counts(states: Iterable[tuple[PackedBoard, int]], samples: int) -> Counts:
    """Return how often there is life of each colour in states, each with how often it is met."""
    scenery: Scenery | None = None
    counters: dict[int, ColourCounter] = {}
    for (alive, traits, around), times in states:
        if around is not scenery:
            scenery = around
            life = scenery.frame.everywhere & ~reduce(or_, map(scenery.plane_of, (AGENT, EXIT, FROZEN)))
            coloured = repeated(life, scenery.frame) & ~scenery.frame.everywhere
        if times not in counters:
            counters[times] = ColourCounter(around.frame)
        counters[times].add(alive & life, traits & coloured)
    total = [_wide(counter.counts(), samples) * times for times, counter in counters.items()]
    counts: Counts = numpy.sum(total, axis=0)
    return counts


def cell_counts(
    board: Board,
    samples: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    *,
    advance: Advance = advance,
) -> CellCounts:
    """Return how often each location has each cell in the ``samples`` states that follow a board.

    So every cell is a type of its own, as s(x) = α says. The board itself is not counted, and nobody acts.

    Raises `InvalidParameter` for no samples, n = 0, and what ``advance`` raises.

    Source: Wainwright and Eckersley 2019, Equation 1.
    """
    require_samples(samples)
    counts: dict[Cell, list[list[int]]] = {}
    for after in islice(inaction(board, spawn_probability, draws, draws_read, advance=advance), samples):
        for row, column in after.locations():
            cell = after[row, column]
            if cell not in counts:
                counts[cell] = [[0] * board.width for _ in range(board.height)]
            counts[cell][row][column] += 1
    return {cell: tuple(map(tuple, counts[cell])) for cell in sorted(counts)}


def cell_counts_packed(
    board: Board, samples: int, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0
) -> CellCounts:
    """Return what `cell_counts` returns, on bit planes; cycles are counted by multiplication where no draw decides.

    Raises as `cell_counts` does.
    """
    require_samples(samples)
    total: dict[Cell, Counts] = {}
    states = packed_states_following(board, samples, spawn_probability, draws, draws_read)
    for (scenery, times), alike in groupby(states, lambda state: (state[0].scenery, state[1])):
        for cell, counts in _cell_counts_alike(scenery, (packed for packed, _ in alike)):
            total[cell] = total.get(cell, 0) + _wide(counts, samples) * times
    return {cell: rows_of(total[cell]) for cell in sorted(total)}


def _cell_counts_alike(scenery: Scenery, states: Iterable[PackedBoard]) -> Iterator[tuple[Cell, Counts]]:
    """Yield counts of cells in states of one scenery, which differ only in where there is life, and of what kind."""
    frame = scenery.frame
    number, soft_life, hard_life = 0, ColourCounter(frame), ColourCounter(frame)
    for number, (alive, traits, _) in enumerate(states, start=1):  # noqa: B007
        soft = traits & frame.everywhere
        colours = traits ^ soft
        soft_colours = colours & repeated(soft, frame)
        soft_life.add(soft, soft_colours)
        hard_life.add(alive ^ soft, colours ^ soft_colours)
    lasting = PackedBoard(0, 0, scenery).array()
    dead = numpy.full(lasting.shape, number, dtype=numpy.int64)
    for counter, bits in ((soft_life, ALIVE | DESTRUCTIBLE), (hard_life, ALIVE)):
        for colour, counts in enumerate(counter.counts()):
            dead -= counts
            yield from _by_cell(lasting | (bits | colour << COLOUR_SHIFT), counts)
    yield from _by_cell(lasting, dead)


def _by_cell(cells: NDArray[Any], counts: Counts) -> Iterator[tuple[Cell, Counts]]:
    for cell in numpy.unique(cells[counts > 0]).tolist():
        yield cell, numpy.where(cells == cell, counts, 0)


def _wide(counts: Counts, samples: int) -> Counts:
    """Return the counts in a type that holds sums up to the number of samples."""
    return counts if samples < 1 << 62 else counts.astype(object)


def rows_of(counts: Counts) -> CountRows:
    """Return counts as rows of ints."""
    return tuple(map(tuple, counts.tolist()))
