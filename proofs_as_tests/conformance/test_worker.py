"""A check in a worker: what ends it, hangs, writes below Python or is interrupted does not reach us."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from formal_rl.cli import main
from formal_rl.conformance import FailureKind, FaultInWorker, check, check_named
from formal_rl.conformance.apart import CAME_BACK
from formal_rl.errors import FormalRLError, InvalidParameter
from formal_rl.loading import load_object

ZOO = Path(__file__).with_name("zoo") / "users.py"

WILD = """
import ctypes, os, re, sys, time
from math import log2
from pathlib import Path


def neutrality(probabilities):
    return -sum(float(p) * log2(p) for p in probabilities if p)


def exits(probabilities):
    return os._exit(0) if len(probabilities) == 3 else neutrality(probabilities)


def crashes(probabilities):
    return ctypes.string_at(0) if len(probabilities) > 2 else neutrality(probabilities)


def exits_once(probabilities):
    mark = Path(__file__).with_suffix(".mark")
    if not mark.exists():
        mark.touch()
        os._exit(0)
    return neutrality(probabilities)


def exits_at_the_seventh(probabilities):
    complaints.append(probabilities)
    return os._exit(0) if len(complaints) == 7 else neutrality(probabilities)


def exits_ever_earlier(probabilities):
    mark = Path(__file__).with_suffix(".mark")
    mark.touch()
    complaints.append(probabilities)
    if len(complaints) == 7 - mark.stat().st_size:
        mark.write_text(mark.read_text() + "....")
        os._exit(0)
    return neutrality(probabilities)


def reads(probabilities):
    input()


def complains(probabilities):
    print("first" if probabilities == (1,) and not complaints else "second", file=sys.stderr)
    complaints.append(probabilities)
    return neutrality(probabilities)


complaints = []


def chatters(probabilities):
    os.write(1, 1000 * b"hello\\n")
    return neutrality(probabilities)


def closes_everything(probabilities):
    os.closerange(3, 100)
    return neutrality(probabilities)


def is_interrupted(probabilities):
    raise KeyboardInterrupt


def matches_for_ever(agent, play):
    if len(play) >= 4 and agent(play[:-1]) == 1:
        re.match("(a+)+$", 50 * "a" + "b")
    return (1, 0)


def sleeps(probabilities):
    Path(__file__).with_suffix(".pid").write_text(str(os.getpid()))
    time.sleep(60)


def cannot_be_interrupted(probabilities):
    while True:
        try:
            sleeps(probabilities)
        except KeyboardInterrupt:
            pass


def starts_others(probabilities):
    mark = Path(__file__).with_suffix(".forked")
    if mark.exists():  # one other is enough
        return neutrality(probabilities)
    other = os.fork()
    if not other:
        time.sleep(60)
        os._exit(0)
    mark.write_text(str(other))
    return neutrality(probabilities)


def leaves_others(probabilities):
    starts_others(probabilities)
    return exits(probabilities)


exec(os.environ.get("when_imported", ""))
"""


CHECKED = """
print(check(neutrality, "neutrality"MORE).conforms)
"""

BREAKS_OURS = """
from formal_rl.conformance.runner import Runner
from formal_rl.errors import FormalRLError


def broken(examination, implementation):
    raise RAISED


