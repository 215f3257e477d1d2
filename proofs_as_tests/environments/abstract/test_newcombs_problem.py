"""Newcomb's problem by hand, and how it is told."""

from fractions import Fraction

import pytest

from formal_rl.environments.abstract import newcombs_problem, two_boxes
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import history


def test_amounts_are_exact():
    """Fractions stay fractions; what is inexact is refused."""
    assert newcombs_problem(Fraction(1, 3), 1)(lambda prompt: 0, history((0, 0), 1)) == (Fraction(4, 3), 0)
    for wrong in ({"seen": 1.0}, {"hidden": "1000"}, {"hidden": True}):
        with pytest.raises(InvalidParameter):
            two_boxes(**wrong)


def test_what_is_no_play():
    """A prompt is refused."""
    with pytest.raises(MalformedHistory):
        newcombs_problem()(lambda prompt: 0, history((0, 0)))
