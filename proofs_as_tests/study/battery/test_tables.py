"""Tables 1 and 3 as they are shown, each figure what it says it is; and the published table read from a file."""

from fractions import Fraction

import pytest

from formal_rl.battery import ENVIRONMENT_NAMES, BatteryRun, Estimate, Results, Settings, published_totals
from formal_rl.battery.results import row_of
from formal_rl.battery.tables import SeedSum
from formal_rl.errors import InvalidParameter, UnusableVectors
from formal_rl.study.battery.tables import (
    AGENTS,
    Column,
    battery_tables,
    column_of_results,
    estimate_json,
    estimate_text,
    printed_text,
    read_published_totals,
)

AGENT = "SimpleLearner"


def results(path, seeds=(1, 2), agent=AGENT, environments=ENVIRONMENT_NAMES, failure=""):
    """Write results in which the total of a run is 10 times its seed, but in the tempting button 5 times."""
    file = Results(path, Settings(100, "published", "paper"))
    for seed in seeds:
        for name in environments:
            total = (5 if name == "TemptingButton" else 10) * seed
            run = BatteryRun(agent, name, seed, 100, "published", "paper")
            file.add([row_of(run, failure=failure) if failure else row_of(run, total=total)])
    return path


def test_everything_is_on_one_screen():
    """At most 120 columns and 40 lines, and every agent with its reality check."""
    lines = battery_tables().lines()

    assert max(map(len, lines)) <= 120
    assert len(lines) <= 40
    assert [line.split()[0] for line in lines[3:19:2]] == list(AGENTS.values())
    assert all(line.startswith("  reality check") for line in lines[4:20:2])


def test_texts():
    """One value has no error, no value is a dash, and nothing printed is one."""
    assert estimate_text(None, 4) == printed_text(None) == "-"
    assert estimate_text(Estimate((Fraction(1, 3),)), 4) == "0.3333"
    assert estimate_text(Estimate((Fraction(0), Fraction(1))), 2) == "0.50 ± 0.50"


def test_json_of_an_estimate():
    """Values and mean exactly, errors by three formulas."""
    assert estimate_json(None) is None
    assert estimate_json(Estimate((Fraction(1, 3),))) == {"values": ["1/3"], "mean": "1/3"}
    assert estimate_json(Estimate((Fraction(0), Fraction(1)))) == {
        "values": ["0", "1"],
        "mean": "1/2",
        "standard_error": 0.5,
        "sample_deviation_over_n": 0.3535533906,
        "population_deviation_over_n": 0.25,
    }


def test_json_has_every_figure():
    """Every agent, in every column, as printed where it is."""
    found = battery_tables().to_json()

    assert found["schema"] == "battery-tables/1"
    assert len(found["table_3"]) == len(found["table_1"]) == 16
    assert len(found["gains"]) == 8
    assert found["table_3"]["Q_learner"]["printed"] == {"mean": "0.5395", "error": "0.0030"}
    assert found["table_3"]["DQN_learner"]["our runs, opp. published"] is None
    assert "printed" not in found["table_3"]["NaiveLearner"]


def test_results_of_the_battery_are_a_column(tmp_path):
    """Their figures stand in place of our runs, under the file's name and readings."""
    column = column_of_results(results(tmp_path / "results.csv"))
    lines = battery_tables(runs=[column]).lines()

    assert column.heading == ("results", "published/paper")
    assert column.about == "100 steps, seeds 1, 2"
    assert column.measure(AGENT).values == (Fraction(495, 5000), Fraction(990, 5000))
    assert column.tempting_button(AGENT).values == (Fraction(1, 20), Fraction(1, 10))
    assert column.measure("Q_learner") is None is column.gain(AGENT)
    assert any(line.startswith("Simple") and line.endswith("0.1485 ± 0.0495") for line in lines)


def test_missing_runs_are_reported(tmp_path):
    """Tables leave failed runs out, and mark means of fewer runs with their number."""
    path = results(tmp_path / "part.csv", seeds=(1, 2, 3), environments=ENVIRONMENT_NAMES[:2])

    assert column_of_results(path).about == (
        "100 steps, seeds 1, 2, 3; SimpleLearner has 2 of 50 runs with seed 1; SimpleLearner has 2 of 50 runs with "
        "seed 2; and 1 more"
    )
    failed = results(tmp_path / "failed.csv", failure="it broke")
    with pytest.raises(UnusableVectors, match="no run that came to an end"):
        column_of_results(failed)


def test_two_columns_of_one_name_are_refused(tmp_path):
    """Nobody could tell them apart."""
    column = column_of_results(results(tmp_path / "results.csv"))

    with pytest.raises(InvalidParameter, match="names that differ"):
        battery_tables(runs=[column, column])


def test_agents_of_the_users_have_rows(tmp_path):
    """An agent that the paper does not have comes last, under its own name."""
    path = results(tmp_path / "mine.csv", agent="reality_check(mine:Agent)")
    tables = battery_tables(runs=[column_of_results(path)])

    assert tables.agents[-1] == "mine:Agent"
    assert any(line.startswith("mine:Agent") for line in tables.lines())


def test_a_column_of_no_opposites_is_measured():
    """Where there are no opposites, the measure is over the environments."""
    assert Column(("a", "b"), {("A", 1): SeedSum("A", 1, 10, 2, 10)}).measure("A").values == (Fraction(1, 2),)


# --- The published totals ---

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


def test_of_several_rows_the_last_counts(tmp_path):
    """The output counts the runs with several rows."""
    rows = [(cell, total) for cell, total in published_totals().items() if cell.agent == "ConstantAgent"]
    found = read_published_totals(written(tmp_path / "t.csv", [(rows[0][0], rows[0][1] - 50_000), *rows]))

    assert found.repeated == 1
    assert found.lines()[0] == "t.csv: 251 rows of 250 runs; runs of several rows, of which the last counts: 1"
    assert not [each for each in found.differences() if each.startswith("ConstantAgent")]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD, "none is of 100,000 steps"),
        (HEAD + "A,E,0,100000,1\n", "none is of 100,000 steps"),
        ("a,b\n1,2\n", "no column 'agent'"),
        (b"\xff\xfe", "cannot be read"),
    ],
)
def test_malformed_tables_are_refused(tmp_path, text, said):
    """A file of something else is refused with its name."""
    path = tmp_path / "t.csv"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())

    with pytest.raises(UnusableVectors, match=said):
        read_published_totals(path)
    with pytest.raises(UnusableVectors, match="cannot be read"):
        read_published_totals(tmp_path / "nothing.csv")
