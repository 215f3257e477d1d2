"""The command safelife benchmark: what it prints, writes and refuses, and with which code it exits."""

import csv
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from formal_rl.study.safelife import benchmark as safelife_benchmark
from formal_rl.study.safelife.benchmark_results import COLUMNS
from proofs_as_tests.cli.waiting import lines, until

COMMAND = ("safelife", "benchmark")

SHORT = ("--steps", 25, "--samples", 10)
MINE = """
import time

def lazy(observation):
    return None

def up(observation):
    print("asked")
    return 1

def slow(observation):
    time.sleep(0.05)
    return 0

class Model:
    def predict(self, array):
        return int(array.sum()) % 9, None
"""


@pytest.fixture(autouse=True)
def plain(own_directory):
    """An own directory with a module of the user's."""
    (own_directory / "mine_marked.py").write_text(MINE, "utf-8")


def rows_of(path):
    """The rows of a file, by column."""
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_compiled_engine_scores_the_same(run):
    """Where numba is installed."""
    pytest.importorskip("numba", reason="pip install numba")
    words = ("--kind", "prune-spawn", "--levels", "0-1", *SHORT, "--json")
    assert run(*words, "--engine", "compiled") == run(*words)


def test_a_table_beside_the_printed_one(run):
    """A row for the policy, then those of the paper."""
    code, out, err = run("--kind", "prune-still", "--levels", "0-1", *SHORT)
    heading, idle, printed = out.splitlines()[:3]

    assert (code, err) == (0, "")
    assert heading.split()[:4] == ["task", "policy", "penalty", "performance"]
    assert " ".join(idle.split()) == "prune-still idle 0.0 0.00 ± 0.00 0.0% 25 ± 0 0.00 ± 0.00 - 0.0 ± 0.0 2"
    assert "0.76 ± 0.16" in printed


def test_lists_and_ranges(run):
    """Levels, kinds and policies are given again or with commas."""
    lists = ("--kind", "prune-still,append-still", "--policy", "idle,greedy")
    code, now, nothing = run(*lists, "--levels", "0-1,3", *SHORT)
    _, again, _ = run("--kind", "prune-still", "--kind", "append-still", "--policy", "idle", "--policy", "greedy",
                      "--levels", "0-1", "--levels", 3, *SHORT)  # fmt: skip

    assert (code, nothing) == (0, "")
    assert now == again
    assert now.splitlines()[-1].startswith("12 episodes")


def test_without_a_kind_it_is_the_tasks_of_the_tables(run):
    """All five, as JSON."""
    code, out, _ = run("--levels", 0, *SHORT, "--json")
    document = json.loads(out)

    assert code == 0
    assert [row["kind"] for row in document["rows"]] == [
        "append-still", "prune-still", "append-spawn", "prune-spawn", "navigation"
    ]  # fmt: skip
    assert len(document["printed"]) == 21


def test_the_file_has_a_row_for_each_episode_and_penalty(run):
    """Under the columns; with the reward less the penalty."""
    code, _, _ = run("--kind", "prune-still", "--policy", "random", "--levels", "3-4", "--episodes", 2,
                     "--penalty", 0, "--penalty", "0.5", *SHORT, "--out", "r.csv")  # fmt: skip
    rows = rows_of(Path("r.csv"))

    assert code == 0
    assert len(rows) == 8
    assert tuple(rows[0]) == COLUMNS
    assert {row["seed"] for row in rows} == {"3000", "3001", "4000", "4001"}
    for row in rows:
        assert float(row["penalised_reward"]) == int(row["reward"]) - float(row["penalty"]) * int(row["deviating"])


def test_a_benchmark_is_gone_on_with(run, monkeypatch):
    """What is in the file is not played again; a cut row is; other penalties need no play."""
    base = ("--kind", "prune-still", "--policy", "random", *SHORT, "--out", "r.csv")
    played, here = [], safelife_benchmark.score_run
    monkeypatch.setattr(safelife_benchmark, "score_run", lambda run, how: played.append(run) or here(run, how))
    assert run(*base, "--levels", "0-1")[0] == 0
    assert len(played) == 2
    played.clear()
    code, out, _ = run(*base, "--levels", "0-2", "--penalty", 0, "--penalty", 1)
    assert code == 0
    assert "3 episodes, 2 of them done before, 0 failed" in out
    assert [each.level for each in played] == ["prune-still-2"]
    assert len(rows_of(Path("r.csv"))) == 6
    Path("r.csv").write_bytes(Path("r.csv").read_bytes()[:-9])
    played.clear()
    assert run(*base, "--levels", "0-2", "--penalty", 0, "--penalty", 1)[0] == 0
    assert (len(played), len(rows_of(Path("r.csv")))) == (0, 6)


