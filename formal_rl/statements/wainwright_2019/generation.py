"""Appendix A: still lifes and oscillators by Algorithm 1, and how soon it halts."""

from collections.abc import Callable, Collection
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from formal_rl.agents import Draws, draw
from formal_rl.safelife.board import ALIVE, EMPTY, FROZEN, Block, Board, Location, block_around, how_many
from formal_rl.safelife.board.conway import NEIGHBOURS
from formal_rl.safelife.board.rule import MIDDLE
from formal_rl.safelife.generation import (
    BLOCK,
    GeneratedPattern,
    Number,
    generate_pattern,
    generate_still_life,
    generate_still_life_incremental,
    oscillator_violations,
    violation,
    weights,
)
from formal_rl.safelife.generation.oscillators import within
from formal_rl.safelife.generation.patterns import (
    Census,
    Constraint,
    Penalties,
    Settings,
    Violations,
    census_of,
    emptied,
    places,
    reach_of,
    require_open,
    violations_in,
)
from formal_rl.safelife.generation.random_choice import UNIT, chosen, share_of
from formal_rl.safelife.generation.still_lifes import still_life_violations
from formal_rl.statements.checks import safelife_generation
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

Violation = Callable[[Block], int]
Weights = Callable[[Any, Number], tuple[int, ...]]


# --- Wrong numbers of violations ---


def _one_at_most(block: Block) -> int:
    """Count a violation, not how many neighbours are too few or too many."""
    return min(1, violation(block))


def _with_itself(block: Block) -> int:
    """Take a living cell for its own neighbour."""
    if not block[MIDDLE] & ALIVE or not violation(block):
        return violation(block)
    living = how_many(block, ALIVE)
    return 2 - living if living < 2 else max(0, living - 3)


def _walls_violate(block: Block) -> int:
    """Ask of walls and trees what is asked of other cells."""
    return violation((*block[:MIDDLE], block[MIDDLE] & ~FROZEN, *block[MIDDLE + 1 :]))


def _nothing_inhibits(block: Block) -> int:
    """Look at what is alive and frozen, and at no other flag, as the published generator does."""
    return violation(tuple(cell & (ALIVE | FROZEN) for cell in block))


def _dead_anyhow(block: Block) -> int:
    """Let dead cells be, whatever comes to life."""
    return violation(block) if block[MIDDLE] & ALIVE else 0


def _by_numbers(number: Violation) -> safelife_generation.Generator:
    def violations(board: Board) -> Violations:
        numbers = {location: number(block_around(board, location)) for location in board.locations()}
        return Violations({location: each for location, each in numbers.items() if each})

    return _constrained(violations)


def _one_way(board: Board) -> Violations:
    """Let nothing be behind the last row and column."""
    numbers = {}
    for row, column in board.locations():
        around = product((row - 1, row, row + 1), (column - 1, column, column + 1))
        block = tuple(board[place] if place[0] < board.height and place[1] < board.width else EMPTY for place in around)
        numbers[row, column] = violation(block)
    return Violations({location: number for location, number in numbers.items() if number})


# --- Wrong weights ---


def _all_alike(energies: Any, temperature: Number) -> tuple[int, ...]:
    return tuple(UNIT for _ in energies)


def _least_alone(energies: Any, temperature: Number) -> tuple[int, ...]:
    return tuple(UNIT if energy == min(energies) else 0 for energy in energies)


def _by_square(energies: Any, temperature: Number) -> tuple[int, ...]:
    return weights([(Fraction(energy) - Fraction(min(energies))) ** 2 for energy in energies], temperature)


def _never_nothing(energies: Any, temperature: Number) -> tuple[int, ...]:
    """Leave everything some weight."""
    return tuple(max(1 << 20, weight) for weight in weights(energies, temperature))


# --- Wrong loops ---


def _generator(run: Callable[..., GeneratedPattern]) -> safelife_generation.Generator:
    """Return a generator that does this with the board, the settings, the draws and what is open."""

    def generate(
        board: Board,
        eta: Number,
        temperature: Number,
        penalties: Penalties,
        draws: Draws,
        *,
        most_iterations: int,
        open_locations: Collection[Location] | None = None,
        **options: Any,
    ) -> GeneratedPattern:
        return run(board, Settings(eta, temperature, penalties, most_iterations), draws, open_locations, **options)

    return generate


