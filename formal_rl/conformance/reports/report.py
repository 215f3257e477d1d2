"""The report of a check of an implementation: a row for each claim, and the smallest counterexample."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Set
from pathlib import Path
from textwrap import wrap
from typing import Any, Literal, TypeAlias

from attrs import asdict, evolve, field, fields, frozen

import formal_rl
from formal_rl.conformance.engine.failures import FailureKind, shown_word, without_addresses
from formal_rl.conformance.engine.layout import WIDTH, lines_by_row, named, paragraph
from formal_rl.conformance.engine.suite import STAGES, WORDS
from formal_rl.files import write_whole
from formal_rl.loading import IMPORT_RAISED

Verdict = Literal["conforms", "diverges", "expected divergence", "unexpected conformance", "not reached"]

HARMLESS = ("conforms", "expected divergence")
"""The verdicts with which an implementation conforms."""

FAILED = ("diverges", "unexpected conformance")
"""Those with which it diverges; after them others are not reached."""

Line: TypeAlias = tuple[str, str]
"""A line of a report as text, and the verdict that it tells, or nothing."""

SCHEMA = "conformance-report/1"
"""The form of a report as JSON; ``docs/reference/schemas`` has its JSON Schema, and those of all other documents."""

MOST_BESIDE = 15
"""The most characters of a note beside a claim."""


@frozen
class Row:
    """One claim: what it says, how it came out, and on what evidence. One that is not ``required`` decides nothing.

    ``reason`` is why a divergence is expected, where one is.
    """

    stage: str
    claim: str
    sentence: str
    verdict: Verdict
    evidence: str = ""
    outcome: str | None = None
    message: str | None = None
    required: bool = True
    reason: str | None = None


@frozen
class Counterexample:
    """The smallest question found on which a claim is false: as text, and as a script where there can be one.

    ``note`` says how the text is to be read. ``trace`` is all that is known of it, and ``witness`` the same as JSON
    values, from which it can be looked at again.
    """

    claim: str
    sentence: str
    source: str
    outcome: str
    text: str = field(converter=without_addresses)
    script: str | None = None
    no_script: str | None = None
    note: str = ""
    trace: str = field(default="", converter=without_addresses)
    witness: Mapping[str, Any] | None = field(default=None, hash=False)


@frozen(repr=False)
class Report:
    """A whole check, true if the implementation conforms; ``str`` has the text.

    ``shape`` is the adapter's name; ``unusable`` says why it took no question.

    ``counterexample`` is to the first claim that is required and diverges, ``further`` are to those after it and to
    those that are expected to diverge. ``warnings`` decide nothing.
    """

    suite: str
    implementation: str
    semantics: str
    profile: str
    seed: int
    source: str
    shape: str | None
    rows: tuple[Row, ...]
    counterexample: Counterexample | None = None
    unusable: str | None = None
    further: tuple[Counterexample, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def conforms(self) -> bool:
        """Whether something was compared with the reference and every claim that is required conforms."""
        required = [row for row in self.rows if row.required]
        compared = any(row.stage == "reference" and row.verdict in HARMLESS for row in required)
        return compared and all(row.verdict in HARMLESS for row in required)

    @property
    def exit_code(self) -> int:
        """0 conforms, 1 diverges, 4 cannot be used, 5 nothing was compared."""
        if self.unusable is not None:
            return 4
        if self.first_failure is not None:
            return 1
        return 0 if self.conforms else 5

    @property
    def first_failure(self) -> Row | None:
        """The first claim that keeps it from conforming, by what came of it."""
        return next((row for row in self.rows if row.required and row.verdict in FAILED), None)

    def without_scripts(self, claims: Set[str], why: str) -> Report:
        """Return the report with neither script nor data for the counterexamples to these claims, and why."""
        shown = [
            evolve(each, script=None, no_script=why, witness=None) if each.claim in claims else each
            for each in self.counterexamples
        ]
        return evolve(self, counterexample=shown[0], further=tuple(shown[1:])) if shown else self

    @property
    def script(self) -> str | None:
        """The script that exits 1 until the implementation is right, if there is one."""
        return None if self.counterexample is None else self.counterexample.script

    @property
    def script_name(self) -> str | None:
        """The name of its file."""
        return None if self.counterexample is None else f"repro_{self.suite}_{self.counterexample.claim}.py"

    @property
    def counterexamples(self) -> tuple[Counterexample, ...]:
        """All of them, the shown one first."""
        return self.further if self.counterexample is None else (self.counterexample, *self.further)

    def write_counterexamples(self, directory: Path) -> tuple[Path, ...]:
        """Write each counterexample into a directory: its script, the same as data, and its trace; return the files.

        The directory is made if need be. Files are whole or not there.
        """
        texts: dict[str, str | None] = {}
        for each in self.counterexamples:
            name, data = f"{self.suite}_{each.claim}", json.dumps(each.witness, indent=1, ensure_ascii=False)
            texts[f"repro_{name}.py"] = each.script
            texts[f"repro_{name}.json"] = None if each.witness is None else f"{data}\n"
            texts[f"trace_{name}.txt"] = (
                each.trace and f"{self.suite}: {each.sentence}\n{each.source}\n\n{each.trace}\n"
            )
        return tuple(_write(directory / name, text) for name, text in texts.items() if text)

    @property
    def headline(self) -> str:
        """The result in one line."""
        verdicts = Counter(row.verdict for row in self.rows if row.required)
        known, unexpected = verdicts["expected divergence"], verdicts["unexpected conformance"]
        more = [f"{known} divergence{'s' * (known > 1)} expected"] if known else []
        more += [f"{unexpected} where a divergence was expected"] if unexpected else []
        word = WORDS[self.exit_code].upper() if self.exit_code == 1 else WORDS[self.exit_code]
        word = "UNEXPECTEDLY CONFORMS" if unexpected and not verdicts["diverges"] else word
        return f"{self.suite}: {self.implementation} {word}" + (f" ({', '.join(more)})" if more else "")

    @property
    def counts(self) -> dict[str, int]:
        """The number of claims by verdict."""
        return dict(Counter(row.verdict for row in self.rows))

    def __bool__(self) -> bool:
        """Return whether the implementation conforms, so that ``assert check(...)`` fails where it does not."""
        return self.conforms

    def __repr__(self) -> str:
        first = f", first in: {failed.sentence}" if (failed := self.first_failure) else ""
        return f"<Report: {self.headline}{first}; print it to read all of it>"

    def _repr_html_(self) -> str:
        from formal_rl.conformance.reports.html import report_fragment  # noqa: PLC0415 - only needed here

        return report_fragment(self.to_json())

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/html": self._repr_html_(), "text/plain": str(self)}

    @property
    def beginning(self) -> list[Line]:
        """The result, and the counterexample if there is one, before all claims are checked."""
        result = (self.headline, {0: "conforms", 5: ""}.get(self.exit_code, "diverges"))
        if self.unusable is not None:
            said = self.unusable.splitlines()
            lines = [line for each in said for line in wrap(each, WIDTH - 2, subsequent_indent="  ") or [""]]
            outcome = self.rows[0].outcome
            by_hand = IMPORT_RAISED in self.unusable and "relative import" not in self.unusable
            if outcome is not None and (by_hand or outcome != FailureKind.CANNOT_BE_LOADED):
                lines += ["", *paragraph(FailureKind(outcome).advice.replace("NAME", self.suite), "")]
            return [result, *_plain(f"  {line}".rstrip() for line in lines)]
        about = [("read as", self.shape)] if self.shape is not None else []
        lines = named([*about, ("compared with", self.source)])
        if shown := self.counterexample:
            note = f" ({shown.note})" if shown.note else ""
            lines += ["", *paragraph(f"The smallest counterexample, to: {shown.sentence}{note}", "")]
            lines += shown.text.split("\n")
        return [result, *_plain(lines)]

    def lines(self) -> list[Line]:
        """Return the report as lines of text: its beginning, and below that a row for each claim."""
        rows = [("", ""), *self._rows()] if self.unusable is None else []
        return [*self.beginning, *rows, *_plain(f"  warning: {each}" for each in self.warnings)]

    def __str__(self) -> str:
        return "\n".join(text for text, _ in self.lines())

    def _rows(self) -> Iterator[Line]:
        """Yield a row for each claim, with what was seen; below it where that is long."""
        cells, below = [], []
        rows = sorted(self.rows, key=lambda row: STAGES.index(row.stage))
        for row in rows:
            loud = row.required and row.verdict in FAILED
            evidence = row.evidence if self.counterexample is None else _short_evidence(row)
            said = [each for each in (row.outcome and shown_word(row.outcome), evidence, row.reason) if each]
            beside, rest = _beside_and_below(said if row.required else [f"{'; '.join(said)} (not required)".strip()])
            verdict = shown_word(row.verdict)
            cells.append((row.stage, row.sentence, verdict.upper() if loud else verdict, beside))
            below.append(paragraph(rest, " " * 16) if rest else [])
        for row, lines, more in zip(rows, lines_by_row(cells, "  "), below, strict=True):
            yield from ((line, row.verdict if row.required else "") for line in lines)
            yield from _plain(more)

    def to_json(self) -> dict[str, Any]:
        """Return the report as JSON values."""
        return {
            "schema": SCHEMA,
            "formal_rl": formal_rl.__version__,
            "definitions_revision": formal_rl.DEFINITIONS_REVISION,
            "exit_code": self.exit_code,
            "conforms": self.conforms,
            **asdict(self),
            "script_name": self.script_name,
            "counts": self.counts,
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Report:
        """Return the report that `to_json` wrote."""
        kept = {each.name: values[each.name] for each in fields(cls)}
        shown = kept["counterexample"]
        kept["rows"] = tuple(Row(**row) for row in kept["rows"])
        kept["counterexample"] = None if shown is None else Counterexample(**shown)
        kept["further"] = tuple(Counterexample(**each) for each in kept["further"])
        return cls(**{**kept, "warnings": tuple(kept["warnings"])})


def _write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text.encode("utf-8", "backslashreplace"))
    return path


def _plain(lines: Iterable[str]) -> list[Line]:
    return [(line, "") for line in lines]


def _short_evidence(row: Row) -> str:
    """Return the evidence's note if a counterexample follows: the number of cases, or an oddity."""
    if row.verdict == "diverges":
        return "" if row.evidence.startswith("found at case ") else row.evidence
    cases = row.evidence.rpartition(": ")[2]
    return cases if cases.endswith((" case", " cases")) else row.evidence * (row.verdict != "conforms")


def _beside_and_below(said: list[str]) -> tuple[str, str]:
    """Return what of this stands beside a claim, and what below it."""
    whole = "; ".join(said)
    if len(whole) <= MOST_BESIDE:
        return whole, ""
    return (f"{said[0]};", "; ".join(said[1:])) if said[1:] and len(said[0]) < MOST_BESIDE else ("", whole)


def unusable_report(outcome: FailureKind, message: str, **about: Any) -> Report:
    """Return the report of an implementation that took no question."""
    row = Row("shape", "shape", "can be loaded, interface recognised", "diverges", "", str(outcome), message)
    return Report(**about, shape=None, rows=(row,), unusable=f"{shown_word(outcome)}: {message}")
