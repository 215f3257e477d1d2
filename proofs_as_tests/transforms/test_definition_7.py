"""Alexander et al. 2022, Definition 7: the reality check."""

import pytest
from hypothesis import given

from formal_rl.agents import as_agent
from formal_rl.strategies import agents, learners, prompts
from formal_rl.transforms import reality_check, reality_check_fold, reality_check_memoised


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
