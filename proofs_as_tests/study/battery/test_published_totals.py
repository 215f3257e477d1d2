"""The published table read from a file: recomputed, and compared with what comes with the package."""

import pytest

from formal_rl.battery import published_totals
from formal_rl.errors import UnusableVectors
from formal_rl.study.battery import read_published_totals

HEAD = "agent,env,seed,nsteps,reward\n"


def written(path, rows):
    """Write rows of a table of totals."""
    path.write_text(HEAD + "".join(",".join(map(str, (*cell, total))) + "\n" for cell, total in rows), "utf-8")
    return path


def test_the_totals_of_ten_agents_are_those_of_the_package(tmp_path):
    """Their sums are the shipped ones; those of the deep learners are missing in such a file, and said to be."""
    found = read_published_totals(written(tmp_path / "result_table.csv", published_totals().items()))

    differences = found.differences()
    assert len(differences) == 30
    assert differences[0] == "A2C_learner, seed 1"
    assert not [each for each in differences if "Q_learner" in each and "DQN" not in each]
    assert found.repeated == 0


def test_a_row_that_is_changed_is_found(tmp_path):
    """One total more or less, and the agent and seed are named."""
    rows = dict(published_totals())
    cell = next(cell for cell in rows if cell.agent == "Q_learner" and cell.seed == 3)
    rows[cell] += 1

    assert "Q_learner, seed 3" in read_published_totals(written(tmp_path / "t.csv", rows.items())).differences()


def test_the_first_row_is_told_where_it_matters(tmp_path):
    """A run with two rows counts with its last; what its first would have given is said."""
    rows = [(cell, total) for cell, total in published_totals().items() if cell.agent == "ConstantAgent"]
    found = read_published_totals(written(tmp_path / "t.csv", [(rows[0][0], rows[0][1] - 50_000), *rows]))

    assert found.repeated == 1
    assert found.lines()[:2] == [
        "t.csv: 251 rows of 250 runs; runs of several rows, of which the last counts: 1",
        "  ConstantAgent: 0.0000; by first rows -0.0020",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, "none is of 100,000 steps"),
        (HEAD + "A,E,0,100000,1\n", "none is of 100,000 steps"),
        ("a,b\n1,2\n", "no column 'agent'"),
        (b"\xff\xfe", "cannot be read"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, text, said):
    """A file of something else is refused with its name."""
    path = tmp_path / "t.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())

    with pytest.raises(UnusableVectors, match=said):
        read_published_totals(path)
    with pytest.raises(UnusableVectors, match="cannot be read"):
        read_published_totals(tmp_path / "nothing.csv")
