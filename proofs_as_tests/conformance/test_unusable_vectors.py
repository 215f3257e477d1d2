"""Files that are not what their schema promises: each fault named by file and field, none stopping the others."""

import pytest

from formal_rl.recordings import replay, shipped_vectors

NAME = "IgnoreRewards.json"
HASH = ("agents", "hash_a")


def _nested(depth, operator="add"):
    expression = 1
    for _ in range(depth):
        expression = [operator, expression]
    return expression


def _only_fault(report):
    assert report.exit_code == 4
    (fault,) = report.unusable
    assert str(fault) == f"{fault.file}: {fault.field}: {fault.reason}"
    return fault


@pytest.mark.parametrize(
    ("path", "value", "field", "reason"),
    [
        (("schema",), "extended-environments-trace/3", "schema", "unknown schema"),
        (("schema",), 2, "schema", "expected a string"),
        (("env",), None, "env", "expected a string, found null"),
        (("opposite",), True, "opposite", "does not fit"),
        (("opposite",), 0, "opposite", "expected true or false"),
        (("n_actions",), 0, "n_actions", "at least 1"),
        (("n_actions",), True, "n_actions", "found a boolean"),
        (("runs",), {}, "runs", "expected a list"),
        (("runs", 0), 1, "runs[0]", "expected an object"),
        (("runs", 1, "agent"), "nobody", "runs[1].agent", "'nobody' is not among the agents"),
        (("runs", 1, "steps"), 61, "runs[1].obs", "expected 62 elements, found 61"),
        (("runs", 1, "steps"), -1, "runs[1].steps", "at least 0"),
        (("runs", 1, "obs"), [0] * 60, "runs[1].obs", "expected 61 elements, found 60"),
        (("runs", 1, "actions"), [0] * 61, "runs[1].actions", "expected 60 elements, found 61"),
        (("runs", 1, "rewards"), [], "runs[1].rewards", "expected 60 elements, found 0"),
        (("runs", 1, "rewards"), "", "runs[1].rewards", "expected a list"),
        (("runs", 3, "actions", 17), True, "runs[3].actions[17]", "found a boolean"),
        (("runs", 3, "actions", 17), -1, "runs[3].actions[17]", "at least 0"),
        (("runs", 3, "obs", 17), "0", "runs[3].obs[17]", "found a string"),
        (("runs", 3, "rewards", 17), 1.0, "runs[3].rewards[17]", "expected an integer, found 1.0"),
        (("runs", 3, "total_reward"), None, "runs[3].total_reward", "found null"),
        (("runs", 2, "sim_calls", 1), [], "runs[2].sim_calls[1]", "expected a call"),
        (("runs", 2, "sim_calls", 1, 0), "look", "runs[2].sim_calls[1]", "expected a call"),
        (("runs", 2, "sim_calls", 1), ["act", 0, 0, 0], "runs[2].sim_calls[1]", "expected 5 elements, found 4"),
        (("runs", 2, "sim_calls", 1, 4), False, "runs[2].sim_calls[1][4]", "found a boolean"),
        (("runs", 2, "sim_calls", 1, 2), 6, "runs[2].sim_calls[1]", "step 6"),
        (("runs", 2, "sim_calls", 5, 2), 0, "runs[2].sim_calls[5]", "step 0 is out of order"),
        (("runs", 2, "sim_calls", 0, 4), {"x": ""}, "runs[2].sim_calls[0][4].x", "expected a number"),
        (("agents",), [], "agents", "expected an object"),
        (("agents", "q_learner", "kind"), "oracle", "agents.q_learner.kind", "unknown kind 'oracle'"),
        (("agents", "q_learner", "name"), "oracle", "agents.q_learner.name", "unknown agent 'oracle'"),
        ((*HASH, "registers", "h"), 1.5, "agents.hash_a.registers.h", "expected an integer"),
        ((*HASH, "registers", "obs"), 1, "agents.hash_a.registers.obs", "meaning of its own"),
        ((*HASH, "learn", "k"), 1, "agents.hash_a.learn.k", "no such register"),
        ((*HASH, "act"), "o_next", "agents.hash_a.act", "unknown name 'o_next'"),
        ((*HASH, "act"), 0.5, "agents.hash_a.act", "is neither an integer"),
        ((*HASH, "act"), ["pow", 2, 9], "agents.hash_a.act", "unknown operator 'pow'"),
        ((*HASH, "learn", "h", 1, 1), ["exec", "h"], "agents.hash_a.learn.h[1][1]", "unknown operator 'exec'"),
        ((*HASH, "act"), _nested(65), "agents.hash_a.act" + "[1]" * 65, "nested more than 64 deep"),
        ((*HASH, "keywords"), {"speed": 1}, "agents.hash_a.keywords.speed", "unknown keyword"),
        ((*HASH, "keywords"), {"learning_rate": "1"}, "agents.hash_a.keywords.learning_rate", "a number"),
        ((*HASH, "keywords"), {"learning_rate": 10**1001}, "agents.hash_a.keywords.learning_rate", "magnitude"),
        (
            ("agents", "reality_check(hash_a)", "of", "act"),
            ["no", 1],
            "agents.reality_check(hash_a).of.act",
            "unknown operator 'no'",
        ),
        (("runs", 0, "note"), _nested(98), "runs[0].note" + "[1]" * 97, "nested more than 100 deep"),
        (("runs", 0, "note"), "\x1b[2J", "runs[0].note", "cannot be printed"),
        (("runs", 0, "note"), "\ud800", "runs[0].note", "cannot be printed"),
    ],
)
def test_a_value_that_the_schema_does_not_allow_is_named(shipped, written, altered, *, path, value, field, reason):
    fault = _only_fault(replay(written(altered(shipped(NAME), path, value), NAME)))
    assert (fault.file, fault.field) == (NAME, field)
    assert reason in fault.reason


