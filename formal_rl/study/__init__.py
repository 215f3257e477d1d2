"""Run a definition on a small history and see the questions of the environment to the agent."""

from typing import TYPE_CHECKING

from formal_rl.on_demand import on_demand

if TYPE_CHECKING:
    from .asking import Answer as Answer, ask as ask
    from .catalogue import DEFAULT as DEFAULT, ENVIRONMENT_FORMS as ENVIRONMENT_FORMS
    from .catalogue import find_agent as find_agent, find_environment as find_environment
    from .catalogue import HORIZON as HORIZON, PERCEPTS as PERCEPTS, Settings as Settings, parse_draws as parse_draws
    from .classification import Classification as Classification, classify as classify
    from .departures_report import chosen_environments as chosen_environments, departure_lines as departure_lines
    from .departures_report import departure_page as departure_page, departures as departures
    from .exercises import EXERCISES as EXERCISES, check as check, paid_throughout as paid_throughout
    from .explorer import Explorer as Explorer, explore as explore
    from .illustrations import ILLUSTRATIONS as ILLUSTRATIONS
    from .numbers import exact_number as exact_number, lam_of as lam_of, shares as shares
    from .numbers import usefulness_of_lengths as usefulness_of_lengths
    from .safelife.levels import find_level as find_level
    from .tracing import Step as Step, Trace as Trace, trace as trace

on_demand(__name__)
