"""Flip every other: worked by hand, and where the published form departs."""

from hypothesis import given

from formal_rl.checking.departures import every_sequence, published_departure
from formal_rl.environments import TableAgent, interaction
from formal_rl.environments.turn_by_turn import flip_every_other, flip_every_other_published
from formal_rl.histories import Percept, history, prompt_of
from formal_rl.strategies import plays

WON, LOST = Percept(1, 0), Percept(-1, 0)


def test_what_is_asked():
    """The first and third of 2, 3, -1 are flipped; the reward of the first percept stays."""
    assert flip_every_other.hypothetical(history((5, 9), 1, (2, 8), 2, (3, 7), 3, (-1, 6), 4)) == history(
        (5, 9), 1, (-2, 8), 2, (3, 7), 3, (1, 6)
    )


def test_by_hand():
    """An agent that does 1 after a positive reward is asked about the opposite of the first and the third."""

    def content(prompt):
        return 1 if prompt[-1].reward > 0 else 0

    # true: 0, 1, 0, 1; asked after (0), -1, -1, -1: 0, 0, 0, 0
    expected = history((0, 0), 0, (1, 0), 1, (-1, 0), 0, (1, 0), 1)

    assert expected == interaction(content, flip_every_other, 4)
    assert flip_every_other(content, expected) == LOST


def test_on_the_history_of_a_stranger():
    """The rewards 4 and 5 are asked about as -4 and 5."""
    agent = TableAgent({history((0, 3)): 0, history((0, 3), 7, (-4, 2), 7, (5, 1)): 1})

    assert flip_every_other(agent, history((0, 3), 7, (4, 2), 7, (5, 1), 1)) == WON
    assert flip_every_other(agent, history((0, 3), 7, (4, 2), 7, (5, 1), 0)) == LOST


@given(play=plays(min_percepts=1))
def test_flipping_twice_changes_nothing(play):
    """So what is asked about determines the history."""
    assert flip_every_other.hypothetical((*flip_every_other.hypothetical(play), play[-1])) == prompt_of(play)


def test_where_the_published_form_departs():
    """At the second reward: its copy is told of the first as it was."""
    part = published_departure(
        "", flip_every_other_published, flip_every_other, actions=(0, 1), played=every_sequence(3)
    )

    assert part.refutation.disagreement.history == history((0, 0), 0, (1, 0), 0)
