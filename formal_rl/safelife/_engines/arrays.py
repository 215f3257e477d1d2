"""Boards as arrays, in and out: what becomes of one board or of many in some steps in which nobody acts."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.trajectories import packed_after
from formal_rl.safelife._engines.words.rule import BatchPlanes, advance_batch, batch_draws
from formal_rl.safelife.board.board import Cells, require_cells
from formal_rl.safelife.game.trajectories import require_steps


class AdvancedArray(NamedTuple):
    """The cells of a board after some steps, and how many draws have been read up to now."""

    cells: Cells
    draws_read: int


class AdvancedArrays(NamedTuple):
    """The cells of many boards after some steps, and how many draws each has read up to now."""

    cells: Cells
    draws_read: NDArray[numpy.int64]


def advance_array(
    cells: NDArray[numpy.integer], steps: int = 1, spawn_probability: Draw = 0, draws: Draws = (), draws_read: int = 0
) -> AdvancedArray:
    """Return what `advance_by` returns, of the board of an array of shape (height, width), as a new array.

    Give ``draws_read`` of one call to the next, and one after the other they read the same draws as all steps at once.
    All steps at once take less time: an array is taken apart into bits and put together again once.

    Raises `MalformedBoard` for what is not an array of cells, and as `advance_by` does.

    Ledger: W19-baseline
    """
    packed = PackedBoard.from_array(require_cells(cells, 2))
    steps, spawn_probability, draws_read = map(_plain, (steps, spawn_probability, draws_read))
    packed, draws_read = packed_after(packed, steps, spawn_probability, draws, draws_read)
    return AdvancedArray(packed.array(), draws_read)


def advance_arrays(
    cells: NDArray[numpy.integer],
    steps: int = 1,
    spawn_probabilities: Draw | Sequence[Draw] = 0,
    draws: Sequence[Draws] | None = None,
    draws_read: Sequence[int] | NDArray[numpy.int64] | None = None,
) -> AdvancedArrays:
    """Return what `advance_array` returns of each of many boards, an array of shape (number, height, width).

    Of spawn probabilities, draws and draws read there is one for each board. One probability may be that of all, and
    without draws no board has any.

    Raises `InvalidParameter` if there are not as many of the others as boards; and as `advance_array` does.

    Ledger: W19-baseline
    """
    steps = require_steps(_plain(steps))
    batch = BatchPlanes.from_array(require_cells(cells, 3))
    number = len(batch)
    if not isinstance(spawn_probabilities, Sequence | numpy.ndarray):
        spawn_probabilities = [spawn_probabilities] * number
    spawn_probabilities = [*map(_plain, spawn_probabilities)]
    draws = [()] * number if draws is None else draws
    known, read = batch_draws(number, spawn_probabilities, draws, [0] * number if draws_read is None else draws_read)
    for _ in range(steps):
        before, was_read = batch, read
        batch, read = advance_batch(batch, known, read)
        if batch.planes is before.planes and read is was_read:
            break  # nothing changes any more
    return AdvancedArrays(batch.array(), read)


def _plain(value: Any) -> Any:
    """Return the number of Python that a number of numpy is, and anything else as it is."""
    return value.item() if isinstance(value, numpy.integer | numpy.floating) else value
