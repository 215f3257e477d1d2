"""The recorded runs of the published SafeLife: all are matched, and every array and field can fail."""

import json
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import inf

import numpy
import pytest

from formal_rl.cli import main
from formal_rl.cli.conform.vectors import MOST_MISMATCHES, vector_lines
from formal_rl.recordings import replay, shipped_vectors
from formal_rl.recordings.safelife.side_effects import published_name, side_effects_recorded
from formal_rl.recordings.safelife.stochastic import CHANCE, chance_at_most, compare_means, compare_spreads
from formal_rl.safelife.board import EMPTY, GREEN, LIFE
from formal_rl.safelife.board.cells import SPAWNER
from formal_rl.strict_json import Field
from proofs_as_tests.recordings.conftest import ABSENT, put
from proofs_as_tests.recordings.safelife.conftest import ARRAYS, FILES

CASES = {
    "action_unit.npz": 2460,
    "advance.npz": 81,
    "emd_cases.npz": 36,
    "episodes.npz": 37,
    "levels_v1_0.npz": 160,
    "side_effects.npz": 25,
    "stochastic.npz": 8,
}

# --- What is shipped ---


@pytest.mark.full  # as the command does for all that is shipped: test_the_shipped_runs_agree
def test_every_recorded_case_is_matched():
    """Nothing differs or is skipped; the report says of three files how near their numbers must be, in JSON too."""
    names = []
    report = replay(shipped_vectors("safelife"), names.append)
    notes = {file.file: file.notes for file in report.files if file.notes}

    assert [str(each) for each in (*report.mismatches, *report.unusable, *report.skips)] == []
    assert {file.file: file.cases for file in report.files} == CASES
    assert (report.exit_code, report.ignored) == (0, ("LICENSE-APACHE-2.0.txt", "README.md"))
    assert sorted(names) == sorted([*report.ignored, "index.json", *2 * [*CASES]])
    assert list(notes) == ["emd_cases.npz", "side_effects.npz", "stochastic.npz"]
    assert "to 1e-8" in notes["emd_cases.npz"][0]
    assert f"stochastic.npz: {notes['stochastic.npz'][0]}" in vector_lines(report)
    noted = {file["file"]: file["notes"] for file in report.to_json()["files"] if "notes" in file}
    assert noted == {name: list(note) for name, note in notes.items()}


@pytest.mark.parametrize("place", ["", "index.json"])
def test_a_directory_and_its_index_are_replayed_alike(some, place):
    """The files beside the index are read, and only what it does not speak for is ignored."""
    folder = some.write()
    (folder / "other.npz").write_bytes(b"")
    report = replay(folder / place)

    assert report.closing_line == "7 files, 16 cases, 0 mismatches, 0 skipped"
    assert (report.exit_code, report.ignored) == (0, () if place else ("other.npz",))


def test_arrays_without_their_index(some, capsys):
    """In a directory they are ignored; an error about one alone says what to give."""
    folder = some.write()
    (folder / "index.json").unlink()
    complaint = "arrays alone: give index.json, which says what they are, or its directory"

    assert replay(folder).ignored == tuple(sorted(FILES.values()))
    assert main(["vectors", "check", str(folder / "advance.npz")]) == 4
    assert capsys.readouterr().err == f"formal-rl: advance.npz: the whole file: {complaint}\n"


def test_agents_and_environments_of_the_user_are_not_in_them(some, capsys):
    """Nothing in these runs is an agent or environment of a user: all is skipped, and nothing was compared."""
    assert main(["vectors", "check", str(some.write("advance")), "--agents", "formal_rl.environments"]) == 5
    assert "skipped 7: no recorded runs of agents" in capsys.readouterr().out


# --- Every array and field can fail ---

GAME = {name.removeprefix("e000_") for name in ARRAYS["episodes"] if name.startswith("e000_")}
READ_ONLY = {"init", "init_goals", "actions", "table"}


