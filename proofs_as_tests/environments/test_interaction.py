"""Agent meets environment: the result, its beginnings, and every way in which it can stop being defined."""

from fractions import Fraction
from itertools import count, islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import Inquiry, bandit, ignore_rewards, interact, interaction, respond
from formal_rl.environments.interaction import answer, interact_ordinary, interaction_ordinary, respond_ordinary
from formal_rl.environments.metered_agents import CostedAgent, require_costed
from formal_rl.errors import (
    AgentRaised,
    EnvironmentFailure,
    EnvironmentRaised,
    InteractionFailure,
    InvalidParameter,
    MalformedHistory,
    NotAnAction,
    NotAnExtendedEnvironment,
    NotAPercept,
    NotDeterministic,
    QuestionBudgetExhausted,
    StepBudgetExhausted,
)
from formal_rl.histories import Percept, history, require_play
from formal_rl.strategies import agents, environments
from proofs_as_tests.rows import each_row_of, gives, refused

X = Percept(0, 0)
HASHABLE = "a hashable observation"
PERCEPT = "a Percept(reward, observation)"
REWARD = "a reward: an int or a Fraction (bool, float and numpy numbers are not exact rationals here)"


def zero(prompt):
    """Do 0."""
    return 0


def still(agent, play):
    """Answer (0, 0) to everything."""
    return X


def from_step(step, otherwise):
    """Do 0 before the given step, and from then on what ``otherwise`` does."""

    def agent(prompt):
        return 0 if (len(prompt) + 1) // 2 < step else otherwise(prompt)

    return agent


def test_laziness():
    """It queries the agent only when needed: the first percept needs no agent."""

    def unasked(prompt):
        raise AssertionError

    assert next(interact(unasked, still)) == X
    assert next(interact_ordinary(unasked, bandit((1,)))) == X


@given(agents(), environments(), st.integers(0, 5), st.integers(0, 3))
def test_beginnings_of_one_result(agent, environment, steps, more):
    """A shorter interaction is the beginning of a longer one, and each is a play of as many actions."""
    shorter = interaction_ordinary(agent, environment, steps)

    require_play(shorter)
    assert 2 * steps == len(shorter)
    assert shorter == interaction_ordinary(agent, environment, steps + more)[: 2 * steps]
    assert shorter == tuple(islice(interact_ordinary(agent, environment), 2 * steps))


# --- Agents that are none ---


def _raise(exception):
    def agent(prompt):
        raise exception

    return agent


@pytest.mark.parametrize(
    ("exception", "text"),
    [
        (ValueError("no idea"), "the agent raised ValueError: no idea"),
        (KeyError("table"), "the agent raised KeyError: 'table'"),
        (StopIteration(3), "the agent raised StopIteration: 3"),
        (MalformedHistory(0, 1, "nothing"), "the agent raised MalformedHistory: element 0 is 1, of type int"),
        (AssertionError(), "the agent raised AssertionError: "),
    ],
)
def test_an_agent_that_raises(exception, text):
    """The exception is chained, with the prompt, the history so far and the step."""
    with pytest.raises(AgentRaised) as raised:
        interaction(from_step(2, _raise(exception)), still, 5)

    so_far = (X, 0, X)
    assert exception is raised.value.__cause__
    assert so_far == raised.value.prompt
    assert so_far == raised.value.history
    assert str(raised.value).startswith(text)
    assert str(raised.value).endswith(f"; the question was {so_far!r}")
    assert raised.value.__notes__ == [f"at step 2 of the interaction; the history so far is {so_far!r}"]


def test_an_agent_without_end():
    """An agent that calls itself for ever is caught like any other that raises."""

    def agent(prompt):
        return agent(prompt)

    with pytest.raises(AgentRaised) as raised:
        interaction(from_step(3, agent), still, 5)

    assert isinstance(raised.value.__cause__, RecursionError)
    assert (X, 0, X, 0, X) == raised.value.prompt == raised.value.history
    assert "at step 3 of" in raised.value.__notes__[0]


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, SystemExit])
def test_interruptions_pass_through(interruption):
    """An interruption by the user is none of the agent's answers and passes through unchanged."""
    with pytest.raises(interruption):
        interaction(_raise(interruption()), still, 1)


