"""Many agents in many environments: the published benchmark, its runs and tables."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .agents import AGENTS as AGENTS, BatteryAgent as BatteryAgent, Told as Told
    from .environments import (
        ENVIRONMENT_NAMES as ENVIRONMENT_NAMES,
        ENVIRONMENTS as ENVIRONMENTS,
        BatteryEnvironment as BatteryEnvironment,
    )
    from .measure import selfrefl_benchmark as selfrefl_benchmark, selfrefl_measure as selfrefl_measure
    from .rows import BatteryRow as BatteryRow
    from .runs import run as run
    from .semi_determinism import NotSemiDeterministicWarning as NotSemiDeterministicWarning
    from .users_agents import users_agent as users_agent

on_demand(__name__)
