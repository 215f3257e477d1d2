"""The command line. The module of a command is imported when the command is run.

Exit codes: 0 all agrees, 1 something does not, 2 wrong usage, 3 a fault of ours met by conform, 4 a file or an object
that cannot be used, 5 nothing was checked, 130 interrupted, 141 the reader closed the pipe.
"""

import os
import sys
from typing import Annotated, Any, NoReturn

import typer

from formal_rl import DEFINITIONS_REVISION, __version__
from formal_rl.cli.help import HEADING, examples, group
from formal_rl.cli import output
from formal_rl.cli.output import INTERRUPTED, NOT_READ, UNUSABLE, USAGE
from formal_rl.errors import FormalRLError


_vectors = group(
    {
        HEADING: {
            "formal_rl.cli.conform.vectors": {
                "record": "Record the cases of a suite and the reference's answers.",
                "check": "Replay recorded runs against the reference.",
            },
        },
    },
    name="vectors",
    short_help="Recorded runs of published libraries, and vectors of suites.",
    help="Recorded runs of published libraries, and vectors of the suites of conform.",
    epilog=examples("formal-rl vectors check", "formal-rl vectors record neutrality --out vectors"),
)

_drest = group(
    {
        HEADING: {
            "formal_rl.cli.drest.numbers": {
                "metrics": "Measure a policy in a gridworld: USEFULNESS, NEUTRALITY.",
                "return": "Compute the expected return of a meta-episode, exactly.",
                "threshold": "Find for how many mini-episodes uniform lengths are best.",
                "counterexample": "Show the least N for which unequal lengths are better.",
            },
            "formal_rl.cli.drest.train": {"train": "Train agents by tabular REINFORCE, one for each seed."},
            "formal_rl.cli.drest.figures": {
                "figures": "Draw counterparts of the paper's figures.",
                "sentences": "Compare the paper's sentences on trained agents with ours.",
            },
        },
    },
    name="drest",
    short_help="Gridworlds, metrics and the DREST reward, in exact numbers.",
    help="Gridworlds, metrics and the DREST reward of shutdownable agents, in exact numbers.",
    epilog=examples("formal-rl drest metrics example", "formal-rl drest counterexample"),
)

_safelife = group(
    {
        HEADING: {
            "formal_rl.cli.safelife.levels": {
                "run": "Play a level by a policy, and show the outcome.",
                "show": "Show a level, or a run after some step.",
                "levels": "List the levels that have names.",
            },
            "formal_rl.cli.safelife.effects": {
                "effects": "Measure the side effects of a run, for each cell type.",
                "rescore": "Score recorded runs on the torus and as published.",
            },
            "formal_rl.cli.safelife.play": {"play": "Play a level by keyboard."},
            "formal_rl.cli.safelife.animate": {"animate": "Make an animation of a run."},
            "formal_rl.cli.safelife.generate": {
                "generate": "Generate levels of a kind, by the paper's algorithm.",
                "statistics": "Count cells on shipped levels and on generated ones.",
            },
            "formal_rl.cli.safelife.benchmark": {"benchmark": "Score policies on levels, next to Tables 1 and 2."},
        },
    },
    name="safelife",
    short_help="Play, show, generate and score SafeLife levels.",
    help="Play, show, generate and score SafeLife levels.",
    epilog=examples(
        "formal-rl safelife run prune-still-3",
        "formal-rl safelife show prune-still-3 --goals",
        "formal-rl safelife effects prune-still-3",
    ),
)

app = group(
    {
        "Student (study a definition)": {
            "formal_rl.cli.explore": {"explore": "Click through the questions and rewards of an environment."},
            "formal_rl.cli.study": {
                "ask": "Ask an environment about one play, and see its questions.",
                "trace": "Follow an agent in an environment, step by step.",
                "classify": "Decide what kind an environment is: total, typed, merciful.",
            },
        },
        "Checker (see what holds, and why)": {
            "formal_rl.cli.statements": {
                "statements": "List the ledger: every statement, its verdict and its source.",
                "find": "Find statements by id, place in a paper, or words.",
                "explain": "Print one statement: its sentence, verdict, evidence and code.",
            },
            "formal_rl.cli.verify": {"verify": "Check statements: every verdict must be reproduced."},
            "formal_rl.cli.published": {
                "departures": "Show where the published library departs from the papers.",
                "tables": "Show Tables 1 and 3 of the 2022 paper next to our runs.",
            },
        },
        "Practitioner (check or measure your own code)": {
            "formal_rl.cli.conform.check": {"conform": "Check your implementation against a definition."},
            "formal_rl.cli.conform.suites": {"suites": "List the definitions that conform checks against."},
            "formal_rl.cli.conform.replay": {"replay": "Run saved counterexamples again, to see which are fixed."},
            "vectors": _vectors,
            "formal_rl.cli.battery": {
                "battery": "Run agents in the fifty environments of the benchmark.",
                "handicaps": "Put every handicap on every ordinary environment.",
            },
        },
        "Papers' worlds": {"drest": _drest, "safelife": _safelife},
        "This program": {
            "formal_rl.cli.doctor": {"doctor": "Check that formal-rl works here, and list missing parts."},
            "formal_rl.cli.docs": {"docs": "Show a page of the documentation, or a statement."},
        },
    },
    add_completion=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="The definitions and theorems of four reinforcement-learning papers as short Python functions, each claim "
    "checked by machine.",
    epilog=examples(
        "formal-rl trace ignore_rewards --agent simple",
        "formal-rl explain A22-T10.3",
        "formal-rl verify",
        "formal-rl vectors check",
    ),
)

_COMPLETING = "_FORMAL_RL_COMPLETE"
"""The variable by which a shell asks for completions."""

_COMPLETION = (["--install-completion"], ["--show-completion"])
"""The options that install and show shell completion."""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"formal_rl {__version__}, definitions revision {DEFINITIONS_REVISION}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", "-V", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Define the options of the program."""


def run() -> NoReturn:
    """Run the command line and exit; the entry point ``formal-rl``."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    code = _flushed(main(sys.argv[1:]))
    if code == INTERRUPTED:
        sys.stderr.flush()
        os._exit(code)  # at once: worker processes have nothing more to say
    sys.exit(code)


def _flushed(code: int) -> int:
    """Flush the output and return the exit code; where writing fails, exit as unusable."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        return NOT_READ
    except OSError as error:
        if code != UNUSABLE:
            output.echo_error(str(error))
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
        if _COMPLETING in os.environ or arguments[:1] in _COMPLETION:  # typer ends the program itself
            return ending.code if isinstance(ending.code, int) else 0
        output.echo_error(f"the code that was run ended the program: SystemExit({ending.code!r})")
        return UNUSABLE
    except (KeyboardInterrupt, typer.Abort):
        output.echo_error("interrupted")
        return INTERRUPTED
    except shown_error as error:
        error.message = error.message.removeprefix("Value error, ")  # pydantic's words, which typer passes on
        error.show()
        return USAGE
    except (FormalRLError, OSError) as error:  # wrong or unusable input, or output that cannot be written: a full disk
        notes = getattr(error, "__notes__", [])
        output.echo_error(f"{error} ({'; '.join(notes)})" if notes else str(error))
        return USAGE if getattr(error, "of_usage", False) else UNUSABLE
    if code == INTERRUPTED:
        output.echo_error("interrupted")
    return code if isinstance(code, int) else 0
