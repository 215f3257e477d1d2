"""Curves of training: the points are what the policy does, and no number of points changes a run."""

from fractions import Fraction
from itertools import pairwise

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import named_world
from formal_rl.gridworlds.training import CurvePoint, lopsided_training, measured_after, train, trained_through
from formal_rl.gridworlds.training.curves import curve_point, mini_episodes_until, trained
from formal_rl.gridworlds.training.reinforce import first_state
from formal_rl.seeded_draws import SeededDraws

WORLD = named_world("lopsided", 2)
TRAINING = evolve(lopsided_training("drest"), mini_episodes=4, meta_episodes=10, gamma=Fraction(19, 20))
DRAWS = SeededDraws(3)


def curve_of(values):
    """A curve with this USEFULNESS after 0, 10, 20, ... mini-episodes."""
    return tuple(CurvePoint(10 * place, {1: 1.0}, value, 0.0) for place, value in enumerate(values))


@given(st.lists(st.sampled_from([0.2, 0.5, 0.8]), max_size=8), st.sampled_from([0.2, 0.5, 0.8, 0.9]))
def test_useful_for_good(values, level):
    """It is the least point of which the definition holds."""
    curve = curve_of(values)
    good = [point.mini_episodes for point in curve if all(p.usefulness >= level for p in curve[curve.index(point) :])]
    assert mini_episodes_until(curve, level) == (good[0] if good else None)


@pytest.mark.parametrize("points", [1, 3, 10, 64])
def test_points_change_nothing(points):
    """The state at the end is that of the definition, however often it was looked at."""
    state, curve = trained(WORLD, TRAINING, DRAWS, points)

    assert state == train(WORLD, TRAINING, DRAWS)
    assert [point.mini_episodes for point in curve] == [4 * after for after in measured_after(TRAINING, points)]
    assert curve[-1] == curve_point(WORLD, TRAINING, state)


def test_a_run_can_be_gone_on_with():
    """In two parts it is the same run."""
    first, before = trained_through(WORLD, TRAINING, DRAWS, first_state(WORLD, TRAINING), (0, 3))
    state, after = trained_through(WORLD, TRAINING, DRAWS, first, (6, 10))

    assert (state, before + after) == trained(WORLD, TRAINING, DRAWS, 3)


@given(st.integers(1, 50), st.integers(1, 60))
def test_measured_evenly(meta_episodes, points):
    """First at 0, last at the end, never twice at one moment, and gaps that differ by at most 1."""
    after = measured_after(evolve(TRAINING, meta_episodes=meta_episodes), points)
    gaps = {b - a for a, b in pairwise(after)}

    assert after[0] == 0
    assert after[-1] == meta_episodes
    assert len(after) == min(points, meta_episodes) + 1
    assert min(gaps) >= 1
    assert max(gaps) - min(gaps) <= 1
    for wrong in (0, -1, True, 1.0):
        with pytest.raises(InvalidParameter):
            measured_after(TRAINING, wrong)
