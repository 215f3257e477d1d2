"""SafeLife's points and rewards: two readings of V, and rewards that add up to a difference of points."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.safelife import board as b
from formal_rl.safelife import game as g
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.game.points import required_points, required_points_published, usable_columns, value_published
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.wainwright_2019.agents import NOTHING, RIGHT, TOGGLE_RIGHT, played
from formal_rl.statements.wainwright_2019.plays import plays, small_level

HALF, RED_DOT = Fraction(1, 2), c.coloured(c.LIFE, "red")
AROUND = (((1, 1), c.PLAYER), ((0, 1), RED_DOT), ((1, 0), c.CRATE), ((2, 2), c.LEVEL_EXIT))
FILL = small_level(*AROUND, goals=(((1, 2), "blue"),), min_performance=1)
BIRTH = small_level(*(((2, 0), c.PLAYER), ((1, 3), c.LIFE), ((3, 3), c.LIFE)), size=(5, 5), goals=(((2, 2), "blue"),))
"""A dot made to the right of the agent is the third beside the goal."""

DOTS = (((0, column), c.LIFE) for column in range(3))
BESIDE_EXIT = small_level(((1, 1), c.PLAYER), ((1, 2), c.LEVEL_EXIT), *DOTS, goals=(((2, 2), "blue"),))
"""Three dots on a board of three by three: without an agent all cells come to life, and then all die."""


def worths(of: Any, cells: Sequence[int], goal: str) -> tuple[int, ...]:
    """Return what each cell alone is worth on a goal of this colour."""
    return tuple(of(b.Board([[cell]]), b.Board([[c.coloured(c.EMPTY, goal)]])) for cell in cells)


def examples() -> Rows:
    """Yield V in both readings, and what steps pay."""
    dots = tuple(c.coloured(c.LIFE, colour) for colour in c.COLOURS)
    others = (c.EMPTY, c.WALL, c.TREE, c.PLANT, c.HARD_LIFE, c.SPAWNER, c.PLAYER)
    for why, expected, of, cells, goal in (
        ("3 each, and less 1 for the red dot", (3, 2, 3, 3, 3, 3, 3, 3), g.value, dots, "blue"),
        ("the row of blue goals", (3, -3, 3, 0, 5, 3, 3, 3), value_published, dots, "blue"),
        ("the row of red goals", (-3, 3, -3, 0, -3, 0, -3, -3), value_published, dots, "red"),
        ("on a red goal nothing", (0,), g.value, dots[:1], "red"),
        ("only hardened life is a dot", (0, 0, 0, 0, 3, 0, 0), g.value, others, "blue"),
        ("a plant is alive and can be moved: 3 too", (0, 0, 0, 3, 3, 0, 0), value_published, others, "blue"),
    ):
        yield why, expected, worths(of, cells, goal)
    for why, paid, level, actions in (
        ("a blue goal filled, emptied, and filled", [3, -3, 3], FILL, [TOGGLE_RIGHT] * 3),
        ("the goal is filled by the board", [3, -3], BIRTH, [TOGGLE_RIGHT, NOTHING]),
        ("1, and 3 for a dot, which dies later", [4, 0], BESIDE_EXIT, [RIGHT, NOTHING]),
    ):
        yield why, [(each,) for each in paid], played(g.step, level, *((action,) for action in actions))[1]


def points_by_hand() -> Rows:
    """Yield what is counted, and what can be earned and required."""
    for available, share, *both in ((3, HALF, 2, 2), (-4, HALF, 0, 0), (100, Fraction(7, 100), 7, 8)):
        found = [of(available, share) for of in (required_points, required_points_published)]
        yield f"{share} of {available}, rounded up, by fractions and by floats", both, found
    mixed = [c.PLAYER, c.coloured(c.TREE, "red"), c.coloured(c.SPAWNER, "yellow"), c.coloured(c.CRATE, "blue")]
    yield "black, red, yellow of the spawner, dead; no crate", (0, 1, 3, 8), usable_columns(b.Board([mixed]))
    for why, expected, row, goals in (
        ("blue at hand: 5", 5, [0, c.coloured(c.PLAYER, "blue")], [c.BLUE, 0]),
        ("two red dots: 1 each for their removal", 2, [RED_DOT, c.PLAYER, RED_DOT], [0] * 3),
    ):
        yield why, expected, g.available_points(b.Board([row]), b.Board([goals]))


def pays_alike(goal: str, cell: int) -> tuple[int, int]:
    """Return what a cell pays that comes where nothing was, in the paper's reading and in the published one."""
    (none, paper), (nothing, published) = (worths(of, (c.EMPTY, cell), goal) for of in (g.value, value_published))
    return paper - none, published - nothing


