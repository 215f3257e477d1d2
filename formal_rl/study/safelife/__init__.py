"""SafeLife for readers: runs, explanations, animations, and the benchmark."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .animation import animation as animation
    from .benchmark import How as How, benchmark_runs as benchmark_runs, score_runs as score_runs
    from .board_text import board_text as board_text
    from .levels import find_level as find_level, named_levels as named_levels
    from .benchmark_report import BenchmarkReport as BenchmarkReport
    from .run import RunSoFar as RunSoFar, followed as followed, turns as turns
    from .side_effects_report import EffectsOptions as EffectsOptions, report_of_run as report_of_run

on_demand(__name__)
