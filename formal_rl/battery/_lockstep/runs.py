"""Runs of a learner that draws: many side by side in arrays, and a few one after the other."""

from collections.abc import Sequence

from formal_rl.battery._draw_pools import draw_pools
from formal_rl.battery._drawing_classes import DRAWING, drawing_learner
from formal_rl.battery._live_runs import live_total
from formal_rl.battery._lockstep.lanes import Lanes
from formal_rl.battery.agents import AGENTS, RunSettings
from formal_rl.battery.environments import find_environment
from formal_rl.battery.results import BatteryRun

_WORTH_IT = 30
"""From this number on, runs are faster side by side than one after the other."""

MOST_STEPS = 1_000_000
"""Up to this number of steps, all compared numbers fit in integers of 64 bits."""

_BASIC = {
    agent.name: (name, checks)
    for name in DRAWING
    for checks, agent in enumerate((AGENTS[name], AGENTS[name].reality_checked()))
}
"""The learner, and the number of its reality checks, by name of the agent."""


def lockstep_fits(agent: str, steps: int) -> bool:
    """Return whether the agent's runs of this number of steps can go side by side."""
    return agent in _BASIC and steps <= MOST_STEPS


def lockstep_totals(runs: Sequence[BatteryRun]) -> dict[BatteryRun, int]:
    """Return the total reward of each of some runs of one agent, with the same readings and numbers of steps.

    A step costs about as much for one run as for some dozens.
    """
    name, checks = _BASIC[runs[0].agent]
    # With ten actions an agent goes alone.
    wide = [run for run in dict.fromkeys(runs) if find_environment(run.environment)[0].number_of_actions == 2]
    wide = wide if len(wide) >= _WORTH_IT else []
    found: dict[BatteryRun, int] = {}
    if wide:
        lanes = Lanes(wide, name, checks)
        found = {lane.run: total for total, lane in zip(lanes.totals(), lanes.lanes, strict=True)}
    for run in runs:
        if run not in found:
            environment, _ = find_environment(run.environment)
            settings = RunSettings(draw_pools(run.seed).agents, environment.number_of_actions)
            found[run] = live_total(run, drawing_learner(name, settings, run.semantics, checks))
    return found
