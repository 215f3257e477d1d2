"""Runs of the battery: one agent in one environment, and which engine runs it."""

import warnings
from collections.abc import Iterator
from itertools import islice
from typing import Any, Literal, TypeAlias

from formal_rl.battery._draw_pools import draw_pools
from formal_rl.battery._drawing_learners import DRAWING, drawing_learner
from formal_rl.battery._live_runs import NotCopied, live_total
from formal_rl.battery._memoised_runs import FINITE_AGENTS, memoised_total
from formal_rl.battery.agents import AGENTS, BatteryAgent, RunSettings
from formal_rl.battery.environments import Reading, find_environment, incremental_named, require_reading
from formal_rl.battery.results import BatteryRow, BatteryRun, row_of
from formal_rl.battery.totals import unchecked
from formal_rl.environments._incremental import interact_incremental
from formal_rl.errors import FormalRLError, InteractionFailure, UnknownName, nearest, require_int
from formal_rl.numbers import plain_integer

EngineChoice: TypeAlias = Literal["auto", "plain"]
"""Whatever is fastest of what applies, or the plain interaction."""


def _settings(run: BatteryRun) -> RunSettings:
    found, _ = find_environment(run.environment)
    return RunSettings(draw_pools(run.seed).agents, found.number_of_actions, found.number_of_observations)


def total_reward(agent: BatteryAgent, run: BatteryRun) -> int:
    """Return the sum of the rewards that follow the actions of a run, step by step.

    The reward of the first percept follows no action and does not count. Raises whatever the interaction raises, with
    the step in a note.

    Source: Alexander et al. 2022, Section 6.
    """
    readings = {"semantics": run.semantics, "opposite": run.opposite}
    place = incremental_named(run.environment, draw_pools(run.seed).environment, **readings)
    learner = agent.learner(_settings(run), semantics=run.semantics)
    elements: Iterator[Any] = interact_incremental(learner, place)
    total = step = 0
    try:
        for step, percept in enumerate(islice(elements, 2, 2 * run.steps + 1, 2), 1):  # noqa: B007 - the note names it
            total += percept.reward
    except InteractionFailure as failure:
        failure.add_note(f"at step {step + 1} of the run")
        raise
    return total


class NotCopiedWarning(UserWarning):
    """Instances of a user's class cannot be copied, so that a run takes the time of the square of its steps."""


def total_on_live_instances(agent: BatteryAgent, run: BatteryRun) -> int | None:
    """Return the total reward of a run of a user's class, or of a learner that draws.

    Returns ``None`` where it has to be made plainly, as where it raises. Warns with `NotCopiedWarning` where that is
    since instances cannot be copied.
    """
    basic = unchecked(run.agent) if agent is AGENTS.get(run.agent) else ""
    try:
        if basic in DRAWING:
            return live_total(run, drawing_learner(basic, run, agent.reality_checks))
        if agent.live is None:
            return None
        return live_total(run, agent.learner(_settings(run), semantics=run.semantics, live=True))
    except NotCopied as refused:
        asked = f"{run.environment} asks {run.agent} about another past"
        why = f"{asked}, and an instance is trained anew for each question: {refused}"
        warnings.warn(why, NotCopiedWarning, stacklevel=2)
        return None
    except (Exception, SystemExit):
        return None


def make_run(run: BatteryRun, agent: BatteryAgent, engine: EngineChoice = "auto") -> BatteryRow:
    """Return the row of a run, looked up by states, on live instances, or made plainly; it says where the agent fails.

    What fails that is ours is raised.
    """
    if engine == "auto":
        if run.agent in FINITE_AGENTS and agent is AGENTS[run.agent]:
            return row_of(run, total=memoised_total(run), engine="states")
        total = total_on_live_instances(agent, run)
        if total is not None:
            return row_of(run, total=total, engine="live")
    try:
        return row_of(run, total=total_reward(agent, run))
    except FormalRLError as error:
        return row_of(run, failure="; ".join([str(error), *getattr(error, "__notes__", [])]))
    except SystemExit as ending:
        return row_of(run, failure=f"the agent ended the program: SystemExit({ending.code!r})")


def run(
    agent: str | BatteryAgent,
    environment: str,
    steps: int,
    seed: int,
    *,
    semantics: Reading = "paper",
    opposite: Reading = "paper",
    engine: EngineChoice = "auto",
) -> BatteryRow:
    """Run an agent, given by name or itself, in one of the fifty environments, and return what came out.

    An agent that fails is in the row. Raises `InvalidParameter` for less than one step, a seed that is not a natural
    number or anything that is not a reading, and `UnknownName`.
    """
    chosen = agent_named(agent) if isinstance(agent, str) else agent
    asked = BatteryRun(chosen.name, environment, plain_integer(seed), steps, semantics, opposite)
    require_run(asked)
    return make_run(asked, chosen, engine)


def require_run(run: BatteryRun) -> None:
    """Raise `UnknownName` or `InvalidParameter` for what cannot be run."""
    find_environment(run.environment)
    require_int("steps", run.steps, 1)
    require_int("seed", run.seed, 0)
    require_reading("semantics", run.semantics)
    require_reading("opposite", run.opposite)


def agent_named(name: str) -> BatteryAgent:
    """Return one of the ten agents by its published name; raise `UnknownName` for any other."""
    if name not in AGENTS:
        raise UnknownName(f"{name!r} is not an agent of the battery; {nearest(name, AGENTS)}")
    return AGENTS[name]
