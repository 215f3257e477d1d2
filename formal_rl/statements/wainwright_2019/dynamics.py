"""Checks of Conway's rule by the letter, and the pictures of boards that checks of the dynamics use."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from operator import lt
from types import MappingProxyType

import numpy

from formal_rl.agents import Draw, Draws, draw
from formal_rl.checking import Case, Example, Part, Scope, check_examples, equal, part
from formal_rl.errors import InvalidParameter, MalformedBoard
from formal_rl.safelife.board import (
    ALIVE,
    EMPTY,
    FROZEN,
    LIFE,
    AdvanceResult,
    Block,
    Board,
    Cell,
    Location,
    advance,
    block_around,
    how_many,
    is_still,
    life_step,
    living_neighbours,
    may_spawn,
    next_cell,
    period,
)
from formal_rl.safelife.board.cells import HARD_LIFE, PRESERVING, named_cell
from formal_rl.safelife.board.conway import GLIDER, NEIGHBOURS, OSCILLATORS, STILL_LIFES, life_board, life_cell
from formal_rl.safelife.board.rule import MIDDLE
from formal_rl.safelife.game.game import Advance
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.pairs import all_digits

Step = Callable[[Board], Board]
Cases = Iterator[Case]

SIGNS: Mapping[str, Cell] = MappingProxyType(
    {".": EMPTY, "o": LIFE, "h": HARD_LIFE}
    | {sign: named_cell(name) for name, sign in zip(("wall", "crate", "tree", "fountain"), "#x+f", strict=True)}
    | {sign: named_cell(name) for name, sign in zip(("parasite", "spawner", "exit", "player"), "pse@", strict=True)}
    | {colour[0]: named_cell("life", colour) for colour in ("red", "green", "blue", "yellow")}
    | {"R": named_cell("spawner", "red"), "B": named_cell("spawner", "blue")}
)
"""What the signs of a picture mean. Small letters of colours are life, great ones spawners."""


def pictured(text: str, **others: Cell) -> Board:
    """Return the board of a picture, a word for each row; ``others`` says what further letters mean."""
    signs = {**SIGNS, **others}
    return Board([signs[sign] for sign in line] for line in text.split())


def boards_of_life(height: int, width: int) -> Iterator[Board]:
    """Yield every board of this size of life and empty cells."""
    for cells in product((EMPTY, LIFE), repeat=height * width):
        yield Board(cells[row * width : (row + 1) * width] for row in range(height))


def boards_of_life_up_to_translation(height: int, width: int) -> Iterator[Board]:
    """Yield one of every set of boards of life of this size that are translations of each other."""
    digits = all_digits(height, width, 2)
    numbers = numpy.arange(digits.shape[2], dtype=numpy.uint32)
    places = numpy.arange(height * width, dtype=numpy.uint32).reshape(height, width, 1)
    first = numbers.copy()
    for shift in product(range(height), range(width)):
        moved = numpy.roll(digits, shift, axis=(0, 1)) << places
        first = numpy.minimum(first, moved.sum(axis=(0, 1), dtype=numpy.uint32))
    for number in numpy.flatnonzero(first == numbers):
        yield Board.from_array(digits[:, :, number] * LIFE)


# --- Conway's rule ---


def _conway_by_hand(life_step: Step, advance: Advance) -> Iterator[Example]:
    def both(picture: str) -> tuple[Board, Board]:
        board = life_board(picture)
        return life_step(board), advance(board, 0, (), 0).board

    for about, arithmetic, before, after in (
        ("one alone", "no neighbour lives", "... .o. ...", "... ... ..."),
        ("two together", "each has one neighbour", "..... .oo.. ..... .....", "..... ..... ..... ....."),
        ("three in a row", "one, two, one", "..... .ooo. ..... .....", "..o.. ..o.. ..o.. ....."),
        ("a corner", "two each; the fourth place three", ".... .oo. .o.. ....", ".... .oo. .oo. ...."),
        ("a cross", "four in the middle, else three", "..... ..o.. .ooo. ..o.. .....", "..... .ooo. .o.o. .ooo. ....."),
        ("a row over the edge", "its middle is at the left", "oo..o ..... ..... .....", "o.... o.... ..... o...."),
        ("a full board", "each has eight neighbours", "ooo ooo ooo", "... ... ..."),
        ("a board of one row", "the living one meets itself above and below, the others meet it thrice", "o..", "ooo"),
    ):
        yield (about, arithmetic, (life_board(after),) * 2, both, before)
    for name, board in STILL_LIFES.items():
        yield (f"{name} is still", "two or three for the living, never three", True, is_still, board, life_step)
    for name, (board, steps) in OSCILLATORS.items():
        yield (f"{name} comes back", f"after {steps} steps", steps, _period, board, life_step)
    first = ".o.... ..oo.. .oo... ...... ...... ......"
    third = "...... .o.o.. ..oo.. ..o... ...... ......"
    for steps, picture in ((1, first), (3, third)):
        yield (f"a glider after {steps}", "two or three", life_board(picture), _after, life_step, steps)
    yield ("a glider on a torus", "4 steps for each of 6 places", 24, _period, GLIDER, life_step)


def _guards_by_hand() -> Iterator[Example]:
    """Yield what is no board of life, and what has no period."""
    blinker, alone = life_board("..... ..... .ooo. ..... ....."), life_board("... .o. ...")

    def place(function: Callable[..., object], *arguments: object) -> object:
        try:
            return function(*arguments)
        except MalformedBoard as error:
            return error.row, error.column

    yield from (
        ("a wall on a board of life", "row 1, column 2", (1, 2), place, life_step, pictured("ooo oo#")),
        ("another sign in a picture", "row 1, column 0", (1, 0), place, life_board, ".o xo"),
        ("a picture", "life is 9", Board([[0, 9], [9, 0]]), life_board, ".o o."),
        ("a blinker, two steps at most", "it comes back after two", 2, partial(period, most=2), blinker, life_step),
        ("a blinker, one step at most", "too few", InvalidParameter, partial(period, most=1), blinker, life_step),
        ("life alone", "nothing is left, and that comes back", None, partial(period, most=2), alone, life_step),
        ("what stays", "one step", 1, partial(period, most=1), life_board("..."), life_step),
        ("a blinker is not still", "it turns", False, is_still, blinker, life_step),
        ("neighbours by hand", "two", 2, living_neighbours, blinker, (2, 2)),
        ("on a side of 1", "itself twice, each other thrice", 5, living_neighbours, life_board("oo."), (0, 1)),
    )


def _period(board: Board, step: Step) -> int | None:
    return period(board, step, most=30)


def _after(step: Step, steps: int) -> Board:
    board = GLIDER
    for _ in range(steps):
        board = step(board)
    return board


def conway(scope: Scope, *, life_step: Step = life_step, advance: Advance = advance) -> Iterator[Part]:
    """Check Conway's rule: by hand, and against the rule of cells on all small boards of life."""
    yield check_examples(_conway_by_hand(life_step, advance))
    yield check_examples(_guards_by_hand(), "what has no period, and what is refused")
    sizes = ((3, 3), (3, 4), (4, 3), (4, 4)) if scope.is_full else ((3, 3), (3, 4), (4, 4))
    boards = boards_of_life if scope.is_full else boards_of_life_up_to_translation
    listed = "3 x 3, 3 x 4, 4 x 3 and 4 x 4" if scope.is_full else "3 x 3, 3 x 4 and 4 x 4, up to translation"

    @part(
        "the rule of cells is Conway's on life",
        branches=("still", "nothing is left", "changes"),
        domain=f"all boards of life and empty cells of {listed}",
    )
    def compared() -> Cases:
        for board in (board for size in sizes for board in boards(*size)):
            expected, got = life_step(board), advance(board, 0, (), 0).board
            branch = "still" if expected == board else "nothing is left" if not expected.find(ALIVE) else "changes"
            yield branch, equal(f"the rule of cells on {board}", expected, got)

    yield compared()


