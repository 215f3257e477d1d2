"""What was found: each finding has a sentence."""

import re

import pytest
from attrs import evolve

from formal_rl.statements import LEDGER
from formal_rl.statements.findings import FINDINGS, OPEN
from tools.pages import printed

PAGE = printed("formal-rl statements --findings")
FAILS = {"refuted", "holds (repaired)", "not reproduced", "not reproduced (reconstructed layout)"}


def shown(identifier):
    """What the page says of a finding."""
    (found,) = re.findall(rf"^\* (?:.*, )?{re.escape(identifier)}(?:, .*?| \(.*?\))?: (.*)$", PAGE, re.MULTILINE)
    return found.replace("\\", "")


def test_each_finding_has_a_row_and_nothing_else_has():
    """The table has a row for each entry that names a defect, a repair or a witness, and for no other."""
    assert [each.id for each in LEDGER.values() if each.is_finding and each.id not in FINDINGS] == []
    assert [identifier for identifier in FINDINGS if not LEDGER[identifier].is_finding] == []


def test_failing_statements_are_findings():
    """A statement that fails as printed is a finding, and so is one that names any of the three."""
    assert [each.id for each in LEDGER.values() if each.verdict in FAILS and not each.is_finding] == []
    bare = evolve(LEDGER["A21-D4"], defects="", repair="", witness="")
    assert not bare.is_finding
    assert all(evolve(bare, **{name: "made up"}).is_finding for name in ("defects", "repair", "witness"))


@pytest.mark.parametrize("identifier", FINDINGS)
def test_a_finding_has_a_sentence_and_a_caution(identifier):
    """Sentence and caution end as they should, are the statement's own, and the page has the sentence once."""
    found, statement = FINDINGS[identifier], LEDGER[identifier]

    assert (statement.finding, statement.caution) == (found.sentence, found.caution)
    assert re.fullmatch(r"[A-ZΥ].*[^.:, ]\.", found.sentence)
    assert re.fullmatch(r"It does not mean that [^ ].*[^.:, ]\." if identifier not in OPEN else "", found.caution)
    assert shown(identifier) == found.sentence


def test_other_statements_have_no_finding():
    """An entry without a row has neither sentence nor caution, and one of somebody's own has what it was given."""
    assert (LEDGER["A21-D4"].finding, LEDGER["A21-D4"].caution) == ("", "")
    assert evolve(LEDGER["A21-D4"], finding="made up").finding == "made up"


def test_the_page():
    """Fifteen findings come first, each with a picture; what is open comes last; nothing is there twice."""
    *papers, (_, number) = re.findall(r"^\* (.+): (\d+)$", PAGE, re.MULTILINE)[:5]
    front, listed, left_open = re.split(r"\n## (?=Alexander et al. 2021|What the papers)", PAGE)
    pieces = front.split("\n## ")[1:]
    sentences = re.findall(r"^\* (?:R|[ATW]\d\d)-.*?: (.*)$", PAGE, re.MULTILINE)

    assert len(PAGE.encode()) <= 25_000
    assert len(pieces) == 15
    assert all(bool("```" in piece) + bool("](" in piece) == 1 for piece in pieces)
    assert len(sentences) == len(set(sentences))
    assert int(number) == len(FINDINGS) == sum(int(each) for _, each in papers)
    assert [each for each in FINDINGS if each in re.findall(r"[\w.-]+\w", left_open)] == [
        each for each in FINDINGS if each in OPEN
    ]
    for paper in listed.split("\n## "):
        fails = ["(*" in line.partition(": ")[0] for line in paper.splitlines() if line.startswith("* ")]
        assert fails == sorted(fails, reverse=True)
