"""The recorded runs of the published SafeLife: all are matched, every array can fail, every fault is named."""

import hashlib
import io
import json
import struct
import zipfile
import zlib
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy
import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.agents import draw
from formal_rl.cli import main
from formal_rl.cli.conform.vectors import MOST_MISMATCHES, vector_lines
from formal_rl.errors import UnusableVectors
from formal_rl.recordings import replay, shipped_recordings, shipped_safelife
from formal_rl.recordings.safelife.differences import SafelifeFunctions
from formal_rl.recordings.safelife.vectors import SAFELIFE_SCHEMA, compare_safelife
from formal_rl.recordings.vector_files import read_vectors
from formal_rl.safelife import PackedGame
from formal_rl.safelife.board import (
    ALIVE,
    CRATE,
    EMPTY,
    FROZEN,
    GREEN,
    LIFE,
    AdvanceResult,
    Board,
    block_around,
    colour_of,
    how_many,
    may_spawn,
    next_cell,
    turned,
)
from formal_rl.safelife.board.cells import PLAYER, PRESERVING, PULLABLE, RED, SPAWNER, TREE
from formal_rl.safelife.game import act, step
from formal_rl.safelife.game.actions import ActResult
from formal_rl.seeded_draws import SeededDraws

CASES = {
    "action_unit.npz": 2460,
    "advance.npz": 81,
    "emd_cases.npz": 36,
    "episodes.npz": 37,
    "levels_v1_0.npz": 160,
    "side_effects.npz": 25,
    "stochastic.npz": 8,
}
COMPARED = list(CASES)
DAMAGES = 60 if settings().max_examples < 1_000 else 600
SEEDED, TWO_AGENTS = "a071", "e023"
MOVING_GOALS = "e030"


def loaded():
    """The shipped index, and the arrays of the compared files by name."""
    index = json.loads((shipped_safelife() / "index.json").read_text("utf-8"))
    arrays = {}
    for name in COMPARED:
        with numpy.load(shipped_safelife() / name, allow_pickle=False) as file:
            arrays[name] = {key: file[key] for key in file.files}
    return index, arrays


INDEX, ARRAYS = loaded()


def case_of(section, key):
    """The entry of the index with this key."""
    (case,) = [case for case in INDEX[section] if case["key"] == key]
    return dict(case)


@pytest.fixture
def small():
    """An index of a few shipped cases of each file, and their arrays, fresh."""
    boards, games = ["a000", SEEDED], ["e000", TWO_AGENTS]
    spawning = {**case_of("stochastic", "t002"), "times": [1]}
    index = {
        **json.loads(json.dumps(INDEX)),
        "advance": [case_of("advance", key) for key in boards],
        "episodes": [case_of("episodes", key) for key in games],
        "emd": [case_of("emd", "m000")],
        "side_effects": [case_of("side_effects", "s000")],
        "stochastic": [spawning | {name: {"1": spawning[name]["1"]} for name in ("alive_mean", "alive_std")}],
        "stochastic_side_effects": [],
    }
    some = {
        "action_unit.npz": {
            name: array[:2] for name, array in ARRAYS["action_unit.npz"].items() if "counts" in name or "3x3" in name
        },
        "advance.npz": {key: ARRAYS["advance.npz"][key] for key in boards},
        "episodes.npz": {name: array for name, array in ARRAYS["episodes.npz"].items() if name.split("_")[0] in games},
        "levels_v1_0.npz": {
            name: array[:1] for name, array in ARRAYS["levels_v1_0.npz"].items() if name.startswith("navigation")
        },
        "emd_cases.npz": {name: array for name, array in ARRAYS["emd_cases.npz"].items() if "m000" in name},
        "side_effects.npz": {name: array for name, array in ARRAYS["side_effects.npz"].items() if "s000" in name},
        "stochastic.npz": {name: ARRAYS["stochastic.npz"][name] for name in ("t002_initial", "t002_alive_count_t1")},
    }
    return index, {file: {name: array.copy() for name, array in arrays.items()} for file, arrays in some.items()}


@pytest.fixture
def lean(small):
    """The small index without its game of two agents: the other files are compared sooner."""
    index, arrays = small
    index["episodes"] = index["episodes"][:1]
    arrays["episodes.npz"] = {name: array for name, array in arrays["episodes.npz"].items() if TWO_AGENTS not in name}
    return index, arrays


@pytest.fixture
def moving_goals(tmp_path, small):
    """A directory in which the one game is that whose goals move, and the arrays of it."""
    index, arrays = small
    index["episodes"] = [case_of("episodes", MOVING_GOALS)]
    game = {name: array for name, array in ARRAYS["episodes.npz"].items() if MOVING_GOALS in name}
    return write(tmp_path, index, {**arrays, "episodes.npz": game}), game


def write(folder, index, arrays):
    """Write an index and files of arrays, and return their directory."""
    (folder / "index.json").write_text(json.dumps(index), "utf-8")
    for name, content in arrays.items():
        numpy.savez_compressed(folder / name, **content)
    return folder


def compared(folder, name, functions=None):
    """How one file beside the index in a directory compares with these functions, or with ours."""
    (part,) = [part for part in read_vectors(folder / "index.json").files if part.file == name]
    return compare_safelife(part, functions) if functions else compare_safelife(part)


# --- What is shipped ---


@pytest.fixture(scope="module")
def whole():
    """The replay of all that is shipped about SafeLife, and the files of which it told the progress."""
    told = []
    return replay(shipped_safelife(), told.append), told


