"""The tool that shows every mutant to every part, on a made-up statement: what rejects, what is not reached."""

import json
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

from formal_rl.checking import Disagreement, Part, Refutation
from formal_rl.statements import Statement

TOOLS = Path(__file__).parents[2] / "tools"


def a_part(name, *, false=False, cases=1):
    """A part that holds, or that does not."""
    wrong = Refutation(Disagreement(name, "right", "wrong")) if false else None
    return Part(name, "made up", cases, {}, wrong)


def made_up(scope, wrong=""):
    """A check of four parts, two of one name."""
    yield a_part("hand", false=wrong == "hand")
    if wrong == "raises":
        raise ValueError("in the middle")
    yield a_part("named after a robot" if wrong == "robot" else "named", false=wrong in {"hand", "robot"})
    yield a_part("twice")
    yield a_part("twice", false=wrong == "last")
    assert scope is not None


MUTANTS = ("hand", "raises", "robot", "last", "")
ROW = Statement(
    id="MADE-UP",
    kind="claim",
    title="made up",
    claim="Made up.",
    source="nowhere",
    check=made_up,
    mutants={name: {"wrong": name} for name in MUTANTS},
    verdict="holds",
    evidence="none",
)


@pytest.fixture
def tool(monkeypatch):
    """The modules of the tool, with a ledger of one row."""
    monkeypatch.syspath_prepend(str(TOOLS))
    yield lambda name: import_module(f"kills.{name}")
    for name in [name for name in sys.modules if name.split(".")[0] == "kills"]:
        del sys.modules[name]


@pytest.fixture
def hand_made(tool, monkeypatch):
    """The module that runs the mutants that were made by hand."""
    module = tool("handmade")
    monkeypatch.setattr(module, "find", lambda row: ROW)
    return module


def asked(hand_made, known=()):
    """What a child says of the row."""
    said = []
    hand_made.ask_mutants("MADE-UP", known, 60.0, said.append)
    return tuple(said)


def noted(hand_made, *answers):
    """What is noted of the row after these answers, and the jobs between them."""
    noted, jobs = [], []
    run = hand_made.HandMade(["MADE-UP"], 60.0, noted.append)
    (job,) = run.jobs()
    for answer in answers:
        job = run.done(job, answer)
        jobs.append(job)
    return noted, jobs


def test_every_part_is_asked_about_every_mutant(hand_made):
    """A mutant goes on behind the part that rejects it; a part of another name is the one at its place."""
    (entry,), (following,) = noted(hand_made, SimpleNamespace(said=asked(hand_made), ended=""))
    found = entry["mutants"]

    assert following is None
    assert [part["name"] for part in entry["parts"]] == ["hand", "named", "twice", "twice"]
    assert {name: each["killed_by"] for name, each in found.items()} == {
        "hand": [0, 1],
        "raises": [],
        "robot": [1],
        "last": [3],
        "": [],
    }
    assert found["hand"]["witness"] == "hand: expected 'right', got 'wrong'"
    assert {name: each["unreached"] for name, each in found.items() if each["unreached"]} == {"raises": [1, 2, 3]}
    assert found["raises"]["stopped"] == "ValueError"


def test_a_mutant_that_does_not_end(hand_made):
    """Where a process ends in a mutant, that mutant is noted as it is, and the others are asked by another process."""
    said = asked(hand_made)
    until = 1 + max(number for number, line in enumerate(said) if line.get("mutant") == "robot")
    broken = SimpleNamespace(said=said[: until - 2], ended="does not end")
    rest = asked(hand_made, known=("hand", "raises", "robot"))
    (entry,), (following, last) = noted(hand_made, broken, SimpleNamespace(said=rest, ended=""))

    assert (following.subject, last) == ("MADE-UP", None)
    assert list(entry["mutants"]) == list(MUTANTS)
    assert entry["mutants"]["robot"]["stopped"] == "does not end"
    assert entry["mutants"]["robot"]["unreached"] == [2, 3]
    assert entry["mutants"]["robot"]["killed_by"] == [1]
    assert entry["mutants"]["last"]["killed_by"] == [3]


def test_a_check_that_does_not_end(hand_made):
    """A row whose own check ends its process is an error, not a gap in the data."""
    with pytest.raises(RuntimeError, match="the check of MADE-UP does not end by itself: does not end"):
        noted(hand_made, SimpleNamespace(said=asked(hand_made)[:1], ended="does not end"))


def test_a_mutant_with_more_parts(hand_made):
    """A part that is not one of the row's, and for which no place is free, is not taken for another."""
    with pytest.raises(RuntimeError, match="a part more than its row: three"):
        hand_made._places(["one", "two"], ["one", "two", "three"])


def test_what_rejects_a_machine_mutant(tool):
    """What is not as expected, and the part in which the check raised or did not end."""
    pytest.importorskip("cosmic_ray", reason="machine mutation needs the dependency group mutants")
    judged, labels = tool("machine").judged, ["one", "two", "two (2)"]

    def answer(*rejects, ended="", **last):
        met = [{"part": name, "rejects": each} for name, each in zip(("one", "two", "two"), rejects, strict=False)]
        return SimpleNamespace(said=(*met, *([last] if last else [])), ended=ended)

    assert judged(labels, answer(False, True, False))["killed_by"] == [1]
    assert judged(labels, answer(False, False, True))["killed_by"] == [2]
    assert judged(labels, answer(True, stopped="ValueError")) == {"killed_by": [0, 1], "stopped": "ValueError"}
    assert judged(labels, answer(False, False, ended="does not end"))["killed_by"] == [2]
    assert judged(labels, answer(**{"import": "TypeError"})) == {"killed_by": [], "stopped": "TypeError"}


