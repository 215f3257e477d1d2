"""Boards of SafeLife: what suites about them share, and the suites of one step, without draws and with."""

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, combinations_with_replacement, cycle, islice, product
from random import Random
from typing import Any, TypeAlias

from formal_rl.conformance.adapters.cases import by_position, callable_by, with_parameters
from formal_rl.conformance.adapters.safelife import by_arrays, by_rows, of_boards_and_draws
from formal_rl.conformance.engine.layout import Grid, is_grid, shown
from formal_rl.conformance.engine.search import Table, emptied, fewer_sides, with_less
from formal_rl.conformance.engine.suite import Adapter, Case, Suite, as_published, case, of_the_paper, read_claims
from formal_rl.conformance.engine.suite import Symmetry as SuiteSymmetry
from formal_rl.safelife.board import Board, Location, advance, cells
from formal_rl.safelife.board.board import Rows, board_of
from formal_rl.safelife.board.rule import block_around, may_spawn
from formal_rl.safelife.board.text import format_cell
from formal_rl.safelife.game.symmetries import Symmetry
from formal_rl.safelife.levels import shipped_level

SOURCE = "Wainwright and Eckersley 2019, Section 2"

Placed: TypeAlias = Iterable[tuple[Location, cells.Cell]]

_BITS = {**cells.FLAGS, "red": cells.RED, "green": cells.GREEN, "blue": cells.BLUE}
_SUMS = ", ".join(f"{name} = {bit}" for name, bit in sorted(_BITS.items(), key=lambda each: each[1]))
_TURNS = ", ".join(f"{name} = {cells.turned(0, number)}" for number, name in enumerate(cells.ORIENTATIONS))

BOARD_WORDS = f"rows of cells, ints that are sums of {_SUMS}, and the orientation, {_TURNS}"
"""A board, in words for those who implement the rules: the bits of a cell by their names."""

LEVELS = ("append-still-0", "append-dynamic-0", "prune-still-0", "prune-dynamic-0")
"""Shipped levels of 26 x 26 without spawners."""

SIZES = ((12, 12), (4, 70), (70, 4), (26, 26))
"""Sizes of boards that people use, and two that are longer than a word of 64 bits."""

# --- Claims and cases ---


def rows_of(height: int, width: int, placed: Placed) -> Rows:
    """Return the rows of a board that holds nothing but these cells."""
    return board_of(height, width, placed).rows


def all_at(cell: int, places: Iterable[Location]) -> list[tuple[Location, int]]:
    """Return this cell for each of these places."""
    return [(place, cell) for place in places]


def drawn_rows(draw: Random, height: int, width: int, cell: Callable[[Random], int], share: float) -> Rows:
    """Return drawn rows, of which about this share are cells that are drawn and the others empty."""
    return tuple(tuple(cell(draw) if draw.random() < share else 0 for _ in range(width)) for _ in range(height))


def usual_cell(draw: Random) -> int:
    """Return a cell that has a name, of any colour; every other one is life."""
    names = [name for name in cells.NAMED_CELLS if name not in {"player", "spawner", "hard spawner"}]
    name = draw.choice(("life", draw.choice(names)))
    return cells.named_cell(name, draw.choice(("black", "red", "green", "blue", "yellow")))


def smaller_tables(rows: Table, empty: Any = (0, 0)) -> Iterator[Table]:
    """Yield a table with some cells emptied, or fewer rows or columns: at least 3, or a cell is its own neighbour."""
    yield from emptied(rows, empty)
    yield from fewer_sides(rows, 3)


def smaller_rows(rows: Rows) -> Iterator[Rows]:
    """Yield rows with some cells emptied, fewer rows or columns, and with one bit of a cell taken away."""
    yield from smaller_tables(rows, 0)
    board = Board(rows)
    for place, number in product(board.locations(), range(16)):
        cell = board[place] & ~(1 << number)
        if cell not in {0, board[place]}:
            yield board.with_cells({place: cell}).rows


# --- Shapes and answers ---


