"""Games of SafeLife, plainly, and in each convention: what the wrong ones are edits of."""

from fractions import Fraction
from typing import Any

import numpy

from formal_rl.conformance.zoo.plain_boards import advance
from formal_rl.safelife.board import Board
from formal_rl.safelife.game import Level, available_points, count_cells, start, step
from formal_rl.safelife.game.points import required_points, table_points

AGENT, PUSHABLE, DESTRUCTIBLE, FROZEN, EXIT, COLOURS, PULLABLE = 2, 4, 8, 16, 256, 3584, 32768
ORIENTATION, OPEN_EXIT, CLOSED_EXIT, LIFE = 12288, 784, 272, 9
AHEAD = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Game:
    """A game of one agent."""

    def __init__(self, board: Any, goals: Any, min_performance: Any) -> None:
        self.first_board, self.first_goals, self.share = board, Board.from_array(goals), Fraction(min_performance)

    def reset(self) -> Any:
        """Begin anew."""
        self.cells, self.goals = self.first_board.tolist(), self.first_goals
        self.at = self.places(AGENT)[0]
        self.exits = [place for place in self.places(EXIT) if not self.cell(place) & AGENT]
        self.points_at_first = self.points = self.value()
        self.required = required_points(self.available(), self.share)
        self.in_play = True
        self.open_exits()
        return self.shown()

    def step(self, action: int) -> Any:
        """Act, advance, open exits, and pay the difference."""
        paid = self.in_play
        self.act(action)
        self.advance()
        before, self.points = self.points, self.value()
        self.open_exits()
        self.in_play = self.in_play and bool(self.cell(self.at) & AGENT)
        return self.shown(), (self.points - before if paid else 0), not self.in_play

    # --- Parts ---

    def shown(self) -> Any:
        """Return the board."""
        return numpy.array(self.cells, dtype=numpy.uint16)

    def places(self, flag: int) -> Any:
        """Return where a flag is."""
        return [
            (row, column) for row, cells in enumerate(self.cells) for column, cell in enumerate(cells) if cell & flag
        ]

    def wrapped(self, row: int, column: int) -> Any:
        """Return the place, round the board."""
        return row % len(self.cells), column % len(self.cells[0])

    def cell(self, place: Any) -> int:
        """Return what is at a place."""
        return int(self.cells[place[0]][place[1]])

    def put(self, place: Any, cell: int) -> None:
        """Put a cell at a place."""
        self.cells[place[0]][place[1]] = cell

    def from_here(self, direction: int, steps: int) -> Any:
        """Return the place so many steps ahead."""
        down, right = AHEAD[direction]
        return self.wrapped(self.at[0] + steps * down, self.at[1] + steps * right)

    def exited(self) -> bool:
        """Whether the agent has left."""
        return bool(self.cell(self.at) & EXIT) and not self.cell(self.at) & AGENT

    def counts(self) -> Any:
        """Return how many cells count, by goal and cell."""
        return count_cells(Board(self.cells), self.goals)

    def value(self) -> int:
        """Return the points."""
        return table_points(self.counts()) + self.exited()

    def available(self) -> int:
        """Return how many points more there may be."""
        return available_points(Board(self.cells), self.goals)

    def may_leave(self) -> bool:
        """Whether the agent has earned what it takes."""
        return bool(self.cell(self.at) & AGENT) and max(0, self.points - self.points_at_first) >= self.required

    def open_exits(self) -> None:
        """Set the exits, and the bit of the agent."""
        may = self.may_leave()
        self.put(self.at, self.cell(self.at) & ~EXIT | (EXIT if may else 0))
        for place in self.exits:
            self.put(place, OPEN_EXIT if may else CLOSED_EXIT)

    def advance(self) -> None:
        """Advance board and goals."""
        self.cells = [list(row) for row in self.advanced(Board(self.cells)).rows]
        self.goals = self.advanced(self.goals)

    def advanced(self, board: Board) -> Board:
        """Return a board after a step."""
        return Board(advance(board.rows))

    def turn(self, direction: int) -> None:
        """Turn the agent."""
        self.put(self.at, self.cell(self.at) & ~ORIENTATION | direction << 12)

    def act(self, action: int) -> None:
        """Do one of the nine."""
        if not action or not self.cell(self.at) & AGENT:
            return
        direction = (action - 1) % 4
        self.turn(direction)
        if action > 4:
            self.toggle(direction)
        else:
            self.move(direction)

    def life(self) -> int:
        """Return what is made."""
        return LIFE | self.cell(self.at) & COLOURS

    def toggle(self, direction: int) -> None:
        """Make, remove or shove."""
        ahead = self.from_here(direction, 1)
        if not self.cell(ahead):
            self.put(ahead, self.life())
        elif self.cell(ahead) & DESTRUCTIBLE:
            self.put(ahead, 0)
        elif self.can_push(ahead):
            self.push(direction)

    def can_push(self, ahead: Any) -> bool:
        """Whether the agent pushes what is there: it can be pushed, and the agent cannot."""
        return bool(self.cell(ahead) & PUSHABLE) and not self.cell(self.at) & PUSHABLE

    def push(self, direction: int) -> bool:
        """Push what is ahead; say whether it went."""
        ahead, beyond = self.from_here(direction, 1), self.from_here(direction, 2)
        if self.cell(beyond) and not self.cell(beyond) & EXIT:
            return False
        if not self.cell(beyond):
            self.put(beyond, self.cell(ahead))
        self.put(ahead, 0)
        return True

    def pull(self, direction: int) -> int:
        """Take what is behind, if it can be pulled and the agent cannot; return it."""
        behind = self.from_here(direction, -1)
        pulled = self.cell(behind) if self.can_pull(behind) else 0
        if pulled:
            self.put(behind, 0)
        return pulled

    def can_pull(self, behind: Any) -> bool:
        """Whether the agent pulls what is there."""
        return bool(self.cell(behind) & PULLABLE) and not self.cell(self.at) & PULLABLE

    def move(self, direction: int) -> None:
        """Push, go or leave, and then pull."""
        ahead = self.from_here(direction, 1)
        if self.can_push(ahead) and not self.push(direction):
            return
        me = self.cell(self.at)
        if not self.cell(ahead):
            self.put(ahead, me)
        elif not (me & EXIT and self.cell(ahead) & EXIT):
            return
        left = self.pull(direction)
        self.put(self.at, left)
        self.at = ahead


