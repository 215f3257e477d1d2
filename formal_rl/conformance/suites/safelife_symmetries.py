"""What disguises cases of boards: W19-equivariance says of the dynamics that they commute with it."""

from collections.abc import Callable
from random import Random
from typing import Any

from formal_rl.conformance.engine.case_suites import Case, case
from formal_rl.safelife.board import Board, block_around, may_spawn
from formal_rl.safelife.game import Symmetry


def drawn_symmetry(draw: Random, height: int, width: int) -> Symmetry:
    """Return one of the eight symmetries, with a translation, of boards of this height and width."""
    turns = draw.randrange(4)
    sides = (width, height) if turns % 2 else (height, width)
    return Symmetry(turns, draw.random() < 1 / 2, (draw.randrange(sides[0]), draw.randrange(sides[1])))


def moved(of: Symmetry, rows: Any, cell: Callable[[Any], Any] = lambda each: each) -> tuple[tuple[Any, ...], ...]:
    """Return rows of cells, masses or shares in the places where a symmetry puts them."""
    height, width = len(rows), len(rows[0])
    there = {of.location((r, c), height, width): cell(each) for r, row in enumerate(rows) for c, each in enumerate(row)}
    height, width = (width, height) if of.quarter_turns % 2 else (height, width)
    return tuple(tuple(there[r, c] for c in range(width)) for r in range(height))


def moved_case(draw: Random, given: Case) -> Case:
    """Return a case with all that it has moved by one symmetry."""
    boards = given.get("boards") or [
        each for each in given.values() if isinstance(each, tuple) and isinstance(each[0], tuple)
    ]
    height, width = (len(boards[0]), len(boards[0][0])) if boards else (given["height"], given["width"])
    of = drawn_symmetry(draw, height, width)
    sides = (width, height) if of.quarter_turns % 2 else (height, width)

    def rows(each: Any) -> Any:
        return moved(of, each, of.cell)

    def place(each: Any) -> Any:
        return of.location(each, height, width)

    parts: dict[str, Callable[[Any], Any]] = {
        **dict.fromkeys(("board", "goals", "initial", "final"), rows),
        **dict.fromkeys(("first", "second"), lambda each: moved(of, each)),
        **dict.fromkeys(("source", "target"), place),
        "boards": lambda each: tuple(map(rows, draw.sample(each, len(each)))),
        "cell_type": of.cell,
        "actions": lambda each: tuple(action if action == "reset" else of.action(action) for action in each),
        "draws": lambda each: _draws_along(Board(given["board"]), each, place),
        "height": lambda each: sides[0],
        "width": lambda each: sides[1],
    }
    return case(**{name: parts[name](each) if name in parts else each for name, each in given.items()})


def _draws_along(board: Board, draws: Any, place: Callable[[Any], Any]) -> Any:
    """Return the draws in the order in which the cells that read them come after a move."""
    waiting = [each for each in board.locations() if may_spawn(block_around(board, each))]
    order = sorted(range(len(waiting)), key=lambda at: place(waiting[at]))
    return (*(draws[at] for at in order), *draws[len(waiting) :])
