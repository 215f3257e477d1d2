"""Alexander et al. 2021, Section 2: agents, extended environments, interaction."""

import pytest
from hypothesis import given

from formal_rl.environments import interaction
from formal_rl.histories import check_play, percepts
from formal_rl.statements import find, holds, rejects
from formal_rl.statements.library import EXTENDED_ENVIRONMENTS
from formal_rl.strategies import agents


@pytest.mark.statement("A21-D3")
def test_A21_D3_holds():
    """An agent halts on every prompt with an action. An extended environment halts on every agent and every play
    with a reward and an observation."""
    holds("A21-D3")


@pytest.mark.statement("A21-D3")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-D3").twins])
def test_A21_D3_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-D3", twin)


@pytest.mark.statement("A21-D4")
def test_A21_D4_holds():
    """Reward and observation i are the environment's answer to the agent and everything before; action i is the
    agent's on everything up to observation i."""
    holds("A21-D4")


@pytest.mark.statement("A21-D4")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-D4").twins])
def test_A21_D4_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-D4", twin)


@pytest.mark.statement("A21-L5")
def test_A21_L5_holds():
    """The result of an agent interacting with an extended environment is defined at every step, each element of
    its proper type."""
    holds("A21-L5")


@pytest.mark.statement("A21-L5")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A21-L5").twins])
def test_A21_L5_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A21-L5", twin)


@pytest.mark.statement("A21-L5")
@pytest.mark.parametrize("name", EXTENDED_ENVIRONMENTS)
@given(agent=agents())
def test_interaction_goes_on(name, agent):
    """Twenty-five steps of any agent in any named environment are defined and typed."""
    play = interaction(agent, EXTENDED_ENVIRONMENTS[name], 25)

    check_play(play)
    assert len(percepts(play)) == 25
