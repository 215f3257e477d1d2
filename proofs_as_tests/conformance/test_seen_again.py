"""What shows only after other questions: scripts and replays, which ask nothing else, never say that it is fixed."""

import json
import re
import subprocess
import sys

import pytest

from formal_rl.conformance import FailureKind, check_named
from formal_rl.conformance.apart import KEEPS_SOMETHING

KEEPING = """
class Cache:
    known = {}

    def __init__(self, A):
        self.A, self.past = A, ()

    def start(self):
        return 0

    def step(self, action):
        if self.past not in self.known:
            copy = self.A()
            for a in self.past:
                copy.train(o_prev=0, a=a, r=0, o_next=0)
            self.known[self.past] = copy.act(obs=0)
        reward = 1 if self.known[self.past] == action else -1
        self.past += (action,)
        return reward, 0


class Counts:
    steps = 0

    def __init__(self, A):
        self.copy = A()

    def start(self):
        return 0

    def step(self, action):
        Counts.steps += 1
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=0, o_next=0)
        return (reward if Counts.steps < 300 else -reward), 0


class MutableDefault:
    def __init__(self, A, past=[]):
        self.A, self.past = A, past

    def start(self):
        return 0

    def step(self, action):
        copy = self.A()
        for done in reversed(self.past):
            copy.train(o_prev=0, a=done[0], r=done[1], o_next=0)
        reward = 1 if copy.act(obs=0) == action else -1
        self.past.append((action, reward))
        return reward, 0


def handicap(e, h):
    known = {}

    def environment(agent, play):
        if play not in known:
            known[play] = e(agent, play)
        return known[play] if h(agent, play).reward >= 0 else (-1, known[play].observation)

    return environment


def opposite(E):
    known = {}

    class Opposite:
        def __init__(self, A):
            class Negated(A):
                def train(self, o_prev, a, r, o_next):
                    super().train(o_prev=o_prev, a=a, r=-r, o_next=o_next)

            self.environment, self.past = E(Negated), ()

        def start(self):
            return self.environment.start()

        def step(self, action):
            self.past += (action,)
            if self.past not in known:
                known[self.past] = self.environment.step(action)
            reward, shown = known[self.past]
            return -reward, shown

    return Opposite


def tempting_button(draws):
    known = []

    def environment(agent, play):
        shown = 0 if draws[len(play) // 2] < 0.25 else 1
        if not play or play[-2][1] == 0:
            return (0 if not play else 1 if play[-1] == 0 else -1), shown
        if agent not in known:
            known[len(known):] = [agent]
        would = known[0]((*play[:-2], (play[-2][0], 0)))
        return (-1 if would == 0 else 1), shown

    return environment


rewards = {}


def drest_reward(value, length, counts, greatest, root):
    key = value, length, tuple(counts.items()), root
    if key not in rewards:
        rewards[key] = root ** (len(counts) * counts[length] - sum(counts.values())) * value / greatest[length]
    return rewards[key]


def neutrality(probabilities):
    return 1.0
"""


@pytest.fixture
def keeping(tmp_path):
    """How implementations are named that keep something between questions."""
    (tmp_path / "keeping.py").write_text(KEEPING, "utf-8")
    return lambda name: f"{tmp_path / 'keeping.py'}:{name}"


def code_of(script):
    """What a script exits with."""
    return subprocess.run([sys.executable, script], check=False, capture_output=True).returncode


ASKS_NOTHING = (
    "it first asks a copy trained on (0, 0, 0, 0) (0, 1, 0, 0) (0, 1, 0, 0), sees 0; "
    "with another agent after that, it asks no copy"
)


