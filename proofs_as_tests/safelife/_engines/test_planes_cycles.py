"""Cycles of any step."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from formal_rl.safelife._engines.planes.trajectories import state_after, visits

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


def test_cycles_are_noticed_in_time():
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