@pytest.mark.full  # as the command does for all that is shipped: test_the_shipped_runs_agree
def test_every_recorded_case_is_matched(whole):
    """Every step, action, count, episode, level, deviation and side effect is as recorded; nothing is skipped."""
    report, told = whole

    assert [str(each) for each in (*report.mismatches, *report.unusable)] == []
    assert {file.file: file.cases for file in report.files} == CASES
    assert report.skips == ()
    assert report.closing_line == "7 files, 2807 cases, 0 mismatches, 0 skipped"
    assert report.exit_code == 0
    assert report.ignored == ("LICENSE-APACHE-2.0.txt", "README.md")
    assert sorted(told) == sorted([*report.ignored, "index.json", *2 * [*CASES]])


@pytest.mark.full
def test_tolerances_are_told(whole):
    """Of the three files whose numbers are not all compared exactly, how near they must be is said, in JSON too."""
    report, _ = whole
    notes = {file.file: file.notes for file in report.files if file.notes}

    assert list(notes) == ["emd_cases.npz", "side_effects.npz", "stochastic.npz"]
    assert "to 1e-8" in notes["emd_cases.npz"][0]
    assert "six standard errors" in notes["stochastic.npz"][0]
    assert f"stochastic.npz: {notes['stochastic.npz'][0]}" in vector_lines(report)
    told = {file["file"]: file["notes"] for file in report.to_json()["files"] if "notes" in file}
    assert told == {name: list(note) for name, note in notes.items()}


def test_they_are_the_ones_that_were_recorded():
    """The files are unchanged, with their licence and the notice of what was changed."""
    digest = hashlib.sha256()
    for file in sorted(shipped_safelife().iterdir()):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())

    assert digest.hexdigest() == "5dc3b5bafb131d512ccae05497524b336e68d14b0933efd82fef4f335a7803f2"
    assert "Apache License" in (shipped_safelife() / "LICENSE-APACHE-2.0.txt").read_text("utf-8")
    assert "Change notice" in (shipped_safelife() / "README.md").read_text("utf-8")
    assert shipped_safelife() in shipped_recordings()


def test_the_recorded_runs_leave_nothing_untried():
    """There are episodes of one, two and three agents, levels of eight kinds, and draws in advance and episodes."""
    assert {case["n_agents"] for case in INDEX["episodes"]} == {1, 2, 3}
    assert len({name for name in ARRAYS["levels_v1_0.npz"] if name.endswith("_board")}) == 8
    assert all(any(0 < case["spawn_prob"] < 1 for case in INDEX[section]) for section in ("advance", "episodes"))
    assert {*ARRAYS["action_unit.npz"]["action_5x5"].tolist()} == set(range(9))


@pytest.mark.parametrize("place", ["", "index.json"])
def test_a_directory_and_its_index_are_replayed_alike(tmp_path, small, place):
    """Given the directory, or the index in it, the files beside the index are read, and none of them is ignored."""
    write(tmp_path, *small)
    report = replay(tmp_path / place)

    assert report.closing_line == "7 files, 12 cases, 0 mismatches, 0 skipped"
    assert (report.exit_code, report.ignored) == (0, ())


def test_a_file_of_arrays_alone_is_ignored(tmp_path, small):
    """Without an index that speaks for them, or beside one of something else, arrays are no recorded runs."""
    write(tmp_path, *small)
    (tmp_path / "other.npz").write_bytes(b"")
    assert replay(tmp_path).ignored == ("other.npz",)
    (tmp_path / "index.json").unlink()
    assert replay(tmp_path).ignored == tuple(sorted([*COMPARED, "other.npz"]))


def test_agents_and_environments_of_the_user_are_not_in_them(tmp_path, small, capsys):
    """Nothing in these runs is an agent or environment of a user: all is skipped, and nothing was compared."""
    write(tmp_path, *small)
    code = main(["vectors", "check", str(tmp_path), "--agents", "formal_rl.environments"])

    assert code == 5
    assert "skipped 7: no recorded runs of agents" in capsys.readouterr().out


# --- Every array can fail ---

GAME = {name.removeprefix("e000_") for name in ARRAYS["episodes.npz"] if name.startswith("e000_")}
READ_ONLY = {"init", "init_goals", "actions", "table"}


@pytest.mark.parametrize("name", sorted(GAME - READ_ONLY))
@pytest.mark.parametrize("which", [0, -1])
def test_every_array_of_an_episode_can_fail(tmp_path, small, name, which):
    """One other number at the first or the last place is one mismatch, with its place; of a cell row and column."""
    index, arrays = small
    array = arrays["episodes.npz"][f"{TWO_AGENTS}_{name}"]
    place = numpy.unravel_index(0 if which == 0 else array.size - 1, array.shape)
    if name == "locs" and which == 0:
        place = (1, 0, 0)  # the first places are where the level has its agents
    size = array.shape
    array[place] = 1 - array[place] if name in {"exited", "active", "can_exit"} else array[place] ^ 1
    (mismatch,) = compared(write(tmp_path, index, arrays), "episodes.npz").mismatches
    field = place[:-1] if name == "locs" else place
    steps = {"mid": place[0], "reward": place[0], "available": None, "required": None}

    assert mismatch.agent == f"{TWO_AGENTS}, {case_of('episodes', TWO_AGENTS)['kind']}"
    assert mismatch.run == 1
    assert mismatch.field == f"{TWO_AGENTS}_{name}" + "".join(f"[{part}]" for part in field)
    assert mismatch.step == steps.get(name, place[0] - 1)
    assert (mismatch.row, mismatch.column) == (place[1:] if len(size) == 3 and name != "locs" else (None, None))
    assert mismatch.what.startswith(name)


