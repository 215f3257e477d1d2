"""What ``formal-rl suites`` tells of each suite: examples that are run, claims, definitions, versions and tables."""

import inspect
import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from formal_rl.conformance import SUITES, check
from formal_rl.conformance.suites.calling_examples import calling_examples
from formal_rl.conformance.suites.suite_facts import COMPARED, COMPARED_PAGE, SAFELIFE_RELEASES, facts_json
from formal_rl.conformance.zoo.whole import RIGHT
from formal_rl.environments import CATALOGUE
from formal_rl.histories import history
from formal_rl.safelife.board import COLOURS
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.statements import LEDGER
from proofs_as_tests.conformance.of_data import claims_of

ROOT = Path(__file__).parents[2]


@cache
def facts(name):
    """All the text about a suite."""
    return json.loads(json.dumps(facts_json(SUITES[name])))


KINDS = {(suite.takes, calling_examples(name)): name for name, suite in SUITES.items() if calling_examples(name)}
"""A suite for each kind of examples."""


@pytest.mark.parametrize("name", KINDS.values())
def test_examples_are_of_the_forms_that_the_suite_takes(name):
    """Each is read as another form, in their order, and answers with the right kinds of things."""
    reports = [check(example, name, in_process=True) for example in calling_examples(name)]
    read_as = [report.shape for report in reports]
    first = [row for report in reports for row in report.rows if row.stage in {"shape", "smoke"}]

    assert {row.verdict for row in first} == {"conforms"}
    assert len({*read_as}) == len(read_as) >= 1
    if SUITES[name].of_data:
        assert read_as == [each.words for each in SUITES[name].adapters if each.words in read_as]


def test_examples_are_short():
    """A few lines each, which fit beside what else is printed."""
    lines = [inspect.getsource(each).splitlines() for name in SUITES for each in calling_examples(name)]

    assert max(map(len, lines)) <= 5
    assert max(len(line) for each in lines for line in each) <= 106


def test_a_case_is_answered_as_it_is_shown():
    """What has no example has a case, by the names that an implementation may take, and the answer."""
    assert all(facts(name)["case"] for name in SUITES if not calling_examples(name))
    assert facts("usefulness")["case"] == ["probabilities=(1/2, 1/2), expected_coins=(1, 1), greatest=(1, 2)", "3/4"]
    assert "m=2, i=1, n=0" in facts("drest_reward")["case"][0]
    assert facts("safelife_density")["case"][1] == "((0, 1/2, 0), (0, 0, 1))"
    assert facts("learner")["case"] is facts("ignore_rewards")["case"] is None


@pytest.mark.parametrize("name", SUITES)
def test_claims_are_those_of_a_check(name):
    """Of each suite something is claimed; the JSON has for each claim its stage, sentence, domain and so on."""
    claims = facts(name)["claims"]

    assert {each["semantics"] for each in claims} == (
        {"paper"} if SUITES[name].published is None else {"paper", "published"}
    )
    assert all(each["domain"] and each["sentence"] and each["stage"] in {"reference", "lemmas"} for each in claims)
    assert claims[0].keys() == {
        *("semantics", "shapes", "stage", "claim", "sentence", "domain", "required", "tolerance")
    }


@pytest.mark.parametrize("name", ["ignore_rewards", "tempting_button", "reality_check", "neutrality"])
def test_claims_that_are_listed_are_claims_that_are_looked_at(name):
    """A report on an example has the listed claims of its shape, and no others beyond the first stages."""
    right = next(each.implementation for each in RIGHT if each.suite == name)
    for example in calling_examples(name)[:2] or [right]:
        report = check(example, name, in_process=True)
        looked_at = {row.claim for row in report.rows if row.stage in {"reference", "lemmas"}} - {"disguised"}
        listed = [each for each in facts(name)["claims"] if each["semantics"] == "paper"]

        assert {each["claim"] for each in listed if not each["shapes"] or report.shape in each["shapes"]} == looked_at


@pytest.mark.parametrize("name", SUITES)
def test_definitions_are_there_and_cite_the_ledger(name):
    """The definition can be imported; what it cites is in the ledger. Two agents are of no statement."""
    module, _, attribute = facts(name)["definition"].rpartition(".")
    cited = facts(name)["statements"]

    assert hasattr(import_module(module), attribute)
    assert {*cited} <= {*LEDGER}
    assert bool(cited) == (name not in {"agent_constant", "agent_naive"})


def test_versions_are_those_of_the_page():
    """What the page of the docs says was compared is what the suites say."""
    page = (ROOT / COMPARED_PAGE).read_text("utf-8")
    compared = re.findall(r"^Compared: (.*)\.$", page, re.MULTILINE)
    version, commit = next(iter(SAFELIFE_RELEASES.items()))

    assert COMPARED in compared
    assert any(each.startswith(f"version {version} ({commit})") for each in compared)
    assert facts("safelife_step")["published_code"] == f"SafeLife {version} ({commit})"
    assert facts("neutrality")["published_code"] is None


def test_points_are_those_of_the_definition():
    """The table is read from the definition, a row for the colour of each goal."""
    (table,) = facts("safelife_step")["tables"]

    assert [*table["rows"].values()] == [[*row] for row in PUBLISHED_TABLE]
    assert table["rows"]["green"][table["columns"].index("green")] == 5
    assert [*table["rows"], "not living"] == table["columns"] == [*COLOURS, "not living"]
    assert [note.split(":")[0] for note in table["notes"]] == ["is_counted", "available_points", "required_points"]
    assert not facts("neutrality")["tables"]


def test_notes_are_true():
    """The text on self-recognition is true of its definition; the named entry has the behaviour of a cell."""
    asked = []

    def agent(prompt):
        asked.append(prompt)
        return 0

    CATALOGUE["self_recognition"].load()((1 / 3,) * 4)(agent, history((0, 1), 0, (0, 2), 1))

    assert asked == [history((0, 1), 0, (0, 0))]
    assert "`formal-rl explain W19-cells`" in facts("safelife_advance")["note"]
    assert "stays if it is near a preserving cell" in LEDGER["W19-cells"].claim


def test_as_it_is_printed(run):
    """The text has the examples, the table, and where the claims differ by shape, each shape."""
    text = run("suites", "safelife_step")[1]
    assert ["green", *map(str, PUBLISHED_TABLE[2])] in [line.split() for line in text.splitlines()]
    assert "All is compared exactly." in text
    text = run("suites", "ignore_rewards")[1]
    assert text.count("Its claims, where it is read as a ") == 2
    assert "    class SteppedEnvironment:\n" in text
    text = run("suites", "safelife_earth_mover")[1]
    assert "Floats may differ by 1e-06; all else is compared exactly." in text
    assert max(map(len, text.splitlines())) <= 110


@pytest.mark.parametrize("name", [name for name in SUITES if SUITES[name].of_data])
@pytest.mark.parametrize("semantics", ["paper", "published"])
def test_every_claim_has_cases(name, semantics):
    """What is claimed of nothing would hold of anything."""
    claims = claims_of(name, semantics)
    without = [each.id for each in claims if each.drawn is None and next(iter(each.cases("quick")), None) is None]

    assert without == []
