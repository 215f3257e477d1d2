"""The command ``formal-rl explain``: one statement, the code that defines it, and a short run of an example."""

from typing import Annotated

import typer
from rich.console import Console

from formal_rl.cli import output
from formal_rl.cli.options import Json
from formal_rl.cli.statements import statement_json
from formal_rl.statements import Statement, find, source_of
from formal_rl.study import ILLUSTRATIONS, Illustration

COMMANDS = typer.Typer(rich_markup_mode=None)


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
    _say_statement(console, statement)
    if statement.id in ILLUSTRATIONS:
        _say_illustration(console, ILLUSTRATIONS[statement.id])


def _say_statement(console: Console, statement: Statement) -> None:
    """Print a statement: what it says, how it stands, and the code that defines it."""
    output.say(console, f"{statement.id}  {statement.title}", style="bold")
    output.say(console, f"{statement.kind}; {statement.source}")
    output.say(console)
    output.say(console, statement.claim)
    output.say(console)
    labelled = (
        ("verdict", statement.verdict),
        ("evidence", statement.evidence),
        ("repair", statement.repair),
        ("witness", statement.witness),
        ("defects", statement.defects),
        ("mutants", "; ".join(twin.name for twin in statement.twins)),
    )
    for label, text in labelled:
        if text:
            output.say(console, f"{label + ':':<10}{text}")
    output.say(console)
    for name in statement.main_code:
        _say_source(console, name)
    others = statement.code[len(statement.main_code) :]
    if others:
        output.say(console, f"see also: {', '.join(others)}")
        output.say(console)
    output.say(console, f"run it:   formal-rl verify {statement.id} --parts")


def _say_illustration(console: Console, illustration: Illustration) -> None:
    """Print a short run that shows a statement, and the command that shows it."""
    output.say(console, f"see it:   {illustration.command}")
    output.say(console)
    for line in str(illustration.run()).splitlines():
        output.say(console, f"  {line}".rstrip())


def _say_source(console: Console, name: str) -> None:
    output.say(console, f"# {name}", style="dim")
    output.say(console, source_of(name))
    output.say(console)
