"""What a long run needs: a journal, so that it can go on where it was stopped, and bars that show how far it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import define
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

WORK = Path(".mutants")
"""Where the journals are, below the directory of the package."""

Entry = dict[str, Any]


@define
class Journal:
    """A file with a line of JSON for each result, added as soon as it is known."""

    file: Path
    entries: list[Entry]

    @classmethod
    def open(cls, file: Path, keep: Callable[[Entry], bool] = lambda entry: True) -> Journal:
        """Read the entries to keep. The last line of a run that was killed may be cut: it is dropped."""
        whole = file.read_bytes().rpartition(b"\n")[0] if file.exists() else b""
        entries = [entry for entry in map(json.loads, whole.splitlines()) if keep(entry)]
        file.parent.mkdir(parents=True, exist_ok=True)
        new = file.with_suffix(".new")
        new.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries), "utf-8")
        new.replace(file)
        return cls(file, entries)

    @classmethod
    def about(cls, name: str, about: Entry) -> Journal:
        """Open the journal of a run with these settings; other settings, or other sources, have another file."""
        return cls.open(WORK / f"{name}-{sha256(json.dumps(about).encode()).hexdigest()[:12]}.jsonl")

    def add(self, entry: Entry) -> None:
        """Add an entry."""
        self.entries.append(entry)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def digest_of(root: Path, *folders: str) -> str:
    """Return a digest of the sources in folders of the work tree."""
    whole = sha256()
    for folder in folders:
        for file in sorted(each for each in (root / folder).rglob("*.*") if each.suffix in {".py", ".txt"}):
            whole.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return whole.hexdigest()[:12]


def progress_bars() -> Progress:
    """Return bars that are shown on a terminal only."""
    console = Console(stderr=True, highlight=False)
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    return Progress(*columns, console=console, auto_refresh=False, transient=True, disable=not console.is_terminal)


def counter(progress: Progress, title: str, total: int, done: int = 0) -> Callable[[], None]:
    """Add a bar, and return what advances it."""
    task = progress.add_task(title, total=total, completed=done)

    def step() -> None:
        progress.advance(task)
        progress.refresh()

    return step
