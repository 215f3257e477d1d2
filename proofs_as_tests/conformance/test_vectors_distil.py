"""Recorded vectors made dense: what is kept kills what all kill, and none is kept for nothing."""

import json

import pytest
from jsonschema import Draft202012Validator

from formal_rl import cli
from formal_rl.conformance import distilled_vectors, json_schema, recorded_vectors, replay, write_vectors
from formal_rl.conformance.plugins import UsersObjects
from formal_rl.conformance.recorded_runs.vectors_distil import covering
from formal_rl.conformance.recorded_runs.vectors_record import NothingToRecord
from formal_rl.conformance.zoo.whole import WRONG

SUITES = ("neutrality", "drest_return", "gridworld_step")


@pytest.fixture(scope="module")
def distilled():
    """Return the distilled vectors of some suites, each made once."""
    return {suite: distilled_vectors(suite) for suite in SUITES}


def test_a_covering_by_hand():
    """The first takes most; then what it leaves; and what later ones make needless goes."""
    assert covering({1: {"a"}, 2: {"a", "b"}, 3: {"c"}, 4: set(), 5: {"b", "c"}}) == [2, 3]
    assert covering({1: {"a", "b"}, 2: {"a", "c"}, 3: {"b", "c"}}) == [1, 2]
    assert covering({1: set("abcd"), 2: set("abe"), 3: set("cdf"), 4: set("ef")}) == [1, 4]
    assert covering({1: set("bcde"), 2: set("abc"), 3: set("def"), 4: set("g")}) == [2, 3, 4]
    assert covering({1: set()}) == []


@pytest.mark.parametrize("suite", SUITES)
def test_each_case_kills_one_that_no_other_kills(distilled, suite):
    """Those of the recorded vectors, with their answers, and no more than there are wrong implementations."""
    found, recorded = distilled[suite], recorded_vectors(suite)
    cases = [case for claim in found.values["claims"] for case in claim["cases"]]
    all_cases = [case for claim in recorded["claims"] for case in claim["cases"]]
    killed = {name for case in cases for name in case["kills"]}

    assert all({name: case[name] for name in case if name != "kills"} in all_cases for case in cases)
    assert found.recorded == len(all_cases)
    assert killed == {each.name for each in found.killed}
    assert {each.name for each in (*found.killed, *found.spared)} == {
        each.name for each in WRONG if each.suite == suite
    }
    for case in cases:
        others = {name for other in cases if other is not case for name in other["kills"]}

        assert set(case["kills"]) - others


@pytest.mark.parametrize("suite", SUITES)
def test_files_are_of_the_schema_and_the_reference_agrees(distilled, tmp_path, suite):
    """With the names and what they do wrong; written twice they are the same."""
    path = write_vectors(distilled[suite].values, tmp_path)
    values = json.loads(path.read_text("utf-8"))

    Draft202012Validator(json_schema("conformance-vectors/1")).validate(values)
    assert replay(path).closing_line == f"1 files, {distilled[suite].kept} cases, 0 mismatches, 0 skipped"
    assert values["notes"].keys() == {each.name for each in WRONG if each.suite == suite}
    assert distilled_vectors(suite).values == distilled[suite].values


def test_a_wrong_implementation_fails_the_few(distilled, tmp_path):
    """As it is checked by whoever has the file; a right one does not."""
    path = write_vectors(distilled["neutrality"].values, tmp_path)
    zoo = "formal_rl.conformance.zoo.drest"
    mismatches = [
        len(replay(path, users=UsersObjects(recorded=f"{zoo}:{name}")).mismatches)
        for name in ("neutrality_in_nats", "neutrality_in_bits")
    ]

    assert mismatches == [1, 0]


def test_the_command(tmp_path, capsys):
    """Lines, and JSON."""
    for words in ((), ("--json",)):
        with pytest.raises(SystemExit) as ended:
            cli.app(["vectors", "distil", "neutrality", "drest_reward", "--out", str(tmp_path), *words])

        assert ended.value.code == 0
        said = capsys.readouterr().out
        if words:
            neutrality, reward = json.loads(said)
        else:
            assert "123 cases kill 3 of 3 wrong implementations" in said
            assert "not killed: reward_that_alters_the_counts (updates the counts that it is given)" in said
    assert neutrality["suite"] == "neutrality"
    assert neutrality["kept"] == len(json.loads((tmp_path / "neutrality.json").read_text("utf-8"))["claims"])
    assert reward["not_killed"] == ["reward_that_alters_the_counts"]


@pytest.mark.parametrize(("suite", "said"), [("learner", "laws"), ("ignore_rewards", "kills a wrong implementation")])
def test_suites_of_which_nothing_can_be_distilled(suite, said):
    """Laws are not recorded; classes are not asked about histories."""
    with pytest.raises(NothingToRecord, match=said):
        distilled_vectors(suite)
