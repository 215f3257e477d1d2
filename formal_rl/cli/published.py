"""The commands about published results: tables, of the measured agents; departures, of the library."""

from pathlib import Path
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, Page, listed
from formal_rl.cli.output import DISAGREES
from formal_rl.errors import WrongUsage, require_known
from formal_rl.statements.alexander_2022.published_library import LIBRARY
from formal_rl.study import departures
from formal_rl.study.battery.page import BLOCKS
from formal_rl.study.battery.tables import battery_tables, column_of_results, read_published_totals
from formal_rl.study.departures_report import chosen_environments, departure_lines, departure_page

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command(
    "tables",
    epilog=examples(
        "formal-rl tables",
        "formal-rl tables --published result_table.csv",
        "formal-rl tables --runs results.csv --json",
    ),
)
def _tables(
    *,
    published: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Recompute the published figures from the library's result_table.csv."),
    ] = None,
    runs: Annotated[
        list[Path] | None,
        typer.Option(metavar="PATH", help="Show these results of formal-rl battery as our runs. May be given again."),
    ] = None,
    block: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"Print a table of docs/findings/tables.md: {', '.join(BLOCKS)}.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Show Tables 1 and 3 of the 2022 paper with correct standard errors, next to our runs in two readings of opposite.

    Exits with 1 if the sums of the --published file differ from those that come with the package.
    """
    if block:
        if as_json or published or runs:
            raise WrongUsage("--block prints tables that come with the package, so it takes no other option")
        require_known("no block", block, BLOCKS)
        output.echo_lines(BLOCKS[block]())
        return
    read = None if published is None else read_published_totals(published)
    tables = battery_tables(None if read is None else read.sums, [column_of_results(path) for path in runs or ()])
    output.emit(
        lambda: {**tables.to_json(), **({} if read is None else {"published": read.to_json()})},
        lambda: [*tables.lines(), *(read.lines() if read else ())],
        as_json=as_json,
    )
    if read is not None and read.differences():
        raise typer.Exit(DISAGREES)


@COMMANDS.command(
    "departures",
    epilog=examples(
        "formal-rl departures",
        "formal-rl departures reverse_history --witnesses",
        "formal-rl departures --json > departures.json",
    ),
)
def _departures(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME",
            help="Environments, by our name or the library's; all if none.",
            autocompletion=completing([each.name for each in LIBRARY]),
        ),
    ] = None,
    *,
    witnesses: Annotated[
        bool, typer.Option("--witnesses", help="Print a smallest witness for each departure.")
    ] = False,
    page: Page = False,
    as_json: Json = False,
) -> None:
    """Show where the published library departs from the papers and from its own documentation, with witnesses.

    The command computes every comparison, most over all agents or learners of two actions and short action sequences.
    """
    if as_json and (page or witnesses):
        raise WrongUsage("--json always has the witnesses; use it without --page and --witnesses")
    environments = chosen_environments(listed(names))
    console = output.PipeConsole()
    rows = []
    with output.progress_bar(console, enabled=not as_json) as progress:
        task = progress.add_task("comparing", total=len(environments))
        for row in departures(environments, lambda name: progress.advance(task)):
            rows.append(row)
    if as_json:
        output.print_json([row.as_json() for row in rows])
        return
    typer.echo("\n".join(departure_page(rows) if page else departure_lines(rows, witnesses=witnesses)))
