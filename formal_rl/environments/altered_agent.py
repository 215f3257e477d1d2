"""Paid for acting as an altered agent would on the same history: other parameters, the same past.

The published library has two of these: acting as with a third action, and acting as with another learning rate.
"""

from collections.abc import Callable
from typing import Any

from attrs import evolve, fields_dict, frozen, has

from formal_rl.agents import (
    Agent,
    AgentClass,
    ConstantLearner,
    Learner,
    LearnerClass,
    NaiveLearner,
    RandomLearner,
    SimpleLearner,
    Transition,
    as_agent,
)
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.mimic import PAID, PUNISHED
from formal_rl.environments.record import EnvironmentRecord
from formal_rl.histories import Action, Observation, Percept, Play, require_play


def with_field(learner: Learner[Any], name: str, change: Callable[[Any], Any]) -> Learner[Any] | None:
    """Return the same learner with one of its numbers changed; ``None`` for one that has no field of this name.

    A learner has fields if it is of an attrs class.
    """
    of_any: Any = learner
    if not has(type(of_any)) or name not in fields_dict(type(of_any)):
        return None
    other: Learner[Any] = evolve(of_any, **{name: change(getattr(of_any, name))})
    return other


def as_if(altered: Callable[[Agent], Agent | None]) -> ExtendedEnvironment:
    """Return the environment that pays 1 iff the last action is what the altered agent does on the same prompt.

    ``altered(agent)`` is the altered agent, or ``None`` for an agent that cannot be altered in this way; such an agent
    is paid -1 for every action. The observation is always 0, and the first percept (0, 0).

    Source: the common form of two environments of the published library, as documented there: acting as with a third
    action, and acting as with another learning rate.
    Ledger: A22-lib, A22-S34-rate*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(0, 0)
        other = altered(agent)
        if other is None:
            return Percept(-1, 0)
        return Percept(1 if play[-1] == other(play[:-1]) else -1, 0)

    return environment


@frozen
class AsIfIncremental:
    """The incremental form of `as_if`: one copy of the altered learner is trained on what truly happened.

    It fits ``as_if`` where altering and reading as an agent commute: ``as_agent(altered(learner))`` is the altered
    ``as_agent(learner)``. The state is the altered learner and the state of the copy, ``None`` where there is none.

    Ledger: A22-lib, A22-S34-rate
    """

    altered: Callable[[Learner[Any]], Learner[Any] | None]

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return (0, 0), and an untrained copy if there is an altered learner."""
        other = self.altered(learner)
        return Percept(0, 0), None if other is None else (other, other.initial)

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept, and the copy trained on what truly happened."""
        if state is None:
            return PUNISHED, None
        other, copy = state
        answer = PAID if action == other.act(copy, 0) else PUNISHED
        return answer, (other, other.learn(copy, Transition(0, action, answer[0], 0)))


@frozen
class AsIfPublished:
    """The published form of `as_if`. Differs: there is no initial percept.

    ``altered(agent_class)`` is the altered agent-class, or ``None`` if there is none.

    The state is the altered agent-class and its instance, ``None`` where there is none.

    Ledger: A22-lib, A22-S34-rate
    """

    altered: Callable[[AgentClass[Any]], AgentClass[Any] | None]

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, Any]:
        """Return observation 0, and the altered class with a new instance of it if there is one."""
        other = self.altered(agent_class)
        return 0, None if other is None else (other, other.initial)

    def step(self, agent_class: AgentClass[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return 1 or -1 for doing as the altered copy does, and that copy trained on."""
        if state is None:
            return Percept(-1, 0), None
        other, copy = state
        simulated, copy = other.ask(copy, 0)
        reward = 1 if action == simulated else -1
        return Percept(reward, 0), (other, other.train(copy, Transition(0, action, reward, 0)))


def third_action_forbidden(with_three_actions: Callable[[Agent], Agent]) -> ExtendedEnvironment:
    """Return the environment that asks what the agent would do on the same prompt if it had three actions.

    ``with_three_actions`` gives that agent, since a function of prompts does not reveal it. An agent without a number
    of actions stays unchanged. Where the third action, 2, would be taken, neither 0 nor 1 is paid.

    Its incremental form is `AsIfIncremental` with a change of learners, and its published form `AsIfPublished` with one
    of agent-classes. The published form differs: there is no initial percept; otherwise it is the definition.

    Source: documented intention of the published library (ThirdActionForbidden).
    Ledger: A22-lib*
    """
    return as_if(with_three_actions)


def configured_with_three_actions(learner: Learner[Any]) -> Learner[Any]:
    """Return the same learner with three actions, or the learner itself if it has no ``number_of_actions``.

    This works for a learner that is an attrs class with a field of this name. A learner that is made of another one is
    for the caller to change.

    Source: documented intention of the published library (ThirdActionForbidden).
    Ledger: A22-lib
    """
    altered = with_field(learner, "number_of_actions", lambda number: 3)
    return learner if altered is None else altered


