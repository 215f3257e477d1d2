"""Runs of a user's class on live instances, trained once at every step: nothing is kept of how they came to be."""

from typing import Any

from attrs import frozen

from formal_rl.agents import AgentInstance, Learner, LearnerClass, Transition
from formal_rl.agents.practitioner import instance_class
from formal_rl.battery._adapters import OppositeOutside, PublishedAsIncremental, class_of
from formal_rl.battery.users_agents import Live, LiveInstances, checked_answer
from formal_rl.environments import IncrementalEnvironment, RewrittenIncremental, RunningSimulation
from formal_rl.histories import Action, Observation


@frozen
class _LiveClass(LearnerClass):
    """`LiveInstances` read as an agent-class, with one call less for each question."""

    def ask(self, state: Live, observation: Observation) -> tuple[Action, Live]:
        action: Action = state[0].act(observation)
        learner: Any = self.learner
        if type(action) is not int or not 0 <= action < learner.number_of_actions:
            checked_answer(action, learner.number_of_actions, (observation,))
        return action, state

    def train(self, state: Live, transition: Transition) -> Live:
        instance, state[0] = state[0], None
        instance.train(*transition)
        return [instance]


def live_total(learner: Learner[Any], place: IncrementalEnvironment, steps: int, number_of_actions: int) -> int:
    """Return the total reward of so many steps of a learner that is made of `LiveInstances`.

    Raises what the class raises, as it is, and `AttributeError` where the environment asks about another past than that
    which an instance has.
    """
    inner: Any = place.environment if isinstance(place, OppositeOutside) else place
    sign = 1 if inner is place else -1
    copies: Any = learner
    if isinstance(inner, PublishedAsIncremental):
        inner = inner.environment
        copies = _LiveClass(learner) if type(learner) is LiveInstances else class_of(learner)
    own = _instance_of(learner)
    if isinstance(inner, (RunningSimulation, RewrittenIncremental)) and inner.period is not None:
        return sign * _simulated(own, inner, copies, sign=sign, steps=steps, actions=number_of_actions)
    return sign * _stepped(own, inner, copies, sign=sign, steps=steps, actions=number_of_actions)


def _instance_of(agent: Any) -> AgentInstance:
    """Return a new instance of a learner or of an agent-class: that of the user's class where there is nothing else."""
    bare = agent.learner if isinstance(agent, LearnerClass) else agent
    if type(bare) is LiveInstances:
        instance: AgentInstance = bare.make()
        return instance
    return instance_class(agent if hasattr(agent, "ask") else LearnerClass(agent))()


def _stepped(own: AgentInstance, place: Any, copies: Any, *, sign: int, steps: int, actions: int) -> int:
    """Return what the environment pays, which an agent of its opposite, with sign -1, is told times -1."""
    first, state = place.start(copies)
    observation = first if type(first) is int else first[1]
    step = place.step if hasattr(place, "step") else place.advance
    total = 0
    for _ in range(steps):
        action = own.act(observation)
        if type(action) is not int or not 0 <= action < actions:
            checked_answer(action, actions, (observation,))
        (reward, after), state = step(copies, state, action)
        own.train(observation, action, sign * reward, after)
        observation = after
        total += reward
    return total


class _Moves(dict[tuple[Action, Action], tuple[int, tuple[Transition, ...], "_Moves"]]):
    """What follows the actions of agent and copy in a turn: the reward, what the copy is told, and the next moves.

    A turn is known by its number, modulo the period of the reports, and the transition of the turn before. So there are
    finitely many, and each report is made once.
    """

    def __init__(self, place: Any, turn: int = 0, before: Transition | None = None) -> None:
        super().__init__()
        self._place, self._turn, self._before = place, turn, before
        self._all: dict[Any, _Moves] = {}

    def __missing__(self, actions: tuple[Action, Action]) -> tuple[int, tuple[Transition, ...], "_Moves"]:
        action, simulated = actions
        reward = 1 if action == simulated else -1
        true = Transition(0, action, reward, 0)
        told = self._place.rewrite(self._turn + 1, self._before, true)
        turn = (self._turn + 1) % self._place.period
        if (turn, true) not in self._all:
            self._all[turn, true] = following = _Moves(self._place, turn, true)
            following._all = self._all
        found = self[actions] = reward, told, self._all[turn, true]
        return found


def _simulated(own: AgentInstance, place: Any, copies: Any, *, sign: int, steps: int, actions: int) -> int:
    """Return what `_stepped` does, for an environment with one copy that is told a report of each turn."""
    copied = _instance_of(copies)
    for told in getattr(place, "memories", ()):
        copied.train(*told)
    moves, total = _Moves(place), 0
    for _ in range(steps):
        action, simulated = own.act(0), copied.act(0)
        if type(action) is not int or not 0 <= action < actions:
            checked_answer(action, actions, (0,))
        if type(simulated) is not int or not 0 <= simulated < actions:
            checked_answer(simulated, actions, (0,))
        reward, reports, moves = moves[action, simulated]
        for told in reports:
            copied.train(*told)
        own.train(0, action, sign * reward, 0)
        total += reward
    return total
