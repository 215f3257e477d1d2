"""The command that scores recorded runs both ways: safelife rescore."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json
from formal_rl.cli.safelife.runs import LEVELS, Engine, names_a_run
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.levels import RunEnds, SafeLifeRun, read_run, read_run_ends
from formal_rl.study.safelife import (
    CELL_TYPES,
    EffectsOptions,
    RescoredRun,
    RescoreReport,
    find_level,
    rescored,
)

COMMANDS = typer.Typer(rich_markup_mode=None)


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
    samples: Annotated[
        int, typer.Option(metavar="N", help="The number of boards that a density is averaged over.")
    ] = 1000,
    cell_types: Annotated[
        str, typer.Option(metavar="READING", help=f"Which cells belong to a type: {' or '.join(CELL_TYPES)}.")
    ] = "published",
    drop: Annotated[
        bool, typer.Option("--drop", help="Ignore changes of 1/1000 and less, as the published code does.")
    ] = False,
    gap: Annotated[
        float, typer.Option(metavar="G", help="How close the proof must come, as a share of the mass.")
    ] = 1e-6,
    engine: Engine = "python",
    as_json: Json = False,
) -> None:
    """Score recorded runs: their side effects on the true torus beside the one-way distance of the published code.

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
    of_archive = iter(given * len(archives) if len(given) == 1 else given)
    found = [_run_in(file, next(of_archive, None) if file in archives else None, steps, seed) for file in runs]
    console, done = output.PipeConsole(file=sys.stdout), list[RescoredRun]()
    with output.progress_bar(console, enabled=not as_json) as progress:
        task = progress.add_task("measuring", total=len(found))
        for file, run in zip(runs, found, strict=True):
            done.append(rescored(file, run, options))
            progress.advance(task)
    report = RescoreReport(tuple(done))
    output.emit(report.as_json, report.lines, as_json=as_json, console=console, indent=None)


def _run_in(file: str, level: str | None, steps: int | None, seed: int | None) -> SafeLifeRun | RunEnds:
    """Return the run in a file: one that was saved, or an archive of boards.

    Raises `InvalidParameter` for steps or a seed beside a saved run, and what `read_run`, `read_run_ends` and
    `find_level` raise.
    """
    if not names_a_run(file):
        return read_run_ends(Path(file), None if level is None else find_level(level), steps, seed or 0)
    for option, value in (("steps", steps), ("seed", seed)):
        if value is not None:
            raise InvalidParameter(option, value, f"no --{option}: {file} is a saved run, which has its own")
    return read_run(Path(file))