def a_function(names: str, words: str, hand: Any = dict, driver: Any = by_position) -> Adapter:
    """Return the shape of a function of these parameters, of which those of rows are known by their names."""
    fits = with_parameters if hand is by_rows else callable_by
    return Adapter(driver, f"a function of ({names}), {words}", fits(*names.split(", ")), hand=hand)


def functions_of(rows: str, arrays: str, answer: str, driver: Any = by_position) -> tuple[Adapter, Adapter]:
    """Return the two shapes of a function of boards, with the names of its parameters in each."""
    return (
        a_function(rows, f"boards as tuples of tuples of ints, {answer}", by_rows, driver),
        a_function(arrays, f"boards as arrays of uint16, {answer}", by_arrays, driver),
    )


def no_rows(answer: Any) -> str | None:
    """Return what is wrong with rows of numbers, if anything."""
    rows = isinstance(answer, tuple | list) and bool(answer) and all(isinstance(row, tuple | list) for row in answer)
    return None if rows else "expected rows of numbers, or an array of two dimensions"


def board_grid(rows: Any, given: Case) -> Grid:
    """Return the rows of a board as a grid of the symbols of cells; raise `ValueError` for anything else."""
    if not is_grid(rows, (int,)):
        raise ValueError("no rows of cells")
    return Grid(tuple(tuple(map(format_cell, row)) for row in rows), rows, rows, cells.described)


def cell_words(cell: int) -> str:
    """Return a cell as its symbol, and in words."""
    return f"{format_cell(cell)} {cells.described(cell)}"


# --- Symmetries ---


def drawn_turn(draw: Random, height: int, width: int) -> Symmetry:
    """Return a symmetry of boards of this size: W19-equivariance says that the dynamics commute with it."""
    return Symmetry(draw.randrange(4), draw.random() < 1 / 2, (draw.randrange(height), draw.randrange(width)))


def moved(of: Symmetry, rows: Any, cell: Callable[[Any], Any] = lambda each: each) -> tuple[tuple[Any, ...], ...]:
    """Return rows of cells, masses or shares in the places where a symmetry puts them."""
    sides = len(rows), len(rows[0])
    there = {of.location((r, c), *sides): cell(each) for r, row in enumerate(rows) for c, each in enumerate(row)}
    height, width = sides[:: -1 if of.quarter_turns % 2 else 1]
    return tuple(tuple(there[r, c] for c in range(width)) for r in range(height))


def moved_along(draw: Random, given: Case) -> Case:
    """Move all parts of a case by one symmetry; its boards, or the sides of one, come first."""
    rows = given["boards"][0] if "boards" in given else next(iter(given.values()))
    sides = (given["height"], given["width"]) if "height" in given else (len(rows), len(rows[0]))
    of = drawn_turn(draw, *sides)
    height, width = sides[:: -1 if of.quarter_turns % 2 else 1]
    ways: dict[str, Callable[[Any], Any]] = {
        **dict.fromkeys(("board", "goals", "initial", "final"), lambda each: moved(of, each, of.cell)),
        **dict.fromkeys(("first", "second"), lambda each: moved(of, each)),
        **dict.fromkeys(("source", "target"), lambda each: of.location(each, *sides)),
        "height": lambda each: height,
        "width": lambda each: width,
        "boards": lambda each: tuple(moved(of, rows, of.cell) for rows in draw.sample(each, len(each))),
        "cell_type": of.cell,
        "actions": lambda each: tuple(action if action == "reset" else of.action(action) for action in each),
        "draws": lambda each: _draws_along(of, Board(given["board"]), each),
    }
    return case(**{name: ways[name](each) if name in ways else each for name, each in given.items()})


def _draws_along(of: Symmetry, board: Board, draws: Any) -> Any:
    """Return the draws in the order in which the cells that read them come after a move."""
    waiting = [each for each in board.locations() if may_spawn(block_around(board, each))]
    order = sorted(range(len(waiting)), key=lambda at: of.location(waiting[at], board.height, board.width))
    return (*(draws[at] for at in order), *draws[len(waiting) :])


# --- One step without draws ---

