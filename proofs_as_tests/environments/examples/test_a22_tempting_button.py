"""Alexander et al. 2022, Section 3.2: the tempting button and what it is worth."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import HashedDraws
from formal_rl.environments import (
    BUTTON,
    NO_BUTTON,
    PUSH,
    interaction,
    seeing_a_button,
    shown_observation,
    tempting_button,
)
from formal_rl.errors import DrawsExhausted, EnvironmentRaised, InvalidParameter, MalformedHistory
from formal_rl.histories import history
from formal_rl.statements.alexander_2022.examples import expected_total
from formal_rl.strategies import agents, percepts, plays

SEEN = percepts(observations=[BUTTON, NO_BUTTON])


@pytest.mark.statement("A22-E4")
@given(agent=agents(), play=plays(percepts=SEEN, min_percepts=1, max_percepts=8), seed=st.integers(0, 99))
def test_the_action_counts_only_where_there_is_a_button(agent, play, seed):
    """With a button the reward is the action's alone; without one it is the same for every action."""
    environment = tempting_button(HashedDraws(seed))
    rewards = [environment(agent, (*play[:-1], action)).reward for action in (0, 1, 2)]

    if play[-2].observation == BUTTON:
        assert rewards == [1, -1, -1]
    else:
        assert rewards == [-1 if agent(seeing_a_button(play)) == PUSH else 1] * 3


@pytest.mark.statement("A22-E4")
@given(play=plays(percepts=SEEN, min_percepts=1))
def test_only_the_last_observation_is_replaced(play):
    """h' differs from h at most in the observation of its last percept, which is B."""
    assert seeing_a_button(play)[:-1] == play[:-2]
    assert seeing_a_button(play)[-1] == (play[-2].reward, BUTTON)


@pytest.mark.statement("A22-E4")
def test_a_quarter_of_the_draws_show_a_button():
    """On evenly spread draws a quarter of the turns have a button."""
    draws = tuple(Fraction(k, 100) for k in range(100))

    assert [shown_observation(draws, k) for k in range(100)] == [BUTTON] * 25 + [NO_BUTTON] * 75


def test_draws_that_end_or_are_none_are_named():
    """The index of a missing draw is named, and the value of what is no draw."""
    with pytest.raises(EnvironmentRaised, match="DrawsExhausted: draw 2 is needed, but there are 2, 0 to 1"):
        interaction(lambda prompt: 0, tempting_button((Fraction(1, 2), 0)), 3)
    with pytest.raises(DrawsExhausted):
        tempting_button(())(lambda prompt: 0, ())
    with pytest.raises(InvalidParameter, match="draw 0 is 1: expected a number in"):
        tempting_button((1,))(lambda prompt: 0, ())
    with pytest.raises(MalformedHistory):
        tempting_button((0, 0))(lambda prompt: 0, history((0, 0)))


@pytest.mark.statement("A22-E4-value")
@given(agent=agents())
def test_no_drawn_agent_does_better_in_expectation(agent):
    """Whatever the agent, its expected total over five turns lies between -5/2 and 5/2."""
    assert abs(expected_total(tempting_button, agent, 5)) <= Fraction(5, 2)
