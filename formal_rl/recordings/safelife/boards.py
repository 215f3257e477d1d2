"""Recorded boards: one step of the rule after the other, without any agent."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from formal_rl.agents import Draws
from formal_rl.recordings.safelife.arrays import CELLS, ArrayFile
from formal_rl.recordings.safelife.differences import Difference, SafelifeFunctions, compare_cells
from formal_rl.recordings.safelife.index import (
    MOST_SIDE,
    MOST_STEPS,
    draws_of,
    indexed,
    label_of,
    probability_of,
)
from formal_rl.safelife.board import Board
from formal_rl.safelife.board.board import Cells
from formal_rl.strict_json import Field, count


@frozen
class BoardsCase:
    """Successive boards: each is advanced from the one that was recorded before it, by each form of the rule."""

    label: str
    key: str
    boards: Cells
    spawn_probability: Fraction
    draws: Draws

    def differences(self, functions: SafelifeFunctions) -> Iterator[Difference]:
        """Yield where the boards differ; each form goes on with the draw after the last that it read."""
        forms = {name: getattr(functions, name) for name in ("advance", "advance_in_words", "advance_packed")}
        draws_read = dict.fromkeys(forms, 0)
        for step, (before, after) in enumerate(zip(self.boards, self.boards[1:], strict=False)):
            board = Board.from_array(before)
            for name, form in forms.items():
                got, draws_read[name] = form(board, self.spawn_probability, self.draws, draws_read[name])
                yield from compare_cells(f"board by {name}", step, f"{self.key}[{step + 1}]", after, got.array())


def read_boards(index: Field, arrays: ArrayFile) -> list[BoardsCase]:
    """Return the cases of ``advance.npz``.

    Raises `UnusableVectors` naming the field or array that is not as the schema says.
    """
    cases = indexed(index, "advance", ("key", "kind", "seed", "shape", "spawn_prob", "steps"))
    arrays.only({case.member("key").text() for case in cases})
    return [_read(case, arrays) for case in cases]


def _read(case: Field, arrays: ArrayFile) -> BoardsCase:
    key, steps = case.member("key").text(), count(case.member("steps"), 1, MOST_STEPS)
    height, width = (count(side, 1, MOST_SIDE) for side in case.member("shape").elements(2))
    boards = arrays.read(key, CELLS, (steps + 1, height, width))
    return BoardsCase(label_of(case), key, boards, probability_of(case), draws_of(case))
