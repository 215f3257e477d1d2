"""Checks of generated patterns: violation numbers, choices, what comes out where the algorithm halts, and how soon."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, islice, product
from math import floor, inf, nan, nextafter
from random import Random
from typing import Any, NamedTuple, TypeAlias

from attrs import evolve, field, frozen

from formal_rl.agents import Draws
from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import (
    ALIVE,
    CRATE,
    EMPTY,
    FROZEN,
    LIFE,
    WALL,
    Block,
    Board,
    Cell,
    Location,
    advance,
    block_around,
    how_many,
    next_cell,
)
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import FOUNTAIN, HARD_LIFE, PARASITE, PLAYER, SPAWNER, TREE, WEED
from formal_rl.safelife.board.conway import GLIDER, NEIGHBOURS, OSCILLATORS, STILL_LIFES, life_board
from formal_rl.safelife.board.rule import MIDDLE
from formal_rl.safelife.generation import (
    BLOCK,
    NO_PENALTIES,
    GeneratedPattern,
    Number,
    generate_oscillator,
    generate_still_life,
    generate_still_life_compiled,
    generate_still_life_incremental,
    oscillator_violations,
    violation,
    weights,
)
from formal_rl.safelife.generation._float_choice import bound_of, power, surely_chosen, weighed
from formal_rl.safelife.generation.oscillators import within
from formal_rl.safelife.generation.patterns import (
    Census,
    GrowingPenalty,
    Penalties,
    Penalty,
    PenaltyUntilFilled,
    Violations,
    census_of,
    places,
    reach_of,
    violations_in,
)
from formal_rl.safelife.generation.random_choice import UNIT, chosen, require_number, share_of, weight
from formal_rl.safelife.generation.still_lifes import still_life_violations
from formal_rl.safelife.generation.still_lifes_compiled import INTERPRETED
from formal_rl.safelife.generation.still_lifes_incremental import StillLifeDraft, exact_weights
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

Generator = Callable[..., GeneratedPattern]
"""A generator of still lifes or oscillators."""

Violation = Callable[[Block], int]
Weights = Callable[[Sequence[Number], Number], tuple[int, ...]]

_COLD = Fraction(1, 100)
_HALF, _NINTH = Fraction(1, 2), Fraction(1, 9)
_EXACT = Context(prec=60)


@cache
def _power(exponent: Fraction) -> Fraction:
    """Return e to the minus exponent, to sixty digits."""
    return Fraction(_EXACT.exp(-_EXACT.divide(Decimal(exponent.numerator), Decimal(exponent.denominator))))


def _powers(energies: Sequence[Number], temperature: Number) -> list[Fraction]:
    return [_power(Fraction(energy - min(energies)) / Fraction(temperature)) for energy in energies]


# --- Pairs: everything counted again at each iteration, and what changed alone ---


_TREES: Penalties = {
    EMPTY: PenaltyUntilFilled(Fraction(2, 5)),
    LIFE: 0,
    TREE: GrowingPenalty(TREE, Fraction(1, 2), 10),
    WALL: 1.5,
}
_FREEZING = (EMPTY,) * 12 + (LIFE,) * 9 + (HARD_LIFE, PLAYER, WEED)
_DRAWN_KINDS: Mapping[str, tuple[tuple[Cell, ...], Penalties]] = {
    "life": ((EMPTY, EMPTY, LIFE), NO_PENALTIES),
    "walls and trees": ((EMPTY, EMPTY, LIFE, WALL, TREE, CRATE), _TREES),
    "freezing cells": (_FREEZING, {EMPTY: 0, FOUNTAIN: 3, LIFE: Fraction(1, 3), PARASITE: 2.5}),
}
"""What is found on boards of each kind, and the penalties of the cell types that are tried there."""

_CLOSED = "some locations closed"
_OPENED = ("everything open", _CLOSED)
_HALTS = "halts after some iterations"
_SOME = 2
_TRIES = 200
_Case: TypeAlias = tuple[tuple[Any, ...], dict[str, Any]]


@frozen
class GeneratedPair:
    """A generator that counts everything again, and one that does not: the same board after as many iterations.

    What fails is empty and says little, so most runs are those that halt, but not at once.
    """

    name: str
    definition: Callable[..., GeneratedPattern]
    fast: Callable[..., GeneratedPattern]
    options: Callable[[Random], dict[str, Any]]
    targets: tuple[Fraction, ...]
    longest_side: int
    longest_side_closed: int
    most_iterations: int
    fast_options: Mapping[str, Any] = field(factory=dict)

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on drawn boards of each kind."""
        enough = 20 if scope.is_full else 1
        return (
            decide_cases(
                self.name,
                self._compared(scope, enough),
                branches=[f"{kind}, {opened}, {_HALTS}" for kind in _DRAWN_KINDS for opened in _OPENED],
                domain=f"boards drawn from seed {scope.seed} with 3 to {self.longest_side} rows and columns, or "
                f"{self.longest_side_closed} where only 4 to 9 locations are open, of life, of walls and trees, of "
                "agents and fountains, penalties that vary and that do not: of each any board, and "
                f"{enough} on which the optimised form halts after {_SOME} to {self.most_iterations} iterations",
            ),
        )

    def _compared(self, scope: Scope, enough: int) -> Iterator[Case]:
        generator = Random(scope.seed)
        for kind, opened in product(_DRAWN_KINDS, _OPENED):
            for arguments, options in self._chosen(generator, kind, opened, enough):
                expected = self.definition(*arguments, **options)
                got = self.fast(*arguments, **options, **self.fast_options)
                halts = expected.halted and expected.iterations >= _SOME
                about = f"{self.name} of {arguments}, {options}"
                yield (f"{kind}, {opened}, {_HALTS if halts else 'other runs'}", equal(about, expected, got))

    def _chosen(self, generator: Random, kind: str, opened: str, enough: int) -> Iterator[_Case]:
        """Yield a case, and then cases in which the optimised form halts, but not at once."""
        yield self._drawn(generator, kind, opened)
        for _ in range(_TRIES * enough):
            arguments, options = self._drawn(generator, kind, opened)
            found = self.fast(*arguments, **options, **self.fast_options)
            if found.halted and found.iterations >= _SOME:
                yield arguments, options
                enough -= 1
            if not enough:
                return

    def _drawn(self, generator: Random, kind: str, opened: str) -> _Case:
        (found, penalties), closed = _DRAWN_KINDS[kind], opened == _CLOSED
        longest = self.longest_side_closed if closed else self.longest_side
        height, width = (generator.randint(3, longest) for _ in range(2))
        board = Board([generator.choice(found) for _ in range(width)] for _ in range(height))
        options: dict[str, Any] = {"most_iterations": self.most_iterations, "draws_read": generator.randint(0, 3)}
        options |= self.options(generator)
        if closed:
            # A few places that lie together, over the edges if need be, with nothing but their neighbours around them.
            high, wide = (generator.randint(2, 3) for _ in range(2))
            around = set(map(board.wrapped, product(range(-1, high + 1), range(-1, wide + 1))))
            options["open_locations"] = frozenset(map(board.wrapped, product(range(high), range(wide))))
            board = board.with_cells(dict.fromkeys(set(board.locations()) - around, EMPTY))
        draws = SeededDraws(generator.randint(0, 10**6))
        temperature = generator.choice((Fraction(1, 2), 0.75, 1))
        return (board, generator.choice(self.targets), temperature, penalties, draws), options


def _periods(generator: Random) -> dict[str, Any]:
    return {"period": generator.choice((1, 2, 2)), "still_penalty": generator.choice((0, Fraction(1, 3), 0.5))}