_ADVANCE_WORDS = """
life: life stays with two or three living round it, and comes where exactly three are
  all patterns of life of three by three on an empty board
edges: each edge of the board leads to the opposite one
  three in a line at every place of 4 x 5
  neighbours are counted on a torus
colours: a new cell has each colour bit that two of the living near it have
  three parents of all colours
  each of the three bits is taken alone: red and yellow, green and green give yellow
destructible: a new cell is destructible if two of the living near it are
  three parents, each life or hard life
special: what is frozen stays, what preserves or inhibits does so near it, and other cells live or do not
  each cell that has a name, near 5 others, and frozen ones that are only pushed or pulled, with none to 4 living
  near is in the three by three round a cell, itself included; a dead cell with flags keeps them
colours_of_spawners: a new cell has each colour bit that a spawner near it has, too
  spawners of all colours with parents of four kinds
any_cells: all this at once
  drawn boards of 3 to 5 x 3 to 6, cells of any bits but spawners
living_exits: exits that are alive count as destructible parents
  three parents, each hard life or an exit that is alive
  a quirk of the published code, which no level shows
crowded: so it is with up to nine of a kind near a cell
  5 to 9 of each cell that has a name, with and without life in the middle or beside it
  a cell has eight neighbours, and nine are near it
large: so it is on boards of 12 x 12, 26 x 26, 4 x 70 and 70 x 4
  three in a line where blocks of 8 to 64 cells end; soups; 4 shipped levels
"""

_AROUND: tuple[Location, ...] = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2), (3, 3))
_MIDDLE: Location = (2, 2)
_SPECIAL = tuple(cell for cell in cells.NAMED_CELLS.values() if not cell & cells.SPAWNING)

_smaller = {"smaller": with_less(board=smaller_rows)}


def _advanced(board: Rows) -> Rows:
    return advance(Board(board)).board.rows


def _on(placed: Placed, height: int = 5, width: int = 5) -> Case:
    return case(board=rows_of(height, width, placed))


def _parents(*kinds: int) -> Callable[[str], Iterator[Case]]:
    """Return what yields three parents in a row, each of one of these kinds."""
    return lambda depth: (
        _on(((1, column), parent) for column, parent in enumerate(parents, 1))
        for parents in combinations_with_replacement(kinds, 3)
    )


def _special(depth: str) -> Iterator[Case]:
    living = all_at(cells.LIFE, ((1, 2), (1, 3), (2, 3), (3, 3)))
    middles = (0, cells.LIFE, cells.WALL, cells.TREE, cells.PUSHABLE)
    for number, near, middle in product(range(5), _SPECIAL, middles):
        yield _on([(_MIDDLE, middle), ((1, 1), near), *living[:number]])
    for alive, movable, number in product((0, cells.ALIVE), (cells.PUSHABLE, cells.PULLABLE), range(5)):
        yield _on([(_MIDDLE, cells.FROZEN | alive | movable), *living[:number]])


def _colours_of_spawners(depth: str) -> Iterator[Case]:
    """Yield boards of three by three, on which all cells are near each other, so that births leave nothing to spawn."""
    for colour, colours in product(range(8), ((0, 0, 0), (1, 1, 2), (1, 2, 4), (3, 5, 6))):
        parents = (((1, place), cells.LIFE | each << cells.COLOUR_SHIFT) for place, each in enumerate(colours))
        yield _on((((0, 0), cells.SPAWNER | colour << cells.COLOUR_SHIFT), *parents), 3, 3)


def _crowded(depth: str) -> Iterator[Case]:
    for cell, number, middle in product(_SPECIAL, range(5, 10), (0, cells.LIFE)):
        near = [(_MIDDLE, middle), *all_at(cell, (*_AROUND, _MIDDLE)[:number])]
        yield _on(near)
        if number < len(_AROUND):
            yield _on((*near, (_AROUND[number], cells.LIFE)))


def _any_rows(draw: Random, shares: tuple[float, ...], spawning: float = 0) -> Rows:
    """Return drawn rows of cells of any bits but of exits, more often alive and seldom frozen; some are spawners."""

    def cell(draw: Random) -> int:
        kept = draw.randrange(cells.GREATEST_CELL + 1) & draw.randrange(cells.GREATEST_CELL + 1)
        kept = kept & ~(cells.SPAWNING | cells.EXIT) | draw.randrange(2)
        return kept | (cells.SPAWNING if spawning and draw.random() < spawning else 0)

    return drawn_rows(draw, draw.randrange(3, 6), draw.randrange(3, 7), cell, draw.choice(shares))


