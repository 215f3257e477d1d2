"""Runs in lockstep, and one by one by classes, against plain runs: totals, and tables to the last bit."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.agents import Transition
from formal_rl.agents.library_learners import QState
from formal_rl.battery import AGENTS, ENVIRONMENT_NAMES, BatteryRun, reproduced_totals
from formal_rl.battery import _draw_pools as pools_of_draws
from formal_rl.battery import _drawn_classes as drawn_classes
from formal_rl.battery._drawing_classes import QInstance
from formal_rl.battery._lockstep import lanes as lockstep_lanes
from formal_rl.battery._lockstep import learners as lockstep_learners
from formal_rl.battery._lockstep import runs as lockstep_runs
from formal_rl.battery._lockstep.lanes import MEMORIES, Lanes
from formal_rl.battery._lockstep.learners import Checked, NaiveLearners, QLearners, RandomLearners
from formal_rl.battery._lockstep.runs import MOST_STEPS, lockstep_fits, lockstep_totals
from formal_rl.battery.agents import RunSettings
from formal_rl.battery.environments import find_environment, incremental_named
from formal_rl.battery.runs import total_reward
from formal_rl.transforms.reality_check import PublishedRealityCheckState, RealityCheckState

BASIC = ("RandomAgent", "NaiveLearner", "Q_learner")
NAMES = [name for basic in BASIC for name in (basic, f"reality_check({basic})")]
BOTH = list(product(("paper", "published"), repeat=2))
Q, CHECKED = "Q_learner", "reality_check(Q_learner)"


def wrong_totals(runs, *, side_by_side=True):
    """Those runs whose totals in lockstep, or one by one, are not those of plain runs."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lockstep_runs, "_WORTH_IT", 1 if side_by_side else len(runs) + 1)
        found = lockstep_totals(runs)
    assert list(dict.fromkeys(runs)) == [run for run in dict.fromkeys(runs) if run in found]
    return [run for run in runs if found[run] != total_reward(AGENTS[run.agent], run)]


@pytest.mark.parametrize("agent", NAMES)
@pytest.mark.parametrize(("semantics", "opposite"), BOTH)
def test_the_whole_battery(agent, semantics, opposite):
    """Every environment and its opposite, side by side and one by one."""
    runs = [BatteryRun(agent, name, seed, 60, semantics, opposite) for name in ENVIRONMENT_NAMES for seed in (1, 4)]
    assert wrong_totals(runs) == []
    assert wrong_totals(runs[::2], side_by_side=False) == []


@settings(max_examples=25)
@given(
    st.sampled_from(NAMES),
    st.sampled_from(BOTH),
    st.lists(st.tuples(st.sampled_from(ENVIRONMENT_NAMES), st.integers(1, 4)), min_size=1, max_size=8),
    st.integers(1, 60),
    st.booleans(),
)
def test_any_runs(agent, readings, some, steps, side_by_side):
    """The other lanes do not matter."""
    runs = [BatteryRun(agent, name, seed, steps, *readings) for name, seed in some]
    assert wrong_totals(runs, side_by_side=side_by_side) == []


@settings(max_examples=10)
@given(
    st.sampled_from(NAMES),
    st.sampled_from(BOTH),
    st.lists(st.sampled_from(ENVIRONMENT_NAMES), min_size=1, max_size=2),
    st.integers(400, 1_300),
)
def test_long_runs(agent, readings, names, steps):
    """Over several chunks of draws."""
    assert wrong_totals([BatteryRun(agent, name, 2, steps, *readings) for name in names]) == []


CACHES = (
    pools_of_draws.draw_pools,
    pools_of_draws.draw_values,
    drawn_classes._all_classes,
    lockstep_learners._drawn,
)


@pytest.fixture
def small_pools(monkeypatch):
    """Pools of 60 draws each, which are quickly made and begin again soon."""
    for cache in CACHES:
        cache.cache_clear()
    monkeypatch.setattr(pools_of_draws, "POOL_SIZE", 60)
    yield
    for cache in CACHES:
        cache.cache_clear()


