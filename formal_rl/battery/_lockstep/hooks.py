"""What single environments do with their lanes, beside what all do."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from formal_rl.agents import AgentClass, Transition
from formal_rl.battery._adapters import class_of
from formal_rl.battery._draw_pools import draw_pools
from formal_rl.battery._lockstep.lanes import ROLES, Array, Lanes
from formal_rl.battery.agents import AGENTS, RunSettings
from formal_rl.environments import REMEMBERED, published_contentment, published_nutrition

_BEGINS = tuple((4**turns - 1) // 3 for turns in range(REMEMBERED + 2))
"""Where memories of so many turns begin among all."""

MEMORIES = _BEGINS[-1]
"""How many memories there are of at most five turns, each of an action, 0 or 1, and a reward, -1 or 1.

They are numbered by length and then as numbers of base 4, the oldest turn first, a turn as
``2 * action + (reward > 0)``.
"""


def _after_memory() -> NDArray[np.int64]:
    after = []
    for turns in range(REMEMBERED + 1):
        begins = _BEGINS[min(turns + 1, REMEMBERED)]
        for memory in range(4**turns):
            for copied in (0, 1):
                for did in (0, 1):
                    after.append(begins + (4 * memory + 2 * did + (did == copied)) % 4**REMEMBERED)
    return np.array(after, np.int64)


AFTER_MEMORY = _after_memory()
"""The memory after a turn, at ``4 * memory + 2 * copied + did``."""


def answers_by_memory(agent_class: AgentClass[Any]) -> NDArray[np.uint8]:
    """Return what a published copy with each memory answers; a copy is asked before each of its trainings."""
    copies, answers = [agent_class.initial], []
    for turns in range(REMEMBERED + 1):
        asked = [agent_class.ask(copy, 0) for copy in copies]
        answers += [answer for answer, _ in asked]
        if turns < REMEMBERED:
            copies = [
                agent_class.train(copy, Transition(0, action, reward, 0))
                for _, copy in asked
                for action in (0, 1)
                for reward in (-1, 1)
            ]
    return np.array(answers, np.uint8)


_LEVELS = range(10)
_AFTER_MEAL = np.array([2 * published_nutrition(level, fed=fed) for level in _LEVELS for fed in (True, False)])
"""Twice the level of nutrition, by twice the level before and 1 more where there was no meal."""
_CONTENT = np.array([float(published_contentment(level)) for level in _LEVELS]).repeat(2)
_LAUGHTER = np.array([1.0, -1.0])


def attach_hooks(lanes: Lanes) -> None:
    """Add the hooks of the environments that are there."""
    for names, attach in _HOOKS.items():
        at = lanes.span(names)
        if at.start < at.stop:
            attach(lanes, at)


def _agent_class(agent: str, seed: int) -> AgentClass[Any]:
    return class_of(AGENTS[agent].learner(RunSettings(draw_pools(seed).agents, 2), semantics="published"))


def _false_memories(lanes: Lanes, at: slice) -> None:
    """Begin with copies that have their memories, or are frozen by them."""
    # An untrained table is all 0, so that answers are drawn; the memories are of action 0 and reward 0.
    answers = lanes.of_two[:2, lanes.seed_place[at]].max(axis=0)
    lanes.first[at] = answers * lanes.checked[at]
    lanes.frozen[at] = lanes.first[at] != 0


def _ignore_rewards_2(lanes: Lanes, at: slice) -> None:
    """Tell nothing of a turn that was paid, so that copies have draws of their own.

    A reality check freezes only where the agent did otherwise than the copy, which is not paid.
    """
    copies, seeds = lanes.copies(at), len(lanes.seeds)
    exploits, drawn = lanes.exploiting.ravel(), lanes.of_two.ravel()
    trainings = lanes.seed_place[at].copy()  # times the number of seeds, and the place of the seed
    paid, entry = lanes.paid[at], lanes.entry[copies]
    untold = np.empty(at.stop - at.start, bool)

    def see(row: int) -> None:
        lanes.exploits[row, copies] = exploits.take(trainings, mode="wrap")
        lanes.drawn[row, copies] = drawn.take(trainings, mode="wrap")

    def tell(step: int) -> None:
        np.greater(paid, 0.0, out=untold)
        np.copyto(entry, lanes.nowhere, where=untold)
        trainings[~untold] += seeds

    lanes.seeing.append(see)
    lanes.telling.append(tell)


def _third_action_forbidden(lanes: Lanes, at: slice) -> None:
    """Let copies answer 2, the third action."""
    copies = lanes.copies(at)
    pairs = lanes.pairs[copies].view(float).reshape(-1, 2)
    first, second, learned = pairs[:, 0], pairs[:, 1], lanes.learned[copies]
    copied, greatest = lanes.copied[at], np.empty(at.stop - at.start)
    forbidden, third = np.empty(len(greatest), bool), np.full(len(greatest), 2, np.uint8)

    def answer(step: int) -> None:
        # The third action is never told, so its value stays 0.
        np.maximum(first, second, out=greatest)
        np.less(greatest, 0.0, out=forbidden)
        np.logical_and(forbidden, learned, out=forbidden)
        np.copyto(copied, third, where=forbidden)

    def train(best: Array) -> None:
        np.maximum(best[copies], 0.0, out=best[copies])

    lanes.answering.append(answer)
    lanes.training.append(train)


def _repeater(lanes: Lanes, at: slice) -> None:
    """Tell it again."""
    copies, seeds = lanes.copies(at), lanes.seed_place[at]
    slots, entry, rewards = lanes.base[copies], lanes.entry[copies], lanes.rewards[copies]
    gamma, rate = lanes.gamma[copies], lanes.rate[copies]
    frozen, first, freezes, told = lanes.frozen[at], lanes.first[at], lanes.freezes[at], lanes.told_action[at]
    table, values = lanes.table.view(complex), lanes.table
    checking = bool(freezes.any())

    def again(step: int) -> None:
        first_value, second_value = table.take(slots).view(float).reshape(-1, 2).T
        if checking:
            trainings = (2 * step + 1) % lanes.period
            own = lanes.of_two[trainings].take(seeds)
            learned = np.logical_or(first_value, second_value)
            np.logical_and(learned, lanes.exploiting[trainings].take(seeds), out=learned)
            np.copyto(own, (second_value > first_value).view(np.uint8), where=learned)
            np.copyto(first, own, where=np.greater(first == 0, frozen))
            np.logical_or(frozen, np.logical_and(own != told, freezes), out=frozen)
            np.copyto(entry, lanes.nowhere, where=frozen)
        best = np.maximum(first_value, second_value)
        value = values.take(entry)
        np.multiply(best, gamma, out=best)
        np.add(best, rewards, out=best)
        np.subtract(best, value, out=best)
        np.multiply(best, rate, out=best)
        values[entry] = np.add(best, value, out=best)

    lanes.trained.append(again)


def _limited_memory(lanes: Lanes, at: slice) -> None:
    """Answer by the memory, whatever the copy in this lane has learned, and whether or not it is frozen."""
    runs = {(cell.agent, cell.seed) for cell in lanes.cells[at]}
    made = {run: answers_by_memory(_agent_class(*run)) for run in runs}
    answers = np.concatenate([made[cell.agent, cell.seed] for cell in lanes.cells[at]]).repeat(4)
    begins = np.arange(at.stop - at.start) * MEMORIES
    after = 4 * (begins[:, np.newaxis] + AFTER_MEMORY).ravel()
    memory = 4 * begins
    copied, place = lanes.copied[at], lanes.place[at]

    def override(step: int) -> None:
        copied[:] = answers.take(memory, mode="clip")

    def tell(step: int) -> None:
        np.take(after, memory + place, out=memory, mode="clip")

    lanes.overriding.append(override)
    lanes.telling.append(tell)


def _nth_reward(lanes: Lanes, at: slice) -> None:
    """Tell the reward times the number of the turn from 0."""
    paid, rewards = lanes.paid[at], lanes.rewards[lanes.copies(at)]

    def tell(step: int) -> None:
        np.multiply(paid, float(step), out=rewards)

    lanes.telling.append(tell)


def _learning_rate(lanes: Lanes, at: slice) -> None:
    """Let copies learn at rate 1."""
    lanes.rate[lanes.copies(at)] = 1.0


def _rewards_before(lanes: Lanes, at: slice) -> None:
    """Add the reward before, in each turn or in odd ones."""
    paid, rewards = lanes.paid[at], lanes.rewards[lanes.copies(at)]
    before = np.zeros(at.stop - at.start)
    factors = np.zeros((2, lanes.lanes))
    factors[:, lanes.at("ShiftedRewards")] = 1.0
    factors[0, lanes.at("DelayedRewards")] = 1.0
    odd, even = factors[0, at], factors[1, at]

    def tell(step: int) -> None:
        np.multiply(before, even if step % 2 else odd, out=before)
        np.add(rewards, before, out=rewards)
        before[:] = paid

    lanes.telling.append(tell)


def _babies(lanes: Lanes, at: slice) -> None:
    """Feed babies, and tell them, or pay the agents, by how they are."""
    cries, feeds = (lanes.at(name) for name in ("CryingBaby", "CryingBaby2"))
    level = np.full(at.stop - at.start, 2 * 5)
    done = np.zeros_like(level)
    count = cries.stop - cries.start
    by_agent, by_copy = done[:count], done[count:]
    feeding, fed, laughing = lanes.did[cries], lanes.copied[feeds], lanes.did[feeds]
    content = np.zeros(len(level))
    of_baby, of_agent = content[:count], content[count:]
    paid, copies = lanes.paid[feeds], lanes.rewards[lanes.lanes :]
    told_of_baby, told_of_parent = copies[cries], copies[feeds]

    def pay(step: int) -> None:
        by_agent[:] = feeding
        by_copy[:] = fed
        np.add(level, done, out=done)
        _AFTER_MEAL.take(done, out=level, mode="clip")
        _CONTENT.take(level, out=content, mode="clip")
        paid[:] = of_agent

    def tell(step: int) -> None:
        told_of_baby[:] = of_baby
        _LAUGHTER.take(laughing, out=told_of_parent, mode="clip")

    lanes.paying.append(pay)
    lanes.telling.append(tell)


def _played_roles(lanes: Lanes, at: slice) -> None:
    """Show agents and copies what the other does."""
    copies = lanes.copies(at)
    agents_base, copies_base = lanes.base[at], lanes.base[copies]
    shown = np.zeros(at.stop - at.start, np.int64)
    parents = lanes.at("CryingBaby2")
    shown[parents.start - at.start : parents.stop - at.start] = 1
    babies = lanes.span(("CryingBaby", "CryingBaby2")).stop
    asked_now = (babies - at.start) if babies else 0
    before = np.zeros(len(shown), bool)
    asked = np.zeros(len(shown), bool)
    did, about_0, about_1 = lanes.did[at].view(bool), lanes.copied[at], lanes.answers[lanes.about_1]
    own, own_action = lanes.own[at], np.zeros(len(shown), np.uint8)
    row_now = 0

    def see(row: int) -> None:
        nonlocal row_now
        row_now = row
        lanes.ask[row, at] = slots = agents_base + shown
        lanes.train[row, at] = slots + slots
        slots = copies_base + before
        lanes.train[row, copies] = slots + slots

    def answer(step: int) -> None:
        asked[:asked_now] = did[:asked_now]
        asked[asked_now:] = before[asked_now:]
        own_action[:] = about_0
        np.copyto(own_action, about_1, where=before)
        np.copyto(about_0, about_1, where=asked)

    def look(step: int) -> None:
        own[:] = own_action

    def tell(step: int) -> None:
        shown[:] = about_0
        lanes.after[row_now, at] = agents_base + shown
        lanes.after[row_now, copies] = copies_base + did
        before[:] = did

    lanes.seeing.append(see)
    lanes.answering.append(answer)
    lanes.looking.append(look)
    lanes.telling.append(tell)


_HOOKS: Mapping[Sequence[str], Callable[[Lanes, slice], None]] = MappingProxyType(
    {
        ("FalseMemories",): _false_memories,
        ("IgnoreRewards2",): _ignore_rewards_2,
        ("ThirdActionForbidden",): _third_action_forbidden,
        ("ShiftedRewards", "DelayedRewards"): _rewards_before,
        ("Repeater",): _repeater,
        ("LimitedMemory",): _limited_memory,
        ("NthRewardMultipliedByN",): _nth_reward,
        ("IncentivizeLearningRate",): _learning_rate,
        ("CryingBaby", "CryingBaby2"): _babies,
        ROLES: _played_roles,
    }
)
