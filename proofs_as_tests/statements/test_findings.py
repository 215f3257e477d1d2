"""What was found: each finding has a sentence and a caution, and none that was ever there is lost."""

import re
from pathlib import Path

import pytest
from attrs import evolve

from formal_rl.statements import LEDGER
from formal_rl.statements.findings import FINDINGS
from formal_rl.statements.merged import RETIRED

PAGE = (Path(__file__).parents[2] / "docs" / "findings" / "findings.md").read_text("utf-8")
FORMER = dict(
    line.split(": ") for line in Path(__file__).with_name("findings_of_3ed535a.txt").read_text("utf-8").splitlines()
)
"""The findings of commit 3ed535a, and which of defects, repair and witness each had."""
FAILS = {"refuted", "holds (repaired)", "not reproduced", "not reproduced (reconstructed layout)"}


def shown(identifier):
    """What the page says of a finding."""
    (found,) = re.findall(rf"^### {re.escape(identifier)}: .*\n\n((?:.*\n)*?)(?=\n#|\Z)", PAGE, re.MULTILINE)
    return found.replace("\\", "")


def test_each_finding_has_a_row_and_nothing_else_has():
    """The table has a row for each entry that names a defect, a repair or a witness, and for no other."""
    assert [each.id for each in LEDGER.values() if each.is_finding and each.id not in FINDINGS] == []
    assert [identifier for identifier in FINDINGS if not LEDGER[identifier].is_finding] == []


def test_what_fails_is_a_finding():
    """A statement that fails as printed is a finding, and so is one that names any of the three."""
    assert [each.id for each in LEDGER.values() if each.verdict in FAILS and not each.is_finding] == []
    bare = evolve(LEDGER["A21-D4"], defects="", repair="", witness="")
    assert not bare.is_finding
    assert all(evolve(bare, **{name: "made up"}).is_finding for name in ("defects", "repair", "witness"))


@pytest.mark.parametrize("identifier", FINDINGS)
def test_a_finding_is_said_in_a_sentence_with_its_caution(identifier):
    """The sentence ends, the caution begins and ends as each does, and both are the statement's own."""
    found, statement = FINDINGS[identifier], LEDGER[identifier]

    assert (statement.finding, statement.caution) == (found.sentence, found.caution)
    assert re.fullmatch(r"[A-ZΥ].*[^.:, ]\.", found.sentence)
    assert re.fullmatch(r"It does not mean that [^ ].*[^.:, ]\.", found.caution)


def test_what_is_no_finding_of_ours_says_nothing():
    """An entry without a row has neither sentence nor caution, and one of somebody's own has what it was given."""
    assert (LEDGER["A21-D4"].finding, LEDGER["A21-D4"].caution) == ("", "")
    assert evolve(LEDGER["A21-D4"], finding="made up").finding == "made up"


@pytest.mark.parametrize("identifier", FINDINGS)
def test_the_page_shows_each_finding(identifier):
    """With its sentence, witness, repair, caution and command, under the heading of its paper."""
    statement, said = LEDGER[identifier], shown(identifier)

    assert f"*{statement.verdict}*. {statement.finding}" in said
    assert (f"* Witness: {statement.witness}\n" in said) == bool(statement.witness)
    assert (f"* Repair: {statement.repair}\n" in said) == bool(statement.repair)
    assert f"* {statement.caution}\n" in said
    assert re.search(
        rf"^\* See it: `formal-rl (verify {identifier} --parts|explain {identifier})`$", said, re.MULTILINE
    )


def test_the_page_counts_the_findings():
    """The numbers of the papers add up to that of all, which is that of the headings."""
    *papers, (_, number) = re.findall(r"^\* (.+): (\d+)$", PAGE, re.MULTILINE)[:5]

    assert int(number) == len(FINDINGS) == PAGE.count("\n### ")
    assert sum(int(each) for _, each in papers) == int(number)
    assert re.findall(r"^## (.*)$", PAGE, re.MULTILINE) == [paper for paper, _ in papers]


def test_what_fails_comes_first():
    """In each paper, no finding that fails as printed stands after one that does not."""
    for paper in PAGE.split("\n## ")[1:]:
        fails = [verdict in FAILS for verdict in re.findall(r"^\*([a-z() ]+)\*\. ", paper, re.MULTILINE)]
        assert fails == sorted(fails, reverse=True)


@pytest.mark.parametrize("identifier", [each for each in FORMER if each not in RETIRED])
def test_no_finding_is_lost(identifier):
    """Each finding of commit 3ed535a but the retired is still one, with a defect, repair or witness if it had it."""
    statement = LEDGER[identifier]

    assert [name for name in FORMER[identifier].split(", ") if not getattr(statement, name)] == []
    assert shown(statement.id)
