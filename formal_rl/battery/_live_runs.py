"""Runs of a user's class on live instances, trained once at every step: nothing is kept of how they came to be."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from formal_rl.agents import AgentInstance, Learner, LearnerClass, Transition
from formal_rl.agents._instance_copies import InstanceCopier
from formal_rl.battery._adapters import ClassAsLearner
from formal_rl.battery._drawn_classes import classes_of_run
from formal_rl.battery._turns import ASIDE, BY_NUMBER, LIMITED, METER, Turn, played_turns
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
    actions = found.number_of_actions
    own, copies = _instance_of(learner), found.copied_from(learner, run.semantics)
    if found.name == LIMITED:
        sign = -1 if is_opposite else 1
        copy_sign = sign if run.opposite == "paper" else 1
        return _with_limited_memory(run, own, lambda: _instance_of(copies), sign=sign, copy_sign=copy_sign)
    turns = played_turns(run.environment, run.semantics, run.opposite, has_rate=copies is not None)
    first, drawn = classes_of_run(run, actions)
    copy = None if copies is None else _instance_of(copies)
    if found.name == BY_NUMBER:
        copy = _RewardsTimesNumber(copy, number=0 if run.semantics == "published" else 1)
    return _followed(turns.begin(first), drawn, own, copy, actions, _number_of_actions(copies))


def _instance_of(agent: Any) -> Any:
    """Return a new instance of a learner, or of an agent-class, that is `LiveInstances` or a reality check of it."""
    if isinstance(agent, LiveInstances):
        return agent.make()
    inner = agent.learner if hasattr(agent, "learner") else agent.agent_class
    if isinstance(agent, (LearnerClass, ClassAsLearner)):
        return _instance_of(inner)
    return _RealityChecked(_instance_of(inner), _number_of_actions(inner), isinstance(agent, PublishedRealityCheck))


class _RealityChecked:
    """The reality check of an instance, which is asked once about an observation until it is trained."""

    def __init__(self, inner: Any, actions: int, published: bool) -> None:
        self.inner, self.actions, self.published, self.frozen = inner, actions, published, False
        self.answered: dict[Observation, Action] = {}
        self.first: Any = None

    def act(self, obs: Observation) -> Any:
        if self.frozen:
            return self.first
        if obs not in self.answered:
            self.answered[obs] = checked_answer(self.inner.act(obs), self.actions, (obs,))
            self.first = self.first or self.answered[obs] if self.published else self.first
        return self.answered[obs]

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
        own = self.act(o_prev)
        self.first = own if self.first is None else self.first
        self.frozen = self.frozen or a != own
        if not self.frozen:
            self.answered = {}
            self.inner.train(o_prev, a, r, o_next)


def _number_of_actions(agent: Any) -> int:
    """Return the number of actions of the user's class inside."""
    while agent is not None and not isinstance(agent, LiveInstances):
        agent = agent.learner if hasattr(agent, "learner") else agent.agent_class
    return 0 if agent is None else agent.number_of_actions


def _followed(  # noqa: PLR0917 - two instances, their actions, and what they meet
    turn: Turn, drawn: Iterable[int], own: AgentInstance, copy: Any, actions: int, copies_actions: int
) -> int:
    """Return the total reward of the agent's instance and the copy's, following turns, one for each that is drawn."""
    copier, nutrition = InstanceCopier(), Nutrition()
    level, total, action = nutrition.initial, 0, -1
    seen: Any = 0
    for each in chain(drawn, (-1,)):
        whom, trainings, question, then = turn
        while question is not None:
            asked = copier.copy_of(copy) if whom == ASIDE else copy
            if asked is None:
                raise NotCopied(copier.refusal)
            for transition in trainings:
                asked.train(*transition)
            if whom == METER:
                level += (nutrition.meal if question else 0) - nutrition.turn
                answer = nutrition.reward(level)
            else:
                answer = asked.act(question)
                if type(answer) is not int or not 0 <= answer < copies_actions:  # A call at every step costs.
                    answer = checked_answer(answer, copies_actions, (question,))
            whom, trainings, question, then = then[answer]
        for transition in trainings:
            copy.train(*transition)
        reward, shown, turns = then
        if action >= 0:
            own.train(seen, action, reward, shown)
            total += reward
        seen = shown
        if each >= 0:
            action = own.act(seen)
            if type(action) is not int or not 0 <= action < actions:
                action = checked_answer(action, actions, (seen,))
            turn = turns[action + each]
    return total


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
