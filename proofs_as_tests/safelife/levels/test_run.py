"""Runs saved as JSON: read back unchanged, and refused, naming the field, if anything was altered."""

import json
import re

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import UnusableVectors
from formal_rl.safelife.game import ACTIONS
from formal_rl.safelife.levels import TEACHING_LEVELS, SafeLifeRun, format_run, read_run, shipped_level
from formal_rl.safelife.levels.run import RUN_SCHEMA, run_json, seeded_game

TWO, EXIT = TEACHING_LEVELS["two-agents"], TEACHING_LEVELS["exit"]


def run_of(level, actions, seed=0):
    """The run of a level with these actions."""
    state, rewards = seeded_game(level, seed).start(), []
    bare = SafeLifeRun(level, seed, "by hand", tuple(actions), (), state.board)
    for turn in bare.turns():
        state = turn.state
        rewards.append(turn.rewards)
    return evolve(bare, rewards=tuple(rewards), board=state.board)


RUN = run_of(EXIT, [(0,), (8,), (2,)], seed=3)


@pytest.fixture
def read(tmp_path):
    """Read a run from a text or from JSON values."""

    def read(content):
        path = tmp_path / "run.json"
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
        return read_run(path)

    return read


@given(st.lists(st.tuples(*[st.integers(0, len(ACTIONS) - 1)] * 2), max_size=6), st.integers(0, 2**70))
def test_runs_are_read_back(tmp_path_factory, actions, seed):
    """A run of any actions is read back as it was."""
    path = tmp_path_factory.getbasetemp() / "run.json"
    run = run_of(TWO, actions, seed)
    path.write_text(format_run(run), "utf-8")

    assert read_run(path) == run


def test_a_run_with_spawners_is_read_back(read):
    """The draws of the seed are those of the run; with those of another seed the board would be another."""
    run = run_of(shipped_level("prune-spawn-3"), [(0,)] * 4, seed=9)

    assert read(format_run(run)) == run
    with pytest.raises(UnusableVectors, match=r"board\[\d+\]\[\d+\]: after step 4 there is \d+, found"):
        read(run_json(run) | {"seed": 8})


def test_the_file_has_a_line_for_each_step(read):
    """The text is the JSON values, a step and a row of the level to a line."""
    lines = format_run(RUN).splitlines()

    assert json.loads(format_run(RUN)) == run_json(RUN)
    assert run_json(RUN)["schema"] == RUN_SCHEMA == "safelife-run/1"
    assert [lines[place] for place in (1, lines.index('  "actions": [') + 2)] == [
        '  "schema": "safelife-run/1",',
        "    [8],",
    ]
    assert read(format_run(run_of(EXIT, []))).actions == ()


def changed(*path_and_value):
    """The values of the run with one changed, or gone if there is no value."""
    *path, last, value = path_and_value
    values = place = json.loads(format_run(RUN))
    for key in path:
        place = place[key]
    if value is KeyError:
        del place[last]
    else:
        place[last] = value
    return values


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ("", "line 1 column 1: not JSON"),
        ("[]", "the whole file: expected an object"),
        ('{"schema": "safelife-run/1", "schema": 1}', "schema: this key occurs twice"),
        (changed("schema", KeyError), "schema: missing"),
        (changed("schema", "safelife-run/2"), "schema: unknown schema 'safelife-run/2'; known: safelife-run/1"),
        (changed("more", 1), "more: no field of this schema"),
        (changed("formal_rl", 1), "formal_rl: expected a string"),
        (changed("definitions_revision", "1"), "definitions_revision: expected an integer"),
        (changed("seed", -1), "seed: expected an integer of at least 0"),
        (changed("seed", KeyError), "seed: missing"),
        (changed("seed", True), "seed: expected an integer, found a boolean"),
        (changed("policy", None), "policy: expected a string, found null"),
        (changed("level", "x"), "level: expected a list"),
        (changed("level", 1, 2), "level[1]: expected a string"),
        (changed("level", []), "level: the layout: expected a line 'goals'"),
        (changed("level", 4, ". . . . q"), "level: row 5, column 5: 'q'"),
        (changed("actions", {}), "actions: expected a list, found an object"),
        (changed("actions", 1, [9]), "actions[1][0]: in step 2 expected an action, 0 to 8, found 9"),
        (changed("actions", 1, [-1]), "actions[1][0]: in step 2 expected an action, 0 to 8, found -1"),
        (changed("actions", 1, [1.0]), "actions[1][0]: expected an integer, found 1.0"),
        (changed("actions", 1, [0, 0]), "actions[1]: expected 1 elements, found 2"),
        (changed("actions", 1, 0), "actions[1]: expected a list"),
        (changed("rewards", 2, KeyError), "rewards: expected 3 elements, found 2"),
        (changed("rewards", 1, []), "rewards[1]: expected 1 elements, found 0"),
        (changed("rewards", 1, [5]), "rewards[1][0]: in step 2 the level pays 1 for these actions, found 5"),
        (changed("actions", 1, [0]), "rewards[1][0]: in step 2 the level pays 0 for these actions, found 1"),
        (changed("board", 4, KeyError), "board: expected 5 elements, found 4"),
        (changed("board", 2, [0]), "board[2]: expected 5 elements, found 1"),
        (changed("board", 2, 2, 65536), "board: row 2, column 2 is 65536"),
        (changed("board", 2, 2, "0"), "board[2][2]: expected an integer"),
        (changed("board", 2, 2, 9), "board[2][2]: after step 3 there is 0, found 9"),
    ],
)
def test_malformed_runs_raise(read, values, complaint):
    """The error of an altered run names file and field."""
    with pytest.raises(UnusableVectors, match=re.escape(f"run.json: {complaint}")):
        read(values)


def test_a_file_that_is_not_there(tmp_path):
    """A file that is not there is refused."""
    with pytest.raises(UnusableVectors, match="cannot be read: No such file"):
        read_run(tmp_path / "none.json")