@pytest.mark.parametrize(
    "path",
    [
        ("schema",),
        ("env",),
        ("opposite",),
        ("n_actions",),
        ("agents",),
        ("runs",),
        (*HASH, "kind"),
        (*HASH, "registers"),
        (*HASH, "learn"),
        (*HASH, "act"),
        ("agents", "reality_check(hash_a)", "of"),
        ("agents", "q_learner", "name"),
        ("runs", 0, "agent"),
        ("runs", 0, "steps"),
        ("runs", 0, "obs"),
        ("runs", 0, "actions"),
        ("runs", 0, "rewards"),
        ("runs", 0, "total_reward"),
    ],
)
def test_a_missing_member_is_named(shipped, written, path):
    document = shipped(NAME)
    container = document
    for key in path[:-1]:
        container = container[key]
    del container[path[-1]]
    fault = _only_fault(replay(written(document)))
    assert fault.field == ".".join(str(key) for key in path).replace("runs.0", "runs[0]")
    assert fault.reason == "missing"


@pytest.mark.parametrize(
    ("path", "value", "field", "reason"),
    [
        (("runs", 7, "steps", 3, "acts"), [0, 0, 0], "runs[7].steps[3].acts", "expected 4 elements"),
        (("runs", 7, "steps", 3, "train"), [0, 0, 0], "runs[7].steps[3].train", "expected 4 elements"),
        (("runs", 7, "steps", 3, "train", 0), 4, "runs[7].steps[3].train[0]", "an observation below 4"),
        (("runs", 7, "steps", 3, "train", 2), 0.5, "runs[7].steps[3].train[2]", "expected an integer"),
        (("runs", 7, "own_actions"), 1, "runs[7].own_actions", "expected true or false"),
        (("runs", 7, "deviate_at"), "12", "runs[7].deviate_at", "expected an integer"),
        (("runs", 7, "kwargs"), None, "runs[7].kwargs", "expected an object"),
        (("runs", 7, "n_obs"), 0, "runs[7].n_obs", "at least 1"),
        (("runs", 7, "agent"), "x", "runs[7].agent", "not among the agents"),
    ],
)
def test_a_wrong_value_in_a_script_is_named(shipped, written, altered, *, path, value, field, reason):
    fault = _only_fault(replay(written(altered(shipped("_agents.json"), path, value))))
    assert fault.field == field
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        (lambda text: text[:2000], "line 33 column 16", "not JSON"),
        (lambda text: text[: text.rindex("}")], "line 92 column 1", "not JSON"),
        (lambda text: "", "line 1 column 1", "not JSON"),
        (lambda text: "steps: 60", "line 1 column 1", "not JSON"),
        (lambda text: text.encode("utf-16"), "byte 0", "not UTF-8"),
        (lambda text: "[]", "the whole file", "expected an object, found a list"),
        (lambda text: "{}", "schema", "missing"),
        (lambda text: "[" * 100_000, "the whole file", "nested more than 100 deep"),
        (lambda text: '{"schema":' * 100_000, "the whole file", "nested more than 100 deep"),
        (lambda text: text.replace('"total_reward": 60', '"total_reward": NaN', 1), "runs[0].total_reward", "NaN"),
        (lambda text: text.replace("[1,1,", "[1,-Infinity,", 1), "runs[0].rewards[1]", "-Infinity"),
        (lambda text: text.replace("[1,1,", f"[1,{'9' * 5000},", 1), "runs[0].rewards[1]", "5000 digits"),
        (lambda text: text.replace("[1,1,", "[1,1e99999999999999999999,", 1), "runs[0].rewards[1]", "range"),
        (lambda text: text.replace("[1,1,", "[1,1e999999,", 1), "runs[0].rewards[1]", "expected an integer"),
        (lambda text: text.replace('"n_obs"', '"n_actions"', 1), "n_actions", "occurs twice"),
        (lambda text: text.replace('"learn": {}', '"kind": ""', 1), "agents.constant0.kind", "occurs twice"),
        (lambda text: text.replace('"slow"', '"sl\\u0000w"', 1), "the whole file", "cannot be printed"),
    ],
)
def test_text_that_is_not_strictly_json_is_named(written, change, field, reason):
    text = (shipped_vectors() / NAME).read_text("utf-8")
    fault = _only_fault(replay(written(change(text), NAME)))
    assert fault.file == NAME
    assert fault.field.startswith(field)
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("path", "value", "field", "reason"),
    [
        (("learn", "h"), ["mod", "h", "r"], "learn.h", "mod by 0"),
        (("learn", "h"), ["add", 1, ["floordiv", 1, 0]], "learn.h[2]", "floordiv by 0"),
        (("learn", "h"), ["mul", "h", "h"], "learn.h", "mul gives a value of more than 4096 bits"),
        (("learn", "h"), ["add", 2**4096 - 1, "h"], "learn.h", "add gives a value of more than 4096 bits"),
        (("act",), ["mod", 1, ["sub", "h", 7]], "act", "mod by 0"),
        (("act",), -1, "act", "answers -1, expected an action from 0 to 1"),
        (("act",), 2, "act", "answers 2, expected an action from 0 to 1"),
    ],
)
@pytest.mark.parametrize("checked", [False, True])
def test_an_expression_without_a_value_is_named_and_the_other_runs_are_compared(
    shipped, written, altered, *, checked, path, value, field, reason
):
    document = shipped("ReverseHistory.json")
    counting = {"kind": "registers", "registers": {"h": 7}, "learn": {"h": ["mul", "h", 2]}, "act": 0}
    agent = altered(counting, path, value)
    if checked:
        agent = {"kind": "published_reality_check", "of": agent}
    report = replay(written(altered(document, ("agents", "constant0"), agent)))
    fault = _only_fault(report)
    assert fault.field == f"agents.constant0.{'of.' if checked else ''}{field}"
    assert fault.reason == f"{reason} (met in runs[0])"
    assert report.closing_line == "1 files, 7 cases, 0 mismatches, 0 skipped"


