"""The command line: what it prints, and with which code it exits."""

import inspect
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections import Counter
from fnmatch import fnmatchcase
from importlib.resources import files
from pathlib import Path
from pkgutil import resolve_name
from typing import get_args

import numpy
import pytest
import typer
from attrs import evolve
from jsonschema import Draft202012Validator, ValidationError
from rich.console import Console

import formal_rl
from formal_rl import cli
from formal_rl.battery import published_totals
from formal_rl.checking import Scope
from formal_rl.cli import output, statements
from formal_rl.cli import verify as cli_verify
from formal_rl.cli.conform import vectors
from formal_rl.recordings import shipped_vectors
from formal_rl.safelife.levels import TEACHING_LEVELS, format_run, shipped_level
from formal_rl.statements import LEDGER, Verdict, choose, kill_table, verify_all
from formal_rl.statements.statement import Kind
from formal_rl.study import ILLUSTRATIONS
from formal_rl.study.safelife.run import run_level

pytestmark = pytest.mark.usefixtures("no_terminal")

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
CLOSING = next(line for line in README.splitlines() if "mismatches" in line)
SECONDS = re.compile(r" +\d+\.\d\d? s(?=  |$)", re.MULTILINE)
BOXES = re.compile("[\u2500-\u259f]")


@pytest.fixture
def flipped(tmp_path):
    """A copy of a shipped file in which one action of one run is another."""
    document = json.loads((shipped_vectors() / "DejaVu.json").read_text("utf-8"))
    document["runs"][2]["actions"][17] = 1 - document["runs"][2]["actions"][17]
    path = tmp_path / "DejaVu.json"
    path.write_text(json.dumps(document), "utf-8")
    return path


def untimed(out):
    """What a verification printed, without the seconds of each statement and of all."""
    return SECONDS.sub("", out)


def process(*arguments, **environment):
    """Run the command line in a process of its own, without a terminal."""
    kept = {name: value for name, value in os.environ.items() if name not in {"FORCE_COLOR", "NO_COLOR"}}
    return subprocess.run(
        [sys.executable, "-m", "formal_rl", *arguments],
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={**kept, "PYTHONUTF8": "1", **environment},
    )


# --- statements ---


def test_statements_is_a_table_of_the_ledger(run):
    """Every statement has a row, in the order of the ledger, with its verdict, under a heading and in columns."""
    code, out, err = run("statements")
    heading, *rows = out.splitlines()

    assert (code, err) == (0, "")
    assert heading.split() == ["statement", "kind", "verdict", "what", "it", "says", "source"]
    assert [row.split()[0] for row in rows] == list(LEDGER)
    for row, statement in zip(rows, LEDGER.values(), strict=True):
        assert statement.verdict == row[heading.index("verdict") :][: len(statement.verdict)]
        assert statement.title == row[heading.index("what") :][: len(statement.title)]
        assert row.endswith(statement.source)


def test_statements_as_json(run):
    """As JSON, the ledger is a list of objects, each with all that is said about the statement."""
    code, out, err = run("statements", "--json")
    entries = json.loads(out)

    assert (code, err) == (0, "")
    assert [entry["id"] for entry in entries] == list(LEDGER)
    for entry, statement in zip(entries, LEDGER.values(), strict=True):
        assert entry == {
            "schema": "formal_rl/statement/1",
            **{name: getattr(statement, name) for name in ("id", "kind", "title", "claim", "source", "verdict")},
            **{name: getattr(statement, name) for name in ("evidence", "defects", "repair", "witness")},
            **{name: getattr(statement, name) for name in ("finding", "caution")},
            "uses": list(statement.uses),
            "used_by": [each for each in LEDGER if statement.id in LEDGER[each].uses],
            "evidence_uses": list(statement.evidence_uses),
            "proofs": list(statement.proofs),
            "code": list(statement.code),
            "mutants": [mutant.name for mutant in statement.mutants],
            "twins": [mutant.name for mutant in statement.mutants],
        }


STATEMENT_SCHEMA = json.loads(files("formal_rl.statements").joinpath("schemas", "statement-1.json").read_text("utf-8"))


def test_statements_as_json_are_of_their_schema(run):
    """Each element of the list is what the JSON Schema of its name says, which says all words of kind and verdict."""
    Draft202012Validator.check_schema(STATEMENT_SCHEMA)
    for entry in json.loads(run("statements", "--json")[1]):
        Draft202012Validator(STATEMENT_SCHEMA).validate(entry)

    assert STATEMENT_SCHEMA["properties"]["verdict"]["enum"] == list(get_args(Verdict))
    assert STATEMENT_SCHEMA["properties"]["kind"]["enum"] == list(get_args(Kind))


@pytest.mark.parametrize(
    "change",
    [{"schema": "formal_rl/statement/2"}, {"verdict": "true"}, {"mutants": [7]}, {"more": 1}, {"id": "A22 D7"}],
    ids=str,
)
def test_what_is_not_of_the_schema_is_refused(run, change):
    """A changed entry is not valid."""
    entry = json.loads(run("explain", "A22-D7", "--json")[1])

    with pytest.raises(ValidationError):
        Draft202012Validator(STATEMENT_SCHEMA).validate({**entry, **change})


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        (["T24-D*"], lambda s: s.id.startswith(("T24-D", "T24-d"))),
        (["t24-dd*", "A22-D7"], lambda s: s.id.startswith("T24-DD") or s.id == "A22-D7"),
        (["--paper", "A22"], lambda s: s.id.startswith("A22") or s.id == "R-measure"),
        (["--paper", "Alexander et al. 2022"], lambda s: s.id.startswith("A22") or s.id == "R-measure"),
        (["--paper", "wainwright_2019"], lambda s: s.id.startswith("W19")),
        (["--paper", "a21,T24"], lambda s: s.id[:3] in {"A21", "T24"}),
        (["--paper", "A21", "--paper", "Thornley 2024"], lambda s: s.id[:3] in {"A21", "T24"}),
        (["--verdict", "Refuted"], lambda s: s.verdict == "refuted"),
        (["--verdict", "open", "--verdict", "holds (repaired)"], lambda s: s.verdict in {"open", "holds (repaired)"}),
        (
            ["A*-S*", "--paper", "A21", "--verdict", "refuted", "--verdict", "holds"],
            lambda s: s.id.startswith("A21-S") and s.verdict in {"refuted", "holds"},
        ),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_statements_can_be_chosen(run, asked, chosen):
    """Patterns, papers and verdicts choose the same statements, in the order of the ledger, in whatever form."""
    expected = [statement for statement in LEDGER.values() if chosen(statement)]
    _, listed, _ = run("statements", *asked)
    _, as_json, _ = run("statements", *asked, "--json")
    _, page, _ = run("statements", *asked, "--page")
    _, summary, _ = run("statements", *asked, "--summary")
    _, findings, _ = run("statements", *asked, "--findings")
    found = [statement.id for statement in expected if statement.is_finding]

    assert 0 < len(expected) < len(LEDGER)
    assert [line.split()[0] for line in listed.splitlines()[1:]] == [statement.id for statement in expected]
    assert [entry["id"] for entry in json.loads(as_json)] == [statement.id for statement in expected]
    assert re.findall(r"^## (\S+): ", page, re.MULTILINE) == [statement.id for statement in expected]
    assert summary.splitlines()[-1].split()[-2] == str(len(expected))
    rows = "".join(line.partition(": ")[0] for line in findings.splitlines() if line.startswith("* "))
    assert sorted(re.findall(r"(?:R|[ATW]\d\d)-[\w.-]+", rows)) == sorted(found)