STILL_LIFE_INCREMENTAL = GeneratedPair(
    "generate_still_life_incremental",
    generate_still_life,
    generate_still_life_incremental,
    lambda generator: {"adjacent": BLOCK} if generator.random() < 0.5 else {},
    (Fraction(0), Fraction(1, 5)),
    5,
    7,
    10,
)
STILL_LIFE_COMPILED = evolve(
    STILL_LIFE_INCREMENTAL,
    name="generate_still_life_compiled",
    fast=generate_still_life_compiled,
    fast_options={"kernels": INTERPRETED},
)
"""With the kernel interpreted, so that it needs no numba; a test compares it compiled, where numba is installed."""

_KERNEL_INTERPRETED: Generator = partial(generate_still_life_compiled, kernels=INTERPRETED)

generate_oscillator_in_words = partial(generate_oscillator, step=lambda board: advance_in_words(board).board)
"""The definition, with steps in words."""

OSCILLATOR_IN_WORDS = GeneratedPair(
    "generate_oscillator_in_words",
    generate_oscillator_in_words,
    partial(generate_oscillator, step=lambda board: advance_packed(board).board),
    _periods,
    (Fraction(0), Fraction(1, 10)),
    3,
    9,
    4,
)

GENERATION_PAIRS = (STILL_LIFE_INCREMENTAL, STILL_LIFE_COMPILED)
"""The pairs of generated patterns."""


# --- The text once more, by other means ---


@frozen
class _Text:
    """The algorithm read off the page: what is looked for at each location, and where cells are changed for it.

    The other fields are where the page can be misread.
    """

    numbers: Callable[[Board], Mapping[Location, int]]
    adjacent: tuple[Location, ...] = NEIGHBOURS
    of_board: Callable[[Board], Number] = lambda _: 0
    counts_as_filled: Callable[[Cell], object] = lambda cell: cell != EMPTY
    among: Callable[[Any, Any], list[Location]] = lambda wrong, reach: wrong or reach
    is_tried: Callable[[Cell, Cell], bool] = lambda before, after: True
    weigh: Callable[[Any, Number], Sequence[Number]] = _powers
    penalised: Callable[[Board, Board], Board] = lambda before, after: before
    failed: Callable[[Board, Board], Board] = lambda board, emptied: emptied

    def run(
        self,
        board: Board,
        eta: Number,
        temperature: Number,
        penalties: Penalties,
        draws: Draws,
        *,
        most_iterations: int,
        open_locations: Collection[Location] | None = None,
        draws_read: int = 0,
    ) -> GeneratedPattern:
        """Run it."""
        everywhere = list(board.locations())
        opened = everywhere if open_locations is None else [place for place in everywhere if place in open_locations]
        near = {cell: self._near(board, cell, opened) for cell in everywhere}
        reach = [cell for cell in everywhere if near[cell] or cell in opened]
        for iteration in range(most_iterations + 1):
            numbers = self.numbers(board)
            wrong = [cell for cell in reach if cell in numbers]
            filled = sum(1 for place in opened if self.counts_as_filled(board[place]))
            if not wrong and filled >= Fraction(eta) * len(opened):
                return GeneratedPattern(board, iteration, 2 * iteration, halted=True)
            from_which = [cell for cell in self.among(wrong, reach) if near[cell]]
            if iteration == most_iterations or not from_which:
                break
            read = draws_read + 2 * iteration
            cell = from_which[floor(len(from_which) * Fraction(draws[read]))]
            tried = [(at, kind) for at in near[cell] for kind in penalties if self.is_tried(board[at], kind)]
            after = [board.with_cells({place: kind}) for place, kind in tried]
            energies = [
                sum(number for there, number in self.numbers(each).items() if there in reach)
                + Fraction(self.of_board(each))
                + _penalty(penalties[kind], self.penalised(board, each), opened)
                for each, (_, kind) in zip(after, tried, strict=True)
            ]
            up_to = list(accumulate(self.weigh(energies, temperature)))
            board = after[bisect_right(up_to, Fraction(draws[read + 1]) * up_to[-1])]
        emptied = board.with_cells(dict.fromkeys(opened, EMPTY))
        return GeneratedPattern(self.failed(board, emptied), iteration, 2 * iteration, halted=False)

    def _near(self, board: Board, cell: Location, opened: list[Location]) -> list[Location]:
        near = [board.wrapped((cell[0] + down, cell[1] + right)) for down, right in self.adjacent]
        return [place for place in dict.fromkeys(near) if place in opened]


def _penalty(penalty: Penalty, board: Board, opened: list[Location]) -> Fraction:
    cells = [board[place] for place in opened]
    census = Census({cell: cells.count(cell) for cell in set(cells)}, len(cells))
    return Fraction(penalty(census) if callable(penalty) else penalty)


def _numbers_of_the_text(board: Board) -> dict[Location, int]:
    """Return how far the living neighbours of each changing cell are from a number with which it would stay."""
    numbers = {}
    for row, column in board.locations():
        block = tuple(board[row + down, column + right] for down, right in product((-1, 0, 1), repeat=2))
        if next_cell(block) != block[MIDDLE]:
            living = sum(1 for each in (*block[:MIDDLE], *block[MIDDLE + 1 :]) if each & ALIVE)
            numbers[row, column] = min(abs(living - stays) for stays in ((2, 3) if block[MIDDLE] & ALIVE else (2, 4)))
    return numbers


_TEXT = _Text(_numbers_of_the_text)

# --- W19-alg1 ---


def still_lifes(
    scope: Scope,
    *,
    generate: Generator = generate_still_life,
    violation: Violation = violation,
    weights: Weights = weights,
    incremental: Generator = generate_still_life_incremental,
    compiled: Generator = _KERNEL_INTERPRETED,
    bound: Callable[[int], float] = bound_of,
) -> Iterator[Part]:
    """Check the generator of still lifes: by hand, its numbers, its probabilities, whole runs, and where it halts."""
    yield check_examples(_worked_examples(generate, violation, weights))
    yield check_examples(_worked_examples(incremental, violation, weights), "worked examples, from what changed alone")
    forms = {"generate_still_life": generate, "generate_still_life_incremental": incremental}
    yield check_examples(
        (*_choices_by_hand(), *_forms_by_hand(forms)), "choices and penalties, how runs end, and what is refused"
    )
    yield _switched(violation)
    yield _probabilities(weights)
    yield _float_choices(scope, bound)
    yield decide_cases(
        "when it is done",
        _done(generate, _small_boards(scope), partial(_is_back, 1)),
        branches=("done and filled", "done, too little", "changing"),
        domain=f"{_SMALL}, three targets, no iteration",
    )
    yield _runs(scope, (generate, incremental, compiled), _TEXT, _VARYING, "")
    yield _still_life_drafts(scope)
    if scope.is_full:
        yield from evolve(STILL_LIFE_INCREMENTAL, fast=incremental).parts(scope)
        yield from STILL_LIFE_COMPILED.parts(scope)


def _is_back(steps: int, board: Board) -> bool:
    return _after(steps, board) == board


def _after(steps: int, board: Board) -> Board:
    for _ in range(steps):
        board = advance(board).board
    return board


_SMALL = (
    "all boards of life of 3 x 3 cells, alone and with a tree at one corner, in full with a wall and of 3 x 4 as well"
)


def _small_boards(scope: Scope) -> Iterator[Board]:
    corners = ((EMPTY, LIFE), (TREE,), *(((WALL,),) if scope.is_full else ()))
    for width, corner in product((3, 4) if scope.is_full else (3,), corners):
        for cells in product(corner, *(((EMPTY, LIFE),) * (3 * width - 1))):
            yield Board(cells[row * width : (row + 1) * width] for row in range(3))


