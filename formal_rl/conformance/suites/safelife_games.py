"""The suite of games of SafeLife: a board with one agent, goals, and actions, each aspect of a step by itself."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from formal_rl.conformance.adapters import safelife as drivers
from formal_rl.conformance.adapters.cases import all_of, class_with_methods, makes, takes_some_of
from formal_rl.conformance.engine.layout import is_grid
from formal_rl.conformance.engine.search import beginnings, shorter, with_less
from formal_rl.conformance.engine.suite import Adapter, Case, Suite, case, no_number, of_the_paper, read_claims
from formal_rl.conformance.suites import safelife_boards as of_boards
from formal_rl.conformance.suites.safelife_boards import Placed, all_at, board_grid, rows_of, smaller_rows
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board, Location, cells
from formal_rl.safelife.board.board import Rows
from formal_rl.safelife.game import ACTIONS, Level, start, step
from formal_rl.safelife.levels import shipped_level

SOURCE = "Wainwright and Eckersley 2019, Section 2, with the points of the published code"

_WORDS = """
moves: turns and moves, or makes life ahead; round the edges, too
  all actions, and all pairs of moves, on an empty board
  0 nothing, 1 to 4 move up, right, down, left, 5 to 8 toggle; the bits of orientation always turn
blocked: is held by what is in the way
  each cell that has a name, and is neither pushed nor an exit
pushes: pushes one thing one place on, if nothing is there; an exit swallows it
  each cell that can be pushed, 4 cells beyond; agents that can be moved themselves
  an agent that can be pushed itself pushes nothing
pulls: pulls what is behind, if it can be pulled, once it has moved
  5 cells behind, 3 ahead; agents that can be moved themselves
  first it pushes or moves, and only if it did does what is behind follow; an agent that can be pulled pulls nothing
toggles: removes what can be destroyed, and shoves what can be pushed
  each cell that has a name, ahead; agents that can be moved themselves
  life is made in the agent's colour, and only where the cell is 0
near_life: acts before the board advances, and freezes what is near it then
  life at 4 places, 4 actions, and what inhibits pushed near life
points: pays by how much the points of the board change
  life and goals of all colours, life made and removed; frozen life moved and removed
  boards are compared after they advance; what is frozen counts if it can be removed, pushed or pulled
moving_goals: goals advance by the same rule, after the board
  goals that are alive under life that stays; what is frozen, and births near spawners, as board and goals
  points are counted on the goals after the step
leaving: leaves through an exit once enough is earned, for one point more
  exits that are open, that open, and that stay closed; games that go on after that
  it takes min_performance of the points available at first, rounded up; a place may be best left empty; who leaves is \
gone from the board, and nothing is paid after that
drawn_games: all this at once
  drawn boards of 4 to 6 x 4 to 6, up to 5 actions
second_game: begins anew when it is reset, in mid-game, after leaving, or twice
  life made and removed, goals that are alive, exits that opened; each played again to its end, some twice
  boards, goals, points earned and exits are all as at first
long: goes on so in a long game
  a game of 256 actions
large: so it is on boards of 12 x 70 and 26 x 26
  all moves and toggles over the edges; 3 shipped levels, 8 actions each, the agent in its place or in a corner
  each edge leads to the opposite one, and points are those of the whole board
