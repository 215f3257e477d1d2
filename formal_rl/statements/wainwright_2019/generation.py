"""Checks of generated patterns: violation numbers, choices, what comes out where the algorithm halts, and how soon."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, islice, product
from math import floor
from typing import Any, NamedTuple

import numpy
from attrs import evolve, frozen
from numpy.typing import NDArray

from formal_rl.agents import Draws, draw
from formal_rl.checking import Disagreement, Example, Part, Scope, check_examples, decide_cases, part
from formal_rl.safelife._engines.words.rule import advance_together
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
    GrowingPenalty,
    Penalties,
    Penalty,
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
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.fast_generation import (
    choices_by_hand,
    oscillator_changes,
    refused_by_hand,
    runs_by_hand,
    still_life_drafts,
)
from formal_rl.statements.wainwright_2019.generation_pairs import (
    OSCILLATOR_IN_WORDS,
    STILL_LIFE_INCREMENTAL,
    generate_oscillator_in_words,
)

Cases = Iterator[tuple[str, Disagreement | None]]


Generator = Callable[..., GeneratedPattern]
"""A generator of still lifes or oscillators."""

Weights = Callable[[Sequence[Number], Number], tuple[int, ...]]

_COLD = Fraction(1, 100)
_HALVES: tuple[Fraction, ...] = (Fraction(0), Fraction(1, 2))


# --- The text once more, by other means ---

_EXACT = Context(prec=60)


def _power(exponent: Fraction) -> Fraction:
    """Return e to the minus exponent, to sixty digits."""
    ratio = _EXACT.divide(Decimal(exponent.numerator), Decimal(exponent.denominator))
    return Fraction(_EXACT.exp(-ratio))


def _share(draw: Any, number: int) -> int:
    return floor(number * Fraction(draw))


@frozen
class _Text:
    """The algorithm read off the page: what is looked for at each location, and where cells are changed for it."""

    numbers: Callable[[Board], dict[Location, int]]
    adjacent: tuple[Location, ...]
    of_board: Callable[[Board], Number] = lambda _: 0

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
    ) -> GeneratedPattern:
        """Run it."""
        everywhere = list(board.locations())
        opened = everywhere if open_locations is None else [place for place in everywhere if place in open_locations]
        near = {cell: self._near(board, cell, opened) for cell in everywhere}
        reach = [cell for cell in everywhere if near[cell] or cell in opened]
        for iteration in range(most_iterations + 1):
            numbers = self.numbers(board)
            wrong = [cell for cell in reach if cell in numbers]
            cells = [board[place] for place in opened]
            if not wrong and len(cells) - cells.count(EMPTY) >= Fraction(eta) * len(opened):
                return GeneratedPattern(board, iteration, 2 * iteration, halted=True)
            from_which = [cell for cell in wrong or reach if near[cell]]
            if iteration == most_iterations or not from_which:
                break
            cell = from_which[_share(draws[2 * iteration], len(from_which))]
            tried = [(place, cell_type) for place in near[cell] for cell_type in penalties]
            after = [board.with_cells({place: cell_type}) for place, cell_type in tried]
            energies = [
                sum(number for there, number in self.numbers(each).items() if there in reach)
                + Fraction(self.of_board(each))
                + _penalty(penalties[cell_type], cells)
                for each, (_, cell_type) in zip(after, tried, strict=True)
            ]
            up_to = list(accumulate(_power((energy - min(energies)) / Fraction(temperature)) for energy in energies))
            board = after[bisect_right(up_to, Fraction(draws[2 * iteration + 1]) * up_to[-1])]
        return GeneratedPattern(board.with_cells(dict.fromkeys(opened, EMPTY)), iteration, 2 * iteration, halted=False)

    def _near(self, board: Board, cell: Location, opened: list[Location]) -> list[Location]:
        places = [board.wrapped((cell[0] + down, cell[1] + right)) for down, right in self.adjacent]
        return [place for place in dict.fromkeys(places) if place in opened]


def _penalty(penalty: Penalty, cells: list[Cell]) -> Fraction:
    census = Census({cell: cells.count(cell) for cell in set(cells)}, len(cells))
    return Fraction(penalty(census) if callable(penalty) else penalty)


def _block(board: Board, cell: Location) -> Block:
    row, column = cell
    return tuple(board[row + down, column + right] for down, right in product((-1, 0, 1), repeat=2))


def _numbers_of_the_text(board: Board) -> dict[Location, int]:
    """Return how far the living neighbours of each changing cell are from a number with which it would stay."""
    numbers = {}
    for cell in board.locations():
        block = _block(board, cell)
        if next_cell(block) != block[MIDDLE]:
            living = sum(1 for each in (*block[:MIDDLE], *block[MIDDLE + 1 :]) if each & ALIVE)
            stays = (2, 3) if block[MIDDLE] & ALIVE else (2, 4)
            numbers[cell] = min(abs(living - number) for number in stays)
    return numbers


# --- W19-alg1 ---

_VARYING: Mapping[Cell, Penalty] = {
    EMPTY: 1,
    LIFE: GrowingPenalty(LIFE, 0, 3),
    WALL: GrowingPenalty(WALL, Fraction(1, 2), 40),
    TREE: 2,
}


def still_lifes(
    scope: Scope,
    *,
    generate: Generator = generate_still_life,
    violation: Callable[[Block], int] = violation,
    weights: Weights = weights,
    incremental: Generator = generate_still_life_incremental,
) -> Iterator[Part]:
    """Check the generator of still lifes: by hand, its numbers, its probabilities, whole runs, and where it halts."""
    yield check_examples(_worked_examples(generate, violation, weights))
    yield check_examples(_worked_examples(incremental, violation, weights), "worked examples, from what changed alone")
    yield check_examples(
        (
            *choices_by_hand(),
            *runs_by_hand("generate_still_life", generate),
            *runs_by_hand("generate_still_life_incremental", incremental),
            *refused_by_hand(generate_still_life=generate_still_life, generate_still_life_incremental=incremental),
        ),
        "choices and penalties, how runs end, and what is refused",
    )
    yield _switched(violation)
    yield _probabilities(weights)
    yield decide_cases(
        "when it is done",
        _done(generate, _small_boards(scope), _is_still),
        branches=("done and filled", "done, too little", "changing"),
        domain=f"{_SMALL}, three targets, no iteration",
    )
    yield decide_cases(
        "whole runs",
        _runs(scope, (generate, incremental), _Text(_numbers_of_the_text, NEIGHBOURS)),
        branches=("halts", "does not halt", "some locations closed"),
        domain=f"{_number_of_runs(scope)} runs on boards of 3 x 3 to 4 x 4 cells, draws from seed {scope.seed}, by the "
        "text once more with e to sixty digits",
    )
    yield still_life_drafts(scope)
    if scope.is_full:
        yield from evolve(STILL_LIFE_INCREMENTAL, fast=incremental).parts(scope)


def _is_still(board: Board) -> bool:
    return advance(board).board == board


_SMALL = (
    "all boards of life of 3 x 3 cells, alone and with a tree at one corner, in full with a wall and of 3 x 4 as well"
)


def _small_boards(scope: Scope) -> Iterator[Board]:
    corners = ((EMPTY, LIFE), (TREE,), *(((WALL,),) if scope.is_full else ()))
    for width, corner in product((3, 4) if scope.is_full else (3,), corners):
        for cells in product(corner, *(((EMPTY, LIFE),) * (3 * width - 1))):
            yield Board(cells[row * width : (row + 1) * width] for row in range(3))


def _done(generate: Generator, boards: Iterator[Board], is_done: Callable[[Board], bool]) -> Cases:
    targets = (Fraction(0), Fraction(1, 3), Fraction(1))
    for board in boards:
        done = is_done(board)
        nothing = Board.empty(board.height, board.width)
        filled = sum(1 for place in board.locations() if board[place] != EMPTY)
        for eta in targets if done else targets[1:2]:
            enough = filled >= eta * board.height * board.width
            halted = done and enough
            branch = "done and filled" if halted else "done, too little" if done else "changing"
            expected = GeneratedPattern(board if halted else nothing, 0, 0, halted)
            got = generate(board, eta, 1, NO_PENALTIES, (), most_iterations=0)
            yield branch, None if got == expected else Disagreement(f"target {eta}, {board}", expected, got)


_MIDDLES = (EMPTY, LIFE, HARD_LIFE, WALL, CRATE, TREE, PLAYER, SPAWNER, FOUNTAIN, 1 << 14)
_NEAR = (None, PLAYER, FOUNTAIN, PARASITE, WEED)


@part(
    "the least number of neighbours to switch",
    branches=("stays", "too few", "too many", "comes to life"),
    domain="all blocks of empty and living neighbours round each of ten cells, without and with one neighbour that "
    "preserves or inhibits: every set of neighbours switched",
)
def _switched(violation: Callable[[Block], int]) -> Cases:
    """Compare with the least set of neighbours to switch, found by trying all."""
    patterns = range(1 << 8)
    by_size = sorted(patterns, key=int.bit_count)
    for middle, first in product(_MIDDLES, _NEAR):
        blocks = [_with_neighbours(middle, first, pattern) for pattern in patterns]
        stays = {pattern for pattern in patterns if next_cell(blocks[pattern]) == middle}
        for pattern in patterns:
            expected = next(switch.bit_count() for switch in by_size if pattern ^ switch in stays)
            living = pattern.bit_count()
            branch = "stays" if not expected else _reason(middle, living)
            got = violation(blocks[pattern])
            yield branch, None if got == expected else Disagreement(f"violation of {blocks[pattern]}", expected, got)


def _reason(middle: Cell, living: int) -> str:
    if not middle & ALIVE:
        return "comes to life"
    return "too few" if living < 2 else "too many"


def _with_neighbours(middle: Cell, first: Cell | None, pattern: int) -> Block:
    """Return a block whose neighbours live where the pattern has a bit; the first is of a kind, dead or alive."""
    cells = [LIFE if pattern >> number & 1 else EMPTY for number in range(8)]
    if first is not None:
        cells[0] = first | ALIVE if pattern & 1 else first & ~ALIVE
    return (*cells[:MIDDLE], middle, *cells[MIDDLE:])


_ENERGIES: tuple[Number, ...] = (0, 1, Fraction(1, 3), 100, -2)
_TEMPERATURES: tuple[Number, ...] = (_COLD, 0.5, 1, 1000)


@part(
    "probabilities as written",
    branches=("all alike", "some very small", "others"),
    domain="all energies from five values of up to 3 choices, four temperatures: e to sixty digits",
)
def _probabilities(weights: Weights) -> Cases:
    for temperature, number in product(_TEMPERATURES, range(1, 4)):
        for energies in product(_ENERGIES, repeat=number):
            powers = [_known_power(energy - min(energies), temperature) for energy in energies]
            weighed = weights(energies, temperature)
            total, sum_of_powers = sum(weighed), sum(powers)
            wrong = [
                index
                for index in range(number)
                if abs(weighed[index] * sum_of_powers - powers[index] * total) * UNIT > number * total * sum_of_powers
            ]
            branch = "all alike" if len(set(energies)) == 1 else "some very small" if 0 in weighed else "others"
            about = f"probabilities of {energies} at temperature {temperature}"
            yield branch, Disagreement(about, list(map(float, powers)), weighed) if wrong else None


@cache
def _known_power(exponent: Number, temperature: Number) -> Fraction:
    return _power(Fraction(exponent) / Fraction(temperature))


def _around(*living: int, middle: Cell = EMPTY, **kinds: Cell) -> Block:
    """Return a block in which these places live, of nine; ``first`` is what else is at the first."""
    cells = [LIFE if place in living else EMPTY for place in range(9)]
    cells[MIDDLE] = middle
    cells[0] = kinds.get("first", cells[0])
    return tuple(cells)


_CORNERED = life_board("...... .oo... .oo... ...o.. ...... ......")
_BLOCK = life_board("...... .oo... .oo... ...... ...... ......")
_TROMINO = life_board("..... .oo.. .o... ..... .....")
_WITH_BLOCK = life_board("..... .oo.. .oo.. ..... .....")
_ALONE = life_board("..... ..... ..o.. ..... .....")
_NO_LIFE = Board.empty(5, 5)


def _worked_examples(generate: Generator, violation: Callable[[Block], int], weights: Weights) -> Iterator[Example]:
    numbers: tuple[tuple[str, str, int, Block], ...] = (
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
    )
    for about, arithmetic, expected, block in numbers:
        yield (about, arithmetic, expected, violation, block)
    e = 424_136_118_829_305_329
    yield (
        "weights of energies 2, 1 and 1 at temperature 1",
        "2^60 / e, 2^60, 2^60",
        (e, UNIT, UNIT),
        lambda: weights((2, 1, 1), 1),
    )
    yield (
        "weights of energies 2, 1 and 1 at temperature 1/100",
        "e^-100 is far below 2^-60",
        (0, UNIT, UNIT),
        lambda: weights((2, 1, 1), _COLD),
    )
    cold, ninth = partial(_cold, generate), Fraction(1, 9)
    yield (
        "a block with one cell too many at its corner, 4 of 36 asked for",
        "the first that violates is the block's corner; without its neighbour at (3, 3) nothing does, and 4 is enough",
        GeneratedPattern(_BLOCK, 1, 2, halted=True),
        lambda: cold(_CORNERED, ninth, (0, Fraction(1, 2)), 1),
    )
    yield (
        "the same where nothing but that cell is open",
        "it cannot be drawn itself; of the three that can, the second is drawn, (2, 3)",
        GeneratedPattern(_BLOCK, 1, 2, halted=True),
        lambda: cold(_CORNERED, 0, _HALVES[::-1], 1, open_locations={(3, 3)}),
    )
    yield (
        "three of a block's cells",
        "the corner that is missing violates, but is not adjacent to itself; nothing is better than what is there",
        GeneratedPattern(_NO_LIFE, 3, 6, halted=False),
        lambda: cold(_TROMINO, 0, (0,) * 6, 3),
    )
    yield (
        "life alone where nothing but itself is open",
        "it violates, and nothing adjacent can be changed",
        GeneratedPattern(_NO_LIFE, 0, 0, halted=False),
        lambda: cold(_ALONE, 0, (), 9, open_locations={(2, 2)}),
    )
    yield (
        "a block, and 5 of 25 asked for",
        "wherever it begins, what is there is as good as anything",
        GeneratedPattern(_NO_LIFE, 2, 4, halted=False),
        lambda: cold(_WITH_BLOCK, Fraction(1, 5), (0,) * 4, 2),
    )
    yield (
        "nothing, 1 of 9 asked for, empty cells penalised more than walls",
        "the first place adjacent to (0, 0) is (2, 2)",
        GeneratedPattern(board_of(3, 3, [((2, 2), WALL)]), 1, 2, halted=True),
        lambda: generate(Board.empty(3, 3), ninth, _COLD, {EMPTY: 100, WALL: 1}, (0, 0), most_iterations=1),
    )
    growing = GrowingPenalty(WALL, 0, 18)
    yield (
        "the same with penalty 1 for empty cells, and 18 times their share for walls",
        "there is no wall yet, so that a wall adds 0",
        GeneratedPattern(board_of(3, 3, [((2, 2), WALL)]), 1, 2, halted=True),
        lambda: generate(Board.empty(3, 3), ninth, _COLD, {EMPTY: 1, WALL: growing}, (0, 0), most_iterations=1),
    )


def _cold(
    generate: Generator, board: Board, eta: Number, draws: Sequence[Number], most_iterations: int, **options: Any
) -> GeneratedPattern:
    return generate(board, eta, _COLD, NO_PENALTIES, draws, most_iterations=most_iterations, **options)


def _number_of_runs(scope: Scope) -> int:
    return 96 if scope.is_full else 8


_STARTS = (
    life_board(".... .oo. .oo. ...."),
    life_board("o... .oo. .oo. ...."),
    Board([(EMPTY, LIFE, EMPTY), (TREE, EMPTY, WALL), (EMPTY, LIFE, LIFE)]),
    life_board("o.oo .oo. ...."),
)


def _runs(scope: Scope, forms: Sequence[Generator], text: _Text, varying: Penalties = _VARYING) -> Cases:
    for run in range(_number_of_runs(scope)):
        draws = SeededDraws(scope.seed * 1000 + run)
        board = _STARTS[run % len(_STARTS)]
        penalties = varying if run % 3 == 2 else NO_PENALTIES
        temperature: Number = (Fraction(1, 4), 1, 0.7)[run % 3]
        eta = (0, Fraction(1, 6), 1)[run % 3]
        options: dict[str, Any] = {"most_iterations": 1 if run % 3 == 2 else 4}
        closed = run % 4 == 3
        if closed:
            options["open_locations"] = frozenset({(0, 0), (1, 1), (2, 1), (2, 2)})
        about = f"{board}, target {eta}, temperature {temperature}, {options}, seed {draws.seed}"
        expected = text.run(board, eta, temperature, penalties, draws, **options)
        found = [generate(board, eta, temperature, penalties, draws, **options) for generate in forms]
        got = next((each for each in found if each != expected), expected)
        branch = "some locations closed" if closed else "halts" if expected.halted else "does not halt"
        yield branch, None if got == expected else Disagreement(about, expected, got)


# --- W19-alg1-oscillator ---


def oscillators(
    scope: Scope,
    *,
    generate: Generator = generate_oscillator,
    in_words: Generator = generate_oscillator_in_words,
) -> Iterator[Part]:
    """Check the generator of oscillators: by hand, where it halts, what is changed on whose account, and whole runs."""
    yield check_examples(_oscillators_worked(generate))
    yield check_examples(_oscillators_worked(in_words), "worked examples, in words")
    yield check_examples(
        (
            *runs_by_hand("generate_oscillator", generate, first_example=3),
            *runs_by_hand("generate_oscillator_in_words", in_words),
            *refused_by_hand(generate_oscillator=generate_oscillator, generate_oscillator_in_words=in_words),
        ),
        "how runs end, and what is refused",
    )
    for period in (1, 2, 3):
        yield decide_cases(
            f"when it is done, period {period}",
            _done(partial(generate, period=period), _boards_with_blinkers(scope), partial(_is_back, period)),
            branches=("done and filled", "done, too little", "changing"),
            domain=f"{'' if scope.is_full else 'every eighth of '}{_SMALL}; besides, still lifes and oscillators that "
            "have names, and a glider; three targets, no iteration",
        )
    yield _connected()
    yield decide_cases(
        "whole runs",
        _runs(scope, (partial(generate, **_DRAWN), partial(in_words, **_DRAWN)), _text_of(**_DRAWN), _OF_LIFE),
        branches=("halts", "does not halt", "some locations closed"),
        domain=f"{_number_of_runs(scope)} runs of period 2 on boards of 3 x 3 to 4 x 4 cells, draws from seed "
        f"{scope.seed}, by the text once more with e to sixty digits",
    )
    yield oscillator_changes(scope)
    if scope.is_full:
        yield from evolve(OSCILLATOR_IN_WORDS, definition=in_words).parts(scope)


_OF_LIFE: Mapping[Cell, Penalty] = {EMPTY: 1, LIFE: GrowingPenalty(LIFE, 0, 3)}
_DRAWN: dict[str, Any] = {"period": 2, "still_penalty": Fraction(1, 3)}


def _after(steps: int, board: Board) -> Board:
    for _ in range(steps):
        board = advance(board).board
    return board


def _is_back(steps: int, board: Board) -> bool:
    return _after(steps, board) == board


def _boards_with_blinkers(scope: Scope) -> Iterator[Board]:
    yield from _small_boards(scope) if scope.is_full else islice(_small_boards(scope), 0, None, 8)
    yield from STILL_LIFES.values()
    yield from (board for board, _ in OSCILLATORS.values())
    yield GLIDER


def _text_of(period: int, still_penalty: Number) -> _Text:
    def numbers(board: Board) -> dict[Location, int]:
        after = _after(period, board)
        return {cell: 1 for cell in board.locations() if after[cell] != board[cell]}

    def still(board: Board) -> Number:
        moved, after = set[Location](), board
        for _ in range(period):
            after = advance(after).board
            moved.update(_differing(board, after))
        return still_penalty * (board.height * board.width - len(moved))

    ways = range(-period, period + 1)
    return _Text(numbers, tuple((down, right) for down in ways for right in ways), still)


def _differing(first: Board, second: Board) -> list[Location]:
    return [cell for cell in first.locations() if first[cell] != second[cell]]


_PROBES = 64
_MIDDLE_OF_NINE = 4


@part(
    "causally connected",
    branches=("matters", "does not matter"),
    domain="each location of 9 x 9 cells, one and two steps: whether to switch it changes what is in the middle "
    f"of any of {_PROBES} drawn boards",
)
def _connected() -> Cases:
    """Look whether the middle of any drawn board depends on a location."""
    for steps in (1, 2):
        depends = _dependencies(steps)
        for row, column in product(range(9), repeat=2):
            way = (row - _MIDDLE_OF_NINE, column - _MIDDLE_OF_NINE)
            got, expected = way in within(steps), depends[row, column]
            about = f"whether what lies {way} away can matter within {steps} steps"
            branch = "matters" if expected else "does not matter"
            yield branch, None if got == expected else Disagreement(about, expected, got)


def _dependencies(steps: int) -> NDArray[numpy.bool_]:
    life = (numpy.random.default_rng(0).random((9, 9, 1, _PROBES)) < 0.4) * numpy.uint16(LIFE)
    switched = numpy.eye(81, dtype=numpy.uint16).reshape(9, 9, 81, 1) * numpy.uint16(LIFE)
    after = (life ^ numpy.concatenate([numpy.zeros_like(switched[:, :, :1]), switched], axis=2)).reshape(9, 9, -1)
    for _ in range(steps):
        after = advance_together(after)
    middles = after[_MIDDLE_OF_NINE, _MIDDLE_OF_NINE].reshape(82, _PROBES)
    return numpy.asarray((middles[1:] != middles[0]).any(axis=1).reshape(9, 9))


_TWO = life_board("..... ..... .oo.. ..... .....")
_BLINKER = life_board("..... ..... .ooo. ..... .....")
_ONE = life_board("..... ..... .o... ..... .....")


def _oscillators_worked(generate: Generator) -> Iterator[Example]:
    cold = partial(_cold, generate, period=2)
    three, nothing = Fraction(3, 25), Board.empty(5, 5)

    def violating(board: Board) -> Mapping[Location, int]:
        return oscillator_violations(board, 2).violations

    def still(board: Board) -> Number:
        return oscillator_violations(board, 2, 1).penalty

    worked: tuple[tuple[str, str, object, Callable[[], object]], ...] = (
        ("a blinker, period 2", "it is back", {}, partial(violating, _BLINKER)),
        ("two of a blinker, period 2", "both die", {(2, 1): 1, (2, 2): 1}, partial(violating, _TWO)),
        ("three of a block, period 2", "a block from then on", {(2, 2): 1}, partial(violating, _TROMINO)),
        ("what is still in a blinker", "all but its ends and its sides", 21, partial(still, _BLINKER)),
        ("what is still round three of a block", "all but the corner", 24, partial(still, _TROMINO)),
    )
    yield from worked
    yield (
        "a blinker, 3 of 25 asked for",
        "it is back after two steps",
        GeneratedPattern(_BLINKER, 0, 0, halted=True),
        lambda: cold(_BLINKER, three, (), 0),
    )
    yield (
        "a blinker, period 3",
        "it is not back",
        GeneratedPattern(nothing, 0, 0, halted=False),
        lambda: cold(_BLINKER, three, (), 0, period=3),
    )
    yield (
        "a block",
        "a still life is back, too",
        GeneratedPattern(_WITH_BLOCK, 0, 0, halted=True),
        lambda: cold(_WITH_BLOCK, three, (), 0),
    )
    yield (
        "two of a blinker where only the third is open",
        "the first that violates is (2, 1), which is two places away; life there makes a blinker",
        GeneratedPattern(_BLINKER, 1, 2, halted=True),
        lambda: cold(_TWO, 0, (0, 0), 1, open_locations={(2, 3)}),
    )
    yield (
        "the same, still cells penalised by 2",
        "2 and 23 twos for nothing are more than 0 and 21 twos for a blinker",
        GeneratedPattern(_BLINKER, 1, 2, halted=True),
        lambda: cold(_TWO, 0, (0, 0), 1, open_locations={(2, 3)}, still_penalty=2),
    )
    yield (
        "life alone where only a place two steps away is open",
        "it violates, and nothing that is tried helps",
        GeneratedPattern(_ONE, 1, 2, halted=False),
        lambda: cold(_ONE, 0, (0, 0), 1, open_locations={(2, 3)}),
    )
    for penalty, halted, arithmetic in (
        (Fraction(1, 2), True, "0 and 25 halves for life at the corner are less than 1 and 24 halves"),
        (2, False, "0 and 25 twos for life at the corner are more than 1 and 24 twos"),
    ):
        yield (
            f"three of a block where only its corner is open, still cells penalised by {penalty}",
            arithmetic,
            GeneratedPattern(_WITH_BLOCK if halted else _TROMINO, 1, 2, halted),
            partial(cold, _TROMINO, 0, _HALVES, 1, open_locations={(2, 2)}, still_penalty=penalty),
        )


# --- W19-alg1-halting ---


class Setting(NamedTuple):
    """A temperature and a target, with which halting is measured, from an empty board without penalties."""

    temperature: Fraction
    eta: Fraction


REASONABLE = tuple(
    Setting(Fraction(temperature), Fraction(eta))
    for eta, temperature in product(("1/10", "1/5", "1/20"), ("1", "3/4", "1/2"))
)
HARDEST = Setting(Fraction(1, 2), Fraction(1, 5))
COLD, DENSE = Setting(Fraction(1, 4), Fraction(1, 5)), Setting(Fraction(1, 2), Fraction(2, 5))
PER_CELL = 50
"""What the paper says: within about so many iterations for each cell of the board."""


def runs_of(setting: Setting, side: int, runs: int, *, seed: int, generate: Generator) -> Iterator[GeneratedPattern]:
    """Yield what becomes of an empty square in that many runs, each of at most `PER_CELL` iterations a cell."""
    for run in range(runs):
        yield generate(
            Board.empty(side, side),
            setting.eta,
            setting.temperature,
            NO_PENALTIES,
            SeededDraws(1000 * seed + run),
            most_iterations=PER_CELL * side**2,
        )


def halting(scope: Scope, *, generate: Generator = generate_still_life_incremental) -> Iterator[Part]:
    """Check how many runs halt within 50 iterations for each cell, how far they spread, and where hardly any does."""
    side, runs = (26, 20) if scope.is_full else (8, 5)
    settings = REASONABLE if scope.is_full else (*REASONABLE[:2], REASONABLE[3])
    about = f"on an empty board of {side} x {side} cells, draws from seed {scope.seed}, at most {PER_CELL} per cell"
    measure = partial(runs_of, side=side, seed=scope.seed, generate=generate)
    yield decide_cases(
        "more than half halt, still and filled as asked for",
        (case for setting in settings for case in _mostly(setting, list(measure(setting, runs=runs)))),
        branches=("a run that halts", "a setting"),
        domain=f"{len(settings)} settings, temperatures 1/2 to 1, targets 1/20 to 1/5, {runs} runs each {about}",
    )
    hardest = list(runs_of(HARDEST, 12, 5, seed=scope.seed, generate=generate))
    yield decide_cases(
        "more than half halt at the hardest of these settings",
        _mostly(HARDEST, hardest),
        branches=("a run that halts", "a setting"),
        domain=f"temperature 1/2, target 1/5, 5 runs on an empty board of 12 x 12 cells, draws from seed {scope.seed}, "
        f"at most {PER_CELL} per cell, whatever the scope",
    )
    yield decide_cases(
        "the spread is large",
        [_spread(list(measure(REASONABLE[6], runs=20)))],
        domain=f"20 runs at temperature 1, target 1/20, {about}: the longest takes four times the shortest at least",
    )
    for name, setting in (("at temperature 1/4, target 1/5", COLD), ("at temperature 1/2, target 2/5", DENSE)):
        yield decide_cases(
            f"more than half halt {name}",
            _mostly(setting, list(measure(setting, runs=3))),
            domain=f"3 runs {about}",
        ).meant_to_fail(f"{setting}…: expected 'more than half halt', got '0 halt'")


def _mostly(setting: Setting, done: Sequence[GeneratedPattern]) -> Cases:
    halted = [each for each in done if each.halted]
    for board, iterations, _, _ in halted:
        census = census_of(board, tuple(board.locations()))
        right = _is_still(board) and census.filled >= setting.eta * census.area
        about = f"a run of {setting}, {iterations} iterations"
        yield "a run that halts", None if right else Disagreement(about, "still and filled", board)
    few = 2 * len(halted) <= len(done)
    wrong = Disagreement(f"{setting}, {len(done)} runs", "more than half halt", f"{len(halted)} halt")
    yield "a setting", wrong if few else None


def _spread(done: Sequence[GeneratedPattern]) -> tuple[str, Disagreement | None]:
    taken = sorted(each.iterations for each in done if each.halted)
    wide = bool(taken) and taken[-1] >= 4 * taken[0]
    return "a setting", None if wide else Disagreement("iterations", "far apart", taken)


# --- Mutants ---


Violation = Callable[[Block], int]


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


def _by_numbers(number: Violation) -> Generator:
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


def _all_alike(energies: Any, temperature: Number) -> tuple[int, ...]:
    return tuple(UNIT for _ in energies)


def _least_alone(energies: Any, temperature: Number) -> tuple[int, ...]:
    return tuple(UNIT if energy == min(energies) else 0 for energy in energies)


def _by_square(energies: Any, temperature: Number) -> tuple[int, ...]:
    return weights([(Fraction(energy) - Fraction(min(energies))) ** 2 for energy in energies], temperature)


def _never_nothing(energies: Any, temperature: Number) -> tuple[int, ...]:
    """Leave everything some weight."""
    return tuple(max(1 << 20, weight) for weight in weights(energies, temperature))


def _generator(run: Callable[..., GeneratedPattern]) -> Generator:
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


def _constrained(assess: Callable[[Board], Violations]) -> Generator:
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
) -> Generator:
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


_still_lifes = still_lifes


def _oscillates(
    *,
    steps: Callable[[int], int] = lambda period: period,
    ways: Callable[[int], tuple[Location, ...]] = within,
    assess: Callable[[Board, int, Number], Violations] = oscillator_violations,
    sign: int = 1,
) -> Generator:
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


def _always_the_same(temperature: Number, **options: Any) -> Generator:
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
        check=oscillators,
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
        check=halting,
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
