"""Runs on live instances, trained once at every step: of a user's class, and of the learners that draw.

Nothing is kept of how the instances came to be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from formal_rl.agents import AgentInstance, Learner, LearnerClass, Transition
from formal_rl.agents._instance_copies import InstanceCopier
from formal_rl.battery._adapters import ClassAsLearner
from formal_rl.battery._drawing_learners import RandomInstance
from formal_rl.battery._drawn_classes import classes_of_run
from formal_rl.battery._turns import BEGIN, BY_NUMBER, LIMITED, METER, Turns, played_turns
from formal_rl.battery.environments import find_environment
from formal_rl.battery.results import BatteryRun
from formal_rl.battery.users_agents import LiveInstances, checked_answer
from formal_rl.environments.library.crying_baby import Nutrition
from formal_rl.environments.library.limited_memory import REMEMBERED
from formal_rl.errors import FormalRLError
from formal_rl.histories import Action, Observation
from formal_rl.transforms.reality_check import PublishedRealityCheck


class NotCopied(FormalRLError):
    """An environment asks about another past, and instances of the class cannot be copied for that."""


def live_total(run: BatteryRun, learner: Learner[Any]) -> int:
    """Return the total reward of a run of a learner that is made of `LiveInstances`.

    Raises what the class raises, as it is, and `NotCopied`.
    """
    found, is_opposite = find_environment(run.environment)
    # An agent's own actions are those that its reality check compares with, so it never freezes.
    own, copies = _within(learner).make(), found.copied_from(learner, run.semantics)
    if found.name == LIMITED:
        sign = -1 if is_opposite else 1
        copy_sign = sign if run.opposite == "paper" else 1
        return _with_limited_memory(run, own, lambda: _instance_of(copies), sign=sign, copy_sign=copy_sign)
    turns = played_turns(run.environment, run.semantics, run.opposite, has_rate=copies is not None)
    copy = None if copies is None else _instance_of(copies)
    if found.name == BY_NUMBER:
        copy = _RewardsTimesNumber(copy, number=0 if run.semantics == "published" else 1)
    return _followed(turns.following(BEGIN), classes_of_run(run), own, copy)


def _within(agent: Any) -> LiveInstances:
    """Return the instances of which a learner or an agent-class is the reading, or a reality check."""
    while not isinstance(agent, LiveInstances):
        agent = agent.learner if hasattr(agent, "learner") else agent.agent_class
    return agent


def _instance_of(agent: Any) -> Any:
    """Return a new instance of a learner, or of an agent-class, that is `LiveInstances` or a reality check of it."""
    if isinstance(agent, LiveInstances):
        return agent.make()
    inner = agent.learner if hasattr(agent, "learner") else agent.agent_class
    if isinstance(agent, (LearnerClass, ClassAsLearner)):
        return _instance_of(inner)
    published = isinstance(agent, PublishedRealityCheck)
    return _RealityChecked(_instance_of(inner), _within(inner).number_of_actions, published)


class _RealityChecked:
    """The reality check of an instance, which is asked once about an observation until it is trained."""

    def __init__(self, inner: Any, actions: int, published: bool) -> None:
        self.inner, self.actions, self.published, self.frozen = inner, actions, published, False
        self.answered: dict[Observation, Action] = {}
        self.first: Any = None

    def act(self, obs: Observation) -> Any:
        if self.frozen:
            return self.first
        if obs in self.answered:
            return self.answered[obs]
        answer = self.inner.act(obs)
        if type(answer) is not int or not 0 <= answer < self.actions:  # A call at every step costs.
            answer = checked_answer(answer, self.actions, (obs,))
        self.answered[obs] = answer
        if self.published and not self.first:
            self.first = answer
        return answer

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        if self.frozen:
            return
        own = self.act(o_prev)
        if self.first is None:
            self.first = own
        if a == own:
            self.answered.clear()
            self.inner.train(o_prev, a, r, o_next)
        else:
            self.frozen = True

    def copied(self, copier: InstanceCopier) -> _RealityChecked | None:
        inner = self if self.frozen else _copy_of(copier, self.inner)
        if inner is None or self.frozen:
            return inner
        made = object.__new__(_RealityChecked)
        made.__dict__ |= self.__dict__
        made.inner, made.answered = inner, self.answered.copy()
        return made


_OURS = (RandomInstance, _RealityChecked)


def _copy_of(copier: InstanceCopier, instance: Any) -> Any:
    """Return a copy of an instance of ours, or of the user's; ``None`` where that cannot be copied."""
    return instance.copied(copier) if isinstance(instance, _OURS) else copier.copy_of(instance)