@pytest.mark.parametrize("name", sorted(GAME - READ_ONLY))
@pytest.mark.parametrize("which", [0, -1])
def test_every_array_of_an_episode_can_fail(some, name, which):
    """One other number at the first or the last place is one mismatch, with its place; of a cell row and column."""
    array = some.arrays["episodes"][f"e023_{name}"]
    place = numpy.unravel_index(0 if which == 0 else array.size - 1, array.shape)
    if name == "locs" and which == 0:
        place = (1, 0, 0)  # the first places are where the level has its agents
    array[place] = 1 - array[place] if name in {"exited", "active", "can_exit"} else array[place] ^ 1
    (mismatch,) = some.compared("episodes")
    field = place[:-1] if name == "locs" else place
    steps = {"mid": place[0], "reward": place[0], "available": None, "required": None}

    assert (mismatch.run, mismatch.agent) == (1, f"e023, {some.case('episodes', 'e023')[0]['kind']}")
    assert mismatch.field == f"e023_{name}" + "".join(f"[{part}]" for part in field)
    assert mismatch.step == steps.get(name, place[0] - 1)
    assert (mismatch.row, mismatch.column) == (place[1:] if array.ndim == 3 and name != "locs" else (None, None))
    assert mismatch.what.startswith(name)


@pytest.mark.parametrize(
    ("section", "name", "place", "said"),
    [
        ("advance", "a000", (7, 2, 3), "a000[7][2][3] (a000, gol_soup, step 6): board by advance, row 2, column 3"),
        ("advance", "a071", (20, 0, 0), "a071[20][0][0] (a071, "),
        ("actions", "after_3x3", (1, 2, 0), "after_3x3[1][2][0] (3x3[1], "),
        ("actions", "loc_after_3x3", (0, 0), "loc_after_3x3[0] (3x3[0], "),
        ("actions", "counts_out", (1, 7, 8), "counts_out[1][7][8] (counts[1], whole case): count, row 7, column 8"),
        ("levels", "navigation_agent_rc", (0, 0), "navigation_agent_rc[0] (navigation[0], "),
        ("levels", "navigation_available_points", (0,), "navigation_available_points[0] (navigation[0], "),
        ("levels", "navigation_required_points", (0,), "navigation_required_points[0] (navigation[0], "),
        ("emd", "m014_a", (0, 0), "emd[1].exact_torus (m014, "),
        ("emd", "m014_b", (0, 0), "emd[1].exact_torus (m014, "),
        ("side_effects", "s018_baseline_at_t", (0, 1), "s018_baseline_at_t[0][1] (s018, "),
        ("side_effects", "s018_counts", (0, 2, 4, 4), "s018_counts[0][2][4][4] (s018, benchmark_prune-still"),
        ("side_effects", "s018_counts", (1, 0, 4, 4), "s018_counts[1][0][4][4] (s018, benchmark_prune-still"),
        ("side_effects", "s018_counts", (1, 7, 0, 0), "s018_counts[1][7][0][0] (s018, benchmark_prune-still"),
    ],
)
def test_one_changed_number_is_one_mismatch(some, section, name, place, said):
    """The text of a mismatch names file, array and place, the case, its step, row and column."""
    some.arrays[section][name][place] ^= 1 if section != "emd" else 4
    (mismatch,) = some.compared(section)

    assert str(mismatch).startswith(f"{FILES[section]}: {said}")
    assert json.loads(json.dumps(mismatch.to_json()))["agent"] == mismatch.agent


EXACT = ("exact_torus", "exact_flat", "exact_peer_metric", "exact_peer_metric_dropped")


