"""The third zoo, written blind: what is wrong is caught by a quick check, and what is right conforms."""

import pytest

from formal_rl.conformance import check
from proofs_as_tests.conformance.third_zoo import PLAIN, RIGHT, WRONG


def ids(entry):
    return f"{entry.suite}: {entry.sentence}"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", WRONG, ids=ids)
def test_what_is_wrong_is_caught(entry):
    """A wrong implementation diverges in a claim that is required."""
    report = check(entry.implementation, entry.suite, in_process=True)

    assert any(row.verdict == "diverges" and row.required for row in report.rows), str(report)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", [*RIGHT, *(pytest.param(each, marks=pytest.mark.full) for each in PLAIN)], ids=ids)
def test_what_is_right_conforms(entry):
    """A right implementation conforms, as people write it, without an adapter."""
    report = check(entry.implementation, entry.suite, in_process=True)

    assert report.conforms, str(report)


def test_its_size():
    """60 are wrong and 30 right, each once."""
    entries = [(entry.suite, entry.sentence) for entry in (*WRONG, *RIGHT)]

    assert (len(WRONG), len(RIGHT), len(set(entries))) == (60, 30, 90)
    assert len({entry.suite for entry in WRONG}) >= 25
