"""Checks of error bars: what a change of densities can do, infinite averages without spawners, and noise with them."""

import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from formal_rl.agents import Draw, Draws, HashedDraws
from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.errors import InvalidParameter
from formal_rl.safelife import parse_board
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.benchmark import named_player, played
from formal_rl.safelife.board import COLOURS, LIFE, Board
from formal_rl.safelife.board.cells import coloured
from formal_rl.safelife.game import Level, find_cycle, states_following
from formal_rl.safelife.levels import LEVELS_OF_A_KIND, shipped_level
from formal_rl.safelife.side_effects import (
    BATCHES,
    Density,
    ErrorBar,
    SideEffects,
    certified_error_bars,
    change_bound,
    density,
    earth_mover_distance,
    expected_error,
    expected_error_bars,
    infinite_densities,
    interval_of,
    side_effects,
    side_effects_certified,
)
from formal_rl.safelife.side_effects.cell_types import life_of
from formal_rl.safelife.side_effects.error_bars import Pair
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.noise import SPAWNER_IN_A_CELL, chain_counts, chain_noise
from formal_rl.statements.wainwright_2019.side_effects import masses

Bound = Callable[[Pair, Pair], Fraction]
Certify = Callable[..., tuple[ErrorBar, ...]]
Error = Callable[[Sequence[Density], Sequence[Density]], float]

CLOSE = 1e-12
"""How far apart sums of a few distances in double precision may be that are equal as real numbers."""

HALF = Fraction(1, 2)
STEPS = 100
WITHOUT = ("append-still", "prune-still", "append-dynamic", "prune-dynamic")
QUICK_WITHOUT = ("prune-still-0", "append-dynamic-0", "prune-dynamic-1")
WITH = ("append-spawn", "prune-spawn", "navigation")
NO_CYCLE = "prune-dynamic-2"

_TWO_CLASSES = parse_board("# oy . . . #\n# oy . # . .\n# # oy # . .\n. . # # . oy\n. Sy # oy oy .\n# # # oy # .")
_GREEN, _YELLOW = life_of(COLOURS.index("green")), life_of(COLOURS.index("yellow"))


def bars(
    scope: Scope,
    *,
    bound: Bound = change_bound,
    certify: Certify = certified_error_bars,
    error: Error = expected_error,
    expect: Certify = expected_error_bars,
) -> Iterator[Part]:
    """Check bounds of changes against all small densities, bars against exact averages, and noise against its bar."""
    yield check_examples((*_worked_examples(bound, certify), *_worked_with_spawners(error, expect)))
    levels = range(LEVELS_OF_A_KIND) if scope.is_full else range(1)
    yield decide_cases(
        "shipped levels with spawners: the noise of two idle runs is from a tenth of the bar to twice the bar",
        _noise(expect, levels),
        branches=WITH,
        domain=f"the levels {levels[0]} to {levels[-1]} of each kind of {', '.join(WITH)}, 50 steps, n = 1000, yellow",
    )
    columns, side, most = (4, 9, 3) if scope.is_full else (3, 7, 2)
    for distance in ("torus", "one way"):
        yield decide_cases(
            f"two deviations differ by at most the bound: {distance}",
            _changes(bound, columns, distance),
            branches=("by as much as the bound, or nearly", "by less", "nothing changed"),
            domain=f"all pairs of densities of counts 0 and 1 on 1 x {columns}, each beside every fifth pair",
        )
    yield decide_cases(
        "without spawners: the infinite average is within the bar, and is reported over whole rounds",
        _cycles(certify, side),
        branches=("some boards", "whole rounds after the transient"),
        domain=f"all boards of life of 1 x {side}, up to translation, and the same with a cell changed; n = 1 to 5",
    )
    yield decide_cases(
        "one free cell: the expected deviation is not below that of the expected densities",
        _too_large(most),
        branches=("larger",),
        domain="a spawner with one free cell, spawn probability 1/2, against itself, all draws of up to "
        f"{most} states of either side",
    )
    yield decide_cases(
        "one free cell: the expected error is at most the bar of the exact variance",
        _chain(),
        branches=("within",),
        domain="the chain of W19-noise with spawn probability 1/10, 3/10 and 1/2, 10 to 200 states",
    )
    names = [f"{kind}-{number}" for kind in WITHOUT for number in range(LEVELS_OF_A_KIND)]
    yield decide_cases(
        "shipped levels without spawners: the infinite side effect is within the bar of 1000 states",
        _shipped(certify, names if scope.is_full else QUICK_WITHOUT),
        branches=("0", "above 0"),
        domain=f"{'all levels of ' + ', '.join(WITHOUT) if scope.is_full else ', '.join(QUICK_WITHOUT)}, after {STEPS} "
        "steps of a random agent, the seed the level's number, those that come back within 10000 steps",
    )
    yield _comes_back().meant_to_fail("prune-dynamic-2: expected 'a cycle within 10000 steps', got 'none'")
    yield decide_cases(
        "two recurrent classes: two idle runs deviate by no more than twice the bar",
        _two_classes(expect),
        domain="a board of 6 x 6 whose idle runs end in different frozen states, spawn probability 3/10, 500 steps, n "
        "= 1000, yellow",
    ).meant_to_fail("the noise of two idle runs, seed 1: expected '0.0 to 0.0', got 2.678…")