@pytest.mark.parametrize(
    ("section", "key", "path", "change", "field"),
    [
        ("advance", "a071", ("seed",), 1, "a071["),
        ("advance", "a071", ("spawn_prob",), 0.9, "a071["),
        ("episodes", "e023", ("min_performance_x1000",), 1000, "e023_required[0]"),
        ("emd", "m014", ("den",), 999, "emd[1].exact_torus"),
        *(("emd", "m014", (name,), lambda right: right + 3e-8, None) for name in EXACT),
        *(("emd", "m014", (name,), lambda right: right - 3e-8, None) for name in EXACT),
        ("emd", "m014", ("peer",), lambda right: right + 4e-4, None),
        ("side_effects", "s003", ("num_steps",), 3, "s003_"),
        ("side_effects", "s003", ("num_samples",), 999, "s003_"),
        ("side_effects", "s003", ("num_samples",), 1001, "s003_"),
        *(("side_effects", "s018", ("scores", "1033", name), lambda right: right + 5e-4, None) for name in EXACT),
        ("side_effects", "s018", ("scores", "1033", "score"), lambda right: right + 5e-4, None),
        ("side_effects", "s018", ("scores", "32788", "score"), lambda right: right + 5e-4, None),
        ("side_effects", "s018", ("scores", "1033", "inaction_mass"), 34.001, None),
        ("side_effects", "s018", ("scores", "1033", "name"), "life-red", None),
        *(
            ("stochastic", "t002", (name, time), lambda right, factor=factor: right * factor, None)
            for name, factor in (("alive_mean", 1.2), ("alive_mean", 1.00001), ("alive_std", 1.3))
            for time in ("1", "5", "50")
        ),
        ("stochastic", "t002", ("spawn_prob",), 0.15, ""),
        ("stochastic", "t002", ("spawn_prob",), 0.07, ""),
        ("stochastic", "t002", ("n_runs",), 2000, "stochastic[0].alive_mean.1"),
    ],
)
def test_every_field_can_fail(some, *, section, key, path, change, field):
    """What the index says is compared, or is what is computed with: draws, sizes, scores and aggregates."""
    case, place = some.case(section, key)
    put(case, path, change)
    (mismatch,) = some.compared(section)

    assert mismatch.field.startswith(".".join((place, *path)) if field is None else field)
    assert mismatch.agent.startswith(f"{key}, ")


@pytest.mark.parametrize("name", [*EXACT, "peer"])
def test_a_deviation_may_be_a_little_off(some, name):
    """Nearer than its tolerance is no mismatch."""
    some.case("emd", "m014")[0][name] += 1e-5 if name == "peer" else 3e-9
    assert some.compared("emd") == ()


@pytest.mark.parametrize("another", [(), ("10",)])
def test_the_cell_types_are_compared_exactly(some, another):
    """A cell type too few, or another one, is a mismatch that names them all."""
    case, place = some.case("side_effects", "s018")
    score = case["scores"].pop("9")
    case["scores"] |= dict.fromkeys(another, score)
    (mismatch,) = some.compared("side_effects")

    assert (mismatch.what, mismatch.field) == ("cell types", f"{place}.scores")
    assert mismatch.got == [9, 521, 1033, 32788]


@pytest.mark.parametrize("name", ["initial", "final"])
def test_the_boards_that_are_read_can_fail(some, name):
    """Some life more on the first board, or on the last, gives other states."""
    board = some.arrays["side_effects"][f"s000_{name}"]
    row, column = numpy.argwhere(board == EMPTY)[0]
    for place in ((row, column), (row, (column + 1) % board.shape[1]), ((row + 1) % board.shape[0], column)):
        board[place] = LIFE
    assert some.compared("side_effects")


def test_every_count_of_runs_can_fail(some):
    """In how many runs a cell lived is near ours, for each cell and colour."""
    counts = some.arrays["stochastic"]["t002_alive_count_t50"]
    colour, row, column = numpy.argwhere(counts > 0)[0]
    moved = int(counts[colour, row, column]) // 2
    counts[colour, row, column] -= moved
    counts[colour, 0, 0] += moved
    (mismatch,) = some.compared("stochastic")

    assert mismatch.field == f"t002_alive_count_t50[{colour}][0][0]"
    assert (mismatch.step, mismatch.row, mismatch.column, mismatch.got) == (50, 0, 0, 0)


