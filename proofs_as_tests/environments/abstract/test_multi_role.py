"""The crying baby and societies of copies: the statements, numbers, seats, and what is named when it is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import LastRewardSignLearner
from formal_rl.environments.abstract import VILLAGE, SocietyIncremental, in_society, moves_of
from formal_rl.environments.abstract.multi_role import BAKER, CHILD, FARMER, village
from formal_rl.histories import Percept, actions
from formal_rl.strategies import agents, plays

WATCHED = 1_000


def lived(*own):
    """A play of these actions; what was met does not matter."""
    return tuple(element for action in own for element in (Percept(0, 0), action))


@given(agent=agents(), play=plays(max_percepts=6), seat=st.integers(0, 2))
def test_only_the_actions_of_the_play_count(agent, play, seat):
    """Whatever was met on the way, from each seat."""
    environment = in_society(VILLAGE, seat)

    assert environment(agent, play) == environment(agent, lived(*actions(play)))


def test_the_food_may_be_negative():
    """Without a sack it is 3, 2, 1, 0, -1 at the child's turns: it is content for three."""
    life, _ = moves_of(VILLAGE, FARMER, lambda prompt: 1, (1,) * 5)

    assert [deed.met.reward for deed in life if deed.person == CHILD] == [1, 1, 1, -1, -1]


def test_a_sack_waits():
    """Given while the baker keeps, it is baked of in the next round; then there is none."""

    def from_the_second_on(prompt):
        return 1 if len(prompt) == 1 else 0

    rewards = [village(from_the_second_on, lived(*[0, 1, 1][:rounds])).reward for rounds in range(4)]

    assert rewards == [0, -1, 1, -1]


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
