"""Error bars: for any change, without spawners, and with them; three bounds, so the statement is a long one."""

import math
from fractions import Fraction
from typing import Any

from formal_rl.agents import HashedDraws
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets, raised
from formal_rl.errors import InvalidParameter
from formal_rl.safelife import parse_board
from formal_rl.safelife._engines.planes.trajectories import advance_by_packed
from formal_rl.safelife.benchmark._tasks_on_planes import named_player, played
from formal_rl.safelife.board import COLOURS, LIFE, Board
from formal_rl.safelife.board.cells import coloured
from formal_rl.safelife.game import find_cycle
from formal_rl.safelife.game.trajectories import states_following
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.levels.shipped_levels import LEVELS_OF_A_KIND
from formal_rl.safelife.side_effects import (
    Density,
    certified_error_bars,
    expected_error_bars,
    interval_of,
    side_effects,
    side_effects_certified,
)
from formal_rl.safelife.side_effects.cell_types import life_of
from formal_rl.safelife.side_effects.error_bars import change_bound, expected_error
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.recorded import Experiment
from formal_rl.statements.wainwright_2019.dynamics import boards_of_life

HALF, STEPS, NUMBERS = Fraction(1, 2), 100, range(LEVELS_OF_A_KIND)
TWO_CLASSES = parse_board("# oy . . . #\n# oy . # . .\n# # oy # . .\n. . # # . oy\n. Sy # oy oy .\n# # # oy # .")
YELLOW = life_of(COLOURS.index("yellow"))


# --- By hand ---


def of(*counts: int, samples: int = 1) -> Density:
    """Return a density on one row."""
    return Density([counts], samples)


def examples() -> Rows:
    """Yield bounds of changes, bars without spawners, and with them."""
    none, one = of(0, 0, 0), of(1, 0, 0)
    for why, bound, reported, beside in (
        ("one of four boards more: a quarter", Fraction(1, 4), (of(3, samples=4), of(0)), (of(2, samples=4), of(0))),
        ("the same on both sides: nothing is left of it", 0, (one, one), (none, none)),
        ("two added, one taken: the greater", 2, (of(1, 1, 0), none), (of(0, 0, 1), none)),
    ):
        yield why, bound, change_bound(reported, beside)
    green, empty = coloured(LIFE, "green"), Board.empty(5, 5)
    blinker = empty.with_cells(dict.fromkeys([(2, 1), (2, 2), (2, 3)], green))
    effects = side_effects(blinker, empty, 0, samples=3)
    for why, radius, share in (
        ("left out up to half: 1/6 too much at two ends, 1/2 too little at two", 1, HALF),
        ("upright twice, lying once: 1/6 too much at two ends, as much too little at two", 0.333333, 0),
    ):
        (bar,) = certified_error_bars(effects, blinker, empty, share=share)
        yield why, (radius, 3), (round(bar.radius, 6), bar.infinite)
    ends = tuple(round(end, 6) for end in interval_of(effects.effects[0], bar))
    yield "3 - 1/3 to 3 + 1/3", (2.666667, 3.333333), ends
    why = "yellow on prune-dynamic-1, 100 random steps, seed 1: of n = 1000 boards, the bar, and of infinitely many"
    yield why, [[25.175, 5.686, 23.0]], [row[1:] for row in BARS.results["prune-dynamic-1",] if "yellow" in row[0]]
    error = round(expected_error([of(0, 0), of(1, 0)] * 5, [of(0, 0)] * 10), 6)
    yield "1 in half of 10 batches: the mean has variance 1/36, so 1/6 there and in all, halved", 0.166667, error


def without_spawners(initial: Board) -> tuple[Any, Any]:
    """Return that bars over 1 to 5 states hold the average over a round of the cycles, which is the infinite one."""
    final = initial.with_cells({(0, 0): 0 if initial[0, 0] else LIFE})
    rounds = [find_cycle(board) for board in (initial, final)]
    whole, later = math.lcm(*(each.period for each in rounds)), max(each.transient for each in rounds)
    settled = final if not later else states_following(final, later)[-1]
    infinite = side_effects(initial, settled, later, samples=whole).of(LIFE)
    value, wrong = infinite.value if infinite else 0.0, list[Any]()
    for samples in range(1, 6):
        effects = side_effects(initial, final, 0, samples=samples)
        for effect, bar in zip(effects.effects, certified_error_bars(effects, initial, final), strict=True):
            least, most = interval_of(effect, bar)
            wrong += [] if least - 1e-12 <= value <= most + 1e-12 else [(samples, least, value, most)]
    return [], wrong


# --- Shipped levels ---


def bars_after(name: str) -> list[list[Any]] | None:
    """Return name, value, bar and infinite side effect of each cell type after a random run; ``None`` if no cycle."""
    level, seed = shipped_level(name), int(name.rpartition("-")[2])
    end = played(level, named_player("random", level, HashedDraws(-1 - seed)), SeededDraws(seed), limit=STEPS).state
    effects = side_effects_certified(level.board, end.board, end.steps)
    bars = raised(certified_error_bars, effects, level.board, end.board)
    if bars is InvalidParameter:
        return None
    both = zip(effects.effects, bars, strict=True)
    return [[each.name, each.value, bar.radius, bar.infinite or 0.0] for each, bar in both]


