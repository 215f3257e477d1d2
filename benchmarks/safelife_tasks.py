"""The benchmark of SafeLife: what an episode takes on bit planes beside the definition, and whole kinds of levels.

An episode is 1000 steps, or 20 by the definition, of which the time is taken fifty times; the random agent plays, with
the same draws. A kind is 20 shipped levels, played by the idle, random and greedy agents and scored, with side effects
of n = 1000 boards each. Seconds are of CPU.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from benchmarks.tables import Progress, Table, cpu_seconds, times
from formal_rl.agents import HashedDraws
from formal_rl.safelife.benchmark import POLICIES, TASKS, task_episode
from formal_rl.safelife.benchmark._tasks_on_planes import named_player, played
from formal_rl.safelife.benchmark.tasks import TIME_LIMIT
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.levels.shipped_levels import LEVELS_OF_A_KIND
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.safelife import benchmark_runs, score_runs

FEW = 20


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the table of episodes, then that of kinds."""
    yield _episodes(progress)
    yield _kinds(progress, LEVELS_OF_A_KIND if full else 5, POLICIES if full else ("idle", "random"))


def _episodes(progress: Progress) -> Table:
    rows = []
    for kind in TASKS:
        progress(f"episodes: {kind}")
        level, draws, own = in_single_precision(shipped_level(f"{kind}-0")), SeededDraws(0), HashedDraws(-1)
        by_definition = partial(task_episode, level, POLICIES["random"], draws, own, limit=FEW)
        plain = cpu_seconds(by_definition, at_least=0) * TIME_LIMIT / FEW
        planes = cpu_seconds(partial(played, level, named_player("random", level, own), draws), at_least=0)
        rows.append([kind, f"{plain:.2f} s", f"{1000 * planes:.0f} ms", times(plain / planes)])
    return Table(
        f"episodes of a random agent, {TIME_LIMIT} steps",
        ["task", "definition", "on bit planes", "ratio"],
        rows,
        f"The definition is played for {FEW} steps.",
    )


def _kinds(progress: Progress, levels: int, policies: Iterable[str]) -> Table:
    policies, rows = tuple(policies), []
    for kind in TASKS:
        row = [kind]
        for policy in policies:
            progress(f"benchmark: {policy} in {kind}")
            runs = benchmark_runs([policy], [kind], range(levels))
            row.append(f"{cpu_seconds(partial(tuple, score_runs(runs)), at_least=0):.2f} s")
        rows.append(row)
    return Table(f"benchmark of {levels} levels of a kind, an episode each, scored", ["task", *policies], rows, "")
