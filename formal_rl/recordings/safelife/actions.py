"""Recorded actions on single boards, and recorded counts of cells."""

import re
from collections.abc import Iterator

import numpy
from attrs import frozen

from formal_rl.errors import UnusableVectors
from formal_rl.histories import Action
from formal_rl.recordings.safelife.arrays import CELLS, NUMBERS, ArrayFile
from formal_rl.recordings.safelife.differences import (
    Difference,
    SafelifeCase,
    SafelifeFunctions,
    compare_cells,
    compare_values,
)
from formal_rl.recordings.safelife.index import MOST_SIDE
from formal_rl.safelife.board import Board, Location
from formal_rl.safelife.board.board import Cells
from formal_rl.safelife.game import ACTIONS, count_cells
from formal_rl.safelife.game.actions import LEAST_SIDE
from formal_rl.strict_json import WHOLE_FILE, Field

_SIZED = re.compile(r"(?:before|loc|action|after|loc_after)_([1-9][0-9]{0,2})x([1-9][0-9]{0,2})")
_COUNTED = ("counts_board", "counts_goals", "counts_out")


@frozen
class ActionCase:
    """What one agent did to one board."""

    size: str
    number: int
    before: Cells
    location: Location
    action: Action
    after: Cells
    location_after: Location

    @property
    def label(self) -> str:
        """The size of the board, the number of the case among those of that size, and the action."""
        return f"{self.size}[{self.number}], {ACTIONS[self.action]} at {self.location}"

    def differences(self, functions: SafelifeFunctions) -> Iterator[Difference]:
        """Yield where the board afterwards, or the place of the agent, differs."""
        board, location = functions.act(Board.from_array(self.before), self.location, self.action)
        place = f"{self.size}[{self.number}]"
        yield from compare_cells("board", None, f"after_{place}", self.after, board.array())
        yield from compare_values("location", None, f"loc_after_{place}", list(self.location_after), list(location))


@frozen
class CountsCase:
    """The counts of cells, by colours of goals and cells, of one board."""

    number: int
    board: Cells
    goals: Cells
    counts: Cells

    @property
    def label(self) -> str:
        """The number of the case."""
        return f"counts[{self.number}]"

    def differences(self, _: SafelifeFunctions) -> Iterator[Difference]:
        """Yield where the counts differ; row and column are those of the table."""
        counts = numpy.array(count_cells(Board.from_array(self.board), Board.from_array(self.goals)))
        yield from compare_cells("count", None, f"counts_out[{self.number}]", self.counts, counts)


def read_actions(_: Field, arrays: ArrayFile) -> list[SafelifeCase]:
    """Return the cases of ``action_unit.npz``, which names the sizes of its boards itself.

    Raises `UnusableVectors` naming the array that is not as the schema says.
    """
    matches = [match for name in arrays.names if (match := _SIZED.fullmatch(name))]
    arrays.only({*_COUNTED, *(match[0] for match in matches)})
    sizes = dict.fromkeys((int(match[1]), int(match[2])) for match in matches)
    if not sizes:
        raise UnusableVectors(arrays.file, WHOLE_FILE, "no actions on boards of any size")
    return [*(case for size in sizes for case in _read_size(arrays, *size)), *_read_counts(arrays)]


def _read_size(arrays: ArrayFile, height: int, width: int) -> Iterator[ActionCase]:
    size = f"{height}x{width}"
    before = arrays.read(f"before_{size}", CELLS, (None, height, width))
    if not LEAST_SIDE <= min(before.shape[1:]) <= max(before.shape[1:]) <= MOST_SIDE:
        raise arrays.fault(f"before_{size}", f"expected sides from {LEAST_SIDE} to {MOST_SIDE}")
    number = len(before)
    locations = arrays.read_locations(f"loc_{size}", number, height, width)
    actions = arrays.read(f"action_{size}", NUMBERS, (number,), least=0, most=len(ACTIONS) - 1).tolist()
    after = arrays.read(f"after_{size}", CELLS, (number, height, width))
    locations_after = arrays.read_locations(f"loc_after_{size}", number, height, width)
    for place in range(number):
        values = before[place], locations[place], actions[place], after[place], locations_after[place]
        yield ActionCase(size, place, *values)


def _read_counts(arrays: ArrayFile) -> Iterator[CountsCase]:
    board, goals, counts = _COUNTED
    boards = arrays.read(board, CELLS, (None, None, None))
    all_goals = arrays.read(goals, CELLS, boards.shape)
    all_counts = arrays.read(counts, NUMBERS, (len(boards), 8, 9))
    for number, values in enumerate(zip(boards, all_goals, all_counts, strict=True)):
        yield CountsCase(number, *values)
