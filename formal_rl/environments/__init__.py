"""Environments that may simulate the agent: how they meet it, the papers' examples and the published library's."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .altered_agent import (
        as_if as as_if,
        class_at_rate_one as class_at_rate_one,
        configured_with_three_actions as configured_with_three_actions,
        incentivize_learning_rate as incentivize_learning_rate,
        incentivize_learning_rate_incremental as incentivize_learning_rate_incremental,
        incentivize_learning_rate_old as incentivize_learning_rate_old,
        incentivize_learning_rate_old_incremental as incentivize_learning_rate_old_incremental,
        learning_rate_one as learning_rate_one,
        third_action_forbidden as third_action_forbidden,
    )
    from .catalogue import (
        CATALOGUE as CATALOGUE,
        GROUPS as GROUPS,
        LIBRARY_NAMES as LIBRARY_NAMES,
        RECORDS as RECORDS,
        find as find,
        our_name as our_name,
    )
    from .chance import (
        interaction_law as interaction_law,
        without_chance as without_chance,
    )
    from .environment import Environment as Environment, ExtendedEnvironment as ExtendedEnvironment, embed as embed
    from .examples.deja_vu import deja_vu as deja_vu, deja_vu_published as deja_vu_published
    from .examples.false_memories import (
        FalseMemoriesIncremental as FalseMemoriesIncremental,
        false_memories as false_memories,
        false_memories_published as false_memories_published,
    )
    from .examples.ignore_rewards import (
        IgnoreRewardsIncremental as IgnoreRewardsIncremental,
        ignore_rewards as ignore_rewards,
        ignore_rewards_incremental as ignore_rewards_incremental,
        ignore_rewards_published as ignore_rewards_published,
        without_rewards as without_rewards,
    )
    from .examples.punish_freezing import impossible_prompts as impossible_prompts, punish_freezing as punish_freezing
    from .examples.reverse_history import (
        backward_consciousness as backward_consciousness,
        backwards as backwards,
        reverse_history as reverse_history,
        reverse_history_published as reverse_history_published,
        reversed_prompt as reversed_prompt,
    )
    from .examples.tempting_button import (
        BUTTON as BUTTON,
        NO_BUTTON as NO_BUTTON,
        PUSH as PUSH,
        seeing_a_button as seeing_a_button,
        tempting_button as tempting_button,
        tempting_button_functional as tempting_button_functional,
        tempting_button_incremental as tempting_button_incremental,
        tempting_button_published as tempting_button_published,
    )
    from .incremental import (
        IncrementalEnvironment as IncrementalEnvironment,
        ReplayedIncremental as ReplayedIncremental,
        interact_incremental as interact_incremental,
    )
    from .interaction import (
        QUESTIONS_PER_STEP as QUESTIONS_PER_STEP,
        Inquiry as Inquiry,
        answer as answer,
        interact as interact,
        interact_ordinary as interact_ordinary,
        interaction as interaction,
        interaction_ordinary as interaction_ordinary,
        respond as respond,
        respond_ordinary as respond_ordinary,
    )
    from .library.adversarial_sequence import (
        AdversarialSequenceIncremental as AdversarialSequenceIncremental,
        PublishedAdversarialSequence as PublishedAdversarialSequence,
        adversarial_sequence as adversarial_sequence,
        adversarial_sequence_functional as adversarial_sequence_functional,
    )
    from .library.crying_baby import (
        CryingBabyIncremental as CryingBabyIncremental,
        CryingBabyState as CryingBabyState,
        FEED as FEED,
        LAUGH as LAUGH,
        Nutrition as Nutrition,
        crying_baby as crying_baby,
        crying_baby_2 as crying_baby_2,
        crying_baby_with as crying_baby_with,
        published_contentment as published_contentment,
    )
    from .library.drawn_observations import (
        after_images as after_images,
        censored_observation as censored_observation,
        ignore_observations as ignore_observations,
    )
    from .library.ignore_rewards_3 import ignore_rewards_3 as ignore_rewards_3
    from .library.incentivize_zero import (
        incentivize_zero as incentivize_zero,
        incentivize_zero_functional as incentivize_zero_functional,
        incentivize_zero_incremental as incentivize_zero_incremental,
        incentivize_zero_published as incentivize_zero_published,
    )
    from .library.limited_memory import (
        PublishedLimitedMemoryState as PublishedLimitedMemoryState,
        REMEMBERED as REMEMBERED,
        limited_memory as limited_memory,
    )
    from .library.self_recognition import self_recognition as self_recognition
    from .library.tempting_button_variation import tempting_button_variation as tempting_button_variation
    from .library.turn_by_turn import (
        TurnByTurn as TurnByTurn,
        delayed_rewards as delayed_rewards,
        flip_every_other as flip_every_other,
        ignore_actions as ignore_actions,
        ignore_rewards_2 as ignore_rewards_2,
        nth_reward_multiplied_by_n as nth_reward_multiplied_by_n,
        punish_nondeterministic_agent as punish_nondeterministic_agent,
        repeater as repeater,
        shifted_rewards as shifted_rewards,
    )
    from .library_protocol import PublishedEnvironment as PublishedEnvironment, RunningSimulation as RunningSimulation
    from .listed import MEMORIES as MEMORIES, TWO_TURNS as TWO_TURNS
    from .metered_agents import (
        CostedAgent as CostedAgent,
        determinism_inspector as determinism_inspector,
        memory_inspector as memory_inspector,
        punish_fast_agent as punish_fast_agent,
        punish_slow_agent as punish_slow_agent,
    )
    from .mimic import mimic as mimic
    from .monoid_forms import (
        deja_vu_published_folded as deja_vu_published_folded,
        reverse_history_published_folded as reverse_history_published_folded,
    )
    from .ordinary import (
        CorridorIncremental as CorridorIncremental,
        bandit as bandit,
        bandit_incremental as bandit_incremental,
        corridor as corridor,
        guess_the_number as guess_the_number,
        guess_the_number_incremental as guess_the_number_incremental,
        maze as maze,
        rock_paper_scissors as rock_paper_scissors,
    )
    from .record import EnvironmentRecord as EnvironmentRecord
    from .simulated_copy import (
        Rewrite as Rewrite,
        RewrittenIncremental as RewrittenIncremental,
        RewrittenState as RewrittenState,
        with_last_observation as with_last_observation,
    )
    from .tables import TableAgent as TableAgent, TableEnvironment as TableEnvironment, TableLearner as TableLearner
    from .text_pictures import is_picture as is_picture
    from .weighted_average import (
        average_reward as average_reward,
        equally_weighted as equally_weighted,
        upsilon as upsilon,
    )

on_demand(__name__)
