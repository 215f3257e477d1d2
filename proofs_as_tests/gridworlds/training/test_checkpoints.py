"""Checkpoints of training: they are read as they were written, and no other file resumes a run."""

import json
import re
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import formal_rl
from formal_rl.errors import UnusableVectors
from formal_rl.gridworlds import named_world
from formal_rl.gridworlds.training import Checkpoint, ExponentialDecay, TrainedRun, checkpoints, lopsided_training
from formal_rl.gridworlds.training.checkpoints import OtherTraining, checkpoint_text, read_checkpoint
from formal_rl.gridworlds.training.curves import curve_point
from formal_rl.gridworlds.training.reinforce import first_state
from formal_rl.study.drest import training as drest_training
from formal_rl.study.drest.training import first_run, later_run, train_seeds

WORLD = named_world("lopsided")
TRAINING = evolve(lopsided_training("drest"), mini_episodes=8, meta_episodes=12, baseline=0.125)
POINTS = 6


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """Stretches of a few mini-episodes."""
    monkeypatch.setattr(drest_training, "STRETCH", 20)


@pytest.fixture
def file(tmp_path):
    """A file of two runs, one half done."""
    half = later_run(WORLD, first_run(WORLD, TRAINING, 7), POINTS)
    runs = (*train_seeds(WORLD, TRAINING, (1,), points=POINTS, jobs=1), half)
    path = tmp_path / "runs.json"
    path.write_text(checkpoint_text(WORLD, TRAINING, POINTS, runs), "utf-8")
    return path, runs


NUMBERS = st.floats(-700, 700)


@given(st.lists(st.tuples(NUMBERS, NUMBERS, NUMBERS, NUMBERS), min_size=40, max_size=40), st.floats(-1e300, 1e300))
def test_every_bit_is_kept(rows, mean):
    """Whatever the parameters are."""
    state = first_state(WORLD, TRAINING)
    assert 1 < len(state.logits) <= len(rows)
    logits = tuple((seen, row) for (seen, _), row in zip(state.logits, rows, strict=False))
    state = state._replace(logits=logits, baselines=(mean, -0.0, *[0.1] * 6))
    run = TrainedRun(4, TRAINING, state, (curve_point(WORLD, TRAINING, state),))
    with TemporaryDirectory() as directory:
        path = Path(directory, "runs.json")
        path.write_text(checkpoint_text(WORLD, TRAINING, POINTS, [run]), "utf-8")
        (read,) = read_checkpoint(path, WORLD, TRAINING, POINTS)
    assert repr(read) == repr(run)  # tells -0.0 from 0.0, too


@pytest.mark.parametrize("stretches", [0, 1, 2, 3])
def test_a_resumed_run_is_the_same(tmp_path, stretches):
    """Stopped after any stretch and read again, it ends as without the stop, curve and all."""
    run, path = first_run(WORLD, TRAINING, 5), tmp_path / "runs.json"
    for _ in range(stretches):
        run = later_run(WORLD, run, POINTS)
    path.write_text(checkpoint_text(WORLD, TRAINING, POINTS, [run]), "utf-8")
    (run,) = read_checkpoint(path, WORLD, TRAINING, POINTS)
    while not run.finished:
        run = later_run(WORLD, run, POINTS)
    assert (run,) == train_seeds(WORLD, TRAINING, (5,), points=POINTS, jobs=1)


OTHER = {
    "agent": {"agent": "drest"},
    "lambda": {"lam": Fraction(1, 2)},
    "gamma": {"gamma": Fraction(19, 20)},
    "mini_episodes": {"mini_episodes": 4},
    "meta_episodes": {"meta_episodes": 24},
    "learning_rate": {"learning_rate": ExponentialDecay(0.25, 0.003, 9)},
    "exploration": {"exploration": ExponentialDecay(0.5, 0.25, 256 * 64)},
    "credit": {"credit": "meta_episode"},
    "baseline": {"baseline": 0.25},
}


@pytest.mark.parametrize("name", OTHER)
def test_other_settings_are_refused(file, name):
    """By their name, with both values."""
    with pytest.raises(OtherTraining, match=f"{name} is .*, and here it is .*; give another file") as refused:
        read_checkpoint(file[0], WORLD, evolve(TRAINING, **OTHER[name]), POINTS)
    assert refused.value.name == name
    assert refused.value.found != refused.value.wanted


def test_every_setting_is_kept():
    """The list above has all that a training is given."""
    assert {field for each in OTHER.values() for field in each} == {field.name for field in TRAINING.__attrs_attrs__}


def test_other_worlds_points_and_definitions_are_refused(file, monkeypatch):
    """So are these."""
    path = file[0]
    for world, points, name in ((named_world("lopsided", 2), POINTS, "world"), (WORLD, 7, "points")):
        with pytest.raises(OtherTraining) as refused:
            read_checkpoint(path, world, TRAINING, points)
        assert refused.value.name == name
    monkeypatch.setattr(formal_rl, "DEFINITIONS_REVISION", formal_rl.DEFINITIONS_REVISION + 1)
    with pytest.raises(OtherTraining, match="definitions_revision"):
        read_checkpoint(path, WORLD, TRAINING, POINTS)


