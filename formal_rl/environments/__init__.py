"""Environments that may simulate the agent: how they meet it, the papers' examples and the published library's."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .catalogue import CATALOGUE as CATALOGUE, find as find
    from .environment import Environment as Environment, ExtendedEnvironment as ExtendedEnvironment, embed as embed
    from .examples.ignore_rewards import ignore_rewards as ignore_rewards
    from .examples.ignore_rewards import ignore_rewards_incremental as ignore_rewards_incremental
    from .examples.ignore_rewards import without_rewards as without_rewards
    from .examples.tempting_button import tempting_button as tempting_button
    from ._incremental import IncrementalEnvironment as IncrementalEnvironment
    from .interaction import Inquiry as Inquiry, interact as interact, interaction as interaction, respond as respond
    from .library_protocol import PublishedEnvironment as PublishedEnvironment
    from .mimic import mimic as mimic
    from .ordinary import bandit as bandit, guess_the_number as guess_the_number
    from .record import EnvironmentRecord as EnvironmentRecord
    from .tables import TableAgent as TableAgent, TableEnvironment as TableEnvironment, TableLearner as TableLearner
    from .weighted_average import average_reward as average_reward, equally_weighted as equally_weighted

on_demand(__name__)
