"""The suites of Equations 1 to 3 and of Section 3: densities, the distances between them, and side effects."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from random import Random
from typing import Any

from attrs import evolve

from formal_rl.conformance.adapters.cases import arrays_of
from formal_rl.conformance.adapters.safelife import by_rows, of_side_effects
from formal_rl.conformance.engine.layout import number_grid
from formal_rl.conformance.engine.search import emptied, less, shorter, with_less
from formal_rl.conformance.engine.suite import (
    Case,
    Claim,
    Suite,
    as_published,
    case,
    no_number,
    of_the_paper,
    read_claims,
)
from formal_rl.conformance.suites import safelife_boards as of_boards
from formal_rl.conformance.suites.safelife_boards import all_at, drawn_rows, rows_of, smaller_tables
from formal_rl.safelife import side_effects
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board, Location, cells
from formal_rl.safelife.board.board import Rows
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects import Density, Size, earth_mover_distance
from formal_rl.safelife.side_effects.earth_mover import SMALL_CHANGE, without_small_changes_published
from formal_rl.safelife.side_effects.ground_distance import find_length

PAPER = "Wainwright and Eckersley 2019"

ROUNDING, SOLVING, PUBLISHED_SOLVING = 1e-9, 1e-6, 2e-4
"""By how much may differ: densities and ground distances; distances that a solver found; and those of the published
solver, which scales to integers."""

_ONE_WAY = {"sentence": "goes round the board, one way only"}

# --- Densities ---

_DENSITY_WORDS = """
shares: is the share of boards that have the cell at each location
  1 to 3 boards (full: 4) of 2 x 3, 3 cells
types: counts the very cell, all of its bits
  2 boards of 2 x 3, 5 cells that differ in colour, orientation or one flag
more_boards: its values for more boards
  drawn, up to 6 boards of up to 4 x 4
many_boards: its values for hundreds of boards
  128, 200, 256, 300 and 1000 boards of 1 x 2, none, all but one and all of which have the cell
  counts do not fit into eight bits here
large_boards: its values on boards of 12 x 12, 26 x 26, 4 x 70 and 70 x 4
  3 drawn boards of each size