def _followed(turns: Turns, drawn: Iterable[int], own: AgentInstance, copy: Any) -> int:
    """Return the total reward of the agent's instance and the copy's, following turns, one for each that is drawn."""
    copier, baby, nobody = InstanceCopier(), _Baby(copy), _Nobody()
    copied = copier.copy_of if not isinstance(copy, _OURS) else partial(_copy_of, copier)
    total = 0
    agent: Any = nobody
    seen: Any = None
    for each in drawn:
        action = agent.act(seen)
        if type(action) is not int:  # A call at every step costs.
            action = checked_answer(action, len(turns[each].allowed), (seen,))
        whom, trainings, question, then = turns[each][action]
        while question is not None:
            asked = copy
            if whom:
                asked = baby if whom == METER else copied(copy)
                if asked is None:
                    raise NotCopied(copier.refusal)
            while trainings is not None:
                o_prev, a, r, o_next, trainings = trainings
                asked.train(o_prev, a, r, o_next)
            answer = asked.act(question)
            if type(answer) is not int:
                answer = checked_answer(answer, len(then.allowed), (question,))
            whom, trainings, question, then = then[answer]
        while trainings is not None:
            o_prev, a, r, o_next, trainings = trainings
            copy.train(o_prev, a, r, o_next)
        reward, shown, turns = then
        agent.train(seen, action, reward, shown)
        total += reward
        seen, agent = shown, own
    return total - nobody.reward


class _Nobody:
    """The agent before the first percept, whose reward follows no action."""

    def act(self, obs: None) -> Action:
        return -1

    def train(self, o_prev: None, a: Action, r: int, o_next: Observation) -> None:
        self.reward = r


class _Baby:
    """The nutrition of a baby, whose copy is trained: asked whether there was a meal, it answers how content it is."""

    def __init__(self, copy: Any) -> None:
        self.copy, self.nutrition, self.level = copy, Nutrition(), Nutrition().initial

    def act(self, meal: int) -> int:
        self.level += (self.nutrition.meal if meal else 0) - self.nutrition.turn
        return self.nutrition.reward(self.level)

    def train(self, *transition: Any) -> None:
        self.copy.train(*transition)


class _RewardsTimesNumber:
    """An instance trained on rewards times the number of the training."""

    def __init__(self, instance: Any, number: int) -> None:
        self.act, self._train, self._number = instance.act, instance.train, number

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        self._train(o_prev, a, self._number * r, o_next)
        self._number += 1


def _with_limited_memory(
    run: BatteryRun, own: AgentInstance, make: Callable[[], AgentInstance], *, sign: int, copy_sign: int
) -> int:
    """Return the total reward in limited memory, with a copy for each list of turns, whose answer is kept.

    Rewards are times ``sign`` to the agent, and times ``copy_sign`` to copies.
    """
    answers: dict[tuple[Transition, ...], Action] = {}
    remembered: tuple[Transition, ...] = ()
    total, published, actions = 0, run.semantics == "published", 2
    for _ in range(run.steps):
        action = checked_answer(own.act(0), actions, (0,))
        answer = answers.get(remembered)
        if answer is None:
            copy = make()
            for each in remembered:
                if published:
                    copy.act(0)
                copy.train(*each)
            answer = answers[remembered] = checked_answer(copy.act(0), actions, (0,))
        reward = 1 if action == answer else -1
        own.train(0, action, sign * reward, 0)
        total += sign * reward
        remembered = (*remembered, Transition(0, action, copy_sign * reward, 0))[-REMEMBERED:]
    return total
