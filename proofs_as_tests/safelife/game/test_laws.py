"""The law of boards is that of all draws, and total variation is the greatest difference of an event."""

from fractions import Fraction
from itertools import chain, combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.agents import Distribution
from formal_rl.safelife.board import EMPTY, LIFE, WALL, Board
from formal_rl.safelife.board.cells import SPAWNER
from formal_rl.safelife.game import board_law, total_variation
from formal_rl.safelife.game.trajectories import states_following

CELLS = st.sampled_from([EMPTY, EMPTY, LIFE, WALL, WALL, WALL, SPAWNER])
BOARDS = st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=3, max_size=3).map(Board)


@settings(max_examples=20, deadline=None)
@given(BOARDS.filter(lambda board: 0 < len(board.find(SPAWNER)) and len(board.find(WALL)) >= 3))
def test_of_all_draws(board):
    """Each sequence of draws below 1/2 or not is as probable as another."""
    drawn = list(product((0, Fraction(1, 2)), repeat=10))
    expected = {}
    for draws in drawn:
        last = states_following(board, 1, Fraction(1, 2), draws)[-1]
        expected[last] = expected.get(last, 0) + Fraction(1, len(drawn))

    assert dict(board_law(board, 1, Fraction(1, 2)).chances) == expected


@pytest.mark.parametrize("steps", [0, 1, 4])
def test_two_halves(steps):
    """Of a law, the law is that of all the steps."""
    board = Board([[EMPTY, WALL, WALL], [EMPTY, SPAWNER, WALL], [WALL, WALL, WALL]])
    once, expected = board_law(board, steps, Fraction(1, 3)), {}
    for each, chance in once.chances.items():
        for after, its in board_law(each, 2, Fraction(1, 3)).chances.items():
            expected[after] = expected.get(after, 0) + chance * its

    assert dict(board_law(board, steps + 2, Fraction(1, 3)).chances) == expected


@given(st.lists(st.integers(0, 3), min_size=4, max_size=4), st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_greatest_event(first, second):
    """No event differs by more, and one by as much."""
    boards = [Board([[cell]]) for cell in (0, 9, 16, 17)]

    def law(weights):
        weights = [*weights[:3], weights[3] + 1]
        return Distribution({b: Fraction(w, sum(weights)) for b, w in zip(boards, weights, strict=True) if w})

    one, other = law(first), law(second)
    events = chain.from_iterable(combinations(boards, number) for number in range(5))
    gaps = [abs(sum(one.chance(b) - other.chance(b) for b in event)) for event in events]

    assert total_variation(one, other) == max(gaps)
