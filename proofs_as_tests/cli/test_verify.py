"""verify at scale: a file that resumes, what cannot be used, the weakest first, totals by paper, the JSON Schema."""

import json
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import pytest
from attrs import evolve
from jsonschema import Draft202012Validator, ValidationError

from formal_rl.checking import Scope
from formal_rl.cli import verify as cli_verify
from formal_rl.statements import LEDGER, verify_all

pytestmark = pytest.mark.usefixtures("own_directory")

SOME = ["A21-L2", "A21-D3", "T24-DA1", "T24-DB4"]
REPORTS = {report.id: report for report in verify_all(SOME, Scope(), jobs=1, clock=lambda: 0.0)}


def counted(monkeypatch):
    """The list of what is verified from now on."""
    verified, right = [], cli_verify.verify_all

    def counting(identifiers, scope, *, known, finished, **how):
        def noting(report):
            verified.append(report.id)
            finished(report)

        return right(identifiers, scope, known=known, finished=noting, **how)

    monkeypatch.setattr(cli_verify, "verify_all", counting)
    return verified


def untimed(text):
    """The statements of a verification as JSON, without seconds."""
    return [{**row, "seconds": 0} for row in json.loads(text)["statements"]]


# --- A run that is resumed ---


def test_what_is_in_the_file_is_not_verified_again(run, monkeypatch):
    """It is reported as if it were, and how many those are is said."""
    verified = counted(monkeypatch)
    resumed = ("verify", "--jobs", 1, "--out", "run.jsonl")
    assert run(*resumed, *SOME[1:3])[1].splitlines()[1] == "0 of 2 statements taken from run.jsonl"
    assert verified == SOME[1:3]
    code, out, _ = run(*resumed, *SOME)

    assert code == 0
    assert out.splitlines()[1] == "2 of 4 statements taken from run.jsonl"
    assert [line.split()[0] for line in out.splitlines()[2:6]] == SOME
    assert out.splitlines()[-1].startswith("4 statements: 4 reproduced, 0 not; ")
    assert sorted(verified) == sorted(SOME)
    code, out, _ = run(*resumed, *SOME, "--json")
    assert (code, json.loads(out)["done_before"], len(verified)) == (0, 4, 4)
    assert untimed(out) == untimed(run("verify", *SOME, "--jobs", 1, "--json")[1])


def test_what_failed_is_tried_again(run, monkeypatch):
    """A verification of which a part failed exits with 1, and is resumed with what failed."""
    verified = counted(monkeypatch)
    failing = ("verify", "A21-L2", "A22-T10.2", "--horizon", 1, "--jobs", 1, "--out", "run.jsonl")

    assert run(*failing)[0] == run(*failing)[0] == 1
    assert verified == ["A21-L2", "A22-T10.2", "A22-T10.2"]


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)])
def test_a_program_that_is_stopped_can_be_resumed(how, code):
    """Interrupted or killed, it leaves what was finished; the same command does what is missing."""
    command = [sys.executable, "-m", "formal_rl", "verify", "T24-D[AB]*", "--jobs", "2", "--out", "run.jsonl", "--json"]
    with open("out", "wb") as out, open("err", "wb") as err:  # no pipes, since processes of a killed one go on
        process = subprocess.Popen(command, stdout=out, stderr=err)
        _until(lambda: _lines("run.jsonl") > 1, process)
        process.send_signal(how)
        assert process.wait(timeout=60) == code
    assert Path("out").read_bytes() == b""
    assert b"Traceback" not in Path("err").read_bytes()
    done = _lines("run.jsonl") - 1
    ended = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    expected = [identifier for identifier in LEDGER if identifier.startswith(("T24-DA", "T24-DB"))]

    assert [statement["id"] for statement in ended["statements"]] == expected
    assert len(expected) > ended["done_before"] == done >= 1
    assert _lines("run.jsonl") == len(expected) + 1


def _until(condition, process):
    for _ in range(1200):
        if condition():
            return
        assert process.poll() is None
        time.sleep(0.05)
    raise AssertionError("not within a minute")


def _lines(file):
    path = Path(file)
    return path.read_bytes().count(b"\n") if path.exists() else 0


