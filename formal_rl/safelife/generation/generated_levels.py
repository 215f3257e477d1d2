"""Levels of the five kinds of the paper's tables, generated from draws: patterns, goals, fences, agent and exit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from attrs import field, frozen

from formal_rl.agents import Draw, Draws
from formal_rl.errors import FormalRLError, InvalidParameter, UnknownName, nearest
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.generation._regions import Partition, grow_regions
from formal_rl.safelife.generation._scattered_oscillators import scatter_oscillators
from formal_rl.safelife.generation._still_lifes_incremental import generate_still_life_incremental
from formal_rl.safelife.generation.clearable_paths import clearable, ways_from
from formal_rl.safelife.generation.enclosures import enclose
from formal_rl.safelife.generation.patterns import GrowingPenalty, Penalties, PenaltyUntilFilled
from formal_rl.safelife.generation.random_choice import DrawnChoices

GENERATED_KINDS = ("append-still", "prune-still", "append-spawn", "prune-spawn", "navigation")
"""The kinds of levels that can be generated: those of Tables 1 and 2.

Source: Wainwright and Eckersley 2019, Section 4 and Appendix B.
Ledger: W19-tasks
"""

LEAST_SIZES: Mapping[str, int] = MappingProxyType(
    {"append-still": 12, "prune-still": 12, "append-spawn": 14, "prune-spawn": 14, "navigation": 14}
)
"""The least number of rows and columns of a level of each kind."""

MOST_SIZE = 256
ROOM_FOR_THREE = 16
"""From this side length on, three regions find room wherever the first two are."""

GREEN_LIFE = c.coloured(c.LIFE, "green")
GREEN_TREE = c.coloured(c.TREE, "green")
RED_LIFE = c.coloured(c.LIFE, "red")
BLUE_LIFE = c.coloured(c.LIFE, "blue")
YELLOW_LIFE = c.coloured(c.LIFE, "yellow")
YELLOW_TREE = c.coloured(c.TREE, "yellow")
YELLOW_SPAWNER = c.coloured(c.SPAWNER, "yellow")
_WHITE_GOAL = c.coloured(c.EMPTY, "white")


class GenerationFailed(FormalRLError):
    """A level of a kind and size could not be generated from some draws: the missing object, and the reason."""

    def __init__(self, kind: str, size: int, what: str, reason: str) -> None:
        self.kind = kind
        self.size = size
        self.what = what
        self.reason = reason
        super().__init__(f"no level of kind {kind}, {size} x {size}: {what} {reason}")


def _require_share(name: str, value: Any, *, above_nothing: bool = False) -> None:
    if type(value) not in {int, float, Fraction} or not 0 <= value <= 1 or (above_nothing and not value):
        raise InvalidParameter(name, value, f"a number {'above 0, at most 1' if above_nothing else 'from 0 to 1'}")


@frozen
class LevelTargets:
    """Targets for a generated level; the numbers of `TARGETS` are about those of the published levels.

    ``fill`` is the least share of a region, without its fence, that the neutral pattern takes up, and ``task_fill``
    that which the pattern to be made or removed takes up of the rest; ``temperature`` is that of the algorithm.
    A wall is a crate with probability ``crates``; a cell of the interior is a spawner with probability ``spawners``,
    and is alive with probability ``unrest`` in the region of spawners in navigation, where the share ``rubble`` of
    the buffer is walls. The share ``require`` of the points opens the exit, in kinds with a task. A pattern is tried
    ``attempts`` times, each with at most ``iterations`` for each open location, and so is the level as a whole.

    Raises `InvalidParameter` for anything that is not such a number.
    """

    fill: Draw = Fraction(12, 100)
    task_fill: Draw = Fraction(6, 100)
    temperature: Draw = Fraction(1, 2)
    crates: Draw = Fraction(3, 10)
    spawners: Draw = Fraction(4, 100)
    unrest: Draw = Fraction(3, 10)
    rubble: Draw = Fraction(27, 100)
    require: Draw = Fraction(1, 2)
    iterations: int = field(default=40)
    attempts: int = field(default=3)

    def __attrs_post_init__(self) -> None:
        """Refuse anything that is not a share, a temperature or a bound."""
        for name in ("fill", "task_fill"):
            _require_share(name, getattr(self, name), above_nothing=True)
        for name in ("crates", "spawners", "unrest", "rubble", "require"):
            _require_share(name, getattr(self, name))
        if type(self.temperature) not in {int, float, Fraction} or not 0 < self.temperature < 1 << 20:
            raise InvalidParameter("temperature", self.temperature, "a number above 0")
        for name in ("iterations", "attempts"):
            if type(getattr(self, name)) is not int or getattr(self, name) < 1:
                raise InvalidParameter(name, getattr(self, name), "an int of at least 1")


TARGETS: Mapping[str, LevelTargets] = MappingProxyType(
    {**dict.fromkeys(GENERATED_KINDS, LevelTargets()), "navigation": LevelTargets(fill=Fraction(15, 100))}
)
"""The default targets of each kind of level."""


class GeneratedLevel(NamedTuple):
    """A level, how it is made up, and how many draws were used for it.

    ``completed`` is the board without agent and exit when the task is done: everything to make is there, everything to
    remove is not. ``enclosed`` is the region that is fenced because spawners are in it; there may be none.
    ``tasks`` are the locations where something is to be made or removed.

    Ledger: W19-tasks
    """

    level: Level
    partition: Partition
    completed: Board
    enclosed: frozenset[Location]
    tasks: frozenset[Location]
    draws_used: int


def generate_level(kind: str, size: int, draws: Draws, targets: LevelTargets | None = None) -> Level:
    """Return the level that `generate` gives; raise as it does.

    Source: Wainwright and Eckersley 2019, Section 4 and Appendix A.
    Ledger: W19-tasks
    """
    return generate(kind, size, draws, targets).level


def generate(kind: str, size: int, draws: Draws, targets: LevelTargets | None = None) -> GeneratedLevel:
    """Return a level of a kind, with ``size`` rows and columns; the same draws give the same level.

    It has two or three regions, with a buffer between them in which agent and exit are. In the still kinds each region
    has a neutral green still life and, interwoven with it, a pattern to make (blue goals) or remove (red life),
    inside of a fence; in the spawn kinds the first region has yellow spawners in a fence instead. In navigation there
    are two regions: spawners with trees and unrest in a fence, and green oscillators; rubble lies between them.

    Of every level this holds, as long as nobody acts and without the agent, whatever the draws of the spawners are.
    Outside of their region nothing ever changes; in navigation all is back there after two steps. The same is so of
    ``completed``: made patterns stay once they are there, and the rest stays once the red life is gone. The
    goals do not change but in navigation.

    And this, of acting: where there are tasks, the agent can go to the exit over empty locations, and likewise to or
    beside as many tasks as open it, without changing anything; its later task is open. In navigation the
    exit is open, and `next_on_way` leads to it over `clearable` locations, in two steps at most for each of them.

    Raises `UnknownName` with the nearest kind, `InvalidParameter` for a size that is too small for the kind or over
    `MOST_SIZE`, `GenerationFailed` where a pattern is not done within the iterations and attempts there may be, or no
    place for the agent is found; and `DrawsExhausted`.

    Source: Wainwright and Eckersley 2019, Section 4 and Appendix A.
    Ledger: W19-tasks
    """
    if kind not in GENERATED_KINDS:
        raise UnknownName(f"no kind {kind!r} of levels to generate; {nearest(kind, GENERATED_KINDS)}")
    if type(size) is not int or not LEAST_SIZES[kind] <= size <= MOST_SIZE:
        raise InvalidParameter("size", size, f"an int from {LEAST_SIZES[kind]} to {MOST_SIZE} for {kind}")
    choices = DrawnChoices(draws)
    work = _Task(kind, size, targets or TARGETS[kind], choices)
    for _ in range(work.targets.attempts - 1):
        with suppress(GenerationFailed):
            return _attempt(work)
    return _attempt(work)


def _attempt(work: _Task) -> GeneratedLevel:
    is_navigation = work.kind == "navigation"
    number = 2 if is_navigation or work.size < ROOM_FOR_THREE else work.choices.number(2, 3)
    partition = grow_regions(work.size, work.size, number, work.choices)
    return _finished(work, partition, (_navigation if is_navigation else _with_tasks)(work, partition))


class _Task(NamedTuple):
    kind: str
    size: int
    targets: LevelTargets
    choices: DrawnChoices

    def failed(self, what: str, reason: str) -> GenerationFailed:
        return GenerationFailed(self.kind, self.size, what, reason)


class _PaintedBoard(NamedTuple):
    """A board with everything on it, alive or to be made, and where the region of spawners and the tasks are."""

    board: Board
    enclosed: frozenset[Location]
    tasks: frozenset[Location]


def _with_tasks(work: _Task, partition: Partition) -> _PaintedBoard:
    board, enclosed, tasks = Board.empty(work.size, work.size), frozenset[Location](), frozenset[Location]()
    for index, region in enumerate(partition.regions):
        walls = enclose(partition, region, work.choices)
        board = board.with_cells(dict.fromkeys(walls, c.WALL))
        if index == 0 and work.kind.endswith("spawn"):
            board, enclosed = board.with_cells(_spawners(work, partition, region)), region
        else:
            board, made = _task(work, board, index, region, walls)
            tasks |= made
    return _PaintedBoard(board, enclosed, tasks)


def _task(
    work: _Task, board: Board, index: int, region: frozenset[Location], walls: frozenset[Location]
) -> tuple[Board, frozenset[Location]]:
    """Return the board with a neutral still life and then a task in a region, and where the task's life is."""
    targets, choices = work.targets, work.choices
    open_cells = region - walls
    neutral: Penalties = {
        c.EMPTY: PenaltyUntilFilled(targets.fill),
        GREEN_LIFE: 0,
        c.WALL: GrowingPenalty(c.WALL, Fraction(3, 2), 10),
        GREEN_TREE: GrowingPenalty(GREEN_TREE, 2, 60),
    }
    board = _still_life(
        work, board, f"the neutral pattern of region {index}", targets.fill, neutral, open_cells=open_cells
    )
    crates = (each for each in sorted(region) if board[each] == c.WALL and choices.happens(targets.crates))
    board = board.with_cells(dict.fromkeys(crates, c.CRATE))
    life = BLUE_LIFE if work.kind.startswith("append") else RED_LIFE
    task: Penalties = {
        c.EMPTY: PenaltyUntilFilled(targets.task_fill),
        life: 0,
        c.CRATE: GrowingPenalty(c.CRATE, Fraction(6, 5), 40),
    }
    left = frozenset(each for each in open_cells if board[each] == c.EMPTY)
    board = _still_life(
        work, board, f"the task of region {index}", targets.task_fill, task, open_cells=left, needs=life
    )
    return board, frozenset(each for each in left if board[each] == life)