# --- By hand ---


def _of(*counts: int, samples: int = 1) -> Density:
    return Density([counts], samples)


def _worked_examples(bound: Bound, certify: Certify) -> Iterator[Example]:
    none, one, other = _of(0, 0, 0), _of(1, 0, 0), _of(0, 1, 0)
    three, two = (_of(3, samples=4), _of(0)), (_of(2, samples=4), _of(0))
    yield ("one of four boards more", "a quarter", Fraction(1, 4), bound, three, two)
    yield ("a cell moved", "one added, one taken: the greater", Fraction(1), bound, (one, none), (other, none))
    yield ("the same on both sides", "nothing is left of it", Fraction(0), bound, (one, one), (none, none))
    yield ("two added, one taken", "the greater", Fraction(2), bound, (_of(1, 1, 0), none), (_of(0, 0, 1), none))
    yield ("densities of two sizes", "refused", InvalidParameter, bound, (_of(1), _of(1, 2)), (_of(1), _of(1)))
    green = coloured(LIFE, "green")
    blinker = Board.empty(5, 5).with_cells(dict.fromkeys([(2, 1), (2, 2), (2, 3)], green))
    empty = Board.empty(5, 5)

    def bars_of(one: Board, other: Board, samples: int, distance: str = "torus", **options: Any) -> Sequence[ErrorBar]:
        return certify(side_effects(one, other, 0, samples=samples, distance=distance), one, other, **options)

    def radii(final: Board, samples: int, **options: Any) -> list[float]:
        return [round(bar.radius, 6) for bar in bars_of(blinker, final, samples, **options)]

    why = "upright twice, lying once, against a half: 1/6 too much at two ends, as much too little at the others"
    yield ("a blinker that is gone, three states", why, [0.333333], radii, empty, 3)
    yield ("a blinker that is gone, four states", "two rounds", [0.0], radii, empty, 4)
    why = "the middle, and four ends for half of the time; the least float that is not below 1/3"
    pair = (3.0, 0.33333333333333337)
    yield ("the first over infinitely many, and its bar", why, pair, lambda: bars_of(blinker, empty, 3)[0][3:0:-2])
    why = "of the lying one nothing is left: 1/6 too much at two ends, 1/2 too little at two"
    yield ("small changes left out, up to half of the greatest", why, [1.0], lambda: radii(empty, 3, share=HALF))
    why = "all changes: the middle, and four halves"
    yield ("left out by another rule", why, [3.0], lambda: radii(empty, 3, share=HALF, drop=_all_left_out))
    yield ("a blinker against itself, three states", "both sides are off alike", [0.0], radii, blinker, 3)
    yield ("a blinker with one step allowed", "it takes two", InvalidParameter, lambda: radii(empty, 3, most=1))

    def interval() -> tuple[float, ...]:
        effects = side_effects_certified(blinker, empty, 0, samples=3)
        (effect,), (bar,) = effects.effects, certify(effects, blinker, empty)
        return tuple(round(end, 6) for end in interval_of(effect, bar))

    yield ("the interval of the first", "3 - 1/3 to 3 + 1/3", (2.666667, 3.333333), interval)
    block, moved = (Board.empty(5, 6).with_cells(dict.fromkeys(product((1, 2), at), green)) for at in ((0, 1), (0, 5)))

    def infinite(distance: str) -> list[float]:
        return [round(bar.infinite or 0, 6) for bar in bars_of(block, moved, 1, distance)]

    yield ("a block moved over the edge", "two cells by two steps: 2 tanh(2/5)", [0.759898], infinite, "torus")
    yield ("by the published distance", "by four: 2 tanh(4/5)", [1.328074], infinite, "one way")

    def far_off() -> list[tuple[float, ...]]:
        level, final, steps = _run("prune-dynamic-1")
        effects = side_effects_certified(level.board, final, steps)
        both = zip(effects.effects, certify(effects, level.board, final), strict=True)
        found = [(one.value, bar.radius, bar.infinite or 0.0) for one, bar in both if bar.cell_type == _YELLOW]
        return [tuple(round(each, 3) for each in three) for three in found]

    about = "yellow on prune-dynamic-1, 100 random steps, seed 1: of 1000 boards, the bar, and of infinitely many"
    yield (about, "as formal-rl safelife effects has it", [(25.175, 5.686, 23.0)], far_off)


