"""Alexander et al. 2022, Sections 2 and 3: environments, the embedding, two examples."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import embed, interaction, interaction_ordinary, mimic, without_rewards
from formal_rl.histories import Percept, reverse
from formal_rl.statements import find, holds, rejects
from formal_rl.strategies import agents, environments, observations, percepts, plays, prompts


@pytest.mark.statement("A22-D1")
def test_A22_D1_holds():
    """A percept is a rational reward with an observation. An environment maps plays to percepts, an agent prompts
    to actions; their interaction is x_1 y_1 x_2 y_2 ..., each from everything before it."""
    holds("A22-D1")


@pytest.mark.statement("A22-D1")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-D1").twins])
def test_A22_D1_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-D1", twin)


@pytest.mark.statement("A22-D2")
def test_A22_D2_holds():
    """An extended environment maps an agent and a play to a percept. An ordinary environment is one that ignores
    the agent, and so embedded has the same interaction with every agent."""
    holds("A22-D2")


@pytest.mark.statement("A22-D2")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-D2").twins])
def test_A22_D2_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-D2", twin)


@pytest.mark.statement("A22-E3")
def test_A22_E3_holds():
    """Fix an observation O. Paid for acting as if all rewards so far had been 0, always shown O. With O = 0 it is
    Example 6 of 2021."""
    holds("A22-E3")


@pytest.mark.statement("A22-E3")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-E3").twins])
def test_A22_E3_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-E3", twin)


@pytest.mark.statement("A22-E5")
def test_A22_E5_holds():
    """Paid for acting as if history were reversed: φ(h⌢y) is h read from its end. Reversal is an involution."""
    holds("A22-E5")


@pytest.mark.statement("A22-E5")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-E5").twins])
def test_A22_E5_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-E5", twin)


@pytest.mark.statement("A22-D2")
@given(agent=agents(), environment=environments())
def test_embedding_keeps_the_interaction(agent, environment):
    """Fifteen steps in any ordinary environment are the same when it is embedded."""
    assert interaction_ordinary(agent, environment, 15) == interaction(agent, embed(environment), 15)


@pytest.mark.statement("A22-E3")
@given(agent=agents(), play=plays(min_percepts=1), shown=observations())
def test_any_observation_can_be_shown(agent, play, shown):
    """With any O, the reward is 1 exactly for the action on the history with rewards zeroed."""
    zeroed = tuple(Percept(0, e.observation) if i % 2 == 0 else e for i, e in enumerate(play[:-1]))
    expected = Percept(1 if play[-1] == agent(zeroed) else -1, shown)

    assert mimic(without_rewards, observation=shown)(agent, play) == expected


@pytest.mark.statement("A22-E5")
@given(prompts(max_percepts=8, percepts=percepts(observations=st.text(max_size=3))))
def test_reversal_is_an_involution(prompt):
    """Any prompt reversed twice is the prompt."""
    assert reverse(reverse(prompt)) == prompt
