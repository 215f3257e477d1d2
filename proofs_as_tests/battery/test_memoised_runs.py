"""Runs that look steps up against runs step by step, and against the recorded totals."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formal_rl.battery import AGENTS, ENVIRONMENT_NAMES, BatteryRun, reproduced_totals
from formal_rl.battery._memoised_runs import FINITE_AGENTS, memoised_total
from formal_rl.battery.environments import READINGS
from formal_rl.battery.runs import total_reward

FINITE = sorted(FINITE_AGENTS)
BABIES = ("CryingBaby", "CryingBaby2", "minus_rewards(CryingBaby)", "minus_rewards(CryingBaby2)")


def assert_as_step_by_step(*run):
    asked = BatteryRun(*run)
    assert memoised_total(asked) == total_reward(AGENTS[asked.agent], asked), asked


@pytest.mark.parametrize("environment", ENVIRONMENT_NAMES)
def test_every_agent_and_reading(environment):
    """In each environment and each opposite, for 150 steps."""
    for agent, semantics, opposite in product(FINITE, READINGS, READINGS):
        assert_as_step_by_step(agent, environment, 1, 150, semantics, opposite)


@settings(max_examples=40)
@given(
    st.tuples(
        st.sampled_from(FINITE),
        st.sampled_from(ENVIRONMENT_NAMES),
        st.integers(1, 4),
        st.integers(1, 3_000),
        st.sampled_from(READINGS),
        st.sampled_from(READINGS),
    )
)
def test_drawn_runs(run):
    """Of any length up to 3,000, with the draws of several seeds."""
    assert_as_step_by_step(*run)


@pytest.mark.parametrize(("agent", "environment"), [*product(FINITE, BABIES)])
def test_a_nutrition_that_leaves_its_bounds(agent, environment):
    """Long after it did, in the paper's reading, where nothing bounds the level."""
    for steps in (20, 21, 22, 700, 2_001):
        assert_as_step_by_step(agent, environment, 1, steps, "paper", "paper")


@pytest.mark.parametrize("agent", FINITE)
def test_recorded_totals(agent):
    """Runs of the published library for 100,000 steps."""
    recorded = {cell: total for cell, total in reproduced_totals().items() if cell.agent == agent and cell.seed == 3}
    assert len(recorded) == 50
    for cell, total in recorded.items():
        run = BatteryRun(agent, cell.environment, cell.seed, cell.steps, "published", "published")
        assert memoised_total(run) == total, cell
