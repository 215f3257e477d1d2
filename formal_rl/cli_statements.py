"""The command ``formal-rl statements``: the ledger as lines, as JSON and in Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any

import typer

from formal_rl import cli_output
from formal_rl.cli_options import Json, Page
from formal_rl.errors import WrongUsage
from formal_rl.statements import LEDGER, Statement


def add_statements_command(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("statements", epilog="Examples: formal-rl statements | formal-rl statements --markdown")(_statements)


def _statements(
    as_json: Json = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the table of the README.")] = False,
    page: Page = False,
) -> None:
    """List the ledger: every statement, its verdict and its source."""
    if as_json + markdown + page > 1:
        raise WrongUsage("choose one of --json, --markdown and --page")
    if as_json:
        values = [statement_json(statement) for statement in LEDGER.values()]
        typer.echo(json.dumps(values, indent=2, ensure_ascii=False))
        return
    if page or markdown:
        typer.echo("\n".join((_page if page else _markdown_rows)(LEDGER.values())))
        return
    console = cli_output.PipeConsole()
    for row in _rows(LEDGER.values()):
        cli_output.say(console, row)


def _rows(statements: Iterable[Statement]) -> list[str]:
    """Return the ledger as lines."""
    heading = ("statement", "kind", "verdict", "what it says", "source")
    return cli_output.columns([heading, *((s.id, s.kind, s.verdict, s.title, s.source) for s in statements)])


def _markdown_rows(statements: Iterable[Statement]) -> list[str]:
    """Return the ledger as a table in Markdown, as in the README."""
    rows = ["| statement | what it says | verdict | evidence |", "| --- | --- | --- | --- |"]
    for s in statements:
        verdict = f"{s.verdict}; repaired: {_plain(s.repair)}" if s.repair else s.verdict
        rows.append(f"| `{s.id}` | {_plain(s.title)} ({s.source}) | {verdict} | {_plain(s.evidence)} |")
    return rows


def _plain(text: str) -> str:
    """Keep the signs of the papers from being read as Markdown."""
    return text.replace("*", "\\*").replace("|", "\\|")


def _page(statements: Iterable[Statement]) -> list[str]:
    """Return the whole ledger as a page of the docs, in Markdown."""
    lines = [
        "# The statements",
        "",
        "Made by `formal-rl statements --page`. Each is checked, and its wrong twins rejected, by `formal-rl verify`.",
    ]
    for s in statements:
        lines += ["", f"## {s.id}: {s.title}", "", f"{s.kind.capitalize()}; {s.source}.", "", _plain(s.claim), ""]
        fields = (("Verdict", s.verdict), ("Repair", s.repair), ("Evidence", s.evidence), ("Witness", s.witness))
        lines += [f"* {name}: {_plain(text)}" for name, text in (*fields, ("Defects", s.defects)) if text]
        lines.append(f"* Defined by: {', '.join(f'`{name}`' for name in s.main_code)}")
        lines.append(f"* Rejects: {'; '.join(twin.name for twin in s.twins)}")
    return lines


def statement_json(statement: Statement) -> dict[str, Any]:
    """Return a statement as JSON values."""
    fields = ("id", "kind", "title", "claim", "source", "verdict", "evidence", "defects", "repair", "witness")
    return {
        **{name: getattr(statement, name) for name in fields},
        "code": list(statement.code),
        "twins": [twin.name for twin in statement.twins],
    }
