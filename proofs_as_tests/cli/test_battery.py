"""The commands about batteries: what they print, and with which code they exit."""

import json
import signal
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import SimpleLearner, as_agent
from formal_rl.battery import ENVIRONMENT_NAMES, read_results, selfrefl_measure
from formal_rl.battery.runs import run as run_one
from formal_rl.cli.options import parse_seeds
from formal_rl.errors import InvalidParameter
from formal_rl.statements.library import ORDINARY_ENVIRONMENTS, SECTION_3_EXAMPLES
from formal_rl.study.battery import runs as battery_runs
from formal_rl.transforms import battery_table, handicapped_battery, reality_check_memoised
from proofs_as_tests.cli.waiting import lines, until

MINE = """
import random
import time

MINE = 1

class Counting:
    def __init__(self, **keywords):
        self.count = 0

    def act(self, obs):
        print("asked")
        return self.count % self.n_actions

    def train(self, o_prev, a, r, o_next):
        self.count += 1

class Failing(Counting):
    def train(self, o_prev, a, r, o_next):
        if o_next == 1:
            raise ValueError("no 1, please")

class Hanging(Counting):
    def act(self, obs):
        time.sleep(1000)

def example_agent(prompt, num_legal_actions, num_possible_obs, **kwargs):
    last_reward, last_obs = prompt[-2:]
    return 0 if (last_reward == 0 or last_obs == 0) else random.randrange(num_legal_actions)
"""


@pytest.fixture(autouse=True)
def users_module(own_directory):
    """A module of the user's, in the test's own directory."""
    (own_directory / "mine_on_the_line.py").write_text(MINE, "utf-8")


def test_a_battery_is_printed_row_by_row(run):
    """A line a run, then the average of each agent, the numbers of runs and the memory."""
    names = "IgnoreRewards,minus_rewards(IgnoreRewards)"
    code, out, err = run("battery", "--agent", "ConstantAgent", "--steps", 10, "--seeds", "1-2", "--environment", names)
    *rows, average, runs, memory = out.splitlines()
    assert (code, err) == (0, "")
    assert rows == [
        f"ConstantAgent  {name}  seed {seed}  10 steps  {total}"
        for seed in (1, 2)
        for name, total in (("IgnoreRewards", "+10"), ("minus_rewards(IgnoreRewards)", "-10"))
    ]
    assert average == "ConstantAgent  +0.000000 per turn"
    assert runs == "4 runs, 0 of them done before, 0 failed"
    assert memory.startswith("a process had at most ")


@pytest.mark.parametrize("semantics", ["paper", "published"])
@pytest.mark.parametrize("opposite", ["paper", "published"])
def test_all_fifty_make_the_measure(run, semantics, opposite):
    """The average over all of them, in JSON, exactly."""
    readings = ("--semantics", semantics, "--opposite", opposite)
    code, out, _ = run("battery", "--agent", "Q_learner", "--steps", 20, "--seeds", 3, *readings, "--json")
    document = json.loads(out)
    assert code == 0
    assert document["schema"] == "battery-runs/1"
    assert [row["environment"] for row in document["runs"]] == list(ENVIRONMENT_NAMES)
    expected = selfrefl_measure("Q_learner", 20, semantics=semantics, opposite=opposite, seed=3)
    assert Fraction(document["averages"]["Q_learner"]["exact"]) == expected
    assert document["averages"]["Q_learner"]["value"] == pytest.approx(float(expected))
    assert document["peak_memory_bytes"] > 10**6
    assert (document["failed"], document["done_before"], document["warnings"]) == (0, 0, [])