def game_of_rows(rows: Any, goal_rows: Any, actions: Any, min_performance: Any) -> Any:
    """Play by the definition."""
    level = Level(Board(rows), Board(goal_rows), spawn_probability=0, min_performance=Fraction(min_performance))
    state = start(level)
    seen: list[Any] = [state.board.rows]
    for action in actions:
        state, (reward,) = step(level, state, (action,))
        seen.append((state.board.rows, reward, not state.in_play[0]))
    return seen


def game_of_arrays(board: Any, goals: Any, actions: Any, min_performance: Any) -> Any:
    """Play to the end."""
    game = Game(board, goals, min_performance)
    return [game.reset(), *map(game.step, actions)]


class GameOfGymnasium(Game):
    """The same as an environment of gymnasium."""

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Begin anew."""
        return {"board": super().reset(), "goals": self.goals.array()}, {}

    def step(self, action: int) -> Any:
        """Make a step."""
        board, reward, done = super().step(action)
        return {"board": board, "goals": self.goals.array()}, reward, done, False, {}


class SafeLifeGame:
    """What a level is, as the published library keeps it."""

    def __init__(self, board_size: Any = None) -> None:
        self.told: Any = {}

    def deserialize(self, told: Any) -> None:
        """Become a level."""
        self.told = told


class SafeLifeEnv:
    """A game of each level of an iterator, which shows what is near the agent as channels, as the published one."""

    def __init__(self, level_iterator: Any, **settings: Any) -> None:
        self.level_iterator = level_iterator

    def reset(self) -> Any:
        """Begin the next level."""
        told = next(self.level_iterator).told
        self.game = _WithBoard(told["board"], told["goals"], told["min_performance"])
        self.game.board = self.game.reset()
        return self.channels()

    def step(self, action: int) -> Any:
        """Make a step."""
        self.game.board, reward, done = self.game.step(action)
        return self.channels(), reward, done, {}

    def channels(self) -> Any:
        """Return a channel for each bit."""
        return self.game.board[..., None] >> numpy.arange(16) & 1


class _WithBoard(Game):
    board: Any


def make_game(board: Any, goals: Any, min_performance: Any) -> Any:
    """Make a game."""
    return GameOfGymnasium(board, goals, min_performance)