def _done(generate: Generator, boards: Iterator[Board], is_done: Callable[[Board], bool]) -> Iterator[Case]:
    targets = (Fraction(0), Fraction(1, 3), Fraction(1))
    for board in boards:
        done = is_done(board)
        filled = sum(1 for place in board.locations() if board[place] != EMPTY)
        for eta in targets if done else targets[1:2]:
            halted = done and filled >= eta * board.height * board.width
            branch = "done and filled" if halted else "done, too little" if done else "changing"
            expected = GeneratedPattern(board if halted else Board.empty(board.height, board.width), 0, 0, halted)
            got = generate(board, eta, 1, NO_PENALTIES, (), most_iterations=0)
            yield branch, equal(f"target {eta}, {board}", expected, got)


_MIDDLES = (EMPTY, LIFE, HARD_LIFE, WALL, CRATE, TREE, PLAYER, SPAWNER, FOUNTAIN, 1 << 14)
_NEAR = (None, PLAYER, FOUNTAIN, PARASITE, WEED)


@part(
    "the least number of neighbours to switch",
    branches=("stays", "too few", "too many", "comes to life"),
    domain="all blocks of empty and living neighbours round each of ten cells, without and with one neighbour that "
    "preserves or inhibits: every set of neighbours switched",
)
def _switched(violation: Violation) -> Iterator[Case]:
    """Compare with the least set of neighbours to switch, found by trying all."""
    patterns = range(1 << 8)
    by_size = sorted(patterns, key=int.bit_count)
    for middle, first in product(_MIDDLES, _NEAR):
        blocks = [_with_neighbours(middle, first, pattern) for pattern in patterns]
        stays = {pattern for pattern in patterns if next_cell(blocks[pattern]) == middle}
        for pattern in patterns:
            expected = next(switch.bit_count() for switch in by_size if pattern ^ switch in stays)
            changes = ("too few" if pattern.bit_count() < 2 else "too many") if middle & ALIVE else "comes to life"
            about = f"violation of {blocks[pattern]}"
            yield changes if expected else "stays", equal(about, expected, violation(blocks[pattern]))


def _with_neighbours(middle: Cell, first: Cell | None, pattern: int) -> Block:
    """Return a block whose neighbours live where the pattern has a bit; the first is of a kind, dead or alive."""
    cells = [LIFE if pattern >> number & 1 else EMPTY for number in range(8)]
    if first is not None:
        cells[0] = first | ALIVE if pattern & 1 else first & ~ALIVE
    return (*cells[:MIDDLE], middle, *cells[MIDDLE:])


@part(
    "probabilities as written",
    branches=("all alike", "some very small", "others"),
    domain="all energies from five values of up to 3 choices, four temperatures: e to sixty digits",
)
def _probabilities(weights: Weights) -> Iterator[Case]:
    energies_tried: tuple[Number, ...] = (0, 1, Fraction(1, 3), 100, -2)
    temperatures: tuple[Number, ...] = (_COLD, 0.5, 1, 1000)
    for temperature, number in product(temperatures, range(1, 4)):
        for energies in product(energies_tried, repeat=number):
            powers = _powers(energies, temperature)
            weighed = weights(energies, temperature)
            total, sum_of_powers = sum(weighed), sum(powers)
            right = all(
                abs(weighed[index] * sum_of_powers - powers[index] * total) * UNIT <= number * total * sum_of_powers
                for index in range(number)
            )
            branch = "all alike" if len(set(energies)) == 1 else "some very small" if 0 in weighed else "others"
            about = f"probabilities of {energies} at temperature {temperature}"
            yield branch, unless(right, about, list(map(float, powers)), weighed)


def _around(*living: int, middle: Cell = EMPTY, first: Cell | None = None) -> Block:
    """Return a block in which these places live, of nine; ``first`` is what else is at the first."""
    cells = [LIFE if place in living else EMPTY for place in range(9)]
    cells[MIDDLE] = middle
    return tuple(cells) if first is None else (first, *cells[1:])


_CORNERED = life_board("...... .oo... .oo... ...o.. ...... ......")
_BLOCK_OF_SIX = life_board("...... .oo... .oo... ...... ...... ......")
_TROMINO = life_board("..... .oo.. .o... ..... .....")
_WITH_BLOCK = life_board("..... .oo.. .oo.. ..... .....")
_TAIL = frozenset({(3, 0), (3, 1)})
_ALONE = life_board("..... ..... ..o.. ..... .....")
_ONE_WALL = board_of(3, 3, [((2, 2), WALL)])


def _made(board: Board, iterations: int) -> GeneratedPattern:
    """Return that the algorithm halts after so many iterations."""
    return GeneratedPattern(board, iterations, 2 * iterations, halted=True)


def _failed(iterations: int, board: Board | None = None) -> GeneratedPattern:
    """Return that it does not, and what it leaves, if more than nothing."""
    return GeneratedPattern(board or Board.empty(5, 5), iterations, 2 * iterations, halted=False)


def _worked_examples(generate: Generator, violation: Violation, weights: Weights) -> Iterator[Example]:
    for about, arithmetic, expected, block in (
        ("life alone", "two neighbours are missing", 2, _around(middle=LIFE)),
        ("life with one neighbour", "one is missing", 1, _around(0, middle=LIFE)),
        ("life with three neighbours", "it stays", 0, _around(0, 1, 2, middle=LIFE)),
        ("life among eight", "five too many", 5, _around(*range(9), middle=LIFE)),
        ("nothing between three", "one too many or too few", 1, _around(0, 1, 2)),
        ("nothing between four", "it stays", 0, _around(0, 1, 2, 3)),
        ("a wall between three", "it stays", 0, _around(0, 1, 2, middle=WALL)),
        ("a tree alone", "it stays", 0, _around(middle=TREE)),
        ("nothing between three and an agent", "agents inhibit", 0, _around(1, 2, 3, first=PLAYER)),
        ("life beside a fountain", "fountains preserve", 0, _around(middle=LIFE, first=FOUNTAIN)),
    ):
        yield (about, arithmetic, expected, violation, block)
    e = 424_136_118_829_305_329
    yield ("weights of 2, 1 and 1 at temperature 1", "2^60 / e, 2^60, 2^60", (e, UNIT, UNIT), weights, (2, 1, 1), 1)
    yield ("the same at temperature 1/100", "e^-100 is far below 2^-60", (0, UNIT, UNIT), weights, (2, 1, 1), _COLD)
    cold = partial(_cold, generate)
    about = "a block with one cell too many at its corner, 4 of 36 asked for"
    why = "the first that violates is the block's corner; without its neighbour at (3, 3) nothing does"
    yield (about, why, _made(_BLOCK_OF_SIX, 1), cold, _CORNERED, _NINTH, (0, _HALF), 1)
    why = "it cannot be drawn itself; of the three that can, the second is drawn, (2, 3)"
    only = partial(cold, open_locations={(3, 3)})
    yield ("the same where only that cell is open", why, _made(_BLOCK_OF_SIX, 1), only, _CORNERED, 0, (_HALF, 0), 1)
    why, only = (
        "nothing for the first leaves four that violate by 1; life 2, 1 and 1",
        partial(cold, open_locations=_TAIL),
    )
    about = "a block with two cells below it, where only these are open"
    yield (about, why, _made(_WITH_BLOCK, 2), only, _WITH_BLOCK.with_cells(dict.fromkeys(_TAIL, LIFE)), 0, (0,) * 4, 2)
    why = "the corner that is missing violates, but is not adjacent to itself; nothing is better than what is there"
    yield ("three of a block's cells", why, _failed(3), cold, _TROMINO, 0, (0,) * 6, 3)
    why, only = "it violates, and nothing adjacent can be changed", partial(cold, open_locations={(2, 2)})
    yield ("life alone where nothing but itself is open", why, _failed(0), only, _ALONE, 0, (), 9)
    why = "wherever it begins, what is there is as good as anything"
    yield ("a block, and 5 of 25 asked for", why, _failed(2), cold, _WITH_BLOCK, Fraction(1, 5), (0,) * 4, 2)
    nothing, why = (Board.empty(3, 3), _NINTH, (0, 0), 1), "the first place adjacent to (0, 0) is (2, 2)"
    dear = partial(cold, penalties={EMPTY: 100, WALL: 1})
    yield ("nothing, 1 of 9 asked for, empty cells dearer than walls", why, _made(_ONE_WALL, 1), dear, *nothing)
    growing = partial(cold, penalties={EMPTY: 1, WALL: GrowingPenalty(WALL, 0, 18)})
    about = "the same with penalty 1 for empty cells, and 18 times their share for walls"
    yield (about, "there is no wall yet, so that a wall adds 0", _made(_ONE_WALL, 1), growing, *nothing)