def rewarded(level: Any, number: int) -> Iterator[tuple[int, int]]:
    """Yield the difference of points and the sum of rewards of each play whose agent is active before the last step."""
    for play in plays(level, number):
        if g.is_active(play.states[-2], 0):
            first, last = (g.points(level, state, 0) for state in (play.states[0], play.states[-1]))
            yield last - first, sum(play.rewards)


@lemma(
    "W19-reward",
    "V in two readings, and rewards that add up",
    "Section 2",
    "holds",
    defects="The two readings differ on boards of one cell. Off goals and on white goals they agree on cells that "
    "are not frozen; only the published code counts frozen life that can be moved. The paper does not say that V is "
    "no longer paid once the agent has left.",
    witness="a grey dot on a red goal is worth 0 in the paper's words, and -3 by the published table; an agent "
    "that leaves beside three dots is paid 4, and nothing when the dot on the goal has died",
)
def rewards() -> Evidence:
    """V is 3 for each dot of life on a blue goal, minus 1 for each red dot, or, in the published reading, what the
    table of colours and goal colours gives. A step pays the published V after it minus V before it, and leaving pays 1
    more; while an agent is active its rewards add up to V at the end minus V at the start.
    """
    yield by_hand(examples)
    yield by_hand(points_by_hand, "points")
    named = [c.coloured(cell, colour) for cell in c.NAMED_CELLS.values() for colour in c.COLOURS]
    plain = [cell for cell in named if not cell & c.FROZEN]  # the paper's V counts no frozen cell
    off, cells = among("off goals and on white goals", ("black", "white")), among("cells that are not frozen", plain)
    yield every("both pay alike", pays_alike, off, cells)
    said = "all plays of 2 steps in two levels, in full 3, of an agent that is active before the last"
    active = lambda scope: (each for level in (FILL, BIRTH) for each in rewarded(level, 2 + scope.is_full))  # noqa: E731
    yield every("while it is active, rewards add up", lambda *both: both, among(said, active, many=True))
    yield mutants("""
        safelife.game.points:value
            a red dot pays: - red → + red
            frozen life is a dot: and not board[place] & c.FROZEN → ∅
            the published V for the paper's: 3 * on_blue - red → value_published(board, goals)
        safelife.game.points:value_published
            the paper's V for the published: table_points(count_cells(board, goals), table) → value(board, goals)
            colours of goals and cells exchanged: count_cells(board, goals), table → count_cells(board, goals),
                tuple((*column, 0) for column in [*zip(*PUBLISHED_TABLE)][:-1])
        safelife.game.game:step
            V before the board advances: points(level, after, agent) - → points(level, (moved := acted(level, state,
                actions))._replace(counts=count_cells(moved.board, moved.goals)), agent) -
            paid after leaving: if state.in_play[agent] else 0 → ∅
            V at the start for V before: points(level, state, agent) if state.in_play[agent] else 0
                → points(level, start(level), agent)
        safelife.game.game:points
            no point for the exit: + has_exited(state, agent) → ∅
        safelife.game.points:usable_columns
            spawners bring no colour: c.ALIVE | c.AGENT | c.SPAWNING → c.ALIVE | c.AGENT
    """)


STATEMENTS = statements_in(globals())
