"""The report of a benchmark: a table next to that of the paper, and the same as JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from statistics import fmean, pstdev
from typing import Any, NamedTuple

from attrs import frozen

import formal_rl
from formal_rl.safelife.benchmark import TABLE_1, TABLE_2, TaskScore
from formal_rl.study.safelife.benchmark import COLOURS_SCORED, BenchmarkRun, ColourDetail, How, ScoredEpisode
from formal_rl.study.safelife.benchmark_results import number_text, settings_of
from formal_rl.view.pages import columns

_NONE = "-"


class Estimate(NamedTuple):
    """The mean of some episodes, and their standard deviation, over all of them and not over one less."""

    mean: float
    deviation: float


def estimate(values: Iterable[Fraction | float | None]) -> Estimate | None:
    """Return mean and standard deviation of the values that are not None; None if there are none."""
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
        """Write the mean and whether it is proved."""
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


class Measure(NamedTuple):
    """A column of the table: its value for a score and a penalty, and the form of mean and standard deviation."""

    of: Callable[[TaskScore, Fraction], Fraction | float | None]
    form: str = "{:.2f} ± {:.2f}"

    def text(self, found: Estimate | None) -> str:
        """Write the figures."""
        return _NONE if found is None else self.form.format(*found)


MEASURES: Mapping[str, Measure] = {
    "performance": Measure(lambda score, _: score.performance),
    "completed": Measure(lambda score, _: float(score.completed), "{:.1%}"),
    "length": Measure(lambda score, _: score.length, "{:.0f} ± {:.0f}"),
    "green": Measure(lambda score, _: score.green),
    "yellow": Measure(lambda score, _: score.yellow),
    "reward": Measure(lambda score, penalty: score.penalised_reward(penalty), "{:.1f} ± {:.1f}"),
}
"""The measures by name. ``reward`` is the points less the penalty; of ``completed`` the mean is the share that left.