# --- Mutants ---


Rule = Callable[[Block, bool], Cell]


def _right(block: Block, spawns: bool) -> Cell:
    return next_cell(block, spawns=spawns)


def _advance_by(
    rule: Rule = _right,
    *,
    around: Callable[[Board, Location], Block] = block_around,
    waits: Callable[[Block], bool] = may_spawn,
    order: Callable[[Board], Iterator[Location]] = Board.locations,
    below: Callable[[Draw, Draw], bool] = lt,
    chance: Callable[[Draw, Block], Draw] = lambda probability, block: probability,
) -> Advance:
    """Return the rule of a board made of these parts, one of which is wrong."""

    def advance(board: Board, spawn_probability: Draw, draws: Draws, draws_read: int, /) -> AdvanceResult:
        cells: dict[Location, Cell] = {}
        for location in order(board):
            block = around(board, location)
            spawns = spawn_probability == 1
            if 0 < spawn_probability < 1 and waits(block):
                spawns = below(draw(draws, draws_read), chance(spawn_probability, block))
                draws_read += 1
            cells[location] = rule(block, spawns)
        return AdvanceResult(board.with_cells(cells), draws_read)

    return advance


def _one_way(board: Board, location: Location) -> Block:
    """Let what is before the first row or column be the last, but nothing be behind the last."""

    def cell(row: int, column: int) -> Cell:
        return board[row, column] if row < board.height and column < board.width else EMPTY

    return tuple(cell(location[0] + down, location[1] + right) for down, right in product((-1, 0, 1), repeat=2))


