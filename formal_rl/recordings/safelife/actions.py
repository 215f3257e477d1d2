"""Recorded actions on single boards, and recorded counts of cells."""

import re
from collections.abc import Iterator

import numpy

from formal_rl.recordings.cases import Case, Difference, compare_cells
from formal_rl.recordings.safelife.functions import SafelifeFunctions
from formal_rl.recordings.safelife.reading import CELLS, MOST_SIDE, NUMBERS, ArrayFile
from formal_rl.safelife.board import Board
from formal_rl.safelife.board.board import Cells
from formal_rl.safelife.game import ACTIONS, count_cells
from formal_rl.safelife.game.actions import LEAST_SIDE
from formal_rl.strict_json import Field

_SIZED = re.compile(r"(?:before|loc|action|after|loc_after)_([1-9][0-9]{0,2})x([1-9][0-9]{0,2})")


def read_actions(_: Field, arrays: ArrayFile, functions: SafelifeFunctions) -> list[Case]:
    """Return the cases of ``action_unit.npz``, which names the sizes of its boards itself.

    Raises `UnusableArchive` naming the array that is not as the schema says.
    """
    matches = [match for name in arrays.names if (match := _SIZED.fullmatch(name))]
    sizes = dict.fromkeys((int(match[1]), int(match[2])) for match in matches)
    if not sizes:
        raise arrays.fault("", "no actions on boards of any size")
    cases = [case for size in sizes for case in _read_size(arrays, functions, *size)]
    boards = arrays.read("counts_board", CELLS, (None, None, None))
    goals = arrays.read("counts_goals", CELLS, boards.shape)
    counts = arrays.read("counts_out", NUMBERS, (len(boards), 8, 9))
    rows = enumerate(zip(boards, goals, counts, strict=True))
    return [*cases, *(_counts_case(number, *values) for number, values in rows)]


def _read_size(arrays: ArrayFile, functions: SafelifeFunctions, height: int, width: int) -> list[Case]:
    """Return the cases of one size: what one agent did to one board."""
    size = f"{height}x{width}"
    before = arrays.read(f"before_{size}", CELLS, (None, height, width))
    if not LEAST_SIDE <= min(before.shape[1:]) <= max(before.shape[1:]) <= MOST_SIDE:
        raise arrays.fault(f"before_{size}", f"expected sides from {LEAST_SIDE} to {MOST_SIDE}")
    total = len(before)
    locations = arrays.read_locations(f"loc_{size}", total, height, width)
    actions = arrays.read(f"action_{size}", NUMBERS, (total,), least=0, most=len(ACTIONS) - 1).tolist()
    after = arrays.read(f"after_{size}", CELLS, (total, height, width))
    locations_after = arrays.read_locations(f"loc_after_{size}", total, height, width)

    def case(number: int) -> Case:
        place, location, action = f"{size}[{number}]", locations[number], actions[number]

        def differences() -> Iterator[Difference]:
            board, there = functions.act(Board.from_array(before[number]), location, action)
            yield from compare_cells("board", None, f"after_{place}", after[number], board.array())
            yield Difference("location", None, f"loc_after_{place}", list(locations_after[number]), list(there))

        return Case(f"{place}, {ACTIONS[action]} at {location}", differences)

    return [case(number) for number in range(total)]


def _counts_case(number: int, board: Cells, goals: Cells, recorded: Cells) -> Case:
    """Return the case of the counts of one board, by colours of goals (rows) and cells (columns)."""

    def differences() -> Iterator[Difference]:
        counts = numpy.array(count_cells(Board.from_array(board), Board.from_array(goals)))
        yield from compare_cells("count", None, f"counts_out[{number}]", recorded, counts)

    return Case(f"counts[{number}]", differences)