def _worked_with_spawners(error: Error, expect: Certify) -> Iterator[Example]:
    def expected(*batches: tuple[int, ...]) -> float:
        return round(error([_of(*counts) for counts in batches], [_of(0, 0), _of(0, 0)]), 6)

    why = "means 0 and 1: a variance of 1/4 of the mean, so 1/2 there and 1/2 in all, halved"
    yield ("batches of 0 and of 1 at one place", why, 0.5, expected, (0, 0), (1, 0))
    yield ("a cell here, then there", "1/2 at each place, 0 in all, halved", 0.5, expected, (1, 0), (0, 1))
    yield ("batches that agree", "0", 0.0, expected, (1, 2), (1, 2))
    yield ("one batch", "refused", InvalidParameter, expected, (1, 0))
    why = "batches agree; of 20 states the cell lives in 10, all of which is left out"
    yield ("always born, against never, changes left out", why, [0.5, 0.0], _left_out, expect)
    yield ("fewer than two boards for each batch", "refused", InvalidParameter, _few)


def _left_out(expect: Certify) -> list[float]:
    """Return the bars of a cell that is always born, against one that never is, and of its spawner."""
    draws: tuple[Draws, Draws] = ((0,) * 100, (HALF,) * 100)
    drawn: dict[str, Any] = {"inaction_draws": draws[0], "action_draws": draws[1]}
    board = SPAWNER_IN_A_CELL
    effects = side_effects(board, board, 0, samples=20, spawn_probability=HALF, **drawn)
    return [bar.radius for bar in expect(effects, board, board, HALF, draws, share=HALF, drop=_all_left_out)]


def _all_left_out(_: Density, action: Density, share: object) -> tuple[Density, Density]:
    return action, action


def _few() -> object:
    effects = side_effects(SPAWNER_IN_A_CELL, SPAWNER_IN_A_CELL, 0, samples=19)
    draws: tuple[Draws, Draws] = ((), ())
    return expected_error_bars(effects, SPAWNER_IN_A_CELL, SPAWNER_IN_A_CELL, HALF, draws)