def test_nothing_is_chosen(run):
    """Where nothing is both, there are no rows."""
    assert run("statements", "W19-*", "--paper", "A21", "--json") == (0, "[]\n", "")
    assert len(run("statements", "W19-*", "--paper", "A21")[1].splitlines()) == 1


def test_the_summary_counts_each_statement_once(run):
    """Each verdict has its number for each paper, and rows and columns add up to the ledger."""
    code, out, _ = run("statements", "--summary")
    heading, _, *rows, last = [[cell.strip() for cell in line.split("|")[1:-1]] for line in out.splitlines()]

    assert code == 0
    assert heading == ["verdict", "A21", "A22", "T24", "W19", "all"]
    assert {row[0]: int(row[-1]) for row in rows} == Counter(statement.verdict for statement in LEDGER.values())
    assert [int(row[-1]) for row in rows] == [sum(int(cell or 0) for cell in row[1:-1]) for row in rows]
    assert [int(cell) for cell in last[1:]] == [sum(int(row[n] or 0) for row in rows) for n in range(1, 6)]
    assert ["refuted", "1", "", "4", "2", "7"] in rows


# --- explain ---


@pytest.mark.parametrize("identifier", ["A22-D7", "A21-S3-form", "A21-E8", "A22-T10.3", "A22-D1"])
def test_explaining_a_statement(run, identifier):
    """In full it has the claim, the verdict, the evidence, every mutant, and the source of every definition."""
    statement = LEDGER[identifier]
    code, out, err = run("explain", identifier, "--all")
    lines = out.splitlines()

    assert (code, err) == (0, "")
    assert lines[0] == f"{identifier}  {statement.title}"
    assert statement.claim in lines
    assert f"verdict:  {statement.verdict}" in lines
    assert f"evidence: {statement.evidence}" in lines
    assert f"mutants:  {'; '.join(mutant.name for mutant in statement.mutants)}" in lines
    for label in ("witness", "defects", "repair", "finding", "caution"):
        text = getattr(statement, label)
        assert (f"{label + ':':<10}{text}" in lines) == bool(text)
        assert any(line.startswith(f"{label}:") for line in lines) == bool(text)
    main = statement.main_code
    assert [line for line in lines if line.startswith("see also: ")] == (
        [f"see also: {', '.join(statement.code[len(main) :])}"] if len(statement.code) > len(main) else []
    )
    for name in main:
        assert f"# {name}" in lines
        value = resolve_name(name)
        if inspect.isclass(value) or (inspect.isfunction(value) and value.__name__ == name.rsplit(".", 1)[1]):
            assert inspect.getsource(value).rstrip() in out
    assert f"run it:   formal-rl verify {identifier} --parts" in lines
    assert (lines[-1] == f"run it:   formal-rl verify {identifier} --parts") == (identifier not in ILLUSTRATIONS)


@pytest.mark.parametrize("identifier", ILLUSTRATIONS)
def test_an_example_is_shown(run, identifier):
    """The explanation of an example ends with a short run, which the command that it names prints, too."""
    illustration = ILLUSTRATIONS[identifier]
    _, out, _ = run("explain", identifier)
    explained, _, shown = out.partition(f"see it:   {illustration.command}\n\n")
    code, traced, _ = run(*shlex.split(illustration.command)[1:])

    assert identifier in LEDGER
    assert explained.rstrip().endswith(f"explain {identifier} --all")
    assert code == 0
    assert [line.removeprefix("  ") for line in shown.splitlines()] == [line.rstrip() for line in traced.splitlines()]


def test_explaining_a_definition_by_a_constant(run):
    """Where a definition is one line that calls the scheme, that line is shown."""
    _, out, _ = run("explain", "A21-E9", "--all")

    assert "backward_consciousness = mimic(backwards)" in out.splitlines()


@pytest.mark.parametrize(("identifier", "row"), [("T24-m", "| 1 | A | B |   |   | 2 |"), ("W19-robust", "o o")])
def test_a_witness_is_drawn(run, identifier, row):
    """A world or board that a witness has on a line is drawn, a cell beside the other."""
    assert f"{'':<10}{row}" in run("explain", identifier)[1].splitlines()


@pytest.mark.parametrize("identifier", list(LEDGER))
def test_everything_can_be_explained(run, identifier):
    """Every statement can be explained on a screen; in full no definition of any comes out empty."""
    code, out, _ = run("explain", identifier)
    assert code == 0
    assert len(out.partition("\nsee it:")[0].splitlines()) <= 60
    code, out, _ = run("explain", identifier, "--all")

    assert code == 0
    for name in LEDGER[identifier].main_code:
        shown = out.split(f"# {name}\n", 1)[1].split("\n\n# ", 1)[0]
        assert name.rsplit(".", 1)[1] in shown.splitlines()[0] or shown.startswith("@")


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("a22-d7", "A22-D7"),
        ("A22-C9-weights", "A22-C9"),
        ("Theorem 5.1", "T24-T5.1"),
        ("definition 7", "A22-D7"),
        ("reality check", "A22-D7"),
        ("newcomb's", "A22-S4-newcomb-value"),
        ("D.2 reward", "T24-DD2"),
    ],
)
def test_a_statement_is_found_by_words(run, words, first):
    """By its id, its place, or what it says; explain takes the same words."""
    code, out, _ = run("find", *words.split())

    assert (code, out.split()[0]) == (0, first)
    assert run("explain", words)[1].startswith(f"{first}  ")
    assert json.loads(run("find", words, "--json")[1])[0]["id"] == first


