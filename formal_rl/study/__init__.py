"""Run a definition on a small history and see the questions of the environment to the agent."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .asking import Answer as Answer, ask as ask
    from .catalogue import find_agent as find_agent, find_environment as find_environment, Settings as Settings
    from .classification import Classification as Classification, classify as classify
    from .departures_report import departures as departures
    from .exercises import EXERCISES as EXERCISES, check as check, paid_throughout as paid_throughout
    from .explorer import Explorer as Explorer, explore as explore
    from .safelife.levels import find_level as find_level
    from .tracing import Step as Step, Trace as Trace, trace as trace

on_demand(__name__)
