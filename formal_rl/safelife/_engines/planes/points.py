"""Points on bit planes: which cells are counted, and how many of them live on goals of each colour."""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen

from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.boards import OTHERS, PackedBoard, by_colour
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import COLOURS, FROZEN, PULLABLE, PUSHABLE
from formal_rl.safelife.game.points import NOT_LIVING, Counts, PointsTable

_FROZEN, _PUSHABLE, _PULLABLE = (OTHERS.index(flag) for flag in (FROZEN, PUSHABLE, PULLABLE))


@frozen
class PackedGoals:
    """A goals board as bit planes, and for each colour it has, its number and where it is.

    Goals without spawners and with period 1 or 2 cache their successor.
    """

    board: PackedBoard
    colours: tuple[tuple[int, int], ...] = field(init=False, eq=False, repr=False)
    _following: PackedGoals | None = field(init=False, default=None, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Find the colours."""
        _, traits, scenery = self.board
        frame = scenery.frame
        colours = by_colour(frame.everywhere, traits | scenery.dead_traits, frame.layer)
        object.__setattr__(self, "colours", tuple(colours))

    @cached_property
    def unpacked(self) -> Board:
        """The goals board itself."""
        return self.board.to_board()

    def advanced(self, draws: SpawnDraws, draws_read: int) -> tuple[PackedGoals, int]:
        """Return the goals after a step, the very same ones if nothing changes, and how many draws have been read."""
        if self._following is not None:
            return self._following, draws_read
        board, draws_read = advance_planes(self.board, draws, draws_read)
        after = self if board is self.board else PackedGoals(board)
        if not self.board.may_draw:
            again, _ = advance_planes(board, draws, draws_read)
            if again == self.board:
                object.__setattr__(self, "_following", after)
                object.__setattr__(after, "_following", self)
        return after, draws_read


def uncounted_cells(board: PackedBoard) -> int:
    """Return where the cells are that do not count for points: the frozen ones that cannot be removed or moved."""
    scenery = board.scenery
    frozen_cells, movable = scenery.planes[_FROZEN], scenery.planes[_PUSHABLE] | scenery.planes[_PULLABLE]
    return frozen_cells ^ (frozen_cells & (movable | board.traits | scenery.dead_traits))


def counted_columns(board: PackedBoard, uncounted: int) -> list[tuple[int, int]]:
    """Return where counted cells are, after their column in a points table."""
    alive, traits, frame = board.alive, board.traits, board.scenery.frame
    living = by_colour(alive ^ (alive & uncounted), traits, frame.layer)
    return [*living, (NOT_LIVING, frame.one.everywhere ^ (alive | uncounted))]


def paid_by(table: PointsTable, columns: list[tuple[int, int]], goals: PackedGoals) -> int:
    """Return the points of a table for the cells in these columns."""
    paid = 0
    for goal, where in goals.colours:
        row = table[goal]
        paid += sum([row[column] * (cells & where).bit_count() for column, cells in columns if row[column]])
    return paid


def count_planes(board: PackedBoard, goals: PackedGoals) -> Counts:
    """Return the result of `count_cells`."""
    counts = [[0] * (NOT_LIVING + 1) for _ in COLOURS]
    for column, cells in counted_columns(board, uncounted_cells(board)):
        for goal, where in goals.colours:
            counts[goal][column] = (cells & where).bit_count()
    return tuple(map(tuple, counts))