def test_words_that_no_statement_has(run):
    """It is said."""
    assert run("find", "zzz") == (2, "", "formal-rl: no statement is about 'zzz'; see formal-rl statements\n")


def test_explaining_as_json(run):
    """As JSON, an explanation is the statement's entry in the list of all, and its kill table."""
    _, every, _ = run("statements", "--json")
    code, out, _ = run("explain", "A22-D7", "--json")
    explained = json.loads(out)
    Draft202012Validator(STATEMENT_SCHEMA).validate(explained)
    kills = explained.pop("kills")

    assert code == 0
    assert explained == next(entry for entry in json.loads(every) if entry["id"] == "A22-D7")
    assert [mutant["name"] for mutant in kills["mutants"]] == explained["mutants"]


def test_explaining_what_kills(run, monkeypatch):
    """An explanation shows which parts reject which mutants; or says that this was not measured."""
    _, out, _ = run("explain", "A22-D7", "--all")
    shown = out.partition("kills:    a line for each mutant, a column for each part\n")[2].splitlines()
    table = list(kill_table("A22-D7").lines(LEDGER["A22-D7"]))

    assert shown[: len(table) + 1] == [*(f"  {line}" for line in table), ""]
    monkeypatch.setattr(statements, "kill_table", lambda identifier: None)
    assert "  not measured yet: make kills measures them" in run("explain", "A22-D7", "--all")[1].splitlines()
    assert json.loads(run("explain", "A22-D7", "--json")[1])["kills"] is None


@pytest.mark.parametrize(
    ("command", "nearest"),
    [(["explain", "A22-D9"], "A22-D8"), (["verify", "A22-D9"], "A22-D8"), (["explain", "a22-d9"], "A22-D8")],
)
def test_an_unknown_statement(run, command, nearest):
    """An identifier that is not in the ledger exits 2, and the nearest ones are offered, on stderr alone."""
    code, out, err = run(*command)

    assert (code, out) == (2, "")
    assert err.startswith(f"formal-rl: no statement {command[1]!r}; did you mean {nearest}, ")


def test_identifiers_are_of_either_case(run):
    """An identifier or a pattern is read in letters of either case."""
    assert run("explain", "a22-d7", "--json") == run("explain", "A22-D7", "--json")
    assert choose(["a21-s3-FORM", "a22-t10.[12]"]) == ["A21-S3-form", "A22-T10.1", "A22-T10.2"]


def test_nothing_near(run):
    """Where nothing is near, the list is pointed at."""
    assert run("explain", "zzz") == (2, "", "formal-rl: no statement 'zzz'; see formal-rl statements\n")


# --- verify ---


def rows_of(out):
    """The rows of a verification of several statements: from the self-checks to the table of verdicts."""
    lines = out.splitlines()
    return lines[1 : lines.index("")]


def test_verifying_two_statements(run):
    """Each has a row, in the order of the ledger whatever was asked first, and a closing line counts them all."""
    code, out, err = run("verify", "A21-L2", "A21-D1", "--jobs", 1)
    before, first, second, empty, *verdicts, took, closing = out.splitlines()

    assert (code, err) == (0, "")
    assert re.fullmatch(r"self-checks ok: (\d+) of \1, [\d,]+ cases", before)
    assert first.split()[:3] == ["A21-D1", "defined", "ok"]
    assert second.split()[:3] == ["A21-L2", "holds", "ok"]
    assert (
        re.search(r"  cases 1,781 +branches none +mutants 6/6 +\d+\.\d\d s  (.*)$", first)[1] == LEDGER["A21-D1"].title
    )
    assert re.search(r"  cases 85 +branches none +mutants 1/1 +\d+\.\d\d s  (.*)$", second)[1] == LEDGER["A21-L2"].title
    assert empty == ""
    assert [line.split() for line in verdicts] == [["A21", "all"], ["defined", "1", "1"], ["holds", "1", "1"]]
    assert re.fullmatch(r"took \d+\.\d s", took)
    assert closing == (
        "2 statements: 2 reproduced, 0 not; 7 mutants: 7 killed, 0 not; 1,866 cases; "
        f"profile quick, seed 0, definitions revision {formal_rl.DEFINITIONS_REVISION}"
    )


def test_a_pattern(run):
    """A pattern stands for every statement that fits it; one that is named beside it is not verified twice."""
    code, out, _ = run("verify", "A21-E[689]*", "A21-E10", "A21-E9", "--horizon", 2, "--jobs", 1)

    assert code == 0
    assert [line.split()[0] for line in rows_of(out)] == ["A21-E6", "A21-E8", "A21-E9", "A21-E10"]
    assert out.splitlines()[-1].startswith("4 statements: 4 reproduced, 0 not; 9 mutants: 9 killed, 0 not; ")


def test_a_refuted_statement_is_reproduced(run):
    """To reproduce a refutation is to agree: the verdict is shown as it is, and the code is 0."""
    code, out, _ = run("verify", "A21-S3-form", "--jobs", 1)

    assert code == 0
    assert out.splitlines()[1].split()[:3] == ["A21-S3-form", "refuted", "ok"]


def test_the_parts_of_a_verification(run):
    """On demand every part is shown with its domain and branches, its witness, and every mutant with what kills it."""
    _, plain_out, _ = run("verify", "A21-S3-form", "--jobs", 1)
    code, out, _ = run("verify", "A21-S3-form", "--parts", "--jobs", 1)
    parts = [line for line in out.splitlines() if line.startswith("    ")]

    assert code == 0
    assert not [line for line in plain_out.splitlines() if line.startswith("    ")]
    assert [line for line in parts if " (meant to fail): " in line and ", as expected; " in line]
    assert [line for line in parts if line.startswith("        ")]
    (mutant,) = [line for line in parts if line.startswith("    mutant ")]
    assert mutant.startswith(f"    mutant {LEDGER['A21-S3-form'].mutants[0].name}: killed by ")
    assert "NOT" not in out


