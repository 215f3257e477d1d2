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
from formal_rl.conformance import FailureKind, FaultInWorker, Report, check, check_named
from formal_rl.conformance.apart.check import ONLY_ONCE
from formal_rl.errors import FormalRLError, InvalidParameter
from formal_rl.loading import load_object

ZOO = Path(__file__).with_name("zoo.py")

WILD = """
import ctypes, faulthandler, os, sys, time
from math import log2
from pathlib import Path

from formal_rl.conformance.zoo import agents


def neutrality(probabilities):
    return -sum(float(p) * log2(p) for p in probabilities if p)


def exits(probabilities):
    return os._exit(0) if len(probabilities) > 2 else neutrality(probabilities)


def crashes(probabilities):
    faulthandler.disable()  # that of pytest writes to the terminal
    return ctypes.string_at(0) if len(probabilities) > 2 else neutrality(probabilities)


def exits_once(probabilities):
    mark = Path(__file__).with_suffix(".mark")
    if not mark.exists():
        mark.touch()
        os._exit(0)
    return neutrality(probabilities)


def writes(probabilities):
    os.write(1, b"hello\\n")
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


def exits_at_the_fifth_turn(agent, play):
    return os._exit(0) if len(play) >= 10 else ignore_rewards(agent, play)


def hangs_before_it_exits(agent, play):
    if len(play) == 10:
        time.sleep(60)
    return os._exit(0) if len(play) > 10 else ignore_rewards(agent, play)


def ignore_rewards(agent, play):
    if not play:
        return (0, 0)
    prompt = tuple((0, each[1]) if place % 2 == 0 else each for place, each in enumerate(play[:-1]))
    return (1 if agent(prompt) == play[-1] else -1, 0)


class ExitsAtTheFifthTraining(agents.Simple):
    trainings = 0

    def train(self, o_prev, a, r, o_next):
        self.trainings += 1
        if self.trainings == 5:
            os._exit(0)
        super().train(o_prev, a, r, o_next)


if "exits_when_imported" in os.environ:
    os._exit(0)
"""


CHECKED = """
print(check(neutrality, "neutrality"MORE).conforms)
"""

