"""What is printed of published libraries: lines for a terminal, and the page of the docs."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from formal_rl.conformance.engine.layout import WIDTH, aligned
from tools.published.library import READINGS, PublishedLibrary, PublishedResult
from tools.site.markup import filled

PAGE = Path(__file__).with_name("page.md")
_WORDS = {0: "conforms", 1: "**diverges**", 4: "cannot be used"}
_COLUMNS = "by the paper | as published |"
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


def page(libraries: Iterable[tuple[PublishedLibrary, Sequence[PublishedResult]]]) -> str:
    """Return the page of the docs."""
    return filled(PAGE, sections="\n\n".join(block for each in libraries for block in _section(*each)))


def _section(library: PublishedLibrary, results: Sequence[PublishedResult]) -> Iterator[str]:
    yield f"## {library.name}"
    yield f"Compared: {library.version}."
    left_out = (f"* Not looked at: {name}, since {why}." for name, why in library.left_out.items())
    yield "\n".join([*(f"* {line}" for line in summary(library, results)[1:]), *left_out])
    lines = [f"| part | suite | {_COLUMNS}", "|---|---|---|---|"]
    for result in results:
        words = (_WORDS[result.reports[name].exit_code] if name in result.reports else "" for name in READINGS)
        lines.append(f"| {result.part.name} | `{result.part.suite}` | {' | '.join(words)} |".replace("|  |", "| |"))
    yield "\n".join(lines)
    for result in results:
        if result.part.known or not all(report.conforms for report in result.reports.values()):
            yield from _part(result)


def _part(result: PublishedResult) -> Iterator[str]:
    part, report = result.part, next(iter(result.reports.values()))
    yield f"### {part.name}"
    adapted = f" To be called by the suite: {part.adapted}." if part.adapted else ""
    yield f"`{part.suite}`, {report.source}.{adapted}"
    if part.known:
        yield f"It is known to diverge: {part.known}."
    lines = [f"| stage | claim | {_COLUMNS}", "|---|---|---|---|"]
    for stage, _, sentence, verdicts in _rows(result):
        lines.append(f"| {stage} | {sentence} | {' | '.join(verdicts)} |".replace("|  |", "| |"))
    yield "\n".join(lines)
    for reading, each in result.reports.items():
        if shown := each.counterexample:
            where = "By the paper" if reading == "paper" else "As published"
            note = f" ({shown.note})" if shown.note else ""
            yield f"{where}, the smallest counterexample to *{shown.sentence}*{note}:"
            yield "\n".join(["```text", *(line.rstrip() for line in shown.text.splitlines()), "```"])


def _rows(result: PublishedResult) -> list[tuple[str, str, str, tuple[str, ...]]]:
    """Return the rows of a part; stages before the reference where all is well are one row."""
    rows = list(result.verdicts)
    early = [row for row in rows if row[0] not in _SHOWN]
    if any(found not in {"conforms", ""} for row in early for found in row[3]):
        return rows
    together = tuple("conforms" if any(row[3][place] for row in early) else "" for place in range(len(READINGS)))
    words = f"all {len(early)} claims of the stages before"
    return [("shape, smoke, pure", "", words, together), *(row for row in rows if row[0] in _SHOWN)]
