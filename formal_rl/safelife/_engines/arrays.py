"""Boards as arrays, in and out: one board or many after some steps in which nobody acts."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.compiled.trajectories import advance_cells, find_kernel
from formal_rl.safelife._engines.draws import SpawnDraws, SpawnDrawsOfEach
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.trajectories import packed_after
from formal_rl.safelife.board.board import Cells, require_cells
from formal_rl.safelife.board.rule import require_draws_read, require_probability
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
    cells: NDArray[numpy.integer],
    steps: int = 1,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    *,
    engine: str = "python",
) -> AdvancedArray:
    """Return the result of `advance_by`, of the board of an array of shape (height, width), as a new array.

    Give ``draws_read`` of one call to the next, and one after the other they read the same draws as all steps at once.
    All steps at once take less time: an array is taken apart into bits and put together again once. With the ``engine``
    "compiled", which needs the extra ``compiled``, machine code of numba advances it as it is.

    Raises `MalformedBoard` for anything but an array of cells, `UnknownName` for another engine, `MissingExtra` without
    numba, and as `advance_by` does.

    Ledger: W19-baseline
    """
    after, steps, kernel = require_cells(cells, 2).copy(), require_steps(_plain(steps)), find_kernel(engine)
    spawning = SpawnDraws(require_probability(_plain(spawn_probability)), draws)
    return AdvancedArray(after, advance_cells(after, steps, spawning, require_draws_read(_plain(draws_read)), kernel))


def advance_arrays(
    cells: NDArray[numpy.integer],
    steps: int = 1,
    spawn_probabilities: Draw | Sequence[Draw] = 0,
    draws: Sequence[Draws] | None = None,
    draws_read: Sequence[int] | NDArray[numpy.int64] | None = None,
    *,
    engine: str = "python",
) -> AdvancedArrays:
    """Return the result of `advance_array` of each of many boards, an array of shape (number, height, width).

    Of spawn probabilities, draws and draws read there is one for each board. One probability may be that of all, and
    without draws no board has any.

    Raises `InvalidParameter` if there are not as many of the others as boards; and as `advance_array` does.

    Ledger: W19-baseline
    """
    cells, steps, kernel = require_cells(cells, 3), require_steps(_plain(steps)), find_kernel(engine)
    number = len(cells)
    if not isinstance(spawn_probabilities, Sequence | numpy.ndarray):
        spawn_probabilities = [spawn_probabilities] * number
    draws = [()] * number if draws is None else draws
    draws_read = [0] * number if draws_read is None else draws_read
    given = {"spawn probabilities": spawn_probabilities, "draws": draws, "draws read": draws_read}
    for name, values in given.items():
        if len(values) != number:
            raise InvalidParameter(name, len(values), f"one for each board, of which there are {number}")
    each: list[SpawnDraws] = []
    before: object = None
    for value, drawn in zip(spawn_probabilities, draws, strict=True):
        alike = each[-1] if each and value is before else None
        chance = alike.probability if alike else require_probability(_plain(value))
        each.append(SpawnDraws(chance, drawn, alike))
        before = value
    read = [require_draws_read(_plain(value)) for value in draws_read]
    if kernel:
        after, known = cells.copy(), zip(each, read, strict=True)
        read = [advance_cells(after[i], steps, spawning, first, kernel) for i, (spawning, first) in enumerate(known)]
    else:
        packed, read = packed_after(PackedBoard.from_array(cells), steps, SpawnDrawsOfEach(each), read)
        after = packed.array()
    return AdvancedArrays(after.reshape(cells.shape), numpy.array(read, dtype=numpy.int64))


def _plain(value: Any) -> Any:
    """Return the number of Python that a number of numpy is, and anything else as it is."""
    return value.item() if isinstance(value, numpy.generic) else value
