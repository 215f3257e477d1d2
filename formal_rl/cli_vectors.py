"""The commands about vectors: vectors record and check, each in a module of its own."""

from __future__ import annotations

import typer

from formal_rl.cli_on_demand import on_demand


def add_vectors_commands(app: typer.Typer) -> None:
    """Add the group of commands to the command line."""
    vectors_app = typer.Typer(
        cls=on_demand(
            {
                "record": "formal_rl.cli_vectors_record:add_record_command",
                "check": "formal_rl.cli_vectors_check:add_check_command",
            }
        ),
        no_args_is_help=True,
        rich_markup_mode=None,
        help="Recorded runs of published libraries, and vectors of the suites of conform.",
        epilog="Examples: formal-rl vectors check | formal-rl vectors record neutrality --out vectors",
    )
    app.add_typer(vectors_app, name="vectors")
