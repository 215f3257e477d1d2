"""Bad input: each way of going wrong is an outcome of its own, said in the user's terms, and never a traceback."""

import json
import os
import sys
from pathlib import Path

import pytest

from formal_rl.conformance import FailureKind, check, check_named
from formal_rl.errors import InvalidParameter
from formal_rl.loading import load_object

ZOO = Path(__file__).with_name("zoo.py")


def zoo(name):
    """An object of the zoo."""
    return load_object(f"{ZOO}:{name}")


def finding(report):
    """Outcome and message of the first claim that diverges."""
    row = next(row for row in report.rows if row.verdict == "diverges")
    return row.outcome, row.message


def test_raising_names_the_history_the_exception_and_the_line():
    """The exception, its message, and the last line of the user's own code; the step at which it came."""
    report = check(zoo("RaisesAtTheThirdStep"), "ignore_rewards")
    outcome, message = finding(report)

    assert outcome == FailureKind.RAISES
    assert message.startswith("ZeroDivisionError: the third step\n    zoo.py, line ")
    assert message.endswith('in step: raise ZeroDivisionError("the third step")')
    assert "step 3   0        (1, 0)     see below   <-- differs" in str(report)


def test_calling_the_agent_wrongly_is_blamed_on_the_caller():
    """An agent called without a prompt raises inside of ours; the line shown is the user's."""

    def environment(agent, play):
        return (0, 0) if not play else (agent(), 0)

    outcome, message = finding(check(environment, "ignore_rewards"))

    assert outcome == FailureKind.RAISES
    assert message.startswith("TypeError: ")
    assert "test_conform_outcomes.py, line " in message


def test_the_line_is_not_one_of_the_standard_library():
    """What is raised deep in the standard library is shown where the user's code called it."""

    def environment(agent, play):
        return json.loads("no"), 0

    assert "test_conform_outcomes.py, line " in finding(check(environment, "ignore_rewards"))[1]


def test_leaving_python_is_raising():
    """A SystemExit is no end of the check."""

    def environment(agent, play):
        sys.exit("enough")

    assert finding(check(environment, "ignore_rewards"))[1].startswith("SystemExit: enough")


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (1, "the answer is 1, a int: expected a pair (reward, observation)"),
        ([0, 0], "the answer is [0, 0], a list: expected a pair (reward, observation)"),
        ((0, 0, 0), "the answer is (0, 0, 0), a tuple: expected a pair (reward, observation)"),
        ((True, 0), "the reward is True, a bool: expected a number"),
        ((float("nan"), 0), "the reward is nan, a float: expected a number"),
        ((0, []), "the observation is [], a list: expected something hashable, and no bool"),
        (None, "the answer is None, a NoneType: expected a pair (reward, observation)"),
    ],
)
def test_wrong_types_are_named(answer, message):
    """What is no percept is shown with its type and what was expected."""
    assert finding(check(lambda agent, play: answer, "ignore_rewards")) == (FailureKind.WRONG_TYPE, message)


@pytest.mark.parametrize("name", ["ReturnsScalars", "ReturnsAFloat"])
def test_numbers_are_taken_by_value(name):
    """Rewards, observations and actions may be scalars of numpy, a whole reward a float; one line says so."""
    report = check(zoo(name), "ignore_rewards")

    assert report.conforms
    taken = ("numbers of numpy.int8, numpy.float32, numpy.ndarray were taken by value",)
    assert report.warnings == (taken if name == "ReturnsScalars" else ())


def test_an_action_of_a_wrong_type():
    """A transformed agent answers with actions."""
    outcome, message = finding(check(lambda agent: lambda prompt: float(agent(prompt)), "reality_check"))

    assert (outcome, message) == (
        FailureKind.WRONG_TYPE,
        "the action is 0.0, a float: expected an action, an int >= 0",
    )


GIVEN = "the class that it is given has another"
ATTRIBUTES = "look for attributes of the class"
SHARES, CHANGES = FailureKind.SHARES_STATE, FailureKind.MUTATES
AGAIN = FailureKind.NOT_DETERMINISTIC


