"""Batteries run by one process and by several, agents of the user's in processes of their own."""

import subprocess
import sys

import pytest

from formal_rl.battery import AGENTS, ENVIRONMENT_NAMES, BatteryRun
from formal_rl.battery.runs import run
from formal_rl.errors import InvalidParameter, NotLoadable, UnknownName
from formal_rl.study.battery import runs as battery_memory
from formal_rl.study.battery.report import chosen_environments
from formal_rl.study.battery.runs import ProcessEnded, RunOptions, battery_runs, find_agent, peak_memory

MINE = """
import os

class Counting:
    def __init__(self, **keywords):
        self.count = 0

    def act(self, obs):
        print("asked")
        return self.count % self.n_actions

    def train(self, o_prev, a, r, o_next):
        self.count += 1

class Hanging(Counting):
    def act(self, obs):
        while self.count == 3:
            pass
        return 0

class Ending(Counting):
    def act(self, obs):
        if self.count == 3:
            os._exit(7)
        return 0

class Leaving(Counting):
    def act(self, obs):
        raise SystemExit("enough")

THREE = 3
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """A module of the user's in the current directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine_of_battery.py").write_text(MINE, "utf-8")
    return str(tmp_path / "mine_of_battery.py")


def runs_of(*agents, steps=20, environments=ENVIRONMENT_NAMES, seeds=(1,)):
    """Runs in the paper reading."""
    return [
        BatteryRun(agent, name, seed, steps, "paper", "paper")
        for agent in agents
        for seed in seeds
        for name in environments
    ]


def rows_of(done):
    """All rows, in order."""
    return [row for row, _ in done]


SOME = ("IgnoreRewards", "minus_rewards(TemptingButton)", "IncentivizeZero")


def test_one_process_runs_in_order():
    """Rows come agent by agent, equal to those of single runs; the report has the memory."""
    asked = runs_of("SimpleLearner", "RandomAgent", environments=SOME, seeds=(1, 2))
    done = list(battery_runs(asked))
    assert [row.run for row in rows_of(done)] == asked
    for row in rows_of(done):
        assert row == run(row.agent, row.environment, row.steps, row.seed)
    assert all(part.memory > 10**6 for part in done)


def test_several_processes_have_the_same_rows(mine):
    """Two processes, ours and a user's agent from a file."""
    asked = runs_of("SimpleLearner", f"{mine}:Counting", environments=SOME)
    with_two = rows_of(battery_runs(asked, jobs=2))
    assert sorted(with_two) == sorted(rows_of(battery_runs(asked)))


def test_a_user_s_agent_is_run_apart_where_there_is_a_limit(mine):
    """The same rows; what hangs, ends its process or leaves is in the row, and the others go on."""
    name = f"{mine}:Counting"
    asked = runs_of(name, environments=SOME[1:2])
    assert rows_of(battery_runs(asked * 2, how=RunOptions(timeout=60), jobs=2)) == rows_of(battery_runs(asked * 2))
    first = SOME[:1]
    hanging = runs_of(f"{mine}:Hanging", "ConstantAgent", environments=first)
    rows = rows_of(battery_runs(hanging, how=RunOptions(timeout=1)))
    assert [(row.total, row.failure) for row in rows] == [
        (None, "it did not finish within 1 s"),
        (20, ""),
    ]
    others = runs_of(f"{mine}:Ending", f"{mine}:Leaving", environments=first)
    assert [row.failure for row in rows_of(battery_runs(others, how=RunOptions(timeout=60)))] == [
        "its process ended with code 7",
        "the agent ended the program: SystemExit('enough')",
    ]


def test_a_process_that_ends_without_a_limit_is_reported(mine):
    """Where several processes share the runs, what it did cannot be put in a row."""
    with pytest.raises(ProcessEnded, match="with --timeout each run"):
        list(battery_runs(runs_of(f"{mine}:Ending", environments=SOME), jobs=2))


def test_processes_find_agents_by_name(mine):
    """By name, as module:object, and reality checks of both."""
    assert find_agent("Q_learner") is AGENTS["Q_learner"]
    assert find_agent("reality_check(Q_learner)") is AGENTS["reality_check(Q_learner)"]
    twice = find_agent("reality_check(reality_check(SimpleLearner))")
    assert (twice.name, twice.reality_checks) == ("reality_check(reality_check(SimpleLearner))", 2)
    checked = find_agent("reality_check(mine_of_battery:Counting)")
    assert (checked.name, checked.reality_checks) == ("reality_check(mine_of_battery:Counting)", 1)
    with pytest.raises(UnknownName, match=r"no agent 'Simpel'; did you mean simple\?.* module:object"):
        find_agent("Simpel")
    with pytest.raises(NotLoadable, match="has no 'Nobody'"):
        find_agent("mine_of_battery:Nobody")
    with pytest.raises(InvalidParameter, match="the agent is 3"):
        find_agent("mine_of_battery:THREE")


def test_memory_is_bounded():
    """A run of twice as many steps has no more memory, in a process of its own: the agents' states do not grow."""
    program = (
        "from formal_rl.battery.runs import run\n"
        "from formal_rl.study.battery.runs import peak_memory\n"
        "for agent in ('RandomAgent', 'NaiveLearner', 'reality_check(Q_learner)'):\n"
        "    run(agent, 'SelfRecognition', {steps}, 1, engine='plain')\n"
        "print(peak_memory())"
    )
    peaks = [
        int(subprocess.check_output([sys.executable, "-c", program.format(steps=steps)], text=True))
        for steps in (2_000, 20_000)
    ]
    assert 10**6 < peaks[0] < peaks[1] + 4 * 10**6
    assert peaks[1] < peaks[0] + 4 * 10**6


def test_memory_that_is_not_known(monkeypatch):
    """0 where the system does not tell."""
    assert peak_memory() > 10**6
    monkeypatch.setitem(sys.modules, "resource", None)
    assert battery_memory.peak_memory() == 0


def test_environments_by_pattern():
    """In the order of the benchmark, each once; all of them if none is named."""
    assert chosen_environments([]) == ENVIRONMENT_NAMES
    assert chosen_environments(["Repeater", "IgnoreRewards?"]) == ("IgnoreRewards2", "IgnoreRewards3", "Repeater")
    assert len(chosen_environments(["minus_rewards(*)"])) == 25
    with pytest.raises(
        UnknownName,
        match=r"'Repeter' is not an environment of the battery; did you mean Repeater\? there are also False",
    ):
        chosen_environments(["Repeter"])
