"""Wainwright and Eckersley 2019, Sections 2 and 5: agents, rewards and penalties."""

import pytest

from formal_rl.statements import find, holds, rejects


@pytest.mark.statement("W19-agent")
def test_W19_agent_holds():
    """An agent turns, and then moves, pushes and pulls, or makes, removes or shoves away what is ahead, or
    leaves through an open exit; what is round it is frozen. In a step the agents act one after the other, then
    the board advances, then the goals, and then exits open or close.
    """
    holds("W19-agent")


@pytest.mark.statement("W19-agent")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-agent").twins])
def test_W19_agent_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("W19-agent", twin)


@pytest.mark.statement("W19-reward")
def test_W19_reward_holds():
    """V is 3 for each dot of life on a blue goal, less 1 for each red dot, or by the published table what each
    colour is worth on each colour of goals. A step pays V, by the published table, after it less V before
    it, and leaving 1 more; while an agent is active its rewards add up to V at the end less V at the start.
    """
    holds("W19-reward")


@pytest.mark.statement("W19-reward")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-reward").twins])
def test_W19_reward_rejects(twin):
    """The check refutes each deliberately wrong twin by hand."""
    assert rejects("W19-reward", twin).domain == "by hand"


@pytest.mark.statement("W19-penalty")
def test_W19_penalty_holds():
    """Charged λ for each cell that a step changes from its starting value, and credited λ for each that it resets, an
    agent is charged λ times the number of deviating cells at the end. Charged for each change, or at each step,
    it is not charged by how a play ends.
    """
    holds("W19-penalty")


@pytest.mark.statement("W19-penalty")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-penalty").twins])
def test_W19_penalty_rejects(twin):
    """The check refutes each deliberately wrong twin by hand."""
    assert rejects("W19-penalty", twin).domain == "by hand"


@pytest.mark.statement("W19-penalty-goals")
def test_W19_penalty_goals_is_refuted():
    """Penalising the agent's goals too is no more than a rescaling of rewards or penalty, so that what is
    optimal stays so.
    """
    holds("W19-penalty-goals")


@pytest.mark.statement("W19-penalty-goals")
@pytest.mark.parametrize("twin", [twin.name for twin in find("W19-penalty-goals").twins])
def test_W19_penalty_goals_rejects(twin):
    """The check refutes each deliberately wrong twin by hand."""
    assert rejects("W19-penalty-goals", twin).domain == "by hand"
