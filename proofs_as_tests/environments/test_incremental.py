"""Incremental and published forms against the definitions: sampled, by hand, and what is checked."""

import pytest

from formal_rl.agents import Transition
from formal_rl.agents.register_learner import RegisterLearner
from formal_rl.environments._incremental import interact_incremental
from formal_rl.environments.examples.ignore_rewards import IgnoreRewardsIncremental
from formal_rl.errors import AgentFailure, AgentRaised, NotAnAction, NotAPercept
from formal_rl.histories import Percept

X = Percept(0, 0)
REWARD = "a reward: an int or a Fraction (bool, float and numpy numbers are not exact rationals here)"


def test_asking_changes_nothing():
    """States are values: advancing twice from one state gives the same twice."""
    learner = RegisterLearner(2, {"k": 0}, {"k": ["add", "k", 1]}, ["mod", "k", 2])
    environment = IgnoreRewardsIncremental()
    _, state = environment.start(learner)

    assert environment.advance(learner, state, 0) == environment.advance(learner, state, 0) == ((1, 0), (1,))
    assert environment.advance(learner, state, 1) == ((-1, 0), (1,))


class Scripted:
    """The incremental environment that gives these percepts, whatever is done."""

    def __init__(self, *given_percepts):
        self.percepts = given_percepts

    def start(self, learner):
        return self.percepts[0], 1

    def advance(self, learner, state, action):
        return self.percepts[state], state + 1


class Script:
    """The learner that does these actions in turn."""

    initial = 0

    def __init__(self, *acts):
        self.acts = acts

    def act(self, state, observation):
        return self.acts[state]

    def learn(self, state, transition):
        return state + 1


def watched(learner, environment):
    """What an incremental interaction yields before it fails, and the failure."""
    seen = []

    def watch():
        for element in interact_incremental(learner, environment):
            seen.append(element)

    with pytest.raises((AgentFailure, NotAPercept)) as raised:
        watch()
    return seen, raised.value


@pytest.mark.parametrize("value", [None, True, -1, 1.0, "0"])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_learners_actions_are_checked(step, value):
    """An answer that is no action stops the interaction at its step, and is not yielded."""
    seen, failure = watched(Script(*[0] * (step - 1), value), Scripted(*[X] * step))

    assert type(failure) is NotAnAction
    assert value is failure.value
    assert failure.prompt == (X,)
    assert failure.__notes__ == [f"at step {step}; of the question only the last percept is kept"]
    assert [X, 0] * (step - 1) + [X] == seen


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Percept(0.5, 0), REWARD),
        (Percept(True, 0), REWARD),
        (Percept(0, []), "a hashable observation"),
        pytest.param(
            (0, 0),
            "a Percept(reward, observation); build histories from pairs with history(...)",
            id="plain pair",
        ),
        pytest.param(None, "a Percept(reward, observation)", id="nothing"),
    ],
)
@pytest.mark.parametrize("step", [1, 2, 3])
def test_an_incremental_environments_percepts_are_checked(step, value, expected):
    """An answer that is no percept stops the interaction at its step; it is not yielded and nobody is trained on it."""
    taught = []

    class Watched(Script):
        def learn(self, state, transition):
            taught.append(transition)
            return super().learn(state, transition)

    seen, failure = watched(Watched(*[0] * step), Scripted(*[X] * (step - 1), value))

    assert type(failure) is NotAPercept
    assert value is failure.value
    assert f"the environment answered {value!r}: expected {expected}; the play was ()" == str(failure)
    assert failure.__notes__ == [f"at step {step}; the play is not kept"]
    assert failure.play == failure.history == ()
    assert [X, 0] * (step - 1) == seen
    assert [Transition(0, 0, 0, 0)] * (step - 2) == taught


@pytest.mark.parametrize("kind", [KeyError(), AgentFailure((), "before")], ids=repr)
@pytest.mark.parametrize(("does", "prompt"), [("act", (X,)), ("learn", (X, 0, X))])
def test_exceptions_of_a_learner(monkeypatch, kind, does, prompt):
    """The error names the part of the question that is kept; earlier failures pass through."""
    monkeypatch.setattr(Script, does, lambda *given: raises(kind))
    _, failure = watched(Script(0, 0), Scripted(X, X))

    assert failure is kind or (type(failure), failure.prompt) == (AgentRaised, prompt)


def raises(error):
    """Raise an error."""
    raise error
