"""Asking and answering, with every promise of the definitions checked at the moment it is used."""

from itertools import count, islice

import numpy as np
import pytest

from formal_rl.environments import (
    CostedAgent,
    Inquiry,
    answer,
    bandit,
    ignore_rewards,
    interact,
    interaction,
    interaction_ordinary,
    respond,
    respond_ordinary,
)
from formal_rl.environments.metered_agents import require_costed
from formal_rl.errors import (
    AgentRaised,
    EnvironmentFailure,
    EnvironmentRaised,
    InteractionFailure,
    InvalidParameter,
    NotAnAction,
    NotAPercept,
    NotCosted,
    NotDeterministic,
    QuestionBudgetExhausted,
    StepBudgetExhausted,
)
from formal_rl.histories import Percept
from proofs_as_tests.rows import each_row_of, gives, refused

X = Percept(0, 0)


@pytest.mark.parametrize("value", [None, True, -1, 1.0, np.int64(1)])
def test_an_answer_that_is_no_action(value):
    """Asked alone, the failure has the question, and no history."""
    with pytest.raises(NotAnAction) as raised:
        answer(lambda prompt: value, (X,))

    assert raised.value.prompt == (X,)
    assert value is raised.value.value
    assert raised.value.history == ()


def test_an_agent_that_raises():
    """Asked alone, the exception is chained."""
    cause = LookupError("lost")

    def agent(prompt):
        raise cause

    with pytest.raises(AgentRaised) as raised:
        answer(agent, (X,))

    assert cause is raised.value.__cause__
    assert raised.value.prompt == (X,)


def test_failures_are_not_wrapped_twice():
    """A failure of a question asked within the agent's or the environment's answer passes through unchanged."""
    inner = NotAnAction((X,), None)

    def agent(prompt):
        raise inner

    with pytest.raises(InteractionFailure) as by_agent:
        answer(agent, (X, 0, X))
    with pytest.raises(InteractionFailure) as by_environment:
        respond(ignore_rewards, agent, (X, 0))
    with pytest.raises(InteractionFailure) as by_ordinary:
        respond_ordinary(agent, ())

    assert inner is by_agent.value is by_environment.value is by_ordinary.value


@pytest.mark.parametrize("value", [(0, 0), Percept(0.5, 0), None])
def test_an_answer_that_is_no_percept(value):
    """Asked alone, the failure has the play."""
    with pytest.raises(NotAPercept) as ordinary:
        respond_ordinary(lambda play: value, (X, 0))
    with pytest.raises(NotAPercept) as extended:
        respond(lambda agent, play: value, lambda prompt: 0, (X, 0))

    for raised in (ordinary, extended):
        assert (X, 0) == raised.value.play == raised.value.history
        assert value is raised.value.value


@pytest.mark.parametrize("play", [(X,), [X, 0], ((0, 0), 0), (X, -1), (X, True)])
def test_environments_check_the_play(play):
    """The environments here refuse what is no play; the refusal is chained."""
    with pytest.raises(EnvironmentRaised, match="the environment raised MalformedHistory: "):
        respond(ignore_rewards, lambda prompt: 0, play)
    with pytest.raises(EnvironmentRaised, match="the environment raised MalformedHistory: "):
        respond_ordinary(bandit((0,)), play)


def test_equal_questions_are_one_question():
    """Prompts that are equal are the same question, though one reward is an int and one a Fraction."""
    from fractions import Fraction

    inquiry = Inquiry(lambda prompt: int(type(prompt[0].reward) is Fraction), remember=True)

    assert inquiry((Percept(2, 0),)) == 0
    with pytest.raises(NotDeterministic):
        inquiry((Percept(Fraction(2), 0),))


def test_budget():
    """The budget is spent by questions and renewed on demand; the agent does not see a question too many."""
    seen = []
    inquiry = Inquiry(lambda prompt: seen.append(prompt) or 0, budget=2)

    inquiry((X,))
    inquiry((X,))
    with pytest.raises(QuestionBudgetExhausted) as raised:
        inquiry((X, 0, X))
    assert len(seen) == 2
    assert raised.value.prompt == (X, 0, X)
    assert raised.value.budget == 2

    inquiry.renew(())
    assert inquiry((X,)) == 0


@pytest.mark.parametrize("asked", [(), (X, 0), [X], ((0, 0),), (Percept(0, []),)])
def test_what_is_no_prompt_is_not_asked(asked):
    """Whoever asks about no prompt has failed; the agent is not bothered."""

    def agent(prompt):
        raise AssertionError

    with pytest.raises(EnvironmentFailure, match="the environment asked about no prompt: ") as raised:
        Inquiry(agent, remember=True)(asked)

    assert raised.value.play == ()


@pytest.mark.parametrize("play", [(), (X, 0), (X, 0, X, 1)])
def test_the_play_of_a_malformed_question(play):
    """The play on which a malformed question was put is the one that the inquiry was last renewed for."""
    inquiry = Inquiry(lambda prompt: 0)
    inquiry.renew((X, 5))
    inquiry.renew(play)

    with pytest.raises(EnvironmentFailure) as raised:
        inquiry(())

    assert play == raised.value.play == raised.value.history
    assert str(raised.value).endswith(f"; the play was {play!r}")


def counting():
    """An agent that does 0, 1, 2, ... by a counter."""
    answers = count()
    return lambda prompt: next(answers)


def twice(agent, play):
    """Ask the first question twice."""
    return (agent((X,)), agent((X,)), X)[-1]


ZERO, ARM = (lambda prompt: 0), bandit((0,))


@each_row_of(
    refused(NotDeterministic, interaction, (counting(), twice, 1)),
    gives(lambda: interaction(counting(), twice, 1, remember=False), ((X, 2),)),
    gives(lambda: tuple(islice(interact(counting(), twice), 2)), ((X, 2),)),
    gives(lambda: interaction(ZERO, twice, 1, question_budget=3), ((X, 0),)),
    refused(QuestionBudgetExhausted, interaction, (ZERO, twice, 1), question_budget=2),
    refused(InvalidParameter, interaction, *((ZERO, ignore_rewards, n) for n in (-1, True))),
    refused(InvalidParameter, interaction_ordinary, *((ZERO, ARM, n) for n in (-1, 1.0))),
    refused(StepBudgetExhausted, CostedAgent(lambda prompt: (step for step in [()]), 0), ((X,),)),
    refused(ValueError, CostedAgent, (ZERO, -1)),
    refused(NotCosted, require_costed, (ZERO,)),
)
def test_budgets_and_memories(row):
    """Of questions and steps: spent past the last and not before; another answer is noticed only if told to."""
    row()