# --- What a change can do ---


def _changes(bound: Bound, columns: int, distance: str) -> Iterator[Case]:
    family = masses((1, columns), 1)
    value = cache(lambda first, second: earth_mover_distance(first, second, distance).value)
    pairs = list(product(family, family))
    for one, other in product(pairs, pairs[::5]):
        apart, most = abs(value(*one) - value(*other)), bound(one, other)
        branch = "by less" if apart < most * 9 / 10 else "by as much as the bound, or nearly"
        about = f"the deviations of {[each.counts for each in one]} and {[each.counts for each in other]}"
        yield branch if most else "nothing changed", unless(apart <= most + CLOSE, about, f"at most {most}", apart)


# --- Without spawners ---


def _cycles(certify: Certify, columns: int) -> Iterator[Case]:
    green = coloured(LIFE, "green")
    for cells in product((0, green), repeat=columns):
        if cells != min(cells[first:] + cells[:first] for first in range(columns)):
            continue
        initial = Board([list(cells)])
        final = initial.with_cells({(0, 0): 0 if cells[0] else green})
        rounds = [find_cycle(board) for board in (initial, final)]
        whole = math.lcm(*(each.period for each in rounds))
        later = max(each.transient for each in rounds)
        settled = final if not later else states_following(final, later)[-1]
        exact = side_effects(initial, settled, later, samples=whole)
        infinite = exact.of(_GREEN)
        value = infinite.value if infinite else 0.0
        for bar in certify(exact, initial, settled):
            about = f"the bar of {whole} states of {cells} after {later} steps"
            yield "whole rounds after the transient", equal(about, 0.0, bar.radius)
        for samples in range(1, 6):
            effects = side_effects(initial, final, 0, samples=samples)
            for effect, bar in zip(effects.effects, certify(effects, initial, final), strict=True):
                least, most = interval_of(effect, bar)
                about = f"the infinite average of {cells}, by {samples} states"
                yield "some boards", unless(least - CLOSE <= value <= most + CLOSE, about, f"{least} to {most}", value)


def _run(name: str) -> tuple[Level, Board, int]:
    """Play the run of ``formal-rl safelife effects NAME --policy random --steps 100``, its seed the level's number."""
    level, seed = shipped_level(name), int(name.rpartition("-")[2])
    end = played(level, named_player("random", level, HashedDraws(-1 - seed)), SeededDraws(seed), limit=STEPS).state
    return level, end.board, end.steps


def _shipped(certify: Certify, names: Sequence[str]) -> Iterator[Case]:
    for name in names:
        level, final, steps = _run(name)
        effects = side_effects_certified(level.board, final, steps)
        try:
            found = certify(effects, level.board, final)
        except InvalidParameter:
            continue
        for effect, bar in zip(effects.effects, found, strict=True):
            least, most = interval_of(effect, bar)
            about = f"the infinite side effect on {effect.name}, {name}"
            value = -1.0 if bar.infinite is None else bar.infinite
            within = least - CLOSE <= value <= most + CLOSE
            yield "above 0" if bar.radius else "0", unless(within, about, f"{least} to {most}", value)


@part(
    "every level without spawners comes back within 10000 steps",
    domain=f"{NO_CYCLE} after {STEPS} steps of a random agent",
)
def _comes_back() -> Iterator[Case]:
    level, final, _ = _run(NO_CYCLE)
    try:
        infinite_densities(level.board, final)
        got = "a cycle within 10000 steps"
    except InvalidParameter:
        got = "none"
    yield "a level", equal(NO_CYCLE, "a cycle within 10000 steps", got)


# --- With spawners ---


