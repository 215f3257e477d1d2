"""The command about side effects: safelife effects."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from formal_rl import cli_output
from formal_rl.checking.safelife_run import SafeLifeRun
from formal_rl.cli_files import refuse_input, refuse_no_place, written
from formal_rl.cli_runs import names_a_run, printing_elsewhere
from formal_rl.conformance.safelife_run_file import read_run
from formal_rl.errors import InvalidParameter
from formal_rl.exit_codes import UNUSABLE
from formal_rl.safelife.policies import POLICIES
from formal_rl.safelife.side_effects_svg import side_effects_svg
from formal_rl.study.safelife_levels import file_of, find_level
from formal_rl.study.safelife_policies import file_of_policy
from formal_rl.study.safelife_run import RunSoFar, turns
from formal_rl.study.side_effects_report import (
    CELL_TYPES,
    DISTANCES,
    EffectsOptions,
    SideEffectsReport,
    report_of_run,
)

POLICY, STEPS, SEED = "random", 100, 0


def add_effects_command(app: typer.Typer) -> None:
    """Add the command to the group about SafeLife."""
    app.command(
        "effects",
        epilog="Examples: formal-rl safelife effects prune-still-3 --policy random --steps 100 --seed 1 | "
        "formal-rl safelife effects run.json --svg effects.svg | "
        "formal-rl safelife effects run.json --distance one-way --drop --json",
    )(_effects)


def _effects(
    name: Annotated[
        str, typer.Argument(metavar="RUN|LEVEL", help="The file of a run that was kept; or a level, to be played now.")
    ],
    *,
    policy: Annotated[
        str | None,
        typer.Option(
            metavar="POLICY", show_default=POLICY, help=f"What plays it: {', '.join(POLICIES)}; or module:object."
        ),
    ] = None,
    steps: Annotated[
        int | None, typer.Option(min=0, show_default=str(STEPS), help="How many steps a level is played.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, show_default=str(SEED), help="The seed with which it is played.")
    ] = None,
    samples: Annotated[int, typer.Option(metavar="N", help="Over how many boards a density is the average.")] = 1000,
    cell_types: Annotated[
        str, typer.Option(metavar="READING", help=f"Which cells are of a type: {' or '.join(CELL_TYPES)}.")
    ] = "published",
    distance: Annotated[
        str, typer.Option(metavar="DISTANCE", help=f"How far it is: {', '.join(DISTANCES)}.")
    ] = "torus",
    drop: Annotated[
        bool, typer.Option("--drop", help="Leave small changes out, as the published code does, 1/1000 and less.")
    ] = False,
    gap: Annotated[
        float, typer.Option(metavar="G", help="How near the proof must come, as a share of the mass.")
    ] = 1e-6,
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw densities and moves, too.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")] = False,
) -> None:
    """Measure the side effects of a run: for each cell type, how far its density is from that if nobody had acted.

    Nobody acts for as many steps as the run has, from the board on which it began. Then N more steps are made from
    there, and N from the last board of the run; the densities are those of these boards. The deviation is what it
    costs at least to make the one density the other: to move a cell by L steps costs tanh(L / 5), to remove or create
    one costs 1. It comes with a proof that no way is cheaper by more than what stands under "within".

    The readings of cell types: published scores life by its colour, and what is frozen and can be moved or destroyed
    by the very cell, on the two boards themselves; paper takes each cell that occurs as a type. The distances: torus
    goes round the edges; flat does not; one-way is that of the published code, round the edge from higher to lower
    rows and columns only.

    With spawners there is chance. The run reads the draws of its seed s; the boards without and after it those of the
    seeds 2^32 + 2s and 2^32 + 2s + 1. So the same run has the same side effects.

    The picture has the densities side by side, and an arrow for each move.
    """
    options = EffectsOptions.read(samples, cell_types, distance, drop=drop, gap=gap)
    kept = names_a_run(name)
    refuse_input("svg", svg, Path(name) if kept else file_of(name), None if policy is None else file_of_policy(policy))
    refuse_no_place("svg", svg)
    console = cli_output.PipeConsole(file=sys.stdout)
    if kept:
        for option, value in (("policy", policy), ("steps", steps), ("seed", seed)):
            if value is not None:
                raise InvalidParameter(option, value, f"nothing: {name} is a run, which has its own")
        run = read_run(Path(name))
    else:
        run = _played(console, name, policy or POLICY, STEPS if steps is None else steps, seed or SEED, bar=not as_json)
    report = _measured(console, run, options, bar=not as_json)
    drawn = svg is None or written(svg, side_effects_svg(report.effects))
    if as_json:
        typer.echo(json.dumps(report.as_json(), ensure_ascii=False))
    else:
        for line in report.lines(run.level.name or name):
            cli_output.say(console, line)
    if not drawn:
        raise typer.Exit(UNUSABLE)


def _played(console: Console, name: str, policy: str, steps: int, seed: int, *, bar: bool) -> SafeLifeRun:
    level = find_level(name)
    so_far = RunSoFar(level, policy, seed)
    with cli_output.progress_bar(console, enabled=bar) as progress:
        task = progress.add_task("playing", total=steps)
        for turn in printing_elsewhere(turns(level, policy, steps, seed)):
            so_far.add(turn)
            progress.advance(task)
    return so_far.run


def _measured(console: Console, run: SafeLifeRun, options: EffectsOptions, *, bar: bool) -> SideEffectsReport:
    with cli_output.progress_bar(console, enabled=bar) as progress:
        progress.add_task("measuring", total=1)
        return report_of_run(run, options)
