"""Levels are found by name, in archives and in files of text."""

import re
from pathlib import Path

import pytest

from formal_rl.errors import FormalRLError, UnknownName, UnusableArchive
from formal_rl.safelife.levels import (
    PENALTY_LEVELS,
    SHIPPED_KINDS,
    TEACHING_LEVELS,
    ArchivedLevels,
    format_level,
    shipped_level,
    shipped_levels,
    write_levels,
)
from formal_rl.safelife.levels.level_archive import write_level
from formal_rl.safelife.levels.own_levels import LESSONS
from formal_rl.study.safelife import find_level, named_levels
from formal_rl.study.safelife.levels import file_of, is_name


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A directory with an archive of one level, one of three, one of two with one name, and a text."""
    folder = tmp_path_factory.mktemp("levels")
    prune, navigation = shipped_level("prune-still-3"), shipped_levels("navigation")
    write_level(folder / "one.npz", prune)
    write_levels(folder / "three.npz", [prune, *navigation[:2]])
    write_levels(folder / "twice.npz", [prune, prune])
    (folder / "level.txt").write_text(format_level(TEACHING_LEVELS["exit"]), "utf-8")
    return folder


@pytest.fixture(autouse=True)
def there(monkeypatch, written):
    """The directory is the current one."""
    monkeypatch.chdir(written)


def test_every_level_with_a_name_is_listed():
    """Teaching levels and those for penalties come first, with what they show; each level is found by its name."""
    listed = list(named_levels())
    names = [each.name for each in listed]

    ours = LESSONS | PENALTY_LEVELS
    assert names[: len(ours)] == list(ours)
    assert len(names) == len(set(names)) == len(ours) + 20 * len(SHIPPED_KINDS)
    assert [each.shows for each in listed if each.shows] == [each.shows for each in ours.values()]
    for each in [*listed[: len(ours)], *listed[len(ours) :: 20]]:
        assert find_level(each.name) == each.level
    assert {each.kind for each in listed} == {"teaching", "penalty", *SHIPPED_KINDS}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("one.npz", "prune-still-3"),
        ("one.npz:0", "prune-still-3"),
        ("three.npz:2", "navigation-1"),
        ("three.npz:navigation-0", "navigation-0"),
        ("./three.npz:0", "prune-still-3"),
        ("level.txt", "exit"),
        ("torus", "torus"),
    ],
)
def test_levels_in_files_are_found(text, found):
    """A level is the one of an archive that has one, the one of this number or name, or the one of a text."""
    assert find_level(text) == find_level(found)


@pytest.mark.parametrize(
    ("text", "kind", "complaint"),
    [
        ("three.npz", UnknownName, "three.npz has 3 levels: expected three.npz:NUMBER, 0 to 2, or three.npz:NAME"),
        ("three.npz:3", UnknownName, "three.npz has 3 levels, and none of them is '3'"),
        ("three.npz:-1", UnknownName, "none of them is '-1'"),
        ("three.npz:", UnknownName, "three.npz has 3 levels: expected"),
        ("three.npz:²", UnknownName, "none of them is"),
        ("one.npz:nothing", UnknownName, "one.npz has 1 level, and none of them is 'nothing'"),
        ("none.npz", UnusableArchive, "none.npz: cannot be read: No such file"),
        ("prune-stil-3", UnknownName, "did you mean prune-still-3"),
        ("prune-still-20", UnknownName, "there are prune-still-0 to prune-still-19"),
        ("exi", UnknownName, "did you mean exit"),
        ("zzzz", UnknownName, "neither a file nor a name; formal-rl safelife levels lists the names"),
        (".", UnknownName, "neither a file nor a name"),
    ],
)
def test_malformed_levels_are_refused(text, kind, complaint):
    """What names no level is refused, with what might have been meant."""
    with pytest.raises(kind, match=re.escape(complaint)):
        find_level(text)


@pytest.mark.parametrize(
    ("content", "kind", "complaint"),
    [
        (b"\xff\xfe", UnusableArchive, "byte 0: is not UTF-8 text"),
        (b"", UnusableArchive, "is not a level: the layout: expected a line 'goals'"),
        (b". . .\n. q .\n. . .\ngoals\n. . .\n. . .\n. . .\n", UnusableArchive, "is not a level: row 2, column 2: 'q'"),
        (b". . .\n. . .\ngoals\n. . .\n. . .\n", FormalRLError, "sides of at least 3"),
    ],
)
def test_files_that_hold_no_level(written, content, kind, complaint):
    """A file that cannot be read as a level is refused, by place, and the file is named."""
    (written / "bad.txt").write_bytes(content)
    with pytest.raises(kind) as refused:
        find_level("bad.txt")

    assert complaint in str(refused.value)
    assert "bad.txt" in " ".join([str(refused.value), *getattr(refused.value, "__notes__", [])])


def test_only_the_named_level_is_built(monkeypatch):
    """Of an archive of many levels, only the one with this number or name is built."""
    built, build = [], ArchivedLevels.level
    monkeypatch.setattr(ArchivedLevels, "level", lambda self, index: built.append(index) or build(self, index))
    for text in ("three.npz:2", "three.npz:navigation-0"):
        find_level(text)

    assert built == [2, 1]


@pytest.mark.parametrize(
    ("text", "file"),
    [
        ("exit", None),
        ("prune-still-3", None),
        ("prune-still-99", None),
        ("three.npz", "three.npz"),
        ("./three.npz:2", "./three.npz"),
        ("level.txt", "level.txt"),
        ("a:b", "a:b"),
    ],
)
def test_the_file_of_a_level(text, file):
    """A name is no file; of an archive the number is left off."""
    assert file_of(text) == (None if file is None else Path(file))
    assert is_name(text) is (file is None)


def test_names_that_occur_twice():
    """A name that two levels of an archive have is refused; by number each is found."""
    with pytest.raises(UnknownName, match="2 of them are 'prune-still-3'"):
        find_level("twice.npz:prune-still-3")
    assert find_level("twice.npz:1") == find_level("one.npz")
