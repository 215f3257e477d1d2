"""Agents and learners: how they are written, the published library's own, register machines, practitioners' classes."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from ._instance_copies import InstanceCopier as InstanceCopier
    from .catalogue import CATALOGUE as CATALOGUE, FORMS as FORMS, NamedAgent as NamedAgent
    from .catalogue import REALITY_CHECK as REALITY_CHECK, RECORDS as RECORDS, agent_named as agent_named
    from .chance import ChanceAgent as ChanceAgent, Distribution as Distribution, Drawing as Drawing, Kernel as Kernel
    from .chance import Toss as Toss, certain as certain, chance_of_acting_alike as chance_of_acting_alike
    from .chance import drawn_by_step as drawn_by_step, independent as independent, law as law, uniform as uniform
    from .draws import Draw as Draw, Draws as Draws, HashedDraws as HashedDraws, RepeatedDraws as RepeatedDraws
    from .draws import draw as draw, drawn_observation as drawn_observation
    from .learners import Agent as Agent, AgentClass as AgentClass, Learner as Learner, LearnerClass as LearnerClass
    from .learners import TrainedOn as TrainedOn, Transition as Transition, acts as acts, as_agent as as_agent
    from .learners import train as train, transitions as transitions
    from .library_learners import ConstantLearner as ConstantLearner, LastRewardSignLearner as LastRewardSignLearner
    from .library_learners import NaiveLearner as NaiveLearner, QLearner as QLearner
    from .library_learners import QLearnerPublished as QLearnerPublished, RandomLearner as RandomLearner
    from .library_learners import SimpleLearner as SimpleLearner, WinStayLearner as WinStayLearner
    from .monoid_learners import FoldableLearner as FoldableLearner, ListedLearner as ListedLearner
    from .monoid_learners import foldable_of as foldable_of, require_foldable as require_foldable
    from .practitioner import AgentInstance as AgentInstance, ClassLearner as ClassLearner
    from .practitioner import MakesInstances as MakesInstances, TransitionList as TransitionList
    from .practitioner import ask_instance as ask_instance, from_class as from_class, instance_class as instance_class
    from .practitioner import instantiate as instantiate, to_class as to_class, train_instance as train_instance
    from .register_learner import RegisterLearner as RegisterLearner

on_demand(__name__)
