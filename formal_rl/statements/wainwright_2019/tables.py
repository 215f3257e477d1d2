"""Checks of Tables 1 and 2: what printed figures can be of, and our simple agents beside."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypeAlias

from formal_rl.agents import HashedDraws
from formal_rl.checking import Case, Disagreement, Example, Part, Scope, check_examples, decide_cases, part, unless
from formal_rl.safelife.benchmark import (
    TABLE_1,
    TABLE_2,
    TIME_LIMIT,
    PrintedRow,
    greatest_variance,
    is_possible,
    is_possible_with_completed,
    named_player,
    played,
    task_progress,
)
from formal_rl.safelife.benchmark.published_tables import PrintedFigure, rounded_from
from formal_rl.safelife.benchmark.tasks import TIME_LIMIT_PUBLISHED
from formal_rl.safelife.game import in_single_precision
from formal_rl.safelife.levels import LEVELS_OF_A_KIND, shipped_level
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

Cases: TypeAlias = Iterator[Case]
Possible: TypeAlias = Callable[[PrintedFigure, Fraction | int, Fraction | int], bool]
WithCompleted: TypeAlias = Callable[[PrintedRow, int], bool]

GREEDY_LEAVES = 200
"""Within how many steps the greedy agent has left every shipped level of navigation."""


def tables(
    scope: Scope, *, possible: Possible = is_possible, with_completed: WithCompleted = is_possible_with_completed
) -> Iterator[Part]:
    """Check Tables 1 and 2: by hand; what their figures can be of; what the text says of them; our agents beside."""
    yield check_examples((*_worked_bounds(possible), *_worked_completed(with_completed)))
    yield _lengths(possible, TIME_LIMIT_PUBLISHED)
    yield _lengths(possible, TIME_LIMIT).meant_to_fail(
        "the length of append-spawn, λ = 1.5: expected '1 to 1000', got '1001 ± 0'"
    )
    yield _shares(possible)
    yield _penalties()
    yield _successive().meant_to_fail(
        "performance of append-still, λ = 2.0 beside 1.5: expected 'at most 13/50', got Fraction(27, 100)"
    )
    for limit in (TIME_LIMIT, TIME_LIMIT_PUBLISHED):
        yield decide_cases(
            f"lengths and completed levels go together, to {limit} steps",
            ((row.penalty, _length(with_completed(row, limit), row, limit)) for row in TABLE_2),
            domain="the three rows: completed levels have any length to the limit, all others have the limit",
        )
    yield _safer()
    number = LEVELS_OF_A_KIND if scope.is_full else 2
    yield decide_cases(
        "a random agent beside it",
        _random(number),
        branches=("creation", "destruction"),
        domain=f"{number} of the shipped levels of each of the four tasks, {TIME_LIMIT} steps, the seed the level's "
        "number: on average it creates less than the printed agents without a penalty, and destroys half as much or "
        "more",
    )
    yield decide_cases(
        "our agents beside it",
        _navigation(number),
        branches=("greedy", "random", "idle"),
        domain=f"{number} of the {LEVELS_OF_A_KIND} shipped levels of navigation, {TIME_LIMIT} steps, "
        f"the seed the level's number: greedy leaves within {GREEDY_LEAVES} steps, random and idle do not leave",
    )


# --- By hand ---


def _worked_bounds(possible: Possible) -> Iterator[Example]:
    for mean, deviation, most, arithmetic, right in (
        ("0.50", "0.50", 1, "half of them 0, half 1", True),
        ("0.50", "0.52", 1, "at most 1/2, and 0.515 is more", False),
        ("0.01", "0.10", 1, "up to 0.015, (1 - 0.015) · 0.015 > 0.095²", True),
        ("0.01", "0.13", 1, "0.985 · 0.015 < 0.015 < 0.125²", False),
        ("1001", "0", 1000, "1000.5 is more than any", False),
        ("1001", "0", 1001, "all of them 1001", True),
        ("999", "33", 1000, "998.5 may be meant, 1.5 · 997.5 > 32.5²", True),
        ("999", "40", 1000, "1.5 · 997.5 < 1497 < 39.5²", False),
    ):
        least, printed = int(most > 1), PrintedFigure(mean, deviation)
        yield (f"{mean} ± {deviation} of {least} to {most}", arithmetic, right, possible, printed, least, most)
    half = (Fraction(69, 200), Fraction(71, 200))
    yield ("what 0.35 is rounded from", "half a hundredth to either side", half, lambda: tuple(rounded_from("0.35")))


_AT_THE_BOUND = {
    ("50.0", "600"): (399, 490),
    ("64.0", "473"): (395, 499),
    ("6.7", "968"): (118, 177),
    ("0.1", "999"): (16, 32),
    ("0.1", "1000"): (0, 22),
    ("100.0", "1"): (0, 22),
    ("100.0", "500"): (0, 500),
    ("3.4", "980"): (104, 142),
    ("0.0", "1000"): (0, 0),
    ("50.0", "500"): (499, 500),
    ("50.0", "501"): (498, 500),
    ("0.0", "999"): None,
    ("99.9", "400"): (19, 489),
    ("20.0", "801"): (397, 399),
}
"""For a percentage of completed levels and a mean length, the least and the greatest deviation there can be."""


def _worked_completed(possible: WithCompleted) -> Iterator[Example]:
    def can_be(completed: str, mean: str, deviation: int) -> bool:
        figure = PrintedFigure(mean, str(deviation))
        return possible(PrintedRow("navigation", "0", None, completed, figure, PrintedFigure("0", "0")), 1000)

    for completed, mean, deviation, arithmetic, right in (
        ("0.0", "1000", 0, "all of them at the limit", True),
        ("0.0", "900", 0, "all of them are at the limit, 1000", False),
        ("50.0", "600", 400, "half of them 200, half 1000", True),
        ("50.0", "600", 300, "400 below 1000 on average, so 400 apart at least", False),
        ("50.0", "400", 600, "a half that is 800 below 1000 makes no more than 490", False),
        ("10.0", "500", 400, "a tenth of 1000 makes no more than 100 less", False),
    ):
        yield (f"{completed} % completed, {mean} ± {deviation}", arithmetic, right, can_be, completed, mean, deviation)
    for (completed, mean), bounds in _AT_THE_BOUND.items():
        least, most = bounds or (1, -1)
        for deviation in sorted({0, *((least - 1, least, most, most + 1) if bounds else ())} - {-1}):
            about, right = f"{completed} % completed, {mean} ± {deviation}", least <= deviation <= most
            yield (about, "at the bound of what can be", right, can_be, completed, mean, deviation)


# --- What is printed ---


def _length(right: bool, row: PrintedRow, limit: int) -> Disagreement | None:
    return unless(right, f"the length of {row.task}, λ = {row.penalty}", f"1 to {limit}", str(row.length))


def _lengths(possible: Possible, limit: int) -> Part:
    return decide_cases(
        f"lengths can be of episodes of up to {limit} steps",
        ((row.task, _length(possible(row.length, 1, limit), row, limit)) for row in TABLE_1),
        branches=dict.fromkeys(row.task for row in TABLE_1),
        domain=f"the lengths of all {len(TABLE_1)} rows, as means and deviations of numbers from 1 to {limit}",
    )


@part(
    "performance and side effects can be shares",
    branches=("performance", "green", "yellow"),
    domain="the figures of all 18 rows, as means and deviations of numbers from 0 to 1",
)
def _shares(possible: Possible) -> Cases:
    for row, name in product(TABLE_1, ("performance", "green", "yellow")):
        printed = getattr(row, name)
        if printed is not None:
            about = f"{name} of {row.task}, λ = {row.penalty}"
            yield name, unless(possible(printed, 0, 1), about, "shares", str(printed))


def _pairs(table: tuple[PrintedRow, ...], *, successive: bool) -> Iterator[tuple[PrintedRow, PrintedRow]]:
    for task in dict.fromkeys(row.task for row in table):
        rows = [row for row in table if row.task == task]
        yield from zip(rows if successive else [rows[0]] * len(rows), rows[1:], strict=False)


def _mean(printed: PrintedFigure | None) -> Fraction:
    assert printed is not None
    return Fraction(printed.mean)


@part(
    "a penalty never helps",
    branches=("performance", "yellow"),
    domain="14 rows with a penalty beside those without: performance is not above it, yellow is not below it",
)
def _penalties() -> Cases:
    for without, row in _pairs(TABLE_1, successive=False):
        about = f"{row.task}, λ = {row.penalty} beside {without.penalty}"
        one, other = _mean(without.performance), _mean(row.performance)
        yield "performance", unless(other <= one, f"performance of {about}", one, other)
        if row.yellow is not None:
            one, other = _mean(without.yellow), _mean(row.yellow)
            yield "yellow", unless(other >= one, f"yellow of {about}", one, other)


@part("more penalty never helps", domain="14 rows beside the row with the next smaller penalty")
def _successive() -> Cases:
    for smaller, row in _pairs(TABLE_1, successive=True):
        one, other = _mean(smaller.performance), _mean(row.performance)
        about = f"performance of {row.task}, λ = {row.penalty} beside {smaller.penalty}"
        yield row.task, unless(other <= one, about, f"at most {one}", other)


@part(
    "a penalty makes nothing safer",
    domain="both rows with a penalty beside that without: fewer completed, and green no less",
)
def _safer() -> Cases:
    for without, row in _pairs(TABLE_2, successive=False):
        fewer = Fraction(str(row.completed)) < Fraction(str(without.completed))
        right = fewer and _mean(row.green) >= _mean(without.green)
        about = f"λ = {row.penalty} beside {without.penalty}"
        yield row.penalty, unless(right, about, "fewer completed, green no less", row)


# --- Our simple agents ---


@cache
def _episode(policy: str, kind: str, which: int) -> tuple[int, Fraction | None, bool]:
    """Return length, performance and whether the agent left."""
    level = in_single_precision(shipped_level(f"{kind}-{which}"))
    ended = played(level, named_player(policy, level, HashedDraws(-1 - which)), SeededDraws(which))
    return ended.state.steps, task_progress(level, ended.state).share, not ended.state.in_play[0]


def _random(number: int) -> Cases:
    for row in (row for row in TABLE_1 if row.penalty == "0.0"):
        done = [_episode("random", row.task, which)[1] or Fraction(0) for which in range(number)]
        mean, printed = sum(done, Fraction(0)) / number, _mean(row.performance)
        about = f"performance of a random agent in {row.task}"
        if row.task.startswith("append"):
            yield "creation", unless(mean < printed, about, f"less than {printed}", mean)
        else:
            yield "destruction", unless(mean >= printed / 2, about, f"at least {printed / 2}", mean)


def _navigation(number: int) -> Cases:
    for policy, which in product(("greedy", "random", "idle"), range(number)):
        length, performance, left = _episode(policy, "navigation", which)
        leaves = policy == "greedy"
        right = length <= GREEDY_LEAVES if leaves else length == TIME_LIMIT
        right = right and left is leaves and performance is None
        yield policy, unless(right, f"{policy} in navigation-{which}", "to leave" if leaves else "to stay", length)


# --- Mutants ---


def _to_the_digit(printed: PrintedFigure, least: Fraction | int, most: Fraction | int) -> bool:
    """Take what is printed for exact."""
    mean = Fraction(printed.mean)
    return least <= mean <= most and Fraction(printed.deviation) ** 2 <= greatest_variance(mean, least, most)


def _half_the_range(*, of_any_mean: bool = False) -> Possible:
    """Allow half the range for every deviation, whatever the mean is; or also let the mean be anything."""

    def possible(printed: PrintedFigure, least: Fraction | int, most: Fraction | int) -> bool:
        mean, deviation = rounded_from(printed.mean), rounded_from(printed.deviation)
        in_range = mean.least <= most and mean.most >= least
        return (of_any_mean or in_range) and 2 * deviation.least <= most - least

    return possible


def _completed_alike(row: PrintedRow, limit: int) -> bool:
    """Let all completed episodes be of one length."""
    share = Fraction(str(row.completed)) / 100
    missing = limit - Fraction(row.length.mean)
    if not share or missing > share * (limit - 1):
        return not share and not missing
    variance = missing**2 / share - missing**2
    return rounded_from(row.length.deviation).least ** 2 <= variance <= rounded_from(row.length.deviation).most ** 2


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-Tab1",
        kind="experiment",
        title="the benchmarks, Tables 1 and 2",
        claim="Table 1 has performance, length and side effects of trained agents in creation and destruction tasks, "
        "by task and penalty. The penalty almost always reduces performance, and it makes the agents less safe for "
        "yellow patterns. Table 2 has how many levels of navigation trained agents complete, in how many steps, and "
        "their side effects. Even mild penalties almost keep them from the exit, and make them no safer.",
        source=f"{WAINWRIGHT_2019}, Tables 1 and 2 and Appendix B",
        check=tables,
        mutants={
            "printed figures are exact": {"possible": _to_the_digit},
            "a deviation of half the range is always possible": {"possible": _half_the_range()},
            "a mean can be anything": {"possible": _half_the_range(of_any_mean=True)},
            "one step after the limit": {
                "possible": lambda printed, least, most: is_possible(printed, least, most + 1)
            },
            "episodes end early, completed or not": {
                "with_completed": lambda row, limit: is_possible(row.length, 1, limit)
            },
            "completed episodes are of one length": {"with_completed": _completed_alike},
        },
        verdict="not checked here",
        evidence="exhaustive: all 18 rows of Table 1 as printed, against the bounds of their measures, and all 3 of "
        "Table 2, against what lengths and completed levels can go together; sampled: a random agent on 2 shipped "
        "levels of each task, greedy, random and idle agents on 2 levels of navigation, in full on all 20, one run "
        "each. The trained agents are not made again",
        defects="Two rows of Table 1 have lengths of 1001 with deviation 0, where an episode ends at 1000 by the text "
        "and by the captions of the figures: the published code of version 1.0 ends it where more than 1000 steps were "
        "made. The paper does not say whether a deviation is over levels or episodes, nor how it counts levels with "
        "nothing to normalise by. Table 2 has no measure for the yellow patterns, although a safe agent should prefer "
        "to disturb these. The text says that agents without memory easily run into loops; an agent that sees the "
        "whole board needs no memory to leave. Whether this is why the trained agents fail is neither confirmed nor "
        "refuted.",
        witness="append-spawn with λ = 1.5: 1001 ± 0; append-still, performance with λ = 2.0 beside 1.5: 27/100, where "
        "a penalty that never helps leaves at most 13/50; an agent that walks the shortest way over empty cells to "
        "the exit, anew at each step, leaves 2 shipped levels within 200 steps; trained agents complete 64.0 %",
    ),
)
