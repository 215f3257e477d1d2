"""Histories by turns."""

from formal_rl.environments import Transition
from formal_rl.environments.turns import telling, turns, with_earned_rewards
from formal_rl.histories import Percept, history

PROMPT = history((9, 1), 1, (5, 2), 2, (6, 3), 3, (7, 4))


def told(turn, before, reward):
    """Keep what is told apart."""
    return 100 * turn + 10 * before + reward


def test_turns_by_hand():
    """An action and the percept after it; the first percept is in no turn."""
    assert list(turns(PROMPT)) == [(1, Percept(5, 2)), (2, Percept(6, 3)), (3, Percept(7, 4))]
    assert list(turns(PROMPT[:1])) == []


def test_earned_rewards_by_hand():
    """Turns count from 1, and the reward before the first is 0, whatever the first percept has."""
    assert with_earned_rewards(told, PROMPT) == history((9, 1), 1, (105, 2), 2, (256, 3), 3, (367, 4))
    assert with_earned_rewards(told, PROMPT[:1]) == PROMPT[:1]


def test_telling_by_hand():
    """The same of transitions."""
    first, second = Transition(1, 1, 5, 2), Transition(2, 2, 6, 3)

    assert telling(told)(1, None, first) == (Transition(1, 1, 105, 2),)
    assert telling(told)(2, first, second) == (Transition(2, 2, 256, 3),)
