"""Agents of the user's in the battery, classes with act and train or functions of the prompt; and whether they draw."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cached_property
from typing import Any

from attrs import Factory, evolve, field, frozen

from formal_rl.agents import Draws, RepeatedDraws, Transition, as_agent
from formal_rl.agents.practitioner import ClassLearner, TransitionList
from formal_rl.battery.agents import BatteryAgent, MakesLearner, RunSettings
from formal_rl.errors import AgentRaised, InteractionFailure, NotAnAction, UnusableObject, short_repr
from formal_rl.histories import Action, Observation, Percept, Prompt
from formal_rl.numbers import plain_integer

Keywords = tuple[tuple[str, Any], ...]


class TooFewActions(NotAnAction):
    """The agent answered with an action that there is not: there are too few."""

    def __init__(self, prompt: tuple[Any, ...], value: int, number_of_actions: int) -> None:
        super().__init__(prompt, value)
        self.number_of_actions = number_of_actions
        here = f"there are {number_of_actions} actions here, 0 to {number_of_actions - 1}"
        self.args = (f"the agent answered {short_repr(value)}, but {here}; the question was {short_repr(prompt)}",)


def checked_answer(answer: Any, number_of_actions: int, question: tuple[Any, ...]) -> Action:
    """Return an agent's answer, which may be an integer of numpy or torch, as an int.

    Raises `NotAnAction` or `TooFewActions` where it is not one of the actions.
    """
    action: Action = plain_integer(answer)
    if type(action) is not int or action < 0:
        raise NotAnAction(question, answer)
    if action >= number_of_actions:
        raise TooFewActions(question, action, number_of_actions)
    return action


def _takes(thing: Any, keyword: str) -> bool:
    try:
        parameters = inspect.signature(thing).parameters
    except (TypeError, ValueError):
        return False
    return keyword in parameters or any(each.kind is each.VAR_KEYWORD for each in parameters.values())


@frozen
class UsersClass:
    """A class with act and train as a learner, with the class attributes that published classes get.

    These are ``n_actions`` and ``n_obs``; and ``draws``, the draws that all agents share. A factory
    of instances that is not a class gets nothing. Answers are checked against the number of actions.

    Raises as `ClassLearner` does, and `TooFewActions`.
    """

    agent_class: Any
    number_of_actions: int
    number_of_observations: int
    draws: Draws = field(repr=False)
    keywords: Keywords = ()
    _inner: ClassLearner = field(
        init=False, eq=False, repr=False, default=Factory(lambda self: ClassLearner(self.make), takes_self=True)
    )

    @cached_property
    def _configured_class(self) -> Any:
        """The class, with the run's numbers as class attributes."""
        cls = self.agent_class
        if not isinstance(cls, type):
            return cls
        attributes = {
            "n_actions": self.number_of_actions,
            "n_obs": self.number_of_observations,
            "draws": self.draws,
            "__module__": cls.__module__,
            "__qualname__": cls.__qualname__,
        }
        return type(cls.__name__, (cls,), attributes)

    def make(self) -> Any:
        """Return a new instance of the class, with the run's numbers; raise `UnusableObject` if it is not an agent."""
        instance = self._configured_class(**dict(self.keywords))
        missing = [method for method in ("act", "train") if not callable(getattr(instance, method, None))]
        if missing:
            raise UnusableObject("the agent", self.agent_class, f"a class with act and train; it has no {missing[0]}")
        return instance

    @property
    def initial(self) -> TransitionList:
        """The empty list."""
        return self._inner.initial

    def act(self, state: TransitionList, observation: Observation) -> Action:
        """Return what an instance trained on this list does."""
        return checked_answer(self._inner.act(state, observation), self.number_of_actions, (observation,))

    def learn(self, state: TransitionList, transition: Transition) -> TransitionList:
        """Return the longer list."""
        return self._inner.learn(state, transition)

    def configured_with(self, keyword: str, value: Any) -> UsersClass | None:
        """Return the class that gets a keyword when it is made; ``None`` if it takes none of this name."""
        return evolve(self, keywords=((keyword, value),)) if _takes(self.agent_class, keyword) else None


@frozen
class LiveInstances(UsersClass):
    """A class as `UsersClass`, whose states are instances: each can answer until it is trained, and be trained once.

    Nothing is kept of how an instance came to be. A wrong answer raises.
    """

    @property
    def initial(self) -> Any:
        """A new instance."""
        return self.make()

    def act(self, state: Any, observation: Observation) -> Action:
        """Return what the instance does."""
        return checked_answer(state.act(observation), self.number_of_actions, (observation,))

    def learn(self, state: Any, transition: Transition) -> Any:
        """Return the same instance after training."""
        state.train(*transition)
        return state