@pytest.mark.usefixtures("small_pools")
@pytest.mark.parametrize("agent", NAMES)
@pytest.mark.parametrize("reading", ["paper", "published"])
def test_the_draws_begin_again(agent, reading):
    """150 steps are some rounds of the draws."""
    runs = [BatteryRun(agent, name, 1, 150, reading, reading) for name in ENVIRONMENT_NAMES]
    assert wrong_totals(runs) == []
    assert wrong_totals(runs, side_by_side=False) == []


@pytest.mark.usefixtures("small_pools")
@pytest.mark.parametrize("agent", NAMES[1::2])
@pytest.mark.parametrize("reading", ["paper", "published"])
def test_many_seeds(agent, reading):
    """Short runs, in which it matters when a copy freezes and to what."""
    names = [name for name in ENVIRONMENT_NAMES if "minus" not in name]
    runs = [BatteryRun(agent, name, seed, 25, reading, reading) for name in names for seed in range(8)]
    assert wrong_totals(runs) == []


@pytest.mark.usefixtures("small_pools")
@pytest.mark.parametrize("agent", [Q, "NaiveLearner"])
@pytest.mark.parametrize("reading", ["paper", "published"])
def test_rare_cases(agent, reading):
    """A third action that is the best."""
    names = ("ThirdActionForbidden", "minus_rewards(ThirdActionForbidden)")
    assert (
        wrong_totals([BatteryRun(agent, name, seed, 200, reading, reading) for name in names for seed in range(20)])
        == []
    )


@pytest.mark.usefixtures("small_pools")
def test_a_forgotten_third_action_changes_totals():
    """With the values of two actions below 0, some copy does the third."""
    runs = [BatteryRun(Q, "minus_rewards(ThirdActionForbidden)", seed, 300, *["paper"] * 2) for seed in range(40)]
    assert wrong_totals(runs) == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QLearners, "among", lambda self, at: None)
        assert wrong_totals(runs)


def states_of_one(run):
    """The states of the agent and of the copy at the end of a run step by step."""
    found, _ = find_environment(run.environment)
    pools = pools_of_draws.draw_pools(run.seed)
    learner = AGENTS[run.agent].learner(RunSettings(pools.agents, found.number_of_actions), semantics=run.semantics)
    readings = {"semantics": run.semantics, "opposite": run.opposite}
    place = incremental_named(run.environment, pools.environment, **readings)
    (_, seen), state = place.start(learner)
    agent_state = learner.initial
    for _ in range(run.steps):
        action = learner.act(agent_state, seen)
        (reward, shown), state = place.advance(learner, state, action)
        agent_state = learner.learn(agent_state, Transition(seen, action, reward, shown))
        seen = shown
    return agent_state, copy_in(state)


def copy_in(state):
    """The first state of a Q-learner, or of its reality check, in a state of an environment; ``None`` without one."""
    if isinstance(state, QState | PublishedRealityCheckState | RealityCheckState):
        return state
    found = [copy_in(part) for part in state] if isinstance(state, tuple) else []
    return next((each for each in found if each is not None), None)


def same_rows(table, state):
    """Whether the rows that were trained are those of the table, to the last bit, and all others 0; or it is frozen."""
    if isinstance(state, PublishedRealityCheckState | RealityCheckState):
        if state.frozen:
            return True
        state = state.inner
    rows = dict(state.rows)
    return all(
        [value.hex() for value in row] == [float(value).hex() for value in rows.get(observation, (0, 0))][:2]
        for observation, row in enumerate(table[:-1].tolist())
    )


