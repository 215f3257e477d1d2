"""Points: which cells count in which column, what can be earned, the two readings of V, and the errors."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import Board
from formal_rl.safelife.board.cells import GREATEST_CELL
from formal_rl.safelife.game import count_cells, value
from formal_rl.safelife.game.points import PUBLISHED_TABLE, is_counted, require_table, table_points, value_published
from proofs_as_tests.rows import each_row_of, gives, refused

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


@given(pair=boards_with_goals())
def test_each_counted_cell_is_in_one_place(pair):
    """All counts together are as many as the cells that count."""
    board, goals = pair

    assert sum(map(sum, count_cells(board, goals))) == sum(is_counted(board[place]) for place in board.locations())


@given(pair=boards_with_goals(), table=EIGHT_BY_NINE)
def test_points_are_linear_in_the_table(pair, table):
    """A table with all entries doubled pays double, and one with none but zeros pays nothing."""
    counts = count_cells(*pair)
    double = [[2 * worth for worth in row] for row in table]

    assert table_points(counts, double) == 2 * table_points(counts, table)
    assert table_points(counts, [[0] * 9] * 8) == 0


# --- Errors ---


@pytest.mark.parametrize("worth", [value, value_published, count_cells])
def test_goals_of_another_size(worth):
    """Board and goals have one size."""
    with pytest.raises(InvalidParameter, match="the size of the board, 1 x 2") as caught:
        worth(Board([[0, 0]]), Board([[0], [0]]))

    assert (caught.value.name, caught.value.value) == ("goals", "2 x 1")


ROWS = [list(row) for row in PUBLISHED_TABLE]


@each_row_of(
    gives(require_table, (ROWS, PUBLISHED_TABLE)),
    *(
        refused(
            (InvalidParameter, {"name": "points table, row 4, column 8"}),
            require_table,
            ([*ROWS[:4], [*ROWS[4][:8], wrong], *ROWS[5:]],),
        )
        for wrong in (1.0, True)
    ),
    refused(InvalidParameter, require_table, (3,), (ROWS[:7],), ([*ROWS, ROWS[0]],), ([*ROWS[:7], ROWS[7][:8]],)),
)
def test_a_table_is_eight_rows_of_nine_ints(row):
    """Lists are taken as tuples; an entry that is no int is named."""
    row()
