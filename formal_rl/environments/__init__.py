"""Environments that may simulate the agent: how they meet it, the papers' examples and the published library's."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .altered_agent import class_at_rate_one as class_at_rate_one
    from .altered_agent import configured_with_three_actions as configured_with_three_actions
    from .altered_agent import learning_rate_one as learning_rate_one
    from .catalogue import CATALOGUE as CATALOGUE, GROUPS as GROUPS, LIBRARY_NAMES as LIBRARY_NAMES, find as find
    from .catalogue import our_name as our_name
    from .environment import Environment as Environment, ExtendedEnvironment as ExtendedEnvironment, embed as embed
    from .examples.ignore_rewards import IgnoreRewardsIncremental as IgnoreRewardsIncremental
    from .examples.ignore_rewards import ignore_rewards as ignore_rewards
    from .examples.ignore_rewards import ignore_rewards_incremental as ignore_rewards_incremental
    from .examples.ignore_rewards import without_rewards as without_rewards
    from .examples.tempting_button import BUTTON as BUTTON, PUSH as PUSH, seeing_a_button as seeing_a_button
    from .examples.tempting_button import tempting_button as tempting_button
    from .incremental import IncrementalEnvironment as IncrementalEnvironment
    from .incremental import ReplayedIncremental as ReplayedIncremental
    from .incremental import interact_incremental as interact_incremental
    from .interaction import QUESTIONS_PER_STEP as QUESTIONS_PER_STEP, Inquiry as Inquiry, interact as interact
    from .interaction import interaction as interaction, respond as respond
    from .library.crying_baby import Nutrition as Nutrition
    from .library.limited_memory import REMEMBERED as REMEMBERED
    from .library_protocol import PublishedEnvironment as PublishedEnvironment
    from .listed import MEMORIES as MEMORIES, TWO_TURNS as TWO_TURNS
    from .metered_agents import CostedAgent as CostedAgent
    from .mimic import mimic as mimic
    from .ordinary import bandit as bandit, guess_the_number as guess_the_number
    from .record import EnvironmentRecord as EnvironmentRecord
    from .simulated_copy import Rewrite as Rewrite, RewrittenState as RewrittenState
    from .tables import TableAgent as TableAgent, TableEnvironment as TableEnvironment, TableLearner as TableLearner
    from .text_pictures import is_picture as is_picture
    from .weighted_average import average_reward as average_reward, equally_weighted as equally_weighted

on_demand(__name__)