def test_verifying_as_json(run):
    """As JSON, a verification says what was asked for, and for each statement everything its row says and more."""
    code, out, err = run(
        "verify", "A21-S3-form", "A21-L2", "--json", "--percepts", 2, "--actions", 2, "--seed", 7, "--jobs", 1
    )
    report = json.loads(out)

    assert (code, err) == (0, "")
    assert {key: value for key, value in report.items() if key not in {"statements", "self_checks", "seconds"}} == {
        "schema": "formal_rl/verify/1",
        "formal_rl": formal_rl.__version__,
        "definitions_revision": formal_rl.DEFINITIONS_REVISION,
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
    assert [(entry["id"], entry["verdict"]) for entry in report["statements"]] == [
        ("A21-L2", "holds"),
        ("A21-S3-form", "refuted"),
    ]
    for entry in report["statements"]:
        statement = LEDGER[entry["id"]]
        assert entry.keys() >= {"id", "verdict", "reproduced", "evidence", "cases", "branches", "twins_rejected"}
        assert entry["reproduced"] is True
        assert entry["reason"] == ""
        domains = dict.fromkeys(f"{part['name']}: {part['domain']}" for part in entry["parts"])
        assert entry["evidence"] == "; ".join(domains)
        assert type(entry["cases"]) is int
        assert entry["cases"] == sum(part["cases"] for part in entry["parts"] if not part["merged"]) > 0
        assert all(type(number) is int and number > 0 for number in entry["branches"].values())
        assert entry["mutants_killed"] == entry["mutants"] == len(statement.mutants)
        assert [mutant["name"] for mutant in entry["mutant_results"]] == [mutant.name for mutant in statement.mutants]
        assert all(mutant["killed"] is True and mutant["by"] for mutant in entry["mutant_results"])
        assert (entry["twins"], entry["twins_rejected"]) == (entry["mutants"], entry["mutants_killed"])
        assert [{"killed": twin.pop("rejected"), **twin} for twin in entry["twin_results"]] == entry["mutant_results"]
        assert type(entry["seconds"]) is float


def test_a_branch_that_never_occurs(run):
    """To horizon 1 no history is anything but genuine, so Theorem 10 part 2 is not reproduced, and that is said."""
    code, out, err = run("verify", "A22-T10.2", "--horizon", 1, "--jobs", 1)
    _, row, reason, *_, proofs, closing = out.splitlines()

    assert (code, err) == (1, "")
    assert proofs.startswith("proofs")
    assert row.split()[:3] == ["A22-T10.2", "holds", "FAILED"]
    assert reason == "    not reproduced: (π_RC)_RC = π_RC: never occurred in this scope: not a genuine history"
    assert out.count(": NOT KILLED") == 1
    assert closing.startswith("1 statement: 0 reproduced, 1 not; 1 mutant: 0 killed, 1 not; 4 cases; ")


@pytest.mark.parametrize(
    ("asked", "options"),
    [
        pytest.param("*", ["--horizon", "2"], marks=pytest.mark.full),
        ("A21-*", ["--horizon", "2"]),
        ("A22-T10.*", ["--actions", "3", "--horizon", "2"]),
        ("A21-E*", ["--percepts", "4", "--horizon", "2"]),
        pytest.param("A*", ["--actions", "3", "--horizon", "2"], marks=pytest.mark.full),
        pytest.param("A*", ["--actions", "3", "--horizon", "3"], marks=pytest.mark.full),
        pytest.param("A*", ["--percepts", "4", "--horizon", "2"], marks=pytest.mark.full),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value),
)
def test_other_scopes(run, asked, options):
    """Two turns are enough, and more actions or percepts do no harm: everything is reproduced, every mutant killed."""
    code, out, err = run("verify", asked, *options, "--jobs", 1)
    closing = out.splitlines()[-1]
    chosen = [statement for statement in LEDGER.values() if fnmatchcase(statement.id, asked)]
    mutants = sum(len(statement.mutants) for statement in chosen)

    assert (code, err) == (0, "")
    assert [row[: row.index(" ok ")].rstrip().split(maxsplit=1) for row in rows_of(out)] == [
        [s.id, s.verdict] for s in chosen
    ]
    assert closing.startswith(
        f"{len(chosen)} statements: {len(chosen)} reproduced, 0 not; {mutants} mutants: {mutants} killed, 0 not; "
    )


NEVER_BY_ONE_ACTION = {
    *("A21-E6", "A21-E9", "A21-E10"),
    *("A22-E3", "A22-E5", "A22-D7", "A22-T10.1", "A22-T10.2"),
    *("A22-S5-class", "A22-S5-trivialise"),
}
NEVER_AT_ONCE = {
    *("A22-D7", "A22-T10.1", "A22-T10.2", "A22-S5-class", "A22-S5-trivialise"),
}


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.full)], ids=["these", "all"])
@pytest.mark.parametrize(
    ("options", "failing"),
    [
        (["--horizon", "1"], NEVER_AT_ONCE),
        (["--actions", "1", "--horizon", "2"], NEVER_BY_ONE_ACTION),
        (["--percepts", "1", "--horizon", "2"], {"A22-T10.3", "A22-S5-trivialise"}),
    ],
    ids=["one turn", "one action", "one percept"],
)
def test_scopes_in_which_something_never_occurs(run, options, failing, every):
    """With one turn, one action or one percept some statements fail: a branch or a refutation never occurred."""
    # The other papers' checks have no percepts and actions of a scope, only a horizon.
    asked = ["*" if options[0] == "--horizon" else "A*"] if every else ["A21-L2", *failing]
    code, out, _ = run("verify", *asked, *options, "--json", "--jobs", 1)
    reports = {report["id"]: report for report in json.loads(out)["statements"]}

    assert code == 1
    assert {identifier for identifier, report in reports.items() if not report["reproduced"]} == failing
    never = re.compile(": never occurred in this scope: |: meant to fail, and holds on ")
    assert [r for r in reports.values() if not never.search(r["reason"])] == [
        r for r in reports.values() if r["id"] not in failing
    ]
    assert {r["reason"] for r in reports.values() if r["id"] not in failing} == {""}


