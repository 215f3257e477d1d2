"""The weighted average over a finite family lies between its members."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import average_reward, bandit, corridor, embed, ignore_rewards, upsilon
from formal_rl.environments.weighted_average import Weighted
from formal_rl.strategies import agents

BANDIT, CORRIDOR = embed(bandit((0, 2))), embed(corridor(2))


@pytest.mark.statement("A22-S2-upsilon")
@given(agent=agents(), low=st.fractions(0, 1), turns=st.integers(1, 8))
def test_it_lies_between_its_members(agent, low, turns):
    """A weighted average of two lies between them, on the line from one to the other."""
    one_of_them, other = average_reward(agent, BANDIT, turns), average_reward(agent, ignore_rewards, turns)
    family = [Weighted(w, e) for w, e in ((low, BANDIT), (1 - low, ignore_rewards)) if w > 0]

    assert upsilon(agent, family, turns) == low * one_of_them + (1 - low) * other
