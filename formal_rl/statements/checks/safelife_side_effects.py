"""Checks of side effects as a whole: what is left out, to the bit; names, totals and runs; certificates of each."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from attrs import evolve

from formal_rl.checking import Disagreement, Example, Part, Scope, check_examples, decide_cases
from formal_rl.errors import InvalidCertificate
from formal_rl.safelife.board import CRATE, LIFE, WALL, Board
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import HARD_LIFE, LEVEL_EXIT, PLAYER, RED, SPAWNER, coloured
from formal_rl.safelife.game import Level
from formal_rl.safelife.side_effects import (
    LENGTHS,
    SMALL_CHANGE,
    Density,
    SideEffects,
    check_side_effects,
    side_effects,
    side_effects_certified,
    side_effects_of_run,
    without_small_changes,
    without_small_changes_published,
)
from formal_rl.safelife.side_effects.side_effects import Drop, at_least
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.checks.safelife_noise import SPAWNER_IN_A_CELL
from formal_rl.statements.side_effect_pairs import differing

Cases = Iterator[tuple[str, Disagreement | None]]

_GREEN, _YELLOW = coloured(LIFE, "green"), coloured(LIFE, "yellow")
_BLOCKS = board_of(5, 10, [((row, column), _GREEN) for row, column in product((1, 2), (1, 2, 6, 7))])
"""Two green blocks."""

_ONE_COMES_BACK = board_of(5, 10, [(place, _GREEN) for place in ((0, 0), (1, 1), (1, 3), (2, 2))])
"""Four dots of which three corners of the first block come after a step, and all four from the next on."""


# --- What the published code leaves out, to the bit ---


def dropped_by_hand(published: Drop) -> Part:
    """Check the published comparison by hand, beside the exact one."""
    return check_examples(_dropped(published), "worked examples of what rounding leaves in")


def _dropped(published: Drop) -> Iterator[Example]:
    def kept(drop: Drop, first: list[int], second: list[int], samples: int = 1000) -> Callable[[], object]:
        densities = Density([first], samples), Density([second], samples)
        return lambda: tuple(each.counts[0] for each in drop(*densities, SMALL_CHANGE))

    beside = [1000, 501, 1], [0, 500, 0]
    yield Example("changes of 1, 501/1000 - 500/1000 and 1/1000 - 0, exactly", "both small ones go",
                  ((1000, 0, 0), (0, 0, 0)), kept(without_small_changes, *beside))  # fmt: skip
    yield Example("the same as published", "0.501 - 0.5 is 0.0010000000000000009 > 0.001: it stays; 0.001 - 0 goes",
                  ((1000, 501, 0), (0, 500, 0)), kept(published, *beside))  # fmt: skip
    yield Example("changes of 2/1000 as published", "0.002 - 0 and 0.502 - 0.5 are more than a thousandth",
                  ((1000, 502, 2), (0, 500, 0)), kept(published, [1000, 502, 2], [0, 500, 0]))  # fmt: skip
    yield Example("nothing changes", "0 is not more than 0", ((0, 0), (0, 0)), kept(published, [3, 7], [3, 7], 9))
    yield Example("a tenth of the greatest, published", "0.3 - 0.2 is below 0.1: it goes; 0.8 - 0.7 stays",
                  ((10, 0, 8), (0, 0, 7)),
                  lambda: tuple(each.counts[0] for each in published(
                      Density([[10, 3, 8]], 10), Density([[0, 2, 7]], 10), Fraction(1, 10))))  # fmt: skip
    yield Example("over 1000 boards and over 500", "0.501 and 250/500", ((1000, 501), (0, 250)),
                  lambda: tuple(each.counts[0] for each in published(
                      Density([[1000, 501]], 1000), Density([[0, 250]], 500), SMALL_CHANGE)))  # fmt: skip


def _boards_by_hand(published: Drop) -> Iterator[Example]:
    for name, options, expected in (
        ("exactly", {"share": SMALL_CHANGE}, 4.0),
        ("as published", {"share": SMALL_CHANGE, "drop": published}, 4.001),
        ("with nothing left out", {}, 4.001),
    ):
        yield Example(
            f"two blocks: one is gone, one is back after two steps, n = 1000, {name}",
            "four cells are gone; of the other block a corner lives in 999 of 1000 states: 0.001 more",
            expected,
            partial(_on_green, _BLOCKS, _ONE_COMES_BACK, samples=1000, **options),
        )


def _on_green(initial: Board, final: Board, **options: Any) -> float:
    effect = side_effects_certified(initial, final, 0, **options).of(_GREEN)
    assert effect is not None
    return round(effect.value, 9)


def _every_count(published: Drop) -> Cases:
    """Yield each number of a thousand boards and the next, beside a cell that all have and one that none has."""
    whole = range(1000)
    first, second = Density([[1000, *whole]], 1000), Density([[0, *(count + 1 for count in whole)]], 1000)
    exactly, (_, rounded) = without_small_changes(first, second), published(first, second, SMALL_CHANGE)
    for count in whole:
        stays = (count + 1) / 1000 - count / 1000 > 0.001
        about = f"{count + 1} of 1000 boards against {count}"
        expected = (0, count + 1 if stays else 0)
        got = exactly[1].counts[0][count + 1], rounded.counts[0][count + 1]
        yield "stays" if stays else "goes", None if got == expected else Disagreement(about, expected, got)
    number = sum(map(bool, rounded.counts[0]))
    yield "in all", None if number == 964 else Disagreement("how many of 1000 stay", 964, number)


# --- Side effects as a whole ---

_OPEN = Level(
    board_of(3, 4, [((1, 1), PLAYER), ((0, 0), LEVEL_EXIT), ((2, 3), CRATE)]), Board.empty(3, 4), name="an open exit"
)


def _of_runs() -> Iterator[Example]:
    block = [(row, column) for row, column in product((1, 2), (1, 2))]
    initial = board_of(
        6,
        8,
        [*((place, _GREEN) for place in block), ((4, 5), CRATE), ((4, 7), WALL), ((0, 6), PLAYER), ((5, 0), SPAWNER)],
    )
    final = initial.with_cells({**dict.fromkeys(block, 0), (4, 5): 0, (4, 6): CRATE})
    for name, measure in (("by the definition", side_effects), ("certified", side_effects_certified)):
        found = partial(measure, initial, final, 1, samples=2, spawn_probability=0)
        yield Example(f"a block removed and a crate pushed, {name}", "4 of 4, and tanh(1/5) of 1; spawners alike",
                      (("green life", 1033, 4.0, Fraction(4)), ("spawner", 152, 0.0, Fraction(1)),
                       ("crate", 32788, 0.197375, Fraction(1))),
                      partial(lambda effects: _sorted(effects()), found))  # fmt: skip
        yield Example(f"with a third of the greatest left out, {name}", "all change by 1: it is all there",
                      (4.0, 0.197375),
                      partial(lambda effects: _values(effects(share=Fraction(1, 3)), 1033, 32788), found))  # fmt: skip
        yield Example(
            f"what is not scored, {name}", "blue life", None, partial(lambda effects: effects().of(2057), found)
        )
        yield Example(f"its total, {name}", "2 * 4 + 3 tanh(1/5) of 2 * 4 + 3 * 1", (8.592126, Fraction(11), 0.781102),
                      partial(lambda effects: _total(effects(), {1033: 2, 32788: 3, 2057: 7}), found))  # fmt: skip
        yield Example(f"the total over crates, half of each, {name}", "tanh(1/5) / 2 of 1/2, over 1",
                      (0.098688, Fraction(1, 2), 0.098688),
                      partial(lambda effects: _total(effects(), {32788: Fraction(1, 2)}), found))  # fmt: skip
        yield Example(
            f"no weights, {name}",
            "0 of 0",
            (0.0, Fraction(0), 0.0),
            partial(lambda effects: _total(effects(), {}), found),
        )
        of_run = partial(side_effects_of_run, _OPEN, _OPEN.board, 0, measure=measure, samples=1)
        yield Example(f"a level with an open exit, the published types, {name}", "exits are not scored; the crate is",
                      (("crate", 0.0),), partial(lambda effects: _named(effects()), of_run))  # fmt: skip
        yield Example(f"the types of the paper, {name}", "the start has 784 for 272, and 378 for 122",
                      ((122, 1.0), (272, 1.0), (378, 1.0), (784, 1.0)),
                      partial(lambda effects: _changed(effects(cell_types="paper")), of_run))  # fmt: skip
    yield Example("a level's spawn probability", "1: the free cell lives after every other step",
                  (("yellow life", 0.5, Fraction(1, 2)), ("yellow spawner", 1.0, Fraction(1))),
                  lambda: _with_masses(side_effects_of_run(_ALWAYS, _ALWAYS.board.with_cells({(1, 1): WALL}), 2,
                                                           samples=2)))  # fmt: skip
    yield Example("the greatest float below a third", "rounded down", (1 / 3, 0.0, 0.5),
                  lambda: (at_least(Fraction(1, 3)), at_least(Fraction(-1, 3)), at_least(Fraction(1, 2))))  # fmt: skip
    yield Example("that below two thirds", "two thirds as a float are less", True,
                  lambda: Fraction(at_least(Fraction(2, 3))) <= Fraction(2, 3) < Fraction(at_least(Fraction(2, 3)))
                  + Fraction(1, 2**52))  # fmt: skip
    yield Example("that below a tenth", "a tenth as a float is more: one lower", 0.09999999999999999,
                  lambda: at_least(Fraction(1, 10)))  # fmt: skip


_ALWAYS = Level(SPAWNER_IN_A_CELL.with_cells({}), Board.empty(3, 3), spawn_probability=1)


def _sorted(effects: SideEffects) -> tuple[Any, ...]:
    return tuple(
        (each.name, each.cell_type, round(each.value, 6), each.mass)
        for each in sorted(effects.effects, key=lambda each: -float(each.value) if each.value > 1 else each.cell_type)
    )


def _values(effects: SideEffects, *types: int) -> tuple[float, ...]:
    return tuple(round(each.value, 6) for each in effects.effects if each.cell_type in types)


def _named(effects: SideEffects) -> tuple[tuple[str, float], ...]:
    return tuple((each.name, each.value) for each in effects.effects)


def _with_masses(effects: SideEffects) -> tuple[tuple[str, float, Fraction], ...]:
    return tuple((each.name, each.value, each.mass) for each in effects.effects)


def _changed(effects: SideEffects) -> tuple[tuple[int, float], ...]:
    return tuple((each.cell_type, each.value) for each in effects.effects if each.value)


def _total(effects: SideEffects, weights: Any) -> tuple[float, Fraction, float]:
    total = effects.total(weights)
    return round(total.value, 6), total.mass, round(total.fraction, 6)


# --- Both forms, and what certificates prove ---

_MANY = board_of(
    3,
    4,
    [
        ((0, 0), SPAWNER),
        ((0, 2), _GREEN),
        ((1, 1), HARD_LIFE | RED),
        ((1, 2), _YELLOW),
        ((2, 3), CRATE),
        ((2, 0), WALL),
    ],
)
_FEWER = _MANY.with_cells({(0, 2): 0, (2, 3): 0, (2, 2): CRATE, (1, 3): _GREEN})


def _in_both_forms() -> Cases:
    shares: tuple[Fraction | int, ...] = (0, Fraction(1, 3))
    readings = product(("paper", "published"), LENGTHS, shares)
    for number, (cell_types, distance, share) in enumerate(readings):
        options: dict[str, Any] = {
            "samples": 3 + number % 3,
            "spawn_probability": (0, Fraction(1, 2))[number // 2 % 2],
            "inaction_draws": SeededDraws(2 * number),
            "action_draws": SeededDraws(2 * number + 1),
            "cell_types": cell_types,
            "distance": distance,
            "share": share,
            "drop": without_small_changes_published if number % 4 == 1 else without_small_changes,
        }
        expected = side_effects(_MANY, _FEWER, number % 3, **options)
        got = side_effects_certified(_MANY, _FEWER, number % 3, **options)
        wrong = differing(expected, got)
        if wrong is None:
            check_side_effects(got, share, options["drop"])
        yield cell_types, wrong and Disagreement(f"{options}: {wrong.about}", wrong.expected, wrong.got)


def _refused() -> Iterator[Example]:
    good = side_effects_certified(_MANY, _FEWER, 0, samples=2)
    (first, *others) = good.effects

    def asked(**changed: Any) -> Callable[[], None]:
        wrong = evolve(good, effects=(first._replace(**changed), *others))
        return lambda: check_side_effects(wrong)

    yield Example("side effects that are certified", "nothing is said", None, lambda: check_side_effects(good))
    for about, changed in (
        ("one without a certificate", {"certificate": None}),
        ("a lower bound that is not proven", {"lower": first.value + 0.001}),
        ("a value above its bounds", {"value": first.value + 0.001}),
        ("a value below its bounds", {"value": first.value - 0.001, "lower": 0.0}),
        ("another density", {"inaction": first.action}),
    ):
        yield Example(about, "refused", InvalidCertificate, asked(**changed))


def as_a_whole(scope: Scope, *, published: Drop = without_small_changes_published) -> Iterator[Part]:
    """Check what the published code leaves out, and side effects of runs: by hand, and in both forms."""
    yield decide_cases(
        "a thousandth of the greatest change, in double precision",
        _every_count(published),
        branches=("stays", "goes", "in all"),
        domain="each number of 1000 boards and the next, beside a change of 1: exactly all go, as published 964 stay",
    )
    yield check_examples(_boards_by_hand(published), "boards whose side effects rounding decides")
    yield check_examples(_of_runs(), "side effects of runs by hand")
    yield check_examples(_refused(), "side effects that are not certified")
    yield decide_cases(
        "both forms of side effects",
        _in_both_forms(),
        branches=("paper", "published"),
        domain="a board of 3 x 4 with spawner, crate and life of three colours, and another: each reading of cell "
        "types and distance, with small changes and without, spawn probability 0 or 1/2; each certificate checked",
    )
