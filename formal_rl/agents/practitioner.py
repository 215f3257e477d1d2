"""Agents as practitioners write them, classes with act and train; and as learners, by what they were trained on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from attrs import field, frozen

from formal_rl.agents.learners import AgentClass, Learner, LearnerClass, Transition
from formal_rl.errors import AgentRaised, InteractionFailure, InvalidParameter, MalformedHistory, NotAnAction
from formal_rl.histories import Action, Observation, require_action

_SHOWN = 4


@frozen(eq=False, repr=False)
class TransitionList:
    """A list of transitions: its last one, and the list before it. ``NO_TRANSITIONS`` is the empty one.

    Appending, hashing and taking the length cost the same however long it is. Lists are equal if their transitions
    are; comparing goes back to where the two are one object, and never by recursion.
    """

    before: TransitionList | None = None
    last: Transition | None = None
    length: int = field(init=False)
    _hash: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        """Count and hash from what the shorter list has counted and hashed."""
        before = self.before
        object.__setattr__(self, "length", 0 if before is None else before.length + 1)
        object.__setattr__(self, "_hash", 0 if before is None else hash((before._hash, self.last)))

    @staticmethod
    def of(transitions: Iterable[Transition]) -> TransitionList:
        """Return the list of these transitions, in this order."""
        built = NO_TRANSITIONS
        for transition in transitions:
            built = built.append(transition)
        return built

    def append(self, transition: Transition) -> TransitionList:
        """Return the list with the transition at its end; raise `MalformedHistory` if it cannot be hashed."""
        try:
            return TransitionList(self, transition)
        except TypeError:
            raise MalformedHistory(self.length, transition, "a transition of hashable parts") from None

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Transition]:
        """Iterate from the first to the last."""
        backwards = []
        here = self
        while here.before is not None and here.last is not None:
            backwards.append(here.last)
            here = here.before
        return reversed(backwards)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TransitionList):
            return NotImplemented
        if self.length != other.length:
            return False
        one: TransitionList | None = self
        two: TransitionList | None = other
        while one is not None and two is not None and one is not two:
            if one._hash != two._hash or one.last != two.last:
                return False
            one, two = one.before, two.before
        return True

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        """Return code that builds a short list; of a long one its length and its end."""
        if self.length <= _SHOWN:
            return f"TransitionList.of({tuple(self)!r})"
        return f"<TransitionList of {self.length} transitions, the last of them {self.last!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel as one tuple: link by link a long list would be too deep."""
        return TransitionList.of, (tuple(self),)


NO_TRANSITIONS = TransitionList()
"""The list of an agent that was never trained."""

LIVE_INSTANCES = 8
"""How many lines of states a `ClassLearner` carries forward at once; the one used longest ago is given up first."""


class AgentInstance(Protocol):
    """An instance of a class that practitioners write; arguments go by place, since their names differ.

    Source: Alexander et al. 2022, Section 4.
    """

    def act(self, obs: Observation, /) -> Action:
        """Return the action on an observation."""

    def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation, /) -> object:
        """Learn from a transition; the return value is ignored."""


MakesInstances = Callable[[], AgentInstance]
"""A class, or anything else that makes an untrained instance when called with nothing."""


def instantiate(agent_class: MakesInstances) -> AgentInstance:
    """Return a new instance; raise `AgentRaised` where none can be made.

    Source: Alexander et al. 2022, Section 4 (__init__).
    """
    try:
        return agent_class()
    except InteractionFailure:
        raise
    except Exception as cause:
        raise _raised((), cause, "while an instance was made") from cause


def ask_instance(instance: AgentInstance, trained_on: object, observation: Observation) -> Action:
    """Return the action of an instance, checked; ``trained_on`` is for the message of `AgentRaised` or `NotAnAction`.

    Source: Alexander et al. 2022, Section 4 (act).
    """
    question = (trained_on, observation)
    try:
        action = instance.act(observation)
    except InteractionFailure:
        raise
    except Exception as cause:
        raise _raised(question, cause, "while it was asked about an observation") from cause
    try:
        require_action(action)
    except MalformedHistory:
        raise NotAnAction(question, action) from None
    return action


