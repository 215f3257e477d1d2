"""Cases of games: a board with one agent, goals, and actions; each aspect of a step by itself, smallest first."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from formal_rl.conformance.case_suites import Case, case
from formal_rl.conformance.safelife_cases import rows_of, smaller_rows, usual_cell, with_cell
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOURS,
    CRATE,
    DESTRUCTIBLE,
    EXIT,
    FROZEN,
    GREEN,
    LIFE,
    NAMED_CELLS,
    WALL,
    Cell,
    Location,
)
from formal_rl.safelife.board.board import Rows
from formal_rl.safelife.board.cells import (
    BLUE,
    COLOUR_SHIFT,
    LEVEL_EXIT,
    MOVABLE,
    PARASITE,
    PLAYER,
    PULLABLE,
    PUSHABLE,
    RED,
    SPAWNER,
    TREE,
)

MOVE_RIGHT, TOGGLE_RIGHT = 2, 6

_AT: Location = (2, 2)
_AHEAD: Location = (2, 3)
_BEYOND: Location = (2, 4)
_BEHIND: Location = (2, 1)
_WAYS_OUT: tuple[tuple[int, ...], ...] = ((MOVE_RIGHT,), (MOVE_RIGHT, MOVE_RIGHT), (0, MOVE_RIGHT, 0, 0))


def game(  # noqa: PLR0917
    placed: Sequence[tuple[Location, Cell]],
    actions: Sequence[int],
    goals: Sequence[tuple[Location, Cell]] = (),
    size: tuple[int, int] = (5, 6),
    at: Location = _AT,
    min_performance: float = 0,
    agent: Cell = PLAYER,
) -> Case:
    """Return the case of a board with the agent and these cells, on goals that stay unless they are life."""
    board = rows_of(*size, [*placed, (at, agent)])
    return case(board=board, goals=rows_of(*size, goals), actions=tuple(actions), min_performance=min_performance)


def moves(profile: str) -> Iterator[Case]:
    """Yield one and two actions on an empty board, in its middle and in a corner."""
    for at in (_AT, (0, 0)):
        for action in range(9):
            yield game((), (action,), at=at)
    for actions in product(range(5), repeat=2):
        yield game((), actions)
        yield game((), actions, size=(3, 4), at=(0, 0))


def _with_ahead(cells: Sequence[Cell], action: int) -> Iterator[Case]:
    for beyond, cell in product((0, WALL, CRATE, LEVEL_EXIT), cells):
        yield game([(_AHEAD, cell), (_BEYOND, beyond)], (action,))


def _by_movable_agents(placed: Sequence[tuple[Location, Cell]], action: int) -> Iterator[Case]:
    for movable in (PUSHABLE, PULLABLE, MOVABLE):
        yield game(placed, (action,), agent=PLAYER | movable)


def blocked(profile: str) -> Iterator[Case]:
    """Yield moves against each cell that has a name, and is neither pushed nor an exit."""
    for cell in NAMED_CELLS.values():
        if not cell & (PUSHABLE | AGENT | EXIT):
            yield game([(_AHEAD, cell)], (MOVE_RIGHT,))


def pushes(profile: str) -> Iterator[Case]:
    """Yield moves against each cell that can be pushed, with four cells beyond it."""
    yield from _with_ahead([cell for cell in NAMED_CELLS.values() if cell & PUSHABLE], MOVE_RIGHT)
    yield from _with_ahead([FROZEN | PUSHABLE, DESTRUCTIBLE | FROZEN | PUSHABLE], MOVE_RIGHT)
    yield from _by_movable_agents([(_AHEAD, CRATE)], MOVE_RIGHT)


def pulls(profile: str) -> Iterator[Case]:
    """Yield moves away from cells that can be pulled and others, also when pushing, or where the way is blocked."""
    for ahead, behind in product((0, CRATE, WALL), (CRATE, FROZEN | PULLABLE, FROZEN | PUSHABLE, WALL, TREE)):
        yield game([(_AHEAD, ahead), (_BEHIND, behind)], (MOVE_RIGHT,))
    yield game([((2, 5), CRATE)], (1, MOVE_RIGHT, 3), size=(5, 6), at=(2, 0))
    yield game([((2, 1), CRATE), ((2, 3), CRATE)], (MOVE_RIGHT, 4), size=(5, 6), at=(2, 2))
    yield from _by_movable_agents([(_BEHIND, CRATE)], MOVE_RIGHT)


def toggles(profile: str) -> Iterator[Case]:
    """Yield toggles at each cell that has a name, with four cells beyond it, and twice."""
    yield from (game([(_AHEAD, cell)], (TOGGLE_RIGHT,)) for cell in NAMED_CELLS.values() if not cell & AGENT)
    yield from _with_ahead([CRATE, FROZEN | PUSHABLE], TOGGLE_RIGHT)
    yield game((), (TOGGLE_RIGHT, TOGGLE_RIGHT))
    yield game([(_AHEAD, RED | FROZEN | DESTRUCTIBLE)], (TOGGLE_RIGHT,))
    yield from _by_movable_agents([(_AHEAD, CRATE)], TOGGLE_RIGHT)


_SQUARE = ((0, 4), (0, 5), (1, 4), (1, 5))
"""Where life stays: two by two."""


def _life(places: Sequence[Location], colour: Cell) -> list[tuple[Location, Cell]]:
    return [(place, LIFE | colour) for place in places]


def near_life(profile: str) -> Iterator[Case]:
    """Yield life that the agent comes near to, or leaves alone, and a crate that comes beside it."""
    for place, action in product(((2, 4), (1, 1), (3, 4), (0, 2)), (0, 1, 2, 3)):
        yield game([(place, LIFE)], (action,))
    for action in (2, 6):
        yield game([(_AHEAD, PARASITE), *(((row, 5), LIFE) for row in (1, 2, 3))], (action,), size=(5, 8))


def points(profile: str) -> Iterator[Case]:
    """Yield life on goals of all colours that is made, removed, or dies."""
    for goal, colour in product((0, BLUE, RED, GREEN), (0, GREEN, RED, BLUE)):
        coloured_player = with_cell(rows_of(5, 6, _life(((2, 3),), colour)), _AT, PLAYER | colour)
        goals = rows_of(5, 6, [((2, 3), FROZEN | goal)])
        yield case(board=coloured_player, goals=goals, actions=(0,), min_performance=0)
        yield case(board=coloured_player, goals=goals, actions=(TOGGLE_RIGHT,), min_performance=0)
    for goal, colour in product(range(len(COLOURS)), repeat=2):
        player, blank = PLAYER | colour << COLOUR_SHIFT, FROZEN | goal << COLOUR_SHIFT
        yield game((), (TOGGLE_RIGHT, TOGGLE_RIGHT), [((1, 2), blank)], size=(3, 4), at=(1, 1), agent=player)
    yield from _counted_or_not()


def _counted_or_not() -> Iterator[Case]:
    """Yield frozen life that is moved to a goal, or removed, by what makes it count."""
    tree, goals = TREE | GREEN, [(_AHEAD, FROZEN | BLUE)]
    for movable in (0, DESTRUCTIBLE):
        yield game([((2, 4), tree | PULLABLE | movable)], (4,), goals, at=(2, 3))
        yield game([((2, 2), tree | PUSHABLE | movable)], (MOVE_RIGHT,), goals, at=(2, 1))
    for movable in (0, PUSHABLE, PULLABLE, MOVABLE):
        yield game([(_AHEAD, tree | movable | DESTRUCTIBLE)], (TOGGLE_RIGHT,), goals)


def moving_goals(profile: str) -> Iterator[Case]:
    """Yield goals that are alive, under frozen and other life that stays."""
    plants = [((row, column), TREE | DESTRUCTIBLE | GREEN) for row in range(3) for column in (4, 5)]
    for goals in ((((1, 4), LIFE | BLUE),), tuple(((row, 4), LIFE | BLUE) for row in range(3))):
        for board in (plants, _life(_SQUARE, GREEN)):
            for number in range(1, 4):
                yield game(board, (0,) * number, goals, size=(6, 8), at=(4, 1))
    yield from _under_the_rule()


_LINE = ((0, 4), (1, 4), (2, 4))
"""Life that gives birth on both of its sides."""


def _under_the_rule() -> Iterator[Case]:
    """Yield what is frozen, alone or beside three living, and births near a spawner, on the board and as goals."""
    kept = [FROZEN | alive | movable for alive in (0, ALIVE) for movable in (PUSHABLE, PULLABLE)]
    boards = [[((1, 5), cell | RED), *living] for cell, living in product(kept, ((), _life(_LINE, BLUE)))]
    boards.append([((2, 6), SPAWNER | RED), *_life(_LINE, BLUE)])
    plants = [(place, TREE | DESTRUCTIBLE | GREEN) for place in product(range(3), (3, 5))]
    for placed in boards:
        yield game(placed, (0,), size=(6, 8), at=(4, 1))
        yield game(plants, (0,), placed, size=(6, 8), at=(4, 1))


def leaving(profile: str) -> Iterator[Case]:
    """Yield exits that are open, that open when enough was earned, and that stay closed."""
    for actions in _WAYS_OUT:
        yield game([(_AHEAD, LEVEL_EXIT)], actions)
        yield game([(_AHEAD, LEVEL_EXIT), (_BEHIND, CRATE)], actions)
    goals = [((3, 2), FROZEN | BLUE)]
    ways: tuple[tuple[int, ...], ...] = ((MOVE_RIGHT,), (7, MOVE_RIGHT, 0), (7, 0, 0, MOVE_RIGHT))
    for share, actions in product((0.5, 1.0), ways):
        yield game([(_AHEAD, LEVEL_EXIT), ((4, 4), WALL)], actions, goals, min_performance=share)
    for share in (0.25, 0.5, 0.75, 1.0):
        green = [((row, column), TREE | DESTRUCTIBLE | RED) for row in (3,) for column in (1, 2, 3)]
        reds = [(place, FROZEN) for place, _ in green]
        yield game([(_AHEAD, LEVEL_EXIT), *green], (7, 0, MOVE_RIGHT), reds, min_performance=share)
    yield from _better_left_empty()


def _better_left_empty() -> Iterator[Case]:
    """Yield goals of which one is best left empty, so that all points are to be had from the other two."""
    goals = [((1, 2), FROZEN | BLUE), ((3, 2), FROZEN | BLUE), ((4, 4), FROZEN | RED)]
    for actions in ((5, MOVE_RIGHT), (5, 7, MOVE_RIGHT)):
        yield game([(_AHEAD, LEVEL_EXIT)], actions, goals, min_performance=1.0)


def drawn_game(seed: int) -> Case:
    """Return the case of a drawn board and drawn actions."""
    draw = Random(seed)
    size = draw.randrange(4, 7), draw.randrange(4, 7)
    places = list(product(range(size[0]), range(size[1])))
    draw.shuffle(places)
    number = draw.randrange(2, 12)
    placed = [(place, usual_cell(draw)) for place in places[1:number]]
    goals = [
        (place, draw.choice((FROZEN, LIFE)) | draw.choice((0, RED, GREEN, BLUE)))
        for place in places
        if draw.random() < 0.4
    ]
    actions = [draw.choice((0, 1, 2, 3, 4, 5, 6, 7, 8)) for _ in range(draw.randrange(1, 6))]
    performance = draw.choice((0, 0, 0.25, 0.5))
    return game(placed, actions, goals, size=size, at=places[0], min_performance=performance)


def smaller_games(given: Case) -> Iterator[Case]:
    """Yield the case with fewer actions, then with fewer cells and goals, the agent kept."""
    actions = given["actions"]
    for number in range(1, len(actions)):
        yield case(**{**given, "actions": actions[:number]})
    for place in range(len(actions) if len(actions) > 1 else 0):
        yield case(**{**given, "actions": actions[:place] + actions[place + 1 :]})
    for name, kept in (("board", AGENT), ("goals", 0)):
        for rows in smaller_rows(given[name]):
            if same_size(rows, given[name]) and has_one(rows, kept):
                yield case(**{**given, name: rows})


def same_size(rows: Rows, other: Rows) -> bool:
    """Whether two boards have as many rows and columns."""
    return len(rows) == len(other) and len(rows[0]) == len(other[0])


def has_one(rows: Rows, kept: Cell) -> bool:
    """Whether a board has one whole player; any board will do where nothing is to be kept."""
    whole = kept | FROZEN
    return not kept or sum(cell & whole == whole for row in rows for cell in row) == 1
