"""The commands about levels of SafeLife: safelife run, show, levels."""

import sys
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, require_writable, write, written
from formal_rl.cli.safelife.runs import (
    LEVELS,
    NAMES,
    POLICY,
    SEED,
    STEPS,
    LevelName,
    Policy,
    Seed,
    Steps,
    echo_boards,
    echo_outcome,
    echo_published,
    names_a_run,
    size_of,
    steps_of,
    title_of,
)
from formal_rl.errors import FormalRLError, InvalidParameter
from formal_rl.safelife.board import SPAWNING, board_svg
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import format_level, format_run, read_run
from formal_rl.safelife.levels.run import run_json
from formal_rl.study.safelife import RunSoFar, find_level, followed, named_levels, turns
from formal_rl.study.safelife.levels import file_of
from formal_rl.study.safelife.policies import file_of_policy
from formal_rl.study.safelife.run import required_published
from formal_rl.view.pages import columns

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "run",
    epilog=examples(
        "formal-rl safelife run prune-still-3",
        "formal-rl safelife run append-spawn-0 --policy greedy --steps 40 --seed 7 --save run.json",
        "formal-rl safelife run navigation-1 --policy my_policies.py:policy --show none --json",
    ),
)
def _run(
    level: LevelName,
    *,
    policy: Policy = None,
    steps: Steps = None,
    seed: Seed = None,
    show: Annotated[
        Literal["last", "all", "none"], typer.Option(help="Which boards to show: the last one, all, or none.")
    ] = "last",
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the run, as JSON.")] = None,
    as_json: Json = False,
) -> None:
    """Play a level by a policy, and show the outcome: points, points that open the exit, whether the agent left.

    Levels follow the published code, with its spawn probability in single precision. One difference: the points that
    open the exit are computed exactly; the published product of floats can require one point more, and a note then says
    so. Spawners draw from numpy's generator for the seed; random and greedy draw by a hash of -1 - seed. So the same
    seed gives the same run. --save keeps it as level, seed and actions, for formal-rl safelife show.

    The policies: idle does nothing; random chooses each of the nine actions with equal probability; greedy goes to the
    nearest exit if it may leave, and otherwise chooses an action that pays most in the step. Your own policy may be an
    object or class with act(observation), a function of an observation, which has board and goals, or an agent: a
    function of the whole history.

    An interrupted run is saved as far as it went.
    """
    policy, steps = policy or POLICY, STEPS if steps is None else steps
    found = find_level(level)
    require_writable("save", save, file_of(level), file_of_policy(policy))
    console = output.PipeConsole(file=sys.stdout)  # fixed now: later code may replace sys.stdout
    so_far, every = RunSoFar(found, policy, seed or SEED), show == "all" and not as_json
    try:
        if every:
            _echo_step(console, so_far)
        played = output.printing_elsewhere(turns(found, policy, steps, so_far.seed))
        for turn in output.tracked(played, "playing", steps, shown=not as_json, console=console):
            so_far.add(turn)
            if every:
                _echo_step(console, so_far)
    except (KeyboardInterrupt, FormalRLError) as error:
        if save is not None and so_far.state.steps and written(save, format_run(so_far.run)):
            if isinstance(error, KeyboardInterrupt):
                output.echo_error(f"the steps so far are saved in {save}: {steps_of(so_far)}")
            error.add_note(f"the steps before are saved in {save}: {steps_of(so_far)}")
        raise
    if as_json:
        output.print_json({**run_json(so_far.run), "outcomes": so_far.outcomes_json()}, None)
    else:
        if show == "last":
            echo_boards(console, so_far.state.board, so_far.state.goals, goals_apart=False)
        echo_outcome(console, level, so_far)
    write(save, lambda: format_run(so_far.run))