DYNAMIC, STILL = ("prune-dynamic", "append-dynamic"), ("prune-still", "append-still")
WITHOUT = [f"{kind}-{number}" for kind in (*DYNAMIC, *STILL) for number in (1, *NUMBERS[:1], *NUMBERS[2:])]
BARS = Experiment("W19-error-bars", bars_after, [(name,) for name in WITHOUT])


def of_two_idle_runs(board: Board, probability: Any, steps: int, seed: int) -> tuple[float, float]:
    """Return the side effect of an idle run on yellow, and its bar."""
    final = advance_by_packed(board, steps, probability, SeededDraws(seed + 7)).board
    draws = SeededDraws(seed + 1000), SeededDraws(seed + 2000)
    drawn: dict[str, Any] = {"inaction_draws": draws[0], "action_draws": draws[1]}
    effects = side_effects_certified(board, final, steps, spawn_probability=probability, **drawn)
    bars = expected_error_bars(effects, board, final, probability, draws)
    found = effects.of(YELLOW)
    return (found.value if found else 0.0), next(bar.radius for bar in bars if bar.cell_type == YELLOW)


def noise(name: str) -> list[float]:
    """Return the noise of two idle runs on yellow, and its bar."""
    level, number = shipped_level(name), int(name.rpartition("-")[2])
    return [*of_two_idle_runs(level.board, level.spawn_probability, 50, number)]


WITH = [f"{kind}-{number}" for number in NUMBERS for kind in ("append-spawn", "prune-spawn", "navigation")]
NOISE = Experiment("W19-error-bars-noise", noise, [(name,) for name in WITH])


@claim(
    "W19-error-bars",
    "how far a side effect over n boards is from the infinite average",
    "Section 3 and footnote 7",
    "holds (repaired)",
    evidence="exhaustive: all boards of life of 1 x 7, up to translation, with a cell changed, n = 1 to 5; measured: "
    "all shipped levels, recorded, of which the first are made again. For all boards, by argument: the deviation is "
    "the greatest sum of price times difference, with prices from -1 to 1 that fall by at most the ground distance, "
    "so it changes by at most the deviation of the change, and that is at most the greater of what is added and what "
    "is taken away",
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
)
def bars() -> Evidence:
    """Whether n = 1000 states are enough depends on the environment and its degree of divergence from ergodicity;
    without spawners most distributions are trivially ergodic, and with them the discrepancy decreases like one over the
    square root of n.
    """

    def comes_back(*name: str) -> Any:
        return meets(BARS.results[name] is not None, "a cycle within 10000 steps", "none")

    def near_the_bar(*name: str) -> Any:
        value, radius = NOISE.results[name]  # a bar bounds the mean, so one value may exceed it
        return meets(radius / 10 <= value <= 2 * radius, f"{radius / 10} to {2 * radius}", value)

    def two_classes(seed: int) -> Any:
        value, radius = of_two_idle_runs(TWO_CLASSES, Fraction(3, 10), 500, seed)
        return meets(value <= 2 * radius, f"0.0 to {2 * radius}", value)

    yield by_hand(examples)
    said = "all boards of life of 1 x 7, in full 1 x 9, up to translation, with a cell changed, n = 1 to 5"
    life = among(said, lambda scope: boards_of_life((1, 9 if scope.is_full else 7)))
    yield every("without spawners the infinite average is within the bar", without_spawners, life)
    names = among("80 levels without spawners, recorded after 100 steps of a random agent", WITHOUT)
    back = every("every level without spawners comes back", comes_back, names)
    yield back.fails("…prune-dynamic-2: expected 'a cycle within 10000 steps', got 'none'")
    yield BARS.again
    with_spawners = among("60 levels with spawners, recorded after 50 steps", WITH)
    yield every("the noise of two idle runs is from a tenth of the bar to twice the bar", near_the_bar, with_spawners)
    yield NOISE.again
    apart = among("6 x 6, 2.68 cells in different classes", range(2))
    classes = every("the noise is at most twice the bar", two_classes, apart)
    yield classes.fails("…1: expected '0.0 to 0.0', got 2.678…")
    yield mutants("""
        safelife.side_effects.error_bars:change_bound
            what is added less what is taken away: max(more, less) → abs(more - less)
            one side alone: _changes(reported, other) → _changes((reported[0], other[1]), other)
            half of it: max(more, less) → max(more, less) / 2
            each side by itself: more, less = Fraction(0), Fraction(0) → if reported[0] != other[0] and reported[1] !=
                other[1]:⏎        return change_bound((reported[0], other[1]), other) + change_bound((other[0],
                reported[1]), other)⏎    more, less = Fraction(0), Fraction(0)
        safelife.side_effects.error_bars:certified_error_bars
            the bar is 0: change_bound(reported, whole) → Fraction(0)
            the bar is divided by n: change_bound(reported, whole) → change_bound(reported, whole) / 3
        safelife.side_effects.error_bars:infinite_densities
            the transient is forgotten: advance_by_packed(board, cycle.transient, spawn_probability).board → board
        safelife.side_effects.error_bars:_variance
            the variance of a batch: number * (number - 1) → number - 1
        safelife.side_effects.error_bars:expected_error
            both halves are whole: math.sqrt(sum(in_all))) / 2 → math.sqrt(sum(in_all)))
        safelife.side_effects.error_bars:expected_error_bars
            a bar of a single batch: radius, is_proved → radius * BATCHES, is_proved
    """)


STATEMENTS = statements_in(globals())
