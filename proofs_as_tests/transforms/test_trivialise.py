"""Alexander et al. 2022, Section 5: what the reality check makes of ignore rewards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import as_agent
from formal_rl.environments import ignore_rewards, interaction, without_rewards
from formal_rl.histories import history
from formal_rl.statements.alexander_2022.facing_reality_checks import LEARNERS
from formal_rl.strategies import agents
from formal_rl.transforms import reality_check_memoised


def least_difference(agent, run):
    """The least m with another answer to x'_1 y_1 ... x'_m than to x_1 y_1 ... x_m."""
    steps = range(1, len(run) // 2 + 1)
    return next((m for m in steps if agent(run[: 2 * m - 1]) != agent(without_rewards(run[: 2 * m]))), None)


def pays(run, n):
    """The reward for y_n, counting from 1."""
    return run[2 * n].reward


@pytest.mark.statement("A22-S5-trivialise")
@given(agent=agents())
def test_it_stays_trivial_beyond_the_exhausted_scope(agent):
    """For thirty steps: 1 before the least m, -1 at it, and after it 1 for y_1 alone."""
    run = interaction(reality_check_memoised(agent), ignore_rewards, 30)
    m = least_difference(agent, run)

    for n in range(1, 30):
        if m is None or n < m:
            assert pays(run, n) == 1
        elif n == m:
            assert pays(run, n) == -1
        else:
            assert pays(run, n) == (1 if run[2 * n - 1] == run[1] else -1)


@pytest.mark.statement("A22-S5-trivialise")
@given(agent=agents(), actions=st.lists(st.integers(0, 1), min_size=1, max_size=6))
def test_it_pays_y_1_whatever_is_done_then(agent, actions):
    """Once trivial, it is so for any actions that might follow, the agent's own or not."""
    checked = reality_check_memoised(agent)
    run = interaction(checked, ignore_rewards, 8)
    if least_difference(agent, run) is not None:
        play = run
        for action in actions:
            play = (*play, ignore_rewards(checked, play), action)
            assert ignore_rewards(checked, play).reward == (1 if action == run[1] else -1)


@pytest.mark.statement("A22-S5-trivialise")
@pytest.mark.parametrize("name", LEARNERS)
def test_the_step_of_each_learner_by_the_definition(name):
    """Definition, recursion and memory find the step that the fold and the incremental form found."""
    learner, m, _ = LEARNERS[name]
    agent = as_agent(learner)
    run = interaction(reality_check_memoised(agent), ignore_rewards, 12)

    assert least_difference(agent, run) == m


def test_the_sign_of_the_last_reward_by_hand():
    """0 is paid; 1 as it was paid, but unpaid 0: punished; 0 is y_1: paid; 1 is not: punished; and so on."""
    learner, _, _ = LEARNERS["the sign of the last reward"]
    run = interaction(reality_check_memoised(as_agent(learner)), ignore_rewards, 5)

    assert run == history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (1, 0), 1, (-1, 0), 0)
