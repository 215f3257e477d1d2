"""Newcomb-like environments, their errors, and Newcomb's problem."""

from fractions import Fraction

import pytest

from formal_rl.environments import ignore_rewards
from formal_rl.environments.abstract import two_boxes
from formal_rl.environments.abstract.newcomb import (
    embed_newcomb_like,
    newcombs_problem,
    predict,
    restrict_to_predictions,
)
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import Percept, history


def test_nothing_is_predicted_at_the_start():
    """Nothing was seen, so nothing can be replaced; an environment that does not ask is not hindered."""
    with pytest.raises(MalformedHistory):
        predict(lambda prompt: 0, ())(0)
    assert embed_newcomb_like(lambda prediction, play: Percept(1, 2))(lambda prompt: 0, ()) == (1, 2)


@pytest.mark.parametrize("elsewhere", [-1, True, "0"])
def test_elsewhere_is_an_action(elsewhere):
    """What is done elsewhere is a natural number."""
    with pytest.raises(InvalidParameter):
        restrict_to_predictions(ignore_rewards, elsewhere=elsewhere)


def test_amounts_are_exact():
    """Fractions stay fractions; what is inexact is refused."""
    assert newcombs_problem(Fraction(1, 3), 1)(lambda prompt: 0, history((0, 0), 1)) == (Fraction(4, 3), 0)
    for wrong in ({"seen": 1.0}, {"hidden": "1000"}, {"hidden": True}):
        with pytest.raises(InvalidParameter):
            two_boxes(**wrong)
