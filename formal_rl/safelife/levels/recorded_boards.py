"""Runs of which only boards were recorded, such as those of the published code: the first and the last one, and steps.

Of an archive these fields are read: ``board``, the last board, or the board after each step, the last one last;
``start``, the first board, without which a level is needed; ``steps``, the number of steps between the two, where only
the last board is there; ``orientation``, which if there is one for each board makes the first of these the first board,
as in version 1.0. Each fault is an `UnusableArchive` that names the file and the field.
"""

from pathlib import Path

from attrs import frozen

from formal_rl.errors import InvalidParameter, MalformedBoard
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.board.cells import AGENT, DESTRUCTIBLE, EXIT, FROZEN, MOVABLE
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.levels._archive import ArrayArchive

_MOST_BYTES = 1 << 27


@frozen
class RunEnds:
    """The ends of a run: a level, whose board is the first one, the last board, and the number of steps between.

    ``seed`` is for the draws of measuring the run; the draws of playing it need not be known.
    """

    level: Level
    board: Board
    steps: int
    seed: int = 0
    policy: str = "whoever was recorded"


def read_run_ends(path: Path, level: Level | None = None, steps: int | None = None, seed: int = 0) -> RunEnds:
    """Return the ends of the run in an archive, a file of numpy with the fields named above.

    The recordings of version 1.2.2 have the board after each step and not the first one, so they need the ``level``.
    Those of version 1.0 begin with the first board and lack the one after the last step if that ended the episode. A
    level that is given goes before a first board that the archive has. ``steps`` is for an archive with one board.

    Raises `UnusableArchive` for a file or a field that is missing or not as it should be, and `InvalidParameter` for
    steps where the archive has its own.

    Source: the published code, versions 1.0 and 1.2.2, which record such archives.
    """
    with ArrayArchive(path, _MOST_BYTES) as archive:
        _, shape = archive.head("board")
        if len(shape) not in {2, 3} or 0 in shape:
            raise archive.fault("board", f"is of shape {shape}: expected a board, or a row of boards")
        boards = archive.load("board").reshape(-1, *shape[-2:])
        last, first = _board(archive, "board", boards[-1]), None
        begins = "orientation" in archive.names and archive.head("orientation")[1] == shape[:1] and len(shape) == 3
        if "start" in archive.names:
            first = _board(archive, "start", archive.load("start"))
        elif begins:
            first = _board(archive, "board", boards[0])
        counted = len(boards) - begins if len(shape) == 3 else _steps(archive)
        whole = level
        if whole is None and first is not None:
            whole = Level(first, Board.empty(first.height, first.width))  # spawners spawn with the published 3/10
        if whole is None:
            raise archive.fault("start", "is missing: give the level, or record the first board in this field")
        if steps is not None and counted is not None:
            raise InvalidParameter("steps", steps, f"no number of steps: {archive.file} has {counted}")
        found = counted if steps is None else steps
        if found is None:
            raise archive.fault("steps", "is missing: give the number of steps, or record it in this field")
        _require_same_walls(archive, whole.board, last)
    return RunEnds(whole, last, found, seed)


def _steps(archive: ArrayArchive) -> int | None:
    if "steps" not in archive.names:
        return None
    steps = archive.load("steps")
    if steps.shape != () or steps.dtype.kind not in "iu" or steps < 0:
        raise archive.fault("steps", f"is {steps.dtype} of shape {steps.shape}: expected a whole number of at least 0")
    return int(steps)


def _board(archive: ArrayArchive, field: str, array: object) -> Board:
    try:
        return Board.from_array(array)  # type: ignore[arg-type]
    except MalformedBoard as error:
        raise archive.fault(field, str(error)) from error


def _require_same_walls(archive: ArrayArchive, first: Board, last: Board) -> None:
    """Refuse two boards of which one cannot follow from the other: of two sizes, or with other walls."""
    if (first.height, first.width) != (last.height, last.width):
        sizes = f"is of {last.height} x {last.width}: expected {first.height} x {first.width}, as the first board"
        raise archive.fault("board", sizes)
    for row, column in first.locations():
        cell, found = first[row, column], last[row, column]
        is_fixed = cell & FROZEN and not cell & (DESTRUCTIBLE | MOVABLE | AGENT | EXIT)
        if is_fixed and cell != found:
            at = f"at row {row}, column {column} the last board has {found}, and the first {cell}, which never changes"
            raise archive.fault("board", f"{at}: expected boards of one run")
