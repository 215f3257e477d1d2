"""A file of comma-separated text under a heading, one line for each run, which a killed program can resume."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from formal_rl.errors import OtherSettings, UnusableVectors
from formal_rl.files import append_whole, complete_text, cut_unfinished_line, write_whole

Row = TypeVar("Row")


def read_rows(path: Path, columns: Sequence[str], parse: Callable[[int, Mapping[str, str]], Row]) -> Iterator[Row]:
    """Yield what ``parse`` makes of each line, given its number and its values; a last line never ended is left out.

    Raises `UnusableVectors`, naming the line, for anything that is not a file of results, and what ``parse`` raises.
    """
    return (parse(*each) for each in _numbered_lines(path, complete_text(path), columns))


def open_rows(
    path: Path,
    columns: Sequence[str],
    settings: Mapping[str, str],
    parse: Callable[[int, Mapping[str, str]], Row],
) -> list[Row]:
    """Return what ``parse`` makes of each line, and leave the file so that lines can be added: begun, and whole.

    Raises `OtherSettings` where a line has another value of a setting, `UnusableVectors`, naming the line, for anything
    that is not a file of results, what ``parse`` raises, and `OSError`.
    """
    rows = []
    if path.exists():
        text = complete_text(path)
        for line, values in _numbered_lines(path, text, columns):
            rows.append(parse(line, values))
            for name, wanted in settings.items():
                if values[name] != wanted:
                    raise OtherSettings(str(path), line, name, values[name], wanted)
        cut_unfinished_line(path)  # change only our own lines
    if not path.exists() or not path.stat().st_size:
        write_whole(path, as_line(columns).encode("utf-8"))
    return rows


def _numbered_lines(path: Path, text: str, columns: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the number of each line under the heading, and its values by column."""
    lines = csv.reader(text.splitlines())
    heading = next(lines, list(columns))
    if heading != [*columns]:
        raise UnusableVectors(str(path), "line 1", f"expected the columns {','.join(columns)}")
    for number, values in enumerate(lines, 2):
        if len(values) != len(columns):
            place = f"line {number}"
            raise UnusableVectors(str(path), place, f"has {len(values)} values: expected {len(columns)}")
        yield number, dict(zip(columns, values, strict=True))


def append_lines(path: Path, rows: Iterable[Iterable[str]]) -> None:
    """Write rows at the end of a file, at once and whole."""
    text = "".join(map(as_line, rows))
    append_whole(path, text.encode("utf-8"))


def as_line(values: Iterable[str]) -> str:
    """Return a row as a line; line breaks in values become spaces, since a line is a row."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(" ".join(value.splitlines()) for value in values)
    return text.getvalue()