def _cold(
    generate: Generator, board: Board, eta: Number, draws: Sequence[Number], most_iterations: int, **options: Any
) -> GeneratedPattern:
    penalties = options.pop("penalties", NO_PENALTIES)
    return generate(board, eta, _COLD, penalties, draws, most_iterations=most_iterations, **options)


# --- Choices, how runs end, and what is refused ---


def _choices_by_hand() -> Iterator[Example]:
    """Yield what is chosen by which draw, what penalties come to, and what is refused."""
    greatest, census, life = 1 - 2**-53, Census({LIFE: 2, EMPTY: 6}, 8), [((0, 0), LIFE), ((3, 4), LIFE)]
    board, opened = board_of(4, 5, [*life, ((1, 1), WALL)]), frozenset({(0, 0), (3, 4), (2, 2)})

    def until(filled: int, **options: Any) -> Fraction:
        return PenaltyUntilFilled(Fraction(1, 5), **options)(Census({EMPTY: 100 - filled, LIFE: filled}, 100))

    from_the_first_on, without = partial(until, most=6, until=0), tuple(way for way in BLOCK if way != (0, 0))
    rows: tuple[Example, ...] = (
        ("a choice of weights 1, 2 and 1, draw 0", "below 1 of 4", 0, chosen, (1, 2, 1), 0),
        ("draw 1/4", "it is 1 of 4: the second", 1, chosen, (1, 2, 1), Fraction(1, 4)),
        ("draw 1/2", "it is 2 of 4: the second", 1, chosen, (1, 2, 1), 0.5),
        ("draw 3/4", "it is 3 of 4: the third", 2, chosen, (1, 2, 1), Fraction(3, 4)),
        ("the greatest draw", "below 4: the third", 2, chosen, (1, 2, 1), greatest),
        ("a choice without weight", "it is not taken", 1, chosen, (0, 1, 0), 0),
        ("a choice without weight at the end", "it is not taken", 1, chosen, (0, 1, 0), greatest),
        ("the share 1/3 of 9", "3", 3, share_of, 9, Fraction(1, 3)),
        ("the share 0.3 of 10", "the float is a little less than 3/10", 2, share_of, 10, 0.3),
        ("the greatest share of 7", "rounded down", 6, share_of, 7, greatest),
        ("the weight of nothing", "2^60", 1152921504606846976, weight, Fraction(0)),
        ("the unit", "2^60", 1152921504606846976, lambda: UNIT),
        ("the weight of 1/2", "2^60 / e^(1/2)", 699_282_240_786_072_831, weight, _HALF),
        ("the weight of 1.501", "2^60 / e^1.501", 256_994_436_984_448_387, weight, Fraction(1501, 1000)),
        ("the weight of 40", "2^60 / e^40 = 4.9", 4, weight, Fraction(40)),
        ("the weight of 42", "2^60 / e^42 is below 1", 0, weight, Fraction(42)),
        ("the weight of 10^9", "nothing", 0, weight, Fraction(10**9)),
        ("weights at temperature 1/2", "2^60, 2^60 / e", (UNIT, 424_136_118_829_305_329), weights, (_HALF, 1), _HALF),
        *(("a number", "an int, a float or a fraction", it, require_number, "it", it) for it in (3, 0.5, _HALF)),
        *(("not a number", "refused", InvalidParameter, require_number, "it", it) for it in (inf, nan, True, "1")),
        ("a census", "two of eight", Fraction(1, 4), census.share, LIFE),
        ("how much is filled", "two of eight", 2, lambda: census.filled),
        ("how much is filled without empty cells", "all", 8, lambda: Census({WALL: 8}, 8).filled),
        ("the share of what is not there", "nothing", Fraction(0), Census({WALL: 8}, 8).share, LIFE),
        ("the census of three open locations", "two of life", Census({LIFE: 2, EMPTY: 1}, 3), census_of, board, opened),
        ("open places round (0, 0)", "(3, 4) is over the corner", ((3, 4),), places, board, (0, 0), without, opened),
        ("open places of a block", "row by row", ((0, 0), (2, 2)), places, board, (1, 1), BLOCK, opened),
        ("open places to the right below", "one way", ((2, 2),), places, board, (1, 1), ((1, 1), (2, 1)), opened),
        ("in reach of (2, 2)", "above to the left, and itself", ((1, 1), (2, 2)), reach_of, board, {(2, 2)}, ((1, 1),)),
        ("violations in reach", "above 0", {(1, 1): 2}, violations_in, [(0, 0), (1, 1)], {(1, 1): 2, (3, 3): 1}),
        ("violations of 0", "none", {}, violations_in, [(0, 0), (2, 2)], {(0, 0): 0}),
        ("within one step", "the block", BLOCK, within, 1),
        ("within no step", "itself", ((0, 0),), within, 0),
        ("a growing penalty", "1 + 20 · 2/8", Fraction(6), GrowingPenalty(LIFE, 1, 20), census),
        ("a penalty until filled, nothing filled", "2", Fraction(2), until, 0),
        ("17 of 100, of 20 asked for", "less than nine tenths", Fraction(2), until, 17),
        ("18 of 100", "nine tenths", Fraction(2), until, 18),
        ("19 of 100", "half of the last tenth", Fraction(1), until, 19),
        ("20 of 100", "filled", Fraction(0), until, 20),
        ("30 of 100", "more than filled", Fraction(0), until, 30),
        ("10 of 100, from the first cell on", "half", Fraction(3), from_the_first_on, 10),
        ("a target of 1", "the greatest", Fraction(1), lambda: PenaltyUntilFilled(1).eta),
        ("a target of 0", "none", InvalidParameter, PenaltyUntilFilled, 0),
        ("a target above 1", "none", InvalidParameter, PenaltyUntilFilled, 1.5),
        ("a share of 1", "none", InvalidParameter, partial(PenaltyUntilFilled, until=1), _HALF),
        ("a share below 0", "none", InvalidParameter, partial(PenaltyUntilFilled, until=-1), _HALF),
        ("a greatest that is none", "nan", InvalidParameter, PenaltyUntilFilled, _HALF, nan),
        ("a base that is a text", "none", InvalidParameter, GrowingPenalty, WALL, "1", 2),
        ("a slope that is infinite", "none", InvalidParameter, GrowingPenalty, WALL, 1, inf),
    )
    yield from rows


def _asked(generate: Generator, **arguments: Any) -> GeneratedPattern:
    given: dict[str, Any] = {"board": Board.empty(4, 4), "eta": _HALF, "temperature": 1, "penalties": NO_PENALTIES}
    return generate(**{**given, "draws": SeededDraws(0), "most_iterations": 3, **arguments})


def _fault(generate: Generator, arguments: Mapping[str, Any]) -> object:
    try:
        _asked(generate, **arguments)
    except InvalidParameter as error:
        return error.name
    except DrawsExhausted as error:
        return error.index
    return None


