"""Alexander et al. 2022, Section 6: opposites, on longer runs and in the play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import embed, interaction
from formal_rl.histories import map_rewards
from formal_rl.statements import EXTENDED_ENVIRONMENTS
from formal_rl.statements.alexander_2022.opposites import blind_to_rewards
from formal_rl.strategies import agents, environments, plays
from formal_rl.transforms import opposite, opposite_outside

named = st.sampled_from(sorted(EXTENDED_ENVIRONMENTS)).map(EXTENDED_ENVIRONMENTS.__getitem__)


def negated(history):
    """The history with all rewards times -1."""
    return map_rewards(lambda reward: -reward, history)


@pytest.mark.statement("A22-S6-opposite")
@given(agent=agents(), environment=named, play=plays(max_percepts=5))
def test_twice_opposed_is_as_it_was_and_outside_is_the_letter_on_the_negated_play(agent, environment, play):
    """Observations stay."""
    by_letter, outside = opposite(environment), opposite_outside(environment)

    assert outside(agent, play) == by_letter(agent, negated(play))
    assert by_letter(agent, play).observation == environment(agent, play).observation
    for turned in (opposite, opposite_outside):
        assert turned(turned(environment))(agent, play) == environment(agent, play)


@pytest.mark.statement("A22-S6-opposite")
@given(agent=agents(), environment=named | environments().map(embed))
def test_the_score_beyond_the_exhausted_scope(agent, environment):
    """An agent that sees no reward has the same run in both, but for the signs, for ten steps."""
    blind = blind_to_rewards(agent)

    assert interaction(blind, opposite_outside(environment), 10) == negated(interaction(blind, environment, 10))
