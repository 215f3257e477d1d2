"""Many agents in many environments: the published benchmark, its runs and tables."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .agents import AGENTS as AGENTS, BatteryAgent as BatteryAgent
    from .environments import ENVIRONMENTS as ENVIRONMENTS
    from .environments import ENVIRONMENT_NAMES as ENVIRONMENT_NAMES, Reading as Reading
    from .estimates import Estimate as Estimate
    from .estimates import population_deviation_over_n_squared as population_deviation_over_n_squared
    from .estimates import sample_deviation_over_n_squared as sample_deviation_over_n_squared
    from .estimates import standard_error_squared as standard_error_squared
    from .measure import selfrefl_benchmark as selfrefl_benchmark, selfrefl_measure as selfrefl_measure
    from .published_totals import TABLE_1 as TABLE_1, TABLE_3 as TABLE_3, published_totals as published_totals
    from .published_totals import reproduced_totals as reproduced_totals
    from .results import BatteryRow as BatteryRow, BatteryRun as BatteryRun, Results as Results, Settings as Settings
    from .results import read_results as read_results
    from .runs import make_run as make_run
    from .tables import gain as gain, measure as measure, seed_sums as seed_sums
    from .tables import tempting_button_performance as tempting_button_performance
    from .totals import Totals as Totals
    from .users_agents import NotSemiDeterministicWarning as NotSemiDeterministicWarning
    from .users_agents import not_semi_deterministic as not_semi_deterministic, users_agent as users_agent
    from .weights import gain_vector as gain_vector

on_demand(__name__)
