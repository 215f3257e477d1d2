"""Long trajectories without actions in the kernel, where draws decide; everywhere else on bit planes. An extra."""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws
from formal_rl.safelife._engines.compiled.board_kernel import follow
from formal_rl.safelife._engines.compiled.just_in_time import compiled
from formal_rl.safelife._engines.draws import LONG_RUN, DrawsInRuns, least_float, read_run
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import SPAWNING
from formal_rl.safelife.board.rule import AdvanceResult, require_draws_read, require_probability
from formal_rl.safelife.game.trajectories import require_steps

Follow: TypeAlias = Callable[..., tuple[int, int]]
"""`follow`, compiled or not."""


def advance_by_compiled(
    board: Board,
    steps: int,
    spawn_probability: Draw = 0,
    draws: Draws = (),
    draws_read: int = 0,
    *,
    kernel: Follow | None = None,
) -> AdvanceResult:
    """Return what `advance_by` returns; raise as it does, and `MissingExtra` if numba is not installed.

    `advance_by_packed` does what the kernel cannot: where no draw decides, and draws that cannot be read in runs.

    Ledger: W19-baseline
    """
    kernel = kernel or compiled(follow)
    require_steps(steps)
    found = in_kernel(kernel, board, steps, spawn_probability, draws, draws_read)
    return found or advance_by_packed(board, steps, spawn_probability, draws, draws_read)


def in_kernel(
    kernel: Follow,
    board: Board,
    steps: int,
    spawn_probability: Draw,
    draws: Draws,
    draws_read: int,
    counts: NDArray[numpy.int64] | None = None,
) -> AdvanceResult | None:
    """Return what `advance_by` returns, or None if the kernel cannot do it; then what ``counts`` has means nothing.

    ``counts`` of shape (8, height, width) is told how often there is life of each colour at each location.

    Raises as `advance_by` does for what is no probability and no number of draws.
    """
    probability, read = require_probability(spawn_probability), require_draws_read(draws_read)
    cells = board.array()
    if probability in {0, 1} or not (cells & SPAWNING).any() or not isinstance(draws, DrawsInRuns):
        return None
    if counts is None:
        counts = numpy.zeros((0, *cells.shape), dtype=numpy.int64)
    boards = numpy.stack([cells, cells]).astype(numpy.int64)
    work: tuple[Any, ...] = numpy.zeros_like(boards[0]), numpy.zeros(board.width + 2, dtype=numpy.int64)
    while steps:
        run = read_run(draws, read, LONG_RUN + cells.size)
        if run is None:
            return None
        made, used = kernel(boards, *work, run < least_float(probability), steps, counts)
        steps, read = steps - made, read + used
        if made % 2:
            boards = boards[::-1].copy()
    return AdvanceResult(Board.from_array(boards[0]), read)
