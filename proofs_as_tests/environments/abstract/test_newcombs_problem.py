"""Newcomb's problem by hand, and how it is told."""

from fractions import Fraction

import pytest
from hypothesis import given

from formal_rl.environments import TableAgent, interaction
from formal_rl.environments.abstract import (
    ONE_BOX,
    contents_taken,
    newcombs_problem,
    two_boxes,
)
from formal_rl.environments.abstract.newcomb import TWO_BOXES
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import Percept, actions, history, percepts
from formal_rl.strategies import agents, plays
from formal_rl.study._explained.thought_experiments import explained_newcomb


def test_a_run_by_hand():
    """Both, then one, then one: 1, then 1000, then 1000."""
    agent = TableAgent(
        {
            history((0, 0)): TWO_BOXES,
            history((0, 0), TWO_BOXES, (1, 0)): ONE_BOX,
            history((0, 0), TWO_BOXES, (1, 0), ONE_BOX, (1000, 0)): ONE_BOX,
        }
    )
    play = history((0, 0), TWO_BOXES, (1, 0), ONE_BOX, (1000, 0), ONE_BOX)

    assert interaction(agent, newcombs_problem(), 3) == play
    assert newcombs_problem()(agent, play) == (1000, 0)


@pytest.mark.parametrize(
    ("predicted", "action", "reward"),
    [
        (ONE_BOX, ONE_BOX, 1000),
        (ONE_BOX, TWO_BOXES, 1001),
        (TWO_BOXES, ONE_BOX, 0),
        (TWO_BOXES, TWO_BOXES, 1),
        (2, 3, 1),
    ],
)
def test_what_is_taken_by_hand(predicted, action, reward):
    """The four cases, two of them on a history that the agent would not produce; 2 and 3 take both boxes too."""
    assert contents_taken(action, predicted, 1, 1000) == reward
    assert newcombs_problem()(lambda prompt: predicted, history((0, 0), action)) == (reward, 0)


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


@pytest.mark.statement("A22-S4-newcomb-value")
@given(agent=agents())
def test_twenty_turns(agent):
    """1000 for each turn with one box and 1 for each with both, so never more than 1000 a turn."""
    play = interaction(agent, newcombs_problem(), 20)
    total = sum(percept.reward for percept in percepts(play)[1:]) + newcombs_problem()(agent, play).reward
    ones = actions(play).count(ONE_BOX)

    assert total == 1000 * ones + (20 - ones)
    assert (total == 20_000) == (ones == 20)


@pytest.mark.statement("A22-S4-newcomb-value")
@given(agent=agents(), play=plays(max_percepts=6))
def test_both_boxes_dominate(agent, play):
    """On any history both boxes are worth 1 more, the prediction being what it is."""
    problem = newcombs_problem()
    prompt = (*play, Percept(0, 0))

    assert problem(agent, (*prompt, TWO_BOXES)).reward == problem(agent, (*prompt, ONE_BOX)).reward + 1


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
