"""Runs of agents that have finitely many states: each step is computed once, and looked up afterwards."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

from attrs import define, field

from formal_rl.agents import Learner, LearnerClass, RepeatedDraws, Transition
from formal_rl.agents.catalogue import RECORDS
from formal_rl.battery._drawn_classes import classes_of_run
from formal_rl.battery._turns import ASIDE, BEGIN, BY_NUMBER, LIMITED, METER, PlayedTurns, Turns, played_turns
from formal_rl.battery.agents import AGENTS, RunSettings
from formal_rl.battery.environments import Reading, find_environment
from formal_rl.battery.results import BatteryRun
from formal_rl.battery.totals import reality_checked
from formal_rl.environments.library.crying_baby import Nutrition
from formal_rl.environments.library.limited_memory import REMEMBERED

_FINITE = tuple(record.published_name for record in RECORDS if record.finite)
FINITE_AGENTS: frozenset[str] = frozenset((*_FINITE, *map(reality_checked, _FINITE)))
"""Of a reward they read only whether it is negative."""


def memoised_total(run: BatteryRun) -> int:
    """Return the total reward of a run of one of `FINITE_AGENTS`."""
    drawn = classes_of_run(run)
    begin = _begin(run.agent, run.environment, run.semantics, run.opposite)
    state, total = begin[next(drawn)].state, 0
    if not begin.game.is_metered:
        for each in drawn:
            reward, _, state = state[each]
            total += reward
        return total
    # The level of a baby's nutrition may grow without end, so a state does not have it.
    nutrition = Nutrition()
    level = nutrition.initial
    for _ in range(run.steps):
        level += state[1].meals * nutrition.meal - nutrition.turn
        reward, _, state = state[nutrition.reward(level)]
        total += reward
    return total


class _Step(NamedTuple):
    reward: int
    meals: int
    state: _State


class _State(dict[int, _Step]):
    """The steps from one state: by the class of a draw, or by whether a baby is content, 1 or -1."""

    def __init__(self, game: _Game | _LimitedMemory, where: Any) -> None:
        super().__init__()
        self.game, self.where = game, where

    def __missing__(self, given: int) -> _Step:
        reward, meals, where = self.game.move(self.where, given)
        key = (id(where[0]), *where[1:])
        if key not in self.game.states:
            self.game.states[key] = _State(self.game, where)
        self[given] = step = _Step(reward, meals, self.game.states[key])
        return step


class _Where(NamedTuple):
    """The turns that may follow, the agent, its copy, and the observation."""

    following: Turns | None
    """``None`` before the first percept."""
    own: Any
    copy: Any
    seen: Any
    factor: int = 1
    """The factor of the rewards in the copy's next training."""


@define(eq=False)
class _Game:
    learner: Learner[Any]
    copies: Any
    turns: PlayedTurns
    is_metered: bool
    states: dict[Any, _State] = field(factory=dict)

    def move(self, where: _Where, given: int) -> tuple[int, int, _Where]:
        turns, own, copy, before, factor = where
        answer: Any
        action, meals = 0, 0
        if turns is None:
            turn = self.turns.following(BEGIN)[given][-1]
        else:
            action = self.learner.act(own, before)
            turn = turns[0 if self.is_metered else given][action]
        while True:
            whom, trainings, question, then = turn
            asked = copy
            while trainings is not None:
                observation, act, reward, after, trainings = trainings
                asked = self.copies.train(asked, Transition(observation, act, factor * reward, after))
            if question is None:
                break
            if whom == METER:
                answer, meals = given, int(question == 1)
            else:
                answer, asked = self.copies.ask(asked, question)
            if whom != ASIDE:
                copy = asked
            turn = then[answer]
        reward, seen, following = then
        if turns is not None:
            own, factor = self.learner.learn(own, Transition(before, action, reward, seen)), 1
        return reward, meals, _Where(following, own, asked, seen, factor)


@define(eq=False)
class _LimitedMemory:
    """Rewards are times ``sign`` to the agent, times ``copy_sign`` to copies; each copy learns the last turns."""

    is_metered = False
    learner: Learner[Any]
    copies: Any
    published: bool
    sign: int
    copy_sign: int
    states: dict[Any, _State] = field(factory=dict)

    def move(self, where: tuple[None, Any, Any] | None, given: int) -> tuple[int, int, tuple[None, Any, Any]]:
        if where is None:
            return 0, 0, (None, self.learner.initial, ())
        _, own, remembered = where
        action, copy = self.learner.act(own, 0), self.copies.initial
        for each in remembered:
            if self.published:
                _, copy = self.copies.ask(copy, 0)
            copy = self.copies.train(copy, each)
        reward = 1 if action == self.copies.ask(copy, 0)[0] else -1
        own = self.learner.learn(own, Transition(0, action, self.sign * reward, 0))
        remembered = (*remembered, Transition(0, action, self.copy_sign * reward, 0))[-REMEMBERED:]
        return self.sign * reward, 0, (None, own, remembered)


@cache
def _begin(agent: str, environment: str, semantics: Reading, opposite: Reading) -> _State:
    found, is_opposite = find_environment(environment)
    settings = RunSettings(RepeatedDraws((0,)), found.number_of_actions)
    learner = AGENTS[agent].learner(settings, semantics=semantics)
    copied: Any = found.copied_from(learner, semantics)
    copies = copied if copied is None or hasattr(copied, "ask") else LearnerClass(copied)
    published, sign = semantics == "published", -1 if is_opposite else 1
    if found.name == LIMITED:
        return _State(_LimitedMemory(learner, copies, published, sign, sign if opposite == "paper" else 1), None)
    turns = played_turns(environment, semantics, opposite, has_rate=copied is not None)
    # The published environment numbers trainings from 0; of a copy that is trained once, only the sign is read.
    factor = 0 if found.name == BY_NUMBER and published else 1
    begin = _Where(None, learner.initial, getattr(copies, "initial", None), None, factor)
    return _State(_Game(learner, copies, turns, turns.is_metered), begin)
