"""Bad input: each way of going wrong is an outcome of its own, said in the user's terms, and never a traceback."""

import json
import os
import sys
from pathlib import Path

import pytest

from formal_rl.conformance import FailureKind, check, check_named
from formal_rl.errors import InvalidParameter
from formal_rl.loading import load_object

ZOO = Path(__file__).with_name("zoo") / "users.py"


def zoo(name):
    """An object of the zoo."""
    return load_object(f"{ZOO}:{name}")


def finding(report):
    """Outcome and message of the first claim that diverges."""
    row = next(row for row in report.rows if row.verdict == "diverges")
    return row.outcome, row.message


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda agent: agent(), "TypeError: "),
        (lambda agent: json.loads("no"), "JSONDecodeError: "),
        (lambda agent: sys.exit("enough"), "SystemExit: enough"),
    ],
)
def test_an_exception_names_the_users_line(answer, said):
    """Where an agent is called wrongly, deep in the standard library, and where it would end the process."""

    def environment(agent, play):
        return answer(agent) if play else 0, 0

    outcome, message = finding(check(environment, "ignore_rewards"))

    assert outcome == FailureKind.RAISES
    assert message.startswith(said)
    assert "test_conform_outcomes.py, line " in message


def _holding_itself():
    answer = []
    answer.append(answer)
    return answer


def _nested(depth):
    return () if depth == 0 else (_nested(depth - 1),)


PERCEPT, HASHABLE = "expected a pair (reward, observation)", "expected something hashable, and no bool"


@pytest.mark.parametrize(
    ("suite", "answer", "message"),
    [
        ("ignore_rewards", lambda agent, play: 1, f"the answer is 1, a int: {PERCEPT}"),
        ("ignore_rewards", lambda agent, play: [0, 0], f"the answer is [0, 0], a list: {PERCEPT}"),
        ("ignore_rewards", lambda agent, play: (0, 0, 0), f"the answer is (0, 0, 0), a tuple: {PERCEPT}"),
        ("ignore_rewards", lambda agent, play: (True, 0), "the reward is True, a bool: expected a number"),
        ("ignore_rewards", lambda agent, play: (float("nan"), 0), "the reward is nan, a float: expected a number"),
        ("ignore_rewards", lambda agent, play: (0, []), f"the observation is [], a list: {HASHABLE}"),
        ("reality_check", lambda agent: lambda p: 0.0, "the action is 0.0, a float: expected an action, an int >= 0"),
        ("neutrality", lambda probabilities: _holding_itself(), "the answer holds itself, or is nested too deeply"),
        ("neutrality", lambda probabilities: {"a": _holding_itself()}, "the answer holds itself, or is nested too"),
        ("neutrality", lambda probabilities: _nested(900), "the answer holds itself, or is nested too deeply"),
    ],
)
def test_wrong_types_are_named(suite, answer, message):
    """A malformed answer appears with its type and the expected type."""
    outcome, words = finding(check(answer, suite, in_process=True))

    assert outcome == FailureKind.WRONG_TYPE
    assert words.startswith(message)


@pytest.mark.parametrize("name", ["ReturnsScalars", "ReturnsAFloat"])
def test_numbers_are_taken_by_value(name):
    """Rewards, observations and actions may be scalars of numpy, a whole reward a float."""
    report = check(zoo(name), "ignore_rewards", in_process=True)

    assert report.conforms
    assert report.warnings == ()


@pytest.mark.parametrize(("short", "outcome"), [(0, FailureKind.IMPROPER_QUESTION), (4, FailureKind.VALUE_DIFFERS)])
def test_a_guard_of_the_users_hides_nothing(short, outcome):
    """A wrong question is found, and the smallest counterexample is right, even where everything is caught."""

    def environment(agent, play):
        try:
            if len(play) < short:
                return zoo("right_ignore_rewards")(agent, play)
            return (agent(play[:-1] if short else play), 0) if play else (0, 0)
        except BaseException:
            return (17, 0)

    report = check(environment, "ignore_rewards", in_process=True)

    assert finding(report)[0] == outcome
    assert "17" not in report.counterexample.text


def test_printing_is_kept_and_reported(capsys):
    """What is printed does not come through; all else is checked all the same."""
    for in_process in (True, False):
        report = check(zoo("Prints"), "ignore_rewards", in_process=in_process)
        (row,) = [row for row in report.rows if row.claim == "prints"]

        assert capsys.readouterr() == ("", "")
        assert row.evidence.startswith("a warning: it printed 'stepping\\n")
        assert report.conforms


def test_printing_when_imported_is_reported(tmp_path, capsys):
    """A module that prints when it is imported is reported as printing."""
    file = tmp_path / "noisy_module.py"
    file.write_text("print('hello')\ndef environment(agent, play):\n    return (0, 0)\n", "utf-8")
    report = check_named(f"{file}:environment", "ignore_rewards")
    (row,) = [row for row in report.rows if row.claim == "prints"]

    assert capsys.readouterr() == ("", "")
    assert (row.verdict, row.evidence) == ("conforms", "a warning: it printed 'hello\\n', when it was imported")


def test_a_timeout_needs_a_name_to_import():
    """What is defined inside of a function cannot be imported by another process."""
    with pytest.raises(InvalidParameter, match="no module:object"):
        check(lambda agent, play: (0, 0), "ignore_rewards", timeout=1)


@pytest.mark.parametrize("animal", zoo("SHAPELESS"), ids=lambda animal: animal.name)
def test_the_report_says_why_it_cannot_ask(animal):
    """What cannot be loaded, or is of no known shape, is unusable: exit code 4, with what the suite takes."""
    report = check_named(f"{ZOO}:{animal.name}", animal.suite, in_process=True)

    assert (report.rows[0].outcome, report.rows[0].claim) == (animal.outcome, animal.claim)
    assert (report.exit_code, report.conforms, report.script) == (4, False, None)
    assert "cannot be used" in str(report)


