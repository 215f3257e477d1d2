"""The suite of side effects of SafeLife: pairs of boards, the steps between them, and how many states are sampled."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

from attrs import evolve

from formal_rl.conformance.adapters.safelife import by_arrays, of_side_effects
from formal_rl.conformance.engine.search import emptied, less, with_less
from formal_rl.conformance.engine.suite import Ask, Case, Claim, Suite, as_published, case, of_the_paper
from formal_rl.conformance.suites import safelife_boards as of_boards
from formal_rl.conformance.suites.safelife_boards import Placed, a_function, drawn_rows, rows_of, smaller_tables, told
from formal_rl.conformance.suites.safelife_distances import PUBLISHED_SOLVING, SOLVING
from formal_rl.safelife import side_effects
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board, Location, cells
from formal_rl.safelife.board.board import Rows
from formal_rl.safelife.game import states_following
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects.side_effects import compared_densities

SOURCE = "Wainwright and Eckersley 2019, Section 3"

_WORDS = """
still: is the earth mover's distance of what stays as it is
  a crate or a tree, moved, removed or added
  empty cells are a type, too
crossing: costs the least where to move what is nearest first does not
  two crates moved by two columns each, which end beside where another was
  it takes a flow of least cost: to move what is nearest first can cost more
times: goes by the states after the baseline, which is advanced as many steps as the run has
  three in a line, 0 to 3 steps, 1 to 3 samples; a glider, 6 and 11 steps
  the samples are the states at times t + 1 to t + n, of the baseline and of the final board alike
dying: what would have died anyway is no side effect
  two living that die out, 0 to 2 steps
  the final board is compared with what follows if nobody acts, not with the initial board
colours: life of each colour is a type of its own
  still life of 3 colours
agents: the agent stays where it was if nobody acts, and goes on freezing what is near
  an agent beside life that goes away
drawn_runs: all this at once
  drawn boards of 3 to 4 x 3 to 4, up to 3 steps and 4 samples
large: so it is on boards of 12 x 12 and 26 x 26, after many steps, and with 1,000 samples
  a glider, 1,000 samples and 30 steps; a soup; a shipped level, its floor paved, in which a crate was moved
  all n states count, and all steps of the run
nothing: doing nothing has no side effects
  drawn boards of 3 to 4 x 3 to 4, up to 3 steps and 4 samples