def _large(line: Iterable[int], levels: Iterable[str], *kinds: Callable[[Random], int]) -> Iterator[Rows]:
    """Yield boards with a short line where blocks of 8 to 64 cells end, drawn boards of such cells, and levels."""
    for column in (7, 8, 15, 16, 31, 32, 63, 64):
        rows = rows_of(5, 70, (((row, column), cell) for row, cell in enumerate(line, 1)))
        yield from (rows, tuple(zip(*rows, strict=True)))
    yield from (drawn_rows(Random(0), *size, cell, 0.3) for size, cell in product(SIZES, kinds))
    yield from (shipped_level(name).board.rows for name in levels)


_ADVANCE = read_claims(
    _ADVANCE_WORDS,
    SOURCE,
    _advanced,
    *(_special, _colours_of_spawners, _crowded),
    life=lambda depth: (
        _on(all_at(cells.LIFE, living)) for number in range(10) for living in combinations((*_AROUND, _MIDDLE), number)
    ),
    edges=lambda depth: (
        _on((((row + down * number, column + right * number), cells.LIFE) for number in range(3)), 4, 5)
        for row, column, (down, right) in product(range(4), range(5), ((0, 1), (1, 0)))
    ),
    colours=_parents(*(cells.LIFE | colour << cells.COLOUR_SHIFT for colour in range(8))),
    destructible=_parents(cells.HARD_LIFE, cells.LIFE),
    living_exits={"cases": _parents(cells.HARD_LIFE, cells.HARD_LIFE | cells.EXIT), "required": False},
    any_cells={"draw": lambda seed: case(board=_any_rows(Random(seed), (0.3, 0.5, 0.8))), **_smaller},
    large={
        "cases": lambda depth: (
            case(board=rows) for rows in _large((cells.LIFE,) * 3, LEVELS, lambda draw: cells.LIFE, usual_cell)
        ),
        **_smaller,
    },
)

MOVED = SuiteSymmetry("boards turned, mirrored and moved round the torus, draws and actions alike", moved_along)

SAFELIFE_ADVANCE = Suite(
    "safelife_advance",
    SOURCE,
    "the board after one step without any action, where no draw decides",
    {"board": BOARD_WORDS},
    functions_of("rows", "board", "that returns such a board"),
    (_on((), 3, 3), _on(((2, column), cells.LIFE) for column in (1, 2, 3))),
    no_rows,
    of_the_paper(_ADVANCE, as_published(_ADVANCE, _advanced, living_exits={"required": True})),
    "as defined; exits that are alive count as destructible",
    hint="neighbours are the eight cells round a cell, over the edges, too; two or three living ones keep what is "
    "alive, three make new life, and what is frozen stays",
    parts=lambda answer, given: {"": {"board": board_grid(answer, given)}},
    written={"board": board_grid},
    symmetry=MOVED,
)

# --- With draws ---

_SPAWNING_WORDS = """
one_spawner: near a spawner destructible life comes where a draw is below the probability
  one spawner, 2 probabilities, 6 sequences of draws
two_spawners: reads one draw for a cell, however many spawners are near, and it has the colours of all
  two spawners of 3 colours
others: reads no draw for what lives, is frozen or inhibited, or has three living near it
  a spawner near each cell that has a name, with none, 1 or 3 living
any_cells: all this at once
  drawn boards of 3 to 5 x 3 to 6, cells of any bits
large: so it is on boards of 12 x 12, 26 x 26, 4 x 70 and 70 x 4
  one spawner where blocks of 8 to 64 cells end; soups; 3 shipped levels
"""


def _advanced_with_draws(board: Rows, spawn_probability: float, draws: tuple[float, ...]) -> tuple[Rows, int]:
    after, draws_read = advance(Board(board), spawn_probability, draws)
    return after.rows, draws_read