def _still_life(
    work: _Task,
    board: Board,
    what: str,
    fill: Draw,
    penalties: Penalties,
    *,
    open_cells: Collection[Location],
    needs: c.Cell | None = None,
) -> Board:
    """Return the board with a still life in the open cells, tried until one is done and has the cell it needs."""
    most = work.targets.iterations * len(open_cells)
    for _ in range(work.targets.attempts):
        made = generate_still_life_incremental(
            board,
            fill,
            work.targets.temperature,
            penalties,
            work.choices.draws,
            most_iterations=most,
            open_locations=open_cells,
            draws_read=work.choices.read,
        )
        work.choices.skip_to(work.choices.read + made.draws_used)
        if made.halted and (needs is None or any(made.board[each] == needs for each in open_cells)):
            return made.board
    tries = f"{work.targets.attempts} attempt{'s' if work.targets.attempts > 1 else ''}"
    raise work.failed(what, f"was not done in {tries} of {most} iterations")


def _spawners(work: _Task, partition: Partition, region: frozenset[Location]) -> dict[Location, c.Cell]:
    """Return spawners where nothing outside of a region touches them, at least one."""
    interior = partition.interior(region)
    places = [each for each in interior if work.choices.happens(work.targets.spawners)]
    return dict.fromkeys(places or [work.choices.one_of(interior)], YELLOW_SPAWNER)