_REFUSED: tuple[tuple[Mapping[str, Any], object], ...] = (
    *(({"eta": eta}, "eta") for eta in (2, -0.1, nan, True)),
    ({"eta": 1, "most_iterations": 0}, None),
    ({"eta": 0, "board": _ALONE, "most_iterations": 0}, None),
    *(({"temperature": temperature}, "temperature") for temperature in (0, -1, inf)),
    *(({"penalties": penalties}, "penalties") for penalties in (dict[Cell, Penalty](), 3)),
    ({"penalties": {EMPTY: nan}}, "penalty of cell 0"),
    ({"penalties": {EMPTY: 0, 1 << 16: 0}}, "cell"),
    ({"penalties": {EMPTY: 0, LIFE: lambda census: "much"}}, "penalty of cell 9"),
    *(({"most_iterations": most}, "most iterations") for most in (-1, True)),
    *(({"board": Board.empty(*size)}, "board") for size in ((2, 9), (9, 2))),
    ({"board": Board.empty(3, 3), "most_iterations": 0}, None),
    *(({"open_locations": {place}}, "open location") for place in ((0, 4), (-1, 0))),
    ({"draws_read": -1}, "draws read"),
    ({"draws": (2,)}, "draw 0"),
    ({"draws": (0.5,)}, 1),
    ({"draws": (0.5,) * 4, "draws_read": 3}, 4),
)
_REFUSED_OF_OSCILLATORS: tuple[tuple[Mapping[str, Any], object], ...] = (
    *_REFUSED,
    *(({"period": period}, "period") for period in (0, True)),
    ({"period": 1, "most_iterations": 0}, None),
    ({"still_penalty": nan}, "still penalty"),
)


def _forms_by_hand(forms: Mapping[str, Generator]) -> Iterator[Example]:
    """Yield how runs end, which changes the draws choose, and what each form refuses by its name, or misses."""
    for name, form in forms.items():
        for about, arithmetic, expected, asked in _runs_by_hand("oscillator" in name):
            yield (f"{name}: {about}", arithmetic, expected, partial(_asked, form, **asked))
        for arguments, fault in _REFUSED_OF_OSCILLATORS if "oscillator" in name else _REFUSED:
            yield (f"{name} with {dict(arguments)}", "what is refused", fault, _fault, form, arguments)


def _runs_by_hand(of_oscillators: bool) -> Iterator[tuple[str, str, GeneratedPattern, dict[str, Any]]]:
    """Yield how runs end where nothing can be done, and which changes the draws choose, with what is asked for."""
    beside = board_of(5, 5, [((1, 1), PLAYER), ((1, 2), LIFE), ((4, 4), SPAWNER)])
    if not of_oscillators:
        never = GeneratedPattern(Board.empty(4, 4), 3, 6, halted=False)
        yield ("a target that cannot be reached", "it stops at the bound", never, {"eta": 1})
        closed = {"board": _ALONE, "eta": 1, "open_locations": ()}
        yield ("nothing is open", "there is nothing to fill", _made(_ALONE, 0), closed)
        yield ("an agent, life and a spawner", "nothing changes", _made(beside, 0), {"board": beside, "eta": 0})
    number, first, final = (9, (1, 1), (2, 2)) if of_oscillators else (8, (2, 2), (0, 0))
    second, last = Fraction(3, 4 * number), Fraction(4 * number - 1, 4 * number)
    alike = {"board": Board.empty(3, 3), "eta": _NINTH, "penalties": {EMPTY: 0, WALL: 0}, "most_iterations": 1}
    wall, why = _made(board_of(3, 3, [(first, WALL)]), 1), f"of the cell (0, 0) the first place is {first}"
    yield (f"each of {2 * number} changes as likely, the second", why, wall, {**alike, "draws": (0, second)})
    at_the_end, why = _made(board_of(3, 3, [(final, WALL)]), 1), f"of the cell (2, 2) the last place is {final}"
    yield ("as likely, the last, of the last cell", why, at_the_end, {**alike, "draws": (last, last)})
    later = {**alike, "draws": (last, 0, 0, second), "draws_read": 2}
    yield ("draws from the third on", "the second change again", wall, later)


# --- Choices by floats ---

_PROVED, _LEFT = "proved by floats", "left to the exact choice"


def _float_choices(scope: Scope, bound: Callable[[int], float]) -> Part:
    """Compare the choices that floats prove with the exact ones, for draws where choices meet and beside them."""
    samples = 400 if scope.is_full else 40

    @part(
        "choices by floats",
        branches=(_PROVED, _LEFT),
        domain=f"{samples} lists of 1 to 9 places of 3 types, differences from -6 to 6, penalties and temperatures "
        "from a few; every float nearest to where two choices meet, its two neighbours, and 3 others as draws",
    )
    def compared() -> Iterator[Case]:
        random = Random(scope.seed)
        for _ in range(samples):
            heat = random.choice((_HALF, Fraction(1), Fraction(1, 5), Fraction(0.7)))
            penalties = [random.choice((Fraction(0), _HALF, Fraction(31, 13), Fraction(-7, 3))) for _ in range(3)]
            differences = [random.randint(-6, 6) for _ in range(3 * random.randint(1, 9))]
            factors = [weighed(penalty, heat).factor or 0.0 for penalty in penalties]
            powers = [power(each * heat.denominator, heat.numerator) or 0.0 for each in differences]
            by_floats = list(accumulate(each * factors[at % 3] for at, each in enumerate(powers)))
            exact = exact_weights(differences, penalties, heat)
            meet = [float(Fraction(each, sum(exact))) for each in accumulate(exact)]
            draws = [near for each in meet for near in (nextafter(each, 0), each, nextafter(each, 1))]
            for drawn in (*draws, *(random.random() for _ in range(3))):
                if 0 <= drawn < 1:
                    found = surely_chosen(by_floats, drawn, bound(len(differences)))
                    expected = chosen(exact, drawn)
                    about = f"{differences}, {penalties}, temperature {heat}, draw {drawn}"
                    yield (
                        _LEFT if found is None else _PROVED,
                        equal(about, expected, expected if found is None else found),
                    )

    return compared()


# --- Whole runs, and drafts ---

_STARTS = (
    life_board(".... .oo. .oo. ...."),
    life_board("o... .oo. .oo. ...."),
    Board([(EMPTY, LIFE, EMPTY), (TREE, EMPTY, WALL), (EMPTY, LIFE, LIFE)]),
    life_board("o.oo .oo. ...."),
)
_OF_LIFE: Mapping[Cell, Penalty] = {EMPTY: 1, LIFE: GrowingPenalty(LIFE, 0, 3)}
_VARYING: Mapping[Cell, Penalty] = {**_OF_LIFE, WALL: GrowingPenalty(WALL, _HALF, 40), TREE: 2}


def _runs(scope: Scope, forms: Sequence[Generator], text: _Text, varying: Penalties, kind: str) -> Part:
    """Compare whole runs of forms with those of the text."""
    number = 96 if scope.is_full else 8

    @part(
        "whole runs",
        branches=("halts", "does not halt", "some locations closed"),
        domain=f"{number} runs {kind}on boards of 3 x 3 to 4 x 4 cells, draws from seed {scope.seed}, by the text once "
        "more with e to sixty digits",
    )
    def compared() -> Iterator[Case]:
        for run in range(number):
            draws, board = SeededDraws(scope.seed * 1000 + run), _STARTS[run % len(_STARTS)]
            temperature: Number = (Fraction(1, 4), 1, 0.7)[run % 3]
            eta, penalties = (0, Fraction(1, 6), 1)[run % 3], varying if run % 3 == 2 else NO_PENALTIES
            options: dict[str, Any] = {"most_iterations": 1 if run % 3 == 2 else 4}
            if run % 4 == 3:
                options["open_locations"] = frozenset({(0, 0), (1, 1), (2, 1), (2, 2)})
            expected = text.run(board, eta, temperature, penalties, draws, **options)
            found = [generate(board, eta, temperature, penalties, draws, **options) for generate in forms]
            got = next((each for each in found if each != expected), expected)
            branch = "halts" if expected.halted else "does not halt"
            about = f"{board}, target {eta}, temperature {temperature}, {options}, seed {draws.seed}"
            yield branch if run % 4 < 3 else "some locations closed", equal(about, expected, got)

    return compared()


