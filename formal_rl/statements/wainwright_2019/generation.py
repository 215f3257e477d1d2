"""Patterns by Algorithm 1: still lifes, oscillators, and how soon the algorithm halts."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import accumulate, product
from math import floor, nextafter
from random import Random
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.checking.domains import drawn
from formal_rl.safelife import board as b
from formal_rl.safelife import generation as g
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import cells as c
from formal_rl.safelife.board.conway import NEIGHBOURS, life_board
from formal_rl.safelife.generation import _float_choice as floats
from formal_rl.safelife.generation import patterns, random_choice
from formal_rl.safelife.generation.oscillators import oscillator_violations, within
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, claim, lemma, mutants, statements_in
from formal_rl.statements.recorded import Experiment

HALF, NINTH, COLD = Fraction(1, 2), Fraction(1, 9), Fraction(1, 100)
EXACT = Context(prec=60)

FORMS = (g.generate_still_life, g.generate_still_life_incremental)
on_planes = partial(g.generate_oscillator, step=lambda board: advance_packed(board).board)


# --- The page, transcribed ---


@cache
def power(exponent: Fraction) -> Fraction:
    """Return e to the minus exponent, to sixty digits."""
    return Fraction(EXACT.exp(-EXACT.divide(Decimal(exponent.numerator), Decimal(exponent.denominator))))


@lru_cache(maxsize=1 << 14)
def after(steps: int, board: Any) -> Any:
    """Return the board after ``steps`` steps."""
    return b.advance(after(steps - 1, board)).board if steps else board


def numbers_to_switch(board: Any) -> dict[Any, int]:
    """Return, for each changing cell, the number of neighbours to switch so that it would stay."""
    numbers, later = {}, after(1, board)
    for row, column in board.locations():
        cell = board[row, column]
        if cell != later[row, column]:
            living = sum(1 for down, right in NEIGHBOURS if board[row + down, column + right] & c.ALIVE)
            numbers[row, column] = min(abs(living - stays) for stays in ((2, 3) if cell & c.ALIVE else (2, 4)))
    return numbers


def by_the_page(
    board: Any,
    eta: Any,
    temperature: Any,
    penalties: Mapping[int, Any],
    draws: Any,
    *,
    most_iterations: int,
    open_locations: Any = None,
    draws_read: int = 0,
) -> Any:
    """Return the result of Algorithm 1, transcribed from the page independently of `generate_pattern`."""
    opened = [place for place in board.locations() if open_locations is None or place in open_locations]
    near = {}
    for row, column in board.locations():
        around = dict.fromkeys(board.wrapped((row + down, column + right)) for down, right in NEIGHBOURS)
        near[row, column] = [place for place in around if place in opened]
    reach = [cell for cell in near if near[cell] or cell in opened]
    for iteration in range(most_iterations + 1):  # the last only looks whether it is done
        filled, numbers = [board[place] for place in opened], numbers_to_switch(board)
        violating = [cell for cell in reach if cell in numbers]
        if not violating and len(opened) - filled.count(c.EMPTY) >= Fraction(eta) * len(opened):
            return g.GeneratedPattern(board, iteration, 2 * iteration, halted=True)
        from_which = [cell for cell in violating or reach if near[cell]]
        if iteration == most_iterations or not from_which:
            break
        cell = from_which[floor(len(from_which) * Fraction(draws[draws_read + 2 * iteration]))]
        census = patterns.Census({each: filled.count(each) for each in set(filled)}, len(opened))
        tried = [(board.with_cells({place: kind}), penalties[kind]) for place in near[cell] for kind in penalties]
        energies = [
            sum(number for at, number in numbers_to_switch(each).items() if at in reach)
            + Fraction(penalty(census) if callable(penalty) else penalty)
            for each, penalty in tried
        ]
        up_to = list(accumulate(power(Fraction(each - min(energies)) / Fraction(temperature)) for each in energies))
        board, _ = tried[bisect_right(up_to, Fraction(draws[draws_read + 2 * iteration + 1]) * up_to[-1])]
    return g.GeneratedPattern(board.with_cells(dict.fromkeys(opened, c.EMPTY)), iteration, 2 * iteration, halted=False)


UNTIL, GROWING = patterns.PenaltyUntilFilled(Fraction(2, 5)), patterns.GrowingPenalty(c.TREE, HALF, 10)
TREES: Mapping[int, Any] = {c.EMPTY: UNTIL, c.LIFE: 0, c.TREE: GROWING, c.WALL: 1.5}
FREEZING = {c.EMPTY: 0, c.FOUNTAIN: 3, c.LIFE: HALF, c.PARASITE: 2.5}
FOUND: Sequence[tuple[tuple[int, ...], Mapping[int, Any]]] = (
    ((c.EMPTY, c.EMPTY, c.LIFE), g.NO_PENALTIES),
    ((c.EMPTY, c.EMPTY, c.LIFE, c.WALL, c.TREE, c.CRATE), TREES),
    ((c.EMPTY,) * 8 + (c.LIFE,) * 6 + (c.HARD_LIFE, c.PLAYER, c.WEED), FREEZING),
)
"""Boards of life, of walls and trees, and of frozen cells, and the penalties of the cells tried there."""


def a_run(random: Random) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Return a drawn board and settings on which Algorithm 1 halts after some iterations, if 40 tries find one."""
    for _ in range(40):
        cells, penalties = FOUND[random.randrange(3)]
        height, width = random.randint(3, 4), random.randint(3, 4)
        board = b.Board([random.choice(cells) for _ in range(width)] for _ in range(height))
        options: dict[str, Any] = {"most_iterations": 6, "draws_read": random.randint(0, 3)}
        if random.random() < 0.4:
            options["open_locations"] = frozenset(random.sample(tuple(board.locations()), random.randint(1, 5)))
        temperature, eta = random.choice((HALF, 0.75, 1)), random.choice((0, Fraction(1, 6), Fraction(1, 3)))
        asked = (board, eta, temperature, penalties, SeededDraws(random.randrange(10**6)))
        found = g.generate_still_life_incremental(*asked, **options)
        if found.halted and found.iterations > 1:
            break
    return asked, options


