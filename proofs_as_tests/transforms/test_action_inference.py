"""An agent need not be told its own past actions: it can infer them."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import embed, ignore_rewards, interaction, reverse_history
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, actions, all_prompts, history, percept_alphabet, percepts
from formal_rl.strategies import agents, environments, prompts
from formal_rl.transforms import infer_actions


def copycat(prompt):
    """Do 1 more than the last action; 0 at first."""
    return prompt[-2] + 1 if len(prompt) > 1 else 0


def interleave(some_percepts, some_actions):
    """The prompt with these percepts and actions."""
    woven = [None] * (len(some_percepts) + len(some_actions))
    woven[0::2], woven[1::2] = some_percepts, some_actions
    return tuple(woven)


def test_by_hand_on_its_own_history():
    """Told the actions 0, 1, the copycat does 2; inferring them, its twin does too."""
    prompt = history((0, 0), 0, (0, 0), 1, (0, 0))

    assert copycat(prompt) == 2
    assert infer_actions(copycat)(prompt) == 2


def test_by_hand_on_the_history_of_a_stranger():
    """Told the actions 5, 7, the copycat does 8; its twin still infers 0, 1 and does 2."""
    prompt = history((0, 0), 5, (0, 0), 7, (0, 0))

    assert copycat(prompt) == 8
    assert infer_actions(copycat)(prompt) == 2


def test_by_hand_with_observations():
    """Doing the last action plus the last observation, the twin infers 3, 3 + 4 = 7, and does 7 + 5 = 12."""

    def agent(prompt):
        return (prompt[-2] if len(prompt) > 1 else 0) + prompt[-1].observation

    assert infer_actions(agent)(history((0, 3), 1, (0, 4), 1, (0, 5))) == 12
    assert agent(history((0, 3), 1, (0, 4), 1, (0, 5))) == 6


@given(agents(number_of_actions=3), prompts(), st.data())
def test_actions_do_not_matter(agent, prompt, data):
    """The twin does the same whatever actions the prompt records."""
    number = len(actions(prompt))
    others = data.draw(st.lists(st.integers(0, 9), min_size=number, max_size=number))

    assert infer_actions(agent)(prompt) == infer_actions(agent)(interleave(percepts(prompt), others))


@given(agents(number_of_actions=3), st.sampled_from([ignore_rewards, reverse_history]), st.integers(0, 4))
def test_on_its_own_history(agent, environment, steps):
    """Where every recorded action is the agent's own, agent and twin agree."""
    result = interaction(agent, environment, steps)

    for length in range(1, len(result), 2):
        assert agent(result[:length]) == infer_actions(agent)(result[:length])


@given(agents(number_of_actions=3), environments(), st.integers(0, 4))
def test_in_ordinary_environments(agent, environment, steps):
    """An agent and its twin have the same result with every ordinary environment."""
    assert interaction(agent, embed(environment), steps) == interaction(infer_actions(agent), embed(environment), steps)


@given(agents(), prompts())
def test_twins_of_twins(agent, prompt):
    """The twin of the twin is the twin."""
    assert infer_actions(agent)(prompt) == infer_actions(infer_actions(agent))(prompt)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_it_asks_once_for_each_percept(n):
    """On n percepts the twin asks n questions, ever longer, with the inferred actions in them."""
    asked = []

    def agent(prompt):
        asked.append(prompt)
        return len(prompt)

    infer_actions(agent)((Percept(0, 0), 9) * (n - 1) + (Percept(0, 0),))

    # It infers 1, 3, 5, ...: the lengths of the prompts before.
    longest = (Percept(0, 0), 1, Percept(0, 0), 3, Percept(0, 0), 5, Percept(0, 0))
    assert [longest[: 2 * k - 1] for k in range(1, n + 1)] == asked


def test_for_every_agent_on_two_percepts():
    """For all 2^(2 + 8) agents with 2 percepts and 2 actions, and all prompts, the twin is as it is defined."""
    some = percept_alphabet(2)
    domain = [*all_prompts(some, (0, 1), 1), *all_prompts(some, (0, 1), 2)]
    cases = 0
    for answers in product((0, 1), repeat=len(domain)):
        agent = dict(zip(domain, answers, strict=True)).__getitem__
        mutant = infer_actions(agent)
        for prompt in domain:
            x = percepts(prompt)
            inferred = x if len(x) == 1 else (x[0], agent(x[:1]), x[1])
            assert agent(inferred) == mutant(prompt)
            cases += 1

    assert cases == 2**10 * 10


@pytest.mark.parametrize("value", [(), (Percept(0, 0), 0), ((0, 0),), [Percept(0, 0)]])
def test_malformed_prompts(value):
    """The twin refuses what is no prompt."""
    with pytest.raises(MalformedHistory):
        infer_actions(copycat)(value)
