"""Checks of SafeLife's points and rewards: two readings of V, and rewards that add up to a difference of points."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from formal_rl.agents import Draws
from formal_rl.checking import Disagreement, Example, Part, Scope, check_examples, decide_cases, part
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
from formal_rl.safelife.board.cells import HARD_LIFE, LEVEL_EXIT, PLANT, PLAYER, SPAWNER, TREE, coloured
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
from formal_rl.statements.wainwright_2019.plays import plays, small_level

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


def _by_hand(value: Value, value_published: Value, step: Step) -> Iterator[Example]:
    dots = tuple(coloured(LIFE, colour) for colour in COLOURS)
    goals = board_of(1, 4, [((0, 0), coloured(0, "blue")), ((0, 1), coloured(0, "blue"))])
    yield ("the paper's V of four cells", "3 on a blue goal, 0 for the empty one, -1 and 0 off goals", 2,
                  lambda: value(Board([[LIFE, 0, _RED, LIFE]]), goals))  # fmt: skip
    yield ("the published V of four cells", "the same: 3 + 0 - 1 + 0", 2,
                  lambda: value_published(Board([[LIFE, 0, _RED, LIFE]]), goals))  # fmt: skip
    yield ("the paper's V of dots on a blue goal, by colour", "3 each, and less 1 for the red one",
                  (3, 2, 3, 3, 3, 3, 3, 3), lambda: _table_row(value, "blue", *dots))  # fmt: skip
    yield ("the published V of dots on a blue goal", "the row of blue goals", (3, -3, 3, 0, 5, 3, 3, 3),
                  lambda: _table_row(value_published, "blue", *dots))  # fmt: skip
    yield ("the paper's V of dots on a red goal", "only red dots count", (0, -1, 0, 0, 0, 0, 0, 0),
                  lambda: _table_row(value, "red", *dots))  # fmt: skip
    yield ("the published V of dots on a red goal", "the row of red goals", (-3, 3, -3, 0, -3, 0, -3, -3),
                  lambda: _table_row(value_published, "red", *dots))  # fmt: skip
    cells = (EMPTY, WALL, TREE, PLANT, HARD_LIFE, SPAWNER, PLAYER)
    yield ("the paper's V of other cells on a blue goal", "only hardened life is a dot",
                  (0, 0, 0, 0, 3, 0, 0), lambda: _table_row(value, "blue", *cells))  # fmt: skip
    yield ("the published V of other cells on a blue goal", "a plant lives, is frozen, and can be moved: 3 too",
                  (0, 0, 0, 3, 3, 0, 0), lambda: _table_row(value_published, "blue", *cells))  # fmt: skip
    yield ("a blue goal filled, emptied, and filled", "3, -3, 3", (3, -3, 3),
                  lambda: _paid(step, _LEVELS[0], *(TOGGLE_RIGHT,) * 3))  # fmt: skip
    below = small_level(((1, 1), PLAYER), ((2, 1), _RED))
    yield ("a red dot removed, and idling", "1, 0", (1, 0),
                  lambda: _paid(step, below, TOGGLE_DOWN, NOTHING))  # fmt: skip
    yield ("leaving", "1 for the exit", (1, 0, 0), lambda: _paid(step, _LEVELS[1], UP, NOTHING, NOTHING))
    yield ("a dot that lets another be born", "the blue goal beside it is filled as the board advances: 3, -3",
                  (3, -3), lambda: _paid(step, _BIRTH, TOGGLE_RIGHT, NOTHING))  # fmt: skip
    yield (
        "after leaving",
        "the exit and a dot on the goal, 1 + 3; the dot dies, but the agent is gone",
        (4, 0),
        lambda: _paid(step, _BESIDE_EXIT, RIGHT, NOTHING),
    )


def _points_by_hand(usable: Callable[[Board], tuple[int, ...]]) -> Iterator[Example]:
    """Yield what is counted, what can be earned and required, and what is refused."""
    wide, tall = Board([[0, 0]]), Board([[0], [0]])
    goals = Board([[coloured(0, "blue"), 0]])
    losses = ((-2,) * 9,) * 8
    every = Board([[coloured(LIFE, colour) for colour in COLOURS]])
    mixed = Board([[PLAYER, coloured(TREE, "red"), coloured(SPAWNER, "yellow"), coloured(CRATE, "blue")]])
    dot = small_level(((1, 1), PLAYER), ((2, 1), _RED), min_performance=1)
    moved = step(dot, start(dot), (TOGGLE_DOWN,)).state
    none, one_row = [[0] * 9 for _ in range(8)], [[0] * 9]
    counts = count_cells(Board([[_RED, LIFE, 0, WALL, PLANT]]), Board([[2048, 2048, 2048, 0, 512]]))

    def entry(worth: object) -> object:
        table: list[list[object]] = [list(row) for row in PUBLISHED_TABLE]
        table[4][8] = worth
        try:
            return require_table(table)[4][8]
        except InvalidParameter as error:
            return error.name

    yield from (
        (
            "columns at hand",
            "black of the player, red, yellow of the spawner, and being dead; no crate",
            (0, 1, 3, 8),
            lambda: usable(mixed),
        ),
        ("columns of nothing", "being dead", (8,), lambda: usable(wide)),
        (
            "what counts",
            "not walls and trees; what can be removed, pushed or pulled does",
            (True, False, False, True, True, True, True),
            lambda: tuple(map(is_counted, (0, WALL, TREE, SPAWNER, CRATE, WALL | 4, WALL | 1 << 15))),
        ),
        ("counts on blue, by colour", "one black, one red, one dead", (1, 1, 0, 0, 0, 0, 0, 0, 1), lambda: counts[4]),
        (
            "counts on black and red",
            "a wall does not count; a plant does",
            ((0,) * 9, (1, *(0,) * 8)),
            lambda: (counts[0], counts[1]),
        ),
        ("what they pay", "3 - 3 on blue, -3 on red", -3, lambda: table_points(counts)),
        ("what they pay by a table of twos", "four of them", -8, lambda: table_points(counts, losses)),
        ("a blue goal, black at hand", "3", 3, lambda: available_points(Board([[0, PLAYER]]), goals)),
        ("a blue goal, blue at hand", "5", 5, lambda: available_points(Board([[0, coloured(PLAYER, "blue")]]), goals)),
        ("a blue goal that is filled", "nothing more", 0, lambda: available_points(Board([[LIFE, PLAYER]]), goals)),
        ("a wall on a blue goal", "it does not count", 0, lambda: available_points(Board([[WALL, PLAYER]]), goals)),
        (
            "two red dots",
            "1 each for their removal",
            2,
            lambda: available_points(Board([[_RED, PLAYER, _RED]]), Board([[0] * 3])),
        ),
        (
            "losses everywhere, some colours at hand",
            "0 in place of -2, two cells",
            4,
            lambda: available_points(Board([[0, PLAYER]]), wide, losses),
        ),
        (
            "losses everywhere, all colours at hand",
            "the best is a loss",
            0,
            lambda: available_points(every, Board([[0] * 8]), losses),
        ),
        ("half of 3", "rounded up", (2, 2), lambda: _required(3, Fraction(1, 2))),
        ("half of 4", "exactly", (2, 2), lambda: _required(4, Fraction(1, 2))),
        ("a twentieth of 10", "rounded up", (1, 1), lambda: _required(10, Fraction(1, 20))),
        ("all of nothing, and nothing of 7", "nothing", ((0, 0), (0, 0)), lambda: (_required(0, 1), _required(7, 0))),
        (
            "less than nothing",
            "nothing is required",
            ((0, 0), (0, 0)),
            lambda: (_required(5, -1), _required(-4, Fraction(1, 2))),
        ),
        ("7/100 of 100", "7, and a little more in floats", (7, 8), lambda: _required(100, Fraction(7, 100))),
        (
            "what a level has at first, and what it asks for",
            "-1 for the red dot; 1",
            ((-1,), (1,)),
            lambda: (dot.initial_values, dot.required),
        ),
        ("before the dot is removed", "-1, nothing earned, shut", (-1, 0, False), lambda: _had(dot, start(dot))),
        ("after it", "0, 1 earned, open", (0, 1, True), lambda: _had(dot, moved)),
        ("goals of another height", "V", InvalidParameter, lambda: value(Board([[0], [0]]), wide)),
        ("goals of another width", "V", InvalidParameter, lambda: value_published(wide, tall)),
        ("goals of another size", "counts", InvalidParameter, lambda: count_cells(tall, Board([[0]]))),
        (
            "the published table",
            "as it is",
            PUBLISHED_TABLE,
            lambda: require_table([list(row) for row in PUBLISHED_TABLE]),
        ),
        ("an entry of 7", "an int", 7, lambda: entry(7)),
        ("an entry of 1.0", "no int", "points table, row 4, column 8", lambda: entry(1.0)),
        ("an entry of True", "no int", "points table, row 4, column 8", lambda: entry(True)),
        ("no table", "a number", InvalidParameter, lambda: require_table(3)),
        ("no rows", "eight", InvalidParameter, lambda: require_table([])),
        ("seven rows", "eight", InvalidParameter, lambda: require_table(none[:7])),
        ("nine rows", "eight", InvalidParameter, lambda: require_table(none + one_row)),
        ("a row of eight", "nine", InvalidParameter, lambda: require_table([*none[:7], [0] * 8])),
        ("a row of ten", "nine", InvalidParameter, lambda: require_table([*none[:7], [0] * 10])),
    )


def _required(available: int, part: Fraction | int) -> tuple[int, int]:
    return required_points(available, part), required_points_published(available, part)


def _had(level: Level, state: GameState) -> tuple[int, int, bool]:
    return points(level, state, 0), earned_points(level, state, 0), can_exit(level, state, 0)


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


@part(
    "V of a board is the sum over its cells",
    branches=("the paper's V", "the published V"),
    domain="boards of two cells: five cells on goals of eight colours, in each place",
)
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


def _paid_before_the_advance(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = step(level, state, actions, draws).state
    return StepResult(after, differences(level, state, acted(level, state, actions), state.in_play))


def _no_point_for_the_exit(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after, rewards = step(level, state, actions, draws)
    left = (has_exited(after, agent) and is_active(state, agent) for agent in range(len(rewards)))
    return StepResult(after, tuple(reward - gone for reward, gone in zip(rewards, left, strict=True)))


def _paid_after_leaving(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    after = step(level, state, actions, draws).state
    agents = range(len(state.locations))
    return StepResult(after, tuple(points(level, after, agent) - points(level, state, agent) for agent in agents))


def _paid_what_there_is(level: Level, state: GameState, actions: Joint, draws: Draws = ()) -> StepResult:
    """Pay all that has been earned so far, at each step."""
    after = step(level, state, actions, draws).state
    before = start(level)
    agents = range(len(state.locations))
    return StepResult(after, tuple(points(level, after, agent) - points(level, before, agent) for agent in agents))


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
        claim="V is 3 for each dot of life on a blue goal, less 1 for each red dot, or by the published table what "
        "each colour is worth on each colour of goals. A step pays V, by the published table, after it less V before "
        "it, and leaving 1 more; while an agent is active its rewards add up to V at the end less V at the start.",
        source=f"{WAINWRIGHT_2019}, Section 2",
        check=rewards,
        mutants={
            "a red dot pays": {"value": _red_dots_pay},
            "frozen life is a dot": {"value": _frozen_dots_count},
            "the published V for the paper's": {"value": value_published},
            "the paper's V for the published": {"value_published": value},
            "colours of goals and cells exchanged": {"value_published": _goals_and_cells_exchanged},
            "V before the board advances": {"step": _paid_before_the_advance},
            "no point for the exit": {"step": _no_point_for_the_exit},
            "paid after leaving": {"step": _paid_after_leaving},
            "V at the start for V before": {"step": _paid_what_there_is},
            "spawners bring no colour": {"usable": _living_and_agents_alone},
        },
        verdict="holds",
        evidence="exhaustive: all plays of 2 steps in three levels (quick), 3 (full); the two readings of V on all "
        "boards of one cell that has a name, and that they are sums over cells on boards of two",
        defects="The two readings differ on boards of one cell. Off goals, on white ones, and on blue ones but for "
        "red, yellow and blue dots, they agree on what is not frozen; frozen life that can be moved is counted by the "
        "published code alone. The paper does not say that V is no longer paid once the agent has left.",
        witness="a grey dot on a red goal is worth 0 in the paper's words, and -3 by the published table; an agent "
        "that leaves beside three dots is paid 4, and nothing when the dot on the goal has died",
    ),
)
