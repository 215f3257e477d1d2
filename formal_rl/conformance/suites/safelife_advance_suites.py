"""The suites of one step of a board: without draws, and with."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

from formal_rl.conformance.adapters import safelife as safelife_adapters
from formal_rl.conformance.adapters.conventions import callable_by, takes_some_of, with_parameters
from formal_rl.conformance.engine.case_suites import Ask, Case, CaseClaim, CaseSuite, case, claims_of
from formal_rl.conformance.engine.smaller_cases import with_less
from formal_rl.conformance.engine.subjects import Convention
from formal_rl.conformance.suites.safelife_cases import (
    AROUND,
    BOARD_WORDS,
    KEPT,
    LARGE,
    LEVELS,
    any_cell,
    drawn_rows,
    large_boards,
    no_rows,
    rows_of,
    smaller_rows,
    something_may_spawn,
    transposed,
    usual_cell,
)
from formal_rl.safelife.board import ALIVE, EXIT, FROZEN, LIFE, NAMED_CELLS, SPAWNING, WALL, Board, advance
from formal_rl.safelife.board.board import Rows
from formal_rl.safelife.board.cells import COLOUR_SHIFT, HARD_LIFE, HARD_SPAWNER, PULLABLE, PUSHABLE, SPAWNER, TREE

SOURCE = "Wainwright and Eckersley 2019, Section 2"

_MIDDLE = (2, 2)
_THREE_COLOURS = tuple(combinations_with_replacement(range(8), 3))


@lru_cache(KEPT)
def _advanced(board: Rows) -> Rows:
    return advance(Board(board)).board.rows


# --- Without draws ---


_claim = claims_of("reference", SOURCE, expected=_advanced)
_smaller = with_less(lambda given: not something_may_spawn(given["board"]), board=smaller_rows)
_DRAWN = "drawn boards of 3 to 5 x 3 to 6, cells of any bits but spawners"


@_claim(
    "life",
    "life stays with two or three living round it, and comes where exactly three are",
    "all patterns of life of three by three on an empty board",
)
def _life(profile: str) -> Iterator[Case]:
    places = (*AROUND, _MIDDLE)
    for number in range(len(places) + 1):
        for living in combinations(places, number):
            yield case(board=rows_of(5, 5, ((place, LIFE) for place in living)))


@_claim(
    "edges",
    "each edge of the board leads to the opposite one",
    "three in a line at every place of 4 x 5",
    "neighbours are counted on a torus",
)
def _round_the_edges(profile: str) -> Iterator[Case]:
    for row, column, (down, right) in product(range(4), range(5), ((0, 1), (1, 0))):
        living = [((row + down * number) % 4, (column + right * number) % 5) for number in range(3)]
        yield case(board=rows_of(4, 5, ((place, LIFE) for place in living)))


@_claim(
    "colours",
    "a new cell has each colour bit that two of the living near it have",
    "three parents of all colours",
    "each of the three bits is taken alone: red and yellow, green and green give yellow",
)
def _colours(profile: str) -> Iterator[Case]:
    for colours in _THREE_COLOURS:
        parents = (((1, 1 + place), LIFE | colour << COLOUR_SHIFT) for place, colour in enumerate(colours))
        yield case(board=rows_of(5, 5, parents))


def _parents(*kinds: int) -> Callable[[str], Iterator[Case]]:
    def cases(profile: str) -> Iterator[Case]:
        for parents in combinations_with_replacement(kinds, 3):
            yield case(board=rows_of(5, 5, (((1, 1 + place), parent) for place, parent in enumerate(parents))))

    return cases


_LIVING = tuple((place, LIFE) for place in ((1, 2), (1, 3), (2, 3), (3, 3)))


@_claim(
    "special",
    "what is frozen stays, what preserves or inhibits does so near it, and other cells live or do not",
    "each cell that has a name, near each of 5 others, and frozen ones that are only pushed or pulled, with none to 4 "
    "living",
    "near is in the three by three round a cell, itself included; a dead cell with flags keeps them",
)
def _special(profile: str) -> Iterator[Case]:
    middles = (0, LIFE, WALL, TREE, PUSHABLE)
    special = [cell for cell in NAMED_CELLS.values() if not cell & SPAWNING]
    for number, near, middle in product(range(5), special, middles):
        yield case(board=rows_of(5, 5, ((_MIDDLE, middle), ((1, 1), near), *_LIVING[:number])))
    for alive, movable, number in product((0, ALIVE), (PUSHABLE, PULLABLE), range(5)):
        yield case(board=rows_of(5, 5, ((_MIDDLE, FROZEN | alive | movable), *_LIVING[:number])))


@_claim(
    "colours_of_spawners",
    "a new cell has each colour bit that a spawner near it has, too",
    "spawners of all colours with parents of four kinds",
)
def _colours_of_spawners(profile: str) -> Iterator[Case]:
    """Yield boards of three by three, on which all cells are near each other, so that births leave nothing to spawn."""
    for colour, colours in product(range(8), ((0, 0, 0), (1, 1, 2), (1, 2, 4), (3, 5, 6))):
        parents = (((1, place), LIFE | each << COLOUR_SHIFT) for place, each in enumerate(colours))
        yield case(board=rows_of(3, 3, (((0, 0), SPAWNER | colour << COLOUR_SHIFT), *parents)))


@_claim(
    "crowded",
    "so it is with up to nine of a kind near a cell",
    "5 to 9 of each cell that has a name, with and without life in the middle or beside it",
    "a cell has eight neighbours, and nine are near it",
)
def _crowded(profile: str) -> Iterator[Case]:
    special = [cell for cell in NAMED_CELLS.values() if not cell & SPAWNING]
    for cell, number, middle in product(special, range(5, 10), (0, LIFE)):
        near = [*((place, cell) for place in AROUND), (_MIDDLE, cell)][:number]
        yield case(board=rows_of(5, 5, ((_MIDDLE, middle), *near)))
        if number < len(AROUND):
            yield case(board=rows_of(5, 5, ((_MIDDLE, middle), *near, (AROUND[number], LIFE))))


def _drawn(seed: int) -> Case:
    draw = Random(seed)
    height, width, share = draw.randrange(3, 6), draw.randrange(3, 7), draw.choice((0.3, 0.5, 0.8))
    return case(board=drawn_rows(draw, height, width, any_cell, share))


def _without_exits(seed: int) -> Case:
    return case(board=tuple(tuple(cell & ~EXIT for cell in row) for row in _drawn(seed)["board"]))


@_claim(
    "narrow",
    "on a side of 2 a neighbour counts twice",
    "life on boards of 2 x 3 and 2 x 4",
    "so does the published code",
    required=False,
)
def _narrow(profile: str) -> Iterator[Case]:
    for width, living in product((3, 4), product((0, LIFE), repeat=4)):
        yield case(board=rows_of(2, width, (((place // 2, place % 2), cell) for place, cell in enumerate(living))))


def shifted_boards_advance_alike(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return what becomes of a board shifted by a row and two columns, and the same of the board, shifted."""
    board = given["board"]
    shifted = tuple(row[2:] + row[:2] for row in (*board[1:], board[0]))
    after = [tuple(row) for row in ask(given)]
    return tuple(row[2:] + row[:2] for row in (*after[1:], after[0])), ask({"board": shifted})