@pytest.mark.parametrize(
    ("value", "shown", "type_name"),
    [
        (None, "None", "NoneType"),
        (True, "True", "bool"),
        (-1, "-1", "int"),
        (1.0, "1.0", "float"),
        (np.int64(1), "np.int64(1)", "int64"),
        (Fraction(1), "Fraction(1, 1)", "Fraction"),
        ("0", "'0'", "str"),
        ((0,), "(0,)", "tuple"),
    ],
)
def test_an_answer_that_is_not_an_action(value, shown, type_name):
    """Only an int >= 0 is an action; the answer, the prompt and the history so far are kept."""
    with pytest.raises(NotAnAction) as raised:
        interaction(from_step(2, lambda prompt: value), still, 5)

    so_far = (X, 0, X)
    assert value is raised.value.value
    assert so_far == raised.value.prompt
    assert so_far == raised.value.history
    assert (
        f"the agent answered {shown}, of type {type_name}: expected an action, an int >= 0; the question was {so_far!r}"
    ) == str(raised.value)
    assert raised.value.__notes__ == [f"at step 2 of the interaction; the history so far is {so_far!r}"]


def test_an_answer_to_the_environment_that_is_not_an_action():
    """The answer to an environment's question is checked too; kept are the question and the true history."""

    def agent(prompt):
        return 0 if len(prompt) == 1 or prompt[-1].reward else None

    with pytest.raises(NotAnAction) as raised:
        interaction(agent, ignore_rewards, 5)

    truth = history((0, 0), 0, (1, 0), 0)
    asked = history((0, 0), 0, (0, 0))
    assert asked == raised.value.prompt
    assert truth == raised.value.history
    assert raised.value.__notes__ == [f"at step 3 of the interaction; the history so far is {truth!r}"]


def test_an_agent_that_changes_its_mind():
    """Ignore rewards asks the first question again; an answer by a counter is not a function of the history."""
    with pytest.raises(NotDeterministic) as raised:
        interaction(counting(), ignore_rewards, 5)

    assert (raised.value.first, raised.value.second) == (0, 1)
    assert raised.value.prompt == (X,)
    assert raised.value.history == (X, 0)
    assert f"the agent answered 0 and, asked again, 1; the question was {(X,)!r}" == str(raised.value)
    assert raised.value.__notes__ == [f"at step 2 of the interaction; the history so far is {(X, 0)!r}"]


# --- Environments that are none ---


def endless(agent, play):
    """Ask for ever."""
    while True:
        agent((X,))


def test_asking_without_end():
    """An environment that asks for ever spends the budget of its step; the first question not put is kept."""
    with pytest.raises(QuestionBudgetExhausted) as raised:
        interaction(zero, endless, 1, question_budget=7)

    assert raised.value.budget == 7
    assert raised.value.prompt == (X,)
    assert raised.value.history == ()
    assert str(raised.value) == f"the budget of 7 questions is spent; the question was {(X,)!r}"
    assert raised.value.__notes__ == ["at step 1 of the interaction; the history so far is ()"]


@pytest.mark.parametrize(("agent", "environment"), [(zero, "ignore_rewards"), ("simple", ignore_rewards)])
def test_a_name_is_told_who_finds_it(agent, environment):
    """The name of an agent or an environment is refused before anything is asked, with the function that takes it."""
    with pytest.raises((NotAnExtendedEnvironment, InvalidParameter), match=r"formal_rl\.study\.find_"):
        interaction(agent, environment, 3)


@pytest.mark.parametrize("function", [interact, lambda *args: interaction(*args, 3)])
@pytest.mark.parametrize("wrong", [bandit((1, 2)), lambda: X, lambda a, b, c: X, lambda *, agent, play: X, 3, None])
def test_not_callable_as_agent_and_play(function, wrong):
    """An environment not callable as (agent, play) raises before any query, and the error gives the remedy."""
    with pytest.raises(NotAnExtendedEnvironment) as raised:
        function(zero, wrong)

    assert isinstance(raised.value, TypeError)
    assert (
        f"{wrong!r} cannot be called as (agent, play); wrap an ordinary environment, called as (play), with embed(...)"
    ) == str(raised.value)


def test_callable_objects():
    """Anything that can be called as (agent, play) will do: objects, methods, functions with defaults."""

    class Still:
        def __call__(self, agent, play, colour="blue"):
            return X

        def method(self, *everything):
            return X

    assert interaction(zero, Still(), 1) == (X, 0)
    assert interaction(zero, Still().method, 1) == (X, 0)


def late(answer):
    """Answer (0, 0) once, then something else."""
    return lambda agent, play: X if play == () else answer


