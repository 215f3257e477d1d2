"""Wrong implementations, each of which is a right one with an edit."""

from typing import Any

import pytest
from attrs import field, frozen

from formal_rl.conformance.zoo.edits import changed, entries


@frozen
class Edited:
    """A wrong implementation, the suite that it is for, the claim that catches it, and what is wrong with it."""

    suite: str
    claim: str
    sentence: str
    implementation: Any = field(repr=False)


def edited(plain, suite, called, edits):
    """The wrong ones that a text lists: a line with the claim and what is wrong, then lines ``- old`` and ``+ new``.

    ``called`` is what is taken of the changed module.
    """
    for heading, changes in entries(edits):
        claim, sentence = heading.split(": ", 1)
        yield Edited(suite, claim, sentence, changed(plain, changes, called))


def as_parameters(wrong, slow=()):
    """The wrong ones as the parameters of a test; the full profile alone goes through the suites that are slow."""
    return [
        pytest.param(each, id=f"{each.suite}: {each.sentence}", marks=pytest.mark.full if each.suite in slow else ())
        for each in wrong
    ]
