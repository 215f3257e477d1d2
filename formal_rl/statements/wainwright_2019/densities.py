"""Densities: of a cell type, and over time and over a cycle."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import numpy

from formal_rl.checking import among, every, up_to
from formal_rl.checking.claims import Rows, by_hand, raised
from formal_rl.errors import InvalidParameter
from formal_rl.safelife import board as b
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.conway import GLIDER, life_board
from formal_rl.safelife.game import find_cycle
from formal_rl.safelife.game.trajectories import Cycle, greatest_error, states_following
from formal_rl.safelife.side_effects import Density, densities, density
from formal_rl.safelife.side_effects.cell_types import (
    compared_paper,
    compared_published,
    is_furniture,
    is_life,
    is_life_of,
    life_of,
)
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in
from formal_rl.statements.wainwright_2019.trajectories import COUNTED, CYCLES

BLINKER = life_board("..... ..... .ooo. ..... .....")
GREEN_LIFE, GREEN_HARD = (c.coloured(cell, "green") for cell in (c.LIFE, c.HARD_LIFE))
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def examples() -> Rows:
    """Yield densities of cell types."""
    found = density(states_following(BLINKER, 3), c.LIFE)
    got = [found[place] for place in ((2, 1), (2, 2), (1, 2), (0, 0))]
    yield "upright, lying, upright: at an end, in the middle, at another end", [THIRD, 1, 2 * THIRD, 0], got
    yield "no average over n = 0", InvalidParameter, raised(density, (), c.LIFE)
    six = b.Board([[c.LIFE, c.HARD_LIFE, GREEN_LIFE, GREEN_HARD, c.turned(c.LIFE, 1), c.TREE]])
    for place, cell in enumerate(six.rows[0]):
        only = Density([[int(column == place) for column in range(6)]])
        yield "only the cell that has all of its bits", only, density((six,), cell)


def compared_by_hand() -> Rows:
    """Yield which densities are compared in each reading."""
    before, after = b.Board([[GREEN_LIFE, c.CRATE, c.EMPTY]]), b.Board([[GREEN_HARD, c.EMPTY, c.CRATE]])
    both = [before, before], [before, after]
    published = [(GREEN_LIFE, ((2, 0, 0),), 2, ((2, 0, 0),), 2), (c.CRATE, ((0, 1, 0),), 1, ((0, 0, 1),), 1)]
    paper = [
        (c.EMPTY, ((0, 0, 2),), 2, ((0, 1, 1),), 2),
        (1025, ((0, 0, 0),), 2, ((1, 0, 0),), 2),
        (1033, ((2, 0, 0),), 2, ((1, 0, 0),), 2),
        (c.CRATE, ((0, 2, 0),), 2, ((0, 1, 1),), 2),
    ]
    for why, expected, found in (
        ("green, hard or not; the crate on two boards", published, compared_published(before, after, *both)),
        ("every cell; hard and soft life are two", paper, compared_paper(before, after, *both)),
    ):
        yield why, expected, [(kind, one.counts, one.samples, two.counts, two.samples) for kind, one, two in found]


def densities_by_hand() -> Rows:
    """Yield types of life, and densities as they are written."""
    yield "9, the colour from bit nine on", [*range(9, 9 + 512 * 8, 512)], [*map(life_of, range(len(c.COLOURS)))]
    cells = (*range(9, 9 + 512 * 8, 512), 1 + 1024, 0, 1024, 17 + 1024, 1033 + 256)
    yield "green life: soft or hard, not frozen, no exit", {1033, 1025}, {cell for cell in cells if is_life_of(2, cell)}
    for name, are, life_furniture in (
        ("life", (c.LIFE, c.HARD_LIFE), (True, False)),
        ("furniture", (c.CRATE, c.SPAWNER, c.ICE_CUBE), (False, True)),
        ("neither", (c.EMPTY, c.WALL, c.TREE, c.PLAYER, c.LEVEL_EXIT, c.LIFE | c.EXIT), (False, False)),
    ):
        yield name, {life_furniture}, {(is_life(cell), is_furniture(cell)) for cell in are}
    grid = Density([[1, 2, 3], [4, 5, 6]], 2)
    yield "half of the count, modulo the size", 6 * HALF, grid[-1, -1]
    found = grid.height, grid.width, grid.mass, grid.array().tolist()
    yield "2 x 3, 21 over 2, and the counts", (2, 3, Fraction(21, 2), [[1, 2, 3], [4, 5, 6]]), found
    boards = [b.Board([[0, 9]]), b.Board([[9, 9]]), b.Board([[0, 16]])]
    of_boards = [(0, Density([[2, 0]], 3)), (9, Density([[1, 2]], 3)), (16, Density([[0, 1]], 3))]
    yield "least first, each over three", of_boards, list(densities(boards).items())
    masses = Density.from_masses([[HALF, THIRD], [2, 0]], 5)
    yield "sixths over thirty", Density([[3, 2], [12, 0]], 30), masses
    yield "floats, exactly, as quarters", Density([[1, 6]], 8), Density.from_array(numpy.array([[0.25, 1.5]]), 2)


def as_written_out(boards: Sequence[Any]) -> tuple[Any, Any]:
    """Return the densities of three types by Equation 1, written out once more, their masses, and their sum: 1."""
    places, types = list(boards[0].locations()), (c.EMPTY, c.LIFE, GREEN_LIFE)
    shares = [
        [Fraction(sum(1 for board in boards if board[place] == cell), len(boards)) for place in places]
        for cell in types
    ]
    found = [density(boards, cell) for cell in types]
    got = [[each[place] for place in places] for each in found]
    in_all = set(map(sum, zip(*got, strict=True)))
    return (shares, [sum(each) for each in shares], {1}), (got, [each.mass for each in found], in_all)


def bounds_by_hand() -> Rows:
    """Yield bounds and cycles."""
    for why, expected, cycle, steps, samples in (
        ("a blinker over four states: whole rounds", 0, (0, 2), 0, 4),
        ("over 1001 states: 501 of them, and not 500 and a half", Fraction(1, 2002), (0, 2), 9, 1001),
        ("from the second of two on: neither is sampled", 0, (2, 1), 1, 4),
        ("both of the type, and one of three: 2 - 2/3 in 2", Fraction(2, 3), (2, 3), 0, 2),
    ):
        yield why, expected, greatest_error(Cycle(*cycle), steps, samples)
    yield "all of a row lives next, then none for ever", (2, 1), tuple(find_cycle(life_board("ooo ... ...")))
    yield "a glider: four steps for each of six places", (0, 24), tuple(find_cycle(GLIDER))
    found = density(states_following(life_board("ooo ... ..."), 4), c.LIFE)
    yield "1/4 at each place: as far from 0 as can be", Density([[1] * 3] * 3, 4), found


def farthest(transient: int, period: int, steps: int, samples: int) -> tuple[Any, Any]:
    """Return the greatest distance of all runs of one cell from their cycles; and the bound, if it is small enough."""
    number = transient + period
    runs = numpy.arange(2**number)[:, None] >> numpy.arange(number) & 1
    times = range(steps + 1, steps + samples + 1)
    places = [time if time < number else transient + (time - transient) % period for time in times]
    apart = numpy.abs(runs[:, places].sum(axis=1) * period - runs[:, transient:].sum(axis=1) * samples)
    bound, before = greatest_error(Cycle(transient, period), steps, samples), max(0, transient - 1 - steps)
    is_small = bound <= (before + Fraction(period, 4)) / samples
    return Fraction(int(apart.max()), period * samples), bound if is_small else None


@lemma(
    "W19-ergodic",
    "cycles are ergodic, up to the transient and the period over n",
    "Section 3, footnote 7",
    "holds",
    defects="Trivially ergodic is true of one trajectory as n tends to infinity. Over n states a period "
    "that does not divide n leaves up to p/4n; and trajectories from other boards end in other "
    "cycles, so that no average is that of all states.",
)
def time_average() -> Evidence:
    """Let a trajectory enter a cycle of period p after a transient of μ states, and let m of the n states that follow t
    be before the cycle. Then at each location, for each cell type, the density over these n states differs from that
    over the cycle by at most (m + p/4)/n; so by at most (μ + p)/n, and not at all if all samples are in the cycle and
    p divides n.
    """
    yield by_hand(bounds_by_hand)
    short, to_five = among("transients of at most 3", range(4)), among("periods to 5", range(1, 6))
    at = among("t below 4", range(4)), up_to(8, full=12, said="n")
    yield every(
        "the bound is attained by runs of one cell, never exceeded, and simply bounded", farthest, short, to_five, *at
    )
    yield CYCLES
    yield mutants("""
        safelife.game.trajectories:greatest_error
            without the transient: = min(samples, max(0, cycle.transient - 1 - steps)) → = 0
            without the period: max(Fraction(before), whole) / samples → Fraction(before, samples)
            the transient and the period over n are sharp: max(Fraction(before), whole) / samples
                → Fraction(cycle.transient + cycle.period, samples)
            the state at t is a sample: cycle.transient - 1 → cycle.transient
            the time is not looked at: cycle.transient - 1 - steps → cycle.transient - 1
            transient and remainder simply added: max(Fraction(before), whole) / samples → Fraction(before, samples)
                + Fraction(left_over * (cycle.period - left_over), cycle.period * samples)
            whole rounds among all samples: (samples - before) % cycle.period → samples % cycle.period
    """)


@definition(
    "W19-eq1",
    "the density of a cell type",
    "Equation 1",
    defects="The paper does not say what a cell type is, beyond s(x) = α. As printed, every value of a cell is a "
    "type of its own, including each orientation of an agent, walls and empty cells. The published code counts "
    "life by colour, merges its other flags, and does not average frozen cells. 𝒟_s is written as a set; as a set "
    "it would count equal states once, which is not an average over time.",
)
def density_of_a_type() -> Evidence:
    """The density of a cell type at a location is the share of the sampled states that have exactly that cell there,
    with all its bits. It needs at least one state. The densities of all types add up to 1 at each location. The sum of
    one type's density over all locations, its mass, is the average number of such cells in a state.
    """
    cells = [b.Board([cells]) for cells in product((c.EMPTY, c.LIFE, GREEN_LIFE), repeat=2)]
    boards = among(
        "all sequences of at most 3, in full 4, boards of two cells of 3 kinds",
        lambda scope: (each for n in range(1, 4 + scope.is_full) for each in product(cells, repeat=n)),
    )
    yield by_hand(examples)
    yield by_hand(compared_by_hand, "what is compared in each reading")
    yield by_hand(densities_by_hand, "life and furniture, and densities as they are written")
    yield every("as written out, and 1 in all", as_written_out, boards)
    yield from COUNTED
    yield mutants("""
        safelife.game.trajectories:states_following
            samples including t: tuple(islice( → (board, *islice( ;; , samples)) → , samples - 1))
        safelife.side_effects.cell_types:is_life
            an exit that lives is life: AGENT | EXIT | FROZEN → AGENT | FROZEN
            frozen life is life: AGENT | EXIT | FROZEN → AGENT | EXIT
        safelife.side_effects.cell_types:is_furniture
            agents are furniture: and not cell & AGENT → ∅
        safelife.side_effects.density:density
            a type is its colour alone: cell == cell_type → (cell ^ cell_type) & 3584 == 0
            a type is life of a colour, hard or not: cell == cell_type → (cell ^ cell_type) & ~8 == 0
            orientation is left out: cell == cell_type → (cell ^ cell_type) & ~(3 << 12) == 0
            mass normalised: return density_where(boards, lambda cell: cell == cell_type) → counts =
                density_where(boards, lambda cell: cell == cell_type).counts⏎    return Density(counts, max(1,
                sum(map(sum, counts))))
            nothing over no states: return → return Density([[0]]) if not boards else
        safelife.side_effects.density:density_where
            not divided by n: samples=len(boards) → samples=1
            equal states counted once: size = → boards = tuple(dict.fromkeys(boards))⏎    size =
            whether any state has it: [sum(1 for board in boards if cell_type(board[row, column]))
                → [int(any(cell_type(board[row, column]) for board in boards)) ;; samples=len(boards) → samples=1
            the last state alone: size = → boards = boards[-1:]⏎    size =
    """)


STATEMENTS = statements_in(globals())
