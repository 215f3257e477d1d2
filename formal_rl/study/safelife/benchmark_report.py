"""What the benchmark found: a table beside that of the paper, the same as JSON, and histograms of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from attrs import frozen

import formal_rl
from formal_rl.safelife.benchmark import (
    TABLE_1,
    TABLE_2,
    HistogramPanel,
    HistogramRow,
    PrintedRow,
    TaskScore,
    histogram,
    histograms_svg,
)
from formal_rl.study.safelife._chart_of_shares import chart_of_shares
from formal_rl.study.safelife.benchmark import COLOURS_SCORED, ColourDetail, How, ScoredEpisode
from formal_rl.study.safelife.benchmark_results import number_text, settings_of
from formal_rl.study.safelife.one_way import OneWayColour, one_way_chart, one_way_colours
from formal_rl.view import chart_drawing, columns, svg

BENCHMARK_SCHEMA = "safelife-benchmark/1"
"""What the JSON of a benchmark says that it is."""

PARTS = 20
"""How many parts a histogram has."""

_HEADING = ("task", "policy", "penalty", "performance", "completed", "length", "green", "yellow", "reward", "episodes")
_PRINTED = "printed (PPO)"
_NONE = "-"


class Estimate(NamedTuple):
    """The mean of some episodes, and their standard deviation, over all of them and not over one less."""

    mean: float
    deviation: float

    def text(self, digits: int) -> str:
        """Write both with so many digits after the point."""
        return f"{self.mean:.{digits}f} ± {self.deviation:.{digits}f}"


def estimate(values: Iterable[Fraction | float | None]) -> Estimate | None:
    """Return mean and standard deviation of what is not None; None if that is nothing."""
    numbers = [float(value) for value in values if value is not None]
    return Estimate(fmean(numbers), pstdev(numbers)) if numbers else None


class BarSummary(NamedTuple):
    """The error bars of some episodes: mean and greatest of those known, and how many are proved, expected, unknown."""

    mean: float | None
    greatest: float | None
    proved: int
    expected: int
    unknown: int

    def text(self) -> str:
        """Write the mean and what it is worth."""
        if self.mean is None:
            return _NONE
        known = "proved" if not self.expected else "expected" if not self.proved else "partly proved"
        return f"{self.mean:.4f} {known}" + (f", {self.unknown} unknown" if self.unknown else "")


def bar_summary(details: Iterable[ColourDetail]) -> BarSummary:
    """Return a summary of the error bars of these."""
    found = tuple(details)
    bars = [each.bar for each in found if each.bar is not None]
    proved = sum(each.is_proved for each in found)
    mean, greatest = (fmean(bars), max(bars)) if bars else (None, None)
    return BarSummary(mean, greatest, proved, len(bars) - proved, len(found) - len(bars))


@frozen
class BenchmarkLine:
    """The figures of one policy in one kind of levels, with one penalty.

    ``reward`` is what was paid less the penalty. ``failed`` episodes are in none of the figures.
    """

    kind: str
    policy: str
    penalty: Fraction
    episodes: tuple[ScoredEpisode, ...]
    failed: int

    @property
    def scores(self) -> tuple[TaskScore, ...]:
        """The scores of the episodes that did not fail."""
        return tuple(each.score for each in self.episodes if each.score is not None)

    def one_way(self, colour: str) -> Estimate | None:
        """Return mean and standard deviation of the side effect by the one-way distance, if it was asked for."""
        return estimate(each.detail(colour).one_way for each in self.episodes)

    def bars(self, colour: str) -> BarSummary:
        """Return the error bars of the side effects on a colour, of the episodes that have one."""
        having = (each for each in self.episodes if each.score and getattr(each.score, colour) is not None)
        return bar_summary(each.detail(colour) for each in having)

    def figures(self) -> dict[str, Estimate | None]:
        """Return mean and standard deviation of each measure; of ``completed`` the mean is the share that left."""
        return {
            "performance": estimate(score.performance for score in self.scores),
            "completed": estimate(float(score.completed) for score in self.scores),
            "length": estimate(score.length for score in self.scores),
            "green": estimate(score.green for score in self.scores),
            "yellow": estimate(score.yellow for score in self.scores),
            "reward": estimate(score.penalised_reward(self.penalty) for score in self.scores),
        }


@frozen
class BenchmarkReport:
    """The episodes that were asked for, scored, and the penalties; how many of them were there before."""

    scored: tuple[ScoredEpisode, ...]
    penalties: tuple[Fraction, ...]
    how: How
    before: int = 0

    @property
    def failed(self) -> int:
        """How many episodes failed."""
        return sum(each.score is None for each in self.scored)

    def rows(self) -> tuple[BenchmarkLine, ...]:
        """Return the figures of each policy in each kind with each penalty, in the order in which they were asked."""
        groups: dict[tuple[str, str], list[ScoredEpisode]] = {}
        for each in self.scored:
            groups.setdefault((each.run.kind, each.run.policy), []).append(each)
        return tuple(
            BenchmarkLine(
                kind,
                policy,
                penalty,
                tuple(group),
                sum(each.score is None for each in group),
            )
            for (kind, policy), group in groups.items()
            for penalty in self.penalties
        )

    def lines(self) -> list[str]:
        """Return the table, with the printed rows of each kind below ours, and what it means."""
        rows = self.rows()
        asked = [name for name, wanted in (("one way", self.how.one_way), ("bar", self.how.error_bars)) if wanted]
        more = tuple(f"{colour} {name}" for name in asked for colour in COLOURS_SCORED)
        table: list[tuple[str, ...]] = [(*_HEADING, *more)]
        for kind in dict.fromkeys(row.kind for row in rows):
            table += [(*_ours(row), *_more(row, asked)) for row in rows if row.kind == kind]
            table += [(*_theirs(row), *[_NONE] * len(more)) for row in (*TABLE_1, *TABLE_2) if row.task == kind]
        found = [line for each in self.one_way() for line in each.lines()]
        episodes = f"{len(self.scored)} episodes, {self.before} of them done before, {self.failed} failed"
        return [*columns(table), "", *self._meaning(), *found, episodes]

    def one_way(self) -> tuple[OneWayColour, ...]:
        """Return how far the one-way distance is from that of the torus; nothing if it was not asked for."""
        return one_way_colours(self.scored) if self.how.one_way else ()

    def _meaning(self) -> list[str]:
        by_colour = f"over its mass if nobody acts, by {self.how.samples} boards each"
        more = []
        if self.how.one_way:
            more.append("one way: how much more the side effect is by the distance of the published code, in the mean")
        if self.how.error_bars:
            more += [
                "bar: how far a side effect can be from that over infinitely many boards, over the same mass; the mean",
                "proved: it is not farther; expected: a bound of the mean error, estimated, and no confidence interval",
            ]
        return [
            "± is the standard deviation over episodes; what has no values is left out",
            "performance: the share of blue goals filled and red dots removed; completed: the agent left",
            f"length: steps, {self.how.steps} at most; green, yellow: side effects on life of the colour {by_colour}",
            "reward: all points, minus the penalty for each cell that differs between start and end",
            "printed: Tables 1 and 2 of the paper, of its trained agents on 100 levels, each 10 times",
            *more,
        ]

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON values."""
        return {
            "schema": BENCHMARK_SCHEMA,
            "formal_rl": formal_rl.__version__,
            **settings_of(self.how),
            "rows": [
                {
                    "kind": row.kind,
                    "policy": row.policy,
                    "penalty": number_text(row.penalty),
                    "episodes": len(row.scores),
                    "failed": row.failed,
                    **{name: each and each._asdict() for name, each in row.figures().items()},
                    **self._more_json(row),
                }
                for row in self.rows()
            ],
            "printed": [
                row._asdict() | {name: str(value) for name, value in row._asdict().items() if isinstance(value, tuple)}
                for row in (*TABLE_1, *TABLE_2)
                if row.task in {each.run.kind for each in self.scored}
            ],
            "failures": [each.run._asdict() | {"failure": each.failure} for each in self.scored if each.failure],
            "episodes": len(self.scored),
            "done_before": self.before,
            "failed": self.failed,
            "one_way": {each.colour: each.as_json() for each in self.one_way()} or None,
        }

    def _more_json(self, row: BenchmarkLine) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for colour in COLOURS_SCORED:
            one_way = row.one_way(colour)
            found[f"{colour}_one_way"] = one_way and one_way._asdict()
            found[f"{colour}_bar"] = row.bars(colour)._asdict() if self.how.error_bars else None
        return found

    def svg(self) -> str:
        """Return histograms of performance, length and green side effects, a row for each policy in each kind."""
        groups = {(row.kind, row.policy): row for row in self.rows()}
        rows = [
            HistogramRow(f"{kind}, {policy}", _panels(row, self.how.steps)) for (kind, policy), row in groups.items()
        ]
        return histograms_svg("Episodes by performance, length and side effects", rows)

    def one_way_svg(self) -> str:
        """Return a chart of how many episodes differ by how much from the one-way distance."""
        chart = one_way_chart(self.one_way())
        return svg(chart_drawing(chart), chart.title)

    def error_bars_svg(self) -> str:
        """Return a chart of how many episodes have error bars of at least so much, where these are known."""
        chart = chart_of_shares(
            "How large the error bars are",
            "error bar of the share, at least",
            {
                colour: [
                    (each.run.policy, bar)
                    for each in self.scored
                    if getattr(each.score, colour, None) is not None and (bar := each.detail(colour).bar) is not None
                ]
                for colour in COLOURS_SCORED
            },
            (1e-4, 1.0),
        )
        return svg(chart_drawing(chart), chart.title)


