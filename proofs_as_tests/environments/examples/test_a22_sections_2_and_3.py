"""Alexander et al. 2022, Sections 2 and 3: environments, the embedding, two examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import mimic, without_rewards
from formal_rl.histories import Percept, reverse
from formal_rl.strategies import agents, observations, percepts, plays, prompts


@pytest.mark.statement("A22-E3")
@given(agent=agents(), play=plays(min_percepts=1), shown=observations())
def test_any_observation_can_be_shown(agent, play, shown):
    """With any O, the reward is 1 exactly for the action on the history with rewards zeroed."""
    zeroed = tuple(Percept(0, e.observation) if i % 2 == 0 else e for i, e in enumerate(play[:-1]))
    expected = Percept(1 if play[-1] == agent(zeroed) else -1, shown)

    assert mimic(without_rewards, observation=shown)(agent, play) == expected


@pytest.mark.statement("A22-E5")
@given(prompts(max_percepts=8, percepts=percepts(observations=st.text(max_size=3))))
def test_reversal_is_an_involution(prompt):
    """Any prompt reversed twice is the prompt."""
    assert reverse(reverse(prompt)) == prompt
