"""All statements of all papers, by identifier."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from types import MappingProxyType

from formal_rl.errors import UnknownStatement
from formal_rl.statements import alexander_2021, alexander_2022, thornley_2024, wainwright_2019
from formal_rl.statements.statement import Statement

LEDGER: Mapping[str, Statement] = MappingProxyType(
    {
        statement.id: statement
        for paper in (alexander_2021, alexander_2022, thornley_2024, wainwright_2019)
        for statement in paper.STATEMENTS
    }
)
"""In the order of the papers."""


def find(identifier: str) -> Statement:
    """Return the statement, or raise `UnknownStatement` with the nearest identifiers."""
    try:
        return LEDGER[identifier]
    except KeyError:
        near = get_close_matches(identifier.upper(), LEDGER, n=3, cutoff=0.5)
        hint = f"did you mean {', '.join(near)}?" if near else "see formal-rl statements"
        raise UnknownStatement(f"no statement {identifier!r}; {hint}") from None
