"""Commands in the place of implementations: what they are asked, and what it comes to where they give no answer."""

import json
import os
import re
import shlex
import subprocess
import sys
import threading
from fractions import Fraction
from itertools import product
from pathlib import Path
from shutil import which

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from formal_rl import cli
from formal_rl.conformance import SUITES, FailureKind, Witness, check_named, replay_witness
from formal_rl.conformance.adapters.exec_process import Answering, Process, ProcessFault, json_lines
from formal_rl.conformance.adapters.values import from_wire, to_wire
from formal_rl.conformance.engine.failures import Failure
from formal_rl.conformance.engine.search import Found
from formal_rl.conformance.engine.suite import Adapter, Subject, exec_shape
from formal_rl.conformance.reports.script import script_text
from formal_rl.errors import InvalidParameter
from proofs_as_tests.schemas import json_schema

IN_PYTHON = "a process that answers histories, as JSON lines; in Python: "
ANSWERING = Path(__file__).with_name("answering.py")
EXAMPLE = Path(__file__).parents[2] / "examples" / "conformance_node"
NODE = pytest.mark.skipif(which("node") is None, reason="needs node")


@pytest.fixture
def behave(tmp_path):
    """Say how the process behaves from now on; return how it is named."""

    def named(behaviour):
        (tmp_path / "behaviour").write_text(behaviour, encoding="utf-8")
        words = [sys.executable, "-I", "-S", str(ANSWERING), str(tmp_path / "behaviour")]
        return f"exec:{shlex.join(words)}"

    return named


def running(word):
    """The processes whose command has the word."""
    commands = {}
    for place in Path("/proc").glob("[0-9]*"):
        try:
            commands[place.name] = (place / "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
    return [number for number, command in commands.items() if word in command]


def diverging(report):
    """The row of the first claim that diverges."""
    return next(row for row in report.rows if row.verdict == "diverges")


def code_of(script, directory):
    """What a script exits with, where nothing of ours can be imported, and what it prints."""
    (directory / "repro.py").write_text(script, encoding="utf-8")
    environment = {"PATH": os.environ["PATH"]}
    command = [sys.executable, "-I", "-S", "-W", "error", "repro.py"]
    done = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


# --- Plain data ---

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.fractions() | st.text('ab"\\\n\x00é🙂'),
    lambda parts: st.lists(parts).map(tuple) | st.dictionaries(st.text("aé", min_size=8, max_size=12), parts),
    max_leaves=20,
)


@given(PLAIN)
@settings(max_examples=30)
def test_plain_data_comes_back(value):
    """What goes over the wire is what was sent."""
    assert repr(from_wire(to_wire(value))) == repr(value)


def test_examples_of_the_wire():
    """Fractions, what JSON has no number for, and arrays."""
    assert to_wire((Fraction(-1, 2), float("inf"), {"a": [1]})) == [{"fraction": [-1, 2]}, {"float": "inf"}, {"a": [1]}]
    assert from_wire([{"fraction": [2, 4]}, {"float": "-inf"}, None]) == (Fraction(1, 2), -float("inf"), None)


@pytest.mark.parametrize(
    "wire", [*({"fraction": each} for each in ([1, 0], [1, -2], [1.0, 2], 1)), {"float": 1}, {"float": "x"}]
)
def test_malformed_numbers_raise(wire):
    """A fraction has two integers, the second greater than 0; a float is one of three words."""
    with pytest.raises(ValueError, match=r"is not a fraction|is not one of the floats"):
        from_wire(wire)


# --- What is right, and what is not ---


@pytest.mark.parametrize(
    ("suite", "words"),
    [
        ("neutrality", "a process that answers cases, as JSON lines"),
        *((each, IN_PYTHON) for each in ("tempting_button", "third_action_forbidden", "incentivize_learning_rate")),
        ("reality_check", IN_PYTHON),
    ],
)
def test_a_right_process_conforms(behave, suite, words):
    """Of cases and of histories; a second process answers a question within a question, by the last suite."""
    report = check_named(behave("right"), suite)

    assert report.exit_code == 0, report
    assert report.shape.startswith(words)
    assert {row.verdict for row in report.rows} == {"conforms"}
    assert running(behave("right").rpartition(" ")[2]) == []


