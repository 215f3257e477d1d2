"""Counterexamples of hundreds of turns: replay, trace, script, and second look see the agent that the report shows."""

import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from formal_rl.conformance import Witness, check_named, replay_witness
from formal_rl.conformance.reports.expected_divergences import expected_entries

check_here = partial(check_named, in_process=True)

README = Path(__file__).parents[2].joinpath("README.md").read_text("utf-8")
(MISTAKEN,) = re.findall(r"<!-- file: mistaken.py -->\n```python\n(.*?)```", README, re.DOTALL)

LATE = '''
class Late:
    """Trains its copy on the true reward after 100 turns."""

    def __init__(self, agent_class):
        self.copy, self.turn = agent_class(), 0

    def start(self):
        return 0

    def step(self, action):
        self.turn += 1
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=reward if self.turn > 100 else 0, o_next=0)
        return reward, 0


class Told(Late):
    """Copies that are told of three actions, for 100 turns."""

    def __init__(self, agent_class):
        self.A, self.past = type("Three", (agent_class,), {"n_actions": 3}), []

    def step(self, action):
        copy = self.A()
        for transition in self.past[:100]:
            copy.train(*transition)
        self.past.append((0, action, 1 if copy.act(obs=0) == action else -1, 0))
        return self.past[-1][2], 0


def late(agent, play):
    if not play:
        return 0, 0
    prompt = (part if place % 2 or place > 200 else (0, part[1]) for place, part in enumerate(play[:-1]))
    return 1 if agent(tuple(prompt)) == play[-1] else -1, 0


def checked(agent_class):
    class Checked:
        """Compares the first 100 actions only."""

        def __init__(self):
            self.inner, self.first, self.frozen, self.turn = agent_class(), None, False, 0

        def act(self, obs):
            return self.first if self.frozen else self.inner.act(obs=obs)

        def train(self, o_prev, a, r, o_next):
            own, self.turn = self.act(o_prev), self.turn + 1
            self.first = own if self.turn == 1 else self.first
            self.frozen = self.frozen or own != a and self.turn <= 100
            self.inner.train(o_prev=o_prev, a=a, r=r, o_next=o_next)

    return Checked


def thawing(agent):
    """Compares the last 100 actions only."""

    def checked(prompt):
        compared = range(max(1, len(prompt) - 200), len(prompt), 2)
        own = all(prompt[place] == agent(prompt[:place]) for place in compared)
        return agent(prompt) if own else agent(prompt[:1])

    return checked


def handicap(e, h):
    def both(agent, play):
        paid, shown = e(agent, play)
        return paid if h(agent, play)[0] == 1 or len(play) > 200 else -1, shown

    return both


def opposite(e):
    def negated(agent, play):
        paid, shown = e(agent, play)
        return paid if len(play) > 200 else -paid, shown

    return negated


class Simple:
    """Learns from 100 trainings."""

    def __init__(self, n_actions):
        self.n_actions, self.punished, self.trained = n_actions, set(), 0

    def act(self, obs):
        return next((a for a in range(self.n_actions) if (obs, a) not in self.punished), 0)

    def train(self, o_prev, a, r, o_next):
        self.trained += 1
        if r < 0 and self.trained <= 100:
            self.punished.add((o_prev, a))
'''


@pytest.mark.parametrize(
    ("name", "suite", "claim"),
    [
        ("IgnoreRewards", "ignore_rewards", "hundreds_of_turns"),
        ("Late", "ignore_rewards", "hundreds_of_turns"),
        ("late", "ignore_rewards", "hundreds_of_turns"),
        ("Told", "third_action_forbidden", "hundreds_of_turns"),
        ("checked", "reality_check", "many_turns"),
        ("thawing", "reality_check", "many_turns"),
        ("handicap", "handicap", "many_turns"),
        ("opposite", "opposite", "many_turns"),
        ("Simple", "agent_simple", "hundreds_of_trainings"),
    ],
)
def test_all_see_the_agent_that_the_report_shows(tmp_path, name, suite, claim):
    """And nothing is said to be kept between questions of what keeps nothing."""
    (tmp_path / "late.py").write_text(f"{MISTAKEN}\n{LATE}", "utf-8")
    spec = f"{tmp_path / 'late.py'}:{name}"
    report = check_named(spec, suite, keep_going=True)
    shown = next(each for each in report.counterexamples if each.claim == claim)

    assert all((each.no_script, each.witness is None) == (None, False) for each in report.counterexamples)
    report.write_counterexamples(tmp_path)
    (tmp_path / "expected.toml").write_text(expected_entries(report), "utf-8")
    assert check_here(spec, suite, expected=str(tmp_path / "expected.toml")).exit_code == 0
    again = replay_witness(Witness.from_json(shown.witness), spec, in_process=True)
    assert again.counterexample.text == shown.text
    (script,) = tmp_path.glob(f"repro*{claim}.py")
    assert subprocess.run([sys.executable, script], check=False, capture_output=True).returncode == 1
