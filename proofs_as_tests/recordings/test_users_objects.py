"""Recorded runs replayed with classes of the user's: environments with start and step, agents with act and train."""

import json
import sys
from pathlib import Path

import pytest

from formal_rl.cli import main
from formal_rl.errors import InvalidParameter, NotLoadable
from formal_rl.loading import load_object
from formal_rl.recordings import replay, shipped_vectors
from formal_rl.recordings.registry import UsersObjects
from formal_rl.recordings.vector_replay import users_objects

ZOO = Path(__file__).parents[1] / "conformance" / "zoo" / "users.py"
RECORDED = shipped_vectors()

AGENTS = """
class simple_learner:
    def __init__(self):
        self.bad = set()
    def act(self, obs):
        return next((a for a in range(self.n_actions) if (obs, a) not in self.bad), 0)
    def train(self, o_prev, a, r, o_next):
        if r < 0:
            self.bad.add((o_prev, a))

class q_learner:
    def __init__(self, epsilon=0.9, learning_rate=0.1, gamma=0.9):
        self.epsilon, self.learning_rate, self.gamma = epsilon, learning_rate, gamma
        self.table, self.trained = {}, 0
    def row(self, obs):
        return self.table.setdefault(obs, [0.0] * self.n_actions)
    def act(self, obs):
        row, k = self.row(obs), 2 * self.trained
        if self.draws[k] > self.epsilon or not any(row):
            return int(self.n_actions * self.draws[k + 1])
        return row.index(max(row))
    def train(self, o_prev, a, r, o_next):
        better = r + self.gamma * max(self.row(o_next))
        row = self.row(o_prev)
        row[a] = row[a] + self.learning_rate * (better - row[a])
        self.trained += 1

class random_agent:
    trained = 0
    def act(self, obs):
        return int(self.n_actions * self.draws[self.trained])
    def train(self, *transition):
        self.trained += 1
"""


@pytest.fixture(autouse=True)
def path_as_before(monkeypatch):
    """What is loaded puts directories on the path; they are off again afterwards."""
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.fixture
def agents(tmp_path):
    """Write a module of agents, or another text, and return how it is named."""

    def write(text=AGENTS):
        (tmp_path / "agents.py").write_text(text, "utf-8")
        return str(tmp_path / "agents.py")

    return write


@pytest.mark.parametrize(
    ("file", "name", "what"),
    [
        ("IgnoreRewards.json", "RightIgnoreRewards", None),
        ("ReverseHistory.json", "PublishedReverseHistory", None),
        ("TemptingButton.json", "PublishedButton", None),
        ("IgnoreRewards.json", "TrainsOnTheTrueReward", "reward"),
        ("IgnoreRewards.json", "ReturnsNumpy", "implementation"),
        ("IgnoreRewards.json", "RaisesAtTheThirdStep", "implementation"),
        ("ReverseHistory.json", "RightReverseHistory", "reward"),
        ("TemptingButton.json", "RightButton", "observation"),
    ],
)
def test_an_environment_in_the_place_of_ours(file, name, what):
    """A class of any name, for a single file, gets draws where it takes them; a difference appears at its first place.

    Where it raises, the exception and the line of the user's are in the report.
    """
    report = replay(RECORDED / file, users=users_objects(f"{ZOO}:{name}", None, RECORDED / file))

    assert (report.cases, report.skips, report.exit_code) == (8, (), 0 if what is None else 1)
    assert what is None or what in {mismatch.what for mismatch in report.mismatches}
    if name == "RaisesAtTheThirdStep":
        got = report.mismatches[0].got
        assert (len(report.mismatches), report.mismatches[0].field) == (8, "runs[0]")
        assert got.startswith("raises ZeroDivisionError: the third step (users.py, line ")


def test_a_call_that_fails_is_not_blamed_on_our_files(agents):
    """Of a method without the parameter that it is called with, the report names no line of ours."""
    module = agents(
        "class IgnoreRewards:\n    def __init__(self, A): pass\n    def start(self): return 0\n    def step(self): ..."
    )
    report = replay(RECORDED / "IgnoreRewards.json", users=users_objects(f"{module}:IgnoreRewards", None))

    assert report.mismatches[0].got.startswith("raises TypeError: IgnoreRewards.step() takes 1 positional argument")
    assert ".py, line" not in report.mismatches[0].got


