"""Points on bit planes: which cells are counted, and how many of them live on goals of each colour."""

from __future__ import annotations

from functools import cached_property

from attrs import field, frozen

from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.boards import OTHERS, TRAITS, PackedBoard
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife.board.cells import COLOURS, FROZEN, PULLABLE, PUSHABLE, colour_of
from formal_rl.safelife.game.points import NOT_LIVING, Counts, PointsTable

_FROZEN, _PUSHABLE, _PULLABLE = (OTHERS.index(flag) for flag in (FROZEN, PUSHABLE, PULLABLE))
_COLOUR_BITS = tuple((colour_of(trait), number) for number, trait in enumerate(TRAITS) if colour_of(trait))
_WHITE = len(COLOURS) - 1
_NONE = (0,) * (NOT_LIVING + 1)


def _by_colour(cells: int, traits: int, length: int) -> list[tuple[int, int]]:
    """Return those of the cells that are of each colour, after its number, where there are any."""
    parts = [(0, cells)] if cells else []
    for bit, number in _COLOUR_BITS:
        coloured = traits >> number * length & cells
        if coloured:
            split = []
            for colour, plane in parts:
                both = plane & coloured
                if both:
                    split.append((colour | bit, both))
                if both != plane:
                    split.append((colour, plane ^ both))
            parts = split
    return parts


@frozen
class PackedGoals:
    """A goals board as bit planes, and for each colour it has, its number and where it is.

    Goals without spawners go on as they are. So those that stay, or come back after two steps, know what follows.
    """

    board: PackedBoard
    colours: tuple[tuple[int, int], ...] = field(init=False, eq=False, repr=False)
    _following: PackedGoals | None = field(init=False, default=None, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Find the colours."""
        _, traits, scenery = self.board
        frame = scenery.frame
        colours = _by_colour(frame.everywhere, traits | scenery.dead_traits, frame.plane)
        object.__setattr__(self, "colours", tuple(colours))

    @cached_property
    def colours_seen(self) -> int:
        """Where each bit of a colour is, red lowest in the stack: the published observation shows no white goals."""
        length, seen = self.board.frame.plane, 0
        for colour, where in self.colours:
            if colour != _WHITE:
                for number in range(3):
                    seen |= (where if colour >> number & 1 else 0) << number * length
        return seen

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
    planes = scenery.planes
    movable = planes[_PUSHABLE] | planes[_PULLABLE]
    return planes[_FROZEN] & ~(movable | board.traits | scenery.dead_traits)


def count_planes(board: PackedBoard, goals: PackedGoals) -> Counts:
    """Return what `count_cells` returns."""
    counts, everywhere = [_NONE] * len(COLOURS), board.frame.everywhere
    living = living_by_colour(board, uncounted_cells(board))
    for goal, where in goals.colours:
        row = [0] * len(_NONE)
        for colour, cells in living:
            row[colour] = (cells & where).bit_count()
        row[NOT_LIVING] = (where & everywhere & ~uncounted_cells(board)).bit_count() - sum(row)
        counts[goal] = tuple(row)
    return tuple(counts)


def living_by_colour(board: PackedBoard, uncounted: int) -> list[tuple[int, int]]:
    """Return where counted cells live in each colour, after its number, where there are any."""
    return _by_colour(board.alive & ~uncounted, board.traits, board.scenery.frame.plane)


def paid_for(board: PackedBoard, goals: PackedGoals, uncounted: int, table: PointsTable) -> int:
    """Return what `value_published` returns, if ``uncounted`` has the cells that do not count."""
    paid = 0
    living = _by_colour(board.alive & ~uncounted, board.traits, board.scenery.frame.plane)
    for goal, where in goals.colours:
        worths = table[goal]
        for colour, cells in living:
            if worths[colour]:
                paid += worths[colour] * (cells & where).bit_count()
        if worths[NOT_LIVING]:
            dead = where & ~(board.alive | uncounted)
            paid += worths[NOT_LIVING] * dead.bit_count()
    return paid
