"""Interaction with chance: deterministic agents as ever, and what shows how often an agent is drawn."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import Distribution, certain, independent, mixture, uniform
from formal_rl.environments import embed, ignore_rewards, interaction, interaction_law, without_chance
from formal_rl.histories import Percept
from formal_rl.strategies import agents, environments

DRAWINGS = ("life", "step", "question")


@pytest.mark.parametrize("drawing", DRAWINGS)
@given(agent=agents(), environment=environments(), steps=st.integers(0, 4))
def test_without_chance_it_is_the_interaction(drawing, agent, environment, steps):
    """An agent and an environment that toss nothing have one run, for sure."""
    for world in (embed(environment), ignore_rewards):
        got = interaction_law(mixture(certain(agent)), without_chance(world), steps, drawing)

        assert got == certain(interaction(agent, world, steps, remember=False))


@given(agents(), agents(), environments(), st.integers(1, 4))
def test_a_mixture_has_the_runs_of_its_agents(one, other, environment, steps):
    """Drawn once a life, each agent's run has at least its weight, and there are no others."""
    agent = (
        mixture(Distribution({one: Fraction(1, 3), other: Fraction(2, 3)})) if one != other else mixture(certain(one))
    )
    got = interaction_law(agent, without_chance(embed(environment)), steps, "life")

    assert set(got.chances) == {interaction(each, embed(environment), steps) for each in (one, other)}


@given(environments(), st.integers(1, 3))
def test_an_ordinary_environment_does_not_show_how_often(environment, steps):
    """An agent whose actions are independent has one law of interaction, however often it is drawn."""
    agent = independent(lambda prompt: uniform(0, 1) if len(prompt) < 4 else certain(1))
    laws = [interaction_law(agent, without_chance(embed(environment)), steps, drawing) for drawing in DRAWINGS]

    assert laws[0] == laws[1] == laws[2]


def test_an_environment_that_tosses_anew_is_one_drawn_once_a_life():
    """Each play of a run is asked about once, so a table of tosses is never read twice."""

    def remembering(toss):
        table = {}

        def environment(agent, play):
            if play not in table:
                table[play] = toss(uniform(Percept(0, 0), Percept(1, 0)))
            return table[play]

        return environment

    def forgetting(toss):
        return lambda agent, play: toss(uniform(Percept(0, 0), Percept(1, 0)))

    agent = independent(lambda prompt: uniform(0, 1))
    once, anew = (interaction_law(agent, environment, 2, "question") for environment in (remembering, forgetting))

    assert once == anew
    assert len(once.chances) == 16
