"""What is printed of published libraries: lines for a terminal, and the page of the docs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import formal_rl
from formal_rl.conformance.engine.layout import WIDTH, aligned
from tools.published.library import READINGS, PublishedLibrary, PublishedResult

PUBLISHED_SCHEMA = "conformance-of-published-code/1"

_HEAD = """# Conformance of published code

This page compares the two published libraries with the definitions, claim by claim. It is for people who use these
libraries. Each part is compared twice: with the *paper*, and *as published*, that is, with our description of what the
library does; some parts have no such description. A divergence from the paper is not a bug by itself: the library may
intend it. If a part diverges, the smallest counterexample that we found follows. All claims are checked in the quick
profile.

These commands print the page:

    python -m tools.published --extended-environments PATH --page
    python -m tools.published --safelife PYTHON --page

where PATH is a checkout of the first library and PYTHON one that has the second installed. No code of either is here.
"""

_SHOWN = ("reference", "lemmas")
"""The stages whose claims always have a row of their own on the page."""


def result_lines(result: PublishedResult) -> list[str]:
    """Return a part's claims as lines, with a headline."""
    head = f"{result.part.name}: {result.part.suite}"
    rows = []
    for stage, _, sentence, verdicts in _rows(result):
        found = zip(READINGS, verdicts, strict=True)
        rows.append((stage, sentence, *(f"{reading}: {verdict}" if verdict else "" for reading, verdict in found)))
    return [head, *aligned(rows, "  ", 2 * WIDTH)]  # a claim and two verdicts stay on one line


def summary(library: PublishedLibrary, results: Sequence[PublishedResult]) -> list[str]:
    """Return how many parts came out how, in a line for each reading."""
    lines = [f"{library.name}, {library.version}"]
    for reading, words in zip(READINGS, ("the definitions of the paper", "what we say is published"), strict=True):
        reports = [result.reports[reading] for result in results if reading in result.reports]
        conform = sum(report.conforms for report in reports)
        lines.append(f"{conform} of {len(reports)} parts conform to {words}")
    unlike = [result.part.name for result in results if not result.as_recorded]
    return [*lines, f"Not as we say: {', '.join(unlike)}"] if unlike else lines


def results_json(libraries: Iterable[tuple[PublishedLibrary, Sequence[PublishedResult]]]) -> dict[str, Any]:
    """Return everything as JSON values."""
    return {
        "schema": PUBLISHED_SCHEMA,
        "formal_rl": formal_rl.__version__,
        "definitions_revision": formal_rl.DEFINITIONS_REVISION,
        "libraries": [
            {
                "name": library.name,
                "version": library.version,
                "left_out": dict(library.left_out),
                "parts": [result.to_json() for result in results],
            }
            for library, results in libraries
        ],
    }


def page(libraries: Iterable[tuple[PublishedLibrary, Sequence[PublishedResult]]]) -> str:
    """Return the page of the docs."""
    sections = ("\n".join(_section(library, results)) for library, results in libraries)
    return "\n".join([_HEAD, *sections])


def _section(library: PublishedLibrary, results: Sequence[PublishedResult]) -> Iterator[str]:
    yield f"## {library.name}"
    yield ""
    yield f"Compared: {library.version}."
    yield ""
    for line in summary(library, results)[1:]:
        yield f"* {line}"
    for name, why in library.left_out.items():
        yield f"* Not looked at: {name}, since {why}."
    yield ""
    yield "| part | suite | by the paper | as published |"
    yield "|---|---|---|---|"
    for result in results:
        words = " | ".join(_word(result, reading) for reading in READINGS)
        yield f"| {result.part.name} | `{result.part.suite}` | {words} |".replace("|  |", "| |")
    for result in results:
        yield ""
        yield from _part(result)
    yield ""


def _word(result: PublishedResult, reading: str) -> str:
    report = result.reports.get(reading)
    if report is None:
        return ""
    if report.unusable is not None:
        return "cannot be used"
    return "conforms" if report.conforms else "**diverges**"


def _part(result: PublishedResult) -> Iterator[str]:
    report = next(iter(result.reports.values()))
    yield f"### {result.part.name}"
    yield ""
    yield f"`{result.part.suite}`, {report.source}." + (
        f" To be called by the suite: {result.part.adapted}." if result.part.adapted else ""
    )
    if result.part.known:
        yield ""
        yield f"It is known to diverge: {result.part.known}."
    yield ""
    yield "| stage | claim | by the paper | as published |"
    yield "|---|---|---|---|"
    for stage, _, sentence, verdicts in _rows(result):
        yield f"| {stage} | {sentence} | {' | '.join(verdicts)} |".replace("|  |", "| |")
    for reading, each in result.reports.items():
        shown = each.counterexample
        if shown is not None:
            yield ""
            where = "By the paper" if reading == "paper" else "As published"
            yield f"{where}, the smallest counterexample to *{shown.sentence}*" + (
                f" ({shown.note}):" if shown.note else ":"
            )
            yield ""
            yield "```text"
            yield from (line.rstrip() for line in shown.text.splitlines())
            yield "```"


def _rows(result: PublishedResult) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Return the rows of a part; stages before the reference where all is well are one row."""
    rows = list(result.verdicts)
    early = [row for row in rows if row[0] not in _SHOWN]
    if any(found not in {"conforms", ""} for row in early for found in row[3]):
        return rows
    together = tuple("conforms" if any(row[3][place] for row in early) else "" for place in range(len(READINGS)))
    words = f"all {len(early)} claims of the stages before"
    return [("shape, smoke, pure", "", words, together), *(row for row in rows if row[0] in _SHOWN)]