# --- What cannot be used ---


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (
            ["--out", "nowhere/run.jsonl"],
            4,
            "out is 'nowhere/run.jsonl': expected a file in an existing directory",
        ),
        (["--out", "."], 4, "out is '.': expected a file in an existing directory"),
        (["--out", "notes.txt"], 4, "notes.txt: line 1: is not a JSON object"),
        (["--out", "run.jsonl", "--seed", 1], 4, "line 1 seed is 0, and here seed is 1; give another file"),
        (["--out", "run.jsonl", "--profile", "full"], 4, "line 1 profile is quick, and here profile is full"),
        (["--scheduler", "tcp://localhost:1"], 2, "--scheduler goes with --backend dask"),
        (["--backend", "dask"], 2, "scheduler is None: expected the address of a dask scheduler"),
        (["--backend", "dask", "--scheduler", "nothing://there"], 4, "expected a dask scheduler that answers"),
        (["--backend", "spark"], 2, "'spark' is not one of 'loky', 'dask'"),
        (["--sort", "beauty"], 2, "'beauty' is not one of 'ledger', 'evidence'"),
    ],
)
def test_what_cannot_be_used(run, options, code, said):
    """It is said in a line, with its code, and what is there is as it was."""
    Path("notes.txt").write_text("mine\n", "utf-8")
    assert run("verify", "A21-L2", "--out", "run.jsonl")[0] == 0
    before = Path("run.jsonl").read_bytes()
    found, _, err = run("verify", "A21-L2", "A21-D3", *options)

    assert found == code
    assert said in err
    assert "Traceback" not in err
    assert (Path("notes.txt").read_text("utf-8"), Path("run.jsonl").read_bytes()) == ("mine\n", before)


def test_without_dask_it_is_said(run, monkeypatch):
    """The extra is named."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, err = run("verify", "A21-L2", "--backend", "dask", "--scheduler", "tcp://localhost:1")

    assert code == 4
    assert 'expected dask to be installed: pip install "dask[distributed]"' in err


# --- For people ---


def test_verdicts_by_paper(run, monkeypatch):
    """A table by verdict and paper, then what failed, the time, and the totals; of one statement the totals only."""
    failed = evolve(REPORTS["A21-D3"], reproduced=False, reason="made up")
    found = [failed if report is REPORTS["A21-D3"] else report for report in REPORTS.values()]
    monkeypatch.setattr(cli_verify, "verify_all", lambda *_, **__: found)
    code, out, _ = run("verify", *SOME)
    table = out[out.index("\n\n") :].splitlines()

    assert code == 1
    assert table[2:6] == [
        "         A21  T24  all",
        "defined         2    2",
        "holds      1         1",
        "FAILED     1         1",
    ]
    assert table[6] == "failed: A21-D3"
    assert table[7].startswith("took ")
    assert table[8].startswith("4 statements: 3 reproduced, 1 not; ")
    assert len(table) == 9
    found[:] = [REPORTS["A21-L2"]]
    assert len(run("verify", "A21-L2")[1].splitlines()) == 3


@pytest.mark.parametrize("options", [[], ["--json"]], ids=str)
def test_the_weakest_first(run, monkeypatch, options):
    """Failures, then those with the fewest cases that are not worked by hand."""
    failed = evolve(REPORTS["T24-DB4"], reproduced=False, reason="made up")
    found = [failed if report is REPORTS["T24-DB4"] else report for report in REPORTS.values()]
    monkeypatch.setattr(cli_verify, "verify_all", lambda *_, **__: found)
    _, out, _ = run("verify", *SOME, "--sort", "evidence", *options)
    order = [row["id"] for row in json.loads(out)["statements"]] if options else []
    order = order or [line.split()[0] for line in out.splitlines() if "beyond examples" in line]

    assert order == ["T24-DB4", "A21-D3", "T24-DA1", "A21-L2"]
    assert [REPORTS[each].cases_beyond_examples for each in order] == [1536, 0, 30, 85]
    assert sum(part["cases"] for part in REPORTS["T24-DA1"].parts) == 32


# --- As JSON ---


def test_the_json_is_as_its_schema_says(run):
    """What passes and what fails; a value that the schema does not foresee is found."""
    schema = json.loads(files("formal_rl.statements").joinpath("schemas", "verify-1.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    code, out, _ = run("verify", *SOME, "A22-T10.2", "A22-T10.3", "--horizon", 1, "--jobs", 1, "--json")
    report = json.loads(out)

    assert (code, report["schema"]) == (1, "formal_rl/verify/1")
    assert {statement["reproduced"] for statement in report["statements"]} == {True, False}
    Draft202012Validator(schema).validate(report)
    for wrong in ({"schema": "formal_rl/verify/2"}, {"passed": -1}, {"more": 1}, {"statements": [{}]}):
        with pytest.raises(ValidationError):
            Draft202012Validator(schema).validate({**report, **wrong})


def test_the_same_bytes_without_seconds(run):
    """With --reproducible no second is told, so that two reports are equal, byte for byte."""
    first, second = (run("verify", "A22-D1", "--reproducible", "--json")[1] for _ in range(2))
    assert first == second
    assert '"seconds": 0.0' in first