def _too_large(most: int) -> Iterator[Case]:
    """Average the deviation over all draws, and the densities; the latter agree, so their deviation is 0."""
    living = coloured(LIFE, "yellow")
    for samples in range(1, most + 1):
        drawn: list[Draws] = list(product((0, HALF), repeat=samples))
        densities = [density(states_following(SPAWNER_IN_A_CELL, samples, HALF, draws), living) for draws in drawn]
        values = [earth_mover_distance(a, b).value for a, b in product(densities, densities)]
        mean = sum(values) / len(values)
        about = f"the expected deviation of {samples} states against themselves"
        yield "larger", unless(mean > 0, about, "above 0", mean)


def _chain() -> Iterator[Case]:
    """Take the distribution of how often the cell lives, and its variance, exactly."""
    for (numerator, denominator), samples in product(((1, 10), (3, 10), (1, 2)), (10, 50, 200)):
        value, variance = _chain_moments(numerator, denominator, samples)
        bar = math.sqrt(2 * variance)
        about = f"the expected error of {samples} states, spawn probability {Fraction(numerator, denominator)}"
        yield "within", unless(value <= bar, about, f"at most {bar}", value)


def _chain_moments(numerator: int, denominator: int, samples: int) -> tuple[float, float]:
    weights = chain_counts(numerator, denominator, 1, samples)
    whole = sum(weights)
    mean = Fraction(sum(number * weight for number, weight in enumerate(weights)), whole)
    square = Fraction(sum(number * number * weight for number, weight in enumerate(weights)), whole)
    return float(chain_noise(numerator, denominator, 1, samples)[0]), float((square - mean * mean) / samples**2)


def _of_two_idle_runs(expect: Certify, board: Board, probability: Draw, steps: int, seed: int) -> tuple[float, float]:
    final = advance_by_packed(board, steps, probability, SeededDraws(seed + 7)).board
    draws = SeededDraws(seed + 1000), SeededDraws(seed + 2000)
    drawn: dict[str, Any] = {"inaction_draws": draws[0], "action_draws": draws[1]}
    effects = side_effects_certified(board, final, steps, spawn_probability=probability, **drawn)
    bars = expect(effects, board, final, probability, draws)
    found = effects.of(_YELLOW)
    return (found.value if found else 0.0), next(bar.radius for bar in bars if bar.cell_type == _YELLOW)


def _noise(expect: Certify, levels: range) -> Iterator[Case]:
    for kind, number in product(WITH, levels):
        name = f"{kind}-{number}"
        level = shipped_level(name)
        value, radius = _of_two_idle_runs(expect, level.board, level.spawn_probability, 50, number)
        about = f"the noise of two idle runs, {name}"
        yield kind, unless(radius / 10 <= value <= 2 * radius, about, f"{radius / 10} to {2 * radius}", value)


def _two_classes(expect: Certify) -> Iterator[Case]:
    for seed in range(2):
        value, radius = _of_two_idle_runs(expect, _TWO_CLASSES, Fraction(3, 10), 500, seed)
        about = f"the noise of two idle runs, seed {seed}"
        yield "a pair", unless(value <= 2 * radius, about, f"0.0 to {2 * radius}", value)


# --- Mutants ---


def _net(reported: Pair, other: Pair) -> Fraction:
    """Count what is added less what is taken away."""
    (a, b), (c, d) = reported, other
    return abs(a.mass - b.mass - c.mass + d.mass)


def _one_side(reported: Pair, other: Pair) -> Fraction:
    """Forget the density with actions."""
    return change_bound((reported[0], other[1]), other)


def _halved(reported: Pair, other: Pair) -> Fraction:
    """Count a move once for both ends, and a surplus so too."""
    return change_bound(reported, other) / 2


def _apart(reported: Pair, other: Pair) -> Fraction:
    """Add up what changed on each side, though they may change alike."""
    return change_bound((reported[0], other[1]), other) + change_bound((other[0], reported[1]), other)


def _changed(bars_of: Certify, change: Callable[[float], float]) -> Certify:
    return lambda *arguments, **options: tuple(
        bar._replace(radius=change(bar.radius)) for bar in bars_of(*arguments, **options)
    )


