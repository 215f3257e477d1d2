"""Runs of one learner in environments with two actions, side by side: each is a lane of some arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from formal_rl.agents import Transition
from formal_rl.battery._draw_pools import draw_pools
from formal_rl.battery._drawn_classes import CLASSES, drawn_classes
from formal_rl.battery._lockstep.learners import BATCHED_LEARNERS, BatchedLearner, Checked
from formal_rl.battery._lockstep.tables import ANSWERS, NO_TRANSITION, OBSERVATIONS, Array, Tables, Transitions, tables
from formal_rl.battery._turns import BY_NUMBER, LIMITED
from formal_rl.battery.agents import AGENTS, RunSettings
from formal_rl.battery.environments import find_environment
from formal_rl.battery.results import BatteryRun
from formal_rl.environments.library.crying_baby import Nutrition
from formal_rl.environments.library.limited_memory import REMEMBERED

_CHUNK = 500
"""The number of steps whose draws are prepared at once."""

_NUTRITION = Nutrition()


class _Lane:
    """A run, the tables of its environment, and its place in the order of lanes."""

    def __init__(self, run: BatteryRun, agent: str) -> None:
        found, self.is_opposite = find_environment(run.environment)
        self.run, self.name = run, found.name
        settings = RunSettings(draw_pools(run.seed).agents, found.number_of_actions)
        learner = AGENTS[agent].learner(settings, semantics=run.semantics)
        self.learner, has_rate = learner, found.copied_from(learner, run.semantics) is not None
        self.tables = tables(run.environment, run.semantics, run.opposite, has_rate=has_rate)
        self.trains_before = bool(self.tables.before.entry.min() < NO_TRANSITION)
        drawn = 0 if self.tables.aside else -1 if found.name in CLASSES else 1
        early = 0 if self.trains_before else 1 if self.tables.again else 2
        self.order = (drawn, early, self.name, run.environment, run.seed)


class Lanes:
    """The runs of one agent, all with the same readings and numbers of steps.

    Instances are those of the agents, then their copies. The last block saves copies while they answer for another
    past.
    """

    def __init__(self, runs: Sequence[BatteryRun], agent: str, checks: int) -> None:
        self.lanes = sorted((_Lane(run, runs[0].agent) for run in runs), key=lambda lane: lane.order)
        self.count = count = len(self.lanes)
        self.steps, self.semantics = runs[0].steps, runs[0].semantics
        self.apart = self.span(lambda lane: lane.tables.aside)
        self.kept = slice(2 * count, 2 * count + self.apart.stop - self.apart.start)
        self.seeds = tuple(sorted({lane.run.seed for lane in self.lanes}))
        places = np.array([self.seeds.index(lane.run.seed) for lane in self.lanes])
        third = self.copies(self.span(lambda lane: lane.name == "ThirdActionForbidden"))
        rate_one = self.copies(self.span(lambda lane: lane.name == "IncentivizeLearningRate"))
        learner, seats = BATCHED_LEARNERS[agent], np.concatenate([places, places, places[self.apart]])
        self.reward_type = learner.reward_type
        self.learners: BatchedLearner = learner(self.seeds, seats, third, rate_one)
        if checks:
            self.learners = Checked(self.learners, self.kept.stop, count, self.semantics)
        self._join_tables()
        self._answer_by_memory(learner, places, checks)

    def span(self, which: Any) -> slice:
        """Return the places of these lanes, which are adjacent."""
        places = [place for place, lane in enumerate(self.lanes) if which(lane)]
        return slice(places[0], places[-1] + 1) if places else slice(0, 0)

    def copies(self, lanes: slice) -> slice:
        """Return the copies of these lanes."""
        return slice(self.count + lanes.start, self.count + lanes.stop)

    def _join_tables(self) -> None:
        of_all: list[Tables] = []
        offsets: dict[int, int] = {}
        size = 0
        for lane in self.lanes:
            if id(lane.tables) not in offsets:
                offsets[id(lane.tables)] = size
                of_all.append(lane.tables)
                size += len(lane.tables.question)
        self.offset = np.array([offsets[id(lane.tables)] for lane in self.lanes])

        def joined(parts: list[Array], kind: Any) -> Array:
            return np.concatenate(parts).astype(kind)

        def merge(parts: list[Transitions]) -> Transitions:
            kinds = (np.int64, self.reward_type, np.int64)
            return Transitions(*(joined(list(each), kind) for *each, kind in zip(*parts, kinds, strict=True)))

        self.question = joined([each.question for each in of_all], np.int64)
        self.before, self.after = merge([each.before for each in of_all]), merge([each.after for each in of_all])
        self.reward = joined([each.reward for each in of_all], self.reward_type)
        self.shown = joined([each.shown for each in of_all], np.int64)
        self.state = joined([each.state + offsets[id(each)] for each in of_all], np.int64)

    def _answer_by_memory(self, learner: Any, places: Array, checks: int) -> None:
        """Tabulate the answers of copies with each limited memory; they act before each training."""
        self.remembering = self.span(lambda lane: lane.name == LIMITED)
        lanes = self.lanes[self.remembering]
        if not lanes:
            return
        seeds = np.repeat(places[self.remembering], MEMORIES)
        everyone, nobody = slice(0, len(seeds)), slice(0, 0)
        learners: BatchedLearner = learner(self.seeds, seeds, nobody, nobody)
        if checks:
            learners = Checked(learners, len(seeds), 0, self.semantics)
        signs = [-1 if lane.is_opposite and lane.run.opposite == "paper" else 1 for lane in lanes]
        seen = np.zeros(len(seeds), np.int64)
        for entries, rewards in _REMEMBERED:
            learners.act(everyone, seen)
            entry = np.tile(entries, len(lanes))
            reward = np.concatenate([sign * rewards for sign in signs]).astype(self.reward_type)
            learners.learn(everyone, entry, reward, np.where(entry == NO_TRANSITION, OBSERVATIONS, 0))
        self.answers = learners.act(everyone, seen)
        self.memory = np.arange(len(lanes)) * MEMORIES
        self.after_memory = (self.memory[:, np.newaxis] + _AFTER_MEMORY).ravel()

    def _begin(self) -> Array:
        """Train copies as environments do before the first action, and return the first observations."""
        seen, state = np.zeros(self.count, np.int64), np.zeros(self.count, np.int64)
        for place, lane in enumerate(self.lanes):
            first = drawn_classes(lane.name, self.semantics, lane.run.seed)[0] if lane.name in CLASSES else 0
            seen[place], state[place] = lane.tables.first_shown[first], lane.tables.first_states[first]
        self.at_state = state + self.offset
        trains = self.span(lambda lane: bool(lane.tables.first_transitions))
        if trains.start < trains.stop:
            at, zeros = self.copies(trains), np.zeros(trains.stop - trains.start, np.int64)
            begin = self.lanes[trains.start].tables
            if begin.acts_first:
                self.learners.act(at, zeros)
            for each in begin.first_transitions:
                assert each == Transition(0, 0, 0, 0)
                self.learners.learn(at, zeros.copy(), zeros.astype(self.reward_type), zeros.copy())
        return seen

    def totals(self) -> list[int]:  # noqa: PLR0912, PLR0915 - a step is one sequence, and calls cost
        """Take all steps, and return the total rewards in the order of ``lanes``."""
        learners, count, apart, remembering = self.learners, self.count, self.apart, self.remembering
        agents, copies, everyone = slice(0, count), slice(count, 2 * count), slice(0, 2 * count)
        early = self.span(lambda lane: lane.trains_before or lane.tables.again)
        again = self.span(lambda lane: lane.tables.again)
        drawing = self.span(lambda lane: lane.name in CLASSES)
        by_number = self.span(lambda lane: lane.name == BY_NUMBER)
        first_number = 0 if self.semantics == "published" else 1
        babies = self.span(lambda lane: lane.tables.metered and lane.name == "CryingBaby")
        parents = self.span(lambda lane: lane.tables.metered and lane.name == "CryingBaby2")
        of_babies, of_parents = _Levels(babies), _Levels(parents)
        seen, key = self._begin(), self.at_state
        total = np.zeros(count, self.reward_type)
        entry, reward, after = np.zeros(2 * count, np.int64), np.zeros(2 * count, self.reward_type), np.tile(seen, 2)
        seen, did_then, paid = after[agents], entry[agents], reward[agents]
        learned = Transitions(entry[copies], reward[copies], after[copies])
        second_time = Transitions(*(each[again] for each in learned))
        # A copy that learns a transition twice learns it the second time in the next turn, before the question.
        second_time.entry[:] = NO_TRANSITION
        at_again = slice(again.start - early.start, again.stop - early.start)
        for start in range(0, self.steps, _CHUNK):
            length = min(_CHUNK, self.steps - start)
            rows = self._drawn(drawing, start, length)
            for step in range(length):
                did = learners.act(agents, seen)
                np.add(key, did, out=key)
                if drawing.stop:
                    key[drawing] += rows[step]
                if babies.stop:
                    key[babies] += of_babies.content(did[babies])
                question = self.question.take(key)
                if apart.stop:
                    learners.copy(self.copies(apart), self.kept)
                if early.stop:
                    before = Transitions(*(each.take(key[early]) for each in self.before))
                    if again.stop:
                        for each, once_more in zip(before, second_time, strict=True):
                            each[at_again] = once_more
                    learners.learn(self.copies(early), *before)
                answer = learners.act(copies, question)
                if apart.stop:
                    learners.copy(self.kept, self.copies(apart))
                if remembering.stop:
                    answer[remembering] = self.answers.take(self.memory)
                    turn = 4 * self.memory + 2 * answer[remembering] + did[remembering]
                    self.after_memory.take(turn, out=self.memory, mode="clip")
                if parents.stop:
                    key[parents] += of_parents.content(answer[parents])
                np.multiply(key, ANSWERS, out=key)
                np.add(key, answer, out=key)
                np.add(seen, seen, out=did_then)
                np.add(did_then, did, out=did_then)
                self.reward.take(key, out=paid, mode="clip")
                np.add(total, paid, out=total)
                self.shown.take(key, out=seen, mode="clip")
                for table, out in zip(self.after, learned, strict=True):
                    table.take(key, out=out, mode="clip")
                if by_number.stop:
                    learned.reward[by_number] *= start + step + first_number
                learners.learn(everyone, entry, reward, after)
                self.state.take(key, out=key, mode="clip")
        if again.stop:
            learners.learn(self.copies(again), *second_time)
        return [int(each) for each in total]

    def _drawn(self, drawing: slice, start: int, length: int) -> Array:
        """Return twice the drawn classes of these steps, a row a step."""
        columns = []
        for lane in self.lanes[drawing]:
            classes = np.frombuffer(drawn_classes(lane.name, self.semantics, lane.run.seed)[1], np.uint8)
            columns.append(2 * classes.take(np.arange(start, start + length), mode="wrap").astype(np.int64))
        return np.array(columns).T


class _Levels:
    """The levels of nutrition of some babies, minus the least level of a content baby."""

    def __init__(self, lanes: slice) -> None:
        self.levels = np.full(lanes.stop - lanes.start, _NUTRITION.initial - _NUTRITION.least)

    def content(self, done: Array) -> Array:
        """Advance by a turn, with a meal if the action is 0, and return 2 for each content baby, else 0."""
        np.add(self.levels, _AFTER.take(done), out=self.levels)
        return _TWICE.take(self.levels.view(np.uint64) <= _NUTRITION.most - _NUTRITION.least)


_AFTER = np.array([_NUTRITION.meal, *[0] * (ANSWERS - 1)]) - _NUTRITION.turn
_TWICE = np.array([0, 2])

_BEGINS = tuple((4**turns - 1) // 3 for turns in range(REMEMBERED + 2))
"""The number of the first memory of each length."""

MEMORIES = _BEGINS[-1]
"""The number of memories of at most five turns, each an action, 0 or 1, and a reward, -1 or 1.

