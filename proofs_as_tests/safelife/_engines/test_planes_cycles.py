"""Cycles of any step."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife._engines.planes.trajectories import state_after, transient_and_period, visits

STEPS = st.lists(st.integers(0, 14), min_size=15, max_size=15)


def states(step, start, steps):
    """The states after 1 to ``steps`` steps."""
    found = []
    for _ in range(steps):
        start = step(start)
        found.append(start)
    return found


@given(STEPS, st.integers(0, 90))
def test_every_state_as_often_as_it_is_met(table, steps):
    """Whatever the step, the numbers are those of going step by step, and so is the last state."""
    expected = states(table.__getitem__, 0, steps)
    found = Counter()
    for state, times in visits(table.__getitem__, 0, steps):
        assert times > 0
        found[state] += times

    assert found == Counter(expected)
    assert state_after(table.__getitem__, 0, steps) == [0, *expected][-1]


@given(STEPS, st.integers(0, 20))
def test_transient_and_period_of_any_step(table, most):
    """The first state that comes back, or nothing if it takes more steps than it may."""
    seen = [0]
    while table[seen[-1]] not in seen:
        seen.append(table[seen[-1]])
    transient = seen.index(table[seen[-1]])
    period = len(seen) - transient

    expected = (transient, period) if transient + period <= most else None
    assert transient_and_period(table.__getitem__, 0, most) == expected


@pytest.mark.parametrize(
    ("transient", "period"), [(0, 1), (0, 7), (1, 1), (5, 3), (8, 8), (100, 1), (3, 100), (63, 64)]
)
def test_a_trillion_steps(transient, period):
    """A tail and a ring: after 10^12 steps the state and the numbers are those of arithmetic."""
    calls = []

    def step(state):
        calls.append(state)
        return state + 1 if state + 1 < transient + period else transient

    steps = 10**12
    found = Counter()
    for state, times in visits(step, 0, steps):
        found[state] += times
    ring = [transient + (number % period) for number in range(period)]

    assert sum(found.values()) == steps
    assert [found[state] for state in range(1, transient)] == [1] * max(0, transient - 1)
    assert all(abs(found[one] - found[other]) <= 1 for one, other in pairwise(ring))
    assert state_after(step, 0, steps) == transient + (steps - transient) % period
    assert len(calls) <= 2 * (3 * (transient + period) + period)
    assert transient_and_period(step, 0, 1000) == (transient, period)


def test_what_is_noticed_in_time():
    """The state that comes back is noticed within 3s - 2 steps, s being the least number until one does."""
    for transient in range(20):
        for period in range(1, 20):
            calls = []

            def step(state, transient=transient, period=period, calls=calls):
                calls.append(state)
                return state + 1 if state + 1 < transient + period else transient

            most = 3 * (transient + period) - 2
            yielded = [times for _, times in visits(step, 0, most + 2 * period)]
            assert any(times > 1 for times in yielded)
            assert len(calls) <= most + period
            least = transient + period
            assert transient_and_period(step, 0, least) == (transient, period)
            assert transient_and_period(step, 0, least - 1) is None


def test_a_step_that_never_comes_back():
    """States that do not come back are met once each."""
    assert list(visits(lambda number: number + 1, 0, 50)) == [(number, 1) for number in range(1, 51)]
    assert state_after(lambda number: number + 1, 0, 50) == 50
    assert transient_and_period(lambda number: number + 1, 0, 50) is None
