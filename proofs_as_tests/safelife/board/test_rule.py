"""The rule of a board: blocks, what is inherited, spawning and its draws."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import ALIVE, DESTRUCTIBLE, FROZEN, Board, advance
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import COLOUR_MASK, GREATEST_CELL, SPAWNER
from formal_rl.safelife.board.rule import block_around, may_spawn, require_probability

HALF = Fraction(1, 2)


@st.composite
def boards(draw):
    """Boards of any cells, of which few are frozen, inhibit, preserve or spawn."""
    width = draw(st.integers(1, 5))
    rare = st.lists(st.sampled_from([0, 0, 0, 16, 32, 64, 128]), min_size=2, max_size=2).map(sum)
    cell = st.builds(lambda any_bits, few: any_bits & ~240 | few & 240, st.integers(0, GREATEST_CELL), rare)
    return Board(draw(st.lists(st.lists(cell, min_size=width, max_size=width), min_size=1, max_size=5)))


@pytest.mark.parametrize("probability", [-1, 2, 1.5, float("nan"), True, "1/2", None])
def test_invalid_probabilities_raise(probability):
    """A probability is a number from 0 to 1."""
    with pytest.raises(InvalidParameter, match="spawn probability is"):
        require_probability(probability)
    with pytest.raises(InvalidParameter, match="spawn probability is"):
        advance(Board([[0]]), probability)


@pytest.mark.parametrize("value", [1, -0.5, 2, True, "0"])
def test_invalid_draws_raise(value):
    """A draw is a number in [0, 1)."""
    with pytest.raises(InvalidParameter, match="draw 0 is"):
        advance(board_of(3, 3, [((1, 1), SPAWNER)]), HALF, (value,) * 9)


@pytest.mark.statement("W19-cells")
@given(board=boards(), probability=st.sampled_from([0, 1, HALF, 0.25]), seed=st.integers(0, 99))
def test_invariants_of_a_step(board, probability, seed):
    """Frozen cells stay, dying cells leave nothing, newborn cells have at most two flags, and colours."""
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
