"""A published library under check: its parts, and how each came out by the paper and by what we say is published."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from attrs import field, frozen

from formal_rl.conformance import Report, check, check_named
from formal_rl.conformance.engine.failures import shown_word
from formal_rl.conformance.engine.settings import Profile, Semantics
from formal_rl.conformance.engine.suite import STAGES

READINGS: tuple[Semantics, ...] = ("paper", "published")
"""What each part is compared with: the paper's definition, and what we say the library does."""


@frozen
class PublishedPart:
    """A thing in a library and its suite. ``adapted`` says what stands between the two, where something must.

    ``implementation`` is the object, or the command that answers for it. ``known`` says why it diverges from the
    definition, where it is known to and there is no more to compare it with.
    """

    name: str
    suite: str
    implementation: Any = field(repr=False)
    adapted: str = ""
    known: str = ""


@frozen
class PublishedLibrary:
    """A library: its parts, and what of it is not looked at, with why. ``version`` tells exactly which one it is."""

    name: str
    version: str
    parts: tuple[PublishedPart, ...]
    left_out: Mapping[str, str] = field(factory=dict, hash=False)


@frozen
class PublishedResult:
    """One part with its reports, by reading; there is none as published where nothing is known to compare with."""

    part: PublishedPart
    reports: Mapping[str, Report] = field(hash=False)

    @property
    def as_recorded(self) -> bool:
        """Whether it does what we say is published; where nothing is, whether it departs just if it is known to."""
        if "published" in self.reports:
            return self.reports["published"].conforms
        return self.reports["paper"].exit_code == int(bool(self.part.known))

    @property
    def verdicts(self) -> tuple[tuple[str, str, str, tuple[str, ...]], ...]:
        """Stage, claim, sentence, and how it came out in each reading."""
        rows: dict[tuple[str, str, str], dict[str, str]] = {}
        for reading, report in self.reports.items():
            for row in report.rows:
                outcome = "" if row.outcome is None else f": {shown_word(row.outcome)}"
                verdict = f"{shown_word(row.verdict)}{outcome}"
                found = verdict if row.required else f"{verdict} (not required)"
                rows.setdefault((row.stage, row.claim, row.sentence), {})[reading] = found
        in_order = sorted(rows, key=lambda row: STAGES.index(row[0]))
        return tuple((*row, tuple(rows[row].get(each, "") for each in READINGS)) for row in in_order)


def checked_parts(parts: Collection[PublishedPart], *, profile: Profile, seed: int) -> Iterator[PublishedResult]:
    """Yield each part with how it came out."""
    for part in parts:
        reports = {reading: _checked(part, reading, profile, seed) for reading in READINGS}
        yield PublishedResult(part, {name: report for name, report in reports.items() if report.exit_code != 5})


def _checked(part: PublishedPart, reading: Semantics, profile: Profile, seed: int) -> Report:
    if isinstance(part.implementation, str):
        return check_named(part.implementation, part.suite, semantics=reading, profile=profile, seed=seed)
    return check(part.implementation, part.suite, semantics=reading, profile=profile, seed=seed, in_process=True)