BROKEN, ENDS = FailureKind.BREAKS_PROTOCOL, FailureKind.ENDS_THE_PROCESS

FAULTS = {
    ("neutrality", "wrong"): (FailureKind.VALUE_DIFFERS, "expected 1.0, got 0.69"),
    ("neutrality", "ends"): (ENDS, "its code was 1: ArithmeticError: two lengths"),
    ("neutrality", "hangs"): (FailureKind.HANGS, "no line within 0.3 s"),
    ("neutrality", "refuses"): (FailureKind.RAISES, "it refuses: too hard"),
    ("neutrality", "not a number"): (FailureKind.NOT_A_NUMBER, "the answer is nan"),
    ("neutrality", "a string"): (FailureKind.WRONG_TYPE, "expected a number"),
    ("neutrality", "drifts"): (FailureKind.NOT_DETERMINISTIC, "asked again"),
    ("neutrality", "prints"): (BROKEN, "this is not JSON: 'looking at two lengths'"),
    ("ignore_rewards", "wrong"): (FailureKind.VALUE_DIFFERS, ""),
    ("ignore_rewards", "remembers"): (FailureKind.SHARES_STATE, "after another agent was in the same place"),
    ("ignore_rewards", "asks about no prompt"): (FailureKind.IMPROPER_QUESTION, "which is not a prompt"),
    ("ignore_rewards", "asks about an object"): (FailureKind.IMPROPER_QUESTION, "which is not a prompt"),
    ("ignore_rewards", "asks without end"): (FailureKind.HANGS, "without end"),
    ("ignore_rewards", "asks with an unknown keyword"): (BROKEN, "it asks with number_of_actions"),
    ("ignore_rewards", "ends after an answer"): (ENDS, "its code was 7"),
    ("ignore_rewards", "pays booleans"): (FailureKind.WRONG_TYPE, "the reward is True"),
    ("incentivize_learning_rate", "wrong"): (FailureKind.VALUE_DIFFERS, ""),
    ("reality_check", "wrong"): (FailureKind.VALUE_DIFFERS, ""),
}
"""By suite and behaviour: the outcome, and words of the message."""


@pytest.mark.parametrize(("suite", "behaviour"), FAULTS)
def test_each_fault_is_an_outcome_of_its_own(behave, tmp_path, suite, behaviour):
    """The script exits 1, and 0 once the process is right; nothing goes on running."""
    outcome, words = FAULTS[suite, behaviour]
    report = check_named(behave(behaviour), suite, timeout=0.3 if behaviour == "hangs" else 2)
    row = diverging(report)

    assert row.outcome == outcome
    assert words in row.message
    assert suite != "neutrality" or row.stage == {"wrong": "reference", "drifts": "pure"}.get(behaviour, "smoke")
    assert report.exit_code == 1
    assert running(str(tmp_path / "behaviour")) == []
    assert (report.script is None) == (behaviour == "a string")  # nobody knows what is right there
    if report.script is not None:
        code, printed = code_of(report.script, tmp_path)
        assert code == 1, printed
        assert "Traceback" not in printed
        behave("right")
        assert code_of(report.script, tmp_path)[0] == 0


NO_ANSWERS = {
    "exits": "its code was 0",
    "killed": "it was ended by SIGKILL",
    "closes its output": "the process closed its output",
    "no JSON": "this is not JSON: 'certainly'",
    "floods": "this is not JSON: 'no end'",
    "no object": "this is not a JSON object: '[1]'",
    "no UTF-8": "this is not JSON",
    "deeply nested": "this is not JSON",
    "nothing said": "expected one of answer, ask and refuse",
    "two things said": "expected one of answer, ask and refuse",
    "no id": "without its id",
    "another id": "without its id",
    "no fraction": "is not a fraction",
    "no float": "is not one of the floats",
    "asks where there is no agent": "this suite has no agent to ask",
}
"""More ways to end, the first three, and to break the protocol, with words of the message."""


