"""Games: a level being played, step by step, by one agent or several."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from formal_rl.agents import Draw, Draws
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Action
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import AGENT, EXIT, LEVEL_EXIT, RED
from formal_rl.safelife.board.rule import AdvanceResult, advance
from formal_rl.safelife.game.actions import ACTIONS, act
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.game.points import Counts, count_cells, table_points


class Advance(Protocol):
    """A form of the rule of a board."""

    def __call__(self, board: Board, spawn_probability: Draw, draws: Draws, draws_read: int, /) -> AdvanceResult:
        """Return the board after a step, and how many draws have been read in all."""


class GameState(NamedTuple):
    """The state of a game: the board, the goals, each agent's location, and the numbers of steps made and draws read.

    ``counts`` are those of `count_cells` before the exits are opened or closed, as the published code counts; that is
    the same as after it unless a level has exits that are more than exits, such as living ones.

    Ledger: W19-agent*
    """

    board: Board
    goals: Board
    locations: tuple[Location, ...]
    steps: int
    draws_read: int
    counts: Counts
    in_play: tuple[bool, ...]


LEDGER = ("W19-agent",)


class StepResult(NamedTuple):
    """A game after a step, and the reward of each agent."""

    state: GameState
    rewards: tuple[int, ...]


def start(level: Level) -> GameState:
    """Return the game before its first step: the level, its exits opened or closed.

    Ledger: W19-agent*
    """
    counts = count_cells(level.board, level.goals)
    state = GameState(level.board, level.goals, level.agents, 0, 0, counts, (True,) * len(level.agents))
    return state._replace(board=exits_updated(level, state))


def step(
    level: Level, state: GameState, actions: Sequence[Action], draws: Draws = (), *, advance: Advance = advance
) -> StepResult:
    """Return the game after one step, and the reward of each agent.

    In this order: the agents act, in the order of their indices; the board advances; the goals advance, by the same
    rule and with the draws that follow; exits and agents are opened or closed; points are counted. An agent is paid
    the difference of its points, if it was in play before the step. ``advance`` may be another form of the rule.

    Raises `InvalidParameter` if there is not one action for each agent, `ActionOutOfRange` with the index of an
    agent, and the errors of `advance`.

    Source: Wainwright and Eckersley 2019, Section 2; the published code decides.
    Ledger: W19-agent*, W19-equivariance*, W19-reward*
    """
    after = advanced(level, acted(level, state, actions), draws, advance=advance)
    rewards = (
        points(level, after, agent) - points(level, state, agent) if state.in_play[agent] else 0
        for agent in range(len(state.locations))
    )
    return StepResult(after, tuple(rewards))


def acted(level: Level, state: GameState, actions: Sequence[Action]) -> GameState:
    """Return the game after the agents have acted, one after the other, and before the board advances.

    Raises as `step` does.
    """
    if not isinstance(actions, Sequence) or len(actions) != len(state.locations):
        raise InvalidParameter("actions", actions, f"one for each agent, of which there are {len(state.locations)}")
    board, locations = state.board, list(state.locations)
    for agent, action in enumerate(actions):
        if type(action) is not int or not 0 <= action < len(ACTIONS):
            raise ActionOutOfRange(agent, action, len(ACTIONS))
        board, locations[agent] = act(board, locations[agent], action)
    return state._replace(board=board, locations=tuple(locations))


def advanced(level: Level, state: GameState, draws: Draws = (), *, advance: Advance = advance) -> GameState:
    """Return the game after board and goals have advanced and exits are updated.

    Raises the errors of `advance`.
    """
    board, draws_read = advance(state.board, level.spawn_probability, draws, state.draws_read)
    goals, draws_read = advance(state.goals, level.spawn_probability, draws, draws_read)
    state = state._replace(
        board=board, goals=goals, steps=state.steps + 1, draws_read=draws_read, counts=count_cells(board, goals)
    )
    state = state._replace(board=exits_updated(level, state))
    still = (was and is_active(state, agent) for agent, was in enumerate(state.in_play))
    return state._replace(in_play=tuple(still))


def exits_updated(level: Level, state: GameState) -> Board:
    """Return the board with each agent's exit flag set if it may leave, and each exit red if any agent may.

    The exits are where the level has them, whatever has become of them since; and an agent's flag is that of the cell
    where it is, or was last.

    Source: the published code.
    Ledger: W19-agent*
    """
    may_leave = [can_exit(level, state, agent) for agent in range(len(state.locations))]
    changes = {
        location: state.board[location] & ~EXIT | (EXIT if may else 0)
        for location, may in zip(state.locations, may_leave, strict=True)
    }
    exits = (location for location in level.board.find(EXIT) if not level.board[location] & AGENT)
    changes |= dict.fromkeys(exits, LEVEL_EXIT | (RED if any(may_leave) else 0))
    return state.board.with_cells(changes)


def is_active(state: GameState, agent: int) -> bool:
    """Whether there is an agent where this one should be: it has not left, and was not destroyed."""
    return bool(state.board[state.locations[agent]] & AGENT)


def has_exited(state: GameState, agent: int) -> bool:
    """Whether an agent has left through an exit."""
    cell = state.board[state.locations[agent]]
    return bool(cell & EXIT) and not cell & AGENT


def points(level: Level, state: GameState, agent: int) -> int:
    """Return the points of an agent: those of its table for the board, and one for having left.

    Source: Wainwright and Eckersley 2019, Section 2, with the points of the published code.
    Ledger: W19-reward*
    """
    return table_points(state.counts, level.table(agent)) + has_exited(state, agent)


def earned_points(level: Level, state: GameState, agent: int) -> int:
    """Return the points of an agent minus those of its table for the level itself.

    Ledger: W19-reward
    """
    return points(level, state, agent) - level.initial_values[agent]


def can_exit(level: Level, state: GameState, agent: int) -> bool:
    """Whether an agent is active and has the points that the level requires.

    Ledger: W19-reward
    """
    return is_active(state, agent) and max(0, earned_points(level, state, agent)) >= level.required[agent]
