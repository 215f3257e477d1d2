"""The command ``formal-rl conform init``: a project's file, written by looking at what there is."""

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import Annotated

import typer

from formal_rl.cli import output
from formal_rl.cli.help import examples
from formal_rl.cli.options import written
from formal_rl.cli.output import UNUSABLE
from formal_rl.conformance import PROJECT_FILE, Suggestion, suggestions
from formal_rl.errors import MOST_LISTED, WrongUsage

_WIDTH = 100

_HEAD = """# formal-rl conform, without arguments, runs these checks.
# A check may also have semantics, profile, seed, timeout, tolerance, precision and expected.

[report]
html = "conformance.html"
junit = "conformance.xml"
"""

COMMANDS = typer.Typer(rich_markup_mode=None, add_completion=False)


@COMMANDS.command("init", epilog=examples("formal-rl conform init my_envs.py my_metrics.py"))
def _init(
    sources: Annotated[
        list[str], typer.Argument(metavar="FILE.py", help="Python files or modules that define the objects.")
    ],
    *,
    force: Annotated[bool, typer.Option("--force", help="Replace an existing conform.toml.")] = False,
) -> None:
    """Write a conform.toml here, with the likely suites for what these files define, and show it.

    The files are imported, and the objects that they define are called a few times to see what they are. After that,
    formal-rl conform without arguments runs the checks.
    """
    file = Path(PROJECT_FILE)
    if file.exists() and not force:
        raise WrongUsage(f"{file} exists already: --force replaces it")
    text = "\n".join([_HEAD, *(each for source in sources for each in _entries(source))])
    if not written(file, text):
        raise typer.Exit(UNUSABLE)
    output.echo_lines([f"{file} has been written:", "", *text.splitlines()], output.PipeConsole(file=sys.stdout))


def _entries(source: str) -> Iterator[str]:
    for each in suggestions(source):
        if each.suite:
            yield f'{_comment(each.why)}[[check]]\nobject = {_quoted(source, each)}\nsuite = "{each.suite}"\n'
        elif each.others:
            yield f'{_comment(_choice(each))}# [[check]]\n# object = {_quoted(source, each)}\n# suite = "..."\n'
        else:
            yield _comment(f"{each.name}: no suite takes it, or its name does not say which")


def _quoted(source: str, each: Suggestion) -> str:
    return output.json_text(f"{source}:{each.name}")  # strings of JSON are strings of TOML


def _choice(each: Suggestion) -> str:
    more = len(each.others) - MOST_LISTED
    listed = ", ".join(each.others[:MOST_LISTED])
    return f"{each.name}: choose a suite, as {listed}{f', and {more} more (formal-rl suites)' if more > 0 else ''}"


def _comment(text: str) -> str:
    return "".join(f"# {line}\n" for line in wrap(text, _WIDTH - 2))
