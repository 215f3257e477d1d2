"""The suites of Equations 1 to 3: densities, the ground distance, and the earth mover's distance."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

from formal_rl.conformance.adapters.cases import arrays_of
from formal_rl.conformance.adapters.safelife import by_arrays
from formal_rl.conformance.engine.layout import number_grid
from formal_rl.conformance.engine.search import emptied, shorter, with_less
from formal_rl.conformance.engine.suite import Ask, Case, Suite, as_published, case, no_number, of_the_paper
from formal_rl.conformance.suites import safelife_boards as of_boards
from formal_rl.conformance.suites.safelife_boards import a_function, drawn_rows, rows_of, smaller_tables, told
from formal_rl.safelife.board import Board, Location, cells
from formal_rl.safelife.board.board import Rows
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects import (
    Density,
    Size,
    density,
    earth_mover_distance,
    ground_distance,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects.ground_distance import find_length

ROUNDING = 1e-9
"""By how much densities and ground distances may differ."""

SOLVING = 1e-6
"""By how much earth mover's distances may differ: so far off may one be that a solver found."""

PUBLISHED_SOLVING = 2e-4
"""By how much they may differ where the published solver is meant, which scales to integers."""

_ONE_WAY = "goes round the board, one way only"

# --- Densities ---

DENSITY_SOURCE = "Wainwright and Eckersley 2019, Equation 1"

_DENSITY_WORDS = """
shares: is the share of boards that have the cell at each location
  1 to 3 boards (full: 4) of 2 x 3, 3 cells
  how many boards have the type there, over how many there are; equal boards count each time
types: counts the very cell, all of its bits
  2 boards of 2 x 3, 5 cells that differ in colour, orientation or one flag
  how many boards have the type there, over how many there are; equal boards count each time
more_boards: its values for more boards
  drawn, up to 6 boards of up to 4 x 4
many_boards: its values for hundreds of boards
  128, 200, 256, 300 and 1000 boards of 1 x 2, none, all but one and all of which have the cell
  counts do not fit into eight bits here
large_boards: its values on boards of 12 x 12, 26 x 26, 4 x 70 and 70 x 4
  3 drawn boards of each size
add_up: the densities of all types add up to 1 at each location
  drawn, up to 6 boards of up to 4 x 4
"""


def _density(boards: tuple[Rows, ...], cell_type: int) -> tuple[tuple[Fraction, ...], ...]:
    found = density([Board(rows) for rows in boards], cell_type)
    return tuple(tuple(Fraction(count, found.samples) for count in row) for row in found.counts)


def _boards_with(cell_type: int, *placed: int) -> Case:
    """Return the case of boards with one of these cells each, and one that lives."""
    return case(
        boards=tuple(rows_of(2, 3, (((0, 1), cell), ((1, 2), cells.LIFE))) for cell in placed), cell_type=cell_type
    )


_SIMILAR = (cells.LIFE, cells.HARD_LIFE, cells.LIFE | cells.RED, cells.PLAYER, cells.turned(cells.PLAYER, 1))


def _drawn_boards(seed: int) -> Case:
    draw = Random(seed)
    height, width = draw.randrange(1, 5), draw.randrange(1, 5)
    boards = tuple(drawn_rows(draw, height, width, of_boards.usual_cell, 0.6) for _ in range(draw.randrange(1, 7)))
    return case(boards=boards, cell_type=draw.choice([cell for row in boards[0] for cell in row]))


def _large_boards(depth: str) -> Iterator[Case]:
    draw = Random(0)
    for size in of_boards.SIZES:
        yield case(
            boards=tuple(drawn_rows(draw, *size, lambda draw: cells.LIFE, 0.5) for _ in range(3)), cell_type=cells.LIFE
        )


