"""The nth reward multiplied by n: worked by hand, and where the published form departs."""

from hypothesis import given

from formal_rl.checking.departures import every_sequence, published_departure
from formal_rl.environments import TableAgent, interaction
from formal_rl.environments.turn_by_turn import nth_reward_multiplied_by_n, nth_reward_multiplied_by_n_published
from formal_rl.histories import Percept, history, percepts
from formal_rl.strategies import plays

WON, LOST = Percept(1, 0), Percept(-1, 0)


def test_what_is_asked():
    """2, 3, -1 become 2, 6, -3; the reward of the first percept stays."""
    assert nth_reward_multiplied_by_n.hypothetical(history((5, 9), 1, (2, 8), 2, (3, 7), 3, (-1, 6), 4)) == history(
        (5, 9), 1, (2, 8), 2, (6, 7), 3, (-3, 6)
    )


def test_by_hand():
    """An agent that does 1 for a reward above 1 never gets one, and is asked about 1, 2, -3, -4, 5."""

    def greedy(prompt):
        return 1 if prompt[-1].reward > 1 else 0

    # true: always 0; asked after (0), 1, 2, -3, 4: 0, 0, 1, 0, 1.
    expected = history((0, 0), 0, (1, 0), 0, (1, 0), 0, (-1, 0), 0, (1, 0), 0)

    assert expected == interaction(greedy, nth_reward_multiplied_by_n, 5)
    assert nth_reward_multiplied_by_n(greedy, expected) == LOST


def test_on_the_history_of_a_stranger():
    """The rewards 4 and 5 are asked about as 4 and 10."""
    agent = TableAgent({history((0, 3)): 0, history((0, 3), 7, (4, 2), 7, (10, 1)): 1})

    assert nth_reward_multiplied_by_n(agent, history((0, 3), 7, (4, 2), 7, (5, 1), 1)) == WON
    assert nth_reward_multiplied_by_n(agent, history((0, 3), 7, (4, 2), 7, (5, 1), 0)) == LOST


@given(play=plays(min_percepts=1))
def test_the_nth_is_n_times_as_much(play):
    """Counted from 1 after the first percept."""
    before, after = percepts(play[:-1])[1:], percepts(nth_reward_multiplied_by_n.hypothetical(play))[1:]

    assert all(new.reward == n * old.reward for n, (old, new) in enumerate(zip(before, after, strict=True), start=1))


def test_where_the_published_form_departs():
    """At the second reward: its copy is told that the first was 0."""
    part = published_departure(
        "", nth_reward_multiplied_by_n_published, nth_reward_multiplied_by_n, actions=(0, 1), played=every_sequence(3)
    )

    assert part.refutation.disagreement.history == history((0, 0), 0, (1, 0), 0)
