"""Repeater: every turn happens twice in what is asked."""

from hypothesis import given

from formal_rl.checking.departures import every_sequence, functional_departure
from formal_rl.environments import TableAgent, interaction
from formal_rl.environments.turn_by_turn import repeater, repeater_functional, with_percepts_doubled
from formal_rl.histories import Percept, history, percepts
from formal_rl.strategies import plays

WON, LOST = Percept(1, 0), Percept(-1, 0)


def test_what_is_asked():
    """Twice the turns 1 (2, 8) and 2 (3, 7), after one first percept."""
    assert repeater.hypothetical(history((0, 9), 1, (2, 8), 2, (3, 7), 3)) == history(
        (0, 9), 1, (2, 8), 1, (2, 8), 2, (3, 7), 2, (3, 7)
    )


def test_by_hand():
    """On 1, 2, 3, 4 percepts an agent counts to 1, 2, 0, 1, modulo 3; it is asked on 1, 3, 5, 7: 1, 0, 2, 1."""

    def counting(prompt):
        return len(percepts(prompt)) % 3

    expected = history((0, 0), 1, (1, 0), 2, (-1, 0), 0, (-1, 0), 1)

    assert expected == interaction(counting, repeater, 4)
    assert repeater(counting, expected) == WON


def test_on_the_history_of_a_stranger():
    """The agent does not do 4; it is asked about having done it twice, for 6 each time."""
    agent = TableAgent({history((0, 1)): 0, history((0, 1), 4, (6, 2), 4, (6, 2)): 3})

    assert repeater(agent, history((0, 1), 4, (6, 2), 3)) == WON
    assert repeater(agent, history((0, 1), 4, (6, 2), 0)) == LOST


@given(play=plays(min_percepts=1))
def test_how_long(play):
    """n percepts become 2 n - 1, in either form."""
    length = 2 * len(percepts(play)) - 1

    assert len(percepts(repeater.hypothetical(play))) == len(percepts(with_percepts_doubled(play))) == length


def test_the_functional_form_by_hand():
    """Twice (0, 9) 1 and (2, 8) 2, and the last percept once."""
    assert with_percepts_doubled(history((0, 9), 1, (2, 8), 2, (3, 7), 3)) == history(
        (0, 9), 1, (0, 9), 1, (2, 8), 2, (2, 8), 2, (3, 7)
    )


def test_where_the_functional_form_departs():
    """At the second reward: it says that the first action earned 0, and then 1."""
    part = functional_departure("", repeater_functional, repeater, actions=(0, 1), played=every_sequence(3))

    assert part.refutation.disagreement.history == history((0, 0), 0, (1, 0), 0)