def _constrained(assess: Callable[[Board], Violations]) -> safelife_generation.Generator:
    def run(board: Board, settings: Settings, draws: Draws, opened: Collection[Location] | None) -> GeneratedPattern:
        return generate_pattern(board, settings, draws, Constraint(assess, NEIGHBOURS), open_locations=opened)

    return _generator(run)


def _living_alone(settings: Settings, census: Census) -> bool:
    living = sum(count for cell, count in census.counts.items() if cell & ALIVE)
    return living >= Fraction(settings.eta) * census.area


def _loop(
    *,
    filled: Callable[[Settings, Census], bool] = lambda settings, census: settings.is_filled(census),
    numbers: Callable[[int], tuple[int, int]] = lambda first: (first, first + 1),
    weigh: Weights = weights,
    penalised: bool = True,
    afterwards: bool = False,
    others_alone: bool = False,
    any_cell: bool = False,
    last_fails: bool = False,
    keeps_what_failed: bool = False,
) -> safelife_generation.Generator:
    """Return the algorithm made of these parts, one of which is wrong."""

    def run(
        board: Board, settings: Settings, draws: Draws, open_locations: Collection[Location] | None
    ) -> GeneratedPattern:
        opened = require_open(board, open_locations)
        reach = reach_of(board, opened, NEIGHBOURS)
        kinds = tuple(kind for kind, _ in settings.penalties)
        iteration = 0
        while True:
            census = census_of(board, opened)
            violating = violations_in(reach, still_life_violations(board).violations)
            late = last_fails and iteration == settings.most_iterations
            if not violating and filled(settings, census) and not late:
                return GeneratedPattern(board, iteration, 2 * iteration, halted=True)
            among = reach if any_cell else violating or reach
            from_which = [cell for cell in among if places(board, cell, NEIGHBOURS, opened)]
            if iteration == settings.most_iterations or not from_which:
                failed = board if keeps_what_failed else emptied(board, opened)
                return GeneratedPattern(failed, iteration, 2 * iteration, halted=False)
            for_cell, for_change = numbers(2 * iteration)
            cell = from_which[share_of(len(from_which), draw(draws, for_cell))]
            changes = [
                (place, kind)
                for place in places(board, cell, NEIGHBOURS, opened)
                for kind in kinds
                if not others_alone or kind != board[place]
            ]
            boards = [board.with_cells({place: kind}) for place, kind in changes]
            energies = []
            for after, (_, kind) in zip(boards, changes, strict=True):
                at = census_of(after, opened) if afterwards else census
                known = dict(zip(kinds, settings.penalties_of(at), strict=True))
                total = sum(violations_in(reach, still_life_violations(after).violations).values())
                energies.append(total + (Fraction(known[kind]) if penalised else 0))
            board = boards[chosen(weigh(energies, settings.temperature), draw(draws, for_change))]
            iteration += 1

    return _generator(run)


# --- Wrong oscillators ---


def _oscillates(
    *,
    steps: Callable[[int], int] = lambda period: period,
    ways: Callable[[int], tuple[Location, ...]] = within,
    assess: Callable[[Board, int, Number], Violations] = oscillator_violations,
    sign: int = 1,
) -> safelife_generation.Generator:
    """Return a generator of oscillators made of these parts, one of which is wrong."""

    def run(
        board: Board,
        settings: Settings,
        draws: Draws,
        opened: Collection[Location] | None,
        *,
        period: int = 2,
        still_penalty: Number = 0,
    ) -> GeneratedPattern:
        constraint = Constraint(lambda now: assess(now, steps(period), sign * still_penalty), ways(period))
        return generate_pattern(board, settings, draws, constraint, open_locations=opened)

    return _generator(run)


def _back_at_any_time(board: Board, period: int, still_penalty: Number) -> Violations:
    back = any(not oscillator_violations(board, sooner).violations for sooner in range(1, period + 1))
    found = oscillator_violations(board, period, still_penalty)
    return found._replace(violations={}) if back else found


def _never_still(board: Board, period: int, still_penalty: Number) -> Violations:
    """Take what does not oscillate at all for a violation."""
    found = oscillator_violations(board, period, still_penalty)
    is_still = not oscillator_violations(board, 1).violations
    return found._replace(violations={(0, 0): 1}) if is_still else found


def _still_at_the_end(board: Board, period: int, still_penalty: Number) -> Violations:
    """Count as still what is back after the period, whatever it did before."""
    found = oscillator_violations(board, period, still_penalty)
    return found._replace(penalty=still_penalty * (board.height * board.width - len(found.violations)))