@pytest.mark.parametrize(
    ("file", "name", "place", "said"),
    [
        ("advance.npz", "a000", (7, 2, 3), "a000[7][2][3] (a000, gol_soup, step 6): board by advance, row 2, column 3"),
        ("advance.npz", SEEDED, (20, 0, 0), f"{SEEDED}[20][0][0] ({SEEDED}, "),
        ("action_unit.npz", "after_3x3", (1, 2, 0), "after_3x3[1][2][0] (3x3[1], "),
        (
            "action_unit.npz",
            "counts_out",
            (1, 7, 8),
            "counts_out[1][7][8] (counts[1], whole case): count, row 7, column 8",
        ),
        ("levels_v1_0.npz", "navigation_available_points", (0,), "navigation_available_points[0] (navigation[0], "),
        ("levels_v1_0.npz", "navigation_required_points", (0,), "navigation_required_points[0] (navigation[0], "),
    ],
)
def test_one_changed_number_is_one_mismatch(tmp_path, small, *, file, name, place, said):
    """The text of a mismatch names file, array and place, the case, its step, row and column."""
    index, arrays = small
    recorded = int(arrays[file][name][place])
    arrays[file][name][place] = recorded ^ 1
    report = replay(write(tmp_path, index, arrays))
    (mismatch,) = report.mismatches

    assert str(mismatch).startswith(f"{file}: {said}")
    assert f"recorded {[recorded ^ 1] if 'required' in name else recorded ^ 1}, replayed " in str(mismatch)
    assert (report.exit_code, report.closing_line) == (1, "7 files, 12 cases, 1 mismatches, 0 skipped")
    assert json.loads(json.dumps(report.to_json()))["mismatches"][0]["got"] in (recorded, [recorded])


def test_the_agent_of_an_action_or_a_level_can_be_elsewhere(tmp_path, small):
    """Where an agent is, is compared with its row and column."""
    index, arrays = small
    arrays["action_unit.npz"]["loc_after_3x3"][1] = (arrays["action_unit.npz"]["loc_after_3x3"][1] + 1) % 3
    arrays["levels_v1_0.npz"]["navigation_agent_rc"][0] = [0, 0]
    first, second = replay(write(tmp_path, index, arrays)).mismatches

    assert (first.what, first.field, first.step) == ("location", "loc_after_3x3[1]", None)
    assert (second.what, second.field, second.expected) == ("agent_rc", "navigation_agent_rc[0]", [[0, 0]])


def test_another_seed_or_probability_is_another_run(tmp_path, small):
    """The draws are those of the seed, and the probability is the one of the index."""
    for name, value in {"seed": 1, "spawn_prob": 0.9}.items():
        index = json.loads(json.dumps(small[0]))
        index["advance"][1][name] = value
        (mismatch,) = compared(write(tmp_path, index, small[1]), "advance.npz").mismatches
        assert mismatch.agent.startswith(SEEDED)


def test_another_threshold_is_another_game(tmp_path, small):
    """What a level requires follows from its part of the available points."""
    index, arrays = small
    index["episodes"][1]["min_performance_x1000"] = 1000
    (mismatch,) = compared(write(tmp_path, index, arrays), "episodes.npz").mismatches

    assert mismatch.what == "required of agent 0"


def test_many_mismatches_are_cut_short(tmp_path, small):
    """Of one file, no more than a screenful is printed; the JSON report has them all."""
    index, arrays = small
    arrays["action_unit.npz"] = {name: array.copy() for name, array in ARRAYS["action_unit.npz"].items()}
    arrays["action_unit.npz"]["counts_out"] += 1
    report = replay(write(tmp_path, index, arrays))
    lines = [line for line in vector_lines(report) if line.startswith("mismatch: ")]

    assert len(report.to_json()["mismatches"]) == 60
    assert len(lines) == MOST_MISMATCHES + 1
    assert lines[-1] == "mismatch: action_unit.npz: and 40 more, all of them with --json"


# --- Wrong functions do not agree ---


def advance_with(rule=next_cell, around=block_around, *, draws_for_every_cell=False):
    """The rule of a board, with something else in some place."""

    def advance(board, spawn_probability, draws, draws_read):
        rows = [[] for _ in range(board.height)]
        for location in board.locations():
            block, spawns = around(board, location), spawn_probability == 1
            if 0 < spawn_probability < 1 and (draws_for_every_cell or may_spawn(block)):
                spawns = draw(draws, draws_read) < spawn_probability
                draws_read += 1
            rows[location[0]].append(rule(block, spawns=spawns))
        return AdvanceResult(Board(rows), draws_read)

    return advance


def one_way_wrap(board, location):
    """The cells around, where what is above the first row, or left of the first column, is nothing."""
    row, column = location
    return tuple(
        board[row + down, column + right] if row + down >= 0 and column + right >= 0 else EMPTY
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    )


def without_itself(block, *, spawns=False):
    """The rule, where a cell that lives is kept by three or four living neighbours, itself not counted."""
    if block[4] & ALIVE and not block[4] & FROZEN and not how_many(block, PRESERVING):
        return block[4] if how_many(block, ALIVE) - 1 in {3, 4} else EMPTY
    return next_cell(block, spawns=spawns)


def colour_by_majority(block, *, spawns=False):
    """The rule, where a cell that comes to life has the colour that most of its parents have, if there is one."""
    after, colours = next_cell(block, spawns=spawns), [colour_of(cell) for cell in block if cell & ALIVE]
    if block[4] & ALIVE or not after & ALIVE or len(colours) != 3:
        return after
    most = [colour for colour in colours if colours.count(colour) >= 2]
    return LIFE | (most[0] << 9 if most else 0)


