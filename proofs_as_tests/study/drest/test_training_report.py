"""The report of training: its numbers are those of the runs, and what is best is what the theory says."""

import csv
import io
from fractions import Fraction
from math import log2

import pytest
from attrs import evolve

from formal_rl.gridworlds import greatest_coins_incremental, named_world
from formal_rl.gridworlds.theorem import maximiser
from formal_rl.gridworlds.training import (
    CurvePoint,
    appendix_training,
    fixed_point_shares,
    lopsided_training,
    main_training,
)
from formal_rl.gridworlds.training.curves import mini_episodes_until
from formal_rl.study.drest import TrainingReport
from formal_rl.study.drest.training import train_seeds
from formal_rl.study.drest.training_report import optimum

EXAMPLE = named_world("example")
TRAINING = evolve(lopsided_training("drest"), mini_episodes=8, meta_episodes=12)


def greatest(world, training):
    """The m of each length."""
    return greatest_coins_incremental(world, training.gamma)


# --- What is best ---


def test_default_agents_are_best_with_most_coins():
    """One length for sure; none where two are as good."""
    training = main_training("default")
    best = optimum(training, greatest(EXAMPLE, training))
    equal = optimum(evolve(training, gamma=1), greatest(named_world("equal_value"), evolve(training, gamma=1)))

    assert best.probabilities == fixed_point_shares(training, greatest(EXAMPLE, training)) == {4: 0.0, 8: 1.0}
    assert equal.probabilities is None
    assert "4, 7" in equal.remark


def test_drest_agents_are_best_with_uniform_lengths_up_to_the_threshold():
    """With N = 32 uniform is best, with N = 64 it is not; own credit comes to rest there either way."""
    short, long = appendix_training("drest"), main_training("drest")
    m = greatest(EXAMPLE, long)
    beyond = optimum(long, m).probabilities

    assert (
        optimum(short, m).probabilities
        == fixed_point_shares(short, m)
        == fixed_point_shares(long, m)
        == {4: 0.5, 8: 0.5}
    )
    assert optimum(evolve(long, mini_episodes=58), m).probabilities == {4: 0.5, 8: 0.5}
    assert beyond[8] == float(maximiser(Fraction(9, 10), 2, 64).p_most)
    assert round(beyond[8], 3) == 0.683
    assert sum(beyond.values()) == pytest.approx(1, abs=1e-15)


def test_lopsided_lengths_of_equal_value():
    """They are best as DREST says, to three places; with more than two lengths nothing is searched for."""
    training = lopsided_training("drest")
    best = optimum(training, greatest(named_world("lopsided"), training))
    four = greatest(named_world("two_buttons_k4"), training)

    assert round(max(best.probabilities.values()), 3) == 0.683
    assert "the other way round" in best.remark
    assert optimum(training, four).probabilities is None


def test_where_nothing_is_best():
    """One mini-episode; a λ too near to 1 to search."""
    m = greatest(EXAMPLE, TRAINING)
    near = evolve(main_training("drest"), lam=Fraction(99_999, 100_000), mini_episodes=500_000)

    assert optimum(evolve(TRAINING, mini_episodes=1), m).probabilities is None
    assert fixed_point_shares(evolve(main_training("drest"), mini_episodes=1), m) is None
    assert optimum(near, m).probabilities is None


# --- The report ---


@pytest.fixture(scope="module")
def report():
    """Two runs in the lopsided world."""
    world = named_world("lopsided", 2)
    runs = train_seeds(world, TRAINING, (3, 4), points=4, jobs=1)
    return TrainingReport("lopsided", "reconstructed", world, TRAINING, 4, runs)


def _rows(text):
    table = text.split("\n\n")[1]
    return {line.split()[0]: line.split()[1:] for line in table.splitlines()}


def test_the_table(report):
    """A row for each seed, then mean, least and most, all of the last points."""
    rows = _rows(str(report))
    ends = [run.curve[-1] for run in report.runs]

    for run, last in zip(report.runs, ends, strict=True):
        numbers = (*last.probabilities.values(), last.usefulness, last.neutrality)
        assert rows[str(run.seed)][:4] == [f"{number:.4f}" for number in numbers]
    usefulness = [last.usefulness for last in ends]
    summed = {"mean": sum(usefulness) / 2, "least": min(usefulness), "most": max(usefulness)}
    assert {name: rows[name][2] for name in summed} == {name: f"{value:.4f}" for name, value in summed.items()}
    assert {"best", "rest"} <= rows.keys()


def test_never_useful_is_most(report):
    """A seed that never stays useful makes the mean and the most never, and not the least."""
    soon, never = (CurvePoint(mini, {3: 0.5, 5: 0.5}, value, 1.0) for mini, value in ((1_024, 1.0), (2_048, 0.1)))
    runs = tuple(run._replace(curve=(point,)) for run, point in zip(report.runs, (soon, never), strict=True))
    rows = _rows(str(evolve(report, runs=runs)))

    assert [rows[name][-1] for name in ("3", "4", "mean", "least", "most")] == [
        "1,024", "never", "never", "1,024", "never",
    ]  # fmt: skip


def test_the_json(report):
    """It has the whole curves, and when each run was useful for good."""
    found = report.to_json()

    for run, written in zip(report.runs, found["runs"], strict=True):
        assert written["useful_after"] == mini_episodes_until(run.curve)
        assert [point["usefulness"] for point in written["curve"]] == [point.usefulness for point in run.curve]
        assert written["neutrality"] == run.curve[-1].neutrality
        assert written["seed"] == run.seed
    assert found["settings"]["agent"] == "lopsided"
    assert found["settings"]["points"] == 4


def test_the_csv(report):
    """A line for each point of each run, with every digit."""
    rows = list(csv.DictReader(io.StringIO(report.to_csv())))
    points = [(run.seed, point) for run in report.runs for point in run.curve]

    assert len(rows) == len(points)
    for row, (seed, point) in zip(rows, points, strict=True):
        assert (int(row["seed"]), int(row["mini_episodes"])) == (seed, point.mini_episodes)
        assert (float(row["usefulness"]), float(row["neutrality"])) == (point.usefulness, point.neutrality)
        assert {3: float(row["p_3"]), 5: float(row["p_5"])} == point.probabilities


def test_other_credit_is_not_at_rest_there(report):
    """Where moves are credited with the meta-episode, there is no row for what own credit comes to."""
    other = evolve(report, training=evolve(TRAINING, credit="meta_episode"))
    assert "rest" not in _rows(str(other))
    assert other.to_json()["rest"] is None


def test_neutrality_of_the_optimum():
    """It is the entropy of the probabilities shown."""
    runs = train_seeds(EXAMPLE, evolve(main_training("drest"), meta_episodes=1), (1,), points=1, jobs=1)
    report = TrainingReport("example", "reconstructed", EXAMPLE, runs[0].training, 1, runs)
    best = _rows(str(report))["best"]
    p, q = (float(each) for each in best[:2])

    assert float(best[3]) == pytest.approx(-p * log2(p) - q * log2(q), abs=1e-4)
    assert "rest" in _rows(str(report))
    assert "mean" not in _rows(str(report))
