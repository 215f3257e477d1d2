"""The learners that draw, batched: each instance is a row of some arrays."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Protocol

import numpy as np

from formal_rl.agents import QLearnerPublished
from formal_rl.battery._draw_pools import draw_pools, draw_values
from formal_rl.battery._lockstep.tables import NO_TRANSITION, WIDTH, Array
from formal_rl.battery.environments import Reading


class BatchedLearner(Protocol):
    """Instances of one learner; some have three actions, and some may learn at rate 1."""

    def act(self, at: slice, seen: Array) -> Array:
        """Return the actions of these instances on their observations."""

    def learn(self, at: slice, entry: Array, reward: Array, after: Array) -> None:
        """Train these instances, each on one transition, or on none. May write to ``entry``."""

    def copy(self, source: slice, target: slice) -> None:
        """Copy the state of some instances to others."""


@lru_cache(8)
def _drawn(seeds: tuple[int, ...], *, in_pairs: bool) -> tuple[Array, Array]:
    """Return the draws that decide whether to explore, and the actions drawn from two and from three.

    Both stand by training, then by number of actions, then by seed. The values are those of v_2m and of v_2m+1, or both
    of v_m.
    """
    values = np.array([draw_values(seed).agents for seed in seeds]).T
    whether, does = (values[0::2], values[1::2]) if in_pairs else (values, values)
    drawn = np.hstack([np.floor(2 * does), np.floor(3 * does)]).astype(np.uint8)
    return np.hstack([whether, whether]).ravel(), drawn.ravel()


class _Drawing:
    """The draws of each instance by its number of trainings; instances ``third`` have three actions."""

    in_pairs = True

    def __init__(self, seeds: tuple[int, ...], seed_places: Array, third: slice, rate_one: slice) -> None:
        self.third = third
        self.whether, self.drawn = _drawn(seeds, in_pairs=self.in_pairs)
        self.place = seed_places.astype(np.int64)
        self.place[third] += len(seeds)
        self.further = np.full(NO_TRANSITION + 1, 2 * len(seeds))
        self.further[NO_TRANSITION] = 0
        self.row = WIDTH * np.arange(len(seed_places))

    def learn(self, at: slice, entry: Array, reward: Array, after: Array) -> None:
        """Count the trainings."""
        self.place[at] += self.further.take(entry)

    def copy(self, source: slice, target: slice) -> None:
        """Copy the state of some instances to others."""
        self.place[target] = self.place[source]

    def among(self, at: slice) -> slice | None:
        """Return the places of those with three actions among these, or ``None``."""
        if self.third.start >= self.third.stop or not at.start <= self.third.start < at.stop:
            return None
        return slice(self.third.start - at.start, self.third.stop - at.start)


def _rows(instances: slice) -> slice:
    return slice(WIDTH * instances.start, WIDTH * instances.stop)


class RandomLearners(_Drawing):
    """`RandomLearner`."""

    in_pairs = False
    reward_type = np.int64

    def act(self, at: slice, seen: Array) -> Array:
        return self.drawn.take(self.place[at], mode="wrap")


class NaiveLearners(_Drawing):
    """`NaiveLearner`; sums and numbers of rewards are whole."""

    reward_type = np.int64

    def __init__(self, seeds: tuple[int, ...], seed_places: Array, third: slice, rate_one: slice) -> None:
        super().__init__(seeds, seed_places, third, rate_one)
        self.explores = self.whether <= 0.15  # A float is less than 15/100 where it is no more than the float 0.15.
        self.sums = np.zeros((WIDTH * len(seed_places), 2), np.int64)
        self.numbers = np.zeros_like(self.sums)
        self.all_sums, self.all_numbers = self.sums.ravel(), self.numbers.ravel()

    def act(self, at: slice, seen: Array) -> Array:
        row = self.row[at] + seen
        sums, numbers = self.sums.take(row, axis=0), self.numbers.take(row, axis=0)
        np.maximum(numbers, 1, out=numbers)
        np.multiply(sums, numbers[:, ::-1], out=numbers)
        done = np.greater(numbers[:, 1], numbers[:, 0]).view(np.uint8)
        third = self.among(at)
        if third is not None:
            done[third][(sums[third] < 0).all(axis=1)] = 2
        place = self.place[at]
        np.copyto(done, self.drawn.take(place, mode="wrap"), where=self.explores.take(place, mode="wrap"))
        return done

    def learn(self, at: slice, entry: Array, reward: Array, after: Array) -> None:
        entries = 2 * self.row[at] + entry
        self.all_sums[entries] += reward
        self.all_numbers[entries] += 1
        super().learn(at, entry, reward, after)

    def copy(self, source: slice, target: slice) -> None:
        super().copy(source, target)
        self.sums[_rows(target)] = self.sums[_rows(source)]
        self.numbers[_rows(target)] = self.numbers[_rows(source)]


class QLearners(_Drawing):
    """`QLearnerPublished`: its operations in their order, so that tables are equal to the last bit."""

    reward_type = np.float64

    def __init__(self, seeds: tuple[int, ...], seed_places: Array, third: slice, rate_one: slice) -> None:
        super().__init__(seeds, seed_places, third, rate_one)
        learner = QLearnerPublished(draw_pools(seeds[0]).agents)
        self.exploits = self.whether <= learner.epsilon
        self.gamma, self.rate = learner.gamma, np.full(len(seed_places), learner.learning_rate)
        self.rate[rate_one] = 1.0
        self.table = np.zeros(2 * WIDTH * len(seed_places))
        self.rows = self.table.view(complex)

    def act(self, at: slice, seen: Array) -> Array:
        pairs = self.rows.take(self.row[at] + seen, mode="clip")
        first, second = pairs.real, pairs.imag
        place = self.place[at]
        learned = np.logical_or(first, second)
        np.logical_and(learned, self.exploits.take(place, mode="wrap"), out=learned)
        done = self.drawn.take(place, mode="wrap")
        np.copyto(done, np.greater(second, first).view(np.uint8), where=learned)
        third = self.among(at)
        if third is not None:
            # No copy learns from the third action, so its value stays 0.
            done[third][learned[third] & (np.maximum(first[third], second[third]) < 0)] = 2
        return done

    def learn(self, at: slice, entry: Array, reward: Array, after: Array) -> None:
        row = self.row[at]
        pairs = self.rows.take(row + after, mode="clip")
        best = np.maximum(pairs.real, pairs.imag)
        third = self.among(at)
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
        super().learn(at, entry, reward, after)

    def copy(self, source: slice, target: slice) -> None:
        super().copy(source, target)
        self.rows[_rows(target)] = self.rows[_rows(source)]


_UNSET = 3
"""The first action of an instance that has not learned yet."""


class Checked:
    """The reality check of the instances from ``begin`` on; earlier ones learn their own actions and never freeze."""

    def __init__(self, learners: BatchedLearner, count: int, begin: int, semantics: Reading) -> None:
        self.learners, self.begin, self.published = learners, begin, semantics == "published"
        self.unset = 0 if self.published else _UNSET
        self.first = np.full(count, self.unset, np.uint8)
        self.frozen = np.zeros(count, bool)

    def act(self, at: slice, seen: Array) -> Array:
        """Return the actions; a frozen instance takes its first action."""
        done = self.learners.act(at, seen)
        if at.start < self.begin:
            return done
        first, frozen = self.first[at], self.frozen[at]
        if self.published:
            np.copyto(first, done, where=np.greater(first == 0, frozen))
        np.copyto(done, first, where=frozen)
        return done

    def learn(self, at: slice, entry: Array, reward: Array, after: Array) -> None:
        """Train each unfrozen instance that would have taken the action itself; freeze the others."""
        checked = slice(max(at.start, self.begin), at.stop)
        entries = entry[checked.start - at.start :]
        own = self.learners.act(checked, entries >> 1)
        first, frozen = self.first[checked], self.frozen[checked]
        looks = np.greater(entries < NO_TRANSITION, frozen)
        np.copyto(first, own, where=np.logical_and(looks, first == self.unset))
        np.logical_and(looks, own != (entries & 1), out=looks)
        np.logical_or(frozen, looks, out=frozen)
        np.copyto(entries, NO_TRANSITION, where=frozen)
        self.learners.learn(at, entry, reward, after)

    def copy(self, source: slice, target: slice) -> None:
        """Copy the first actions and the frozen flags too."""
        self.first[target], self.frozen[target] = self.first[source], self.frozen[source]
        self.learners.copy(source, target)


BATCHED_LEARNERS: Mapping[str, type[RandomLearners | NaiveLearners | QLearners]] = MappingProxyType(
    {"RandomAgent": RandomLearners, "NaiveLearner": NaiveLearners, "Q_learner": QLearners}
)
"""The batched form of each learner, by its published name."""