def _spread(placed: Placed, first: int, width: int = 5, spawn_probability: float = 0.5) -> Case:
    """Return the case of a board of five rows, and of a draw for each of its cells, low or high."""
    draws = tuple(islice(cycle((0.125, 0.75, 0.375, 0.0, 0.5, 0.9375)), first, first + 5 * width))
    return case(board=rows_of(5, width, placed), spawn_probability=spawn_probability, draws=draws)


def _others(depth: str) -> Iterator[Case]:
    lives, places = ((), ((1, 3),), ((1, 3), (1, 4), (2, 4))), ((1, 1), (1, 2))
    for cell, place, first, living in product(cells.NAMED_CELLS.values(), places, range(2), lives):
        spawner = cells.SPAWNER | cells.RED | cells.GREEN
        yield _spread([(_MIDDLE, spawner), (place, cell), *all_at(cells.LIFE, living)], first, 6)


def _drawn_with_draws(seed: int) -> Case:
    draw = Random(seed)
    rows = _any_rows(draw, (0.2, 0.4), spawning=0.2)
    draws = tuple(draw.randrange(16) / 16 for row in rows for _ in row)
    return case(board=rows, spawn_probability=draw.randrange(1, 16) / 16, draws=draws)


def _large_with_draws(depth: str) -> Iterator[Case]:
    levels, draw = ("append-spawn-0", "prune-spawn-0", "navigation-0"), Random(0)
    for rows in _large((cells.SPAWNER,), levels, lambda draw: draw.choice((usual_cell(draw), cells.HARD_SPAWNER))):
        draws = tuple(draw.randrange(16) / 16 for row in rows for _ in row)
        yield case(board=rows, spawn_probability=0.3125, draws=draws)


_WITH_DRAWS = read_claims(
    _SPAWNING_WORDS,
    SOURCE,
    _advanced_with_draws,
    _others,
    one_spawner=lambda depth: (
        _spread([(_MIDDLE, cell)], first, spawn_probability=probability)
        for cell, probability, first in product((cells.HARD_SPAWNER, cells.SPAWNER), (0.25, 0.5), range(6))
    ),
    two_spawners=lambda depth: (
        _spread([((2, 1), cells.SPAWNER | one), ((2, 3), cells.SPAWNER | other)], first)
        for one, other, first in product(*((cells.RED, cells.GREEN, cells.BLUE),) * 2, range(2))
    ),
    any_cells={"draw": _drawn_with_draws, **_smaller},
    large={"cases": _large_with_draws, **_smaller},
)


def _no_rows_and_number(answer: Any) -> str | None:
    pair = isinstance(answer, tuple) and len(answer) == 2 and type(answer[1]) is int
    return no_rows(answer[0]) if pair else "expected a board, and how many draws were read"


SAFELIFE_ADVANCE_WITH_DRAWS = Suite(
    "safelife_advance_with_draws",
    SOURCE,
    "the board after one step without any action, and how many draws were read for it",
    {
        "board": BOARD_WORDS,
        "spawn_probability": "between 0 and 1",
        "draws": "numbers in [0, 1), one for each cell of the board, more than it takes",
    },
    functions_of(
        "rows, spawn_probability, draws",
        "board, spawn_probability, draws",
        "draws with next() and the random() of a generator of numpy, that returns such a board",
        of_boards_and_draws,
    ),
    (
        case(**_on((), 3, 3), spawn_probability=0.5, draws=(0.75,) * 9),
        case(**_on([(_MIDDLE, cells.SPAWNER)]), spawn_probability=0.5, draws=(0.25,) * 25),
    ),
    _no_rows_and_number,
    of_the_paper(_WITH_DRAWS, _WITH_DRAWS),
    "as defined, the probability rounded to 32 bits",
    hint="draws are read row by row, one for each cell that may come to life so, and for no other",
    parts=lambda answer, given: {"": {"board": board_grid(answer[0], given), "draws read": answer[1]}},
    written={"board": board_grid, "draws": lambda draws, given: shown(draws, most=30)},
    symmetry=MOVED,
)

BOARD_SUITES = {each.name: each for each in (SAFELIFE_ADVANCE, SAFELIFE_ADVANCE_WITH_DRAWS)}
