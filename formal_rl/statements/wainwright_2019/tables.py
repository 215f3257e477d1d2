"""Tables 1 and 2: what printed figures can be of, and our simple agents beside."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from formal_rl.agents import HashedDraws
from formal_rl.checking import Rows, Scope, among, by_hand, every, meets
from formal_rl.safelife.benchmark import (
    TABLE_1,
    TABLE_2,
    TIME_LIMIT,
    PrintedRow,
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
from formal_rl.statements.entries import Evidence, experiment, mutants, statements_in

GREEDY_LEAVES = 200
"""Within how many steps the greedy agent has left every shipped level of navigation."""

AT_THE_BOUND = {
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
    ("0.0", "999"): (1, -1),
    ("99.9", "400"): (19, 489),
    ("20.0", "801"): (397, 399),
}
"""For a percentage of completed levels and a mean length, the least and the greatest deviation there can be."""


def bounds_by_hand() -> Rows:
    """Yield which means and deviations there can be."""
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
        yield arithmetic, right, is_possible(PrintedFigure(mean, deviation), int(most > 1), most)
    half = (Fraction(69, 200), Fraction(71, 200))
    yield "0.35 is rounded from half a hundredth to either side", half, tuple(rounded_from("0.35"))
    for completed, mean, deviation, arithmetic, right in (
        ("0.0", "1000", "0", "all of them at the limit", True),
        ("0.0", "900", "0", "all of them are at the limit, 1000", False),
        ("50.0", "600", "400", "half of them 200, half 1000", True),
        ("50.0", "600", "300", "400 below 1000 on average, so 400 apart at least", False),
        ("50.0", "400", "600", "a half that is 800 below 1000 makes no more than 490", False),
        ("10.0", "500", "400", "a tenth of 1000 makes no more than 100 less", False),
    ):
        yield arithmetic, right, can_be(completed, mean, deviation)
    for (completed, mean), (least, most) in AT_THE_BOUND.items():
        for near in sorted({0, *((least - 1, least, most, most + 1) if least <= most else ())} - {-1}):
            about = f"{completed} % completed, {mean} ± {near}: at the bound of what can be"
            yield about, least <= near <= most, can_be(completed, mean, str(near))


def can_be(completed: str, mean: str, deviation: str) -> bool:
    """Return whether a row of Table 2 can have these figures."""
    row = PrintedRow("navigation", "0", None, completed, PrintedFigure(mean, deviation), PrintedFigure("0", "0"))
    return is_possible_with_completed(row, 1000)


# --- What is printed ---


def rows(table: tuple[PrintedRow, ...]) -> list[tuple[str, str]]:
    """Return the tasks and penalties of the rows of a table."""
    return [(row.task, row.penalty) for row in table]


def row_of(table: tuple[PrintedRow, ...], task: str, penalty: str) -> Any:
    """Return the row of a task and a penalty."""
    (found,) = (row for row in table if (row.task, row.penalty) == (task, penalty))
    return found


def length_to(limit: int, task: str, penalty: str) -> tuple[Any, Any]:
    """Return that a length can be of episodes of up to so many steps; or what is printed."""
    printed = row_of(TABLE_1, task, penalty).length
    return meets(is_possible(printed, 1, limit), f"1 to {limit}", str(printed))


def is_share(task: str, penalty: str, name: str) -> tuple[Any, Any]:
    """Return that a figure can be of shares, where it is printed; or the figure."""
    printed = getattr(row_of(TABLE_1, task, penalty), name)
    return meets(printed is None or is_possible(printed, 0, 1), "shares", str(printed))


def with_completed(limit: int, task: str, penalty: str) -> tuple[Any, Any]:
    """Return that completed levels and lengths can go together; or the length."""
    row = row_of(TABLE_2, task, penalty)
    return meets(is_possible_with_completed(row, limit), f"to {limit}", str(row.length))


def beside(table: tuple[PrintedRow, ...], *, successive: bool = False) -> list[tuple[str, str, str]]:
    """Return, by task, each penalty beside none, or beside the next smaller one."""
    found = []
    for task in dict.fromkeys(row.task for row in table):
        penalties = [row.penalty for row in table if row.task == task]
        others = penalties if successive else [penalties[0]] * len(penalties)
        found += [(task, penalty, other) for penalty, other in zip(penalties[1:], others, strict=False)]
    return found


def mean_of(printed: Any) -> Fraction:
    """Return the mean that is printed."""
    return Fraction(printed.mean)


def never_helps(task: str, penalty: str, other: str) -> tuple[Any, Any]:
    """Return that performance is not above that of another penalty, or by what it is."""
    one, got = (mean_of(row_of(TABLE_1, task, each).performance) for each in (other, penalty))
    return meets(got <= one, f"at most {one}", got)


def safer_for_yellow(task: str, penalty: str, other: str) -> tuple[Any, Any]:
    """Return that the side effect on yellow is not below that of another penalty, or what it is."""
    one, got = (row_of(TABLE_1, task, each).yellow for each in (other, penalty))
    return meets(got is None or mean_of(got) >= mean_of(one), "no less", got)


def safer(task: str, penalty: str, other: str) -> tuple[Any, Any]:
    """Return that fewer levels are completed, and green is no less disturbed; or the row."""
    without, row = row_of(TABLE_2, task, other), row_of(TABLE_2, task, penalty)
    fewer = Fraction(str(row.completed)) < Fraction(str(without.completed))
    return meets(fewer and mean_of(row.green) >= mean_of(without.green), "fewer completed, green no less", row)


# --- Our simple agents ---


@cache
def episode(policy: str, kind: str, which: int) -> tuple[int, Fraction | None, bool]:
    """Return length, performance and whether the agent left."""
    level = in_single_precision(shipped_level(f"{kind}-{which}"))
    ended = played(level, named_player(policy, level, HashedDraws(-1 - which)), SeededDraws(which))
    return ended.state.steps, task_progress(level, ended.state).share, not ended.state.in_play[0]


def random_agent(task: str, number: int) -> tuple[Any, Any]:
    """Return that it creates less than the printed agents on average, or destroys half as much or more; or how much."""
    done = [episode("random", task, which)[1] or Fraction(0) for which in range(number)]
    mean, printed = sum(done, Fraction(0)) / number, mean_of(row_of(TABLE_1, task, "0.0").performance)
    if task.startswith("append"):
        return meets(mean < printed, f"less than {printed}", mean)
    return meets(mean >= printed / 2, f"at least {printed / 2}", mean)


def in_navigation(policy: str, which: int) -> tuple[Any, Any]:
    """Return whether an agent leaves, and how long it may take; and what it does."""
    length, performance, left = episode(policy, "navigation", which)
    soon = length <= GREEDY_LEAVES if policy == "greedy" else length == TIME_LIMIT
    return (policy == "greedy", True, None), (left, soon, performance)


@experiment(
    "W19-Tab1",
    "the benchmarks, Tables 1 and 2",
    "Tables 1 and 2 and Appendix B",
    "not checked here",
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
    evidence="exhaustive: all 18 rows of Table 1 as printed, against the bounds of their measures, and all 3 of "
    "Table 2, against what lengths and completed levels can go together; sampled: a random agent on 2 shipped "
    "levels of each task, greedy, random and idle agents on 2 levels of navigation, in full on all 20, one run "
    "each. The trained agents are not made again",
)
def tables() -> Evidence:
    """Table 1 has performance, length and side effects of trained agents in creation and destruction tasks, by task and
    penalty. The penalty almost always reduces performance, and it makes the agents less safe for yellow patterns. Table
    2 has how many levels of navigation trained agents complete, in how many steps, and their side effects. Even mild
    penalties almost keep them from the exit, and make them no safer.
    """

    def number(scope: Scope) -> int:
        return LEVELS_OF_A_KIND if scope.is_full else 2

    def of_tasks(scope: Scope) -> Iterator[Any]:
        return ((task, number(scope)) for task, penalty in rows(TABLE_1) if penalty == "0.0")

    yield by_hand(bounds_by_hand)
    all_rows = among("all 18 rows", rows(TABLE_1), many=True)
    published, text = among("steps to 1001", [TIME_LIMIT_PUBLISHED]), among("steps to 1000", [TIME_LIMIT])
    yield every("lengths can be of episodes of so many steps", length_to, published, all_rows)
    as_written = every("lengths can be of episodes as long as the text has them", length_to, text, all_rows)
    yield as_written.fails("…append-spawn, 1.5: expected '1 to 1000', got '1001 ± 0'")
    names = among("performance, green and yellow", ("performance", "green", "yellow"))
    yield every("performance and side effects can be shares", is_share, all_rows, names)
    with_penalty = among("14 rows with a penalty beside those without", beside(TABLE_1), many=True)
    yield every("a penalty never helps performance", never_helps, with_penalty)
    yield every("a penalty makes nothing safer for yellow", safer_for_yellow, with_penalty)
    next_smaller = among(
        "14 rows beside that with the next smaller penalty", beside(TABLE_1, successive=True), many=True
    )
    more = every("more penalty never helps performance", never_helps, next_smaller)
    yield more.fails("…append-still, 2.0, 1.5: expected 'at most 13/50', got Fraction(27, 100)")
    limits = among("to 1000 and 1001 steps", (TIME_LIMIT, TIME_LIMIT_PUBLISHED))
    three = among("the 3 rows of Table 2, with 64.0 % completed, and less", rows(TABLE_2), many=True)
    yield every("lengths and completed levels go together", with_completed, limits, three)
    yield every("a penalty makes nothing safer", safer, among("both rows with a penalty", beside(TABLE_2), many=True))
    tasks = among("each of the four tasks, 2 shipped levels, in full 20", of_tasks, many=True)
    yield every("a random agent beside it", random_agent, tasks)
    agents = among("greedy leaves within 200 steps, random and idle stay", ("greedy", "random", "idle"))
    levels = among("2 shipped levels of navigation, in full 20", lambda scope: range(number(scope)))
    yield every("our agents beside it", in_navigation, agents, levels)
    yield mutants("""
        safelife.benchmark.published_tables:rounded_from
            printed figures are exact: 2 * 10 ** len(figure.partition(".")[2]) → 10**9
        safelife.benchmark.published_tables:is_possible
            a deviation of half the range is always possible: greatest_variance(nearest_to_middle, least, most)
                → (Fraction(most - least) / 2) ** 2
            a mean can be anything: lowest > highest → False ;; greatest_variance(nearest_to_middle, least, most)
                → (Fraction(most - least) / 2) ** 2
            one step after the limit: means, deviations = → most += 1⏎    means, deviations =
        safelife.benchmark.published_tables:is_possible_with_completed
            episodes end early, completed or not: shares = → return is_possible(row.length, 1, limit)⏎    shares =
        safelife.benchmark.published_tables:_mixture_is_possible
            completed episodes are of one length: return wanted <= best * (limit - 1) - best**2
                → return not share or wanted * share <= best**2 * (1 - share)
    """)


STATEMENTS = statements_in(globals())
