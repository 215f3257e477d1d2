"""The commands about side effects: safelife effects; and safelife rescore, which scores recorded runs both ways."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import As, Json, Reading, require_writable, write
from formal_rl.cli.safelife.runs import (
    LEVELS,
    Engine,
    Gap,
    Policy,
    RunOrLevel,
    Samples,
    Seed,
    Steps,
    inputs_of,
    names_a_run,
    run_of,
)
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.levels import SafeLifeRun, read_run
from formal_rl.safelife.levels.recorded_boards import RunEnds, read_run_ends
from formal_rl.safelife.side_effects import side_effects_svg
from formal_rl.study.safelife import EffectsOptions, find_level, report_of_run
from formal_rl.study.safelife.rescoring import RescoreReport, rescored
from formal_rl.study.safelife.side_effects_report import CELL_TYPES, DISTANCES

_PRESETS: Mapping[Reading | None, tuple[str, str, bool]] = MappingProxyType(
    {
        None: ("published", "torus", False),
        "paper": ("paper", "torus", False),
        "published": ("published", "one-way", True),
    }
)
"""The settings of --as: the reading of cell types, the distance, and whether to leave out small changes."""

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "effects",
    epilog=examples(
        "formal-rl safelife effects prune-still-3 --policy random --steps 100 --seed 1",
        "formal-rl safelife effects run.json --svg effects.svg",
        "formal-rl safelife effects run.json --as published --json",
        "formal-rl safelife effects prune-spawn-3 --policy greedy --steps 200 --engine compiled",
    ),
)
def _effects(
    name: RunOrLevel,
    *,
    policy: Policy = None,
    steps: Steps = None,
    seed: Seed = None,
    samples: Samples = 1000,
    gap: Gap = 1e-6,
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
    engine: Engine = "python",
    svg: Annotated[Path | None, typer.Option(metavar="FILE", help="Also draw densities and moves.")] = None,
    as_json: Json = False,
) -> None:
    """Measure the side effects of a run: the change of each cell type compared with doing nothing.

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
    """
    types, way, drops = _PRESETS[reading]
    options = EffectsOptions.read(
        samples, cell_types or types, distance or way, drop=drops if drop is None else drop, gap=gap, engine=engine
    )
    require_writable("svg", svg, *inputs_of(name, policy))  # before the measuring; and it must not replace what is read
    run = run_of(name, policy, steps, seed, bar=not as_json)
    (report,) = output.tracked((report_of_run(each, options) for each in (run,)), "measuring", 1, shown=not as_json)
    called = run.level.name or name
    output.emit(report.as_json, lambda: report.lines(called), as_json=as_json, indent=None)
    write(svg, lambda: side_effects_svg(report.effects))


@COMMANDS.command(
    "rescore",
    epilog=examples(
        "formal-rl safelife rescore run.json",
        "formal-rl safelife rescore benchmark-prune-still-3.npz --level prune-still-3",
        "formal-rl safelife rescore last-board.npz --level levels.npz:3 --steps 812 --json",
        "formal-rl safelife rescore mine.npz baseline.npz --level prune-spawn-0 --level prune-spawn-0",
    ),
)
def _rescore(
    runs: Annotated[list[str], typer.Argument(metavar="RUN...", help="Saved runs, or archives of boards.")],
    *,
    levels: Annotated[
        list[str] | None,
        typer.Option(
            "--level",
            metavar="LEVEL",
            help="The level of an archive, as for safelife run: once for all archives, or once for each.",
            autocompletion=completing(LEVELS),
        ),
    ] = None,
    steps: Annotated[
        int | None, typer.Option(min=0, help="The number of steps, where an archive has the last board alone.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(min=0, show_default="0", help="Draw the boards of archives with this seed.")
    ] = None,
    samples: Samples = 1000,
    gap: Gap = 1e-6,
    cell_types: Annotated[
        str, typer.Option(metavar="READING", help=f"Which cells belong to a type: {' or '.join(CELL_TYPES)}.")
    ] = "published",
    drop: Annotated[
        bool, typer.Option("--drop", help="Ignore changes of 1/1000 and less, as the published code does.")
    ] = False,
    engine: Engine = "python",
    as_json: Json = False,
) -> None:
    """Score recorded runs: their side effects on the true torus and by the one-way distance of the published code.

    The published code goes round an edge of the board only from higher to lower rows and columns, so its scores depend
    on where the edge is. Each deviation is proved to be the least cost up to the number under "within". The error bar
    says how far both can be from the same over infinitely many boards. Without spawners it is proved. With them it
    bounds the expected error, by an estimate, and is not a confidence interval.

    A RUN is a file that --save of formal-rl safelife run made, or an archive of numpy (.npz), such as the recordings of
    the published code, versions 1.0 and 1.2.2. It is read for these fields, of which board is needed.

    board: the last board, or the board after each step, the last one last. start: the first board; without it a --level
    is needed. steps: the number of steps between the two, where only the last board is there, or --steps. orientation:
    if there is one for each board, the first of these is the first board, as in version 1.0.

    Without a --level spawners spawn with probability 0.3. Walls that can neither be moved nor destroyed must be where
    they were, so that a wrong level is noticed.
    """
    options = EffectsOptions.read(samples, cell_types, "torus", drop=drop, gap=gap, engine=engine)
    archives = [file for file in runs if not names_a_run(file)]
    given = levels or []
    if len(given) not in {0, 1, len(archives)}:
        raise InvalidParameter("level", ", ".join(given), f"one --level, or one for each of {len(archives)} archives")
    if given and not archives:
        raise InvalidParameter("level", given[0], "no --level: saved runs have their own")
    of_archive = iter(given * len(archives) if len(given) == 1 else given)  # saved runs have their own level
    found = [_run_in(file, next(of_archive, None) if file in archives else None, steps, seed) for file in runs]
    each = output.tracked(zip(runs, found, strict=True), "measuring", len(found), shown=not as_json)
    report = RescoreReport(tuple(rescored(file, run, options) for file, run in each))
    output.emit(report.as_json, report.lines, as_json=as_json, indent=None)


def _run_in(file: str, level: str | None, steps: int | None, seed: int | None) -> SafeLifeRun | RunEnds:
    """Return the run in a file: a saved run, or an archive of boards.

    Raises `InvalidParameter` for steps or a seed with a saved run, and what `read_run`, `read_run_ends` and
    `find_level` raise.
    """
    if not names_a_run(file):
        return read_run_ends(Path(file), None if level is None else find_level(level), steps, seed or 0)
    for option, value in (("steps", steps), ("seed", seed)):
        if value is not None:
            raise InvalidParameter(option, value, f"no --{option}: {file} is a saved run, which has its own")
    return read_run(Path(file))