def train_instance(instance: AgentInstance, trained_on: object, transition: Transition) -> None:
    """Train an instance on one more transition; raise `AgentRaised` where it raises.

    Source: Alexander et al. 2022, Section 4 (train).
    """
    try:
        instance.train(*transition)
    except InteractionFailure:
        raise
    except Exception as cause:
        raise _raised((trained_on, transition), cause, "while it was trained on a transition") from cause


def _raised(question: tuple[Any, ...], cause: Exception, when: str) -> AgentRaised:
    failure = AgentRaised(question, cause)
    failure.add_note(when)
    return failure


@frozen
class ClassLearner:
    """A class of practitioners read as a learner, whose state is the list of its transitions.

    A live instance goes along with each line of states that moves forward, so that a step costs one act and one train.
    Only where a state that was left behind is asked or trained again is a new instance trained from the start.
    For a semi-deterministic class nothing of this can be seen in the answers. Instances that raised are given up.

    Raises `AgentRaised` and `NotAnAction`, with the list and the observation or transition.

    Source: Alexander et al. 2022, Section 4 and Definition 6.
    Ledger: A22-D6-sim
    """

    agent_class: MakesInstances
    _live: dict[int, tuple[TransitionList, AgentInstance]] = field(init=False, factory=dict, eq=False, repr=False)
    _counts: Counter[str] = field(init=False, factory=Counter, eq=False, repr=False)

    @property
    def initial(self) -> TransitionList:
        """The empty list."""
        return NO_TRANSITIONS

    def act(self, state: TransitionList, observation: Observation) -> Action:
        """Return what an instance trained on this list does."""
        instance = self._take(state)
        action = ask_instance(instance, state, observation)
        self._keep(state, instance)
        return action

    def learn(self, state: TransitionList, transition: Transition) -> TransitionList:
        """Return the longer list, its instance trained."""
        after = state.append(transition)
        instance = self._take(state)
        train_instance(instance, state, transition)
        self._keep(after, instance)
        return after

    @property
    def replays(self) -> int:
        """The number of times that a list was trained again on a new instance."""
        return self._counts["replays"]

    @property
    def replayed_transitions(self) -> int:
        """The number of transitions that were trained again, over all replays."""
        return self._counts["transitions"]

    def _take(self, state: TransitionList) -> AgentInstance:
        # Lines are told apart as objects: two that were trained alike so far have an instance each.
        found = self._live.pop(id(state), None)
        if found is not None:
            return found[1]
        instance = instantiate(self.agent_class)
        if state.length:
            self._counts["replays"] += 1
            self._counts["transitions"] += state.length
            for transition in state:
                train_instance(instance, state, transition)
        return instance

    def _keep(self, state: TransitionList, instance: AgentInstance) -> None:
        self._live[id(state)] = state, instance
        if len(self._live) > LIVE_INSTANCES:
            del self._live[next(iter(self._live))]

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without the instances: they can be trained again."""
        return ClassLearner, (self.agent_class,)


def from_class(agent_class: MakesInstances) -> ClassLearner:
    """Return a class with act and train as a learner.

    Raises `InvalidParameter` on what cannot be called; what the class itself does wrong is raised where it does it.

    Source: Alexander et al. 2022, Section 4.
    Ledger: A22-D6-sim*
    """
    if not callable(agent_class):
        raise InvalidParameter("the agent-class", agent_class, "a class, with act and train")
    return ClassLearner(agent_class)


def instance_class(agent_class: AgentClass[Any]) -> type[AgentInstance]:
    """Return an agent-class whose instances are values as one whose instances change; each is independent.

    Source: Alexander et al. 2022, Section 4.
    Ledger: A22-D6
    """

    class Instance:
        """An instance that holds the value it is at."""

        def __init__(self) -> None:
            self._state = agent_class.initial

        def act(self, obs: Observation) -> Action:
            """Return the action on an observation, and be the instance that was asked."""
            action, self._state = agent_class.ask(self._state, obs)
            return action

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            """Be the instance that was trained."""
            self._state = agent_class.train(self._state, Transition(o_prev, a, r, o_next))

    return Instance


def to_class(learner: Learner[Any]) -> type[AgentInstance]:
    """Return a learner as a class with act and train, semi-deterministic since states are values.

    Source: Alexander et al. 2022, Section 4.
    Ledger: A22-D6-sim*, A22-S5-class*
    """
    return instance_class(LearnerClass(learner))