@pytest.fixture
def command(tool, monkeypatch):
    """The module of the command, with the made-up row."""
    pytest.importorskip("cosmic_ray", reason="machine mutation needs the dependency group mutants")
    module = tool("__main__")
    monkeypatch.setattr(module, "find", lambda row: ROW)
    return module


def test_what_is_kept_of_a_row(command, hand_made):
    """Its parts; mutants with the parts that reject them."""
    (entry,), _ = noted(hand_made, SimpleNamespace(said=asked(hand_made), ended=""))
    kept = command.of_statement(entry)

    assert [part[0] for part in kept["parts"]] == ["hand", "named", "twice", "twice"]
    assert kept["mutants"]["last"] == {"killed_by": [3], "witness": "twice: expected 'right', got 'wrong'"}
    assert kept["mutants"]["raises"]["unreached"] == [1, 2, 3]


def test_a_machine_mutant_that_meets_no_part(command):
    """Where the package cannot be imported, no part was met; a survivor met all of them."""
    found = {"survived": ([], ""), "raised": ([2], "TypeError"), "import": ([], "TypeError"), "rejected": ([0], "")}

    assert [
        name for name, (by, stopped) in found.items() if not command.met_a_part({"killed_by": by, "stopped": stopped})
    ] == ["import"]


def test_data_of_another_ledger(command, hand_made):
    """What the data and the ledger do not share is named."""
    (entry,), _ = noted(hand_made, SimpleNamespace(said=asked(hand_made), ended=""))
    kept = command.of_statement(entry)

    assert command.outdated("MADE-UP", kept) == []
    assert command.outdated("MADE-UP", None) == ["MADE-UP: not measured"]
    kept["parts"][0][0] = "foot"
    kept["mutants"]["new"] = kept["mutants"].pop("hand")
    assert command.outdated("MADE-UP", kept) == [
        "MADE-UP: not measured: mutant 'hand'",
        "MADE-UP: gone: mutant 'new'",
        "MADE-UP: not measured: part 'hand'",
        "MADE-UP: gone: part 'foot'",
    ]


def test_a_long_witness(command):
    """A long witness is shortened, unless it would then look like another."""
    long, other = "a" * 60 + "x" * 50 + "b" * 60, "a" * 60 + "y" * 50 + "b" * 60

    assert command.shortened("short", [long, "short"]) == "short"
    assert command.shortened(long, [long, long, "short"]) == "a" * 50 + "…" + "b" * 49
    assert command.shortened(long, [long, other]) == long


def test_the_file(command, tmp_path, monkeypatch):
    """The data are one object, a row a line, in the order of the ledger and without rows that are gone."""
    monkeypatch.setattr(command, "MEASURED", tmp_path / "kills.json")
    assert command.read_measured(command.MEASURED) == {"statements": {}, "machine": {"statements": {}}}
    data = {
        "statements": {"gone": {}, "second": {"parts": [], "mutants": {}}, "first": {"parts": [], "mutants": {}}},
        "machine": {"statements": {"first": [["a.py:f", "0", "1", [2]]], "gone": []}, "seed": 1, "drawn": 2},
    }
    command._write(data, ["first", "second", "third"])
    read = json.loads((tmp_path / "kills.json").read_text("utf-8"))

    assert list(read["statements"]) == ["first", "second"]
    assert read["machine"] == {"seed": 1, "drawn": 2, "statements": {"first": [["a.py:f", "0", "1", [2]]]}}
    assert command.read_measured(command.MEASURED) == read


def test_a_domain_is_written_once_in_a_row(command, tmp_path, monkeypatch):
    """A part whose domain an earlier part has is written with that part's number, and read with the domain."""
    monkeypatch.setattr(command, "MEASURED", tmp_path / "kills.json")
    parts = [["one", 1, "by hand"], ["two", 2, "all"], ["three", 3, "by hand"], ["four", 4, "by hand"]]
    data = {"statements": {"row": {"parts": parts, "mutants": {}}}, "machine": {"statements": {}}}
    command._write(data, ["row"])

    written = json.loads((tmp_path / "kills.json").read_text("utf-8"))["statements"]["row"]["parts"]
    assert [part[2] for part in written] == ["by hand", "all", 0, 0]
    assert command.read_measured(command.MEASURED)["statements"] == data["statements"]


def test_a_session_goes_on(command, tmp_path, monkeypatch):
    """A row is read again; a line that was not written to its end is not; another question has another file."""
    monkeypatch.setattr(command, "WORK", tmp_path)
    command._Session.of({"seed": 1}).add({"row": "one"})
    (file,) = tmp_path.iterdir()
    with file.open("a", encoding="utf-8") as open_file:
        open_file.write('{"row": "tw')
    session = command._Session.of({"seed": 1})
    session.add({"row": "three"})

    assert list(session.found) == list(command._Session.of({"seed": 1}).found) == ["one", "three"]
    assert command._Session.of({"seed": 2}).found == {}


def test_names_that_come_again(hand_made):
    """Each name that was there before has a number."""
    assert hand_made.unique_names(["a", "b", "a", "a"]) == ["a", "b", "a (2)", "a (3)"]
