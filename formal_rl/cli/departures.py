"""The command about the published library: departures."""

from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.options import Json, Page, listed
from formal_rl.errors import WrongUsage
from formal_rl.statements import LIBRARY
from formal_rl.study import chosen_environments, departure_lines, departure_page, departures

COMMANDS = typer.Typer(rich_markup_mode=None)


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

    Every comparison is computed anew, most over all agents or learners of two actions and short action sequences.
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
