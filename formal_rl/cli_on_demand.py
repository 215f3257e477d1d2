"""Commands whose modules are imported when they are run, so that no command waits for all the others."""

from collections import UserDict
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group


class _Commands(UserDict[str, Any]):
    """Commands by name; for one that is not imported yet stands the function that adds it, as module:function."""

    def __getitem__(self, name: str) -> Any:
        if isinstance(self.data[name], str):
            app = typer.Typer(rich_markup_mode=None)
            resolve_name(self.data[name])(app)
            self.data |= get_group(app).commands
        return self.data[name]


def on_demand(table: Mapping[str, Mapping[str, str]]) -> type[TyperGroup]:
    """Return a class of groups with these commands, in this order, before those a group has anyway.

    By the module:function that adds them to an application: each command's name, and what the group's help says of it.
    The module is imported when the command is run, or when its own help is asked for.
    """
    adders = {name: adder for adder, commands in table.items() for name in commands}
    listed = {name: TyperCommand(name, help=said) for commands in table.values() for name, said in commands.items()}

    class GroupOnDemand(TyperGroup):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            self.commands = _Commands({**adders, **self.commands})

        def list_commands(self, ctx: Any) -> list[str]:
            return list(self.commands)

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            return listed[cmd_name] if cmd_name in listed else super().get_command(ctx, cmd_name)

        def resolve_command(self, ctx: Any, args: list[str]) -> Any:
            name, _, rest = super().resolve_command(ctx, args)
            return name, None if name is None else self.commands[name], rest

    return GroupOnDemand
