"""Punish the nondeterministic: with agents as functions, and with their draws explicit."""

from fractions import Fraction

import pytest
from hypothesis import given

from formal_rl.agents import RandomLearner, as_agent
from formal_rl.environments import determinism_inspector, interaction, punish_nondeterministic_agent
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history, percepts
from formal_rl.strategies import agents, plays

WON, LOST = Percept(1, 0), Percept(-1, 0)


def drawing(*quarters):
    """Return the random agent with these draws, given in quarters."""
    return as_agent(RandomLearner(tuple(Fraction(quarter, 4) for quarter in quarters)))


@given(agent=agents(number_of_actions=3))
def test_who_is_a_function_is_always_paid(agent):
    """At every step of its own interaction."""
    played = interaction(agent, punish_nondeterministic_agent, 10)

    assert [percept.reward for percept in percepts(played)] == [0] + [1] * 9


def test_other_draws():
    """The true agent draws 0, 1, 1; the first copy 0, 1, 0 and the second 0, 0, 1."""
    true = drawing(0, 2, 3, 0)
    inspector = determinism_inspector((lambda agent: drawing(1, 3, 1, 0), lambda agent: drawing(1, 1, 2, 0)))

    assert interaction(true, inspector, 4) == history((0, 0), 0, (1, 0), 1, (-1, 0), 1, (-1, 0), 0)


def test_draws_on_the_history_of_a_stranger():
    """Both copies do 1 on the second turn, whatever was done on the first, and whatever the true agent does."""
    inspector = determinism_inspector((lambda agent: drawing(0, 2), lambda agent: drawing(3, 3)))

    assert inspector(drawing(0, 0), history((7, 0), 5, (4, 0), 1)) == WON
    assert inspector(drawing(0, 0), history((7, 0), 5, (4, 0), 0)) == LOST
    assert inspector(drawing(0, 0), ()) == Percept(0, 0)


@given(agent=agents(), play=plays())
def test_a_copy_with_the_same_draws(agent, play):
    """Then it is the environment for agents that are functions."""
    assert determinism_inspector((lambda same: same,))(agent, play) == punish_nondeterministic_agent(agent, play)


@pytest.mark.parametrize("environment", [punish_nondeterministic_agent, determinism_inspector(())])
def test_what_is_no_play(environment):
    """It is refused."""
    with pytest.raises(MalformedHistory):
        environment(drawing(0), history((0, 0)))
