"""Games on bit planes: games by hand, and what is refused in which words."""

import pytest

from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife.board import ALIVE, EXIT, LIFE, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, LEVEL_EXIT, PLAYER, RED
from formal_rl.safelife.game import Level, start, step
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.levels import shipped_level
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.wainwright_2019.drawn_levels import SHED

NOTHING, UP, RIGHT, TOGGLE_RIGHT = 0, 1, 2, 6


def test_goals_go_on():
    """Goals that stay are known to stay, and those that blink come back."""
    blinker = board_of(5, 5, [((2, column), LIFE | BLUE) for column in (1, 2, 3)])
    still = board_of(5, 5, [((2, 2), BLUE)])
    player = board_of(5, 5, [((0, 0), PLAYER)])
    for goals, period in ((blinker, 2), (still, 1)):
        game = PackedGame(Level(player, goals))
        states = [game.start()]
        for _ in range(4):
            states.append(game.step(states[-1], [NOTHING]).state)
        assert all(later.goals is earlier.goals for earlier, later in zip(states, states[period:], strict=False))
        assert states[1].goals == states[3].goals


def test_draws_may_be_read_ahead():
    """Draws that serve for many steps give what the draws themselves give."""
    level = in_single_precision(shipped_level("append-spawn-0"))
    game, draws = PackedGame(level), SeededDraws(2)
    ahead = game.reading(draws)
    first = second = game.start()
    for action in [UP, TOGGLE_RIGHT, RIGHT, NOTHING] * 8:
        first, second = game.step(first, [action], draws).state, game.step(second, [action], ahead).state

    assert first == second
    assert first.draws_read > 20


def test_an_exit_that_lives():
    """It counts as life on a blue goal, and then no longer: -(-3)."""
    board = board_of(3, 4, [((0, 0), PLAYER), ((1, 2), EXIT | ALIVE | RED)])
    game = PackedGame(Level(board, board_of(3, 4, [((1, 2), BLUE)])))
    assert game.step(game.start(), [NOTHING]).rewards == (3,)


# --- What is refused ---


@pytest.mark.parametrize(
    "change",
    [
        {"board": Board.empty(5, 6)},
        {"board": start(SHED).board.with_cells({(3, 2): LEVEL_EXIT})},
        {"locations": ()},
        {"locations": ((7, 2),)},
        {"goals": Board.empty(5, 5)},
        {"in_play": (True, True)},
        {"draws_read": -1},
        {"steps": 1, "counts": start(SHED).counts[::-1]},
    ],
)
def test_states_of_no_game(change):
    """Each field of a state is as the level can have it."""
    with pytest.raises(InvalidParameter):
        PackedGame(SHED).packed(start(SHED)._replace(**change))


@pytest.mark.parametrize("actions", [(), (0, 0, 0), None, 3, *((0, each) for each in (9, -1, True, "up", 1.0))])
def test_actions_are_refused_as_by_the_definition(actions):
    """There is one of the nine for each agent; an agent is named whose action is something else."""
    level = Level(board_of(3, 4, [((0, 0), PLAYER), ((1, 2), PLAYER)]), Board.empty(3, 4))
    game, refusals = PackedGame(level), []
    for form in (lambda: step(level, start(level), actions), lambda: game.step(game.start(), actions)):
        with pytest.raises((InvalidParameter, ActionOutOfRange)) as refusal:
            form()
        refusals.append(str(refusal.value))

    assert refusals[0] == refusals[1]