@pytest.mark.parametrize("agent", [Q, CHECKED])
@pytest.mark.parametrize(("semantics", "opposite"), BOTH)
def test_tables(agent, semantics, opposite):
    """The tables of the agents and of the copies; limited memory has one copy for each memory instead."""
    names = [name for name in ENVIRONMENT_NAMES if "IncentivizeZero" not in name]
    lanes = Lanes([BatteryRun(agent, name, 3, 130, semantics, opposite) for name in names], Q, int(agent == CHECKED))
    lanes.totals()
    q = lanes.learners.learners if agent == CHECKED else lanes.learners
    tables = q.table.reshape(-1, lockstep_learners.WIDTH, 2)
    for place, lane in enumerate(lanes.lanes):
        state, copy = states_of_one(lane.run)
        assert same_rows(tables[place], state), lane.run
        if lane.name != "LimitedMemory" and copy is not None:
            assert same_rows(tables[lanes.count + place], copy), lane.run


def with_attributes(method, **changed):
    """A method that sets these attributes when it ends."""

    def alter(self, *arguments):
        method(self, *arguments)
        for name, value in changed.items():
            setattr(self, name, value)

    return alter


@pytest.mark.usefixtures("small_pools")
@pytest.mark.parametrize(
    ("agent", "reading", "place", "name", "broken"),
    [
        (Q, "paper", QLearners, "__init__", with_attributes(QLearners.__init__, gamma=0.5)),
        (Q, "paper", QLearners, "copy", lambda self, source, target: None),
        ("NaiveLearner", "paper", NaiveLearners, "among", lambda self, at: None),
        ("RandomAgent", "paper", RandomLearners, "copy", lambda self, source, target: None),
        ("RandomAgent", "published", RandomLearners, "learn", lambda self, at, *transition: None),
        (CHECKED, "paper", Checked, "act", lambda self, at, seen: self.learners.act(at, seen)),
        (CHECKED, "published", Checked, "__init__", with_attributes(Checked.__init__, published=False)),
        (Q, "paper", lockstep_lanes, "_AFTER_MEMORY", np.zeros(4 * MEMORIES, int)),
        (Q, "paper", lockstep_lanes, "_AFTER", lockstep_lanes._AFTER + 1),
        (Q, "paper", lockstep_lanes, "BY_NUMBER", "ShiftedRewards"),
        (Q, "paper", lockstep_lanes, "_CHUNK", 7),
    ],
)
def test_a_broken_lane_changes_totals(agent, reading, place, name, broken):
    """Only the size of a chunk may change."""
    runs = [BatteryRun(agent, each, seed, 100, reading, reading) for each in ENVIRONMENT_NAMES for seed in range(8)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(place, name, broken)
        assert bool(wrong_totals(runs)) == (name != "_CHUNK")


def test_a_broken_class_changes_totals(monkeypatch):
    """The same for runs one by one."""
    monkeypatch.setattr(QInstance, "train", lambda self, *transition: None)
    runs = [BatteryRun(Q, each, 1, 50, "paper", "paper") for each in ENVIRONMENT_NAMES]
    assert wrong_totals(runs, side_by_side=False)


@pytest.mark.full
def test_recorded_totals_of_the_whole_battery():
    """All 500 totals, of 100,000 steps."""
    for agent in (Q, CHECKED):
        recorded = {
            BatteryRun(*cell[:3], cell.steps, "published", "published"): total
            for cell, total in reproduced_totals().items()
            if cell.agent == agent
        }
        assert len(recorded) == 250
        assert lockstep_totals(list(recorded)) == recorded


def test_agents_and_steps_that_fit():
    """The three that draw and their reality checks."""
    assert all(lockstep_fits(agent, 10) for agent in NAMES)
    assert not lockstep_fits("SimpleLearner", 10)
    assert not lockstep_fits(Q, MOST_STEPS + 1)


def test_no_warning_of_numbers_too_large():
    """The rows that no copy learns stay finite, however long the run."""
    with np.errstate(all="raise"):
        for name in (Q, CHECKED):
            names = ("NthRewardMultipliedByN", "IgnoreRewards2")
            Lanes(
                [BatteryRun(name, each, 1, 3_000, "paper", "paper") for each in names], Q, int(name == CHECKED)
            ).totals()
