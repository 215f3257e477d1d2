"""Self-insert, in both readings."""

import pytest

from formal_rl.environments import corridor, embed
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history
from formal_rl.statements.alexander_2021.codings import by_reward, counting_on
from formal_rl.study._explained.environments import explained_ordinary
from formal_rl.study._explained.pictures import drawn_screen, explained_self_insert
from formal_rl.transforms import self_insert, self_insert_letter


@pytest.mark.parametrize("insertion", [self_insert, self_insert_letter])
@pytest.mark.parametrize("observation", [-1, "left", True])
def test_screens_are_naturals(insertion, observation):
    """An observation that is no number, in the play or of the game, is refused and named."""
    with pytest.raises(MalformedHistory) as raised:
        insertion(embed(corridor(2)))(by_reward, history((0, 0), 0, (0, observation), 0))
    assert (raised.value.index, raised.value.value) == (2, observation)

    with pytest.raises(MalformedHistory) as raised:
        insertion(embed(lambda play: Percept(0, observation)))(by_reward, ())
    assert raised.value.value == observation


def said(explained, play):
    """The words for what the agent that follows rewards gets."""
    return explained.clause(by_reward, play, explained(by_reward, play))


def test_the_clause_in_words():
    """The clause draws the screen."""
    explained = explained_self_insert(explained_ordinary("game", counting_on))
    screen = "\n".join(["+--------------+", "| reward  1/2  |", "| shows   3    |", "+--------------+"])

    assert explained.name == "self_insert(game)"
    assert drawn_screen(Percept(counting_on(history((0, 2), 1)).reward, 3)) == screen
    assert said(explained, history((0, 2), 1, (-1, 23), 1)) == (
        "the last action is 1; had it felt what it saw, (0,1) 1 (1/2,2), the agent does 1: they agree, so the reward "
        f"is 1;\ngame is on the screen, as the number 31:\n{screen}"
    )
    assert said(explained, ()).startswith("the play is empty, so the reward is 0;\ngame is on")
