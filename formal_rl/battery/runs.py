"""Runs of the battery: one agent in one environment, and which engine runs it."""

import warnings
from collections.abc import Hashable, Iterator, Sequence
from itertools import islice
from typing import Any, Literal, TypeAlias

from formal_rl.agents import Learner
from formal_rl.battery._draw_pools import draw_pools
from formal_rl.battery._live_runs import NotCopied, live_total
from formal_rl.battery._lockstep.runs import lockstep_fits, lockstep_totals
from formal_rl.battery._memoised_runs import FINITE_AGENTS, memoised_total
from formal_rl.battery.agents import AGENTS, BatteryAgent, RunSettings
from formal_rl.battery.environments import Reading, find_environment, incremental_named, require_reading
from formal_rl.battery.results import BatteryRow, BatteryRun, Engine, row_of
from formal_rl.environments.incremental import interact_incremental
from formal_rl.errors import FormalRLError, InteractionFailure, UnknownName, nearest, require_int
from formal_rl.numbers import plain_integer

EngineChoice: TypeAlias = Literal["auto", "plain"]
"""Whatever is fastest of what applies, or the plain interaction."""


def _learner(agent: BatteryAgent, run: BatteryRun, *, live: bool = False) -> Learner[Any]:
    found, _ = find_environment(run.environment)
    settings = RunSettings(draw_pools(run.seed).agents, found.number_of_actions, found.number_of_observations)
    return agent.learner(settings, semantics=run.semantics, live=live)


def total_reward(agent: BatteryAgent, run: BatteryRun) -> int:
    """Return the sum of the rewards that follow the actions of a run, step by step.

    The reward of the first percept follows no action and does not count. Raises whatever the interaction raises, with
    the step in a note.

    Source: Alexander et al. 2022, Section 6.
    """
    readings = {"semantics": run.semantics, "opposite": run.opposite}
    place = incremental_named(run.environment, draw_pools(run.seed).environment, **readings)
    elements: Iterator[Any] = interact_incremental(_learner(agent, run), place)
    total = step = 0
    try:
        for step, percept in enumerate(islice(elements, 2, 2 * run.steps + 1, 2), 1):  # noqa: B007 - the note names it
            total += percept.reward
    except InteractionFailure as failure:
        failure.add_note(f"at step {step + 1} of the run")
        raise
    return total


def run_plainly(runs: Sequence[BatteryRun], agent: BatteryAgent) -> Iterator[BatteryRow]:
    """Yield the rows of runs made one step after the other; a row says where the agent fails.

    What fails that is ours is raised.
    """
    for run in runs:
        try:
            yield row_of(run, total=total_reward(agent, run))
        except FormalRLError as error:
            yield row_of(run, failure="; ".join([str(error), *getattr(error, "__notes__", [])]))
        except SystemExit as ending:
            yield row_of(run, failure=f"the agent ended the program: SystemExit({ending.code!r})")


class NotCopiedWarning(UserWarning):
    """Instances of a user's class cannot be copied, so that a run takes the time of the square of its steps."""


def total_on_live_instances(agent: BatteryAgent, run: BatteryRun) -> int | None:
    """Return the total reward of a run of a user's class; ``None`` where it has to be made plainly, as where it raises.

    Warns with `NotCopiedWarning` where that is since instances cannot be copied.
    """
    if agent.live is None:
        return None
    try:
        return live_total(run, _learner(agent, run, live=True))
    except NotCopied as refused:
        asked = f"{run.environment} asks {run.agent} about another past"
        why = f"{asked}, and an instance is trained anew for each question: {refused}"
        warnings.warn(why, NotCopiedWarning, stacklevel=2)
        return None
    except (Exception, SystemExit):
        return None


def run_on_live_instances(runs: Sequence[BatteryRun], agent: BatteryAgent) -> Iterator[BatteryRow]:
    """Yield the rows of runs of a user's class; one that raises on the way is made again plainly, which says where."""
    for run in runs:
        total = total_on_live_instances(agent, run)
        if total is None:
            yield from run_plainly((run,), agent)
        else:
            yield row_of(run, total=total, engine="live")


PLAIN = Engine("plain", lambda run, agent: "plain", run_plainly)

LANES = 250
"""The most runs side by side."""


def _by_lockstep(run: BatteryRun, agent: BatteryAgent) -> Hashable:
    fits = agent is AGENTS.get(run.agent) and lockstep_fits(run.agent, run.steps)
    return (run.steps, run.semantics, run.opposite) if fits else None


def run_in_lockstep(runs: Sequence[BatteryRun], agent: BatteryAgent) -> Iterator[BatteryRow]:
    """Yield the rows of runs of a learner that draws, or of its reality check, made side by side."""
    totals = lockstep_totals(runs)
    return (row_of(run, total=totals[run], engine="lockstep") for run in runs)


def _by_states(run: BatteryRun, agent: BatteryAgent) -> Hashable:
    return "alone" if agent is AGENTS.get(run.agent) and run.agent in FINITE_AGENTS else None


def run_by_states(runs: Sequence[BatteryRun], agent: BatteryAgent) -> Iterator[BatteryRow]:
    """Yield the rows of runs of an agent that has finitely many states."""
    return (row_of(run, total=memoised_total(run), engine="states") for run in runs)


ENGINES: tuple[Engine, ...] = (
    Engine("states", _by_states, run_by_states),
    Engine("lockstep", _by_lockstep, run_in_lockstep, LANES),
    Engine("live", lambda run, agent: "alone" if agent.live else None, run_on_live_instances),
    PLAIN,
)
"""The engines; the first that applies is taken, and the last always does."""


def engine_for(run: BatteryRun, agent: BatteryAgent, engine: EngineChoice = "auto") -> tuple[Engine, Hashable]:
    """Return the engine that is to run this, and with what it may be run together."""
    keys = ((each, each.together(run, agent)) for each in ((PLAIN,) if engine == "plain" else ENGINES))
    return next((each, key) for each, key in keys if key is not None)


def in_groups(
    runs: Sequence[BatteryRun], agent: BatteryAgent, engine: EngineChoice = "auto"
) -> list[tuple[BatteryRun, ...]]:
    """Return the runs in groups that one engine takes at once, in the order of their first runs."""
    open_groups: dict[tuple[str, Hashable], list[BatteryRun]] = {}
    groups: list[list[BatteryRun]] = []
    for run in runs:
        chosen, key = engine_for(run, agent, engine)
        group = open_groups.get((chosen.name, key))
        if group is None or len(group) >= chosen.most:
            group = open_groups[chosen.name, key] = []
            groups.append(group)
        group.append(run)
    return [tuple(group) for group in groups]


def run_group(runs: Sequence[BatteryRun], agent: BatteryAgent, engine: EngineChoice = "auto") -> Iterator[BatteryRow]:
    """Yield the rows of one of the groups that `in_groups` makes."""
    chosen, _ = engine_for(runs[0], agent, engine)
    yield from chosen.rows(runs, agent)


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
    return next(run_group((asked,), chosen, engine))


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
