"""Games of SafeLife: right ones in each convention, and wrong ones as they come to be written."""

# ruff: noqa: D102

from fractions import Fraction
from typing import Any

import numpy

from formal_rl.conformance.zoo import safelife_boards
from formal_rl.conformance.zoo.edits import edited
from formal_rl.safelife.board import Board
from formal_rl.safelife.game import available_points, count_cells
from formal_rl.safelife.game.points import required_points, table_points

AGENT, PUSHABLE, DESTRUCTIBLE, FROZEN, EXIT, COLOURS, PULLABLE = 2, 4, 8, 16, 256, 3584, 32768
ORIENTATION, OPEN_EXIT, CLOSED_EXIT, LIFE = 12288, 784, 272, 9
AHEAD = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Game:
    """A game of one agent."""

    def __init__(self, board: Any, goals: Any, min_performance: Any) -> None:
        self.first_board, self.first_goals, self.share = board, Board.from_array(goals), Fraction(min_performance)

    def reset(self) -> Any:
        self.cells, self.goals = self.first_board.astype(int), self.first_goals
        self.at = tuple(numpy.argwhere(self.cells & AGENT)[0].tolist())
        self.exits = (self.cells & EXIT > 0) & (self.cells & AGENT == 0)
        self.points_at_first = self.points = self.value()
        self.required = required_points(available_points(Board(self.cells.tolist()), self.goals), self.share)
        self.in_play = True
        self.open_exits()
        return self.shown()

    def step(self, action: int) -> Any:
        paid = self.in_play
        self.act(action)
        self.advance()
        before, self.points = self.points, self.value()
        self.open_exits()
        self.in_play = self.in_play and bool(self.me() & AGENT)
        return self.shown(), (self.points - before if paid else 0), not self.in_play

    def shown(self) -> Any:
        return self.cells.astype(numpy.uint16)

    def me(self) -> int:
        return int(self.cells[self.at])

    def place(self, direction: int, steps: int) -> Any:
        (down, right), (height, width) = AHEAD[direction], self.cells.shape
        return (self.at[0] + steps * down) % height, (self.at[1] + steps * right) % width

    def value(self) -> int:
        """Return the points, of which one is for leaving."""
        left = bool(self.me() & EXIT) and not self.me() & AGENT
        return table_points(count_cells(Board(self.cells.tolist()), self.goals)) + left

    def open_exits(self) -> None:
        may = bool(self.me() & AGENT) and max(0, self.points - self.points_at_first) >= self.required
        self.cells[self.at] = self.me() & ~EXIT | (EXIT if may else 0)
        self.cells[self.exits] = OPEN_EXIT if may else CLOSED_EXIT

    def advance(self) -> None:
        rule = safelife_boards.advance_rows
        self.cells, self.goals = numpy.array(rule(self.cells.tolist())), Board(rule(self.goals.rows))

    def act(self, action: int) -> None:
        if not action or not self.me() & AGENT:
            return
        direction = (action - 1) % 4
        self.cells[self.at] = self.me() & ~ORIENTATION | direction << 12
        (self.toggle if action > 4 else self.move)(direction)

    def toggle(self, direction: int) -> None:
        ahead = self.place(direction, 1)
        if not self.cells[ahead]:
            self.cells[ahead] = LIFE | self.me() & COLOURS
        elif self.cells[ahead] & DESTRUCTIBLE:
            self.cells[ahead] = 0
        else:
            self.push(direction)

    def push(self, direction: int) -> None:
        """Push what is ahead, if it can be pushed and the agent cannot."""
        ahead, beyond = self.place(direction, 1), self.place(direction, 2)
        free = not self.cells[beyond] or self.cells[beyond] & EXIT
        if free and self.cells[ahead] & PUSHABLE and not self.me() & PUSHABLE:
            self.cells[beyond], self.cells[ahead] = self.cells[beyond] or self.cells[ahead], 0

    def pull(self, direction: int) -> int:
        """Take what is behind, if it can be pulled and the agent cannot; return it."""
        behind = self.place(direction, -1)
        pulled = self.cells[behind] if self.cells[behind] & PULLABLE and not self.me() & PULLABLE else 0
        self.cells[behind] -= pulled
        return int(pulled)

    def move(self, direction: int) -> None:
        ahead = self.place(direction, 1)
        self.push(direction)
        if self.cells[ahead] and not (self.me() & EXIT and self.cells[ahead] & EXIT):
            return
        self.cells[ahead] = self.cells[ahead] or self.me()
        left = self.pull(direction)
        self.cells[self.at], self.at = left, ahead


