"""The runs recorded from the published library, replayed."""

import hashlib
import json
import math
from collections import Counter

import pytest

import formal_rl
from formal_rl.agents import LearnerClass, QLearnerPublished
from formal_rl.agents.library_learners import QState
from formal_rl.recordings import registry, replay, shipped_vectors
from formal_rl.transforms import reality_check_fold

BUILT = [
    "DejaVu.json",
    "FalseMemories.json",
    "IgnoreRewards.json",
    "ReverseHistory.json",
    "TemptingButton.json",
    "opposite_TemptingButton.json",
]
HASH_RUN = 2


@pytest.fixture(scope="module")
def whole():
    """The replay of all that is recorded of the library."""
    return replay(shipped_vectors())


def test_what_is_built_agrees_with_every_recorded_run(whole):
    report = whole
    assert [str(mismatch) for mismatch in report.mismatches] == []
    assert report.closing_line == "34 files, 267 cases, 0 mismatches, 8 skipped"
    assert report.exit_code == 0
    assert report.unusable == ()
    assert report.ignored == ("LICENSE-peer.txt", "README.md")
    cases = {file.file: file.cases for file in report.files}
    nine = ("_agents.json", "IncentivizeLearningRate.json", "IncentivizeLearningRate_Old.json")
    assert {name for name in cases if cases[name] == 9} == set(nine)
    assert {name for name in cases if cases[name] not in {8, 9}} == {"PunishSlowAgent.json"}


def test_every_run_is_a_case_or_a_skip_with_its_reason(shipped, whole):
    report = whole
    for file in report.files:
        assert file.cases + len(file.skips) == len(shipped(file.file)["runs"])
    reasons = Counter(skip.reason for skip in report.skips)
    assert all(reason.startswith("environment ") for reason in reasons)
    assert len(reasons) == 1
    assert (
        reasons["environment PunishSlowAgent: counts steps of a debugger, which depend on the version of Python"] == 8
    )


