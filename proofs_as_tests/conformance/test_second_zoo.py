"""The second zoo, written without a look at the suites: what the kit makes of it.

`MISSED` is what the kit does not know yet. When it learns one of them, its test fails until it is taken out of the
tuple: so it does not grow stale, and what is caught stays caught. Everything that is right conforms.
"""

import pytest

from formal_rl.conformance import SUITES, check
from proofs_as_tests.conformance.second_zoo import OPEN, RIGHT, WRONG

MISSED = (
    (
        "learner",
        "SharesFromTheThirtieth",
        "all go by the thirtieth transition of whichever came to it first, so that in one process they act alike",
    ),
)
"""What is wrong and goes unseen by the profile quick: the suite, the name, and why."""

SLOW = (
    "crying_baby",
    "safelife_advance",
    "safelife_advance_with_draws",
    "safelife_earth_mover",
    "safelife_side_effects",
    "safelife_step",
)
"""Suites whose checks take seconds, and which the full profile goes through."""


def key(entry):
    return entry.suite, entry.name


def in_time(entries):
    """The entries as parameters of a test, with the mark of those that take long."""
    return [pytest.param(entry, marks=pytest.mark.full if entry.suite in SLOW else ()) for entry in entries]


def looked_at(entry):
    """The report of a quick check, with the options of the entry."""
    return check(entry.implementation, entry.suite, in_process=True, **entry.options)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", in_time(WRONG))
def test_what_is_wrong_is_caught(entry):
    """A wrong implementation does not conform, but for those that the kit is known to miss."""
    report = looked_at(entry)

    if key(entry) in {known[:2] for known in MISSED}:
        assert report.conforms, "it is caught now: take it out of MISSED"
    else:
        assert not report.conforms, f"{entry.name} is no longer caught: {entry.sentence}"
        assert any(row.verdict == "diverges" and row.required for row in report.rows)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", in_time(RIGHT))
def test_what_is_right_conforms(entry):
    """A right implementation conforms, whatever the types of its numbers."""
    report = looked_at(entry)

    assert report.conforms, str(report)


def test_what_is_known_is_in_the_zoo():
    """Each entry has a name and a sentence of its own suite, and what is known is known of one of them."""
    entries = [key(entry) for entry in RIGHT + WRONG + OPEN]

    assert len(set(entries)) == len(entries)
    assert {suite for suite, _ in entries} <= set(SUITES)
    assert {known[:2] for known in MISSED} <= {key(entry) for entry in WRONG}
    assert all(entry.sentence.endswith(".") for entry in RIGHT + WRONG + OPEN)
