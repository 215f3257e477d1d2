"""Runs in lockstep against runs one by one: totals and tables, to the last bit."""

from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.agents import RepeatedDraws, Transition
from formal_rl.agents.library_learners import QState
from formal_rl.battery import AGENTS, ENVIRONMENT_NAMES, Cell, RunSettings, reproduced_totals
from formal_rl.battery._draw_pools import DrawPools, draw_pools
from formal_rl.battery._lockstep import hooks as lockstep_hooks
from formal_rl.battery._lockstep import incentivize_zero as lockstep_zero
from formal_rl.battery._lockstep import lanes as lockstep_lanes
from formal_rl.battery._lockstep.draws import DRAWN_ROWS
from formal_rl.battery._lockstep.runs import lockstep_fits, lockstep_runs, lockstep_totals
from formal_rl.battery.environments import find_environment, incremental_named, opposite_name
from formal_rl.errors import InvalidParameter, UnknownName
from formal_rl.transforms.reality_check import PublishedRealityCheckState

Q, CHECKED = "Q_learner", "reality_check(Q_learner)"


def one_by_one(cell, pools_of):
    """The total of a run, and the rows that agent and copy trained, by the published learner itself."""
    found, _ = find_environment(cell.environment)
    pools = pools_of(cell.seed)
    learner = AGENTS[cell.agent].learner(RunSettings(pools.agents, found.number_of_actions), semantics="published")
    place = incremental_named(cell.environment, pools.environment, semantics="published", opposite="published")
    (_, seen), state = place.start(learner)
    mind, total = learner.initial, 0
    for _ in range(cell.steps):
        action = learner.act(mind, seen)
        (reward, shown), state = place.advance(learner, state, action)
        mind = learner.learn(mind, Transition(seen, action, reward, shown))
        seen, total = shown, total + reward
    return total, rows_of(mind), None if found.name == "LimitedMemory" else rows_of(copy_in(state))


def copy_in(state):
    """The copy of a published environment: all of its state, or what has a name there, or after its class, or first."""
    if isinstance(state, QState | PublishedRealityCheckState):
        return state
    if hasattr(state, "copy"):
        return state.copy
    return state[1] if hasattr(state[0], "ask") else state[0]


def rows_of(mind):
    return dict((mind.inner if isinstance(mind, PublishedRealityCheckState) else mind).rows)


def same_rows(table, rows):
    """Whether the rows that were trained are those of the table, to the last bit, and all others 0."""
    return all(
        [value.hex() for value in row] == [float(value).hex() for value in rows.get(observation, row)][: len(row)]
        and (observation in rows or not any(row))
        for observation, row in enumerate(table)
    )


def compare(cells, pools_of=draw_pools):
    runs = lockstep_runs(cells)
    assert runs.keys() == set(cells)
    for cell in cells:
        total, agents_rows, copies_rows = one_by_one(cell, pools_of)
        assert runs[cell].total == total, cell
        assert same_rows(runs[cell].table, agents_rows), cell
        assert copies_rows is None or same_rows(runs[cell].copy, copies_rows), cell


def test_the_whole_battery_side_by_side():
    """Every environment and its opposite, two seeds; steps enough for two chunks."""
    compare([Cell(agent, name, seed, 520) for agent in (Q, CHECKED) for name in ENVIRONMENT_NAMES for seed in (1, 4)])


cells = st.builds(
    Cell, st.sampled_from([Q, CHECKED]), st.sampled_from(ENVIRONMENT_NAMES), st.integers(1, 4), st.integers(0, 60)
)


@settings(max_examples=25)
@given(st.lists(cells, max_size=8, unique=True))
def test_any_runs_side_by_side(some):
    """Who else is in the next lane does not matter, nor of how many steps."""
    compare(some)


@settings(max_examples=10)
@given(
    st.sampled_from([Q, CHECKED]),
    st.lists(st.sampled_from(ENVIRONMENT_NAMES), min_size=1, max_size=3, unique=True),
    st.integers(1, 4),
    st.integers(400, 1_600),
)
def test_long_runs(agent, names, seed, steps):
    """Over several chunks."""
    compare([Cell(agent, name, seed, steps) for name in names])


@pytest.fixture
def small_pools(monkeypatch):
    """Pools of 60 draws each, which are quickly made and begin again soon."""

    @cache
    def pools(seed):
        generator = Random(seed)
        agents, environment = ([generator.random() for _ in range(60)] for _ in range(2))
        return DrawPools(RepeatedDraws(agents), RepeatedDraws(environment))

    for module in (lockstep_lanes, lockstep_hooks, lockstep_zero):
        monkeypatch.setattr(module, "draw_pools", pools)
    return pools


def test_the_draws_begin_again(small_pools):
    """150 steps are five rounds of the draws, and ten for a copy that is told twice."""
    compare([Cell(agent, name, 1, 150) for agent in (Q, CHECKED) for name in ENVIRONMENT_NAMES], small_pools)


def test_many_seeds(small_pools):
    """Short runs, in which it matters when a copy freezes and to what."""
    names = [name for name in ENVIRONMENT_NAMES if "minus" not in name]
    compare([Cell(CHECKED, name, seed, 25) for name in names for seed in range(40)], small_pools)


@pytest.mark.parametrize("name", ["ThirdActionForbidden", "IncentivizeZero"])
def test_rare_cases(small_pools, name):
    """A third action that is the best; a best action that is no longer."""
    compare([Cell(Q, each, seed, 300) for each in (name, opposite_name(name)) for seed in range(40)], small_pools)


@given(st.sampled_from(sorted(DRAWN_ROWS)), st.integers(0, 99), st.integers(0, 150), st.integers(1, 50))
def test_rows_are_the_same_from_wherever_they_are_made(name, seed, start, steps):
    """What is made of some steps is that part of what is made of all."""
    generator = Random(seed)
    pool = np.array([generator.random() for _ in range(70)])
    some, whole = DRAWN_ROWS[name](pool, start, steps), DRAWN_ROWS[name](pool, 0, start + steps)
    assert np.array_equal(some.shown, whole.shown[start:])
    for part, all_of_it in zip(some[1:], whole[1:], strict=True):
        assert np.array_equal(part, all_of_it[start:])


@pytest.mark.full
def test_recorded_totals_of_the_whole_battery():
    """All 500 totals, of 100,000 steps."""
    recorded = {cell: total for cell, total in reproduced_totals().items() if cell.agent in {Q, CHECKED}}
    assert len(recorded) == 500
    assert lockstep_totals(recorded) == recorded


def test_what_fits():
    """The Q-learner and its reality check, everywhere."""
    assert all(lockstep_fits(agent, name) for agent in (Q, CHECKED) for name in ENVIRONMENT_NAMES)
    assert not lockstep_fits("SimpleLearner", "IgnoreRewards")
    with pytest.raises(InvalidParameter):
        lockstep_runs([Cell("SimpleLearner", "IgnoreRewards", 1, 10)])
    with pytest.raises(UnknownName):
        lockstep_runs([Cell(Q, "IgnoreEverything", 1, 10)])
    assert lockstep_runs([]) == {}


def test_no_warning_of_numbers_too_large():
    """What is told to nobody stays finite, however long."""
    with np.errstate(all="raise"):
        lockstep_totals([Cell(CHECKED, "NthRewardMultipliedByN", 1, 3_000), Cell(Q, "IgnoreRewards2", 1, 3_000)])