def game_of_arrays(board: Any, goals: Any, actions: Any, min_performance: Any) -> Any:
    """Play to the end."""
    game = Game(board, goals, min_performance)
    return [game.reset(), *map(game.step, actions)]


def game_of_rows(rows: Any, goal_rows: Any, actions: Any, min_performance: Any) -> Any:
    """Play on arrays."""
    board, goals = (numpy.array(each, dtype=numpy.uint16) for each in (rows, goal_rows))
    return game_of_arrays(board, goals, actions, min_performance)


class GameOfGymnasium(Game):
    """The same as an environment of gymnasium."""

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        return {"board": super().reset(), "goals": self.goals.array()}, {}

    def step(self, action: int) -> Any:
        board, reward, done = super().step(action)
        return {"board": board, "goals": self.goals.array()}, reward, done, False, {}


def make_game(board: Any, goals: Any, min_performance: Any) -> Any:
    """Make a game."""
    return GameOfGymnasium(board, goals, min_performance)


EDITS = """
= safelife_step: Game GameOfGymnasium make_game game_of_rows game_of_arrays
ShowsOneBoard, keeps: shows the same array each time
  return self.cells.astype(numpy.uint16) => self.array = getattr(self, "array", self.cells.astype(numpy.uint16))
  +         self.array[:] = self.cells
  +         return self.array
TurnsOnlyWhenItMoves, blocked: does not turn where the way is blocked
  direction = (action - 1) % 4 => direction, at, was = (action - 1) % 4, self.at, self.me() & ORIENTATION
  self.move)(direction) => self.move)(direction)
  +         if action <= 4 and self.at == at:
  +             self.cells[at] = self.me() & ~ORIENTATION | was
StopsAtTheEdge, moves: stops at the edge of the board
  if self.cells[ahead] and not (self.me() => there = self.at[0] + AHEAD[direction][0], self.at[1] + AHEAD[direction][1]
  +         if ahead != there or self.cells[ahead] and not (self.me()
PushesRows, pushes: pushes two things at once
  free = not => further = self.place(direction, 3)
  +         pushes = self.cells[ahead] & self.cells[beyond] & PUSHABLE and not self.me() & PUSHABLE
  +         if pushes and not self.cells[further]:
  +             self.cells[further], self.cells[beyond] = self.cells[beyond], 0
  +         free = not
PullsBeforeItPushes, pulls: pulls before it is known whether it can move
  if self.cells[ahead] and not (self.me() => left = self.pull(direction)
  +         if self.cells[ahead] and not (self.me()
  -         left = self.pull(direction)
  -         self.cells[self.at],
  +         self.cells[self.at],
NeverShoves, toggles: does not shove
  -             self.push(direction)
  +             pass
MakesBlackLife, points: makes life without the agent's colour
  LIFE | self.me() & COLOURS => LIFE
PaysAllPoints, points: pays all points at every step
  (self.points - before if paid else 0) => self.points
AdvancesBeforeItActs, near_life: advances the board before the agent acts
  self.act(action) =>
  before, self.points = self.points => self.act(action)
  +         before, self.points = self.points
GoalsStay, moving_goals: does not advance the goals
  Board(rule(self.goals.rows)) => self.goals
GoalsStayWhereTheyWent, second_game: does not bring the goals back when it is reset
  astype(int), self.first_goals => astype(int), getattr(self, "goals", self.first_goals)
PaysOnWhenItHasLeft, leaving: goes on paying when the agent has left
  (self.points - before if paid else 0) => self.points - before
PaysFor200Steps, long: pays nothing after 200 steps
  self.in_play = True => self.in_play, self.steps = True, 0
  paid = self.in_play => self.steps += 1
  +         paid = self.in_play and self.steps <= 200
LeavesForNothing, leaving: pays no point for leaving
   + left =>
IsLetOutAtOnce, leaving: opens the exits whatever was earned
   and max(0, self.points - self.points_at_first) >= self.required =>
PushesWhatItIs, pushes: pushes though it can be pushed itself
   and not self.me() & PUSHABLE =>
CountsNothingThatIsPushed, points: does not count what is frozen and can be pushed
  count_cells(Board(self.cells.tolist()), => count_cells(Board((self.cells & ~PUSHABLE).tolist()),
BirthsForgetSpawners, moving_goals: gives no colour of a spawner to what is born near it
  safelife_boards.advance_rows => safelife_boards.advance_with_colours_of_parents
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
