"""A level with one agent as an ordinary environment."""

from typing import NamedTuple

from formal_rl.agents import Draws
from formal_rl.environments import Environment
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Percept, Play, actions, require_play
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.game.actions import ACTIONS
from formal_rl.safelife.game.game import GameState, start, step
from formal_rl.safelife.game.level import Level


class SafeLifeObservation(NamedTuple):
    """An agent's view of a game: the whole board and the goals.

    Ledger: W19-agent
    """

    board: Board
    goals: Board


def level_environment(level: Level, draws: Draws = ()) -> Environment:
    """Return the environment that plays a level: it shows board and goals, and pays the reward of each step.

    It answers a play by playing it from the start. The first percept pays 0. It never ends: when the agent has left or
    was destroyed, the board goes on and 0 is paid.

    Raises `InvalidParameter` for a level that has not one agent. A call raises `ActionOutOfRange` for an action
    that is not one of the nine and `DrawsExhausted`.

    Source: Wainwright and Eckersley 2019, Section 2.
    Ledger: W19-agent*
    """
    require_one_agent(level)

    def environment(play: Play) -> Percept:
        require_play(play)
        state, reward = start(level), 0
        for turn, action in enumerate(actions(play)):
            if action >= len(ACTIONS):
                raise ActionOutOfRange(2 * turn + 1, action, len(ACTIONS))
            state, (reward,) = step(level, state, (action,), draws)
        return seen(state, reward)

    return environment


def seen(state: GameState, reward: int) -> Percept:
    """Return the percept that shows a game and pays a reward."""
    return Percept(reward, SafeLifeObservation(state.board, state.goals))


def require_one_agent(level: Level) -> None:
    """Raise `InvalidParameter` for a level that has not one agent."""
    if len(level.agents) != 1:
        raise InvalidParameter("level", f"one with {len(level.agents)} agents", "one agent, as an environment has")
