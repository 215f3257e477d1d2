"""Alexander et al. 2021, Section 2: agents, extended environments, interaction."""

import pytest
from hypothesis import given

from formal_rl.environments import interaction
from formal_rl.histories import percepts, require_play
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.strategies import agents


@pytest.mark.statement("A21-L5")
@pytest.mark.parametrize("name", EXTENDED_ENVIRONMENTS)
@given(agent=agents())
def test_interaction_goes_on(name, agent):
    """Twenty-five steps of any agent in any named environment are defined and typed."""
    play = interaction(agent, EXTENDED_ENVIRONMENTS[name], 25)

    require_play(play)
    assert len(percepts(play)) == 25