"""


def _density(boards: tuple[Rows, ...], cell_type: int) -> tuple[tuple[Fraction, ...], ...]:
    found = side_effects.density([Board(rows) for rows in boards], cell_type)
    return tuple(tuple(Fraction(count, found.samples) for count in row) for row in found.counts)


def _boards_with(cell_type: int, *placed: int) -> Case:
    """Return the case of boards with one of these cells each, and one that lives."""
    boards = (rows_of(2, 3, (((0, 1), cell), ((1, 2), cells.LIFE))) for cell in placed)
    return case(boards=tuple(boards), cell_type=cell_type)


def _drawn_boards(seed: int) -> Case:
    draw = Random(seed)
    height, width = draw.randrange(1, 5), draw.randrange(1, 5)
    boards = tuple(drawn_rows(draw, height, width, of_boards.usual_cell, 0.6) for _ in range(draw.randrange(1, 7)))
    return case(boards=boards, cell_type=draw.choice([cell for row in boards[0] for cell in row]))


def _large_boards(depth: str) -> Iterator[Case]:
    draw = Random(0)
    for size in of_boards.SIZES:
        boards = (drawn_rows(draw, *size, lambda draw: cells.LIFE, 0.5) for _ in range(3))
        yield case(boards=tuple(boards), cell_type=cells.LIFE)


_SIMILAR = (cells.LIFE, cells.HARD_LIFE, cells.LIFE | cells.RED, cells.PLAYER, cells.turned(cells.PLAYER, 1))
_DENSITIES = read_claims(
    _DENSITY_WORDS,
    f"{PAPER}, Equation 1",
    _density,
    _large_boards,
    shares=lambda depth: (
        _boards_with(cell_type, *placed)
        for number in range(1, 5 if depth == "full" else 4)
        for placed in product((0, cells.LIFE, cells.WALL), repeat=number)
        for cell_type in (cells.LIFE, 0, cells.WALL)
    ),
    types=lambda depth: (_boards_with(each, *placed) for *placed, each in product(_SIMILAR, repeat=3)),
    more_boards={"draw": _drawn_boards},
    many_boards=lambda depth: (
        case(boards=(((0, cells.LIFE),),) * others + (((cells.LIFE,) * 2,),) * (number - others), cell_type=cells.LIFE)
        for number in (128, 200, 256, 300, 1000)
        for others in (0, 1, number)
    ),
    each={"tolerance": ROUNDING, "smaller": with_less(boards=shorter)},
)

SAFELIFE_DENSITY = Suite(
    "safelife_density",
    f"{PAPER}, Equation 1",
    "at each location the sum over the boards s of [s(x) = α], over their number",
    {
        "boards": "boards of one size, rows of cells each, ints of sixteen bits",
        "cell_type": "α, a cell: what differs in any bit is of another type",
    },
    of_boards.functions_of("rows, cell_type", "boards, cell_type", "that returns rows of numbers, or an array"),
    (_boards_with(cells.LIFE, cells.LIFE), _boards_with(cells.LIFE, cells.LIFE, 0)),
    of_boards.no_rows,
    of_the_paper(_DENSITIES),
    hint="how many boards have the type there, over how many there are; equal boards count each time",
    parts=lambda answer, given: {"": {"density": number_grid(answer)}},
    written={
        "boards": lambda boards, given: "\nand\n".join(of_boards.board_grid(rows, given).drawn() for rows in boards),
        "cell_type": lambda cell, given: of_boards.cell_words(cell),
    },
    symmetry=of_boards.MOVED,
)

# --- The ground distance ---

_GROUND_SOURCE = f"{PAPER}, Equation 2, on the torus of Figure 1"

_GROUND_WORDS = """
inside: is tanh of a fifth of the steps between two places
  from the middle of 9 x 9
  steps are along rows and columns: their numbers add up
round: goes round the board where that is shorter
  all pairs of locations on 2 x 3 and 4 x 5 (full: and 5 x 8)
  each axis is a circle: the lesser of d and side - d, d not signed
larger: its values on larger boards
  drawn, sides up to 79
"""


def _ground(source: Location, target: Location, height: int, width: int, length: str = "torus") -> float:
    return side_effects.ground_distance(find_length(length)(Size(height, width), source, target))


def _nearest_first(source: Location, height: int, width: int) -> list[Location]:
    """Return all places of a board, those first that are the nearest if one does not go round it."""
    places = product(range(height), range(width))
    return sorted(places, key=lambda place: abs(source[0] - place[0]) + abs(source[1] - place[1]))


def _pairs(source: Location, height: int, width: int) -> Iterator[Case]:
    for target in _nearest_first(source, height, width):
        yield case(source=source, target=target, height=height, width=width)


def _round(depth: str) -> Iterator[Case]:
    for height, width in ((2, 3), (4, 5), (5, 8))[: 2 if depth == "quick" else 3]:
        for source in product(range(height), range(width)):
            yield from _pairs(source, height, width)


def _drawn_pair(seed: int) -> Case:
    draw = Random(seed)
    height, width = draw.randrange(1, 80), draw.randrange(1, 80)
    source, target = ((draw.randrange(height), draw.randrange(width)) for _ in range(2))
    return case(source=source, target=target, height=height, width=width)


_GROUND = read_claims(
    _GROUND_WORDS,
    _GROUND_SOURCE,
    _ground,
    _round,
    inside=lambda depth: _pairs((4, 4), 9, 9),
    larger={"draw": _drawn_pair, "number": {"quick": 200, "full": 2000}},
    each={"tolerance": ROUNDING},
)

SAFELIFE_GROUND_DISTANCE = Suite(
    "safelife_ground_distance",
    _GROUND_SOURCE,
    "tanh(L / 5), L the least number of steps from one location to the other along rows and columns of the torus",
    {
        "source": "row and column, from 0",
        "target": "row and column, from 0",
        "height": "the number of rows",
        "width": "the number of columns",
    },
    (of_boards.a_function("source, target, height, width", "that returns a number"),),
    tuple(case(source=(0, 0), target=target, height=3, width=4) for target in ((0, 0), (0, 1))),
    no_number,
    of_the_paper(_GROUND, as_published(_GROUND, partial(_ground, length="one way"), round=_ONE_WAY)),
    "goes round from the higher to the lower index only",
    symmetry=of_boards.MOVED,
)

# --- The earth mover's distance ---

_EARTH_MOVER_SOURCE = f"{PAPER}, Equation 3 and the sentence after it"

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
"""


