"""The rule on bit planes is the rule cell by cell."""

import importlib
from fractions import Fraction
from random import Random

import numpy
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.checking import Scope
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.rule import advance_packed, advance_planes
from formal_rl.safelife._engines.words.rule import advance_in_words, advance_together
from formal_rl.safelife.board import ALIVE, EXIT, FROZEN, GREATEST_CELL, LIFE, WALL, Board, advance
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import HARD_LIFE, PARASITE, PRESERVING, SPAWNER, WEED, named_cell
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.pairs import (
    ADVANCE_PACKED,
    OTHER_BITS,
    advance_side_by_side,
    all_digits,
    drawn_board,
)

PROBABILITIES = st.sampled_from([0, 1, Fraction(1, 3), Fraction(1, 2), 0.3, 0.999])
SIZES = [(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (1, 4)]
RED, GREEN, BLUE, YELLOW = (named_cell("life", colour) for colour in ("red", "green", "blue", "yellow"))


def after(rows, probability=0, draws=()):
    """The rows after a step."""
    return advance_packed(Board(rows), probability, draws)


@pytest.mark.statement("W19-cells")
def test_both_agree_on_all_boards_of_one_flag():
    """The pair agrees on all boards of 3 x 3 of life with one flag at one location, laid side by side."""
    (compared,) = ADVANCE_PACKED.exhaustive(OTHER_BITS, full=False)

    assert compared.as_expected
    assert compared.cases == 2 * 15 * 9 * 2**9


@pytest.mark.statement("W19-cells")
@pytest.mark.parametrize("flag", OTHER_BITS.values(), ids=OTHER_BITS)
def test_both_agree_on_all_small_boards(flag):
    """Each board of life and a flag of up to four places, alone on its torus; each of 3 x 3 of two values."""
    boards = [all_digits(height, width, 4) for height, width in SIZES]
    two_valued = all_digits(3, 3, 2)
    for digits in (*boards, two_valued * 3, two_valued + 1):
        cells = (digits & 1).astype(numpy.uint16) * ALIVE | (digits >> 1).astype(numpy.uint16) * flag
        for probability in (0, 1):
            expected = advance_together(cells, probability)
            for number in range(cells.shape[2]):
                board = PackedBoard.from_array(cells[:, :, number])
                got, read = advance_planes(board, SpawnDraws(probability, ()), 0)
                assert numpy.array_equal(got.array(), expected[:, :, number]), (cells[:, :, number], probability)
                assert read == 0


@pytest.mark.statement("W19-cells")
@given(
    seed=st.integers(0, 10**9),
    height=st.integers(1, 9),
    width=st.integers(1, 9),
    probability=PROBABILITIES,
    read=st.integers(0, 50),
)
def test_both_agree_on_larger_boards(seed, height, width, probability, read):
    """On drawn boards both give one board and have read as many draws."""
    board, draws = drawn_board(Random(seed), height, width), HashedDraws(seed)

    assert advance_packed(board, probability, draws, read) == advance(board, probability, draws, read)


@given(cells=st.lists(st.lists(st.integers(0, GREATEST_CELL), min_size=4, max_size=4), min_size=1, max_size=4))
def test_both_agree_on_any_cells(cells):
    """Cells of all sixteen bits, each as likely as another."""
    board, draws = Board(cells), HashedDraws(0)

    assert advance_packed(board, 0.5, draws, 0) == advance(board, 0.5, draws, 0)


@given(seed=st.integers(0, 10**9), probability=PROBABILITIES)
def test_steps_follow_one_another(seed, probability):
    """A packed board that is stepped on is, all that it keeps included, that of the board which was stepped on."""
    generator = Random(seed)
    board = drawn_board(generator, generator.randint(1, 8), generator.randint(1, 8))
    packed, draws, read = PackedBoard.from_board(board), HashedDraws(seed), 0
    spawning = SpawnDraws(probability, draws)
    for _ in range(6):
        board, expected_read = advance_in_words(board, probability, draws, read)
        packed, read = advance_planes(packed, spawning, read)
        fresh = PackedBoard.from_board(board)
        assert (packed, read) == (fresh, expected_read)
        for name in ("stays", "may_live", "may_spawn", "spawned_traits", "living_exits", "loose"):
            assert getattr(packed.scenery, name) == getattr(fresh.scenery, name)


@pytest.mark.parametrize("sides", [(26, 26), (64, 33), (3, 200), (200, 3)])
def test_both_agree_on_large_boards(sides):
    """Boards of the size of levels and above, for some steps, with the draws of a seed."""
    board, draws, read = drawn_board(Random(sides[0]), *sides), SeededDraws(5), 0
    for _ in range(8):
        expected = advance_in_words(board, Fraction(3, 10), draws, read)
        assert advance_packed(board, Fraction(3, 10), draws, read) == expected
        board, read = expected


# --- By hand ---


@pytest.mark.statement("W19-cells")
def test_steps_by_hand():
    """Over both edges; frozen, preserved and inhibited cells stay; a lone cell dies, and takes its flags with it."""
    blinker = [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [LIFE, LIFE, 0, 0, LIFE], [0, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
    turned = [[0, 0, 0, 0, 0], [LIFE, 0, 0, 0, 0], [LIFE, 0, 0, 0, 0], [LIFE, 0, 0, 0, 0], [0, 0, 0, 0, 0]]
    lone = LIFE | 2 | 4 | 16384 | 4096

    assert after(blinker).board == Board(turned)
    assert after(turned).board == Board(blinker)
    assert after([[0, 0, 0, 0], [0, lone, 0, 0]] + [[0] * 4] * 3).board == Board.empty(5, 4)
    assert after([[lone | FROZEN, 0, 0, 0]] + [[0] * 4] * 3).board[0, 0] == lone | FROZEN
    assert after([[WEED, LIFE, 0, 0]] + [[0] * 4] * 3).board[0, 1] == LIFE
    row = [PARASITE, RED, RED, 0, 0]
    assert after([row, [0] * 5, [0] * 5, [0] * 5, [0] * 5]).board.rows[1] == (0, 0, 0, 0, 0)
    assert after([[WALL | 1, *row[1:]], [0] * 5, [0] * 5, [0] * 5, [0] * 5]).board[1, 1] == RED


@pytest.mark.statement("W19-cells")
@pytest.mark.parametrize(
    ("parents", "child"),
    [
        ((RED, RED, GREEN), RED),
        ((RED, GREEN, BLUE), LIFE),
        ((RED, YELLOW, GREEN), YELLOW),
        ((HARD_LIFE, HARD_LIFE, LIFE), HARD_LIFE),
        ((HARD_LIFE | EXIT, HARD_LIFE, LIFE), LIFE),
        ((HARD_LIFE | EXIT, HARD_LIFE | EXIT, HARD_LIFE), LIFE),
    ],
)
def test_what_is_inherited_by_hand(parents, child):
    """Each colour bit for itself; exits count as destructible. The child is in the middle of the three."""
    board = board_of(5, 5, [((1, 1), parents[0]), ((1, 3), parents[1]), ((3, 2), parents[2])])

    assert advance_packed(board).board[2, 2] == child


def test_two_columns_by_hand():
    """On a side of 2 a neighbour is met twice: of two cells in a column of four, each sees the other column twice."""
    board = Board([[LIFE, 0], [0, 0], [0, 0], [0, 0]])

    assert advance_packed(board).board == advance(board).board == Board.empty(4, 2)
    board = Board([[LIFE, LIFE], [0, 0], [0, 0], [0, 0]])
    assert advance_packed(board).board == advance(board).board
    assert advance_packed(board).board.rows[0] == (LIFE, LIFE)
    assert advance_packed(board).board.rows[1] == (LIFE, LIFE)


def test_draws_by_hand():
    """A spawner in a corner, over the edges; of three draws the last is 1/2, and so not below it."""
    board = [[SPAWNER, 0, WALL], [WALL, WALL, WALL], [WALL, 0, 0]]
    expected = Board([[SPAWNER, LIFE, WALL], [WALL, WALL, WALL], [WALL, LIFE, 0]])

    assert after(board, Fraction(1, 2), (Fraction(1, 4), Fraction(1, 3), 0.5)) == (expected, 3)


def test_nothing_changes_nothing():
    """Of a still board the very same planes come back."""
    packed = PackedBoard.from_board(board_of(5, 5, [((row, column), LIFE) for row in (1, 2) for column in (1, 2)]))

    assert advance_planes(packed, SpawnDraws(0, ()), 4) == (packed, 4)
    assert advance_planes(packed, SpawnDraws(0, ()), 4)[0] is packed


def test_planes_raise_as_cells_do():
    """A probability, a number of draws, a draw, or too few draws are refused in the same words."""
    board = board_of(3, 3, [((1, 1), SPAWNER)])
    for arguments, error in (
        ((board, 2), InvalidParameter),
        ((board, True), InvalidParameter),
        ((board, 0.5, (), -1), InvalidParameter),
        ((board, 0.5, (1,)), InvalidParameter),
        ((board, 0.5, (0, 0)), DrawsExhausted),
    ):
        with pytest.raises(error) as by_cells:
            advance(*arguments)
        with pytest.raises(error) as by_planes:
            advance_packed(*arguments)
        assert str(by_cells.value) == str(by_planes.value)


# --- The comparison can say no ---


def test_boards_side_by_side():
    """Boards laid on one large board each advance as alone, at whatever side."""
    generator = Random(1)
    for height, width in ((1, 1), (2, 3), (3, 3), (4, 2)):
        boards = [drawn_board(generator, height, width) for _ in range(23)]
        cells = advance_side_by_side(numpy.stack([board.array() for board in boards], axis=2), 1)
        assert [Board.from_array(cells[:, :, number]) for number in range(23)] == [
            advance(board, 1).board for board in boards
        ]


def _with_frame(monkeypatch, **changes):
    """Let boards be framed in another way."""
    module = importlib.import_module("formal_rl.safelife._engines.planes.boards")
    right = module.frame_of

    def wrong(height, width):
        frame = right(height, width)
        return frame._replace(**{name: change(frame) for name, change in changes.items()})

    monkeypatch.setattr(module, "frame_of", wrong)


@pytest.mark.parametrize("name", ["first_row", "first_column", "left_margin"])
def test_planes_that_do_not_wrap_are_found(monkeypatch, name):
    """Where one edge is not seen from the other, a drawn board shows it."""
    _with_frame(monkeypatch, **{name: lambda _: 0})

    assert ADVANCE_PACKED.drawn(Scope()).contradicted


@pytest.mark.parametrize("name", ["first_rows", "top_margins", "first_columns", "left_margins"])
def test_inheritance_that_does_not_wrap_is_found(monkeypatch, name):
    """Where parents over an edge do not count, a drawn board shows it."""
    _with_frame(monkeypatch, **{name: lambda _: 0})

    assert ADVANCE_PACKED.drawn(Scope(profile="quick", seed=1)).contradicted


@pytest.mark.parametrize("name", ["stays", "may_live", "may_spawn", "spawned_traits", "living_exits", "loose"])
def test_a_scenery_that_knows_less_is_found(monkeypatch, name):
    """Each thing that is kept of a scenery is needed."""
    module = importlib.import_module("formal_rl.safelife._engines.planes.boards")
    right = module.scenery_of
    monkeypatch.setattr(module, "scenery_of", lambda *arguments: right(*arguments)._replace(**{name: 0}))

    assert ADVANCE_PACKED.drawn(Scope()).contradicted


def test_a_wrong_table_is_found():
    """A rule that differs on one kind of block is refuted, with the board."""

    def all_preserved(block, *, spawns):
        return block[4] if any(cell & PRESERVING for cell in block) else advance_block(block, spawns=spawns)

    advance_block = ADVANCE_PACKED.rule
    exhaustive, drawn = evolve(ADVANCE_PACKED, rule=all_preserved).parts(Scope())

    assert "preserving" in str(exhaustive.refutation)
    assert drawn.as_expected


def test_wrong_draws_are_found():
    """A form that reads other draws is refuted by the drawn boards."""

    def one_later(board, probability, draws, read):
        return advance_packed(board, probability, draws, read + 1)

    exhaustive, drawn = evolve(ADVANCE_PACKED, fast=one_later).parts(Scope())

    assert exhaustive.as_expected
    assert drawn.contradicted
