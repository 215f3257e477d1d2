"""Densities: of a cell type, and over time and over a cycle."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any

import numpy

from formal_rl.checking import Rows, Scope, among, by_hand, drawn, every, kinds, meets, raised, up_to
from formal_rl.errors import InvalidParameter
from formal_rl.safelife import board as b
from formal_rl.safelife._engines.words.rule import advance_in_words, advance_together
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.conway import GLIDER, life_board
from formal_rl.safelife.game import find_cycle, greatest_error, states_following
from formal_rl.safelife.game.trajectories import Cycle
from formal_rl.safelife.side_effects import Density, densities, density
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in
from formal_rl.statements.wainwright_2019.cell_types import CELL_TYPES
from formal_rl.statements.wainwright_2019.dynamics import boards_of_life
from formal_rl.statements.wainwright_2019.trajectories import COUNTED, CYCLES

BLINKER, GREEN_LIFE = life_board("..... ..... .ooo. ..... ....."), c.coloured(c.LIFE, "green")
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


# --- Equation 1 ---


def rows_of(found: Density) -> list[list[Fraction]]:
    """Return the densities of all locations."""
    return [[found[row, column] for column in range(found.width)] for row in range(found.height)]


def examples() -> Rows:
    """Yield densities of cell types."""
    for samples, ends, lying, upright in ((1, 0, 1, 1), (2, HALF, 1, HALF), (3, THIRD, 1, 2 * THIRD)):
        found = density(states_following(BLINKER, samples), c.LIFE)
        expected = [ends, lying, ends, upright, upright, 0]
        got = [found[place] for place in ((2, 1), (2, 2), (2, 3), (1, 2), (3, 2), (0, 0))]
        yield "upright, lying, upright, ...: at two ends, in the middle, at the others", expected, got
    yield "no average over n = 0", InvalidParameter, raised(density, (), c.LIFE)
    yield "no average over n = 0", InvalidParameter, raised(states_following, BLINKER, 0)
    hard = c.coloured(c.HARD_LIFE, "green")
    six = b.Board([[c.LIFE, c.HARD_LIFE, GREEN_LIFE, hard, c.turned(c.LIFE, 1), c.TREE]])
    for place, cell in enumerate(six.rows[0]):
        only = [[Fraction(column == place) for column in range(6)]]
        yield "only the cell that has all of its bits", only, rows_of(density((six,), cell))
    four = [life_board(picture) for picture in ("oo. ...", "ooo ooo", ".o. ...", "... ..o")]
    expected_rows = [[HALF, 3 * HALF / 2, HALF / 2], [HALF / 2, HALF / 2, HALF]]
    yield "2, 3, 1 of 4, and 1, 1, 2", expected_rows, rows_of(density(four, c.LIFE))
    thrice = [*[life_board("o.")] * 3, life_board(".o")]
    yield "each sample counts: 3 of 4, and 1 of 4", [[3 * HALF / 2, HALF / 2]], rows_of(density(thrice, c.LIFE))
    masses = [density(four, cell).mass for cell in (c.LIFE, c.EMPTY, c.TREE)]
    yield "10 of 24 cells on four boards, 14 that are empty, no tree", [Fraction(5, 2), Fraction(7, 2), 0], masses


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


def without_itself(board: Any, samples: int) -> tuple[Any, Any]:
    """Return the density of life over the states that follow a board, without it."""
    states = [board]
    for _ in range(samples):
        states.append(advance_in_words(states[-1]).board)
    return density(states[1:], c.LIFE), density(states_following(board, samples), c.LIFE)


# --- Over time, and over a cycle ---

TIMES = (0, 1, 2, 5, 12)
ROW = life_board("ooo ... ...")


def bounds_by_hand() -> Rows:
    """Yield bounds and cycles."""
    for why, expected, cycle, steps, samples in (
        ("a still life: each state is the cycle's", 0, (0, 1), 0, 7),
        ("a blinker over four states: whole rounds", 0, (0, 2), 0, 4),
        ("over five states: 3/5 or 2/5, and 1/2 over the cycle", Fraction(1, 10), (0, 2), 0, 5),
        ("over 1001 states: 501 of them, and not 500 and a half", Fraction(1, 2002), (0, 2), 9, 1001),
        ("a period of three: 334 of 1000 for 333 and a third", Fraction(2, 3000), (0, 3), 0, 1000),
        ("two states before a still one: the second alone is sampled", Fraction(1, 4), (2, 1), 0, 4),
        ("from the second on: neither is sampled", 0, (2, 1), 1, 4),
        ("ten before, three sampled: all may be of the type", 1, (10, 1), 0, 3),
        ("both of the type, and one of three: 2 - 2/3 in 2", Fraction(2, 3), (2, 3), 0, 2),
    ):
        yield why, expected, greatest_error(Cycle(*cycle), steps, samples)
    for why, returns, board in (
        ("all of a row lives next, then none for ever", (2, 1), ROW),
        ("a blinker comes back after two steps", (0, 2), BLINKER),
        ("a glider: four steps for each of six places", (0, 24), GLIDER),
    ):
        yield why, returns, tuple(find_cycle(board))
    yield (
        "1/4 at each place: as far from 0 as can be",
        Density([[1] * 3] * 3, 4),
        density(states_following(ROW, 4), c.LIFE),
    )


@lru_cache(maxsize=4)
def by_cycles(height: int, width: int, longest: int) -> tuple[tuple[Cycle, Any], ...]:
    """Return, by cycle, how often each location of all boards of life lived up to each step, side by side."""
    cells = numpy.stack([board.array() for board in boards_of_life((height, width))], axis=2)
    powers = (1 << numpy.arange(height * width, dtype=numpy.int64)).reshape(height, width, 1)
    living, keys = [], []
    for _ in range(longest + 1):
        living.append(cells != c.EMPTY)
        keys.append((living[-1] * powers).sum(axis=(0, 1)))
        cells = advance_together(cells)
    lived = numpy.cumsum(numpy.stack(living).astype(numpy.int32), axis=0)
    members: dict[Cycle, list[int]] = {}
    for number, run in enumerate(numpy.stack(keys, axis=1).tolist()):
        members.setdefault(first_return(run), []).append(number)
    return tuple((cycle, lived[..., numbers]) for cycle, numbers in sorted(members.items()))


def first_return(run: Sequence[int]) -> Cycle:
    """Return the transient and the period of a run."""
    seen: dict[int, int] = {}
    for step, key in enumerate(run):
        if key in seen:
            return Cycle(seen[key], step - seen[key])
        seen[key] = step
    raise AssertionError("the run is too short to come back")


def worst_of_all(cycle: Cycle, lived: Any, steps: int, most: int) -> tuple[Any, Any]:
    """Return that over 1 to so many samples no board is farther from its cycle than the bound, or how far one is."""
    before = lived[cycle.transient - 1] if cycle.transient else numpy.zeros_like(lived[0])
    in_cycle = lived[cycle.transient + cycle.period - 1] - before
    for samples in range(1, most + 1):
        apart = numpy.abs((lived[steps + samples] - lived[steps]) * cycle.period - in_cycle * samples)
        worst, bound = Fraction(int(apart.max()), cycle.period * samples), greatest_error(cycle, steps, samples)
        if worst > bound:
            return f"{samples} samples: at most {bound}", worst
    return meets(True, "at most the bound", None)


def farthest(transient: int, period: int, steps: int, samples: int) -> tuple[Fraction, Fraction]:
    """Return the greatest distance of all runs of one cell from their cycles, and the bound."""
    number = transient + period
    runs = numpy.arange(2**number)[:, None] >> numpy.arange(number) & 1
    times = range(steps + 1, steps + samples + 1)
    places = [time if time < number else transient + (time - transient) % period for time in times]
    apart = numpy.abs(runs[:, places].sum(axis=1) * period - runs[:, transient:].sum(axis=1) * samples)
    return Fraction(int(apart.max()), period * samples), greatest_error(Cycle(transient, period), steps, samples)


def simply(transient: int, period: int, steps: int, samples: int) -> tuple[Any, Any]:
    """Return that the bound is at most (m + p/4)/n, and so at most (μ + p)/n; or what it is."""
    bound, before = greatest_error(Cycle(transient, period), steps, samples), max(0, transient - 1 - steps)
    allowed = (before + Fraction(period, 4)) / samples
    return meets(bound <= allowed <= Fraction(transient + period, samples), f"at most {allowed}", bound)


OF_ANY_TYPE = (
    *(c.EMPTY, c.EMPTY, c.EMPTY, c.LIFE, c.LIFE, GREEN_LIFE),
    *(c.TREE, c.CRATE, c.FOUNTAIN, c.SPAWNER, c.PLAYER),
)


def a_window(random: Random) -> tuple[Any, int, int]:
    """Return a drawn board, a time and a number of samples."""
    height, width = random.randint(5, 7), random.randint(5, 7)
    cells = OF_ANY_TYPE if random.random() < 0.5 else (c.EMPTY, c.LIFE)
    board = b.Board([random.choices(cells, k=width) for _ in range(height)])
    return board, random.randint(0, 6), random.randint(1, 40)


def far_from_cycle(board: Any, steps: int, samples: int) -> tuple[Any, Any]:
    """Return that no density over time is farther from that over the cycle than the bound, or the worst."""
    cycle = find_cycle(board, 0, advance=advance_in_words)
    run = (board, *states_following(board, cycle.transient + cycle.period, advance=advance_in_words))
    while len(run) <= steps + samples:
        run += (run[len(run) - cycle.period],)
    over_cycle = densities(run[cycle.transient : cycle.transient + cycle.period])
    over_time = densities(run[steps + 1 : steps + samples + 1])
    nothing = Density([[0] * board.width] * board.height)
    worst = max(
        abs(over_time.get(cell, nothing)[place] - over_cycle.get(cell, nothing)[place])
        for cell, place in product({*over_cycle, *over_time}, board.locations())
    )
    bound = greatest_error(cycle, steps, samples)
    return meets(worst <= bound, f"at most {bound}", worst)


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

    def windows(scope: Scope) -> Iterator[Any]:
        most = scope.steps(quick=16, full=24)
        for size in ((4, 4), (4, 5)) if scope.is_full else ((4, 4),):
            for (cycle, lived), steps in product(by_cycles(*size, TIMES[-1] + most + 24), TIMES):
                yield cycle, lived, steps, most

    def named(cycle: Cycle, *others: Any) -> str:
        period = f"period {cycle.period}" if cycle.period <= 2 else "a longer period"
        return f"{'a' if cycle.transient else 'no'} transient, {period}"

    yield by_hand(bounds_by_hand)
    some = kinds(named, *(f"{a} transient, {p}" for a in ("a", "no") for p in ("period 1", "period 2")))
    groups = among(
        "all boards of life of 4 x 4, up to translation, by their cycles, n from 1 to 16", windows, many=True
    )
    yield every("no board is farther", worst_of_all, groups, kinds=some)
    short, to_five = among("transients of at most 3", range(4)), among("periods to 5", range(1, 6))
    at = among("t below 4", range(4)), up_to(8, full=12, said="n to")
    yield every("the bound is attained by runs of one cell", farthest, short, to_five, *at)
    longer = among("transients below 6", range(6)), among("periods to 8", range(1, 9))
    yield every("it is simply bounded", simply, *longer, among("t below 8", range(8)), up_to(39, said="n to"))
    yield CYCLES
    larger = drawn(
        "boards of 5 x 5 to 7 x 7, some of many cells; a time and a number of samples", a_window, 16, 60, many=True
    )
    yield every("larger boards, every cell type", far_from_cycle, larger)
    yield mutants("""
        safelife.game.trajectories:greatest_error
            without the transient: = min(samples, max(0, cycle.transient - 1 - steps)) → = 0
            without the period: max(Fraction(before), whole) / samples → Fraction(before, samples)
            the period over n alone: max(Fraction(before), whole) / samples → Fraction(cycle.period, samples)
            the transient and the period over n are sharp: max(Fraction(before), whole) / samples
                → Fraction(cycle.transient + cycle.period, samples)
            the state at t is a sample: cycle.transient - 1 → cycle.transient
            the time is not looked at: cycle.transient - 1 - steps → cycle.transient - 1
            transient and remainder simply added: max(Fraction(before), whole) / samples → Fraction(before, samples)
                + Fraction(left_over * (cycle.period - left_over), cycle.period * samples)
            whole rounds among all samples: (samples - before) % cycle.period → samples % cycle.period
            what is still in the end is ergodic: max(Fraction(before), whole) / samples → Fraction(cycle.period > 1)
    """)


# --- Equation 1: the statement ---


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

    def sequences(scope: Scope) -> Iterator[Any]:
        for number in range(1, 1 + scope.steps(quick=3, full=4)):
            yield from product(cells, repeat=number)

    yield by_hand(examples)
    yield from CELL_TYPES
    boards = among("all sequences of at most 3, in full 4, boards of two cells of 3 kinds", sequences)
    yield every("as written out, and 1 in all", as_written_out, boards)
    small = among("all boards of life of 3 x 3, up to translation", lambda scope: boards_of_life((3, 3)))
    yield every("the states that follow a board, without it", without_itself, small, among("states", (1, 3, 4)))
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
            a type is all but its colour: cell == cell_type → (cell ^ cell_type) & ~3584 == 0
            a type is life of a colour, hard or not: cell == cell_type → (cell ^ cell_type) & ~8 == 0
            a type is alive or not: cell == cell_type → (cell ^ cell_type) & 1 == 0
            orientation is left out: cell == cell_type → (cell ^ cell_type) & ~(3 << 12) == 0
            frozen is left out: cell == cell_type → (cell ^ cell_type) & ~24 == 0
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
