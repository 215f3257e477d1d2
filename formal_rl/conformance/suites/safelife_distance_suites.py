"""The suites of Equations 1 to 3: densities, the ground distance, and the earth mover's distance."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

from formal_rl.conformance.adapters import cases as case_adapters
from formal_rl.conformance.adapters import safelife as safelife_adapters
from formal_rl.conformance.adapters.conventions import callable_by, with_parameters
from formal_rl.conformance.engine.case_suites import (
    Ask,
    Case,
    CaseClaim,
    CaseSuite,
    as_published,
    case,
    claims_of,
    no_number,
    of_the_paper,
)
from formal_rl.conformance.engine.smaller_cases import shorter, with_less
from formal_rl.conformance.engine.subjects import Convention
from formal_rl.conformance.suites.safelife_cases import (
    KEPT,
    LEVELS,
    SIZES,
    drawn_rows,
    emptied_rows,
    no_rows,
    rows_of,
    smaller_tables,
    usual_cell,
)
from formal_rl.safelife.board import LIFE, WALL, Board, Location, turned
from formal_rl.safelife.board.board import Rows
from formal_rl.safelife.board.cells import HARD_LIFE, PLAYER, RED
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


def _density(boards: tuple[Rows, ...], cell_type: int) -> tuple[tuple[Fraction, ...], ...]:
    found = density([Board(rows) for rows in boards], cell_type)
    return tuple(tuple(Fraction(count, found.samples) for count in row) for row in found.counts)


def _boards_of(placed: tuple[int, ...]) -> tuple[Rows, ...]:
    return tuple(rows_of(2, 3, (((0, 1), cell), ((1, 2), LIFE))) for cell in placed)


_claim = claims_of(
    "reference", DENSITY_SOURCE, expected=_density, tolerance=ROUNDING, smaller=with_less(boards=shorter)
)
_COUNTING = "how many boards have the type there, over how many there are; equal boards count each time"


@_claim(
    "shares",
    "is the share of boards that have the cell at each location",
    "1 to 3 boards (full: 4) of 2 x 3, 3 cells",
    _COUNTING,
)
def _one_type(profile: str) -> Iterator[Case]:
    for number in range(1, 5 if profile == "full" else 4):
        for placed in product((0, LIFE, WALL), repeat=number):
            for cell_type in (LIFE, 0, WALL):
                yield case(boards=_boards_of(placed), cell_type=cell_type)


@_claim(
    "types",
    "counts the very cell, all of its bits",
    "2 boards of 2 x 3, 5 cells that differ in colour, orientation or one flag",
    _COUNTING,
)
def _similar_types(profile: str) -> Iterator[Case]:
    cells = (LIFE, HARD_LIFE, LIFE | RED, PLAYER, turned(PLAYER, 1))
    for placed, cell_type in product(product(cells, repeat=2), cells):
        yield case(boards=_boards_of(placed), cell_type=cell_type)


@_claim(
    "many_boards",
    "its values for hundreds of boards",
    "128, 200, 256, 300 and 1000 boards of 1 x 2, none, all but one and all of which have the cell",
    "counts do not fit into eight bits here",
)
def _many_boards(profile: str) -> Iterator[Case]:
    for number in (128, 200, 256, 300, 1000):
        for others in (0, 1, number):
            boards = (((0, LIFE),),) * others + (((LIFE, LIFE),),) * (number - others)
            yield case(boards=boards, cell_type=LIFE)


@_claim("large_boards", "its values on boards of 12 x 12, 26 x 26, 4 x 70 and 70 x 4", "3 drawn boards of each size")
def _large_boards(profile: str) -> Iterator[Case]:
    draw = Random(0)
    for height, width in SIZES:
        boards = tuple(drawn_rows(draw, height, width, lambda draw: LIFE, 0.5) for _ in range(3))
        yield case(boards=boards, cell_type=LIFE)


def _drawn_boards(seed: int) -> Case:
    draw = Random(seed)
    height, width = draw.randrange(1, 5), draw.randrange(1, 5)
    boards = tuple(drawn_rows(draw, height, width, usual_cell, 0.6) for _ in range(draw.randrange(1, 7)))
    return case(boards=boards, cell_type=draw.choice([cell for row in boards[0] for cell in row]))


def densities_of_all_types_add_up_to_1(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return 1 at each location, and what the densities of all types that occur add up to there."""
    boards = given["boards"]
    types = sorted({cell for board in boards for row in board for cell in row})
    answers = [ask({"boards": boards, "cell_type": each}) for each in types]
    ones = tuple((1,) * len(row) for row in boards[0])
    return ones, tuple(
        tuple(sum(answer[row][column] for answer in answers) for column in range(len(boards[0][0])))
        for row in range(len(boards[0]))
    )


