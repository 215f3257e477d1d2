"""Wrong implementations as edits of right ones: what is written is the difference."""

import inspect
import linecache
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from operator import attrgetter
from types import ModuleType
from typing import Any, Literal

from attrs import field, frozen

_HEADING = re.compile(r"(?:(\w+) )?(\w+)(?:, (\w+))?: (.*?)(?: \[(\w+)\])?")


@frozen
class Implementation:
    """An implementation: one that conforms or, where a claim must catch it, one that is wrong as the sentence says."""

    name: str
    suite: str
    make: Callable[[], Any] = field(repr=False)
    caught_by: str | None = None
    sentence: str = ""
    semantics: Literal["paper", "published"] = "paper"

    @property
    def implementation(self) -> Any:
        """The implementation itself; an edit is made when it is first asked for."""
        return self.make()


def edited(house: str, text: str) -> tuple[Any, Any, Callable[[str], Any]]:
    """Return the right and the wrong implementations of a text, and a ``__getattr__`` for their module ``house``.

    A line ``= suite: name name`` lists right ones that the house defines, ``= suite published: name`` those that do
    what the published library does. Below it are entries for that suite, edits of the first one. Of each there is a
    line with its name, the claim that catches it, and what is wrong, as in ``advance_without_torus, edges: forgets that
    the edges lead round the board``, and then its changes, as `changed` reads them; without changes it is an object of
    the house. What is edited instead stands in brackets at the end of the line. A suite before the name is the suite of
    this entry, which edits what is called as the suite. An entry without a claim is right.

    Raises `ValueError` for a line that is none of these.
    """
    read = tuple(_read(house, text))
    entered = {each.name: each for each in reversed(read) if each.sentence}

    def by_name(name: str) -> Any:
        if name not in entered:
            raise AttributeError(name)
        return entered[name].implementation

    right, wrong = (tuple(each for each in read if bool(each.caught_by) == is_wrong) for is_wrong in (False, True))
    return right, wrong, by_name


def _read(house: str, text: str) -> Iterator[Implementation]:
    suite = called = ""
    for heading, changes in entries(text):
        if listed := re.fullmatch(r"= (\w+)( published)?: (.*)", heading):
            suite, published, names = listed.groups()
            called = names.split()[0]
            for name in names.split():
                make = partial(_made, house, name, (), "")
                yield Implementation(name, suite, make, semantics="published" if published else "paper")
        elif about := _HEADING.fullmatch(heading):
            own, name, claim, sentence, other = about.groups()
            entry = partial(_made, house, name, tuple(changes), other or own or called)
            yield Implementation(name, own or suite, cache(entry), claim, sentence)
        else:
            raise ValueError(f"no heading of an edit: {heading}")


def _made(house: str, name: str, changes: tuple[str, ...], called: str) -> Any:
    plain = import_module(house)
    return named(changed(plain, changes, called), name, house) if changes else attrgetter(name)(plain)


def entries(edits: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the first line of each entry of a text, and the indented lines below it."""
    for entry in re.split(r"\n(?=\S)", edits.strip("\n")):
        heading, *changes = entry.split("\n")
        yield heading, changes


def changed(plain: ModuleType, changes: Iterable[str], called: str) -> Any:
    """Return what is called so in a module whose source, down to its line ``EDITS = ``, is changed.

    A change is a line ``old => new``, or some lines ``- old`` and below them some ``+ new``. The old text stands once
    in the source; it is taken out where nothing follows.

    Raises `ValueError` for an old text that does not stand once in the source.
    """
    text = inspect.getsource(plain).partition("\nEDITS = ")[0]
    for old, new in _changes(changes):
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in {plain.__name__}")
        text = text.replace(old, new)
    file = f"{plain.__file__} ({sha256(text.encode()).hexdigest()[:8]})"
    module = ModuleType(plain.__name__)
    exec(compile(text, file, "exec"), module.__dict__)  # noqa: S102 - it is our own source
    # so that tracebacks and reports have the lines of the edited source
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    return getattr(module, called)


def _changes(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield what is taken out, and what comes in its place."""
    runs: list[tuple[list[str], list[str]]] = []
    for line in lines:
        mark = line[2:].partition(" ")[0]
        if mark not in {"-", "+"}:
            before, _, after = line[2:].partition(" =>")
            runs.append(([before], [after[1:]]))
        elif mark == "-" and (not runs or runs[-1][1]):
            runs.append(([line[4:]], []))
        else:
            runs[-1][mark == "+"].append(line[4:])
    yield from (("\n".join(old), "\n".join(new)) for old, new in runs)


def named(implementation: Any, name: str, house: str) -> Any:
    """Return an implementation under a name of its own, as an object of the module ``house``."""
    implementation.__name__ = implementation.__qualname__ = name
    implementation.__module__ = house
    return implementation
