"""The command ``python -m tools.published``."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.progress import Progress

from formal_rl.cli import examples, output
from formal_rl.errors import FormalRLError
from tools.published.extended_environments import extended_environments
from tools.published.library import checked_parts
from tools.published.library_text import page, result_lines, summary
from tools.published.safelife_package import installed_safelife

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command(
    epilog=examples(
        "python -m tools.published --extended-environments PATH",
        "python -m tools.published --extended-environments PATH --safelife PYTHON --page",
    )
)
def published(
    checkout: Annotated[
        Path | None,
        typer.Option("--extended-environments", file_okay=False, help="A checkout of the library."),
    ] = None,
    python: Annotated[
        str | None, typer.Option("--safelife", metavar="PYTHON", help="A Python that has safelife and pyemd.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the random sampling.")] = 0,
    as_page: Annotated[bool, typer.Option("--page", help="Print the page of the docs.")] = False,
) -> None:
    """Compare the published libraries with the definitions and with what we say of them, claim by claim.

    Exits with 1 unless each part is as we say, with 2 without a library, and with 4 where there is no such library.
    """
    if checkout is None and python is None:
        raise typer.BadParameter("give --extended-environments, --safelife, or both")
    try:
        libraries = [] if checkout is None else [extended_environments(checkout)]
        libraries += [] if python is None else [installed_safelife(python)]
    except FormalRLError as error:
        output.echo_error(str(error))
        raise typer.Exit(output.UNUSABLE) from None
    found = []
    for library in libraries:
        results = []
        with Progress(console=output.PipeConsole(stderr=True), transient=True) as progress:
            task = progress.add_task(library.name, total=len(library.parts))
            for result in checked_parts(library.parts, profile="quick", seed=seed):
                results.append(result)
                progress.advance(task)
                if not as_page:
                    output.echo_lines(result_lines(result))
        found.append((library, results))
        if not as_page:
            output.echo_lines(["", *summary(library, results)])
    if as_page:
        typer.echo(page(found), nl=False)
    if not all(result.as_recorded for _, results in found for result in results):
        raise typer.Exit(1)


if __name__ == "__main__":
    app(prog_name="python -m tools.published")
