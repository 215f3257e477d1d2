"""Self-recognition over the enumeration of all nonempty plays."""

import pytest

from formal_rl.environments import interaction
from formal_rl.environments.abstract import (
    as_it_is,
    incentivize_self_recognition,
    incentivize_self_recognition_by_index,
    incentivize_self_recognition_letter,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import encode_history, history, index_of_play, nth_play
from formal_rl.statements.alexander_2021.codings import by_reward
from formal_rl.strategies import ConstantAgent

FORMS = (
    pytest.param(incentivize_self_recognition, encode_history, id="numbers"),
    pytest.param(incentivize_self_recognition_letter, as_it_is, id="letter"),
    pytest.param(incentivize_self_recognition_by_index, index_of_play, id="places"),
)


@pytest.mark.parametrize(("environment", "showing"), FORMS)
def test_a_thousand_steps(environment, showing):
    """A thousand plays are shown, all different."""
    run = interaction(ConstantAgent(0), environment, 1_000, remember=False)

    assert len({percept.observation for percept in run[::2]}) == 1_000
    assert run[-2].observation == showing(nth_play(999))


def test_plays_alone_are_taken():
    """What is no play is refused."""
    with pytest.raises(MalformedHistory):
        incentivize_self_recognition(by_reward, history((0, 0)))
