"""Runs of one learner in environments with two actions, side by side: each is a lane of some arrays."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from formal_rl.agents import Transition
from formal_rl.battery._draw_pools import draw_pools
from formal_rl.battery._drawn_classes import CLASSES, drawn_classes
from formal_rl.battery._lanes.minds import MINDS, Checked, Mind
from formal_rl.battery._lanes.tables import ACTIONS, ANSWERS, OBSERVATIONS, UNTOLD, Array, Tables, Told, tables
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
        before = self.tables.before.entry.min() < UNTOLD
        kind = "aside" if self.tables.aside else "before" if before else "again" if self.tables.again else self.name
        self.order = (not self.tables.aside, not before, kind, self.name, run.environment, run.seed)


class Lanes:
    """The runs of one agent, all with the same readings and numbers of steps.

    Instances are, in this order: those of the agents; the copies of lanes that ask about another past; copies of these,
    made for each such question; and the other copies.
    """

    def __init__(self, runs: Sequence[BatteryRun], agent: str, checks: int) -> None:
        self.lanes = sorted((_Lane(run, runs[0].agent) for run in runs), key=lambda lane: lane.order)
        self.count = count = len(self.lanes)
        self.steps, self.semantics = runs[0].steps, runs[0].semantics
        self.apart = self.span(lambda lane: lane.tables.aside)
        self.apart_copies = slice(count, count + self.apart.stop)
        self.asked = slice(count + self.apart.stop, 2 * count + self.apart.stop)
        self.all = slice(0, self.asked.stop)
        seeds = sorted({lane.run.seed for lane in self.lanes})
        self.seeds = np.array([seeds.index(lane.run.seed) for lane in self.lanes])
        self.pools = [draw_pools(seed) for seed in seeds]
        self.third = self.copies(self.span(lambda lane: lane.name == "ThirdActionForbidden"))
        rate_one = self.copies(self.span(lambda lane: lane.name == "IncentivizeLearningRate"))
        learner = MINDS[agent]
        self.reward_type = learner.reward_type
        of_all = np.concatenate([self.seeds, self.seeds[self.apart], self.seeds])
        self.minds: Mind = learner(self.pools, of_all, self.third, rate_one)
        if checks:
            self.minds = Checked(self.minds, self.all.stop, count, self.semantics)
        self._join_tables()
        self._remember(learner, checks)

    def span(self, which: Any) -> slice:
        """Return where these lanes are, which are beside each other."""
        places = [place for place, lane in enumerate(self.lanes) if which(lane)]
        return slice(places[0], places[-1] + 1) if places else slice(0, 0)

    def copies(self, lanes: slice) -> slice:
        """Return the copies of these lanes which are asked."""
        return slice(self.asked.start + lanes.start, self.asked.start + lanes.stop)

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
        self.reward = joined([each.reward for each in of_all], np.int64)
        self.shown = joined([each.shown for each in of_all], np.int64)
        self.state = joined([each.state + offsets[id(each)] for each in of_all], np.int64)

    def _remember(self, learner: Any, checks: int) -> None:
        """Have copies of limited memory answer by each memory there may be; they are asked before each training."""
        self.remembering = self.span(lambda lane: lane.name == LIMITED)
        lanes = self.lanes[self.remembering]
        if not lanes:
            return
        seeds = np.repeat(self.seeds[self.remembering], MEMORIES)
        everyone, nobody = slice(0, len(seeds)), slice(0, 0)
        minds: Mind = learner(self.pools, seeds, nobody, nobody)
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
            seen[place], state[place] = lane.tables.begin[first].shown, lane.tables.first_states[first]
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

    def totals(self) -> list[int]:
        """Make all steps, and return the total rewards in the order of ``lanes``."""
        minds, count, apart = self.minds, self.count, self.apart
        agents, asked, everyone = slice(0, count), self.asked, self.all
        before = self.span(lambda lane: not lane.tables.aside and lane.tables.before.entry.min() < UNTOLD)
        again = self.span(lambda lane: lane.tables.again)
        by_number = self.span(lambda lane: lane.name == BY_NUMBER)
        first_number = 0 if self.semantics == "published" else 1
        drawing = [place for place, lane in enumerate(self.lanes) if lane.name in CLASSES]
        babies = self.span(lambda lane: lane.tables.metered and lane.name == "CryingBaby")
        parents = self.span(lambda lane: lane.tables.metered and lane.name == "CryingBaby2")
        baby_level = np.full(babies.stop - babies.start, _NUTRITION.initial)
        parent_level = np.full(parents.stop - parents.start, _NUTRITION.initial)
        remembering = self.remembering
        seen, key = self._begin(), self.at_state
        total = np.zeros(count, np.int64)
        size, own = asked.stop, asked.start
        entry, after = np.full(size, UNTOLD), np.full(size, OBSERVATIONS)
        reward = np.zeros(size, self.reward_type)
        for start in range(0, self.steps, _CHUNK):
            length = min(_CHUNK, self.steps - start)
            rows = self._drawn(drawing, start, length)
            for step in range(length):
                did = minds.act(agents, seen)
                key = key + did
                if drawing:
                    key[drawing] += rows[step]
                if babies.stop:
                    key[babies] += 2 * _content(baby_level, did[babies])
                question = self.question.take(key)
                if apart.stop:
                    minds.copy(self.apart_copies, self.copies(apart))
                    minds.learn(self.copies(apart), *(each.take(key[apart]) for each in self.before))
                if before.stop:
                    minds.learn(self.copies(before), *(each.take(key[before]) for each in self.before))
                answer = minds.act(asked, question)
                if remembering.stop:
                    answer[remembering] = self.answers.take(self.memory)
                    turn = self.memory_place(answer, did)
                    self.memory = self.after_memory.take(turn)
                if parents.stop:
                    key[parents] += 2 * _content(parent_level, answer[parents])
                key *= ANSWERS
                key += answer
                paid, shown = self.reward.take(key), self.shown.take(key)
                total += paid
                np.multiply(seen, 2, out=entry[:count])
                entry[:count] += did
                reward[:count], after[:count] = paid, shown
                told, told_reward, told_after = (each.take(key) for each in self.after)
                if by_number.stop:
                    told_reward[by_number] *= start + step + first_number
                entry[count:own], reward[count:own], after[count:own] = UNTOLD, 0, OBSERVATIONS
                entry[own:], reward[own:], after[own:] = told, told_reward, told_after
                if apart.stop:
                    copies, main = self.copies(apart), self.apart_copies
                    for each, nothing in ((entry, UNTOLD), (reward, 0), (after, OBSERVATIONS)):
                        each[main] = each[copies]
                        each[copies] = nothing
                minds.learn(everyone, entry, reward, after)
                if again.stop:
                    minds.learn(self.copies(again), told[again], told_reward[again], told_after[again])
                key = self.state.take(key)
                seen = shown
        return total.tolist()

    def memory_place(self, answer: Array, did: Array) -> Array:
        """Return where what is remembered after this turn stands."""
        at = self.remembering
        return 4 * self.memory + 2 * answer[at] + did[at]

    def _drawn(self, drawing: list[int], start: int, length: int) -> Array:
        """Return twice the classes that are drawn in these steps, a row a step."""
        columns = []
        for lane in (self.lanes[place] for place in drawing):
            classes = np.frombuffer(drawn_classes(lane.name, self.semantics, lane.run.seed)[1], np.uint8)
            columns.append(2 * classes.take(np.arange(start, start + length), mode="wrap").astype(np.int64))
        return np.array(columns).T


def _content(level: Array, done: Array) -> Array:
    """Have the levels of nutrition go on, with a meal where 0 was done, and return which are content."""
    level += np.where(done == 0, _NUTRITION.meal, 0) - _NUTRITION.turn
    return (level >= _NUTRITION.least) & (level <= _NUTRITION.most)


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
assert ACTIONS == 2
