"""Alexander et al. 2022, Theorem 10, in four parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import interaction, interaction_ordinary
from formal_rl.histories import prompt_prefixes
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.strategies import actions, agents, environments, percepts
from formal_rl.transforms import reality_check, reality_check_alternate, reality_check_memoised


def _histories_to_tell(agent, choices):
    """Build a history whose actions are the agent's own, except where a choice says otherwise."""
    prompt = (choices[0][0],)
    for percept, own, other in choices[1:]:
        prompt = (*prompt, agent(prompt) if own else other, percept)
    return prompt


_CHOICES = st.lists(st.tuples(percepts(), st.booleans() | st.just(True), actions()), min_size=1, max_size=9)


@pytest.mark.statement("A22-T10.1")
@given(agent=agents(), choices=_CHOICES)
def test_T10_1_beyond_the_exhausted_scope(agent, choices):
    """The two definitions agree on longer histories, over larger alphabets, partly genuine."""
    prompt = _histories_to_tell(agent, choices)

    assert reality_check(agent)(prompt) == reality_check_alternate(agent)(prompt)


@pytest.mark.statement("A22-T10.2")
@given(agent=agents(), choices=_CHOICES)
def test_T10_2_beyond_the_exhausted_scope(agent, choices):
    """Checking twice is checking once, on longer histories and larger alphabets."""
    prompt = _histories_to_tell(agent, choices)
    once = reality_check_memoised(agent)

    assert once(prompt) == reality_check_memoised(once)(prompt)


@pytest.mark.statement("A22-T10.3")
@pytest.mark.parametrize("name", EXTENDED_ENVIRONMENTS)
@given(agent=agents())
def test_T10_3_beyond_the_exhausted_scope(name, agent):
    """Along twenty steps of its own interaction with a named environment, the checked agent acts as the agent."""
    checked = reality_check_memoised(agent)
    play = interaction(checked, EXTENDED_ENVIRONMENTS[name], 20)

    for prompt in prompt_prefixes(play):
        assert agent(prompt) == checked(prompt)


@pytest.mark.statement("A22-T10.4")
@given(agent=agents(), environment=environments())
def test_T10_4_beyond_the_exhausted_scope(agent, environment):
    """In any ordinary environment the two interactions are the same for twenty steps."""
    checked = reality_check_memoised(agent)

    assert interaction_ordinary(agent, environment, 20) == interaction_ordinary(checked, environment, 20)
