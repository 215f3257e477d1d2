"""Which statements use which: every id is there, nothing goes round, and what a sentence names it uses."""

import graphlib
import json

import pytest

from formal_rl.cli import main
from formal_rl.statements import LEDGER
from formal_rl.statements.uses import USES, mentioned, used_by


def test_every_statement_lists_its_uses():
    """The table has the ledger's ids in its order, and uses no other, none twice and none itself."""
    assert list(USES) == list(LEDGER)
    for identifier, needed in USES.items():
        assert set(needed) <= set(LEDGER)
        assert len(needed) == len(set(needed))
        assert identifier not in needed
        assert LEDGER[identifier].uses == needed


def test_no_sentence_uses_itself_by_way_of_others():
    """The sentences can be read in an order in which each comes after what it uses."""
    order = list(graphlib.TopologicalSorter(USES).static_order())

    assert set(order) == set(LEDGER)
    assert order.index("A22-D1") < order.index("A22-D7") < order.index("A22-T10.3")


def test_used_by_is_the_other_way_round():
    """A statement is used by those that use it, in the order of the ledger."""
    for identifier in LEDGER:
        assert used_by(identifier) == tuple(each for each in LEDGER if identifier in LEDGER[each].uses)
    assert used_by("A22-D6") == ("A22-D6-sim", "A22-chance-fresh-draws", "A22-S5-class", "R-measure")


@pytest.mark.parametrize("kind", ["definition", "theorem", "lemma"])
def test_a_statement_uses_the_definitions_of_its_words(kind):
    """A lemma or theorem uses something; a definition that uses nothing is one that others start from."""
    nothing = {identifier for identifier, entry in LEDGER.items() if entry.kind == kind and not entry.uses}
    first = {"A21-D1", "A22-D1", "T24-DA1", "T24-DB1", "T24-world", "W19-cells", "W19-eq2"}

    assert nothing == (first if kind == "definition" else set())


def test_a_sentence_uses_the_statements_it_names():
    """An id in a title or a claim is among what the statement uses."""
    for identifier, entry in LEDGER.items():
        assert set(mentioned(f"{entry.title} {entry.claim}")) - {identifier} <= set(entry.uses)


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("equal by A22-T10.1, and (A22-D7).", ("A22-D7", "A22-T10.1")),
        ("see T24-DB-argument", ("T24-DB-argument",)),
        ("T24-DB1, T24-C-all; R-measure", ("R-measure", "T24-DB1", "T24-C-all")),
        ("A22-D77, a22-d7, Short-C1, A21-E19-...", ()),
    ],
)
def test_ids_in_a_text(text, ids):
    """Whole ids are found, in the order of the ledger, and nothing that only begins like one."""
    assert mentioned(text) == tuple(identifier for identifier in LEDGER if identifier in ids) == tuple(ids)


def test_subjects_of_evidence():
    """It is read from evidence, defects, repair and witness, without the statement itself."""
    assert LEDGER["A22-trivialise-all"].evidence_uses == ("A22-T10.1",)
    assert LEDGER["A21-D3"].evidence_uses == ("A22-D1",)
    assert LEDGER["A22-D7"].evidence_uses == ()
    assert all(identifier not in entry.evidence_uses for identifier, entry in LEDGER.items())


def test_explain_and_json_have_it(capsys):
    """Both have what is used, by what, and what the evidence speaks of."""
    main(["explain", "A22-T10.3", "--all"])
    shown = capsys.readouterr().out.splitlines()
    main(["explain", "A22-joysticks", "--all"])
    last = capsys.readouterr().out.splitlines()
    main(["explain", "A22-D6", "--json"])
    entry = json.loads(capsys.readouterr().out)

    assert "uses:     A22-D2, A22-D7, A22-S5-class" in shown
    assert any(line.startswith("used by:  A22-chance-fresh-draws") for line in shown)
    assert not any(line.startswith("used by:") for line in last)
    assert entry["uses"] == ["A22-D1", "A22-D7"]
    assert entry["used_by"] == ["A22-D6-sim", "A22-chance-fresh-draws", "A22-S5-class", "R-measure"]
    assert entry["evidence_uses"] == []
