"""Alexander et al. 2022, Definition 7: the reality check."""

import pytest
from hypothesis import given

from formal_rl.environments import as_agent
from formal_rl.statements import find, holds, rejects
from formal_rl.strategies import agents, learners, prompts
from formal_rl.transforms import reality_check, reality_check_fold, reality_check_memoised


@pytest.mark.statement("A22-D7")
def test_A22_D7_holds():
    """π_RC acts as π on a history each of whose actions is the one π_RC would have taken, and otherwise does what
    π does on the first percept."""
    holds("A22-D7")


@pytest.mark.statement("A22-D7")
@pytest.mark.parametrize("twin", [twin.name for twin in find("A22-D7").twins])
def test_A22_D7_rejects(twin):
    """The check refutes each deliberately wrong twin."""
    rejects("A22-D7", twin)


@pytest.mark.statement("A22-D7")
@given(agent=agents(), prompt=prompts(max_percepts=9))
def test_the_memoised_form_is_the_definition(agent, prompt):
    """On any history the memoised form does what the recursion does."""
    assert reality_check(agent)(prompt) == reality_check_memoised(agent)(prompt)


@pytest.mark.statement("A22-D7")
@given(learner=learners(max_registers=0), prompt=prompts(max_percepts=9))
def test_the_fold_is_the_definition(learner, prompt):
    """On any history the fold of a learner does what the recursion does for the learner read as an agent."""
    assert reality_check(as_agent(learner))(prompt) == as_agent(reality_check_fold(learner))(prompt)