@pytest.mark.parametrize(
    ("answer", "shown", "expected"),
    [
        ((0, 0), "(0, 0)", f"{PERCEPT}; build histories from pairs with history(...)"),
        ([0, 0], "[0, 0]", PERCEPT),
        (None, "None", PERCEPT),
        (0, "0", PERCEPT),
        pytest.param(10**5000, "something of type int that cannot be written out", PERCEPT, id="huge"),
        (Percept(0.5, 0), "Percept(0.5, 0)", REWARD),
        (Percept(True, 0), "Percept(True, 0)", REWARD),
        (Percept(np.int64(1), 0), "Percept(np.int64(1), 0)", REWARD),
        (Percept(0, [1]), "Percept(0, [1])", HASHABLE),
        pytest.param(Percept(0, ["x" * 2000]), f"Percept(0, ['{'x' * 987}... (2016 characters)", HASHABLE, id="long"),
    ],
)
def test_an_answer_that_is_not_a_percept(answer, shown, expected):
    """Only a Percept with an exact reward and a hashable observation will do; the play so far is kept."""
    with pytest.raises(NotAPercept) as raised:
        interaction(zero, late(answer), 5)

    assert answer is raised.value.value
    assert raised.value.play == (X, 0)
    assert raised.value.history == (X, 0)
    assert f"the environment answered {shown}: expected {expected}; the play was {(X, 0)!r}" == str(raised.value)
    assert raised.value.__notes__ == [f"at step 2 of the interaction; the history so far is {(X, 0)!r}"]


@pytest.mark.parametrize(
    ("asked", "fault"),
    [
        ((), "the sequence ends at element 0: expected a percept, since a prompt ends in one"),
        ((X, 0), "the sequence ends at element 2: expected a percept, since a prompt ends in one"),
        (((0, 0),), "element 0 is (0, 0), of type tuple: expected a Percept"),
        ([X], "the sequence is [Percept(0, 0)], of type list"),
        ((X, True, X), "element 1 is True, of type bool"),
        ((Percept(0.0, 0),), "element 0 is 0.0, of type float"),
        ((Percept(0, []),), "element 0 is [], of type list"),
        (None, "the sequence is None"),
    ],
)
def test_asking_about_no_prompt(asked, fault):
    """A question that is no prompt is the environment's failure, not the agent's, who is not asked."""

    def environment(agent, play):
        if play:
            agent(asked)
        return X

    with pytest.raises(EnvironmentFailure) as raised:
        interaction(zero, environment, 5)

    assert (X, 0) == raised.value.play == raised.value.history
    assert str(raised.value).startswith("the environment asked about no prompt: ")
    assert str(raised.value).endswith(f"; the play was {(X, 0)!r}")
    assert fault in str(raised.value)
    assert raised.value.__notes__ == [f"at step 2 of the interaction; the history so far is {(X, 0)!r}"]


def test_an_environment_that_raises():
    """Its own exception is chained, with the play, the history so far and the step."""
    cause = ZeroDivisionError("by zero")

    def environment(agent, play):
        if len(play) == 4:
            raise cause
        return X

    with pytest.raises(EnvironmentRaised) as raised:
        interaction(zero, environment, 5)

    so_far = (X, 0, X, 0)
    assert cause is raised.value.__cause__
    assert so_far == raised.value.play == raised.value.history
    assert f"the environment raised ZeroDivisionError: by zero; the play was {so_far!r}" == str(raised.value)
    assert raised.value.__notes__ == [f"at step 3 of the interaction; the history so far is {so_far!r}"]


def test_an_environment_without_end():
    """An environment that calls itself for ever is caught like any other that raises."""

    def environment(agent, play):
        return environment(agent, play)

    with pytest.raises(EnvironmentRaised) as raised:
        interaction(zero, environment, 1)

    assert isinstance(raised.value.__cause__, RecursionError)


def test_yielded_elements_stay():
    """Everything before the failure has been yielded, and the history on the error is just that."""
    seen = []

    def watch():
        for element in interact(from_step(3, _raise(ValueError())), still):
            seen.append(element)

    with pytest.raises(InteractionFailure) as raised:
        watch()

    assert tuple(seen) == raised.value.history
    assert seen == [X, 0, X, 0, X]


@pytest.mark.parametrize("steps", [-1, True, 1.0])
def test_the_number_of_steps_is_a_natural_number(steps):
    """Any other is named."""
    with pytest.raises(InvalidParameter, match="steps"):
        interaction(zero, still, steps)


# --- Asking and answering ---


X = Percept(0, 0)


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


@pytest.mark.parametrize("play", [(), (X, 0), (X, 0, X, 1)])
def test_the_play_of_a_malformed_question(play):
    """A question that is not a prompt fails on the play of the last renewal; no agent answers."""

    def agent(prompt):
        raise AssertionError

    inquiry = Inquiry(agent)
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
    refused(InvalidParameter, require_costed, (ZERO,)),
)
def test_budgets_and_memories(row):
    """Of questions and steps: spent past the last and not before; a changed answer raises only with ``remember``."""
    row()
