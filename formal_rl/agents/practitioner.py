"""Agents as practitioners write them, classes with act and train; and as learners, by their transitions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from attrs import field, frozen

from formal_rl.agents.learners import AgentClass, Learner, LearnerClass, Transition
from formal_rl.errors import AgentRaised, InteractionFailure, InvalidParameter, MalformedHistory, NotAnAction
from formal_rl.histories import Action, Observation
from formal_rl.numbers import plain_integer

if TYPE_CHECKING:
    from formal_rl.agents._instance_copies import InstanceCopier

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
        """Count and hash from the count and hash of the shorter list."""
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
            hashed = hash((self._hash, transition))
        except TypeError:
            raise MalformedHistory(self.length, transition, "a transition of hashable parts") from None
        # A run appends at every step: the slots are set one by one, past the slower __init__, to the same values.
        longer: TransitionList = object.__new__(TransitionList)
        _SET_BEFORE(longer, self)
        _SET_LAST(longer, transition)
        _SET_LENGTH(longer, self.length + 1)
        _SET_HASH(longer, hashed)
        return longer

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


_SET_BEFORE, _SET_LAST, _SET_LENGTH, _SET_HASH = (
    vars(TransitionList)[slot].__set__ for slot in ("before", "last", "length", "_hash")
)

NO_TRANSITIONS = TransitionList()
"""The list of an agent that was never trained."""

LIVE_INSTANCES = 8
"""How many lines of states a `ClassLearner` carries forward at once; the one trained longest ago is given up first."""


MOST_BRANCHES = 4
"""How many copies of an instance a `ClassLearner` leaves behind at one state, at most."""


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
    """Return the action of an instance, checked; it may be an integer of numpy or torch.

    ``trained_on`` is for the message of `AgentRaised` or `NotAnAction`.

    Source: Alexander et al. 2022, Section 4 (act).
    """
    try:
        answer = instance.act(observation)
    except InteractionFailure:
        raise
    except Exception as cause:
        raise _raised((trained_on, observation), cause, "while it was asked about an observation") from cause
    action: Action = plain_integer(answer)
    if type(action) is not int or action < 0:
        raise NotAnAction((trained_on, observation), answer)
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


class _Line(NamedTuple):
    """A state, an instance that was trained on it, and how many copies were left at the state before this one."""

    state: TransitionList
    instance: AgentInstance
    left: int = 0


def _raised(question: tuple[Any, ...], cause: Exception, when: str) -> AgentRaised:
    failure = AgentRaised(question, cause)
    failure.add_note(when)
    return failure


@frozen
class ClassLearner:
    """A class of practitioners read as a learner, whose state is the list of its transitions.

    A live instance follows each line of states that moves forward, so that a step costs one act and one train. If a
    state that was left behind acts or learns again, a new instance is trained from the start. From then on each
    instance is copied before it is trained, so that this does not happen at every step. An instance that cannot be
    copied without sharing is trained again each time, and `why_not_copied` says why. For a semi-deterministic class
    the answers do not show any of this. Instances that raised are given up.

    Raises `AgentRaised` and `NotAnAction`, with the list and the observation or transition.

    Source: Alexander et al. 2022, Section 4 and Definition 6.
    Ledger: A22-D6-sim
    """

    agent_class: MakesInstances
    _live: dict[int, _Line] = field(init=False, factory=dict, eq=False, repr=False)
    _counts: Counter[str] = field(init=False, factory=Counter, eq=False, repr=False)
    initial: ClassVar[TransitionList] = NO_TRANSITIONS

    @cached_property
    def _copier(self) -> InstanceCopier:
        from formal_rl.agents._instance_copies import InstanceCopier  # noqa: PLC0415 - few need copies

        return InstanceCopier()

    def act(self, state: TransitionList, observation: Observation) -> Action:
        """Return the action of an instance trained on this list."""
        line = self._live.get(id(state))
        if line is None:
            line = self._live[id(state)] = _Line(state, self._replayed(state))
            self._give_up_one()
        try:
            return ask_instance(line.instance, state, observation)
        except BaseException:
            self._live.pop(id(state), None)
            raise

    def learn(self, state: TransitionList, transition: Transition) -> TransitionList:
        """Return the longer list, its instance trained."""
        after = state.append(transition)
        line = self._live.pop(id(state), None)
        if line is None:
            line = _Line(state, self._replayed(state))
        instance = line.instance
        if self._counts["branches"] > line.left and state.length:
            copied = self._copier.copy_of(instance)
            if copied is not None:
                self._counts["copies"] += 1
                self._live[id(state)] = _Line(state, copied, line.left + 1)
        train_instance(instance, state, transition)
        self._live[id(after)] = _Line(after, instance)
        self._give_up_one()
        return after

    @property
    def replays(self) -> int:
        """The number of times that a list was trained again on a new instance."""
        return self._counts["replays"]

    @property
    def replayed_transitions(self) -> int:
        """The number of transitions that were trained again, over all replays."""
        return self._counts["transitions"]

    @property
    def copies(self) -> int:
        """The number of times that an instance was copied instead."""
        return self._counts["copies"]

    @property
    def why_not_copied(self) -> str:
        """Why instances are not copied; empty where they can be, or where no copy was wanted."""
        return self._copier.refusal

    def _replayed(self, state: TransitionList) -> AgentInstance:
        # Lines differ as objects: two with equal transitions so far have an instance each.
        instance = instantiate(self.agent_class)
        if state.length:
            self._counts["replays"] += 1
            self._counts["transitions"] += state.length
            self._counts["branches"] = min(self._counts["branches"] + 1, MOST_BRANCHES)
            for transition in state:
                train_instance(instance, state, transition)
        return instance

    def _give_up_one(self) -> None:
        if len(self._live) > LIVE_INSTANCES:
            del self._live[next(iter(self._live))]

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel without the instances: they can be trained again."""
        return ClassLearner, (self.agent_class,)


def from_class(agent_class: MakesInstances) -> ClassLearner:
    """Return a class with act and train as a learner.

    Raises `InvalidParameter` unless it is callable; the class raises its own errors later, when it acts or trains.

    Ledger: A22-D6-sim*
    """
    if not callable(agent_class):
        raise InvalidParameter("the agent-class", agent_class, "a class, with act and train")
    return ClassLearner(agent_class)


def instance_class(agent_class: AgentClass[Any]) -> type[AgentInstance]:
    """Return an agent-class whose instances are values as one whose instances change; each is independent.

    Ledger: A22-D6
    """

    class Instance:
        """An instance that holds the value it is at."""

        def __init__(self) -> None:
            self._state = agent_class.initial

        def act(self, obs: Observation) -> Action:
            """Return the action on an observation, and keep the instance that gave it."""
            action, self._state = agent_class.ask(self._state, obs)
            return action

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            """Be the instance that was trained."""
            self._state = agent_class.train(self._state, Transition(o_prev, a, r, o_next))

    return Instance


def to_class(learner: Learner[Any]) -> type[AgentInstance]:
    """Return a learner as a class with act and train, semi-deterministic since states are values.

    Ledger: A22-D6-sim*, A22-S5-class*
    """
    return instance_class(LearnerClass(learner))
