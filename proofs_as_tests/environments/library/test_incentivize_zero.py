"""Incentivize zero: worked by hand, what it depends on, and what fails."""

import pytest
from hypothesis import given

from formal_rl.agents import LearnerClass, Transition
from formal_rl.environments import (
    TableAgent,
    TableLearner,
    incentivize_zero,
    incentivize_zero_functional,
    incentivize_zero_incremental,
    incentivize_zero_published,
    interaction,
)
from formal_rl.errors import AgentRaised, MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.strategies import agents, learners, plays

RISING = TableAgent(
    {
        history((0, 0)): 2,
        history((0, 0), 2, (2, 0)): 0,
        history((0, 0), 2, (7, 0)): 3,
        history((0, 0), 2, (7, 0), 3, (1, 0)): 0,
    }
)


def test_by_hand():
    """The copy does 2 at first; given 2 for it, it does 0, and given 7, 3; given 1 for that, 0."""
    assert incentivize_zero(RISING, ()) == Percept(0, 0)
    assert incentivize_zero(RISING, history((0, 0), 2)) == Percept(1, 0)
    assert incentivize_zero(RISING, history((0, 0), 7)) == Percept(-1, 0)
    assert incentivize_zero(RISING, history((0, 0), 7, (-1, 0), 1)) == Percept(1, 0)


def test_functional_by_hand():
    """The copy's first percept is its first reward."""
    agent = TableAgent({history((7, 0)): 3, history((7, 0), 3, (1, 0)): 0})

    assert incentivize_zero_functional(agent, ()) == Percept(0, 0)
    assert incentivize_zero_functional(agent, history((0, 0), 7)) == Percept(-1, 0)
    assert incentivize_zero_functional(agent, history((5, 5), 7, (5, 5), 1)) == Percept(1, 0)


@pytest.mark.statement("A21-E11")
@given(agent=agents(), play=plays(max_percepts=6), other=plays(max_percepts=6))
def test_only_the_actions_of_the_play_count(agent, play, other):
    """Whatever the agent met, the rewards that it gave decide."""
    same = tuple(other[i] if i % 2 == 0 and i < len(other) else element for i, element in enumerate(play))

    assert incentivize_zero(agent, same) == incentivize_zero(agent, play)


@pytest.mark.statement("A21-E11")
@given(learner=learners())
def test_the_published_rewards_are_the_definitions(learner):
    """Only what is shown differs."""
    copies = LearnerClass(learner)
    _, state = incentivize_zero_published.start(copies)
    _, ours = incentivize_zero_incremental.start(learner)
    for action in (1, 0, 0, 1, 1):
        published, state = incentivize_zero_published.step(copies, state, action)
        percept, ours = incentivize_zero_incremental.advance(learner, ours, action)
        assert (published.reward, percept.observation) == (percept.reward, 0)


def test_the_copy_answers_before_it_is_rewarded():
    """On the first step the incremental copy is asked twice, and then once a step."""
    untrained = ((), 0)
    after = (((Transition(0, 1, 0, 0),), 0), ((Transition(0, 1, 0, 0), Transition(0, 1, 1, 0)), 0))
    learner = TableLearner({untrained: 1, after[0]: 1, after[1]: 0})
    _, state = incentivize_zero_incremental.start(learner)
    first, state = incentivize_zero_incremental.advance(learner, state, 0)
    second, _ = incentivize_zero_incremental.advance(learner, state, 1)

    assert (first, second) == (Percept(-1, 0), Percept(1, 0))


def test_failures_are_the_agents_own():
    """What is no play is named; an agent that fails on what the copy is asked fails the environment."""
    with pytest.raises(MalformedHistory):
        incentivize_zero(lambda prompt: 0, history((0, 0)))
    with pytest.raises(MalformedHistory):
        incentivize_zero_functional(lambda prompt: 0, history((0, 0)))
    with pytest.raises(AgentRaised):
        interaction(lambda prompt: [0][len(prompt) // 2], incentivize_zero, 2)