def densities_of_all_types_add_up_to_1(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return 1 at each location, and what the densities of all types that occur add up to there."""
    boards = given["boards"]
    types = sorted({cell for board in boards for row in board for cell in row})
    answers = [ask({"boards": boards, "cell_type": each}) for each in types]
    ones = tuple((1,) * len(row) for row in boards[0])
    return ones, tuple(
        tuple(sum(answer[r][c] for answer in answers) for c in range(len(ones[0]))) for r in range(len(ones))
    )


_DENSITIES = told(
    _DENSITY_WORDS,
    DENSITY_SOURCE,
    _density,
    _large_boards,
    cases={
        "shares": lambda depth: (
            _boards_with(cell_type, *placed)
            for number in range(1, 5 if depth == "full" else 4)
            for placed in product((0, cells.LIFE, cells.WALL), repeat=number)
            for cell_type in (cells.LIFE, 0, cells.WALL)
        ),
        "types": lambda depth: (_boards_with(each, *placed) for *placed, each in product(_SIMILAR, repeat=3)),
        "many_boards": lambda depth: (
            case(
                boards=(((0, cells.LIFE),),) * others + (((cells.LIFE,) * 2,),) * (number - others),
                cell_type=cells.LIFE,
            )
            for number in (128, 200, 256, 300, 1000)
            for others in (0, 1, number)
        ),
    },
    each={"tolerance": ROUNDING, "smaller": with_less(boards=shorter)},
    more_boards={"draw": _drawn_boards},
    add_up={"draw": _drawn_boards, "law": densities_of_all_types_add_up_to_1},
)

SAFELIFE_DENSITY = Suite(
    "safelife_density",
    DENSITY_SOURCE,
    "at each location the sum over the boards s of [s(x) = α], over their number",
    {
        "boards": "boards of one size, rows of cells each, ints of sixteen bits",
        "cell_type": "α, a cell: what differs in any bit is of another type",
    },
    (
        a_function("rows, cell_type", "a tuple of boards of rows, that returns rows of numbers"),
        a_function("boards, cell_type", "a list of arrays of uint16, that returns an array of numbers", by_arrays),
    ),
    (_boards_with(cells.LIFE, cells.LIFE), _boards_with(cells.LIFE, cells.LIFE, 0)),
    of_boards.no_rows,
    of_the_paper(_DENSITIES),
    parts=lambda answer, given: {"": {"density": number_grid(answer)}},
    written={
        "boards": lambda boards, given: "\nand\n".join(of_boards.board_grid(rows, given).drawn() for rows in boards),
        "cell_type": lambda cell, given: of_boards.cell_words(cell),
    },
    symmetry=of_boards.MOVED,
)

# --- The ground distance ---

DISTANCE_SOURCE = "Wainwright and Eckersley 2019, Equation 2, on the torus of Figure 1"

_DISTANCE_WORDS = """
inside: is tanh of a fifth of the steps between two places
  from the middle of 9 x 9
  steps are along rows and columns: their numbers add up
round: goes round the board where that is shorter
  all pairs of locations on 2 x 3 and 4 x 5 (full: and 5 x 8)
  each axis is a circle: the lesser of d and side - d, d not signed
larger: its values on larger boards
  drawn, sides up to 79
symmetric: there is as far as back
  all pairs of locations on 2 x 3 and 4 x 5 (full: and 5 x 8)
zero: only the same place is at 0, and none is beyond 1
  all pairs of locations on 2 x 3 and 4 x 5 (full: and 5 x 8)
triangle: the way by a third place is no shorter
  all pairs of locations on 2 x 3 and 4 x 5 (full: and 5 x 8)
"""


def _distance_by(length: str) -> Callable[..., float]:
    of = find_length(length)
    return lambda source, target, height, width: ground_distance(of(Size(height, width), source, target))


def _nearest_first(source: Location, height: int, width: int) -> list[Location]:
    """Return all places of a board, those first that are the nearest if one does not go round it."""
    places = product(range(height), range(width))
    return sorted(places, key=lambda place: abs(source[0] - place[0]) + abs(source[1] - place[1]))


def _pairs(source: Location, height: int, width: int) -> Iterator[Case]:
    for target in _nearest_first(source, height, width):
        yield case(source=source, target=target, height=height, width=width)


def _all_pairs(depth: str) -> Iterator[Case]:
    for height, width in ((2, 3), (4, 5), (5, 8))[: 2 if depth == "quick" else 3]:
        for source in product(range(height), range(width)):
            yield from _pairs(source, height, width)


def _drawn_pair(seed: int) -> Case:
    draw = Random(seed)
    height, width = draw.randrange(1, 80), draw.randrange(1, 80)
    source, target = ((draw.randrange(height), draw.randrange(width)) for _ in range(2))
    return case(source=source, target=target, height=height, width=width)


def both_ways_are_alike(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return the distance there and back: what comes first in a case is the one, and then the other."""
    (one, start), (other, end), *sides = given.items()
    return ask(given), ask({one: end, other: start, **dict(sides)})


def only_the_same_place_is_at_0(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return whether the two are the same place, and whether the distance is 0; and that it is from 0 to 1."""
    distance = ask(given)
    return (given["source"] == given["target"], True), (distance == 0, 0 <= distance <= 1)


def the_way_by_a_third_place_is_no_shorter(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return True, and whether the distance is no greater than that by a place half the sides away from both."""
    (a, b), (c, d) = given["source"], given["target"]
    via = (a + c + 1) // 2 % given["height"], (b + d + 1) // 2 % given["width"]
    by_way = ask({**given, "target": via}) + ask({**given, "source": via})
    return True, ask(given) <= by_way + 1e-9


_DISTANCES = told(
    _DISTANCE_WORDS,
    DISTANCE_SOURCE,
    _distance_by("torus"),
    cases={
        "inside": lambda depth: _pairs((4, 4), 9, 9),
        **dict.fromkeys(("round", "symmetric", "zero", "triangle"), _all_pairs),
    },
    each={"tolerance": ROUNDING},
    larger={"draw": _drawn_pair, "number": {"quick": 200, "full": 2000}},
    symmetric={"law": both_ways_are_alike},
    zero={"law": only_the_same_place_is_at_0},
    triangle={"law": the_way_by_a_third_place_is_no_shorter},
)

SAFELIFE_GROUND_DISTANCE = Suite(
    "safelife_ground_distance",
    DISTANCE_SOURCE,
    "tanh(L / 5), L the least number of steps from one location to the other along rows and columns of the torus",
    {
        "source": "row and column, from 0",
        "target": "row and column, from 0",
        "height": "the number of rows",
        "width": "the number of columns",
    },
    (a_function("source, target, height, width", "that returns a number", dict),),
    tuple(case(source=(0, 0), target=target, height=3, width=4) for target in ((0, 0), (0, 1))),
    no_number,
    of_the_paper(
        _DISTANCES,
        as_published(_DISTANCES, _distance_by("one way"), without={"symmetric"}, round={"sentence": _ONE_WAY}),
    ),
    "goes round from the higher to the lower index only",
    symmetry=of_boards.MOVED,
)

# --- The earth mover's distance ---

EARTH_MOVER_SOURCE = "Wainwright and Eckersley 2019, Equation 3 and the sentence after it"

_EARTH_MOVER_WORDS = """
one_unit: one unit of mass costs the ground distance of its way
  from the middle of 3 x 7 to all locations
  the ground distance is tanh(L / 5)
over_the_edge: goes round the board where that is shorter
  between a corner of 3 x 7 and all locations
  the ground distance is that of a torus, in both directions
surplus: what one has more than the other costs 1 for each unit, and the rest is moved
  masses of 0 to 3 at two locations
  masses are not brought to one total; all of the lesser one is moved
several: costs the least that a plan for several masses can
  masses of 0 to 2 in two rows of 3, up to 4 units in all (full: 6)
  it takes a flow of least cost: to move what is nearest first can cost more
crossing: costs the least where the nearest first is not the best
  two units each in a row of 9
  it takes a flow of least cost: to move what is nearest first can cost more
small_changes: small changes count beside large ones
  a change of 1 and of 3 beside one of 2000
  nothing is left out
drawn_densities: its values for masses all over
  drawn, up to 5 x 5, masses in quarters
shares: its values for masses that are shares of 3 and of 1000 boards
  two heaps in a row of 6, of thirds and of thousandths
  densities are such shares: they are not rounded, and small ones count
large: its values on boards of 2 x 70, 12 x 12 and 26 x 26
  one unit moved by 10 to 36 steps; masses here and there; the life of a shipped level, some of it moved
equal: a density is at 0 from itself
  drawn, up to 5 x 5, masses in quarters
symmetric: both ways cost the same
  drawn, up to 5 x 5, masses in quarters
triangle: the way by a third density costs no less
  drawn, up to 5 x 5, masses in quarters
"""

Masses = tuple[tuple[Fraction | int, ...], ...]


def _earth_mover(first: Masses, second: Masses) -> float:
    return earth_mover_distance(Density.from_masses(first), Density.from_masses(second)).value


def _earth_mover_published(first: Masses, second: Masses) -> float:
    densities = without_small_changes_published(Density.from_masses(first), Density.from_masses(second))
    return earth_mover_distance(*densities, "one way").value


def _heaps(height: int, width: int, first: dict[Location, Any], second: dict[Location, Any]) -> Case:
    """Return the case of two densities that have these masses, and no other."""
    return case(first=rows_of(height, width, first.items()), second=rows_of(height, width, second.items()))


def _several(depth: str) -> Iterator[Case]:
    """Yield masses of which the cheapest plan is not the nearest first."""
    for first, second in product(product(range(3), repeat=3), repeat=2):
        if any(first) and any(second) and sum(first) + sum(second) < (7 if depth == "full" else 5):
            yield case(first=(first, (0, 0, 0)), second=((0, 0, 0), second))


def _shares(depth: str) -> Iterator[Case]:
    for whole, parts in ((3, range(4)), (1000, (0, 1, 4, 333, 999))):
        for one, other in product(parts, repeat=2):
            first = (*(Fraction(mass, whole) for mass in (one, 0, 0, other)), 0, 0)
            yield case(first=(first, (0,) * 6), second=((0, Fraction(1, whole), 0, 0, 0, 0), (0,) * 6))


def _large(depth: str) -> Iterator[Case]:
    for column in (9, 12, 20, 35, 58):
        yield _heaps(2, 70, {(0, 0): 1}, {(1, column): 1})
    draw = Random(0)
    first, second = (drawn_rows(draw, 12, 12, lambda draw: draw.randrange(1, 4), 0.06) for _ in range(2))
    yield case(first=first, second=second)
    life = tuple(tuple(cell & 1 for cell in row) for row in shipped_level(of_boards.LEVELS[0]).board.rows)
    yield case(first=life, second=(*(row[13:] + row[:13] for row in life[:6]), *life[6:]))


def _drawn_masses(seed: int) -> Case:
    draw = Random(seed)
    height, width = draw.randrange(1, 6), draw.randrange(2, 6)

    def masses() -> Masses:
        return tuple(tuple(Fraction(draw.choice((0, 0, 1, 2, 3, 5)), 4) for _ in range(width)) for _ in range(height))

    return case(first=masses(), second=masses())


def nothing_costs_nothing(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return 0, and the distance of a density from itself."""
    return 0, ask({"first": given["first"], "second": given["first"]})


def the_way_by_a_third_density_costs_no_less(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return True, and whether the distance is no greater than that by the second density, its rows turned round."""
    via = given["second"][::-1]
    by_way = ask({"first": given["first"], "second": via}) + ask({"first": via, "second": given["second"]})
    return True, ask(given) <= by_way + 1e-5


_lemma = {"draw": _drawn_masses, "number": {"quick": 20, "full": 200}, "tolerance": 2 * SOLVING}
_EARTH_MOVER = told(
    _EARTH_MOVER_WORDS,
    EARTH_MOVER_SOURCE,
    _earth_mover,
    _several,
    _shares,
    _large,
    cases={
        "one_unit": lambda depth: (_heaps(3, 7, {(1, 3): 1}, {place: 1}) for place in _nearest_first((1, 3), 3, 7)),
        "over_the_edge": lambda depth: (
            _heaps(3, 7, {one: 1}, {other: 1})
            for place in _nearest_first((0, 0), 3, 7)
            for one, other in (((0, 0), place), (place, (0, 0)))
        ),
        "surplus": lambda depth: (
            _heaps(3, 7, {(1, 1): one}, {(1, 3): other}) for one, other in product(range(4), repeat=2)
        ),
        "crossing": lambda depth: (
            _heaps(2, 9, {(0, one): 1, (0, other): 1}, {(0, third): 1, (0, 5): 1})
            for one, other, third in permutations(range(5), 3)
        ),
        "small_changes": lambda depth: (
            _heaps(3, 6, {(0, 0): 2000, (2, 2): small}, {(0, 2): 2000, (2, 4): small}) for small in (1, 3)
        ),
    },
    each={
        "tolerance": SOLVING,
        "smaller": with_less(first_and_second=smaller_tables, first=emptied, second=emptied),
    },
    drawn_densities={"draw": _drawn_masses},
    equal={"law": nothing_costs_nothing, **_lemma},
    symmetric={"law": both_ways_are_alike, **_lemma},
    triangle={"law": the_way_by_a_third_density_costs_no_less, **_lemma},
)

SAFELIFE_EARTH_MOVER = Suite(
    "safelife_earth_mover",
    EARTH_MOVER_SOURCE,
    "the least cost of moving the mass of the lighter density, each unit at the ground distance of the torus, and 1 "
    "for each unit that the other has more",
    {"first": "rows of masses, ints or Fractions of at least 0", "second": "the same, of the same size"},
    (
        a_function("first_rows, second_rows", "tuples of tuples of exact masses, that returns a number"),
        a_function("first, second", "arrays of float64, that returns a number", arrays_of),
    ),
    tuple(case(first=((1, 0),), second=second) for second in (((1, 0),), ((0, 1),))),
    no_number,
    of_the_paper(
        _EARTH_MOVER,
        as_published(
            _EARTH_MOVER,
            _earth_mover_published,
            PUBLISHED_SOLVING,
            without={"symmetric", "triangle"},
            over_the_edge={"sentence": _ONE_WAY},
            small_changes={"sentence": "changes up to a thousandth are left out"},
            equal={"tolerance": 2 * PUBLISHED_SOLVING},
        ),
    ),
    "goes round one way only, leaves out changes up to a thousandth of the greatest, and scales to integers",
    written=dict.fromkeys(("first", "second"), lambda rows, given: number_grid(rows)),
    symmetry=of_boards.MOVED,
)

DISTANCE_SUITES = {each.name: each for each in (SAFELIFE_DENSITY, SAFELIFE_GROUND_DISTANCE, SAFELIFE_EARTH_MOVER)}
