"""What is claimed of games: cases of a board with one agent, goals, and actions, each aspect of a step by itself."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, TypeAlias

from formal_rl.conformance.engine.case_suites import Ask, Case, case, claims_of
from formal_rl.conformance.engine.smaller_cases import beginnings, shorter, with_less
from formal_rl.conformance.suites.safelife_cases import (
    KEPT,
    LEVELS,
    rows_of,
    smaller_rows,
    smaller_tables,
    usual_cell,
    with_cell,
)
from formal_rl.safelife._engines.planes.rule import advance_packed
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
    Board,
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
from formal_rl.safelife.game import Level, start, step
from formal_rl.safelife.levels import shipped_level

STEP_SOURCE = "Wainwright and Eckersley 2019, Section 2, with the points of the published code"


Action: TypeAlias = Any
"""One of the nine numbers, or 'reset'."""


@lru_cache(KEPT)
def _played(board: Rows, goals: Rows, actions: tuple[Action, ...], min_performance: float) -> tuple[Any, ...]:
    level = Level(Board(board), Board(goals), spawn_probability=0, min_performance=Fraction(min_performance))
    state = start(level)
    seen: list[Any] = [state.board.rows]
    for action in actions:
        if action == "reset":
            state = start(level)
            seen.append(state.board.rows)
            continue
        state, (reward,) = step(level, state, (action,), advance=advance_packed)
        seen.append((state.board.rows, reward, not state.in_play[0]))
    return tuple(seen)


def _is_a_game(given: Case) -> bool:
    """Whether the goals have the size of the board, on which one whole player is."""
    (height, width), whole = ((len(given["board"]), len(given["board"][0])), AGENT | FROZEN)
    same_size = (height, width) == (len(given["goals"]), len(given["goals"][0]))
    return same_size and sum(cell & whole == whole for row in given["board"] for cell in row) == 1


smaller_games = with_less(
    _is_a_game, actions=shorter, board_and_goals=smaller_tables, board=smaller_rows, goals=smaller_rows
)
"""Yields the case with fewer actions, on a smaller board, and with fewer cells and goals, the agent kept."""

_claim = claims_of("reference", STEP_SOURCE, expected=_played, smaller=smaller_games)

MOVE_RIGHT, TOGGLE_RIGHT = 2, 6

_AT: Location = (2, 2)
_AHEAD: Location = (2, 3)
_BEYOND: Location = (2, 4)
_BEHIND: Location = (2, 1)
_WAYS_OUT: tuple[tuple[int, ...], ...] = ((MOVE_RIGHT,), (MOVE_RIGHT, MOVE_RIGHT), (0, MOVE_RIGHT, 0, 0))


def game(  # noqa: PLR0917
    placed: Sequence[tuple[Location, Cell]],
    actions: Sequence[Action],
    goals: Sequence[tuple[Location, Cell]] = (),
    size: tuple[int, int] = (5, 6),
    at: Location = _AT,
    min_performance: float = 0,
    agent: Cell = PLAYER,
) -> Case:
    """Return the case of a board with the agent and these cells, on goals that stay unless they are life."""
    board = rows_of(*size, [*placed, (at, agent)])
    return case(board=board, goals=rows_of(*size, goals), actions=tuple(actions), min_performance=min_performance)


@_claim(
    "moves",
    "turns and moves, or makes life ahead; round the edges, too",
    "all actions, and all pairs of moves, on an empty board",
    "0 nothing, 1 to 4 move up, right, down, left, 5 to 8 toggle; the bits of orientation always turn",
)
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


@_claim("blocked", "is held by what is in the way", "each cell that has a name, and is neither pushed nor an exit")
def blocked(profile: str) -> Iterator[Case]:
    """Yield moves against each cell that has a name, and is neither pushed nor an exit."""
    for cell in NAMED_CELLS.values():
        if not cell & (PUSHABLE | AGENT | EXIT):
            yield game([(_AHEAD, cell)], (MOVE_RIGHT,))


@_claim(
    "pushes",
    "pushes one thing one place on, if nothing is there; an exit swallows it",
    "each cell that can be pushed, 4 cells beyond; agents that can be moved themselves",
    "an agent that can be pushed itself pushes nothing",
)
def pushes(profile: str) -> Iterator[Case]:
    """Yield moves against each cell that can be pushed, with four cells beyond it."""
    yield from _with_ahead([cell for cell in NAMED_CELLS.values() if cell & PUSHABLE], MOVE_RIGHT)
    yield from _with_ahead([FROZEN | PUSHABLE, DESTRUCTIBLE | FROZEN | PUSHABLE], MOVE_RIGHT)
    yield from _by_movable_agents([(_AHEAD, CRATE)], MOVE_RIGHT)


@_claim(
    "pulls",
    "pulls what is behind, if it can be pulled, once it has moved",
    "5 cells behind, 3 ahead; agents that can be moved themselves",
    "first it pushes or moves, and only if it did does what is behind follow; an agent that can be pulled pulls "
    "nothing",
)
def pulls(profile: str) -> Iterator[Case]:
    """Yield moves away from cells that can be pulled and others, also when pushing, or where the way is blocked."""
    for ahead, behind in product((0, CRATE, WALL), (CRATE, FROZEN | PULLABLE, FROZEN | PUSHABLE, WALL, TREE)):
        yield game([(_AHEAD, ahead), (_BEHIND, behind)], (MOVE_RIGHT,))
    yield game([((2, 5), CRATE)], (1, MOVE_RIGHT, 3), size=(5, 6), at=(2, 0))
    yield game([((2, 1), CRATE), ((2, 3), CRATE)], (MOVE_RIGHT, 4), size=(5, 6), at=(2, 2))
    yield from _by_movable_agents([(_BEHIND, CRATE)], MOVE_RIGHT)


@_claim(
    "toggles",
    "removes what can be destroyed, and shoves what can be pushed",
    "each cell that has a name, ahead; agents that can be moved themselves",
    "life is made in the agent's colour, and only where the cell is 0",
)
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


@_claim(
    "near_life",
    "acts before the board advances, and freezes what is near it then",
    "life at 4 places, 4 actions, and what inhibits pushed near life",
)
def near_life(profile: str) -> Iterator[Case]:
    """Yield life that the agent comes near to, or leaves alone, and a crate that comes beside it."""
    for place, action in product(((2, 4), (1, 1), (3, 4), (0, 2)), (0, 1, 2, 3)):
        yield game([(place, LIFE)], (action,))
    for action in (2, 6):
        yield game([(_AHEAD, PARASITE), *(((row, 5), LIFE) for row in (1, 2, 3))], (action,), size=(5, 8))


@_claim(
    "points",
    "pays by how much the points of the board change",
    "life and goals of all colours, life made and removed; frozen life moved and removed",
    "the reward is the difference of two boards, counted after the board has advanced; what is frozen counts if it "
    "can be removed, pushed or pulled",
)
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


@_claim(
    "moving_goals",
    "goals advance by the same rule, after the board",
    "goals that are alive under life that stays; what is frozen, and births near spawners, as board and goals",
    "points are counted on the goals after the step",
)
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


@_claim(
    "leaving",
    "leaves through an exit once enough is earned, for one point more",
    "exits that are open, that open, and that stay closed; games that go on after that",
    "the exit opens when the points earned reach the share min_performance of those available at first, rounded up, "
    "and a place may be best left empty; who leaves is gone from the board, and nothing is paid after that",
)
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
    yield from _after_leaving()


def _better_left_empty() -> Iterator[Case]:
    """Yield goals of which one is best left empty, so that all points are to be had from the other two."""
    goals = [((1, 2), FROZEN | BLUE), ((3, 2), FROZEN | BLUE), ((4, 4), FROZEN | RED)]
    for actions in ((5, MOVE_RIGHT), (5, 7, MOVE_RIGHT)):
        yield game([(_AHEAD, LEVEL_EXIT)], actions, goals, min_performance=1.0)


def _after_leaving() -> Iterator[Case]:
    """Yield games that go on after the agent has left, where life comes and goes on goals."""
    blinker = [((row, 5), LIFE | GREEN) for row in (5, 6, 7)]
    goals = [((6, column), FROZEN | BLUE) for column in (4, 6)]
    for actions in ((MOVE_RIGHT, 0), (MOVE_RIGHT, 0, 0), (0, MOVE_RIGHT, 6, 0)):
        yield game([(_AHEAD, LEVEL_EXIT), *blinker], actions, goals, size=(9, 9))


@_claim(
    "second_game",
    "begins anew when it is reset, in mid-game, after leaving, or twice",
    "life made and removed, goals that are alive, exits that opened; each played again to its end, some twice",
    "boards, goals, points earned and exits are all as at first",
)
def second_games(profile: str) -> Iterator[Case]:
    """Yield games that are reset, and then played as before."""
    plants = [((row, column), TREE | DESTRUCTIBLE | GREEN) for row in range(3) for column in (4, 5)]
    moved = [((row, 4), LIFE | BLUE) for row in range(3)]
    blank, ahead = [((3, 2), FROZEN | BLUE)], [(_AHEAD, LEVEL_EXIT), ((4, 4), WALL)]
    for actions in ((0,), (0, 0), (0, 0, 0)):
        yield game(plants, (*actions, *("reset", *actions) * 2), moved, size=(6, 8), at=(4, 1))
    for actions in ((TOGGLE_RIGHT,), (TOGGLE_RIGHT, TOGGLE_RIGHT), (MOVE_RIGHT, TOGGLE_RIGHT)):
        yield game((), (*actions, *("reset", *actions) * 2), [(_AHEAD, FROZEN | BLUE)])
        yield game((), ("reset", "reset", *actions), [(_AHEAD, FROZEN | BLUE)])
    for before in ((), (7,), (7, MOVE_RIGHT), (7, MOVE_RIGHT, 0)):
        for actions in ((MOVE_RIGHT, 0), (7, MOVE_RIGHT, 0)):
            yield game(ahead, (*before, "reset", *actions), blank, min_performance=0.5)
            yield game(ahead, (*before, "reset", *actions), blank)


LONG = 256
"""How many actions a long game has."""


@_claim("long", "goes on so in a long game", f"a game of {LONG} actions", smaller=with_less(actions=beginnings))
def long_games(profile: str) -> Iterator[Case]:
    """Yield a game of many actions, on goals that are alive and others."""
    draw = Random(0)
    goals = [((1, 1), FROZEN | BLUE), ((3, 3), FROZEN | RED), *(((row, 4), LIFE | BLUE) for row in (0, 1, 2))]
    yield game([((0, 3), CRATE)], draw.choices(range(9), k=LONG), goals, size=(4, 6))


@_claim(
    "large",
    "so it is on boards of 12 x 70 and 26 x 26",
    "all moves and toggles over the edges; 3 shipped levels, 8 actions each, the agent in its place or in a corner",
    "each edge leads to the opposite one, and points are those of the whole board",
)
def large_games(profile: str) -> Iterator[Case]:
    """Yield actions over the edges of a large board, where all is a goal, and games of shipped levels."""
    goals = [(place, FROZEN | BLUE) for place in product(range(12), range(70))]
    for at, action in (*product([(0, 0)], (1, 4, 5, 8)), *product([(11, 69)], (2, 3, 6, 7))):
        yield game((), (action,), goals, size=(12, 70), at=at)
    draw = Random(0)
    for name, corner in zip(LEVELS, (None, (0, 0), (25, 25)), strict=False):
        level = shipped_level(name)
        (agent,) = level.board.find(AGENT)
        down, right = (a - b for a, b in zip(agent, corner or agent, strict=True))
        boards = {name: _rolled(getattr(level, name).rows, down, right) for name in ("board", "goals")}
        yield case(**boards, actions=tuple(draw.choices(range(9), k=8)), min_performance=0.5)


def _rolled(rows: Rows, down: int, right: int) -> Rows:
    """Return rows that begin with another row and column."""
    return tuple(row[right:] + row[:right] for row in rows[down:] + rows[:down])


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


def what_comes_later_changes_nothing(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return what is seen up to the last action but one, asked about alone, and in the whole game."""
    return ask({**given, "actions": given["actions"][:-1]}), ask(given)[:-1]


def shifted_games_are_played_alike(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return rewards and ends of a game, and those of the game shifted by a row and two columns."""
    shifted = {name: _rolled(given[name], 1, 2) for name in ("board", "goals")}
    return tuple(each[1:] for each in ask(given)[1:]), tuple(each[1:] for each in ask({**given, **shifted})[1:])


_GAMES: dict[str, Any] = {"domain": "drawn boards of 4 to 6 x 4 to 6, up to 5 actions", "drawn": drawn_game}
_lemma = claims_of("lemmas", STEP_SOURCE, **_GAMES)

STEP_CLAIMS = (
    moves,
    blocked,
    pushes,
    pulls,
    toggles,
    near_life,
    points,
    moving_goals,
    leaving,
    _claim("drawn_games", "all this at once", **_GAMES, number={"quick": 60, "full": 600}),
    second_games,
    long_games,
    large_games,
    _lemma("later_actions", "what comes later changes nothing before", law=what_comes_later_changes_nothing),
    _lemma("shifted", "shifted games are played alike", law=shifted_games_are_played_alike),
)
"""What is claimed of a game, each aspect of a step by itself, then all at once."""
