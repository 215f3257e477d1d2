"""The third zoo, written from the papers and the shapes that users have, before any claim of the kit was read.

Each entry is an edit of a plain implementation that is right: a line with the suite, the object and what it does, then
``- old`` and ``+ new``, with ``|`` for further lines; each old text stands once in its module. `WRONG` are wrong late,
after a reset, in done flags, for agents and sizes that people have, or where names and places are others. `RIGHT` hand
over or return numbers as people do. `PLAIN` are what is edited.
"""

import inspect
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from types import ModuleType
from typing import Any, NamedTuple

import numpy

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
    source = inspect.getsource(plain)
    for number, entry in enumerate(re.split(r"\n(?=\S)", text.strip("\n"))):
        heading, *changes = entry.split("\n")
        suite, called, sentence = re.fullmatch(r"(\w+) (\w+): (.+)", heading).groups()  # type: ignore[union-attr]
        changed = source
        for old, new in _pairs(changes):
            assert changed.count(old) == 1, f"{sentence}: {old!r} stands {changed.count(old)} times"
            changed = changed.replace(old, new)
        module = ModuleType(f"{plain.__name__}_{number}")
        module.__dict__.update(Fraction=Fraction, Decimal=Decimal, numpy=numpy)
        exec(compile(changed, f"{plain.__file__} ({sentence})", "exec"), module.__dict__)
        yield Entry(suite, getattr(module, called), sentence)


def _pairs(lines: list[str]) -> Iterator[list[str]]:
    """Yield what is replaced and what replaces it; a line that begins with ``|`` goes on from the one before."""
    told = re.findall(r"[-+] (.*)", "\n".join(line[2:] for line in lines).replace("\n|", "\x00"))
    texts = [text.replace("\x00 ", "\n").replace("\x00", "\n") for text in told]
    yield from map(list, zip(texts[::2], texts[1::2], strict=True))


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
