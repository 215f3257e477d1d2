"""Recorded boards: one step of the rule after the other, without any agent."""

from collections.abc import Iterator

from formal_rl.recordings.cases import Case, Difference, compare_cells
from formal_rl.recordings.safelife.functions import SafelifeFunctions
from formal_rl.recordings.safelife.reading import (
    CELLS,
    MOST_SIDE,
    MOST_STEPS,
    ArrayFile,
    draws_of,
    label_of,
    probability_of,
)
from formal_rl.safelife.board import Board
from formal_rl.strict_json import Field, count

BOARD_MEMBERS = ("key", "kind", "seed", "shape", "spawn_prob", "steps")


def read_board(case: Field, key: str, arrays: ArrayFile, functions: SafelifeFunctions) -> Case:
    """Return a case of ``advance.npz``: successive boards, each advanced from the recorded one before it.

    Each form of the rule goes on with the draw after the last that it read.

    Raises `UnusableVectors` or `UnusableArchive` for the field or array that is not as the schema says.
    """
    steps = count(case.member("steps"), 1, MOST_STEPS)
    height, width = (count(side, 1, MOST_SIDE) for side in case.member("shape").elements(2))
    boards = arrays.read(key, CELLS, (steps + 1, height, width))
    probability, draws = probability_of(case), draws_of(case)

    def differences() -> Iterator[Difference]:
        forms = {name: getattr(functions, name) for name in ("advance", "advance_in_words", "advance_packed")}
        draws_read = dict.fromkeys(forms, 0)
        for step in range(steps):
            board = Board.from_array(boards[step])
            for name, form in forms.items():
                got, draws_read[name] = form(board, probability, draws, draws_read[name])
                field, after = f"{key}[{step + 1}]", boards[step + 1]
                yield from compare_cells(f"board by {name}", step, field, after, got.array())

    return Case(label_of(case), differences)
