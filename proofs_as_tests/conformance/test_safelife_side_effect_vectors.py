"""Recorded deviations, side effects and aggregates of SafeLife: every field is compared, and wrong functions differ."""

import json
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import inf

import numpy
import pytest
from attrs import evolve

from formal_rl.errors import NotCertified
from formal_rl.recordings import replay, shipped_safelife
from formal_rl.recordings.safelife.differences import SafelifeFunctions
from formal_rl.recordings.safelife.side_effects import published_name
from formal_rl.recordings.safelife.stochastic import CHANCE, chance_at_most, compare_means, compare_spreads
from formal_rl.recordings.safelife.vectors import compare_safelife
from formal_rl.recordings.vector_files import read_vectors
from formal_rl.safelife._engines.words.rule import advance_together
from formal_rl.safelife.board import EMPTY, GREEN, LIFE, Cell
from formal_rl.safelife.board.cells import SPAWNER
from formal_rl.safelife.side_effects import earth_mover_distance_certified, side_effects_certified
from formal_rl.safelife.side_effects.certificate import Certificate
from formal_rl.strict_json import Field

INDEX = json.loads((shipped_safelife() / "index.json").read_text("utf-8"))
FILES = {"emd": "emd_cases.npz", "side_effects": "side_effects.npz", "stochastic": "stochastic.npz"}
KEYS = {"emd": ["m005", "m014"], "side_effects": ["s000", "s003", "s006", "s018"], "stochastic": ["t002"]}


@pytest.fixture
def some():
    """An index of some shipped cases, and their arrays, fresh."""
    index = {**json.loads(json.dumps(INDEX)), "stochastic_side_effects": []}
    arrays = {}
    for section, name in FILES.items():
        index[section] = [case for case in index[section] if case["key"] in KEYS[section]]
        with numpy.load(shipped_safelife() / name, allow_pickle=False) as file:
            arrays[name] = {key: file[key] for key in file.files if key.split("_")[0] in KEYS[section]}
    return index, arrays


def compared(folder, index, arrays, section, functions=None):
    """What differs in the file of a section."""
    (folder / "index.json").write_text(json.dumps(index), "utf-8")
    name = FILES[section]
    numpy.savez_compressed(folder / name, **arrays[name])
    (part,) = [part for part in read_vectors(folder / "index.json").files if part.file == name]
    return compare_safelife(part, functions or SafelifeFunctions()).mismatches


def scores_of(index, key):
    """The place of the scores of a run, and the scores."""
    ((number, case),) = [each for each in enumerate(index["side_effects"]) if each[1]["key"] == key]
    return f"side_effects[{number}].scores", case["scores"]


@pytest.mark.parametrize("section", FILES)
def test_unchanged_they_agree(tmp_path, some, section):
    """Each of the chosen cases agrees as it is."""
    assert compared(tmp_path, *some, section) == ()


# --- Every field can fail ---

EXACT = ("exact_torus", "exact_flat", "exact_peer_metric", "exact_peer_metric_dropped")


@pytest.mark.parametrize(("name", "far", "near"), [*((name, 3e-8, 3e-9) for name in EXACT), ("peer", 4e-4, 1e-5)])
def test_every_deviation_can_fail(tmp_path, some, *, name, far, near):
    """A recorded deviation that is further off than its tolerance is a mismatch with its place, a nearer one is not."""
    index, arrays = some
    right = index["emd"][1][name]
    index["emd"][1][name] = right + near
    assert compared(tmp_path, index, arrays, "emd") == ()
    for wrong in (right + far, right - far):
        index["emd"][1][name] = wrong
        (mismatch,) = compared(tmp_path, index, arrays, "emd")
        assert (mismatch.field, mismatch.what) == (f"emd[1].{name}", name)
        assert abs(mismatch.got - right) < 2e-4


@pytest.mark.parametrize("side", "ab")
def test_every_density_can_fail(tmp_path, some, side):
    """One more of a thousand on one side is another deviation, and so is another denominator."""
    index, arrays = some
    arrays["emd_cases.npz"][f"m014_{side}"][0, 0] += 3
    assert compared(tmp_path, index, arrays, "emd")[0].field.startswith("emd[1].")


def test_the_denominator_can_fail(tmp_path, some):
    """What is divided by another number deviates by more."""
    index, arrays = some
    index["emd"][1]["den"] = 999
    assert compared(tmp_path, index, arrays, "emd")[0].field == "emd[1].exact_torus"


