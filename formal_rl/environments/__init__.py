"""Agents, environments that may simulate them, how they meet, and the papers' examples."""

from formal_rl.environments.agent_instances import (
    LIVE_INSTANCES,
    AgentInstance,
    ClassLearner,
    MakesInstances,
    ask_instance,
    from_class,
    instance_class,
    instantiate,
    to_class,
    train_instance,
)
from formal_rl.environments.backward_consciousness import backward_consciousness, backwards
from formal_rl.environments.constant_learner import ConstantLearner
from formal_rl.environments.deja_vu import deja_vu, deja_vu_published, repeated
from formal_rl.environments.draws import Draw, Draws, HashedDraws, RepeatedDraws, draw
from formal_rl.environments.embedding import embed
from formal_rl.environments.false_memories import (
    FalseMemoriesIncremental,
    false_memories,
    false_memories_published,
)
from formal_rl.environments.finite_learner import FiniteLearner, finite_learners
from formal_rl.environments.ignore_rewards import (
    IgnoreRewardsIncremental,
    ignore_rewards,
    ignore_rewards_incremental,
    ignore_rewards_published,
    without_rewards,
)
from formal_rl.environments.incremental import IncrementalEnvironment, interact_incremental, interact_memoised
from formal_rl.environments.inquiry import Inquiry, answer, respond, respond_ordinary
from formal_rl.environments.interaction import (
    interact,
    interact_ordinary,
    interaction,
    interaction_ordinary,
)
from formal_rl.environments.last_reward_sign_learner import LastRewardSignLearner
from formal_rl.environments.learners import (
    AgentClass,
    Learner,
    LearnerClass,
    Transition,
    as_agent,
    train,
    transitions,
)
from formal_rl.environments.maze import maze
from formal_rl.environments.mimic import mimic
from formal_rl.environments.naive_learner import NaiveLearner, NaiveState
from formal_rl.environments.ordinary import bandit, corridor, guess_the_number
from formal_rl.environments.ordinary_incremental import (
    BanditIncremental,
    CorridorIncremental,
    GuessTheNumberIncremental,
)
from formal_rl.environments.published import FreshSimulation, PublishedEnvironment, RunningSimulation
from formal_rl.environments.punish_freezing import impossible_prompts, punish_freezing
from formal_rl.environments.q_learner import QLearner, QLearnerPublished, QState
from formal_rl.environments.random_learner import RandomLearner
from formal_rl.environments.register_learner import RegisterLearner
from formal_rl.environments.replayed import ReplayedIncremental
from formal_rl.environments.reverse_history import (
    reverse_history,
    reverse_history_published,
    reversed_prompt,
)
from formal_rl.environments.rewritten import Rewrite, RewrittenIncremental, RewrittenState, as_it_was
from formal_rl.environments.rock_paper_scissors import (
    beating_the_last_move,
    playing_in_turn,
    rock_paper_scissors,
)
from formal_rl.environments.simple_learner import SimpleLearner
from formal_rl.environments.tables import TableAgent, TableEnvironment, TableLearner
from formal_rl.environments.tempting_button import (
    BUTTON,
    NO_BUTTON,
    PUSH,
    PublishedTemptingButton,
    PublishedTemptingButtonState,
    TemptingButtonIncremental,
    TemptingButtonState,
    seeing_a_button,
    shown_observation,
    tempting_button,
)
from formal_rl.environments.transition_list import NO_TRANSITIONS, TransitionList
from formal_rl.environments.types import Agent, Environment, ExtendedEnvironment

__all__ = [
    "BUTTON",
    "LIVE_INSTANCES",
    "NO_BUTTON",
    "NO_TRANSITIONS",
    "PUSH",
    "Agent",
    "AgentClass",
    "AgentInstance",
    "BanditIncremental",
    "ClassLearner",
    "ConstantLearner",
    "CorridorIncremental",
    "Draw",
    "Draws",
    "Environment",
    "ExtendedEnvironment",
    "FalseMemoriesIncremental",
    "FiniteLearner",
    "FreshSimulation",
    "GuessTheNumberIncremental",
    "HashedDraws",
    "IgnoreRewardsIncremental",
    "IncrementalEnvironment",
    "Inquiry",
    "LastRewardSignLearner",
    "Learner",
    "LearnerClass",
    "MakesInstances",
    "NaiveLearner",
    "NaiveState",
    "PublishedEnvironment",
    "PublishedTemptingButton",
    "PublishedTemptingButtonState",
    "QLearner",
    "QLearnerPublished",
    "QState",
    "RandomLearner",
    "RegisterLearner",
    "RepeatedDraws",
    "ReplayedIncremental",
    "Rewrite",
    "RewrittenIncremental",
    "RewrittenState",
    "RunningSimulation",
    "SimpleLearner",
    "TableAgent",
    "TableEnvironment",
    "TableLearner",
    "TemptingButtonIncremental",
    "TemptingButtonState",
    "Transition",
    "TransitionList",
    "answer",
    "as_agent",
    "as_it_was",
    "ask_instance",
    "backward_consciousness",
    "backwards",
    "bandit",
    "beating_the_last_move",
    "corridor",
    "deja_vu",
    "deja_vu_published",
    "draw",
    "embed",
    "false_memories",
    "false_memories_published",
    "finite_learners",
    "from_class",
    "guess_the_number",
    "ignore_rewards",
    "ignore_rewards_incremental",
    "ignore_rewards_published",
    "impossible_prompts",
    "instance_class",
    "instantiate",
    "interact",
    "interact_incremental",
    "interact_memoised",
    "interact_ordinary",
    "interaction",
    "interaction_ordinary",
    "maze",
    "mimic",
    "playing_in_turn",
    "punish_freezing",
    "repeated",
    "respond",
    "respond_ordinary",
    "reverse_history",
    "reverse_history_published",
    "reversed_prompt",
    "rock_paper_scissors",
    "seeing_a_button",
    "shown_observation",
    "tempting_button",
    "to_class",
    "train",
    "train_instance",
    "transitions",
    "without_rewards",
]