BREAKS_OURS = """
from formal_rl.conformance.engine.runner import Runner
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


@pytest.mark.parametrize("name", ["RightIgnoreRewards", "right_ignore_rewards", "RaisesAtTheThirdStep", "prints"])
def test_the_report_is_that_of_this_process(name):
    """Going through a file changes nothing, whatever comes out."""
    here, apart = (check_named(f"{ZOO}:{name}", "ignore_rewards", in_process=each) for each in (True, False))

    assert here.to_json() == apart.to_json()
    assert str(here) == str(apart)


@pytest.mark.parametrize(
    ("name", "how"),
    [
        ("exits", "its process ended with code 0"),
        ("leaves_others", "its process ended with code 0"),
        ("crashes", "its process was ended by SIGSEGV"),
    ],
)
def test_ending_the_process_is_divergence(wild, conform, name, how):
    """Without a timeout, even an end with code 0 is told, with the case; machines read JSON and nothing else."""
    code, out, err = conform(wild(name), "--json")
    report = Report.from_json(json.loads(out))

    assert (code, err) == (1, "")
    assert finding(report)[1] == FailureKind.ENDS_THE_PROCESS
    assert finding(report)[2].startswith(how)
    assert report.counterexample.claim == "values"
    assert report.counterexample.script is not None


@pytest.mark.parametrize(
    ("name", "suite", "timeout"),
    [
        ("exits_at_the_fifth_turn", "ignore_rewards", None),
        pytest.param("exits_at_the_fifth_turn", "ignore_rewards", 5.0, marks=pytest.mark.full),
        pytest.param("ExitsAtTheFifthTraining", "agent_simple", None, marks=pytest.mark.full),
        pytest.param("ExitsAtTheFifthTraining", "agent_simple", 5.0, marks=pytest.mark.full),
    ],
)
def test_the_smallest_that_ends_the_process(wild, name, suite, timeout):
    """What is drawn and ends the process is made smaller, as what is answered wrongly is."""
    report = check_named(wild(name), suite, timeout=timeout)
    asked = report.counterexample.witness["asked"]

    assert finding(report)[1] == report.counterexample.outcome == FailureKind.ENDS_THE_PROCESS
    assert 5 == (len(asked["case"]["transitions"]) if "case" in asked else len(asked["question"]["put"]) / 2)
    assert report.counterexample.script is not None
    assert len(report.counterexamples) == 1


def test_what_is_smaller_may_hang(wild, monkeypatch):
    """It is not waited for longer than for all that is smaller together."""
    monkeypatch.setattr("formal_rl.conformance.apart.check.SECONDS_FOR_SMALLER", 1.0)
    report = check_named(wild("hangs_before_it_exits"), "ignore_rewards")

    assert finding(report)[1] == report.counterexample.outcome == FailureKind.ENDS_THE_PROCESS
    assert len(report.counterexample.witness["asked"]["question"]["put"]) > 10


def test_ending_the_process_when_imported(wild, conform, monkeypatch):
    """A module whose import ends the process cannot be used."""
    monkeypatch.setenv("exits_when_imported", "1")
    code, out, _ = conform(wild("neutrality"))

    assert code == 4
    assert "ends the process: its process ended with code 0\n  while its module was imported\n" in out


@pytest.mark.parametrize(
    "closed", ["<&-", "<&- >&- 2>&-", *(pytest.param(each, marks=pytest.mark.full) for each in ("<&- >&-", "2>&-"))]
)
def test_where_standard_files_are_closed(wild, closed):
    """What conforms does so all the same."""
    command = f"{sys.executable} -m formal_rl conform '{wild('neutrality')}' --suite neutrality {closed}"

    assert subprocess.run(["bash", "-c", command], check=False, capture_output=True).returncode == 0


def test_ending_the_process_only_once(wild):
    """What ends one worker, and then no other, conforms to nothing all the same; what was asked is known."""
    report = check_named(wild("exits_once"), "neutrality")

    assert finding(report)[1:] == (FailureKind.ENDS_THE_PROCESS, ONLY_ONCE)
    assert "asked the case {'probabilities': " in str(report)
    assert check_named(wild("exits_once"), "neutrality").conforms


@pytest.mark.parametrize("name", ["starts_others", "closes_everything"])
def test_what_changes_no_answer_conforms(wild, conform, tmp_path, name):
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
    ("name", "warning", "lines"),
    [
        ("writes", "standard output", ["hello", "hello", "hello", "..."]),
        ("complains", "standard error", ["first", "second", "second", "..."]),
    ],
)
def test_what_is_written_is_shown_shortly(  # noqa: PLR0917 - fixtures
    wild, conform, tmp_path, name, warning, lines
):
    """Below Python, and to standard error: the first lines, and how many there were. It is a warning."""
    code, out, err = conform(wild(name), "--html", str(tmp_path / "report.html"))
    said = out[out.index("  warning: ") :].splitlines()

    assert (code, err) == (0, "")
    assert re.fullmatch(rf"  warning: it wrote [\d,]+ lines? to {warning}:", said[0])
    assert [line.strip() for line in said[1:]] == lines
    assert f"to {warning}:" in (tmp_path / "report.html").read_text("utf-8")


def test_more_is_written_than_can_be_kept(wild):
    """Neither is the file let grow, nor are the lines lost count of."""
    (warning,) = check_named(wild("chatters"), "neutrality").warnings

    assert int(re.search(r"[\d,]+", warning)[0].replace(",", "")) > 100_000


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
@pytest.mark.parametrize(
    ("name", "to_group"),
    [
        ("sleeps", True),
        ("cannot_be_interrupted", False),
        pytest.param("sleeps", False, marks=pytest.mark.full),
        pytest.param("cannot_be_interrupted", True, marks=pytest.mark.full),
    ],
)
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
def test_what_is_raised_in_a_worker_is_raised_here(  # noqa: PLR0917 - fixtures
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


def test_progress_is_told():
    """What is looked at is said while it is, not at the end."""
    told = []
    check_named(f"{ZOO}:RightIgnoreRewards", "ignore_rewards", progress=told.append)

    assert "every later percept" in told


def test_a_counterexample_is_told_before_the_report():
    """As soon as it is found, and before it is seen again; what is told then is how the report begins."""
    told = []
    report = check_named(f"{ZOO}:starts_with_a_reward", "ignore_rewards", found=told.append)

    assert [each.counterexample for each in told] == [report.counterexample] * 2
    assert len(told[0].rows) < len(told[1].rows) == len(report.rows)
    assert str(report).startswith(f"{told[0].beginning}\n")


def test_an_object_that_can_be_imported_is_checked_apart(wild):
    """An end of the process is an outcome; a timeout is refused for this process."""
    assert finding(check(load_object(wild("exits")), "neutrality"))[1] == FailureKind.ENDS_THE_PROCESS
    with pytest.raises(InvalidParameter, match="checked in this process"):
        check(load_object(wild("exits")), "neutrality", timeout=1, in_process=True)


def test_a_script_that_checks_what_it_defines(tmp_path):
    """It is not run again, without end; with a timeout it is, once, since that needs another process."""
    script = tmp_path / "script.py"
    for more in ("", ", timeout=20"):
        script.write_text(WILD + f"\nfrom formal_rl.conformance import check\n{CHECKED.replace('MORE', more)}", "utf-8")
        ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)

        assert (ran.returncode, ran.stdout, ran.stderr) == (0, "True\n", "")
