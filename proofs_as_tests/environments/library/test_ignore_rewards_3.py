"""Ignore rewards 3: the agent's own actions where nothing is ever paid."""

import pytest
from hypothesis import given

from formal_rl.environments import TableAgent, ignore_rewards_3, interaction, interaction_ordinary
from formal_rl.environments.library.ignore_rewards_3 import NOTHING, unrewarded_action
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.strategies import agents, plays

WON, LOST = Percept(1, 0), Percept(-1, 0)

UNPAID = {history((0, 0)): 2, history((0, 0), 2, (0, 0)): 1, history((0, 0), 2, (0, 0), 1, (0, 0)): 0}
"""What an agent does unpaid: 2, 1, 0."""


def test_the_actions_where_nothing_is_paid():
    """One by one."""
    assert [unrewarded_action(TableAgent(UNPAID), turn) for turn in (1, 2, 3)] == [2, 1, 0]


def test_by_hand():
    """Paid for 2, the agent goes on doing 2 where it would have done 1; punished, it does 0 as it would have."""
    agent = TableAgent({**UNPAID, history((0, 0), 2, (1, 0)): 2, history((0, 0), 2, (1, 0), 2, (-1, 0)): 0})
    played = history((0, 0), 2, (1, 0), 2, (-1, 0), 0)

    assert interaction(agent, ignore_rewards_3, 3) == played
    assert ignore_rewards_3(agent, played) == WON


def test_on_the_history_of_a_stranger():
    """What was done and seen before does not matter; only how long it was."""
    agent = TableAgent(UNPAID)

    assert ignore_rewards_3(agent, history((5, 3), 0, (4, 2), 1)) == WON
    assert ignore_rewards_3(agent, history((5, 3), 0, (4, 2), 2)) == LOST
    assert ignore_rewards_3(agent, history((5, 3), 2)) == WON
    assert ignore_rewards_3(agent, ()) == NOTHING


@given(agent=agents(number_of_actions=3), play=plays(min_percepts=1))
def test_it_is_the_interaction_with_the_trivial_environment(agent, play):
    """The last action is compared with the last one of a game of the same length."""
    steps = len(play) // 2
    trivial = interaction_ordinary(agent, lambda play: NOTHING, steps)

    assert ignore_rewards_3(agent, play) == (WON if play[-1] == trivial[-1] else LOST)


def test_what_is_no_play():
    """It is refused."""
    with pytest.raises(MalformedHistory):
        ignore_rewards_3(TableAgent(UNPAID), history((0, 0)))
