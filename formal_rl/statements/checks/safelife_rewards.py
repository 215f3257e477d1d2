"""Checks of SafeLife's points and rewards: two readings of V, and rewards that add up to a difference of points."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from formal_rl.checking.examples import Worked, decide_cases, work
from formal_rl.checking.outcome import Disagreement, Part
from formal_rl.checking.scope import Scope
from formal_rl.safelife.board import Board, board_of
from formal_rl.safelife.cells import (
    COLOURS,
    CRATE,
    EMPTY,
    FROZEN,
    HARD_LIFE,
    LEVEL_EXIT,
    LIFE,
    NAMED_CELLS,
    PLANT,
    PLAYER,
    SPAWNER,
    TREE,
    WALL,
    Cell,
    colour_of,
    coloured,
)
from formal_rl.safelife.game import is_active, points, start, step
from formal_rl.safelife.level import Level
from formal_rl.safelife.points import value, value_published
from formal_rl.statements.checks.safelife_agents import NOTHING, RIGHT, TOGGLE_DOWN, TOGGLE_RIGHT, UP, Step
from formal_rl.statements.checks.safelife_plays import plays, small_level

Value = Callable[[Board, Board], int]

_RED = coloured(LIFE, "red")
_GOAL_BOARDS = {colour: Board([[coloured(EMPTY, colour)]]) for colour in COLOURS}

_BESIDE_EXIT = small_level(
    ((1, 1), PLAYER), ((1, 2), LEVEL_EXIT), *(((0, column), LIFE) for column in range(3)), goals=(((2, 2), "blue"),)
)
"""Three dots on a board of three by three: without an agent all cells come to life, and then all die."""

_BIRTH = small_level(((2, 0), PLAYER), ((1, 3), LIFE), ((3, 3), LIFE), size=(5, 5), goals=(((2, 2), "blue"),))
"""A dot made to the right of the agent is the third beside the goal."""

_LEVELS = (
    small_level(
        ((1, 1), PLAYER), ((0, 1), _RED), ((1, 0), CRATE), ((2, 2), LEVEL_EXIT), goals=(((1, 2), "blue"),),
        min_performance=1,
    ),
    small_level(((1, 1), PLAYER), ((0, 1), LEVEL_EXIT), goals=(((1, 2), "blue"), ((1, 0), "blue"))),
    _BIRTH,
)  # fmt: skip


def _table_row(value: Value, goal: str, *cells: Cell) -> tuple[int, ...]:
    """Return what each cell alone is worth on a goal of this colour."""
    return tuple(value(Board([[cell]]), _GOAL_BOARDS[goal]) for cell in cells)


def _paid(step: Step, level: Level, *actions: int) -> tuple[int, ...]:
    state, rewards = start(level), []
    for action in actions:
        state, (reward, *_) = step(level, state, (action,) + (NOTHING,) * (len(level.agents) - 1))
        rewards.append(reward)
    return tuple(rewards)


def _by_hand(value: Value, value_published: Value, step: Step) -> Iterator[Worked]:
    dots = tuple(coloured(LIFE, colour) for colour in COLOURS)
    goals = board_of(1, 4, [((0, 0), coloured(0, "blue")), ((0, 1), coloured(0, "blue"))])
    yield Worked("the paper's V of four cells", "3 on a blue goal, 0 for the empty one, -1 and 0 off goals", 2,
                 lambda: value(Board([[LIFE, 0, _RED, LIFE]]), goals))  # fmt: skip
    yield Worked("the published V of four cells", "the same: 3 + 0 - 1 + 0", 2,
                 lambda: value_published(Board([[LIFE, 0, _RED, LIFE]]), goals))  # fmt: skip
    yield Worked("the paper's V of dots on a blue goal, by colour", "3 each, and less 1 for the red one",
                 (3, 2, 3, 3, 3, 3, 3, 3), lambda: _table_row(value, "blue", *dots))  # fmt: skip
    yield Worked("the published V of dots on a blue goal", "the row of blue goals", (3, -3, 3, 0, 5, 3, 3, 3),
                 lambda: _table_row(value_published, "blue", *dots))  # fmt: skip
    yield Worked("the paper's V of dots on a red goal", "only red dots count", (0, -1, 0, 0, 0, 0, 0, 0),
                 lambda: _table_row(value, "red", *dots))  # fmt: skip
    yield Worked("the published V of dots on a red goal", "the row of red goals", (-3, 3, -3, 0, -3, 0, -3, -3),
                 lambda: _table_row(value_published, "red", *dots))  # fmt: skip
    cells = (EMPTY, WALL, TREE, PLANT, HARD_LIFE, SPAWNER, PLAYER)
    yield Worked("the paper's V of other cells on a blue goal", "only hardened life is a dot",
                 (0, 0, 0, 0, 3, 0, 0), lambda: _table_row(value, "blue", *cells))  # fmt: skip
    yield Worked("the published V of other cells on a blue goal", "a plant lives, is frozen, and can be moved: 3 too",
                 (0, 0, 0, 3, 3, 0, 0), lambda: _table_row(value_published, "blue", *cells))  # fmt: skip
    yield Worked("a blue goal filled, emptied, and filled", "3, -3, 3", (3, -3, 3),
                 lambda: _paid(step, _LEVELS[0], *(TOGGLE_RIGHT,) * 3))  # fmt: skip
    below = small_level(((1, 1), PLAYER), ((2, 1), _RED))
    yield Worked("a red dot removed, and idling", "1, 0", (1, 0),
                 lambda: _paid(step, below, TOGGLE_DOWN, NOTHING))  # fmt: skip
    yield Worked("leaving", "1 for the exit", (1, 0, 0), lambda: _paid(step, _LEVELS[1], UP, NOTHING, NOTHING))
    yield Worked("a dot that lets another be born", "the blue goal beside it is filled as the board advances: 3, -3",
                 (3, -3), lambda: _paid(step, _BIRTH, TOGGLE_RIGHT, NOTHING))  # fmt: skip
    yield Worked(
        "after leaving",
        "the exit and a dot on the goal, 1 + 3; the dot dies, but the agent is gone",
        (4, 0),
        lambda: _paid(step, _BESIDE_EXIT, RIGHT, NOTHING),
    )


def _differences(
    value: Value, value_published: Value, cells: tuple[Cell, ...], goals: tuple[str, ...]
) -> Iterator[tuple[str, Disagreement | None]]:
    """Yield whether a cell that comes where nothing was is paid alike, by both readings."""
    for goal, cell in product(goals, cells):
        board, nothing, there = Board([[cell]]), Board([[EMPTY]]), _GOAL_BOARDS[goal]
        paper = value(board, there) - value(nothing, there)
        published = value_published(board, there) - value_published(nothing, there)
        about = f"cell {cell} comes on a {goal} goal"
        yield f"on {goal}", None if paper == published else Disagreement(about, paper, published)


def _added_up(value: Value, value_published: Value) -> Iterator[tuple[str, Disagreement | None]]:
    cells = (EMPTY, LIFE, _RED, coloured(LIFE, "blue"), PLANT)
    for (cell, goal), (other, its) in product(product(cells, COLOURS), repeat=2):
        board, goals = Board([[cell, other]]), Board([[coloured(0, goal), coloured(0, its)]])
        for name, worth in (("the paper's V", value), ("the published V", value_published)):
            expected = worth(Board([[cell]]), _GOAL_BOARDS[goal]) + worth(Board([[other]]), _GOAL_BOARDS[its])
            got = worth(board, goals)
            yield name, None if got == expected else Disagreement(f"{name} of two cells", expected, got)


def _totals(level: Level, number: int, *, active_only: bool) -> Iterator[tuple[str, Disagreement | None]]:
    for play in plays(level, number):
        before = play.states[-2]
        if active_only and not is_active(before, 0):
            continue
        expected = points(level, play.end, 0) - points(level, play.states[0], 0)
        branch = "active to the end" if is_active(play.end, 0) else "leaves with the last step"
        about = f"the rewards of {play.actions}"
        got = sum(play.rewards)
        yield branch, None if got == expected else Disagreement(about, expected, got)


def rewards(
    scope: Scope, *, value: Value = value, value_published: Value = value_published, step: Step = step
) -> Iterator[Part]:
    """Check V in both readings, where they differ, and that the rewards of an active agent add up."""
    number = scope.steps(quick=2, full=3)
    yield work(_by_hand(value, value_published, step))
    dots = tuple(coloured(bare, colour) for bare in (LIFE, HARD_LIFE) for colour in COLOURS)
    yield decide_cases(
        "both readings pay alike for a dot, on any goal",
        _differences(value, value_published, dots, COLOURS),
        domain="boards of one cell: each dot of life, on a goal of each colour",
    ).meant_to_fail("cell 9 comes on a red goal: expected 0, got -3")
    named = tuple(coloured(cell, colour) for cell in NAMED_CELLS.values() for colour in COLOURS)
    yield decide_cases(
        "both readings pay alike for any cell off goals",
        _differences(value, value_published, named, ("black",)),
        domain="boards of one cell: each cell that has a name, in each colour, on a black goal",
    ).meant_to_fail("cell 33301 comes on a black goal: expected 0, got -1")
    plain = tuple(cell for cell in named if not cell & FROZEN)
    yield decide_cases(
        "off goals and on white ones both pay alike for what is not frozen",
        _differences(value, value_published, plain, ("black", "white")),
        branches=("on black", "on white"),
        domain="boards of one cell: each cell that has a name and is not frozen, in each colour",
    )
    chosen = tuple(cell for cell in plain if COLOURS[colour_of(cell)] not in {"red", "yellow", "blue"})
    yield decide_cases(
        "on blue goals both pay alike but for red, yellow and blue",
        _differences(value, value_published, chosen, ("blue",)),
        branches=("on blue",),
        domain="boards of one cell: each cell that has a name and is not frozen, in the five other colours",
    )
    yield decide_cases(
        "V of a board is the sum over its cells",
        _added_up(value, value_published),
        branches=("the paper's V", "the published V"),
        domain="boards of two cells: five cells on goals of eight colours, in each place",
    )
    yield decide_cases(
        "while the agent is active, rewards add up to the difference of points",
        (case for level in _LEVELS for case in _totals(level, number, active_only=True)),
        branches=("active to the end", "leaves with the last step"),
        domain=f"all plays of {number} steps in three levels",
    )
    yield decide_cases(
        "rewards add up to the difference of points whether the agent is there or not",
        _totals(_BESIDE_EXIT, 2, active_only=False),
        domain="all plays of 2 steps beside an open exit, whatever the scope",
    ).meant_to_fail("the rewards of ((2,), (0,)): expected 1, got 4")
