"""The command line. Each command is in a module of its own, which is imported when the command is named.

Exit codes: 0 all agrees, 1 something does not, 2 wrong usage, 3 a fault of ours met by conform, 4 a file or an object
that cannot be used, 5 nothing was checked, 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any, NoReturn

import typer

from formal_rl import DEFINITIONS_REVISION, __version__, cli_output
from formal_rl.cli_exit_codes import INTERRUPTED, NOT_READ, UNUSABLE, USAGE
from formal_rl.cli_on_demand import on_demand
from formal_rl.errors import FormalRLError

app = typer.Typer(
    cls=on_demand(
        {
            "ask": "formal_rl.cli_study:add_study_commands",
            "trace": "formal_rl.cli_study:add_study_commands",
            "classify": "formal_rl.cli_study:add_study_commands",
            "conform": "formal_rl.cli_conform:add_conform_command",
            "suites": "formal_rl.cli_suites:add_suites_command",
            "replay": "formal_rl.cli_replay:add_replay_command",
            "departures": "formal_rl.cli_departures:add_departures_command",
            "battery": "formal_rl.cli_battery:add_battery_commands",
            "handicaps": "formal_rl.cli_battery:add_battery_commands",
            "tables": "formal_rl.cli_tables:add_tables_command",
            "statements": "formal_rl.cli_statements:add_statements_command",
            "explain": "formal_rl.cli_explain:add_explain_command",
            "verify": "formal_rl.cli_verify:add_verify_command",
            "vectors": "formal_rl.cli_vectors:add_vectors_commands",
            "drest": "formal_rl.cli_drest:add_drest_commands",
            "safelife": "formal_rl.cli_safelife:add_safelife_commands",
        }
    ),
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Executable reference semantics of extended environments, reality checks and shutdownable agents.",
    epilog="Examples: formal-rl verify | formal-rl explain A22-T10.3 | formal-rl vectors check | "
    "formal-rl trace ignore_rewards --agent simple",
)


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"formal_rl {__version__}, definitions revision {DEFINITIONS_REVISION}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Set up nothing; the commands do it all."""


def run() -> NoReturn:
    """Run the command line and exit; the entry point ``formal-rl``."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    code = _flushed(main(sys.argv[1:]))
    if code == INTERRUPTED:
        sys.stderr.flush()
        os._exit(code)  # at once: worker processes have nothing more to say
    sys.exit(code)


def _flushed(code: int) -> int:
    """Return the exit code, once all that was printed is written; where it cannot be, end as unusable."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        return NOT_READ
    except OSError as error:
        if code != UNUSABLE:
            cli_output.complain(str(error))
        sys.stderr.flush()
        os._exit(UNUSABLE)  # at once: Python would try to write it again, and give a code of its own
    return code


def main(arguments: list[str]) -> int:
    """Run the command line on these arguments and return the exit code."""
    # what typer shows to a user: ClickException, wherever this version of typer keeps it
    shown_error: type[Any] = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")
    try:
        code = app(arguments, prog_name="formal-rl", standalone_mode=False)
    except BrokenPipeError:
        os._exit(NOT_READ)  # nobody reads any more, so there is nobody to tell
    except SystemExit as ending:
        cli_output.complain(f"what was asked ended the program: SystemExit({ending.code!r})")
        return UNUSABLE
    except (KeyboardInterrupt, typer.Abort):
        cli_output.complain("interrupted")
        return INTERRUPTED
    except shown_error as error:
        error.message = error.message.removeprefix("Value error, ")  # pydantic's words, which typer passes on
        error.show()
        return USAGE
    except (FormalRLError, OSError) as error:  # what was typed is wrong, or cannot be used, or written: a full disk
        notes = getattr(error, "__notes__", [])
        cli_output.complain(f"{error} ({'; '.join(notes)})" if notes else str(error))
        return USAGE if getattr(error, "of_usage", False) else UNUSABLE
    if code == INTERRUPTED:
        cli_output.complain("interrupted")
        return INTERRUPTED
    return code if isinstance(code, int) else 0
