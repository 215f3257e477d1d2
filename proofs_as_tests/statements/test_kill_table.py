"""The kill tables: of today's ledger, read and shown rightly."""

import json

import pytest
from attrs import evolve

from formal_rl.statements import LEDGER
from formal_rl.statements.kill_table import MEASURED, KillTable, MachineMutant, MeasuredMutant, MeasuredPart, kill_table

TABLE = KillTable(
    (MeasuredPart("by hand", 2, "by hand"), *(MeasuredPart(f"part {number}", 5, "all") for number in range(2, 11))),
    (MeasuredMutant("one", (0, 9), "1: expected 2, got 3"), MeasuredMutant("the other", (1,), "", tuple(range(2, 10)))),
    tuple(MachineMutant("file.py:function", "0", str(number), [0] if number < 4 else []) for number in range(1, 5)),
)


@pytest.mark.parametrize("identifier", LEDGER)
def test_the_data_are_of_this_ledger(identifier):
    """Every mutant of every statement was measured and is killed; make kills measures anew what has changed."""
    table = kill_table(identifier)

    assert table is not None
    assert table.outdated(LEDGER[identifier]) == ()
    for mutant in table.mutants:
        assert mutant.killed_by
        assert not set(mutant.killed_by) & set(mutant.unreached)
        assert {*mutant.killed_by, *mutant.unreached} <= set(range(len(table.parts)))
    assert {part for mutant in table.machine for part in mutant.killed_by} <= set(range(len(table.parts)))


def test_nothing_else_was_measured():
    """No data are kept of what is not in the ledger; and they are small."""
    measured = json.loads(MEASURED.read_text("utf-8"))

    assert set(measured["statements"]) == set(measured["machine"]["statements"]) == set(LEDGER)
    by_hand = sum(len(statement.mutants) for statement in LEDGER.values())
    assert MEASURED.stat().st_size < 349 * by_hand + 200 * sum(map(len, measured["machine"]["statements"].values()))
    assert kill_table("A21-D0") is None


def statement_with(*names):
    """A statement with mutants of these names."""
    some = LEDGER["A21-D1"]
    return evolve(some, mutants=[evolve(some.mutants[0], name=name) for name in names])


def test_the_table_as_lines():
    """A line for each mutant, a column for each part with its number above, and how much each part kills."""
    assert list(TABLE.lines(statement_with("one", "the other"))) == [
        "                    1",
        "           1234567890",
        "one        x........x",
        "the other  .x????????",
        "x rejects it, . does not, ? was not reached; and of each part, how many it rejects:",
        "  1 by hand: 1 + 3 made by machine",
        "  2 part 2: 1 + 0 made by machine",
        *(f"{number:>3} part {number}: 0 + 0 made by machine" for number in range(3, 10)),
        " 10 part 10: 1 + 0 made by machine",
    ]
    assert " 10 part 10: 1" in evolve(TABLE, machine=()).lines(statement_with("one", "the other"))


def test_an_old_table():
    """What only the ledger or only the table has is named before the table."""
    new = statement_with("the other", "new")

    assert TABLE.outdated(new) == ("new", "one")
    assert next(TABLE.lines(new)) == ("older than the ledger (run make kills); only in one of them: new; one")
    assert TABLE.to_json(new)["outdated"] == ["new", "one"]


def test_the_table_as_json():
    """Parts with what they kill; mutants with the parts that reject them."""
    found = TABLE.to_json(statement_with("one", "the other"))

    assert found["outdated"] == []
    assert found["parts"][0] == {"name": "by hand", "cases": 2, "domain": "by hand", "kills": 1, "machine_kills": 3}
    assert found["mutants"][0] == {
        "name": "one",
        "killed_by": (0, 9),
        "unreached": (),
        "witness": "1: expected 2, got 3",
    }
    assert found["machine"] == {"mutants": 4, "killed": 3}