Runner.run = broken
"""


@pytest.fixture
def wild(tmp_path):
    """How implementations are named that do what they like."""
    (tmp_path / "wild.py").write_text(WILD, "utf-8")
    return lambda name: f"{tmp_path / 'wild.py'}:{name}"


@pytest.fixture
def conform(no_terminal, capfd):
    """Run the command as a user does; return exit code, output and complaints, those below Python among them."""

    def conform(spec, *more):
        code = main(["conform", spec, "--suite", "neutrality", *more])
        return code, *capfd.readouterr()

    return conform


def finding(report):
    """Claim, outcome and message of the first row that diverges."""
    row = next(row for row in report.rows if row.verdict == "diverges")
    return row.claim, row.outcome, row.message


@pytest.mark.parametrize("name", ["RightIgnoreRewards", "RaisesAtTheThirdStep", "prints"])
def test_the_report_is_that_of_this_process(name):
    """Going through a file changes nothing, whatever comes out; nor does a timeout that is not needed."""
    here = check_named(f"{ZOO}:{name}", "ignore_rewards", in_process=True)
    apart = check_named(f"{ZOO}:{name}", "ignore_rewards", timeout=5)

    assert here.to_json() == apart.to_json()
    assert str(here) == str(apart)


NEUTRALITY, IGNORE = "neutrality", "ignore_rewards"
CODE_0, SIGSEGV = "its process ended with code 0", "its process was ended by SIGSEGV (wild.py, line 16, in crashes: "
PLAY = "on the play ((0, 0), 0, (1, 0), 1)\n"

NO_ANSWER = {
    "exits": (NEUTRALITY, None, CODE_0, "probabilities  (0, 0, 1)\n"),
    "leaves_others": (NEUTRALITY, None, CODE_0, "expected  0.0"),
    "crashes": (NEUTRALITY, 5, SIGSEGV, "probabilities  (12/245"),
    "ends_the_process": (IGNORE, 5, "its process ended with code 7", f"{PLAY}  ends the process: its process"),
    "hangs_after_a_reward": (IGNORE, 0.5, "no answer within 0.5 s\n    users.py, line ", PLAY),
    "matches_for_ever": (IGNORE, 1, "no answer within 1 s", "((0, 0), 0, (1, 0))   does 1"),
}
"""By name: suite and timeout, how the message begins, and words of the counterexample."""


@pytest.mark.parametrize("name", NO_ANSWER)
def test_an_import_that_does_not_return_is_reported(wild, name):
    """With the question, where Python does not get to look too; the script shows it, and it is the same every time."""
    suite, timeout, message, words = NO_ANSWER[name]
    spec = f"{ZOO}:{name}" if name in {"ends_the_process", "hangs_after_a_reward"} else wild(name)
    reports = []
    report = check_named(spec, suite, timeout=timeout, found=reports.append)
    (row,) = [row for row in report.rows if row.verdict == "diverges"]
    after = report.rows[report.rows.index(row) + 1 :]

    assert row.outcome == (FailureKind.HANGS if message.startswith("no answer") else FailureKind.ENDS_THE_PROCESS)
    assert row.message.startswith(message)
    assert words in report.counterexample.text
    assert {each.verdict for each in after} == {"not reached"}
    assert (report.exit_code, len(report.counterexamples)) == (1, 1)
    assert None not in (report.script, report.counterexample.witness)
    assert reports == [report]
    assert timeout != 5 or check_named(spec, suite, timeout=timeout).to_json() == report.to_json()


@pytest.mark.parametrize(
    ("name", "known", "why"),
    [
        ("exits_at_the_seventh", "probabilities  (", CAME_BACK),
        ("exits_once", "probabilities  (", CAME_BACK),
        ("exits_ever_earlier", "asked the question that is not known", "there is no script, since no case is known"),
    ],
)
def test_a_new_process_that_answers_gives_no_script(wild, name, known, why):
    """It conforms to nothing all the same; what was asked is known, where that can be."""
    report = check_named(wild(name), "neutrality")
    shown = report.counterexample

    assert finding(report)[1:] == (FailureKind.ENDS_THE_PROCESS, CODE_0)
    assert (shown.script, shown.witness, shown.no_script) == (None, None, why)
    assert known in shown.text
    assert check_named(wild(name), "neutrality").conforms == (name != "exits_at_the_seventh")


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("os._exit(3)", "ends the process: its process ended with code 3\n  while its module was imported\n"),
        ("while True: pass", "gives no answer in time: no answer within 0.5 s ("),
        ("re.match('(a+)+$', 50 * 'a' + 'b')", "gives no answer in time: no answer within 0.5 s\n  while its module"),
    ],
)
def test_a_module_whose_import_does_not_come_back(wild, conform, monkeypatch, action, message):
    """It cannot be used."""
    monkeypatch.setenv("when_imported", action)
    code, out, _ = conform(wild("neutrality"), "--timeout", "0.5")

    assert code == 4
    assert message in out
    assert "while its module was imported" in out


@pytest.mark.parametrize("closed", ["<&-", "<&- >&- 2>&-"])
def test_where_standard_files_are_closed(wild, closed):
    """What conforms does so all the same."""
    command = f"{sys.executable} -m formal_rl conform '{wild('neutrality')}' --suite neutrality {closed}"

    assert subprocess.run(["bash", "-c", command], check=False, capture_output=True).returncode == 0


@pytest.mark.parametrize("name", ["starts_others", "closes_everything"])
def test_side_effects_without_changed_answers_conform(wild, conform, tmp_path, name):
    """Others that it starts are not waited for, and ended with it; what it closes is not ours."""
    code, out, err = conform(wild(name), "--json")

    assert (code, err) == (0, "")
    assert json.loads(out)["exit_code"] == 0
    others = tmp_path / "wild.forked"
    assert others.exists() == (name == "starts_others")
    assert not (others.exists() and _stays(int(others.read_text("utf-8"))))


def test_there_is_nothing_to_read(wild):
    """Who asks the user gets the end of the file."""
    assert finding(check_named(wild("reads"), "neutrality"))[2].startswith("EOFError")


@pytest.mark.parametrize(
    ("name", "most", "lines"), [("chatters", 10**5, ["hello"] * 3), ("complains", 10, ["first", "second", "second"])]
)
def test_the_report_shortens_output(  # noqa: PLR0917 - fixtures
    wild, conform, tmp_path, name, most, lines
):
    """Below Python, and to standard error: the first lines, and how many there were, more than can be kept too."""
    warning = "standard output" if name == "chatters" else "standard error"
    code, out, err = conform(wild(name), "--html", str(tmp_path / "report.html"))
    said = out[out.index("  warning: ") :].splitlines()

    assert (code, err) == (0, "")
    number = re.fullmatch(rf"  warning: it wrote ([\d,]+) lines to {warning}:", said[0])[1]
    assert int(number.replace(",", "")) > most
    assert [line.strip() for line in said[1:]] == [*lines, "..."]
    assert f"to {warning}:" in (tmp_path / "report.html").read_text("utf-8")


def test_an_implementation_that_raises_the_interruption(wild, conform):
    """It ends the check, which says what was being asked."""
    code, out, err = conform(wild("is_interrupted"))

    assert (code, out) == (130, "")
    assert "interrupted while asking the case {'probabilities': (Fraction(1, 1),)}" in err


def _started(wild, name, tmp_path):
    """Start the command, in a group of its own, and return it and the copy once the implementation is being asked."""
    command = [sys.executable, "-m", "formal_rl", "conform", wild(name), "--suite", "neutrality"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    file = tmp_path / "wild.pid"
    while not (file.exists() and file.read_text("utf-8")):
        sleep(0.05)
    return process, int(file.read_text("utf-8"))


def _is_there(process):
    """Whether a process runs; one that nobody has waited for yet does not."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def _stays(process):
    """Whether a process still runs after ten seconds; one that is killed may need some of them to end."""
    for _ in range(100):
        if _is_there(process):
            sleep(0.1)
    return _is_there(process)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize(("name", "to_group"), [("sleeps", True), ("cannot_be_interrupted", False)])
