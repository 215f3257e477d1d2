"""What rows and test files run of the package, recorded once and kept while the files that they ran stay the same."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from attrs import define, frozen

from mutants.asked import CHECK, PACKAGE, TWINS, record_rows
from mutants.children import Answer, Job, run_jobs

IMPORT = "import"


@frozen
class Record:
    """What one row or test file ran: the stretches by file, the processor time, and what failed."""

    ran: Mapping[str, frozenset[int]]
    seconds: float
    failed: str


@define
class Records:
    """All records, and the file that they are kept in, a line each."""

    root: Path
    file: Path
    found: dict[str, Record]

    @classmethod
    def read(cls, root: Path, file: Path) -> Records:
        """Read the records that are still right."""
        records = cls(root, file, {})
        lines = file.read_text("utf-8").split("\n")[:-1] if file.exists() else []
        kept = {}
        for line in lines:
            entry = json.loads(line)
            if all(records.digest(path) == digest for path, digest in entry["digests"].items()):
                kept[entry["subject"]] = line
                records.found[entry["subject"]] = _record(entry)
        if len(kept) != len(lines) or (file.exists() and not file.read_bytes().endswith(b"\n")):
            file.parent.mkdir(parents=True, exist_ok=True)
            new = file.with_suffix(".new")
            new.write_text("".join(f"{line}\n" for line in kept.values()), "utf-8")
            new.replace(file)
        return records

    def digest(self, path: str) -> str:
        """Return the digest of a file of the work tree, or nothing if it is not there."""
        return _digest(self.root / path)

    def record_rows(self, rows: Sequence[str], jobs: int, step: Callable[[str], None]) -> None:
        """Record the rows that have no record."""
        missing = [row for row in rows if not {f"{row} {CHECK}", f"{row} {TWINS}"} <= self.found.keys()]
        shares = [missing[first::jobs] for first in range(jobs)]
        if missing or IMPORT not in self.found:
            work = (Job("rows", partial(record_rows, share)) for share in shares if share or share is shares[0])
            self._run(work, jobs, step)

    def _run(self, work: Iterator[Job], jobs: int, step: Callable[[str], None]) -> None:
        def heard(line: dict[str, Any]) -> None:
            if "fault" in line:
                raise RuntimeError(f"the tool failed:\n{line['fault']}")
            if "subject" in line:
                self._add(line)
                step(line["subject"])

        run_jobs(work, jobs, lambda *_: None, heard)

    def note_tests(self, file: str, answer: Answer) -> None:
        """Note what a child said of a test file; one that did not end by itself is a file that fails."""
        nothing = {"subject": file, "ran": {}, "seconds": 0.0, "failed": answer.ended or "no word"}
        self._add(next((line for line in answer.said if "subject" in line), nothing))

    def _add(self, line: dict[str, Any]) -> None:
        ran = {_path(self.root, module): numbers for module, numbers in line["ran"].items()}
        paths = [*ran, *([line["subject"]] if line["subject"].endswith(".py") else [])]
        entry = {**line, "ran": ran, "digests": {path: self.digest(path) for path in paths}}
        self.found[entry["subject"]] = _record(entry)
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def _record(entry: dict[str, Any]) -> Record:
    ran = {path: frozenset(numbers) for path, numbers in entry["ran"].items()}
    return Record(ran, entry["seconds"], entry["failed"])


@cache
def _digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else ""


def _path(root: Path, module: str) -> str:
    """Return the path of a module's file in the work tree."""
    path = module.replace(".", "/")
    return f"{path}/__init__.py" if (root / path).is_dir() else f"{path}.py"


def module_of(path: str) -> str:
    """Return the dotted name of the module in a file of the package's directory."""
    return f"{PACKAGE}." + path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
