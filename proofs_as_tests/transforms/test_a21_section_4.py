"""Alexander et al. 2021, Section 4: handicaps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.checking import never_negative, pays_one_and_shows_zero
from formal_rl.environments import TableAgent, embed, interaction
from formal_rl.errors import NotAPercept, UndefinedComposition
from formal_rl.histories import Percept, history
from formal_rl.statements.alexander_2021.as_printed import LETTERS
from formal_rl.statements.alexander_2021.penalties import (
    HANDICAPS,
    ORDINARY,
    total_of,
    totals,
)
from formal_rl.strategies import agents, environments
from formal_rl.transforms import with_handicap, with_handicap_repaired

MERCIFUL = (Percept(0, 0), Percept(2, 0), Percept(1, 1))
DECISIONS = (never_negative, pays_one_and_shows_zero)
BOUNDS = {"horizon": 2, "percepts": MERCIFUL[:2], "actions": (0, 1)}
merciful = environments(percepts=MERCIFUL)
handicaps = st.sampled_from(sorted(HANDICAPS))
names = pytest.mark.parametrize("name", HANDICAPS)


@pytest.mark.parametrize("decide", DECISIONS)
def test_no_percept_is_not_judged(decide):
    """Where the environment answers with no percept, it is neither merciful nor not."""
    with pytest.raises(NotAPercept):
        decide(lambda agent, play: None, **BOUNDS)


def test_the_smallest_play_is_found():
    """A punishment on one play of two actions is found there, and not at a lesser horizon."""
    play = history((2, 0), 1, (0, 0), 0)
    environment = embed(lambda other: Percept(-1 if other == play else 1, 0))

    assert never_negative(environment, **{**BOUNDS, "horizon": 1}).refutation is None
    assert never_negative(environment, **BOUNDS).refutation.disagreement.history == play


@pytest.mark.statement("A21-D12-merciful")
@given(environment=merciful)
def test_what_is_made_of_no_negative_reward_is_merciful(environment):
    """An environment of rewards that are not negative is found merciful, and is no handicap."""
    assert never_negative(embed(environment), **BOUNDS).refutation is None
    assert pays_one_and_shows_zero(embed(environment), **BOUNDS).refutation is not None


@pytest.mark.statement("A21-D12-handicap")
@given(environment=environments(percepts=[Percept(1, 0), Percept(-1, 0)]))
def test_what_is_made_of_1_and_minus_1_is_a_handicap(environment):
    """An environment that has no percepts but (1, 0) and (-1, 0) is found to be a handicap."""
    assert pays_one_and_shows_zero(embed(environment), **BOUNDS).refutation is None


@pytest.mark.statement("A21-D12-compose")
@names
@given(agent=agents(), environment=merciful)
def test_no_example_is_a_handicap_by_the_letter(name, agent, environment):
    """Every example pays 0 at first, and there e * h is not defined."""
    with pytest.raises(UndefinedComposition) as raised:
        with_handicap(embed(environment), HANDICAPS[name])(agent, ())

    assert raised.value.environment_percept == environment(())
    assert raised.value.handicap_percept == (0, 0)


@pytest.mark.statement("A21-E13")
@pytest.mark.parametrize("name", ["ignore_rewards", "backward_consciousness", "false_memories"])
@given(agent=agents(), environment=merciful)
def test_a_run_is_had_without_penalty(name, agent, environment):
    """An agent that acts as another, and on what is hypothetical as it just acted, is never punished in eight steps."""
    run = interaction(agent, embed(environment), 8)
    answers = {}
    for index in range(0, 16, 2):
        assert answers.setdefault(run[: index + 1], run[index + 1]) == run[index + 1]
        hypothetical = LETTERS[name].hypothetical(run[: index + 2])
        assert answers.setdefault(hypothetical, run[index + 1]) == run[index + 1]
    obliging = TableAgent(answers)

    assert interaction(obliging, with_handicap_repaired(embed(environment), HANDICAPS[name]), 8) == run


@pytest.mark.statement("A21-E13")
@given(agent=agents(), name=handicaps, where=st.sampled_from(sorted(ORDINARY)))
def test_nobody_does_better_than_the_best(agent, name, where):
    """No agent gets more than the greatest total that was found."""
    environment, number, horizon, _ = ORDINARY[where]
    composed = with_handicap_repaired(embed(environment), HANDICAPS[name])
    best = totals((environment,), HANDICAPS[name], horizon, range(number))

    assert total_of(agent, composed, horizon)[0] <= best.best