_KINDS = (EMPTY,) * 6 + (LIFE, LIFE, LIFE, WALL, TREE, FOUNTAIN)
_TYPES = (EMPTY, LIFE, FOUNTAIN)


def _still_life_drafts(scope: Scope) -> Part:
    """Compare what a draft of a still life knows with what is counted anew: what violates, and what changes add."""
    samples = 200 if scope.is_full else 10

    @part(
        "drafts of still lifes",
        branches=("all can be drawn",),
        domain=f"{samples} drawn boards of 3 x 5, 6 x 5 and 5 x 6 cells, four open locations or one, after none, one "
        "and two changes",
    )
    def compared() -> Iterator[Case]:
        for sample in range(samples):
            random = Random(scope.seed + sample)
            height, width = ((3, 5), (6, 5), (5, 6))[sample % 3]
            board = Board([[random.choice(_KINDS) for _ in range(width)] for _ in range(height)])
            opened = frozenset(random.sample(tuple(board.locations()), 1 if sample % 4 == 1 else 4))
            adjacent = (BLOCK, NEIGHBOURS)[sample % 2]
            draft, reach = StillLifeDraft(board, opened, adjacent, _TYPES), reach_of(board, opened, adjacent)

            def violating(each: Board, reach: Any = reach) -> dict[Location, int]:
                return violations_in(reach, still_life_violations(each).violations)

            for _ in range(3):
                number = random.choice(draft.changeable)
                near = places(board, divmod(number, width), adjacent, opened)
                tried, before = [(place, cell) for place in near for cell in _TYPES], violating(board)
                after = [sum(violating(board.with_cells({place: cell})).values()) for place, cell in tried]
                drawable = [cell for cell in before if places(board, cell, adjacent, opened)]
                differences = [each - sum(before.values()) for each in after]
                expected = (board, census_of(board, opened), drawable, len(before), differences)
                drawn = [divmod(cell, width) for cell in draft.violating]
                counted = draft.count_violating(), list(draft.differences(number))
                branch = "all can be drawn" if len(drawable) == len(before) else "some cannot be drawn"
                got = (draft.board(), draft.census(), drawn, *counted)
                yield branch, equal(f"drafts of still lifes of {board}", expected, got)
                (row, column), cell = random.choice(tried)
                draft.change(row * width + column, cell)
                board = board.with_cells({(row, column): cell})

    return compared()


# --- W19-alg1-oscillator ---


def oscillators(
    scope: Scope, *, generate: Generator = generate_oscillator, in_words: Generator = generate_oscillator_in_words
) -> Iterator[Part]:
    """Check the generator of oscillators: by hand, where it halts, what is changed on whose account, and whole runs."""
    yield check_examples(_oscillators_by_hand(generate))
    yield check_examples(_oscillators_by_hand(in_words), "worked examples, in words")
    forms = {"generate_oscillator": generate, "generate_oscillator_in_words": in_words}
    yield check_examples(_forms_by_hand(forms), "how runs end, and what is refused")
    for period in (1, 2, 3):
        yield decide_cases(
            f"when it is done, period {period}",
            _done(partial(generate, period=period), _boards_with_blinkers(scope), partial(_is_back, period)),
            branches=("done and filled", "done, too little", "changing"),
            domain=f"{'' if scope.is_full else 'every eighth of '}{_SMALL}; besides, still lifes and oscillators that "
            "have names, and a glider; three targets, no iteration",
        )
    drawn: dict[str, Any] = {"period": 2, "still_penalty": Fraction(1, 3)}
    both = partial(generate, **drawn), partial(in_words, **drawn)
    yield _runs(scope, both, _text_of(**drawn), _OF_LIFE, "of period 2 ")
    if scope.is_full:
        yield from evolve(OSCILLATOR_IN_WORDS, definition=in_words).parts(scope)


def _boards_with_blinkers(scope: Scope) -> Iterator[Board]:
    yield from _small_boards(scope) if scope.is_full else islice(_small_boards(scope), 0, None, 8)
    yield from STILL_LIFES.values()
    yield from (board for board, _ in OSCILLATORS.values())
    yield GLIDER


def _text_of(period: int, still_penalty: Number) -> _Text:
    def differing(first: Board, second: Board) -> set[Location]:
        return {cell for cell in first.locations() if first[cell] != second[cell]}

    def still(board: Board) -> Number:
        moved = set[Location]().union(*(differing(board, _after(steps, board)) for steps in range(1, period + 1)))
        return still_penalty * (board.height * board.width - len(moved))

    ways = tuple(product(range(-period, period + 1), range(-period, period + 1)))
    return _Text(lambda board: dict.fromkeys(differing(board, _after(period, board)), 1), ways, still)


_TWO = life_board("..... ..... .oo.. ..... .....")
_BLINKER = life_board("..... ..... .ooo. ..... .....")
_ONE = life_board("..... ..... .o... ..... .....")


def _oscillators_by_hand(generate: Generator) -> Iterator[Example]:
    cold, three = partial(_cold, generate, period=2), Fraction(3, 25)

    def violating(board: Board) -> Mapping[Location, int]:
        return oscillator_violations(board, 2).violations

    def still(board: Board) -> Number:
        return oscillator_violations(board, 2, 1).penalty

    square = tuple((down, right) for down in range(-2, 3) for right in range(-2, 3))
    yield ("what two steps connect", "a step connects neighbours: five by five", square, within, 2)
    yield ("a blinker, period 2", "it is back", {}, violating, _BLINKER)
    yield ("two of a blinker, period 2", "both die", {(2, 1): 1, (2, 2): 1}, violating, _TWO)
    yield ("three of a block, period 2", "a block from then on", {(2, 2): 1}, violating, _TROMINO)
    yield ("what is still in a blinker", "all but its ends and its sides", 21, still, _BLINKER)
    yield ("what is still round three of a block", "all but the corner", 24, still, _TROMINO)
    yield ("a blinker, 3 of 25 asked for", "it is back", _made(_BLINKER, 0), cold, _BLINKER, three, (), 0)
    yield ("a blinker, period 3", "it is not back", _failed(0), partial(cold, period=3), _BLINKER, three, (), 0)
    yield ("a block", "a still life is back, too", _made(_WITH_BLOCK, 0), cold, _WITH_BLOCK, three, (), 0)
    two_away, back = partial(cold, open_locations={(2, 3)}), _made(_BLINKER, 1)
    why = "the first that violates is (2, 1), which is two places away; life there makes a blinker"
    yield ("two of a blinker where only the third is open", why, back, two_away, _TWO, 0, (0, 0), 1)
    dear, why = partial(two_away, still_penalty=2), "2 and 23 twos for nothing are more than 0 and 21 twos"
    yield ("the same, still cells penalised by 2", why, back, dear, _TWO, 0, (0, 0), 1)
    why = "it violates, and nothing that is tried helps"
    yield ("life alone where only a place two away is open", why, _failed(1, _ONE), two_away, _ONE, 0, (0, 0), 1)
    for penalty, expected, why in (
        (_HALF, _made(_WITH_BLOCK, 1), "0 and 25 halves for life at the corner are less than 1 and 24 halves"),
        (2, _failed(1, _TROMINO), "0 and 25 twos for life at the corner are more than 1 and 24 twos"),
    ):
        corner = partial(cold, open_locations={(2, 2)}, still_penalty=penalty)
        about = f"three of a block where only its corner is open, still cells penalised by {penalty}"
        yield (about, why, expected, corner, _TROMINO, 0, (0, _HALF), 1)


# --- W19-alg1-halting ---


class Setting(NamedTuple):
    """A temperature and a target, with which halting is measured, from an empty board without penalties."""

    temperature: Fraction
    eta: Fraction


