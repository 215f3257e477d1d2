"""Alexander et al. 2022, Definition 7 and Theorem 10: the reality check, sampled beyond every scope that is decided."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import embed, equally_weighted, ignore_rewards, interaction, without_rewards
from formal_rl.environments.examples.punish_freezing import punish_freezing
from formal_rl.environments.interaction import interaction_ordinary
from formal_rl.environments.weighted_average import upsilon
from formal_rl.histories import percepts, prompt_prefixes
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.strategies import actions, agents, environments
from formal_rl.strategies import percepts as any_percept
from formal_rl.transforms import gain, others_pasts, reality_check, reality_check_alternate, reality_check_memoised

FORMS = {"definition": (reality_check, 5), "memoised": (reality_check_memoised, 9)}
"""The recursion of Definition 7 asks 2^(n - 1) questions about n percepts; so each form has its longest history."""

every_form = pytest.mark.parametrize(("check", "longest"), FORMS.values(), ids=FORMS)
NAMED = st.sampled_from(sorted(EXTENDED_ENVIRONMENTS))


@st.composite
def histories(draw, agent, longest):
    """Draw a prompt of up to ``longest`` percepts; most of its actions are the agent's own."""
    prompt = (draw(any_percept()),)
    for _ in range(draw(st.integers(0, longest - 1))):
        own = draw(st.integers(0, longest)) > 0
        prompt = (*prompt, agent(prompt) if own else draw(actions()), draw(any_percept()))
    return prompt


def several_histories(agent, longest):
    """Draw four of them."""
    return st.tuples(*[histories(agent, longest)] * 4)


@pytest.mark.statement("A22-D7")
@every_form
@given(agent=agents(number_of_actions=3), data=st.data())
def test_definition_7(check, longest, agent, data):
    """π_RC does what π does if π_RC would have taken each past action; otherwise it does what π does on ⟨x_1⟩."""
    for prompt in data.draw(several_histories(agent, longest)):
        checked = check(agent)
        genuine = all(prompt[end] == checked(prompt[:end]) for end in range(1, len(prompt), 2))
        assert checked(prompt) == agent(prompt if genuine else prompt[:1])


@pytest.mark.statement("A22-T10.1")
@every_form
@given(agent=agents(number_of_actions=3), data=st.data())
def test_part_1_alternate_definition(check, longest, agent, data):
    """Comparing each past action with π's instead of π_RC's defines the same agent."""
    for prompt in data.draw(several_histories(agent, longest)):
        assert check(agent)(prompt) == reality_check_alternate(agent)(prompt)


@pytest.mark.statement("A22-T10.2")
@every_form
@given(agent=agents(number_of_actions=3), data=st.data())
def test_part_2_idempotence(check, longest, agent, data):
    """The reality check of a reality check is that reality check."""
    for prompt in data.draw(several_histories(agent, longest)):
        assert check(check(agent))(prompt) == check(agent)(prompt)


@pytest.mark.statement("A22-T10.3")
@pytest.mark.parametrize(("check", "steps"), [(reality_check, 5), (reality_check_memoised, 20)], ids=FORMS)
@given(agent=agents(), environment=NAMED.map(EXTENDED_ENVIRONMENTS.get) | environments().map(embed))
def test_part_3_equivalence_on_genuine_history(check, steps, agent, environment):
    """Along its own interaction with any extended environment, π_RC acts as π."""
    checked = check(agent)

    for prompt in prompt_prefixes(interaction(checked, environment, steps)):
        assert checked(prompt) == agent(prompt)


@pytest.mark.statement("A22-T10.4")
@pytest.mark.parametrize(("check", "steps"), [(reality_check, 7), (reality_check_memoised, 20)], ids=FORMS)
@given(agent=agents(), environment=environments())
def test_part_4_equivalence_in_ordinary_environments(check, steps, agent, environment):
    """In every ordinary environment π_RC and π have the same interaction."""
    assert interaction_ordinary(check(agent), environment, steps) == interaction_ordinary(agent, environment, steps)


@pytest.mark.statement("A22-S2-upsilon")
@given(agent=agents(), members=st.lists(environments(), min_size=1, max_size=4))
def test_the_same_measure_over_ordinary_environments(agent, members):
    """So over any ordinary environments π_RC and π have the same weighted average reward."""
    family = equally_weighted(embed(member) for member in members)

    assert upsilon(reality_check_memoised(agent), family, 12) == upsilon(agent, family, 12)


@pytest.mark.statement("A22-S5-trivialise")
@given(agent=agents())
def test_ignore_rewards_becomes_trivial(agent):
    """π_RC gets 1 from ignore rewards until π first differs with the rewards erased; then 1 for y_1 alone."""
    run = interaction(reality_check_memoised(agent), ignore_rewards, 30)
    steps = range(1, len(run) // 2 + 1)
    m = next((m for m in steps if agent(run[: 2 * m - 1]) != agent(without_rewards(run[: 2 * m]))), 31)
    for n in range(1, 30):
        expected = 1 if n < m or (n > m and run[2 * n - 1] == run[1]) else -1
        assert run[2 * n].reward == expected


@pytest.mark.statement("A22-gain-zero")
@given(agent=agents(), name=NAMED)
def test_whoever_is_asked_only_about_its_own_past_gains_nothing(agent, name):
    """An environment that asks an agent only about pasts that are its own doing pays π_RC what it pays π."""
    environment = EXTENDED_ENVIRONMENTS[name]
    if not list(others_pasts(agent, environment, 6)):
        assert gain(agent, environment, 6, transform=reality_check_memoised) == 0


@pytest.mark.statement("A22-S6-antiRC")
@given(agent=agents(number_of_actions=3))
def test_freezing_can_be_punished(agent):
    """Some environment pays every π_RC -1 at every step, and no agent less."""

    def total(player):
        return sum(percept.reward for percept in percepts(interaction(player, punish_freezing, 20)))

    assert total(reality_check_memoised(agent)) == -19 <= total(agent)