def _always_the_same(temperature: Number, **options: Any) -> safelife_generation.Generator:
    """Use this temperature, whatever is asked for."""

    def generate(
        board: Board, eta: Number, _: Number, penalties: Penalties, draws: Draws, **more: Any
    ) -> GeneratedPattern:
        return generate_still_life_incremental(board, eta, temperature, penalties, draws, **{**more, **options})

    return generate


def _never_looks(
    board: Board, eta: Number, temperature: Number, *arguments: Any, most_iterations: int
) -> GeneratedPattern:
    """Fill the board row by row, and halt."""
    locations = tuple(board.locations())
    number = int(Fraction(eta) * len(locations)) + 1
    return GeneratedPattern(
        board.with_cells(dict.fromkeys(locations[:number], 9)), number * len(locations) % 37, 0, True
    )


def _gives_up(*arguments: Any, most_iterations: int) -> GeneratedPattern:
    """Give up after a tenth of an iteration for each cell."""
    return generate_still_life_incremental(*arguments, most_iterations=most_iterations // 500)


_still_lifes = safelife_generation.still_lifes

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-alg1",
        kind="lemma",
        title="still lifes by Algorithm 1",
        claim="While cells would change in the next step, one of them is drawn, and else, while too little is on the "
        "board, any cell. One of its neighbours then becomes a cell type, with probability proportional to e to the "
        "minus (violations then, and penalty of the type) over the temperature. A violation counts how many "
        "neighbours would have to be switched. Where this halts, the board is a still life and its share of cells "
        "that are not empty is at least the target.",
        source=f"{WAINWRIGHT_2019}, Appendix A, Algorithm 1",
        check=_still_lifes,
        mutants={
            "a violation counts one": {"violation": _one_at_most, "generate": _by_numbers(_one_at_most)},
            "what changed: a violation counts one": {"incremental": _by_numbers(_one_at_most)},
            "what changed: one draw for both": {"incremental": _loop(numbers=lambda first: (first, first))},
            "what changed: only living cells fill": {"incremental": _loop(filled=_living_alone)},
            "living cells count themselves": {"violation": _with_itself},
            "walls and trees violate": {"violation": _walls_violate},
            "nothing preserves or inhibits": {"violation": _nothing_inhibits},
            "a cell is adjacent to itself": {"generate": partial(generate_still_life, adjacent=BLOCK)},
            "dead cells never violate": {"generate": _by_numbers(_dead_anyhow)},
            "one-way wrap": {"generate": _constrained(_one_way)},
            "the temperature multiplies": {
                "weights": lambda energies, temperature: weights(energies, 1 / Fraction(temperature))
            },
            "every choice is as likely": {"weights": _all_alike},
            "the best choice is always made": {"weights": _least_alone},
            "energies are squared": {"weights": _by_square},
            "nothing is ever impossible": {"weights": _never_nothing},
            "every change is as likely": {"generate": _loop(weigh=_all_alike)},
            "penalties are forgotten": {"generate": _loop(penalised=False)},
            "penalties of the board afterwards": {"generate": _loop(afterwards=True)},
            "what is there is not tried": {"generate": _loop(others_alone=True)},
            "any cell is drawn": {"generate": _loop(any_cell=True)},
            "more than the target is asked for": {
                "generate": _loop(filled=lambda settings, census: census.filled > Fraction(settings.eta) * census.area)
            },
            "only living cells fill": {"generate": _loop(filled=_living_alone)},
            "the change is drawn first": {"generate": _loop(numbers=lambda first: (first + 1, first))},
            "one draw for both": {"generate": _loop(numbers=lambda first: (first, first))},
            "done at the last iteration is failure": {"generate": _loop(last_fails=True)},
            "what failed is returned": {"generate": _loop(keeps_what_failed=True)},
        },
        verdict="holds",
        evidence="exhaustive: blocks of empty and living neighbours round ten cells, each set of neighbours switched; "
        "choices of up to 3 energies; small boards, each as one on which the algorithm may halt (it halts exactly on "
        "those that are still and filled, and so does every run, since the condition does not depend on how a board "
        "came about); sampled: whole runs, by the text once more, and drafts under change, by counting anew",
        defects="Not said, and decided so: whether a cell is adjacent to itself (no: the text changes one of its "
        "neighbours; the published generator includes it); which cell types there are (those that have a penalty); "
        "whether what is there is among the choices (yes: all types; the published generator leaves it out); what a "
        "number of violations is for cells that are frozen, preserved or inhibited (0: they would not change); "
        "whether spawners matter (no: nothing spawns; near a spawner no pattern is certain to be still); what is "
        "adjacent over the edges (the board is a torus); which board penalties that vary look at (the one before the "
        "change); whether it is looked at once more after the last iteration (yes; the published generator then "
        "reports failure although it is done). That living cells have two or three living neighbours is said of still "
        "lifes of the Game of Life; of trees it need not hold. The corner that a block lacks violates, but is not "
        "adjacent to itself, so the pattern is not simply completed. The published generator counts each changing "
        "cell as one, and after failures tries again with less.",
    ),
    Statement(
        id="W19-alg1-oscillator",
        kind="lemma",
        title="oscillators by Algorithm 1",
        claim="With the constraint that the board is back after N steps, changes within N steps of a cell that is not, "
        "and a penalty on what is still, the algorithm halts on boards that are back after N steps.",
        source=f"{WAINWRIGHT_2019}, Appendix A, last paragraph",
        check=safelife_generation.oscillators,
        mutants={
            "in words: a step too late": {"in_words": _oscillates(steps=lambda period: period + 1)},
            "in words: still cells are preferred": {"in_words": _oscillates(sign=-1)},
            "still lifes alone": {"generate": _oscillates(steps=lambda _: 1)},
            "a step too late": {"generate": _oscillates(steps=lambda period: period + 1)},
            "back at any time until then": {"generate": _oscillates(assess=_back_at_any_time)},
            "still lifes violate": {"generate": _oscillates(assess=_never_still)},
            "only neighbours are changed": {"generate": _oscillates(ways=lambda _: NEIGHBOURS)},
            "only what is one step away is changed": {"generate": _oscillates(ways=lambda _: BLOCK)},
            "changes too far away": {"generate": _oscillates(ways=lambda period: within(period + 1))},
            "still cells are not penalised": {"generate": _oscillates(sign=0)},
            "still cells are preferred": {"generate": _oscillates(sign=-1)},
            "still is what is back": {"generate": _oscillates(assess=_still_at_the_end)},
        },
        verdict="holds",
        evidence="exhaustive: small boards, each as one on which the algorithm may halt, periods 1 to 3; each location "
        "near another; sampled: whole runs, by the text once more, and boards under change, by counting anew",
        defects="What the number of violations is for oscillators is not said; here a cell is back or is not. How "
        "still lifes are penalised is not said; here by each cell that never changes. A still life can come out all "
        "the same, and so can a board of which but one part oscillates, or with a period that divides N. The cost is "
        "said to grow like N^4, which is the number of changes times the cells that each may change; a change "
        "can touch (2k + 1)² cells after k steps, so that with all the steps in between it is N^5.",
    ),
    Statement(
        id="W19-alg1-halting",
        kind="claim",
        title="the algorithm tends to halt within about 50 iterations for each cell",
        claim="For reasonable targets and temperatures the algorithm tends to halt within about 50 iterations for each "
        "cell of the board, but the distribution of run times is large.",
        source=f"{WAINWRIGHT_2019}, Appendix A",
        check=safelife_generation.halting,
        mutants={
            "every change is as likely": {"generate": _always_the_same(1000)},
            "the best change is always made": {"generate": _always_the_same(Fraction(1, 100))},
            "nobody looks for violations": {"generate": _never_looks},
            "it gives up too soon": {"generate": _gives_up},
        },
        verdict="holds (repaired)",
        evidence="sampled: runs from empty boards without penalties, draws from seeds: three settings on 8 x 8 "
        "and the hardest on 12 x 12, 5 runs each; in full larger boards, all settings, and more runs of each",
        defects="Which targets and temperatures are reasonable is not said, nor with which penalties, nor on how large "
        "a board: the values are those at which it was found to be so, on the boards that are named. In the cold, at "
        "temperature 1/4 and target 1/5, and for much, at temperature 1/2 and target 2/5, hardly any run halts. Nor do "
        "more than half of those on 26 x 26 at temperature 3/2 (on 16 x 16 with target 1/10 most do): a higher "
        "temperature is not always sooner.",
        repair="on boards of 8 x 8 to 26 x 26 more than half of all runs halt within 50 iterations for each cell "
        "at temperatures from 1/2 to 1 and targets from 1/20 to 1/5, empty and living cells alike without penalty; at "
        "one setting the longest takes four times the shortest and more",
        witness="8 x 8, 3 runs, within 50 iterations for each cell: at temperature 1/4 and target 1/5, 0 halt; at "
        "temperature 1/2 and target 2/5, 0 halt",
    ),
)
"""In the order of the paper."""
