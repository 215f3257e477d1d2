"""Many agents in many environments: the published benchmark, its runs and tables."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .agents import AGENTS as AGENTS, BatteryAgent as BatteryAgent, agent_of as agent_of
    from .environments import ENVIRONMENTS as ENVIRONMENTS
    from .environments import ENVIRONMENT_NAMES as ENVIRONMENT_NAMES, Reading as Reading
    from .estimates import Estimate as Estimate, fixed_text as fixed_text, nearest_root as nearest_root
    from .estimates import population_deviation_over_n_squared as population_deviation_over_n_squared
    from .estimates import sample_deviation_over_n_squared as sample_deviation_over_n_squared
    from .estimates import standard_error_squared as standard_error_squared
    from .measure import selfrefl_benchmark as selfrefl_benchmark, selfrefl_measure as selfrefl_measure
    from .published_totals import DIGITS_OF_TABLE_1 as DIGITS_OF_TABLE_1, DIGITS_OF_TABLE_3 as DIGITS_OF_TABLE_3
    from .published_totals import PrintedMean as PrintedMean
    from .published_totals import TABLE_1 as TABLE_1, TABLE_3 as TABLE_3, paper_opposite_sums as paper_opposite_sums
    from .published_totals import published_sums as published_sums
    from .published_totals import published_totals as published_totals, reproduced_sums as reproduced_sums
    from .published_totals import reproduced_totals as reproduced_totals
    from .results import BatteryRow as BatteryRow, BatteryRun as BatteryRun, Results as Results, Settings as Settings
    from .results import read_results as read_results, row_of as row_of
    from .resumable_table import append_lines as append_lines, open_rows as open_rows, read_rows as read_rows
    from .runs import EngineChoice as EngineChoice, in_groups as in_groups, require_run as require_run
    from .runs import run_group as run_group
    from .tables import RUNS as RUNS, SEEDS as SEEDS, STEPS as STEPS, SeedSums as SeedSums, gain as gain
    from .tables import in_opposites as in_opposites, measure as measure, seed_sums as seed_sums
    from .tables import tempting_button_performance as tempting_button_performance
    from .tables import without_opposites as without_opposites
    from .totals import Cell as Cell, Totals as Totals, last_totals as last_totals, total_rows as total_rows
    from .totals import reality_checked as reality_checked, unchecked as unchecked
    from .users_agents import NotSemiDeterministicWarning as NotSemiDeterministicWarning
    from .users_agents import not_semi_deterministic as not_semi_deterministic, users_agent as users_agent
    from .weights import gain_vector as gain_vector

on_demand(__name__)