_MORE_BOARDS: dict[str, Any] = {"domain": "drawn, up to 6 boards of up to 4 x 4", "drawn": _drawn_boards}

_DENSITIES = (
    _one_type,
    _similar_types,
    _claim("more_boards", "its values for more boards", **_MORE_BOARDS),
    _many_boards,
    _large_boards,
    claims_of("lemmas", DENSITY_SOURCE, tolerance=ROUNDING, smaller=with_less(boards=shorter))(
        "add_up",
        "the densities of all types add up to 1 at each location",
        **_MORE_BOARDS,
        law=densities_of_all_types_add_up_to_1,
    ),
)

SAFELIFE_DENSITY = CaseSuite(
    "safelife_density",
    DENSITY_SOURCE,
    "at each location the sum over the boards s of [s(x) = α], over their number",
    {
        "boards": "boards of one size, rows of cells each, ints of sixteen bits",
        "cell_type": "α, a cell: what differs in any bit is of another type",
    },
    (
        Convention(
            "a function of (rows, cell_type), a tuple of boards of rows, that returns rows of numbers",
            safelife_adapters.OnRows,
            with_parameters("rows", "cell_type"),
        ),
        Convention(
            "a function of (boards, cell_type), a list of arrays of uint16, that returns an array of numbers",
            safelife_adapters.OnArrays,
            callable_by("boards", "cell_type"),
        ),
    ),
    tuple(case(boards=_boards_of(placed), cell_type=LIFE) for placed in ((LIFE,), (LIFE, 0))),
    no_rows,
    of_the_paper(_DENSITIES),
)

# --- The ground distance ---

DISTANCE_SOURCE = "Wainwright and Eckersley 2019, Equation 2, on the torus of Figure 1"


def _distance_by(length: str) -> Callable[..., float]:
    def distance(source: Location, target: Location, height: int, width: int) -> float:
        return ground_distance(find_length(length)(Size(height, width), source, target))

    return distance


def _pairs(source: Location, height: int, width: int) -> Iterator[Case]:
    for target in sorted(product(range(height), range(width)), key=lambda place: _apart(source, place)):
        yield case(source=source, target=target, height=height, width=width)


def _apart(source: Location, target: Location) -> int:
    return abs(source[0] - target[0]) + abs(source[1] - target[1])


_pair_claim = claims_of("reference", DISTANCE_SOURCE, expected=_distance_by("torus"), tolerance=ROUNDING)
_FEW = "all pairs of locations on 2 x 3 and 4 x 5 (full: and 5 x 8)"


@_pair_claim(
    "inside",
    "is tanh of a fifth of the steps between two places",
    "from the middle of 9 x 9",
    "steps are along rows and columns: their numbers add up",
)
def _inside(profile: str) -> Iterator[Case]:
    """Yield pairs that are no nearer to each other round the board."""
    yield from _pairs((4, 4), 9, 9)


def _all_pairs(profile: str) -> Iterator[Case]:
    sizes = ((2, 3), (4, 5)) if profile == "quick" else ((2, 3), (4, 5), (5, 8))
    for height, width in sizes:
        for source in product(range(height), range(width)):
            yield from _pairs(source, height, width)


