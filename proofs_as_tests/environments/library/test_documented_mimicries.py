"""What the mimicries that only the library has share: what their copies are told."""

from itertools import accumulate

import pytest

from formal_rl.agents import LearnerClass, Transition
from formal_rl.environments import CATALOGUE, TableLearner

ACTIONS, REWARDS, COPIES_ACTIONS = (1, 0, 0, 1), (1, -1, 1, -1), (1, 1, 0, 0)
"""What is done, what the copy would do, and so what is paid."""

TOLD = {
    "delayed_rewards": ([(1, 1)], [(0, 0)], [(0, 0)]),
    "flip_every_other": ([(1, -1)], [(0, -1)], [(0, -1)]),
    "ignore_actions": ([(0, 1)], [(0, -1)], [(0, 1)]),
    "ignore_rewards_2": ([], [(0, -1)], []),
    "ignore_rewards_3": ([(1, 0)], [(1, 0)], [(0, 0)]),
    "limited_memory": ([(1, 1)], [(0, -1)], [(0, 1)]),
    "nth_reward_multiplied_by_n": ([(1, 1)], [(0, -2)], [(0, 3)]),
    "punish_nondeterministic_agent": ([(1, 1)], [(0, -1)], [(0, 1)]),
    "repeater": ([(1, 1)] * 2, [(0, -1)] * 2, [(0, 1)] * 2),
    "shifted_rewards": ([(1, 0)], [(0, 1)], [(0, -1)]),
}
"""Action and reward as the copy is told of them after each of three turns, worked by hand from the documentation."""

TOLD_BY_PUBLISHED = TOLD | {
    "flip_every_other": ([(1, 1)], [(0, 1)], [(0, 1)]),
    "nth_reward_multiplied_by_n": ([(1, 0)], [(0, -1)], [(0, 2)]),
}
"""The same, worked by hand for the published code."""

every_form = pytest.mark.parametrize("name", TOLD)


def told(turns):
    """Return the learner that answers on these lists of transitions only, and as the copy should."""
    lists = accumulate((tuple(Transition(0, *turn, 0) for turn in each) for each in turns), initial=())
    return TableLearner({(seen, 0): own for seen, own in zip(lists, COPIES_ACTIONS, strict=True)})


@every_form
def test_what_the_copy_is_told(name):
    """Four turns, and the copy is asked on exactly these lists."""
    learner, incremental = told(TOLD[name]), CATALOGUE[name].made("incremental")
    percept, state = incremental.start(learner)
    assert percept == (0, 0)
    for action, reward in zip(ACTIONS, REWARDS, strict=True):
        percept, state = incremental.advance(learner, state, action)
        assert percept == (reward, 0)


@every_form
def test_what_the_published_copy_is_told(name):
    """The same of the published forms."""
    copies, published = LearnerClass(told(TOLD_BY_PUBLISHED[name])), CATALOGUE[name].made("published")
    observation, state = published.start(copies)
    assert observation == 0
    for action, reward in zip(ACTIONS, REWARDS, strict=True):
        percept, state = published.step(copies, state, action)
        assert percept == (reward, 0)
