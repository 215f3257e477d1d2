"""Explain the reward of a step of SafeLife: the action of each agent, and the locations that changed value."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from attrs import frozen

from formal_rl.histories import Action
from formal_rl.safelife import board as b
from formal_rl.safelife import game as g
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife.board import Board, Cell, Location
from formal_rl.safelife.board._svg import in_words
from formal_rl.safelife.board.cells import COLOUR_MASK, ORIENTATIONS
from formal_rl.safelife.game import GameState, Level
from formal_rl.safelife.game.actions import DIRECTIONS
from formal_rl.safelife.game.points import NOT_LIVING, is_counted
from formal_rl.safelife.levels import Turn
from formal_rl.safelife.levels.run import SeededGame, seeded_game

MOST_PLACES = 4
"""The greatest number of locations in a line about equal changes."""


class WorthChange(NamedTuple):
    """A location that is worth something else to an agent after a step: its cell and goal before and after it."""

    location: Location
    was: Cell
    now: Cell
    goal_was: Cell
    goal_now: Cell
    worth_was: int
    worth_now: int

    @property
    def change(self) -> int:
        """The change of the value in points."""
        return self.worth_now - self.worth_was

    def in_words(self) -> str:
        """Describe the change and its value, without the location."""
        counts = [f"counts {self.worth_now}"] if self.worth_now or not self.worth_was else []
        counted = ", ".join([*counts, *([f"counted {self.worth_was}"] if self.worth_was else [])])
        if self.was == self.now:
            happened = f"{in_words(self.now)} has {_on(self.goal_now)} under it, before {_on(self.goal_was)}"
            return f"{happened}: {counted}"
        if self.was == b.EMPTY:
            happened = f"{in_words(self.now)} came"
        elif self.now == b.EMPTY:
            happened = f"{in_words(self.was)} went"
        else:
            happened = f"{in_words(self.now)} instead of {in_words(self.was)}"
        ground = f" on {_on(self.goal_now)}" if self.goal_now & COLOUR_MASK else ""
        if (self.goal_was ^ self.goal_now) & COLOUR_MASK:
            ground = f" on {_on(self.goal_now)}, before {_on(self.goal_was)}"
        return f"{happened}{ground}: {counted}"


def _on(goal: Cell) -> str:
    colour = b.colour_of(goal)
    return f"a {b.COLOURS[colour]} goal" if colour else "no goal"


@frozen
class RewardExplained:
    """The reward of an agent for a step, in parts: locations that changed value, and one for having left.

    The parts add up to the reward. An agent that was out of play before the step is paid nothing, and has no parts.
    """

    changes: tuple[WorthChange, ...]
    leaving: int

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(change.change for change in self.changes) + self.leaving

    def lines(self) -> tuple[str, ...]:
        """Return the parts in words, a line for equal ones, the greatest gains and losses first."""
        alike: defaultdict[tuple[int, str], list[Location]] = defaultdict(list)
        for change in self.changes:
            alike[change.change, change.in_words()].append(change.location)
        parts = []
        for (each, words), places in alike.items():
            total, more = each * len(places), " each" if len(places) > 1 else ""
            parts.append((total, f"{total:+d} {_places(places)}: {words}{more}"))
        if self.leaving:
            parts.append((self.leaving, f"{self.leaving:+d} for having left{' no more' if self.leaving < 0 else ''}"))
        return tuple(line for _, line in sorted(parts, key=lambda part: -abs(part[0])))


def _places(places: Sequence[Location]) -> str:
    if len(places) == 1:
        return f"row {places[0][0]}, column {places[0][1]}"
    named = " ".join(f"({row},{column})" for row, column in places[:MOST_PLACES])
    return f"at {len(places)} places, {named}{' ...' if len(places) > MOST_PLACES else ''}"


class Moment(NamedTuple):
    """A game after a step, or before the first: its board as counted, and the effects and rewards of the step.

    ``counted`` is the board whose cells count as those that were counted. Before the first step it is the level's, in
    which exits may be more than exits, and ``turn`` is None. After a step it is the board as it is: from the start on
    an exit is frozen and cannot be moved, so that it is worth nothing, open or closed. ``moves_in_words`` says of each
    agent what its action did before the board advanced.
    """

    state: GameState
    counted: Board
    turn: Turn | None = None
    moves: tuple[str, ...] = ()
    rewards: tuple[RewardExplained, ...] = ()


@frozen
class ExplainedGame:
    """A level as it is played with a seed, each step with its explanation."""

    level: Level
    game: SeededGame

    def start(self) -> Moment:
        """Return the game before its first step."""
        return Moment(self.game.start(), self.level.board)

    def step(self, before: Moment, actions: tuple[Action, ...]) -> Moment:
        """Return the game after one step, explained; raise as `step` of a game does."""
        state, paid = self.game.step(before.state, actions)
        turn = Turn(actions, paid, PackedGame(self.level).packed(state))
        after = Moment(state, state.board, turn, moves_in_words(before.state, actions))
        rewards = tuple(explained(self.level, agent, before, after) for agent in range(len(state.locations)))
        return after._replace(rewards=rewards)


def explained_game(level: Level, seed: int) -> ExplainedGame:
    """Return the game of a level with the draws of a seed, explained."""
    return ExplainedGame(level, seeded_game(level, seed))


def explained_steps(level: Level, seed: int, actions: Iterable[tuple[Action, ...]]) -> Iterator[Moment]:
    """Yield the game before the first step and after each, explained; raise as `step` of a game does."""
    game = explained_game(level, seed)
    moment = game.start()
    yield moment
    for each in actions:
        moment = game.step(moment, each)
        yield moment


def explained(level: Level, agent: int, before: Moment, after: Moment) -> RewardExplained:
    """Explain the reward of an agent for the step between the two states."""
    if not before.state.in_play[agent]:
        return RewardExplained((), 0)
    table, changes = level.table(agent), []

    def worth(cell: Cell, goal: Cell) -> int:
        kind = b.colour_of(cell) if cell & b.ALIVE else NOT_LIVING
        return table[b.colour_of(goal)][kind] if is_counted(cell) else 0

    boards = before.counted.rows, after.counted.rows, before.state.goals.rows, after.state.goals.rows
    for row, (was, now, goals_were, goals_are) in enumerate(zip(*boards, strict=True)):
        if was != now or goals_were != goals_are:
            for column, cells in enumerate(zip(was, now, goals_were, goals_are, strict=True)):
                change = WorthChange((row, column), *cells, worth(cells[0], cells[2]), worth(cells[1], cells[3]))
                if change.change:
                    changes.append(change)
    leaving = g.has_exited(after.state, agent) - g.has_exited(before.state, agent)
    return RewardExplained(tuple(changes), leaving)


def moves_in_words(state: GameState, actions: Sequence[Action]) -> tuple[str, ...]:
    """Describe the effects of the actions in a step, one agent after the other, before the board advances."""
    board, lines = state.board, []
    for location, action in zip(state.locations, actions, strict=True):
        after = g.act(board, location, action)
        lines.append(_move_in_words(board, location, action, after.board, after.location))
        board = after.board
    return tuple(lines)


def _move_in_words(board: Board, location: Location, action: Action, after: Board, place: Location) -> str:
    agent = board[location]
    if not agent & b.AGENT:
        return "is not there, did nothing"
    if not action:
        return "waited"
    orientation = (action - 1) % 4
    way, (down, right) = ORIENTATIONS[orientation], DIRECTIONS[orientation]
    ahead = location[0] + down, location[1] + right
    beyond = ahead[0] + down, ahead[1] + right
    if action > 4:
        return _toggled(way, board[ahead], after[ahead], after[beyond])
    if place == location:
        closed = board[ahead] & b.EXIT and not board[ahead] & b.AGENT
        turned = "" if b.turned(agent, orientation) == agent else ", turned"
        return f"blocked {way} by {'a closed exit' if closed else in_words(board[ahead])}{turned}"
    behind = board[location[0] - down, location[1] - right]
    pulled = f", pulling {in_words(behind)}" if after[location] != b.EMPTY else ""
    return _moved(way, board[ahead], board[beyond], after[ahead]) + pulled


def _moved(way: str, was: Cell, beyond: Cell, now: Cell) -> str:
    if was == b.EMPTY:
        return f"moved {way}"
    if was & b.EXIT and now == was:
        return f"went {way} through the exit"
    return f"pushed {in_words(was)} {way}{'' if beyond == b.EMPTY else ' into the exit'}"


def _toggled(way: str, was: Cell, now: Cell, beyond: Cell) -> str:
    if was == now:
        return f"toggled {way} in vain: {in_words(was)}"
    if was == b.EMPTY:
        return f"toggled {way}: made {in_words(now)}"
    if now != b.EMPTY:
        return f"toggled {way}: destroyed {in_words(was)}"
    if was & b.DESTRUCTIBLE:
        return f"toggled {way}: removed {in_words(was)}"
    return f"toggled {way}: shoved {in_words(was)}{'' if beyond == was else ' into the exit'}"


def standing(level: Level, state: GameState, agent: int) -> str:
    """Return the points of an agent now, and the points missing to open the exit, in a few words."""
    earned, required = g.earned_points(level, state, agent), level.required[agent]
    sentence = f"points {g.points(level, state, agent)}, earned {earned} of {required}"
    if g.has_exited(state, agent):
        return f"{sentence}; it has left"
    if not g.is_active(state, agent):
        return f"{sentence}; it was destroyed"
    if g.can_exit(level, state, agent):
        return f"{sentence}; exit open"
    return f"{sentence}; exit closed, {required - max(0, earned)} to go"


def signed(number: int) -> str:
    """Return a number with its sign, 0 without one."""
    return f"{number:+d}" if number else "0"
