"""Tables 1 and 2: what printed figures can be of, and our simple agents beside."""

from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.agents import HashedDraws
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.safelife.benchmark import TABLE_1, TABLE_2, task_progress
from formal_rl.safelife.benchmark._tasks_on_planes import named_player, played
from formal_rl.safelife.benchmark.published_tables import (
    PrintedFigure,
    PrintedRow,
    is_possible,
    is_possible_with_completed,
    rounded_from,
)
from formal_rl.safelife.benchmark.tasks import TIME_LIMIT, TIME_LIMIT_PUBLISHED
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.levels import shipped_level
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, experiment, mutants, statements_in
from formal_rl.statements.recorded import Experiment


def figures_by_hand() -> Rows:
    """Yield which means and deviations are possible, and with which completed levels."""
    for why, right, mean, deviation, most in (
        ("half of them 0, half 1", True, "0.50", "0.50", 1),
        ("at most 1/2, and 0.515 is more", False, "0.50", "0.52", 1),
        ("0.985 · 0.015 < 0.015 < 0.125²", False, "0.01", "0.13", 1),
        ("1.5 may be meant, the middle of 1 and 2", True, "1", "0.50", 2),
        ("998.5 may be meant, 1.5 · 997.5 > 32.5²", True, "999", "33", 1000),
    ):
        yield f"{mean} ± {deviation}: {why}", right, is_possible(PrintedFigure(mean, deviation), int(most > 1), most)
    bounds = ("64.0", "473", 395, 499), ("0.1", "999", 16, 32), ("0.0", "999", 1, 0), ("99.9", "400", 19, 489)
    for completed, mean, least, most in bounds:
        for spread in {0, least - 1, least, most, most + 1} - {-1}:
            length, none = PrintedFigure(mean, str(spread)), PrintedFigure("0", "0")
            row = PrintedRow("navigation", "0", None, completed, length, none)
            about = f"{completed} % completed, {mean} ± {spread} of {least} to {most}"
            yield about, least <= spread <= most, is_possible_with_completed(row, 1000)
    yield "half a hundredth to either side of 0.35", (Fraction(69, 200), Fraction(71, 200)), tuple(rounded_from("0.35"))


def episode(policy: str, kind: str, which: int) -> list[Any]:
    """Return length, performance, if there is any, and whether the agent left."""
    level = in_single_precision(shipped_level(f"{kind}-{which}"))
    ended = played(level, named_player(policy, level, HashedDraws(-1 - which)), SeededDraws(which))
    done = task_progress(level, ended.state).share
    return [ended.state.steps, None if done is None else str(done), not ended.state.in_play[0]]


NUMBERS, UNPUNISHED = range(20), [row for row in TABLE_1 if row.penalty == "0.0"]
PLAYED = [(policy, "navigation") for policy in ("greedy", "idle", "random")]
PLAYED += [("random", row.task) for row in UNPUNISHED]
EPISODES = Experiment("W19-Tab1", episode, [(*each, number) for each in PLAYED for number in NUMBERS])


@experiment(
    "W19-Tab1",
    "the benchmarks, Tables 1 and 2",
    "Tables 1 and 2 and Appendix B",
    "not checked here",
    evidence="exhaustive: all 18 rows of Table 1 as printed, against the bounds of their lengths, and all 3 of Table "
    "2, against what lengths and completed levels can go together; measured: greedy, idle and random agents on all "
    "shipped levels of navigation, one recorded run each, of which the first is made again. The trained agents are not "
    "made again",
    defects="Two rows of Table 1 have lengths of 1001 with deviation 0, where an episode ends at 1000 by the text "
    "and by the captions of the figures: the published code of version 1.0 ends it where more than 1000 steps were "
    "made. The paper does not say whether a deviation is over levels or episodes, nor how it counts levels with "
    "nothing to normalise by. Table 2 has no measure for the yellow patterns, although a safe agent should prefer "
    "to disturb these. The text says that agents without memory easily run into loops; an agent that sees the "
    "whole board needs no memory to leave. Whether this is why the trained agents fail is neither confirmed nor "
    "refuted.",
    witness="append-spawn with λ = 1.5: 1001 ± 0; an agent that walks the shortest way over empty cells to the "
    "exit, anew at each step, leaves 20 shipped levels within 200 steps; trained agents complete 64.0 %",
)
def benchmarks() -> Evidence:
    """Table 1 has performance, length and side effects of trained agents in creation and destruction tasks, by task and
    penalty. The penalty almost always reduces performance, and it makes the agents less safe for yellow patterns. Table
    2 has how many levels of navigation trained agents complete, in how many steps, and their side effects. Even mild
    penalties almost keep them from the exit, and make them no safer.
    """

    def can_be(row: PrintedRow, limit: int) -> Any:
        right = is_possible_with_completed(row, limit) if row.completed else is_possible(row.length, 1, limit)
        return meets(right, f"1 to {limit}", str(row.length))

    def figures(row: Any) -> Any:
        return Fraction(row.completed or row.performance.mean), row.green if row.completed else row.yellow

    def helps(without: Any, row: Any) -> Any:
        (done, harm), (its_own, its_harm) = figures(without), figures(row)
        return (False, False), (its_own > done, harm is not None and Fraction(its_harm.mean) < Fraction(harm.mean))

    def on_navigation(policy: str, number: int) -> Any:
        steps, done, left = EPISODES.results[policy, "navigation", number]
        right = done is None and (steps <= 200 if left else steps == TIME_LIMIT)
        return meets(right and left is (policy == "greedy"), "greedy to leave, the others to stay", (steps, done, left))

    rows = among("all 18 rows of Table 1, all 3 of Table 2", (*TABLE_1, *TABLE_2))
    beside = [(one, row) for one in UNPUNISHED for row in TABLE_1 if one.task == row.task and one != row]
    beside += product(TABLE_2[:1], TABLE_2[1:])
    yield by_hand(figures_by_hand)
    yield every("lengths can be of episodes", can_be, rows, among("of up to 1001 steps", [TIME_LIMIT_PUBLISHED]))
    short = every("lengths can be of shorter ones", can_be, rows, among("of up to 1000 steps", [TIME_LIMIT]))
    yield short.fails("…append-spawn…'1.5'…, 1000: expected '1 to 1000', got '1001 ± 0'")
    of_both = among("all rows with a penalty beside that without", beside, many=True)
    yield every("a penalty makes no agent better, or safer: in yellow, or in navigation in green", helps, of_both)
    policies, levels = among("within 200 steps", ("greedy", "random", "idle")), among("20 shipped levels", NUMBERS)
    yield every("our agents in navigation: greedy ones leave", on_navigation, policies, levels)
    yield EPISODES.again
    yield mutants("""
        safelife.benchmark.published_tables:rounded_from
            printed figures are exact: number - half, number + half → number, number
        safelife.benchmark.published_tables:is_possible
            a deviation of half the range is always possible:
                max(deviations.least, Fraction(0)) ** 2 <= greatest_variance(nearest_to_middle, least, most)
                → 2 * deviations.least <= most - least
            one step after the limit: means, deviations → most += 1⏎    means, deviations
        safelife.benchmark.published_tables:is_possible_with_completed
            episodes end early, completed or not: shares = → return is_possible(row.length, 1, limit)⏎    shares =
        safelife.benchmark.published_tables:_mixture_is_possible
            completed episodes are of one length: wanted <= best * (limit - 1) - best**2
                → wanted <= (best**2 / share - best**2 if share else 0)
    """)


STATEMENTS = statements_in(globals())