LEDGER = ("A22-S34-rate*",)


def half_the_learning_rate(learner: Learner[Any]) -> Learner[Any] | None:
    """Return the same learner with half its learning rate; ``None`` for one without a ``learning_rate``.

    This works for a learner that is an attrs class with a field of this name.

    Source: documented intention of the published library; Alexander et al. 2022, Section 3.4.
    Ledger: A22-S34-rate
    """
    return with_field(learner, "learning_rate", lambda rate: rate / 2)


def learning_rate_one(learner: Learner[Any]) -> Learner[Any] | None:
    """Return the same learner with learning rate 1; ``None`` for one without a ``learning_rate``.

    Source: documented intention of the published library, before it was changed.
    Ledger: A22-S34-rate
    """
    return with_field(learner, "learning_rate", lambda rate: 1)


def incentivize_learning_rate(learner: Learner[Any]) -> ExtendedEnvironment:
    """Return the environment that pays ``learner``, read as an agent, for acting as with half its learning rate.

    An agent, which is a function of prompts, does not determine a learning rate, so the environment gets the learner
    that it will face. One that has no learning rate is paid -1 for every action.

    Source: documented intention of the published library; Alexander et al. 2022, Section 3.4.
    """
    return _as_if_it_were(half_the_learning_rate(learner))


def incentivize_learning_rate_old(learner: Learner[Any]) -> ExtendedEnvironment:
    """Return the environment that pays ``learner``, read as an agent, for acting as with learning rate 1.

    Like `incentivize_learning_rate`, it gets the learner. The published numbers are of this one.

    Source: documented intention of the published library, before it was changed.
    """
    return _as_if_it_were(learning_rate_one(learner))


def _as_if_it_were(other: Learner[Any] | None) -> ExtendedEnvironment:
    return as_if(lambda agent: None if other is None else as_agent(other))


incentivize_learning_rate_incremental = AsIfIncremental(half_the_learning_rate)
"""Incremental form."""

incentivize_learning_rate_old_incremental = AsIfIncremental(learning_rate_one)
"""Incremental form."""

_TAKE_ANY_KEYWORD = (ConstantLearner, NaiveLearner, RandomLearner, SimpleLearner)


def class_at_half_the_rate(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return a learner's agent-class with half the learning rate, ``None`` where it has none.

    Ledger: A22-S34-rate
    """
    other = half_the_learning_rate(agent_class.learner) if isinstance(agent_class, LearnerClass) else None
    return None if other is None else LearnerClass(other)


def class_at_rate_one(agent_class: AgentClass[Any]) -> AgentClass[Any] | None:
    """Return a learner's agent-class with learning rate 1; as it was, if it is published as taking any keyword.

    ``None`` if it cannot take a learning rate.

    Ledger: A22-S34-rate
    """
    if not isinstance(agent_class, LearnerClass):
        return None
    if isinstance(agent_class.learner, _TAKE_ANY_KEYWORD):
        return agent_class
    other = learning_rate_one(agent_class.learner)
    return None if other is None else LearnerClass(other)


incentivize_learning_rate_published = AsIfPublished(class_at_half_the_rate)
"""Published form. Differs: there is no initial percept; otherwise it is the definition."""

incentivize_learning_rate_old_published = AsIfPublished(class_at_rate_one)
"""Published form of the one behind the published numbers. Differs: there is no initial percept; published agents
without a learning rate ignore the keyword, so they are paid for acting as they do, where the definition pays -1.
"""

RECORDS = (
    EnvironmentRecord(
        "as_if", named={"definition": "as_if()", "incremental": "AsIfIncremental()", "published": "AsIfPublished()"}
    ),
    EnvironmentRecord(
        "incentivize_learning_rate",
        meaning=(
            "pays 1 if the agent would do the same with half its learning rate, else -1; pays -1 where it has none; "
            "(0, 0) at first, and shows 0"
        ),
        named={
            "definition": "incentivize_learning_rate()",
            "functional": "incentivize_learning_rate_old()",
            "incremental_old": "incentivize_learning_rate_old_incremental",
            "published_old": "incentivize_learning_rate_old_published",
        },
        published_differs=(
            "the form behind the published numbers compares learners that ignore the keyword with themselves",
        ),
        published_meaning="as defined; it starts with an observation alone",
        functional_differs="learning rate 1, not half the agent's own; so too the published numbers of 2022",
    ),
    EnvironmentRecord(
        "third_action_forbidden",
        asked="on the same with three actions",
        named={
            "definition": "third_action_forbidden()",
            "incremental": "AsIfIncremental()",
            "published": "AsIfPublished()",
        },
    ),
)
