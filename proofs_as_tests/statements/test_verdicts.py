"""Each verdict word means one thing: what an entry of the ledger must say, and must not, to have it."""

import re
from pathlib import Path
from typing import get_args

import pytest
from attrs import evolve

from formal_rl.statements import LEDGER, Verdict

GLOSSARY = Path(__file__).parents[2] / "docs" / "reference" / "glossary.md"
FAILS = {"holds (repaired)", "refuted"}
RECONSTRUCTED = {"reproduced (reconstructed layout)", "not reproduced (reconstructed layout)"}
REPAIRABLE = {"defined", "holds (repaired)", "refuted", "not reproduced", "not reproduced (reconstructed layout)"}
COMPARED = {"reproduced", "recomputed", "not reproduced"} | RECONSTRUCTED
EMPIRICAL = {"claim", "experiment", "example"}


def verdict_faults(statement):
    """What the entry says that does not go with its verdict word."""
    word, found = statement.verdict, []
    empirical = word in COMPARED or word == "not checked here"

    def require(ok, text):
        if not ok:
            found.append(f"{statement.id} ({word}): {text}")

    require(word not in FAILS or statement.defects, "what fails is a defect, and none is named")
    require(word != "holds (repaired)" or statement.repair, "no repair is named")
    require(word != "refuted" or statement.witness, "no witness is named")
    require(word in REPAIRABLE or not statement.repair, "a repair is named, though nothing is repaired")
    require(not empirical or statement.kind in EMPIRICAL, f"a {statement.kind} is not an experiment")
    require(word != "defined" or statement.kind in {"definition", "example", "experiment"}, "more than a definition")
    require(word != "open" or statement.kind in {"definition", "theorem", "claim"}, f"a {statement.kind} is not open")
    reconstructed = re.search(r"layouts? (is|are) reconstructed", statement.defects)
    require(word not in {"reproduced", "not reproduced"} or not reconstructed, "the layout is reconstructed")
    require(word not in RECONSTRUCTED or reconstructed, "no layout is said to be reconstructed")
    tried = not re.search(r"not tried|not made again|not trained here", statement.defects + statement.evidence)
    require(word != "not checked here" or not tried, "it is not said what was not tried")
    require(word not in COMPARED or tried, "it says that it was not tried")
    return found


@pytest.mark.parametrize("identifier", LEDGER)
def test_an_entry_explains_its_verdict_word(identifier):
    """What an entry names (repair, defects, witness, layout) goes with its verdict."""
    assert verdict_faults(LEDGER[identifier]) == []


@pytest.mark.parametrize(
    ("identifier", "changes", "fault"),
    [
        ("T24-T5.1", {"witness": ""}, "no witness is named"),
        ("T24-T5.1", {"defects": ""}, "what fails is a defect, and none is named"),
        ("A21-S7", {"repair": ""}, "no repair is named"),
        ("A21-L2", {"repair": "made up"}, "a repair is named, though nothing is repaired"),
        ("A21-L2", {"verdict": "reproduced"}, "a lemma is not an experiment"),
        ("A21-L2", {"verdict": "defined"}, "more than a definition"),
        ("A21-E6", {"verdict": "open"}, "a example is not open"),
        ("T24-C5", {"verdict": "not reproduced"}, "the layout is reconstructed"),
        ("T24-main-result", {"defects": ""}, "no layout is said to be"),
        ("T24-default", {"verdict": "reproduced (reconstructed layout)", "defects": ""}, "no layout is said to be"),
        ("T24-C5", {"verdict": "not checked here"}, "it is not said what was not tried"),
        ("T24-C5", {"defects": "It was not tried."}, "it says that it was not tried"),
    ],
)
def test_an_entry_that_says_otherwise_is_found(identifier, changes, fault):
    """Each rule finds an entry that breaks it."""
    assert any(fault in found for found in verdict_faults(evolve(LEDGER[identifier], **changes)))


def test_the_glossary_has_each_verdict_word():
    """The table of the glossary has the words of the type, in its order, and no others."""
    table = GLOSSARY.read_text("utf-8").split("| verdict | when a statement has it |")[1].split("\n\n")[0]

    assert tuple(re.findall(r"^\| ([a-z() ]+) \|", table, re.MULTILINE)) == get_args(Verdict)
