"""The third zoo, written from the papers and the shapes that users have, before any claim of the kit was read.

Each entry is an edit of a plain implementation that is right: a line with the suite, the object and what it does, then
lines ``- old`` and ``+ new``; each old text stands once in its module. `WRONG` are wrong late,
after a reset, in done flags, for agents and sizes that people have, or where names and places are others. `RIGHT` hand
over or return numbers as people do. `PLAIN` are what is edited.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from types import ModuleType
from typing import Any, NamedTuple

import numpy

from formal_rl.conformance.zoo.edits import changed, entries
from proofs_as_tests.conformance.third_zoo import (
    edits,
    plain_agents,
    plain_drest,
    plain_environments,
    plain_safelife,
    right_floats,
)


class Entry(NamedTuple):
    """An implementation, the suite it is for, and what it does."""

    suite: str
    implementation: Any
    sentence: str


def edited(plain: ModuleType, text: str) -> Iterator[Entry]:
    """Yield the implementations that a text lists."""
    for heading, changes in entries(text):
        suite, called, sentence = re.fullmatch(r"(\w+) (\w+): (.+)", heading).groups()  # type: ignore[union-attr]
        yield Entry(suite, changed(plain, changes, called, Fraction=Fraction, Decimal=Decimal, numpy=numpy), sentence)


_TEXTS = (
    (plain_environments, edits.ENVIRONMENTS, edits.RIGHT_ENVIRONMENTS),
    (plain_agents, edits.AGENTS, edits.RIGHT_AGENTS),
    (plain_drest, edits.DREST, edits.RIGHT_DREST),
    (plain_safelife, edits.SAFELIFE, edits.RIGHT_SAFELIFE),
)

WRONG = tuple(entry for plain, wrong, _ in _TEXTS for entry in edited(plain, wrong))
RIGHT = (
    *(entry for plain, _, right in _TEXTS for entry in edited(plain, right)),
    *(Entry(name.split("__")[0], each, name) for name, each in vars(right_floats).items() if "__" in name.strip("_")),
)
PLAIN = tuple(
    Entry(suite, getattr(plain, name), name)
    for plain, wrong, _ in _TEXTS
    for suite, name in dict.fromkeys(re.findall(r"^(\w+) (\w+): ", wrong, re.MULTILINE))
)
