"""Section 3 of the 2021 paper: the inspectors."""

from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import (
    CostedAgent,
    ignore_rewards,
    interaction,
    interaction_ordinary,
    memory_inspector,
    punish_fast_agent,
    punish_slow_agent,
)
from formal_rl.histories import history


def _agent(steps, stored=0, budget=1_000):
    def program(prompt):
        for _ in range(steps):
            yield (None,) * stored
        return len(prompt) % 2

    return CostedAgent(program, budget)


@given(steps=st.integers(0, 60), stored=st.integers(0, 9), turns=st.integers(1, 4), bound=st.integers(0, 20))
def test_costs_are_what_a_program_says(steps, stored, turns, bound):
    """Steps are counted, stores measured, and each inspector compares with its bound."""
    play = history(*((0, 0), 0) * turns)
    agent = _agent(steps, stored)

    assert agent.compute(play[:-1]) == (1, steps, stored if steps else 0)
    assert punish_slow_agent(bound)(agent, play).reward == (1 if steps < bound * turns else -1)
    assert punish_fast_agent(bound)(agent, play).reward == (1 if steps > bound * turns else -1)
    assert memory_inspector(bound)(agent, play).reward == (1 if stored <= bound or steps == 0 else -1)


def test_a_costed_agent_is_an_agent():
    """It plays; whoever does not know that it has costs sees a function."""
    agent = _agent(3)
    run = interaction_ordinary(agent, partial(punish_slow_agent(2), agent), 3)

    assert run == history((0, 0), 1, (-1, 0), 1, (1, 0), 1)
    assert interaction(_agent(3), ignore_rewards, 2) == history((0, 0), 1, (1, 0), 1)