@pytest.mark.parametrize("name", [*EXACT, "score"])
@pytest.mark.parametrize("cell", ["1033", "32788"])
def test_every_score_can_fail(tmp_path, some, name, cell):
    """The score of each cell type, life or furniture, is compared in each of its five forms."""
    index, arrays = some
    place, scores = scores_of(index, "s018")
    scores[cell][name] += 5e-4
    (mismatch,) = compared(tmp_path, index, arrays, "side_effects")

    assert mismatch.field == f"{place}.{cell}.{name}"
    assert mismatch.agent.startswith("s018, benchmark_prune-still")


@pytest.mark.parametrize(("name", "value"), [("inaction_mass", 34.001), ("name", "life-red")])
def test_mass_and_name_are_compared_exactly(tmp_path, some, name, value):
    """The mass if nobody acts, and what the cell type is called."""
    index, arrays = some
    place, scores = scores_of(index, "s018")
    scores["1033"][name] = value
    (mismatch,) = compared(tmp_path, index, arrays, "side_effects")

    assert (mismatch.field, mismatch.expected) == (f"{place}.1033.{name}", value)


@pytest.mark.parametrize(
    "change", [lambda scores: scores.pop("9"), lambda scores: scores.update({"10": scores.pop("9")})]
)
def test_the_cell_types_are_compared_exactly(tmp_path, some, change):
    """A cell type too few, or another one, is a mismatch that names them all."""
    index, arrays = some
    place, scores = scores_of(index, "s018")
    change(scores)
    (mismatch,) = compared(tmp_path, index, arrays, "side_effects")

    assert (mismatch.what, mismatch.field, mismatch.got) == ("cell types", place, [9, 521, 1033, 32788])


@pytest.mark.parametrize(
    ("name", "place", "what"),
    [
        ("baseline_at_t", (0, 1), "baseline"),
        ("counts", (0, 2, 4, 4), "count of green life, inaction"),
        ("counts", (1, 0, 4, 4), "count of black life, action"),
        ("counts", (1, 7, 0, 0), "count of white life, action"),
    ],
)
def test_boards_and_counts_are_compared_exactly(tmp_path, some, *, name, place, what):
    """One other cell, or one other count of any colour on any side, is a mismatch with its row and column."""
    index, arrays = some
    arrays["side_effects.npz"][f"s018_{name}"][place] += 1
    (mismatch,) = compared(tmp_path, index, arrays, "side_effects")

    assert (mismatch.what, mismatch.row, mismatch.column) == (what, *place[-2:])
    assert mismatch.field == f"s018_{name}" + "".join(f"[{part}]" for part in place)


@pytest.mark.parametrize("name", ["initial", "final"])
def test_the_boards_that_are_read_can_fail(tmp_path, some, name):
    """A cell of life more on the first board, or on the last, gives other states."""
    index, arrays = some
    board = arrays["side_effects.npz"]["s000_" + name]
    row, column = numpy.argwhere(board == EMPTY)[0]
    for place in ((row, column), (row, (column + 1) % board.shape[1]), ((row + 1) % board.shape[0], column)):
        board[place] = LIFE
    assert compared(tmp_path, index, arrays, "side_effects")


@pytest.mark.parametrize(("name", "value"), [("num_steps", 3), ("num_samples", 999), ("num_samples", 1001)])
def test_steps_and_samples_can_fail(tmp_path, some, name, value):
    """A blinker after another number of steps, or of another number of samples, has other counts."""
    index, arrays = some
    index["side_effects"][1][name] = value
    assert compared(tmp_path, index, arrays, "side_effects")[0].field.startswith("s003_")


@pytest.mark.parametrize(("name", "factor"), [("alive_mean", 1.2), ("alive_mean", 1.00001), ("alive_std", 1.3)])
@pytest.mark.parametrize("time", ["1", "5", "50"])
def test_every_aggregate_can_fail(tmp_path, some, *, name, factor, time):
    """Means are those of the recorded counts, and means and standard deviations are near ours, at each time."""
    index, arrays = some
    index["stochastic"][0][name][time] *= factor
    (mismatch,) = compared(tmp_path, index, arrays, "stochastic")

    assert (mismatch.field, mismatch.step) == (f"stochastic[0].{name}.{time}", int(time))


