"""The measure of the published library, with the conventions of its documentation."""

import random
import warnings
from fractions import Fraction

import pytest

from formal_rl.battery import (
    AGENTS,
    ENVIRONMENT_NAMES,
    NotSemiDeterministicWarning,
    not_semi_deterministic,
    selfrefl_benchmark,
    selfrefl_measure,
    users_agent,
)
from formal_rl.battery.runs import run
from formal_rl.errors import AgentRaised, InvalidParameter, UnknownName


def example_agent(prompt, num_legal_actions, num_possible_obs, **kwargs):
    """Do 0 after reward 0 or observation 0, else anything."""
    if 0 in prompt[-2:]:
        return 0
    return random.randrange(num_legal_actions)


class Constant:
    """Do 0."""

    def act(self, obs):
        return 0

    def train(self, o_prev, a, r, o_next):
        """Learn nothing."""


class Instances(Constant):
    """Do as one's number, which another instance does not share."""

    made = 0

    def __init__(self):
        Instances.made += 1
        self.number = Instances.made

    def act(self, obs):
        return self.number % self.n_actions


def test_the_measure_is_the_average_of_the_benchmark():
    """Fifty averages per turn, by name; each is a total over the steps."""
    averages = selfrefl_benchmark("SimpleLearner", 30, semantics="published", opposite="published", seed=2)
    assert tuple(averages) == ENVIRONMENT_NAMES
    for name, average in averages.items():
        total = run("SimpleLearner", name, 30, 2, semantics="published", opposite="published").total
        assert average == Fraction(total, 30)
    expected = sum(averages.values()) / 50
    assert selfrefl_measure("SimpleLearner", 30, semantics="published", opposite="published", seed=2) == expected


def test_both_conventions_are_measured_alike():
    """A constant agent as a class, as a function and as one of the ten: 0, environments and opposites cancel."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert selfrefl_measure(lambda prompt, actions, observations, **more: 0, 20) == 0
        of_class = selfrefl_benchmark(Constant, 20)
        assert of_class == selfrefl_benchmark("ConstantAgent", 20)
        assert selfrefl_measure(AGENTS["ConstantAgent"], 20) == 0


def test_the_random_example_runs_with_the_named_warning():
    """The battery measures it, and reports that it is not semi-deterministic."""
    with pytest.warns(NotSemiDeterministicWarning, match="example_agent is not semi-deterministic: trained alike"):
        averages = selfrefl_benchmark(example_agent, 20)
    assert tuple(averages) == ENVIRONMENT_NAMES
    assert all(-1 <= average <= 1 for average in averages.values())
    assert issubclass(NotSemiDeterministicWarning, UserWarning)


def test_instances_that_differ_are_seen():
    """A class whose instances share a count; and none of ours is suspected."""
    assert "after 0 turns" in not_semi_deterministic(users_agent("mine", Instances))
    assert not_semi_deterministic(users_agent("mine", Constant)) == ""
    for agent in AGENTS.values():
        assert not_semi_deterministic(agent) == ""


def test_a_failure_is_raised():
    """There is no measure of an agent that fails; the copy with two false memories is the first to, at step 2."""

    def failing(prompt, actions, observations):
        return 0 if len(prompt) < 10 else 1 // 0

    with pytest.raises(AgentRaised, match="ZeroDivisionError") as raised:
        selfrefl_measure(failing, 20)
    assert raised.value.__notes__ == ["at step 2 of the run"]


def test_an_unmeasurable_agent_raises():
    """No steps, no agent."""
    with pytest.raises(InvalidParameter, match=r"^steps is 0"):
        selfrefl_measure(Constant, 0)
    with pytest.raises(UnknownName, match="'Nobody'"):
        selfrefl_measure("Nobody", 10)
    with pytest.raises(InvalidParameter, match="the agent is 3"):
        selfrefl_measure(3, 10)
