"""Output of the command line: rows as text, colours only on a terminal, and exit codes, 0 if all agrees."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stdout
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeVar

import typer
from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from rich.progress import Progress

_Thing = TypeVar("_Thing")

DISAGREES = 1
"""Something does not agree, does not conform, or failed."""

USAGE = 2
"""The command line is wrong: an invalid option or an unknown name."""

OUR_FAULT = 3
"""A fault of ours was met."""

UNUSABLE = 4
"""A file or an object cannot be used: it is missing, malformed, or cannot be read, loaded or written."""

INTERRUPTED = 130
"""It was broken off, by Ctrl-C."""

NOT_READ = 141
"""The reader of the output has closed the pipe."""


class PipeConsole(Console):
    """A console that ends the program when the reader closes the pipe."""

    def on_broken_pipe(self) -> None:
        """End at once, quietly: rich would give the code of a disagreement, and workers would complain."""
        os._exit(NOT_READ)


def echo(console: Console, text: str = "", style: str = "") -> None:
    """Print one line without wrapping or markup."""
    console.print(Text(text, style=style), soft_wrap=True)


def echo_lines(lines: Iterable[str], console: Console | None = None) -> None:
    """Print lines without wrapping or markup, by default on standard output."""
    console = console or PipeConsole()
    for line in lines:
        echo(console, line)


def json_text(value: object, indent: int | None = 2) -> str:
    """Return a value as JSON."""
    return json.dumps(value, indent=indent, ensure_ascii=False)


def print_json(value: object, indent: int | None = 2) -> None:
    """Print JSON, and nothing else."""
    typer.echo(json_text(value, indent))


def emit(
    values: Callable[[], object],
    lines: Callable[[], Iterable[str]],
    *,
    as_json: bool,
    console: Console | None = None,
    indent: int | None = 2,
) -> None:
    """Print values as JSON, or lines for readers."""
    if as_json:
        print_json(values(), indent)
    else:
        echo_lines(lines(), console)


def show(found: Any, *, as_json: bool) -> None:
    """Print a report as JSON or as text."""
    emit(found.to_json, lambda: (str(found),), as_json=as_json)


def progress_bar(console: Console, *, enabled: bool) -> Progress:
    """Return a progress bar, which only terminals show, and which disappears at the end."""
    late: Any = import_module("rich.progress")  # most commands have no bar

    class Counted(late.ProgressColumn):  # type: ignore[misc]
        """The number done, the seconds that passed, and an estimate of those left."""

        def render(self, task: Any) -> Text:
            of_all = "" if task.total is None else f"{task.completed:,g} of {task.total:,g}, "
            more = "" if task.time_remaining is None or task.finished else f", about {task.time_remaining:.0f} s more"
            return Text(f"{of_all}{task.elapsed or 0:.0f} s so far{more}")

    progress: Progress = late.Progress(
        late.TextColumn("{task.description}"),
        late.BarColumn(),
        Counted(),
        console=console,
        transient=True,
        disable=not (enabled and console.is_terminal),
    )
    return progress


def tracked(
    things: Iterable[_Thing],
    doing: str,
    total: int,
    *,
    shown: bool = True,
    done: int = 0,
    console: Console | None = None,
) -> Iterator[_Thing]:
    """Yield the same things under a progress bar on standard output; ``done`` of them were there before."""
    with progress_bar(console or PipeConsole(file=sys.stdout), enabled=shown) as progress:
        task = progress.add_task(doing, total=total, completed=done)
        for thing in things:
            yield thing
            progress.advance(task)


def echo_error(message: str) -> None:
    """Print one line on standard error, in the name of the program."""
    echo(PipeConsole(stderr=True), f"formal-rl: {message}")


def printing_elsewhere(things: Iterator[_Thing]) -> Iterator[_Thing]:
    """Yield the same things; output of the user's code meanwhile is not part of the answer."""
    while True:
        with redirect_stdout(sys.stderr):
            thing = next(things, None)
        if thing is None:
            return
        yield thing
