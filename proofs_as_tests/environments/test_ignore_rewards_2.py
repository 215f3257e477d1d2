"""Ignore rewards 2: turns with a positive reward are deleted."""

import pytest
from hypothesis import given

from formal_rl.checking.departures import every_sequence, functional_departure
from formal_rl.environments import TableAgent, interaction
from formal_rl.environments.turn_by_turn import ignore_rewards_2, ignore_rewards_2_functional, without_paid_percepts
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history, is_prompt
from formal_rl.strategies import plays

WON, LOST = Percept(1, 0), Percept(-1, 0)


def test_what_is_asked():
    """Of rewards 2, 0, -3 and 1 the turns that end in 2 and 1 go; the first percept stays, paid or not."""
    play = history((7, 9), 1, (2, 8), 2, (0, 7), 3, (-3, 6), 4, (1, 5), 5)

    assert ignore_rewards_2.hypothetical(play) == history((7, 9), 2, (0, 7), 3, (-3, 6))
    assert ignore_rewards_2.hypothetical(history((7, 9), 1)) == history((7, 9))


def test_by_hand():
    """Having been paid for 0, the agent is asked as at first; having been punished for 1, it is asked about that."""
    agent = TableAgent(
        {
            history((0, 0)): 0,
            history((0, 0), 0, (1, 0)): 1,
            history((0, 0), 0, (1, 0), 1, (-1, 0)): 1,
            history((0, 0), 1, (-1, 0)): 1,
            history((0, 0), 0, (1, 0), 1, (-1, 0), 1, (1, 0)): 0,
        }
    )
    expected = history((0, 0), 0, (1, 0), 1, (-1, 0), 1, (1, 0), 0)

    assert expected == interaction(agent, ignore_rewards_2, 4)
    assert ignore_rewards_2(agent, expected) == LOST


def test_on_a_history_of_a_stranger():
    """The agent never does 5; it is asked about it where it was not paid for, and not where it was."""
    agent = TableAgent({history((0, 4)): 1, history((0, 4), 5, (0, 3)): 2})

    assert ignore_rewards_2(agent, history((0, 4), 5, (3, 3), 1)) == WON
    assert ignore_rewards_2(agent, history((0, 4), 5, (0, 3), 2)) == WON
    assert ignore_rewards_2(agent, history((0, 4), 5, (0, 3), 1)) == LOST


@given(play=plays(min_percepts=1))
def test_what_is_asked_is_a_prompt_without_pay(play):
    """No percept but the first has a positive reward."""
    prompt = ignore_rewards_2.hypothetical(play)

    assert is_prompt(prompt)
    assert all(percept.reward <= 0 for percept in prompt[2::2])


def test_the_functional_form_by_hand():
    """The percepts with rewards 2 and 1 go, with the actions 2 and 5 that answered them; then the last action goes."""
    play = history((0, 9), 1, (2, 8), 2, (0, 7), 3, (-3, 6), 4, (1, 5), 5)

    assert without_paid_percepts(play) == history((0, 9), 1, (0, 7), 3, (-3, 6))
    assert without_paid_percepts(history((0, 9), 1, (-2, 8), 2)) == history((0, 9), 1, (-2, 8))


def test_where_every_percept_was_paid_the_functional_form_has_no_question():
    """It says so."""
    with pytest.raises(MalformedHistory, match="at least one percept whose reward is not positive"):
        without_paid_percepts(history((1, 0), 0))
    with pytest.raises(MalformedHistory, match="the empty play has no prompt"):
        without_paid_percepts(())


def test_where_the_functional_form_departs():
    """At the third reward: it asks about 0, which was paid for, instead of 1, which was punished."""
    part = functional_departure(
        "", ignore_rewards_2_functional, ignore_rewards_2, actions=(0, 1), played=every_sequence(4)
    )

    assert part.refutation.disagreement.history == history((0, 0), 0, (1, 0), 1, (-1, 0), 0)
