"""Societies of copies: food that is owed, and a long run from each seat."""

import pytest
from attrs import evolve

from formal_rl.agents import LastRewardSignLearner
from formal_rl.environments.abstract.multi_role import (
    BAKER,
    CHILD,
    FARMER,
    VILLAGE,
    Society,
    SocietyIncremental,
    in_society,
    moves_of,
)
from formal_rl.errors import InvalidParameter

WATCHED = 1_000


def test_the_food_may_be_negative():
    """Without a sack it is 3, 2, 1, 0, -1 at the child's turns: it is content for three."""
    life, _ = moves_of(VILLAGE, FARMER, lambda prompt: 1, (1,) * 5)

    assert [deed.met.reward for deed in life if deed.person == CHILD] == [1, 1, 1, -1, -1]


def test_a_copy_that_answers_none_is_refused():
    """Its answer is not taken for the end of the true agent's own actions."""
    with pytest.raises(InvalidParameter, match="element 0 is None"):
        moves_of(VILLAGE, BAKER, lambda prompt: None, ())


@pytest.mark.parametrize("seat", [FARMER, BAKER, CHILD])
def test_a_thousand_steps(seat):
    """Incrementally, at a cost that does not grow; the copies are asked twice a round, and no one else is."""
    asked = []

    class Counting(LastRewardSignLearner):
        def act(self, state, observation):
            asked.append(observation)
            return super().act(state, observation)

    form, learner = SocietyIncremental(VILLAGE, seat), Counting()
    _, state = form.start(learner)
    assert len(asked) == seat
    for _ in range(WATCHED):
        _, state = form.advance(learner, state, 0)
    assert len(asked) == seat + 2 * WATCHED


@pytest.mark.parametrize("seat", [-1, 3, True, 1.0])
@pytest.mark.parametrize("build", [in_society, SocietyIncremental])
def test_an_unknown_seat_raises(build, seat):
    """A seat is a number from 0, below that of the roles."""
    with pytest.raises(InvalidParameter):
        build(VILLAGE, seat)


def test_a_society_has_two_roles_or_more():
    """One is none."""
    assert len(evolve(VILLAGE, roles=VILLAGE.roles[:2]).roles) == 2
    with pytest.raises(InvalidParameter):
        Society(VILLAGE.roles[:1], VILLAGE.initial, VILLAGE.after)
