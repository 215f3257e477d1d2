"""Agents, environments that may simulate them, how they meet, and the papers' examples."""

from formal_rl.environments.adversarial_sequence_evader import adversarial_sequence_evader
from formal_rl.environments.adversarial_sequence_predictor import adversarial_sequence_predictor
from formal_rl.environments.after_images import after_images
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
from formal_rl.environments.as_if import as_if
from formal_rl.environments.backward_consciousness import backward_consciousness, backwards
from formal_rl.environments.blocks import seeing_blocks
from formal_rl.environments.censored_observation import censored_observation
from formal_rl.environments.clever_employer import clever_employer
from formal_rl.environments.constant_learner import ConstantLearner
from formal_rl.environments.conversation import recognising_conversations
from formal_rl.environments.costed import CostedAgent
from formal_rl.environments.crying_baby import crying_baby
from formal_rl.environments.crying_baby_2 import crying_baby_2
from formal_rl.environments.deja_vu import deja_vu, deja_vu_published, repeated
from formal_rl.environments.draws import Draw, Draws, HashedDraws, RepeatedDraws, draw
from formal_rl.environments.embedding import embed
from formal_rl.environments.false_memories import (
    FalseMemoriesIncremental,
    false_memories,
    false_memories_published,
)
from formal_rl.environments.finite_learner import FiniteLearner, finite_learners
from formal_rl.environments.foldable_learners import foldable
from formal_rl.environments.ignore_observations import ignore_observations
from formal_rl.environments.ignore_rewards import (
    IgnoreRewardsIncremental,
    ignore_rewards,
    ignore_rewards_incremental,
    ignore_rewards_published,
    without_rewards,
)
from formal_rl.environments.ignore_rewards_3 import ignore_rewards_3
from formal_rl.environments.incentivize_learning_rate import incentivize_learning_rate
from formal_rl.environments.incentivize_self_recognition import incentivize_self_recognition
from formal_rl.environments.incentivize_zero import incentivize_zero
from formal_rl.environments.incremental import IncrementalEnvironment, interact_incremental, interact_memoised
from formal_rl.environments.inquiry import Inquiry, answer, respond, respond_ordinary
from formal_rl.environments.interaction import (
    interact,
    interact_ordinary,
    interaction,
    interaction_ordinary,
)
from formal_rl.environments.knowing import knowing
from formal_rl.environments.last_reward_sign_learner import LastRewardSignLearner
from formal_rl.environments.learners import (
    AgentClass,
    Learner,
    LearnerClass,
    TrainedOn,
    Transition,
    as_agent,
    train,
    transitions,
)
from formal_rl.environments.limited_memory import limited_memory
from formal_rl.environments.maze import maze
from formal_rl.environments.mimic import mimic
from formal_rl.environments.mirror_room import playing_in_the_mirror
from formal_rl.environments.naive_learner import NaiveLearner, NaiveState
from formal_rl.environments.newcombs_problem import newcombs_problem
from formal_rl.environments.oracular_obstacle_course import oracular_obstacle_course
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
from formal_rl.environments.self_recognition import self_recognition
from formal_rl.environments.sequence_prediction import recognising_predictions
from formal_rl.environments.simple_learner import SimpleLearner
from formal_rl.environments.societies import village
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
from formal_rl.environments.tempting_button_variation import tempting_button_variation
from formal_rl.environments.third_action_forbidden import third_action_forbidden
from formal_rl.environments.transition_list import NO_TRANSITIONS, TransitionList
from formal_rl.environments.treasures_for_the_worthy import treasures_for_the_worthy
from formal_rl.environments.turn_by_turn import (
    delayed_rewards,
    flip_every_other,
    ignore_actions,
    ignore_rewards_2,
    nth_reward_multiplied_by_n,
    punish_nondeterministic_agent,
    repeater,
    shifted_rewards,
)
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
    "CostedAgent",
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
    "TrainedOn",
    "Transition",
    "TransitionList",
    "adversarial_sequence_evader",
    "adversarial_sequence_predictor",
    "after_images",
    "answer",
    "as_agent",
    "as_if",
    "as_it_was",
    "ask_instance",
    "backward_consciousness",
    "backwards",
    "bandit",
    "beating_the_last_move",
    "censored_observation",
    "clever_employer",
    "corridor",
    "crying_baby",
    "crying_baby_2",
    "deja_vu",
    "deja_vu_published",
    "delayed_rewards",
    "draw",
    "embed",
    "false_memories",
    "false_memories_published",
    "finite_learners",
    "flip_every_other",
    "foldable",
    "from_class",
    "guess_the_number",
    "ignore_actions",
    "ignore_observations",
    "ignore_rewards",
    "ignore_rewards_2",
    "ignore_rewards_3",
    "ignore_rewards_incremental",
    "ignore_rewards_published",
    "impossible_prompts",
    "incentivize_learning_rate",
    "incentivize_self_recognition",
    "incentivize_zero",
    "instance_class",
    "instantiate",
    "interact",
    "interact_incremental",
    "interact_memoised",
    "interact_ordinary",
    "interaction",
    "interaction_ordinary",
    "knowing",
    "limited_memory",
    "maze",
    "mimic",
    "newcombs_problem",
    "nth_reward_multiplied_by_n",
    "oracular_obstacle_course",
    "playing_in_the_mirror",
    "playing_in_turn",
    "punish_freezing",
    "punish_nondeterministic_agent",
    "recognising_conversations",
    "recognising_predictions",
    "repeated",
    "repeater",
    "respond",
    "respond_ordinary",
    "reverse_history",
    "reverse_history_published",
    "reversed_prompt",
    "rock_paper_scissors",
    "seeing_a_button",
    "seeing_blocks",
    "self_recognition",
    "shifted_rewards",
    "shown_observation",
    "tempting_button",
    "tempting_button_variation",
    "third_action_forbidden",
    "to_class",
    "train",
    "train_instance",
    "transitions",
    "treasures_for_the_worthy",
    "village",
    "without_rewards",
]