@pytest.mark.parametrize("behaviour", NO_ANSWERS)
def test_a_malformed_answer_raises_with_its_fault(behave, behaviour):
    """The message has the fault; the check ends the process, and a new one answers."""
    answering = Answering(behave(behaviour).removeprefix("exec:"), "neutrality")
    with pytest.raises(ProcessFault) as fault:
        answering.ask({"case": {"probabilities": (0.5, 0.5)}})
    assert fault.value.words == (ENDS if behaviour in [*NO_ANSWERS][:3] else BROKEN)
    assert NO_ANSWERS[behaviour] in str(fault.value)
    assert answering.process is None
    behave("right")
    assert answering.ask({"case": {"probabilities": (0.5, 0.5)}}) == 1
    answering.end()


UNUSABLE = {
    "ends at once": "it does not answer when it is greeted: its code was 1: ImportError",
    "hangs at once": "it does not answer when it is greeted: no line within 0.5 s",
    "refuses the suite": "it refuses the suite neutrality: there is no neutrality here",
    "speaks another protocol": "it does not answer its greeting with the protocol 'formal-rl-conformance/1', but with",
    "shows a banner": "it does not answer when it is greeted: this is not JSON: 'Welcome!'",
}


@pytest.mark.parametrize("behaviour", UNUSABLE)
def test_a_process_without_greeting_raises(behave, behaviour, monkeypatch):
    """The report says why; nothing was asked."""
    monkeypatch.setattr(Process, "STARTING", 0.0 if behaviour == "hangs at once" else 20.0)
    report = check_named(behave(behaviour), "neutrality", timeout=0.5)

    assert report.exit_code == 4
    assert str(report.unusable).startswith(f"cannot be loaded: {UNUSABLE[behaviour]}")


@pytest.mark.parametrize(
    ("command", "words"),
    [("", "there is no command"), ("no-such-command", "No such file"), ("a 'b", "No closing quotation")],
)
def test_a_malformed_command_raises(command, words):
    """The report says why; a timeout is more than nothing, as for any implementation."""
    report = check_named(f"exec:{command}", "neutrality")

    assert report.exit_code == 4
    assert words in str(report.unusable)
    with pytest.raises(InvalidParameter):
        check_named(f"exec:{command}", "neutrality", timeout=0)


# --- What shows after other questions only ---

LATER = {
    "ends at question 40": ENDS,
    "hangs at question 40": FailureKind.HANGS,
    "prints at question 40": BROKEN,
    "answers twice": BROKEN,
    "answers long questions twice": BROKEN,
    "wrong from question 40 on": None,
}
"""By behaviour: the outcome, where it does not depend on when it is seen."""


LATER_QUICK = {
    ("neutrality", "answers long questions twice"),
    ("neutrality", "wrong from question 40 on"),
    ("ignore_rewards", "ends at question 40"),
}


@pytest.mark.parametrize(
    ("suite", "behaviour"),
    [
        pytest.param(*each, marks=() if each in LATER_QUICK else pytest.mark.full)
        for each in product(("neutrality", "ignore_rewards"), LATER)
    ],
)
def test_late_failures_show_again(behave, tmp_path, suite, behaviour):
    """Script and replay put what was asked before: they say that it is there until the process is right."""
    report = check_named(behave(behaviour), suite, timeout=0.5)
    shown = report.counterexample

    assert LATER[behaviour] in {None, diverging(report).outcome}
    assert "A new process does so after " in shown.text
    Draft202012Validator(json_schema("conformance-counterexample/1")).validate(shown.witness)
    witness = Witness.from_json(json.loads(json.dumps(shown.witness)))

    def found():
        replayed = replay_witness(witness, timeout=0.5)
        (row,) = [row for row in replayed.rows if row.claim == witness.claim]
        code, printed = code_of(shown.script, tmp_path)
        assert "Traceback" not in printed
        return code, row.verdict, row.outcome if code and LATER[behaviour] else None, printed

    assert found()[:3] == (1, "diverges", LATER[behaviour])
    if LATER[behaviour] is not None:
        assert f"it {LATER[behaviour]}: " in found()[3]
    behave("right")
    assert found()[:3] == (0, "conforms", None)
    assert running(str(tmp_path / "behaviour")) == []