def test_a_battery_resumes(run, monkeypatch):
    """Only runs that the file lacks are run, among them that of a cut row; the file has each run once."""
    base = ("battery", "--agent", "RandomAgent", "--steps", 15, "--environment", "*Button*", "--out", "results.csv")
    made = []
    make_run = battery_runs.make_run
    monkeypatch.setattr(battery_runs, "make_run", lambda run, *more: made.append(run) or make_run(run, *more))
    assert run(*base)[0] == 0
    assert len(made) == 4
    results = Path("results.csv")
    rows = read_results(results)
    made.clear()
    code, out, _ = run(*base, "--seeds", "1-2")
    assert code == 0
    assert "8 runs, 4 of them done before, 0 failed" in out
    assert [each.seed for each in made] == [2, 2, 2, 2]
    assert read_results(results)[:4] == rows
    results.write_bytes(results.read_bytes()[:-9])
    made.clear()
    assert run(*base, "--seeds", "1-2")[0] == 0
    assert len(made) == 1
    made.clear()
    code, out, _ = run(*base, "--seeds", "1-2", "--json")
    assert (code, made, len(json.loads(out)["runs"])) == (0, [], 8)
    assert len({row.run for row in read_results(results)}) == len(read_results(results)) == 8


@pytest.mark.parametrize(
    ("changed", "difference"),
    [
        (("--steps", 16), "nsteps is 15, and here nsteps is 16"),
        (("--semantics", "published"), "semantics is paper, and here semantics is published"),
        (("--opposite", "published"), "opposite is paper, and here opposite is published"),
    ],
)
def test_other_settings_are_refused(run, changed, difference):
    """The difference is named, and nothing is run."""
    base = ("battery", "--agent", "ConstantAgent", "--environment", "Repeater", "--out", "results.csv")
    assert run(*base, "--steps", 15)[0] == 0
    settings = {"--steps": 15, changed[0]: changed[1]}
    code, out, err = run(*base, *(part for pair in settings.items() for part in pair))
    assert (code, out) == (4, "")
    assert difference in err


def test_a_failure_marks_its_row_and_the_battery_goes_on(run):
    """Exit 1; the others are done; the next time only the failed are tried."""
    base = ("battery", "--agent", "mine_on_the_line:Failing", "--agent", "ConstantAgent", "--steps", 20)
    base += ("--out", "r.csv", "--environment", "IgnoreRewards,TemptingButton")
    code, out, err = run(*base)
    assert code == 1
    assert "FAILED: the agent raised ValueError: no 1, please" in out
    assert "mine_on_the_line:Failing  no average: a run failed" in out
    assert "4 runs, 0 of them done before, 1 failed" in out
    assert "Traceback" not in out + err
    code, out, _ = run(*base)
    assert code == 1
    assert "4 runs, 3 of them done before, 1 failed" in out


def test_a_hanging_agent_is_ended(run):
    """With a limit; the others go on."""
    agents = "mine_on_the_line:Hanging,ConstantAgent"
    code, out, _ = run("battery", "--agent", agents, "--environment", "Repeater", "--steps", 5, "--timeout", 1)
    assert code == 1
    assert "FAILED: it did not finish within 1 s" in out
    assert "ConstantAgent  Repeater  seed 1  5 steps  +5" in out


def test_the_random_example_runs_with_the_named_warning(run):
    """As text and as JSON; what an agent prints is no part of the answer."""
    base = ("battery", "--agent", "mine_on_the_line:example_agent", "--steps", 5, "--environment", "*Rewards")
    code, _, err = run(*base)
    assert code == 0
    assert "NotSemiDeterministicWarning: mine_on_the_line:example_agent is not semi-deterministic" in err
    (warning,) = json.loads(run(*base, "--json")[1])["warnings"]
    assert "trained alike" in warning
    code, out, err = run("battery", "--agent", "mine_on_the_line:Counting", "--steps", 5, "--json")
    assert code == 0
    assert json.loads(out)["warnings"] == []
    assert "asked" in err


