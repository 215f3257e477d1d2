"""What the published one-way distance does to scores: how far side effects differ, and whether orders change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from types import MappingProxyType
from typing import Any, NamedTuple

from attrs import frozen

from formal_rl.study.safelife._chart_of_shares import chart_of_shares
from formal_rl.study.safelife.benchmark import COLOURS_SCORED, BenchmarkRun, ScoredEpisode
from formal_rl.view import Chart

CLOSE = 1e-5
"""Shares that differ by no more count as equal: the certificates leave open a millionth of the mass."""


class BothWays(NamedTuple):
    """A share by the torus, and by the one-way distance."""

    torus: float
    one_way: float

    @property
    def difference(self) -> float:
        """How much more it is one way; never less, since no way is shorter."""
        return self.one_way - self.torus


class OrderChange(NamedTuple):
    """Two that are in another order one way than by the torus, or equal by one of the two alone."""

    where: str
    first: str
    second: str
    shares: tuple[BothWays, BothWays]


def order_changes(where: str, shares: Mapping[str, BothWays]) -> Iterator[OrderChange]:
    """Yield each pair of these whose order is not the same by both distances; what is `CLOSE` is equal."""
    for (first, one), (second, other) in combinations(shares.items(), 2):
        if _sign(one.torus - other.torus) != _sign(one.one_way - other.one_way):
            yield OrderChange(where, first, second, (one, other))


def _sign(difference: float) -> int:
    return (difference > CLOSE) - (difference < -CLOSE)


_GROUPS: Mapping[str, Callable[[BenchmarkRun], str]] = MappingProxyType(
    {
        "in episodes": lambda run: f"{run.level}, episode {run.episode}",
        "on levels": lambda run: run.level,
        "in means": lambda run: run.kind,
    }
)
"""Among what policies are compared, each by the mean of its episodes there."""


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

    def changes(self, among: str) -> tuple[OrderChange, ...]:
        """Return where two policies are in another order: in single episodes, on levels, or in means of kinds."""
        return self._changes(_GROUPS[among])

    def _changes(self, group: Callable[[BenchmarkRun], str]) -> tuple[OrderChange, ...]:
        groups: dict[str, dict[str, list[BothWays]]] = {}
        for run, both in self.shares:
            groups.setdefault(group(run), {}).setdefault(run.policy, []).append(both)
        return tuple(
            change
            for where, of_policy in groups.items()
            for change in order_changes(where, {policy: _mean(found) for policy, found in of_policy.items()})
        )

    def lines(self) -> list[str]:
        """Return what the distance changes, as lines."""
        apart = self.differing
        said = f"one way, {self.colour}: differs by more than {CLOSE:g} in {len(apart)} of {len(self.shares)} episodes"
        if apart:
            (run, both), mean = apart[0], fmean(each.difference for _, each in apart)
            said += f", there by {mean:.4f} on average, at most {both.difference:.4f} ({run.policy} on {run.level})"
        orders = "; ".join(f"{among} {_said(self.changes(among))}" for among in _GROUPS)
        return [said, f"one way, {self.colour}: orders of two policies that change: {orders}"]

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON values."""
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
            "order_changes": {among: [*map(_change_json, self.changes(among))] for among in _GROUPS},
        }


def one_way_colours(scored: Sequence[ScoredEpisode]) -> tuple[OneWayColour, ...]:
    """Return the side effects of the episodes that have them both ways, colour by colour."""
    return tuple(OneWayColour(colour, tuple(_both(scored, colour))) for colour in COLOURS_SCORED)


def _both(scored: Sequence[ScoredEpisode], colour: str) -> Iterator[tuple[BenchmarkRun, BothWays]]:
    for each in scored:
        torus = None if each.score is None else getattr(each.score, colour)
        one_way = each.detail(colour).one_way
        if torus is not None and one_way is not None:
            yield each.run, BothWays(torus, one_way)


def _mean(found: Sequence[BothWays]) -> BothWays:
    return BothWays(fmean(each.torus for each in found), fmean(each.one_way for each in found))


def _said(changes: Sequence[OrderChange]) -> str:
    if not changes:
        return "none"
    return ", ".join(
        f"{each.where} ({each.first} and {each.second}: {one.torus:.4f} and {other.torus:.4f}, one way "
        f"{one.one_way:.4f} and {other.one_way:.4f})"
        for each in changes
        for one, other in [each.shares]
    )


def _change_json(change: OrderChange) -> dict[str, Any]:
    one, other = change.shares
    return {
        "where": change.where,
        "policies": [change.first, change.second],
        "torus": [one.torus, other.torus],
        "one_way": [one.one_way, other.one_way],
    }


def one_way_chart(found: Sequence[OneWayColour]) -> Chart:
    """Return a chart of how many episodes differ by at least so much, a line for each colour and policy."""
    return chart_of_shares(
        "How much more the one-way distance gives",
        "difference of the share, at least",
        {each.colour: [(run.policy, both.difference) for run, both in each.shares] for each in found},
        (CLOSE, 0.1),
    )