def test_in_a_directory_the_name_of_the_class_decides(agents):
    """Of a directory, only the files of this environment and of its opposite are replayed, the others are skipped."""
    text = f"from formal_rl.loading import load_object\nright = load_object({f'{ZOO}:RightIgnoreRewards'!r})\n"
    module = agents(f"{text}class IgnoreRewards(right):\n    pass\nmapping = {{'DejaVu': right}}\n")
    report = replay(RECORDED, users=users_objects(f"{module}:IgnoreRewards", None, RECORDED))
    as_deja_vu = replay(RECORDED / "DejaVu.json", users=users_objects(f"{module}:mapping", None))

    assert {file.file for file in report.files if file.cases} == {"IgnoreRewards.json"}
    assert "no implementation of it was given" in report.skips[0].reason
    assert (report.exit_code, as_deja_vu.exit_code) == (0, 1)


def test_an_opposite_is_made_of_the_class_that_is_given():
    """The opposite of the user's class is replayed where a file has the opposite."""
    given = {"TemptingButton": load_object(f"{ZOO}:PublishedButton")}
    report = replay(RECORDED / "opposite_TemptingButton.json", users=UsersObjects(given))

    assert (report.cases, report.mismatches, report.skips) == (8, (), ())


def test_partials_of_classes(agents):
    """A partial stands for its class: an environment with a parameter, an agent with the number of actions."""
    text = f"from functools import partial\nfrom formal_rl.loading import load_object\n{AGENTS}"
    text += f"class IgnoreRewards(load_object({f'{ZOO}:RightIgnoreRewards'!r})):\n"
    text += "    def __init__(self, A, right):\n        super().__init__(A)\n        self.right = right\n"
    text += "    def step(self, action):\n        reward, observation = super().step(action)\n"
    text += "        return (reward if self.right else 7, observation)\n"
    text += "right, wrong = partial(IgnoreRewards, right=True), partial(IgnoreRewards, right=False)\n"
    module = agents(f"{text}q_learner, simple_learner = partial(q_learner, gamma=0.9), partial(simple_learner)\n")
    file = RECORDED / "IgnoreRewards.json"
    reports = [replay(file, users=users_objects(f"{module}:{name}", None, file)) for name in ("right", "wrong")]
    of_agents = replay(RECORDED / "_agents.json", users=users_objects(None, module))

    assert [(report.exit_code, report.cases) for report in reports] == [(0, 8), (1, 8)]
    assert (of_agents.cases, of_agents.mismatches) == (9 - len(of_agents.skips), ())


def test_agents_by_name(agents):
    """Agents written anew replay the runs of theirs, with the recorded draws and keywords; all others are skipped."""
    users = users_objects(None, agents())
    traces, scripts = (replay(RECORDED / file, users=users) for file in ("IgnoreRewards.json", "_agents.json"))

    assert (traces.mismatches, scripts.mismatches) == ((), ())
    assert {skip.agent for skip in traces.skips}.isdisjoint({"simple_learner", "q_learner", "random_agent"})
    assert traces.cases == 8 - len(traces.skips) > 0
    assert scripts.cases == 9 - len(scripts.skips) > 0
    assert {skip.agent.partition("(")[0] for skip in scripts.skips} == {"hash_a", "reality_check"}


def test_a_wrong_agent_is_seen(agents):
    """An agent that explores otherwise differs from its records."""
    users = users_objects(None, agents(AGENTS.replace("> self.epsilon", "< self.epsilon")))

    assert {mismatch.agent for mismatch in replay(RECORDED, users=users).mismatches} == {"q_learner"}


def test_unusable_objects_raise(agents):
    """No such module, no such class, and what is no class with start and step."""
    with pytest.raises(NotLoadable, match="no_such_module_at_all: there is no module"):
        users_objects(None, "no_such_module_at_all")
    with pytest.raises(NotLoadable, match="has no 'Nothing'"):
        users_objects(f"{agents()}:Nothing", None)
    with pytest.raises(InvalidParameter, match="a class with start and step, or a mapping"):
        users_objects(f"{agents()}:q_learner", None)


def test_the_command(capsys):
    """The options of ``vectors check``; what is printed is kept from the output and complained about."""
    file = str(RECORDED / "IgnoreRewards.json")
    code = main(["vectors", "check", file, "--implementation", f"{ZOO}:Prints", "--json"])
    out, err = capsys.readouterr()

    assert (code, json.loads(out)["cases"]) == (0, 8)
    assert err.startswith("formal-rl: the replayed code printed 'stepping\\n")
    assert main(["vectors", "check", file, "--implementation", f"{ZOO}:TrainsOnTheTrueReward"]) == 1
    assert main(["vectors", "check", file, "--agents", "no_such_module_at_all"]) == 4
    assert main(["vectors", "check", str(RECORDED / "_agents.json"), "--implementation", f"{ZOO}:Prints"]) == 5
