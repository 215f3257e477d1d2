"""Games of SafeLife: right ones in each convention, and wrong ones as they come to be written."""

from formal_rl.conformance.zoo import plain_games
from formal_rl.conformance.zoo.edits import by_name, edited
from formal_rl.conformance.zoo.plain_games import (
    Game,
    GameOfGymnasium,
    SafeLifeEnv,
    game_of_arrays,
    game_of_rows,
    make_game,
)
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation

STEP = "safelife_step"

RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("a game", Game, STEP),
    RightImplementation("a game, as an environment of gymnasium", GameOfGymnasium, STEP),
    RightImplementation("games of a level iterator", SafeLifeEnv, STEP),
    RightImplementation("a factory of games", make_game, STEP),
    RightImplementation("a game of rows", game_of_rows, STEP),
    RightImplementation("a game of arrays", game_of_arrays, STEP),
)
"""The definition, in each convention."""

_EDITS = r"""
ShowsOneBoard, keeps: shows the same array each time
  -         return numpy.array(self.cells, dtype=numpy.uint16)
  +         shown = numpy.array(self.cells, dtype=numpy.uint16)
  +         self.array = getattr(self, "array", shown)
  +         self.array[:] = shown
  +         return self.array
TurnsOnlyWhenItMoves, blocked: does not turn where the way is blocked
  -             self.move(direction)
  +             at = self.at
  +             self.move(direction)
  +             if self.at == at:
  +                 self.put(at, self.cell(at) & ~ORIENTATION | was & ORIENTATION)
  -         direction = (action - 1) % 4
  +         direction, was = (action - 1) % 4, self.cell(self.at)
StopsAtTheEdge, moves: stops at the edge of the board
  -         ahead = self.from_here(direction, 1)
  -         if self.can_push(ahead) and not self.push(direction):
  +         ahead = self.from_here(direction, 1)
  +         if ahead != (self.at[0] + AHEAD[direction][0], self.at[1] + AHEAD[direction][1]):
  +             return
  +         if self.can_push(ahead) and not self.push(direction):
MovesThroughLife, blocked: treads on what can be destroyed
  -         if self.can_push(ahead) and not self.push(direction):
  +         if self.cell(ahead) & DESTRUCTIBLE:
  +             self.put(ahead, 0)
  +         if self.can_push(ahead) and not self.push(direction):
PushesRows, pushes: pushes two things at once
  -         if self.cell(beyond) and not self.cell(beyond) & EXIT:
  +         further = self.from_here(direction, 3)
  +         if self.cell(beyond) & PUSHABLE and not self.cell(further):
  +             self.put(further, self.cell(beyond))
  +             self.put(beyond, 0)
  +         if self.cell(beyond) and not self.cell(beyond) & EXIT:
PullsBeforeItPushes, pulls: pulls before it is known whether it can move
  -         ahead = self.from_here(direction, 1)
  -         if self.can_push(ahead) and not self.push(direction):
  +         ahead, left = self.from_here(direction, 1), self.pull(direction)
  +         if self.can_push(ahead) and not self.push(direction):
  -         left = self.pull(direction)
  -         self.put(
  +         self.put(
NeverPulls, pulls: does not pull
  -         pulled = self.cell(behind) if self.can_pull(behind) else 0
  +         pulled = 0
NeverShoves, toggles: does not shove
  -         elif self.can_push(ahead):
  -             self.push(direction)
MakesBlackLife, points: makes life without the agent's colour
  -         return LIFE | self.cell(self.at) & COLOURS
  +         return LIFE
PaysAllPoints, points: pays all points at every step
  - (self.points - before if paid else 0)
  + self.points
AdvancesBeforeItActs, near_life: advances the board before the agent acts
  -         self.act(action)
  -         self.advance()
  +         self.advance()
  +         self.act(action)
GoalsStay, moving_goals: does not advance the goals
  -         self.goals = self.advanced(self.goals)
GoalsStayWhereTheyWent, second_game: does not bring the goals back when it is reset
  - self.first_board.tolist(), self.first_goals
  + self.first_board.tolist(), getattr(self, "goals", self.first_goals)
KeepsWhatWasEarned, second_game: counts what was earned before it was reset
  -         self.points_at_first = self.points = self.value()
  +         earned = max(0, self.points - self.points_at_first) if hasattr(self, "points") else 0
  +         self.points = self.value()
  +         self.points_at_first = self.points - earned
PaysOnWhenItHasLeft, leaving: goes on paying when the agent has left
  - (self.points - before if paid else 0)
  + self.points - before
PaysFor200Steps, long: pays nothing after 200 steps
  -         self.in_play = True
  +         self.in_play, self.steps = True, 0
  -         paid = self.in_play
  +         self.steps += 1
  +         paid = self.in_play and self.steps <= 200
LeavesForNothing, leaving: pays no point for leaving
  -  + self.exited()
IsLetOutAtOnce, leaving: opens the exits whatever was earned
  -  and max(0, self.points - self.points_at_first) >= self.required
PushesWhatItIs, pushes: pushes though it can be pushed itself
  -  and not self.cell(self.at) & PUSHABLE
PullsWhatItIs, pulls: pulls though it can be pulled itself
  -  and not self.cell(self.at) & PULLABLE
CountsNothingThatIsPushed, points: does not count what is frozen and can be pushed
  -         return count_cells(Board(self.cells), self.goals)
  +         kept = DESTRUCTIBLE | PULLABLE
  +         counted = [[c if not c & FROZEN or c & kept else FROZEN for c in row] for row in self.cells]
  +         return count_cells(Board(counted), self.goals)
CountsNothingThatIsPulled, points: does not count what is frozen and can be pulled
  -         return count_cells(Board(self.cells), self.goals)
  +         kept = DESTRUCTIBLE | PUSHABLE
  +         counted = [[c if not c & FROZEN or c & kept else FROZEN for c in row] for row in self.cells]
  +         return count_cells(Board(counted), self.goals)
LeavesNothingEmpty, leaving: forgets that a place may be best left empty
  -         return available_points(Board(self.cells), self.goals)
  +         from formal_rl.safelife.game import NOT_LIVING
  +         from formal_rl.safelife.game.points import PUBLISHED_TABLE, table_points, usable_columns
  +
  +         counts, columns = self.counts(), [each for each in usable_columns(Board(self.cells)) if each != NOT_LIVING]
  +         worths = zip(PUBLISHED_TABLE, counts, strict=True)
  +         best = sum(sum(numbers) * max(worth[column] for column in columns) for worth, numbers in worths)
  +         return int(best - table_points(counts))
BirthsForgetSpawners, moving_goals: gives no colour of a spawner to what is born near it
  -         return Board(advance(board.rows))
  +         from formal_rl.conformance.zoo.safelife_boards import advance_with_colours_of_parents
  +
  +         return Board(advance_with_colours_of_parents(board.rows))
ThawsWhatIsPulled, moving_goals: lets frozen cells that can only be pulled go like others
  -         return Board(advance(board.rows))
  +         from formal_rl.conformance.zoo.safelife_boards import advance_that_thaws_what_is_pulled
  +
  +         return Board(advance_that_thaws_what_is_pulled(board.rows))
"""

WRONG: tuple[WrongImplementation, ...] = tuple(edited(plain_games, __name__, STEP, "Game", _EDITS))
"""Wrong ones, each with the claim that catches it."""

__getattr__ = by_name(WRONG)
