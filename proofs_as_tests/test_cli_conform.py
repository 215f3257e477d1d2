"""The command ``formal-rl conform``: what it prints, what it writes, and with which code it exits."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from formal_rl import cli_conform
from formal_rl.cli import main
from formal_rl.conformance import SUITES

ZOO = Path(__file__).with_name("conformance") / "zoo.py"


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """No terminal and no preference about colours, wherever the tests run; the path is as it was afterwards."""
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.fixture
def run(capsys):
    """Run the command and return exit code, output and complaints."""

    def run(name, suite, *arguments):
        code = main(["conform", f"{ZOO}:{name}", "--suite", suite, *map(str, arguments)])
        out, err = capsys.readouterr()
        return code, out, err

    return run


def test_a_right_implementation(run):
    """Exit code 0, the shape, the definition, and every claim with its evidence."""
    code, out, err = run("RightIgnoreRewards", "ignore_rewards")

    assert (code, err) == (0, "")
    assert out.splitlines()[0].endswith("zoo.py:RightIgnoreRewards conforms")
    assert "read as        a class with start and step, made with an agent-class" in out
    assert "Alexander et al. 2022, Example 3" in out
    assert "all agents, all sequences of 1 to 4 actions, each 0 or 1: 340 cases" in out
    assert "counterexample" not in out


def test_a_wrong_implementation(run):
    """Exit code 1, the smallest counterexample, and how to have it as a script."""
    code, out, err = run("freezes_to_the_last_action", "reality_check")

    assert (code, err) == (1, "")
    assert "on the prompt ((0, 0), 0, (0, 0))\n    expected  1\n    got       0" in out
    assert out.endswith("With --out DIR this is written as a script that exits 1 until it is fixed.\n")


def test_a_script_is_written(run, tmp_path):
    """With --out the script is there, alone, and the command to run it is named."""
    code, out, _ = run("TrainsOnTheTrueReward", "ignore_rewards", "--out", tmp_path / "new")
    (script,) = (tmp_path / "new").iterdir()
    ran = subprocess.run([sys.executable, "-B", script], capture_output=True, encoding="utf-8", check=False)

    assert code == 1
    assert script.name == "repro_ignore_rewards_later_percepts.py"
    assert f"python {script} " in out
    assert ran.returncode == 1


def test_no_script_is_written_where_all_is_well(run, tmp_path):
    """With nothing to show, --out makes nothing."""
    code, _, _ = run("right_opposite", "opposite", "--out", tmp_path / "new")

    assert code == 0
    assert list(tmp_path.iterdir()) == []


def test_a_script_that_cannot_be_written(run, tmp_path):
    """A directory that cannot be is a complaint with exit code 4."""
    (tmp_path / "file").write_text("", "utf-8")
    code, out, err = run("adds_the_rewards", "handicap", "--out", tmp_path / "file" / "below")

    assert (code, out) == (4, "")
    assert err.startswith("formal-rl: the script cannot be written: ")


@pytest.mark.parametrize(
    ("name", "suite", "code", "conforms"),
    [
        ("Prints", "ignore_rewards", 1, False),
        ("right_fold", "reality_check", 0, True),
        ("nothing_of_this_name", "opposite", 4, False),
    ],
)
def test_json(run, name, suite, code, conforms):
    """The whole report as JSON, and nothing else, whatever the implementation prints."""
    exit_code, out, err = run(name, suite, "--json")
    report = json.loads(out)

    assert (exit_code, err) == (code, "")
    assert (report["exit_code"], report["conforms"], report["suite"]) == (code, conforms, suite)
    assert report["schema"] == "conformance-report/1"
    assert (report["counterexample"] is None) == (code != 1)


def test_published_semantics_and_what_it_has_not(run):
    """Other semantics, another verdict; and where the library has nothing of the kind, exit code 5."""
    assert run("published_reality_check", "reality_check")[0] == 1
    assert run("published_reality_check", "reality_check", "--semantics", "published")[0] == 0
    code, out, _ = run("right_reality_check", "reality_check", "--semantics", "published")
    assert code == 5
    assert "nothing was compared" in out


def test_a_timeout(run):
    """What hangs is ended, and the history named."""
    code, out, err = run("hangs_after_a_reward", "ignore_rewards", "--timeout", "0.5")

    assert (code, err) == (1, "")
    assert "no answer within 0.5 s" in out
    assert "((0, 0), 0, (1, 0), 1)" in out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("RightIgnoreRewards", "ignore_reward"), "did you mean 'ignore_rewards'?"),
        (("RightIgnoreRewards", "ignore_rewards", "--timeout", "-1"), "expected a number of seconds greater than 0"),
        (("RightIgnoreRewards", "ignore_rewards", "--profile", "slow"), "--profile"),
        (("RightIgnoreRewards", "ignore_rewards", "--seed", "-1"), "--seed"),
    ],
)
def test_wrong_usage(run, arguments, complaint):
    """Wrong settings are complaints with exit code 4."""
    code, out, err = run(*arguments)

    assert (code, out) == (4, "")
    assert complaint in err


def test_what_cannot_be_used(run):
    """What cannot be loaded or has no shape gets exit code 4, with what is near or what the suite takes."""
    code, out, _ = run("RightIgnoreReward", "ignore_rewards")
    assert code == 4
    assert "did you mean RightIgnoreRewards" in " ".join(out.split())  # a long path moves the line breaks
    code, out, _ = run("NoStep", "ignore_rewards")
    assert code == 4
    assert "NoStep has start, but no step" in " ".join(out.split())


def test_a_fault_of_ours_says_so(run, monkeypatch):
    """Our own exceptions have exit code 3 and are no traceback."""

    def broken(*arguments, **settings):
        raise KeyError("ours")

    monkeypatch.setattr(cli_conform, "check_named", broken)
    code, out, err = run("RightIgnoreRewards", "ignore_rewards")

    assert (code, out) == (3, "")
    assert err == "formal-rl: this is a fault of formal-rl, please report it: KeyError: 'ours'\n"


def test_help_names_every_suite_and_gives_examples(capsys):
    """The help has all that is needed to start."""
    assert main(["conform", "--help"]) == 0
    text = " ".join(capsys.readouterr().out.split())

    assert all(suite in text for suite in SUITES)
    assert "formal-rl conform my_envs:IgnoreRewards --suite ignore_rewards" in text


@pytest.mark.skipif(os.name == "nt", reason="signals are sent otherwise there")
def test_an_interruption_says_what_was_being_asked(tmp_path):
    """Who interrupts what hangs is told where it hung; exit code 2."""
    reached = tmp_path / "reached"
    (tmp_path / "hanging.py").write_text(
        "from pathlib import Path\n"
        "def hangs(agent, play):\n"
        "    if len(play) == 4 and play[2] == (1, 0):\n"
        f"        Path({str(reached)!r}).touch()\n"
        "        while True:\n"
        "            pass\n"
        "    return (0, 0)\n"
    )
    spec = f"{tmp_path / 'hanging.py'}:hangs"
    command = [sys.executable, "-m", "formal_rl", "conform", spec, "--suite", "ignore_rewards"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        deadline = time.monotonic() + 60
        while not reached.exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)

    assert (process.returncode, out) == (2, "")
    assert "interrupted while asking the play ((0, 0), 0, (1, 0), 1)" in err
