"""Files that are not what their schema promises: each fault named by file and field, none stopping the others."""

import pytest

from formal_rl.recordings import replay, shipped_vectors
from proofs_as_tests.recordings.conftest import ABSENT, place, put

NAME = "IgnoreRewards.json"
HASH = ("agents", "hash_a")


def _nested(depth, value=1):
    for _ in range(depth):
        value = ["add", value]
    return value


TRACES = [
    (("schema",), "extended-environments-trace/3", "expected one of"),
    (("schema",), 2, "expected a string"),
    (("env",), None, "expected a string, found null"),
    (("opposite",), True, "does not fit"),
    (("opposite",), 0, "expected true or false"),
    (("n_actions",), 0, "at least 1"),
    (("n_actions",), True, "found a boolean"),
    (("runs",), {}, "expected a list"),
    (("runs", 0), 1, "expected an object"),
    (("runs", 2, "sim_calls", 1), 1, "expected a list"),
    (("runs", 1, "agent"), "nobody", "found 'nobody', expected one of"),
    (("runs", 1, "steps"), -1, "at least 0"),
    (("runs", 1, "obs"), [0] * 60, "expected 61 elements, found 60"),
    (("runs", 1, "actions"), [0] * 61, "expected 60 elements, found 61"),
    (("runs", 1, "rewards"), [], "expected 60 elements, found 0"),
    (("runs", 3, "actions", 17), -1, "at least 0"),
    (("runs", 3, "obs", 17), "0", "found a string"),
    (("runs", 3, "rewards", 17), 1.0, "expected an integer, found 1.0"),
    (("agents", "q_learner", "kind"), "oracle", "found 'oracle', expected one of"),
    (("agents", "q_learner", "name"), "oracle", "found 'oracle', expected one of"),
    ((*HASH, "learn", "k"), 1, "no such register"),
    ((*HASH, "act"), "o_next", "unknown name 'o_next'"),
    ((*HASH, "act"), 0.5, "is neither an integer"),
    ((*HASH, "learn", "h", 1, 1), ["exec", "h"], "unknown operator 'exec'"),
    ((*HASH, "keywords"), {"speed": 1}, "no field of this schema"),
    ((*HASH, "keywords"), {"learning_rate": "1"}, "a number"),
    ((*HASH, "keywords"), {"learning_rate": 10**1001}, "magnitude"),
    (("agents", "reality_check(hash_a)", "of", "act"), ["no", 1], "unknown operator 'no'"),
    (("runs", 0, "note"), "\x1b[2J", "cannot be printed"),
    (("runs", 0, "note"), "\ud800", "cannot be printed"),
]
SCRIPTS = [
    (("runs", 7, "steps", 3, "acts"), [0, 0, 0], "expected 4 elements"),
    (("runs", 7, "steps", 3, "train"), [0, 0, 0], "expected 4 elements"),
    (("runs", 7, "steps", 3, "train", 2), 0.5, "expected an integer"),
    (("runs", 7, "own_actions"), 1, "expected true or false"),
    (("runs", 7, "deviate_at"), "12", "expected an integer"),
    (("runs", 7, "kwargs"), None, "expected an object"),
    (("runs", 7, "kwargs", "alpha"), 0.5, "no field of this schema"),
    (("runs", 1, "steps", 3, "q_after"), [], "expected 4 elements"),
]
MEMBERS = [
    *((NAME, (key,)) for key in ("schema", "env", "opposite", "seed", "n_actions", "agents", "runs")),
    *((NAME, (*HASH, key)) for key in ("kind", "registers", "learn", "act")),
    *((NAME, ("agents", *keys)) for keys in (("reality_check(hash_a)", "of"), ("q_learner", "name"))),
    *((NAME, ("runs", 0, key)) for key in ("agent", "steps", "obs", "actions", "rewards", "total_reward")),
    *(("_agents.json", (key,)) for key in ("seed", "agents", "runs")),
    *(("_agents.json", ("runs", 0, key)) for key in ("agent", "kwargs", "n_actions", "own_actions", "deviate_at")),
    *(("_agents.json", ("runs", 0, "steps", 0, key)) for key in ("acts", "train")),
]