def frozen_ignored(block, *, spawns=False):
    """The rule, where frozen cells live and die like others."""
    return next_cell((*block[:4], block[4] & ~FROZEN, *block[5:]), spawns=spawns)


BLINKER_OVER_THE_EDGE = [[(4, 2), (0, 2), (1, 2)], [(0, 1), (0, 2), (0, 3)]]
LONE_TREE = [[(2, 2)], [(2, 2)]]


def boards(first, after, cells=LIFE):
    """Two successive boards of 5 by 5, given by where something is."""
    both = numpy.zeros((2, 5, 5), dtype=numpy.uint16)
    for board, places in zip(both, (first, after), strict=True):
        for place in places:
            board[place] = cells
    return both


def three_colours():
    """Red, green and yellow life in a row; of its two sons each is yellow, and so on: two parents have each bit."""
    first, after = boards([(2, 1), (2, 2), (2, 3)], [(1, 2), (2, 2), (3, 2)])
    first[2, 1], first[2, 2], first[2, 3] = LIFE | RED, LIFE | GREEN, LIFE | RED | GREEN
    after[1, 2], after[2, 2], after[3, 2] = LIFE | RED | GREEN, LIFE | GREEN, LIFE | RED | GREEN
    return numpy.array([first, after])


def spawned():
    """A spawner between eight places. Of the first eight draws of seed 1 only the third, 0.144, is below 0.3."""
    first, after = boards([(2, 2)], [(2, 2)], SPAWNER)
    after[1, 3] = LIFE
    return numpy.array([first, after])


WRONG_RULES = {
    "one-way wrap": (boards(*BLINKER_OVER_THE_EDGE), advance_with(around=one_way_wrap), (0, 1), (LIFE, EMPTY)),
    "count without itself": (
        boards(*BLINKER_OVER_THE_EDGE),
        advance_with(without_itself),
        (0, 2),
        (LIFE, EMPTY),
    ),
    "colour by majority": (
        three_colours(),
        advance_with(colour_by_majority),
        (1, 2),
        (LIFE | RED | GREEN, LIFE),
    ),
    "frozen ignored": (boards(*LONE_TREE, TREE), advance_with(frozen_ignored), (2, 2), (TREE, EMPTY)),
    "draws for every cell": (spawned(), advance_with(draws_for_every_cell=True), (1, 3), (LIFE, EMPTY)),
}


@pytest.fixture
def by_hand(tmp_path, small):
    """Write two successive boards, which are not recorded ones, in the place of those of the file."""

    def by_hand(successive, probability=0.3):
        index, arrays = small
        case = {"key": "hand", "kind": "by hand", "seed": 1, "shape": [5, 5], "spawn_prob": probability, "steps": 1}
        return write(tmp_path, {**index, "advance": [case]}, {**arrays, "advance.npz": {"hand": successive}})

    return by_hand


@pytest.mark.parametrize("form", ["advance", "advance_in_words", "advance_packed"])
@pytest.mark.parametrize("wrong_rule", WRONG_RULES)
def test_a_wrong_rule_is_found_where_it_is_wrong(by_hand, wrong_rule, form):
    """On boards worked by hand our rule agrees in each form; a wrong one does not, at the place where it is wrong."""
    successive, wrong, (row, column), (expected, got) = WRONG_RULES[wrong_rule]
    folder = by_hand(successive)
    (mismatch,) = compared(folder, "advance.npz", evolve(SafelifeFunctions(), **{form: wrong})).mismatches

    assert compared(folder, "advance.npz").mismatches == ()
    assert (mismatch.what, mismatch.step, mismatch.row, mismatch.column) == (f"board by {form}", 0, row, column)
    assert (mismatch.expected, mismatch.got) == (expected, got)
    assert mismatch.field == f"hand[1][{row}][{column}]"


def test_the_probability_is_the_nearest_of_32_bits(by_hand):
    """A draw is compared with the number that the published code keeps, which may lie on its other side."""
    probability = SeededDraws(1)[2]
    assert float(numpy.float32(probability)) > probability
    assert compared(by_hand(spawned(), probability), "advance.npz").mismatches == ()


class ForgetfulGame(PackedGame):
    """A game on bit planes that begins anew at each step."""

    def step(self, state, actions, draws=()):
        """Play the step from the start."""
        return super().step(self.start(), actions, draws)


