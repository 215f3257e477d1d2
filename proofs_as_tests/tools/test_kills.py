"""The tool that shows every mutant to every part, on a made-up statement: what rejects, what is not reached."""

import json
from types import SimpleNamespace

import pytest

from formal_rl.checking import Part
from formal_rl.checking.outcome import Disagreement, Refutation
from formal_rl.statements import Statement
from tools.kills import __main__ as command
from tools.kills import measuring


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


@pytest.fixture(autouse=True)
def ledger(monkeypatch):
    """The ledger has this row only."""
    for module in (measuring, command):
        monkeypatch.setattr(module, "find", lambda row: ROW)


def answer_of(mutant):
    """What a child says of the row, or of its mutant of this number."""
    said = []
    measuring.ask_parts("MADE-UP", mutant, None, 60.0, said.append)
    measuring.limit_processor_time(0)
    return SimpleNamespace(said=tuple(said), ended="")


def noted(**changed):
    """What is noted of the row; some of its mutants have other answers."""
    found = []
    run = measuring.Rows(["MADE-UP"], lambda row: measuring.hand_made_works(row, 60.0), lambda *row: found.append(row))
    jobs = list(run.jobs())
    answers = {
        name: answer_of(number)
        for name, number in {"check": None, **{name: at for at, name in enumerate(MUTANTS)}}.items()
    }
    for job, answer in reversed(list(zip(jobs, (answers | changed).values(), strict=True))):
        run.done(job, answer)
    ((row, answers),) = found
    return measuring.hand_made_entry(row, answers)


def test_every_part_is_asked_about_every_mutant():
    """A mutant goes on behind the part that rejects it; a part of another name is the one at its place."""
    entry = noted()
    found = entry["mutants"]

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


def test_what_does_not_end():
    """A mutant that ends its process is noted as far as it came; a check that does so is an error."""
    broken = SimpleNamespace(said=answer_of(2).said[:4], ended="does not end")
    found = noted(robot=broken)["mutants"]["robot"]

    assert (found["killed_by"], found["unreached"], found["stopped"]) == ([1], [2, 3], "does not end")
    with pytest.raises(RuntimeError, match="the check of MADE-UP does not end by itself: does not end"):
        noted(check=broken)


def test_a_mutant_with_more_parts():
    """A part that is not one of the row's, and for which no place is free, is not taken for another."""
    with pytest.raises(RuntimeError, match="a part more than its row: three"):
        measuring._places(["one", "two"], ["one", "two", "three"])


def test_what_rejects_a_machine_mutant():
    """What is not as expected, and the part in which the check raised or did not end."""
    labels = ["one", "two", "two (2)"]

    def answer(*rejects, ended="", **last):
        met = [{"part": name, "rejects": each} for name, each in zip(("one", "two", "two"), rejects, strict=False)]
        return SimpleNamespace(said=(*met, *([last] if last else [])), ended=ended)

    assert measuring.judged(labels, answer(False, True, False))["killed_by"] == [1]
    assert measuring.judged(labels, answer(False, False, True))["killed_by"] == [2]
    assert measuring.judged(labels, answer(True, stopped="ValueError")) == {
        "killed_by": [0, 1],
        "stopped": "ValueError",
    }
    assert measuring.judged(labels, answer(False, False, ended="does not end"))["killed_by"] == [2]
    assert measuring.judged(labels, answer(**{"import": "TypeError"})) == {"killed_by": [], "stopped": "TypeError"}


def test_a_machine_mutant_that_meets_no_part():
    """Where the package cannot be imported, no part was met; a survivor met all of them."""
    found = {"survived": ([], ""), "raised": ([2], "TypeError"), "import": ([], "TypeError"), "rejected": ([0], "")}

    assert [
        name for name, (by, stopped) in found.items() if not command.met_a_part({"killed_by": by, "stopped": stopped})
    ] == ["import"]


def test_data_of_another_ledger():
    """What the data, a row's parts and its mutants with the parts that reject them, do not share with the ledger."""
    kept = command.of_statement(noted())

    assert [part[0] for part in kept["parts"]] == ["hand", "named", "twice", "twice"]
    assert kept["mutants"]["last"] == {"killed_by": [3], "witness": "twice: expected 'right', got 'wrong'"}
    assert kept["mutants"]["raises"]["unreached"] == [1, 2, 3]

    assert command.outdated("MADE-UP", kept) == []
    assert command.outdated("MADE-UP", None) == ["MADE-UP: not measured"]
    places = [["errors.py:require_int"], ["errors.py:not_there"], ["not_there.py:require_int"]]
    assert command.outdated("MADE-UP", kept, places) == [
        "MADE-UP: gone: function 'errors.py:not_there'",
        "MADE-UP: gone: function 'not_there.py:require_int'",
    ]
    kept["parts"][0][0] = "foot"
    kept["mutants"]["new"] = kept["mutants"].pop("hand")
    assert command.outdated("MADE-UP", kept) == [
        "MADE-UP: not measured: mutant 'hand'",
        "MADE-UP: gone: mutant 'new'",
        "MADE-UP: not measured: part 'hand'",
        "MADE-UP: gone: part 'foot'",
    ]


def test_a_long_witness():
    """A long witness is shortened, unless it would then look like another."""
    long, other = "a" * 60 + "x" * 50 + "b" * 60, "a" * 60 + "y" * 50 + "b" * 60

    assert command.shortened("short", [long, "short"]) == "short"
    assert command.shortened(long, [long, long, "short"]) == "a" * 50 + "…" + "b" * 49
    assert command.shortened(long, [long, other]) == long


def test_the_file(tmp_path, monkeypatch):
    """The data are a row a line, in the order of the ledger, without rows that are gone.

    A part whose domain an earlier part has is written with that part's number, and read with the domain.
    """
    monkeypatch.setattr(command, "MEASURED", tmp_path / "kills.json")
    assert command.read_measured(command.MEASURED) == {"statements": {}, "machine": {"statements": {}}}
    parts = [["one", 1, "by hand"], ["two", 2, "all"], ["three", 3, "by hand"], ["four", 4, "by hand"]]
    first, second = {"parts": parts, "mutants": {}}, {"parts": [], "mutants": {}}
    data = {
        "statements": {"gone": {}, "second": second, "first": first},
        "machine": {"statements": {"first": [["a.py:f", "0", "1", [2]]], "gone": []}, "seed": 1, "drawn": 2},
    }
    command._write(data, ["first", "second", "third"])
    written, read = json.loads((tmp_path / "kills.json").read_text("utf-8")), command.read_measured(command.MEASURED)

    assert list(written["statements"]) == ["first", "second"]
    assert [part[2] for part in written["statements"]["first"]["parts"]] == ["by hand", "all", 0, 0]
    assert read["statements"] == {"first": first, "second": second}
    assert read["machine"] == {"seed": 1, "drawn": 2, "statements": {"first": [["a.py:f", "0", "1", [2]]]}}


def test_names_that_come_again():
    """Each name that was there before has a number."""
    assert measuring.unique_names(["a", "b", "a", "a"]) == ["a", "b", "a (2)", "a (3)"]