"""


def _effects(reading: str, distance: str, share: Fraction | int) -> Callable[..., tuple[tuple[int, float], ...]]:
    """Return what gives the side effects that are not 0, cell by cell; equal densities are not compared."""

    def effects(initial: Rows, final: Rows, steps: int, samples: int) -> tuple[tuple[int, float], ...]:
        first, last = Board(initial), Board(final)
        inaction = states_following(first, steps + samples, advance=advance_packed)[steps:]
        action = states_following(last, samples, advance=advance_packed)
        values = {
            each.cell_type: side_effects.earth_mover_distance(
                *compared_densities(each, share, side_effects.without_small_changes_published), distance
            ).value
            for each in side_effects.find_reading(reading)(first, last, inaction, action)
            if each.inaction != each.action
        }
        return tuple((cell, value) for cell, value in sorted(values.items()) if value > 1e-9)

    return effects


_LINE = [((1, column), cells.LIFE | cells.GREEN) for column in (0, 1, 2)]
_GLIDER = [(place, cells.LIFE | cells.GREEN) for place in ((0, 1), (1, 2), (2, 0), (2, 1), (2, 2))]


def _run(height: int, width: int, run: Sequence[Placed], steps: int = 1, samples: int = 1) -> Case:
    initial, final = (rows_of(height, width, placed) for placed in run)
    return case(initial=initial, final=final, steps=steps, samples=samples)


def _square(row: int, column: int, colour: int = cells.GREEN) -> list[tuple[Location, int]]:
    return [((row + down, column + right), cells.LIFE | colour) for down, right in product(range(2), range(2))]


def _crates(columns: Iterable[int]) -> list[tuple[Location, int]]:
    return [((1, column), cells.CRATE) for column in columns]


_THINGS = (*map(_crates, ([1], [2], [3], [0], [])), [((1, 1), cells.TREE | cells.RED)])


def _times(depth: str) -> Iterator[Case]:
    """Yield a line of three, which takes turns, for several numbers of steps and samples."""
    for steps, samples, final in product(range(4), range(1, 4), (_LINE, [], _square(0, 2))):
        yield _run(4, 4, (_LINE, final), steps, samples)
    yield from (_run(6, 6, (_GLIDER, _GLIDER), steps) for steps in (6, 11))


def _large(depth: str) -> Iterator[Case]:
    """Yield a glider for many samples and steps, and a soup and a shipped level in which two cells are exchanged.

    Where nothing was in the level are walls of eight colours: plans for hundreds of equal cells take gigabytes.
    """
    yield _run(6, 6, (_GLIDER, _square(1, 1)), samples=1000)
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
    height, width = draw.randrange(3, 5), draw.randrange(3, 5)
    initial = drawn_rows(draw, height, width, of_boards.usual_cell, 0.4)
    final = tuple(
        tuple(cell if draw.random() < 0.8 else draw.choice((0, cells.LIFE, cells.WALL)) for cell in row)
        for row in initial
    )
    return case(initial=initial, final=final, steps=max(least, draw.randrange(4)), samples=draw.randrange(1, 5))


def doing_nothing_has_no_side_effects(ask: Ask, given: Case) -> tuple[Any, Any]:
    """Return nothing, and the side effects of a run of no steps, which ends where it began."""
    return (), ask({**given, "final": given["initial"], "steps": 0})


_drawn = {"draw": _drawn_run, "number": {"quick": 20, "full": 300}}
_CLAIMS = told(
    _WORDS,
    SOURCE,
    _effects("paper", "torus", 0),
    _times,
    _large,
    cases={
        "still": lambda depth: (_run(3, 4, both) for both in product(_THINGS, repeat=2)),
        "crossing": lambda depth: (_run(3, 9, both) for both in permutations(map(_crates, ((2, 5), (0, 3))))),
        "dying": lambda depth: (
            _run(4, 4, (_LINE[1:], final), steps, samples)
            for steps, samples, final in product((0, 1, 2), (1, 2), ([], _square(1, 1)))
        ),
        "colours": lambda depth: (
            _run(4, 4, (_square(1, 1, one), _square(2, 2, other)), samples=2)
            for one, other in product((0, cells.GREEN, cells.RED), repeat=2)
        ),
        "agents": lambda depth: (
            _run(4, 5, [[(at, cells.PLAYER), ((1, 2), cells.LIFE)] for at in ((1, 1), place)], steps, 2)
            for steps, place in product((1, 2), ((1, 1), (1, 4), (3, 4)))
        ),
    },
    each={
        "tolerance": SOLVING,
        "smaller": with_less(
            lambda given: given["samples"] > 0,
            steps=less,
            samples=less,
            initial_and_final=smaller_tables,
            initial=emptied,
            final=emptied,
        ),
    },
    drawn_runs=_drawn,
    nothing={"law": doing_nothing_has_no_side_effects, **_drawn},
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
    pairs = isinstance(answer, tuple | list) and all(
        isinstance(each, tuple | list) and len(each) == 2 for each in answer
    )
    numbers = pairs and all(type(cell) is int and type(value) in {int, float, Fraction} for cell, value in answer)
    return None if numbers else "expected a mapping of cells to numbers"


SAFELIFE_SIDE_EFFECTS = Suite(
    "safelife_side_effects",
    SOURCE,
    "for each cell that occurs, a type of its own, the earth mover's distance on the torus from its density over the "
    "states 1 to n steps after the baseline, the initial board advanced as many steps as the run has, to that over the "
    "states 1 to n steps after the final board; those that are 0 are left out",
    {
        "initial": f"how the run began: {of_boards.BOARD_WORDS}",
        "final": "how it ended",
        "steps": "how many steps it had",
        "samples": "n, how many states there are in each distribution",
    },
    (
        a_function(
            "initial_rows, final_rows, steps, samples",
            "that returns a mapping of cells to numbers",
            driver=of_side_effects,
        ),
        a_function(
            "initial, final, steps, samples",
            "the boards arrays of uint16, that returns a mapping of cells to numbers",
            by_arrays,
            of_side_effects,
        ),
    ),
    tuple(_run(3, 3, ([((1, 1), cells.WALL)], final)) for final in ([((1, 1), cells.WALL)], [])),
    _no_effects,
    of_the_paper(
        _CLAIMS,
        as_published(
            map(_after_a_step, _CLAIMS),
            _effects("published", "one way", side_effects.SMALL_CHANGE),
            PUBLISHED_SOLVING,
            without={"nothing"},
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

EFFECT_SUITES = {SAFELIFE_SIDE_EFFECTS.name: SAFELIFE_SIDE_EFFECTS}