def test_the_recorded_data_are_the_ones_that_were_recorded():
    digest = hashlib.sha256()
    for file in sorted(shipped_vectors().glob("*.json")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    assert digest.hexdigest() == "008ea10971a48d91c93259066168e035e5af936016561a52e3e2c51479cd3f9c"


def test_the_licence_notice_travels_with_the_data():
    assert "Copyright (c) 2022 Samuel Alexander" in (shipped_vectors() / "LICENSE-peer.txt").read_text("utf-8")


@pytest.mark.parametrize("name", BUILT)
@pytest.mark.parametrize(
    ("key", "index", "change", "step", "what"),
    [
        ("actions", 17, lambda action: 1 - action, 17, "action"),
        ("rewards", 30, lambda reward: -reward, 30, "reward"),
        ("rewards", 59, lambda reward: 7, 59, "reward"),
        ("obs", 12, lambda observation: 1 - observation, 11, "observation"),
        ("obs", 60, lambda observation: 1 - observation, 59, "observation"),
        ("obs", 0, lambda observation: 1 - observation, -1, "observation"),
    ],
)
def test_one_changed_value_is_one_mismatch_at_its_step(
    shipped, written, altered, *, name, key, index, change, step, what
):
    document = shipped(name)
    recorded = document["runs"][HASH_RUN][key][index]
    wrong = change(recorded)
    report = replay(written(altered(document, ("runs", HASH_RUN, key, index), wrong), name))
    (mismatch,) = report.mismatches
    assert (mismatch.file, mismatch.run, mismatch.agent) == (name, HASH_RUN, "hash_a")
    assert (mismatch.step, mismatch.what) == (step, what)
    assert mismatch.field == f"runs[2].{key}[{index}]"
    assert (mismatch.expected, mismatch.got) == (wrong, recorded)
    assert report.closing_line == "1 files, 8 cases, 1 mismatches, 0 skipped"
    assert report.exit_code == 1


def test_a_changed_run_of_the_reality_check_is_a_mismatch(shipped, written, altered):
    document = shipped("ReverseHistory.json")
    run = [run["agent"] for run in document["runs"]].index("reality_check(hash_a)")
    action = document["runs"][run]["actions"][40]
    report = replay(written(altered(document, ("runs", run, "actions", 40), 1 - action)))
    (mismatch,) = report.mismatches
    assert (mismatch.agent, mismatch.step, mismatch.what) == ("reality_check(hash_a)", 40, "action")


def test_a_changed_total_is_a_mismatch(shipped, written, altered):
    report = replay(written(altered(shipped("IgnoreRewards.json"), ("runs", HASH_RUN, "total_reward"), 15)))
    (mismatch,) = report.mismatches
    assert (mismatch.step, mismatch.what, mismatch.expected, mismatch.got) == (None, "total_reward", 15, 14)
    assert str(mismatch) == (
        "recorded.json: runs[2].total_reward (hash_a, whole run): total_reward: recorded 15, replayed 14"
    )


@pytest.mark.parametrize("name", BUILT)
def test_every_changed_simulation_call_is_a_mismatch(shipped, written, altered, name):
    document = shipped(name)
    document["runs"] = [document["runs"][HASH_RUN]]
    calls = document["runs"][0]["sim_calls"]
    for place, call in enumerate(calls):
        wrong = [*call[:3], call[3] + 1, *call[4:]]
        report = replay(written(altered(document, ("runs", 0, "sim_calls", place), wrong), name))
        (mismatch,) = report.mismatches
        assert (mismatch.what, mismatch.step) == ("simulation call", call[2])
        assert mismatch.field == f"runs[0].sim_calls[{place}]"
        assert (list(mismatch.expected), list(mismatch.got)) == (wrong, call)


@pytest.mark.parametrize("name", BUILT)
def test_a_missing_or_added_simulation_call_is_a_mismatch(shipped, written, altered, name):
    document = shipped(name)
    calls = document["runs"][HASH_RUN]["sim_calls"]
    missing = replay(written(altered(document, ("runs", HASH_RUN, "sim_calls"), calls[:-1]), name))
    assert [list(mismatch.got) for mismatch in missing.mismatches] == [calls[-1]]
    assert "recorded nothing, replayed" in str(missing.mismatches[0])
    added = replay(written(altered(document, ("runs", HASH_RUN, "sim_calls"), [*calls, calls[-1]]), name))
    assert [mismatch.got for mismatch in added.mismatches] == [None]


def test_keyword_arguments_of_a_simulation_are_compared(shipped, written, altered):
    document = shipped("IgnoreRewards.json")
    wrong = ["new", 0, -1, 2, {"learning_rate": 0.05}]
    report = replay(written(altered(document, ("runs", HASH_RUN, "sim_calls", 0), wrong)))
    assert json.loads(json.dumps(report.to_json()))["mismatches"][0]["expected"] == wrong


def test_a_run_without_recorded_calls_is_compared_without_them(shipped, written):
    document = shipped("IgnoreRewards.json")
    del document["runs"][HASH_RUN]["sim_calls"]
    assert replay(written(document)).closing_line == "1 files, 8 cases, 0 mismatches, 0 skipped"


@pytest.mark.parametrize("run", [4, 7])
def test_a_changed_answer_of_a_scripted_agent_is_a_mismatch(shipped, written, altered, run):
    document = shipped("_agents.json")
    answer = document["runs"][run]["steps"][20]["acts"][2]
    path = ("runs", run, "steps", 20, "acts", 2)
    report = replay(written(altered(document, path, (answer + 1) % 3), "_agents.json"))
    (mismatch,) = report.mismatches
    assert (mismatch.agent, mismatch.what, mismatch.step) == (document["runs"][run]["agent"], "answer", 20)
    assert mismatch.field == f"runs[{run}].steps[20].acts[2]"
    assert report.closing_line == "1 files, 9 cases, 1 mismatches, 0 skipped"


@pytest.mark.parametrize("step", [3, 12])
def test_a_scripted_agent_is_trained_on_its_own_actions_save_for_the_deviation(shipped, written, altered, step):
    document = shipped("_agents.json")
    action = document["runs"][7]["steps"][step]["train"][1]
    report = replay(written(altered(document, ("runs", 7, "steps", step, "train", 1), (action + 1) % 3)))
    (mismatch,) = report.mismatches
    assert (mismatch.what, mismatch.step) == ("action", step)


def test_keyword_arguments_reach_the_q_learner_alone(shipped, written, altered):
    document = shipped("_agents.json")
    (mismatch,) = replay(written(altered(document, ("runs", 2, "kwargs", "gamma"), 0.9))).mismatches
    assert mismatch.what == "Q-table"
    for run, agent in ((0, "simple_learner"), (4, "this agent")):
        report = replay(written(altered(document, ("runs", run, "kwargs"), {"learning_rate": 0.5})))
        assert f"keyword arguments of {agent}: not built yet" in {skip.reason for skip in report.skips}
        assert report.cases == 8
    (fault,) = replay(written(altered(document, ("runs", 2, "kwargs"), {"alpha": 0.5}))).unusable
    assert fault.reason == "unknown keyword; known: epsilon, learning_rate, gamma"


@pytest.mark.parametrize("run", [1, 2])
def test_the_q_table_is_compared_bit_for_bit(shipped, written, altered, run):
    document = shipped("_agents.json")
    value = document["runs"][run]["steps"][59]["q_after"][3][1]
    path = ("runs", run, "steps", 59, "q_after", 3, 1)
    (mismatch,) = replay(written(altered(document, path, math.nextafter(value, 1)))).mismatches
    assert (mismatch.what, mismatch.step, mismatch.field) == ("Q-table", 59, f"runs[{run}].steps[59].q_after[3]")


def test_in_another_order_of_operations_the_q_learner_is_another_machine(monkeypatch):
    def learn(self, state, transition):
        o, a, r, after = transition
        row, best = self.row(state, o), max(self.row(state, after))
        value = (1 - self.learning_rate) * row[a] + self.learning_rate * (r + self.gamma * best)
        return QState(tuple((dict(state.rows) | {o: (*row[:a], value, *row[a + 1 :])}).items()), state.trainings + 1)

    monkeypatch.setattr(QLearnerPublished, "learn", learn)
    differing = {mismatch.what for mismatch in replay(shipped_vectors() / "_agents.json").mismatches}
    assert differing == {"Q-table"}


def test_other_draws_are_mismatches(shipped, written, altered):
    report = replay(written(altered(shipped("TemptingButton.json"), ("seed",), 2)))
    assert {mismatch.what for mismatch in report.mismatches} == {"draw"}
    assert len(report.mismatches) == 8
    report = replay(written(altered(shipped("_agents.json"), ("env_draws_0_219", 7), 0.5)))
    assert {mismatch.field for mismatch in report.mismatches} == {f"runs[{run}].env_draws_0_219[7]" for run in range(9)}


def test_a_file_without_a_seed_is_unusable(shipped, written):
    for name in ("TemptingButton.json", "_agents.json"):
        document = shipped(name)
        del document["seed"]
        (fault,) = replay(written(document)).unusable
        assert (fault.field, fault.reason) == ("seed", "missing")


def test_the_opposite_trains_on_rewards_that_are_not_negated(monkeypatch):
    monkeypatch.setattr(registry, "OppositePublished", lambda environment: environment)
    report = replay(shipped_vectors() / "opposite_TemptingButton.json")
    assert {mismatch.what for mismatch in report.mismatches} == {"reward"}


def test_the_reality_check_runs_need_a_reality_check(monkeypatch):
    monkeypatch.setattr(registry, "PublishedRealityCheck", lambda inner: inner)
    agents = {mismatch.agent for mismatch in replay(shipped_vectors()).mismatches}
    assert agents == {f"reality_check({agent})" for agent in ("hash_a", "q_learner", "random_agent", "simple_learner")}


def test_the_runs_tell_the_published_reality_check_from_definition_7(monkeypatch):
    def defined(inner):
        learner = _Unlocated(inner)
        return LearnerClass(reality_check_fold(learner))

    monkeypatch.setattr(registry, "PublishedRealityCheck", defined)
    report = replay(shipped_vectors())
    assert "reality_check(simple_learner)" in {mismatch.agent for mismatch in report.mismatches}


class _Unlocated:
    """An agent-class whose asking changes nothing, as a learner."""

    def __init__(self, agent_class):
        self._agent_class = agent_class

    @property
    def initial(self):
        return self._agent_class.initial

    def act(self, state, observation):
        return self._agent_class.ask(state, observation)[0]

    def learn(self, state, transition):
        return self._agent_class.train(state, transition)


def _frozen_script(answers):
    """A counting agent, its actions 0, 1, 2, ..., trained on what it did not do in step 2."""
    counting = {"kind": "registers", "registers": {"t": 0}, "learn": {"t": ["add", "t", 1]}, "act": "t"}
    steps = [
        {"acts": [answer], "train": [0, action, 0, 0]} for answer, action in zip(answers, [0, 1, 0, 0], strict=True)
    ]
    run = {"agent": "checked", "kwargs": {}, "n_actions": 5, "n_obs": 1, "own_actions": False, "deviate_at": None}
    return {
        "schema": "extended-environments-agent-script/2",
        "seed": 1,
        "agents": {"checked": {"kind": "published_reality_check", "of": counting}},
        "runs": [{**run, "steps": steps}],
    }


def test_the_published_reality_check_freezes_to_its_first_action_that_is_not_0(written, monkeypatch):
    """Definition 7 freezes to the first action, here 0."""
    published, defined = (
        written(_frozen_script([0, 1, 2, 1])),
        written(_frozen_script([0, 1, 2, 0]), "defined.json"),
    )
    assert [replay(published).exit_code, replay(defined).exit_code] == [0, 1]
    monkeypatch.setattr(
        registry, "PublishedRealityCheck", lambda inner: LearnerClass(reality_check_fold(inner.learner))
    )
    assert [replay(published).exit_code, replay(defined).exit_code] == [1, 0]


def test_learning_rates_are_exact_and_in_thousandths(written):
    def script(rate):
        agent = {"kind": "registers", "registers": {}, "learn": {}, "act": "learning_rate_1000"}
        run = {"agent": "lr", "kwargs": {}, "n_actions": 5000, "n_obs": 1, "own_actions": False}
        return json.dumps(
            {
                "schema": "extended-environments-agent-script/2",
                "seed": 1,
                "agents": {"lr": {**agent, "keywords": {"learning_rate": "RATE"}}},
                "runs": [{**run, "deviate_at": None, "steps": [{"acts": [0], "train": [0, 0, 0, 0]}]}],
            }
        ).replace('"RATE"', rate)

    def thousandths(rate):
        report = replay(written(script(rate)))
        return report.mismatches[0].got if report.mismatches else 0

    rates = {
        "0.1": 100,
        "0.05": 50,
        "1": 1000,
        "1e0": 1000,
        "0.0005": 0,
        "0.0015": 2,
        "0.00250000000000000000001": 3,
    }
    assert {rate: thousandths(rate) for rate in rates} == rates


def test_the_report_as_json(shipped, written, altered):
    path = written(altered(shipped("IgnoreRewards.json"), ("runs", HASH_RUN, "actions", 17), 1))
    report = json.loads(json.dumps(replay(path).to_json()))
    assert report["definitions_revision"] == formal_rl.DEFINITIONS_REVISION
    assert report["exit_code"] == 1
    assert report["cases"] == 8
    assert report["files"] == [{"file": "recorded.json", "cases": 8, "mismatches": 1, "skipped": 0}]
    assert report["mismatches"] == [
        {
            "file": "recorded.json",
            "run": 2,
            "agent": "hash_a",
            "step": 17,
            "what": "action",
            "field": "runs[2].actions[17]",
            "expected": 1,
            "got": 0,
            "row": None,
            "column": None,
        }
    ]
    assert report["skipped"] == []
    assert report["unusable"] == []


def test_progress_names_each_file_in_order(tmp_path, shipped, written):
    written(shipped("DejaVu.json"), "b.json")
    written("no vectors", "a.txt")
    seen = []
    replay(tmp_path, seen.append)
    assert seen == ["a.txt", "b.json"]
