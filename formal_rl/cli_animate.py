from __future__ import annotations
import typer


def add_animate_command(app: typer.Typer) -> None: ...
