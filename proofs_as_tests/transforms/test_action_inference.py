"""An agent need not be told its own past actions: it can infer them. Longer histories than A21-D3-actions has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import ignore_rewards, interaction, reverse_history
from formal_rl.histories import Percept, actions, history, percepts
from formal_rl.strategies import agents, prompts
from formal_rl.transforms import infer_actions


def test_by_hand_with_observations():
    """Doing the last action plus the last observation, the twin infers 3, 3 + 4 = 7, and does 7 + 5 = 12."""

    def agent(prompt):
        return (prompt[-2] if len(prompt) > 1 else 0) + prompt[-1].observation

    assert infer_actions(agent)(history((0, 3), 1, (0, 4), 1, (0, 5))) == 12
    assert agent(history((0, 3), 1, (0, 4), 1, (0, 5))) == 6


@given(agents(number_of_actions=3), prompts(), st.data())
def test_actions_do_not_matter(agent, prompt, data):
    """The twin does the same whatever actions the prompt records, and the twin of the twin is the twin."""
    number = len(actions(prompt))
    other = list(prompt)
    other[1::2] = data.draw(st.lists(st.integers(0, 9), min_size=number, max_size=number))
    twin = infer_actions(agent)

    assert percepts(tuple(other)) == percepts(prompt)
    assert twin(prompt) == twin(tuple(other)) == infer_actions(twin)(prompt)


@given(agents(number_of_actions=3), st.sampled_from([ignore_rewards, reverse_history]), st.integers(0, 4))
def test_on_its_own_history(agent, environment, steps):
    """Where every recorded action is the agent's own, agent and twin agree."""
    result = interaction(agent, environment, steps)

    for length in range(1, len(result), 2):
        assert agent(result[:length]) == infer_actions(agent)(result[:length])


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_it_asks_once_for_each_percept(n):
    """On n percepts the twin asks n questions, ever longer, with the inferred actions in them: 1, 3, 5, ..."""
    asked = []

    def agent(prompt):
        asked.append(prompt)
        return len(prompt)

    infer_actions(agent)((Percept(0, 0), 9) * (n - 1) + (Percept(0, 0),))

    longest = (Percept(0, 0), 1, Percept(0, 0), 3, Percept(0, 0), 5, Percept(0, 0))
    assert [longest[: 2 * k - 1] for k in range(1, n + 1)] == asked
