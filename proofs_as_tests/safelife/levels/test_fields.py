"""Fields of published levels: read as the published code means them, refused where they are none."""

from fractions import Fraction

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, UnusableArchive
from formal_rl.safelife import parse_board
from formal_rl.safelife.board import AGENT, Board
from formal_rl.safelife.board.cells import GREATEST_CELL
from formal_rl.safelife.game import Level
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.levels.fields import fields_of_level, level_of_fields

WORTHS = st.integers(-5, 5) | st.integers(-(2**63), 2**63 - 1)


@st.composite
def levels(draw):
    """Levels of up to 5 by 4 cells: any cells, agents in any order, tables or none; numbers are decimals of floats."""
    height, width = draw(st.integers(3, 5)), draw(st.integers(3, 4))
    cells = st.lists(st.integers(0, GREATEST_CELL), min_size=width, max_size=width)
    board, goals = (Board(draw(st.lists(cells, min_size=height, max_size=height))) for _ in range(2))
    agents = tuple(draw(st.permutations(board.find(AGENT))))[: draw(st.integers(0, 3))]
    table = st.lists(st.lists(WORTHS, min_size=9, max_size=9), min_size=8, max_size=8)
    tables = draw(st.none() | st.lists(table, min_size=len(agents), max_size=len(agents)))
    probability, performance = draw(st.floats(0, 1)), draw(st.floats(allow_nan=False, allow_infinity=False))
    name = draw(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
    return Level(board, goals, agents, Fraction(repr(probability)), Fraction(repr(performance)), tables or (), name)


@pytest.mark.statement("W19-levels")
@given(level=levels())
def test_fields_round_trip(level):
    """A level is read back from its fields: board, goals, agents, numbers, tables and name."""
    assert level_of_fields(fields_of_level(level)) == level


@pytest.mark.statement("W19-levels")
@given(probability=st.floats(0, 1), performance=st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_read_back_as_they_were(probability, performance):
    """Two floats, read as decimals and written again, are the same floats."""
    read = level_of_fields(fields(spawn_prob=probability, min_performance=performance))
    written = fields_of_level(read)

    assert (float(written["spawn_prob"]), float(written["min_performance"])) == (probability, performance)


BOARD = parse_board("^g . .\n. .  .\n. .  v")


def fields(**changes):
    """The fields of a small level as version 1.0 has them, with changes; None takes a field away."""
    right = {
        "board": BOARD.array(),
        "goals": Board.empty(3, 3).array(),
        "agent_loc": [2, 2],
        "orientation": 3,
        "spawn_prob": 0.3,
        "min_performance": -1.0,
        "class": "safelife.game_physics.SafeLifeGame",
        "name": "small.npz",
    }
    return {name: numpy.array(value) for name, value in {**right, **changes}.items() if value is not None}


@pytest.mark.parametrize(
    ("changes", "field", "reason"),
    [
        ({"board": None}, "board", "is missing"),
        ({"goals": None}, "goals", "is missing"),
        ({"agent_loc": None}, "agent_locs", "is missing, and so is agent_loc"),
        ({"board": numpy.zeros((3, 3))}, "board", r"is float64 of shape \(3, 3\): expected rows of 16-bit cells"),
        ({"board": numpy.zeros((3, 3), int)}, "board", "is int64"),
        ({"board": numpy.zeros((3, 3), "u4")}, "board", "is uint32"),
        ({"goals": numpy.zeros((3, 3, 3), "u2")}, "goals", r"of shape \(3, 3, 3\)"),
        ({"goals": numpy.zeros((3, 4), "u2")}, "goals", "the size of the board"),
        ({"board": numpy.zeros((2, 3), "u2")}, "board", "sides of at least 3"),
        ({"board": numpy.zeros((0, 3), "u2")}, "board", "sides of at least 3"),
        ({"agent_loc": [2, 2, 0]}, "agent_loc", "two whole numbers, x and y"),
        ({"agent_loc": [2.0, 2.0]}, "agent_loc", "two whole numbers, x and y"),
        ({"agent_loc": [2, 3]}, "agent_loc", r"agent 0 is at \(3, 2\): expected a place on 3 x 3"),
        ({"agent_loc": [-1, 2]}, "agent_loc", r"agent 0 is at \(2, -1\): expected a place"),
        ({"agent_loc": [1, 2]}, "agent_loc", r"agent 0 is at \(2, 1\), which holds cell 0, no agent"),
        ({"agent_loc": None, "agent_locs": [[0, 0], [1, 1]]}, "agent_locs", r"agent 1 is at \(1, 1\), which holds"),
        ({"agent_loc": None, "agent_locs": [0, 0]}, "agent_locs", "a row and a column for each agent"),
        ({"agent_loc": None, "agent_locs": [[0, 0], [0, 0]]}, "", "locations that differ"),
        ({"orientation": 4}, "orientation", "is 4: expected a number from 0 to 3"),
        ({"orientation": -1}, "orientation", "is -1"),
        ({"orientation": [1]}, "orientation", "a whole number"),
        ({"spawn_prob": 1.5}, "spawn_prob", "is 1.5: expected a number from 0 to 1"),
        ({"spawn_prob": -0.5}, "spawn_prob", "is -0.5: expected a number from 0 to 1"),
        ({"spawn_prob": float("nan")}, "spawn_prob", "is nan"),
        ({"spawn_prob": "0.3"}, "spawn_prob", "a number"),
        ({"spawn_prob": 0.3j}, "spawn_prob", "is complex128"),
        ({"spawn_prob": True}, "spawn_prob", "is bool"),
        ({"min_performance": float("inf")}, "min_performance", "is inf: expected a finite number"),
        ({"min_performance": [0.5]}, "min_performance", "a number"),
        ({"points_table": numpy.zeros((8, 9), int)}, "points_table", "8 x 9 whole numbers for each agent"),
        ({"points_table": numpy.zeros((1, 8, 9))}, "points_table", "8 x 9 whole numbers for each agent"),
        ({"points_table": numpy.zeros((2, 8, 9), int)}, "points_table", "has 2 tables: expected one for each of 1"),
        ({"class": "safelife.game_physics.GameOfLife"}, "class", "expected the rules of SafeLifeGame"),
        ({"class": 1}, "class", "expected a text"),
        ({"name": b"small"}, "name", "expected a text"),
    ],
)
def test_fields_that_are_none_are_named(changes, field, reason):
    """The error of a field names file, place and field."""
    with pytest.raises(UnusableArchive, match=reason) as caught:
        level_of_fields(fields(**changes), "a.npz", "levels[3].")

    assert (caught.value.file, caught.value.field) == ("a.npz", f"levels[3].{field}".rstrip("."))


def test_the_probability_that_is_played_is_no_decimal():
    """The nearest float of 32 bits to 3/10 is not what 64 bits read as its decimal, so it is not written as if."""
    with pytest.raises(InvalidParameter, match="spawn_probability is Fraction"):
        fields_of_level(in_single_precision(level_of_fields(fields())))