@pytest.mark.parametrize(
    ("arguments", "message", "code"),
    [
        ("--agent Nobody", "no agent 'Nobody'; there are random", 2),
        ("--agent mine_on_the_line:Nobody", "has no 'Nobody'", 4),
        ("--agent mine_on_the_line:MINE", "expected a class with act and train", 4),
        ("--agent ConstantAgent --environment Maze", "'Maze' is not an environment", 2),
        ("--agent ConstantAgent --seeds x", "seeds is 'x'", 2),
        ("--agent ConstantAgent --timeout 0", "timeout is 0.0", 2),
        ("--agent ConstantAgent --timeout inf", "timeout is inf", 2),
        ("--agent ConstantAgent --scheduler tcp://x:1", "--backend dask", 2),
        ("--agent ConstantAgent --out .", "out is '.'", 4),
        ("--agent ConstantAgent --out mine_on_the_line.py", "line 1: expected the columns agent,env", 4),
    ],
)
def test_wrong_arguments_are_refused(run, arguments, message, code):
    """Exit 2, or 4 for what cannot be used, and what is wrong in one line; nothing is written."""
    found, out, err = run("battery", *arguments.split())
    assert (found, out) == (code, "")
    assert message in err
    assert Path("mine_on_the_line.py").read_text("utf-8") == MINE


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interruption_keeps_finished_runs(jobs):
    """Ctrl-C exits 130, and the rows that were done are whole, so that the battery can be resumed."""
    command = [sys.executable, "-m", "formal_rl", "battery", "--agent", "NaiveLearner", "--steps", "2000"]
    command += ["--jobs", str(jobs), "--out", "results.csv", "--environment", "*Re*", "--engine", "plain"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        until(lambda: lines("results.csv") >= 3, process)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"interrupted" in err
    assert b"Traceback" not in err
    done = lines("results.csv")
    assert done >= 3
    assert len({row.run for row in _results()}) == done - 1


def test_a_killed_program_loses_only_the_run_in_progress():
    """After SIGKILL each row that is read is whole; a cut last line is left out."""
    command = [sys.executable, "-m", "formal_rl", "battery", "--agent", "NaiveLearner", "--steps", "2000"]
    command += ["--out", "results.csv", "--environment", "*Re*"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        until(lambda: lines("results.csv") >= 3, process)
        process.kill()
    done = _results()
    assert len(done) >= 2
    for row in done[:2]:
        assert row == run_one(row.agent, row.environment, row.steps, row.seed)


def _results():
    return read_results(Path("results.csv"))


def test_handicaps_are_a_table(run):
    """Every ordinary environment under every example, for agents from the catalogue and by hand.

    Who does 0 or 1 throughout keeps every handicap: (0 + 0 - 1) / 3, and (1 + 8/10 + 1) / 3.
    """
    simple = as_agent(SimpleLearner(2))
    agents = {
        "constant:0": lambda prompt: 0,
        "constant:1": lambda prompt: 1,
        "simple": simple,
        "reality_check(simple)": reality_check_memoised(simple),
    }
    code, out, err = run("handicaps", *(word for name in agents for word in ("--agent", name)))
    assert (code, err) == (0, "")
    table = battery_table(agents, handicapped_battery(ORDINARY_ENVIRONMENTS, SECTION_3_EXAMPLES), 10)
    assert table.measures == (Fraction(-1, 3), Fraction(14, 15), Fraction(-2, 15), Fraction(-1, 3))
    assert out == f"{table}\n"


def test_handicaps_can_be_chosen(run):
    """One member, as JSON; unknown names are refused."""
    chosen = ("--environment", "corridor", "--handicap", "deja_vu", "--steps", "2")
    code, out, _ = run("handicaps", "--agent", "constant:0", *chosen, "--json")
    members = [{"environment": "corridor", "handicap": "deja_vu"}]
    agents = [{"agent": "constant:0", "averages": ["0"], "measure": "0"}]
    assert (code, json.loads(out)) == (0, {"turns": 2, "members": members, "agents": agents})
    for wrong, message, expected in (
        (("--environment", "maze"), "no ordinary environment 'maze'; there are bandit, corridor", 2),
        (("--handicap", "corridor"), "no handicap 'corridor'", 2),
    ):
        code, out, err = run("handicaps", "--agent", "simple", *wrong)
        assert (code, out) == (expected, "")
        assert message in err


def test_names_of_ours_and_of_the_library(run):
    """Both names find agents and environments, in any case, in a list or by options; a run has one name."""
    command = ("battery", "--steps", 20, "--seeds", "1-2", "--seeds", 4, "--out", "results.csv")
    ours = ("simple,Reality_Check( q )", "constant:1", "ignore_rewards", "OPPOSITE(repeater)")
    theirs = ("SimpleLearner", "reality_check(Q_learner)", "IgnoreRewards", "minus_rewards(Repeater)")
    first = run(*command, "--agent", ours[0], "--agent", ours[1], "--environment", ours[2], "--environment", ours[3])
    again = run(*command, "--agent", f"{theirs[0]},{theirs[1]}", "--environment", f"{theirs[2]},{theirs[3]}")

    assert (first[0], again[0]) == (0, 0)
    agents, environments = [*theirs[:2], "constant:1"], theirs[2:]
    assert {(row.agent, row.environment) for row in read_results(Path("results.csv"))} == {
        (agent, environment) for agent in agents for environment in environments
    }
    assert "12 runs, 12 of them done before, 0 failed" in again[1]


def test_agents_that_only_we_have(run):
    """They run; hashed agents answer as in a trace; an action beyond the environment's fails the run."""
    code, out, _ = run("battery", "--agent", "last_reward_sign,hashed:3,constant:2", "--steps", 9, "--json",
                       "--environment", "incentivize_zero")  # fmt: skip
    assert code == 0
    assert [row["agent"] for row in json.loads(out)["runs"]] == ["last_reward_sign", "hashed:3", "constant:2"]
    code, out, _ = run("battery", "--agent", "constant:2", "--environment", "repeater")
    assert code == 1
    assert "constant is 2: expected an action, 0 to 1" in out


def test_one_preset_for_both_readings(run):
    """--as sets both, and the option of each overrides it."""
    command = ("battery", "--agent", "simple", "--steps", 5, "--environment", "repeater", "--json")
    found = [
        json.loads(run(*command, *more)[1])["runs"][0]
        for more in ((), ("--as", "published"), ("--as", "published", "--opposite", "paper"))
    ]

    assert [(row["semantics"], row["opposite"]) for row in found] == [
        ("paper", "paper"),
        ("published", "published"),
        ("published", "paper"),
    ]


@given(st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 20)), min_size=1, max_size=5))
def test_seeds_are_read(ranges):
    """Numbers and ranges, each seed once and in order."""
    text = ",".join(f"{low}-{low + more}" if more else str(low) for low, more in ranges)
    seeds = [seed for low, more in ranges for seed in range(low, low + more + 1)]
    assert parse_seeds(text) == tuple(dict.fromkeys(seeds))


@pytest.mark.parametrize("text", ["", "1-", "-1", "5-1", "1,,2", "1.5", "1-2-3", "0-99999", "٣", "9" * 30])
def test_malformed_seeds_are_refused(text):
    """With what was expected."""
    with pytest.raises(InvalidParameter, match=r"^seeds is "):
        parse_seeds(text)


@pytest.mark.parametrize("name", ["dqn", "A2C", "ppo"])
def test_an_agent_of_the_tables_that_is_an_example_is_named(run, name):
    """The class that runs it is in a file of the examples."""
    code, out, err = run("battery", "--agent", f"reality_check({name})", "--steps", 3)

    assert (code, out) == (2, "")
    assert f"the battery runs examples/stable_baselines.py:{name.upper()}" in err
    assert f"class {name.upper()}(" in (Path(__file__).parents[2] / "examples/stable_baselines.py").read_text("utf-8")
