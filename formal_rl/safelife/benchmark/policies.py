"""Policies for levels: the action of an agent, given the whole game and draws of its own."""

from collections import deque
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Protocol

from formal_rl.agents import Draw, Draws, draw
from formal_rl.histories import Action
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import AGENT, EMPTY, EXIT
from formal_rl.safelife.board.rule import AdvanceResult
from formal_rl.safelife.game.actions import ACTIONS, DIRECTIONS
from formal_rl.safelife.game.game import GameState, acted, advanced, can_exit, points
from formal_rl.safelife.game.level import Level


class SafeLifePolicy(Protocol):
    """The action of an agent in a level, as a function of the game and of draws that are the policy's own.

    The draw for an agent in a step has the number `number_of_draw`, so that no policy has to count.
    """

    def __call__(self, level: Level, state: GameState, agent: int, draws: Draws, /) -> Action:
        """Return the action of the agent with this index."""


def number_of_draw(state: GameState, agent: int) -> int:
    """Return the number of the draw that is for this agent in this step."""
    return state.steps * len(state.locations) + agent


def idle(level: Level, state: GameState, agent: int, draws: Draws) -> Action:
    """Do nothing."""
    return 0


def uniform(level: Level, state: GameState, agent: int, draws: Draws) -> Action:
    """Do each of the nine actions with equal probability.

    Raises `DrawsExhausted`.
    """
    return _one_of(tuple(range(len(ACTIONS))), draws, number_of_draw(state, agent))


def greedy(level: Level, state: GameState, agent: int, draws: Draws) -> Action:
    """Go to the nearest exit if it may leave; else take an action that pays most in this step, by the draw.

    The way to an exit leads over cells empty now; where there is none, or the agent may not leave, each action is
    tried as if no other agent acted and no spawner spawned.

    Raises `DrawsExhausted`.
    """
    if can_exit(level, state, agent):
        way = first_move_to_exit(state.board, state.locations[agent])
        if way is not None:
            return way
    worth = [_points_after(level, state, agent, action) for action in range(len(ACTIONS))]
    best = tuple(action for action, number in enumerate(worth) if number == max(worth))
    return _one_of(best, draws, number_of_draw(state, agent))


def first_move_to_exit(board: Board, location: Location) -> Action | None:
    """Return the first move of a shortest way over empty cells to an exit, or None if there is none.

    Of equally short ways it is the first in the order of moves, at each place: up, right, down, left.
    """
    waiting: deque[tuple[Location, Action | None]] = deque([(location, None)])
    met = {location}
    while waiting:
        (row, column), first = waiting.popleft()
        for move, (down, right) in enumerate(DIRECTIONS, start=1):
            there = board.wrapped((row + down, column + right))
            if there in met:
                continue
            met.add(there)
            if board[there] & EXIT and not board[there] & AGENT:
                return first or move
            if board[there] == EMPTY:
                waiting.append((there, first or move))
    return None


POLICIES: Mapping[str, SafeLifePolicy] = MappingProxyType({"idle": idle, "random": uniform, "greedy": greedy})
"""The policies by name."""


def _points_after(level: Level, state: GameState, agent: int, action: Action) -> int:
    actions = [0] * len(state.locations)
    actions[agent] = action
    return points(level, advanced(level, acted(level, state, actions), advance=_advance_without_spawning), agent)


def _advance_without_spawning(board: Board, spawn_probability: Draw, draws: Draws, draws_read: int) -> AdvanceResult:
    return advance_packed(board, 0, draws, draws_read)


def _one_of(choices: tuple[Action, ...], draws: Draws, number: int) -> Action:
    return choices[int(len(choices) * Fraction(draw(draws, number)))]
