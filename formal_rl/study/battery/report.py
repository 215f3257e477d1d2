"""The runs of the battery and their results, as text and as JSON."""

import re
from collections.abc import Iterable, Mapping, Sequence
from fnmatch import fnmatchcase
from fractions import Fraction
from typing import Any

from attrs import frozen

import formal_rl
from formal_rl.battery import ENVIRONMENT_NAMES, ENVIRONMENTS, BatteryRow, BatteryRun, Reading
from formal_rl.battery.runs import require_run
from formal_rl.environments.catalogue import LIBRARY_NAMES
from formal_rl.errors import UnknownName, nearest


def chosen_environments(patterns: Iterable[str]) -> tuple[str, ...]:
    """Return those of the fifty environments that are named, or match a pattern as ``*Rewards*``; all if none.

    Names are ours or the library's, in any case. Raises `UnknownName`.
    """
    chosen: set[str] = set()
    for pattern in patterns:
        glob = pattern.casefold().replace("opposite(", "minus_rewards(")
        known = {
            name: re.sub(r"\w+(?=\)|$)", lambda inner: LIBRARY_NAMES[inner[0]], name) for name in ENVIRONMENT_NAMES
        }
        found = {name for name in known if any(fnmatchcase(each.casefold(), glob) for each in (name, known[name]))}
        if not found:
            raise UnknownName(f"{pattern!r} is not an environment of the battery; {nearest(pattern, ENVIRONMENTS)}")
        chosen |= found
    return tuple(name for name in ENVIRONMENT_NAMES if name in chosen or not chosen)


def plan_runs(
    agents: Sequence[str],
    environments: Sequence[str],
    seeds: Sequence[int],
    steps: int,
    *,
    semantics: Reading,
    opposite: Reading,
) -> tuple[BatteryRun, ...]:
    """Return every run of the battery, agent by agent and seed by seed.

    Raises `InvalidParameter` and `UnknownName`.
    """
    runs = tuple(
        BatteryRun(agent, environment, seed, steps, semantics, opposite)
        for agent in dict.fromkeys(agents)
        for seed in seeds
        for environment in environments
    )
    for run in runs:
        require_run(run)
    return runs


@frozen
class BatteryReport:
    """The rows of the runs, the number of resumed ones, and the peak memory of a process.

    ``warnings`` says of agents that they were seen not to be semi-deterministic.
    """

    rows: tuple[BatteryRow, ...]
    before: int
    memory: int
    warnings: tuple[str, ...] = ()

    @property
    def failed(self) -> int:
        """The number of failed runs."""
        return sum(bool(row.failure) for row in self.rows)

    def averages(self) -> Mapping[str, Fraction | None]:
        """Return the average reward per turn of each agent over its runs; ``None`` if one has failed."""
        agents: dict[str, list[BatteryRow]] = {}
        for row in self.rows:
            agents.setdefault(row.agent, []).append(row)
        averages = dict[str, Fraction | None]()
        for name, rows in agents.items():
            totals = [Fraction(row.total, row.steps) for row in rows if row.total is not None]
            averages[name] = sum(totals, Fraction(0)) / len(rows) if len(totals) == len(rows) else None
        return averages

    def lines(self) -> list[str]:
        """Return the averages and the memory as lines."""
        averages = self.averages()
        width = max(map(len, averages), default=0)
        lines = [
            f"{name.ljust(width)}  {'no average: a run failed' if each is None else f'{float(each):+.6f} per turn'}"
            for name, each in averages.items()
        ]
        runs = f"{len(self.rows)} runs, {self.before} of them done before, {self.failed} failed"
        return [*lines, runs, *([f"a process had at most {self.memory // 1_000_000} MB of memory"] * bool(self.memory))]

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values; averages are exact, as text, and as numbers."""
        return {
            "schema": "battery-runs/1",
            "formal_rl": formal_rl.__version__,
            "definitions_revision": formal_rl.DEFINITIONS_REVISION,
            "runs": [row._asdict() for row in self.rows],
            "averages": {
                name: None if average is None else {"exact": str(average), "value": float(average)}
                for name, average in self.averages().items()
            },
            "done_before": self.before,
            "failed": self.failed,
            "peak_memory_bytes": self.memory,
            "warnings": list(self.warnings),
        }


def row_text(row: BatteryRow) -> str:
    """Return a row as a line."""
    outcome = f"FAILED: {row.failure}" if row.failure else f"{row.total:+d}"
    return f"{row.agent}  {row.environment}  seed {row.seed}  {row.steps} steps  {outcome}"
