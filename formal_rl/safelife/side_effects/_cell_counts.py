"""Occupancy: how often each location holds life of each colour, or each cell, in the states that follow a board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby, islice
from operator import or_
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.safelife._engines.compiled.board_kernel import follow
from formal_rl.safelife._engines.compiled.just_in_time import compiled
from formal_rl.safelife._engines.compiled.trajectories import Follow, in_kernel
from formal_rl.safelife._engines.draws import Read, SpawnDraws, SpawnDrawsOfEach, Spawning
from formal_rl.safelife._engines.planes.boards import ColourCounter, PackedBoard, Scenery, repeated
from formal_rl.safelife._engines.planes.trajectories import packed_states_following, states_of_packed
from formal_rl.safelife.board import cells
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import Cell
from formal_rl.safelife.board.rule import advance, require_draws_read, require_probability
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

    `is_life` decides on life. The board itself is not counted, and nobody acts.

    Raises `InvalidParameter` for no samples, n = 0, and the errors of ``advance``.

    Source: Wainwright and Eckersley 2019, Equation 1; the published code defines life.
    """
    require_samples(samples)
    counts = [[[0] * board.width for _ in range(board.height)] for _ in cells.COLOURS]
    for after in islice(inaction(board, spawn_probability, draws, draws_read, advance=advance), samples):
        for row, column in after.locations():
            if is_life(after[row, column]):
                counts[cells.colour_of(after[row, column])][row][column] += 1
    return tuple(tuple(map(tuple, of_colour)) for of_colour in counts)


def life_counts_packed(
    board: Board, samples: int, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0
) -> LifeCounts:
    """Return the result of `life_counts`, on bit planes; cycles are counted by multiplication where no draw decides.

    Raises as `life_counts` does.
    """
    require_samples(samples)
    spawning, read = SpawnDraws(require_probability(spawn_probability), draws), require_draws_read(draws_read)
    return _lives(PackedBoard.from_board(board), samples, spawning, read)[0]


def life_counts_side_by_side(rollouts: Sequence[tuple[Board, Draw, Draws, int]], samples: int) -> list[LifeCounts]:
    """Return the results of `life_counts_packed` of boards of one size, each with draws of its own; raise as it does.

    Where draws decide on all of them, they are advanced together.
    """
    together = SpawnDrawsOfEach([SpawnDraws(require_probability(chance), draws) for _, chance, draws, _ in rollouts])
    if together.reads_none or not all(board.find(cells.SPAWNING) for board, *_ in rollouts):
        return [life_counts_packed(board, samples, chance, draws, read) for board, chance, draws, read in rollouts]
    require_samples(samples)
    packed = PackedBoard.from_array(numpy.stack([board.array() for board, *_ in rollouts]))
    return _lives(packed, samples, together, [require_draws_read(read) for *_, read in rollouts])


def _lives(packed: PackedBoard, samples: int, draws: Spawning[Read], draws_read: Read) -> list[LifeCounts]:
    scenery: Scenery | None = None
    counters: dict[int, ColourCounter] = {}  # by the visits to a state: one, or one for each round of its cycle
    for (alive, traits, around), times in states_of_packed(packed, samples, draws, draws_read):
        if around is not scenery:
            scenery = around
            lifeless = reduce(or_, map(scenery.plane_of, (cells.AGENT, cells.EXIT, cells.FROZEN)))
            life = scenery.frame.everywhere & ~lifeless
        if times not in counters:
            counters[times] = ColourCounter(around.frame)
        counters[times].add(alive & life, traits)
    total = sum(_wide(counter.counts(), samples) * times for times, counter in counters.items())
    boards = numpy.asarray(total).reshape(len(cells.COLOURS), -1, packed.frame.height, packed.frame.width)
    return [_rows_by_colour(boards[:, number]) for number in range(packed.frame.number)]


def life_counts_compiled(  # noqa: PLR0917 - those of `life_counts`, and the kernel
    board: Board,
    samples: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    kernel: Follow | None = None,
) -> LifeCounts:
    """Return the result of `life_counts`, by a kernel where draws decide that are read in runs.

    Raises as `life_counts` does, and `MissingExtra` if numba is not installed.
    """
    kernel = kernel or compiled(follow)
    require_samples(samples)
    counts = numpy.zeros((len(cells.COLOURS), board.height, board.width + 2), dtype=numpy.int64)
    spawning, read = SpawnDraws(require_probability(spawn_probability), draws), require_draws_read(draws_read)
    if in_kernel(board.array(), samples, spawning, read, kernel, counts.reshape(len(counts), -1)) is not None:
        return _rows_by_colour(counts[:, :, :-2])
    return life_counts_packed(board, samples, spawn_probability, draws, draws_read)


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

    So every cell is a type of its own, as in s(x) = α. The board itself is not counted, and nobody acts.

    Raises `InvalidParameter` for no samples, n = 0, and the errors of ``advance``.

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
    """Return the result of `cell_counts`, on bit planes; cycles are counted by multiplication where no draw decides.

    Raises as `cell_counts` does.
    """
    require_samples(samples)
    total: dict[Cell, Counts] = {}
    states = packed_states_following(board, samples, spawn_probability, draws, draws_read)
    for (scenery, times), alike in groupby(states, lambda state: (state[0].scenery, state[1])):
        for cell, counts in _cell_counts_alike(scenery, (packed for packed, _ in alike)):
            total[cell] = total.get(cell, 0) + _wide(counts, samples) * times
    return {cell: _rows(total[cell]) for cell in sorted(total)}


def _cell_counts_alike(scenery: Scenery, states: Iterable[PackedBoard]) -> Iterator[tuple[Cell, Counts]]:
    """Yield counts of cells in states of one scenery, which differ only in where there is life, and of what kind.

    So a location is what the scenery has there, or that with life of one of 16 kinds: eight colours, each soft, which
    is destructible, or hard. Seventeen arrays of counts say all, and each is looked through once for each cell.
    """
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
    counted = []
    for counter, bits in ((soft_life, cells.ALIVE | cells.DESTRUCTIBLE), (hard_life, cells.ALIVE)):
        for colour, counts in enumerate(counter.counts()):
            dead -= counts
            counted.append((lasting | (bits | colour << cells.COLOUR_SHIFT), counts))
    for at_each, counts in (*counted, (lasting, dead)):
        for cell in numpy.unique(at_each[counts > 0]).tolist():
            yield cell, numpy.where(at_each == cell, counts, 0)


def _wide(counts: Counts, samples: int) -> Counts:
    """Return the counts in a type that holds sums up to the number of samples."""
    return counts if samples < 1 << 62 else counts.astype(object)


def _rows_by_colour(counts: Any) -> LifeCounts:
    nothing = ((0,) * counts.shape[2],) * counts.shape[1]
    return tuple(_rows(of_colour) if of_colour.any() else nothing for of_colour in counts)


def _rows(counts: Counts) -> CountRows:
    return tuple(map(tuple, counts.tolist()))
