"""Checks of the density of a cell type, and of what two inaction distributions have in common."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from formal_rl.agents import Draw, Draws, HashedDraws, draw
from formal_rl.checking import (
    Case,
    Disagreement,
    Example,
    Part,
    Scope,
    check_examples,
    decide_cases,
    equal,
    part,
    unless,
)
from formal_rl.errors import InvalidParameter
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import (
    AGENT,
    ALIVE,
    COLOUR_MASK,
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
from formal_rl.safelife.board.cells import HARD_LIFE, MOVABLE, PLAYER, SPAWNER, TREE, coloured
from formal_rl.safelife.board.conway import life_board
from formal_rl.safelife.game import find_cycle, is_deterministic, states_following
from formal_rl.safelife.game.game import Advance
from formal_rl.safelife.side_effects import Density, densities, density, density_where, inaction_distribution, is_life
from formal_rl.safelife.side_effects.cell_types import is_furniture
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.baselines import _including_t
from formal_rl.statements.wainwright_2019.cell_count_pairs import COUNTED_PAIRS, in_few_cases
from formal_rl.statements.wainwright_2019.cell_types import IsLife, cell_types
from formal_rl.statements.wainwright_2019.dynamics import boards_of_life_up_to_translation

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
    for board in boards_of_life_up_to_translation(3, 3):
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
    yield from (part for pair in COUNTED_PAIRS for part in in_few_cases(pair, scope))


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
    for board in boards_of_life_up_to_translation(height, width):
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
    later, spawner, dying = "from t = 0 and from t = 1, whatever the scope", Board([[SPAWNER, EMPTY]]), "ooo ... ..."

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
    yield differs(
        "a row that dies out at two times: the same over one state",
        f"a row of 3 x 3: all alive next, and then none; n = 1, {later}",
        f"where 1 states from 0 an… 1), (2, 2)), 9: {tuple(product(range(3), range(3)))}}}",
        *(life_board(dying), (0, 1), 1, 0),
    )
    ends = ((0, 0), (0, 1), (0, 4), (0, 6))
    yield differs(
        "seven cells at two times: the same over a thousand states",
        f"a board of 1 x 7 that comes back after 7 steps, n = 1000, {later}",
        f"where 1000 states from 0…: expected {{}}, got { {0: ends, 9: ends} }",
        *(life_board("oo.o..."), (0, 1), 1000, 0),
    )


# --- Mutants ---


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


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-eq1",
        kind="definition",
        title="the density of a cell type",
        claim="The density of a cell type at a location is the share of the sampled states that have that very cell "
        "there, all of its bits. It needs at least one state; the densities of all types add up to 1 at each "
        "location; and that of one type over all locations, its mass, is how many such cells a state has on average.",
        source=f"{WAINWRIGHT_2019}, Equation 1",
        check=density_of_a_type,
        mutants={
            "samples including t": {"following": _including_t},
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
        defects="Silent on what a cell type is, beyond s(x) = α: by the letter every value of a cell is a type of its "
        "own, agents by their orientation, walls and nothing included. The published code counts life by colour, "
        "merges the rest of its flags, and averages nothing that is frozen. 𝒟_s is written as a set; read so, equal "
        "states would count once, which no average over time does.",
    ),
    Statement(
        id="W19-zero",
        kind="lemma",
        title="nothing between two inaction distributions, where no draw decides",
        claim="Two inaction distributions of one board, over as many states from the same time on, are the same, so "
        "that the deviation between them is exactly zero, if there is no spawner or the spawn probability is 0 or 1. "
        "From two times on they have the same densities in the cycle, if the times are whole rounds apart or n is "
        "whole rounds; else they need not, nor do they need to with a spawner and other draws.",
        source=f"{WAINWRIGHT_2019}, Section 3",
        check=zero_between_inactions,
        mutants={
            "draws for every cell": {
                "distribution": _by(_advance_by(lambda drawn, _: drawn < Fraction(1, 2), _is_empty))
            },
            "spawners never heed the probability": {
                "distribution": _by(_advance_by(lambda drawn, _: drawn < 0.5, _may_spawn))
            },
            "samples begin at a drawn time": {"distribution": _from_a_drawn_time},
            "samples are picked by draws": {"distribution": _picked_by_draws},
            "agents act now and then": {"distribution": _agents_act},
        },
        verdict="holds",
        evidence="exhaustive: all boards of three cells of four kinds; all boards of life of 1 x 8, up to "
        "translation, for other times; witnesses of what it asks",
        defects="Silent on what two inaction distributions are: that all are exactly the same asks for one initial "
        "board, one n and one t. With n = 1000, two times may give other densities where the period does not divide "
        "1000, or where a transient is sampled.",
        witness="a spawner and an empty cell, other draws; a blinker, n = 3, from t = 0 and t = 1; oo.o... on 1 x 7, "
        "which comes back after 7 steps, n = 1000, from t = 0 and t = 1",
    ),
)
