"""Plans of transport and what they cost."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.safelife.side_effects import Change, Plan, Size, ground_distance
from formal_rl.safelife.side_effects.ground_distance import LENGTHS, find_length
from formal_rl.safelife.side_effects.transport import Move, plan_cost

LOCATIONS = st.tuples(st.integers(0, 6), st.integers(0, 8))
MASSES = st.integers(1, 10**6)
PLANS = st.builds(
    Plan,
    MASSES,
    st.lists(st.builds(Move, LOCATIONS, LOCATIONS, MASSES)).map(tuple),
    st.lists(st.builds(Change, LOCATIONS, MASSES)).map(tuple),
    st.lists(st.builds(Change, LOCATIONS, MASSES)).map(tuple),
)
SIZE = Size(7, 9)


@given(PLANS, st.sampled_from(sorted(LENGTHS)))
def test_the_cost_is_the_sum(plan, distance):
    """Up to rounding it is what the moves and the changes cost one by one."""
    length = LENGTHS[distance]
    moved = math.fsum(move.mass * ground_distance(length(SIZE, move.source, move.target)) for move in plan.moves)
    changed = sum(change.mass for change in plan.removed + plan.created)

    assert plan_cost(plan, SIZE, distance) == pytest.approx((moved + changed) / plan.samples, rel=1e-14)


@given(PLANS, st.integers(1, 10**400))
def test_units_do_not_matter(plan, factor):
    """A plan in smaller units, however small, costs as much."""
    finer = Plan(
        plan.samples * factor,
        tuple(move._replace(mass=move.mass * factor) for move in plan.moves),
        tuple(change._replace(mass=change.mass * factor) for change in plan.removed),
        tuple(change._replace(mass=change.mass * factor) for change in plan.created),
    )

    assert plan_cost(finer, SIZE) == plan_cost(plan, SIZE)


def test_an_unknown_distance_is_refused():
    """Even where nothing moves."""
    with pytest.raises(UnknownName, match="no ground distance 'round'"):
        plan_cost(Plan(1), SIZE, "round")
    with pytest.raises(UnknownName, match="no ground distance 'one-way'; did you mean one way"):
        find_length("one-way")


def test_a_cost_beyond_double_precision_is_refused():
    """Costs are as large as masses, which are as large as one likes."""
    with pytest.raises(InvalidParameter, match="expected a plan whose cost double precision can hold"):
        plan_cost(Plan(1, created=(Change((0, 0), 10**400),)), SIZE)
