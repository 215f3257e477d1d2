"""The command that holds the paper's sentences against trained agents: drest sentences."""

import sys
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, Page, Seeds, listed, seeds_of
from formal_rl.errors import WrongUsage
from formal_rl.gridworlds import RECONSTRUCTED
from formal_rl.study.drest import SeenPair, asked_pairs, seen_pairs, sentences_page, world_section, worlds_of

PAGE_SEEDS = "1-10"

COMMANDS = typer.Typer(rich_markup_mode=None)


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
    jobs: Annotated[
        int | None, typer.Option(min=1, help="The number of processes; by default the number of processors.")
    ] = None,
    page: Page = False,
    as_json: Json = False,
) -> None:
    """Train agents in the gridworlds of Thornley et al. 2024, and show which of its sentences about them are true.

    Each world is shown with its exact optimum. All worlds with ten seeds take a minute or two.
    """
    if page and (as_json or worlds or seeds):
        raise WrongUsage("--page prints all worlds with seeds 1-10; the only option beside it is --jobs")
    chosen = seeds_of(seeds, PAGE_SEEDS)
    asked = [each for name in worlds_of(listed(worlds)) for each in asked_pairs(name, chosen)]
    seen: dict[str, list[SeenPair]] = {}
    with output.progress_bar(output.PipeConsole(file=sys.stdout), enabled=True) as progress:
        task = progress.add_task("pairs of agents", total=len(asked))
        for pair in seen_pairs(asked, jobs):
            seen.setdefault(pair.asked.name, []).append(pair)
            progress.advance(task)
    if as_json:
        found = [pair.to_json() for pairs in seen.values() for pair in pairs]
        output.print_json({"schema": "drest-sentences/1", "pairs": found})
    else:
        sections = [line for name, pairs in seen.items() for line in world_section(name, pairs)][:-1]
        output.echo_lines(sentences_page(seen) if page else sections)
