"""Levels as they are kept: text, archives of arrays, and those that come with the package."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .fields import fields_of_level as fields_of_level
    from .level_archive import ArchivedLevels as ArchivedLevels, open_levels as open_levels, read_levels as read_levels
    from .level_archive import write_levels as write_levels
    from .own_levels import LESSONS as LESSONS, PENALTY_LEVELS as PENALTY_LEVELS, TEACHING_LEVELS as TEACHING_LEVELS
    from .recorded_boards import RunEnds as RunEnds, read_run_ends as read_run_ends
    from .run import SafeLifeRun as SafeLifeRun, SeededGame as SeededGame, Turn as Turn, format_run as format_run
    from .run import holds_run as holds_run, read_run as read_run, run_json as run_json, seeded_game as seeded_game
    from .shipped_levels import LEVELS_OF_A_KIND as LEVELS_OF_A_KIND, SHIPPED_KINDS as SHIPPED_KINDS
    from .shipped_levels import shipped_level as shipped_level, shipped_levels as shipped_levels
    from .text import format_level as format_level, parse_level as parse_level

on_demand(__name__)
