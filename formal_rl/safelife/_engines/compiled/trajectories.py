"""Long trajectories without actions in the kernel, where draws decide; everywhere else on bit planes. An extra."""

from collections.abc import Callable
from typing import TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.safelife._engines.compiled.board_kernel import ROWS_OF_WORK, follow
from formal_rl.safelife._engines.compiled.just_in_time import compiled
from formal_rl.safelife._engines.draws import RUN, DrawsInRuns, least_float, read_run
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import SPAWNING
from formal_rl.safelife.board.rule import AdvanceResult, require_draws_read, require_probability
from formal_rl.safelife.game.trajectories import require_steps

Follow: TypeAlias = Callable[..., tuple[int, int]]
"""`follow`, compiled or not."""


def advance_by_compiled(  # noqa: PLR0917 - those of `advance_by`, and the kernel
    board: Board,
    steps: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    kernel: Follow | None = None,
) -> AdvanceResult:
    """Return the result of `advance_by`; raise as it does, and `MissingExtra` if numba is not installed.

    `advance_by_packed` handles the other cases: where no draw decides, and draws that cannot be read in runs.

    Ledger: W19-baseline
    """
    kernel = kernel or compiled(follow)
    require_steps(steps)
    found = in_kernel(board, steps, spawn_probability, draws, draws_read, kernel=kernel)
    return found or advance_by_packed(board, steps, spawn_probability, draws, draws_read)


def in_kernel(
    board: Board,
    steps: int,
    spawn_probability: Draw,
    draws: Draws,
    draws_read: int,
    *,
    kernel: Follow,
    counts: NDArray[numpy.int64] | None = None,
) -> AdvanceResult | None:
    """Return as `advance_by` does, or None if the kernel cannot do it; then ``counts`` is meaningless.

    ``counts`` of shape (8, height, width) counts the steps with life of each colour at each location.

    Raises as `advance_by` does for a wrong probability or number of draws.
    """
    probability, read = require_probability(spawn_probability), require_draws_read(draws_read)
    cells = board.array().astype(numpy.int64).ravel()
    if probability in {0, 1} or not (cells & SPAWNING).any() or not isinstance(draws, DrawsInRuns):
        return None
    counted = numpy.zeros((0, cells.size), dtype=numpy.int64) if counts is None else counts.reshape(len(counts), -1)
    work = numpy.zeros((ROWS_OF_WORK, cells.size), dtype=numpy.int64)
    while steps:
        run = read_run(draws, read, 4 * RUN + cells.size)
        if run is None:
            return None
        made, used = kernel(cells, board.width, work, run < least_float(probability), steps, counted)
        steps, read = steps - made, read + used
    return AdvanceResult(Board.from_array(cells.reshape(board.height, board.width)), read)