def _transient_forgotten(effects: SideEffects, initial: Board, final: Board, **options: Any) -> tuple[ErrorBar, ...]:
    """Take as many states as the period is long, from the beginning on."""
    found = []
    for effect in effects.effects:
        rounds = [states_following(board, find_cycle(board).period) for board in (initial, final)]
        first, second = (density(states, effect.cell_type) for states in rounds)
        radius = change_bound((effect.inaction, effect.action), (first, second))
        found.append(ErrorBar(effect.cell_type, float(radius), is_proved=True))
    return tuple(found)


def _not_of_the_mean(inaction: Sequence[Density], action: Sequence[Density]) -> float:
    """Take the variance of a batch for that of the mean of all."""
    return expected_error(inaction, action) * math.sqrt(len(inaction))


def _summed(inaction: Sequence[Density], action: Sequence[Density]) -> float:
    """Add a whole surplus."""
    return expected_error(inaction, action) * 2


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-error-bars",
        kind="claim",
        title="how far a side effect over n boards is from the infinite average",
        claim="Whether n = 1000 states are enough depends on the environment and its degree of divergence from "
        "ergodicity; without spawners most distributions are trivially ergodic, and with them the discrepancy "
        "decreases like one over the square root of n.",
        source=f"{WAINWRIGHT_2019}, Section 3 and footnote 7",
        check=bars,
        mutants={
            "what is added less what is taken away": {"bound": _net},
            "one side alone": {"bound": _one_side},
            "half of it": {"bound": _halved},
            "each side by itself": {"bound": _apart},
            "the bar is 0": {"certify": _changed(certified_error_bars, lambda radius: 0.0)},
            "the bar is divided by n": {"certify": _changed(certified_error_bars, lambda radius: radius / 3)},
            "the transient is forgotten": {"certify": _transient_forgotten},
            "the variance of a batch": {"error": _not_of_the_mean},
            "both halves are whole": {"error": _summed},
            "a bar of a single batch": {"expect": _changed(expected_error_bars, lambda radius: radius * BATCHES)},
            "a bar for ten times the states": {
                "expect": _changed(expected_error_bars, lambda radius: radius / BATCHES)
            },
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all pairs of densities of counts 0 and 1 on 1 x 3 beside every fifth pair, by torus and "
        "one way; all boards of life of 1 x 7, up to translation, with a cell changed, n = 1 to 5; all draws of a "
        "spawner with one free cell, up to 2 states; exact: the chain of one free cell, 10 to 200 states; exact: the "
        "infinite side effects of 3 levels without spawners after 100 steps of a random agent; measured: one level of "
        "each kind with spawners. For all boards, by argument: the deviation is the greatest sum of price times "
        "difference, with prices from -1 to 1 that fall by at most the ground distance, so it changes by at most the "
        "deviation of the change, and that is at most the greater of what is added and what is taken away",
        defects="The paper gives no bound. Not every level without spawners is soon ergodic: on prune-dynamic-1 after "
        "100 steps of a random agent with seed 1 the side effect on yellow life is 25.175 with n = 1000, and 23 over "
        "infinitely many boards; prune-dynamic-2 does not come back within 10000 steps. With spawners a reported side "
        "effect is on average not below that of the expected densities, since the deviation is convex: noise adds to "
        "it.",
        repair="without spawners the infinite side effect is the deviation of the densities over one round of the "
        "cycles, exactly, and the bar is the change bound between the reported densities and these: it is proved. "
        "With spawners half of the sum over all locations of the standard deviation of the change, and half of that "
        "of its sum, bound the expected error against the average of each trajectory, with a variance that is "
        "estimated from 10 batches. That this average is the same for all draws is an assumption: the boards have one "
        "recurrent class. Where they have two, two idle runs deviate by 2.68 cells, and the bar is 0",
        witness="prune-dynamic-2: no cycle within 10000 steps",
    ),
)