# --- Still lifes ---


def cold(generate: Any, board: Any, eta: Any, draws: Any, most: int, **options: Any) -> Any:
    """Return the board, the iterations and whether it halted, so cold that the best change is always made."""
    penalties = options.pop("penalties", g.NO_PENALTIES)
    made = generate(board, eta, COLD, penalties, draws, most_iterations=most, **options)
    return made.board, made.iterations, made.halted


BOARDS = among("all boards of life of 3 x 3", list(product((c.EMPTY, c.LIFE), repeat=9)))
TARGETS = among("three targets", (0, Fraction(1, 3), 1))


def halts(cells: Any, eta: Any, generate: Any = g.generate_still_life, period: int = 1) -> tuple[Any, Any]:
    """Return that it halts before any draw if a board is back after a period, and filled; and whether it does."""
    board = b.Board(zip(*[iter(cells)] * 3, strict=True))
    right = after(period, board) == board and 9 - cells.count(c.EMPTY) >= 9 * eta
    found = generate(board, eta, 1, g.NO_PENALTIES, (), most_iterations=0)
    return (right, board if right else b.Board.empty(3, 3)), (found.halted, found.board)


@lemma(
    "W19-alg1",
    "still lifes by Algorithm 1",
    "Appendix A, Algorithm 1",
    "holds",
    defects="The paper leaves open, and we decided: whether a cell is adjacent to itself (no: the text changes "
    "one of its neighbours; the published generator includes it); which cell types there are (those that have a "
    "penalty); whether what is there is among the choices (yes: all types; the published generator leaves it "
    "out); what a number of violations is for cells that are frozen, preserved or inhibited (0: they would not "
    "change); whether spawners matter (no: nothing spawns; near a spawner no pattern is certain to be still); "
    "what is adjacent over the edges (the board is a torus); which board penalties that vary look at (the one "
    "before the change); whether the board is checked once more after the last iteration (yes; the published "
    "generator then reports failure although it succeeded). The paper's sentence that living cells have two or "
    "three living neighbours is about still lifes of the Game of Life; it need not hold for trees. The missing "
    "corner of a block violates, but is not adjacent to itself, so the algorithm does not simply complete the "
    "pattern. The published generator counts each changing cell as one, and after failures tries again with a "
    "lower target.",
)
def still_lifes() -> Evidence:
    """While cells would change in the next step, one of them is drawn; otherwise, while too little is on the board, any
    cell. One of its neighbours then becomes a cell type, with probability proportional to e to the minus (resulting
    violations plus the type's penalty) over the temperature. The violations of a cell are the number of neighbours that
    would have to be switched. If the algorithm halts, the board is a still life and its share of cells that are not
    empty is at least the target.
    """
    too_many = life_board("...... .oo... .oo... ...o.. ...... ......")
    tromino, one_wall = life_board("..... .oo.. .o... ..... ....."), b.Board.empty(3, 3).with_cells({(2, 2): c.WALL})

    def examples() -> Rows:
        yield "2^60 / e, 2^60, 2^60", (424_136_118_829_305_329, 1 << 60, 1 << 60), random_choice.weights((2, 1, 1), 1)
        yield "e^-100 is far below 2^-60", (0, 1 << 60), random_choice.weights((2, 1), COLD)
        yield "a quarter of the weights is the first", 1, random_choice.chosen((1, 2, 1), Fraction(1, 4))
        certain = [
            floats.surely_chosen((1.0, 2.0), draw, floats.bound_of(2)) for draw in (0.25, 0.5, nextafter(0.5, 0))
        ]
        yield "by floats only where two choices do not meet", [0, None, None], certain
        yield "1 + 20 · 2/8", 6, patterns.GrowingPenalty(c.LIFE, 1, 20)(patterns.Census({c.LIFE: 2, c.EMPTY: 6}, 8))
        until = patterns.PenaltyUntilFilled(Fraction(1, 5))
        for filled, value in ((18, 2), (19, 1), (20, 0)):
            penalty = until(patterns.Census({c.WALL: filled, c.EMPTY: 100 - filled}, 100))
            yield f"{filled} of 100, 20 asked for", value, penalty
        for form in FORMS:
            made, six = cold(form, too_many, NINTH, (0, HALF), 1), too_many.with_cells({(3, 3): c.EMPTY})
            yield "the block's corner violates; without (3, 3) nothing does", (six, 1, True), made
            made = cold(form, tromino, 0, (0,) * 6, 3)
            yield "the missing corner violates, and is not adjacent to itself", (b.Board.empty(5, 5), 3, False), made
            made = cold(form, b.Board.empty(3, 3), NINTH, (0, 0), 1, penalties={c.EMPTY: 100, c.WALL: 1})
            yield "empty cells are dear; the first place adjacent to (0, 0) is (2, 2)", (one_wall, 1, True), made

    def by_both(asked: Any, options: Any) -> Any:
        return [by_the_page(*asked, **options)] * 2, [form(*asked, **options) for form in FORMS]

    yield by_hand(examples)
    runs = drawn("runs on boards of life, of walls and trees, and of what freezes", a_run, 14, 300, many=True)
    yield every("whole runs of both forms, by the page", by_both, runs)
    yield every("it halts at once where it is still and filled", halts, BOARDS, TARGETS)
    yield mutants("""
        safelife.generation.still_lifes:violation
            a violation counts one: 2 - neighbours if neighbours < 2 else neighbours - 3 → 1
            living cells count themselves: how_many(block, ALIVE) - 1 → how_many(block, ALIVE)
            walls and trees violate: next_cell(block) == → next_cell((*block[:4], block[4] & ~16, *block[5:])) ==
            nothing preserves or inhibits: next_cell(block) == → next_cell(tuple(cell & 17 for cell in block)) == 17 &
            dead cells never violate: return 1 → return 0
        safelife.generation.still_lifes:still_life_violations
            one-way wrap: {location: violation(block_around(board, location)) for location
                → {(row, column): violation(tuple(board[r, c] if r < board.height and c < board.width else EMPTY for
                r in (row - 1, row, row + 1) for c in (column - 1, column, column + 1))) for row, column
        safelife.generation.still_lifes:generate_still_life
            a cell is adjacent to itself: ] = NEIGHBOURS → ] = BLOCK
        safelife.generation.patterns:generate_pattern
            every change is as likely: weights(energies, settings.temperature) → [1] * len(energies)
            penalties are forgotten: + Fraction(penalty) → ∅
            penalties of the board afterwards: Fraction(penalty))
                → Fraction(settings.penalties_of(census_of(after, opened))[penalties.index(penalty)]))
            what is there is not tried: zip(settings.penalties, penalties, strict=True)
                → [each for each in zip(settings.penalties, penalties, strict=True) if each[0][0] != board[place]]
            any cell is drawn: violating or reach → reach
            the change is drawn first: which), draw(draws, number → which), draw(draws, number + 1
                ;; ure), draw(draws, number + 1 → ure), draw(draws, number
        safelife.generation.patterns:Settings
            requires more than the target: census.filled >= → census.filled >
        safelife.generation.patterns:emptied
            what failed is returned: board.with_cells(dict.fromkeys(opened, EMPTY)) → board
        safelife.generation.random_choice:weights
            the temperature multiplies: / heat → * heat
            the best choice is always made: weight((energy - least) / heat) → UNIT * (energy == least)
            energies are squared: (energy - least) / heat → (energy - least) ** 2 / heat
            nothing is ever impossible: weight((energy → max(1 << 20, weight((energy ;; / heat) → / heat))
        safelife.generation._float_choice:bound_of
            floats are taken at their word: return 4 * → return 0 *
        safelife.generation._still_lifes_incremental:VIOLATIONS
            what changed, a violation counts one: max(3 - living, living - 4, 0) → int(living not in (3, 4))
        safelife.generation._still_lifes_incremental:generate_still_life_incremental
            what changed, one draw for both: next(stream))] → again := next(stream))] ;; chosen(cell, stream)
                → chosen(cell, iter([again]))
            what changed, only living cells fill: draft.census.filled >=
                → sum(number for cell, number in draft.census.counts.items() if cell & 1) >=
    """)