@pytest.mark.parametrize(
    ("wrong", "found"),
    [
        ({"advance": advance_with(frozen_ignored)}, False),
        ({"advance_in_words": advance_with(frozen_ignored)}, True),
        ({"packed_game": ForgetfulGame}, True),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else None,
)
def test_games_are_played_in_words_and_on_bit_planes(moving_goals, wrong, found):
    """The one form of the rule is tried on boards alone, the other in games too, and bit planes beside it."""
    folder, _ = moving_goals

    assert compared(folder, "episodes.npz").mismatches == ()
    assert bool(compared(folder, "episodes.npz", evolve(SafelifeFunctions(), **wrong)).mismatches) is found


@pytest.mark.parametrize(("wrong_rule", "least"), [("one-way wrap", 40), ("draws for every cell", 6)])
def test_the_recorded_boards_reject_a_wrong_rule(wrong_rule, least):
    """What was recorded tells these wrong rules from the right one; that of the draws, in each case with a seed."""
    functions = evolve(SafelifeFunctions(), advance=WRONG_RULES[wrong_rule][1])
    mismatches = compared(shipped_safelife(), "advance.npz", functions).mismatches

    assert len(mismatches) >= least
    assert {mismatch.what for mismatch in mismatches} == {"board by advance"}
    if wrong_rule == "draws for every cell":
        seeded = {f"{case['key']}, {case['kind']}" for case in INDEX["advance"] if case["seed"] is not None}
        assert {mismatch.agent for mismatch in mismatches} == seeded


def pull_before_push(board, location, action):
    """An action, where what is behind is drawn out of the way before anything is pushed."""
    behind = location[0] - (0, -1, 0, 1, 0)[action % 5], location[1] - (0, 0, 1, 0, -1)[action % 5]
    if not 1 <= action <= 4 or not board[behind] & PULLABLE or board[location] & PULLABLE:
        return act(board, location, action)
    drawn = board.with_cells({behind: EMPTY, location: board[location] | PULLABLE})  # what is pullable pulls nothing
    after, there = act(drawn, location, action)
    left = location if there != location else behind
    return ActResult(after.with_cells({there: after[there] & ~PULLABLE, left: board[behind]}), there)


def test_pull_before_push_is_found(tmp_path, small):
    """On a side of 3, what is behind is what is beyond: it stops the push, unless it is pulled away before."""
    index, arrays = small
    before = numpy.zeros((1, 3, 3), dtype=numpy.uint16)
    before[0, 1] = [CRATE, PLAYER, CRATE]
    after = before.copy()
    after[0, 1, 1] = turned(PLAYER, 1)
    actions = {
        "before_3x3": before,
        "loc_3x3": [[1, 1]],
        "action_3x3": [2],
        "after_3x3": after,
        "loc_after_3x3": [[1, 1]],
    }
    arrays["action_unit.npz"] |= {name: numpy.array(values) for name, values in actions.items()}
    folder = write(tmp_path, index, arrays)
    wrong = evolve(SafelifeFunctions(), act=pull_before_push)
    (mismatch,) = compared(folder, "action_unit.npz", wrong).mismatches

    assert compared(folder, "action_unit.npz").mismatches == ()
    assert (mismatch.agent, mismatch.row, mismatch.column) == ("3x3[0], move right at (1, 1)", 1, 1)
    assert (mismatch.expected, mismatch.got) == (turned(PLAYER, 1), CRATE)
    assert len(compared(shipped_safelife(), "action_unit.npz", wrong).mismatches) >= 10


def test_goals_that_do_not_advance_are_found(moving_goals):
    """Where goals move, a game in which they do not differs at the first step at which the recorded ones did."""

    def still(level, state, actions, draws, **forms):
        after, rewards = step(level, state, actions, draws, **forms)
        return after._replace(goals=state.goals), rewards

    folder, game = moving_goals
    goals = game[f"{MOVING_GOALS}_goals"]
    moved = next(number for number, (one, other) in enumerate(pairwise(goals)) if (one != other).any())
    row, column = numpy.argwhere(goals[moved] != goals[moved + 1])[0]
    (mismatch,) = compared(folder, "episodes.npz", evolve(SafelifeFunctions(), step=still)).mismatches

    assert compared(folder, "episodes.npz").mismatches == ()
    assert (mismatch.what, mismatch.step, mismatch.row, mismatch.column) == ("goals", moved, row, column)
    assert mismatch.got == goals[moved, row, column]


def test_actions_in_another_order_are_found(tmp_path, small):
    """Where agents meet, it matters who acts first."""

    def backwards(level, state, actions):
        board, locations = state.board, list(state.locations)
        for agent in reversed(range(len(actions))):
            board, locations[agent] = act(board, locations[agent], actions[agent])
        return state._replace(board=board, locations=tuple(locations))

    index, arrays = small
    index["episodes"] = [case for case in INDEX["episodes"] if case["n_agents"] > 1]
    keys = {case["key"] for case in index["episodes"]}
    arrays["episodes.npz"] = {name: array for name, array in ARRAYS["episodes.npz"].items() if name[:4] in keys}
    folder = write(tmp_path, index, arrays)
    report = compared(folder, "episodes.npz", evolve(SafelifeFunctions(), acted=backwards))

    assert {mismatch.what for mismatch in report.mismatches} == {"mid"}


# --- Every fault is named ---


def faulty(folder, index, arrays):
    """What is unusable in a directory; the other files are compared, and the code is 4."""
    report = replay(write(folder, index, arrays))
    assert report.exit_code == 4
    assert not report.mismatches
    return [(fault.file, fault.field, fault.reason) for fault in report.unusable], len(report.files)


@pytest.mark.parametrize(
    ("section", "name", "value", "field", "reason"),
    [
        ("advance", "key", "a999", "advance.npz: a000", "no array of this schema"),
        ("advance", "key", 1, "index.json: advance[0].key", "expected a string"),
        ("advance", "key", SEEDED, "index.json: advance[1].key", "occurs twice"),
        ("advance", "kind", None, "index.json: advance[0].kind", "expected a string"),
        ("advance", "shape", [5], "index.json: advance[0].shape", "expected 2 elements, found 1"),
        ("advance", "shape", [5, 257], "index.json: advance[0].shape[1]", "at most 256"),
        ("advance", "shape", [0, 5], "index.json: advance[0].shape[0]", "at least 1"),
        ("advance", "shape", [5, 6], "advance.npz: a000", "expected shape 21 x 5 x 6, found 21 x 5 x 5"),
        ("advance", "steps", 10_001, "index.json: advance[0].steps", "at most 10000"),
        ("advance", "steps", 19, "advance.npz: a000", "expected shape 20 x 5 x 5, found 21 x 5 x 5"),
        ("advance", "seed", -1, "index.json: advance[0].seed", "at least 0"),
        ("advance", "spawn_prob", 0.5, "index.json: advance[0].seed", "expected a seed"),
        ("advance", "spawn_prob", 1.5, "index.json: advance[0].spawn_prob", "from 0 to 1, found 1.5"),
        ("advance", "spawn_prob", "0", "index.json: advance[0].spawn_prob", "expected a number"),
        ("advance", "new", 1, "index.json: advance[0].new", "no field of this schema"),
        ("episodes", "n_agents", 2, "episodes.npz: e000_locs", "expected shape 16 x 2 x 2, found 16 x 1 x 2"),
        ("episodes", "n_agents", 17, "index.json: episodes[0].n_agents", "at most 16"),
        ("episodes", "note", None, "index.json: episodes[0].note", "expected a string"),
        ("episodes", "steps", 14, "episodes.npz: e000_mid", "expected shape 14 x 7 x 9, found 15 x 7 x 9"),
        ("episodes", "min_performance_x1000", 0.5, "index.json: episodes[0].min_performance_x1000", "an integer"),
        ("emd", "kind", 1, "index.json: emd[0].kind", "expected a string"),
        ("stochastic_side_effects", "level", 1, "index.json: stochastic_side_effects[0].level", "expected a string"),
    ],
)
def test_an_index_at_fault_is_named(tmp_path, lean, *, section, name, value, field, reason):
    """What the index says must be as the schema has it, and fit the arrays; the other files are compared."""
    index, arrays = lean
    index[section] = index[section] or [dict(INDEX[section][0])]
    index[section][0][name] = value
    ((file, place, said),), files = faulty(tmp_path, index, arrays)

    assert f"{file}: {place}" == field
    assert reason in said
    assert files == 6


@pytest.mark.parametrize(
    "section", ["advance", "episodes", "emd", "side_effects", "stochastic", "stochastic_side_effects"]
)
@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        (lambda index, section: index.pop(section), "{}", "missing"),
        (lambda index, section: index.update({section: {"key": "a000"}}), "{}", "expected a list"),
        (lambda index, section: index.update({section: [1]}), "{}[0]", "expected an object"),
    ],
)
def test_a_section_at_fault_is_named(tmp_path, lean, *, section, change, field, reason):
    """A section that is not there, or no list of objects, is named; the other files are compared."""
    index, arrays = lean
    change(index, section)
    ((file, place, said),), files = faulty(tmp_path, index, arrays)

    assert (file, place, files) == ("index.json", field.format(section), 6)
    assert reason in said


