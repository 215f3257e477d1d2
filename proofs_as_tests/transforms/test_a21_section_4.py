"""Alexander et al. 2021, Section 4: handicaps."""

import pytest

from formal_rl.checking import never_negative, pays_one_and_shows_zero
from formal_rl.environments import embed
from formal_rl.errors import NotAPercept
from formal_rl.histories import Percept, history

BOUNDS = {"horizon": 2, "percepts": (Percept(0, 0), Percept(2, 0)), "actions": (0, 1)}


@pytest.mark.parametrize("decide", [never_negative, pays_one_and_shows_zero])
def test_no_percept_is_not_judged(decide):
    """Where the environment answers with no percept, it is neither merciful nor not."""
    with pytest.raises(NotAPercept):
        decide(lambda agent, play: None, **BOUNDS)


def test_the_smallest_play_is_found():
    """A punishment on one play of two actions is found there, and not at a lesser horizon."""
    play = history((2, 0), 1, (0, 0), 0)
    environment = embed(lambda other: Percept(-1 if other == play else 1, 0))

    assert never_negative(environment, **{**BOUNDS, "horizon": 1}).refutation is None
    assert never_negative(environment, **BOUNDS).refutation.disagreement.history == play