They are numbered by length and then as numbers of base 4, the oldest turn first, a turn as
``2 * action + (reward > 0)``.
"""


def _after_memory() -> Array:
    """Return the memory after a turn, at ``4 * memory + 2 * answer + action``."""
    after = []
    for turns in range(REMEMBERED + 1):
        begins = _BEGINS[min(turns + 1, REMEMBERED)]
        for memory, answer, action in product(range(4**turns), (0, 1), (0, 1)):
            after.append(begins + (4 * memory + 2 * action + (action == answer)) % 4**REMEMBERED)
    return np.array(after, np.int64)


_AFTER_MEMORY = _after_memory()


def _remembered_turns() -> list[tuple[Array, Array]]:
    """Return the entries and rewards of the first turn of each memory, then of the second, and so on."""
    entries = np.full((REMEMBERED, MEMORIES), NO_TRANSITION)
    rewards = np.zeros((REMEMBERED, MEMORIES), np.int64)
    for turns in range(REMEMBERED + 1):
        for place in range(turns):
            turn = np.arange(4**turns) // 4 ** (turns - 1 - place) % 4
            memories = slice(_BEGINS[turns], _BEGINS[turns + 1])
            entries[place, memories], rewards[place, memories] = turn // 2, 2 * (turn % 2) - 1
    return list(zip(entries, rewards, strict=True))


_REMEMBERED = _remembered_turns()