@pytest.mark.parametrize(
    ("name", "suite", "outcome", "message", "further"),
    [
        ("ReturnsNumpy", "ignore_rewards", FailureKind.NUMPY_VALUE, "the answer is array([1, 0]), a numpy.ndarray", ""),
        (
            "asks_about_the_play",
            "ignore_rewards",
            FailureKind.IMPROPER_QUESTION,
            "it asks the agent about ((0, 0), 0), which is not a prompt",
            "",
        ),
        (
            "TrainsOnText",
            "ignore_rewards",
            FailureKind.IMPROPER_QUESTION,
            "it asks a copy trained on ((0, 0, '0', 0),) and seeing 0, which cannot be",
            "",
        ),
        ("SharesACopy", "ignore_rewards", SHARES, "handed for an earlier instance", ATTRIBUTES),
        ("StartResetsAll", "ignore_rewards", SHARES, "beside another instance, step by step in turns", ATTRIBUTES),
        ("remembers_without_the_agent", "ignore_rewards", SHARES, "another agent was in the same place", ATTRIBUTES),
        ("counts_its_questions", "ignore_rewards", AGAIN, "asked again, in the same way", ""),
        ("remembers_by_actions_only", "reality_check", AGAIN, "after another question", "first it is asked: prompt"),
        ("ChangesTheAgentClass", "ignore_rewards", CHANGES, f"{GIVEN} n_actions than before", ""),
        ("changes_the_class_itself", "reality_check", CHANGES, f"{GIVEN} act than before", ""),
        ("asks_without_end", "ignore_rewards", FailureKind.HANGS, "it asks without end", ""),
    ],
)
def test_what_went_wrong_is_named(name, suite, outcome, message, further):
    """What was answered or asked and why it cannot be, how sharing showed, what was changed; and where to look."""
    report = check(zoo(name), suite, in_process=True)

    assert finding(report)[0] == outcome
    assert message in finding(report)[1]
    assert finding(report)[1] == message or outcome not in {FailureKind.NUMPY_VALUE, CHANGES}
    assert further in str(report)


def test_a_guard_of_the_users_hides_no_wrong_question():
    """A question that is none is found even where the implementation catches everything."""

    def environment(agent, play):
        try:
            return (1 if play and agent(play) == 0 else 0, 0)
        except BaseException:
            return (0, 0)

    assert finding(check(environment, "ignore_rewards"))[0] == FailureKind.IMPROPER_QUESTION


def test_a_guard_of_the_users_ends_no_search():
    """The smallest counterexample is right even where the implementation catches everything."""

    def environment(agent, play):
        try:
            return zoo("right_ignore_rewards")(agent, play) if len(play) < 4 else (agent(play[:-1]), 0)
        except BaseException:
            return (17, 0)

    report = check(environment, "ignore_rewards")

    assert finding(report)[0] == FailureKind.VALUE_DIFFERS
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


def test_hanging_is_ended_and_the_history_is_named():
    """With a timeout, an endless loop is ended in its own process; the history and the line are reported."""
    report = check_named(f"{ZOO}:hangs_after_a_reward", "ignore_rewards", timeout=0.5)
    outcome, message = finding(report)

    assert outcome == FailureKind.HANGS
    assert message.startswith("no answer within 0.5 s\n    zoo.py, line ")
    assert "on the play ((0, 0), 0, (1, 0), 1)" in str(report)
    assert report.exit_code == 1


def test_hanging_when_imported(tmp_path):
    """A module whose import does not end is ended as well."""
    file = tmp_path / "endless_module.py"
    file.write_text("while True:\n    pass\n", "utf-8")
    report = check_named(f"{file}:environment", "ignore_rewards", timeout=0.5)

    assert finding(report)[0] == FailureKind.HANGS
    assert report.exit_code == 4
    assert "while its module was imported" in str(report)


def test_ending_the_process_is_reported():
    """With a timeout, even the end of the process is only an outcome, with the history that did it; always the same."""
    one, other = (check_named(f"{ZOO}:ends_the_process", "ignore_rewards", timeout=5) for _ in range(2))
    rows = [(row.claim, row.verdict) for row in one.rows]

    assert finding(one) == (FailureKind.ENDS_THE_PROCESS, "its process ended with code 7")
    assert rows[:3] == [("shape", "conforms"), ("smoke", "diverges"), ("again", "not reached")]
    assert "on the play ((0, 0), 0, (1, 0), 1)\n  ends the process: its process ended with code 7" in str(one)
    assert one.counterexample.script is not None
    assert one.to_json() == other.to_json()