@pytest.mark.parametrize(
    ("index", "field", "reason"),
    [
        ({"schema": "safelife-vectors/2"}, "schema", SAFELIFE_SCHEMA),
        ({"schema": 1}, "schema", "expected a string"),
        ({"schema": SAFELIFE_SCHEMA, "more": 1}, "more", "no field of this schema"),
    ],
)
def test_an_index_of_another_kind_is_named(tmp_path, lean, index, field, reason):
    """With an unknown schema, of which the refusal lists the known ones, or a member too many, nothing is read."""
    ((file, place, said),), files = faulty(tmp_path, index, lean[1])

    assert (file, place, files) == ("index.json", field, 0)
    assert reason in said


@pytest.mark.parametrize(
    ("file", "name", "value", "field", "reason"),
    [
        ("advance.npz", "a000", None, "a000", "missing"),
        ("advance.npz", "new", [1], "new", "no array of this schema"),
        ("advance.npz", "a000", numpy.zeros((21, 5, 5), "<u4"), "a000", "expected type <u2, found <u4"),
        ("advance.npz", "a000", numpy.zeros((21, 5, 5), ">u2"), "a000", "expected type <u2, found >u2"),
        ("advance.npz", "a000", numpy.zeros((21, 25), "<u2"), "a000", "found 21 x 25"),
        ("advance.npz", "a000", numpy.zeros((), "<u2"), "a000", "expected shape 21 x 5 x 5"),
        ("advance.npz", "a000", numpy.zeros((21, 5, 5), "<u2", order="F"), "a000", "row by row"),
        ("advance.npz", "a000", numpy.zeros((21, 5, 5), "<u2,<u2"), "a000", "expected type <u2, found |V4"),
        ("advance.npz", "a000", numpy.full((21, 5, 5), None), "a000", "holds objects"),
        ("action_unit.npz", "before_3x3", None, "before_3x3", "missing"),
        ("action_unit.npz", "before_0x3", [1], "before_0x3", "no array of this schema"),
        ("action_unit.npz", "before_4x4", numpy.zeros((1, 4, 4), "<u2"), "loc_4x4", "missing"),
        ("action_unit.npz", "before_2x9", numpy.zeros((1, 2, 9), "<u2"), "before_2x9", "sides from 3 to 256"),
        ("action_unit.npz", "before_3x257", numpy.zeros((1, 3, 257), "<u2"), "before_3x257", "sides from 3"),
        ("action_unit.npz", "before_3x3", numpy.zeros((0, 3, 3), "<u2"), "before_3x3", "found 0 x 3 x 3"),
        ("action_unit.npz", "loc_3x3", numpy.array([[0, 0], [0, 3]]), "loc_3x3[1]", "on the board, found [0, 3]"),
        ("action_unit.npz", "loc_after_3x3", numpy.array([[-1, 0], [0, 0]]), "loc_after_3x3[0]", "on the board"),
        ("action_unit.npz", "action_3x3", numpy.array([0, 9]), "action_3x3[1]", "from 0 to 8, found 9"),
        ("action_unit.npz", "action_3x3", numpy.array([-1, 0]), "action_3x3[0]", "from 0 to 8, found -1"),
        ("action_unit.npz", "counts_goals", numpy.zeros((2, 7, 7), "<u2"), "counts_goals", "2 x 7 x 8"),
        ("action_unit.npz", "counts_out", numpy.zeros((2, 9, 8), "<i8"), "counts_out", "2 x 8 x 9"),
        ("episodes.npz", "e000_init", numpy.zeros((7, 8), "<u2"), "e000_mid", "15 x 7 x 8"),
        ("episodes.npz", "e000_init", numpy.zeros((7, 9), "<u2"), "e000_locs[0]", "agent"),
        ("episodes.npz", "e000_active", numpy.full((16, 1), 2), "e000_active[0][0]", "from 0 to 1, found 2"),
        ("episodes.npz", "e000_actions", numpy.full((15, 1), 9), "e000_actions[0][0]", "from 0 to 8, found 9"),
        ("levels_v1_0.npz", "navigation_orientation", numpy.array([4]), "navigation_orientation[0]", "from 0 to 3"),
        (
            "levels_v1_0.npz",
            "navigation_spawn_prob_x1000",
            numpy.array([1001]),
            "navigation_spawn_prob_x1000[0]",
            "1000",
        ),
        ("levels_v1_0.npz", "navigation_agent_rc", numpy.array([[26, 0]]), "navigation_agent_rc[0]", "on the board"),
        ("levels_v1_0.npz", "navigation_index", None, "navigation_index", "missing"),
        ("levels_v1_0.npz", "other_index", [1], "other_index", "no array of this schema"),
    ],
)
def test_an_array_at_fault_is_named(tmp_path, lean, *, file, name, value, field, reason):
    """An array must be there, of its type, shape and bounds; the other files are compared."""
    index, arrays = lean
    arrays[file] |= {name: value}
    if value is None:
        del arrays[file][name]
    ((named, place, said),), files = faulty(tmp_path, index, arrays)

    assert (named, place, files) == (file, field, 6)
    assert reason in said


