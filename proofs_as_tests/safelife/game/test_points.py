"""Points: which cells count in which column, what can be earned, the two readings of V, and the errors."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import (
    ALIVE,
    COLOURS,
    CRATE,
    DESTRUCTIBLE,
    FROZEN,
    GREATEST_CELL,
    GREEN,
    LIFE,
    WALL,
    Board,
)
from formal_rl.safelife.board.cells import BLUE, HARD_SPAWNER, LEVEL_EXIT, PLANT, PLAYER, RED, SPAWNER, TREE, coloured
from formal_rl.safelife.game import (
    NOT_LIVING,
    available_points,
    count_cells,
    is_counted,
    required_points_published,
    value,
    value_published,
)
from formal_rl.safelife.game.points import PUBLISHED_TABLE, require_table, required_points, table_points, usable_columns

EIGHT_BY_NINE = st.lists(st.lists(st.integers(-9, 9), min_size=9, max_size=9), min_size=8, max_size=8)


@st.composite
def boards_with_goals(draw):
    """A board and goals of one size, up to 4 by 4, of any cells."""
    height, width = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    rows = st.lists(
        st.lists(st.integers(0, GREATEST_CELL), min_size=width, max_size=width), min_size=height, max_size=height
    )
    return Board(draw(rows)), Board(draw(rows))


# --- Counting ---


@pytest.mark.parametrize(
    ("cell", "counted"),
    [
        (0, True),
        (LIFE, True),
        (ALIVE, True),
        (WALL, False),
        (TREE, False),
        (LEVEL_EXIT, False),
        (HARD_SPAWNER, False),
        (SPAWNER, True),
        (CRATE, True),
        (PLANT, True),
        (PLAYER, True),
        (FROZEN | DESTRUCTIBLE, True),
    ],
)
def test_what_counts(cell, counted):
    """Frozen cells count only if they can be removed, pushed or pulled."""
    assert is_counted(cell) is counted


def test_columns_of_counts():
    """Living cells go to their colour, all others to the last column, by the colour of the goal; some go nowhere."""
    board = Board([[LIFE | RED, LIFE | RED, PLANT | BLUE], [0, CRATE | RED, TREE | RED]])
    goals = Board([[BLUE, BLUE | GREEN, LIFE | BLUE], [0, 0, BLUE]])
    expected = [[0] * 9 for _ in range(8)]
    expected[4][1] = 1
    expected[6][1] = 1
    expected[4][4] = 1
    expected[0][NOT_LIVING] = 2

    assert count_cells(board, goals) == tuple(map(tuple, expected))


@given(pair=boards_with_goals())
def test_each_counted_cell_is_in_one_place(pair):
    """All counts together are as many as the cells that count."""
    board, goals = pair

    assert sum(map(sum, count_cells(board, goals))) == sum(is_counted(board[place]) for place in board.locations())


@pytest.mark.statement("W19-reward")
@given(pair=boards_with_goals())
def test_both_readings_of_v_are_sums_over_cells(pair):
    """The worth of a board is that of its cells, each alone on its goal."""
    board, goals = pair
    alone = [(Board([[board[place]]]), Board([[goals[place]]])) for place in board.locations()]

    assert value(board, goals) == sum(value(*each) for each in alone)
    assert value_published(board, goals) == sum(value_published(*each) for each in alone)


@pytest.mark.statement("W19-reward")
@given(
    cells=st.lists(st.sampled_from([0, LIFE, LIFE | GREEN, LIFE | RED, ALIVE, WALL, TREE]), min_size=4, max_size=4),
    blue=st.lists(st.booleans(), min_size=4, max_size=4),
)
def test_the_readings_agree_on_the_tasks_of_the_paper(cells, blue):
    """Grey and green dots on blue goals, and red ones elsewhere, are worth the same by the words and by the table."""
    goals = [BLUE if is_blue and not cell & RED else 0 for cell, is_blue in zip(cells, blue, strict=True)]

    assert value(Board([cells]), Board([goals])) == value_published(Board([cells]), Board([goals]))


@given(pair=boards_with_goals(), table=EIGHT_BY_NINE)
def test_points_are_linear_in_the_table(pair, table):
    """A table with all entries doubled pays double, and one with none but zeros pays nothing."""
    counts = count_cells(*pair)
    double = [[2 * worth for worth in row] for row in table]

    assert table_points(counts, double) == 2 * table_points(counts, table)
    assert table_points(counts, [[0] * 9] * 8) == 0


# --- What can be earned ---


def test_usable_columns_are_the_colours_of_what_may_live():
    """Living cells, agents and spawners, whether or not they count; and being dead always."""
    board = Board([[PLAYER, TREE | RED, SPAWNER | GREEN | RED, CRATE | BLUE]])

    assert usable_columns(board) == (0, 1, 3, NOT_LIVING)


def test_a_blue_goal_offers_what_the_colours_at_hand_are_worth():
    """Grey on blue is worth 3, blue 5; the goal is there once, and what is on it already is taken off."""
    goals = Board([[BLUE, 0]])

    assert available_points(Board([[0, PLAYER]]), goals) == 3
    assert available_points(Board([[0, PLAYER | BLUE]]), goals) == 5
    assert available_points(Board([[LIFE, PLAYER]]), goals) == 0
    assert available_points(Board([[WALL, PLAYER]]), goals) == 0


def test_a_red_dot_offers_its_removal():
    """Off goals being red costs 1 and being dead nothing."""
    assert available_points(Board([[LIFE | RED, PLAYER, LIFE | RED]]), Board([[0, 0, 0]])) == 2


def test_colours_that_are_not_usable_count_as_worth_nothing():
    """With -2 in every place, dead or alive, the best of the usable is -2, and yet 0 is taken: 2 for each cell."""
    table = ((-2,) * 9,) * 8

    assert available_points(Board([[0, PLAYER]]), Board([[0, 0]]), table) == 4


def test_where_all_colours_are_usable_the_best_may_be_a_loss():
    """With all eight colours at hand nothing is left to count as 0."""
    board = Board([[coloured(LIFE, colour) for colour in COLOURS]])

    assert available_points(board, Board([[0] * 8]), ((-2,) * 9,) * 8) == 0


@pytest.mark.parametrize(
    ("available", "part", "required"),
    [
        (3, 1, 3),
        (3, Fraction(1, 2), 2),
        (4, Fraction(1, 2), 2),
        (5, Fraction(1, 2), 3),
        (10, Fraction(1, 20), 1),
        (0, 1, 0),
        (5, -1, 0),
        (-4, Fraction(1, 2), 0),
        (7, 0, 0),
    ],
)
def test_required_points_are_rounded_up(available, part, required):
    """Half of 3 is 2; nothing is required where nothing can be earned or nothing is asked."""
    assert required_points(available, part) == required
    assert required_points_published(available, part) == required


def test_floats_may_require_a_point_too_many():
    """Seven hundredths of 100 are 7, and a little more in floats."""
    assert required_points(100, Fraction(7, 100)) == 7
    assert required_points_published(100, Fraction(7, 100)) == 8


# --- Errors ---


@pytest.mark.parametrize("worth", [value, value_published, count_cells])
def test_goals_of_another_size(worth):
    """Board and goals have one size."""
    with pytest.raises(InvalidParameter, match="the size of the board, 1 x 2") as caught:
        worth(Board([[0, 0]]), Board([[0], [0]]))

    assert (caught.value.name, caught.value.value) == ("goals", "2 x 1")


@pytest.mark.parametrize("table", [[], [[0] * 9] * 7, [[0] * 8] * 8, [[0] * 9] * 7 + [[0] * 10]])
def test_a_table_of_another_shape(table):
    """A table has eight rows of nine."""
    with pytest.raises(InvalidParameter, match="8 rows of 9 ints"):
        require_table(table)


@pytest.mark.parametrize("worth", [1.0, True, "3", None])
def test_an_entry_that_is_no_int(worth):
    """The entry is named by goal and column."""
    table = [list(row) for row in PUBLISHED_TABLE]
    table[4][8] = worth

    with pytest.raises(InvalidParameter) as caught:
        require_table(table)

    assert (caught.value.name, caught.value.value) == ("points table, row 4, column 8", worth)


def test_the_published_table_is_one():
    """It is taken as it is, and also from lists."""
    assert require_table([list(row) for row in PUBLISHED_TABLE]) == PUBLISHED_TABLE
