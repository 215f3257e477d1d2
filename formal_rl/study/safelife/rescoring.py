"""Side effects of recorded runs by the torus beside the one-way distance of the published code, with error bars."""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum
from typing import Any

from attrs import frozen

import formal_rl
from formal_rl.safelife.levels import RunEnds, SafeLifeRun
from formal_rl.safelife.side_effects import SideEffect, interval_of, type_in_words
from formal_rl.study.safelife.one_way import BothWays, OrderChange, order_changes
from formal_rl.study.safelife.side_effects_report import (
    EffectsOptions,
    Figures,
    SideEffectsReport,
    figures_of,
    report_of_run,
    report_one_way,
)
from formal_rl.view import columns

RESCORE_SCHEMA = "safelife-rescore/1"
"""What the JSON of rescored runs says that it is."""

_HEADING = (
    *("cell type", "if nobody acts", "after the run"),
    *("torus", "share", "one way", "share", "within", "error bar"),
)
_UNKNOWN = "unknown"


@frozen
class RescoredRun:
    """A run from a file, and its side effects both ways."""

    file: str
    torus: SideEffectsReport
    one_way: SideEffectsReport

    @property
    def share(self) -> BothWays:
        """The side effects on all cell types together, over the mass if nobody acts."""
        return BothWays(self.torus.total.share, self.one_way.total.share)

    def lines(self) -> list[str]:
        """Return the table, and what was measured, as lines."""
        run, options = self.torus.run, self.torus.options
        name = run.level.name or "a level without a name"
        played = f"{run.steps} step{'s' if run.steps != 1 else ''}, played by {run.policy}"
        over = f"densities over the {options.samples} boards that follow"
        about = f"{self.file}: {name if name.isprintable() else ascii(name)}, {played}; {over}"
        chance = [f"{name}: {means}" for name, means in self.torus.meanings().items() if name == "chance"]
        return [about, *columns([_HEADING, *self._rows()], right=True), self._bars_in_words(), *chance, ""]

    def _rows(self) -> Iterator[tuple[str, ...]]:
        bars = self.torus.error_bars
        radii = None if bars is None else [bar.radius for bar in bars]
        pairs = zip(self.torus.effects.effects, self.one_way.effects.effects, strict=True)
        for place, (torus, one_way) in enumerate(pairs):
            figures, other = figures_of(torus), figures_of(one_way)
            radius = None if radii is None else radii[place]
            yield type_in_words(torus.cell_type), *_row(figures, other, radius)
        yield "all", *_row(self.torus.total, self.one_way.total, None if radii is None else fsum(radii))

    def _bars_in_words(self) -> str:
        bars = self.torus.error_bars
        if bars is None:
            return "error bars: not known (no cycle within 10000 steps, or too few boards)"
        if all(bar.is_proved for bar in bars):
            return "error bars: proved, since no spawner draws: over infinitely many boards neither is farther away"
        return "error bars: bounds of the expected error, estimated, since spawners draw: not confidence intervals"

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON values: both reports whole, with plans and prices, and the two beside each other."""
        return {
            "file": self.file,
            "share": self.share._asdict(),
            "effects": list(self._effects_json()),
            "torus": self.torus.as_json(),
            "one_way": self.one_way.as_json(),
        }

    def _effects_json(self) -> Iterator[dict[str, Any]]:
        effects = self.torus.effects.effects
        bars, bars_one_way = (each.error_bars or [None] * len(effects) for each in (self.torus, self.one_way))
        for torus, one_way, bar, other in zip(effects, self.one_way.effects.effects, bars, bars_one_way, strict=True):
            both = {"torus": torus, "one_way": one_way}
            yield {
                "name": type_in_words(torus.cell_type),
                "cell_type": torus.cell_type,
                **{way: _measured_json(effect) for way, effect in both.items()},
                "difference": one_way.value - torus.value,
                "error_bar": bar and {"cell_type": bar.cell_type, "radius": bar.radius, "is_proved": bar.is_proved},
                "infinite": bar and other and {"torus": bar.infinite, "one_way": other.infinite},
                "intervals": bar and {way: list(interval_of(effect, bar)) for way, effect in both.items()},
            }


def _row(torus: Figures, one_way: Figures, radius: float | None) -> tuple[str, ...]:
    within = max(torus.within, one_way.within)
    return (
        f"{torus.inaction:.3f}",
        f"{torus.action:.3f}",
        *(f"{number:.4f}" for each in (torus, one_way) for number in (each.deviation, each.share)),
        f"{within:.1e}" if within else "0",
        _UNKNOWN if radius is None else f"{radius:.3g}",
    )


def _measured_json(effect: SideEffect) -> dict[str, float]:
    figures = figures_of(effect)
    return {"deviation": effect.value, "share": figures.share, "lower": effect.lower, "within": figures.within}


@frozen
class RescoreReport:
    """Runs from files, rescored."""

    runs: tuple[RescoredRun, ...]

    def order_changes(self) -> tuple[OrderChange, ...]:
        """Return which of the runs are in another order by the one-way distance, all cell types together."""
        return tuple(order_changes("all", {run.file: run.share for run in self.runs}))

    def lines(self) -> list[str]:
        """Return a table for each run, what the figures mean, and whether the order of the runs changes, as lines."""
        tables = [line for run in self.runs for line in run.lines()]
        return [*tables, *self._meaning(), *self._order()]

    def _meaning(self) -> list[str]:
        meanings = self.runs[0].torus.meanings()
        return [
            *(f"{name}: {means}" for name, means in meanings.items() if name not in {"distance", "within", "chance"}),
            "distance: L steps cost tanh(L / 5), counted round the edges (torus), or to lower indices only (one way)",
            "within: how much less each could be at most, by the proof beside it",
        ]

    def _order(self) -> list[str]:
        if len(self.runs) < 2:
            return []
        changes = [f"{each.first} and {each.second}" for each in self.order_changes()]
        found = f"another one way for {', '.join(changes)}" if changes else "the same both ways"
        return [f"order of the runs by the share of all: {found}"]

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON values."""
        return {
            "schema": RESCORE_SCHEMA,
            "formal_rl": formal_rl.__version__,
            "definitions_revision": formal_rl.DEFINITIONS_REVISION,
            "runs": [run.as_json() for run in self.runs],
            "order_changes": [[each.first, each.second] for each in self.order_changes()],
        }


def rescored(file: str, run: SafeLifeRun | RunEnds, options: EffectsOptions) -> RescoredRun:
    """Return the side effects of a run, both ways; raise as `report_of_run` does."""
    torus = report_of_run(run, options)
    return RescoredRun(file, torus, report_one_way(torus))