@frozen
class UsersFunction:
    """A function ``A(prompt, num_legal_actions, num_possible_obs, **kwargs)`` as a learner, whose state is the past.

    A prompt is a flat tuple r_0, o_0, a_0, ..., r_n, o_n, where r_0 is 0. Answers are checked against the number of
    actions.

    Raises `AgentRaised`, `NotAnAction` and `TooFewActions`.

    Source: the documentation of the published library of 2021.
    """

    function: Callable[..., Any]
    number_of_actions: int
    number_of_observations: int
    keywords: Keywords = ()

    @property
    def initial(self) -> tuple[Any, ...]:
        """The reward 0 of the first percept."""
        return (0,)

    def act(self, state: tuple[Any, ...], observation: Observation) -> Action:
        """Return what the function answers to the past and this observation."""
        prompt = (*state, observation)
        try:
            answer = self.function(prompt, self.number_of_actions, self.number_of_observations, **dict(self.keywords))
        except InteractionFailure:
            raise
        except Exception as cause:
            raise AgentRaised(prompt[-2:], cause) from cause
        return checked_answer(answer, self.number_of_actions, prompt[-2:])

    def learn(self, state: tuple[Any, ...], transition: Transition) -> tuple[Any, ...]:
        """Return the past with one more turn in it."""
        observation, action, reward, _ = transition
        return (*state, observation, action, reward)

    def configured_with(self, keyword: str, value: Any) -> UsersFunction | None:
        """Return the function that gets a keyword at every call; ``None`` if it takes none of this name."""
        return evolve(self, keywords=((keyword, value),)) if _takes(self.function, keyword) else None


def users_agent(name: str, thing: Any) -> BatteryAgent:
    """Return a class with act and train, a function of the prompt, or a `BatteryAgent`, as an agent under this name.

    Raises `InvalidParameter` for anything else.

    Source: the documentation of the published library, of 2021 for functions.
    """
    if isinstance(thing, BatteryAgent):
        return evolve(thing, name=name)
    if not callable(thing):
        raise UnusableObject("the agent", thing, "a class with act and train, or a function of the prompt")
    if not isinstance(thing, type) and _binds(thing, 3):
        return BatteryAgent(name, lambda to: UsersFunction(thing, to.number_of_actions, to.number_of_observations))
    if not isinstance(thing, type) and not _binds(thing, 0):
        expected = "a class with act and train, or a function of (prompt, num_legal_actions, num_possible_obs)"
        raise UnusableObject("the agent", thing, expected)
    return BatteryAgent(name, _of_class(UsersClass, thing), live=_of_class(LiveInstances, thing))


def _of_class(made: type[UsersClass], thing: Any) -> MakesLearner:
    return lambda settings: made(thing, settings.number_of_actions, settings.number_of_observations, settings.draws)


def _binds(thing: Any, number: int) -> bool:
    try:
        inspect.signature(thing).bind(*range(number))
    except TypeError:
        return False
    except ValueError:
        return number > 0
    return True


class NotSemiDeterministicWarning(UserWarning):
    """An agent was trained twice alike and acted in two ways: what the battery measures of it is not well defined."""


_ACTIONS, _OBSERVATIONS, _TURNS, _TIMES = 10, 10, 12, 3


def not_semi_deterministic(agent: BatteryAgent) -> str:
    """Return how two equally trained instances of an agent differ, or nothing where none were seen to.

    It tries a few histories of up to twelve turns, each three times with new instances. So this can miss what
    it looks for; `checking.semideterminism` looks further.

    Raises whatever the agent does.

    Source: Alexander et al. 2022, Definition 6.
    Ledger: R-measure
    """
    settings = RunSettings(RepeatedDraws((0.5, 0.25, 0.75)), _ACTIONS, _OBSERVATIONS)
    prompt: Prompt = (Percept(0, 1),)
    for turn in range(1, _TURNS + 1):
        answers = [_answer(agent, settings, prompt) for _ in range(_TIMES)]
        if len(set(answers)) > 1:
            did = " and ".join(map(str, dict.fromkeys(answers)))
            return f"{agent.name} is not semi-deterministic: trained alike, it does {did} after {turn - 1} turns"
        prompt = (*prompt, answers[0], Percept((-1) ** turn, turn % (_OBSERVATIONS - 1) + 1))
    return ""


def _answer(agent: BatteryAgent, settings: RunSettings, prompt: Prompt) -> Any:
    return as_agent(agent.learner(settings, semantics="paper"))(prompt)