def transposed_boards_advance_alike(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return what becomes of a board with rows and columns exchanged, and the same of the board, exchanged."""
    return transposed(ask(given)), ask({"board": transposed(given["board"])})


@_claim("large", LARGE, "three in a line where blocks of 8 to 64 cells end; soups; 4 shipped levels", smaller=_smaller)
def _large(profile: str) -> Iterator[Case]:
    for rows in large_boards((LIFE,) * 3, LEVELS, lambda draw: LIFE, usual_cell):
        yield case(board=rows)


def _claims(semantics: str) -> tuple[CaseClaim, ...]:
    lemma = claims_of("lemmas", SOURCE, drawn=_drawn, smaller=_smaller)
    return (
        _life,
        _round_the_edges,
        _colours,
        _claim(
            "destructible",
            "a new cell is destructible if two of the living near it are",
            "three parents, each life or hard life",
            cases=_parents(HARD_LIFE, LIFE),
        ),
        _special,
        _colours_of_spawners,
        _claim("any_cells", "all this at once", _DRAWN, drawn=_without_exits, smaller=_smaller),
        _claim(
            "living_exits",
            "exits that are alive count as destructible parents",
            "three parents, each hard life or an exit that is alive",
            "a quirk of the published code, which no level shows",
            cases=_parents(HARD_LIFE, HARD_LIFE | EXIT),
            required=semantics == "published",
        ),
        _narrow,
        _crowded,
        _large,
        lemma("shifted", "shifted boards advance alike", _DRAWN, law=shifted_boards_advance_alike),
        lemma("transposed", "rows and columns advance alike", _DRAWN, law=transposed_boards_advance_alike),
    )


_LIFE_LINE = rows_of(5, 5, (((2, column), LIFE) for column in (1, 2, 3)))

_names_rows = takes_some_of("rows", one_of=("rows",))

SAFELIFE_ADVANCE = CaseSuite(
    "safelife_advance",
    SOURCE,
    "the board after one step without any action, where no draw decides",
    {"board": BOARD_WORDS},
    (
        Convention(
            "a function of (rows), a tuple of tuples of ints, that returns such rows",
            safelife_adapters.OnRows,
            _names_rows,
        ),
        Convention(
            "a function of (board), an array of uint16, that returns such an array",
            safelife_adapters.OnArrays,
            callable_by("board"),
        ),
    ),
    (case(board=rows_of(3, 3, ())), case(board=_LIFE_LINE)),
    no_rows,
    _claims,
    "as defined; exits that are alive count as destructible",
)

# --- With draws ---


@lru_cache(KEPT)
def _advanced_with_draws(board: Rows, spawn_probability: float, draws: tuple[float, ...]) -> tuple[Rows, int]:
    after, draws_read = advance(Board(board), spawn_probability, draws)
    return after.rows, draws_read


_LOW_AND_HIGH = (0.125, 0.75, 0.375, 0.0, 0.5, 0.9375)


def _spread(board: Rows, first: int) -> tuple[float, ...]:
    """Return one draw for each cell of the board."""
    cells = len(board) * len(board[0])
    return tuple(_LOW_AND_HIGH[(first + number) % len(_LOW_AND_HIGH)] for number in range(cells))


_with_draws = claims_of("reference", SOURCE, expected=_advanced_with_draws)
_ORDER = "draws are read row by row, one for each cell that may come to life so, and no other"


@_with_draws(
    "one_spawner",
    "near a spawner destructible life comes where a draw is below the probability",
    "one spawner, 2 probabilities, 6 sequences of draws",
    _ORDER,
)
def _one_spawner(profile: str) -> Iterator[Case]:
    for cell, probability, first in product((HARD_SPAWNER, SPAWNER), (0.25, 0.5), range(6)):
        board = rows_of(5, 5, ((_MIDDLE, cell),))
        yield case(board=board, spawn_probability=probability, draws=_spread(board, first))


@_with_draws(
    "two_spawners",
    "reads one draw for a cell, however many spawners are near, and it has the colours of all",
    "two spawners of 3 colours",
)
def _two_spawners(profile: str) -> Iterator[Case]:
    for colours, first in product(product((1, 2, 4), repeat=2), range(2)):
        places = zip(((2, 1), (2, 3)), colours, strict=True)
        board = rows_of(5, 5, ((place, SPAWNER | colour << COLOUR_SHIFT) for place, colour in places))
        yield case(board=board, spawn_probability=0.5, draws=_spread(board, first))


@_with_draws(
    "others",
    "reads no draw for what lives, is frozen or inhibited, or has three living near it",
    "a spawner near each cell that has a name, with none, 1 or 3 living",
    _ORDER,
)
def _spawners_and_others(profile: str) -> Iterator[Case]:
    for cell, place, first in product(NAMED_CELLS.values(), ((1, 1), (1, 2)), range(2)):
        for living in ((), ((1, 3),), ((1, 3), (1, 4), (2, 4))):
            placed = ((_MIDDLE, SPAWNER | 3 << COLOUR_SHIFT), (place, cell), *((each, LIFE) for each in living))
            board = rows_of(5, 6, placed)
            yield case(board=board, spawn_probability=0.5, draws=_spread(board, first))


def _drawn_with_draws(seed: int) -> Case:
    draw = Random(seed)

    def cell(draw: Random) -> int:
        return any_cell(draw) & ~EXIT | (SPAWNING if draw.random() < 0.2 else 0)

    height, width, share = draw.randrange(3, 6), draw.randrange(3, 7), draw.choice((0.2, 0.4))
    board = drawn_rows(draw, height, width, cell, share)
    draws = tuple(draw.randrange(16) / 16 for _ in range(height * width))
    return case(board=board, spawn_probability=draw.randrange(1, 16) / 16, draws=draws)


_with_spawners = "one spawner where blocks of 8 to 64 cells end; soups; 3 shipped levels"


@_with_draws("large", LARGE, _with_spawners, _ORDER, smaller=with_less(board=smaller_rows))
def _large_with_draws(profile: str) -> Iterator[Case]:
    levels, draw = ("append-spawn-0", "prune-spawn-0", "navigation-0"), Random(0)
    for rows in large_boards((SPAWNER,), levels, lambda draw: draw.choice((usual_cell(draw), HARD_SPAWNER))):
        draws = tuple(draw.randrange(16) / 16 for row in rows for _ in row)
        yield case(board=rows, spawn_probability=0.3125, draws=draws)


_WITH_DRAWS_CLAIMS = (
    _one_spawner,
    _two_spawners,
    _spawners_and_others,
    _with_draws(
        "any_cells",
        "all this at once",
        "drawn boards of 3 to 5 x 3 to 6, cells of any bits",
        drawn=_drawn_with_draws,
        smaller=with_less(board=smaller_rows),
    ),
    _large_with_draws,
)


def _no_rows_and_number(answer: Any) -> str | None:
    pair = isinstance(answer, tuple) and len(answer) == 2 and type(answer[1]) is int
    return no_rows(answer[0]) if pair else "expected a board, and how many draws were read"


_WITH_DRAWS = "spawn_probability, draws), the draws what has random() as a generator of numpy does, and next()"

SAFELIFE_ADVANCE_WITH_DRAWS = CaseSuite(
    "safelife_advance_with_draws",
    SOURCE,
    "the board after one step without any action, and how many draws were read for it",
    {
        "board": BOARD_WORDS,
        "spawn_probability": "between 0 and 1",
        "draws": "numbers in [0, 1), one for each cell of the board, more than it takes",
    },
    (
        Convention(
            f"a function of (rows, {_WITH_DRAWS}, that returns the rows",
            safelife_adapters.DrawsOnRows,
            with_parameters("rows", "spawn_probability", "draws"),
        ),
        Convention(
            f"a function of (board, {_WITH_DRAWS}, that returns the board, an array of uint16",
            safelife_adapters.DrawsOnArrays,
            callable_by("board", "spawn_probability", "draws"),
        ),
    ),
    (
        case(board=rows_of(3, 3, ()), spawn_probability=0.5, draws=(0.75,) * 9),
        case(board=rows_of(5, 5, ((_MIDDLE, SPAWNER),)), spawn_probability=0.5, draws=(0.25,) * 25),
    ),
    _no_rows_and_number,
    lambda semantics: _WITH_DRAWS_CLAIMS,
    "as defined, the probability rounded to 32 bits",
)
