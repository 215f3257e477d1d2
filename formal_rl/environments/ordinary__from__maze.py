"""A maze drawn as text."""

from formal_rl.environments.types import Environment
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Percept, Play, actions, check_play

WALL, FLOOR, START, GOAL = "#.SG"

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""Rows and columns moved by actions 0 to 3: up, right, down, left."""


def maze(plan: str) -> Environment:
    """Return the maze of a plan: rows of equal length of ``#`` wall, ``.`` floor, one ``S`` start and one ``G`` goal.

    Actions 0 to 3 go up, right, down, left; walls and the edge of the plan hold. It shows the cell, cells being
    numbered row by row from 0, and pays 1 for each step that ends in the goal, else 0.
    Raises `ActionOutOfRange` for other actions, and `InvalidParameter` for a plan that is none.

    Ledger: A21-E13*
    """
    rows = _rows(plan)
    width = len(rows[0])
    start, goal = (divmod("".join(rows).index(mark), width) for mark in (START, GOAL))

    def environment(play: Play) -> Percept:
        check_play(play)
        row, column = start
        for turn, action in enumerate(actions(play)):
            if action >= len(STEPS):
                raise ActionOutOfRange(2 * turn + 1, action, len(STEPS))
            down, right = STEPS[action]
            below, beside = row + down, column + right
            if 0 <= below < len(rows) and 0 <= beside < width and rows[below][beside] != WALL:
                row, column = below, beside
        return Percept(1 if (row, column) == goal else 0, row * width + column)

    return environment


def _rows(plan: str) -> list[str]:
    expected = f"a text of rows of equal length of {WALL}, {FLOOR}, one {START} and one {GOAL}"
    if not isinstance(plan, str):
        raise InvalidParameter("plan", plan, expected)
    rows = plan.split("\n")
    marks = "".join(rows)
    if (
        len({len(row) for row in rows}) != 1
        or not set(marks) <= {WALL, FLOOR, START, GOAL}
        or marks.count(START) != 1
        or marks.count(GOAL) != 1
    ):
        raise InvalidParameter("plan", plan, expected)
    return rows