WITNESSED = ["A21-D3-actions", "A22-S1-backtrack", "A22-D7"]
DEFAULT = Scope()


def meant_to_fail(scope):
    """What is known of each part that is to fail, of statements whose witnesses do not depend on the scope."""
    return {
        (report.id, part["name"]): (part["domain"], part["cases"], part["witness"], part["as_expected"])
        for report in verify_all(WITNESSED, scope, jobs=1, clock=lambda: 0.0)
        for part in report.parts
        if part["expected"] != "holds"
    }


@pytest.mark.parametrize(
    "scope",
    [
        Scope(horizon=2),
        pytest.param(Scope(horizon=3, number_of_actions=3), marks=pytest.mark.full),
        pytest.param(Scope(horizon=2, number_of_percepts=4), marks=pytest.mark.full),
        Scope(horizon=2, number_of_actions=1, number_of_percepts=1),
        Scope(horizon=1),
    ],
    ids=str,
)
def test_witnesses_do_not_depend_on_the_scope(scope):
    """What is to fail is looked for where its witness is: the same cases and the same witness in every scope."""
    found = meant_to_fail(scope)

    assert {identifier for identifier, _ in found} == set(WITNESSED)
    assert all(witness and as_expected for *_, witness, as_expected in found.values())
    assert found == meant_to_fail(DEFAULT)


def test_a_failure_as_json(run):
    """As JSON, a failure has its reason, is counted, and exits 1 too."""
    code, out, _ = run("verify", "A22-T10.2", "A21-L2", "--horizon", 1, "--json", "--jobs", 1)
    report = json.loads(out)
    right, wrong = report["statements"]

    assert code == 1
    assert (report["passed"], report["failed"], report["horizon"]) == (1, 1, 1)
    assert (right["id"], right["reproduced"]) == ("A21-L2", True)
    assert (wrong["id"], wrong["reproduced"], wrong["twins_rejected"]) == ("A22-T10.2", False, 0)
    assert wrong["reason"] == "(π_RC)_RC = π_RC: never occurred in this scope: not a genuine history"


def test_a_mutant_that_survives_is_a_failure(run, monkeypatch):
    """A statement that is reproduced, but whose mutant survives, fails: its row says so, and which mutant it is."""
    report = next(verify_all(["A21-L2"], Scope(), jobs=1, clock=lambda: 0.0))
    (mutant,) = report.mutants
    wrong = evolve(report, mutants=(evolve(mutant, killed=False, by="", witness=""),))
    monkeypatch.setattr(cli_verify, "verify_all", lambda *_, **__: [wrong])
    code, out, _ = run("verify", "A21-L2")

    assert code == 1
    assert out.splitlines()[1].split()[:3] == ["A21-L2", "holds", "FAILED"]
    assert f"    mutant {mutant.name}: NOT KILLED" in out.splitlines()
    assert "1 statement: 1 reproduced, 0 not; 1 mutant: 0 killed, 1 not; " in out


def test_the_profile_ci_is_quick_here(run):
    """As it is called elsewhere; and several identifiers may have commas between."""
    asked = ("verify", "A21-L2,A21-L5", "--horizon", 2, "--jobs", 1)
    (_, ci, _), (_, quick, _) = run(*asked, "--profile", "ci"), run(*asked)

    assert untimed(ci) == untimed(quick)
    assert ci.splitlines()[-1].startswith("2 statements: 2 reproduced, 0 not; ")
    assert run("verify", "A21-L2", "--horizon", 1, "--jobs", 1)[1].splitlines()[-1].startswith("1 statement: 1 repro")


def test_processes_do_not_change_the_result(run):
    """With two processes the rows are those of one, in the same order, apart from the seconds."""
    asked = ("verify", "A21-*", "--horizon", 2)
    one, two = run(*asked, "--jobs", 1), run(*asked, "--jobs", 2)

    assert one[0] == two[0] == 0
    assert len(rows_of(one[1])) == sum(identifier.startswith("A21-") for identifier in LEDGER)
    assert untimed(one[1]) == untimed(two[1])


@pytest.mark.parametrize("arguments", [["A21-*"], []])
def test_an_interruption(run, monkeypatch, arguments):
    """Interrupted by the user it stops, says so on stderr and exits 130; what was printed before stays."""
    before = next(verify_all(["A21-L2"], Scope(), jobs=1, clock=lambda: 0.0))

    def interrupted(*_, **__):
        yield before
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_verify, "verify_all", interrupted)
    code, out, err = run("verify", *arguments)

    assert code == 130
    assert out.splitlines()[1].split()[:3] == ["A21-L2", "holds", "ok"]
    assert err == "formal-rl: interrupted\n"


