"""Side effects of recorded runs by the torus and by the one-way distance of the published code, with error bars."""

from collections.abc import Iterator
from itertools import combinations
from math import fsum
from typing import Any

from attrs import frozen

import formal_rl
from formal_rl.safelife.levels import SafeLifeRun
from formal_rl.safelife.levels.recorded_boards import RunEnds
from formal_rl.safelife.side_effects._svg import type_in_words
from formal_rl.study.safelife import side_effects_report as report
from formal_rl.study.safelife.benchmark_report import CLOSE, BothWays
from formal_rl.study.safelife.side_effects_report import EffectsOptions, Figures, SideEffectsReport
from formal_rl.view.pages import columns

_COMPARED = ("deviation", "share", "lower", "within")
_HEADING = (
    *("cell type", "if nobody acts", "after the run"),
    *("torus", "share", "one way", "share", "within", "error bar"),
)


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
        """Return the table, and a description of its figures, as lines."""
        run, options = self.torus.run, self.torus.options
        name = run.level.name or "a level without a name"
        played = f"{run.steps} step{'s' if run.steps != 1 else ''}, played by {run.policy}"
        over = f"densities over the {options.samples} boards that follow"
        about = f"{self.file}: {name if name.isprintable() else ascii(name)}, {played}; {over}"
        chance = [f"{name}: {means}" for name, means in self.torus.meanings().items() if name == "chance"]
        return [about, *columns([_HEADING, *self._rows()], right=True), self._bars_in_words(), *chance, ""]

    def _rows(self) -> Iterator[tuple[str, ...]]:
        bars = self.torus.error_bars
        effects = self.torus.effects.effects
        radii: list[float] | list[None] = [None] * len(effects) if bars is None else [bar.radius for bar in bars]
        for torus, one_way, radius in zip(effects, self.one_way.effects.effects, radii, strict=True):
            yield type_in_words(torus.cell_type), *_row(report.figures_of(torus), report.figures_of(one_way), radius)
        yield "all", *_row(self.torus.total, self.one_way.total, None if bars is None else fsum(b.radius for b in bars))

    def _bars_in_words(self) -> str:
        bars = self.torus.error_bars
        if bars is None:
            return "error bars: not known (no cycle within 10000 steps, or too few boards)"
        if all(bar.is_proved for bar in bars):
            return "error bars: proved, since no spawner draws: over infinitely many boards neither is farther away"
        return "error bars: bounds of the expected error, estimated, since spawners draw: not confidence intervals"

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as JSON values: both whole reports, with plans and prices, and the table."""
        both = {"torus": self.torus.as_json(), "one_way": self.one_way.as_json()}
        effects = []
        for torus, one_way in zip(both["torus"]["effects"], both["one_way"]["effects"], strict=True):
            pair, bar = {"torus": torus, "one_way": one_way}, torus["error_bar"]
            effects.append(
                {
                    "name": torus["name"],
                    "cell_type": torus["cell_type"],
                    **{way: {key: each[key] for key in _COMPARED} for way, each in pair.items()},
                    "difference": one_way["deviation"] - torus["deviation"],
                    "error_bar": bar
                    and {"cell_type": torus["cell_type"], "radius": bar["radius"], "is_proved": bar["proved"]},
                    "infinite": bar and {way: each["infinite"] for way, each in pair.items()},
                    "intervals": bar
                    and {way: [each["error_bar"][end] for end in ("least", "greatest")] for way, each in pair.items()},
                }
            )
        return {"file": self.file, "share": self.share._asdict(), "effects": effects, **both}


def _row(torus: Figures, one_way: Figures, radius: float | None) -> tuple[str, ...]:
    inaction, action, deviation, share, within, *_ = torus._replace(within=max(torus.within, one_way.within)).row()
    bar = "unknown" if radius is None else f"{radius:.3g}"
    return (inaction, action, deviation, share, *one_way.row()[2:4], within, bar)


@frozen
class RescoreReport:
    """Runs from files, rescored."""

    runs: tuple[RescoredRun, ...]

    def order_changes(self) -> list[tuple[str, str]]:
        """Return the pairs of files whose order by the total share changes; values within `CLOSE` are equal."""

        def order(difference: float) -> int:
            return (difference > CLOSE) - (difference < -CLOSE)

        return [
            (first.file, second.file)
            for first, second in combinations(self.runs, 2)
            if order(first.share.torus - second.share.torus) != order(first.share.one_way - second.share.one_way)
        ]

    def lines(self) -> list[str]:
        """Return a table for each run, the meaning of the figures, and changes of order, as lines."""
        meanings = self.runs[0].torus.meanings() | {
            "distance": "L steps cost tanh(L / 5), counted round the edges (torus), or to lower indices only (one way)",
            "within": "how much less each could be at most, by the proof beside it",
        }
        changes = ", ".join(map(" and ".join, self.order_changes()))
        order = f"another one way for {changes}" if changes else "the same both ways"
        return [
            *(line for run in self.runs for line in run.lines()),
            *(f"{name}: {means}" for name, means in meanings.items() if name != "chance"),
            *([f"order of the runs by the share of all: {order}"] if len(self.runs) > 1 else []),
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the comparison as JSON values."""
        return {
            "schema": "safelife-rescore/1",
            "formal_rl": formal_rl.__version__,
            "definitions_revision": formal_rl.DEFINITIONS_REVISION,
            "runs": [run.as_json() for run in self.runs],
            "order_changes": self.order_changes(),
        }


def rescored(file: str, run: SafeLifeRun | RunEnds, options: EffectsOptions) -> RescoredRun:
    """Return the side effects of a run, both ways; raise as `report_of_run` does."""
    torus = report.report_of_run(run, options)
    return RescoredRun(file, torus, report.report_one_way(torus))
