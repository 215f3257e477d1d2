"""What a check of an implementation found: a row for each claim, and the smallest counterexample."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import fill, wrap
from typing import Any, Literal

from attrs import asdict, frozen

import formal_rl
from formal_rl.conformance.claims import STAGES
from formal_rl.conformance.counterexample_text import WIDTH, aligned
from formal_rl.conformance.outcomes import Outcome
from formal_rl.errors import FormalRLError

Verdict = Literal["conforms", "diverges", "not reached"]

SCHEMA = "conformance-report/1"


class Diverges(FormalRLError, AssertionError):
    """An implementation is not what a definition says; the message is the report."""


@frozen
class Row:
    """One claim: what it says, how it came out, and on what evidence. One that is not ``required`` decides nothing.

    Ledger: infrastructure
    """

    stage: str
    claim: str
    sentence: str
    verdict: Verdict
    evidence: str = ""
    outcome: str | None = None
    message: str | None = None
    required: bool = True


@frozen
class Counterexample:
    """The smallest question found on which a claim is false: as text, and as a script where there can be one.

    ``note`` says how the text is to be read.

    Ledger: infrastructure
    """

    claim: str
    sentence: str
    source: str
    outcome: str
    text: str
    script: str | None = None
    no_script: str | None = None
    note: str = ""


@frozen
class Report:
    """A whole check. ``shape`` is what the implementation was read as; ``unusable`` says why nothing could be asked.

    Ledger: infrastructure
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

    @property
    def conforms(self) -> bool:
        """Whether something was compared with the reference and every claim that is required conforms."""
        required = [row for row in self.rows if row.required]
        compared = any(row.stage == "reference" and row.verdict == "conforms" for row in required)
        return compared and all(row.verdict == "conforms" for row in required)

    @property
    def exit_code(self) -> int:
        """0 conforms, 1 diverges, 4 cannot be used, 5 nothing was compared."""
        if self.unusable is not None:
            return 4
        if any(row.required and row.verdict == "diverges" for row in self.rows):
            return 1
        return 0 if self.conforms else 5

    @property
    def script(self) -> str | None:
        """The script that exits 1 until the implementation is right, if there is one."""
        return None if self.counterexample is None else self.counterexample.script

    @property
    def script_name(self) -> str | None:
        """What the script is called."""
        return None if self.counterexample is None else f"repro_{self.suite}_{self.counterexample.claim}.py"

    def raise_if_diverged(self) -> None:
        """Raise `Diverges` unless the implementation conforms."""
        if not self.conforms:
            raise Diverges(str(self))

    def write_script(self, directory: Path) -> Path | None:
        """Write the script into a directory, which is made if need be, whole or not at all; return where it is."""
        if self.script is None or self.script_name is None:
            return None
        directory.mkdir(parents=True, exist_ok=True)
        path = directory / self.script_name
        unfinished = path.with_suffix(".unfinished")
        unfinished.write_text(self.script, encoding="utf-8")
        unfinished.replace(path)
        return path

    @property
    def headline(self) -> str:
        """The result in one line."""
        word = {0: "conforms", 1: "DIVERGES", 4: "cannot be used", 5: "nothing was compared"}[self.exit_code]
        return f"{self.suite}: {self.implementation} {word}"

    def __str__(self) -> str:
        """Return the report as text."""
        lines = [self.headline]
        if self.shape is not None:
            lines.append(f"  read as        {self.shape}")
        lines += wrap(self.source, WIDTH, initial_indent="  compared with  ", subsequent_indent=" " * 17)
        if self.unusable is not None:
            paragraphs = self.unusable.splitlines()
            return "\n".join(
                [lines[0], *(fill(each, WIDTH, initial_indent="  ", subsequent_indent="    ") for each in paragraphs)]
            )
        lines += ["", *self._rows()]
        if self.counterexample is not None:
            shown = self.counterexample
            lines += [
                "",
                f"The smallest counterexample, to: {shown.sentence}" + (f" ({shown.note})" if shown.note else ""),
                shown.text,
            ]
        return "\n".join(lines)

    def _rows(self) -> list[str]:
        cells = []
        for stage in STAGES:
            for row in (row for row in self.rows if row.stage == stage):
                verdict = row.verdict.upper() if row.verdict == "diverges" and row.required else row.verdict
                said = f"{row.outcome}; {row.evidence}" if row.outcome else row.evidence
                cells.append((row.stage, row.sentence, verdict, said if row.required else f"{said} (not required)"))
        return aligned(cells, "  ")

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
        }

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Report:
        """Return the report that `to_json` wrote."""
        names = ("suite", "implementation", "semantics", "profile", "seed", "source", "shape", "unusable")
        shown = values["counterexample"]
        return cls(
            **{name: values[name] for name in names},
            rows=tuple(Row(**row) for row in values["rows"]),
            counterexample=None if shown is None else Counterexample(**shown),
        )


def unusable_report(outcome: Outcome, message: str, **about: Any) -> Report:
    """Return the report of an implementation that could not be asked anything.

    Ledger: infrastructure
    """
    row = Row("shape", "shape", "can be loaded and has a shape", "diverges", "", str(outcome), message)
    return Report(**about, shape=None, rows=(row,), unusable=f"{outcome}: {message}")
