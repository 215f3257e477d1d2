"""Levels as they are kept: text, archives of arrays, and those that come with the package."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .level_archive import ArchivedLevels as ArchivedLevels, open_levels as open_levels, read_levels as read_levels
    from .level_archive import write_levels as write_levels
    from .own_levels import PENALTY_LEVELS as PENALTY_LEVELS, TEACHING_LEVELS as TEACHING_LEVELS
    from .run import SafeLifeRun as SafeLifeRun, Turn as Turn, format_run as format_run, read_run as read_run
    from .shipped_levels import SHIPPED_KINDS as SHIPPED_KINDS, shipped_level as shipped_level
    from .shipped_levels import shipped_levels as shipped_levels
    from .text import format_level as format_level, parse_level as parse_level

on_demand(__name__)
