"""Checks of the fast generators of patterns, of choices and penalties, and of what generators refuse."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import inf, nan
from random import Random
from typing import Any

import numpy

from formal_rl.checking import Disagreement, Example, Part, Scope, part
from formal_rl.errors import DrawsExhausted, InvalidParameter
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife._engines.words.rule import advance_together
from formal_rl.safelife.board import EMPTY, LIFE, WALL, Board, Location
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import FOUNTAIN, PLAYER, SPAWNER, TREE
from formal_rl.safelife.board.conway import NEIGHBOURS, life_board
from formal_rl.safelife.generation import BLOCK, NO_PENALTIES, GeneratedPattern, Number, oscillator_violations, weights
from formal_rl.safelife.generation.oscillators import within
from formal_rl.safelife.generation.patterns import (
    Census,
    GrowingPenalty,
    PenaltyUntilFilled,
    Violations,
    census_of,
    places,
    reach_of,
    violations_in,
)
from formal_rl.safelife.generation.random_choice import UNIT, chosen, require_number, share_of, weight
from formal_rl.safelife.generation.still_lifes import still_life_violations
from formal_rl.safelife.generation.still_lifes_incremental import StillLifeDraft
from formal_rl.seeded_draws import SeededDraws

Generator = Callable[..., GeneratedPattern]

_HALF = Fraction(1, 2)
_TEXT: Any = "1"
_ALONE = life_board("..... ..... ..o.. ..... .....")


def choices_by_hand() -> Iterator[Example]:
    """Yield what is chosen by which draw, what penalties come to, and what is refused."""
    census = {LIFE: 2, EMPTY: 6}

    def until(filled: int, **options: Any) -> Fraction:
        return PenaltyUntilFilled(Fraction(1, 5), **options)(Census({EMPTY: 100 - filled, LIFE: filled}, 100))

    board = board_of(4, 5, [((0, 0), LIFE), ((1, 1), WALL), ((3, 4), LIFE)])
    opened = frozenset({(0, 0), (3, 4), (2, 2)})
    yield from (
        ("a choice of weights 1, 2 and 1, draw 0", "below 1 of 4", 0, lambda: chosen((1, 2, 1), 0)),
        ("draw 1/4", "it is 1 of 4: the second", 1, lambda: chosen((1, 2, 1), Fraction(1, 4))),
        ("draw 1/2", "it is 2 of 4: the second", 1, lambda: chosen((1, 2, 1), 0.5)),
        ("draw 3/4", "it is 3 of 4: the third", 2, lambda: chosen((1, 2, 1), Fraction(3, 4))),
        ("the greatest draw", "below 4: the third", 2, lambda: chosen((1, 2, 1), 1 - 2**-53)),
        ("a choice without weight", "it is not taken", 1, lambda: chosen((0, 1, 0), 0)),
        ("a choice without weight at the end", "it is not taken", 1, lambda: chosen((0, 1, 0), 1 - 2**-53)),
        ("the share 1/3 of 9", "3", 3, lambda: share_of(9, Fraction(1, 3))),
        ("the share 0.3 of 10", "the float is a little less than 3/10", 2, lambda: share_of(10, 0.3)),
        ("the greatest share of 7", "rounded down", 6, lambda: share_of(7, 1 - 2**-53)),
        ("the weight of nothing", "2^60", UNIT, lambda: weight(Fraction(0))),
        ("the unit", "2^60", 1152921504606846976, lambda: UNIT),
        ("the weight of 1/2", "2^60 / e^(1/2)", 699_282_240_786_072_831, lambda: weight(_HALF)),
        ("the weight of 1.501", "2^60 / e^1.501", 256_994_436_984_448_387, lambda: weight(Fraction(1501, 1000))),
        ("the weight of 40", "2^60 / e^40 = 4.9", 4, lambda: weight(Fraction(40))),
        ("the weight of 42", "2^60 / e^42 is below 1", 0, lambda: weight(Fraction(42))),
        ("the weight of 10^9", "nothing", 0, lambda: weight(Fraction(10**9))),
        (
            "weights at temperature 1/2",
            "2^60, 2^60 / e",
            (UNIT, 424_136_118_829_305_329),
            lambda: weights((_HALF, 1), _HALF),
        ),
        (
            "a number",
            "an int, a float or a fraction",
            (3, 0.5, _HALF),
            lambda: tuple(map(partial(require_number, "it"), (3, 0.5, _HALF))),
        ),
        ("infinity", "not finite", InvalidParameter, lambda: require_number("it", inf)),
        ("no number", "nan", InvalidParameter, lambda: require_number("it", nan)),
        ("True", "no number", InvalidParameter, lambda: require_number("it", True)),
        ("a text", "no number", InvalidParameter, lambda: require_number("it", "1")),
        (
            "a census",
            "two of eight",
            (Fraction(1, 4), 2),
            lambda: (Census(census, 8).share(LIFE), Census(census, 8).filled),
        ),
        (
            "a census without empty cells",
            "all are filled",
            (8, Fraction(0)),
            lambda: (Census({WALL: 8}, 8).filled, Census({WALL: 8}, 8).share(LIFE)),
        ),
        (
            "the census of three open locations",
            "two of life",
            Census({LIFE: 2, EMPTY: 1}, 3),
            lambda: census_of(board, opened),
        ),
        (
            "open places round (0, 0)",
            "itself is none, (3, 4) is over the corner",
            ((3, 4),),
            lambda: places(board, (0, 0), tuple(way for way in BLOCK if way != (0, 0)), opened),
        ),
        (
            "open places of the block round (1, 1)",
            "row by row",
            ((0, 0), (2, 2)),
            lambda: places(board, (1, 1), BLOCK, opened),
        ),
        (
            "open places to the right below",
            "one way",
            ((2, 2),),
            lambda: places(board, (1, 1), ((1, 1), (2, 1)), opened),
        ),
        (
            "what is in reach of (2, 2)",
            "what it is to the right below of, and itself",
            ((1, 1), (2, 2)),
            lambda: reach_of(board, {(2, 2)}, ((1, 1),)),
        ),
        (
            "violations in reach",
            "those above 0",
            {(1, 1): 2},
            lambda: violations_in([(0, 0), (1, 1), (2, 2)], {(1, 1): 2, (3, 3): 1, (0, 0): 0}),
        ),
        ("within one step", "the block", BLOCK, lambda: within(1)),
        ("within no step", "itself", ((0, 0),), lambda: within(0)),
        ("a growing penalty", "1 + 20 · 2/8", Fraction(6), lambda: GrowingPenalty(LIFE, 1, 20)(Census(census, 8))),
        ("a penalty until filled, nothing filled", "2", Fraction(2), lambda: until(0)),
        ("17 of 100, of 20 asked for", "less than nine tenths", Fraction(2), lambda: until(17)),
        ("18 of 100", "nine tenths", Fraction(2), lambda: until(18)),
        ("19 of 100", "half of the last tenth", Fraction(1), lambda: until(19)),
        ("20 of 100", "filled", Fraction(0), lambda: until(20)),
        ("30 of 100", "more than filled", Fraction(0), lambda: until(30)),
        ("10 of 100, from the first cell on", "half", Fraction(3), lambda: until(10, most=6, until=0)),
        ("a target of 1", "the greatest", Fraction(1), lambda: PenaltyUntilFilled(1).eta),
        ("a target of 0", "none", InvalidParameter, lambda: PenaltyUntilFilled(0)),
        ("a target above 1", "none", InvalidParameter, lambda: PenaltyUntilFilled(1.5)),
        ("a share of 1", "none", InvalidParameter, lambda: PenaltyUntilFilled(_HALF, until=1)),
        ("a share below 0", "none", InvalidParameter, lambda: PenaltyUntilFilled(_HALF, until=-1)),
        ("a greatest that is none", "nan", InvalidParameter, lambda: PenaltyUntilFilled(_HALF, nan)),
        ("a base that is a text", "none", InvalidParameter, lambda: GrowingPenalty(WALL, _TEXT, 2)),
        ("a slope that is infinite", "none", InvalidParameter, lambda: GrowingPenalty(WALL, 1, inf)),
    )


def _asked(generate: Generator, **arguments: Any) -> GeneratedPattern:
    defaults: dict[str, Any] = {
        "board": Board.empty(4, 4),
        "eta": _HALF,
        "temperature": 1,
        "penalties": NO_PENALTIES,
        "draws": SeededDraws(0),
        "most_iterations": 3,
    }
    return generate(**{**defaults, **arguments})


def _fault(generate: Generator, arguments: Mapping[str, Any]) -> object:
    try:
        _asked(generate, **arguments)
    except InvalidParameter as error:
        return error.name
    except DrawsExhausted as error:
        return error.index
    return None


_REFUSED: tuple[tuple[Mapping[str, Any], object], ...] = (
    ({"eta": 2}, "eta"),
    ({"eta": -0.1}, "eta"),
    ({"eta": nan}, "eta"),
    ({"eta": True}, "eta"),
    ({"eta": 1, "most_iterations": 0}, None),
    ({"eta": 0, "board": _ALONE, "most_iterations": 0}, None),
    ({"temperature": 0}, "temperature"),
    ({"temperature": -1}, "temperature"),
    ({"temperature": inf}, "temperature"),
    ({"penalties": {}}, "penalties"),
    ({"penalties": 3}, "penalties"),
    ({"penalties": {EMPTY: nan}}, "penalty of cell 0"),
    ({"penalties": {EMPTY: 0, 1 << 16: 0}}, "cell"),
    ({"penalties": {EMPTY: 0, LIFE: lambda census: "much"}}, "penalty of cell 9"),
    ({"most_iterations": -1}, "most iterations"),
    ({"most_iterations": True}, "most iterations"),
    ({"board": Board.empty(2, 9)}, "board"),
    ({"board": Board.empty(9, 2)}, "board"),
    ({"board": Board.empty(3, 3), "most_iterations": 0}, None),
    ({"open_locations": {(0, 4)}}, "open location"),
    ({"open_locations": {(-1, 0)}}, "open location"),
    ({"draws_read": -1}, "draws read"),
    ({"draws": (2,)}, "draw 0"),
    ({"draws": (0.5,)}, 1),
    ({"draws": (0.5,) * 4, "draws_read": 3}, 4),
)
_REFUSED_OF_OSCILLATORS: tuple[tuple[Mapping[str, Any], object], ...] = (
    *_REFUSED,
    ({"period": 0}, "period"),
    ({"period": True}, "period"),
    ({"period": 1, "most_iterations": 0}, None),
    ({"still_penalty": nan}, "still penalty"),
)


def refused_by_hand(**forms: Generator) -> Iterator[Example]:
    """Yield which parameter each form of a generator refuses, by its name, or which draw it misses."""
    for name, form in forms.items():
        refused = _REFUSED_OF_OSCILLATORS if "oscillator" in name else _REFUSED
        for arguments, fault in refused:
            yield (f"{name} with {dict(arguments)}", "what is refused", fault, _fault, form, arguments)


def runs_by_hand(name: str, generate: Generator, *, first_example: int = 0) -> Iterator[Example]:
    """Yield how runs end where nothing can be done, and which changes the draws choose, from this example on."""
    beside = board_of(5, 5, [((1, 1), PLAYER), ((1, 2), LIFE), ((4, 4), SPAWNER)])
    number, first, final = (9, (1, 1), (2, 2)) if "oscillator" in name else (8, (2, 2), (0, 0))
    as_likely: dict[str, Any] = {"board": Board.empty(3, 3), "eta": Fraction(1, 9), "penalties": {EMPTY: 0, WALL: 0}}
    second, last = Fraction(3, 4 * number), Fraction(4 * number - 1, 4 * number)

    def filled(*draws: Number, draws_read: int = 0) -> GeneratedPattern:
        return _asked(generate, **as_likely, draws=draws, draws_read=draws_read, most_iterations=1)

    wall = GeneratedPattern(board_of(3, 3, [(first, WALL)]), 1, 2, halted=True)
    examples: tuple[tuple[str, str, object, Callable[[], object]], ...] = (
        (
            "a target that cannot be reached",
            "it stops at the bound",
            GeneratedPattern(Board.empty(3, 3), 3, 6, halted=False),
            lambda: _asked(generate, board=Board.empty(3, 3), eta=1),
        ),
        (
            "nothing is open",
            "there is nothing to fill",
            GeneratedPattern(_ALONE, 0, 0, halted=True),
            lambda: _asked(generate, board=_ALONE, eta=1, open_locations=()),
        ),
        (
            "an agent, life beside it, and a spawner",
            "nothing changes",
            GeneratedPattern(beside, 0, 0, halted=True),
            lambda: _asked(generate, board=beside, eta=0),
        ),
        (
            f"each of {2 * number} changes as likely, the second",
            f"of the cell (0, 0) the first place is {first}: there comes a wall",
            wall,
            lambda: filled(0, second),
        ),
        (
            f"each of {2 * number} changes as likely, the last, of the last cell",
            f"of the cell (2, 2) the last place is {final}",
            GeneratedPattern(board_of(3, 3, [(final, WALL)]), 1, 2, halted=True),
            lambda: filled(last, last),
        ),
        (
            "draws from the third on",
            "the second change again",
            wall,
            lambda: filled(last, 0, 0, second, draws_read=2),
        ),
    )
    for about, arithmetic, expected, compute in examples[first_example:]:
        yield (f"{name}: {about}", arithmetic, expected, compute)


# --- Drafts ---

_KINDS = (EMPTY,) * 6 + (LIFE, LIFE, LIFE, WALL, TREE, FOUNTAIN)
_TYPES = (EMPTY, LIFE, FOUNTAIN)
_PENALTY = Fraction(2, 3)


def still_life_drafts(scope: Scope) -> Part:
    """Compare what a draft of a still life knows with what is counted anew: what violates, and what changes add."""

    @part(
        "drafts of still lifes",
        branches=("all can be drawn",),
        domain=f"{_samples(scope)} drawn boards of 3 x 5, 6 x 5 and 5 x 6 cells, four open locations or one, after "
        "none, one and two changes",
    )
    def compared() -> Iterator[tuple[str, Disagreement | None]]:
        for sample, generator, first, opened in _drawn(scope, ((3, 5), (6, 5), (5, 6))):
            board, width, adjacent = first, first.width, (BLOCK, NEIGHBOURS)[sample % 2]
            draft, reach = StillLifeDraft(board, opened, adjacent, _TYPES), reach_of(board, opened, adjacent)

            def total(each: Board, reach: Any = reach) -> Fraction:
                numbers, penalty = still_life_violations(each)
                return sum(violations_in(reach, numbers).values()) + Fraction(penalty)

            for _ in range(3):
                number = generator.choice(draft.changeable)
                near = places(board, divmod(number, width), adjacent, opened)
                tried = [(place, cell) for place in near for cell in _TYPES]
                violating, before = violations_in(reach, still_life_violations(board).violations), total(board)
                drawable = [cell for cell in violating if places(board, cell, adjacent, opened)]
                expected = (
                    board,
                    census_of(board, opened),
                    drawable,
                    len(violating),
                    [total(board.with_cells({place: cell})) - before for place, cell in tried],
                )
                got = (
                    draft.board(),
                    draft.census(),
                    [divmod(cell, width) for cell in draft.violating],
                    draft.count_violating(),
                    [Fraction(difference) for difference in draft.differences(number)],
                )
                wrong = Disagreement(f"drafts of still lifes of {board}", expected, got)
                branch = "all can be drawn" if len(drawable) == len(violating) else "some cannot be drawn"
                yield branch, None if got == expected else wrong
                place, cell = generator.choice(tried)
                draft.change(place[0] * width + place[1], cell)
                board = board.with_cells({place: cell})

    return compared()


def oscillator_changes(scope: Scope) -> Part:
    """Compare what violates after each change on account of a cell: all of them at once in words, and on bit planes."""

    @part(
        "changes of oscillators",
        branches=("some violate",),
        domain=f"{_samples(scope)} drawn boards of 7 x 8, 9 x 9 and 8 x 7 cells, period 1, and of 14 x 15 and 8 x 4 "
        "cells, period 2, four open locations or one, after none, one and two changes",
    )
    def compared() -> Iterator[tuple[str, Disagreement | None]]:
        for sample, generator, first, opened in _drawn(scope, ((7, 8), (9, 9), (8, 7), (14, 15), (8, 4))):
            board, period = first, 2 if first.height > 9 or sample % 5 == 4 else 1
            reach = reach_of(board, opened, within(period))
            for _ in range(3):
                near = places(board, generator.choice(reach), within(period), opened)
                tried = [board.with_cells({place: cell}) for place in near for cell in _TYPES]
                expected = [_back(period, each) for each in (board, *tried)]
                got = _back_together(period, (board, *tried))
                wrong = Disagreement(f"violations after changes of {board}", expected, got)
                branch = "some violate" if expected[0].violations else "none violates"
                yield branch, None if got == expected else wrong
                board = generator.choice(tried)

    return compared()


def _samples(scope: Scope) -> int:
    return 200 if scope.is_full else 10


def _drawn(scope: Scope, sizes: Sequence[tuple[int, int]]) -> Iterator[tuple[int, Random, Board, frozenset[Location]]]:
    """Yield drawn boards, of these sizes by turns, with open locations; each with its number and what drew it."""
    for sample in range(_samples(scope)):
        generator = Random(scope.seed + sample)
        height, width = sizes[sample % len(sizes)]
        board = Board([[generator.choice(_KINDS) for _ in range(width)] for _ in range(height)])
        opened = frozenset(generator.sample(tuple(board.locations()), 1 if sample % 4 == 1 else 4))
        yield sample, generator, board, opened


def _back(period: int, board: Board) -> Violations:
    return oscillator_violations(board, period, _PENALTY, lambda each: advance_packed(each).board)


def _back_together(period: int, boards: Sequence[Board]) -> list[Violations]:
    """Return what `oscillator_violations` returns for each of these boards."""
    cells = numpy.stack([board.array() for board in boards], axis=2)
    after, moved = cells, numpy.zeros(cells.shape, dtype=numpy.bool_)
    for _ in range(period):
        after = advance_together(after)
        moved |= after != cells
    violations: list[dict[Location, int]] = [{} for _ in boards]
    for row, column, number in numpy.argwhere(after != cells).tolist():
        violations[number][row, column] = 1
    still = numpy.count_nonzero(~moved, axis=(0, 1)).tolist()
    return [Violations(*each) for each in zip(violations, (_PENALTY * number for number in still), strict=True)]
