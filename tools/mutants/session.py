"""The outcomes of a run, the changes judged equivalent, and the report of both."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import frozen

from tools.mutants.generation import Mutant

BY_VERIFY, BY_TESTS, SURVIVED, EQUIVALENT = "killed by verify", "killed by tests", "survived", "equivalent"
OUTCOMES = (BY_VERIFY, BY_TESTS, SURVIVED, EQUIVALENT)

Key = tuple[str, str, str, str]


@frozen
class Outcome:
    """The outcome of a mutant. ``by`` is what killed it, what was asked in vain, or why it is equivalent."""

    path: str
    function: str
    line: int
    kind: str
    was: str
    became: str
    outcome: str
    by: str
    seconds: float

    @classmethod
    def of(cls, mutant: Mutant, outcome: str, by: str, seconds: float = 0.0) -> Outcome:
        """Return the outcome of a mutant."""
        named = (mutant.path, mutant.function, mutant.line, mutant.kind, mutant.was, mutant.became)
        return cls(*named, outcome, by, seconds)


def without_spaces(key: Key) -> Key:
    """Return a key that does not depend on how lines are broken and spaced."""
    path, function, was, became = key
    return path, function, re.sub(r"\s", "", was), re.sub(r"\s", "", became)


def read_equivalents(file: Path) -> Mapping[Key, str]:
    """Return the changes judged to change nothing, each with the reason."""
    listed = tomllib.loads(file.read_text("utf-8"))["equivalent"] if file.is_file() else []
    return {
        without_spaces((each["path"], each["function"], each["was"], each["became"])): each["reason"] for each in listed
    }


def counted(outcomes: Sequence[Outcome]) -> dict[str, dict[str, int]]:
    """Return the number of mutants with each outcome, by package and in all."""
    table = {}
    packages = [path[0] if len(path) > 1 else "modules" for path in (each.path.split("/") for each in outcomes)]
    for package in (*sorted(set(packages)), "all"):
        here = Counter(each.outcome for each, of in zip(outcomes, packages, strict=True) if package in {of, "all"})
        table[package] = {"mutants": here.total(), **{name: here[name] for name in OUTCOMES}}
    return table


def report(outcomes: Sequence[Outcome]) -> str:
    """Return the outcomes as text: a table by package, and the list of survivors."""

    def share(part: int, whole: int) -> str:
        return f"{100 * part / whole:.1f} %" if whole else "none"

    rows: list[tuple[str, ...]] = [("package", "mutants", *OUTCOMES, "verify", "verify and tests")]
    for package, counts in counted(outcomes).items():
        real = counts["mutants"] - counts[EQUIVALENT]
        shares = share(counts[BY_VERIFY], real), share(counts[BY_VERIFY] + counts[BY_TESTS], real)
        rows.append((package, *map(str, counts.values()), *shares))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    for outcome, title in ((SURVIVED, "survived"), (BY_TESTS, "killed by tests only"), (EQUIVALENT, "equivalent")):
        listed = sorted((each for each in outcomes if each.outcome == outcome), key=lambda each: (each.path, each.line))
        lines += ["", f"{title}: {len(listed)}"]
        for each in listed:
            lines += [f"  {each.path}:{each.line} {each.function} ({each.kind})"]
            lines += [f"      was     {each.was}", f"      became  {each.became}", f"      {each.by}"]
    return "\n".join(lines)
