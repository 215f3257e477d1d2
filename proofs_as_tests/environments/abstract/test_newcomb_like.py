"""Newcomb-like environments: what is refused."""

import pytest

from formal_rl.environments import ignore_rewards
from formal_rl.environments.abstract import embed_newcomb_like, predict, restrict_to_predictions
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import Percept, history


def test_nothing_is_predicted_at_the_start():
    """Nothing was seen, so nothing can be replaced; an environment that does not ask is not hindered."""
    with pytest.raises(MalformedHistory):
        predict(lambda prompt: 0, ())(0)
    assert embed_newcomb_like(lambda prediction, play: Percept(1, 2))(lambda prompt: 0, ()) == (1, 2)


def test_what_is_no_play():
    """A prompt is refused, whether or not a prediction is asked for."""
    with pytest.raises(MalformedHistory):
        embed_newcomb_like(lambda prediction, play: Percept(0, 0))(lambda prompt: 0, history((0, 0)))


@pytest.mark.parametrize("elsewhere", [-1, True, "0"])
def test_elsewhere_is_an_action(elsewhere):
    """What is done elsewhere is a natural number."""
    with pytest.raises(InvalidParameter):
        restrict_to_predictions(ignore_rewards, elsewhere=elsewhere)
