"""Shifted rewards: each comes a turn later in what is asked."""

from hypothesis import given

from formal_rl.environments import TableAgent, interaction
from formal_rl.environments.turn_by_turn import shifted_rewards
from formal_rl.histories import Percept, history, percepts
from formal_rl.strategies import plays

WON, LOST = Percept(1, 0), Percept(-1, 0)


def test_the_documented_example():
    """1, 5, 6, 2, 8 become 0, 1, 5, 6, 2; observations, actions and the first percept stay."""
    play = history((9, 7), 1, (1, 6), 2, (5, 5), 3, (6, 4), 4, (2, 3), 5, (8, 2), 0)

    assert shifted_rewards.hypothetical(play) == history((9, 7), 1, (0, 6), 2, (1, 5), 3, (5, 4), 4, (6, 3), 5, (2, 2))


def test_by_hand():
    """An agent that does 1 after a positive reward is asked one reward late, and so paid every other time."""

    def content(prompt):
        return 1 if prompt[-1].reward > 0 else 0

    # true: 0, 1, 0, 0, 1; asked after 0, 0, 1, -1, -1: 0, 0, 1, 0, 0.
    expected = history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (-1, 0), 0, (1, 0), 1)

    assert expected == interaction(content, shifted_rewards, 5)
    assert shifted_rewards(content, expected) == LOST


def test_on_the_history_of_a_stranger():
    """Rewards 4 and 6 are asked about as 0 and 4."""
    agent = TableAgent({history((0, 0)): 0, history((0, 0), 3, (0, 1), 3, (4, 2)): 2})

    assert shifted_rewards(agent, history((0, 0), 3, (4, 1), 3, (6, 2), 2)) == WON
    assert shifted_rewards(agent, history((0, 0), 3, (4, 1), 3, (6, 2), 0)) == LOST


@given(play=plays(min_percepts=1))
def test_counting_from_the_first_percept(play):
    """Where the first percept has reward 0, shifting all rewards and shifting the earned ones is the same."""
    play = (play[0]._replace(reward=0), *play[1:])
    rewards = [percept.reward for percept in percepts(play)]

    assert [percept.reward for percept in percepts(shifted_rewards.hypothetical(play))] == [0, *rewards[:-1]]
