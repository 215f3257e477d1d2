"""The runs recorded from the published library, replayed; every value that is recorded can fail."""

import hashlib
import json
import math

import pytest

import formal_rl
from formal_rl.agents import LearnerClass, QLearnerPublished
from formal_rl.agents.library_learners import QState
from formal_rl.recordings import (
    FileReport,
    agent_specifications,
    registry,
    replay,
    shipped_recordings,
    shipped_vectors,
    vector_replay,
)
from formal_rl.transforms import reality_check_fold

BUILT = ["DejaVu.json", "ReverseHistory.json", "opposite_TemptingButton.json"]
HASH_RUN = 2


def test_our_forms_agree_with_every_recorded_run(shipped):
    """All runs but those that depend on the version of Python are cases."""
    report = replay(shipped_vectors())

    assert [str(each) for each in (*report.mismatches, *report.unusable)] == []
    assert report.closing_line == "34 files, 267 cases, 0 mismatches, 8 skipped"
    assert (report.exit_code, report.ignored) == (0, ("LICENSE-peer.txt", "README.md"))
    reason = "environment PunishSlowAgent: counts steps of a debugger, which depend on the version of Python"
    assert {skip.reason for skip in report.skips} == {reason}
    assert all(file.cases + len(file.skips) == len(shipped(file.file)["runs"]) for file in report.files)


@pytest.mark.parametrize("name", BUILT)
@pytest.mark.parametrize(
    ("key", "index", "change", "step", "what"),
    [
        ("actions", 17, lambda action: 1 - action, 17, "action"),
        ("rewards", 30, lambda reward: -reward, 30, "reward"),
        ("rewards", 59, lambda reward: 7, 59, "reward"),
        ("obs", 12, lambda observation: 1 - observation, 11, "observation"),
        ("obs", 0, lambda observation: 1 - observation, -1, "observation"),
    ],
)
def test_one_changed_value_is_one_mismatch_at_its_step(changed, shipped, *, name, key, index, change, step, what):
    """The mismatch names file, run, agent, step and field, with both values."""
    recorded = shipped(name)["runs"][HASH_RUN][key][index]
    report = changed(name, ("runs", HASH_RUN, key, index), change)
    (mismatch,) = report.mismatches

    assert (mismatch.file, mismatch.run, mismatch.agent) == (name, HASH_RUN, "hash_a")
    assert (mismatch.step, mismatch.what, mismatch.field) == (step, what, f"runs[2].{key}[{index}]")
    assert (mismatch.expected, mismatch.got) == (change(recorded), recorded)
    assert (report.exit_code, report.closing_line) == (1, "1 files, 8 cases, 1 mismatches, 0 skipped")


def test_a_changed_total_is_a_mismatch(changed):
    """It belongs to the whole run."""
    (mismatch,) = changed("IgnoreRewards.json", ("runs", HASH_RUN, "total_reward"), 15).mismatches
    said = "runs[2].total_reward (hash_a, whole run): total_reward: recorded 15, replayed 14"

    assert str(mismatch) == f"IgnoreRewards.json: {said}"


