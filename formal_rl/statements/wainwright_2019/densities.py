"""Checks of densities: of a cell type, of two inaction distributions, and over time and over a cycle."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draw, Draws, HashedDraws, draw
from formal_rl.checking import (
    Case,
    Disagreement,
    Example,
    Part,
    Refutation,
    Scope,
    check_examples,
    decide_cases,
    equal,
    part,
    unless,
)
from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.words.rule import advance_in_words, advance_together
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOUR_MASK,
    CRATE,
    DESTRUCTIBLE,
    EMPTY,
    EXIT,
    FROZEN,
    LIFE,
    ORIENTATION_MASK,
    AdvanceResult,
    Board,
    Cell,
    Location,
    block_around,
    may_spawn,
    next_cell,
    turned,
)
from formal_rl.safelife.board.cells import FOUNTAIN, HARD_LIFE, MOVABLE, PLAYER, SPAWNER, TREE, coloured
from formal_rl.safelife.board.conway import GLIDER, life_board
from formal_rl.safelife.game import find_cycle, greatest_error, is_deterministic, states_following
from formal_rl.safelife.game.game import Advance
from formal_rl.safelife.game.trajectories import Cycle
from formal_rl.safelife.side_effects import Density, densities, density, density_where, inaction_distribution, is_life
from formal_rl.safelife.side_effects.cell_types import is_furniture
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.cell_types import IsLife, cell_types
from formal_rl.statements.wainwright_2019.dynamics import boards_of_life
from formal_rl.statements.wainwright_2019.trajectories import COUNTED, CYCLES

DensityOf = Callable[[Sequence[Board], Cell], Density]
Following = Callable[[Board, int], tuple[Board, ...]]
Distribution = Callable[..., tuple[Board, ...]]

BLINKER = life_board("..... ..... .ooo. ..... .....")
_GREEN = coloured(LIFE, "green")


def differing_locations(first: Sequence[Board], second: Sequence[Board]) -> dict[Cell, tuple[Location, ...]]:
    """Return where the densities of two distributions differ, for each cell type of which they do."""
    one, other = densities(first), densities(second)
    nowhere = Density([[0] * first[0].width] * first[0].height)
    found = {}
    for cell in sorted({*one, *other}):
        before, after = one.get(cell, nowhere), other.get(cell, nowhere)
        if where := tuple(location for location in first[0].locations() if before[location] != after[location]):
            found[cell] = where
    return found


# --- Equation 1 ---


def _rows(found: Density) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(tuple(found[row, column] for column in range(found.width)) for row in range(found.height))


def _by_hand(density: DensityOf, following: Following) -> Iterator[Example]:
    def blinking(samples: int) -> tuple[Fraction, ...]:
        found = density(following(BLINKER, samples), LIFE)
        return tuple(found[place] for place in ((2, 1), (2, 2), (2, 3), (1, 2), (3, 2), (0, 0)))

    def rows(boards: Sequence[Board], cell: Cell) -> tuple[tuple[Fraction, ...], ...]:
        return _rows(density(boards, cell))

    def mass(boards: Sequence[Board], cell: Cell) -> Fraction:
        return density(boards, cell).mass

    half, whole, none, third = Fraction(1, 2), Fraction(1), Fraction(0), Fraction(1, 3)
    expected, why = (half, whole, half, half, half, none), "upright, lying: 1/2 at four ends, 1 in the middle"
    yield ("the two states that follow a blinker", why, expected, blinking, 2)
    expected, why = (third, whole, third, 2 * third, 2 * third, none), "upright, lying, upright: 1/3 where it lay first"
    yield ("the three states that follow it", why, expected, blinking, 3)
    yield ("the one state that follows it", "upright", (none, whole, none, whole, whole, none), blinking, 1)
    yield ("no state", "no average over n = 0", InvalidParameter, density, (), LIFE)
    yield ("no state that follows", "no average over n = 0", InvalidParameter, following, BLINKER, 0)
    kinds = Board([[LIFE, HARD_LIFE, _GREEN, coloured(HARD_LIFE, "green"), turned(LIFE, 1), TREE]])
    for cell, place in ((LIFE, 0), (HARD_LIFE, 1), (_GREEN, 2), (turned(LIFE, 1), 4), (TREE, 5)):
        only, why = tuple(Fraction(column == place) for column in range(6)), "only the cell that has all of its bits"
        yield (f"six cells, the type {cell}", why, (only,), rows, (kinds,), cell)
    four = tuple(life_board(picture) for picture in ("oo. ...", "ooo ooo", ".o. ...", "... ..o"))
    expected_rows = ((half, 3 * half / 2, half / 2), (half / 2, half / 2, half))
    why = "2, 3, 1 of 4 in the first row, 1, 1, 2 in the second"
    yield ("four boards that no rule leads to", why, expected_rows, rows, four, LIFE)
    thrice, why = (*(life_board("o."),) * 3, life_board(".o")), "each sample counts: 3 of 4, and 1 of 4"
    yield ("the same board thrice and another once", why, ((3 * half / 2, half / 2),), rows, thrice, LIFE)
    yield ("the mass", "2 + 6 + 1 + 1 cells on four boards: 5/2 a board", Fraction(5, 2), mass, four, LIFE)
    yield ("what is empty", "a type, too: 24 - 10 on four boards", Fraction(7, 2), mass, four, EMPTY)
    yield ("a type that nowhere occurs", "0 everywhere", ((none,) * 3,) * 2, rows, four, TREE)


def _as_written(density: DensityOf, boards: Sequence[Board], types: Sequence[Cell]) -> Disagreement | None:
    """Return where the densities are not Equation 1, written out once more, or do not add up to one."""
    found = [density(boards, cell) for cell in types]
    shares = [
        [Fraction(sum(1 for board in boards if board[place] == cell), len(boards)) for place in boards[0].locations()]
        for cell in types
    ]
    expected = (shares, list(map(sum, shares)), {1})
    got = [[each[place] for place in boards[0].locations()] for each in found]
    in_all = set(map(sum, zip(*got, strict=True)))
    return equal(
        f"densities, masses and all in all of {boards}", expected, (got, [each.mass for each in found], in_all)
    )


def _small_distributions(density: DensityOf, longest: int) -> Iterator[Case]:
    types = (EMPTY, LIFE, _GREEN)
    boards = [Board([cells]) for cells in product(types, repeat=2)]
    for number in range(1, longest + 1):
        for chosen in product(boards, repeat=number):
            branch = "some board twice" if len(set(chosen)) < number else "each board once"
            yield branch, _as_written(density, chosen, types)


@part(
    "the states that follow a board, without it",
    branches=("stays", "changes"),
    domain="all boards of life of 3 x 3, up to translation, with 1, 3 and 4 states",
)
def _runs(density: DensityOf, following: Following) -> Iterator[Case]:
    """Yield the states that follow small boards, with what was forgotten of the run, or counted twice."""
    for board in boards_of_life((3, 3)):
        states = [board]
        for _ in range(4):
            states.append(advance_in_words(states[-1]).board)
        for samples in (1, 3, 4):
            got, expected = density(following(board, samples), LIFE), density(states[1 : samples + 1], LIFE)
            branch = "stays" if states[1] == board else "changes"
            yield branch, equal(f"the {samples} states that follow {board}", expected, got)


def density_of_a_type(
    scope: Scope,
    *,
    density: DensityOf = density,
    following: Following = states_following,
    life: IsLife = is_life,
    furniture: IsLife = is_furniture,
) -> Iterator[Part]:
    """Check Equation 1: by hand, cell types in each reading, written out once more, and what follows a board."""
    yield check_examples(_by_hand(density, following))
    yield from cell_types(life, furniture)
    longest = 4 if scope.is_full else 3
    yield decide_cases(
        "as written out, and one in all",
        _small_distributions(density, longest),
        branches=("some board twice", "each board once"),
        domain=f"all sequences of at most {longest} boards of two cells, each of 3 kinds: empty, life and green life",
    )
    yield _runs(density, following)
    yield from (each(scope) for each in COUNTED)


# --- Zero ---

_OTHER_DRAWS: tuple[Draws, ...] = (HashedDraws(1), HashedDraws(2))
_KINDS = (EMPTY, LIFE, SPAWNER, PLAYER)


def _same(
    distribution: Distribution, board: Board, times: tuple[int, int], samples: int, probability: Draw
) -> Disagreement | None:
    """Return where two inaction distributions differ, at these two times, with two sequences of draws."""
    first, second = (
        distribution(board, time, samples, probability, draws) for time, draws in zip(times, _OTHER_DRAWS, strict=True)
    )
    differing = differing_locations(first, second)
    about = f"where {samples} states from {times[0]} and from {times[1]} on differ, after {board.rows}"
    return unless(not differing, about, {}, differing)


@part(
    "no draw decides: the same at the same time",
    branches=("no spawner", "spawners never spawn", "always"),
    domain="all boards of three cells, each empty, life, a spawner or a player, spawn probability 0, 1/2 where "
    "there is no spawner, and 1; t = 1, n = 3, two sequences of draws",
)
def _deterministic(distribution: Distribution) -> Iterator[Case]:
    for cells in product(_KINDS, repeat=3):
        board = Board([cells])
        for probability in (0, Fraction(1, 2), 1):
            if is_deterministic(board, probability):
                branch = (
                    "no spawner" if SPAWNER not in cells else "spawners never spawn" if not probability else "always"
                )
                yield branch, _same(distribution, board, (1, 1), 3, probability)


def _whole_rounds(distribution: Distribution, height: int, width: int) -> Iterator[Case]:
    """Yield boards whose run is sampled over whole rounds, or twice at the same place of a round."""
    for board in boards_of_life((height, width)):
        cycle = find_cycle(board)
        late = max(0, cycle.transient - 1)
        branch = "still in the end" if cycle.period == 1 else "oscillates in the end"
        yield branch, _same(distribution, board, (late, late + 1), cycle.period, 0)
        yield branch, _same(distribution, board, (late, late + cycle.period), cycle.period + 1, 0)


def zero_between_inactions(scope: Scope, *, distribution: Distribution = inaction_distribution) -> Iterator[Part]:
    """Check that two inaction distributions are the same where no draw decides, and what that asks of them."""
    yield _deterministic(distribution)
    height, width = (2, 5) if scope.is_full else (1, 8)
    yield decide_cases(
        "at other times: the same over whole rounds, or whole rounds apart",
        _whole_rounds(distribution, height, width),
        branches=("still in the end", "oscillates in the end"),
        domain=f"all boards of life of {height} x {width}, up to translation, once they repeat",
    )
    later, spawner = "from t = 0 and from t = 1, whatever the scope", Board([[SPAWNER, EMPTY]])

    def differs(name: str, domain: str, foreseen: str, board: Board, *asked: Any) -> Part:
        case = "twice", _same(distribution, board, *asked)
        return decide_cases(name, [case], domain=domain).meant_to_fail(foreseen)

    yield differs(
        "spawners and other draws: the same",
        "one spawner and one empty cell, t = 0, n = 1, whatever the scope",
        f"where 1 states from 0 and from 0 on differ, after {spawner.rows}: expected {{}}, got "
        "{0: ((0, 1),), 9: ((0, 1),)}",
        *(spawner, (0, 0), 1, Fraction(1, 2)),
    )
    ends = ((1, 2), (2, 1), (2, 3), (3, 2))
    yield differs(
        "a blinker at two times: the same over three states",
        f"a blinker, n = 3, {later}",
        f"where 3 states from 0 an…: expected {{}}, got { {0: ends, 9: ends} }",
        *(BLINKER, (0, 1), 3, 0),
    )
    ends = ((0, 0), (0, 1), (0, 4), (0, 6))
    yield differs(
        "seven cells at two times: the same over a thousand states",
        f"a board of 1 x 7 that comes back after 7 steps, n = 1000, {later}",
        f"where 1000 states from 0…: expected {{}}, got { {0: ends, 9: ends} }",
        *(life_board("oo.o..."), (0, 1), 1000, 0),
    )


# --- Over time, and over a cycle ---


Bound = Callable[[Cycle, int, int], Fraction]
Counts = NDArray[Any]

_BRANCHES = ("no transient", "a transient", "period 1", "period 2", "a longer period")
_TIMES = (0, 1, 2, 5, 12)


def _bounds_by_hand(bound: Bound) -> Iterator[Example]:
    blinker, dying, apart, longer = Cycle(0, 2), Cycle(2, 1), Fraction(1, 10), Cycle(0, 3)
    none, row = Fraction(0), life_board("ooo ... ...")
    yield ("a still life", "each state is the cycle's", none, bound, Cycle(0, 1), 0, 7)
    yield ("a blinker over four states", "whole rounds", none, bound, blinker, 0, 4)
    yield ("a blinker over five states", "3/5 or 2/5, and 1/2 over the cycle", apart, bound, blinker, 0, 5)
    why = "501 of them, and not 500 and a half"
    yield ("a blinker over 1001 states", why, Fraction(1, 2002), bound, blinker, 9, 1001)
    why = "one left over: 334 for 333 and a third"
    yield ("a period of three over a thousand states", why, Fraction(2, 3000), bound, longer, 0, 1000)
    about = "two states before a still one"
    yield (f"{about}, from the first on", "the second alone is sampled", Fraction(1, 4), bound, dying, 0, 4)
    yield (f"{about}, from the second on", "neither is sampled", none, bound, dying, 1, 4)
    why = "all may be of the type, and none of the cycle"
    yield ("ten states before, three sampled", why, Fraction(1), bound, Cycle(10, 1), 0, 3)
    about, why = (
        "one state before a period of three, and one left over",
        "both of the type, and one of three: 2 - 2/3 in 2",
    )
    yield (about, why, Fraction(2, 3), bound, Cycle(2, 3), 0, 2)
    yield ("a row on three by three", "all of it lives next, then none for ever", Cycle(2, 1), find_cycle, row)
    quarter, why = Density([[1] * 3] * 3, 4), "1/4 at each place: as far from the cycle's 0 as can be"
    yield ("its density over four states", why, quarter, density, states_following(row, 4), LIFE)
    yield ("a blinker", "comes back after two steps", blinker, find_cycle, BLINKER)
    yield ("a glider on six by six", "four steps for each of six places", Cycle(0, 24), find_cycle, GLIDER)


# --- All small boards ---


class _Group(NamedTuple):
    """Boards with the same cycle: which ones, and how often each location of theirs lived up to each step."""

    cycle: Cycle
    boards: tuple[Board, ...]
    lived: Counts


@lru_cache(maxsize=4)
def _groups(height: int, width: int, longest: int) -> tuple[_Group, ...]:
    """Return all boards of life of a size, up to translation, by their cycles, with their runs counted side by side."""
    boards = tuple(boards_of_life((height, width)))
    cells = numpy.stack([board.array() for board in boards], axis=2)
    powers = (1 << numpy.arange(height * width, dtype=numpy.int64)).reshape(height, width, 1)
    living, keys = [], []
    for _ in range(longest + 1):
        alive = cells != EMPTY
        living.append(alive)
        keys.append((alive * powers).sum(axis=(0, 1)))
        cells = advance_together(cells)
    lived = numpy.cumsum(numpy.stack(living).astype(numpy.int32), axis=0)
    members: dict[Cycle, list[int]] = {}
    for number, run in enumerate(numpy.stack(keys, axis=1).tolist()):
        members.setdefault(_first_return(run), []).append(number)
    return tuple(
        _Group(cycle, tuple(boards[number] for number in numbers), lived[..., numbers])
        for cycle, numbers in sorted(members.items())
    )


def _first_return(run: list[int]) -> Cycle:
    seen: dict[int, int] = {}
    for step, key in enumerate(run):
        if key in seen:
            return Cycle(seen[key], step - seen[key])
        seen[key] = step
    raise AssertionError("the run is too short to come back")


def _named(cycle: Cycle) -> tuple[str, str]:
    period = f"period {cycle.period}" if cycle.period <= 2 else "a longer period"
    return "a transient" if cycle.transient else "no transient", period


def _all_small(bound: Bound, size: tuple[int, int], most: int) -> Part:
    """Compare the averages over all windows of all boards of a size with those over their cycles."""
    name, seen = f"all boards of {size[0]} x {size[1]}", dict.fromkeys(_BRANCHES, 0)
    groups = _groups(*size, _TIMES[-1] + most + 24)
    number = sum(len(group.boards) for group in groups)
    domain = (
        f"all {number} boards of life of {size[0]} x {size[1]}, up to translation, t in {_TIMES}, n from 1 to {most}"
    )
    cases = 0
    for cycle, boards, lived in groups:
        for branch in _named(cycle):
            seen[branch] += len(boards)
        last = cycle.transient + cycle.period - 1
        before = lived[cycle.transient - 1] if cycle.transient else numpy.zeros_like(lived[0])
        in_cycle = lived[last] - before
        for steps, samples in product(_TIMES, range(1, most + 1)):
            counted = lived[steps + samples] - lived[steps]
            apart = numpy.abs(counted * cycle.period - in_cycle * samples)
            cases += len(boards)
            worst, allowed = Fraction(int(apart.max()), cycle.period * samples), bound(cycle, steps, samples)
            if worst > allowed:
                number = int(numpy.unravel_index(int(apart.argmax()), apart.shape)[-1])
                about = f"how far {samples} states after {steps} are from the cycle of {boards[number].rows}"
                return Part(name, domain, cases, seen, Refutation(Disagreement(about, f"at most {allowed}", worst)))
    return Part(name, domain, cases, seen)


# --- The bound is sharp ---


def _sharp(bound: Bound, most: int) -> Iterator[Case]:
    """Yield the greatest distance of all runs of one cell with a transient and a period, beside the bound."""
    for transient, period in product(range(4), range(1, 6)):
        number = transient + period
        runs = numpy.arange(2**number)[:, None] >> numpy.arange(number) & 1
        in_cycle = runs[:, transient:].sum(axis=1)
        for steps, samples in product(range(4), range(1, most + 1)):
            times = range(steps + 1, steps + samples + 1)
            places = [time if time < number else transient + (time - transient) % period for time in times]
            apart = numpy.abs(runs[:, places].sum(axis=1) * period - in_cycle * samples)
            got, expected = (
                bound(Cycle(transient, period), steps, samples),
                Fraction(int(apart.max()), period * samples),
            )
            about = f"{transient} states, then rounds of {period}: the farthest over {samples} states after {steps}"
            yield "some are apart" if expected else "none are", equal(about, expected, got)


@part(
    "it is at most the samples before the cycle and a quarter of the period, and so the transient and the period",
    branches=("states before the cycle", "only states of the cycle"),
    domain="transients below 6, periods to 8, t below 8, n below 40, whatever the scope",
)
def _simple(bound: Bound) -> Iterator[Case]:
    """Yield the bound beside what it is at most: the transient and the period, over the samples."""
    for transient, period, steps, samples in product(range(6), range(1, 9), range(8), range(1, 40)):
        least = bound(Cycle(transient, period), steps, samples)
        before = max(0, transient - 1 - steps)
        allowed = (before + Fraction(period, 4)) / samples
        branch = "states before the cycle" if before else "only states of the cycle"
        about = f"{transient} states, then rounds of {period}, {samples} after {steps}"
        right = least <= allowed <= Fraction(transient + period, samples)
        yield branch, unless(right, about, allowed, least)


# --- Larger boards ---

_OF_ANY_TYPE = (EMPTY, EMPTY, EMPTY, LIFE, LIFE, coloured(LIFE, "green"), TREE, CRATE, FOUNTAIN, SPAWNER, PLAYER)


def _larger(bound: Bound, seed: int, number: int) -> Iterator[Case]:
    random = Random(seed)
    for index in range(number):
        height, width = random.randint(5, 7), random.randint(5, 7)
        kinds = _OF_ANY_TYPE if index % 2 else (EMPTY, LIFE)
        board = Board([random.choices(kinds, k=width) for _ in range(height)])
        cycle = find_cycle(board, 0, advance=advance_in_words)
        run = (board, *states_following(board, cycle.transient + cycle.period, advance=advance_in_words))
        steps, samples = random.randint(0, 6), random.randint(1, 40)
        while len(run) <= steps + samples:
            run += (run[len(run) - cycle.period],)
        over_cycle = densities(run[cycle.transient : cycle.transient + cycle.period])
        over_time = densities(run[steps + 1 : steps + samples + 1])
        allowed = bound(cycle, steps, samples)
        nothing = Density([[0] * width] * height)
        for cell, place in product({*over_cycle, *over_time}, board.locations()):
            apart = over_time.get(cell, nothing)[place] - over_cycle.get(cell, nothing)[place]
            about = f"{cell} at {place}, {samples} after {steps} of {board.rows}"
            branch = "comes to a stop" if cycle.period == 1 else "goes on"
            yield branch, unless(abs(apart) <= allowed, about, allowed, apart)


def time_average(scope: Scope, *, bound: Bound = greatest_error) -> Iterator[Part]:
    """Check the bound on how far densities over time are from those over the cycle: by hand, over boards, and sharp."""
    yield check_examples(_bounds_by_hand(bound))
    most = 24 if scope.is_full else 16
    for size in ((4, 4), (4, 5)) if scope.is_full else ((4, 4),):
        yield _all_small(bound, size, most)
    longest = 12 if scope.is_full else 8
    yield decide_cases(
        "the bound is attained",
        _sharp(bound, longest),
        branches=("some are apart", "none are"),
        domain=f"all runs of one cell with transients of at most 3 and periods to 5, t below 4, n to {longest}",
    )
    yield _simple(bound)
    yield CYCLES(scope)
    number = 60 if scope.is_full else 16
    yield decide_cases(
        "larger boards, every cell type",
        _larger(bound, scope.seed, number),
        branches=("comes to a stop", "goes on"),
        domain=f"sampled: {number} boards of 5 x 5 to 7 x 7, every other one of many cells; all locations and types",
    )


# --- Mutants ---


def including_t(board: Board, samples: int, *others: Any, **advance: Any) -> tuple[Board, ...]:
    """Take the state at t for the first of the samples."""
    return (board, *states_following(board, samples, *others, **advance)[:-1])


def _alike_but_for(bits: Cell) -> Callable[[Sequence[Board], Cell], Density]:
    """Leave these bits of cells out of account."""
    return lambda boards, cell_type: density_where(boards, lambda cell: (cell ^ cell_type) & ~bits == 0)


def _alike_in(bits: Cell) -> Callable[[Sequence[Board], Cell], Density]:
    """Compare these bits of cells, and no other."""
    return lambda boards, cell_type: density_where(boards, lambda cell: (cell ^ cell_type) & bits == 0)


def _normalised(boards: Sequence[Board], cell_type: Cell) -> Density:
    counts = density(boards, cell_type).counts
    return Density(counts, max(1, sum(map(sum, counts))))


def _in_any(boards: Sequence[Board], cell_type: Cell) -> Density:
    return Density([[min(1, count) for count in counts] for counts in density(boards, cell_type).counts])


def _advance_by(spawns: Callable[[Draw, Draw], bool], waits: Callable[[Board, Location], bool]) -> Advance:
    """Return a rule that reads a draw at each location that waits, whatever the probability."""

    def advance(board: Board, spawn_probability: Draw, draws: Draws, draws_read: int, /) -> AdvanceResult:
        cells = {}
        for location in board.locations():
            cells[location] = next_cell(block_around(board, location))
            if waits(board, location):
                cells[location] = LIFE if spawns(draw(draws, draws_read), spawn_probability) else cells[location]
                draws_read += 1
        return AdvanceResult(board.with_cells(cells), draws_read)

    return advance


def _is_empty(board: Board, location: Location) -> bool:
    return board[location] == EMPTY


def _may_spawn(board: Board, location: Location) -> bool:
    return may_spawn(block_around(board, location))


def _by(advance: Advance) -> Callable[..., tuple[Board, ...]]:
    return partial(inaction_distribution, advance=advance)


def _from_a_drawn_time(
    initial: Board, steps: int, samples: int, spawn_probability: Draw, draws: Draws
) -> tuple[Board, ...]:
    later = steps + int(8 * draw(draws, 0))
    return inaction_distribution(initial, later, samples, spawn_probability, draws)


def _picked_by_draws(
    initial: Board, steps: int, samples: int, spawn_probability: Draw, draws: Draws
) -> tuple[Board, ...]:
    """Pick the samples out of ten times as many states."""
    states = inaction_distribution(initial, steps, 10 * samples, spawn_probability, draws)
    return tuple(states[int(len(states) * draw(draws, number))] for number in range(samples))


def _agents_act(initial: Board, steps: int, samples: int, spawn_probability: Draw, draws: Draws) -> tuple[Board, ...]:
    """Let each agent remove what is on its right at first, if a draw is below a half."""
    board = initial
    for row, column in initial.find(AGENT):
        if draw(draws, 0) < Fraction(1, 2):
            board = board.with_cells({(row, column + 1): EMPTY})
    return inaction_distribution(board, steps, samples, spawn_probability, draws)


def _without_the_period(cycle: Cycle, steps: int, samples: int) -> Fraction:
    return Fraction(min(samples, max(0, cycle.transient - 1 - steps)), samples)


def _simply_added(cycle: Cycle, steps: int, samples: int) -> Fraction:
    """Add what the states before the cycle and those left over of a round can do, each by itself."""
    before = min(samples, max(0, cycle.transient - 1 - steps))
    left_over = (samples - before) % cycle.period
    return before * Fraction(1, samples) + Fraction(left_over * (cycle.period - left_over), cycle.period * samples)


def _left_over_of_all(cycle: Cycle, steps: int, samples: int) -> Fraction:
    """Look for whole rounds in all samples, those before the cycle, too."""
    before, left_over = min(samples, max(0, cycle.transient - 1 - steps)), samples % cycle.period
    return Fraction(
        max(before * cycle.period, (before + left_over) * (cycle.period - left_over)), cycle.period * samples
    )


ZERO_MUTANTS: Mapping[str, Mapping[str, Any]] = {
    "draws for every cell": {"distribution": _by(_advance_by(lambda drawn, _: drawn < Fraction(1, 2), _is_empty))},
    "spawners never heed the probability": {"distribution": _by(_advance_by(lambda drawn, _: drawn < 0.5, _may_spawn))},
    "samples begin at a drawn time": {"distribution": _from_a_drawn_time},
    "samples are picked by draws": {"distribution": _picked_by_draws},
    "agents act now and then": {"distribution": _agents_act},
}
"""Inaction distributions that differ where no draw should decide."""

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-ergodic",
        kind="lemma",
        title="cycles are ergodic, up to the transient and the period over n",
        claim="Let a trajectory enter a cycle of period p after a transient of μ states, and let m of the n states "
        "that follow t be before the cycle. Then at each location, for each cell type, the density over these n "
        "states differs from that over the cycle by at most (m + p/4)/n; so by at most (μ + p)/n, and not at all if "
        "all samples are in the cycle and p divides n.",
        source=f"{WAINWRIGHT_2019}, Section 3, footnote 7",
        check=time_average,
        mutants={
            "without the transient": {
                "bound": lambda cycle, steps, samples: greatest_error(Cycle(0, cycle.period), steps, samples)
            },
            "without the period": {"bound": _without_the_period},
            "the period over n alone": {"bound": lambda cycle, _, samples: Fraction(cycle.period, samples)},
            "the transient and the period over n are sharp": {
                "bound": lambda cycle, _, samples: Fraction(cycle.transient + cycle.period, samples)
            },
            "the state at t is a sample": {
                "bound": lambda cycle, steps, samples: greatest_error(
                    Cycle(cycle.transient + 1, cycle.period), steps, samples
                )
            },
            "the time is not looked at": {"bound": lambda cycle, _, samples: greatest_error(cycle, 0, samples)},
            "transient and remainder simply added": {"bound": _simply_added},
            "whole rounds among all samples": {"bound": _left_over_of_all},
            "what is still in the end is ergodic": {"bound": lambda cycle, *_: Fraction(cycle.period > 1)},
        },
        verdict="holds",
        evidence="exhaustive: all boards of life of 4 x 4, up to translation, of which 86 of 4156 have no transient, "
        "3577 come to a stop, 247 have period 2 and 332 a longer one; all runs of one cell with transients to 3 and "
        "periods to 5, where the bound is attained; argued in the docstring of greatest_error; sampled: larger boards "
        "with every cell type",
        defects="Trivially ergodic is true of one trajectory as n tends to infinity. Over n states a period "
        "that does not divide n leaves up to p/4n; and trajectories from other boards end in other "
        "cycles, so that no average is that of all states.",
    ),
    Statement(
        id="W19-eq1",
        kind="definition",
        title="the density of a cell type",
        claim="The density of a cell type at a location is the share of the sampled states that have exactly that "
        "cell there, with all its bits. It needs at least one state. The densities of all types add up to 1 at each "
        "location. The sum of one type's density over all locations, its mass, is the average number of such cells in "
        "a state.",
        source=f"{WAINWRIGHT_2019}, Equation 1",
        check=density_of_a_type,
        mutants={
            "samples including t": {"following": including_t},
            "an exit that lives is life": {"life": lambda cell: bool(cell & ALIVE) and not cell & (AGENT | FROZEN)},
            "frozen life is life": {"life": lambda cell: bool(cell & ALIVE) and not cell & (AGENT | EXIT)},
            "agents are furniture": {
                "furniture": lambda cell: bool(cell & FROZEN) and bool(cell & (DESTRUCTIBLE | MOVABLE))
            },
            "a type is its colour alone": {"density": _alike_in(COLOUR_MASK)},
            "a type is all but its colour": {"density": _alike_but_for(COLOUR_MASK)},
            "a type is life of a colour, hard or not": {"density": _alike_but_for(DESTRUCTIBLE)},
            "a type is alive or not": {"density": _alike_in(ALIVE)},
            "orientation is left out": {"density": _alike_but_for(ORIENTATION_MASK)},
            "frozen is left out": {"density": _alike_but_for(FROZEN | DESTRUCTIBLE)},
            "not divided by n": {"density": lambda boards, cell_type: Density(density(boards, cell_type).counts)},
            "mass normalised": {"density": _normalised},
            "equal states counted once": {
                "density": lambda boards, cell_type: density(tuple(dict.fromkeys(boards)), cell_type)
            },
            "whether any state has it": {"density": _in_any},
            "the last state alone": {"density": lambda boards, cell_type: density(boards[-1:], cell_type)},
            "nothing over no states": {
                "density": lambda boards, cell_type: density(boards, cell_type) if boards else Density([[0]])
            },
        },
        verdict="defined",
        evidence="exhaustive: by hand; every set of the 10 flags that are no colour and no turn, for what is life and "
        "what is furniture; all sequences of at most 3 boards of two cells, of 3 kinds of cells; the states that "
        "follow all boards of life of 3 x 3, up to translation. Sampled: counts on bit planes, as by the definitions",
        defects="The paper does not say what a cell type is, beyond s(x) = α. As printed, every value of a cell is a "
        "type of its own, including each orientation of an agent, walls and empty cells. The published code counts "
        "life by colour, merges its other flags, and does not average frozen cells. 𝒟_s is written as a set; as a set "
        "it would count equal states once, which is not an average over time.",
    ),
)
