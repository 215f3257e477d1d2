"""Groups of commands that are imported when they run, and the help and completion of commands."""

from collections import UserDict
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any, TypeAlias

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

Table: TypeAlias = Mapping[str, Mapping[str, Mapping[str, str] | typer.Typer]]
"""By heading and module: each command's name, and its line in the group's help. A group has its own name."""

HEADING = "Commands"
"""The heading of commands without one of their own."""


class _Commands(UserDict[str, Any]):
    """Commands by name; before its import, a command is represented by its module, which lists it in ``COMMANDS``."""

    def __getitem__(self, name: str) -> Any:
        if isinstance(self.data[name], str):
            self.data |= get_group(import_module(self.data[name]).COMMANDS).commands
        return self.data[name]


def group(table: Table, **settings: Any) -> typer.Typer:
    """Return an application, or a group of it, whose commands are imported when they are run."""
    found = typer.Typer(cls=_on_demand(table), no_args_is_help=True, rich_markup_mode=None, **settings)
    for rows in table.values():
        for inner in rows.values():
            if isinstance(inner, typer.Typer):
                found.add_typer(inner)
    return found


def _on_demand(table: Table) -> type[TyperGroup]:
    """Return a class of groups with these commands, in this order.

    The module of a command is imported when a user runs the command or asks for its help.
    """
    headings: dict[str, list[str]] = {}
    modules: dict[str, str] = {}
    listed: dict[str, TyperCommand] = {}
    for heading, rows in table.items():
        headings[heading] = []
        for module, commands in rows.items():
            if isinstance(commands, typer.Typer):
                headings[heading].append(module)
                continue
            headings[heading] += commands
            modules |= dict.fromkeys(commands, module)
            listed |= {name: TyperCommand(name, help=line) for name, line in commands.items()}
    names = [name for each in headings.values() for name in each]
    width = max(map(len, names))

    class GroupOnDemand(TyperGroup):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            self.commands = _Commands({name: modules.get(name) or self.commands[name] for name in names})

        def list_commands(self, ctx: Any) -> list[str]:
            return list(self.commands)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return listed[cmd_name] if cmd_name in listed else super().get_command(ctx, cmd_name)

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            name, _, rest = super().resolve_command(ctx, args)
            return name, None if name is None else self.commands[name], rest  # only this imports its module

        def format_commands(self, ctx: Any, formatter: Any) -> None:
            room = formatter.width - 6 - width
            for heading, each in headings.items():
                with formatter.section(heading):
                    rows = ((name, self.get_command(ctx, name).get_short_help_str(room)) for name in each)
                    formatter.write_dl([(name.ljust(width), text) for name, text in rows])

    return GroupOnDemand


def examples(*commands: str) -> str:
    """Return the text below a command's help: its examples, each on a line of its own.

    The first character tells the formatter to leave the lines as they are.
    """
    return "\n".join(("\b", "Examples:" if len(commands) > 1 else "Example:", *(f"  {each}" for each in commands)))


def completing(names: Iterable[str]) -> Callable[[str], list[str]]:
    """Return a completion of values by these names, without forms such as ``opposite(E)`` or ``module:object``."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete) and not set(name) & set("(: ")]

    return complete
