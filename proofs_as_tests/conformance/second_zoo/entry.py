"""One implementation of the second zoo."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from attrs import field, frozen

from formal_rl.conformance.zoo.edits import changed, entries, named


@frozen
class Entry:
    """An implementation, the suite it is written for, and what a person would say of it in one sentence.

    The sentence says what is wrong with a wrong one, what is particular about a right one, and why an open one is
    open. The options are those that a check of it needs.
    """

    suite: str
    implementation: Callable[..., Any] = field(repr=lambda implementation: implementation.__qualname__)
    sentence: str
    options: Mapping[str, Any] = field(factory=dict)

    @property
    def name(self) -> str:
        return self.implementation.__name__


def edited(plain, house, edits):
    """The edits of a plain module that a text lists, as objects of the module ``house``.

    A line ``suite, called`` says what suite the next ones are for, and what is taken of the edited source. Of each
    there is a line ``name: sentence.``, in brackets behind it what else is taken, and then its changes.
    """
    for heading, changes in entries(edits):
        if not changes:
            suite, called = heading.split(", ")
            continue
        name, sentence, other = re.fullmatch(r"(\w+): (.*\.)(?: \[(\w+)\])?", heading).groups()
        yield Entry(suite, named(changed(plain, changes, other or called), name, house), sentence)
