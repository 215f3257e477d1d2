"""The learners that draw, each instance a row of some arrays: what they do, and what they learn, many at once."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

import numpy as np

from formal_rl.agents import QLearnerPublished
from formal_rl.battery._draw_pools import DrawPools
from formal_rl.battery._lanes.tables import OBSERVATIONS, UNTOLD, WIDTH, Array
from formal_rl.battery.environments import Reading


class Mind(Protocol):
    """Instances of one learner, some of which know of three actions, and maybe learn at rate 1."""

    def act(self, at: slice, seen: Array) -> Array:
        """Return what these instances do on what they see."""

    def learn(self, at: slice, entry: Array, reward: Array, after: Array) -> None:
        """Train these instances, each on one transition, or on none."""

    def copy(self, source: slice, target: slice) -> None:
        """Make some instances what others are."""


class _Drawing:
    """What all have: the draws of each instance, by how often it was trained; ``third`` are those with three actions."""

    def __init__(self, pools: list[DrawPools], seeds: Array, third: slice, *, in_pairs: bool) -> None:
        values = np.array([each.agents.values for each in pools])
        self.third, self.many = third, len(pools)
        does = values[:, 1::2] if in_pairs else values
        whether = values[:, 0::2] if in_pairs else values
        self.whether = np.tile(whether.T, 2).ravel()
        drawn = np.hstack([np.floor(2 * does.T), np.floor(3 * does.T)])
        self.drawn = drawn.astype(np.uint8).ravel()
        self.place = seeds.astype(np.int64)
        self.place[third] += self.many

    def trained(self, at: slice, entry: Array) -> None:
        self.place[at] += 2 * self.many * (entry < UNTOLD)

    def within(self, at: slice) -> slice | None:
        """Return where those of three actions are among these, ``None`` where they are not."""
        if self.third.start >= self.third.stop or not at.start <= self.third.start <= self.third.stop <= at.stop:
            return None
        return slice(self.third.start - at.start, self.third.stop - at.start)


class RandomMinds(_Drawing):
    """`RandomLearner`."""

    reward_type = np.int64

    def __init__(self, pools: list[DrawPools], seeds: Array, third: slice, rate_one: slice) -> None:
        super().__init__(pools, seeds, third, in_pairs=False)

    def act(self, at: slice, seen: Array) -> Array:
        return self.drawn.take(self.place[at], mode="wrap")

    def learn(self, at: slice, entry: Array, reward: Array, after: Array) -> None:
        self.trained(at, entry)

    def copy(self, source: slice, target: slice) -> None:
        self.place[target] = self.place[source]


class NaiveMinds(_Drawing):
    """`NaiveLearner`; sums and numbers of rewards are whole."""

    reward_type = np.int64

    def __init__(self, pools: list[DrawPools], seeds: Array, third: slice, rate_one: slice) -> None:
        super().__init__(pools, seeds, third, in_pairs=True)
        self.explores = self.whether <= 0.15  # A float is less than 15/100 where it is no more than the float 0.15.
        self.row = WIDTH * np.arange(len(seeds))
        self.sums = np.zeros((WIDTH * len(seeds), 2), np.int64)
        self.numbers = np.zeros_like(self.sums)

    def act(self, at: slice, seen: Array) -> Array:
        row = self.row[at] + seen
        sums, numbers = self.sums.take(row, axis=0), self.numbers.take(row, axis=0)
        np.maximum(numbers, 1, out=numbers)
        better = sums[:, 1] * numbers[:, 0] > sums[:, 0] * numbers[:, 1]
        best = better.view(np.uint8)
        third = self.within(at)
        if third is not None:
            best[third][(sums[third] < 0).all(axis=1)] = 2
        place = self.place[at]
        np.copyto(best, self.drawn.take(place, mode="wrap"), where=self.explores.take(place, mode="wrap"))
        return best

    def learn(self, at: slice, entry: Array, reward: Array, after: Array) -> None:
        entries = 2 * self.row[at] + entry
        self.sums.ravel()[entries] += reward
        self.numbers.ravel()[entries] += 1
        self.trained(at, entry)

    def copy(self, source: slice, target: slice) -> None:
        self.place[target] = self.place[source]
        first, last, begin, end = (WIDTH * each for each in (source.start, source.stop, target.start, target.stop))
        self.sums[begin:end] = self.sums[first:last]
        self.numbers[begin:end] = self.numbers[first:last]


class QMinds(_Drawing):
    """`QLearnerPublished`: its operations in their order, so that tables are equal to the last bit."""

    reward_type = np.float64

    def __init__(self, pools: list[DrawPools], seeds: Array, third: slice, rate_one: slice) -> None:
        super().__init__(pools, seeds, third, in_pairs=True)
        learner = QLearnerPublished(pools[0].agents)
        self.exploits = self.whether <= learner.epsilon
        self.gamma, self.rate = learner.gamma, np.full(len(seeds), learner.learning_rate)
        self.rate[rate_one] = 1.0
        self.row = WIDTH * np.arange(len(seeds))
        self.table = np.zeros(2 * WIDTH * len(seeds))
        self.rows = self.table.view(complex)

    def act(self, at: slice, seen: Array) -> Array:
        pairs = self.rows.take(self.row[at] + seen, mode="clip")
        first, second = pairs.view(float).reshape(-1, 2).T
        place = self.place[at]
        learned = np.logical_or(first, second)
        np.logical_and(learned, self.exploits.take(place, mode="wrap"), out=learned)
        done = self.drawn.take(place, mode="wrap")
        np.copyto(done, np.greater(second, first).view(np.uint8), where=learned)
        third = self.within(at)
        if third is not None:
            # The third action is never told, so its value stays 0.
            done[third][learned[third] & (np.maximum(first[third], second[third]) < 0)] = 2
        return done

    def learn(self, at: slice, entry: Array, reward: Array, after: Array) -> None:
        row = self.row[at]
        pairs = self.rows.take(row + after, mode="clip")
        first, second = pairs.view(float).reshape(-1, 2).T
        best = np.maximum(first, second)
        third = self.within(at)
        if third is not None:
            np.maximum(best[third], 0.0, out=best[third])
        entries = row + row
        np.add(entries, entry, out=entries)
        value = self.table.take(entries, mode="clip")
        np.multiply(best, self.gamma, out=best)
        np.add(best, reward, out=best)
        np.subtract(best, value, out=best)
        np.multiply(best, self.rate[at], out=best)
        np.add(best, value, out=best)
        self.table[entries] = best
        self.trained(at, entry)

    def copy(self, source: slice, target: slice) -> None:
        self.place[target] = self.place[source]
        first, last, begin, end = (WIDTH * each for each in (source.start, source.stop, target.start, target.stop))
        self.rows[begin:end] = self.rows[first:last]


class Checked:
    """The reality check of the instances from ``begin`` on; those before it never freeze, being asked what they do."""

    def __init__(self, minds: Mind, count: int, begin: int, semantics: Reading) -> None:
        self.minds, self.begin, self.published = minds, begin, semantics == "published"
        self.first = np.full(count, 0 if self.published else UNSET, np.uint8)
        self.frozen = np.zeros(count, bool)

    def act(self, at: slice, seen: Array) -> Array:
        """Return the first action of those that are frozen."""
        done = self.minds.act(at, seen)
        if at.start < self.begin:
            return done
        first, frozen = self.first[at], self.frozen[at]
        if self.published:
            np.copyto(first, done, where=(first == 0) & ~frozen)
        np.copyto(done, first, where=frozen)
        return done

    def learn(self, at: slice, entry: Array, reward: Array, after: Array) -> None:
        """Train those that would have done what they are told, and are not frozen; freeze the others."""
        checked = slice(max(at.start, self.begin), at.stop)
        told = entry[checked.start - at.start :]
        own = self.minds.act(checked, told >> 1)
        first, frozen = self.first[checked], self.frozen[checked]
        looks = (told < UNTOLD) & ~frozen
        np.copyto(first, own, where=looks & (first == (0 if self.published else UNSET)))
        frozen |= looks & (own != (told & 1))
        told[frozen] = UNTOLD
        reward[checked.start - at.start :][frozen] = 0
        after[checked.start - at.start :][frozen] = OBSERVATIONS
        self.minds.learn(at, entry, reward, after)

    def copy(self, source: slice, target: slice) -> None:
        """Copy also what is frozen."""
        self.first[target], self.frozen[target] = self.first[source], self.frozen[source]
        self.minds.copy(source, target)


UNSET = 3
"""The first action where there was none yet."""

MINDS: Mapping[str, type[RandomMinds | NaiveMinds | QMinds]] = MappingProxyType(
    {"RandomAgent": RandomMinds, "NaiveLearner": NaiveMinds, "Q_learner": QMinds}
)
"""By the published name of the learner."""
