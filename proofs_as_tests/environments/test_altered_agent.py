"""Acting as an altered agent would: worked by hand, and its forms."""

from attrs import evolve

from formal_rl.agents import SimpleLearner
from formal_rl.environments.altered_agent import AsIfIncremental, AsIfPublished
from formal_rl.histories import Percept

WON, LOST = Percept(1, 0), Percept(-1, 0)


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

    assert (first, second, state[1]) == (WON, WON, 22)


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