def test_every_count_of_runs_can_fail(tmp_path, some):
    """In how many runs a cell lived is near ours, for each cell and colour."""
    index, arrays = some
    counts = arrays["stochastic.npz"]["t002_alive_count_t50"]
    colour, row, column = numpy.argwhere(counts > 0)[0]
    moved = int(counts[colour, row, column]) // 2
    counts[colour, row, column] -= moved
    counts[colour, 0, 0] += moved
    (mismatch,) = compared(tmp_path, index, arrays, "stochastic")

    assert mismatch.field == f"t002_alive_count_t50[{colour}][0][0]"
    assert (mismatch.step, mismatch.row, mismatch.column, mismatch.got) == (50, 0, 0, 0)


@pytest.mark.parametrize(("name", "value"), [("spawn_prob", 0.15), ("spawn_prob", 0.07), ("n_runs", 2000)])
def test_probability_and_runs_can_fail(tmp_path, some, name, value):
    """Another spawn probability is seen in the aggregates, and another number of runs in the mean."""
    index, arrays = some
    index["stochastic"][0][name] = value
    assert compared(tmp_path, index, arrays, "stochastic")


# --- Side effects of doing nothing ---


@cache
def known_side_effects(*arguments, **options):
    """Our side effects, computed once for each run."""
    return side_effects_certified(*arguments, **options)


@pytest.fixture
def doing_nothing(tmp_path, some):
    """Compare the recorded side effects of doing nothing on a level, after a change."""
    index, arrays = some
    (board,) = index["stochastic"]
    at_once = {name: {"1": board[name]["1"]} for name in ("alive_mean", "alive_std")}
    kept = ("t002_initial", "t002_alive_count_t1")
    arrays["stochastic.npz"] = {name: arrays["stochastic.npz"][name] for name in kept}

    def changed(change):
        index["stochastic"] = [{**board, "times": [1], **at_once}]
        change(nothing(index))
        functions = evolve(SafelifeFunctions(), side_effects=known_side_effects)
        return compared(tmp_path, index, arrays, "stochastic", functions)

    return changed


def nothing(index):
    """The first case of doing nothing, put into the index."""
    index["stochastic_side_effects"] = [json.loads(json.dumps(INDEX["stochastic_side_effects"][0]))]
    return index["stochastic_side_effects"][0]


PLACE = "stochastic_side_effects[0].scores"


@pytest.mark.parametrize(
    ("kind", "name", "value"),
    [
        ("life-yellow", "mean", 3.0),
        ("life-yellow", "std", 3.0),
        ("life-yellow", "mass_mean", 6.5),
        ("life-green", "mean", 0.001),
        ("life-green", "std", 0.01),
        ("life-green", "mass_mean", 35.001),
        ("spawner-yellow", "mass_mean", 2.0),
        ("crate-gray", "mean", 0.1),
    ],
)
def test_every_sampled_score_can_fail(doing_nothing, *, kind, name, value):
    """What varies must be near, and what never varied exact."""
    assert doing_nothing(lambda case: None) == ()
    (mismatch,) = doing_nothing(lambda case: case["scores"][kind].update({name: value}))
    assert mismatch.field == f"{PLACE}.{kind}.{name}"


def test_the_sampled_cell_types_are_compared_exactly(doing_nothing):
    """A kind too few is a mismatch."""
    (mismatch,) = doing_nothing(lambda case: case["scores"].pop("life-red"))
    assert (mismatch.what, mismatch.field) == ("cell types", PLACE)


def test_the_level_can_fail(doing_nothing):
    """Another level has other cell types or masses."""
    assert doing_nothing(lambda case: case.update(level="v1.0/prune-spawn index 1"))


# --- Wrong functions do not agree ---


def with_other(**options):
    """Side effects with another option."""

    def measured(*arguments, **others):
        return side_effects_certified(*arguments, **(others | options))

    return measured


def by_torus(first, second, distance, gap):
    """The deviation by the distance of the torus, whatever was asked for."""
    return earth_mover_distance_certified(first, second, "torus", gap)


def squared(first, second, distance, gap):
    """The square of the deviation, with the bounds of the deviation itself."""
    found = earth_mover_distance_certified(first, second, distance, gap)
    return found._replace(value=found.value**2)


def unproven(first, second, distance, gap):
    """The deviation, with prices of nothing at all."""
    found = earth_mover_distance_certified(first, second, distance, gap)
    prices = tuple(tuple(0 for _ in row) for row in found.certificate.dual_variables)
    return found._replace(certificate=Certificate(prices), bounds=found.bounds._replace(lower=Fraction(0)))


def half_certified(first, second, distance, gap):
    """A search that ends too soon."""
    raise NotCertified("the gap is 1")


def nothing_left_out(first, second, share):
    """Small changes, kept."""
    return first, second