def test_every_changed_simulation_call_is_a_mismatch(changed, shipped):
    """A call of the first steps or the last, also one too few or too many; the keywords of a copy are compared."""
    name, path = "DejaVu.json", ("runs", HASH_RUN, "sim_calls")
    calls = shipped(name)["runs"][HASH_RUN]["sim_calls"]
    for place in (0, 1, len(calls) // 2, len(calls) - 1):
        call = calls[place]
        wrong = [*call[:3], call[3] + 1, *call[4:]]
        (mismatch,) = changed(name, (*path, place), wrong).mismatches
        assert (mismatch.what, mismatch.step) == ("simulation call", call[2])
        assert mismatch.field == f"runs[2].sim_calls[{place}]"
        assert (list(mismatch.expected), list(mismatch.got)) == (wrong, call)
    (missing,) = changed(name, path, calls[:-1]).mismatches
    (added,) = changed(name, path, [*calls, calls[-1]]).mismatches
    (keywords,) = changed(name, (*path, 0, 4), {"learning_rate": 0.05}).mismatches

    assert (list(missing.got), added.got) == (calls[-1], None)
    assert "recorded nothing, replayed" in str(missing)
    assert json.loads(json.dumps(keywords.to_json()))["expected"][4] == {"learning_rate": 0.05}


def other_of_three(action):
    """Another action."""
    return (action + 1) % 3


@pytest.mark.parametrize(
    ("path", "value", "what", "step"),
    [
        ((4, "steps", 20, "acts", 2), other_of_three, "answer", 20),
        ((7, "steps", 20, "acts", 2), other_of_three, "answer", 20),
        ((7, "steps", 3, "train", 1), other_of_three, "action", 3),
        ((7, "steps", 12, "train", 1), other_of_three, "action", 12),  # the deviation
        ((1, "steps", 59, "q_after", 3, 1), lambda value: math.nextafter(value, 1), "Q-table", 59),
        ((2, "steps", 59, "q_after", 3, 1), lambda value: math.nextafter(value, 1), "Q-table", 59),
    ],
)
def test_every_value_of_a_script_can_fail(changed, path, value, what, step):
    """Answers, what the agent is trained on, and the Q-table, bit for bit."""
    report = changed("_agents.json", ("runs", *path), value)
    (mismatch,) = report.mismatches

    assert (mismatch.run, mismatch.what, mismatch.step) == (path[0], what, step)
    assert mismatch.field.startswith(f"runs[{path[0]}].steps[{step}].{path[3]}[")
    assert report.closing_line == "1 files, 9 cases, 1 mismatches, 0 skipped"


def test_keyword_arguments_reach_the_q_learner_alone(changed):
    """Runs of other agents with keywords are skipped."""
    (mismatch,) = changed("_agents.json", ("runs", 2, "kwargs", "gamma"), 0.9).mismatches
    other = changed("_agents.json", ("runs", 0, "kwargs"), {"learning_rate": 0.5})

    assert mismatch.what == "Q-table"
    assert (other.cases, other.skips[0].run) == (8, 0)
    assert other.skips[0].reason == "keyword arguments of simple_learner: not built yet"


def test_in_another_order_of_operations_the_q_learner_is_another_machine(monkeypatch):
    """The last bits of the Q-table differ."""

    def learn(self, state, transition):
        o, a, r, after = transition
        row, best = self.row(state, o), max(self.row(state, after))
        value = (1 - self.learning_rate) * row[a] + self.learning_rate * (r + self.gamma * best)
        return QState(tuple((dict(state.rows) | {o: (*row[:a], value, *row[a + 1 :])}).items()), state.trainings + 1)

    monkeypatch.setattr(QLearnerPublished, "learn", learn)
    assert {each.what for each in replay(shipped_vectors() / "_agents.json").mismatches} == {"Q-table"}


def test_other_draws_are_mismatches(changed):
    """The draws are those of the seed."""
    found = [each.what for each in changed("TemptingButton.json", ("seed",), 2).mismatches]
    assert found == [*["observation"] * 4, "reward", "action", *["observation"] * 2]


def test_the_opposite_trains_on_rewards_that_are_not_negated(monkeypatch):
    """An opposite that is none has other rewards."""
    monkeypatch.setattr(registry, "OppositePublished", lambda environment: environment)
    report = replay(shipped_vectors() / "opposite_TemptingButton.json")

    assert {mismatch.what for mismatch in report.mismatches} == {"reward"}


def test_the_reality_check_runs_need_a_reality_check(monkeypatch):
    """Where there is none, all runs of it differ, and only these."""
    monkeypatch.setattr(agent_specifications, "PublishedRealityCheck", lambda inner: inner)
    agents = {mismatch.agent for mismatch in replay(shipped_vectors()).mismatches}

    assert agents == {f"reality_check({agent})" for agent in ("hash_a", "q_learner", "random_agent", "simple_learner")}


def script(agent, actions, steps):
    """A file with one script of an agent of registers that has this name and number of actions."""
    run = {"agent": "checked", "kwargs": {}, "n_actions": actions, "n_obs": 1, "own_actions": False}
    trained = [{"acts": [answer], "train": [0, action, 0, 0]} for answer, action in steps]
    return {
        "schema": "extended-environments-agent-script/2",
        "seed": 1,
        "agents": {"checked": agent},
        "runs": [{**run, "deviate_at": None, "steps": trained}],
    }


def test_the_published_reality_check_freezes_to_its_first_action_that_is_not_0(written, monkeypatch):
    """Definition 7 freezes to the first action, here 0."""
    counting = {"kind": "registers", "registers": {"t": 0}, "learn": {"t": ["add", "t", 1]}, "act": "t"}
    agent = {"kind": "published_reality_check", "of": counting}
    answers = {"published": (0, 1, 2, 1), "defined": (0, 1, 2, 0)}
    files = [written(script(agent, 5, zip(each, (0, 1, 0, 0), strict=True)), name) for name, each in answers.items()]
    assert [replay(file).exit_code for file in files] == [0, 1]
    by_definition = lambda inner: LearnerClass(reality_check_fold(inner.learner))  # noqa: E731
    monkeypatch.setattr(agent_specifications, "PublishedRealityCheck", by_definition)

    assert [replay(file).exit_code for file in files] == [1, 0]


@pytest.mark.parametrize(
    ("rate", "thousandths"),
    [("0.1", 100), ("1e0", 1000), ("0.0005", 0), ("0.0015", 2), ("0.00250000000000000000001", 3)],
)
def test_learning_rates_are_exact_and_in_thousandths(written, rate, thousandths):
    """They are rounded as exact numbers, half to even."""
    agent = {"kind": "registers", "registers": {}, "learn": {}, "act": "learning_rate_1000"}
    document = script({**agent, "keywords": {"learning_rate": "RATE"}}, 5000, [(thousandths, 0)])

    assert replay(written(json.dumps(document).replace('"RATE"', rate))).exit_code == 0


def test_the_report_as_json(changed):
    """Counts of the whole and of each file, and a row for each mismatch."""
    report = json.loads(json.dumps(changed("IgnoreRewards.json", ("runs", HASH_RUN, "actions", 17), 1).to_json()))
    row = {"file": "IgnoreRewards.json", "run": 2, "agent": "hash_a", "step": 17, "what": "action"}
    row |= {"field": "runs[2].actions[17]", "expected": 1, "got": 0, "row": None, "column": None}

    assert report["path"].endswith("IgnoreRewards.json")
    assert {**report, "path": ""} == {
        "definitions_revision": formal_rl.DEFINITIONS_REVISION,
        "path": "",
        "exit_code": 1,
        "cases": 8,
        "files": [{"file": "IgnoreRewards.json", "cases": 8, "mismatches": 1, "skipped": 0}],
        "mismatches": [row],
        "skipped": [],
        "unusable": [],
        "ignored": [],
    }


# --- What is shipped ---


@pytest.mark.parametrize(
    ("folder", "pattern", "expected"),
    [
        ("extended_environments", "*.json", "008ea10971a48d91c93259066168e035e5af936016561a52e3e2c51479cd3f9c"),
        ("drest", "*.json", "cb4855c8811e0487f28a3f8d2f4ac6de0f358f272f9acaf66c74e1e3e80bf09c"),
        ("safelife", "*", "5dc3b5bafb131d512ccae05497524b336e68d14b0933efd82fef4f335a7803f2"),
    ],
)
def test_the_files_are_unchanged(folder, pattern, expected):
    """Names and bytes."""
    digest = hashlib.sha256()
    for file in sorted(shipped_vectors(folder).glob(pattern)):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    assert digest.hexdigest() == expected


def test_the_licence_notices_travel_with_the_data():
    """So their licences ask."""
    assert "Copyright (c) 2022 Samuel Alexander" in (shipped_vectors() / "LICENSE-peer.txt").read_text("utf-8")
    assert "Apache License" in (shipped_vectors("safelife") / "LICENSE-APACHE-2.0.txt").read_text("utf-8")
    assert "Change notice" in (shipped_vectors("safelife") / "README.md").read_text("utf-8")


def test_shipped_files_replay_as_one(monkeypatch):
    """Several directories are one report, in order, under the directory that they share."""
    monkeypatch.setattr(vector_replay, "compare_cases", lambda file, cases: FileReport(file, 1, (), (), ()))
    monkeypatch.setattr(vector_replay, "compare_safelife", lambda index, folder, file: FileReport(file, 1, (), (), ()))
    report = replay(shipped_recordings())

    assert shipped_recordings() == (shipped_vectors(), shipped_vectors("drest"), shipped_vectors("safelife"))
    assert report.path == str(shipped_vectors("drest").parent)
    assert [file.file for file in report.files[33:42]] == [
        "opposite_TemptingButton.json",
        *(f"{name}.json" for name in ("counterexamples", "hybrid_steps", "layouts", "maximisers")),
        *("returns.json", "returns_basis.json", "thresholds.json"),
        "action_unit.npz",
    ]
    assert (len(report.files), len(report.ignored)) == (48, 5)
