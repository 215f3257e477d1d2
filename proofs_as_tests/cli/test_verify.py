"""verify: rows, JSON and its schema, a file that resumes, what cannot be used, the weakest first, totals by paper."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve
from jsonschema import Draft202012Validator, ValidationError

from formal_rl import DEFINITIONS_REVISION, __version__
from formal_rl.checking import Scope
from formal_rl.cli import verify as cli_verify
from formal_rl.statements import LEDGER, verify_all
from proofs_as_tests.cli.waiting import lines, until
from proofs_as_tests.schemas import json_schema

pytestmark = pytest.mark.usefixtures("own_directory")

SOME = ["A21-L2", "A21-D3", "T24-DA1", "T24-DB4"]


@pytest.fixture(scope="module")
def reports():
    """The reports of some statements, by id."""
    return {report.id: report for report in verify_all(SOME, Scope(), jobs=1, clock=lambda: 0.0)}


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


# --- Rows and JSON ---


SECONDS = re.compile(r" +\d+\.\d\d? s(?=  |$)", re.MULTILINE)


def test_verifying_two_statements(run):
    """Each has a row, in the order of the ledger whatever was asked first, and a closing line counts them all."""
    code, out, err = run("verify", "A21-L2,A21-D1", "--jobs", 1)
    before, first, second, empty, *verdicts, took, closing = out.splitlines()

    assert (code, err, empty) == (0, "", "")
    assert re.fullmatch(r"self-checks ok: (\d+) of \1, [\d,]+ cases", before)
    for row, beginning, counted in (
        (first, ["A21-D1", "defined", "ok"], r"  cases 1,781 +branches none +mutants 6/6 +\d+\.\d\d s  (.*)$"),
        (second, ["A21-L2", "holds", "ok"], r"  cases 85 +branches none +mutants 1/1 +\d+\.\d\d s  (.*)$"),
    ):
        assert row.split()[:3] == beginning
        assert re.search(counted, row)[1] == LEDGER[beginning[0]].title
    assert [line.split()[::2] for line in verdicts] == [["verdict", "all"], ["defined", "1"], ["holds", "1"]]
    assert re.fullmatch(r"took \d+\.\d s", took)
    assert closing == (
        "2 statements: 2 reproduced, 0 not; 7 mutants: 7 killed, 0 not; 1,866 cases; "
        f"profile quick, seed 0, definitions revision {DEFINITIONS_REVISION}"
    )


def test_the_parts_of_a_verification(run):
    """With --parts each part has its domain, branches and witness, and each mutant the part that kills it."""
    _, plain_out, _ = run("verify", "A21-S3-form", "--jobs", 1)
    code, out, _ = run("verify", "A21-S3-form", "--parts", "--jobs", 1)
    parts = [line for line in out.splitlines() if line.startswith("    ")]

    assert (code, out.splitlines()[1].split()[:3]) == (0, ["A21-S3-form", "refuted", "ok"])
    assert not [line for line in plain_out.splitlines() if line.startswith("    ")]
    assert [line for line in parts if " (meant to fail): " in line and ", as expected; " in line]
    assert [line for line in parts if line.startswith("        ")]
    (mutant,) = [line for line in parts if line.startswith("    mutant ")]
    assert mutant.startswith(f"    mutant {LEDGER['A21-S3-form'].mutants[0].name}: killed by ")
    assert "NOT" not in out


def test_verifying_as_json(run):
    """As JSON, a verification says what was asked for, and has the report of each statement."""
    code, out, err = run(
        "verify", "A21-S3-form", "A21-L2", "--json", "--percepts", 2, "--actions", 2, "--seed", 7, "--jobs", 1
    )
    report = json.loads(out)
    scope = Scope(number_of_percepts=2, number_of_actions=2, seed=7)
    expected = [each.to_json() for each in verify_all(["A21-L2", "A21-S3-form"], scope, jobs=1, clock=lambda: 0.0)]

    assert (code, err) == (0, "")
    assert untimed(out) == json.loads(json.dumps(expected))
    assert {key: value for key, value in report.items() if key not in {"statements", "self_checks", "seconds"}} == {
        "schema": "formal_rl/verify/1",
        "formal_rl": __version__,
        "definitions_revision": DEFINITIONS_REVISION,
        "profile": "quick",
        "horizon": None,
        "percepts": 2,
        "actions": 2,
        "seed": 7,
        "proofs": {"theorems": [], "failed": [], "not_here": ""},
        "done_before": 0,
        "passed": 2,
        "failed": 0,
    }


def test_a_branch_that_never_occurs(run):
    """To horizon 1 no history is anything but genuine, so Theorem 10 part 2 is not reproduced, by the output."""
    code, out, err = run("verify", "A22-T10.2", "--horizon", 1, "--jobs", 1)
    _, row, reason, *_, proofs, closing = out.splitlines()

    assert (code, err) == (1, "")
    assert proofs.startswith("proofs")
    assert row.split()[:3] == ["A22-T10.2", "holds", "FAILED"]
    assert reason == "    not reproduced: (π_RC)_RC = π_RC: never occurred in this scope: not a genuine history"
    assert out.count(": NOT KILLED") == 1
    assert closing.startswith("1 statement: 0 reproduced, 1 not; 1 mutant: 0 killed, 1 not; 4 cases; ")


def test_the_profile_ci_is_quick_here(run):
    """As it is called elsewhere; and with two processes the rows are those of one, in the same order."""
    asked = ("verify", ",".join(SOME), "--horizon", 2)
    code, quick, _ = run(*asked, "--jobs", 1)

    assert code == 0
    assert SECONDS.sub("", quick) == SECONDS.sub("", run(*asked, "--jobs", 2, "--profile", "ci")[1])


def test_colours(run, monkeypatch):
    """On a terminal the rows are coloured, and the text between the colours is the same."""
    asked = ("verify", "A21-L2", "A21-S3-form", "--jobs", 1)
    _, bare, _ = run(*asked)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    _, coloured, _ = run(*asked)
    text = SECONDS.sub("", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", coloured))

    assert "\x1b[32mA21-L2" in coloured
    assert "\x1b[33mA21-S3-form" in coloured
    assert all(SECONDS.sub("", line) in text for line in bare.splitlines())


# --- A run that is resumed ---


def test_reports_in_the_file_are_reused(run, monkeypatch):
    """The report has it as usual, and the output counts the reused ones."""
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


def test_failed_statements_are_tried_again(run, monkeypatch):
    """A verification of which a part failed exits with 1, and is resumed with what failed."""
    verified = counted(monkeypatch)
    failing = ("verify", "A21-L2", "A22-S5-class", "--horizon", 1, "--jobs", 1, "--out", "run.jsonl")

    assert run(*failing)[0] == run(*failing)[0] == 1
    assert verified == ["A21-L2", "A22-S5-class", "A22-S5-class"]


@pytest.mark.parametrize(
    ("how", "code"),
    [(signal.SIGINT, 130), pytest.param(signal.SIGKILL, -signal.SIGKILL, marks=pytest.mark.full)],
)
def test_a_program_that_is_stopped_can_be_resumed(how, code):
    """Interrupted or killed, it leaves what was finished; the same command does what is missing."""
    command = [sys.executable, "-m", "formal_rl", "verify", "T24-D[AB]*", "--jobs", "2", "--out", "run.jsonl", "--json"]
    without_rocq = {**os.environ, "PATH": ""}
    with open("out", "wb") as out, open("err", "wb") as err:  # no pipes, since processes of a killed one go on
        process = subprocess.Popen(command, stdout=out, stderr=err, env=without_rocq)
        until(lambda: lines("run.jsonl") > 1, process)
        process.send_signal(how)
        assert process.wait(timeout=60) == code
    assert Path("out").read_bytes() == b""
    assert b"Traceback" not in Path("err").read_bytes()
    done = lines("run.jsonl") - 1
    ended = json.loads(subprocess.run(command, capture_output=True, check=True, env=without_rocq).stdout)
    expected = [identifier for identifier in LEDGER if identifier.startswith(("T24-DA", "T24-DB"))]

    assert [statement["id"] for statement in ended["statements"]] == expected
    assert len(expected) > ended["done_before"] == done >= 1
    assert lines("run.jsonl") == len(expected) + 1


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
def test_unusable_options_are_reported(run, options, code, said):
    """A line reports it, with the exit code, and the files stay unchanged."""
    Path("notes.txt").write_text("mine\n", "utf-8")
    assert run("verify", "A21-L2", "--out", "run.jsonl")[0] == 0
    before = Path("run.jsonl").read_bytes()
    found, _, err = run("verify", "A21-L2", "A21-D3", *options)

    assert found == code
    assert said in err
    assert "Traceback" not in err
    assert (Path("notes.txt").read_text("utf-8"), Path("run.jsonl").read_bytes()) == ("mine\n", before)


def test_a_missing_dask_is_reported(run, monkeypatch):
    """The extra is named."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, err = run("verify", "A21-L2", "--backend", "dask", "--scheduler", "tcp://localhost:1")

    assert code == 4
    assert 'expected dask to be installed: pip install "dask[distributed]"' in err


