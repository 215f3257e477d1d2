"""What people meet on the way to a report: the door that takes a name, the first counterexample, silence, advice."""

import io
from pathlib import Path

import pytest
from rich.console import Console

from formal_rl import cli
from formal_rl.cli.output import progress_bar
from formal_rl.conformance import apart, check, check_named
from formal_rl.errors import InvalidParameter

ZOO = Path(__file__).with_name("zoo") / "users.py"

FILE = """
import math, time


def nats(probabilities):
    return -sum(float(p) * math.log(p) for p in probabilities if p)


def slow(probabilities):
    time.sleep(0.5 if probabilities == (0.25, 0.75) else 0)
    return -sum(float(p) * math.log2(p) for p in probabilities if p)
"""


@pytest.fixture
def metrics(tmp_path, monkeypatch):
    """A file of metrics in the current folder."""
    (tmp_path / "metrics.py").write_text(FILE, "utf-8")
    monkeypatch.chdir(tmp_path)
    return "metrics.py"


def test_check_takes_a_name_and_its_report_is_true_or_false(metrics):
    """With ``first`` nothing is looked at after the first counterexample, which is the same."""
    every, first = (check(f"{metrics}:nats", "neutrality", **more) for more in ({"keep_going": True}, {"first": True}))

    assert not every
    assert check(f"{metrics}:slow", "neutrality", first=True)
    assert (
        repr(first)
        == "<Report: neutrality: metrics.py:nats DIVERGES, first in: its values; print it to read all of it>"
    )
    assert first.counterexample == every.counterexample
    assert (len(first.counterexamples), len(every.counterexamples)) == (1, 3)
    assert [row.verdict for row in first.rows if row.stage == "reference"] == ["diverges", "not reached"]
    with pytest.raises(InvalidParameter, match="first is True"):
        check(f"{metrics}:nats", "neutrality", first=True, keep_going=True)


def test_progress_names_a_question_that_takes_long(metrics, monkeypatch, capsys):
    """Once for each, where no --timeout ends it."""
    monkeypatch.setattr(apart, "LONG_SILENCE", 0.3)
    command = ["conform", f"{metrics}:slow", "--suite", "neutrality"]

    assert cli.main([*command, "--timeout", "30"]) == 0
    assert "still asking" not in capsys.readouterr().err
    assert cli.main(command) == 0
    said = capsys.readouterr().err.splitlines()
    assert all(line.startswith("formal-rl: still asking the ") for line in said)
    assert any("case {'probabilities': (Fraction(1, 4), Fraction(3, 4))}" in line for line in said)


@pytest.mark.parametrize(("total", "words"), [(None, "0 s so far"), (8, "2 of 8, 0 s so far")])
def test_progress_has_the_activity_and_the_seconds(total, words):
    """Nothing is counted where nobody knows of how many."""
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    with progress_bar(console, enabled=True) as progress:
        progress.advance(progress.add_task("a claim", total=total), 2)
        progress.refresh()
    text = console.file.getvalue()

    assert words in text
    assert "a claim" in text
    assert "None" not in text


PACKAGE = {"pkg/__init__.py": "", "pkg/paid.py": "X = 0", "pkg/env.py": "from .paid import X\n", "bad.py": "1 / 0\n"}


@pytest.mark.parametrize(
    ("name", "said", "advised"),
    [
        ("pkg/env.py:E", "name it pkg.env:E, in ", False),
        ("bad.py:E", "importing it raised ZeroDivisionError", True),
        ("exec:nothing-of-this-name", "it cannot be started", False),
        ("nowhere.py:E", "there is no file", False),
        ("pkg/env.py::E", "did you mean pkg/env.py:E?", False),
    ],
)
def test_advice_fits_the_failure(tmp_path, monkeypatch, name, said, advised):
    """To import it by hand only where an import failed, and would by hand."""
    (tmp_path / "pkg").mkdir()
    for file, text in PACKAGE.items():
        (tmp_path / file).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    text = str(check_named(name, "ignore_rewards"))

    assert said in " ".join(text.split())
    assert ("import the module in Python yourself" in text) is advised


class Exchanged:
    """Right but for the order of the percept, as gymnasium has it."""

    def __init__(self, agents):
        """Make a copy."""
        self.copy = agents()

    def start(self):
        """Show 0."""
        return 0

    def step(self, action):
        """Compare, then train the copy on 0."""
        reward = 1 if self.copy.act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=0, o_next=0)
        return 0, reward


def test_exchanged_percepts_are_named():
    """In the place of what usually is wrong."""
    report = check(Exchanged, "ignore_rewards", in_process=True)

    assert "reward and observation are exchanged: a step returns the reward first" in report.counterexample.text
    assert "exchanged" not in check(f"{ZOO}:PublishedReverseHistory", "reverse_history").counterexample.text
