"""Tables of totals: read to the letter, or refused with line and column."""

import pytest

from formal_rl.battery.totals import Cell, last_totals, total_rows
from formal_rl.errors import UnusableVectors

HEAD = "agent,env,seed,nsteps,reward\n"


def test_rows_are_read_in_order():
    """Numbers may have a point and zeros; a row without a total is left out."""
    text = HEAD + "A,E,1,10,684.0\nA,E,2,10,-3\nA,E,3,10,\n"

    assert list(total_rows(text, "f")) == [(Cell("A", "E", 1, 10), 684), (Cell("A", "E", 2, 10), -3)]


def test_the_last_row_of_a_run_counts():
    """A run that is there again has the total of its last row; other steps or seeds are other runs."""
    text = HEAD + "A,E,1,10,1\nA,E,1,20,2\nA,E,1,10,3\n"

    assert last_totals(total_rows(text, "f")) == {Cell("A", "E", 1, 10): 3, Cell("A", "E", 1, 20): 2}


def test_columns_have_any_place():
    """Columns are found by name; others are ignored."""
    text = "more,reward,env,agent,nsteps,seed\n?,7,E,A,10,1\n"

    assert dict(total_rows(text, "f")) == {Cell("A", "E", 1, 10): 7}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "f: line 1: no column 'agent'; it has none"),
        ("agent,env,seed,nsteps\n", "f: line 1: no column 'reward'"),
        (HEAD + "A,E,1,10\n", "f: line 2: expected 5 values"),
        (HEAD + "A,E,1,10,1,1\n", "f: line 2: expected 5 values"),
        (HEAD + "A,E,1,10,1\nA,E,x,10,1\n", "f: line 3, seed: 'x' is not a number"),
        (HEAD + "A,E,1,10,1/0\n", "f: line 2, reward: '1/0' is not a number"),
        (HEAD + "A,E,1,10,0.5\n", "f: line 2, reward: '0.5' is not whole"),
        (HEAD + "A,E,1,10,nan\n", "f: line 2, reward: 'nan' is not a number"),
        (HEAD + "A,E,1,0,1\n", "f: line 2, nsteps: 0 is not a number of steps"),
    ],
)
def test_malformed_tables_raise(text, said):
    """The complaint names file, line and column."""
    with pytest.raises(UnusableVectors) as refused:
        list(total_rows(text, "f"))
    assert str(refused.value).startswith(said)
