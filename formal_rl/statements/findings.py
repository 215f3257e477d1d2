"""The findings of the ledger, each in one sentence, and their caveats, read from ``findings.md``.

They stand there together, so that they can be read and weighed side by side; ``formal-rl statements --findings`` shows
the most important first, each with a picture.
"""

from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

from formal_rl.statements.merged import MERGED, RETIRED

_NOT_MEANT = "Not meant: "


class Finding(NamedTuple):
    """A finding in one sentence, and what somebody might take it to mean, and why it does not mean that."""

    sentence: str
    not_meant: str = ""

    @property
    def caution(self) -> str:
        """The caveat, as a sentence; empty if the paper only leaves something open."""
        return f"It does not mean that {self.not_meant}." if self.not_meant else ""


class FrontFinding(NamedTuple):
    """One of the findings that come first: its heading, its rows, and its picture or smallest witness."""

    heading: str
    identifiers: tuple[str, ...]
    picture: str


def _entries() -> list[list[tuple[str, str]]]:
    """Return the headings and texts of the three parts of the file."""
    text = files(__package__).joinpath("findings.md").read_text("utf-8")
    entries = [[each.partition("\n\n") for each in part.split("\n## ")[1:]] for part in text.split("\n# ")]
    return [[(heading, said.strip()) for heading, _, said in part] for part in entries]


def _finding(text: str) -> Finding:
    sentence, *cautions = (" ".join(paragraph.split()) for paragraph in text.split("\n\n"))
    return Finding(sentence, *(each.removeprefix(_NOT_MEANT) for each in cautions))


def _by_row(listed: str) -> tuple[str, ...]:
    """Return identifiers as rows of the ledger: a former one is the row that it went to, and a retired one is none."""
    return tuple(dict.fromkeys(MERGED.get(each, each) for each in listed.split() if each not in RETIRED))


_DEFECTS, _LEFT_OPEN, _FIRST = _entries()

FINDINGS: Mapping[str, Finding] = {
    each: _finding(text) for listed, text in (*_DEFECTS, *_LEFT_OPEN) for each in _by_row(listed)
}
"""By identifier; each entry of the ledger that is a finding has its own, or shares it with others."""

OPEN: frozenset[str] = frozenset(
    {each for listed, _ in _LEFT_OPEN for each in _by_row(listed)}
    - {each for listed, _ in _DEFECTS for each in _by_row(listed)}
)
"""Those that say only what a paper leaves open."""

FRONT: tuple[FrontFinding, ...] = tuple(
    FrontFinding(heading, _by_row(listed), picture)
    for heading, (listed, _, picture) in ((heading, text.partition("\n\n")) for heading, text in _FIRST)
)
"""The findings that come first, in the order of the referees."""
