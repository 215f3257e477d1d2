"""The rule of a board: blocks, what is inherited, spawning and its draws."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife.board import (
    ALIVE,
    COLOUR_MASK,
    DESTRUCTIBLE,
    FROZEN,
    GREATEST_CELL,
    LIFE,
    SPAWNING,
    WALL,
    Board,
    advance,
    block_around,
    how_many,
    inherited_colour,
    inherited_destructibility,
    may_spawn,
    next_cell,
    require_probability,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import HARD_LIFE, PARASITE, SPAWNER, named_cell

HALF = Fraction(1, 2)
RED, GREEN, BLUE, YELLOW = (named_cell("life", colour) for colour in ("red", "green", "blue", "yellow"))


@st.composite
def boards(draw):
    """Boards of any cells, of which few are frozen, inhibit, preserve or spawn."""
    width = draw(st.integers(1, 5))
    rare = st.lists(st.sampled_from([0, 0, 0, 16, 32, 64, 128]), min_size=2, max_size=2).map(sum)
    cell = st.builds(lambda any_bits, few: any_bits & ~240 | few & 240, st.integers(0, GREATEST_CELL), rare)
    return Board(draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=1, max_size=5)))


def test_blocks_by_hand():
    """A block is nine cells row by row; on a side of 2 a neighbour occurs twice, on a side of 1 three times."""
    board = Board([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]])

    assert block_around(board, (1, 1)) == (1, 2, 3, 5, 6, 7, 9, 10, 11)
    assert block_around(board, (0, 0)) == (12, 9, 10, 4, 1, 2, 8, 5, 6)
    assert block_around(Board([[1, 2]]), (0, 0)) == (2, 1, 2) * 3
    assert block_around(Board([[7]]), (0, 0)) == (7,) * 9


@pytest.mark.statement("W19-cells")
@pytest.mark.parametrize(
    ("cells", "colour"),
    [
        ((RED, RED, GREEN), "red"),
        ((RED, GREEN, BLUE), "black"),
        ((RED, YELLOW, GREEN), "yellow"),
        ((YELLOW, BLUE, LIFE), "black"),
        ((named_cell("spawner", "blue"),), "blue"),
        ((named_cell("spawner", "blue"), named_cell("spawner", "red")), "magenta"),
        ((named_cell("spawner", "blue"), RED), "blue"),
        ((named_cell("spawner", "blue"), RED, RED), "magenta"),
        ((named_cell("wall", "red"), named_cell("wall", "red"), LIFE), "black"),
        ((SPAWNER, RED, RED, GREEN, GREEN), "yellow"),
    ],
)
def test_colours_by_hand(cells, colour):
    """Each bit is inherited of two living cells, or of one spawner; walls give none."""
    block = (*cells, *(0,) * (9 - len(cells)))

    assert inherited_colour(block) == named_cell("empty", colour)


@pytest.mark.statement("W19-cells")
@pytest.mark.parametrize(
    ("cells", "destructible"),
    [
        ((LIFE, LIFE, HARD_LIFE), True),
        ((LIFE, HARD_LIFE, HARD_LIFE), False),
        ((LIFE, HARD_LIFE | 256, HARD_LIFE), True),
        ((HARD_LIFE | 256, HARD_LIFE | 256, HARD_LIFE), True),
        ((LIFE | 256, HARD_LIFE, HARD_LIFE), False),
        ((SPAWNER, SPAWNER, LIFE), False),
    ],
)
def test_destructibility_by_hand(cells, destructible):
    """It is inherited of two living cells that have it, or are exits."""
    assert inherited_destructibility((*cells, *(0,) * (9 - len(cells)))) == (8 if destructible else 0)


@pytest.mark.parametrize(
    ("block", "waits"),
    [
        ((SPAWNER, 0, 0, 0, 0, 0, 0, 0, 0), True),
        ((SPAWNER, 1, 1, 0, 0, 0, 0, 0, 0), True),
        ((SPAWNER, 1, 1, 1, 0, 0, 0, 0, 0), False),
        ((SPAWNER, 1, 1, 1, 0, 1, 0, 0, 0), True),
        ((SPAWNER, PARASITE, 0, 0, 0, 0, 0, 0, 0), False),
        ((SPAWNER, 0, 0, 0, WALL, 0, 0, 0, 0), False),
        ((SPAWNER, 0, 0, 0, LIFE, 0, 0, 0, 0), False),
        ((0, 0, 0, 0, SPAWNING, 0, 0, 0, 0), True),
        ((0, 0, 0, 0, 0, 0, 0, 0, 0), False),
    ],
)
def test_where_a_draw_decides(block, waits):
    """A dead cell near a spawner waits for a draw, unless it is frozen, inhibited or born of three."""
    assert may_spawn(block) is waits
    assert (next_cell(block, spawns=True) != next_cell(block)) is waits


def test_draws_are_read_row_by_row():
    """A wall and a living cell read no draw; reading begins where it is told to."""
    board = Board([[WALL, 0, LIFE], [0, SPAWNER, 0], [0, 0, 0]])
    after = Board([[WALL, LIFE, 0], [LIFE, SPAWNER, 0], [0, 0, LIFE]])

    assert advance(board, HALF, (0, 0.25, HALF, 0.75, 0.5, Fraction(49, 100))) == (after, 6)
    assert advance(board, HALF, (0.9, 0.9, 0, 0.25, HALF, 0.75, 0.5, 0), 2) == (after, 8)
    with pytest.raises(DrawsExhausted, match="5"):
        advance(board, HALF, (0,) * 5)


def test_certain_spawning_reads_no_draw():
    """With probability 0 or 1 nothing is read, not even what is no draw."""
    board = board_of(3, 3, [((1, 1), SPAWNER)])

    assert advance(board, 0, ("no draw",)) == (board, 0)
    assert advance(board, 1, ("no draw",), 3) == (Board([[9, 9, 9], [9, SPAWNER, 9], [9, 9, 9]]), 3)


@pytest.mark.parametrize("probability", [-1, 2, 1.5, float("nan"), True, "1/2", None])
def test_what_is_no_probability_is_refused(probability):
    """A probability is a number from 0 to 1."""
    with pytest.raises(InvalidParameter, match="spawn probability is"):
        require_probability(probability)
    with pytest.raises(InvalidParameter, match="spawn probability is"):
        advance(Board([[0]]), probability)


@pytest.mark.parametrize("value", [1, -0.5, 2, True, "0"])
def test_what_is_no_draw_is_refused(value):
    """A draw is a number in [0, 1)."""
    with pytest.raises(InvalidParameter, match="draw 0 is"):
        advance(board_of(3, 3, [((1, 1), SPAWNER)]), HALF, (value,) * 9)


@pytest.mark.statement("W19-cells")
@given(board=boards(), probability=st.sampled_from([0, 1, HALF, 0.25]), seed=st.integers(0, 99))
def test_what_a_step_keeps(board, probability, seed):
    """Frozen cells stay, what dies leaves nothing, what comes to life has no flag but two, and colours."""
    after, read = advance(board, probability, HashedDraws(seed), 5)
    waiting = sum(may_spawn(block_around(board, place)) for place in board.locations())

    assert read == 5 + (waiting if 0 < probability < 1 else 0)
    for place in board.locations():
        before, now = board[place], after[place]
        if before & FROZEN:
            assert now == before
        elif before & ALIVE:
            assert now in {before, 0}
        else:
            assert now == before or now & ~COLOUR_MASK in {ALIVE, ALIVE | DESTRUCTIBLE}


@given(board=boards())
def test_a_rule_looks_at_nothing_but_its_block(board):
    """What a cell becomes does not change with cells two places away."""
    after = advance(board, 1).board
    for place in board.locations():
        block = block_around(board, place)
        assert after[place] == next_cell(block, spawns=True)
        assert how_many(block, GREATEST_CELL) == sum(1 for cell in block if cell)
