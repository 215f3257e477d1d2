"""The pairs of long trajectories without actions: a board after many steps, cycles, and how often cells are where."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import numpy
from attrs import evolve

from formal_rl.agents import Draw, HashedDraws
from formal_rl.checking import FunctionPair, Part, Scope
from formal_rl.safelife import AdvancedArray, AdvancedArrays, advance_array, advance_arrays
from formal_rl.safelife._engines.compiled.board_kernel import follow
from formal_rl.safelife._engines.compiled.trajectories import advance_by_compiled
from formal_rl.safelife._engines.planes.trajectories import advance_by, advance_by_packed, find_cycle_packed
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import GREEN, SPAWNING, Board
from formal_rl.safelife.board.cells import BLUE, FREEZING, PLAYER, RED, SPAWNER, TREE
from formal_rl.safelife.board.conway import GLIDER, OSCILLATORS, STILL_LIFES
from formal_rl.safelife.game import find_cycle
from formal_rl.safelife.side_effects._cell_counts import (
    Following,
    cell_counts,
    cell_counts_packed,
    life_counts,
    life_counts_compiled,
    life_counts_of_each,
    life_counts_of_each_packed,
    life_counts_packed,
)
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.pairs import batch_cases, drawn_board

Case = tuple[str, tuple[Any, ...]]

_PROBABILITIES: tuple[Draw, ...] = (0, 1, Fraction(1, 2), Fraction(1, 5), 0.3)


def _boards_that_come_back() -> Iterator[Board]:
    """Yield still boards, oscillators and a glider, plain and with colours, a tree and an agent."""
    known = [*STILL_LIFES.values(), *(board for board, _ in OSCILLATORS.values()), GLIDER]
    yield from known
    for number, board in enumerate(known):
        colours = (RED, GREEN, BLUE, RED | BLUE, RED | GREEN | BLUE)
        coloured = {
            place: board[place] | colours[(number + index) % len(colours)]
            for index, place in enumerate(board.locations())
            if board[place]
        }
        yield board.with_cells(coloured)
        yield board.with_cells(coloured | {(0, 0): TREE | BLUE, (-1, -1): PLAYER})


def _quiet(generator: Random, board: Board) -> Board:
    """Return the board with few cells that preserve, inhibit or spawn, so that it is long in motion."""
    off = FREEZING | SPAWNING
    return Board([cell if generator.random() < 0.1 else cell & ~off for cell in row] for row in board.rows)


def trajectory_cases(scope: Scope) -> Iterator[Case]:
    """Yield boards, each with a number of steps, a spawn probability, draws and a number of draws read."""
    for board in _boards_that_come_back():
        for steps in (1, 2, 3, 25, 97) if scope.is_full else (1, 29):
            yield "known boards", (board, steps, 0, (), 0)
    generator = Random(scope.seed)
    for sample in range(1000 if scope.is_full else 45):
        board = drawn_board(generator, generator.randint(1, 7), generator.randint(1, 7))
        probability = generator.choice(_PROBABILITIES)
        if sample % 3:
            board = _quiet(generator, board)
        chosen = probability not in {0, 1} and bool(board.find(SPAWNING))
        branch = "drawn boards, draws decide" if chosen else "drawn boards, no draw decides"
        yield branch, (board, generator.randint(1, 24), probability, HashedDraws(sample), 3)


def _cycle_cases(scope: Scope) -> Iterator[Case]:
    for board in _boards_that_come_back():
        yield "known boards", (board,)
        yield "known boards", (board.with_cells({(0, 0): SPAWNER | RED}), 1)
    for branch, (board, _, probability, *_) in trajectory_cases(scope):
        if branch == "drawn boards, no draw decides":
            yield branch, (board, probability)


def _in_words(counts: Any, *arguments: Any) -> Any:
    return counts(*arguments, advance=advance_in_words)


_BRANCHES = ("known boards", "drawn boards, draws decide", "drawn boards, no draw decides")
_DOMAIN = (
    "still boards, oscillators and a glider, plain and coloured, with a tree and an agent, for 1 to 29 steps (in full, "
    "97); boards of all sixteen bits drawn from the seed, sides of 1 to 7, for 1 to 24 steps; the definitions "
    "advance in words"
)


def _pair(
    name: str, definition: Any, fast: Any, cases: Any = trajectory_cases, branches: Any = _BRANCHES
) -> FunctionPair:
    return FunctionPair(name, partial(_in_words, definition), fast, cases, branches, _DOMAIN)


def _cases_of_two(scope: Scope) -> Iterator[Case]:
    """Yield a board, and the same upside down with other draws, which are read in runs; and a number of steps."""
    for branch, (board, samples, probability, draws, draws_read) in trajectory_cases(scope):
        others = SeededDraws(samples) if draws else ()
        turned = Following(Board(reversed(board.rows)), probability, others, 2 * draws_read)
        yield branch, ((Following(board, probability, draws, draws_read), turned), samples)


def _kernel_cases(scope: Scope) -> Iterator[Case]:
    """Yield `trajectory_cases`, two of three with draws that are read in runs; and the kernel, interpreted."""
    for number, (branch, (board, steps, probability, draws, draws_read)) in enumerate(trajectory_cases(scope)):
        in_runs = SeededDraws(number) if draws and number % 3 else draws
        yield branch, (board, steps, probability, in_runs, draws_read, follow)


def _two_in_kernel(scope: Scope) -> Iterator[Case]:
    for branch, arguments in _cases_of_two(scope):
        yield branch, (*arguments, follow)


def _without_kernel(board: Board, steps: int, *drawn: Any, **options: Any) -> Any:
    return advance_by(board, steps, *drawn[:-1], **options)


def _counted_without_kernel(followed: Sequence[Following], samples: int, _: Any, **options: Any) -> Any:
    return life_counts_of_each(followed, samples, **options)


ADVANCED_PAIR = _pair("advance_by_packed", advance_by, advance_by_packed)
"""The pair of boards after many steps."""

ADVANCED_COMPILED_PAIR = _pair("advance_by_compiled", _without_kernel, advance_by_compiled, _kernel_cases)
"""The same pair for the kernel, which is interpreted, so that it needs no numba; a test compares it compiled."""

COUNTED_PAIRS = (
    _pair("life_counts_packed", life_counts, life_counts_packed),
    _pair("life_counts_of_each_packed", life_counts_of_each, life_counts_of_each_packed, _cases_of_two),
    _pair("life_counts_compiled", _counted_without_kernel, life_counts_compiled, _two_in_kernel),
    _pair("cell_counts_packed", cell_counts, cell_counts_packed),
)
"""The pairs of how often cells are where."""

CYCLE_PAIR = _pair("find_cycle_packed", find_cycle, find_cycle_packed, _cycle_cases, _BRANCHES[::2])
"""The pair of cycles."""


def _array_cases(scope: Scope) -> Iterator[Case]:
    """Yield boards as arrays of several types of whole numbers, with steps and draws."""
    for number, (branch, (board, *others)) in enumerate(trajectory_cases(scope)):
        yield branch, (board.array().astype(_TYPES[number % len(_TYPES)]), *others)


def _arrays_cases(scope: Scope) -> Iterator[Case]:
    """Yield boards of one size as an array, with steps, and a probability and draws for each."""
    for number, (_, (boards, probabilities, draws, draws_read)) in enumerate(batch_cases(scope)):
        cells = numpy.stack([board.array() for board in boards])
        if number % 3 == 2:
            yield "draws for none", (cells, number % 4, number % 2)
        else:
            yield "draws for each", (cells, number % 4, probabilities, draws, draws_read)


def _by_boards(cells: Any, steps: int, probability: Any, draws: Any = (), draws_read: int = 0) -> Any:
    after = advance_by(Board.from_array(cells), steps, probability, draws, draws_read, advance=advance_in_words)
    return AdvancedArray(after.board.array(), after.draws_read)


def _arrays_one_by_one(cells: Any, steps: int, probabilities: Any, draws: Any = None, draws_read: Any = None) -> Any:
    number = len(cells)
    probabilities = probabilities if isinstance(probabilities, list) else [probabilities] * number
    each = zip(cells, [steps] * number, probabilities, draws or [()] * number, draws_read or [0] * number, strict=True)
    after, read = zip(*(_by_boards(*arguments) for arguments in each), strict=True)
    return AdvancedArrays(numpy.stack(after), numpy.array(read))


def _same_arrays(expected: Any, got: Any) -> bool:
    return all(
        numpy.array_equal(one, other) and getattr(one, "dtype", int) == getattr(other, "dtype", int)
        for one, other in zip(expected, got, strict=True)
    )


_TYPES = (numpy.uint16, numpy.int64, numpy.dtype(">u4"), numpy.uint16)

ARRAY_PAIRS = (
    FunctionPair(
        *("advance_array", _by_boards, advance_array, _array_cases, _BRANCHES),
        f"{_DOMAIN}; arrays of three types of whole numbers",
        _same_arrays,
    ),
    FunctionPair(
        *("advance_arrays", _arrays_one_by_one, advance_arrays, _arrays_cases, ("draws for each", "draws for none")),
        "up to four drawn boards at once, of sides to 70, for 0 to 3 steps, each with its own probability and draws, "
        "or all with none; the definition advances in words",
        _same_arrays,
    ),
)
"""The pairs of boards as arrays."""

SAFELIFE_CELL_COUNT_PAIRS = (ADVANCED_PAIR, ADVANCED_COMPILED_PAIR, *COUNTED_PAIRS, CYCLE_PAIR, *ARRAY_PAIRS)
"""The pairs of long trajectories without actions."""


def _few_cases(pair: FunctionPair, scope: Scope) -> Iterator[Case]:
    """Yield the first few cases of each branch."""
    met = dict.fromkeys(pair.branches, 0)
    for branch, arguments in pair.cases(scope):
        met[branch] += 1
        if met[branch] <= FEW:
            yield branch, arguments
        if min(met.values()) >= FEW:
            return


FEW = 5
"""How many cases of each branch are compared where a row of the ledger rests on a pair."""


def in_few_cases(pair: FunctionPair, scope: Scope) -> tuple[Part, ...]:
    """Return what a pair comes to on a few cases of each branch; in the full profile, on all of them."""
    if scope.is_full:
        return pair.parts(scope)
    few = evolve(
        pair, cases=partial(_few_cases, pair), domain=f"the first {FEW} cases of each branch of: {pair.domain}"
    )
    return few.parts(scope)
