"""Levels are values; what they refuse, and in which words."""

from fractions import Fraction

import pytest

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import PLAYER
from formal_rl.safelife.game import Level

NO_GOALS = Board.empty(3, 3)
ONE = board_of(3, 3, [((1, 1), PLAYER)])


def test_levels_are_values():
    """Levels that are made alike are equal, with the numbers that follow; lists are taken as tuples."""
    assert Level(ONE, NO_GOALS, [[1, 1]]) == Level(ONE, NO_GOALS)
    assert len({Level(ONE, NO_GOALS), Level(ONE, NO_GOALS), Level(ONE, NO_GOALS, name="other")}) == 2


# --- Errors ---


@pytest.mark.parametrize("probability", [-1, 2, Fraction(-1, 9), 1.5, float("nan"), None, "0.3", True])
def test_a_probability_outside_of_0_to_1(probability):
    """Only numbers from 0 to 1 are probabilities."""
    with pytest.raises(InvalidParameter, match="a number from 0 to 1"):
        Level(ONE, NO_GOALS, spawn_probability=probability)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"agents": 5}, "agents is 5"),
        ({"agents": [5]}, "agent 0 is 5"),
        ({"agents": [("a", 0)]}, "agent 0 is "),
        ({"agents": [(1.0, 1)]}, "agent 0 is "),
        ({"tables": 5}, "tables is 5"),
        ({"tables": (5,)}, "points table is 5"),
        ({"board": None}, "board or goals is None"),
        ({"goals": [[0]]}, "board or goals is "),
        ({"board": Board.empty(2, 3)}, "sides of at least 3"),
        ({"goals": Board.empty(3, 4)}, "the size of the board, 3 x 3"),
        ({"min_performance": 0.5}, "an int or a Fraction"),
        ({"board": ONE, "agents": ((1, 1), (1, 1))}, "locations that differ"),
        ({"board": ONE, "tables": (((0,) * 9,) * 8,) * 2}, "one for each of 1 agent"),
        ({"board": ONE, "tables": (((0,) * 9,) * 7,)}, "8 rows of 9 ints"),
    ],
)
def test_wrong_types_raise(arguments, named):
    """Each gets an error that names it, and no traceback of another kind."""
    board = Board.empty(3, 3)
    with pytest.raises(InvalidParameter, match=named):
        Level(**{"board": board, "goals": board, **arguments})
