"""Alexander et al. 2022, Section 6: opposites."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import LearnerClass, Transition, as_agent
from formal_rl.environments import embed, interaction
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, history, map_rewards, percepts
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.statements.alexander_2022.opposites import TO_FOUR, blind_learner, blind_to_percepts, blind_to_rewards
from formal_rl.statements.alexander_2022.published_library import PUBLISHED_FORMS
from formal_rl.strategies import agents, environments, learners, plays, prompts
from formal_rl.transforms import OppositePublished, opposite, opposite_outside

EVERY = EXTENDED_ENVIRONMENTS
named = st.sampled_from(sorted(EVERY))


def negated(history):
    """The history with all rewards times -1."""
    return map_rewards(lambda reward: -reward, history)


@pytest.mark.statement("A22-S6-opposite")
@given(agent=agents(), name=named, play=plays(max_percepts=5))
def test_twice_opposed_is_as_it_was(agent, name, play):
    """The opposite of the opposite is the environment, in both readings."""
    for turned in (opposite, opposite_outside):
        assert turned(turned(EVERY[name]))(agent, play) == EVERY[name](agent, play)


@pytest.mark.statement("A22-S6-opposite")
@given(agent=agents(), name=named, play=plays(max_percepts=5))
def test_the_two_readings_differ_in_the_play(agent, name, play):
    """Outside on a play is the letter on the play with all rewards times -1; observations stay."""
    by_letter, outside = opposite(EVERY[name]), opposite_outside(EVERY[name])

    assert outside(agent, play) == by_letter(agent, negated(play))
    assert by_letter(agent, play).observation == EVERY[name](agent, play).observation


@pytest.mark.statement("A22-S6-opposite")
@given(agent=agents(), environment=named.map(EVERY.__getitem__) | environments().map(embed))
def test_the_score_beyond_the_exhausted_scope(agent, environment):
    """An agent that sees no reward has the same run in both, but for the signs, for ten steps."""
    blind = blind_to_rewards(agent)

    assert interaction(blind, opposite_outside(environment), 10) == negated(interaction(blind, environment, 10))


@pytest.mark.statement("A22-S6-opposite")
@pytest.mark.parametrize("name", TO_FOUR)
@given(learner=learners())
def test_the_published_score_beyond_the_exhausted_scope(name, learner):
    """A learner that is trained on no reward gets 0 over both in twelve steps."""
    blind = LearnerClass(blind_learner(learner))
    score = 0
    for environment in (PUBLISHED_FORMS[name], OppositePublished(PUBLISHED_FORMS[name])):
        instance = blind.initial
        observation, state = environment.start(blind)
        for _ in range(12):
            action, instance = blind.ask(instance, observation)
            percept, state = environment.step(blind, state, action)
            instance = blind.train(instance, Transition(observation, action, *percept))
            observation = percept.observation
            score += percept.reward

    assert score == 0


@given(agent=agents(), prompt=prompts(max_percepts=5), other=prompts(min_percepts=5, max_percepts=5))
def test_the_blind_see_nothing(agent, prompt, other):
    """What rewards, or percepts, there were makes no difference to the blind."""
    repainted = tuple(other[index] if index % 2 == 0 else element for index, element in enumerate(prompt))

    assert blind_to_percepts(agent)(repainted) == blind_to_percepts(agent)(prompt)
    assert blind_to_rewards(agent)(negated(prompt)) == blind_to_rewards(agent)(prompt)


@given(learner=learners(), prompt=prompts(max_percepts=5))
def test_the_blind_learner_is_the_blind_agent(learner, prompt):
    """Trained on no reward, it acts as the agent that sees none."""
    assert as_agent(blind_learner(learner))(prompt) == blind_to_rewards(as_agent(learner))(prompt)


def test_the_smallest_witness_by_hand():
    """1 at first, then 0; opposed -1, and on that past 1, so -1: the constant agent scores -1."""
    table = {(): Percept(1, 0), history((1, 0), 0): Percept(0, 0), history((-1, 0), 0): Percept(1, 0)}
    environment = embed(table.__getitem__)
    runs = [interaction(lambda prompt: 0, each, 2) for each in (environment, opposite(environment))]

    assert [[percept.reward for percept in percepts(run)] for run in runs] == [[1, 0], [-1, -1]]


@pytest.mark.parametrize("turned", [opposite, opposite_outside])
def test_malformed_plays(turned):
    """They refuse what is no play."""
    with pytest.raises(MalformedHistory):
        turned(embed(lambda play: Percept(0, 0)))(lambda prompt: 0, (Percept(0, 0),))
