"""The command that draws counterparts of the paper's figures: drest figures."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Seeds, hint, listed, seeds_of, written
from formal_rl.cli.output import UNUSABLE
from formal_rl.errors import UnusableObject
from formal_rl.study.drest import (
    LETTERS,
    PLANS,
    AskedTraining,
    Figure,
    FigureRun,
    figure_png,
    figure_runs,
    figure_svg,
    figures_page,
    find_plans,
)
from formal_rl.view import require_letters

PAGE, SEEDS = "index.html", "1-10"

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "figures",
    epilog=examples(
        "formal-rl drest figures figures",
        "formal-rl drest figures figures --only 2,5,map",
        "formal-rl drest figures figures --seeds 1-3 --jobs 2 --png",
    ),
)
def _figures(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="The directory to write to, which is made if needed.")
    ],
    *,
    seeds: Seeds = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help=f"A figure: {', '.join(PLANS)}. May be given again; by default all.",
            autocompletion=completing(PLANS),
        ),
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="The number of processes; by default the number of processors.")
    ] = None,
    png: Annotated[bool, typer.Option("--png", help="Also write PNGs; needs resvg-py.")] = False,
    matplotlib: Annotated[bool, typer.Option("--matplotlib", hidden=True)] = False,
) -> None:
    """Draw counterparts of the figures 1 to 16 of Thornley et al. 2024, and a map of where its theorem holds.

    Each figure is a self-contained SVG. The page index.html has them all, with what is reconstructed, what was run and
    the results. The agents are trained anew; the same seed gives the same agent. resvg-py renders the PNGs:
    pip install pillow resvg-py.
    """
    plans = find_plans(listed(only))
    chosen = seeds_of(seeds, SEEDS)
    if matplotlib:
        hint("--matplotlib", "--png")
    png = png or matplotlib
    if png:
        require_letters(LETTERS)
    _make(directory)
    console = output.PipeConsole(file=sys.stdout)
    runs: dict[AskedTraining, tuple[FigureRun, ...]] = {}
    figures: list[Figure] = []
    asked = dict.fromkeys(each for plan in plans for each in plan.needs)
    with output.progress_bar(console, enabled=True) as progress:
        task = progress.add_task(
            "mini-episodes", total=len(chosen) * sum(each.training.all_mini_episodes for each in asked) or None
        )
        for plan in plans:
            for each in plan.needs:
                if each not in runs:
                    runs[each] = figure_runs(
                        each, chosen, jobs=jobs, progress=lambda done: progress.advance(task, done)
                    )
            figure = plan.draw([run for each in plan.needs for run in runs[each]])
            figures.append(figure)
            _write(directory, figure, png=png)
            output.echo(progress.console, f"{directory / figure.file_name}.svg: {figure.heading}")
    if not written(directory / PAGE, figures_page(figures, _command(seeds or [SEEDS], listed(only)))):
        raise typer.Exit(UNUSABLE)
    output.echo(console, f"{directory / PAGE}: {len(figures)} figure{'s' if len(figures) != 1 else ''}")


def _make(directory: Path) -> None:
    try:
        directory.mkdir(exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UnusableObject("DIR", str(directory), f"a directory that can be written to ({reason})") from error


def _write(directory: Path, figure: Figure, *, png: bool) -> None:
    files: list[tuple[str, str | bytes]] = [(".svg", figure_svg(figure))]
    if png:
        files.append((".png", figure_png(figure)))
    for ending, content in files:
        if not written(directory / f"{figure.file_name}{ending}", content):
            raise typer.Exit(UNUSABLE)


def _command(seeds: list[str], only: list[str]) -> str:
    return f"formal-rl drest figures DIR --seeds {','.join(seeds)}" + (f" --only {','.join(only)}" if only else "")
