"""Ignore observations: worked by hand, and the published form by hand."""

from fractions import Fraction

import pytest

from formal_rl.agents import LearnerClass, RepeatedDraws
from formal_rl.checking import every_sequence, hashed_learner, published_departure
from formal_rl.environments import TableAgent, ignore_observations
from formal_rl.environments.library.ignore_observations import PublishedIgnoreObservations, without_observations
from formal_rl.errors import DrawsExhausted
from formal_rl.histories import Percept, history

DRAWS = RepeatedDraws(tuple(Fraction(eighth, 8) for eighth in (3, 7, 0, 5, 6, 2, 7, 1)))
"""Of five observations these are 1, 4, 0, 3, 3, 1, 4, 0."""


def test_what_is_asked():
    """Rewards and actions stay; every observation is 0, the last one too."""
    assert without_observations(history((0, 3), 1, (-1, 4), 0)) == history((0, 0), 1, (-1, 0))


def test_what_is_shown_and_paid():
    """Shown 1, then 4; paid for what the agent does on seeing 0."""
    environment = ignore_observations(DRAWS)
    agent = TableAgent({history((0, 0)): 1, history((0, 1)): 0})

    assert environment(agent, ()) == Percept(0, 1)
    assert environment(agent, history((0, 1), 1)) == Percept(1, 4)
    assert environment(agent, history((0, 1), 0)) == Percept(-1, 4)


def test_on_a_history_that_is_not_its_own():
    """The draws go by the number of turns, whatever the play shows."""
    agent = TableAgent({history((5, 0), 7, (-2, 0)): 3})

    assert ignore_observations(DRAWS)(agent, history((5, 9), 7, (-2, 8), 3)) == Percept(1, 0)


def test_draws_may_end():
    """The draw that is missing is named."""
    with pytest.raises(DrawsExhausted, match="draw 1 is needed"):
        ignore_observations((Fraction(0),))(lambda prompt: 0, history((0, 0), 0))


def test_published_by_hand():
    """It shows 1 first and asks about 1 ever after, so an agent that heeds observations is paid for the wrong thing."""
    environment, copies = PublishedIgnoreObservations(DRAWS), LearnerClass(hashed_learner(5))
    first, state = environment.start(copies)
    action, _ = copies.ask(state.copy, 1)
    percept, state = environment.step(copies, state, action)

    assert first == 1
    assert percept == Percept(1, 4)
    assert state.first == 1


def test_without_a_first_observation_the_published_form_is_as_documented():
    """Where 0 is shown first, asking about the first observation is asking about 0."""
    draws = RepeatedDraws((Fraction(0), Fraction(1, 2)))
    published = published_departure(
        "", PublishedIgnoreObservations(draws), ignore_observations(draws), actions=range(2), played=every_sequence(3)
    )

    assert published.refutation is None