def test_a_file_that_was_cut_off_is_refused(file):
    """At whatever place: an error of ours that names the file, and never runs."""
    path = file[0]
    whole = path.read_bytes()
    for end in range(0, len(whole) - 2, 97):
        path.write_bytes(whole[:end])
        with pytest.raises(UnusableVectors, match=r"runs\.json"):
            read_checkpoint(path, WORLD, TRAINING, POINTS)


def part(document, place):
    """The object or list that holds the value at a place, and the value's key or index there."""
    *steps, last = re.findall(r"\w+", place)
    for step in steps:
        document = document[int(step) if step.isdecimal() and isinstance(document, list) else step]
    return document, int(last) if isinstance(document, list) else last


GONE = object()
CORRUPT = {
    "schema": "drest-training/2",
    "settings": GONE,
    "surprise": 1,
    "settings.baseline": GONE,
    "settings.momentum": 0.9,
    "observations": list.reverse,
    "runs[1].seed": 1,
    "runs[0].seed": -1,
    "runs[0].meta_episodes": 11,
    "runs[0].moves": 10**6,
    "runs[0].logits": list.pop,
    "runs[0].logits[2]": [0.0] * 5,
    "runs[0].logits[2][1]": "0",
    "runs[0].baselines": list.pop,
    "runs[0].curve": list.pop,
    "runs[0].curve[1].mini_episodes": 3,
    "runs[0].curve[1].probabilities.5": GONE,
    "runs[0].curve[1].usefulness": None,
    "runs[0].state": 1,
}
NO_PARAMETERS = (("1e999", "four finite"), ("800", "below 709"), ("800.0", "below 709"))


def refusal(path, change):
    """How a file is refused after a change of its document, which may return another text."""
    document = json.loads(path.read_text("utf-8"))
    path.write_text(change(document) or json.dumps(document), "utf-8")
    with pytest.raises(UnusableVectors) as refused:
        read_checkpoint(path, WORLD, TRAINING, POINTS)
    return refused.value


@pytest.mark.parametrize("place", CORRUPT)
def test_a_corrupt_file_is_refused(file, place):
    """With the place that is at fault."""

    def change(document):
        holder, name = part(document, place)
        wrong = CORRUPT[place]
        if wrong is GONE:
            del holder[name]
        elif callable(wrong):
            wrong(holder[name])
        else:
            holder[name] = wrong

    assert refusal(file[0], change).field == place


@pytest.mark.parametrize(("number", "reason"), NO_PARAMETERS)
def test_parameters_that_no_run_has(file, number, reason):
    """Infinite ones, and those whose exponential no float holds."""

    def change(document):
        document["runs"][0]["logits"][2] = ["here", 0.0, 0.0, 0.0]
        return json.dumps(document).replace('"here"', number)

    found = refusal(file[0], change)
    assert found.field == "runs[0]"
    assert reason in found.reason


def test_a_changed_parameter_is_seen(file):
    """The last point of the curve follows from the parameters, so a change of one is noticed."""

    def change(document):
        document["runs"][0]["logits"][0][0] += 1e-3

    found = refusal(file[0], change)
    assert (found.field, found.reason) == ("runs[0].curve", "its last point is not what these logits do")


def test_the_file_follows_the_runs(tmp_path, monkeypatch):
    """A small file is written at every stretch, and always has all the runs."""
    monkeypatch.setattr(checkpoints, "_WORTH", 10**6)
    path = tmp_path / "runs.json"
    kept = Checkpoint(path, WORLD, TRAINING, POINTS)
    run = first_run(WORLD, TRAINING, 1)
    while not run.finished:
        run = later_run(WORLD, run, POINTS)
        kept.keep(run)
        assert Checkpoint(path, WORLD, TRAINING, POINTS).runs == {1: run}
    kept.keep(first_run(WORLD, TRAINING, 2))
    kept.save()
    assert list(Checkpoint(path, WORLD, TRAINING, POINTS).runs) == [1, 2]
    assert sorted(each.name for each in tmp_path.iterdir()) == [".runs.json.lock", "runs.json"]
    del kept
    assert [each.name for each in tmp_path.iterdir()] == ["runs.json"]


def test_writing_costs_little(tmp_path, monkeypatch):
    """The file is not written again until enough was trained to be worth its size."""
    path, written = tmp_path / "runs.json", []
    monkeypatch.setattr(checkpoints, "write_whole", lambda _, content: written.append(len(content)))
    kept = Checkpoint(path, WORLD, TRAINING, POINTS)
    run = first_run(WORLD, TRAINING, 1)
    kept.keep(run)
    monkeypatch.setattr(checkpoints, "_WORTH", Fraction(written[0], TRAINING.all_mini_episodes + 1))
    while not run.finished:
        run = later_run(WORLD, run, POINTS)
        kept.keep(run)
    assert len(written) == 1


def test_a_file_that_cannot_be_written(tmp_path, monkeypatch):
    """It is an error of ours, and what was there before is there still."""

    def full(*_):
        raise OSError(28, "No space left on device")

    path = tmp_path / "runs.json"
    kept = Checkpoint(path, WORLD, TRAINING, POINTS)
    kept.keep(first_run(WORLD, TRAINING, 1))
    before = path.read_bytes()
    monkeypatch.setattr(checkpoints, "write_whole", full)
    with pytest.raises(UnusableVectors, match=r"cannot be written: No space left"):
        kept.save()
    assert path.read_bytes() == before