# --- For people ---


def test_verdicts_by_paper(run, reports, monkeypatch):
    """A table by verdict and paper, then what failed, the time, and the totals; of one statement the totals only."""
    failed = evolve(reports["A21-D3"], reproduced=False, reason="made up")
    found = [failed if report is reports["A21-D3"] else report for report in reports.values()]
    monkeypatch.setattr(cli_verify, "verify_all", lambda *_, **__: found)
    code, out, _ = run("verify", *SOME)
    table = out[out.index("\n\n") :].splitlines()

    assert code == 1
    assert table[2:6] == [
        "verdict  A21  T24  all",
        "defined         2    2",
        "holds      1         1",
        "FAILED     1         1",
    ]
    assert table[6] == "failed: A21-D3"
    assert table[7].startswith("took ")
    assert table[8].startswith("4 statements: 3 reproduced, 1 not; ")
    assert len(table) == 9
    found[:] = [reports["A21-L2"]]
    assert len(run("verify", "A21-L2")[1].splitlines()) == 3


@pytest.mark.parametrize("options", [[], ["--json"]], ids=str)
def test_the_weakest_first(run, reports, monkeypatch, options):
    """Failures, then those with the fewest cases that are not worked by hand."""
    failed = evolve(reports["T24-DB4"], reproduced=False, reason="made up")
    found = [failed if report is reports["T24-DB4"] else report for report in reports.values()]
    monkeypatch.setattr(cli_verify, "verify_all", lambda *_, **__: found)
    _, out, _ = run("verify", *SOME, "--sort", "evidence", *options)
    order = [row["id"] for row in json.loads(out)["statements"]] if options else []
    order = order or [line.split()[0] for line in out.splitlines() if "beyond examples" in line]

    assert order == ["T24-DB4", "A21-D3", "T24-DA1", "A21-L2"]
    assert [reports[each].cases_beyond_examples for each in order] == [1536, 0, 30, 85]
    assert sum(part["cases"] for part in reports["T24-DA1"].parts) == 32


# --- As JSON ---


def test_the_json_is_as_its_schema_says(run):
    """What passes and what fails; a value that the schema does not foresee is found."""
    schema = json_schema("verify/1")
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
    """With --reproducible reports omit durations, so that two are equal, byte for byte."""
    first, second = (run("verify", "A22-D1", "--reproducible", "--json")[1] for _ in range(2))
    assert first == second
    assert '"seconds": 0.0' in first
