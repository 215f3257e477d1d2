"""The command about the tables: what they print, and with which code they exit."""

import json

import pytest

from formal_rl.battery import BatteryRun, Results, Settings, published_totals
from formal_rl.battery.results import row_of
from formal_rl.study.battery.tables import battery_tables

pytestmark = pytest.mark.usefixtures("no_terminal")


def test_tables(run):
    """The tables, line for line, and nothing else."""
    assert run("tables") == (0, "\n".join(battery_tables().lines()) + "\n", "")


def test_tables_as_json(run):
    """The same figures for machines."""
    code, out, _ = run("tables", "--json")

    assert code == 0
    assert json.loads(out) == battery_tables().to_json()


@pytest.mark.parametrize(("block", "complaint"), [("gains", "no other option"), ("nothing", "no block 'nothing'")])
def test_blocks_that_are_refused(run, block, complaint):
    """A block is printed alone; an unknown one is named."""
    code, _, err = run("tables", "--block", block, *(["--json"] if block == "gains" else []))

    assert code == 2
    assert complaint in err


def test_published_totals_that_are_others(run, tmp_path):
    """The command shows the sums of the file, and exits with 1 as they differ from those of the package."""
    path = tmp_path / "result_table.csv"
    rows = (",".join(map(str, (*cell, total))) for cell, total in published_totals().items())
    path.write_text("\n".join(["agent,env,seed,nsteps,reward", *rows]), "utf-8")

    code, out, _ = run("tables", "--published", path)
    assert code == 1
    assert out.splitlines()[-1].startswith("  its sums are not those that come with the package: A2C_learner, seed 1;")
    code, out, _ = run("tables", "--published", path, "--json")
    assert code == 1
    assert json.loads(out)["published"]["runs"] == 2499


def test_files_that_cannot_be_used(run, tmp_path):
    """4, and the file is named."""
    (tmp_path / "empty.csv").write_text("", "utf-8")

    for option in ("--published", "--runs"):
        for name in ("empty.csv", "nothing.csv"):
            code, out, err = run("tables", option, tmp_path / name)
            assert (code, out) == (4, "")
            assert name in err


def test_results_in_place_of_our_runs(run, tmp_path):
    """Under their name, with what they are of."""
    file = Results(tmp_path / "mine.csv", Settings(50, "paper", "paper"))
    file.add([row_of(BatteryRun("Q_learner", "IgnoreRewards", 1, 50, "paper", "paper"), total=25)])
    code, out, _ = run("tables", "--runs", tmp_path / "mine.csv")

    assert code == 0
    assert "mine paper/paper: 50 steps, seeds 1; Q_learner has 1 of 50 runs with seed 1" in out
    assert any(line.startswith("Q ") and line.endswith("0.5000") for line in out.splitlines())
