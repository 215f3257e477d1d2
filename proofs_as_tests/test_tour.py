"""The guided tour of the rooms shows the way that the code takes."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from formal_rl.cli import main

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "formal_rl"
TOPS = ("formal_rl", "proofs_as_tests", "benchmarks", "examples", "notebooks", "tools", "docs", "changes")
TOUR = (ROOT / "docs" / "background" / "architecture.md").read_text("utf-8")
MISTAKEN = re.search(
    r"<!-- file: mistaken.py -->\n```python\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.DOTALL
)[1]
WALKS = re.findall(r"^### One (\w+)\n.*?^formal-rl ([^\n]*)\n```(.*?)(?=^##)", TOUR, re.DOTALL | re.MULTILINE)
"""What is followed, by which command, and the text that lists the rooms."""

SHORTER = {"statement": ["--horizon", "2", "--jobs", "1"]}
"""The rooms are the same for a short horizon, and this process sees no other's calls."""

FOLLOWED = """import sys
sys.path.append({tests!r})
from test_tour import follow
follow("rooms")
"""

FROM = {"statement": "verify_all"}
"""The function at which a walk begins, after the command has run the self-checks."""

ASIDE = {"statement": {"statements/self_checks"}}
"""The rooms that are no part of a walk: the last line that is printed asks whether the self-checks passed."""


def listed(text):
    """The rooms of a numbered list."""
    return re.findall(r"^\d+\. `([\w/]+)`", text, re.MULTILINE)


def room_of(frame):
    """The folder of a function's module, or none for one that is not the package's or lies beside the folders."""
    name, is_face = frame.f_globals.get("__name__", ""), "__path__" in frame.f_globals
    package, *folders = name.split(".") if is_face else name.split(".")[:-1] or [""]
    return "/".join(folders) if package == "formal_rl" else ""


def at_import(frame):
    """Whether a call is made while a module is imported."""
    while frame is not None:
        if frame.f_code.co_name == "<module>" and frame.f_globals.get("__name__", "").startswith("formal_rl"):
            return True
        frame = frame.f_back
    return False


def follow(file, start=None):
    """Write each folder to a file when this process first calls a function of it, in this thread and from now on."""
    seen, began = set(), start is None

    def called(frame, *_):
        nonlocal began
        began = began or frame.f_code.co_name == start
        room = room_of(frame)
        if began and room and room not in seen and not at_import(frame):
            seen.add(room)
            with open(file, "ab", buffering=0) as rooms:
                rooms.write(f"{room}\n".encode())

    sys.settrace(called)  # which hears of calls only, since nothing is returned


def rooms_passed(arguments, start, file):
    """The folders in the order in which a command first calls a function of each."""
    before = sys.gettrace()
    follow(file, start)
    try:
        main(arguments)
    finally:
        sys.settrace(before)
    return list(dict.fromkeys(file.read_text("utf-8").split()))


@pytest.mark.parametrize(("what", "command", "text"), WALKS, ids=[what for what, *_ in WALKS])
def test_the_tour_lists_the_rooms_in_the_order_of_arrival(tmp_path, monkeypatch, what, command, text):
    """Each walk lists every room that its command enters, where it is first entered, and none twice.

    The implementation that is checked has the process followed that imports it.
    """
    monkeypatch.chdir(tmp_path)
    Path("mistaken.py").write_text(MISTAKEN, "utf-8")
    arguments = [*shlex.split(command), *SHORTER.get(what, [])]
    main(arguments)  # what is imported on demand is there from now on
    Path("mistaken.py").write_text(FOLLOWED.format(tests=str(ROOT / "proofs_as_tests")) + MISTAKEN, "utf-8")
    passed = rooms_passed(arguments, FROM.get(what), tmp_path / "rooms")

    walked = dict.fromkeys(["cli", *passed])
    assert listed(text) == [room for room in walked if room not in ASIDE.get(what, ())]


def test_the_tour_follows_three_things():
    """A percept, a statement and a counterexample, through rooms that there are."""
    assert [what for what, *_ in WALKS] == ["percept", "statement", "counterexample"]
    for _, _, text in WALKS:
        assert len(listed(text)) > 5
        assert all((PACKAGE / room / "__init__.py").exists() for room in listed(text))


def named_in(text):
    """The modules and folders of the code that a text names by path, between backticks."""
    return re.findall(r"`((?:\w+/)*(?:\w+\.py|\w+/))`", text)


def test_each_room_of_a_walk_has_the_modules_that_are_named():
    """What an entry of a walk names is in the room of the entry."""
    entries = [entry for *_, text in WALKS for entry in re.findall(r"^\d+\. `([\w/]+)`(.*(?:\n   .*)*)", text, re.M)]
    missing = {(room, name) for room, text in entries for name in named_in(text)} - {
        (room, path.relative_to(PACKAGE / room).as_posix())
        for room, _ in entries
        for path in (PACKAGE / room).rglob("*.py")
    }

    assert len(entries) == sum(len(listed(text)) for *_, text in WALKS)
    assert missing == set()


BACKGROUND = [f"docs/background/{name}.md" for name in ("architecture", "design", "engines")]


@pytest.mark.parametrize("page", ["CONTRIBUTING.md", *BACKGROUND])
def test_what_a_page_names_is_there(page):
    """Each module and folder that a page names is in the sources, by its path or the end of it."""
    folders = [ROOT / top for top in TOPS]
    paths = [*folders, *(path for folder in folders for path in folder.rglob("*"))]
    there = [f"/{path.relative_to(ROOT).as_posix()}{'/' * path.is_dir()}" for path in paths]
    named = named_in((ROOT / page).read_text("utf-8"))

    assert len(named) >= 5
    assert [name for name in named if not any(path.endswith(f"/{name}") for path in there)] == []