def test_interrupting(wild, tmp_path, name, to_group):
    """The command ends with 130, and so does its copy, whether a terminal interrupts both or somebody only the one."""
    process, copy = _started(wild, name, tmp_path)
    assert _is_there(copy)
    (os.killpg if to_group else os.kill)(process.pid, signal.SIGINT)
    out, err = process.communicate()

    assert (process.returncode, out) == (130, b"")
    assert b"formal-rl: interrupted" in err
    assert b"interrupted while asking the case" in err
    assert not _is_there(copy)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_copy_does_not_outlive_the_command(wild, tmp_path):
    """Where the command is killed, its copy ends by itself."""
    process, copy = _started(wild, "cannot_be_interrupted", tmp_path)
    process.kill()
    process.wait()
    outlives = _stays(copy)
    if outlives:
        os.kill(copy, signal.SIGKILL)
    process.communicate()

    assert not outlives


@pytest.mark.parametrize(
    ("raised", "kind", "words"),
    [
        ("KeyError('ours')", FaultInWorker, "KeyError: 'ours'"),
        ("FormalRLError('what is refused')", FormalRLError, "what is refused"),
    ],
)
def test_a_workers_exception_raises_here(  # noqa: PLR0917 - fixtures
    wild, conform, tmp_path, raised, kind, words
):
    """A fault of ours remains one, said with its own type and not the messenger's; what is refused is refused."""
    with (tmp_path / "wild.py").open("a", encoding="utf-8") as file:
        file.write(BREAKS_OURS.replace("RAISED", raised))
    with pytest.raises(kind) as caught:
        check_named(wild("neutrality"), "neutrality")

    assert (type(caught.value), str(caught.value)) == (kind, words)
    if kind is FaultInWorker:
        said = f"formal-rl: this is a fault of formal-rl, please report it: {words}\n"
        assert conform(wild("neutrality")) == (3, "", said)


def test_progress_and_a_counterexample_come_before_the_report():
    """As soon as something is looked at or found; the report of then begins the last one."""
    sentences, reports = [], []
    spec = f"{ZOO}:starts_with_a_reward"
    report = check_named(spec, "ignore_rewards", progress=sentences.append, found=reports.append)

    assert "the first percept" in sentences
    assert [each.counterexample for each in reports] == [report.counterexample] * 2
    assert len(reports[0].rows) < len(reports[1].rows) == len(report.rows)
    assert report.lines()[: len(reports[0].beginning)] == reports[0].beginning


def test_an_object_that_can_be_imported_is_checked_apart(wild):
    """An end of the process is an outcome; a timeout is refused for this process."""
    assert finding(check(load_object(wild("exits")), "neutrality"))[1] == FailureKind.ENDS_THE_PROCESS
    with pytest.raises(InvalidParameter, match="checked in this process"):
        check(load_object(wild("exits")), "neutrality", timeout=1, in_process=True)


def test_a_script_that_checks_its_own_definitions(tmp_path):
    """It is not run again, without end; with a timeout it is, once, since that needs another process."""
    script = tmp_path / "script.py"
    for more in ("", ", timeout=20"):
        script.write_text(WILD + f"\nfrom formal_rl.conformance import check\n{CHECKED.replace('MORE', more)}", "utf-8")
        ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)

        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "True\n", "")