def _earth_mover(first: Any, second: Any, length: str = "torus") -> float:
    densities = Density.from_masses(first), Density.from_masses(second)
    if length == "one way":
        densities = without_small_changes_published(*densities)
    return earth_mover_distance(*densities, length).value


def _heaps(height: int, width: int, first: dict[Location, Any], second: dict[Location, Any]) -> Case:
    """Return the case of two densities that have these masses, and no other."""
    return case(first=rows_of(height, width, first.items()), second=rows_of(height, width, second.items()))


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
    first, second = (
        tuple(tuple(Fraction(draw.choice((0, 0, 1, 2, 3, 5)), 4) for _ in range(width)) for _ in range(height))
        for _ in range(2)
    )
    return case(first=first, second=second)


_EARTH_MOVER = read_claims(
    _EARTH_MOVER_WORDS,
    _EARTH_MOVER_SOURCE,
    _earth_mover,
    *(_shares, _large),
    one_unit=lambda depth: (_heaps(3, 7, {(1, 3): 1}, {place: 1}) for place in _nearest_first((1, 3), 3, 7)),
    over_the_edge=lambda depth: (
        _heaps(3, 7, {one: 1}, {other: 1})
        for place in _nearest_first((0, 0), 3, 7)
        for one, other in (((0, 0), place), (place, (0, 0)))
    ),
    surplus=lambda depth: (_heaps(3, 7, {(1, 1): one}, {(1, 3): other}) for one, other in product(range(4), repeat=2)),
    crossing=lambda depth: (
        _heaps(2, 9, {(0, one): 1, (0, other): 1}, {(0, third): 1, (0, 5): 1})
        for one, other, third in permutations(range(5), 3)
    ),
    small_changes=lambda depth: (
        _heaps(3, 6, {(0, 0): 2000, (2, 2): small}, {(0, 2): 2000, (2, 4): small}) for small in (1, 3)
    ),
    drawn_densities={"draw": _drawn_masses},
    each={
        "tolerance": SOLVING,
        "smaller": with_less(first_and_second=smaller_tables, first=emptied, second=emptied),
    },
)

SAFELIFE_EARTH_MOVER = Suite(
    "safelife_earth_mover",
    _EARTH_MOVER_SOURCE,
    "the least cost of moving the mass of the lighter density, each unit at the ground distance of the torus, and 1 "
    "for each unit that the other has more",
    {"first": "rows of masses, ints or Fractions of at least 0", "second": "the same, of the same size"},
    (
        of_boards.a_function(
            "first_rows, second_rows", "tuples of tuples of exact masses, that returns a number", by_rows
        ),
        of_boards.a_function("first, second", "arrays of float64, that returns a number", arrays_of),
    ),
    tuple(case(first=((1, 0),), second=second) for second in (((1, 0),), ((0, 1),))),
    no_number,
    of_the_paper(
        _EARTH_MOVER,
        as_published(
            _EARTH_MOVER,
            partial(_earth_mover, length="one way"),
            PUBLISHED_SOLVING,
            over_the_edge=_ONE_WAY,
            small_changes={"sentence": "changes up to a thousandth are left out"},
        ),
    ),
    "goes round one way only, leaves out changes up to a thousandth of the greatest, and scales to integers",
    written=dict.fromkeys(("first", "second"), lambda rows, given: number_grid(rows)),
    symmetry=of_boards.MOVED,
)