@pytest.mark.parametrize("suite", ["neutrality", "ignore_rewards"])
def test_an_unrepeatable_failure_has_no_script(behave, tmp_path, suite, capsys):
    """A script or a replay would say that it is fixed, and nobody has done anything."""
    out = tmp_path / "repro"
    assert cli.main(["conform", behave("ends once"), "--suite", suite, "--out", str(out)]) == 1
    printed = " ".join(capsys.readouterr().out.split())
    assert "ends the process: its code was 1: ValueError: tired" in printed
    assert "There is no script, since a new process with the same questions did not show it." in printed
    assert [*out.glob("repro_*.py"), *out.glob("repro_*.json")] == []


def test_earlier_questions_may_be_unreadable(behave):
    """Then nothing is compared."""
    witness = check_named(behave("answers twice"), "neutrality").counterexample.witness
    for earlier in (5, [5], [[]], [[{}, []], [[], []]], [[{}]], [[{}, 1]]):
        unreadable = {**witness, "asked": {**witness["asked"], "earlier": earlier}}
        report = replay_witness(Witness.from_json(unreadable))

        assert {row.verdict for row in report.rows} == {"not reached"}
        assert "the questions before it cannot be read" in report.rows[0].sentence


def test_a_process_that_ends_has_not_refused(behave, tmp_path):
    """Where a case is to be refused, the script takes a refusal, and nothing else."""
    suite, case = "neutrality", {"probabilities": (Fraction(1, 2), Fraction(1, 3))}
    about = {"implementation": behave("ends"), "sentence": "its values", "source": "the paper", "seconds": 5}
    adapter = Adapter(json_lines)
    found = Found(Failure(FailureKind.ACCEPTS, "it answers"), case, Subject(None, adapter))
    script = script_text(found, suite=suite, **about)

    assert code_of(script, tmp_path) == (1, "it ends the process: its code was 1: ArithmeticError: two lengths\n")
    behave("refuses")
    assert code_of(script, tmp_path)[0] == 0


# --- Histories ---


@pytest.mark.parametrize("suite", ["handicap", "opposite"])
def test_environments_are_not_handed_to_a_process(behave, suite):
    """The report says what a process can be asked; it is not even started."""
    report = check_named(behave("ends at once"), suite)

    assert report.exit_code == 4
    assert f"{suite} hands over environments to be wrapped" in report.unusable


def test_every_other_suite_of_histories_can_be_put_to_a_process():
    """Each is read as a function of a history and the agent, with draws or without."""
    read = {}
    for name, suite in SUITES.items():
        if not suite.of_data and name not in {"handicap", "opposite"}:
            shape = exec_shape(suite)
            read[name] = (shape.asked, shape.draws)
    assert len(read) > 25
    assert {*read.values()} == {("play", "none"), ("play", "call"), ("prompt", "none")}
    assert read["reality_check"] == ("prompt", "none")
    assert read["tempting_button"] == ("play", "call")


def test_published_environments_have_no_histories(behave):
    """Nothing is compared: they are classes with start and step."""
    assert check_named(behave("right"), "ignore_rewards", semantics="published").exit_code == 5


# --- The client ---


def command(behave, behaviour):
    """The command alone."""
    return behave(behaviour).removeprefix("exec:")


class Unwanted(BaseException):
    """What an agent may raise: no `Exception`."""


def test_a_question_is_given_up(behave):
    """Where the agent raises, the process is ended, and a new one answers."""
    answering = Answering(command(behave, "right"), "ignore_rewards")
    process = answering.start()

    def agent(prompt):
        raise Unwanted

    with pytest.raises(Unwanted):
        answering.ask({"play": ((0, 0), 1)}, agent)
    assert process.child.returncode is not None
    assert answering.ask({"play": ((5, 0), 1)}, {((0, 0),): 1}.__getitem__) == (1, 0)
    answering.end()


