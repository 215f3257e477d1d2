"""Runs of one learner in environments with two actions, side by side: each is a lane of some arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from formal_rl.agents import Transition
from formal_rl.battery._draw_pools import draw_pools
from formal_rl.battery._drawn_classes import CLASSES, drawn_classes
from formal_rl.battery._lockstep.minds import MINDS, Checked, Mind
from formal_rl.battery._lockstep.tables import ANSWERS, OBSERVATIONS, UNTOLD, Array, Tables, Told, tables
from formal_rl.battery._turns import BY_NUMBER, LIMITED
from formal_rl.battery.agents import AGENTS, RunSettings
from formal_rl.battery.environments import find_environment
from formal_rl.battery.results import BatteryRun
from formal_rl.environments import REMEMBERED, Nutrition

_CHUNK = 500
"""How many steps' draws are prepared at once."""

_NUTRITION = Nutrition()


class _Lane:
    """A run, the tables of its environment, and what kind of lane it is."""

    def __init__(self, run: BatteryRun, agent: str) -> None:
        found, self.is_opposite = find_environment(run.environment)
        self.run, self.name = run, found.name
        told = RunSettings(draw_pools(run.seed).agents, found.number_of_actions)
        learner = AGENTS[agent].learner(told, semantics=run.semantics)
        self.learner, has_rate = learner, found.copied_from(learner, run.semantics) is not None
        self.tables = tables(run.environment, run.semantics, run.opposite, has_rate=has_rate)
        self.told_before = bool(self.tables.before.entry.min() < UNTOLD)
        drawn = 0 if self.tables.aside else -1 if found.name in CLASSES else 1
        early = 0 if self.told_before else 1 if self.tables.again else 2
        self.order = (drawn, early, self.name, run.environment, run.seed)