"""


def _played(board: Rows, goals: Rows, actions: tuple[Any, ...], min_performance: float) -> tuple[Any, ...]:
    level = Level(Board(board), Board(goals), spawn_probability=0, min_performance=Fraction(min_performance))
    seen: list[Any] = []
    for action in ("reset", *actions):
        if action == "reset":
            state = start(level)
            seen.append(state.board.rows)
        else:
            state, (reward,) = step(level, state, (action,), advance=advance_packed)
            seen.append((state.board.rows, reward, not state.in_play[0]))
    return tuple(seen)


# --- Cases ---


def _is_a_game(given: Case) -> bool:
    """Whether the goals have the size of the board, on which one whole player is."""
    board, goals, whole = given["board"], given["goals"], cells.AGENT | cells.FROZEN
    same_size = (len(board), len(board[0])) == (len(goals), len(goals[0]))
    return same_size and sum(cell & whole == whole for row in board for cell in row) == 1


smaller_games = with_less(
    _is_a_game, actions=shorter, board_and_goals=of_boards.smaller_tables, board=smaller_rows, goals=smaller_rows
)
"""Yields the case with fewer actions, on a smaller board, and with fewer cells and goals, the agent kept."""

_MOVE, _TOGGLE = 2, 6
"""To the right, where the agent looks in most of the cases."""

_BEHIND, _AT, _AHEAD, _BEYOND = ((2, column) for column in range(1, 5))
_BLUE = cells.FROZEN | cells.BLUE
_PLANT = cells.TREE | cells.DESTRUCTIBLE | cells.GREEN
_EXIT = (_AHEAD, cells.LEVEL_EXIT)


def _game(  # noqa: PLR0917
    placed: Placed,
    actions: Sequence[Any],
    goals: Placed = (),
    size: tuple[int, int] = (5, 6),
    at: Location = _AT,
    min_performance: float = 0,
    agent: int = cells.PLAYER,
) -> Case:
    """Return the case of a board with the agent and these cells, on goals that stay unless they are life."""
    board = rows_of(*size, [*placed, (at, agent)])
    return case(board=board, goals=rows_of(*size, goals), actions=tuple(actions), min_performance=min_performance)


_LINE = all_at(cells.LIFE | cells.BLUE, ((0, 4), (1, 4), (2, 4)))
_PLANTS = all_at(_PLANT, product(range(3), (4, 5)))


def _moves(depth: str) -> Iterator[Case]:
    yield from (_game((), (action,), at=at) for at, action in product((_AT, (0, 0)), range(9)))
    for actions in product(range(5), repeat=2):
        yield from (_game((), actions), _game((), actions, size=(3, 4), at=(0, 0)))


def _with_ahead(ahead: Sequence[int], action: int) -> Iterator[Case]:
    for beyond, cell in product((0, cells.WALL, cells.CRATE, cells.LEVEL_EXIT), ahead):
        yield _game([(_AHEAD, cell), (_BEYOND, beyond)], (action,))


def _by_movable_agents(place: Location, action: int) -> Iterator[Case]:
    for movable in (cells.PUSHABLE, cells.PULLABLE, cells.MOVABLE):
        yield _game([(place, cells.CRATE)], (action,), agent=cells.PLAYER | movable)


def _pushes(depth: str) -> Iterator[Case]:
    yield from _with_ahead([cell for cell in cells.NAMED_CELLS.values() if cell & cells.PUSHABLE], _MOVE)
    pushed = cells.FROZEN | cells.PUSHABLE
    yield from _with_ahead([pushed, cells.DESTRUCTIBLE | pushed], _MOVE)
    yield from _by_movable_agents(_AHEAD, _MOVE)


def _pulls(depth: str) -> Iterator[Case]:
    pulled, pushed = cells.FROZEN | cells.PULLABLE, cells.FROZEN | cells.PUSHABLE
    for ahead, behind in product((0, cells.CRATE, cells.WALL), (cells.CRATE, pulled, pushed, cells.WALL, cells.TREE)):
        yield _game([(_AHEAD, ahead), (_BEHIND, behind)], (_MOVE,))
    yield _game([((2, 5), cells.CRATE)], (1, _MOVE, 3), at=(2, 0))
    yield _game([(_BEHIND, cells.CRATE), (_AHEAD, cells.CRATE)], (_MOVE, 4))
    yield from _by_movable_agents(_BEHIND, _MOVE)


def _toggles(depth: str) -> Iterator[Case]:
    there = (cell for cell in cells.NAMED_CELLS.values() if not cell & cells.AGENT)
    yield from (_game([(_AHEAD, cell)], (_TOGGLE,)) for cell in there)
    yield from _with_ahead([cells.CRATE, cells.FROZEN | cells.PUSHABLE], _TOGGLE)
    yield _game((), (_TOGGLE, _TOGGLE))
    yield _game([(_AHEAD, cells.RED | cells.FROZEN | cells.DESTRUCTIBLE)], (_TOGGLE,))
    yield from _by_movable_agents(_AHEAD, _TOGGLE)


def _near_life(depth: str) -> Iterator[Case]:
    for place, action in product(((2, 4), (1, 1), (3, 4), (0, 2)), range(4)):
        yield _game([(place, cells.LIFE)], (action,))
    for action in (_MOVE, _TOGGLE):
        yield _game([(_AHEAD, cells.PARASITE), *all_at(cells.LIFE, ((1, 5), (2, 5), (3, 5)))], (action,), size=(5, 8))


def _points(depth: str) -> Iterator[Case]:
    red, green, blue = cells.RED, cells.GREEN, cells.BLUE
    for goal, colour, action in product((0, blue, red, green), (0, green, red, blue), (0, _TOGGLE)):
        goals = [(_AHEAD, cells.FROZEN | goal)]
        yield _game([(_AHEAD, cells.LIFE | colour)], (action,), goals, agent=cells.PLAYER | colour)
    for goal, colour in product((colour << cells.COLOUR_SHIFT for colour in range(8)), repeat=2):
        goals = [((1, 2), cells.FROZEN | goal)]
        yield _game((), (_TOGGLE, _TOGGLE), goals, size=(3, 4), at=(1, 1), agent=cells.PLAYER | colour)
    tree, goals = cells.TREE | green, [(_AHEAD, _BLUE)]
    for movable in (0, cells.DESTRUCTIBLE):
        yield _game([(_BEYOND, tree | cells.PULLABLE | movable)], (4,), goals, at=_AHEAD)
        yield _game([(_AT, tree | cells.PUSHABLE | movable)], (_MOVE,), goals, at=_BEHIND)
    for movable in (0, cells.PUSHABLE, cells.PULLABLE, cells.MOVABLE):
        yield _game([(_AHEAD, tree | movable | cells.DESTRUCTIBLE)], (_TOGGLE,), goals)


def _moving_goals(depth: str) -> Iterator[Case]:
    block = all_at(cells.LIFE | cells.GREEN, product((0, 1), (4, 5)))
    for goals, board, number in product((_LINE[1:2], _LINE), (_PLANTS, block), range(1, 4)):
        yield _game(board, (0,) * number, goals, size=(6, 8), at=(4, 1))
    kinds = product((0, cells.ALIVE), (cells.PUSHABLE, cells.PULLABLE))
    frozen = (((1, 5), cells.RED | cells.FROZEN | alive | movable) for alive, movable in kinds)
    placed = [each for cell in frozen for each in ([cell], [cell, *_LINE])]
    plants = all_at(_PLANT, product(range(3), (3, 5)))
    for each in (*placed, [((2, 6), cells.SPAWNER | cells.RED), *_LINE]):
        yield _game(each, (0,), size=(6, 8), at=(4, 1))
        yield _game(plants, (0,), each, size=(6, 8), at=(4, 1))


def _leaving(depth: str) -> Iterator[Case]:
    ways_out: tuple[tuple[int, ...], ...] = ((_MOVE,), (_MOVE, _MOVE), (0, _MOVE, 0, 0))
    for actions, crates in product(ways_out, ([], [(_BEHIND, cells.CRATE)])):
        yield _game([_EXIT, *crates], actions)
    for share, actions in product((0.5, 1.0), ((_MOVE,), (7, _MOVE, 0), (7, 0, 0, _MOVE))):
        yield _game([_EXIT, ((4, 4), cells.WALL)], actions, [((3, 2), _BLUE)], min_performance=share)
    for share in (0.25, 0.5, 0.75, 1.0):
        places = ((3, 1), (3, 2), (3, 3))
        reds = all_at(cells.TREE | cells.DESTRUCTIBLE | cells.RED, places)
        yield _game([_EXIT, *reds], (7, 0, _MOVE), all_at(cells.FROZEN, places), min_performance=share)
    left_empty = [((1, 2), _BLUE), ((3, 2), _BLUE), ((4, 4), cells.FROZEN | cells.RED)]
    for actions in ((5, _MOVE), (5, 7, _MOVE)):
        yield _game([_EXIT], actions, left_empty, min_performance=1.0)
    blinker = all_at(cells.LIFE | cells.GREEN, ((5, 5), (6, 5), (7, 5)))
    goals = all_at(_BLUE, ((6, 4), (6, 6)))
    for actions in ((_MOVE, 0), (_MOVE, 0, 0), (0, _MOVE, 6, 0)):
        yield _game([_EXIT, *blinker], actions, goals, size=(9, 9))


def _second_game(depth: str) -> Iterator[Case]:
    for actions in ((0,), (0, 0), (0, 0, 0)):
        again = (*actions, *("reset", *actions) * 2)
        yield _game(_PLANTS, again, _LINE, size=(6, 8), at=(4, 1))
    for actions in ((_TOGGLE,), (_TOGGLE, _TOGGLE), (_MOVE, _TOGGLE)):
        for again in ((*actions, *("reset", *actions) * 2), ("reset", "reset", *actions)):
            yield _game((), again, [(_AHEAD, _BLUE)])
    before, after = ((), (7,), (7, _MOVE), (7, _MOVE, 0)), ((_MOVE, 0), (7, _MOVE, 0))
    for first, second, share in product(before, after, (0.5, 0)):
        again = (*first, "reset", *second)
        yield _game([_EXIT, ((4, 4), cells.WALL)], again, [((3, 2), _BLUE)], min_performance=share)


def _long(depth: str) -> Iterator[Case]:
    goals = [((1, 1), _BLUE), ((3, 3), cells.FROZEN | cells.RED), *_LINE]
    yield _game([((0, 3), cells.CRATE)], Random(0).choices(range(9), k=256), goals, size=(4, 6))


def _large(depth: str) -> Iterator[Case]:
    all_blue = all_at(_BLUE, product(range(12), range(70)))
    for at, action in (*product([(0, 0)], (1, 4, 5, 8)), *product([(11, 69)], (2, 3, 6, 7))):
        yield _game((), (action,), all_blue, size=(12, 70), at=at)
    draw = Random(0)
    for name, corner in zip(of_boards.LEVELS, (None, (0, 0), (25, 25)), strict=False):
        level = shipped_level(name)
        (agent,) = level.board.find(cells.AGENT)
        down, right = (a - b for a, b in zip(agent, corner or agent, strict=True))
        board, goals = (
            tuple(row[right:] + row[:right] for row in rows[down:] + rows[:down])
            for rows in (level.board.rows, level.goals.rows)
        )
        yield case(board=board, goals=goals, actions=tuple(draw.choices(range(9), k=8)), min_performance=0.5)


def drawn_game(seed: int) -> Case:
    """Return the case of a drawn board and drawn actions."""
    draw = Random(seed)
    size = draw.randrange(4, 7), draw.randrange(4, 7)
    places = list(product(range(size[0]), range(size[1])))
    draw.shuffle(places)
    number = draw.randrange(2, 12)
    placed = [(place, of_boards.usual_cell(draw)) for place in places[1:number]]
    kinds, colours = (cells.FROZEN, cells.LIFE), (0, cells.RED, cells.GREEN, cells.BLUE)
    goals = [(place, draw.choice(kinds) | draw.choice(colours)) for place in places if draw.random() < 0.4]
    actions = [draw.choice(range(9)) for _ in range(draw.randrange(1, 6))]
    performance = draw.choice((0, 0, 0.25, 0.5))
    return _game(placed, actions, goals, size=size, at=places[0], min_performance=performance)


_CLAIMS = read_claims(
    _WORDS,
    SOURCE,
    _played,
    *(_moves, _pushes, _pulls, _toggles, _near_life, _points, _moving_goals, _leaving, _second_game, _large),
    blocked=lambda depth: (
        _game([(_AHEAD, cell)], (_MOVE,))
        for cell in cells.NAMED_CELLS.values()
        if not cell & (cells.PUSHABLE | cells.AGENT | cells.EXIT)
    ),
    drawn_games={"draw": drawn_game, "number": {"quick": 60, "full": 600}},
    long={"cases": _long, "smaller": with_less(actions=beginnings)},
    each={"smaller": smaller_games},
)

# --- Shapes and answers ---


def _no_game(answer: Any) -> str | None:
    if not isinstance(answer, tuple | list) or not answer:
        return "expected the board at first, and then board, reward and whether it ended"
    for each in answer[1:]:
        if not isinstance(each, tuple | list) or len(each) != 3 or no_number(each[1]) or type(each[2]) is not bool:
            return f"expected board, reward (a number) and whether it ended (True or False), not {each!r}"
    return next(filter(None, map(of_boards.no_rows, (answer[0], *(each[0] for each in answer[1:])))), None)


def _parts(answer: Any, given: Case) -> Mapping[str, Mapping[str, Any]]:
    """Return the board at first, and the board, reward and end after each action."""
    parts: dict[str, dict[str, Any]] = {}
    for place, (action, each) in enumerate(zip(("reset", *given["actions"]), answer, strict=False)):
        name, seen = ("reset", (each,)) if action == "reset" else (ACTIONS[action], each)
        title = f"step {place}, {name}" if place else "at first"
        parts[title] = dict(zip(("board", "reward", "ended"), seen, strict=False))
        if is_grid(seen[0], (int,)):
            parts[title]["board"] = board_grid(seen[0], given)
    return parts


_NAMES = ("board", "goals", "min_performance", "spawn_probability")
_MADE = "some of board, goals (both arrays of uint16), min_performance and spawn_probability (0), by name"

SAFELIFE_STEP = Suite(
    "safelife_step",
    SOURCE,
    "the agent acts; the board advances; the goals advance; exits and the agent's exit bit are set; the reward is by "
    "how much the points rose, the points being those of the published table and 1 for having left",
    {
        "board": f"{of_boards.BOARD_WORDS}; one of the cells is an agent",
        "goals": "the same for goals",
        "actions": "0 nothing, 1 to 4 move and 5 to 8 toggle up, right, down, left; 'reset' begins anew",
        "min_performance": "the share of the available points that opens the exits",
    },
    (
        Adapter(
            drivers.game_class,
            f"a class with reset(), which returns the board, and step(action), which returns (board, reward, done), or "
            f"these as gymnasium has them, made with {_MADE}",
            all_of(class_with_methods("reset", "step"), takes_some_of(*_NAMES)),
            hand=drivers.by_arrays,
        ),
        Adapter(
            drivers.whole_game,
            "a function of some of rows, goal_rows (tuples of tuples of ints), actions, min_performance, by name, that "
            "returns the rows at first, and then (rows, reward, done) after each action",
            takes_some_of("rows", "goal_rows", "actions", *_NAMES[2:], one_of=("rows",)),
            hand=drivers.by_rows,
        ),
        Adapter(
            drivers.whole_game,
            f"a function of actions and {_MADE}, that returns the board at first, and then (board, reward, done) after "
            "each action",
            takes_some_of(*_NAMES, "actions", one_of=("actions",)),
            hand=drivers.by_arrays,
        ),
        Adapter(
            drivers.game_class,
            f"a function that makes a game, as make_env(board), of {_MADE}; gym:ID for gymnasium.make. It may be a "
            "vector environment of one",
            makes(*_NAMES),
            hand=drivers.by_arrays,
        ),
    ),
    tuple(_game((), actions, size=(4, 5), at=(1, 1)) for actions in ((0,), (2, 6))),
    _no_game,
    of_the_paper(_CLAIMS, _CLAIMS),
    "as defined",
    hint="the agent turns and acts, then the board advances, then the goals do, and then the points are counted",
    parts=_parts,
    written={
        "board": board_grid,
        "goals": lambda rows, given: board_grid(rows, given) if any(map(any, rows)) else "none",
        "actions": lambda actions, given: ", ".join(
            each if each == "reset" else f"{each} {ACTIONS[each]}" for each in actions
        ),
    },
    symmetry=of_boards.MOVED,
)

GAME_SUITES = {SAFELIFE_STEP.name: SAFELIFE_STEP}