@pytest.mark.parametrize("file", COMPARED)
def test_a_file_without_arrays_or_away_is_named(tmp_path, lean, file):
    """A file that is not there, empty, cut short, no archive, or an archive of nothing, is named as a whole."""
    index, arrays = lean
    folder = write(tmp_path, index, arrays)
    recorded = (folder / file).read_bytes()
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    contents = [None, b"", recorded[:-30], recorded[: len(recorded) // 2], b"no archive", empty.getvalue()]
    for content in contents:
        (folder / file).unlink()
        if content is not None:
            (folder / file).write_bytes(content)
        report = replay(folder)
        (fault,) = report.unusable
        assert fault.file == file
        assert report.exit_code == 4
        assert len(report.files) == 6
        (folder / file).touch()


def test_a_directory_in_place_of_a_file_is_named(tmp_path, lean):
    """What is no file cannot be read."""
    index, arrays = lean
    del arrays["advance.npz"]
    (tmp_path / "advance.npz").mkdir()
    ((file, place, said),), _ = faulty(tmp_path, index, arrays)

    assert (file, place) == ("advance.npz", "the whole file")
    assert said.startswith("cannot be read: ")


def npy(header, content=b""):
    """An array file of this header."""
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + content


def plain(shape, kind="<u2"):
    """The header of an array."""
    return f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()


HOSTILE = {
    "a huge shape": (npy(plain("(21, 1000000000, 1000000000)")), "bytes: expected at most 32000000"),
    "a shape of too many digits": (npy(plain(f"({'9' * 5000}, 5, 5)")), "not an array as numpy saves it"),
    "a negative side": (npy(plain("(21, -5, 5)")), "not an array as numpy saves it"),
    "too few numbers": (npy(plain("(21, 5, 5)"), bytes(7)), "expected 1050 bytes got 7"),
    "too many numbers": (npy(plain("(21, 5, 5)"), bytes(10**8)), "goes on after its end"),
    "objects": (npy(plain("(21, 5, 5)", "|O"), b"cos\nsystem\n(S'false'\ntR."), "holds objects"),
    "a header to evaluate": (npy(b"{'descr': __import__('os').getcwd()}\n"), "not an array as numpy saves it"),
    "a header nested deep": (npy(b"(" * 60_000), "not an array as numpy saves it"),
    "a header cut short": (b"\x93NUMPY\x01\x00\xff\xff{'descr'", "not an array as numpy saves it"),
    "another version": (b"\x93NUMPY\x03\x00" + bytes(100), "is in version (3, 0) of the format of arrays"),
    "no array": (b"hello", "not an array as numpy saves it"),
    "nothing": (b"", "not an array as numpy saves it"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_array_is_named(tmp_path, lean, kind):
    """Whatever an array claims to be, nothing is unpickled, and no more is read than the index allows."""
    index, arrays = lean
    content, reason = HOSTILE[kind]
    folder = write(tmp_path, index, arrays)
    with zipfile.ZipFile(folder / "advance.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a000.npy", content)
        archive.writestr(f"{SEEDED}.npy", b"")
    (fault,) = replay(folder).unusable

    assert (fault.file, fault.field) == ("advance.npz", "a000")
    assert reason in fault.reason


def test_a_great_array_without_a_shape_of_its_own_is_named(tmp_path, lean):
    """Where the schema leaves the lengths open, the number of numbers is bounded, before any is read."""
    index, arrays = lean
    folder = write(tmp_path, index, arrays)
    with zipfile.ZipFile(folder / "levels_v1_0.npz", "w") as archive:
        archive.writestr("navigation_board.npy", npy(plain("(2000, 2000, 2)")))
    (fault,) = replay(folder).unusable

    assert (fault.field, fault.reason) == (
        "navigation_board",
        "expected at most 4000000 numbers, found shape 2000 x 2000 x 2",
    )


def test_an_archive_at_fault_is_named(tmp_path, lean):
    """An array that occurs twice, is encrypted, compressed in another way or damaged, is named."""
    index, arrays = lean
    folder = write(tmp_path, index, arrays)
    recorded = (folder / "advance.npz").read_bytes()
    start = recorded.index(b"PK\x01\x02")
    encrypted, damaged = bytearray(recorded), bytearray(recorded)
    encrypted[6] |= 1
    encrypted[start + 8] |= 1
    damaged[start - 200] ^= 255
    with zipfile.ZipFile(folder / "other.npz", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a000.npy", b"")
    with zipfile.ZipFile(folder / "twice.npz", "w") as archive:
        archive.writestr("a000.npy", b"")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a000.npy", b"")
    contents = {
        "a000: occurs twice": ("a000", (folder / "twice.npz").read_bytes()),
        "a000: is encrypted": ("a000", bytes(encrypted)),
        "compressed in way 14": ("a000", (folder / "other.npz").read_bytes()),
        "cannot be read: ": (SEEDED, bytes(damaged)),
    }
    for reason, (field, content) in contents.items():
        (folder / "advance.npz").write_bytes(content)
        with pytest.raises(UnusableVectors, match=reason) as raised:
            compared(folder, "advance.npz")
        assert (raised.value.file, raised.value.field) == ("advance.npz", field)


def test_a_name_that_cannot_be_printed_is_escaped(tmp_path, lean):
    """The complaint about an array of a strange name is one line."""
    index, arrays = lean
    folder = write(tmp_path, index, arrays)
    with zipfile.ZipFile(folder / "advance.npz", "w") as archive:
        archive.writestr("a\n\x1b[31mb.npy", b"")
    (fault,) = replay(folder).unusable

    assert str(fault) == "advance.npz: 'a\\n\\x1b[31mb': no array of this schema"


@pytest.fixture(scope="module")
def tiny():
    """The bytes of one board case, with the checksum of its array left to be made right."""
    index = {**INDEX, "advance": [case_of("advance", "a000")]}
    with TemporaryDirectory() as name:
        folder = write(Path(name), index, {"advance.npz": {"a000": ARRAYS["advance.npz"]["a000"]}})
        return (folder / "index.json").read_bytes(), (folder / "advance.npz").read_bytes()


@settings(max_examples=DAMAGES, deadline=None)
@given(data=st.data())
def test_damage_is_never_a_traceback(tiny, data):
    """Whatever bytes of an archive are others, the file is compared, or it is refused by name."""
    index, recorded = tiny
    damaged = bytearray(recorded)
    for place, value in data.draw(
        st.lists(st.tuples(st.integers(0, len(recorded) - 1), st.integers(0, 255)), max_size=8)
    ):
        damaged[place] = value
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "index.json").write_bytes(index)
        (folder / "advance.npz").write_bytes(bytes(damaged))
        report = replay(folder / "index.json")

    assert {fault.file for fault in report.unusable} >= {"action_unit.npz", "episodes.npz", "levels_v1_0.npz"}
    assert {fault.file for fault in report.unusable} <= set(COMPARED)


@settings(max_examples=DAMAGES, deadline=None)
@given(data=st.data())
def test_damage_within_is_never_a_traceback(tiny, data):
    """The same for what is in the archive, whose checksum is right: header and numbers are others."""
    index, recorded = tiny
    with zipfile.ZipFile(io.BytesIO(recorded)) as archive:
        content = bytearray(archive.read("a000.npy"))
    for place, value in data.draw(st.lists(st.tuples(st.integers(0, 160), st.integers(0, 255)), max_size=4)):
        content[place] = value
    with TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "index.json").write_bytes(index)
        with zipfile.ZipFile(folder / "advance.npz", "w") as archive:
            archive.writestr("a000.npy", bytes(content))
        report = replay(folder / "index.json")

    assert {fault.file for fault in report.unusable} <= set(COMPARED)


def test_arrays_without_their_index(small, tmp_path, capsys):
    """The arrays alone say nothing: whoever gives them is told what to give."""
    write(tmp_path, *small)
    complaint = "arrays alone: give index.json, which says what they are, or its directory"

    assert main(["vectors", "check", str(tmp_path / "advance.npz")]) == 4
    assert capsys.readouterr().err == f"formal-rl: advance.npz: the whole file: {complaint}\n"


def test_the_command_complains_in_one_line(tmp_path, small, capsys):
    """On the command line, each fault is one line on stderr, and the code is 4; as JSON it is in the report too."""
    index, arrays = small
    del arrays["episodes.npz"]["e000_mid"]
    folder = write(tmp_path, index, arrays)
    (folder / "advance.npz").write_bytes(zlib.compress(b"x"))

    for options in ([], ["--json"]):
        assert main(["vectors", "check", str(folder), *options]) == 4
        out, err = capsys.readouterr()
        assert err.splitlines() == [
            "formal-rl: advance.npz: the whole file: is not an archive, or not a whole one: File is not a zip file",
            "formal-rl: episodes.npz: e000_mid: is missing",
        ]
    assert [fault["field"] for fault in json.loads(out)["unusable"]] == ["the whole file", "e000_mid"]
