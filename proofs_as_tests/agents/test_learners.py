"""Agents given as state machines."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import LearnerClass, Transition, as_agent, train, transitions
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, actions, percepts
from formal_rl.strategies import actions as any_action
from formal_rl.strategies import learners, observations, prompts

INTEGERS = tuple(Percept(r, o) for o in range(3) for r in (0, 1, -1))

TRANSITIONS = st.builds(Transition, observations(), any_action(), st.integers(-1, 1), observations())


class Recorder:
    """The learner whose state is the list of its transitions, and who does the length of it."""

    initial = ()

    def act(self, state, observation):
        return len(state)

    def learn(self, state, transition):
        return (*state, transition)


@given(prompts())
def test_transitions_of_a_prompt(prompt):
    """There is one for each action, and all is in them but the first reward."""
    found = list(transitions(prompt))

    assert actions(prompt) == tuple(t.action for t in found)
    assert percepts(prompt)[1:] == tuple((t.reward, t.next_observation) for t in found)
    assert tuple(x.observation for x in percepts(prompt)[:-1]) == tuple(t.observation for t in found)


@given(prompts(percepts=INTEGERS), learners())
def test_training_is_a_fold(prompt, learner):
    """Training on a longer prompt is training on the shorter one, then on the transition that is new."""
    if len(prompt) > 1:
        *_, last = transitions(prompt)
        assert train(learner, prompt) == learner.learn(train(learner, prompt[:-2]), last)
    else:
        assert learner.initial == train(learner, prompt)


@pytest.mark.parametrize("value", [(), (Percept(0, 0), 0), ((0, 0),), [Percept(0, 0)]])
def test_as_agent_checks_the_prompt(value):
    """Read as a function of the history, a learner refuses what is no prompt."""
    with pytest.raises(MalformedHistory):
        as_agent(Recorder())(value)


@given(learners(), TRANSITIONS, observations())
def test_as_a_class(learner, transition, observation):
    """Read as an agent-class, a learner answers and learns as before, and asking leaves the state as it was."""
    agent_class = LearnerClass(learner)
    state = agent_class.initial

    assert learner.initial == state
    assert (learner.act(state, observation), state) == agent_class.ask(state, observation)
    assert learner.learn(state, transition) == agent_class.train(state, transition)
