"""Wrong implementations as edits of right ones: what is written is the difference."""

import inspect
import linecache
import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
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
        wrong = named(changed(plain, changes, other or called), name, house)
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
    """Yield what is taken out, and what comes in its place, of each run of ``-`` lines and the ``+`` lines below it."""
    runs: list[tuple[list[str], list[str]]] = []
    for line in lines:
        is_new = line[2] == "+"
        if not is_new and (not runs or runs[-1][1]):
            runs.append(([], []))
        runs[-1][is_new].append(line[4:])
    for old, new in runs:
        yield "\n".join(old), "\n".join(new)


def named(implementation: Any, name: str, house: str) -> Any:
    """Return an implementation under a name of its own, as an object of the module ``house``."""
    implementation.__name__ = implementation.__qualname__ = name
    implementation.__module__ = house
    return implementation


def by_name(wrong: Iterable[WrongImplementation]) -> Callable[[str], Any]:
    """Return a module's ``__getattr__`` by which scripts import wrong implementations by their names."""
    found = {each.name: each.implementation for each in wrong}

    def implementation(name: str) -> Any:
        if name not in found:
            raise AttributeError(name)
        return found[name]

    return implementation
