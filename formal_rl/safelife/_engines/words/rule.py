"""The rule on many boards of one size at once: a few dozen operations on arrays of words, for all of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy
from attrs import evolve, field, frozen
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.draws import BatchDraws
from formal_rl.safelife._engines.words.frame import (
    BatchFrame,
    Numbers,
    Words,
    bytes_of,
    frame_of,
    packed_cells,
    read_cells,
    unpacked_cells,
    words_of_bytes,
    write_cells,
)
from formal_rl.safelife.board.board import Board, Cells
from formal_rl.safelife.board.cells import BLUE, EXIT, FROZEN, GREEN, INHIBITING, PRESERVING, RED, SPAWNING, Cell
from formal_rl.safelife.board.rule import AdvanceResult, require_draws_read

_ROLES = (PRESERVING, INHIBITING, SPAWNING)

GREATEST_DRAWS_READ = 2**62
"""How many draws no board of a batch may have read."""


@frozen(eq=False)
class BatchScenery:
    """What the rule makes of the bits that hardly ever change, on each of many boards.

    Where cells stay alive whatever lives around (``stays``), where a dead one may come to life (``may_live``) or spawn
    (``may_spawn``), the colours of spawners near (``colours``), where living cells are exits (``living_exits``). All
    this changes only where a *loose* cell dies or comes to life: one that is not frozen and has such a bit. What is
    None is so nowhere.
    """

    stays: Words
    may_live: Words
    may_spawn: Words | None
    colours: Words | None
    living_exits: Words | None
    loose: Words | None


@frozen(eq=False)
class BatchPlanes:
    """Many boards of one size as bit planes, which nobody writes to; what is equal is what `array` returns.

    ``scenery`` follows from the planes; it is None until a step has asked for it.
    """

    frame: BatchFrame
    planes: Words = field(repr=False)
    scenery: BatchScenery | None = field(default=None, repr=False)

    def __attrs_post_init__(self) -> None:
        """Let the planes be written to no more."""
        self.planes.flags.writeable = False

    def __len__(self) -> int:
        """Return how many boards there are."""
        return self.frame.number

    @classmethod
    def from_boards(cls, boards: Sequence[Board]) -> BatchPlanes:
        """Return the planes of boards, at least one.

        Raises `InvalidParameter` with the first that has not the size of the others.
        """
        for number, board in enumerate(boards):
            if (board.height, board.width) != (boards[0].height, boards[0].width):
                expected = f"{boards[0].height} x {boards[0].width} cells, as board 0 has"
                raise InvalidParameter(f"board {number}", f"{board.height} x {board.width} cells", expected)
        if not boards:
            raise InvalidParameter("boards", (), "at least one")
        return cls.from_array(numpy.stack([board.array() for board in boards]))

    @classmethod
    def from_array(cls, cells: NDArray[numpy.uint16], more: Cell = 0) -> BatchPlanes:
        """Return the planes of an array of cells, of shape (number, height, width); with planes for ``more`` bits."""
        number, height, width = cells.shape
        occurring = int(numpy.bitwise_or.reduce(cells, axis=None)) | more
        frame = frame_of(height, width, number, occurring)
        return cls(frame, packed_cells(cells, frame))

    def array(self) -> NDArray[numpy.uint16]:
        """Return the cells as a new array of shape (number, height, width)."""
        return unpacked_cells(self.planes, self.frame)

    def boards(self) -> tuple[Board, ...]:
        """Return the boards themselves."""
        return tuple(map(Board.from_array, self.array()))

    def plane(self, bit: Cell) -> Words | None:
        """Return the plane of a bit, None if no cell has it."""
        index = self.frame.plane_of(bit)
        return None if index is None else self.planes[index]

    def cells_at(self, rows: Numbers, columns: Numbers) -> NDArray[numpy.uint16]:
        """Return the cells at locations; the last axis of rows and columns numbers the boards, and all are on them."""
        return read_cells(self.planes, self.frame, rows, columns)

    def with_cells(self, rows: Numbers, columns: Numbers, cells: NDArray[numpy.uint16]) -> BatchPlanes:
        """Return the boards with one other cell on each."""
        widened = self.widened(int(numpy.bitwise_or.reduce(cells)))
        planes = widened.planes.copy()
        write_cells(planes, widened.frame, rows, columns, cells)
        return BatchPlanes(widened.frame, planes)

    def with_boards(self, numbers: Sequence[int], others: BatchPlanes) -> BatchPlanes:
        """Return the batch with other boards of its size in place of those of these numbers."""
        mine, other = self.widened(sum(others.frame.bits)), others.widened(sum(self.frame.bits))
        planes = mine.planes.copy()
        planes[..., list(numbers)] = other.planes
        return BatchPlanes(mine.frame, planes)

    def widened(self, more: Cell) -> BatchPlanes:
        """Return the same boards with planes for more bits, if they have none for these."""
        frame = self.frame.reframed(more=more)
        if frame is self.frame:
            return self
        planes = numpy.zeros((len(frame.bits), *frame.shape), dtype=self.planes.dtype)
        planes[[frame.bits.index(bit) for bit in self.frame.bits]] = self.planes
        return BatchPlanes(frame, planes)


def advance_batch_packed(
    boards: Sequence[Board],
    spawn_probabilities: Sequence[Draw],
    draws: Sequence[Draws],
    draws_read: Sequence[int],
) -> tuple[AdvanceResult, ...]:
    """Return what `advance` returns for each of many boards of one size, with draws of its own.

    Raises `InvalidParameter` if there are not as many of the others as boards, or the boards are not of one size; and
    what `advance` raises.

    Ledger: W19-cells*
    """
    known, read = batch_draws(len(boards), spawn_probabilities, draws, draws_read)
    batch, read = advance_batch(BatchPlanes.from_boards(boards), known, read)
    return tuple(map(AdvanceResult, batch.boards(), read.tolist()))


def batch_draws(
    number: int, spawn_probabilities: Sequence[Draw], draws: Sequence[Draws], draws_read: Sequence[int] | Numbers
) -> tuple[BatchDraws, Numbers]:
    """Return the draws of so many boards, and how many each has read; raise as `advance_batch_packed` does."""
    for name, values in (("spawn probabilities", spawn_probabilities), ("draws read", draws_read)):
        if len(values) != number:
            raise InvalidParameter(name, len(values), f"one for each board, of which there are {number}")
    read = draws_read.tolist() if isinstance(draws_read, numpy.ndarray) else draws_read
    read = numpy.array([_require_fitting(require_draws_read(each)) for each in read], dtype=numpy.int64)
    return BatchDraws(spawn_probabilities, draws), read


def advance_in_words(
    board: Board, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0
) -> AdvanceResult:
    """Return what `advance` returns, as `advance_batch_packed` does of one board; raise as that does.

    Ledger: W19-cells*
    """
    return advance_batch_packed((board,), (spawn_probability,), (draws,), (draws_read,))[0]


def advance_together(cells: Cells, spawn_probability: Draw = 0) -> Cells:
    """Return the cells of a board, or along a third axis of many boards, after a step that reads no draw.

    Raises what reading draws raises, for a probability that is neither 0 nor 1.
    """
    height, width = cells.shape[:2]
    by_board = cells.reshape(height, width, -1).transpose(2, 0, 1)
    batch = BatchPlanes.from_array(numpy.ascontiguousarray(by_board))
    draws = BatchDraws((spawn_probability,) * len(batch), ((),) * len(batch))
    after, _ = advance_batch(batch, draws, numpy.zeros(len(batch), dtype=numpy.int64))
    return after.array().transpose(1, 2, 0).reshape(cells.shape)


def _require_fitting(value: int) -> int:
    if value >= GREATEST_DRAWS_READ:
        raise InvalidParameter(
            "draws read", value, f"an int below {GREATEST_DRAWS_READ}, where many boards are counted"
        )
    return value


def advance_batch(batch: BatchPlanes, draws: BatchDraws, draws_read: Numbers) -> tuple[BatchPlanes, Numbers]:
    """Return the boards after a step, the very same batch if none changes, and how many draws each has read.

    Raises `InvalidParameter` if ``draws`` are not those of so many boards, and what reading draws raises.
    """
    if len(draws) != len(batch):
        raise InvalidParameter("draws", len(draws), f"those of each board, of which there are {len(batch)}")
    frame, planes = batch.frame, batch.planes
    scenery = scenery_of(batch) if batch.scenery is None else batch.scenery
    alive = planes[0]
    three, four = _three_and_four(alive, frame)
    four |= three
    four |= scenery.stays
    three &= scenery.may_live
    four &= alive
    after = four | three
    spawned = None
    if scenery.may_spawn is not None:
        spawned, draws_read = _spawned(scenery.may_spawn & ~(alive | three), frame, draws, draws_read)
        if spawned is not None:
            after |= spawned
    changed = alive ^ after
    if not changed.any():
        return batch if scenery is batch.scenery else evolve(batch, scenery=scenery), draws_read
    following = numpy.empty_like(planes)
    following[0] = after
    numpy.bitwise_and(planes[1:], ~changed, out=following[1:])
    if frame.traits:
        born = after & changed
        inherited = _inherited(planes[1 : frame.traits + 1] & alive, scenery, frame)
        inherited &= born
        if spawned is not None:
            inherited[0] |= spawned
        following[1 : frame.traits + 1] |= inherited
    after_step = BatchPlanes(frame, following, scenery)
    if scenery.loose is not None:
        gone = scenery.loose & changed
        if gone.any():
            after_step = evolve(after_step, scenery=_scenery_without(scenery, batch, after_step, gone))
    return after_step, draws_read


def _sides(planes: Words, frame: BatchFrame) -> tuple[Words, Words]:
    """Return what is to the left of each place and what is to the right; beyond the last column is anything."""
    carried, last = frame.size - 1, frame.last
    left, right = planes << 1, planes >> 1
    if frame.words > 1:
        left[..., 1:, :, :] |= planes[..., :-1, :, :] >> carried
        right[..., :-1, :, :] |= planes[..., 1:, :, :] << carried
    left[..., 0, :, :] |= planes[..., -1, :, :] >> last
    right[..., -1, :, :] |= planes[..., 0, :, :] << last
    return left, right


def _rows(number: int, planes: Words) -> tuple[Words, Words]:
    """Return so many empty stacks like one of planes, each row between two more, and the part without those."""
    *stack, words, height, boards = planes.shape
    rows = numpy.empty((number, *stack, words, height + 2, boards), dtype=planes.dtype)
    return rows, rows[..., 1:-1, :]


def _wrapped(rows: Words) -> tuple[Words, Words]:
    """Fill in the two rows over the edges; return what is above each place and what is below."""
    rows[..., 0, :] = rows[..., -2, :]
    rows[..., -1, :] = rows[..., 1, :]
    return rows[..., :-2, :], rows[..., 2:, :]


def _three_and_four(alive: Words, frame: BatchFrame) -> tuple[Words, Words]:
    """Return where three cells of a block live, and where four do."""
    # Three places of a row, then three rows, are added up in all blocks at once: ones, twos, fours; of
    # eight nothing is left, and of nine only the one.
    left, right = _sides(alive, frame)
    rows, middle = _rows(2, alive)
    half = left ^ right
    numpy.bitwise_xor(half, alive, out=middle[0])
    half &= alive
    left &= right
    numpy.bitwise_or(left, half, out=middle[1])
    above, below = _wrapped(rows)
    half = above ^ below
    ones, twos = half ^ middle
    half &= middle
    carry = above & below
    carry |= half
    other, fours = carry
    fours ^= twos & other
    twos ^= other
    three = ones & twos
    three ^= three & fours
    ones |= twos
    four = fours | ones
    four ^= ones
    return three, four


def _inherited(living: Words, scenery: BatchScenery, frame: BatchFrame) -> Words:
    """Return the traits that two living cells of a block have, or a spawner gives, from those of living cells."""
    if scenery.living_exits is not None:
        living[0] |= scenery.living_exits
    left, right = _sides(living, frame)
    rows, middle = _rows(2, living)
    once, twice = middle
    numpy.bitwise_and(left, right, out=twice)
    left |= right
    numpy.bitwise_or(left, living, out=once)
    left &= living
    twice |= left
    above, below = _wrapped(rows)
    inherited: Words = above[0] | once
    inherited &= below[0]
    inherited |= above[0] & once
    inherited |= above[1]
    inherited |= twice
    inherited |= below[1]
    if scenery.colours is not None:
        inherited[1:] |= scenery.colours
    return inherited


def _spawned(waiting: Words, frame: BatchFrame, draws: BatchDraws, draws_read: Numbers) -> tuple[Words | None, Numbers]:
    """Return where cells spawn, of those where only a draw decides, and how many draws each board has read."""
    if draws.never.any():
        waiting &= for_boards(~draws.never, frame)
    if draws.certain.all():
        return waiting, draws_read
    spawned = waiting & for_boards(draws.certain, frame)
    waiting ^= spawned
    numbers = numpy.bitwise_count(waiting).sum(axis=(0, 1), dtype=numpy.int64)
    if numbers.any():
        flags = bytes_of(waiting)
        places = numpy.flatnonzero(flags.view(numpy.bool_))
        flags.reshape(-1)[places] = draws.below(draws_read, numbers)
        spawned |= words_of_bytes(flags, frame)
        draws_read = draws_read + numbers
    return spawned, draws_read


def for_boards(flags: NDArray[numpy.bool_], frame: BatchFrame) -> Words:
    """Return a word for each board, of all bits where it has the flag, else of none."""
    return flags * numpy.full(1, (1 << frame.size) - 1, dtype=frame.everywhere.dtype)


def scenery_of(batch: BatchPlanes) -> BatchScenery:
    """Return what the rule makes of the bits that hardly ever change."""
    frozen_cells, exits = _there(batch, FROZEN), _there(batch, EXIT)
    may_live = _may_live(batch)
    loose = numpy.zeros(1, dtype=batch.planes.dtype)
    for plane in (*(_there(batch, bit) for bit in _ROLES), exits):
        if plane is not None:
            loose = loose | plane
    if frozen_cells is not None:
        loose = loose & ~frozen_cells
    living_exits = None if exits is None else exits & batch.planes[0]
    return BatchScenery(
        _stays(batch),
        may_live,
        *_may_spawn(batch, may_live),
        living_exits if living_exits is not None and living_exits.any() else None,
        loose if loose.any() else None,
    )


def _scenery_without(scenery: BatchScenery, before: BatchPlanes, after: BatchPlanes, gone: Words) -> BatchScenery:
    """Return the scenery after a step in which these loose cells changed: what follows from their flags is found anew.

    No frozen cell is among them.
    """
    planes = {bit: before.plane(bit) for bit in _ROLES}
    lost = {bit for bit, plane in planes.items() if plane is not None and (plane & gone).any()}
    may_live = _may_live(after) if INHIBITING in lost else scenery.may_live
    may_spawn, colours = scenery.may_spawn, scenery.colours
    if lost & {SPAWNING, INHIBITING}:
        may_spawn, colours = _may_spawn(after, may_live)
    return BatchScenery(
        _stays(after) if PRESERVING in lost else scenery.stays,
        may_live,
        may_spawn,
        colours,
        None if scenery.living_exits is None else scenery.living_exits & ~gone,
        None if scenery.loose is None else scenery.loose & ~gone,
    )


def _there(batch: BatchPlanes, bit: Cell) -> Words | None:
    """Return the plane of a bit, None if no cell has it now."""
    plane = batch.plane(bit)
    return plane if plane is not None and plane.any() else None


def _stays(batch: BatchPlanes) -> Words:
    """Return where cells stay alive whatever lives around."""
    frozen_cells, preserving = _there(batch, FROZEN), _there(batch, PRESERVING)
    if frozen_cells is None:
        frozen_cells = numpy.zeros(batch.frame.shape, dtype=batch.planes.dtype)
    return frozen_cells if preserving is None else frozen_cells | _near(preserving, batch.frame)


def _may_live(batch: BatchPlanes) -> Words:
    """Return where a dead cell may come to life."""
    frame, frozen_cells, inhibiting = batch.frame, _there(batch, FROZEN), _there(batch, INHIBITING)
    may_live = (
        numpy.broadcast_to(frame.everywhere, frame.shape) if frozen_cells is None else ~frozen_cells & frame.everywhere
    )
    return may_live if inhibiting is None else may_live & ~_near(inhibiting, frame)


def _may_spawn(batch: BatchPlanes, may_live: Words) -> tuple[Words | None, Words | None]:
    """Return where cells may spawn, and the colours of spawners near; None for both without a spawner."""
    frame, spawning = batch.frame, _there(batch, SPAWNING)
    if spawning is None:
        return None, None
    has_colours = any(frame.plane_of(bit) is not None for bit in (RED, GREEN, BLUE))
    colours = _near(batch.planes[2 : frame.traits + 1] & spawning, frame) if has_colours else None
    return may_live & _near(spawning, frame), colours


def _near(planes: Words, frame: BatchFrame) -> Words:
    """Return where any of the nine cells of a block is in a plane, for one or a stack."""
    left, right = _sides(planes, frame)
    (rows,), (middle,) = _rows(1, planes)
    left |= right
    numpy.bitwise_or(left, planes, out=middle)
    above, below = _wrapped(rows)
    near: Words = above | middle
    near |= below
    return near
