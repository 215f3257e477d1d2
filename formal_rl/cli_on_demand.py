"""Commands whose modules are imported when they are asked for by name, so that no command waits for all the others."""

from __future__ import annotations

from collections import UserDict
from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any

import typer
from typer.core import TyperGroup
from typer.main import get_group


class _Commands(UserDict[str, Any]):
    """Commands by name; for one that is not imported yet stands the function that adds it, as module:function."""

    def __getitem__(self, name: str) -> Any:
        if isinstance(self.data[name], str):
            app = typer.Typer(rich_markup_mode=None)
            resolve_name(self.data[name])(app)
            self.data |= get_group(app).commands
        return self.data[name]


def on_demand(adders: Mapping[str, str]) -> type[TyperGroup]:
    """Return a class of groups with these commands, after those a group has anyway, in this order.

    Each is given as the module:function that adds it, and maybe others that are named here too, to an application.
    The module is imported when the command is run, or listed with its help.
    """

    class GroupOnDemand(TyperGroup):
        def __init__(self, **settings: Any) -> None:
            super().__init__(**settings)
            self.commands = _Commands({**self.commands, **adders})

        def list_commands(self, ctx: Any) -> list[str]:
            return list(self.commands)

    return GroupOnDemand
