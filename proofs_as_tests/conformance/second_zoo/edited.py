"""Wrong implementations of the second zoo, each of which is a right one with an edit."""

import re

from formal_rl.conformance.zoo.edits import changed, entries
from proofs_as_tests.conformance.second_zoo.entry import Entry


def edited(plain, house, text):
    """The entries that a text lists, as objects of the module ``house``.

    Of each there is a line with its suite, its name, what of ``plain`` it is an edit of, and what is wrong, and then
    lines ``- old`` and ``+ new``.
    """
    for heading, changes in entries(text):
        suite, name, called, sentence = re.fullmatch(r"(\w+) (\w+) (\w+): (.+)", heading).groups()
        wrong = changed(plain, changes, called)
        wrong.__name__ = wrong.__qualname__ = name
        wrong.__module__ = house
        yield Entry(suite, wrong, sentence)
