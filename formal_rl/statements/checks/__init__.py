"""What is run for each statement: its parts, each with its domain and its counts."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .drest_gridworlds import best_by_default as best_by_default, best_outcomes as best_outcomes
    from .drest_gridworlds_agents import Agents as Agents, TrainedAgent as TrainedAgent
    from .drest_gridworlds_all import TRUE as TRUE, WORLDS as WORLDS
    from .drest_gridworlds_lopsided import (
        INSIDE as INSIDE,
        LONG as LONG,
        VALUES as VALUES,
        balancing_coin as balancing_coin,
        equilibrium as equilibrium,
    )
    from .drest_gridworlds_sentences import (
        AS_USEFUL as AS_USEFUL,
        BOTH as BOTH,
        CHOSEN as CHOSEN,
        CONSISTENT as CONSISTENT,
        Fact as Fact,
        NEAR_EVEN as NEAR_EVEN,
        NEUTRAL as NEUTRAL,
        SELDOM as SELDOM,
        SENTENCES as SENTENCES,
        WorldSentences as WorldSentences,
    )
    from .drest_main_result import table as table
    from .drest_useful import family as family, no_slack as no_slack, shares_of as shares_of
    from .outperforming import sums_by_definition as sums_by_definition
    from .reality_check import GenuineSteps as GenuineSteps

on_demand(__name__)
