"""Boards many steps later, their cycles, and how often cells are where: drawn boards, and the forms that are fast."""

from functools import partial
from random import Random
from typing import Any

import numpy

from formal_rl.agents import HashedDraws
from formal_rl.checking import equal, every
from formal_rl.checking.domains import drawn
from formal_rl.safelife import AdvancedArray, AdvancedArrays, advance_array, advance_arrays
from formal_rl.safelife import board as b
from formal_rl.safelife._engines.compiled.board_kernel import follow
from formal_rl.safelife._engines.compiled.trajectories import advance_by_compiled
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.planes.trajectories import advance_by, advance_by_packed, find_cycle_packed
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.conway import GLIDER, OSCILLATORS, STILL_LIFES
from formal_rl.safelife.game import find_cycle
from formal_rl.safelife.side_effects import _cell_counts as counts
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.dynamics import HALF, drawn_board, drawn_steps

COME_BACK = (*STILL_LIFES.values(), *(board for board, _ in OSCILLATORS.values()), GLIDER)


def a_board(random: Random) -> Any:
    """Return a board that comes back, with a tree and an agent or without; or one of all sixteen bits."""
    if random.random() < 0.3:
        board = random.choice(COME_BACK)
        return random.choice((board, board.with_cells({(0, 0): c.TREE | c.BLUE, (-1, -1): c.PLAYER})))
    board, kept = drawn_board(random, random.randint(1, 7), random.randint(1, 7)), random.choice((1.0, 0.1, 0.1))
    off = c.FREEZING | c.SPAWNING
    return b.Board([cell if random.random() < kept else cell & ~off for cell in row] for row in board.rows)


def a_trajectory(random: Random) -> tuple[Any, ...]:
    """Return a board, a number of steps, a spawn probability, draws, in runs or not, and a number of draws read."""
    draws = random.choice((HashedDraws, SeededDraws))(random.randrange(99))
    return a_board(random), random.randint(1, 29), random.choice((0, 1, HALF, 0.2, 0.3)), draws, random.randint(0, 3)


TRAJECTORIES = drawn("boards that come back or of all sixteen bits, up to 29 steps", a_trajectory, 24, 900, many=True)
CERTAIN = drawn("such boards, p = 0 or 1", lambda random: (a_board(random), random.randrange(2)), 24, 600, many=True)
step_by_step = partial(partial, advance=advance_packed)

ADVANCED = (
    equal("advance_by_packed", step_by_step(advance_by), advance_by_packed, TRAJECTORIES),
    equal("advance_by_compiled", step_by_step(advance_by), partial(advance_by_compiled, kernel=follow), TRAJECTORIES),
)
"""Boards after many steps; the kernel is interpreted, so that it needs no numba."""


def beside_another(board: Any, samples: int, chance: Any, draws: Any, draws_read: int) -> Any:
    """Return the counts of a board that is followed beside the same board with other draws."""
    rollouts = (board, chance, HashedDraws(99), 0), (board, chance, draws, draws_read)
    return counts.life_counts_side_by_side(rollouts, samples)[1]


LIFE, COMPILED = step_by_step(counts.life_counts), partial(counts.life_counts_compiled, kernel=follow)
COUNTED = (
    equal("life_counts_packed", LIFE, counts.life_counts_packed, TRAJECTORIES),
    equal("life_counts_side_by_side", LIFE, beside_another, TRAJECTORIES),
    equal("life_counts_compiled", LIFE, COMPILED, TRAJECTORIES),
    equal("cell_counts_packed", step_by_step(counts.cell_counts), counts.cell_counts_packed, TRAJECTORIES),
)
"""Counts of cells by location."""

CYCLES = equal("find_cycle_packed", step_by_step(find_cycle), find_cycle_packed, CERTAIN)


def by_boards(cells: Any, steps: int, probability: Any, draws: Any = (), draws_read: int = 0) -> AdvancedArray:
    """Return an array after some steps, by the board that it is."""
    after = advance_by(b.Board.from_array(cells), steps, probability, draws, draws_read, advance=advance_packed)
    return AdvancedArray(after.board.array(), after.draws_read)


def one_by_one(cells: Any, steps: int, probabilities: Any, draws: Any, draws_read: Any) -> AdvancedArrays:
    """Return arrays after some steps, each by itself."""
    each = zip(cells, [steps] * len(cells), probabilities, draws, draws_read, strict=True)
    after, read = zip(*(by_boards(*arguments) for arguments in each), strict=True)
    return AdvancedArrays(numpy.stack(after), numpy.array(read))


def same_arrays(expected: Any, got: Any) -> bool:
    """Whether two results have the same numbers of the same type."""
    return all(
        numpy.array_equal(one, other) and getattr(one, "dtype", int) == getattr(other, "dtype", int)
        for one, other in zip(expected, got, strict=True)
    )


def arrays(random: Random) -> tuple[Any, Any]:
    """Return what an array, and several, come to by boards, and by the functions for arrays."""
    board, *others = a_trajectory(random)
    boards, probabilities, draws, read, steps = drawn_steps(random)
    several = numpy.stack([each.array() for each in boards]), steps, probabilities, draws, read
    one = (board.array().astype(random.choice((numpy.uint16, numpy.int64, numpy.dtype(">u4")))), *others)
    return (*by_boards(*one), *one_by_one(*several)), (*advance_array(*one), *advance_arrays(*several))


BOTH = drawn("boards as arrays of three types, and up to 4 boards at once", arrays, 12, 300, many=True)
ARRAYS = every("advance_array and advance_arrays", lambda *pair: pair, BOTH, agree=same_arrays)
