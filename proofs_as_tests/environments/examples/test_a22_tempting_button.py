"""Alexander et al. 2022, Section 3.2: the draws of the tempting button."""

from fractions import Fraction

import pytest

from formal_rl.environments import interaction, tempting_button
from formal_rl.errors import DrawsExhausted, EnvironmentRaised, InvalidParameter, MalformedHistory
from formal_rl.histories import history


def test_draws_that_end_or_are_none_are_named():
    """The index of a missing draw is named, and the value of what is no draw."""
    with pytest.raises(EnvironmentRaised, match="DrawsExhausted: draw 2 is needed, but there are 2, 0 to 1"):
        interaction(lambda prompt: 0, tempting_button((Fraction(1, 2), 0)), 3)
    with pytest.raises(DrawsExhausted):
        tempting_button(())(lambda prompt: 0, ())
    with pytest.raises(InvalidParameter, match="draw 0 is 1: expected a number in"):
        tempting_button((1,))(lambda prompt: 0, ())
    with pytest.raises(MalformedHistory):
        tempting_button((0, 0))(lambda prompt: 0, history((0, 0)))