@pytest.fixture(scope="module")
def ending(tmp_path_factory):
    """How implementations are named that do not come back."""
    file = tmp_path_factory.mktemp("ending") / "ending.py"
    file.write_text(ENDING, "utf-8")
    return lambda name: f"{file}:{name}"


ENDING = """
import os, re, signal
from math import log2

asked = 0


def entropy(probabilities):
    return -sum(float(p) * log2(p) for p in probabilities if p)


def is_killed(probabilities):
    if len(probabilities) > 2:
        os.kill(os.getpid(), signal.SIGSEGV)
    return entropy(probabilities)


def raises(probabilities):
    if len(probabilities) > 2:
        raise ValueError
    return entropy(probabilities)


def ends_at_the_seventh(probabilities):
    global asked
    asked += 1
    return os._exit(0) if asked == 7 else entropy(probabilities)


def matches_for_ever(agent, play):
    if len(play) >= 4 and agent(play[:-1]) == 1:
        re.match("(a+)+$", 50 * "a" + "b")
    return (1, 0)


if "END_WHEN_IMPORTED" in os.environ:
    os._exit(3)
"""


def test_a_case_that_ends_the_process_is_the_smallest(ending):
    """It is found among cases from small to large, although drawn ones come before; with line, and what is expected."""
    report = check_named(ending("is_killed"), "neutrality", timeout=5)
    like = check_named(ending("raises"), "neutrality")

    def about(row):
        return row.stage, row.claim, row.sentence, row.required

    assert sorted(map(about, report.rows)) == sorted(map(about, like.rows))
    assert [row.claim for row in report.rows if row.verdict == "diverges"] == ["again", "values"]
    assert [each.claim for each in report.counterexamples] == ["values", "again"]
    assert "probabilities  (0, 0, 1)\n" in report.counterexample.text
    assert "expected  0.0" in report.counterexample.text
    assert finding(report)[1].startswith("its process was ended by SIGSEGV (ending.py, line 14, in is_killed: os.kill(")


def test_what_ends_only_after_others_has_no_script(ending):
    """A script that asks the one case would say that all is well."""
    report = check_named(ending("ends_at_the_seventh"), "neutrality", timeout=5)

    assert finding(report) == (FailureKind.ENDS_THE_PROCESS, "its process ended with code 0")
    assert {(each.script, each.witness) for each in report.counterexamples} == {(None, None)}
    assert "it answered when it was asked this alone" in report.counterexample.no_script


def test_hanging_where_python_does_not_get_to_look(ending):
    """A loop in C is ended from outside; what the agent answered until then is known all the same."""
    report = check_named(ending("matches_for_ever"), "ignore_rewards", timeout=1)

    assert finding(report) == (FailureKind.HANGS, "no answer within 1 s")
    assert "on the play ((0, 0), 0, (1, 0), 1)" in report.counterexample.text
    assert "((0, 0), 0, (1, 0))   does 1" in report.counterexample.text
    assert report.counterexample.script is not None


def test_ending_the_process_when_imported(ending, monkeypatch):
    """There is no case then: it cannot be used."""
    monkeypatch.setenv("END_WHEN_IMPORTED", "yes")
    report = check_named(ending("entropy"), "neutrality", timeout=5)

    assert finding(report) == (
        FailureKind.ENDS_THE_PROCESS,
        "its process ended with code 3\nwhile its module was imported",
    )
    assert report.exit_code == 4


def test_a_process_of_its_own_changes_no_report():
    """With a timeout that is not needed, the report is the same as without."""
    spec = f"{ZOO}:TrainsOnTheTrueReward"
    in_process, in_child = (check_named(spec, "ignore_rewards", timeout=timeout) for timeout in (None, 30))

    assert in_child == in_process