# --- Oscillators ---


@lemma(
    "W19-alg1-oscillator",
    "oscillators by Algorithm 1",
    "Appendix A, last paragraph",
    "holds",
    defects="The paper does not define the number of violations for oscillators; here a cell is back or it is "
    "not. It does not say how still lifes are penalised; here by a penalty for each cell that never changes. The "
    "result can still be a still life, or a board of which only a part oscillates, or one with a period that "
    "divides N. The paper says that the cost grows like N^4, which is the number of changes times the cells that "
    "each may change; a change can affect (2k + 1)² cells after k steps, so with all the steps in between it is "
    "N^5.",
)
def oscillators() -> Evidence:
    """With the constraint that the board is back after N steps, changes within N steps of a cell that is not back, and
    a penalty on still cells, the algorithm halts on boards that are back after N steps.
    """
    forms = (g.generate_oscillator, on_planes)
    blinker, two = life_board("..... ..... .ooo. ..... ....."), life_board("..... ..... .oo.. ..... .....")
    tromino, block = life_board("..... .oo.. .o... ..... ....."), life_board("..... .oo.. .oo.. ..... .....")

    def examples() -> Rows:
        yield "a blinker is back", ({}, 21), oscillator_violations(blinker, 2, 1)
        ends = {(1, 2): 1, (2, 1): 1, (2, 3): 1, (3, 2): 1}
        yield "after three steps it is not", (ends, 21), oscillator_violations(blinker, 3, 1)
        yield "within 2 steps, 5 · 5 places", 25, len(within(2))
        yield "3 · 3 places, each of which may change 3 · 3 cells: 3^4", 81, len(within(1)) ** 2
        yield "two of a blinker die", ({(2, 1): 1, (2, 2): 1}, 23), oscillator_violations(two, 2, 1)
        yield "three of a block are a block from then on", ({(2, 2): 1}, 24), oscillator_violations(tromino, 2, 1)
        for form in forms:
            made = partial(cold, form, period=2)
            why = "(2, 1) violates; life two places away makes a blinker, with 21 still cells and not 23"
            yield why, (blinker, 1, True), made(two, 0, (0, 0), 1, open_locations={(2, 3)}, still_penalty=2)
            penalty: Any
            for penalty, value in ((HALF, (block, 1, True)), (2, (tromino, 1, False))):
                found = made(tromino, 0, (0, HALF), 1, open_locations={(2, 2)}, still_penalty=penalty)
                yield f"0 and 25 times {penalty} for the corner, against 1 and 24 times", value, found

    yield by_hand(examples)
    back = partial(halts, generate=partial(on_planes, period=2), period=2)
    yield every("it halts at once where it is back after 2 steps and filled", back, BOARDS, TARGETS)
    yield mutants("""
        safelife.generation.oscillators:oscillator_violations
            a step too late: range(period) → range(period + 1)
            back at any time until then: changing: set → back = False⏎    changing: set ;; = step(after)
                → = step(after)⏎        back |= after == board ;; {location: 1 → {} if back else {location: 1
            still lifes violate: {location: 1 → {(0, 0): 1} if not changing else {location: 1
            still cells are not penalised: still_penalty * still → 0
            still cells are preferred: still_penalty * still → -still_penalty * still
            still is what is back: len(changing) → sum(after[location] != board[location] for location in
                board.locations())
        safelife.generation.oscillators:within
            only what is one step away is changed: range(-steps, steps + 1) → range(-1, 2)
            changes too far away: range(-steps, steps + 1) → range(-steps - 1, steps + 2)
    """)


