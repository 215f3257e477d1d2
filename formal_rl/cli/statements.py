"""The commands about the ledger: statements, as lines, as JSON, as a page; explain, one of them with its code."""

from collections.abc import Iterable
from typing import Annotated, Any, get_args

import typer
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.options import Json, Page
from formal_rl.errors import WrongUsage
from formal_rl.statements import (
    ALEXANDER_2021,
    ALEXANDER_2022,
    LEDGER,
    THORNLEY_2024,
    WAINWRIGHT_2019,
    Statement,
    Verdict,
    find,
    source_of,
)
from formal_rl.view import columns

PAPERS = {"A21": ALEXANDER_2021, "A22": ALEXANDER_2022, "T24": THORNLEY_2024, "W19": WAINWRIGHT_2019}
"""How ids begin, and the paper that the sources of such statements name."""

COMMANDS = typer.Typer(rich_markup_mode=None)


@COMMANDS.command("statements", epilog="Examples: formal-rl statements | formal-rl statements --summary")
def _statements(
    as_json: Json = False,
    summary: Annotated[bool, typer.Option("--summary", help="Count the verdicts of each paper.")] = False,
    page: Page = False,
) -> None:
    """List the ledger: every statement, its verdict and its source."""
    if as_json + summary + page > 1:
        raise WrongUsage("choose one of --json, --summary and --page")
    if as_json:
        output.print_json([statement_json(statement) for statement in LEDGER.values()])
        return
    if page or summary:
        typer.echo("\n".join((_page if page else _summary)(LEDGER.values())))
        return
    heading = ("statement", "kind", "verdict", "what it says", "source")
    rows = ((s.id, s.kind, s.verdict, s.title, s.source) for s in LEDGER.values())
    output.echo_lines(columns([heading, *rows]))


def _summary(statements: Iterable[Statement]) -> list[str]:
    """Return how many statements of each paper have each verdict, as a table in Markdown."""
    found = [(s.verdict, next(short for short, paper in PAPERS.items() if paper in s.source)) for s in statements]
    counts = {verdict: [found.count((verdict, paper)) for paper in PAPERS] for verdict in get_args(Verdict)}
    counts["all"] = list(map(sum, zip(*counts.values(), strict=True)))
    width = max(map(len, counts))
    lines = [
        f"| {'verdict':<{width}} | {' | '.join(PAPERS)} | all |",
        f"| {'-' * width} |{' --: |' * (len(PAPERS) + 1)}",
    ]
    for verdict, numbers in counts.items():
        if any(numbers):
            cells = (f" {number or '':>3} |" for number in (*numbers, sum(numbers)))
            lines.append(f"| {verdict:<{width}} |" + "".join(cells))
    return lines


def _plain(text: str) -> str:
    """Keep the signs of the papers from being read as Markdown."""
    return text.replace("*", "\\*").replace("|", "\\|")


def _page(statements: Iterable[Statement]) -> list[str]:
    """Return the whole ledger as a page of the docs, in Markdown."""
    lines = [
        "# The statements",
        "",
        "Made by `formal-rl statements --page`. Each is checked, and its mutants killed, by `formal-rl verify`.",
    ]
    for s in statements:
        lines += ["", f"## {s.id}: {s.title}", "", f"{s.kind.capitalize()}; {s.source}.", "", _plain(s.claim), ""]
        fields = (("Verdict", s.verdict), ("Repair", s.repair), ("Evidence", s.evidence), ("Witness", s.witness))
        lines += [f"* {name}: {_plain(text)}" for name, text in (*fields, ("Defects", s.defects)) if text]
        lines.append(f"* Defined by: {', '.join(f'`{name}`' for name in s.main_code)}")
        lines.append(f"* Mutants killed: {'; '.join(mutant.name for mutant in s.mutants)}")
    return lines


def statement_json(statement: Statement) -> dict[str, Any]:
    """Return a statement as JSON values."""
    fields = ("id", "kind", "title", "claim", "source", "verdict", "evidence", "defects", "repair", "witness")
    return {
        **{name: getattr(statement, name) for name in fields},
        "code": list(statement.code),
        "mutants": [mutant.name for mutant in statement.mutants],
        "twins": [mutant.name for mutant in statement.mutants],
    }


# --- One statement ---


@COMMANDS.command("explain", epilog="Example: formal-rl explain A22-D7")
def _explain(
    identifier: Annotated[str, typer.Argument(metavar="ID", help="A statement, such as A22-T10.3.")],
    as_json: Json = False,
) -> None:
    """Print one statement: what it says, verdict, evidence, mutants and code; and of an example a short run."""
    statement = find(identifier)
    if as_json:
        output.print_json(statement_json(statement))
        return
    console = output.PipeConsole()
    _echo_statement(console, statement)
    _echo_illustration(console, statement.id)


def _echo_statement(console: Console, statement: Statement) -> None:
    """Print a statement: what it says, how it stands, and the code that defines it."""
    output.echo(console, f"{statement.id}  {statement.title}", style="bold")
    output.echo(console, f"{statement.kind}; {statement.source}")
    output.echo(console)
    output.echo(console, statement.claim)
    output.echo(console)
    labelled = (
        ("verdict", statement.verdict),
        ("evidence", statement.evidence),
        ("repair", statement.repair),
        ("witness", statement.witness),
        ("defects", statement.defects),
        ("mutants", "; ".join(mutant.name for mutant in statement.mutants)),
    )
    for label, text in labelled:
        if text:
            output.echo(console, f"{label + ':':<10}{text}")
    output.echo(console)
    for name in statement.main_code:
        _echo_source(console, name)
    others = statement.code[len(statement.main_code) :]
    if others:
        output.echo(console, f"see also: {', '.join(others)}")
        output.echo(console)
    output.echo(console, f"run it:   formal-rl verify {statement.id} --parts")


def _echo_illustration(console: Console, identifier: str) -> None:
    """Print a short run that shows a statement, and the command that shows it, where there is one."""
    from formal_rl.study import ILLUSTRATIONS  # noqa: PLC0415 - what the list of statements needs nothing of

    if identifier not in ILLUSTRATIONS:
        return
    illustration = ILLUSTRATIONS[identifier]
    output.echo(console, f"see it:   {illustration.command}")
    output.echo(console)
    for line in str(illustration.run()).splitlines():
        output.echo(console, f"  {line}".rstrip())


def _echo_source(console: Console, name: str) -> None:
    output.echo(console, f"# {name}", style="dim")
    output.echo(console, source_of(name))
    output.echo(console)
