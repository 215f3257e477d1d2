"""Delayed rewards: every other reward is added to the next in what is asked."""

import pytest

from formal_rl.checking.departures import every_sequence, functional_departure
from formal_rl.environments import TableAgent, interaction
from formal_rl.environments.turn_by_turn import delayed_rewards, delayed_rewards_functional
from formal_rl.histories import Percept, history, percepts

WON, LOST = Percept(1, 0), Percept(-1, 0)


def play_with(*rewards):
    """Return a play whose actions earn these rewards."""
    play = ((0, 0), 0)
    for reward in rewards:
        play = (*play, (reward, 0), 0)
    return history(*play)


def rewards(prompt):
    """Return all rewards but the first."""
    return tuple(percept.reward for percept in percepts(prompt)[1:])


@pytest.mark.parametrize(("earned", "told"), [((1, 3, 7), (1, 0, 10)), ((1, 1, 1, 1, 1), (1, 0, 2, 0, 2))])
def test_the_documented_examples(earned, told):
    """The first reward is the one that the first action earned."""
    assert rewards(delayed_rewards.hypothetical(play_with(*earned))) == told


def test_by_hand():
    """An agent that does 1 after a positive reward is asked about 1, 0, -1 + 1 = 0 and 0 where it sees 1, 1, -1, 1."""

    def content(prompt):
        return 1 if prompt[-1].reward > 0 else 0

    # true: 0, 1, 1, 0, 1; asked: 0, 1, 0, 0, 0.
    expected = history((0, 0), 0, (1, 0), 1, (1, 0), 1, (-1, 0), 0, (1, 0), 1)

    assert expected == interaction(content, delayed_rewards, 5)
    assert delayed_rewards(content, expected) == LOST


def test_on_the_history_of_a_stranger():
    """The reward 6 of the second turn is not seen, and in the third it is 6 + 2."""
    agent = TableAgent(
        {
            history((3, 1), 5, (4, 1), 5, (0, 1)): 1,
            history((3, 1), 5, (4, 1), 5, (0, 1), 5, (8, 1)): 2,
        }
    )

    assert delayed_rewards(agent, history((3, 1), 5, (4, 1), 5, (6, 1), 1)) == WON
    assert delayed_rewards(agent, history((3, 1), 5, (4, 1), 5, (6, 1), 5, (2, 1), 2)) == WON
    assert delayed_rewards(agent, history((3, 1), 5, (4, 1), 5, (6, 1), 5, (2, 1), 1)) == LOST


def test_the_functional_form_by_hand():
    """1, 3, 7, 2 become 0, 1 + 3, 0, 7 + 2."""
    assert rewards(delayed_rewards_functional.hypothetical(play_with(1, 3, 7, 2))) == (0, 4, 0, 9)


def test_where_the_functional_form_departs():
    """At the second reward: it does not tell of the first."""
    part = functional_departure(
        "", delayed_rewards_functional, delayed_rewards, actions=(0, 1), played=every_sequence(3)
    )

    assert part.refutation.disagreement.history == history((0, 0), 0, (1, 0), 0)