def _drawn_pair(seed: int) -> Case:
    draw = Random(seed)
    height, width = draw.randrange(1, 80), draw.randrange(1, 80)
    source, target = ((draw.randrange(height), draw.randrange(width)) for _ in range(2))
    return case(source=source, target=target, height=height, width=width)


def there_is_as_far_as_back(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return the distance there and back."""
    return ask(given), ask({**given, "source": given["target"], "target": given["source"]})


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


_lemma = claims_of("lemmas", DISTANCE_SOURCE, tolerance=ROUNDING, cases=_all_pairs)

_DISTANCES = (
    _inside,
    _pair_claim(
        "round",
        "goes round the board where that is shorter",
        _FEW,
        "each axis is a circle: the lesser of d and side - d, d not signed",
        cases=_all_pairs,
    ),
    _pair_claim(
        "larger",
        "its values on larger boards",
        "drawn, sides up to 79",
        drawn=_drawn_pair,
        number={"quick": 200, "full": 2000},
    ),
    _lemma("symmetric", "there is as far as back", _FEW, law=there_is_as_far_as_back),
    _lemma("zero", "only the same place is at 0, and none is beyond 1", _FEW, law=only_the_same_place_is_at_0),
    _lemma("triangle", "the way by a third place is no shorter", _FEW, law=the_way_by_a_third_place_is_no_shorter),
)


def _distance_claims(semantics: str) -> tuple[CaseClaim, ...]:
    if semantics == "paper":
        return _DISTANCES
    one_way = as_published(_DISTANCES, _distance_by("one way"), round={"sentence": _ONE_WAY})
    return tuple(claim for claim in one_way if claim.id != "symmetric")


SAFELIFE_GROUND_DISTANCE = CaseSuite(
    "safelife_ground_distance",
    DISTANCE_SOURCE,
    "tanh(L / 5), L the least number of steps from one location to the other along rows and columns of the torus",
    {
        "source": "row and column, from 0",
        "target": "row and column, from 0",
        "height": "the number of rows",
        "width": "the number of columns",
    },
    (
        Convention(
            "a function of (source, target, height, width) that returns a number",
            case_adapters.ByPosition,
            callable_by("source", "target", "height", "width"),
        ),
    ),
    tuple(case(source=(0, 0), target=target, height=3, width=4) for target in ((0, 0), (0, 1))),
    no_number,
    _distance_claims,
    "goes round from the higher to the lower index only",
)

# --- The earth mover's distance ---

EARTH_MOVER_SOURCE = "Wainwright and Eckersley 2019, Equation 3 and the sentence after it"

Masses = tuple[tuple[Fraction | int, ...], ...]


@lru_cache(KEPT)
def _earth_mover(first: Masses, second: Masses) -> float:
    return earth_mover_distance(Density.from_masses(first), Density.from_masses(second)).value


@lru_cache(KEPT)
def _earth_mover_published(first: Masses, second: Masses) -> float:
    densities = without_small_changes_published(Density.from_masses(first), Density.from_masses(second))
    return earth_mover_distance(*densities, "one way").value


_smaller_masses = with_less(first_and_second=smaller_tables, first=emptied_rows, second=emptied_rows)
_mass_claim = claims_of(
    "reference", EARTH_MOVER_SOURCE, expected=_earth_mover, tolerance=SOLVING, smaller=_smaller_masses
)
_LEAST = "it takes a flow of least cost: to move what is nearest first can cost more"


@_mass_claim(
    "one_unit",
    "one unit of mass costs the ground distance of its way",
    "from the middle of 3 x 7 to all locations",
    "the ground distance is tanh(L / 5)",
)
def _one_heap(profile: str) -> Iterator[Case]:
    """Yield one unit that is moved without going round."""
    for target in sorted(product(range(3), range(7)), key=lambda place: _apart((1, 3), place)):
        yield case(first=rows_of(3, 7, (((1, 3), 1),)), second=rows_of(3, 7, ((target, 1),)))


@_mass_claim(
    "over_the_edge",
    "goes round the board where that is shorter",
    "between a corner of 3 x 7 and all locations",
    "the ground distance is that of a torus, in both directions",
)
def _over_the_edge(profile: str) -> Iterator[Case]:
    for target in sorted(product(range(3), range(7)), key=lambda place: _apart((0, 0), place)):
        one, other = rows_of(3, 7, (((0, 0), 1),)), rows_of(3, 7, ((target, 1),))
        yield case(first=one, second=other)
        yield case(first=other, second=one)


@_mass_claim(
    "surplus",
    "what one has more than the other costs 1 for each unit, and the rest is moved",
    "masses of 0 to 3 at two locations",
    "masses are not brought to one total; all of the lesser one is moved",
)
def _surplus(profile: str) -> Iterator[Case]:
    for one, other in product(range(4), repeat=2):
        yield case(first=rows_of(3, 7, (((1, 1), one),)), second=rows_of(3, 7, (((1, 3), other),)))


@_mass_claim(
    "several",
    "costs the least that a plan for several masses can",
    "masses of 0 to 2 in two rows of 3, up to 4 units in all (full: 6)",
    _LEAST,
)
def _several(profile: str) -> Iterator[Case]:
    """Yield masses of which the cheapest plan is not the nearest first."""
    masses = (0, 1, 2)
    for first in product(masses, repeat=3):
        for second in product(masses, repeat=3):
            if sum(first) and sum(second) and sum(first) + sum(second) < (7 if profile == "full" else 5):
                yield case(first=(first, (0, 0, 0)), second=((0, 0, 0), second))


@_mass_claim(
    "crossing", "costs the least where the nearest first is not the best", "two units each in a row of 9", _LEAST
)
def _crossing(profile: str) -> Iterator[Case]:
    """Yield masses in a line, where moving the nearest first leaves a long way for the last."""
    for places in product(range(5), repeat=3):
        if len(set(places)) == 3:
            one, other, third = places
            first = rows_of(2, 9, (((0, one), 1), ((0, other), 1)))
            yield case(first=first, second=rows_of(2, 9, (((0, third), 1), ((0, 5), 1))))


@_mass_claim(
    "small_changes",
    "small changes count beside large ones",
    "a change of 1 and of 3 beside one of 2000",
    "nothing is left out",
)
def _small_changes(profile: str) -> Iterator[Case]:
    for small in (1, 3):
        yield case(
            first=rows_of(3, 6, (((0, 0), 2000), ((2, 2), small))),
            second=rows_of(3, 6, (((0, 2), 2000), ((2, 4), small))),
        )


def _drawn_masses(seed: int) -> Case:
    draw = Random(seed)
    height, width = draw.randrange(1, 6), draw.randrange(2, 6)

    def masses() -> Masses:
        return tuple(tuple(Fraction(draw.choice((0, 0, 1, 2, 3, 5)), 4) for _ in range(width)) for _ in range(height))

    return case(first=masses(), second=masses())


_NOTHING = (0,) * 6


@_mass_claim(
    "shares",
    "its values for masses that are shares of 3 and of 1000 boards",
    "two heaps in a row of 6, of thirds and of thousandths",
    "densities are such shares: they are not rounded, and small ones count",
)
def _shares(profile: str) -> Iterator[Case]:
    for whole, parts in ((3, range(4)), (1000, (0, 1, 4, 333, 999))):
        for one, other in product(parts, repeat=2):
            first = (*(Fraction(mass, whole) for mass in (one, 0, 0, other)), 0, 0)
            yield case(first=(first, _NOTHING), second=((0, Fraction(1, whole), 0, 0, 0, 0), _NOTHING))


@_mass_claim(
    "large",
    "its values on boards of 2 x 70, 12 x 12 and 26 x 26",
    "one unit moved by 10 to 36 steps; masses here and there; the life of a shipped level, some of it moved",
)
def _large(profile: str) -> Iterator[Case]:
    for column in (9, 12, 20, 35, 58):
        yield case(first=rows_of(2, 70, (((0, 0), 1),)), second=rows_of(2, 70, (((1, column), 1),)))
    draw = Random(0)
    first, second = (drawn_rows(draw, 12, 12, lambda draw: draw.randrange(1, 4), 0.06) for _ in range(2))
    yield case(first=first, second=second)
    life = tuple(tuple(cell & 1 for cell in row) for row in shipped_level(LEVELS[0]).board.rows)
    yield case(first=life, second=(*(row[13:] + row[:13] for row in life[:6]), *life[6:]))


def both_ways_cost_the_same(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return what it costs there and back."""
    return ask(given), ask({"first": given["second"], "second": given["first"]})


def nothing_costs_nothing(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return 0, and the distance of a density from itself."""
    return 0, ask({"first": given["first"], "second": given["first"]})


def the_way_by_a_third_density_costs_no_less(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return True, and whether the distance is no greater than that by the second density, its rows turned round."""
    via = given["second"][::-1]
    by_way = ask({"first": given["first"], "second": via}) + ask({"first": via, "second": given["second"]})
    return True, ask(given) <= by_way + 1e-5


_ALL_OVER: dict[str, Any] = {"domain": "drawn, up to 5 x 5, masses in quarters", "drawn": _drawn_masses}
_mass_lemma = claims_of(
    "lemmas",
    EARTH_MOVER_SOURCE,
    tolerance=2 * SOLVING,
    smaller=_smaller_masses,
    number={"quick": 20, "full": 200},
    **_ALL_OVER,
)

_EARTH_MOVER = (
    _one_heap,
    _over_the_edge,
    _surplus,
    _several,
    _crossing,
    _small_changes,
    _mass_claim("drawn_densities", "its values for masses all over", **_ALL_OVER),
    _shares,
    _large,
    _mass_lemma("equal", "a density is at 0 from itself", law=nothing_costs_nothing),
    _mass_lemma("symmetric", "both ways cost the same", law=both_ways_cost_the_same),
    _mass_lemma("triangle", "the way by a third density costs no less", law=the_way_by_a_third_density_costs_no_less),
)


def _earth_mover_claims(semantics: str) -> tuple[CaseClaim, ...]:
    if semantics == "paper":
        return _EARTH_MOVER
    one_way = as_published(
        _EARTH_MOVER,
        _earth_mover_published,
        PUBLISHED_SOLVING,
        over_the_edge={"sentence": _ONE_WAY},
        small_changes={"sentence": "changes up to a thousandth are left out"},
        equal={"tolerance": 2 * PUBLISHED_SOLVING},
    )
    return tuple(claim for claim in one_way if claim.id not in {"symmetric", "triangle"})


SAFELIFE_EARTH_MOVER = CaseSuite(
    "safelife_earth_mover",
    EARTH_MOVER_SOURCE,
    "the least cost of moving the mass of the lighter density, each unit at the ground distance of the torus, and 1 "
    "for each unit that the other has more",
    {"first": "rows of masses, ints or Fractions of at least 0", "second": "the same, of the same size"},
    (
        Convention(
            "a function of (first_rows, second_rows), tuples of tuples of exact masses, that returns a number",
            safelife_adapters.OnRows,
            with_parameters("first_rows", "second_rows"),
        ),
        Convention(
            "a function of (first, second), arrays of float64, that returns a number",
            safelife_adapters.MassesOnArrays,
            callable_by("first", "second"),
        ),
    ),
    tuple(case(first=((1, 0),), second=second) for second in (((1, 0),), ((0, 1),))),
    no_number,
    _earth_mover_claims,
    "goes round one way only, leaves out changes up to a thousandth of the greatest, and scales to integers",
)