def _navigation(work: _Task, partition: Partition) -> _PaintedBoard:
    unrest, green = partition.regions
    targets, choices = work.targets, work.choices
    single, share = choices.one_of(((c.WALL, Fraction(1, 3)), (GREEN_TREE, Fraction(1, 4))))
    scattered = scatter_oscillators(
        Board.empty(work.size, work.size),
        green,
        targets.fill,
        choices,
        life=GREEN_LIFE,
        single=single,
        most_tries=targets.iterations * len(green),
        share_of_single=share,
    )
    if not scattered.filled:
        raise work.failed("the oscillators", f"were not enough after {scattered.tries} tries")
    cells = dict.fromkeys(enclose(partition, unrest, choices), c.WALL) | _spawners(work, partition, unrest)
    cells |= {each: YELLOW_TREE for each in lattice(partition, unrest) if each not in cells}
    bare = (each for each in sorted(unrest) if each not in cells)
    cells |= {each: YELLOW_LIFE for each in bare if choices.happens(targets.unrest)}
    cells |= {each: c.WALL for each in partition.buffer if choices.happens(targets.rubble)}
    return _PaintedBoard(scattered.board.with_cells(cells), unrest, frozenset())


def lattice(partition: Partition, region: Collection[Location]) -> tuple[Location, ...]:
    """Return every thirteenth location of a region row by row, each row begun five further on than that above it.

    No location touches two of them: at the seam of a torus that has no multiple of thirteen columns some are left out.

    Source: the published code, for a torus of 26 by 26.
    """
    kept: dict[Location, None] = {}
    for row, column in sorted(region):
        if (column + 5 * row) % 13 == 0:
            near = {beside for each in partition.block((row, column)) for beside in partition.block(each)}
            if near.isdisjoint(kept):
                kept[row, column] = None
    return tuple(kept)


