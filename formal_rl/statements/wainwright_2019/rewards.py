"""Checks of SafeLife's points and rewards: two readings of V, and rewards that add up to a difference of points."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.agents import Draws
from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOURS,
    CRATE,
    EMPTY,
    FROZEN,
    LIFE,
    NAMED_CELLS,
    WALL,
    Board,
    Cell,
    colour_of,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, HARD_LIFE, LEVEL_EXIT, PLANT, PLAYER, SPAWNER, TREE, coloured
from formal_rl.safelife.game import (
    NOT_LIVING,
    GameState,
    Level,
    available_points,
    can_exit,
    count_cells,
    earned_points,
    has_exited,
    is_active,
    is_counted,
    points,
    required_points_published,
    start,
    step,
    value,
    value_published,
)
from formal_rl.safelife.game.game import StepResult, acted
from formal_rl.safelife.game.points import PUBLISHED_TABLE, require_table, required_points, table_points, usable_columns
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.agents import (
    NOTHING,
    RIGHT,
    TOGGLE_DOWN,
    TOGGLE_RIGHT,
    UP,
    Joint,
    Step,
    differences,
)
from formal_rl.statements.wainwright_2019.plays import plays, refusals, small_level

Value = Callable[[Board, Board], int]

_RED = coloured(LIFE, "red")
_GOAL_BOARDS = {colour: Board([[coloured(EMPTY, colour)]]) for colour in COLOURS}

_BESIDE_EXIT = small_level(
    ((1, 1), PLAYER), ((1, 2), LEVEL_EXIT), *(((0, column), LIFE) for column in range(3)), goals=(((2, 2), "blue"),)
)
"""Three dots on a board of three by three: without an agent all cells come to life, and then all die."""

_BIRTH = small_level(((2, 0), PLAYER), ((1, 3), LIFE), ((3, 3), LIFE), size=(5, 5), goals=(((2, 2), "blue"),))
"""A dot made to the right of the agent is the third beside the goal."""

_THINGS = (((0, 1), _RED), ((1, 0), CRATE), ((2, 2), LEVEL_EXIT))
_LEVELS = (
    small_level(((1, 1), PLAYER), *_THINGS, goals=(((1, 2), "blue"),), min_performance=1),
    small_level(((1, 1), PLAYER), ((0, 1), LEVEL_EXIT), goals=(((1, 2), "blue"), ((1, 0), "blue"))),
    _BIRTH,
)


def _by_hand(value: Value, value_published: Value, step: Step) -> Iterator[Example]:
    def row(value: Value, goal: str, cells: Sequence[Cell]) -> tuple[int, ...]:
        """Return what each cell alone is worth on a goal of this colour."""
        return tuple(value(Board([[cell]]), _GOAL_BOARDS[goal]) for cell in cells)

    def paid(level: Level, *actions: int) -> tuple[int, ...]:
        state, rewards = start(level), []
        for action in actions:
            state, (reward,) = step(level, state, (action,))
            rewards.append(reward)
        return tuple(rewards)

    dots, blues = tuple(coloured(LIFE, colour) for colour in COLOURS), [((0, 0), BLUE), ((0, 1), BLUE)]
    cells: tuple[Cell, ...] = (EMPTY, WALL, TREE, PLANT, HARD_LIFE, SPAWNER, PLAYER)
    four = Board([[LIFE, 0, _RED, LIFE]])
    goals, below = board_of(1, 4, blues), small_level(((1, 1), PLAYER), ((2, 1), _RED))
    by_paper, published = (3, 2, 3, 3, 3, 3, 3, 3), (3, -3, 3, 0, 5, 3, 3, 3)
    on_red, published_red = (0, -1, 0, 0, 0, 0, 0, 0), (-3, 3, -3, 0, -3, 0, -3, -3)
    plants = (0, 0, 0, 3, 3, 0, 0)
    fill, toggle, out, birth = _LEVELS[0], (TOGGLE_RIGHT,) * 3, _LEVELS[1], _LEVELS[2]
    yield from (
        ("the paper's V of four cells", "3 + 0 on blue goals, -1 and 0 off goals", 2, value, four, goals),
        ("the published V of four cells", "the same: 3 + 0 - 1 + 0", 2, value_published, four, goals),
        ("the paper's V on a blue goal", "3 each, and less 1 for the red dot", by_paper, row, value, "blue", dots),
        ("the published V on it", "the row of blue goals", published, row, value_published, "blue", dots),
        ("the paper's V of dots on a red goal", "only red dots count", on_red, row, value, "red", dots),
        ("the published V on it", "the row of red goals", published_red, row, value_published, "red", dots),
        ("other cells", "only hardened life is a dot", (0, 0, 0, 0, 3, 0, 0), row, value, "blue", cells),
        ("the published V", "a plant is alive and can be moved: 3 too", plants, row, value_published, "blue", cells),
        ("a blue goal filled, emptied, and filled", "3, -3, 3", (3, -3, 3), paid, fill, *toggle),
        ("a red dot removed, and idling", "1, 0", (1, 0), paid, below, TOGGLE_DOWN, NOTHING),
        ("leaving", "1 for the exit", (1, 0, 0), paid, out, UP, NOTHING, NOTHING),
        ("a dot that lets another be born", "the goal is filled by the board", (3, -3), paid, birth, TOGGLE_RIGHT, 0),
        ("after leaving", "1, and 3 for a dot, which dies later", (4, 0), paid, _BESIDE_EXIT, RIGHT, 0),
    )


def _points_by_hand(usable: Callable[[Board], tuple[int, ...]]) -> Iterator[Example]:
    """Yield what is counted, what can be earned and required, and what is refused."""
    wide, tall, wall = Board([[0, 0]]), Board([[0], [0]]), Board([[WALL, PLAYER]])
    goals, here, losses = Board([[BLUE, 0]]), Board([[0, PLAYER]]), ((-2,) * 9,) * 8
    every, no_goals = Board([[coloured(LIFE, colour) for colour in COLOURS]]), Board([[0] * 8])
    mixed = Board([[PLAYER, coloured(TREE, "red"), coloured(SPAWNER, "yellow"), coloured(CRATE, "blue")]])
    reds, three = Board([[_RED, PLAYER, _RED]]), Board([[0] * 3])
    blue_player, filled = Board([[0, coloured(PLAYER, "blue")]]), Board([[LIFE, PLAYER]])
    dot = small_level(((1, 1), PLAYER), ((2, 1), _RED), min_performance=1)
    moved = step(dot, start(dot), (TOGGLE_DOWN,)).state
    counts = count_cells(Board([[_RED, LIFE, 0, WALL, PLANT]]), Board([[BLUE, BLUE, BLUE, 0, 512]]))
    table = [list(row) for row in PUBLISHED_TABLE]

    def entry(worth: Any) -> object:
        try:
            return require_table([*table[:4], [*table[4][:8], worth], *table[5:]])[4][8]
        except InvalidParameter as error:
            return error.name

    def required(available: int, part: Fraction | int) -> tuple[int, int]:
        return required_points(available, part), required_points_published(available, part)

    def had(state: GameState) -> tuple[int, int, bool]:
        return points(dot, state, 0), earned_points(dot, state, 0), can_exit(dot, state, 0)

    for cell, counted in ((0, 1), (WALL, 0), (TREE, 0), (SPAWNER, 1), (CRATE, 1), (WALL | 4, 1), (WALL | 1 << 15, 1)):
        yield (f"whether {cell} counts", "not walls and trees that cannot be moved", bool(counted), is_counted, cell)
    for available, share, by_fractions, by_floats in (
        (3, Fraction(1, 2), 2, 2),
        (4, Fraction(1, 2), 2, 2),
        (10, Fraction(1, 20), 1, 1),
        (0, 1, 0, 0),
        (7, 0, 0, 0),
        (5, -1, 0, 0),
        (-4, Fraction(1, 2), 0, 0),
        (100, Fraction(7, 100), 7, 8),
    ):
        yield (f"{share} of {available}", "rounded up", (by_fractions, by_floats), required, available, share)
    yield from (
        ("columns at hand", "black, red, yellow of the spawner, dead; no crate", (0, 1, 3, 8), usable, mixed),
        ("columns of nothing", "being dead", (8,), usable, wide),
        ("counts on blue, by colour", "one black, one red, one dead", (1, 1, *(0,) * 6, 1), counts.__getitem__, 4),
        ("counts on black", "a wall does not count", (0,) * 9, counts.__getitem__, 0),
        ("counts on red", "a plant does", (1, *(0,) * 8), counts.__getitem__, 1),
        ("what they pay", "3 - 3 on blue, -3 on red", -3, table_points, counts),
        ("what they pay by a table of twos", "four of them", -8, table_points, counts, losses),
        ("a blue goal, black at hand", "3", 3, available_points, here, goals),
        ("a blue goal, blue at hand", "5", 5, available_points, blue_player, goals),
        ("a blue goal that is filled", "nothing more", 0, available_points, filled, goals),
        ("a wall on a blue goal", "it does not count", 0, available_points, wall, goals),
        ("two red dots", "1 each for their removal", 2, available_points, reds, three),
        ("losses everywhere, some colours at hand", "0 for -2, two cells", 4, available_points, here, wide, losses),
        ("losses everywhere, all colours", "the best is a loss", 0, available_points, every, no_goals, losses),
        ("what a level has at first", "-1 for the red dot", (-1,), getattr, dot, "initial_values"),
        ("what it asks for", "1", (1,), getattr, dot, "required"),
        ("before the dot is removed", "-1, nothing earned, shut", (-1, 0, False), had, start(dot)),
        ("after it", "0, 1 earned, open", (0, 1, True), had, moved),
        ("the published table", "as it is", PUBLISHED_TABLE, require_table, table),
        ("an entry of 7", "an int", 7, entry, 7),
        ("an entry of 1.0", "no int", "points table, row 4, column 8", entry, 1.0),
        ("an entry of True", "no int", "points table, row 4, column 8", entry, True),
        ("V on goals of another height", "refused", InvalidParameter, value, Board([[0], [0]]), wide),
        ("V on goals of another width", "refused", InvalidParameter, value_published, wide, tall),
        ("counts on goals of another size", "refused", InvalidParameter, count_cells, tall, Board([[0]])),
    )
    none: list[Any] = [[0] * 9 for _ in range(8)]
    wrong: tuple[Any, ...] = (3, [], none[:7], [*none, [0] * 9], [*none[:7], [0] * 8], [*none[:7], [0] * 10])
    yield from refusals("a table of eight rows of nine", InvalidParameter, require_table, *((each,) for each in wrong))


def _differences(
    value: Value, value_published: Value, cells: tuple[Cell, ...], goals: tuple[str, ...]
) -> Iterator[Case]:
    """Yield whether a cell that comes where nothing was is paid alike, by both readings."""
    for goal, cell in product(goals, cells):
        board, nothing, there = Board([[cell]]), Board([[EMPTY]]), _GOAL_BOARDS[goal]
        paper, published = (worth(board, there) - worth(nothing, there) for worth in (value, value_published))
        yield f"on {goal}", equal(f"cell {cell} comes on a {goal} goal", paper, published)


@part(
    "V of a board is the sum over its cells",
    branches=("the paper's V", "the published V"),
    domain="boards of two cells: five cells on goals of eight colours, in each place",
)
def _added_up(value: Value, value_published: Value) -> Iterator[Case]:
    cells = (EMPTY, LIFE, _RED, coloured(LIFE, "blue"), PLANT)
    for (cell, goal), (other, its) in product(product(cells, COLOURS), repeat=2):
        board, goals = Board([[cell, other]]), Board([[coloured(0, goal), coloured(0, its)]])
        for name, worth in (("the paper's V", value), ("the published V", value_published)):
            expected = worth(Board([[cell]]), _GOAL_BOARDS[goal]) + worth(Board([[other]]), _GOAL_BOARDS[its])
            yield name, equal(f"{name} of two cells", expected, worth(board, goals))


def _totals(level: Level, number: int, *, active_only: bool) -> Iterator[Case]:
    for play in plays(level, number):
        if active_only and not is_active(play.states[-2], 0):
            continue
        expected = points(level, play.end, 0) - points(level, play.states[0], 0)
        branch = "active to the end" if is_active(play.end, 0) else "leaves with the last step"
        yield branch, equal(f"the rewards of {play.actions}", expected, sum(play.rewards))


def rewards(
    scope: Scope,
    *,
    value: Value = value,
    value_published: Value = value_published,
    step: Step = step,
    usable: Callable[[Board], tuple[int, ...]] = usable_columns,
) -> Iterator[Part]:
    """Check V in both readings, where they differ, and that the rewards of an active agent add up."""
    number = scope.steps(quick=2, full=3)
    yield check_examples(_by_hand(value, value_published, step))
    yield check_examples(_points_by_hand(usable), "points, and what is refused")
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
    yield _added_up(value, value_published)
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


# --- Mutants ---


def _paid(pays: Callable[[Level, GameState, GameState, Joint], Sequence[int]]) -> Step:
    """Return the step that pays this for what is before and after it, and the actions."""

    def paid(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
        after = step(level, state, actions, draws).state
        return StepResult(after, tuple(pays(level, state, after, actions)))

    return paid


def _before_the_advance(level: Level, state: GameState, _: GameState, actions: Joint) -> Sequence[int]:
    return differences(level, state, acted(level, state, actions), state.in_play)


def _no_point_for_the_exit(level: Level, state: GameState, after: GameState, _: Joint) -> Sequence[int]:
    rewards = differences(level, state, after, state.in_play)
    left = (has_exited(after, agent) and is_active(state, agent) for agent in range(len(rewards)))
    return [reward - gone for reward, gone in zip(rewards, left, strict=True)]


def _after_leaving(level: Level, state: GameState, after: GameState, actions: Joint) -> Sequence[int]:
    return differences(level, state, after, [True] * len(actions))


def _what_there_is(level: Level, _: GameState, after: GameState, actions: Joint) -> Sequence[int]:
    """Pay all that has been earned so far, at each step."""
    return differences(level, start(level), after, [True] * len(actions))


def _living_and_agents_alone(board: Board) -> tuple[int, ...]:
    """Leave spawners out of the colours that may come to life."""
    return (*sorted({colour_of(board[place]) for place in board.find(ALIVE | AGENT)}), NOT_LIVING)


def _red_dots_pay(board: Board, goals: Board) -> int:
    return value(board, goals) + 2 * sum(
        1 for place in board.locations() if colour_of(board[place]) == 1 and board[place] & ALIVE
    )


def _frozen_dots_count(board: Board, goals: Board) -> int:
    return value(board.with_cells({place: board[place] & ~FROZEN for place in board.locations()}), goals)


def _goals_and_cells_exchanged(board: Board, goals: Board) -> int:
    columns = tuple(zip(*PUBLISHED_TABLE, strict=True))
    table = tuple((*column, 0) for column in columns[:-1])
    return value_published(board, goals, table)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-reward",
        kind="lemma",
        title="V in two readings, and rewards that add up",
        claim="V is 3 for each dot of life on a blue goal, minus 1 for each red dot, or, in the published reading, "
        "what the table of colours and goal colours gives. A step pays the published V after it minus V before it, "
        "and leaving pays 1 more; while an agent is active its rewards add up to V at the end minus V at the start.",
        source=f"{WAINWRIGHT_2019}, Section 2",
        check=rewards,
        mutants={
            "a red dot pays": {"value": _red_dots_pay},
            "frozen life is a dot": {"value": _frozen_dots_count},
            "the published V for the paper's": {"value": value_published},
            "the paper's V for the published": {"value_published": value},
            "colours of goals and cells exchanged": {"value_published": _goals_and_cells_exchanged},
            "V before the board advances": {"step": _paid(_before_the_advance)},
            "no point for the exit": {"step": _paid(_no_point_for_the_exit)},
            "paid after leaving": {"step": _paid(_after_leaving)},
            "V at the start for V before": {"step": _paid(_what_there_is)},
            "spawners bring no colour": {"usable": _living_and_agents_alone},
        },
        verdict="holds",
        evidence="exhaustive: all plays of 2 steps in three levels (quick), 3 (full); the two readings of V on all "
        "boards of one cell that has a name, and that they are sums over cells on boards of two",
        defects="The two readings differ on boards of one cell. Off goals, on white goals, and on blue goals except "
        "for red, yellow and blue dots, they agree on cells that are not frozen; only the published code counts "
        "frozen life that can be moved. The paper does not say that V is no longer paid once the agent has left.",
        witness="a grey dot on a red goal is worth 0 in the paper's words, and -3 by the published table; an agent "
        "that leaves beside three dots is paid 4, and nothing when the dot on the goal has died",
    ),
)
