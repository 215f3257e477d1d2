"""What was returned stays as it was: one array that is handed out for every answer is seen."""

from functools import partial

import numpy
import pytest

from formal_rl.conformance import check
from formal_rl.conformance.adapters.experiments import keeping, what_counts
from formal_rl.conformance.zoo.gridworlds import ShowsOneArray
from formal_rl.conformance.zoo.safelife_boards import advance_into_one_buffer
from formal_rl.conformance.zoo.safelife_games import ShowsOneBoard


@pytest.mark.parametrize(
    ("implementation", "suite"),
    [
        (ShowsOneArray, "gridworld_env"),
        (ShowsOneBoard, "safelife_step"),
        (advance_into_one_buffer, "safelife_advance"),
    ],
)
def test_one_array_for_all_answers_is_seen(implementation, suite):
    """Only so: answers are read at once, so that every claim about single ones passes."""
    report = check(implementation, suite, in_process=True)
    (broken,) = [row for row in report.rows if row.verdict == "diverges"]

    assert (broken.claim, broken.outcome) == ("keeps", "changes what it returned")
    assert "later the same object is" in broken.message
    assert "keeping(load(IMPLEMENTATION), returned)" in report.script


def test_kept_answers_keep_their_values():
    """Of functions, partials and classes; what comes last as information does not count."""
    array, kept = numpy.zeros(2), []

    def fill(number):
        array[:] = number
        return array, {"seen": number}

    keeping(partial(fill, 1), kept)()
    keeping(fill, kept)(2)

    assert [was for _, was in kept] == [((1.0, 1.0),), ((2.0, 2.0),)]
    assert [what_counts(answer) for answer, _ in kept] == [((2.0, 2.0),), ((2.0, 2.0),)]
