"""Levels of SafeLife as they are named: shipped ones, teaching ones, small ones for penalties, and those in files."""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from formal_rl.errors import FormalRLError, UnknownName, UnusableArchive, nearest
from formal_rl.files import read_text
from formal_rl.safelife import levels as named
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels.own_levels import LESSONS
from formal_rl.safelife.levels.shipped_levels import LEVELS_OF_A_KIND

ARCHIVE = ".npz"


class ListedLevel(NamedTuple):
    """A level with a name of its own: the name, its kind, the level, and a sentence about it, if there is one."""

    name: str
    kind: str
    level: Level
    shows: str = ""


def named_levels() -> Iterator[ListedLevel]:
    """Yield every level that needs no file: the teaching ones, those for penalties, then the shipped ones."""
    for name, lesson in LESSONS.items():
        yield ListedLevel(name, "teaching", lesson.level, lesson.shows)
    for name, each in named.PENALTY_LEVELS.items():
        yield ListedLevel(name, "penalty", each.level, each.shows)
    for kind in named.SHIPPED_KINDS:
        for number, level in enumerate(named.shipped_levels(kind)):
            yield ListedLevel(f"{kind}-{number}", kind, level)


def is_name(text: str) -> bool:
    """Whether a text is the name of a level, which has priority over files."""
    return text in {*named.TEACHING_LEVELS, *named.PENALTY_LEVELS} or text.rpartition("-")[0] in named.SHIPPED_KINDS


def file_of(text: str) -> Path | None:
    """Return the file in which `find_level` looks for a level, if it is not one that has a name."""
    return None if is_name(text) else Path(_archive_and_level(text)[0])


def find_level(text: str) -> Level:
    """Return the level that is named, or the one in a file.

    A text that is not a name is a path: of an archive, ``levels.npz``, with ``:3`` or ``:NAME`` behind it where there
    are several levels, counted from 0; else of a text, as `parse_level` reads it. Only that level is built.

    Raises `UnknownName` for a text that is neither, or not in the archive, `UnusableArchive` for a file that cannot be
    read, and what `parse_level` raises, with the path in a note.
    """
    if text in named.TEACHING_LEVELS:
        return named.TEACHING_LEVELS[text]
    if text in named.PENALTY_LEVELS:
        return named.PENALTY_LEVELS[text].level
    if is_name(text):
        return named.shipped_level(text)
    file, which = _archive_and_level(text)
    if file.endswith(ARCHIVE):
        return _one_of(named.open_levels(file), file, which)
    path = Path(text)
    if not path.is_file():
        shipped = [f"{kind}-{number}" for kind in named.SHIPPED_KINDS for number in range(LEVELS_OF_A_KIND)]
        hint = nearest(text, [*named.TEACHING_LEVELS, *named.PENALTY_LEVELS, *shipped])
        hint = hint if hint.startswith("did") else "formal-rl safelife levels lists the names"
        raise UnknownName(f"no level {text!r}: it is neither a file nor a name; {hint}")
    try:
        return named.parse_level(read_text(path))
    except OSError as error:
        raise UnusableArchive(text, "", f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise UnusableArchive(text, f"byte {error.start}", "is not UTF-8 text") from error
    except FormalRLError as error:
        raise UnusableArchive(text, "", f"is not a level: {error}") from error


def _archive_and_level(text: str) -> tuple[str, str]:
    archive, colon, which = text.rpartition(":")
    return (archive, which) if colon and archive.endswith(ARCHIVE) else (text, "")


def _one_of(levels: named.ArchivedLevels, archive: str, which: str) -> Level:
    if not which and len(levels) == 1:
        return levels.level(0)
    if which.isascii() and which.isdigit() and len(which) < 10 and int(which) < len(levels):
        return levels.level(int(which))
    called = [index for index, name in enumerate(levels.names) if which and name == which]
    if len(called) == 1:
        return levels.level(called[0])
    there = f"{archive} has {len(levels)} level{'s' if len(levels) != 1 else ''}"
    expected = f"expected {archive}:NUMBER, 0 to {len(levels) - 1}, or {archive}:NAME"
    if not which:
        raise UnknownName(f"{there}: {expected}")
    found = f"{len(called)} of them are" if called else "none of them is"
    raise UnknownName(f"{there}, and {found} {which!r}: {expected}")