def _finished(work: _Task, partition: Partition, painted: _PaintedBoard) -> GeneratedLevel:
    append = work.kind.startswith("append")
    without_tasks = painted.board.with_cells(dict.fromkeys(painted.tasks, c.EMPTY))
    board = without_tasks if append else painted.board
    agent, level_exit = _places(work, partition, board, painted)
    level = Level(
        board.with_cells({agent: c.turned(c.PLAYER, c.ORIENTATIONS.index("right")), level_exit: c.LEVEL_EXIT | c.RED}),
        _goals(partition, painted),
        spawn_probability=Fraction(3, 10),
        min_performance=-1 if work.kind == "navigation" else Fraction(work.targets.require),
        name=work.kind,
    )
    completed = painted.board if append else without_tasks
    return GeneratedLevel(level, partition, completed, painted.enclosed, painted.tasks, work.choices.read)


def _goals(partition: Partition, painted: _PaintedBoard) -> Board:
    """Return the whole pattern as goals, blue where life is to be made, white in the buffer, else without colour."""

    def goal(cell: c.Cell) -> c.Cell:
        if cell & c.SPAWNING:
            return cell & ~c.SPAWNING & ~c.COLOUR_MASK
        if cell == YELLOW_LIFE:
            return c.EMPTY
        return cell if cell == BLUE_LIFE else cell & ~c.COLOUR_MASK

    goals = {location: goal(painted.board[location]) for location in painted.board.locations()}
    goals |= {location: painted.board[location] | _WHITE_GOAL for location in partition.buffer}
    return painted.board.with_cells(goals)


def _places(work: _Task, partition: Partition, board: Board, painted: _PaintedBoard) -> tuple[Location, Location]:
    """Return where agent and exit are, in the buffer and the exit as far away as can be, with tasks within reach."""
    places = [location for location in partition.buffer if board[location] == c.EMPTY]
    if work.kind == "navigation":
        free = clearable(board)
    else:
        free = frozenset(each for each in board.locations() if board[each] == c.EMPTY) - painted.enclosed
    enough = Fraction(work.targets.require) * len(painted.tasks)
    for agent in work.choices.shuffled(places):
        reached = ways_from(board, agent, free)
        exits = [each for each in places if each in reached and each != agent]
        if exits:
            level_exit = max(exits, key=lambda each: _distance(board, agent, each))
            reached = ways_from(board.with_cells({level_exit: c.LEVEL_EXIT}), agent, free)
            if len(beside(partition, painted.tasks, reached)) >= enough:
                return agent, level_exit
    raise work.failed("a place for the agent", "was not found from which exit and tasks are within reach")


def beside(partition: Partition, tasks: Iterable[Location], reached: Collection[Location]) -> tuple[Location, ...]:
    """Return the tasks that are reached or adjacent to a reached cell, so that an agent there can toggle them."""
    return tuple(each for each in tasks if each in reached or any(near in reached for near in partition.sides(each)))


def _distance(board: Board, one: Location, other: Location) -> int:
    down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
    return min(down, board.height - down) + min(right, board.width - right)