@pytest.mark.parametrize("name", ["handicap", "opposite", "tempting_button", "Cache"])
def test_one_thing_that_two_agents_ask(keeping, tmp_path, name):
    """A memory that leaves out the agent answers the second agent as the first; its script shows it until it is right.

    What is made once of environments or draws has one, or a class, whose copies are then asked nothing.
    """
    suite = "ignore_rewards" if name == "Cache" else name
    report = check_named(keeping(name), suite)
    row = next(row for row in report.rows if row.verdict == "diverges")

    assert row.claim in ("agents", "after")
    assert row.outcome == FailureKind.SHARES_STATE
    assert name != "Cache" or row.message == ASKS_NOTHING
    script = report.write_counterexamples(tmp_path)[0]
    assert code_of(script) == 1
    right = re.sub(r"(play|self.past) not in (self\.)?known", "True", KEEPING).replace("known[len(known):]", "known[:]")
    (tmp_path / "keeping.py").write_text(right, "utf-8")
    assert code_of(script) == 0
    assert check_named(keeping(name), suite, in_process=True).conforms


@pytest.mark.parametrize(("name", "suite"), [("Counts", "ignore_rewards"), ("drest_reward", "drest_reward")])
def test_right_in_a_new_process_has_neither_script_nor_data(keeping, name, suite):
    """The report says so, and what it comes of."""
    report = check_named(keeping(name), suite)
    shown = report.counterexample

    assert report.exit_code == 1
    assert (shown.script, shown.witness, shown.no_script) == (None, None, KEEPS_SOMETHING)


def test_wrong_in_a_new_process_keeps_both(keeping):
    """As it is without a copy of the process."""
    here, apart = (check_named(keeping("neutrality"), "neutrality", in_process=each) for each in (True, False))

    assert len(apart.counterexamples) > 1
    assert all(each.script is not None and each.witness is not None for each in apart.counterexamples)
    assert here.to_json() == apart.to_json()


@pytest.mark.parametrize(("right", "ending"), [("return 1.0", "raise SystemExit"), ("rewards = {}", "exit(0)")])
def test_an_implementation_that_ends_the_script(keeping, tmp_path, right, ending):
    """It has not come back, when asked or when imported, whatever code it gives."""
    script = check_named(keeping("neutrality"), "neutrality", in_process=True).write_counterexamples(tmp_path)[0]
    (tmp_path / "keeping.py").write_text(KEEPING.replace(right, ending), "utf-8")
    run = subprocess.run([sys.executable, script], check=False, capture_output=True, text=True)

    assert (run.returncode, run.stderr) == (1, "the implementation has ended this script\n")


def test_other_counterexamples_than_the_one_expected_are_named(keeping, tmp_path):
    """A divergence that is known hides no other in the same claim: the report says that another was found first."""
    report = check_named(keeping("neutrality"), "neutrality")
    report.write_counterexamples(tmp_path)
    (file,) = (each for each in tmp_path.glob("*.json") if "values" in each.name)
    kept = json.loads(file.read_text("utf-8"))
    reasons = []
    for probabilities in (kept["asked"]["case"]["probabilities"], [{"fraction": [1, 4]}] * 4):
        kept["asked"]["case"]["probabilities"] = probabilities
        file.write_text(json.dumps(kept), "utf-8")
        known = tmp_path / "known.toml"
        entry = f'suite = "neutrality"\nclaim = "values"\nreason = "a bound"\nwitness = "{file.name}"\n'
        known.write_text(f"[[divergence]]\n{entry}", "utf-8")
        rows = check_named(keeping("neutrality"), "neutrality", expected=str(known), in_process=True).rows
        reasons.append(next(row.reason for row in rows if row.claim == "values"))

    assert reasons == [
        "a bound",
        "a bound (the first counterexample found is not the saved one: --out writes it)",
    ]


def test_state_that_is_kept_is_shown_by_two_calls(keeping, tmp_path):
    """What was found after hundreds of questions shows in a new process when one question is put after itself."""
    report = check_named(keeping("MutableDefault"), "reverse_history")
    shown = report.counterexample

    assert shown.claim == "again"
    assert shown.witness["experiment"] == "after"
    assert len(shown.witness["asked"]["answers"]) < 10
    assert code_of(report.write_counterexamples(tmp_path)[0]) == 1