@pytest.mark.parametrize(
    ("name", "path", "value", "reason"),
    [
        *((NAME, *each) for each in TRACES),
        *(("_agents.json", *each) for each in SCRIPTS),
        *((*each, ABSENT, "missing") for each in MEMBERS),
    ],
)
def test_a_value_that_the_schema_does_not_allow_is_named(faulted, name, path, value, reason):
    """The fault has the path of the value, or of what is in it."""
    fault = faulted(name, path, value)

    assert fault.file == name
    assert fault.field.startswith(place(path))
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("path", "depth", "reason"),
    [((*HASH, "act"), 65, "nested more than 64 deep"), (("runs", 0, "note"), 98, "nested more than 100 deep")],
)
def test_an_error_names_too_deep_nesting(faulted, path, depth, reason):
    """The place is the first that is too deep."""
    fault = faulted(NAME, path, _nested(depth))

    assert fault.field == place(path) + "[1]" * min(depth, 97)
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        (lambda text: text[:2000], "line 33 column 16", "not JSON"),
        (lambda text: "", "line 1 column 1", "not JSON"),
        (lambda text: "steps: 60", "line 1 column 1", "not JSON"),
        (lambda text: text.encode("utf-16"), "byte 0", "not UTF-8"),
        (lambda text: "[]", "the whole file", "expected an object, found a list"),
        (lambda text: "{}", "schema", "missing"),
        (lambda text: "[" * 100_000, "the whole file", "nested more than 100 deep"),
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
    """Whatever a JSON reader usually lets pass."""
    (fault,) = replay(written(change((shipped_vectors() / NAME).read_text("utf-8")), NAME)).unusable

    assert (fault.file, fault.field[: len(field)]) == (NAME, field)
    assert reason in fault.reason


@pytest.mark.parametrize(
    ("path", "value", "field", "reason"),
    [
        (("learn", "h"), ["mod", "h", "r"], "learn.h", "mod by 0"),
        (("learn", "h"), ["add", 1, ["floordiv", 1, 0]], "learn.h[2]", "floordiv by 0"),
        (("learn", "h"), ["mul", "h", "h"], "learn.h", "mul gives a value of more than 4096 bits"),
    ],
)
@pytest.mark.parametrize("checked", [False, True])
def test_an_expression_without_a_value_is_named_and_the_other_runs_are_compared(
    changed, *, checked, path, value, field, reason
):
    """By its run and its place in the agent, also where the agent is that of a reality check."""
    agent = put({"kind": "registers", "registers": {"h": 7}, "learn": {"h": ["mul", "h", 2]}, "act": 0}, path, value)
    agent = {"kind": "published_reality_check", "of": agent} if checked else agent
    report = changed("ReverseHistory.json", ("agents", "constant0"), agent)
    (fault,) = report.unusable

    assert fault.field == "runs[0]"
    assert fault.reason == f"MalformedExpression: {field}: {reason}"
    assert (report.exit_code, report.closing_line) == (4, "1 files, 7 cases, 0 mismatches, 0 skipped")


def test_deep_but_allowed_expressions_are_computed(changed):
    """64 levels of an expression in 30 reality checks."""
    agent = {"kind": "registers", "registers": {}, "learn": {}, "act": _nested(64, 0)}
    for _ in range(30):
        agent = {"kind": "published_reality_check", "of": agent}

    assert changed(NAME, ("agents", "constant0"), agent).exit_code == 0


def test_one_bad_file_does_not_stop_the_others(tmp_path, shipped, written):
    """In a directory, all that can be compared is, and the code is that of the bad ones."""
    written("{", "a.json")
    written(shipped(NAME), "b.json")
    written({"schema": "?"}, "c.json")
    written(put(shipped(NAME), ("runs", 0, "actions", 5), 1), "d.json")
    files = []
    report = replay(tmp_path, files.append)

    assert files == ["a.json", "b.json", "c.json", "d.json"]
    assert {fault.file: fault.field for fault in report.unusable} == {"a.json": "line 1 column 2", "c.json": "schema"}
    assert [mismatch.file for mismatch in report.mismatches] == ["d.json"]
    assert (report.exit_code, report.closing_line) == (4, "2 files, 16 cases, 1 mismatches, 0 skipped")
    assert [fault["file"] for fault in report.to_json()["unusable"]] == ["a.json", "c.json"]


def test_files_without_a_schema_are_ignored_in_a_directory_and_nothing_is_checked(tmp_path, written):
    """Given alone, each of them is unusable."""
    alone = {"a.json": ({"env": "IgnoreRewards"}, "schema"), "c.txt": ("not JSON", "line 1 column 1")}
    (tmp_path / "inner.json").mkdir()
    assert replay(tmp_path).exit_code == 5
    for name, (content, field) in alone.items():
        assert replay(written(content, name)).unusable[0].field == field
    written("[1]", "b.json")
    report = replay(tmp_path)

    assert (report.exit_code, report.ignored) == (5, ("a.json", "b.json", "c.txt"))
    assert report.closing_line == "0 files, 0 cases, 0 mismatches, 0 skipped"


def test_a_path_that_is_not_there_is_unusable(tmp_path):
    """The fault has the path and the reason of the operating system."""
    (fault,) = replay(tmp_path / "absent").unusable
    (long,) = replay(tmp_path / ("long" * 100)).unusable

    assert fault.file == str(tmp_path / "absent")
    assert "No such file" in fault.reason
    assert long.reason.startswith("cannot be read")
