"""Runs of the published Q-learner side by side, each in a lane of some arrays, one step after the other."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from formal_rl.agents import QLearnerPublished
from formal_rl.battery._draw_pools import draw_pools
from formal_rl.battery._lockstep.draws import DRAWN_ROWS, PAYMENTS, PLACES, Payment
from formal_rl.battery.agents import AGENTS, RunSettings, reality_check_name
from formal_rl.battery.environments import find_environment
from formal_rl.battery.totals import Cell

Array: TypeAlias = NDArray[Any]

Q = "Q_learner"
CHECKED_Q = reality_check_name(Q)

WIDTH = 8
"""How many observations there are, at most."""

_CHUNK = 500
"""How many steps are prepared at once."""

_TOLD_THE_AGENTS_ACTION = (
    "FalseMemories",
    "IgnoreRewards",
    "IgnoreRewards2",
    "PunishNondeterministicAgent",
    "ThirdActionForbidden",
    "ShiftedRewards",
    "DelayedRewards",
    "Repeater",
    "LimitedMemory",
    "NthRewardMultipliedByN",
    "IncentivizeLearningRate",
    "FlipEveryOther",
    "AfterImages",
    "CensoredObservation",
    "IgnoreObservations",
    "SelfRecognition",
    "TemptingButton",
    "TemptingButtonVariation",
)
_TOLD_ACTION_0 = ("IgnoreActions",)
ROLES = ("CryingBaby", "CryingBaby2", "AdversarialSequencePredictor", "AdversarialSequenceEvader")
"""Those in which agent and copy see what the other does. In the first two the copy sees what is done now."""
_TOLD_ITS_OWN_ACTION = ("IgnoreRewards3", *ROLES)
IN_ORDER = (*_TOLD_THE_AGENTS_ACTION, *_TOLD_ACTION_0, *_TOLD_ITS_OWN_ACTION)
"""The environments with two actions, in the order of lanes."""
_ASKED_APART = ("IgnoreObservations", "SelfRecognition", "TemptingButton", "TemptingButtonVariation")
"""Those that ask their copy about one observation and tell it what was done on another."""

_PAYMENTS: Mapping[str, Payment] = MappingProxyType(
    {"CryingBaby": Payment.IF_THE_COPY_DOES_0, "AdversarialSequenceEvader": Payment.UNLIKE_THE_COPY}
)
"""How those pay that are not in `DRAWN_ROWS` and do not pay for acting as the copy does."""

_TOLD_REWARD: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "IgnoreRewards": (0, 0),
        "ShiftedRewards": (0, 0),
        "DelayedRewards": (1, 0),
        "FlipEveryOther": (1, -1),
        "IgnoreRewards3": (0, 0),
        "AdversarialSequencePredictor": (-1, -1),
        "AdversarialSequenceEvader": (-1, -1),
    }
)
"""How often the copy is told the reward, in odd and in even turns, where it is not once."""

Hook: TypeAlias = Callable[[int], None]
"""What is done at a stage of a step for the lanes of some environment, given the number of the step from 0."""

Stage: TypeAlias = Callable[[int, int], None]
"""A part of a step, given its number from 0 and its row among those that are prepared."""


class Lanes:
    """The runs, each a lane with two tables: the agent's and its copy's.

    Arrays of *instances* have the agents first and then the copies, each in the order of lanes. Arrays of *questions*
    have one for each instance, then those to copies about observation 1, then those about what they are told they saw.
    A *slot* is a row of a table, an *entry* one number in it; the last slot takes what is told to nobody. Rewards are
    floating point numbers that are whole, and arrays of answers and actions are of bytes.

    What only some environments do is done by hooks, which write into these arrays. A step is: ``seeing`` (questions and
    draws), the answers, ``answering``, the reality check, which is ``looking`` at what copies would have done,
    ``overriding``, the payment, ``paying``, what is told, ``telling``, the training, ``training`` (with the best values
    that follow), ``trained``. ``seeing`` is given the row that is prepared for the step.
    """

    def __init__(self, cells: Sequence[Cell], steps: int) -> None:
        found = sorted(
            ((*find_environment(cell.environment), cell) for cell in cells),
            key=lambda each: IN_ORDER.index(each[0].name),
        )
        names = [environment.name for environment, _, _ in found]
        self.cells = [cell for _, _, cell in found]
        self.steps = steps
        self.lanes = len(self.cells)
        self._at = {
            name: slice(names.index(name), names.index(name) + names.count(name)) for name in IN_ORDER if name in names
        }
        self.checked = np.array([cell.agent == CHECKED_Q for cell in self.cells], bool)
        self.sign = np.array([-1.0 if is_opposite else 1.0 for _, is_opposite, _ in found])
        self._read_draws()
        self.base = np.arange(2 * self.lanes) * WIDTH
        self.nowhere = 2 * (2 * self.lanes * WIDTH)
        self.table = np.zeros(self.nowhere + 2)
        self._list_questions()
        self._make_arrays()
        self._make_rows()
        self.seeing: list[Hook] = []
        self.answering: list[Hook] = []
        self.looking: list[Hook] = []
        self.overriding: list[Hook] = []
        self.paying: list[Hook] = []
        self.telling: list[Hook] = []
        self.training: list[Callable[[Array], None]] = []
        self.trained: list[Hook] = []

    def at(self, name: str) -> slice:
        """Return the lanes of an environment."""
        return self._at.get(name, slice(0, 0))

    def span(self, names: Sequence[str]) -> slice:
        """Return the lanes of environments that are neighbours in the order."""
        there = [self._at[name] for name in names if name in self._at]
        return slice(there[0].start, there[-1].stop) if there else slice(0, 0)

    def copies(self, at: slice) -> slice:
        """Return the copies of some lanes among the instances."""
        return slice(self.lanes + at.start, self.lanes + at.stop)

    def _read_draws(self) -> None:
        """Make tables of what the draws decide, by number of trainings and by seed; they begin again after a period."""
        self.seeds = sorted({cell.seed for cell in self.cells})
        self.seed_place = np.array([self.seeds.index(cell.seed) for cell in self.cells])
        pools = np.array([draw_pools(seed).agents.values for seed in self.seeds])
        self.period = pools.shape[1] // 2
        learner = AGENTS[Q].make(RunSettings(draw_pools(self.seeds[0]).agents, 2))
        assert isinstance(learner, QLearnerPublished)
        self.gamma = np.full(2 * self.lanes, learner.gamma)
        self.rate = np.full(2 * self.lanes, learner.learning_rate)
        self.exploiting = np.ascontiguousarray((pools[:, 0::2] <= learner.epsilon).T)
        self.of_two = np.ascontiguousarray(np.floor(2 * pools[:, 1::2]).astype(np.uint8).T)
        self.of_three = np.ascontiguousarray(np.floor(3 * pools[:, 1::2]).astype(np.uint8).T)
        self.pools = {seed: np.array(draw_pools(seed).environment.values) for seed in self.seeds}

    def _list_questions(self) -> None:
        lanes, seeds = self.lanes, self.seed_place
        self.roles = self.span(ROLES)
        self.apart = self.span(_ASKED_APART) if self.checked.any() else slice(0, 0)
        about_1 = self.base[lanes:][self.roles] + 1
        about_seen = self.base[lanes:][self.apart]
        self.about_1 = slice(2 * lanes, 2 * lanes + len(about_1))
        self.about_seen = slice(self.about_1.stop, self.about_1.stop + len(about_seen))
        self.questions = np.concatenate([self.base, about_1, about_seen])
        self.seed_of_question = np.concatenate([seeds, seeds, seeds[self.roles], seeds[self.apart]])

    def _make_arrays(self) -> None:
        lanes, questions = self.lanes, len(self.questions)
        self.pairs = np.empty(questions, complex)
        self.learned = np.empty(questions, bool)
        self.answers = np.zeros(questions, np.uint8)
        self.did = self.answers[:lanes]
        self.copied = self.answers[lanes : 2 * lanes]
        self.own = np.zeros(lanes, np.uint8)
        self.told_action = np.zeros(lanes, np.uint8)
        self.place = np.zeros(lanes, np.uint8)
        self.paid = np.zeros(lanes)
        self.rewards = np.zeros(2 * lanes)
        self.total = np.zeros(lanes)
        self.entry = np.zeros(2 * lanes, np.int64)
        self.freezes = self.checked.copy()
        self.frozen = np.zeros(lanes, bool)
        self.first = np.zeros(lanes, np.uint8)
        self.factors = np.ones((2, lanes))
        for name, factors in _TOLD_REWARD.items():
            self.factors[:, self.at(name)] = np.array(factors)[:, np.newaxis]

    def _make_rows(self) -> None:
        """Make what changes from step to step, as arrays of some steps; what does not change is filled in here."""
        size = min(_CHUNK, self.steps)
        self.ask = np.tile(self.questions, (size, 1))
        self.train = np.tile(2 * self.base, (size, 1))
        self.after = np.tile(self.base, (size, 1))
        self.exploits = np.empty((size, len(self.questions)), bool)
        self.drawn = np.empty((size, len(self.questions)), np.uint8)
        self.kinds = np.zeros((size, self.lanes), np.uint8)
        for name, kind in _PAYMENTS.items():
            self.kinds[:, self.at(name)] = PLACES * kind
        self.told = np.ones((size, self.lanes), bool)
        self.trainings_before = np.zeros(self.lanes, np.int64)

    def _prepare(self, start: int, size: int) -> None:
        """Fill the rows for ``size`` steps from ``start`` on."""
        self._prepare_drawn(start, size)
        steps = np.arange(start, start + size)
        censored = self.at("CensoredObservation")
        told = self.told[:size, censored]
        trainings = {
            lane: self.trainings_before[lane] + np.concatenate([[0], np.cumsum(counted)])
            for lane, counted in zip(range(self.lanes)[censored], told.T, strict=True)
        }
        for lane, counts in trainings.items():
            self.trainings_before[lane] = counts[-1]
        trainings |= dict.fromkeys(range(self.lanes)[self.at("FalseMemories")], steps + 2)
        trainings |= dict.fromkeys(range(self.lanes)[self.at("Repeater")], 2 * steps)
        for rows, table in ((self.exploits, self.exploiting), (self.drawn, self.of_two)):
            np.take(table[steps % self.period], self.seed_of_question, axis=1, out=rows[:size], mode="clip")
            for lane, counts in trainings.items():
                rows[:size, self.lanes + lane] = table[counts[:size] % self.period, self.seed_place[lane]]
        for lane in range(self.lanes)[self.at("ThirdActionForbidden")]:
            self.drawn[:size, self.lanes + lane] = self.of_three[steps % self.period, self.seed_place[lane]]

    def _prepare_drawn(self, start: int, size: int) -> None:
        for name, rows in DRAWN_ROWS.items():
            lanes = range(self.lanes)[self.at(name)]
            made = {seed: rows(self.pools[seed], start, size) for seed in {self.cells[lane].seed for lane in lanes}}
            for lane in lanes:
                shown, asked, before, after, payment, told = made[self.cells[lane].seed]
                agent, copy, copies_place = self.base[lane], self.base[self.lanes + lane], self.lanes + lane
                self.ask[:size, lane] = agent + shown[:-1]
                self.train[:size, lane] = 2 * (agent + shown[:-1])
                self.after[:size, lane] = agent + shown[1:]
                self.ask[:size, copies_place] = copy + asked
                self.train[:size, copies_place] = np.where(told, 2 * (copy + before), self.nowhere)
                self.after[:size, copies_place] = copy + after
                self.kinds[:size, lane] = PLACES * payment
                self.told[:size, lane] = told
                if self.apart.start <= lane < self.apart.stop:
                    self.ask[:size, self.about_seen.start + lane - self.apart.start] = copy + before

    def run(self) -> None:
        """Make all steps."""
        size, stages = len(self.ask), (self._ask_stage(), self._tell_stage(), self._train_stage())
        for start in range(0, self.steps, size or 1):
            length = min(size, self.steps - start)
            self._prepare(start, length)
            for row in range(length):
                for stage in stages:
                    stage(start + row, row)

    def tables(self, lane: int) -> tuple[tuple[tuple[float, ...], ...], ...]:
        """Return the tables of the agent and of the copy in a lane: a row for each observation there might be."""
        begins = (self.base[lane], self.base[self.lanes + lane])
        rows = (self.table[2 * first : 2 * (first + WIDTH)].reshape(WIDTH, 2).tolist() for first in begins)
        return tuple(tuple(map(tuple, table)) for table in rows)

    def _ask_stage(self) -> Stage:
        """Return what asks all instances, has the reality check look, and freezes to the first action that is not 0."""
        slots, pairs, learned, answers = self.table.view(complex), self.pairs, self.learned, self.answers
        first_value, second_value = pairs.view(float).reshape(-1, 2).T
        better = np.empty(len(pairs), bool)
        better_as_action = better.view(np.uint8)
        copied, own, apart, about_seen = self.copied, self.own, self.apart, self.about_seen
        checking, frozen, first = bool(self.freezes.any()), self.frozen, self.first
        computed, unset = np.empty(self.lanes, np.uint8), np.empty(self.lanes, bool)

        def ask(step: int, row: int) -> None:
            for see in self.seeing:
                see(row)
            slots.take(self.ask[row], out=pairs, mode="clip")
            np.greater(second_value, first_value, out=better)
            np.logical_or(first_value, second_value, out=learned)
            np.logical_and(learned, self.exploits[row], out=learned)
            answers[:] = self.drawn[row]
            np.copyto(answers, better_as_action, where=learned)
            for answer in self.answering:
                answer(step)
            if checking:
                own[:] = copied
                own[apart] = answers[about_seen]
                for look in self.looking:
                    look(step)
                np.maximum(copied, own, out=computed)
                np.equal(first, 0, out=unset)
                np.greater(unset, frozen, out=unset)
                np.copyto(first, computed, where=unset)
                np.copyto(copied, first, where=frozen)
            for override in self.overriding:
                override(step)

        return ask

    def _tell_stage(self) -> Stage:
        """Return what pays the agents, and finds what their copies are told."""
        did, copied, place, paid = self.did, self.copied, self.place, self.paid
        total, sign, factors = self.total, self.sign, (self.factors[0], self.factors[1])
        agents_rewards, copies_rewards = self.rewards[: self.lanes], self.rewards[self.lanes :]
        actions = np.zeros(2 * self.lanes, np.int64)
        agents_actions, copies_actions = actions[: self.lanes], actions[self.lanes :]
        told_action, entry = self.told_action, self.entry
        agents, own_game = self.span(_TOLD_THE_AGENTS_ACTION), self.span(_TOLD_ITS_OWN_ACTION)

        def tell(step: int, row: int) -> None:
            np.add(copied, copied, out=place)
            np.add(place, did, out=place)
            np.add(place, self.kinds[row], out=place)
            PAYMENTS.take(place, out=paid, mode="clip")
            for pay in self.paying:
                pay(step)
            np.multiply(paid, sign, out=agents_rewards)
            np.add(total, agents_rewards, out=total)
            np.multiply(paid, factors[step % 2], out=copies_rewards)
            told_action[agents] = did[agents]
            told_action[own_game] = copied[own_game]
            agents_actions[:] = did
            copies_actions[:] = told_action
            np.add(self.train[row], actions, out=entry)
            for hook in self.telling:
                hook(step)

        return tell

    def _train_stage(self) -> Stage:
        """Return what freezes copies that were told what they would not do, and trains all others, and the agents."""
        slots, table, lanes = self.table.view(complex), self.table, self.lanes
        gamma, rate, rewards, entry = self.gamma, self.rate, self.rewards, self.entry
        pairs = np.empty(2 * lanes, complex)
        first_value, second_value = pairs.view(float).reshape(-1, 2).T
        best, value = np.empty(2 * lanes), np.empty(2 * lanes)
        checking, freezes, frozen = bool(self.freezes.any()), self.freezes, self.frozen
        told_action, own, differs = self.told_action, self.own, np.empty(lanes, bool)
        copies_entry = entry[lanes:]

        def train(step: int, row: int) -> None:
            if checking:
                np.not_equal(told_action, own, out=differs)
                np.logical_and(differs, freezes, out=differs)
                np.logical_and(differs, self.told[row], out=differs)
                np.logical_or(frozen, differs, out=frozen)
                np.copyto(copies_entry, self.nowhere, where=frozen)
            slots.take(self.after[row], out=pairs, mode="clip")
            np.maximum(first_value, second_value, out=best)
            for hook in self.training:
                hook(best)
            table.take(entry, out=value, mode="clip")
            np.multiply(best, gamma, out=best)
            np.add(best, rewards, out=best)
            np.subtract(best, value, out=best)
            np.multiply(best, rate, out=best)
            np.add(best, value, out=best)
            table[entry] = best
            for again in self.trained:
                again(step)

        return train