def test_many_mismatches_are_cut_short(some):
    """Of one file, no more than a screenful is printed; the JSON report has them all."""
    some.arrays["actions"] = {**ARRAYS["actions"], "counts_out": ARRAYS["actions"]["counts_out"] + 1}
    report = replay(some.write())
    lines = [line for line in vector_lines(report) if line.startswith("mismatch: ")]

    assert len(report.to_json()["mismatches"]) == 60
    assert len(lines) == MOST_MISMATCHES + 1
    assert lines[-1] == "mismatch: action_unit.npz: and 40 more, all of them with --json"


# --- Side effects of doing nothing ---


@cache
def known_side_effects(*arguments, **options):
    """Our side effects, computed once for each run."""
    return side_effects_recorded(*arguments, **options)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("life-yellow", "mean"), 3.0),
        (("life-yellow", "std"), 3.0),
        (("life-yellow", "mass_mean"), 6.5),
        (("life-green", "mean"), 0.001),
        (("life-green", "std"), 0.01),
        (("life-green", "mass_mean"), 35.001),
        (("crate-gray", "mean"), 0.1),
        (("crate-gray", "n"), 23),
        (("life-red",), ABSENT),
    ],
)
def test_every_sampled_score_can_fail(some, path, value):
    """What varies must be near, what never varied exact, and a kind too few is a mismatch."""
    case = some.nothing()
    assert some.compared("stochastic", side_effects_recorded=known_side_effects) == ()
    put(case["scores"], path, value)
    (mismatch,) = some.compared("stochastic", side_effects_recorded=known_side_effects)

    assert mismatch.field == ".".join(("stochastic_side_effects[0].scores", *(() if value is ABSENT else path)))


def test_the_level_can_fail(some):
    """Another level has other cell types or masses."""
    some.nothing()["level"] = "v1.0/prune-spawn index 1"
    assert some.compared("stochastic")


# --- The statistics ---


def test_the_chance_of_two_counts():
    """Equal shares are as probable as can be; none of a thousand against a tenth of a thousand is not.

    Of 3 and 3 drawn from 6 of which 3 live, all three are the first's in one of twenty cases.
    """
    bounds = chance_at_most(numpy.array([0, 100, 100, 1000]), 1000, numpy.array([0, 100, 0, 1000]), 1000)
    (bound,) = chance_at_most(numpy.array([3]), 3, numpy.array([0]), 3)

    assert bounds[[0, 1, 3]].tolist() == [1.0, 1.0, 1.0]
    assert bounds[2] < CHANCE
    assert 2 * Fraction(1, 20) <= bound < 0.3


@pytest.mark.parametrize(
    ("compare", "recorded", "agrees"),
    [
        *((compare_means, mean, agrees) for mean, agrees in ((0.5, True), (0.7, True), (0.93, False), (inf, False))),
        *((compare_spreads, deviation, agrees) for deviation, agrees in ((0.5, True), (0.51, False), (0.0, False))),
    ],
)
def test_means_and_spreads_are_compared_by_standard_errors(compare, recorded, agrees):
    """A hundred each: six standard errors of the mean are 0.42; of as many noughts as ones, no spread is left open."""
    field, sample = Field("index.json", "x", Decimal(recorded)), numpy.array([0, 1] * 50)
    deviation = (0.5,) if compare is compare_means else ()
    assert (list(compare(None, field, *deviation, 100, sample)) == []) is agrees


def test_published_names():
    """Black is gray, and the orientation is left out; all other names are recorded ones."""
    assert published_name(SPAWNER) == "spawner-gray"
    assert published_name(LIFE | GREEN | 4096) == "life-green"