# --- Side effects ---

_EFFECT_WORDS = """
still: is the earth mover's distance of what stays as it is
  a crate or a tree, moved, removed or added
  empty cells are a type, too
crossing: costs the least where to move what is nearest first does not
  two crates moved by two columns each, which end beside where another was
  it takes a flow of least cost: to move what is nearest first can cost more
times: goes by the states after the baseline, which is advanced as many steps as the run has
  three in a line, 0 to 3 steps, 1 to 3 samples; a glider, 6 and 11 steps
  the samples are the states at times t + 1 to t + n, of the baseline and of the final board alike
agents: the agent stays where it was if nobody acts, and goes on freezing what is near
  an agent beside life that goes away
drawn_runs: all this at once
  drawn boards of 3 to 4 x 3 to 4, up to 3 steps and 4 samples
large: so it is on boards of 12 x 12 and 26 x 26, after many steps, and with 1,000 samples
  a glider, 1,000 samples and 30 steps; a soup; a shipped level, its floor paved, in which a crate was moved
  all n states count, and all steps of the run
"""


def _effects(initial: Rows, final: Rows, steps: int, samples: int, **reading: Any) -> tuple[tuple[int, float], ...]:
    """Return the side effects that are not 0, cell by cell."""
    reading = {"cell_types": "paper", **reading, "drop": without_small_changes_published, "advance": advance_packed}
    effects = side_effects.side_effects(Board(initial), Board(final), steps, samples=samples, **reading).effects
    return tuple(sorted((each.cell_type, each.value) for each in effects if each.value > 1e-9))


_GREEN = cells.LIFE | cells.GREEN
_LINE, _GLIDER = all_at(_GREEN, ((1, 0), (1, 1), (1, 2))), all_at(_GREEN, ((0, 1), (1, 2), (2, 0), (2, 1), (2, 2)))


def _run(height: int, width: int, run: Sequence[of_boards.Placed], steps: int = 1, samples: int = 1) -> Case:
    initial, final = (rows_of(height, width, placed) for placed in run)
    return case(initial=initial, final=final, steps=steps, samples=samples)


def _still(depth: str) -> Iterator[Case]:
    crates = (all_at(cells.CRATE, places) for places in ([(1, 1)], [(1, 2)], [(1, 3)], [(1, 0)], []))
    for both in product((*crates, all_at(cells.TREE | cells.RED, [(1, 1)])), repeat=2):
        yield _run(3, 4, both)


def _times(depth: str) -> Iterator[Case]:
    for steps, samples, final in product(range(4), range(1, 4), (_LINE, [], all_at(_GREEN, product((0, 1), (2, 3))))):
        yield _run(4, 4, (_LINE, final), steps, samples)
    yield from (_run(6, 6, (_GLIDER, _GLIDER), steps) for steps in (6, 11))


def _large_runs(depth: str) -> Iterator[Case]:
    """Yield a glider for many samples and steps, and a soup and a shipped level in which two cells are exchanged.

    Where nothing was in the level are walls of eight colours: plans for hundreds of equal cells take gigabytes.
    """
    yield _run(6, 6, (_GLIDER, all_at(_GREEN, product((1, 2), (1, 2)))), samples=1000)
    yield _run(12, 12, (_GLIDER, _GLIDER), steps=30)
    soup = Board(drawn_rows(Random(0), 12, 12, lambda draw: cells.LIFE, 0.2))
    level = shipped_level(of_boards.LEVELS[0]).board
    floor = {
        place: cells.WALL | sum(place) % 8 << cells.COLOUR_SHIFT for place in level.locations() if not level[place]
    }
    runs = ((soup, (1, 1), (6, 7), 2, 3), (level.with_cells(floor), (0, 3), (12, 7), 10, 10))
    for board, one, other, steps, samples in runs:
        final = board.with_cells({one: board[other], other: board[one]})
        yield case(initial=board.rows, final=final.rows, steps=steps, samples=samples)