@pytest.mark.parametrize(
    ("module", "name", "arguments"),
    [
        (cli_verify, "verify_all", ["verify", "A21-L2"]),
        (vectors, "replay", ["vectors", "check"]),
        (vectors, "replay", ["vectors", "check", "--json"]),
        (statements, "find", ["explain", "A21-L2"]),
        (statements, "statement_json", ["statements", "--json"]),
    ],
)
def test_every_command_can_be_interrupted(run, monkeypatch, module, name, arguments):
    """Whatever is interrupted, the code is 130 and stderr says so."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(module, name, interrupted)

    code, out, err = run(*arguments)
    assert (code, err) == (130, "formal-rl: interrupted\n")
    assert re.fullmatch(r"self-checks ok: .*\n" if name == "verify_all" else "", out)


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
def test_an_interruption_of_the_process():
    """Sent the signal of Ctrl-C in the middle, the process exits with 130 after what it has printed, untraced."""
    with subprocess.Popen(
        [sys.executable, "-m", "formal_rl", "verify", "--profile", "full", "--jobs", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as running:
        before, first = running.stdout.readline(), running.stdout.readline()
        running.send_signal(signal.SIGINT)
        _, err = running.communicate(timeout=60)

    assert before.startswith("self-checks ok: ")
    assert first.split()[:3] == ["A21-D1", "defined", "ok"]
    assert (running.returncode, err) == (130, "formal-rl: interrupted\n")


def test_an_interruption_as_json(run, monkeypatch):
    """Interrupted, it prints no half of a JSON report."""

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli_verify, "verify_all", interrupted)

    assert run("verify", "A21-L2", "--json") == (130, "", "formal-rl: interrupted\n")


# --- Usage ---


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["frobnicate"], "No such command 'frobnicate'"),
        (["verify", "--frobnicate"], "No such option: --frobnicate"),
        (["verify", "--profile", "slow"], "'slow' is not one of 'quick', 'ci', 'full'"),
        (["verify", "--horizon", "0"], "Invalid value for '--horizon'"),
        (["verify", "--horizon", "many"], "Invalid value for '--horizon'"),
        (["verify", "--percepts", "0"], "Invalid value for '--percepts'"),
        (["verify", "--actions", "-1"], "Invalid value for '--actions'"),
        (["verify", "--seed", "-1"], "Invalid value for '--seed'"),
        (["verify", "--jobs", "0"], "Invalid value for '--jobs'"),
        (["verify", "--horizon"], "Option '--horizon' requires an argument"),
        (["explain"], "Missing argument 'ID'"),
        (["explain", "A22-D7", "A22-D2"], "(A22-D2)"),
        (["statements", "all"], "no statement 'all'"),
        (["verify", "t24"], "no statement 't24'; did you mean 't24-*'?"),
        (["statements", "A21-*", "B21-*"], "no statement matches 'B21-*'"),
        (["statements", "--paper", "A23"], "no paper 'A23'; did you mean A22, A21? there are also Alexander et al."),
        (["statements", "--paper", "alexandr 2021"], "did you mean Alexander 2021, "),
        (["statements", "--verdict", "refutd", "--json"], "no verdict 'refutd'; did you mean refuted"),
        (["vectors", "replay"], "No such command 'replay'"),
    ],
)
def test_wrong_usage(run, arguments, complaint):
    """What cannot be understood exits 2: nothing on stdout, the fault on stderr."""
    code, out, err = run(*arguments)

    assert (code, out) == (2, "")
    assert complaint in " ".join(BOXES.sub("", err).split())


def commands(command=None, path=()):
    """Every command and group of commands, by its words."""
    command = typer.main.get_command(cli.app) if command is None else command
    yield path
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, (*path, name))


@pytest.mark.parametrize("words", list(commands()), ids=" ".join)
def test_help_has_an_example(run, words):
    """The help of every command says how it is used, and has an example that begins with its words."""
    code, out, err = run(*words, "--help")

    assert (code, err) == (0, "")
    assert f"Usage: {' '.join(['formal-rl', *words])} " in " ".join(out.split())
    shown = [line.strip() for line in out.partition("\n  Example")[2].splitlines()[1:]]
    assert shown
    assert all(line.startswith("formal-rl ") for line in shown)
    assert any(f"{line} ".startswith(f"{' '.join(['formal-rl', *words])} ") for line in shown)
    assert run(*words, "-h") == (0, out, "")


def test_all_commands_are_found():
    """The commands looked at are all there are."""
    found = set(commands())

    assert found == {
        (),
        *(
            (name,)
            for name in ("statements", "find", "explain", "verify", "vectors", "ask", "trace", "classify", "conform")
        ),
        *((name,) for name in ("explore", "suites", "replay", "doctor", "docs")),
        ("vectors", "check"),
        ("vectors", "record"),
        *((name,) for name in ("departures", "battery", "handicaps", "tables")),
        ("drest",),
        *(("drest", name) for name in ("metrics", "return", "threshold", "counterexample")),
        *(("drest", name) for name in ("train", "figures", "sentences")),
        ("safelife",),
        *(("safelife", name) for name in ("run", "show", "effects", "rescore", "levels", "play", "animate")),
        *(("safelife", name) for name in ("generate", "statistics", "benchmark")),
    }


def examples():
    """Every example in the help, without what is done with the output."""
    command = typer.main.get_command(cli.app)
    waiting = [command]
    while waiting:
        command = waiting.pop()
        waiting += getattr(command, "commands", {}).values()
        for example in command.epilog.splitlines()[2:]:
            words = shlex.split(example.split(">")[0])
            yield words[1:]


LONG = {
    *(("drest", name) for name in ("train", "figures", "sentences")),
    *(("safelife", name) for name in ("generate", "statistics", "benchmark")),
}
"""What takes minutes is only parsed here; tests of its own run it on little."""

EVERY_RUN = (("vectors", "check"), ("vectors", "check", "--totals", "200"))
"""What replays every recorded run is only parsed here, too; `test_the_shipped_runs_agree` runs it."""


def understood(words):
    """Parse words as the command line does; raise where there is no such command, option or value."""
    command, rest = typer.main.get_command(cli.app), list(words)
    while rest and rest[0] in getattr(command, "commands", {}):
        command = command.commands[rest.pop(0)]
    command.make_context(" ".join(words), rest)


def test_words_that_are_not_understood():
    """Parsing alone sees an option that there is not."""
    understood(["drest", "train", "example", "--seeds", "1-3"])
    with pytest.raises(Exception, match="No such option"):
        understood(["drest", "train", "example", "--speeds", "1-3"])


def forget(monkeypatch):
    """Have the modules of a user imported anew."""
    for name in ("my_envs", "my_agents", "my_environments", "my_metrics"):
        monkeypatch.setitem(sys.modules, name, None)
        del sys.modules[name]


def found_before_it_was_fixed(run, module):
    """Leave the counterexample that was found in what a module had once."""
    right = module.read_text("utf-8")
    module.write_text(right.replace(":RightIgnoreRewards", ":TrainsOnTheTrueReward"), "utf-8")
    assert run("conform", "my_envs:IgnoreRewards", "--suite", "ignore_rewards", "--out", "repro")[0] == 1
    module.write_text(right, "utf-8")


@pytest.mark.parametrize("words", sorted({tuple(words) for words in examples()}), ids=" ".join)
def test_examples_can_be_run(run, monkeypatch, tmp_path, words):
    """Every example in the help is understood as it stands, where the files that it names are there."""
    zoo = Path(__file__).parents[1] / "conformance" / "zoo.py"
    files = {
        "my_envs.py": "from formal_rl.loading import load_object\n"
        f"IgnoreRewards = load_object({f'{zoo}:RightIgnoreRewards'!r})\n"
        f"Button = load_object({f'{zoo}:PublishedButton'!r})\n",
        "my_agents.py": "from formal_rl.agents import SimpleLearner, to_class\n"
        "class simple_learner:\n"
        "    def __init__(self):\n"
        "        self.inner = to_class(SimpleLearner(self.n_actions))()\n"
        "        self.act, self.train = self.inner.act, self.inner.train\n"
        "agent = lambda prompt: 0\n",
        "my_environments.py": "from formal_rl.environments import embed\n"
        "from formal_rl.environments.ordinary import bandit\nmaze = embed(bandit((0, 1)))\n",
        "my_policies.py": "def policy(observation):\n    return 2\n",
        "run.json": format_run(run_level(TEACHING_LEVELS["exit"], "idle", steps=10).run),
        "src/checks.py": "from formal_rl.transforms import reality_check\n",
        "my_metrics.py": "from formal_rl.gridworlds import neutrality as of\n"
        "def neutrality(probabilities):\n    return of(dict(enumerate(probabilities)))\n",
        "known.toml": "divergence = []\n",
        "run.jsonl": '{"lambda": 0.9, "greatest": {"4": 3}}\n{"length": 4, "coins": 3, "reward": 1}\n',
    }
    levels = Path(formal_rl.__file__).parent / "safelife" / "levels" / "published" / "prune-still.npz"
    (tmp_path / "levels.npz").symlink_to(levels)
    (tmp_path / "src").mkdir()
    for name, source in files.items():
        (tmp_path / name).write_text(source, "utf-8")
    for name in ("benchmark-prune-still-3", "last-board", "mine", "baseline"):
        board = shipped_level("prune-spawn-0" if name in {"mine", "baseline"} else "prune-still-3").board.array()
        numpy.savez_compressed(tmp_path / f"{name}.npz", board=board if name == "last-board" else board[None])
    (tmp_path / "runs").symlink_to(shipped_vectors())
    cells = (",".join(map(str, (*cell, total))) for cell, total in published_totals().items())
    (tmp_path / "result_table.csv").write_text("\n".join(["agent,env,seed,nsteps,reward", *cells, ""]), "utf-8")
    if "results.csv" in words and "tables" in words:
        made = ("battery", "--agent", "ConstantAgent", "--steps", 2, "--environments", "TemptingButton")
        assert run(*made, "--out", tmp_path / "results.csv")[0] == 0
    if tuple(words[:2]) in LONG or words in EVERY_RUN:
        understood(words)
        return
    monkeypatch.setattr(cli_verify, "verify_all", lambda *_, **__: [])
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.chdir(tmp_path)
    forget(monkeypatch)
    if words[0] == "replay":
        found_before_it_was_fixed(run, tmp_path / "my_envs.py")
        forget(monkeypatch)
    if words[:3] == ("vectors", "check", "vectors/neutrality.json"):
        assert run("vectors", "record", "neutrality", "--out", "vectors")[0] == 0
    words = [path for word in words for path in (sorted(map(str, Path().glob(word))) or [word])]  # as a shell does

    # The published table itself is no part of the project, and 1 says that some of its rows are not there.
    assert run(*words)[0] == (1 if "result_table.csv" in words else 0)


# --- vectors check ---


def test_the_shipped_runs_agree(run):
    """Without a path the runs that come with the package are replayed: a row for each file, and a closing line."""
    code, out, err = run("vectors", "check")
    lines = out.splitlines()
    names = sorted(file.name for file in shipped_vectors().glob("*.json"))

    assert (code, err) == (0, "")
    assert lines[0].split() == ["file", "cases", "mismatches", "skipped"]
    assert [line.split()[0] for line in lines[1:35]] == names
    assert ["DejaVu.json", "8", "0", "0"] in [line.split() for line in lines]
    assert [line for line in lines if line.startswith("skipped ")]
    assert lines[-1] == CLOSING


def test_a_shipped_run_as_json(run):
    """As JSON a replay has its counts, files and skips, and the exit code."""
    code, out, err = run("vectors", "check", shipped_vectors() / "DejaVu.json", "--json")
    report = json.loads(out)

    assert (code, err) == (0, "")
    assert (report["exit_code"], report["cases"], len(report["files"]), len(report["skipped"])) == (0, 8, 1, 0)
    assert report["definitions_revision"] == formal_rl.DEFINITIONS_REVISION
    assert report["mismatches"] == report["unusable"] == []


@pytest.mark.parametrize("as_directory", [False, True])
def test_one_flipped_action_is_a_mismatch(run, flipped, as_directory):
    """A recorded action that is not what is computed is shown with its file, run and step, and exits 1."""
    code, out, err = run("vectors", "check", flipped.parent if as_directory else flipped)
    recorded = json.loads(flipped.read_text("utf-8"))["runs"][2]["actions"][17]

    assert (code, err) == (1, "")
    assert (
        f"mismatch: DejaVu.json: runs[2].actions[17] (hash_a, step 17): action: recorded {recorded}, "
        f"replayed {1 - recorded}"
    ) in out.splitlines()
    assert out.splitlines()[-1] == "1 files, 8 cases, 1 mismatches, 0 skipped"


def test_a_mismatch_as_json(run, flipped):
    """As JSON a mismatch exits 1 too."""
    code, out, _ = run("vectors", "check", flipped, "--json")

    assert code == json.loads(out)["exit_code"] == 1
    assert [mismatch["field"] for mismatch in json.loads(out)["mismatches"]] == ["runs[2].actions[17]"]


def test_nothing_to_check(run, tmp_path):
    """An empty directory is no agreement: nothing was checked, and the code is 5."""
    assert run("vectors", "check", tmp_path) == (5, "0 files, 0 cases, 0 mismatches, 0 skipped\n", "")


def test_only_skips_are_nothing(run):
    """A file of which every run is skipped is nothing checked either."""
    code, out, _ = run("vectors", "check", shipped_vectors() / "PunishSlowAgent.json")

    assert code == 5
    assert out.splitlines()[-1] == "1 files, 0 cases, 0 mismatches, 8 skipped"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (lambda document: document.update(schema="?"), "schema"),
        (lambda document: document.pop("agents"), "agents"),
        (lambda document: document["runs"][1].update(agent="nobody"), "runs[1].agent"),
        (lambda document: document["runs"][0]["rewards"].append("1"), "runs[0].rewards"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_unusable_runs(run, flipped, change, field, options):
    """What is not as its schema says is unusable: file and field on stderr, and the code is 4, mismatch or no."""
    document = json.loads(flipped.read_text("utf-8"))
    change(document)
    flipped.write_text(json.dumps(document), "utf-8")
    code, out, err = run("vectors", "check", flipped, *options)

    assert code == 4
    assert err.startswith(f"formal-rl: DejaVu.json: {field}")
    assert len(err.splitlines()) == 1
    assert out
    if options:
        assert json.loads(out)["unusable"][0]["file"] == "DejaVu.json"


def test_a_path_that_is_not_there(run, tmp_path):
    """A path that is not there is unusable, not empty."""
    code, out, err = run("vectors", "check", tmp_path / "absent")

    assert (code, out) == (4, "")
    assert err.startswith(f"formal-rl: {tmp_path / 'absent'}: ")
    assert "No such file" in err


# --- Text is printed as it is ---


AWKWARD = [
    "[bold]x[/bold]",
    "[/]",
    "[x] [[y]] [0]",
    "\\[x]",
    "a\\b\\\\c\\",
    r"C:\new\table [1]",
    "'\\\\n'",
    ":smile: 12 True 'x' https://a.b",
    "w " * 200 + "end",
    "",
]


@pytest.mark.parametrize("text", AWKWARD)
@pytest.mark.parametrize("style", ["", "green"])
def test_text_is_printed_as_it_is(text, style):
    """Brackets, backslashes, the names of signs and long lines come out as they went in, in a style or in none."""
    to_file = io.StringIO()
    output.echo(Console(file=to_file, width=40), text, style)
    to_terminal = io.StringIO()
    output.echo(Console(file=to_terminal, width=40, force_terminal=True, color_system="standard"), text, style)

    assert to_file.getvalue() == f"{text}\n"
    coloured = f"\x1b[32m{text}\x1b[0m" if style and text else text
    assert to_terminal.getvalue() == f"{coloured}\n"


@pytest.mark.parametrize("name", ["[bold]x[/bold]", "a\\b", "[/]", "\\[x]"])
def test_complaints_show_names_as_they_are(run, tmp_path, name):
    """A name with brackets or backslashes is complained about in full."""
    assert run("explain", name) == (2, "", f"formal-rl: no statement {name!r}; see formal-rl statements\n")
    (tmp_path / name.replace("/", "_")).mkdir()
    absent = tmp_path / name.replace("/", "_") / "absent"
    code, _, err = run("vectors", "check", absent)

    assert code == 4
    assert err.startswith(f"formal-rl: {absent}: ")


# --- Processes and terminals ---


def test_the_version():
    """``python -m formal_rl --version`` prints version and definitions revision."""
    done = process("--version")

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"formal_rl {formal_rl.__version__}, definitions revision {formal_rl.DEFINITIONS_REVISION}\n"
    )


@pytest.mark.parametrize(
    ("arguments", "environment"),
    [
        (["verify", "A21-L2", "A21-S3-form", "--jobs", "1"], {}),
        (["verify", "A21-L2", "A21-S3-form", "--jobs", "1"], {"NO_COLOR": "1"}),
        (["statements"], {"TERM": "dumb"}),
    ],
    ids=["neither", "no colour", "dumb"],
)
def test_no_decoration_without_a_terminal(arguments, environment):
    """Where output is no terminal it has no escape sequences and no boxes, and rows are not wrapped."""
    done = process(*arguments, COLUMNS="40", **environment)

    assert (done.returncode, done.stderr) == (0, "")
    assert "\x1b" not in done.stdout
    assert not BOXES.search(done.stdout)
    rows = [line for line in done.stdout.splitlines() if line.startswith(("A21-", "A22-", "R-", "T24-", "W19-"))]
    assert len(rows) == (2 if arguments[0] == "verify" else len(LEDGER))
    assert all(len(row) > 80 for row in rows)


def test_decoration_is_found(run, monkeypatch):
    """On what is said to be a terminal the rows are coloured, and the text between the colours is the same."""
    asked = ("verify", "A21-L2", "A21-S3-form", "--jobs", 1)
    _, bare, _ = run(*asked)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    _, coloured, _ = run(*asked)
    text = SECONDS.sub("", re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", coloured))

    assert "\x1b[32mA21-L2" in coloured
    assert "\x1b[33mA21-S3-form" in coloured
    for line in bare.splitlines():
        assert SECONDS.sub("", line) in text


def test_errors_exit_from_the_process_too():
    """The process exits with the code, and a complaint is no traceback."""
    done = process("explain", "A22-D9")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("formal-rl: no statement 'A22-D9'; did you mean ")
    assert "Traceback" not in done.stderr


def test_evidence_is_the_ledgers_in_the_quick_profile_alone(run):
    """The ledger's evidence is of the quick profile; in another scope the report says what was looked at there."""
    quick, shorter = (
        json.loads(run("verify", "A21-L2", "--json", *options)[1])["statements"][0]["evidence"]
        for options in ((), ("--horizon", 2))
    )

    assert quick == LEDGER["A21-L2"].evidence
    assert shorter.endswith("all plays of at most 2 actions over 2 percepts x 2 actions")


def test_a_reader_that_goes_away(tmp_path):
    """Where nobody reads any more the program ends at once as a pipe is to end, and complains of nothing."""
    command = f"{sys.executable} -m formal_rl statements | head -1; exit ${{PIPESTATUS[0]}}"
    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)

    assert (ended.returncode, ended.stderr) == (141, "")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("verify", "A23-*"), "no statement matches 'A23-*'"),
        (("statements", "--json", "--page"), "choose one of --json, --summary, --page and --findings"),
        (("statements", "--findings", "--summary"), "choose one of --json, --summary, --page and --findings"),
    ],
)
def test_what_cannot_be_meant(run, arguments, complaint):
    """A pattern that fits nothing and options that exclude each other exit 2 and say so."""
    code, _, err = run(*arguments)

    assert code == 2
    assert complaint in err