A printed row of the paper has some of these.
"""

CLOSE = 1e-5
"""Shares that differ by no more count as equal: the certificates leave open a millionth of the mass."""


class BothWays(NamedTuple):
    """A share by the torus, and by the one-way distance."""

    torus: float
    one_way: float

    @property
    def difference(self) -> float:
        """The excess of the one-way distance; never negative, since one way is never shorter."""
        return self.one_way - self.torus


@frozen
class OneWayColour:
    """The side effects on life of a colour in some episodes, both ways."""

    colour: str
    shares: tuple[tuple[BenchmarkRun, BothWays], ...]

    @property
    def differing(self) -> tuple[tuple[BenchmarkRun, BothWays], ...]:
        """The episodes in which the two are not close, the farthest apart first."""
        apart = ((run, both) for run, both in self.shares if both.difference > CLOSE)
        return tuple(sorted(apart, key=lambda each: -each[1].difference))

    def line(self) -> str:
        """Return the number of episodes that differ, and the differences, as a line."""
        apart = self.differing
        line = f"one way, {self.colour}: differs by more than {CLOSE:g} in {len(apart)} of {len(self.shares)} episodes"
        if not apart:
            return line
        (run, both), mean = apart[0], fmean(each.difference for _, each in apart)
        return f"{line}, there by {mean:.4f} on average, at most {both.difference:.4f} ({run.policy} on {run.level})"

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        apart = self.differing
        return {
            "episodes": len(self.shares),
            "differ": len(apart),
            "mean_difference": fmean(both.difference for _, both in self.shares) if self.shares else None,
            "greatest_difference": apart[0][1].difference if apart else 0.0,
            "differing": [
                {"policy": run.policy, "level": run.level, "episode": run.episode, **both._asdict()}
                for run, both in apart
            ],
        }


def one_way_colours(scored: Sequence[ScoredEpisode]) -> tuple[OneWayColour, ...]:
    """Return the side effects of the episodes that have them both ways, colour by colour."""

    def both(colour: str) -> Iterator[tuple[BenchmarkRun, BothWays]]:
        for each in scored:
            torus, one_way = getattr(each.score, colour, None), each.detail(colour).one_way
            if torus is not None and one_way is not None:
                yield each.run, BothWays(torus, one_way)

    return tuple(OneWayColour(colour, tuple(both(colour))) for colour in COLOURS_SCORED)


@frozen
class BenchmarkLine:
    """The figures of one policy in one kind of levels, with one penalty; failed ``episodes`` are in none of them."""

    kind: str
    policy: str
    penalty: Fraction
    episodes: tuple[ScoredEpisode, ...]

    @property
    def scores(self) -> tuple[TaskScore, ...]:
        """The scores of the episodes that did not fail."""
        return tuple(each.score for each in self.episodes if each.score is not None)

    def one_way(self, colour: str) -> Estimate | None:
        """Return mean and standard deviation of the side effect by the one-way distance, if it was measured."""
        return estimate(each.detail(colour).one_way for each in self.episodes)

    def bars(self, colour: str) -> BarSummary:
        """Return the error bars of the side effects on a colour, of the episodes that have one."""
        having = (each for each in self.episodes if each.score and getattr(each.score, colour) is not None)
        return bar_summary(each.detail(colour) for each in having)

    def figures(self) -> dict[str, Estimate | None]:
        """Return mean and standard deviation of each of `MEASURES`."""
        return {
            name: estimate(measure.of(score, self.penalty) for score in self.scores)
            for name, measure in MEASURES.items()
        }


@frozen
class BenchmarkReport:
    """The scored episodes, the penalties, and the number of resumed episodes."""

    scored: tuple[ScoredEpisode, ...]
    penalties: tuple[Fraction, ...]
    how: How
    before: int = 0

    @property
    def failed(self) -> int:
        """The number of failed episodes."""
        return sum(each.score is None for each in self.scored)

    def rows(self) -> tuple[BenchmarkLine, ...]:
        """Return the figures of each policy in each kind with each penalty, in the order of the command."""
        groups: dict[tuple[str, str], list[ScoredEpisode]] = {}
        for each in self.scored:
            groups.setdefault((each.run.kind, each.run.policy), []).append(each)
        return tuple(
            BenchmarkLine(kind, policy, penalty, tuple(group))
            for (kind, policy), group in groups.items()
            for penalty in self.penalties
        )

    def lines(self) -> list[str]:
        """Return the table, with the printed rows of each kind below ours, and its explanation."""
        rows = self.rows()
        extras = [name for name, wanted in (("one way", self.how.one_way), ("bar", self.how.error_bars)) if wanted]
        more = [(colour, name) for name in extras for colour in COLOURS_SCORED]
        table = [["task", "policy", "penalty", *MEASURES, "episodes", *map(" ".join, more)]]
        for kind in dict.fromkeys(row.kind for row in rows):
            for row in rows:
                if row.kind == kind:
                    texts = (MEASURES[name].text(found) for name, found in row.figures().items())
                    details = (_detail(row, *each) for each in more)
                    penalty = number_text(row.penalty)
                    table.append([row.kind, row.policy, penalty, *texts, str(len(row.scores)), *details])
            for printed in (row for row in (*TABLE_1, *TABLE_2) if row.task == kind):
                texts = (_NONE if (each := getattr(printed, name, None)) is None else str(each) for name in MEASURES)
                table.append([kind, "printed (PPO)", printed.penalty, *texts, "1000", *[_NONE] * len(more)])
        found = [each.line() for each in self.one_way()]
        episodes = f"{len(self.scored)} episodes, {self.before} of them done before, {self.failed} failed"
        return [*columns(table), "", *self._meaning(), *found, episodes]

    def one_way(self) -> tuple[OneWayColour, ...]:
        """Return the difference of the one-way distance from that of the torus; nothing without ``one_way``."""
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
            "± is the standard deviation over episodes; rows without values are left out",
            "performance: the share of blue goals filled and red dots removed; completed: the agent left",
            f"length: steps, {self.how.steps} at most; green, yellow: side effects on life of the colour {by_colour}",
            "reward: all points, minus the penalty for each cell that differs between start and end",
            "printed: Tables 1 and 2 of the paper, of its trained agents on 100 levels, each 10 times",
            *more,
        ]

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "schema": "safelife-benchmark/1",
            "formal_rl": formal_rl.__version__,
            **settings_of(self.how),
            "rows": [
                {
                    "kind": row.kind,
                    "policy": row.policy,
                    "penalty": number_text(row.penalty),
                    "episodes": len(row.scores),
                    "failed": len(row.episodes) - len(row.scores),
                    **{name: each and each._asdict() for name, each in row.figures().items()},
                    **{f"{name}_one_way": (each := row.one_way(name)) and each._asdict() for name in COLOURS_SCORED},
                    **{
                        f"{name}_bar": row.bars(name)._asdict() if self.how.error_bars else None
                        for name in COLOURS_SCORED
                    },
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


def _detail(row: BenchmarkLine, colour: str, name: str) -> str:
    if name == "bar":
        return row.bars(colour).text()
    found, one_way = row.figures()[colour], row.one_way(colour)
    return _NONE if found is None or one_way is None else f"+{one_way.mean - found.mean:.4f}"
