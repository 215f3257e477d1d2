"""Checks of the average over time of a run that repeats: how far it is from the average over the cycle."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

import numpy
from numpy.typing import NDArray

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
from formal_rl.safelife._engines.words.rule import advance_in_words, advance_together
from formal_rl.safelife.board import CRATE, EMPTY, LIFE, Board
from formal_rl.safelife.board.cells import FOUNTAIN, PLAYER, SPAWNER, TREE, coloured
from formal_rl.safelife.board.conway import GLIDER, life_board
from formal_rl.safelife.game import find_cycle, greatest_error, states_following
from formal_rl.safelife.game.trajectories import Cycle
from formal_rl.safelife.side_effects import Density, densities, density
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement
from formal_rl.statements.wainwright_2019.cell_count_pairs import CYCLE_PAIR, in_few_cases
from formal_rl.statements.wainwright_2019.densities import BLINKER
from formal_rl.statements.wainwright_2019.dynamics import boards_of_life_up_to_translation

Bound = Callable[[Cycle, int, int], Fraction]
Counts = NDArray[Any]

_BRANCHES = ("no transient", "a transient", "period 1", "period 2", "a longer period")
_TIMES = (0, 1, 2, 5, 12)


def _by_hand(bound: Bound) -> Iterator[Example]:
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
    boards = tuple(boards_of_life_up_to_translation(height, width))
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

_KINDS = (EMPTY, EMPTY, EMPTY, LIFE, LIFE, coloured(LIFE, "green"), TREE, CRATE, FOUNTAIN, SPAWNER, PLAYER)


def _larger(bound: Bound, seed: int, number: int) -> Iterator[Case]:
    random = Random(seed)
    for index in range(number):
        height, width = random.randint(5, 7), random.randint(5, 7)
        kinds = _KINDS if index % 2 else (EMPTY, LIFE)
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
            yield (
                "comes to a stop" if cycle.period == 1 else "goes on",
                unless(abs(apart) <= allowed, about, allowed, apart),
            )


def time_average(scope: Scope, *, bound: Bound = greatest_error) -> Iterator[Part]:
    """Check the bound on how far densities over time are from those over the cycle: by hand, over boards, and sharp."""
    yield check_examples(_by_hand(bound))
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
    yield from in_few_cases(CYCLE_PAIR, scope)
    number = 60 if scope.is_full else 16
    yield decide_cases(
        "larger boards, every cell type",
        _larger(bound, scope.seed, number),
        branches=("comes to a stop", "goes on"),
        domain=f"sampled: {number} boards of 5 x 5 to 7 x 7, every other one of many cells; all locations and types",
    )


# --- Mutants ---


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


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-ergodic",
        kind="lemma",
        title="what repeats is ergodic, up to the transient and the period over n",
        claim="Where a trajectory enters a cycle of period p after a transient of μ states, the density over the n "
        "states that follow t differs from that over the cycle by at most (m + p/4)/n at each location, for each cell "
        "type, where m of the samples are before the cycle; so by at most (μ + p)/n, and, once in the cycle, by "
        "nothing where p divides n.",
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
        defects="Trivially ergodic is meant of one trajectory and of n without end. Over n = 1000 states a period "
        "that does not divide 1000, such as 3, leaves up to p/4n; and trajectories from other boards end in other "
        "cycles, so that no average is that of all states.",
    ),
)
