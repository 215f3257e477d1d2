"""Wrong implementations as edits of right ones: what is written is the difference."""

import inspect
import linecache
import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import groupby
from types import ModuleType
from typing import Any

from formal_rl.conformance.zoo.wrong import WrongImplementation


def edited(plain: ModuleType, house: str, suite: str, called: str, edits: str) -> Iterator[WrongImplementation]:
    """Yield the wrong ones that a text lists, as objects of the module ``house``.

    Of each there is a line with its name, the claim that catches it, and what is wrong, as in
    ``advance_without_torus, edges: forgets that the edges lead round the board``, and then its changes. What is taken
    from the edited source is ``called``, unless the first line ends in another name in brackets.

    Raises `ValueError` for an old text that does not stand once in the source of ``plain``.
    """
    for heading, changes in entries(edits):
        about = re.fullmatch(r"(\w+), (\w+): (.*?)(?: \[(\w+)\])?", heading)
        if about is None:
            raise ValueError(f"no heading of an edit: {heading}")
        name, claim, sentence, other = about.groups()
        wrong = changed(plain, changes, other or called)
        wrong.__name__ = wrong.__qualname__ = name
        wrong.__module__ = house
        yield WrongImplementation(name, wrong, suite, claim, sentence)


def entries(edits: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the first line of each entry of a text, and the indented lines below it."""
    for entry in re.split(r"\n(?=\S)", edits.strip("\n")):
        heading, *changes = entry.split("\n")
        yield heading, changes


def changed(plain: ModuleType, changes: Iterable[str], called: str, **given: Any) -> Any:
    """Return what is called so in a module whose source is changed: lines ``- old``, and below them lines ``+ new``.

    Each run of old lines stands once in the source; it is taken out where no new lines follow. ``given`` are names that
    the changes use and the module has not.
    """
    text = inspect.getsource(plain)
    for old, new in _changes(changes):
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in {plain.__name__}")
        text = text.replace(old, new)
    file = f"{plain.__file__} ({sha256(text.encode()).hexdigest()[:8]})"
    module = ModuleType(plain.__name__)
    module.__dict__.update(given)
    exec(compile(text, file, "exec"), module.__dict__)  # noqa: S102 - it is our own source
    # so that tracebacks and reports have the lines of the edited source
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    return getattr(module, called)


def _changes(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what is taken out, and what is put in its place, of each run of ``-`` lines and ``+`` lines."""
    for _, block in groupby(lines, _counted_runs()):
        marked = list(block)
        old, new = ([line[4:] for line in marked if line[2] == mark] for mark in "-+")
        yield "\n".join(old), "\n".join(new)


def _counted_runs() -> Callable[[str], int]:
    """Return what numbers the runs: one begins at each ``-`` that does not follow another."""
    before, number = "+", 0

    def run_of(line: str) -> int:
        nonlocal before, number
        number += line[2] == "-" and before == "+"
        before = line[2]
        return number

    return run_of


def by_name(wrong: Iterable[WrongImplementation]) -> Callable[[str], Any]:
    """Return a module's ``__getattr__`` by which scripts import wrong implementations by their names."""
    found = {each.name: each.implementation for each in wrong}

    def implementation(name: str) -> Any:
        if name not in found:
            raise AttributeError(name)
        return found[name]

    return implementation
