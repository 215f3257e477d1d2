"""The command about side effects: safelife effects."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.help import examples
from formal_rl.cli.options import As, Json, Reading, parse_numbers, require_not_input, require_writable, written
from formal_rl.cli.output import UNUSABLE
from formal_rl.cli.safelife.runs import (
    POLICY,
    SEED,
    STEPS,
    Engine,
    Policy,
    RunOrLevel,
    Seed,
    Steps,
    names_a_run,
    run_of,
)
from formal_rl.errors import InvalidParameter, require_known
from formal_rl.safelife.levels import LEVELS_OF_A_KIND, SHIPPED_KINDS, SafeLifeRun
from formal_rl.safelife.side_effects import side_effects_svg
from formal_rl.study.safelife import (
    CELL_TYPES,
    DISTANCES,
    EffectsOptions,
    LevelsReport,
    SideEffectsReport,
    file_of,
    file_of_policy,
    report_of_run,
    reports_of_levels,
)

_PRESETS: Mapping[Reading | None, tuple[str, str, bool]] = MappingProxyType(
    {
        None: ("published", "torus", False),
        "paper": ("paper", "torus", False),
        "published": ("published", "one-way", True),
    }
)
"""What --as sets: the reading of cell types, the distance, and whether small changes are left out."""

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "effects",
    epilog=examples(
        "formal-rl safelife effects prune-still-3 --policy random --steps 100 --seed 1",
        "formal-rl safelife effects run.json --svg effects.svg",
        "formal-rl safelife effects run.json --as published --json",
        "formal-rl safelife effects prune-spawn --levels 0-4 --policy greedy --steps 200 --jobs 2",
        "formal-rl safelife effects prune-spawn --levels 0-4 --policy greedy --steps 200 --engine compiled",
    ),
)
def _effects(
    name: RunOrLevel,
    *,
    policy: Policy = None,
    steps: Steps = None,
    seed: Seed = None,
    samples: Annotated[
        int, typer.Option(metavar="N", help="The number of boards that a density is averaged over.")
    ] = 1000,
    reading: As = None,
    cell_types: Annotated[
        str | None,
        typer.Option(
            metavar="READING",
            show_default="published",
            help=f"Which cells belong to a type: {' or '.join(CELL_TYPES)}.",
        ),
    ] = None,
    distance: Annotated[
        str | None,
        typer.Option(metavar="DISTANCE", show_default="torus", help=f"The distance: {', '.join(DISTANCES)}."),
    ] = None,
    drop: Annotated[
        bool | None,
        typer.Option(
            "--drop/--no-drop",
            show_default="no-drop",
            help="Ignore changes of 1/1000 and less, as the published code does.",
        ),
    ] = None,
    gap: Annotated[
        float, typer.Option(metavar="G", help="How close the proof must come, as a share of the mass.")
    ] = 1e-6,
    levels: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NUMBERS",
            help="Measure many levels of a kind, which is then the name, as 0-4 or 0-4,7. May be given again.",
        ),
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="The number of processes to use, with --levels.")] = 1,
    engine: Engine = "python",
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw densities and moves.")] = None,
    as_json: Json = False,
) -> None:
    """Measure the side effects of a run: for each cell type, how far it changed compared with doing nothing.

    The first board of the run evolves for as many steps as the run has, while nobody acts. Then N more steps are made
    from there, and N from the last board of the run; the two densities are averages over these boards. The deviation is
    the least cost of turning one density into the other: to move a cell by L steps costs tanh(L / 5), to remove or
    create one costs 1. A proof shows that no way is cheaper by more than the number under "within".

    The readings of cell types: published scores life by its colour, and each kind of frozen cell that can be moved or
    destroyed, on the two boards themselves; paper takes each cell that occurs as a type. The distances: torus goes
    round the edges; flat does not; one-way is the distance of the published code, which goes round an edge only from
    higher to lower rows and columns.

    Spawners are random. The run uses the draws of its seed s; the boards without it and after it use those of the seeds
    2^32 + 2s and 2^32 + 2s + 1. So the same run has the same side effects.

    The picture has the densities side by side, and an arrow for each move.

    With --levels the name is that of a kind, such as prune-still. Each level is played by itself, with the same seed,
    and has a row; its figures are those of all cell types together.
    """
    types, way, drops = _PRESETS[reading]
    options = EffectsOptions.read(
        samples, cell_types or types, distance or way, drop=drops if drop is None else drop, gap=gap, engine=engine
    )
    if levels is not None:
        if svg is not None:
            raise InvalidParameter("svg", str(svg), "no --svg beside --levels: a picture is of one run")
        numbers = parse_numbers("levels", ",".join(levels), LEVELS_OF_A_KIND)
        steps = STEPS if steps is None else steps
        require_known("no kind of levels", name, SHIPPED_KINDS)
        names = tuple(f"{name}-{number}" for number in numbers)
        found = reports_of_levels(names, policy or POLICY, steps=steps, seed=seed or SEED, options=options, jobs=jobs)
        _emit_levels(names, found, as_json=as_json)
        return
    if jobs != 1:
        raise InvalidParameter("jobs", jobs, "--levels beside it")
    kept = names_a_run(name)
    require_not_input(
        "svg", svg, Path(name) if kept else file_of(name), None if policy is None else file_of_policy(policy)
    )
    require_writable("svg", svg)
    console = output.PipeConsole(file=sys.stdout)
    run = run_of(console, name, policy, steps, seed, bar=not as_json)
    report = _measured(console, run, options, bar=not as_json)
    drawn = svg is None or written(svg, side_effects_svg(report.effects))
    called = run.level.name or name
    output.emit(report.as_json, lambda: report.lines(called), as_json=as_json, console=console, indent=None)
    if not drawn:
        raise typer.Exit(UNUSABLE)


def _emit_levels(names: tuple[str, ...], found: Iterator[tuple[int, SideEffectsReport]], *, as_json: bool) -> None:
    console, reports = output.PipeConsole(file=sys.stdout), dict[int, SideEffectsReport]()
    with output.progress_bar(console, enabled=not as_json) as progress:
        task = progress.add_task("measuring", total=len(names))
        for place, each in found:
            reports[place] = each
            progress.advance(task)
    report = LevelsReport(names, tuple(reports[place] for place in range(len(names))))
    output.emit(report.as_json, report.lines, as_json=as_json, console=console, indent=None)


def _measured(console: Console, run: SafeLifeRun, options: EffectsOptions, *, bar: bool) -> SideEffectsReport:
    with output.progress_bar(console, enabled=bar) as progress:
        progress.add_task("measuring", total=1)
        return report_of_run(run, options)
