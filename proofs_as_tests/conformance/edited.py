"""Wrong implementations, each of which is a right one with an edit."""

import inspect
import re
from types import ModuleType
from typing import Any

import pytest
from attrs import field, frozen


@frozen
class Edited:
    """A wrong implementation, the suite that it is for, the claim that catches it, and what is wrong with it."""

    suite: str
    claim: str
    sentence: str
    implementation: Any = field(repr=False)


def edited(plain, suite, called, edits):
    """The wrong ones that a text lists: a line with the claim and what is wrong, then lines ``- old`` and ``+ new``.

    The edits change the source of a module, in which each old text stands once; an old or new text may have several
    lines, each with its mark. ``called`` is what of the module is taken.
    """
    for entry in re.split(r"\n(?=\S)", edits.strip("\n")):
        heading, *changes = entry.split("\n")
        claim, sentence = heading.split(": ", 1)
        old, new = ("\n".join(line[4:] for line in changes if line.startswith(f"  {mark} ")) for mark in "-+")
        source = inspect.getsource(plain)
        assert source.count(old) == 1, f"{sentence}: {old!r} stands {source.count(old)} times"
        module = ModuleType(plain.__name__)
        exec(compile(source.replace(old, new), f"{plain.__file__} ({sentence})", "exec"), module.__dict__)
        yield Edited(suite, claim, sentence, getattr(module, called))


def as_parameters(wrong, slow=()):
    """The wrong ones as the parameters of a test; the full profile alone goes through the suites that are slow."""
    return [
        pytest.param(each, id=f"{each.suite}: {each.sentence}", marks=pytest.mark.full if each.suite in slow else ())
        for each in wrong
    ]
