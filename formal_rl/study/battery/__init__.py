"""The battery for readers: runs in several processes, reports, and Tables 1 and 3 to compare."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .handicaps import handicap_table as handicap_table, table_json as table_json
    from .page import BLOCKS as BLOCKS
    from .report import BatteryReport as BatteryReport, plan_runs as plan_runs
    from .report import chosen_environments as chosen_environments, row_text as row_text
    from .runs import RunOptions as RunOptions, battery_runs as battery_runs, find_agent as find_agent
    from .tables import battery_tables as battery_tables, column_of_results as column_of_results
    from .tables import read_published_totals as read_published_totals

on_demand(__name__)
