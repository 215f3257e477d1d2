"""Wrong implementations as edits of right ones: what is written is the difference."""

import inspect
import linecache
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from types import ModuleType
from typing import Any

from formal_rl.conformance.zoo.wrong import WrongImplementation


def edited(plain: ModuleType, house: str, suite: str, called: str, edits: str) -> Iterator[WrongImplementation]:
    """Yield the wrong ones that a text lists, as objects of the module ``house``.

    Of each there is a line with its name, the claim that catches it, and what is wrong, as in
    ``advance_without_torus, edges: forgets that the edges lead round the board``; then lines ``- old``, each run of
    which stands once in the source of ``plain``, and below them lines ``+ new`` that come in its place, if any. What is
    taken from the edited source is ``called``, unless the first line ends in another name in brackets.

    Raises `ValueError` for an old text that does not stand there once.
    """
    source = inspect.getsource(plain)
    for entry in re.split(r"\n(?=\S)", edits.strip("\n")):
        heading, *changes = entry.split("\n")
        about = re.fullmatch(r"(\w+), (\w+): (.*?)(?: \[(\w+)\])?", heading)
        if about is None:
            raise ValueError(f"no heading of an edit: {heading}")
        name, claim, sentence, other = about.groups()
        text = source
        for old, new in _changes(changes):
            if text.count(old) != 1:
                raise ValueError(f"{name}: {old!r} stands {text.count(old)} times in {plain.__name__}")
            text = text.replace(old, new)
        yield WrongImplementation(name, _taken(text, plain, house, name, other or called), suite, claim, sentence)


def _taken(text: str, plain: ModuleType, house: str, name: str, called: str) -> Any:
    """Run the edited source as a module of its own, and return what is called so, under the name of the edit."""
    file = f"{plain.__file__} ({name})"
    module = ModuleType(house)
    exec(compile(text, file, "exec"), module.__dict__)  # noqa: S102 - it is our own source
    # so that tracebacks and reports have the lines of the edited source
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    taken = getattr(module, called)
    taken.__name__ = taken.__qualname__ = name
    return taken


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
