"""SafeLife for readers: runs, explanations, animations, and the benchmark."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .animation import animation as animation
    from .benchmark import FindPlayer as FindPlayer, How as How, MOST_LEVELS as MOST_LEVELS, WHOLE_BOARD as WHOLE_BOARD
    from .benchmark import benchmark_runs as benchmark_runs, find_benchmark_player as find_benchmark_player
    from .benchmark import score_runs as score_runs, start_level as start_level
    from .benchmark_results import BenchmarkResults as BenchmarkResults, parse_penalty as parse_penalty
    from .board_text import FINE as FINE, Palette as Palette, SIXTEEN as SIXTEEN, board_text as board_text
    from .board_text import legend as legend, legend_of_goals as legend_of_goals
    from .explanation import signed as signed
    from .generation import LevelStatistics as LevelStatistics, SeededLevel as SeededLevel
    from .generation import level_statistics as level_statistics, seeded_levels as seeded_levels
    from .generation import statistics_rows as statistics_rows
    from .levels import file_of as file_of, find_level as find_level, is_name as is_name, named_levels as named_levels
    from .benchmark_report import BenchmarkReport as BenchmarkReport
    from .play import BY_HAND as BY_HAND, Play as Play, QUIT as QUIT, begin as begin, keys_in_text as keys_in_text
    from .play import keys_read as keys_read, pressed as pressed
    from .play_screen import screen_lines as screen_lines
    from .policies import PolicyFault as PolicyFault, file_of_policy as file_of_policy, refusing as refusing
    from .rescoring import RescoreReport as RescoreReport, rescored as rescored
    from .run import RunSoFar as RunSoFar, followed as followed, required_published as required_published
    from .run import turns as turns
    from .side_effects_report import CELL_TYPES as CELL_TYPES, DISTANCES as DISTANCES, EffectsOptions as EffectsOptions
    from .side_effects_report import report_of_run as report_of_run

on_demand(__name__)
