"""The commands about what the paper shows of trained agents: drest figures, drest sentences."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, Page, Processes, Seeds, listed, require_directory, seeds_of, write
from formal_rl.errors import WrongUsage
from formal_rl.gridworlds import RECONSTRUCTED
from formal_rl.study.drest import (
    LETTERS,
    PLANS,
    AskedTraining,
    Figure,
    FigureRun,
    SeenPair,
    asked_pairs,
    figure_png,
    figure_runs,
    figure_svg,
    figures_page,
    find_plans,
    seen_pairs,
    sentences_page,
    world_section,
    worlds_of,
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
    jobs: Processes = None,
    png: Annotated[bool, typer.Option("--png", help="Also write PNGs; needs resvg-py.")] = False,
) -> None:
    """Draw counterparts of the figures 1 to 16 of Thornley et al. 2024, and a map of where its theorem holds.

    Each figure is a self-contained SVG. The page index.html has them all, with what is reconstructed, what was run and
    the results. The agents are trained anew; the same seed gives the same agent. resvg-py renders the PNGs:
    pip install pillow resvg-py.
    """
    plans = find_plans(listed(only))
    chosen = seeds_of(seeds, SEEDS)
    if png:
        require_letters(LETTERS)
    require_directory("DIR", directory)
    directory.mkdir(parents=True, exist_ok=True)
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
            file = directory / f"{figure.file_name}.svg"
            write(file, partial(figure_svg, figure))
            write(file.with_suffix(".png") if png else None, partial(figure_png, figure))
            output.echo(progress.console, f"{file}: {figure.heading}")
    command = f"formal-rl drest figures DIR --seeds {','.join(seeds or [SEEDS])}"
    command += f" --only {','.join(listed(only))}" if only else ""
    write(directory / PAGE, lambda: figures_page(figures, command))
    output.echo(console, f"{directory / PAGE}: {len(figures)} figure{'s' if len(figures) != 1 else ''}")


@COMMANDS.command(
    "sentences",
    epilog=examples(
        "formal-rl drest sentences last_moment",
        "formal-rl drest sentences lopsided --seeds 1-3",
        "formal-rl drest sentences --page",
    ),
)
def _sentences(
    worlds: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORLD...",
            help="Worlds of the paper; by default all.",
            autocompletion=completing(RECONSTRUCTED),
        ),
    ] = None,
    *,
    seeds: Seeds = None,
    jobs: Processes = None,
    page: Page = False,
    as_json: Json = False,
) -> None:
    """Train agents in the gridworlds of Thornley et al. 2024, and show which of its sentences about them are true.

    Each world is shown with its exact optimum. All worlds with ten seeds take a minute or two.
    """
    if page and (as_json or worlds or seeds):
        raise WrongUsage("--page prints all worlds with seeds 1-10; the only option beside it is --jobs")
    chosen = seeds_of(seeds, SEEDS)
    asked = [each for name in worlds_of(listed(worlds)) for each in asked_pairs(name, chosen)]
    seen: dict[str, list[SeenPair]] = {}
    for pair in output.tracked(seen_pairs(asked, jobs), "pairs of agents", len(asked)):
        seen.setdefault(pair.asked.name, []).append(pair)
    if as_json:
        found = [pair.to_json() for pairs in seen.values() for pair in pairs]
        output.print_json({"schema": "drest-sentences/1", "pairs": found})
    else:
        sections = [line for name, pairs in seen.items() for line in world_section(name, pairs)][:-1]
        output.echo_lines(sentences_page(seen) if page else sections)
