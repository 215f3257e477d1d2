"""The reference of the command line, read from the commands themselves."""

from __future__ import annotations

import ast
import re
from typing import Any

from typer.main import get_command

from formal_rl.cli import app
from tools.site.code import tree_of
from tools.site.markdown import definitions, fence, plain

INDEX = "command_line/index"


def pages() -> dict[str, str]:
    """Return a page for each command, and the page that lists them."""
    top = get_command(app)
    context = _context(top, "formal-rl")
    commands = {name: _command(top, context, name) for name in top.list_commands(context)}
    made = {f"command_line/{name}.md": page(command, context, name) for name, command in commands.items()}
    return {**made, f"{INDEX}.md": index(commands)}


def _context(command: Any, name: str, parent: Any = None) -> Any:
    return command.context_class(command, info_name=name, parent=parent)


def _command(group: Any, context: Any, name: str) -> Any:
    return group.resolve_command(context, [name])[1]


def index(commands: dict[str, Any]) -> str:
    """Return the page that lists the commands and the exit codes."""
    listed = {name: plain(_short(command)) for name, command in commands.items()}
    rows = "\n".join(f"| [`formal-rl {name}`]({name}.md) | {said} |" for name, said in listed.items())
    codes = "\n".join(f"| {code} | {plain(said)} |" for code, said in exit_codes())
    tree = "\n".join(commands)
    return (
        "# The command line\n\nEach page is made from the command; `formal-rl COMMAND --help` prints the same.\n\n"
        f"| command | what it does |\n|---|---|\n{rows}\n\n## Exit codes\n\n| code | when |\n|---:|---|\n{codes}\n\n"
        f"```{{toctree}}\n:hidden:\n\n{tree}\n```\n"
    )


def exit_codes() -> list[tuple[str, str]]:
    """Return what each exit code says, from the docstring of the command line."""
    text = " ".join((ast.get_docstring(tree_of("formal_rl.cli")) or "").partition("Exit codes: ")[2].split())
    return re.findall(r"(\d+) (.+?)(?:, (?=\d)|\.$|\.\s)", f"{text} ")


def page(command: Any, parent: Any, name: str) -> str:
    """Return the page of a command, with its subcommands."""
    context = _context(command, name, parent)
    pieces = [f"# `{context.command_path}`", *_said(command, context)]
    for each in command.list_commands(context) if hasattr(command, "list_commands") else ():
        below = _command(command, context, each)
        inner = _context(below, each, context)
        pieces += [f"## `{inner.command_path}`", *_said(below, inner)]
    return "\n\n".join(piece for piece in pieces if piece) + "\n"


def _short(command: Any) -> str:
    text = command.short_help or command.help or ""
    return text.partition("\n\n")[0].replace("\n", " ")


def _said(command: Any, context: Any) -> list[str]:
    usage = command.get_usage(context).removeprefix("Usage: ")
    arguments = [each for each in command.get_params(context) if each.param_type_name == "argument"]
    options = [each for each in command.get_params(context) if each.param_type_name == "option"]
    return [
        plain(command.help or ""),
        fence(" ".join(usage.split()), "text"),
        _listed("Arguments", arguments, context),
        _listed("Options", options, context),
        *_examples(command.epilog or ""),
    ]


def _listed(title: str, parameters: list[Any], context: Any) -> str:
    records = [record for each in parameters if (record := each.get_help_record(context))]
    if not records:
        return ""
    return f"**{title}**\n\n" + definitions(
        (f"`{names}`", plain(text) or "(no more is said)") for names, text in records
    )


def _examples(epilog: str) -> list[str]:
    """Return the commands of an epilog as a block, without what marks them for the terminal."""
    lines = [line.strip() for line in epilog.splitlines()]
    shown = [f"$ {line}" for line in lines if line.startswith("formal-rl ")]
    return ["**Examples**", fence("\n".join(shown), "console")] if shown else [plain(epilog)]