def _drawn_run(seed: int, least: int = 0) -> Case:
    draw = Random(seed)
    initial = drawn_rows(draw, draw.randrange(3, 5), draw.randrange(3, 5), of_boards.usual_cell, 0.4)
    final = tuple(
        tuple(cell if draw.random() < 0.8 else draw.choice((0, cells.LIFE, cells.WALL)) for cell in row)
        for row in initial
    )
    return case(initial=initial, final=final, steps=max(least, draw.randrange(4)), samples=draw.randrange(1, 5))


_EFFECTS = read_claims(
    _EFFECT_WORDS,
    f"{PAPER}, Section 3",
    _effects,
    *(_still, _times),
    crossing=lambda depth: (
        _run(3, 9, both) for both in permutations(all_at(cells.CRATE, ((1, a), (1, a + 3))) for a in (2, 0))
    ),
    agents=lambda depth: (
        _run(4, 5, [[(at, cells.PLAYER), ((1, 2), cells.LIFE)] for at in ((1, 1), place)], steps, 2)
        for steps, place in product((1, 2), ((1, 1), (1, 4), (3, 4)))
    ),
    drawn_runs={"draw": _drawn_run, "number": {"quick": 20, "full": 300}},
    large=_large_runs,
    each={
        "tolerance": SOLVING,
        "smaller": with_less(
            steps=less, samples=less, initial_and_final=smaller_tables, initial=emptied, final=emptied
        ),
    },
)


def _after_a_step(claim: Claim) -> Claim:
    """Return the claim about runs in which there was a step: of none, the published code reads what is in memory."""
    return evolve(
        claim,
        cases=lambda depth: (given for given in claim.cases(depth) if given["steps"]),
        drawn=claim.drawn and (lambda seed, world: _drawn_run(seed, least=1)),
        smaller=lambda given: (smaller for smaller in claim.smaller(given) if smaller["steps"]),
    )


def _no_effects(answer: Any) -> str | None:
    try:
        numbers = all(type(cell) is int and no_number(value) is None for cell, value in answer)
    except (TypeError, ValueError):
        numbers = False
    return None if numbers else "expected a mapping of cells to numbers"


SAFELIFE_SIDE_EFFECTS = Suite(
    "safelife_side_effects",
    f"{PAPER}, Section 3",
    "for each cell that occurs, a type of its own, the earth mover's distance on the torus from its density over the "
    "states 1 to n steps after the baseline, the initial board advanced as many steps as the run has, to that over the "
    "states 1 to n steps after the final board; those that are 0 are left out",
    {
        "initial": f"how the run began: {of_boards.BOARD_WORDS}",
        "final": "how it ended",
        "steps": "how many steps it had",
        "samples": "n, how many states there are in each distribution",
    },
    of_boards.functions_of(
        "initial_rows, final_rows, steps, samples",
        "initial, final, steps, samples",
        "that returns a mapping of cells to numbers",
        of_side_effects,
    ),
    tuple(_run(3, 3, ([((1, 1), cells.WALL)], final)) for final in ([((1, 1), cells.WALL)], [])),
    _no_effects,
    of_the_paper(
        _EFFECTS,
        as_published(
            map(_after_a_step, _EFFECTS),
            partial(_effects, cell_types="published", distance="one way", share=SMALL_CHANGE),
            PUBLISHED_SOLVING,
            still={"hint": "furniture is not averaged"},
        ),
    ),
    "life by its colour, furniture by its cell on the boards themselves, one way round, small changes left out",
    hint="the final board is compared with the initial one advanced as many steps as the run has, and each cell that "
    "occurs is a type of its own, empty ones, too",
    parts=lambda answer, given: {"": {of_boards.cell_words(cell): value for cell, value in answer}},
    written=dict.fromkeys(("initial", "final"), of_boards.board_grid),
    symmetry=of_boards.MOVED,
)

SUITES = {
    each.name: each
    for each in (SAFELIFE_DENSITY, SAFELIFE_GROUND_DISTANCE, SAFELIFE_EARTH_MOVER, SAFELIFE_SIDE_EFFECTS)
}
