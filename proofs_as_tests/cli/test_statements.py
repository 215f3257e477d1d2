"""The commands statements, find and explain: what they print, and with which code they exit."""

import inspect
import json
import re
import shlex
from collections import Counter
from pkgutil import resolve_name
from typing import get_args

import pytest
from jsonschema import Draft202012Validator, ValidationError

from formal_rl.cli import statements
from formal_rl.statements import LEDGER, Verdict
from formal_rl.statements.kill_table import kill_table
from formal_rl.statements.statement import Kind
from formal_rl.study.illustrations import ILLUSTRATIONS
from proofs_as_tests.schemas import json_schema

pytestmark = pytest.mark.usefixtures("no_terminal")

STATEMENT_SCHEMA = json_schema("statement/1")


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


def test_statements_as_json(said):
    """As JSON, the ledger is a list of objects, each a full statement, by the schema."""
    entries = said("statements")
    Draft202012Validator.check_schema(STATEMENT_SCHEMA)
    fields = ("id", "kind", "title", "claim", "source", "verdict", "evidence", "defects", "repair", "witness")
    lists = ("uses", "evidence_uses", "proofs", "code")

    for entry, statement in zip(entries, LEDGER.values(), strict=True):
        Draft202012Validator(STATEMENT_SCHEMA).validate(entry)
        assert all(entry[name] == getattr(statement, name) for name in (*fields, "finding", "caution"))
        assert all(entry[name] == list(getattr(statement, name)) for name in lists)
        assert entry["used_by"] == [each for each in LEDGER if statement.id in LEDGER[each].uses]
        assert entry["mutants"] == entry["twins"] == [mutant.name for mutant in statement.mutants]
    assert STATEMENT_SCHEMA["properties"]["verdict"]["enum"] == list(get_args(Verdict))
    assert STATEMENT_SCHEMA["properties"]["kind"]["enum"] == list(get_args(Kind))
    for change in ({"schema": "formal_rl/statement/2"}, {"mutants": [7]}, {"more": 1}, {"id": "A22 D7"}):
        with pytest.raises(ValidationError):
            Draft202012Validator(STATEMENT_SCHEMA).validate({**entries[0], **change})


@pytest.mark.parametrize(
    ("asked", "chosen"),
    [
        (["T24-D*"], lambda s: s.id.startswith(("T24-D", "T24-d"))),
        (["t24-dd*", "A22-D7"], lambda s: s.id.startswith("T24-DD") or s.id == "A22-D7"),
        (["--paper", "A22"], lambda s: s.id.startswith("A22") or s.id == "R-measure"),
        (["--paper", "a21,T24"], lambda s: s.id[:3] in {"A21", "T24"}),
        (["--paper", "A21", "--paper", "T24"], lambda s: s.id[:3] in {"A21", "T24"}),
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
    _, summary, _ = run("statements", *asked, "--summary")
    _, findings, _ = run("statements", *asked, "--findings")
    found = [statement.id for statement in expected if statement.is_finding]

    assert 0 < len(expected) < len(LEDGER)
    assert [line.split()[0] for line in listed.splitlines()[1:]] == [statement.id for statement in expected]
    assert [entry["id"] for entry in json.loads(as_json)] == [statement.id for statement in expected]
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


# --- explain, find ---


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
    assert all(mutant.name in out for mutant in statement.mutants)
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
    """The command shows a definition of one line, which calls the scheme."""
    _, out, _ = run("explain", "A21-E9", "--all")

    assert "backward_consciousness = mimic(backwards)" in out.splitlines()


@pytest.mark.parametrize(("identifier", "row"), [("T24-m", "| C1 | A | B1 |   |   | C1 |"), ("W19-robust", "o o")])
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


def test_explaining_the_mutants(run, monkeypatch):
    """An explanation shows which parts reject which mutants; or says that this was not measured."""
    _, out, _ = run("explain", "A22-D7", "--all")
    shown = out.partition("kills:    a line for each mutant, a column for each part\n")[2].splitlines()
    table = list(kill_table("A22-D7").lines(LEDGER["A22-D7"]))

    assert shown[: len(table) + 1] == [*(f"  {line}" for line in table), ""]
    monkeypatch.setattr(statements, "kill_table", lambda identifier: None)
    assert "  not measured yet: make kills measures them" in run("explain", "A22-D7", "--all")[1].splitlines()
    assert json.loads(run("explain", "A22-D7", "--json")[1])["kills"] is None
