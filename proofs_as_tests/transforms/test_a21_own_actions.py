"""Alexander et al. 2021, after Definition 3: an agent need not be told its own actions."""

import pytest
from hypothesis import given

from formal_rl.environments import interaction
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.strategies import agents
from formal_rl.transforms import infer_actions


@pytest.mark.statement("A21-D3-actions")
@pytest.mark.parametrize("name", EXTENDED_ENVIRONMENTS)
@given(agent=agents())
def test_the_twin_has_the_same_interaction_given_the_original(name, agent):
    """Fifteen steps of the twin in a named environment that is given the original are the original's."""
    environment = EXTENDED_ENVIRONMENTS[name]
    given_the_original = interaction(infer_actions(agent), lambda _, play: environment(agent, play), 15)

    assert interaction(agent, environment, 15) == given_the_original
