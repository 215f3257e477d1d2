"""Newcomb's problem by hand, and how it is told."""

from fractions import Fraction

import pytest

from formal_rl.environments.abstract import ONE_BOX, newcombs_problem, two_boxes
from formal_rl.environments.abstract.newcomb import TWO_BOXES
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import history
from formal_rl.study._explained.thought_experiments import explained_newcomb


def test_amounts_are_exact():
    """Fractions stay fractions; what is inexact is refused."""
    assert newcombs_problem(Fraction(1, 3), 1)(lambda prompt: 0, history((0, 0), 1)) == (Fraction(4, 3), 0)
    for wrong in ({"seen": 1.0}, {"hidden": "1000"}, {"hidden": True}):
        with pytest.raises(InvalidParameter):
            two_boxes(**wrong)


def test_what_is_no_play():
    """A prompt is refused."""
    with pytest.raises(MalformedHistory):
        newcombs_problem()(lambda prompt: 0, history((0, 0)))


def test_the_boxes_are_drawn():
    """Both boxes taken by one that takes the closed one alone."""
    explained, play = explained_newcomb(), history((0, 0), TWO_BOXES)
    told = explained.clause(lambda prompt: ONE_BOX, play, explained(lambda prompt: ONE_BOX, play))

    assert told.splitlines() == [
        "on its own history the agent takes the closed box alone (action 0):",
        "so it was predicted, and 1000 put into the closed box",
        "         ______",
        "| 1 |   | 1000 |",
        "|___|   |______|",
        "open    closed",
        "both boxes (action 1) were taken: the reward is 1001",
    ]
