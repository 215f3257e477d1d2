"""Agents, environments that may simulate them, how they meet, and the papers' examples."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .adversarial_sequence_evader import adversarial_sequence_evader as adversarial_sequence_evader
    from .adversarial_sequence_predictor import adversarial_sequence_predictor as adversarial_sequence_predictor
    from .after_images import after_images as after_images
    from .agent_instances import (
        LIVE_INSTANCES as LIVE_INSTANCES,
        AgentInstance as AgentInstance,
        ClassLearner as ClassLearner,
        MakesInstances as MakesInstances,
        ask_instance as ask_instance,
        from_class as from_class,
        instance_class as instance_class,
        instantiate as instantiate,
        to_class as to_class,
        train_instance as train_instance,
    )
    from .as_if import as_if as as_if
    from .backward_consciousness import backward_consciousness as backward_consciousness, backwards as backwards
    from .blocks import seeing_blocks as seeing_blocks
    from .censored_observation import censored_observation as censored_observation
    from .clever_employer import clever_employer as clever_employer
    from .constant_learner import ConstantLearner as ConstantLearner
    from .conversation import recognising_conversations as recognising_conversations
    from .costed import CostedAgent as CostedAgent
    from .crying_baby import crying_baby as crying_baby
    from .crying_baby_2 import crying_baby_2 as crying_baby_2
    from .deja_vu import deja_vu as deja_vu, deja_vu_published as deja_vu_published, repeated as repeated
    from .delayed_rewards import delayed_rewards as delayed_rewards
    from .draws import (
        Draw as Draw,
        Draws as Draws,
        HashedDraws as HashedDraws,
        RepeatedDraws as RepeatedDraws,
        draw as draw,
    )
    from .embedding import embed as embed
    from .false_memories import (
        FalseMemoriesIncremental as FalseMemoriesIncremental,
        false_memories as false_memories,
        false_memories_published as false_memories_published,
    )
    from .finite_learner import FiniteLearner as FiniteLearner, finite_learners as finite_learners
    from .flip_every_other import flip_every_other as flip_every_other
    from .foldable_learners import foldable as foldable
    from .ignore_actions import ignore_actions as ignore_actions
    from .ignore_observations import ignore_observations as ignore_observations
    from .ignore_rewards import (
        IgnoreRewardsIncremental as IgnoreRewardsIncremental,
        ignore_rewards as ignore_rewards,
        ignore_rewards_incremental as ignore_rewards_incremental,
        ignore_rewards_published as ignore_rewards_published,
        without_rewards as without_rewards,
    )
    from .ignore_rewards_2 import ignore_rewards_2 as ignore_rewards_2
    from .ignore_rewards_3 import ignore_rewards_3 as ignore_rewards_3
    from .incentivize_learning_rate import incentivize_learning_rate as incentivize_learning_rate
    from .incentivize_self_recognition import incentivize_self_recognition as incentivize_self_recognition
    from .incentivize_zero import incentivize_zero as incentivize_zero
    from .incremental import (
        IncrementalEnvironment as IncrementalEnvironment,
        interact_incremental as interact_incremental,
        interact_memoised as interact_memoised,
    )
    from .inquiry import Inquiry as Inquiry, answer as answer, respond as respond, respond_ordinary as respond_ordinary
    from .interaction import (
        interact as interact,
        interact_ordinary as interact_ordinary,
        interaction as interaction,
        interaction_ordinary as interaction_ordinary,
    )
    from .knowing import knowing as knowing
    from .last_reward_sign_learner import LastRewardSignLearner as LastRewardSignLearner
    from .learners import (
        AgentClass as AgentClass,
        Learner as Learner,
        LearnerClass as LearnerClass,
        TrainedOn as TrainedOn,
        Transition as Transition,
        as_agent as as_agent,
        train as train,
        transitions as transitions,
    )
    from .limited_memory import limited_memory as limited_memory
    from .maze import maze as maze
    from .mimic import mimic as mimic
    from .mirror_room import playing_in_the_mirror as playing_in_the_mirror
    from .naive_learner import NaiveLearner as NaiveLearner, NaiveState as NaiveState
    from .newcombs_problem import newcombs_problem as newcombs_problem
    from .nth_reward_multiplied_by_n import nth_reward_multiplied_by_n as nth_reward_multiplied_by_n
    from .oracular_obstacle_course import oracular_obstacle_course as oracular_obstacle_course
    from .ordinary import bandit as bandit, corridor as corridor, guess_the_number as guess_the_number
    from .ordinary_incremental import (
        BanditIncremental as BanditIncremental,
        CorridorIncremental as CorridorIncremental,
        GuessTheNumberIncremental as GuessTheNumberIncremental,
    )
    from .published import (
        FreshSimulation as FreshSimulation,
        PublishedEnvironment as PublishedEnvironment,
        RunningSimulation as RunningSimulation,
    )
    from .punish_freezing import impossible_prompts as impossible_prompts, punish_freezing as punish_freezing
    from .punish_nondeterministic_agent import punish_nondeterministic_agent as punish_nondeterministic_agent
    from .q_learner import QLearner as QLearner, QLearnerPublished as QLearnerPublished, QState as QState
    from .random_learner import RandomLearner as RandomLearner
    from .register_learner import RegisterLearner as RegisterLearner
    from .repeater import repeater as repeater
    from .replayed import ReplayedIncremental as ReplayedIncremental
    from .reverse_history import (
        reverse_history as reverse_history,
        reverse_history_published as reverse_history_published,
        reversed_prompt as reversed_prompt,
    )
    from .rewritten import (
        Rewrite as Rewrite,
        RewrittenIncremental as RewrittenIncremental,
        RewrittenState as RewrittenState,
        as_it_was as as_it_was,
    )
    from .rock_paper_scissors import (
        beating_the_last_move as beating_the_last_move,
        playing_in_turn as playing_in_turn,
        rock_paper_scissors as rock_paper_scissors,
    )
    from .self_recognition import self_recognition as self_recognition
    from .sequence_prediction import recognising_predictions as recognising_predictions
    from .shifted_rewards import shifted_rewards as shifted_rewards
    from .simple_learner import SimpleLearner as SimpleLearner
    from .societies import village as village
    from .tables import TableAgent as TableAgent, TableEnvironment as TableEnvironment, TableLearner as TableLearner
    from .tempting_button import (
        BUTTON as BUTTON,
        NO_BUTTON as NO_BUTTON,
        PUSH as PUSH,
        PublishedTemptingButton as PublishedTemptingButton,
        PublishedTemptingButtonState as PublishedTemptingButtonState,
        TemptingButtonIncremental as TemptingButtonIncremental,
        TemptingButtonState as TemptingButtonState,
        seeing_a_button as seeing_a_button,
        shown_observation as shown_observation,
        tempting_button as tempting_button,
    )
    from .tempting_button_variation import tempting_button_variation as tempting_button_variation
    from .third_action_forbidden import third_action_forbidden as third_action_forbidden
    from .transition_list import NO_TRANSITIONS as NO_TRANSITIONS, TransitionList as TransitionList
    from .treasures_for_the_worthy import treasures_for_the_worthy as treasures_for_the_worthy
    from .types import Agent as Agent, Environment as Environment, ExtendedEnvironment as ExtendedEnvironment

on_demand(__name__)