def _without_itself(block: Block, spawns: bool) -> Cell:
    """Count the others alone, where the table counts three or four with the cell itself."""
    cell = block[MIDDLE]
    kept = cell & FROZEN or how_many(block, PRESERVING) > 0 or how_many(block, ALIVE) - 1 in {3, 4}
    return (cell if kept else EMPTY) if cell & ALIVE else _right(block, spawns)


def _life_by(
    count: Callable[[Board, Location], int] = living_neighbours,
    other: Mapping[int, Callable[[Cell], Cell]] = MappingProxyType({}),
) -> Step:
    """Return Conway's rule by another count of neighbours, or which does something else with so many of them."""

    def cell_rule(cell: Cell, neighbours: int) -> Cell:
        return other[neighbours](cell) if neighbours in other else life_cell(cell, neighbours)

    def life_step(board: Board) -> Board:
        changes = {location: cell_rule(board[location], count(board, location)) for location in board.locations()}
        return board.with_cells(changes)

    return life_step


def _with_itself(board: Board, location: Location) -> int:
    return living_neighbours(board, location) + (board[location] == LIFE)


def _four_neighbours(board: Board, location: Location) -> int:
    row, column = location
    near = (board[row + down, column + right] for down, right in NEIGHBOURS if not down * right)
    return sum(cell == LIFE for cell in near)


def _one_way_neighbours(board: Board, location: Location) -> int:
    return how_many(_one_way(board, location), ALIVE) - (board[location] == LIFE)


def _born(cell: Cell) -> Cell:
    """Let life come to an empty cell, and let what lives die."""
    return LIFE if cell == EMPTY else EMPTY


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-life",
        kind="definition",
        title="Conway's rule",
        claim="A dead cell with exactly three living ones among its eight neighbours comes to life, a living one with "
        "fewer than two or more than three dies, and every other stays as it is. On boards of life this is the rule of "
        "cells, which counts a cell with its neighbours and keeps what lives among three or four.",
        source=f"{WAINWRIGHT_2019}, Section 2",
        check=conway,
        mutants={
            "a cell is its own neighbour": {"life_step": _life_by(count=_with_itself)},
            "four neighbours": {"life_step": _life_by(count=_four_neighbours)},
            "one-way wrap": {"life_step": _life_by(count=_one_way_neighbours)},
            "six give life, too": {"life_step": _life_by(other={6: _born})},
            "three or more give life": {"life_step": _life_by(other=dict.fromkeys(range(4, 9), _born))},
            "two are too few": {"life_step": _life_by(other={2: lambda cell: EMPTY})},
            "four are not too many": {"life_step": _life_by(other={4: lambda cell: cell})},
            "the table counts without itself": {"advance": _advance_by(_without_itself)},
        },
        verdict="defined",
        evidence="exhaustive: by hand, with still lifes, oscillators and a glider; all boards of life of 3 x 3, 3 x 4 "
        "and 4 x 4, up to translation",
    ),
)