def test_deep_but_allowed_expressions_are_computed(shipped, written, altered):
    document = shipped("IgnoreRewards.json")
    zero = 0
    for _ in range(64):
        zero = ["add", zero]
    agent = {"kind": "registers", "registers": {}, "learn": {}, "act": zero}
    for _ in range(30):
        agent = {"kind": "published_reality_check", "of": agent}
    assert replay(written(altered(document, ("agents", "constant0"), agent))).exit_code == 0


def test_one_bad_file_does_not_stop_the_others(tmp_path, shipped, written, altered):
    good = shipped(NAME)
    written("{", "a.json")
    written(good, "b.json")
    written({"schema": "?"}, "c.json")
    written(altered(good, ("runs", 0, "actions", 5), 1), "d.json")
    report = replay(tmp_path)
    assert report.exit_code == 4
    assert [(fault.file, fault.field) for fault in report.unusable] == [
        ("a.json", "line 1 column 2"),
        ("c.json", "schema"),
    ]
    assert [mismatch.file for mismatch in report.mismatches] == ["d.json"]
    assert report.closing_line == "2 files, 16 cases, 1 mismatches, 0 skipped"
    assert [fault["file"] for fault in report.to_json()["unusable"]] == ["a.json", "c.json"]


def test_files_without_a_schema_are_ignored_in_a_directory_and_nothing_is_checked(tmp_path, shipped, written):
    written({"env": "IgnoreRewards"}, "a.json")
    written("[1]", "b.json")
    written("not JSON", "c.txt")
    (tmp_path / "inner.json").mkdir()
    report = replay(tmp_path)
    assert (report.exit_code, report.ignored) == (5, ("a.json", "b.json", "c.txt"))
    assert report.closing_line == "0 files, 0 cases, 0 mismatches, 0 skipped"


def test_an_empty_directory_and_runs_that_are_all_skipped_check_nothing(tmp_path, shipped, written):
    assert replay(tmp_path).exit_code == 5
    report = replay(written(shipped("PunishSlowAgent.json")))
    assert report.closing_line == "1 files, 0 cases, 0 mismatches, 8 skipped"
    assert report.exit_code == 5
    assert str(report.skips[0]) == (
        "recorded.json: runs[0] (constant0): skipped: environment PunishSlowAgent: "
        "counts steps of a debugger, which depend on the version of Python"
    )


def test_a_file_without_a_schema_is_unusable_when_it_is_asked_for(written):
    assert _only_fault(replay(written({"env": "IgnoreRewards"}))).field == "schema"
    assert _only_fault(replay(written("notes", "notes.txt"))).field == "line 1 column 1"


def test_a_path_that_is_not_there_is_unusable(tmp_path):
    fault = _only_fault(replay(tmp_path / "absent"))
    assert fault.file == str(tmp_path / "absent")
    assert "No such file" in fault.reason
    assert _only_fault(replay(tmp_path / ("long" * 100))).reason.startswith("cannot be read")
