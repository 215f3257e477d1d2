"""The weighted average over a finite family, by hand and on drawn agents."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import average_reward, bandit, corridor, embed, equally_weighted, ignore_rewards, upsilon
from formal_rl.environments.weighted_average import Weighted
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Percept
from formal_rl.strategies import agents, environments
from formal_rl.transforms import reality_check_memoised

BANDIT, CORRIDOR = embed(bandit((0, 2))), embed(corridor(2))
HALF = Fraction(1, 2)


def one(prompt):
    """Does 1."""
    return 1


def test_average_rewards_by_hand():
    """1 throughout: 2 and 2 and 2 of the bandit; 0, 1, 1 in the corridor. What is paid at first does not count."""
    assert average_reward(one, BANDIT, 3) == 2
    assert average_reward(one, CORRIDOR, 3) == Fraction(2, 3)
    assert average_reward(one, lambda agent, play: Percept(0 if play else 9, 0), 4) == 0
    assert type(average_reward(one, BANDIT, 1)) is Fraction


def test_weights_by_hand():
    """3/4 of 2 and 1/4 of 2/3 are 5/3; with equal weights it is 4/3."""
    family = (Weighted(Fraction(3, 4), BANDIT), Weighted(Fraction(1, 4), CORRIDOR))

    assert upsilon(one, family, 3) == Fraction(5, 3)
    assert upsilon(one, equally_weighted((BANDIT, CORRIDOR)), 3) == Fraction(4, 3)
    assert upsilon(one, (Weighted(1, CORRIDOR),), 3) == Fraction(2, 3)


@pytest.mark.parametrize("weights", [(), (HALF,), (HALF, HALF, HALF), (1, 0), (2, -1), (0.5, HALF), (True,)])
def test_weights_that_are_none(weights):
    """They are exact, above 0 and add up to 1."""
    with pytest.raises(InvalidParameter):
        upsilon(one, tuple(Weighted(weight, BANDIT) for weight in weights), 1)


def test_no_battery_and_no_turns():
    """A battery has a member, and a run has a turn."""
    with pytest.raises(InvalidParameter):
        equally_weighted(())
    for turns in (0, -1, True, 1.0):
        with pytest.raises(InvalidParameter):
            average_reward(one, BANDIT, turns)


@pytest.mark.statement("A22-S2-upsilon")
@given(agent=agents(), members=st.lists(environments(), min_size=1, max_size=4))
def test_the_reality_check_over_drawn_families(agent, members):
    """Twelve turns in each of some ordinary environments."""
    family = equally_weighted(embed(member) for member in members)

    assert upsilon(reality_check_memoised(agent), family, 12) == upsilon(agent, family, 12)


@pytest.mark.statement("A22-S2-upsilon")
@given(agent=agents(), low=st.fractions(0, 1), turns=st.integers(1, 8))
def test_it_lies_between_its_members(agent, low, turns):
    """A weighted average of two lies between them, on the line from one to the other."""
    one_of_them, other = average_reward(agent, BANDIT, turns), average_reward(agent, ignore_rewards, turns)
    family = [Weighted(w, e) for w, e in ((low, BANDIT), (1 - low, ignore_rewards)) if w > 0]

    assert upsilon(agent, family, turns) == low * one_of_them + (1 - low) * other
