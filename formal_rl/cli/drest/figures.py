"""The commands about the trained agents of the paper: drest figures, drest sentences."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, Processes, TenSeeds, listed, require_directory, seeds_of, write
from formal_rl.errors import WrongUsage
from formal_rl.gridworlds import RECONSTRUCTED
from formal_rl.study.drest.figure import LETTERS, Figure, figure_png, figure_svg, figures_page
from formal_rl.study.drest.figures import PLANS, find_plans
from formal_rl.study.drest.sentences import TrainedPair, pair_specs, train_pairs, worlds_of
from formal_rl.study.drest.sentences_report import EXACT, summary, world_block, world_title
from formal_rl.study.drest.training import FigureRun, TrainingSpec, figure_runs
from formal_rl.view.rendering import require_letters

PAGE, SEEDS = "index.html", "1-10"

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "figures",
    epilog=examples(
        "formal-rl drest figures figures",
        "formal-rl drest figures figures --only 2,map",
        "formal-rl drest figures figures --seeds 1-3 --jobs 2 --png",
    ),
)
def _figures(
    directory: Annotated[
        Path, typer.Argument(metavar="DIR", help="The directory to write to, which is made if needed.")
    ],
    *,
    seeds: TenSeeds = None,
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
    """Draw counterparts of Figures 2, 3, 4, 6 and 7 of Thornley et al. 2024, and a map of where its theorem holds.

    Each figure is a self-contained SVG. The page index.html has them all, with the reconstructions, the settings and
    the results. The command trains the agents; the same seed gives the same agent. resvg-py renders the PNGs:
    pip install pillow resvg-py.
    """
    plans = find_plans(listed(only))
    chosen = seeds_of(seeds, SEEDS)
    if png:  # before the training, which takes minutes
        require_letters(LETTERS)
    require_directory("DIR", directory)
    directory.mkdir(parents=True, exist_ok=True)
    console = output.PipeConsole(file=sys.stdout)
    runs: dict[TrainingSpec, tuple[FigureRun, ...]] = {}
    figures: list[Figure] = []
    specs = dict.fromkeys(each for plan in plans for each in plan.needs)
    with output.progress_bar(console, enabled=True) as progress:
        task = progress.add_task(
            "mini-episodes", total=len(chosen) * sum(each.training.all_mini_episodes for each in specs) or None
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
        "formal-rl drest sentences --block summary",
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
    seeds: TenSeeds = None,
    jobs: Processes = None,
    block: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"Print a block of docs/findings/drest_training.md: summary, {', '.join(EXACT)}, a world.",
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Train agents in the gridworlds of Thornley et al. 2024, and check which of its sentences about them are true.

    The figures show the exact optimum of each world. All worlds with ten seeds take a minute or two.
    """
    if block and (as_json or worlds or seeds):
        raise WrongUsage("--block prints part of a page with seeds 1-10; of the other options it takes only --jobs")
    if block and block in EXACT:  # computed, so nothing is trained for them
        output.echo_lines(EXACT[block]())
        return
    chosen = seeds_of(seeds, SEEDS)
    names = worlds_of(listed(worlds) if block in {None, "summary"} else [block])
    specs = [each for name in names for each in pair_specs(name, chosen)]
    trained: dict[str, list[TrainedPair]] = {}
    for pair in output.tracked(train_pairs(specs, jobs), "pairs of agents", len(specs)):
        trained.setdefault(pair.spec.name, []).append(pair)
    if as_json:
        found = [pair.to_json() for pairs in trained.values() for pair in pairs]
        output.print_json({"schema": "drest-sentences/1", "pairs": found})
    elif block == "summary":
        output.echo_lines(summary(trained))
    elif block:
        output.echo_lines(world_block(block, trained[block]))
    else:
        for name, pairs in trained.items():
            output.echo_lines([f"## {world_title(name)}", "", *world_block(name, pairs), ""])