# --- How soon it halts ---

REASONABLE = [(8, 5, "1", "1/10"), (8, 5, "3/4", "1/10"), (8, 5, "1", "1/5"), (12, 5, "1/2", "1/5")]
REASONABLE += [(26, 20, *each) for each in product(("1", "3/4", "1/2"), ("1/10", "1/5", "1/20"))]
SPREAD = 8, 20, "1", "1/20"


def iterations(side: int, number: int, heat: str, eta: str) -> list[int | None]:
    """Return the number of iterations after which each run halts; None beyond 50 for each cell of the board."""
    asked = b.Board.empty(side, side), Fraction(eta), Fraction(heat), g.NO_PENALTIES
    runs = (SeededDraws(run) for run in range(number))
    made = [g.generate_still_life_incremental(*asked, each, most_iterations=50 * side**2) for each in runs]
    return [each.iterations if each.halted else None for each in made]


HALTS = Experiment("W19-alg1-halting", iterations, [*REASONABLE, SPREAD])


@claim(
    "W19-alg1-halting",
    "the algorithm tends to halt within about 50 iterations for each cell",
    "Appendix A",
    "holds (repaired)",
    defects="The paper does not say which targets and temperatures are reasonable, with which penalties, or on "
    "how large a board: the repair names values and boards for which we found the claim true. At a low "
    "temperature (1/4 with target 1/5) and for a high target (2/5 at temperature 1/2) hardly any run halts. Nor "
    "do more than half of the runs on large boards at a temperature above 1: a higher temperature is not always "
    "faster.",
    repair="on the boards tried, from 8 x 8 on, more than half of all runs halt within 50 iterations for each cell "
    "at temperatures from 1/2 to 1 and targets from 1/20 to 1/5, empty and living cells alike without penalty; at "
    "one setting the longest takes four times the shortest and more",
    witness="8 x 8, 3 runs each, within 50 iterations for each cell: at temperature 1/4 and target 1/5, and at "
    "temperature 1/2 and target 2/5, 0 halt",
)
def halting() -> Evidence:
    """For reasonable targets and temperatures the algorithm tends to halt within about 50 iterations for each cell of
    the board, but the distribution of run times is large.
    """

    def mostly(found: Any) -> Any:
        halted = sum(each is not None for each in found)
        return meets(2 * halted > len(found), "more than half halt", f"{halted} halt")

    def spread(*run: Any) -> Any:
        taken = sorted(each for each in HALTS.results[run] if each is not None)
        return meets(taken[-1] >= 4 * taken[0], "4 times the shortest", taken)

    said = "recorded runs: side, number of runs, temperatures 1/2 to 1, targets 1/20 to 1/5, 50 iterations a cell"
    yield every("more than half halt", lambda *run: mostly(HALTS.results[run]), among(said, REASONABLE, many=True))
    yield every("the longest takes 4 times the shortest", spread, among("20 runs on 8 x 8", [SPREAD], many=True))
    yield HALTS.again
    about = "3 runs each on 8 x 8, temperature 1/4 and target 1/5, 1/2 and 2/5, within 50 iterations for each cell"
    both = among(about, [(("1/4", "1/5"), ("1/2", "2/5"))])
    either = lambda settings: mostly([run for each in settings for run in iterations(8, 3, *each)])  # noqa: E731
    yield every("more than half halt", either, both).fails("…: expected 'more than half halt', got '0 halt'")
    yield mutants("""
        safelife.generation._still_lifes_incremental:_WeighedChanges
            every change is as likely: = Fraction(settings.temperature) → = Fraction(1000)
            the best change is always made: = Fraction(settings.temperature) → = Fraction(1, 100)
        safelife.generation._still_lifes_incremental:generate_still_life_incremental
            nobody looks for violations: not is_violated and → ∅
    """)


STATEMENTS = statements_in(globals())
