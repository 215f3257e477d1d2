"""Third action forbidden: as if there were three actions."""

import pytest

from formal_rl.agents import ConstantLearner, LearnerClass, RandomLearner, RepeatedDraws, SimpleLearner, as_agent
from formal_rl.checking import hashed_learner
from formal_rl.environments import (
    TableAgent,
    configured_with_three_actions,
    interact_incremental,
    interaction,
    third_action_forbidden,
)
from formal_rl.environments.altered_agent import AsIfIncremental, AsIfPublished
from formal_rl.histories import Percept, history

WON, LOST = Percept(1, 0), Percept(-1, 0)

DRAWS = RepeatedDraws((0.0, 0.4, 0.6, 0.9))
"""Of two actions these draw 0, 0, 1, 1; of three they draw 0, 1, 1, 2."""

RUN = history((0, 0), 0, (1, 0), 0, (-1, 0), 1, (1, 0), 1, (-1, 0), 0)
"""A random agent with these draws: it is paid for the first 0 and the first 1."""


def test_by_hand():
    """The agent and the one told of three actions do the same on the first and third turn."""
    two = RandomLearner(DRAWS, 2)
    environment = third_action_forbidden(lambda agent: as_agent(configured_with_three_actions(two)))

    assert RUN == interaction(as_agent(two), environment, 5)


def test_on_the_history_of_a_stranger():
    """Told of three actions it would do 2: nothing that can be done is paid."""
    environment = third_action_forbidden(lambda agent: TableAgent({history((3, 1), 1, (4, 1)): 2}))
    agent = TableAgent({})

    assert environment(agent, history((3, 1), 1, (4, 1), 0)) == LOST
    assert environment(agent, history((3, 1), 1, (4, 1), 1)) == LOST
    assert environment(agent, history((3, 1), 1, (4, 1), 2)) == WON


def test_who_is_not_told_is_the_same():
    """An agent whose actions do not depend on how many there are is always paid in its own interaction."""
    agent = TableAgent({history((0, 0)): 1, history((0, 0), 1, (1, 0)): 0})

    assert interaction(agent, third_action_forbidden(lambda same: same), 2) == history((0, 0), 1, (1, 0), 0)


def test_the_incremental_form_by_hand():
    """The same run."""
    run = interact_incremental(RandomLearner(DRAWS, 2), AsIfIncremental(configured_with_three_actions))

    assert tuple(next(run) for _ in range(10)) == RUN


def test_published_by_hand():
    """The same rewards, without the first percept."""
    published = AsIfPublished(lambda copies: LearnerClass(configured_with_three_actions(copies.learner)))
    copies = LearnerClass(RandomLearner(DRAWS, 2))
    observation, state = published.start(copies)
    percepts = [Percept(0, observation)]
    for action in RUN[1:-2:2]:
        percept, state = published.step(copies, state, action)
        percepts.append(percept)

    assert tuple(percepts) == RUN[0::2]


@pytest.mark.parametrize("learner", [SimpleLearner(2), RandomLearner(DRAWS, 2), hashed_learner(3, 2)])
def test_who_is_told(learner):
    """Only the number of actions is another."""
    told = configured_with_three_actions(learner)

    assert (learner.number_of_actions, told.number_of_actions) == (2, 3)
    assert type(told) is type(learner)
    assert told.initial == learner.initial


def test_who_cannot_be_told():
    """A learner without such a number, and one that is no attrs class, stay as they are."""
    bare = TableAgent({})

    assert configured_with_three_actions(ConstantLearner(1)) == ConstantLearner(1)
    assert configured_with_three_actions(bare) is bare
    assert configured_with_three_actions(len) is len
