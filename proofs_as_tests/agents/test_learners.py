"""Agents given as state machines."""

import pytest
from hypothesis import given

from formal_rl.agents import LearnerClass, RegisterLearner, Transition, as_agent, train, transitions
from formal_rl.environments import ignore_rewards, interaction
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, actions, history, percepts
from formal_rl.strategies import learners, observations, plays, prompts
from formal_rl.strategies import transitions as transitions_drawn

INTEGERS = tuple(Percept(r, o) for o in range(3) for r in (0, 1, -1))


class Recorder:
    """The learner whose state is the list of its transitions, and who does the length of it."""

    initial = ()

    def act(self, state, observation):
        return len(state)

    def learn(self, state, transition):
        return (*state, transition)


def test_transitions_by_hand():
    """Each action stands between what was seen before it and the reward and observation after it."""
    prompt = history((9, 1), 2, (3, 4), 5, (6, 7))

    assert list(transitions(prompt)) == [(1, 2, 3, 4), (4, 5, 6, 7)]
    assert [Transition, Transition] == [type(transition) for transition in transitions(prompt)]
    assert list(transitions(history((9, 1)))) == []


@given(prompts())
def test_transitions_of_a_prompt(prompt):
    """There is one for each action, and all is in them but the first reward."""
    found = list(transitions(prompt))

    assert actions(prompt) == tuple(t.action for t in found)
    assert percepts(prompt)[1:] == tuple((t.reward, t.next_observation) for t in found)
    assert tuple(x.observation for x in percepts(prompt)[:-1]) == tuple(t.observation for t in found)


@given(plays(min_percepts=1))
def test_a_last_action_is_in_no_transition(play):
    """The last action of a play is not followed by anything yet."""
    assert list(transitions(play[:-1])) == list(transitions(play))


@given(prompts())
def test_training(prompt):
    """Training goes through the transitions in order, from the initial state."""
    assert tuple(transitions(prompt)) == train(Recorder(), prompt)


@given(prompts(percepts=INTEGERS), learners())
def test_training_is_a_fold(prompt, learner):
    """Training on a longer prompt is training on the shorter one, then on the transition that is new."""
    if len(prompt) > 1:
        *_, last = transitions(prompt)
        assert train(learner, prompt) == learner.learn(train(learner, prompt[:-2]), last)
    else:
        assert learner.initial == train(learner, prompt)


def test_as_agent_by_hand():
    """Counting its transitions, the recorder does 0, 1, 2, ..."""
    agent = as_agent(Recorder())

    # Ignore rewards asks about as many percepts, so it always pays.
    assert history((0, 0), 0, (1, 0), 1, (1, 0), 2) == interaction(agent, ignore_rewards, 3)


def test_acting_on_the_last_observation():
    """A learner that does what it sees acts on the last observation of the prompt."""
    mirror = RegisterLearner(9, {}, {}, "obs")

    assert as_agent(mirror)(history((0, 3), 0, (0, 7))) == 7


@given(prompts(percepts=INTEGERS), learners())
def test_the_first_reward_is_unseen(prompt, learner):
    """The reward of the first percept is in no transition, so no learner depends on it."""
    other = (Percept(prompt[0].reward + 1, prompt[0].observation), *prompt[1:])

    assert as_agent(learner)(prompt) == as_agent(learner)(other)


@pytest.mark.parametrize("value", [(), (Percept(0, 0), 0), ((0, 0),), [Percept(0, 0)]])
def test_as_agent_checks_the_prompt(value):
    """Read as a function of the history, a learner refuses what is no prompt."""
    with pytest.raises(MalformedHistory):
        as_agent(Recorder())(value)


@given(learners(), transitions_drawn(rewards=(0, 1, -1)), observations())
def test_as_a_class(learner, transition, observation):
    """Read as an agent-class, a learner answers and learns as before, and asking leaves the state as it was."""
    agent_class = LearnerClass(learner)
    state = agent_class.initial

    assert learner.initial == state
    assert (learner.act(state, observation), state) == agent_class.ask(state, observation)
    assert learner.learn(state, transition) == agent_class.train(state, transition)
