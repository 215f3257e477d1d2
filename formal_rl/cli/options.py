"""Options that several commands have, and files that options name.

Numbers are written as ``0-4`` and ``1,3,7-9``. No file is written over one that is read, and none half.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any, Literal, TypeAlias

import typer

from formal_rl.cli import output
from formal_rl.errors import InvalidParameter, MalformedLayout, UnusableObject, WrongUsage
from formal_rl.workers import Backend

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for machines.")]
Page = Annotated[bool, typer.Option("--page", help="Print the tables of docs/findings/departures.md.")]
LedgerFile = Annotated[
    str | None,
    typer.Option("--ledger", metavar="FILE.py", help="Use the statements of your own file, which defines STATEMENTS."),
]

Reading: TypeAlias = Literal["paper", "published"]
As = Annotated[
    Reading | None,
    typer.Option("--as", help="Follow the paper or the published code throughout; specific options override."),
]
Semantics = Annotated[
    Reading | None,
    typer.Option(show_default="paper", help="Follow the definitions, or compute as the published library does."),
]

Reproducible = Annotated[
    bool,
    typer.Option("--reproducible", help="Write 0 for seconds and memory, so that two runs give the same bytes."),
]

MOST_SEEDS = 10_000
"""The greatest number of seeds in a range."""


def _seeds(otherwise: str) -> Any:
    seeds = "Seeds, as 0-4 or 1,3,7-9. May be given again."
    return typer.Option("--seeds", metavar="SEEDS", show_default=otherwise, help=seeds)


Seeds = Annotated[list[str] | None, _seeds("1")]
TenSeeds = Annotated[list[str] | None, _seeds("1-10")]

Where = Annotated[Backend, typer.Option("--backend", help="Use processes here, or the workers of a dask scheduler.")]
Scheduler = Annotated[str | None, typer.Option(metavar="ADDRESS", help="The dask scheduler, as tcp://host:8786.")]

Depth: TypeAlias = Literal["quick", "ci", "full"]
Precision = Annotated[
    Literal["double", "single"],
    typer.Option(help="With single, numbers may differ by the rounding errors of float32."),
]
Profile = Annotated[
    Depth,
    typer.Option(
        help="How thorough: ci draws more random cases than quick; full also goes through more cases exhaustively."
    ),
]

Timeout = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="End a run of your own code that takes longer; each run has its own process."),
]
Rows = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Write a row for each run; runs that the file already has are not run again."),
]
Jobs = Annotated[int, typer.Option(min=1, help="The number of processes to use.")]
JobsHere = Annotated[int, typer.Option(min=1, help="The number of processes to use here; dask uses all its workers.")]
Processes = Annotated[
    int | None, typer.Option(min=1, help="The number of processes; by default the number of processors.")
]


def clock(*, reproducible: bool) -> Callable[[], float]:
    """Return a clock in seconds, or one that always returns 0."""
    return (lambda: 0.0) if reproducible else perf_counter


def seeds_of(seeds: Iterable[str] | None, otherwise: str = "1") -> tuple[int, ...]:
    """Return the seeds that the options name; raise `InvalidParameter`."""
    return parse_seeds(",".join(seeds or (otherwise,)))


def require_dask(backend: Backend, scheduler: str | None) -> None:
    """Raise `WrongUsage` where ``--scheduler`` comes without ``--backend dask``."""
    if scheduler is not None and backend != "dask":
        raise WrongUsage("--scheduler goes with --backend dask")


def listed(values: Iterable[str] | None) -> list[str]:
    """Return the values of a repeated or comma-separated option, each once; commas in parentheses do not separate."""
    parts = [part.strip() for value in values or () for part in re.split(r",(?![^(]*\))", value)]
    return list(dict.fromkeys(parts))


def parse_seeds(text: str) -> tuple[int, ...]:
    """Return the seeds of a text such as 0-4 or 1,3,7-9, each once; raise `InvalidParameter`."""
    expected = f"ascending ranges, of at most {MOST_SEEDS} seeds each"
    return _numbers("seeds", text, lambda low, high: 0 <= high - low < MOST_SEEDS, expected)


def parse_numbers(name: str, text: str, most: int) -> tuple[int, ...]:
    """Return the numbers below ``most`` of a text such as 0-4 or 0-4,7, each once; raise `InvalidParameter`."""
    expected = f"numbers from 0 to {most - 1}, in ascending ranges"
    return _numbers(name, text, lambda low, high: low <= high < most, expected)


def _numbers(name: str, text: str, fits: Callable[[int, int], bool], expected: str) -> tuple[int, ...]:
    numbers: list[int] = []
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        ends = (first, last if dash else first)
        if not all(end.isascii() and end.isdigit() and len(end) < 19 for end in ends):
            raise InvalidParameter(name, text, "natural numbers, as 0-4 or 1,3,7-9")
        low, high = map(int, ends)
        if not fits(low, high):
            raise InvalidParameter(name, text, expected)
        numbers += range(low, high + 1)
    return tuple(dict.fromkeys(numbers))


# --- Files ---


def require_not_input(option: str, path: Path | None, *inputs: Path | None) -> None:
    """Raise `InvalidParameter` where an output file would replace an input file."""
    for file in inputs:
        if path is None or file is None:
            continue
        if path.samefile(file) if path.exists() and file.exists() else path.resolve() == file.resolve():
            raise InvalidParameter(option, str(path), f"a file other than {file}, which is read")


def require_writable(option: str, path: Path | None, *inputs: Path | None) -> None:
    """Raise `InvalidParameter` where a file is one of the inputs, is a directory, or its directory does not exist."""
    require_not_input(option, path, *inputs)
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise UnusableObject(option, str(path), "a file in an existing directory")


def require_directory(option: str, path: Path | None) -> None:
    """Raise `InvalidParameter` where the path of an output directory is not a directory."""
    there = None if path is None else next(each for each in (path, *path.absolute().parents) if each.exists())
    if there is not None and not there.is_dir():
        raise UnusableObject(option, str(path), f"a directory that can be written; {there} is not a directory")


@contextmanager
def faults_of_the_world(world: str) -> Iterator[None]:
    """Add the file of a world to errors in its picture or its coins, which are not faults of the command line."""
    try:
        yield
    except MalformedLayout as error:
        error.add_note(world)
        raise
    except InvalidParameter as error:
        error.of_usage = not (error.name.startswith(("k", "m_")) and Path(world).is_file())
        raise


def written(path: Path, content: str | bytes) -> bool:
    """Write a text or bytes to a file; where that fails, report it and return False."""
    try:
        from formal_rl.files import write_whole  # noqa: PLC0415 - of no use to one question

        write_whole(path, content.encode("utf-8") if isinstance(content, str) else content)
    except OSError as error:
        output.echo_error(f"{path} cannot be written: {error.strerror or error}")
        return False
    return True


def write(path: Path | None, content: Callable[[], str | bytes]) -> None:
    """Write a file, if there is a path; where that fails, report it and exit with `UNUSABLE`."""
    if path is not None and not written(path, content()):
        raise typer.Exit(output.UNUSABLE)
