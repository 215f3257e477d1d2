"""Acting as an altered agent would: worked by hand, and its forms."""

from typing import Any

import pytest
from attrs import evolve, frozen

from formal_rl.agents import LearnerClass, SimpleLearner, Transition
from formal_rl.checking import EnvironmentPair, Scope
from formal_rl.environments import TableAgent, TableLearner, as_if, interaction
from formal_rl.environments.altered_agent import AsIfIncremental, AsIfPublished
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history

WON, LOST = Percept(1, 0), Percept(-1, 0)


def next_in_turn(agent):
    """Return the agent that does, modulo 3, one more."""
    return lambda prompt: (agent(prompt) + 1) % 3


@frozen
class NextInTurn:
    """The learner that does, modulo 3, one more."""

    learner: Any

    @property
    def initial(self):
        """The same."""
        return self.learner.initial

    def act(self, state, observation):
        """One more."""
        return (self.learner.act(state, observation) + 1) % 3

    def learn(self, state, transition):
        """The same."""
        return self.learner.learn(state, transition)


def in_turn_class(agent_class):
    """The same of agent-classes that read a learner."""
    return LearnerClass(NextInTurn(agent_class.learner))


def nobody(agent):
    """There is no altered agent."""


def test_by_hand():
    """The altered agent does 1 where this one does 0, so that it is never paid."""
    agent = TableAgent({history((0, 0)): 0, history((0, 0), 0, (-1, 0)): 1})

    assert interaction(agent, as_if(next_in_turn), 2) == history((0, 0), 0, (-1, 0), 1)
    assert as_if(next_in_turn)(agent, history((0, 0), 1)) == WON


def test_on_the_history_of_a_stranger():
    """The agent does 2 on this, and is paid for 0."""
    agent = TableAgent({history((4, 5)): 1, history((4, 5), 9, (6, 7)): 2})

    assert as_if(next_in_turn)(agent, history((4, 5), 9, (6, 7), 0)) == WON
    assert as_if(next_in_turn)(agent, history((4, 5), 9, (6, 7), 2)) == LOST


def test_no_altered_agent():
    """Every action is punished, and nothing is asked."""
    agent = TableAgent({})

    assert as_if(nobody)(agent, ()) == Percept(0, 0)
    assert as_if(nobody)(agent, history((0, 0), 0)) == LOST
    assert as_if(nobody)(agent, history((0, 0), 0, (9, 9), 1)) == LOST


@pytest.mark.parametrize("form", [AsIfPublished(nobody), AsIfPublished(in_turn_class)])
def test_published_by_hand(form):
    """An untrained copy does 0, so the altered one 1; both forms answer with observation 0."""
    copies = LearnerClass(TableLearner({((), 0): 0, ((Transition(0, 1, 1, 0),), 0): 1}))
    observation, state = form.start(copies)
    percept, state = form.step(copies, state, 1)

    assert observation == 0
    if form.altered is nobody:
        assert percept == LOST
        assert form.step(copies, state, 2)[0] == LOST
    else:
        assert percept == WON
        assert form.step(copies, state, 2)[0] == WON


@pytest.mark.parametrize(("agents", "learners"), [(next_in_turn, NextInTurn), (lambda agent: agent, lambda same: same)])
def test_the_incremental_form_is_equal(agents, learners):
    """Where altering commutes with reading a learner as an agent."""
    parts = EnvironmentPair("", as_if(agents), AsIfIncremental(learners)).parts(Scope(number_of_actions=3, horizon=4))

    assert [part.refutation for part in parts] == [None, None]


def test_the_incremental_form_of_nobody():
    """It is always -1."""
    incremental, learner = AsIfIncremental(nobody), SimpleLearner(2)
    percept, state = incremental.start(learner)

    assert percept == Percept(0, 0)
    assert incremental.advance(learner, state, 0) == (LOST, state)


def test_the_published_copy_remembers_that_it_was_asked():
    """A class that counts questions and, in tens, trainings, and does what it has counted."""

    class Counting:
        initial = 0

        def ask(self, state, observation):
            return state, state + 1

        def train(self, state, transition):
            return state + 10

    form = AsIfPublished(lambda agent_class: agent_class)
    _, state = form.start(Counting())
    first, state = form.step(Counting(), state, 0)
    second, state = form.step(Counting(), state, 11)

    assert (first, second, state) == (WON, WON, 22)


def test_learners_may_be_told_otherwise():
    """The simple learner, punished for 0 and 1, does 2 if there is such an action, and else 0."""
    simple = SimpleLearner(2)
    incremental = AsIfIncremental(lambda learner: evolve(learner, number_of_actions=3))
    _, state = incremental.start(simple)
    rewards = []
    for action in (1, 0, 1, 1, 2):
        percept, state = incremental.advance(simple, state, action)
        rewards.append(percept.reward)

    # Asked: 0 (1 is punished), 0 (paid), 0 (1 is punished again), 0, 0
    assert rewards == [-1, 1, -1, -1, -1]


def test_what_is_no_play():
    """It is refused."""
    with pytest.raises(MalformedHistory):
        as_if(next_in_turn)(TableAgent({}), history((0, 0)))