class Lanes:
    """The runs of one agent, all with the same readings and numbers of steps.

    Instances are those of the agents, then their copies, and then what copies are, while they are asked about another
    past, so that they can be this again.
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
        learner = MINDS[agent]
        self.reward_type = learner.reward_type
        self.minds: Mind = learner(self.seeds, np.concatenate([places, places, places[self.apart]]), third, rate_one)
        if checks:
            self.minds = Checked(self.minds, self.kept.stop, count, self.semantics)
        self._join_tables()
        self._remember(learner, places, checks)

    def span(self, which: Any) -> slice:
        """Return where these lanes are, which are beside each other."""
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

        def told(parts: list[Told]) -> Told:
            kinds = (np.int64, self.reward_type, np.int64)
            return Told(*(joined(list(each), kind) for each, kind in zip(zip(*parts, strict=True), kinds, strict=True)))

        self.question = joined([each.question for each in of_all], np.int64)
        self.before, self.after = told([each.before for each in of_all]), told([each.after for each in of_all])
        self.reward = joined([each.reward for each in of_all], self.reward_type)
        self.shown = joined([each.shown for each in of_all], np.int64)
        self.state = joined([each.state + offsets[id(each)] for each in of_all], np.int64)

    def _remember(self, learner: Any, places: Array, checks: int) -> None:
        """Have copies of limited memory answer by each memory there may be; they are asked before each training."""
        self.remembering = self.span(lambda lane: lane.name == LIMITED)
        lanes = self.lanes[self.remembering]
        if not lanes:
            return
        seeds = np.repeat(places[self.remembering], MEMORIES)
        everyone, nobody = slice(0, len(seeds)), slice(0, 0)
        minds: Mind = learner(self.seeds, seeds, nobody, nobody)
        if checks:
            minds = Checked(minds, len(seeds), 0, self.semantics)
        signs = [-1 if lane.is_opposite and lane.run.opposite == "paper" else 1 for lane in lanes]
        seen = np.zeros(len(seeds), np.int64)
        for entries, rewards in _REMEMBERED:
            minds.act(everyone, seen)
            entry = np.tile(entries, len(lanes))
            reward = np.concatenate([sign * rewards for sign in signs]).astype(self.reward_type)
            minds.learn(everyone, entry, reward, np.where(entry == UNTOLD, OBSERVATIONS, 0))
        self.answers = minds.act(everyone, seen)
        self.memory = np.arange(len(lanes)) * MEMORIES
        self.after_memory = (self.memory[:, np.newaxis] + _AFTER_MEMORY).ravel()

    def _begin(self) -> Array:
        """Do what is done before the first action, and return what the agents see."""
        seen, state = np.zeros(self.count, np.int64), np.zeros(self.count, np.int64)
        for place, lane in enumerate(self.lanes):
            first = drawn_classes(lane.name, self.semantics, lane.run.seed)[0] if lane.name in CLASSES else 0
            seen[place], state[place] = lane.tables.first_shown[first], lane.tables.first_states[first]
        self.at_state = state + self.offset
        told = self.span(lambda lane: bool(lane.tables.told_first))
        if told.start < told.stop:
            at, zeros = self.copies(told), np.zeros(told.stop - told.start, np.int64)
            begin = self.lanes[told.start].tables
            if begin.asked_first:
                self.minds.act(at, zeros)
            for each in begin.told_first:
                assert each == Transition(0, 0, 0, 0)
                self.minds.learn(at, zeros.copy(), zeros.astype(self.reward_type), zeros.copy())
        return seen

    def totals(self) -> list[int]:  # noqa: PLR0912, PLR0915 - a step is one sequence, and calls cost
        """Make all steps, and return the total rewards in the order of ``lanes``."""
        minds, count, apart, remembering = self.minds, self.count, self.apart, self.remembering
        agents, copies, everyone = slice(0, count), slice(count, 2 * count), slice(0, 2 * count)
        early = self.span(lambda lane: lane.told_before or lane.tables.again)
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
        told = Told(entry[copies], reward[copies], after[copies])
        told_again = Told(*(each[again] for each in told))
        # What is told twice is told the second time in the next turn, before the question.
        told_again.entry[:] = UNTOLD
        at_again = slice(again.start - early.start, again.stop - early.start)
        for start in range(0, self.steps, _CHUNK):
            length = min(_CHUNK, self.steps - start)
            rows = self._drawn(drawing, start, length)
            for step in range(length):
                did = minds.act(agents, seen)
                np.add(key, did, out=key)
                if drawing.stop:
                    key[drawing] += rows[step]
                if babies.stop:
                    key[babies] += of_babies.content(did[babies])
                question = self.question.take(key)
                if apart.stop:
                    minds.copy(self.copies(apart), self.kept)
                if early.stop:
                    before = Told(*(each.take(key[early]) for each in self.before))
                    if again.stop:
                        for each, once_more in zip(before, told_again, strict=True):
                            each[at_again] = once_more
                    minds.learn(self.copies(early), *before)
                answer = minds.act(copies, question)
                if apart.stop:
                    minds.copy(self.kept, self.copies(apart))
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
                for table, out in zip(self.after, told, strict=True):
                    table.take(key, out=out, mode="clip")
                if by_number.stop:
                    told.reward[by_number] *= start + step + first_number
                minds.learn(everyone, entry, reward, after)
                self.state.take(key, out=key, mode="clip")
        if again.stop:
            minds.learn(self.copies(again), *told_again)
        return [int(each) for each in total]

    def _drawn(self, drawing: slice, start: int, length: int) -> Array:
        """Return twice the classes that are drawn in these steps, a row a step."""
        columns = []
        for lane in self.lanes[drawing]:
            classes = np.frombuffer(drawn_classes(lane.name, self.semantics, lane.run.seed)[1], np.uint8)
            columns.append(2 * classes.take(np.arange(start, start + length), mode="wrap").astype(np.int64))
        return np.array(columns).T


class _Levels:
    """The levels of nutrition of some babies, less the least one that is content."""

    def __init__(self, lanes: slice) -> None:
        self.levels = np.full(lanes.stop - lanes.start, _NUTRITION.initial - _NUTRITION.least)

    def content(self, done: Array) -> Array:
        """Have them go on, with a meal where 0 was done, and return 2 where one is content, else 0."""
        np.add(self.levels, _AFTER.take(done), out=self.levels)
        return _TWICE.take(self.levels.view(np.uint64) <= _NUTRITION.most - _NUTRITION.least)


_AFTER = np.array([_NUTRITION.meal, *[0] * (ANSWERS - 1)]) - _NUTRITION.turn
_TWICE = np.array([0, 2])

_BEGINS = tuple((4**turns - 1) // 3 for turns in range(REMEMBERED + 2))
"""Where memories of so many turns begin among all."""

MEMORIES = _BEGINS[-1]
"""How many memories there are of at most five turns, each of an action, 0 or 1, and a reward, -1 or 1.

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
    entries = np.full((REMEMBERED, MEMORIES), UNTOLD)
    rewards = np.zeros((REMEMBERED, MEMORIES), np.int64)
    for turns in range(REMEMBERED + 1):
        for place in range(turns):
            turn = np.arange(4**turns) // 4 ** (turns - 1 - place) % 4
            memories = slice(_BEGINS[turns], _BEGINS[turns + 1])
            entries[place, memories], rewards[place, memories] = turn // 2, 2 * (turn % 2) - 1
    return list(zip(entries, rewards, strict=True))


_REMEMBERED = _remembered_turns()
