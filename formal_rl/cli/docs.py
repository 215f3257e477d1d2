"""The command ``formal-rl docs``: a page of the documentation or a statement, in a browser or as text.

The pages are in the folder ``docs`` of the project; an installed package has those on checking an implementation.
"""

import sys
import webbrowser
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

import formal_rl
from formal_rl.cli import output
from formal_rl.cli.help import completing, examples
from formal_rl.cli.output import UNUSABLE
from formal_rl.cli.statements import echo_explanation
from formal_rl.errors import UnknownName, UnknownStatement, folded, nearest
from formal_rl.statements import LEDGER, find
from formal_rl.statements.ledger import matching
from formal_rl.statements.merged import RETIRED
from formal_rl.view.pages import columns

_PACKAGE, _PROJECT = Path(formal_rl.__file__).parents[:2]
ROOT = _PROJECT if (_PROJECT / "pyproject.toml").is_file() else _PACKAGE
"""The folder of the project, or of an installed package."""

SITE = Path("build", "site")
"""Where ``make docs`` builds the site, in the folder of the project."""

_INSTEAD = (
    "What the package has itself:",
    "  formal-rl explain ID      a statement: its sentence, verdict, evidence and code",
    "  formal-rl statements      all statements",
    "  formal-rl suites NAME     a definition that conform checks against",
    "  formal-rl COMMAND --help  a command, with examples",
)

COMMANDS = typer.Typer(rich_markup_mode=None)


def pages() -> dict[str, Path]:
    """Return the pages by name; of two with one name, the one nearer to the top."""
    files = sorted((ROOT / "docs").rglob("*.md"), key=lambda file: (-len(file.parts), file))
    return {file.stem: file for file in files}


@COMMANDS.command(
    "docs",
    epilog=examples("formal-rl docs", "formal-rl docs student", "formal-rl docs A22-D7"),
)
def _docs(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="ID|PAGE",
            autocompletion=completing((*pages(), *LEDGER)),
            help="A statement, such as A22-D7, or a page, such as student.",
        ),
    ] = None,
    *,
    as_text: Annotated[bool, typer.Option("--print", help="Print it, also where a browser could show it.")] = False,
) -> None:
    """Show a page of the documentation, or a statement; without a name, list the pages.

    On a terminal, if the site is built (make docs) and there is a browser, the page opens in the browser. Otherwise it
    is printed. An installed package has the pages on checking an implementation, and all statements.
    """
    there = pages()
    if name is None:
        output.echo_lines(_listed(there))
        return
    page = {folded(each): file for each, file in there.items()}.get(folded(name))
    if page is not None:
        if as_text or not _opened(page.stem):
            typer.echo(page.read_text("utf-8").rstrip())
        return
    try:
        statement = find(name)
    except UnknownStatement:
        if name.upper() in map(str.upper, RETIRED):
            raise
        if (ROOT / "pyproject.toml").is_file():
            about = matching(name.replace("_", " "))[:3]
            hint = f"did you mean {', '.join(about)}?" if about else nearest(name, (*there, *LEDGER))
            raise UnknownName(f"no page or statement {name!r}; {hint}") from None
        output.echo_error(f"no statement {name!r}, and no page of this name comes with the package")
        output.echo_lines(_INSTEAD)
        raise typer.Exit(UNUSABLE) from None
    if as_text or not _opened(statement.id):
        echo_explanation(statement)


def _listed(there: Mapping[str, Path]) -> list[str]:
    """Return the folder of the documents, and the pages with their titles, folder by folder."""
    rows = [("page", "file", "title")]
    for file in sorted(there.values(), key=lambda file: (file.parent, file)):
        title = next((line for line in file.read_text("utf-8").splitlines() if line.startswith("# ")), "")
        rows.append((file.stem, str(file.relative_to(ROOT)), title.removeprefix("# ")))
    if not (ROOT / "pyproject.toml").is_file():
        return [*columns(rows), "", "Other pages are in the folder docs of the project.", "", *_INSTEAD]
    index = ROOT / SITE / "index.html"
    site = f"The site is {index}" if index.is_file() else f"The site is not built; make docs builds it in {SITE}"
    shows = "formal-rl docs PAGE shows one of them, such as student; formal-rl docs ID a statement, such as A22-D7"
    return [*columns(rows), "", f"The pages are in {ROOT / 'docs'}", site, shows]


def _opened(name: str) -> bool:
    """Open a page of the site in a browser; return False without page, browser, or terminal."""
    found = sorted((ROOT / SITE).rglob(f"{name}.html"), key=lambda file: len(file.parts))
    if not (found and sys.stdout.isatty()):
        return False
    try:
        return webbrowser.get().open(found[0].as_uri())
    except webbrowser.Error:
        return False
