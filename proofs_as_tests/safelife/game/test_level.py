"""Levels: what they work out, what they refuse, and the probability of the published code."""

from fractions import Fraction

import pytest

from formal_rl.errors import InvalidParameter, NoAgentThere
from formal_rl.safelife.board import AGENT, LIFE, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, PLAYER, RED
from formal_rl.safelife.game import Level, in_single_precision, single_precision
from formal_rl.safelife.game.points import PUBLISHED_TABLE

NO_GOALS = Board.empty(3, 3)
ONE = board_of(3, 3, [((1, 1), PLAYER)])
TWO = board_of(3, 3, [((1, 1), PLAYER), ((0, 2), PLAYER)])
ZEROS = ((0,) * 9,) * 8


def test_agents_are_found_row_by_row():
    """Where no order is given, it is that of the board; another may be given, and some left out."""
    assert Level(TWO, NO_GOALS).agents == ((0, 2), (1, 1))
    assert Level(TWO, NO_GOALS, [(1, 1), (0, 2)]).agents == ((1, 1), (0, 2))
    assert Level(TWO, NO_GOALS, ((1, 1),)).agents == ((1, 1),)
    assert Level(Board.empty(3, 3), NO_GOALS).agents == ()


def test_values_and_required_points_are_worked_out():
    """A red dot and an empty blue goal: -1 at first, 4 to be earned, of which 60% are 2.4, so 3."""
    board = ONE.with_cells({(0, 0): LIFE | RED})
    goals = board_of(3, 3, [((2, 2), BLUE)])
    level = Level(board, goals, min_performance=Fraction(3, 5))

    assert (level.initial_values, level.required) == ((-1,), (3,))


def test_each_agent_has_its_table():
    """One is paid nothing, so nothing is required of it; where there are no tables all have the published one."""
    goals = board_of(3, 3, [((2, 2), BLUE)])
    level = Level(TWO, goals, min_performance=1, tables=(ZEROS, PUBLISHED_TABLE))

    assert level.required == (0, 3)
    assert level.table(0) == ZEROS
    assert Level(TWO, goals).table(1) == PUBLISHED_TABLE


def test_levels_are_values():
    """Levels that are made alike are equal, with the numbers that follow; lists are taken as tuples."""
    assert Level(ONE, NO_GOALS, [[1, 1]]) == Level(ONE, NO_GOALS)
    assert len({Level(ONE, NO_GOALS), Level(ONE, NO_GOALS), Level(ONE, NO_GOALS, name="other")}) == 2


def test_the_published_code_plays_a_probability_of_32_bits():
    """3/10 becomes the nearest float of 32 bits, which is greater; halves stay."""
    level = in_single_precision(Level(ONE, NO_GOALS))

    assert level.spawn_probability == single_precision(Fraction(3, 10)) == Fraction(10066330, 2**25)
    assert level.spawn_probability > Fraction(3, 10)
    assert single_precision(Fraction(1, 2)) == Fraction(1, 2)


# --- Errors ---


@pytest.mark.parametrize("size", [(2, 3), (3, 2), (1, 1)])
def test_sides_under_three(size):
    """A level is played, so its sides are at least 3."""
    with pytest.raises(InvalidParameter, match="sides of at least 3"):
        Level(Board.empty(*size), Board.empty(*size))


@pytest.mark.parametrize("size", [(3, 4), (4, 3)])
def test_goals_of_another_size(size):
    """Board and goals have one size."""
    with pytest.raises(InvalidParameter, match="the size of the board, 3 x 3") as caught:
        Level(ONE, Board.empty(*size))

    assert caught.value.value == f"{size[0]} x {size[1]}"


@pytest.mark.parametrize("probability", [-1, 2, Fraction(-1, 9), 1.5, float("nan"), None, "0.3", True])
def test_a_probability_outside_of_0_to_1(probability):
    """Only numbers from 0 to 1 are probabilities."""
    with pytest.raises(InvalidParameter, match="a number from 0 to 1"):
        Level(ONE, NO_GOALS, spawn_probability=probability)


@pytest.mark.parametrize("part", [0.5, "1/2", None, True])
def test_a_performance_that_is_not_exact(part):
    """What a level asks for is an int or a Fraction."""
    with pytest.raises(InvalidParameter, match="an int or a Fraction"):
        Level(ONE, NO_GOALS, min_performance=part)


def test_a_location_without_an_agent():
    """The agent is named, with its location and what is there."""
    board = ONE.with_cells({(2, 2): LIFE})

    with pytest.raises(NoAgentThere) as caught:
        Level(board, NO_GOALS, ((1, 1), (2, 2)))

    assert (caught.value.agent, caught.value.location, caught.value.cell) == (1, (2, 2), LIFE)


def test_a_location_that_is_not_on_the_board():
    """Locations are not taken round the torus, though an agent would be there."""
    with pytest.raises(NoAgentThere) as caught:
        Level(ONE, NO_GOALS, ((4, 4),))

    assert (caught.value.agent, caught.value.cell) == (0, PLAYER)


def test_two_agents_in_one_place():
    """Each agent has a location of its own."""
    with pytest.raises(InvalidParameter, match="locations that differ"):
        Level(ONE, NO_GOALS, ((1, 1), (1, 1)))


@pytest.mark.parametrize("number", [1, 3])
def test_tables_for_another_number_of_agents(number):
    """There are no tables, or one for each agent."""
    with pytest.raises(InvalidParameter, match="one for each of 2 agents") as caught:
        Level(TWO, NO_GOALS, tables=(ZEROS,) * number)

    assert caught.value.value == number


def test_a_table_of_another_shape():
    """Tables are checked as points tables are."""
    with pytest.raises(InvalidParameter, match="8 rows of 9 ints"):
        Level(ONE, NO_GOALS, tables=(((0,) * 9,) * 7,))


def test_any_agent_cell_will_do():
    """An agent needs no flag but that of agents."""
    assert Level(board_of(3, 3, [((0, 0), AGENT)]), NO_GOALS).agents == ((0, 0),)


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
    ],
)
def test_what_is_of_no_right_kind(arguments, named):
    """Each gets an error that names it, and no traceback of another kind."""
    board = Board.empty(3, 3)
    with pytest.raises(InvalidParameter, match=named):
        Level(**{"board": board, "goals": board, **arguments})
