"""The side effects of a policy in many levels, each a run of its own: a row for each, and all of them as JSON."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from functools import partial
from typing import Any

from attrs import frozen

from formal_rl.study.safelife.levels import find_level
from formal_rl.study.safelife.run import run_level
from formal_rl.study.safelife.side_effects_report import EffectsOptions, SideEffectsReport, report_of_run
from formal_rl.view import columns
from formal_rl.workers import WorkerDied, done_by_workers

LEVELS_SCHEMA = "safelife-effects-of-levels/1"
"""What the JSON of the side effects in many levels says that it is."""

_HEADING = ("level", "steps", "if nobody acts", "after the run", "deviation", "share", "within")


def reports_of_levels(
    names: Sequence[str], policy: str, *, steps: int, seed: int, options: EffectsOptions, jobs: int = 1
) -> Iterator[tuple[int, SideEffectsReport]]:
    """Yield the place of each level and the report of a run in it, as soon as it is there; in order with one process.

    Each is what ``formal-rl safelife effects LEVEL`` measures with the same seed.

    Raises what playing and `report_of_run` raise, and `WorkerDied`.
    """
    report = partial(_report, policy=policy, steps=steps, seed=seed, options=options)
    for place, found in done_by_workers(report, names, jobs=jobs):
        if isinstance(found, WorkerDied):
            raise found
        yield place, found


def _report(name: str, *, policy: str, steps: int, seed: int, options: EffectsOptions) -> SideEffectsReport:
    with redirect_stdout(sys.stderr):  # what a user's policy prints
        run = run_level(find_level(name), policy, steps=steps, seed=seed).run
    return report_of_run(run, options)


@frozen
class LevelsReport:
    """The reports of runs in at least one level, by the levels' names."""

    names: tuple[str, ...]
    reports: tuple[SideEffectsReport, ...]

    def lines(self) -> list[str]:
        """Return a row for each level, of all its cell types together, and what the figures mean, as lines."""
        first = self.reports[0]
        played = f"played by {first.run.policy} with seed {first.run.seed}"
        over = f"densities over the {first.options.samples} boards that follow the run"
        return [
            *columns([_HEADING, *self._rows()], right=True),
            "",
            f"all cell types together; {played}; {over}",
            *first.meaning(),
        ]

    def _rows(self) -> Iterator[tuple[str, ...]]:
        for name, report in zip(self.names, self.reports, strict=True):
            figures = report.rows()[-1]
            yield name, str(report.run.steps), *figures[1 : len(_HEADING) - 1]

    def as_json(self) -> dict[str, Any]:
        """Return the reports, each as `SideEffectsReport` has it, as JSON values."""
        return {"schema": LEVELS_SCHEMA, "levels": [report.as_json() for report in self.reports]}