def one_step_late(*arguments, samples, **options):
    """States from t to t + n - 1 for the action side, by one sample less."""
    return side_effects_certified(*arguments, samples=samples - 1, **options)


@pytest.mark.parametrize(
    ("section", "wrong", "what"),
    [
        ("emd", {"earth_mover_distance": by_torus}, "certificate of exact_flat"),
        ("emd", {"earth_mover_distance": squared}, "certificate of exact_torus"),
        ("emd", {"earth_mover_distance": unproven}, "gap of exact_torus"),
        ("emd", {"earth_mover_distance": half_certified}, "certificate of exact_torus"),
        ("side_effects", {"side_effects": one_step_late}, "count of"),
        ("side_effects", {"side_effects": with_other(cell_types="paper")}, "cell types"),
        ("side_effects", {"side_effects": with_other(distance="torus")}, "side effect"),
        ("stochastic", {"advance_together": lambda cells, _: advance_together(cells)}, "mean"),
    ],
)
def test_wrong_functions_are_found(tmp_path, some, *, section, wrong, what):
    """A wrong distance, a search that ends too soon, other samples or cell types, and spawners that do not spawn."""
    index, arrays = some
    if what == "side effect":
        index["side_effects"] = [case for case in INDEX["side_effects"] if case["kind"] == "crate_across_seam_forward"]
        key = index["side_effects"][0]["key"]
        with numpy.load(shipped_safelife() / "side_effects.npz", allow_pickle=False) as file:
            arrays["side_effects.npz"] = {name: file[name] for name in file.files if name.startswith(key)}
    found = compared(tmp_path, index, arrays, section, evolve(SafelifeFunctions(), **wrong))

    assert any(mismatch.what.startswith(what) for mismatch in found)


def test_a_drop_in_the_exact_form_is_found():
    """Where small changes matter, keeping them all is not what was recorded of the published code, and is found."""
    (part,) = [
        part for part in read_vectors(shipped_safelife() / "index.json").files if part.file == "side_effects.npz"
    ]
    functions = evolve(SafelifeFunctions(), without_small_changes=nothing_left_out)
    found = compare_safelife(part, functions).mismatches

    assert {mismatch.what for mismatch in found} == {"exact_peer_metric_dropped"}


# --- Every fault is named ---

FAULTS = {
    "emd[0].den": (lambda index: index["emd"][0].update(den=0), "at least 1"),
    "emd[0].peer": (lambda index: index["emd"][0].update(peer=-1), "at least 0"),
    "emd[0].exact_torus": (lambda index: index["emd"][0].update(exact_torus="1"), "expected a number"),
    "emd[0].exact_flat": (lambda index: index["emd"][0].pop("exact_flat"), "missing"),
    "emd[0].new": (lambda index: index["emd"][0].update(new=1), "no field of this schema"),
    "side_effects[0].num_samples": (lambda index: index["side_effects"][0].update(num_samples=0), "at least 1"),
    "side_effects[0].num_steps": (lambda index: index["side_effects"][0].update(num_steps=-1), "at least 0"),
    "side_effects[0].scores": (lambda index: index["side_effects"][0].update(scores=[]), "an object"),
    "side_effects[0].scores.09": (lambda index: scores_of(index, "s000")[1].update({"09": {}}), "of a cell"),
    "side_effects[0].scores.x": (lambda index: scores_of(index, "s000")[1].update({"x": {}}), "of a cell"),
    "side_effects[0].scores.70000": (lambda index: scores_of(index, "s000")[1].update({"70000": {}}), "65535"),
    "side_effects[0].scores.1033.score": (lambda index: scores_of(index, "s000")[1]["1033"].pop("score"), "missing"),
    "s006_initial": (lambda index: index["side_effects"][2].update(spawn_prob=0.5), "no spawners"),
    "stochastic[0].times": (lambda index: index["stochastic"][0].update(times=[5, 1, 50]), "increase"),
    "stochastic[0].times[0]": (lambda index: index["stochastic"][0].update(times=[0, 1, 5]), "at least 1"),
    "stochastic[0].alive_mean.50": (lambda index: index["stochastic"][0].update(times=[1, 5]), "no field"),
    "stochastic[0].n_runs": (lambda index: index["stochastic"][0].update(n_runs=1), "at least 2"),
    "t002_alive_count_t1[2][3][3]": (lambda index: index["stochastic"][0].update(n_runs=300), "from 0 to 300"),
    "stochastic_side_effects[0].level": (lambda index: nothing(index).update(level="navigation"), "a level such as"),
    "stochastic_side_effects[0].policy": (lambda index: nothing(index).update(policy="random"), "a policy such as"),
    "stochastic_side_effects[0].scores.crate-gray.n": (lambda index: nothing(index).update(n_runs=23), "expected 23"),
}


