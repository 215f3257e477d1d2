"""Games of SafeLife: a plain implementation, part by part, and wrong ones as they come to be written."""

from fractions import Fraction
from typing import Any

import numpy

from formal_rl.conformance.zoo.safelife_boards import ColourOfParents, PulledNotFrozen, Rule
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board
from formal_rl.safelife.game import NOT_LIVING, Level, available_points, count_cells, start, step
from formal_rl.safelife.game.points import PUBLISHED_TABLE, required_points, table_points, usable_columns

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
        return advance_packed(board).board

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


# --- Wrong ones ---


class TurnsOnlyWhenItMoves(Game):
    """Looks where it did where the way is blocked."""

    def act(self, action: int) -> None:
        """Turn back if it did not move."""
        before, at = self.cell(self.at), self.at
        super().act(action)
        if 0 < action < 5 and self.at == at:
            self.put(at, self.cell(at) & ~ORIENTATION | before & ORIENTATION)


class StopsAtTheEdge(Game):
    """Does not go round the board."""

    def move(self, direction: int) -> None:
        """Go, if the edge is not there."""
        down, right = AHEAD[direction]
        if (self.at[0] + down, self.at[1] + right) == self.from_here(direction, 1):
            super().move(direction)


class MovesThroughLife(Game):
    """Treads on what can be destroyed."""

    def move(self, direction: int) -> None:
        """Remove it first."""
        ahead = self.from_here(direction, 1)
        if self.cell(ahead) & DESTRUCTIBLE:
            self.put(ahead, 0)
        super().move(direction)


class PushesRows(Game):
    """Pushes two things at once."""

    def push(self, direction: int) -> bool:
        """Push what is beyond, first."""
        beyond, further = self.from_here(direction, 2), self.from_here(direction, 3)
        if self.cell(beyond) & PUSHABLE and not self.cell(further):
            self.put(further, self.cell(beyond))
            self.put(beyond, 0)
        return super().push(direction)


class PullsBeforeItPushes(Game):
    """Takes what is behind before it is known whether it can move."""

    def move(self, direction: int) -> None:
        """Pull, and then move."""
        at, pulled = self.at, self.pull(direction)
        super().move(direction)
        if pulled and self.at != at:
            self.put(at, pulled)


class NeverPulls(Game):
    """Leaves behind what could be pulled."""

    def pull(self, direction: int) -> int:
        """Leave it."""
        return 0


class NeverShoves(Game):
    """Toggles, but does not shove."""

    def toggle(self, direction: int) -> None:
        """Make or remove only."""
        ahead = self.cell(self.from_here(direction, 1))
        if not ahead or ahead & DESTRUCTIBLE:
            super().toggle(direction)


class MakesBlackLife(Game):
    """Makes life without a colour."""

    def life(self) -> int:
        """Forget the colour."""
        return LIFE


class GoalsStay(Game):
    """Does not advance the goals."""

    def advance(self) -> None:
        """Advance the board alone."""
        goals = self.goals
        super().advance()
        self.goals = goals


class GoalsStayWhereTheyWent(Game):
    """Goes on with the goals of the game before."""

    def reset(self) -> Any:
        """Begin anew, but for the goals."""
        goals = getattr(self, "goals", self.first_goals)
        shown = super().reset()
        self.goals = goals
        self.points_at_first = self.points = self.value()
        return shown


class KeepsWhatWasEarned(Game):
    """Opens the exits for what was earned in the games before."""

    earned = 0

    def reset(self) -> Any:
        """Begin anew, but for what was earned."""
        if hasattr(self, "points"):
            self.earned += max(0, self.points - self.points_at_first)
        return super().reset()

    def may_leave(self) -> bool:
        """Count that, too."""
        self.points_at_first -= self.earned
        may = super().may_leave()
        self.points_at_first += self.earned
        return may


class PaysOnWhenItHasLeft(Game):
    """Goes on paying when the agent has left."""

    def step(self, action: int) -> Any:
        """Pay for what happens, whoever is there."""
        before = self.points
        board, _, done = super().step(action)
        return board, self.points - before, done


class PaysFor200Steps(Game):
    """Pays nothing after 200 steps."""

    def reset(self) -> Any:
        """Begin anew."""
        self.steps = 0
        return super().reset()

    def step(self, action: int) -> Any:
        """Count steps."""
        self.steps += 1
        board, reward, done = super().step(action)
        return board, reward if self.steps <= 200 else 0, done


class ShowsOneBoard(Game):
    """Writes each board into the array that it showed before."""

    def shown(self) -> Any:
        """Write over it."""
        shown = super().shown()
        self.array = getattr(self, "array", shown)
        self.array[:] = shown
        return self.array


class PaysAllPoints(Game):
    """Pays the points, not their difference."""

    def step(self, action: int) -> Any:
        """Pay all."""
        board, _, done = super().step(action)
        return board, self.points, done


class AdvancesBeforeItActs(Game):
    """Advances the board, and then acts."""

    def step(self, action: int) -> Any:
        """Exchange the two."""
        advance, self.advance = self.advance, lambda: None  # type: ignore[method-assign]
        advance()
        answer = super().step(action)
        del self.advance
        return answer


class LeavesForNothing(Game):
    """Pays no point for leaving."""

    def exited(self) -> bool:
        """Take no note of it."""
        return False


class IsLetOutAtOnce(Game):
    """Opens the exits whatever was earned."""

    def may_leave(self) -> bool:
        """Ask for nothing."""
        return bool(self.cell(self.at) & AGENT)