@pytest.mark.parametrize(
    ("implementation", "suite", "part"),
    [
        (3, "ignore_rewards", "a int is not a function"),
        (lambda agent: 0, "ignore_rewards", "cannot be called with 2 arguments"),
        (type("OnlyStep", (), {"step": lambda self: 0}), "ignore_rewards", "OnlyStep has no start"),
        (type("Nothing", (), {}), "reverse_history", "Nothing is not a function"),
        (3, "tempting_button", "a int cannot be called with 1 argument"),
        (lambda draws: draws[99], "tempting_button", "called with a tuple of draws it raises IndexError"),
        (3, "reality_check", "cannot be called with 1 argument"),
        (lambda agent: 3, "reality_check", "called with an agent it returns 3, and a int is not a function"),
        (3, "handicap", "cannot be called with 2 arguments"),
        (3, "opposite", "cannot be called with 1 argument"),
    ],
)
def test_wrong_shapes(implementation, suite, part):
    """Each suite says what is missing and what it takes."""
    report = check(implementation, suite, in_process=True)

    assert report.rows[0].outcome == FailureKind.WRONG_SHAPE
    assert part in report.unusable
    assert "The suite takes" in report.unusable


def test_every_outcome_is_tested():
    """Every outcome occurs in the zoo; those of functions of plain data and of processes have tests of their own.

    Only files that were written when printing was no mere warning have that as an outcome.
    """
    elsewhere = {FailureKind.BREAKS_PROTOCOL, FailureKind.NOT_A_NUMBER, FailureKind.ACCEPTS}
    elsewhere |= {FailureKind.CHANGES_ANSWERS}
    seen = {animal.outcome for name in ("WRONG", "HANGING", "SHAPELESS") for animal in zoo(name)}

    assert seen == set(FailureKind) - elsewhere


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    """A check leaves no files and the standard output as it was."""
    monkeypatch.chdir(tmp_path)
    before = sys.stdout
    check(zoo("Prints"), "ignore_rewards")
    check_named(f"{ZOO}:right_ignore_rewards", "ignore_rewards", timeout=30)

    assert sys.stdout is before
    assert os.listdir(tmp_path) == []


ODD = """import copy


class Odd(BaseException):
    pass


class Unwritten:
    def __repr__(self):
        raise ValueError


class Unsaid(Exception):
    def __str__(self):
        raise ValueError


def base(probabilities):
    raise Odd("x")


def huge(probabilities):
    return 10**5000


def unwritten(probabilities):
    return Unwritten()


def unsaid(probabilities):
    raise Unsaid


class Ending(Exception):
    def __str__(self):
        raise SystemExit(0)


def ending(probabilities):
    raise Ending


def surrogate(probabilities):
    raise ValueError("\\ud800")


class Copies:
    def __init__(self, A):
        self.copy = A()

    def start(self):
        return 0

    def step(self, action):
        reward = 1 if copy.deepcopy(self.copy).act(obs=0) == action else -1
        self.copy.train(o_prev=0, a=action, r=0, o_next=0)
        return reward, 0
"""


@pytest.fixture
def odd(tmp_path):
    """How what is odd in a file is named."""
    (tmp_path / "odd.py").write_text(ODD, "utf-8")
    return lambda name: f"{tmp_path / 'odd.py'}:{name}"


@pytest.mark.parametrize(
    ("name", "outcome", "message"),
    [
        ("base", FailureKind.RAISES, "Odd: x"),
        ("unsaid", FailureKind.RAISES, "Unsaid, which cannot be written out"),
        ("ending", FailureKind.RAISES, "Ending, which cannot be written out"),
        ("unwritten", FailureKind.WRONG_TYPE, "something of type Unwritten that cannot be written out"),
        ("huge", FailureKind.VALUE_DIFFERS, "got 1000"),
        ("surrogate", FailureKind.RAISES, "ValueError: "),
    ],
)
def test_odd_implementations_cause_no_error_of_ours(odd, tmp_path, name, outcome, message):
    """What no handler of exceptions or no repr is made for is an outcome like any other, and is kept in files."""
    report = check_named(odd(name), "neutrality", in_process=True)
    diverging = next(row for row in report.rows if row.verdict == "diverges")

    assert diverging.outcome == outcome
    assert message in diverging.message
    assert all(file.read_bytes() for file in report.write_counterexamples(tmp_path / "repro"))


def test_no_exception_while_it_is_loaded_or_tried_is_a_fault_of_ours(odd, tmp_path):
    """Neither where a module is imported, nor where it is found out what shape something has."""
    (tmp_path / "imported.py").write_text("class Odd(BaseException):\n    pass\n\n\nraise Odd('x')\n", "utf-8")

    assert "importing it raised Odd: x" in check_named(f"{tmp_path / 'imported.py'}:f", "neutrality").unusable
    assert "raises an exception: Odd: x" in check_named(odd("base"), "opposite").counterexample.text
    assert "Odd: x" in check_named(odd("base"), "reality_check").unusable


def test_copying_a_copy_changes_no_class(odd):
    """What Python itself keeps in a class whose instances are copied is no change of what was given."""
    assert check_named(odd("Copies"), "ignore_rewards").conforms


@pytest.mark.parametrize("expected", [3, [3], ["known.toml"]])
def test_malformed_lists_of_divergences_raise(expected):
    """It raises by name, before any question."""
    with pytest.raises(InvalidParameter, match=r"expected is .*: expected a file, or divergences"):
        check(zoo("RightIgnoreRewards"), "ignore_rewards", expected=expected)
