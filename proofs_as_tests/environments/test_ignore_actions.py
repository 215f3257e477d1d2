"""Ignore actions: every past action is 0 in what is asked."""

from hypothesis import given

from formal_rl.environments import TableAgent, interaction
from formal_rl.environments.turn_by_turn import ignore_actions
from formal_rl.histories import Percept, actions, history, percepts, prompt_of
from formal_rl.strategies import agents, plays

WON, LOST = Percept(1, 0), Percept(-1, 0)


def test_what_is_asked():
    """Percepts stay; 3 and 4 become 0; the last action is not part of the question."""
    assert ignore_actions.hypothetical(history((9, 8), 3, (7, 6), 4, (5, 4), 2)) == history(
        (9, 8), 0, (7, 6), 0, (5, 4)
    )


def test_by_hand():
    """An agent that does otherwise than it did is asked as if it had done 0: it would do 1 every time."""

    def contrary(prompt):
        return 1 - prompt[-2] if len(prompt) > 1 else 1

    expected = history((0, 0), 1, (1, 0), 0, (-1, 0), 1, (1, 0), 0, (-1, 0), 1)

    assert expected == interaction(contrary, ignore_actions, 5)


def test_on_the_history_of_a_stranger():
    """The agent never does 3, and is asked about 0."""
    agent = TableAgent({history((2, 7)): 1, history((2, 7), 0, (5, 1)): 4, history((2, 7), 3, (5, 1)): 2})

    assert ignore_actions(agent, history((2, 7), 3, (5, 1), 4)) == WON
    assert ignore_actions(agent, history((2, 7), 3, (5, 1), 2)) == LOST


@given(agent=agents(), play=plays(min_percepts=1))
def test_the_past_actions_do_not_matter(agent, play):
    """The percept is the same whatever they were."""
    prompt = ignore_actions.hypothetical(play)

    assert ignore_actions(agent, play) == ignore_actions(agent, (*prompt, play[-1]))
    assert percepts(prompt) == percepts(prompt_of(play))
    assert set(actions(prompt)) <= {0}