class PushesWhatItIs(Game):
    """Pushes though it can be pushed itself."""

    def can_push(self, ahead: Any) -> bool:
        """Look at what is ahead alone."""
        return bool(self.cell(ahead) & PUSHABLE)


class PullsWhatItIs(Game):
    """Pulls though it can be pulled itself."""

    def can_pull(self, behind: Any) -> bool:
        """Look at what is behind alone."""
        return bool(self.cell(behind) & PULLABLE)


class _CountsLess(Game):
    forgotten: int

    def counts(self) -> Any:
        """Take for walls the frozen cells that only what is forgotten lets count."""
        kept = (DESTRUCTIBLE | PUSHABLE | PULLABLE) & ~self.forgotten
        rows = [[cell if not cell & FROZEN or cell & kept else FROZEN for cell in row] for row in self.cells]
        return count_cells(Board(rows), self.goals)


class CountsNothingThatIsPushed(_CountsLess):
    """Forgets that what is frozen counts if it can be pushed."""

    forgotten = PUSHABLE


class CountsNothingThatIsPulled(_CountsLess):
    """Forgets that what is frozen counts if it can be pulled."""

    forgotten = PULLABLE


class LeavesNothingEmpty(Game):
    """Takes for available what there is if something lives wherever it can."""

    def available(self) -> int:
        """Leave being empty out of what a place may be."""
        counts, columns = self.counts(), [each for each in usable_columns(Board(self.cells)) if each != NOT_LIVING]
        best = (
            sum(numbers) * max(worths[column] for column in columns)
            for worths, numbers in zip(PUBLISHED_TABLE, counts, strict=True)
        )
        return int(sum(best) - table_points(counts))


class _ByARule(Game):
    rule: Rule

    def advanced(self, board: Board) -> Board:
        """Go by the rule, cell by cell."""
        return Board(self.rule.advance(board.rows))


class BirthsForgetSpawners(_ByARule):
    """Gives what is born the colours of its parents alone."""

    rule = ColourOfParents()


class ThawsWhatIsPulled(_ByARule):
    """Lets frozen cells go like others if they can be pulled, and not pushed."""

    rule = PulledNotFrozen()


def make_game(board: Any, goals: Any, min_performance: Any) -> Any:
    """Make a game."""
    return GameOfGymnasium(board, goals, min_performance)


RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("a game", Game, "safelife_step"),
    RightImplementation("a game, as an environment of gymnasium", GameOfGymnasium, "safelife_step"),
    RightImplementation("games of a level iterator", SafeLifeEnv, "safelife_step"),
    RightImplementation("a factory of games", make_game, "safelife_step"),
    RightImplementation("a game of rows", game_of_rows, "safelife_step"),
    RightImplementation("a game of arrays", game_of_arrays, "safelife_step"),
)
"""The definition, in each convention."""


def _wrong(implementation: Any, caught_by: str, sentence: str) -> WrongImplementation:
    return wrong(implementation, "safelife_step", caught_by, sentence)


WRONG: tuple[WrongImplementation, ...] = (
    _wrong(ShowsOneBoard, "keeps", "shows the same array each time"),
    _wrong(TurnsOnlyWhenItMoves, "blocked", "does not turn where the way is blocked"),
    _wrong(StopsAtTheEdge, "moves", "stops at the edge of the board"),
    _wrong(MovesThroughLife, "blocked", "treads on what can be destroyed"),
    _wrong(PushesRows, "pushes", "pushes two things at once"),
    _wrong(PullsBeforeItPushes, "pulls", "pulls before it is known whether it can move"),
    _wrong(NeverPulls, "pulls", "does not pull"),
    _wrong(NeverShoves, "toggles", "does not shove"),
    _wrong(MakesBlackLife, "points", "makes life without the agent's colour"),
    _wrong(PaysAllPoints, "points", "pays all points at every step"),
    _wrong(AdvancesBeforeItActs, "near_life", "advances the board before the agent acts"),
    _wrong(GoalsStay, "moving_goals", "does not advance the goals"),
    _wrong(GoalsStayWhereTheyWent, "second_game", "does not bring the goals back when it is reset"),
    _wrong(KeepsWhatWasEarned, "second_game", "counts what was earned before it was reset"),
    _wrong(PaysOnWhenItHasLeft, "leaving", "goes on paying when the agent has left"),
    _wrong(PaysFor200Steps, "long", "pays nothing after 200 steps"),
    _wrong(LeavesForNothing, "leaving", "pays no point for leaving"),
    _wrong(IsLetOutAtOnce, "leaving", "opens the exits whatever was earned"),
    _wrong(PushesWhatItIs, "pushes", "pushes though it can be pushed itself"),
    _wrong(PullsWhatItIs, "pulls", "pulls though it can be pulled itself"),
    _wrong(CountsNothingThatIsPushed, "points", "does not count what is frozen and can be pushed"),
    _wrong(CountsNothingThatIsPulled, "points", "does not count what is frozen and can be pulled"),
    _wrong(LeavesNothingEmpty, "leaving", "forgets that a place may be best left empty"),
    _wrong(BirthsForgetSpawners, "moving_goals", "gives no colour of a spawner to what is born near it"),
    _wrong(ThawsWhatIsPulled, "moving_goals", "lets frozen cells that can only be pulled go like others"),
)
"""Wrong ones, each with the claim that catches it."""
