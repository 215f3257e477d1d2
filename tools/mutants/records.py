"""What rows and test files run of the package, recorded once and kept while the files that they ran stay the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from tools.children import Answer, Job, run_jobs
from tools.mutants.asked import CHECK, PACKAGE, TWINS, record_rows
from tools.sessions import WORK, Journal

IMPORT = "import"


@frozen
class Record:
    """What one row or test file ran: the stretches by file, the processor time, and what failed."""

    ran: Mapping[str, frozenset[int]]
    seconds: float
    failed: str


@define
class Records:
    """All records, and the journal that they are kept in."""

    root: Path
    journal: Journal
    found: dict[str, Record] = field(factory=dict)

    @classmethod
    def read(cls, root: Path) -> Records:
        """Read the records whose files have not changed since."""

        def unchanged(entry: dict[str, Any]) -> bool:
            return all(_digest(root / path) == digest for path, digest in entry["digests"].items())

        records = cls(root, Journal.open(root / WORK / "records.jsonl", unchanged))
        for entry in records.journal.entries:
            records._know(entry)
        return records

    def record_rows(self, rows: Sequence[str], jobs: int, step: Callable[[], None]) -> None:
        """Record the rows that have no record."""
        missing = [row for row in rows if not {f"{row} {CHECK}", f"{row} {TWINS}"} <= self.found.keys()]

        def heard(line: dict[str, Any]) -> None:
            if "subject" in line:
                self._add(line)
                step()

        if missing or IMPORT not in self.found:
            shares = [missing[first::jobs] for first in range(jobs)]
            work = (Job("rows", partial(record_rows, share)) for share in shares if share or share is shares[0])
            run_jobs(work, jobs, lambda *_: None, heard)

    def note_tests(self, file: str, answer: Answer) -> None:
        """Note what a child said of a test file; one that did not end by itself is a file that fails."""
        nothing = {"subject": file, "ran": {}, "seconds": 0.0, "failed": answer.ended or "no word"}
        self._add(next((line for line in answer.said if "subject" in line), nothing))

    def _add(self, line: dict[str, Any]) -> None:
        ran = {file_of(self.root, module): numbers for module, numbers in line["ran"].items()}
        paths = [*ran, *([line["subject"]] if line["subject"].endswith(".py") else [])]
        entry = {**line, "ran": ran, "digests": {path: _digest(self.root / path) for path in paths}}
        self.journal.add(entry)
        self._know(entry)

    def _know(self, entry: dict[str, Any]) -> None:
        ran = {path: frozenset(numbers) for path, numbers in entry["ran"].items()}
        self.found[entry["subject"]] = Record(ran, entry["seconds"], entry["failed"])


@cache
def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else ""


def file_of(root: Path, module: str) -> str:
    """Return the file of a module, by its path in the work tree."""
    path = module.replace(".", "/")
    return f"{path}/__init__.py" if (root / path).is_dir() else f"{path}.py"


def module_of(path: str) -> str:
    """Return the dotted name of the module in a file of the package's directory."""
    return f"{PACKAGE}." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