def test_a_killed_benchmark_leaves_a_usable_file():
    """Killed in the middle, the rows that are there are whole, and the same command goes on."""
    command = [sys.executable, "-m", "formal_rl", "safelife", "benchmark", "--kind", "prune-still", "--steps", "3",
               "--samples", "10", "--policy", "mine_marked.py:slow", "--out", "r.csv"]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    until(lambda: lines("r.csv") >= 4, process)
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = len(rows_of(Path("r.csv")))
    assert 3 <= before < 20
    ended = subprocess.run([*command, "--levels", "0-4"], capture_output=True, text=True, check=True)
    assert f"5 episodes, {min(before, 5)} of them done before, 0 failed" in ended.stdout


def test_a_failing_policy_is_reported_and_the_others_go_on(run):
    """Exits with 1; the failed episode is in the file, and is tried again."""
    base = ("--kind", "prune-still", "--levels", 0, "--policy", "mine_marked.py:lazy", "--policy", "idle", *SHORT)
    code, out, err = run(*base, "--out", "r.csv")

    assert code == 1
    assert "mine_marked.py:lazy in prune-still-0, episode 0: FAILED: in step 1 it answered None" in err
    assert "2 episodes, 0 of them done before, 1 failed" in out
    assert [bool(row["failure"]) for row in rows_of(Path("r.csv"))] == [True, False]
    assert "2 episodes, 1 of them done before, 1 failed" in run(*base, "--out", "r.csv")[1]


def test_output_of_a_policy_stays_out_of_the_answer(run):
    """It goes to standard error."""
    code, out, err = run("--kind", "prune-still", "--levels", 0, "--policy", "mine_marked.py:up", *SHORT, "--json")

    assert code == 0
    assert json.loads(out)["episodes"] == 1
    assert "asked" in err


def test_a_model_is_asked_with_a_view(run):
    """With predict, in a window of bits; without a view it is refused."""
    base = ("--kind", "prune-still", "--levels", 0, "--policy", "mine_marked.py:Model", *SHORT)
    code, out, _ = run(*base, "--view", "5x5", "--form", "bits")
    assert code == 0
    assert "mine_marked.py:Model" in out
    code, _, err = run(*base)
    assert (code, "is not a policy" in err) == (4, True)


def test_generated_levels(run):
    """Named by kind and seed, in the file too."""
    code, _, _ = run("--kind", "prune-still", "--levels", "0-1", "--generated", 5, *SHORT, "--out", "r.csv")

    assert code == 0
    assert [row["level"] for row in rows_of(Path("r.csv"))] == ["prune-still-seed-5", "prune-still-seed-6"]


@pytest.mark.parametrize(
    ("arguments", "complaint", "code"),
    [
        ("--penalty much", "penalty is 'much': expected a number", 2),
        ("--policy lazy", "no policy 'lazy'", 2),
        ("--policy mine_marked.py:nobody", "has no 'nobody'", 4),
        ("--kind prune", "no kind of levels 'prune'", 2),
        ("--levels 3-50", "levels is '3-50'", 2),
        ("--episodes 0", "episodes is 0", 2),
        ("--timeout 0", "timeout is 0.0", 2),
        ("--form bits", "form is 'bits': expected --view beside it", 2),
        ("--out nowhere/r.csv", "out is 'nowhere/r.csv': expected a file", 4),
        ("--out mine_marked.py --policy mine_marked.py:up", "a file other than mine_marked.py", 2),
    ],
)
def test_wrong_options_are_refused(run, arguments, complaint, code):
    """Before anything is played, naming it, with code 2, or 4 for what cannot be used, and no traceback."""
    found, out, err = run(*arguments.split())

    assert (found, out) == (code, "")
    assert complaint in err
    assert "Traceback" not in err


def test_a_file_that_is_something_else_is_left_alone(run):
    """And refused, naming the line."""
    Path("notes.csv").write_text("my notes\n", "utf-8")
    code, _, err = run("--kind", "prune-still", "--levels", 0, *SHORT, "--out", "notes.csv")

    assert code == 4
    assert "line 1" in err
    assert Path("notes.csv").read_text("utf-8") == "my notes\n"
