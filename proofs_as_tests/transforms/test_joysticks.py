"""Two joysticks: the game below them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import (
    corridor,
    embed,
    interaction,
)
from formal_rl.errors import ActionOutOfRange, MalformedHistory
from formal_rl.histories import history, map_rewards
from formal_rl.strategies import agents, environments
from formal_rl.transforms import two_joysticks


@given(agents(), environments(), st.integers(0, 5))
def test_the_game_below_is_played_by_the_moves(agent, game, steps):
    """What is shown is what the game shows to the moves, and what is paid is that or a penalty."""
    run = interaction(agent, two_joysticks(game), steps)
    play = ()
    for percept, action in zip(run[::2], run[1::2], strict=True):
        own = game(play)
        assert percept.observation == own.observation
        assert percept.reward in {own.reward, min(own.reward - 1, -1)}
        play = (*play, own, action // 2)


@given(agents(), environments(), st.integers(0, 1), st.integers(0, 5))
def test_one_joystick_is_never_penalised(agent, game, held, steps):
    """An agent that holds one joystick plays the game, however its moves depend on rewards."""

    def holding(prompt):
        return 2 * agent(prompt) + held

    def unpenalised(play):
        return game(tuple(each if index % 2 == 0 else each // 2 for index, each in enumerate(play)))

    assert interaction(holding, two_joysticks(game), steps) == interaction(holding, embed(unpenalised), steps)


@given(agents(), environments(), st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_rewards_that_were_given_reach_only_the_game(agent, game, doings):
    """What is paid for a play does not depend on the rewards that stand in it."""
    play = tuple(each for action in doings for each in (*history((1, 0)), action))
    world = two_joysticks(game)

    assert world(agent, play) == world(agent, map_rewards(lambda reward: -reward, play))


def test_what_is_refused():
    """A move that the game has not, and a prompt."""
    world = two_joysticks(corridor(2))
    with pytest.raises(ActionOutOfRange):
        world(lambda prompt: 0, history((0, 0), 4))
    with pytest.raises(MalformedHistory):
        world(lambda prompt: 0, history((0, 0)))
