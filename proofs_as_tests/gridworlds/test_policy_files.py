"""Policies written as JSON: what they are read as, and every fault named by its field."""

import json
from fractions import Fraction
from pathlib import Path

import pytest

from formal_rl.errors import UnusableVectors
from formal_rl.gridworlds import (
    ClockPolicy,
    GridObservation,
    GridState,
    MemorylessPolicy,
    named_world,
    read_policy,
)
from formal_rl.gridworlds.policies import UNIFORM, deterministic_move

LOPSIDED = named_world("lopsided")
LEFT, RIGHT = ["0", "0", "1", "0"], ["0", "0", "0", "1"]
START = {"cell": [0, 3], "coins": [[0, 0], [0, 6]], "buttons": [[0, 5]], "probabilities": ["0", "0", "1/3", "2/3"]}


@pytest.fixture
def policy(tmp_path):
    """Read a policy for the lopsided world from a document, or from an observation list."""

    def read(document, world=LOPSIDED):
        if isinstance(document, list):
            document = {"schema": "drest-policy/1", "observations": document}
        path = Path(tmp_path / "policy.json")
        path.write_text(json.dumps(document), "utf-8")
        return read_policy(path, world)

    return read


def test_a_policy_without_a_clock(policy):
    """Each listed observation has its probabilities, whatever the clock; the others have 1/4 each."""
    read = policy([START])

    assert read == MemorylessPolicy(
        {GridObservation((0, 3), (True, True), (True,)): (Fraction(0), Fraction(0), Fraction(1, 3), Fraction(2, 3))}
    )
    for remaining in (3, 1):
        assert read(LOPSIDED, GridState((0, 3), (True, True), (True,), remaining))[3] == Fraction(2, 3)
    assert read(LOPSIDED, GridState((0, 2), (True, True), (True,), 2)) == UNIFORM


def test_coins_and_buttons_are_those_still_there(policy):
    """An empty list says that they are gone: after the button and the coin x, on its cell."""
    gone = {"cell": [0, 6], "coins": [[0, 0]], "buttons": [], "probabilities": LEFT}

    assert policy([gone]).table == ((GridObservation((0, 6), (True, False), (False,)), deterministic_move(2)),)


def test_a_policy_with_a_clock(policy):
    """With the number of moves, one cell may be answered in two ways."""
    later = {**START, "probabilities": RIGHT, "moves": 1}
    read = policy([{**START, "moves": 0}, later])

    assert isinstance(read, ClockPolicy)
    assert read(LOPSIDED, GridState((0, 3), (True, True), (True,), 3))[2] == Fraction(1, 3)
    assert read(LOPSIDED, GridState((0, 3), (True, True), (True,), 2)) == deterministic_move(3)


def test_unlisted_observations(policy):
    """A document may give the action otherwise; it may list nothing at all."""
    document = {"schema": "drest-policy/1", "otherwise": LEFT, "observations": []}

    assert policy(document) == MemorylessPolicy({}, deterministic_move(2))
    assert policy([]) == MemorylessPolicy()


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        ({"cell": [0]}, ".cell", "expected 2 elements, found 1"),
        ({"cell": [0, -1]}, ".cell[1]", "at least 0"),
        ({"cell": [0, 7]}, "", "no actions lead to this observation with a move left"),
        ({"cell": [0, 0]}, "", "no actions lead"),
        ({"coins": [[0, 1]]}, ".coins[0]", "expected the cell of a coin, one of [[0, 0], [0, 6]]"),
        ({"coins": [[0, 0]]}, "", "no actions lead"),
        ({"coins": None}, ".coins", "expected a list"),
        ({"buttons": [[0, 6]]}, ".buttons[0]", "expected the cell of a button, one of [[0, 5]]"),
        ({"probabilities": ["1/2", "1/2"]}, ".probabilities", "expected 4 elements, found 2"),
        ({"probabilities": ["1/2", "1/4", "1/8", "0"]}, ".probabilities", "sum to 1, not to 7/8"),
        ({"probabilities": ["3/2", "-1/2", "0", "0"]}, ".probabilities[0]", "from 0 to 1"),
        ({"probabilities": [0.5, "1/2", "0", "0"]}, ".probabilities[0]", "expected a string"),
        ({"probabilities": ["0.5", "1/2", "0", "0"]}, ".probabilities[0]", "exact number such as 3/4"),
        ({"moves": 0}, "[1]", "moves are given in some observations and not in others"),
        ({"clock": 0}, ".clock", "no field of this schema"),
    ],
)
def test_a_malformed_observation(policy, change, field, reason):
    """What is wrong in an observation is refused, by file and field."""
    place = "observations[0]" if field != "[1]" else "observations[1]"
    with pytest.raises(UnusableVectors) as caught:
        policy([{**START, **change}, START] if "moves" in change else [{**START, **change}])

    assert (caught.value.file, caught.value.field) == ("policy.json", place + field.removeprefix("[1]"))
    assert reason in caught.value.reason


@pytest.mark.parametrize(
    ("document", "field", "reason"),
    [
        ({"observations": []}, "schema", "missing"),
        ({"schema": "drest-policy/2", "observations": []}, "schema", "known: drest-policy/1"),
        ({"schema": "drest-policy/1"}, "observations", "missing"),
        ({"schema": "drest-policy/1", "observations": [], "otherwise": ["1"]}, "otherwise", "expected 4 elements"),
        ({"schema": "drest-policy/1", "observations": [], "world": "x"}, "world", "no field of this schema"),
        ([START, START], "observations[1]", "listed twice"),
        ([{**START, "moves": 0}, {**START, "moves": 0}], "observations[1]", "listed twice"),
        ([{**START, "moves": 2.0}], "observations[0].moves", "an integer"),
        ([{**START, "moves": 1}, START], "observations[1]", "moves are"),
        ([{**START, "moves": 3}], "observations[0]", "no actions lead"),
    ],
)
def test_a_malformed_document(policy, document, field, reason):
    """What is wrong in the document is refused, by field."""
    with pytest.raises(UnusableVectors) as caught:
        policy(document)

    assert caught.value.field == field
    assert reason in caught.value.reason