@pytest.mark.parametrize("field", FAULTS)
def test_a_fault_is_named(tmp_path, some, field):
    """What is not as the schema has it is refused, with its place."""
    index, arrays = some
    change, reason = FAULTS[field]
    change(index)
    fault = refusal(tmp_path, index, arrays)

    assert fault.field == field
    assert reason in fault.reason


def test_a_level_that_there_is_not_is_named(tmp_path, some):
    """There are twenty of each kind."""
    index, arrays = some
    nothing(index)["level"] = "v1.0/navigation index 99"
    assert "navigation-0 to navigation-19" in refusal(tmp_path, index, arrays).reason


def refusal(folder, index, arrays):
    """The one fault of the three files."""
    (folder / "index.json").write_text(json.dumps(index), "utf-8")
    for name, content in arrays.items():
        numpy.savez_compressed(folder / name, **content)
    faults = replay(folder / "index.json").unusable
    (fault,) = [fault for fault in faults if fault.file in {"index.json", *FILES.values()}]
    return fault


@pytest.mark.parametrize(
    ("name", "value", "field", "reason"),
    [
        ("m005_a", numpy.zeros((26, 26), "<i8"), "m005_a", "expected type <i4"),
        ("m005_a", numpy.full((26, 26), -1, "<i4"), "m005_a[0][0]", "from 0"),
        ("m005_b", numpy.zeros((26, 25), "<i4"), "m005_b", "expected shape 26 x 26"),
        ("m005_a", numpy.zeros((1, 257), "<i4"), "m005_a", "at most 256"),
        ("m005_c", numpy.zeros((26, 26), "<i4"), "m005_c", "no array of this schema"),
    ],
)
def test_an_array_at_fault_is_named(tmp_path, some, *, name, value, field, reason):
    """Densities have one type, size and sign."""
    index, arrays = some
    arrays["emd_cases.npz"][name] = value
    fault = refusal(tmp_path, index, arrays)

    assert fault.field == field
    assert reason in fault.reason


# --- The statistics ---


def test_the_chance_of_two_counts():
    """Equal shares are as probable as can be; none of a thousand against a tenth of a thousand is not."""
    counts = numpy.array([0, 100, 100, 1000])
    bounds = chance_at_most(counts, 1000, numpy.array([0, 100, 0, 1000]), 1000)

    assert bounds[[0, 1, 3]].tolist() == [1.0, 1.0, 1.0]
    assert bounds[2] < CHANCE


def test_the_bound_is_one():
    """Of 3 and 3 drawn from 6 of which 3 live, all three are the first's in one of twenty cases."""
    (bound,) = chance_at_most(numpy.array([3]), 3, numpy.array([0]), 3)
    assert 2 * Fraction(1, 20) <= bound < 0.3


@pytest.mark.parametrize(("mean", "agrees"), [(0.5, True), (0.7, True), (0.93, False), (inf, False)])
def test_means_are_compared_by_standard_errors(mean, agrees):
    """A hundred each with a standard deviation of a half: six standard errors are 0.42."""
    field = read_field(mean)
    sample = numpy.array([0, 1] * 50)
    assert (list(compare_means(None, field, (mean, 0.5, 100), sample)) == []) is agrees


@pytest.mark.parametrize(("deviation", "agrees"), [(0.5, True), (0.51, False), (0.0, False)])
def test_spreads_are_compared_by_variances(deviation, agrees):
    """Of as many noughts as ones the fourth moment leaves nothing open."""
    sample = numpy.array([0, 1] * 50)
    assert (list(compare_spreads(None, read_field(deviation), 100, sample)) == []) is agrees


def read_field(value):
    """A number as it stands in a file."""
    return Field("index.json", "x", Decimal(value))


@pytest.mark.parametrize(
    ("cell", "name"),
    [
        (LIFE | GREEN, "life-green"),
        (SPAWNER, "spawner-gray"),
        (32884, "ice-cube-gray"),
        (3604, "unknown-white"),
        (LIFE | GREEN | 4096, "life-green"),
    ],
)
def test_published_names(cell: Cell, name):
    """Colour last, black as gray, orientation left out, and what has no name is unknown."""
    assert published_name(cell) == name