REASONABLE = tuple(
    Setting(Fraction(temperature), Fraction(eta))
    for eta, temperature in product(("1/10", "1/5", "1/20"), ("1", "3/4", "1/2"))
)
HARDEST = Setting(_HALF, Fraction(1, 5))
COLD, DENSE = Setting(Fraction(1, 4), Fraction(1, 5)), Setting(_HALF, Fraction(2, 5))
PER_CELL = 50
"""What the paper says: within about so many iterations for each cell of the board."""


def halting(scope: Scope, *, generate: Generator = generate_still_life_incremental) -> Iterator[Part]:
    """Check how many runs halt within 50 iterations for each cell, how far they spread, and where hardly any does."""

    def measure(setting: Setting, side: int, runs: int) -> list[GeneratedPattern]:
        asked = Board.empty(side, side), setting.eta, setting.temperature, NO_PENALTIES
        draws = (SeededDraws(1000 * scope.seed + run) for run in range(runs))
        return [generate(*asked, each, most_iterations=PER_CELL * side**2) for each in draws]

    side, runs = (26, 20) if scope.is_full else (8, 5)
    settings = REASONABLE if scope.is_full else (*REASONABLE[:2], REASONABLE[3])
    about = f"draws from seed {scope.seed}, at most {PER_CELL} per cell"
    here = f"on an empty board of {side} x {side} cells, {about}"
    yield decide_cases(
        "more than half halt, still and filled as asked for",
        (case for setting in settings for case in _mostly(setting, measure(setting, side, runs))),
        branches=("a run that halts", "a setting"),
        domain=f"{len(settings)} settings, temperatures 1/2 to 1, targets 1/20 to 1/5, {runs} runs each {here}",
    )
    yield decide_cases(
        "more than half halt at the hardest of these settings",
        _mostly(HARDEST, measure(HARDEST, 12, 5)),
        branches=("a run that halts", "a setting"),
        domain=f"temperature 1/2, target 1/5, 5 runs on an empty board of 12 x 12 cells, {about}, whatever the scope",
    )
    taken = sorted(each.iterations for each in measure(REASONABLE[6], side, 20) if each.halted)
    yield decide_cases(
        "the spread is large",
        [("a setting", unless(bool(taken) and taken[-1] >= 4 * taken[0], "iterations", "far apart", taken))],
        domain=f"20 runs at temperature 1, target 1/20, {here}: the longest takes four times the shortest at least",
    )
    for name, setting in (("at temperature 1/4, target 1/5", COLD), ("at temperature 1/2, target 2/5", DENSE)):
        yield decide_cases(
            f"more than half halt {name}", _mostly(setting, measure(setting, side, 3)), domain=f"3 runs {here}"
        ).meant_to_fail(f"{setting}…: expected 'more than half halt', got '0 halt'")


def _mostly(setting: Setting, done: Sequence[GeneratedPattern]) -> Iterator[Case]:
    halted = [each for each in done if each.halted]
    for board, iterations, _, _ in halted:
        census = census_of(board, tuple(board.locations()))
        right = _is_back(1, board) and census.filled >= setting.eta * census.area
        yield "a run that halts", unless(right, f"{setting}, {iterations} iterations", "still and filled", board)
    about, found = f"{setting}, {len(done)} runs", f"{len(halted)} halt"
    yield "a setting", unless(2 * len(halted) > len(done), about, "more than half halt", found)


# --- Mutants ---


def _with_itself(block: Block) -> int:
    """Take a living cell for its own neighbour."""
    if not block[MIDDLE] & ALIVE or not violation(block):
        return violation(block)
    living = how_many(block, ALIVE)
    return 2 - living if living < 2 else max(0, living - 3)


def _walls_violate(block: Block) -> int:
    """Ask of walls and trees what is asked of other cells."""
    return violation((*block[:MIDDLE], block[MIDDLE] & ~FROZEN, *block[MIDDLE + 1 :]))


def _one_at_most(block: Block) -> int:
    """Count a violation, not how many neighbours are too few or too many."""
    return min(1, violation(block))


def _by_numbers(number: Callable[[Board, Location], int]) -> Generator:
    """Return the text with other numbers of violations."""

    def numbers(board: Board) -> dict[Location, int]:
        found = {location: number(board, location) for location in board.locations()}
        return {location: each for location, each in found.items() if each}

    return _misread(numbers=numbers)


def _one_way(board: Board, location: Location) -> int:
    """Let nothing be behind the last row and column."""
    row, column = location
    around = product((row - 1, row, row + 1), (column - 1, column, column + 1))
    return violation(tuple(board[at] if at[0] < board.height and at[1] < board.width else EMPTY for at in around))


def _with(generate: Generator, temperature: Number) -> Generator:
    """Use this temperature, whatever is asked for."""
    return lambda board, eta, _, *others, **options: generate(board, eta, temperature, *others, **options)


@frozen
class _Reordered:
    """Draws of which another is read than is asked for."""

    draws: Draws
    instead: Callable[[int], int]

    def __getitem__(self, number: int) -> Any:
        """Return the other draw."""
        return self.draws[self.instead(number)]


def _reading(generate: Generator, instead: Callable[[int], int]) -> Generator:
    """Read other draws than those that are asked for."""

    def generated(
        board: Board, eta: Number, temperature: Number, penalties: Penalties, draws: Draws, **options: Any
    ) -> GeneratedPattern:
        return generate(board, eta, temperature, penalties, _Reordered(draws, instead), **options)

    return generated


def _all_alike(energies: Sequence[Number], _: Number) -> tuple[int, ...]:
    return tuple(UNIT for _ in energies)


def _misread(**fields: Any) -> Generator:
    """Return the text with a mistake, otherwise with weights as they are to be, and refusing what is refused."""
    text = evolve(_TEXT, **{"weigh": weights, **fields})

    def generated(*asked: Any, **options: Any) -> GeneratedPattern:
        generate_still_life(*asked, **options)
        return text.run(*asked, **options)

    return generated


def _living(cell: Cell) -> int:
    return cell & ALIVE


def _oscillates(
    *,
    steps: Callable[[int], int] = lambda period: period,
    ways: Callable[[int], tuple[Location, ...]] = within,
    assess: Callable[[Board, int, Number], Violations] = oscillator_violations,
    sign: int = 1,
) -> Generator:
    """Return a generator of oscillators made of these parts, one of which is wrong."""

    def generate(*arguments: Any, period: int = 2, still_penalty: Number = 0, **options: Any) -> GeneratedPattern:
        def violations(board: Board) -> Violations:
            return assess(board, steps(period), sign * still_penalty)

        counted = {"numbers": lambda board: violations(board).violations, "adjacent": ways(period)}
        generate_oscillator(*arguments, **options, period=period, still_penalty=still_penalty)
        return _misread(**counted, of_board=lambda board: violations(board).penalty)(*arguments, **options)

    return generate


def _back_at_any_time(board: Board, period: int, still_penalty: Number) -> Violations:
    back = any(not oscillator_violations(board, sooner).violations for sooner in range(1, period + 1))
    found = oscillator_violations(board, period, still_penalty)
    return found._replace(violations={}) if back else found


def _never_still(board: Board, period: int, still_penalty: Number) -> Violations:
    """Take what does not oscillate at all for a violation."""
    found = oscillator_violations(board, period, still_penalty)
    return found if oscillator_violations(board, 1).violations else found._replace(violations={(0, 0): 1})


def _still_at_the_end(board: Board, period: int, still_penalty: Number) -> Violations:
    """Count as still what is back after the period, whatever it did before."""
    found = oscillator_violations(board, period, still_penalty)
    return found._replace(penalty=still_penalty * (board.height * board.width - len(found.violations)))


