"""Agents and learners: how they are written, the published library's own, register machines, practitioners' classes."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .catalogue import CATALOGUE as CATALOGUE, agent_named as agent_named
    from .chance import ChanceAgent as ChanceAgent, Distribution as Distribution, Kernel as Kernel, certain as certain
    from .chance import chance_of_acting_alike as chance_of_acting_alike, independent as independent, law as law
    from .chance import uniform as uniform
    from .draws import Draw as Draw, Draws as Draws, HashedDraws as HashedDraws, RepeatedDraws as RepeatedDraws
    from .draws import draw as draw
    from .learners import Agent as Agent, AgentClass as AgentClass, Learner as Learner, LearnerClass as LearnerClass
    from .learners import Transition as Transition, as_agent as as_agent, train as train, transitions as transitions
    from .library_learners import ConstantLearner as ConstantLearner, LastRewardSignLearner as LastRewardSignLearner
    from .library_learners import NaiveLearner as NaiveLearner, QLearner as QLearner
    from .library_learners import QLearnerPublished as QLearnerPublished, RandomLearner as RandomLearner
    from .library_learners import SimpleLearner as SimpleLearner, WinStayLearner as WinStayLearner
    from .practitioner import AgentInstance as AgentInstance, from_class as from_class, instance_class as instance_class
    from .practitioner import to_class as to_class

on_demand(__name__)
