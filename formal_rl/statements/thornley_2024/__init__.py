"""The ledger of Thornley et al. 2024, Towards shutdownable agents via stochastic choice.

Each mutant is a deliberately wrong object put in the place of the right one; the entry's check must reject it.
"""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .gridworld_sentences import AS_USEFUL as AS_USEFUL, BOTH as BOTH, CHOSEN as CHOSEN, CONSISTENT as CONSISTENT
    from .gridworld_sentences import NEAR_EVEN as NEAR_EVEN, NEUTRAL as NEUTRAL, SELDOM as SELDOM
    from .gridworld_sentences import SENTENCES as SENTENCES
    from .gridworlds import TRUE as TRUE, WORLDS as WORLDS, best_by_default as best_by_default
    from .gridworlds import best_outcomes as best_outcomes
    from .lopsided import INSIDE as INSIDE, LONG as LONG, VALUES as VALUES, balancing_coin as balancing_coin
    from .lopsided import equilibrium as equilibrium
    from .trained_agents import Agents as Agents, TrainedAgent as TrainedAgent
    from .useful import family as family, no_slack as no_slack, shares_of as shares_of

on_demand(__name__)
