"""The reference of the command line, read from the commands themselves."""

from __future__ import annotations

import ast
import re
from typing import Any

from typer.main import get_command

from formal_rl.cli import app
from tools.site.code import tree_of
from tools.site.markup import fence, plain, toctree


def pages() -> dict[str, str]:
    """Return a page for each command, and the page that lists them."""
    top = get_command(app)
    context = _context(top, "formal-rl")
    commands = {name: _command(top, context, name) for name in top.list_commands(context)}
    made = {f"command_line/{name}.md": page(command, context, name) for name, command in commands.items()}
    return {**made, "command_line/index.md": index(commands)}


def _context(command: Any, name: str, parent: Any = None) -> Any:
    return command.context_class(command, info_name=name, parent=parent, terminal_width=100)


def _command(group: Any, context: Any, name: str) -> Any:
    return group.resolve_command(context, [name])[1]


def index(commands: dict[str, Any]) -> str:
    """Return the page that lists the commands and the exit codes."""
    listed = {
        name: (command.short_help or command.help or "").partition("\n\n")[0] for name, command in commands.items()
    }
    rows = "\n".join(
        f"| [`formal-rl {name}`]({name}.md) | {plain(' '.join(said.split()))} |" for name, said in listed.items()
    )
    codes = "\n".join(f"| {code} | {plain(said)} |" for code, said in exit_codes())
    return (
        "# The command line\n\nEach page has what `formal-rl COMMAND --help` prints.\n\n"
        f"| command | what it does |\n|---|---|\n{rows}\n\n## Exit codes\n\n| code | when |\n|---:|---|\n{codes}\n\n"
        f"{toctree(commands)}\n"
    )


def exit_codes() -> list[tuple[str, str]]:
    """Return what each exit code says, from the docstring of the command line."""
    text = " ".join((ast.get_docstring(tree_of("formal_rl.cli")) or "").partition("Exit codes: ")[2].split())
    return re.findall(r"(\d+) (.+?)(?:, (?=\d)|\.$|\.\s)", f"{text} ")


def page(command: Any, parent: Any, name: str) -> str:
    """Return the page of a command, with its subcommands."""
    context = _context(command, name, parent)
    pieces = [f"# `{context.command_path}`", fence(command.get_help(context), "text")]
    for each in command.list_commands(context) if hasattr(command, "list_commands") else ():
        below = _command(command, context, each)
        inner = _context(below, each, context)
        pieces += [f"## `{inner.command_path}`", fence(below.get_help(inner), "text")]
    return "\n\n".join(pieces) + "\n"
