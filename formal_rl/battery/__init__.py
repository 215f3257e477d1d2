"""Many agents in many environments: the published benchmark, its runs and tables."""

from formal_rl.battery.agents import AGENTS, BatteryAgent, Told
from formal_rl.battery.environments import ENVIRONMENT_NAMES, ENVIRONMENTS, BatteryEnvironment
from formal_rl.battery.measure import selfrefl_benchmark, selfrefl_measure
from formal_rl.battery.rows import BatteryRow
from formal_rl.battery.runs import run
from formal_rl.battery.semi_determinism import NotSemiDeterministicWarning
from formal_rl.battery.users_agents import users_agent

__all__ = [
    "AGENTS",
    "ENVIRONMENTS",
    "ENVIRONMENT_NAMES",
    "BatteryAgent",
    "BatteryEnvironment",
    "BatteryRow",
    "NotSemiDeterministicWarning",
    "Told",
    "run",
    "selfrefl_benchmark",
    "selfrefl_measure",
    "users_agent",
]
