"""Alexander et al. 2022, Section 6: an environment that punishes freezing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import impossible_prompts, punish_freezing
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history, is_prompt
from formal_rl.strategies import ConstantAgent, agents, plays


@pytest.mark.statement("A22-S6-antiRC")
@given(agent=agents(number_of_actions=3), play=plays(min_percepts=1))
def test_what_is_asked_is_impossible(agent, play):
    """What is asked about are prompts, each with an action before its last percept that the agent does not take."""
    for prompt in impossible_prompts(agent, play):
        assert is_prompt(prompt)
        assert prompt[:-2] == play[:-1]
        assert prompt[-2] != agent(prompt[:-2])


@given(agent=agents(), play=plays(min_percepts=1), action=st.integers(0, 4))
def test_the_last_action_does_not_matter(agent, play, action):
    """It pays for what the agent would do, and not for what it does."""
    assert punish_freezing(agent, play) == punish_freezing(agent, (*play[:-1], action))


@given(play=plays(min_percepts=1), action=st.integers(0, 3))
def test_the_constant_are_frozen(play, action):
    """An agent that always does the same is punished on every play."""
    assert punish_freezing(ConstantAgent(action), play) == (-1, 0)


def test_the_prompts_by_hand():
    """Doing 0 makes 1 impossible, doing 1 or 2 makes 0 impossible; the rewards 1 and -1 follow."""
    play = history((0, 0), 0)

    assert impossible_prompts(ConstantAgent(0), play) == (
        history((0, 0), 1, (1, 0)),
        history((0, 0), 1, (-1, 0)),
    )
    assert [impossible_prompts(ConstantAgent(action), play)[0][1] for action in (1, 2)] == [0, 0]


@pytest.mark.parametrize("play", [(Percept(0, 0),), [Percept(0, 0), 0], (1,)])
def test_malformed_plays(play):
    """It refuses what is no play."""
    with pytest.raises(MalformedHistory):
        punish_freezing(ConstantAgent(0), play)
