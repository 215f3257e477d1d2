"""Self-insert, in both readings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import (
    corridor,
    embed,
    interaction,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history, map_rewards
from formal_rl.statements.alexander_2021.codings import by_reward, counting_on
from formal_rl.strategies import actions, agents, environments, percepts, plays
from formal_rl.study._explained.environments import explained_ordinary
from formal_rl.study._explained.pictures import drawn_screen, explained_self_insert
from formal_rl.transforms import read_from_the_screen, self_insert, self_insert_letter

SCREENS = percepts(observations=st.integers(0, 200))


@given(agents(), environments(), st.integers(0, 6))
def test_the_screen_shows_the_game(agent, game, steps):
    """Decoded, what is read from the screen is what the game gives along the same actions."""
    read = read_from_the_screen(interaction(agent, self_insert(embed(game)), steps))

    assert all(read[index] == game(read[:index]) for index in range(0, len(read), 2))


@given(agents(), environments(), plays(percepts=SCREENS), st.integers(-3, 3))
def test_rewards_that_are_felt_do_not_matter(agent, game, play, reward):
    """Decoded, the rewards of the play change nothing."""
    environment = self_insert(embed(game))

    assert environment(agent, map_rewards(lambda _: reward, play)) == environment(agent, play)


@given(agents(), agents(), plays(percepts=SCREENS, min_percepts=1))
def test_both_readings_pay_alike(agent, other, play):
    """The readings differ in what the screen shows, and never in what they pay."""
    game = embed(lambda asked: Percept(0, other((*asked, Percept(0, 0)))))

    assert self_insert(game)(agent, play).reward == self_insert_letter(game)(agent, play).reward


@given(agents(), environments(), st.lists(actions(), max_size=6))
def test_games_are_inserted_twice(agent, game, doings):
    """A game on a screen on a screen: what is read twice is the game."""
    environment = self_insert(self_insert(embed(game)))
    play = ()
    for action in doings:
        play = (*play, environment(agent, play), action)
    read = read_from_the_screen(read_from_the_screen(play))

    assert all(read[index] == game(read[:index]) for index in range(0, len(read), 2))


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