def test_a_timeout_needs_a_name_to_import():
    """What is defined inside of a function cannot be imported by another process."""
    with pytest.raises(InvalidParameter, match="no module:object"):
        check(lambda agent, play: (0, 0), "ignore_rewards", timeout=1)


@pytest.mark.parametrize("animal", zoo("SHAPELESS"), ids=lambda animal: animal.name)
def test_what_cannot_be_asked_is_said_why(animal):
    """What cannot be loaded, or is of no known shape, is unusable: exit code 4, with what the suite takes."""
    report = check_named(f"{ZOO}:{animal.name}", animal.suite, in_process=True)

    assert (report.rows[0].outcome, report.rows[0].claim) == (animal.outcome, animal.claim)
    assert (report.exit_code, report.conforms, report.script) == (4, False, None)
    assert "cannot be used" in str(report)


@pytest.mark.parametrize(
    ("implementation", "suite", "part"),
    [
        (3, "ignore_rewards", "a int is neither a function of (agent, play) nor"),
        (lambda agent: 0, "ignore_rewards", "cannot be called with (agent, play)"),
        (type("OnlyStep", (), {"step": lambda self: 0}), "ignore_rewards", "OnlyStep has step, but no start"),
        (type("Nothing", (), {}), "reverse_history", "Nothing is neither a function"),
        (3, "tempting_button", "cannot be called with a tuple of draws"),
        (lambda draws: draws[99], "tempting_button", "called with a tuple of draws it raises IndexError"),
        (3, "reality_check", "cannot be called with an agent"),
        (lambda agent: 3, "reality_check", "it returns 3, which is not an agent"),
        (3, "handicap", "cannot be called with two environments"),
        (3, "opposite", "cannot be called with an environment"),
    ],
)
def test_wrong_shapes(implementation, suite, part):
    """Each suite says what is missing and what it takes."""
    report = check(implementation, suite)

    assert report.rows[0].outcome == FailureKind.WRONG_SHAPE
    assert part in report.unusable
    assert "The suite takes" in report.unusable


def test_every_outcome_is_tested():
    """Every outcome occurs in the zoo; those of functions of plain data and of processes have tests of their own.

    Only files that were written when printing was no mere warning have that as an outcome.
    """
    elsewhere = {FailureKind.BREAKS_PROTOCOL, FailureKind.NOT_A_NUMBER, FailureKind.ACCEPTS, FailureKind.PRINTS}
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
        ("unwritten", FailureKind.WRONG_TYPE, "something of type Unwritten that cannot be written out"),
        ("huge", FailureKind.VALUE_DIFFERS, "got 1000"),
        ("surrogate", FailureKind.RAISES, "ValueError: "),
    ],
)
def test_what_is_odd_is_no_fault_of_ours(odd, tmp_path, name, outcome, message):
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


def _holding_itself():
    answer = []
    answer.append(answer)
    return answer


def _nested(depth):
    return () if depth == 0 else (_nested(depth - 1),)


@pytest.mark.parametrize("answer", [_holding_itself(), {"a": _holding_itself()}, _nested(900)])
def test_answers_that_hold_themselves(answer):
    """They are of a wrong type, and no fault of ours."""
    outcome, message = finding(check(lambda probabilities: answer, "neutrality"))

    assert outcome == FailureKind.WRONG_TYPE
    assert message.startswith("the answer holds itself, or is nested too deeply")


class CannotBeSaid(Exception):
    """An exception whose words end the process."""

    def __str__(self):
        raise SystemExit(0)


def test_exceptions_that_end_the_process_when_they_are_written_out():
    """They are told by their type."""

    def neutrality(probabilities):
        raise CannotBeSaid

    outcome, message = finding(check(neutrality, "neutrality"))

    assert outcome == FailureKind.RAISES
    assert message.startswith("CannotBeSaid, which cannot be written out")


@pytest.mark.parametrize("expected", [3, [3], ["known.toml"]])
def test_what_is_no_list_of_divergences(expected):
    """It is refused by name, before anything is asked."""
    with pytest.raises(InvalidParameter, match=r"expected is .*: expected a file, or divergences"):
        check(zoo("RightIgnoreRewards"), "ignore_rewards", expected=expected)