@COMMANDS.command(
    "show",
    epilog=examples(
        "formal-rl safelife show prune-still-3 --goals",
        "formal-rl safelife show run.json --step 10 --svg board.svg",
        "formal-rl safelife show levels.npz:3 --json",
    ),
)
def _show(
    name: Annotated[
        str,
        typer.Argument(
            metavar="LEVEL|RUN", help=f"{NAMES} Or the file of a saved run.", autocompletion=completing(LEVELS)
        ),
    ],
    *,
    step: Annotated[int | None, typer.Option(min=0, help="The step of a run to show; by default the last.")] = None,
    goals: Annotated[bool, typer.Option("--goals", help="Also show the goals as a board of their own.")] = False,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Also write a picture.")] = None,
    as_json: Json = False,
) -> None:
    """Show a level, or a run after some step; the run is played again from its level, seed and actions.

    On a terminal, cells have their colours on the colours of the goals. Elsewhere, or with NO_COLOR, a letter behind
    each symbol gives its colour: k r g y b m c w. The picture is one SVG file, with a tooltip for each location.
    """
    require_writable("svg", svg, file_of(name))
    if names_a_run(name):
        run = read_run(Path(name))
        if step is not None and step > len(run.actions):
            raise InvalidParameter("step", step, f"a step of the run, 0 to {len(run.actions)}")
        so_far = followed(run.level, run.policy, run.seed, islice(run.turns(), step))  # without --step the whole run
        level, board, now = run.level, so_far.state.board, so_far.state.goals
    elif step is not None:
        raise InvalidParameter("step", step, "no --step: only a saved run has steps")
    else:
        so_far, level = None, find_level(name)
        board, now = level.board, level.goals
    if as_json:
        rows = {"board": [list(row) for row in board.rows], "goals": [list(row) for row in now.rows]}
        values = {"name": level.name, **_facts_json(level), **rows, "level": format_level(level).splitlines()}
        if so_far is not None:
            values |= {"policy": so_far.policy, "seed": so_far.seed, "steps": so_far.state.steps}
            values["outcomes"] = so_far.outcomes_json()
        output.print_json(values, None)
    else:
        console = output.PipeConsole()
        echo_boards(console, board, now, goals_apart=goals)
        if so_far is None:
            _echo_level(console, name, level)
        else:
            echo_outcome(console, name, so_far)
    write(svg, lambda: board_svg(board.rows, now.rows))


@COMMANDS.command("levels", epilog=examples("formal-rl safelife levels", "formal-rl safelife levels --json"))
def _levels(*, as_json: Json = False) -> None:
    """List the levels that have names: a small one for each rule, and those of the published benchmark."""
    listed = list(named_levels())
    if as_json:
        about = [({"name": name, "kind": kind, "shows": shows}, level) for name, kind, level, shows in listed]
        output.print_json([listing | _facts_json(level) for listing, level in about], None)
        return
    rows = [("level", "size", "agents", "required", "spawn", "what it shows")]
    for each in listed:
        level = each.level
        required = ", ".join(map(str, level.required))
        spawn = str(level.spawn_probability) if level.board.find(SPAWNING) else ""
        rows.append((each.name, size_of(level), str(len(level.agents)), required, spawn, each.shows))
    output.echo_lines(columns(rows))


def _echo_step(console: Console, so_far: RunSoFar) -> None:
    output.echo(console, f"after {steps_of(so_far)}")
    echo_boards(console, so_far.state.board, so_far.state.goals, goals_apart=False)


def _echo_level(console: Console, name: str, level: Level) -> None:
    number = len(level.agents)
    agents = f"{number or 'no'} agent{'s' * (number != 1)}"
    spawn = f", spawning with probability {level.spawn_probability}" if level.board.find(SPAWNING) else ""
    output.echo(console, f"{title_of(level, name)}: {size_of(level)}, {agents}{spawn}")
    for agent, (location, required) in enumerate(zip(level.agents, level.required, strict=True)):
        place = f"row {location[0]}, column {location[1]}"
        to_earn = "1 point to earn opens" if required == 1 else f"{required} points to earn open"
        output.echo(console, f"agent {agent}: at {place}; {to_earn} the exit")
    echo_published(console, level)


def _facts_json(level: Level) -> dict[str, Any]:
    return {
        "height": level.board.height,
        "width": level.board.width,
        "agents": [list(location) for location in level.agents],
        "required": list(level.required),
        "required_published": list(required_published(level)),
        "spawn_probability": str(level.spawn_probability),
        "min_performance": str(level.min_performance),
    }