def _ours(row: BenchmarkLine) -> tuple[str, ...]:
    figures = row.figures()

    def text(name: str, digits: int = 2) -> str:
        found = figures[name]
        return _NONE if found is None else found.text(digits)

    completed = figures["completed"]
    return (
        row.kind,
        row.policy,
        number_text(row.penalty),
        text("performance"),
        _NONE if completed is None else f"{100 * completed.mean:.1f}%",
        text("length", 0),
        text("green"),
        text("yellow"),
        text("reward", 1),
        str(len(row.scores)),
    )


def _more(row: BenchmarkLine, asked: Sequence[str]) -> Iterator[str]:
    for name in asked:
        for colour in COLOURS_SCORED:
            found, one_way = row.figures()[colour], row.one_way(colour)
            if name == "bar":
                yield row.bars(colour).text()
            else:
                yield _NONE if found is None or one_way is None else f"+{one_way.mean - found.mean:.4f}"


def _theirs(row: PrintedRow) -> tuple[str, ...]:
    completed = _NONE if row.completed is None else f"{row.completed}%"
    figures = (row.performance, completed, row.length, row.green, row.yellow)
    shown = [_NONE if figure is None else str(figure) for figure in figures]
    return (row.task, _PRINTED, row.penalty, *shown, _NONE, "1000")


def _panels(row: BenchmarkLine, limit: int) -> tuple[HistogramPanel, ...]:
    measures: tuple[tuple[str, Callable[[TaskScore], Fraction | float | None], int, int], ...] = (
        ("performance", lambda score: score.performance, 1, 2),
        ("length", lambda score: score.length, limit, 0),
        ("green side effects", lambda score: score.green, 1, 2),
    )
    return tuple(
        _panel(name, [measure(score) for score in row.scores], highest, digits)
        for name, measure, highest, digits in measures
    )


def _panel(name: str, values: Sequence[Fraction | float | None], highest: int, digits: int) -> HistogramPanel:
    numbers = [value for value in values if value is not None]
    found = estimate(numbers)
    said, mean = (_NONE, None) if found is None else (found.text(digits), found.mean / highest)
    return HistogramPanel(name, "0", str(highest), histogram(numbers, 0, highest, PARTS), said, mean)