def test_a_long_question_to_a_process_that_does_not_read(behave):
    """A pipe is full at some time: that is a process that hangs, and we do not hang with it."""
    process = Process(command(behave, "right"), "neutrality", seconds=0.3)
    os.kill(process.child.pid, 19)  # it stops, and reads no more
    with pytest.raises(ProcessFault) as fault:
        process.ask({"case": {"probabilities": (0.5,) * 100_000}})
    assert fault.value.words == FailureKind.HANGS
    process.end()
    assert process.child.returncode == -9


def test_no_thread_is_left(behave):
    """After a flood, too."""
    before = threading.active_count()
    process = Process(command(behave, "floods"), "neutrality")
    with pytest.raises(ProcessFault):
        process.ask({"case": {"probabilities": (0.5, 0.5)}})
    process.end()
    assert threading.active_count() == before


# --- The example ---


@NODE
@pytest.mark.parametrize("suite", ["usefulness", "ignore_rewards"])
def test_the_example_conforms(monkeypatch, suite):
    """By the command that it names."""
    monkeypatch.chdir(EXAMPLE.parents[1])
    command_named = "exec:node examples/conformance_node/answer.mjs"

    assert f'conform "{command_named}" --suite {suite}' in (EXAMPLE / "answer.mjs").read_text("utf-8")
    assert check_named(command_named, suite).exit_code == 0


@NODE
@pytest.mark.parametrize(
    ("suite", "right", "wrong", "outcome"),
    [
        ("usefulness", "p.times(share)", "share", FailureKind.VALUE_DIFFERS),
        ("ignore_rewards", "return [0, 0]", "throw new TypeError('none')", FailureKind.RAISES),
        ("usefulness", "let total = new Fraction(0);", "console.log('hello'); let total;", FailureKind.BREAKS_PROTOCOL),
        ("usefulness", "let total = new Fraction(0);", "process.exit(3);", FailureKind.ENDS_THE_PROCESS),
    ],
)
def test_a_wrong_example_is_found(tmp_path, suite, right, wrong, outcome):
    """With one thing changed."""
    for file in EXAMPLE.glob("*.mjs"):
        text = file.read_text("utf-8")
        if file.name == "implementations.mjs":
            assert text.count(right) == 1
            text = text.replace(right, wrong)
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    report = check_named(f"exec:node {shlex.quote(str(tmp_path / 'answer.mjs'))}", suite)

    assert diverging(report).outcome == outcome


def test_the_page_shows_the_exchange(behave):
    """The messages of the page are those that go over the wire."""
    page = (Path(__file__).parents[2] / "docs" / "reference" / "conformance_protocol.md").read_text("utf-8")
    spoken = []

    class Listening(Process):
        def exchange(self, message, seconds=None):
            answer = super().exchange(message, seconds)
            spoken.extend([message, answer])
            return answer

    half = Fraction(1, 2)
    for suite, count, question in (
        ("neutrality", 0, {"case": {"probabilities": (half, half)}}),
        ("ignore_rewards", 6, {"play": ((0, 0), 1)}),
    ):
        process = Listening(command(behave, "right"), suite)
        process.count = count
        process.ask(question, {((0, 0),): 1}.get)
        process.end()
    assert len(spoken) == 10
    shown = [line[2:] for line in page.splitlines() if line.startswith(("> {", "< {"))]
    as_shown = [json.dumps(each).replace("neutrality", "usefulness") for each in spoken]
    assert [*dict.fromkeys(shown)] == [each for each in dict.fromkeys(as_shown) if "ignore_rewards" not in each]


def test_the_page_has_the_answers_of_every_suite_of_cases():
    """Each is in one row of one table."""
    page = (Path(__file__).parents[2] / "docs" / "reference" / "conformance_protocol.md").read_text("utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    cases = [name for name, suite in SUITES.items() if suite.of_data]

    assert len(cases) > 15
    assert [named.count(name) for name in cases] == [1] * len(cases)
