"""Boards after some steps in the kernel, where it can do them; everywhere else on bit planes. An extra."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.errors import require_known
from formal_rl.safelife._engines.compiled.board_kernel import follow
from formal_rl.safelife._engines.compiled.just_in_time import compiled
from formal_rl.safelife._engines.draws import RUN, SpawnDraws
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.trajectories import packed_after
from formal_rl.safelife.board.board import Board, Cells
from formal_rl.safelife.board.cells import SPAWNING
from formal_rl.safelife.board.rule import AdvanceResult, require_draws_read, require_probability
from formal_rl.safelife.game.trajectories import require_steps

Follow: TypeAlias = Callable[..., tuple[int, int]]
"""`follow`, compiled or not."""

FEW = 64
"""Up to this many steps in which no draw decides cost less than to pack and unpack a board."""

_NOT_COUNTED = numpy.zeros((0, 0), dtype=numpy.int64)


def find_kernel(engine: str) -> Follow | None:
    """Return the kernel of "compiled", None of "python"; raise `UnknownName`, and `MissingExtra` without numba."""
    if engine != "compiled":
        require_known("no engine", engine, ("python", "compiled"))
        return None
    kernel: Follow = compiled(follow)
    return kernel


def advance_by_compiled(  # noqa: PLR0917 - those of `advance_by`, and the kernel
    board: Board,
    steps: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    kernel: Follow | None = None,
) -> AdvanceResult:
    """Return the result of `advance_by`; raise as it does, and `MissingExtra` if numba is not installed.

    Ledger: W19-baseline
    """
    kernel = kernel or compiled(follow)
    spawning = SpawnDraws(require_probability(spawn_probability), draws)
    cells = board.array()
    read = advance_cells(cells, require_steps(steps), spawning, require_draws_read(draws_read), kernel)
    return AdvanceResult(Board.from_array(cells), read)


def advance_cells(cells: Cells, steps: int, spawning: SpawnDraws, draws_read: int, kernel: Follow | None) -> int:
    """Advance the cells of a board in place, and return how many draws have been read.

    Raises the errors of reading draws.
    """
    read = in_kernel(cells, steps, spawning, draws_read, kernel) if kernel else None
    if read is None:
        packed, read = packed_after(PackedBoard.from_array(cells), steps, spawning, draws_read)
        cells[...] = packed.array()
    return read


def in_kernel(  # noqa: PLR0917 - those of `advance_cells`, and the counts
    cells: Cells,
    steps: int,
    spawning: SpawnDraws,
    draws_read: int,
    kernel: Follow,
    counts: NDArray[Any] = _NOT_COUNTED,
) -> int | None:
    """Advance the cells of a board, and return how many draws have been read, or None if bit planes are to do it.

    They are where no draw decides on more than `FEW` steps, so that cycles are noticed, and where draws cannot be read
    in advance. ``counts`` are those of `follow`.
    """
    if steps > FEW and (spawning.reads_none or not (cells & SPAWNING).any()):
        return None
    read = draws_read
    while steps:
        run = spawning.in_advance(read, cells.size if steps == 1 else max(cells.size, RUN - read % RUN))
        if run is None:
            return None
        made, used = kernel(cells, run, steps, counts)
        steps, read = steps - made, read + used
    return draws_read if spawning.reads_none else read
