"""A level as an ordinary environment: worked by hand, its errors, and the form that carries the game forward."""

from fractions import Fraction

import pytest

from formal_rl.agents import ConstantLearner, HashedDraws, as_agent
from formal_rl.checking import Scope
from formal_rl.environments import embed, interaction
from formal_rl.errors import ActionOutOfRange, DrawsExhausted, InvalidParameter
from formal_rl.histories import Percept
from formal_rl.safelife.board import LIFE, Board, turned
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, PLAYER, RED, SPAWNER
from formal_rl.safelife.game import Level, level_environment
from formal_rl.safelife.game.level_environment import LevelEnvironmentIncremental, SafeLifeObservation
from formal_rl.statements.wainwright_2019.pairs import SAFELIFE_GAME_PAIRS

RED_DOT = Level(board_of(3, 3, [((1, 1), PLAYER), ((0, 1), LIFE | RED)]), Board.empty(3, 3))
"""A red dot above the agent: removing it pays 1."""


def test_it_shows_the_level_first_and_pays_nothing():
    """The first percept is the level, its agent free to leave, since nothing is required."""
    percept = level_environment(RED_DOT)(())

    assert percept == Percept(0, SafeLifeObservation(RED_DOT.board.with_cells({(1, 1): PLAYER | 256}), RED_DOT.goals))


def test_a_removed_red_dot_pays_one():
    """Toggle up: the dot is gone, the agent has turned up already, and one point is paid; then nothing more."""
    environment = level_environment(RED_DOT)
    first = environment(())
    second = environment((first, 5))
    third = environment((first, 5, second, 0))

    assert second == Percept(1, SafeLifeObservation(board_of(3, 3, [((1, 1), PLAYER | 256)]), RED_DOT.goals))
    assert third == Percept(0, second.observation)


def test_leaving_pays_one_and_the_board_goes_on():
    """Right into the exit while the ends of a red diagonal die: 3; its middle dies later, and nothing is paid."""
    cells = [((5, 5), PLAYER), ((5, 6), LEVEL_EXIT), *(((place, place), LIFE | RED) for place in (1, 2, 3))]
    level = Level(board_of(7, 7, cells), Board.empty(7, 7))
    percepts = list(interaction(as_agent(ConstantLearner(2)), embed(level_environment(level)), 3))[::2]

    assert [percept.reward for percept in percepts] == [0, 3, 0]
    assert percepts[1].observation.board[2, 2] == LIFE | RED
    assert percepts[2].observation.board == board_of(7, 7, [((5, 6), LEVEL_EXIT)])


def test_neighbours_are_frozen_until_the_agent_has_left():
    """A lone red dot stays beside an agent that waits; in the step in which it leaves, the dot dies: 2."""
    level = Level(board_of(5, 5, [((2, 1), PLAYER), ((2, 2), LEVEL_EXIT), ((1, 1), LIFE | RED)]), Board.empty(5, 5))
    environment = level_environment(level)
    first = environment(())

    assert [environment((first, action)).reward for action in (0, 2)] == [0, 2]


def test_only_one_agent():
    """An environment has one agent."""
    board = board_of(3, 4, [((0, 0), PLAYER), ((2, 2), turned(PLAYER, 1))])
    for level in (Level(board, Board.empty(3, 4)), Level(Board.empty(3, 3), Board.empty(3, 3))):
        with pytest.raises(InvalidParameter, match=r"level is 'one with [02] agents': expected one agent"):
            level_environment(level)
        with pytest.raises(InvalidParameter, match="expected one agent"):
            LevelEnvironmentIncremental(level)


def test_actions_beyond_the_nine_and_too_few_draws():
    """The index of the action in the play is named, and the draw that is missing."""
    environment = level_environment(RED_DOT)
    first = environment(())
    with pytest.raises(ActionOutOfRange, match="element 3 is action 9, but this environment has 9 actions"):
        environment((first, 0, environment((first, 0)), 9))
    carried = LevelEnvironmentIncremental(RED_DOT)
    with pytest.raises(ActionOutOfRange, match="element 1 is action 9"):
        carried.advance(ConstantLearner(0), carried.start(ConstantLearner(0))[1], 9)
    spawning = Level(board_of(5, 5, [((0, 0), PLAYER), ((2, 3), SPAWNER)]), Board.empty(5, 5))
    with pytest.raises(DrawsExhausted, match="draw 1 is needed"):
        level_environment(spawning, (0.5,))((first, 0))


@pytest.mark.parametrize("pair", SAFELIFE_GAME_PAIRS, ids=lambda pair: pair.name)
def test_the_pair_is_equal(pair):
    """The form that carries the game forward gives the percepts of the definition."""
    (part,) = pair.parts(Scope())

    assert part.refutation is None
    assert not [branch for branch, number in part.branches.items() if not number]


def test_a_form_that_forgets_the_draws_read_is_rejected():
    """A game carried forward that reads the same draws at each step is not the definition."""

    class Forgetful(LevelEnvironmentIncremental):
        def advance(self, learner, state, action):
            return super().advance(learner, state._replace(draws_read=0), action)

    level = Level(
        board_of(4, 5, [((1, 1), PLAYER), ((3, 3), SPAWNER)]), Board.empty(4, 5), spawn_probability=Fraction(1, 2)
    )
    draws, learner = HashedDraws(3), ConstantLearner(0)
    right, wrong = LevelEnvironmentIncremental(level, draws), Forgetful(level, draws)
    right_state, wrong_state = right.start(learner)[1], wrong.start(learner)[1]
    answers = []
    for _ in range(5):
        right_percept, right_state = right.advance(learner, right_state, 0)
        wrong_percept, wrong_state = wrong.advance(learner, wrong_state, 0)
        answers.append(right_percept == wrong_percept)

    assert not all(answers)


def test_a_level_can_be_embedded():
    """Seen as an extended environment it never asks the agent, and its goals are part of what is shown."""
    level = Level(board_of(3, 3, [((1, 1), PLAYER)]), board_of(3, 3, [((0, 0), BLUE)]))
    percept = embed(level_environment(level))(lambda prompt: 1 / 0, ())

    assert percept.observation.goals[0, 0] == BLUE