def _never_looks(
    board: Board, eta: Number, temperature: Number, *arguments: Any, most_iterations: int
) -> GeneratedPattern:
    """Fill the board row by row, and halt."""
    locations = tuple(board.locations())
    number = int(Fraction(eta) * len(locations)) + 1
    full = board.with_cells(dict.fromkeys(locations[:number], LIFE))
    return GeneratedPattern(full, number * len(locations) % 37, 0, halted=True)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-alg1",
        kind="lemma",
        title="still lifes by Algorithm 1",
        claim="While cells would change in the next step, one of them is drawn; otherwise, while too little is on the "
        "board, any cell. One of its neighbours then becomes a cell type, with probability proportional to e to the "
        "minus (resulting violations plus the type's penalty) over the temperature. The violations of a cell are the "
        "number of neighbours that would have to be switched. If the algorithm halts, the board is a still life and "
        "its share of cells that are not empty is at least the target.",
        source=f"{WAINWRIGHT_2019}, Appendix A, Algorithm 1",
        check=still_lifes,
        mutants={
            "a violation counts one": {
                "violation": _one_at_most,
                "generate": _by_numbers(lambda board, at: _one_at_most(block_around(board, at))),
            },
            "what changed: a violation counts one": {
                "incremental": _by_numbers(lambda board, at: _one_at_most(block_around(board, at)))
            },
            "in a kernel: every change is as likely": {"compiled": _with(_KERNEL_INTERPRETED, 1000)},
            "floats are taken at their word": {"bound": lambda _: 0.0},
            "what changed: one draw for both": {
                "incremental": _reading(generate_still_life_incremental, lambda number: number - number % 2)
            },
            "what changed: only living cells fill": {"incremental": _misread(counts_as_filled=_living)},
            "living cells count themselves": {"violation": _with_itself},
            "walls and trees violate": {"violation": _walls_violate},
            "nothing preserves or inhibits": {
                "violation": lambda block: violation(tuple(cell & (ALIVE | FROZEN) for cell in block))
            },
            "a cell is adjacent to itself": {"generate": partial(generate_still_life, adjacent=BLOCK)},
            "dead cells never violate": {
                "generate": _by_numbers(lambda board, at: violation(block_around(board, at)) * bool(board[at] & ALIVE))
            },
            "one-way wrap": {"generate": _by_numbers(_one_way)},
            "the temperature multiplies": {
                "weights": lambda energies, temperature: weights(energies, 1 / Fraction(temperature))
            },
            "every choice is as likely": {"weights": _all_alike},
            "the best choice is always made": {
                "weights": lambda energies, _: tuple(UNIT * (energy == min(energies)) for energy in energies)
            },
            "energies are squared": {
                "weights": lambda energies, temperature: weights(
                    [(Fraction(energy) - Fraction(min(energies))) ** 2 for energy in energies], temperature
                )
            },
            "nothing is ever impossible": {
                "weights": lambda energies, temperature: tuple(
                    max(1 << 20, weight) for weight in weights(energies, temperature)
                )
            },
            "every change is as likely": {"generate": _misread(weigh=_all_alike)},
            "penalties are forgotten": {
                "generate": lambda board, eta, temperature, penalties, draws, **options: generate_still_life(
                    board, eta, temperature, dict.fromkeys(penalties, 0), draws, **options
                )
            },
            "penalties of the board afterwards": {"generate": _misread(penalised=lambda before, after: after)},
            "what is there is not tried": {"generate": _misread(is_tried=int.__ne__)},
            "any cell is drawn": {"generate": _misread(among=lambda wrong, reach: reach)},
            "more than the target is asked for": {
                "generate": lambda board, eta, *others, **options: generate_still_life(
                    board, eta and min(1, eta + Fraction(1, 10**6)), *others, **options
                )
            },
            "the change is drawn first": {"generate": _reading(generate_still_life, lambda number: number ^ 1)},
            "what failed is returned": {"generate": _misread(failed=lambda board, emptied: board)},
        },
        verdict="holds",
        evidence="exhaustive: blocks of empty and living neighbours round ten cells, each set of neighbours switched; "
        "choices of up to 3 energies; small boards, each as one on which the algorithm may halt (it halts exactly on "
        "those that are still and filled, and so does every run, since the condition does not depend on how a board "
        "came about); sampled: choices by floats, beside the exact ones, where two choices meet; whole runs, by the "
        "text once more, and drafts under change, by counting anew",
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
    ),
    Statement(
        id="W19-alg1-oscillator",
        kind="lemma",
        title="oscillators by Algorithm 1",
        claim="With the constraint that the board is back after N steps, changes within N steps of a cell that is not "
        "back, and a penalty on still cells, the algorithm halts on boards that are back after N steps.",
        source=f"{WAINWRIGHT_2019}, Appendix A, last paragraph",
        check=oscillators,
        mutants={
            "in words: a step too late": {"in_words": _oscillates(steps=lambda period: period + 1)},
            "in words: still cells are preferred": {"in_words": _oscillates(sign=-1)},
            "a step too late": {"generate": _oscillates(steps=lambda period: period + 1)},
            "back at any time until then": {"generate": _oscillates(assess=_back_at_any_time)},
            "still lifes violate": {"generate": _oscillates(assess=_never_still)},
            "only what is one step away is changed": {"generate": _oscillates(ways=lambda _: BLOCK)},
            "changes too far away": {"generate": _oscillates(ways=lambda period: within(period + 1))},
            "still cells are not penalised": {"generate": _oscillates(sign=0)},
            "still cells are preferred": {"generate": _oscillates(sign=-1)},
            "still is what is back": {"generate": _oscillates(assess=_still_at_the_end)},
        },
        verdict="holds",
        evidence="exhaustive: small boards, each as one on which the algorithm may halt, periods 1 to 3; sampled: "
        "whole runs, by the text once more",
        defects="The paper does not define the number of violations for oscillators; here a cell is back or it is "
        "not. It does not say how still lifes are penalised; here by a penalty for each cell that never changes. The "
        "result can still be a still life, or a board of which only a part oscillates, or one with a period that "
        "divides N. The paper says that the cost grows like N^4, which is the number of changes times the cells that "
        "each may change; a change can affect (2k + 1)² cells after k steps, so with all the steps in between it is "
        "N^5.",
    ),
    Statement(
        id="W19-alg1-halting",
        kind="claim",
        title="the algorithm tends to halt within about 50 iterations for each cell",
        claim="For reasonable targets and temperatures the algorithm tends to halt within about 50 iterations for each "
        "cell of the board, but the distribution of run times is large.",
        source=f"{WAINWRIGHT_2019}, Appendix A",
        check=halting,
        mutants={
            "every change is as likely": {"generate": _with(generate_still_life_incremental, 1000)},
            "the best change is always made": {"generate": _with(generate_still_life_incremental, _COLD)},
            "nobody looks for violations": {"generate": _never_looks},
        },
        verdict="holds (repaired)",
        evidence="sampled: runs from empty boards without penalties, draws from seeds: three settings on 8 x 8 "
        "and the hardest on 12 x 12, 5 runs each; in full larger boards, all settings, and more runs of each",
        defects="The paper does not say which targets and temperatures are reasonable, with which penalties, or on "
        "how large a board: the repair names values and boards for which we found the claim true. At a low "
        "temperature (1/4 with target 1/5) and for a high target (2/5 at temperature 1/2) hardly any run halts. Nor "
        "do more than half of the runs on large boards at a temperature above 1: a higher temperature is not always "
        "faster.",
        repair="on the boards tried, from 8 x 8 on, more than half of all runs halt within 50 iterations for each cell "
        "at temperatures from 1/2 to 1 and targets from 1/20 to 1/5, empty and living cells alike without penalty; at "
        "one setting the longest takes four times the shortest and more",
        witness="8 x 8, 3 runs, within 50 iterations for each cell: at temperature 1/4 and target 1/5, 0 halt; at "
        "temperature 1/2 and target 2/5, 0 halt",
    ),
)
