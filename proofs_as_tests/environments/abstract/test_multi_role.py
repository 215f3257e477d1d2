"""The crying baby and societies of copies: the statements, numbers, seats, and what is named when it is wrong."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import LastRewardSignLearner
from formal_rl.checking import Scope
from formal_rl.environments import Nutrition, crying_baby_with, interaction
from formal_rl.environments.abstract import VILLAGE, Society, SocietyIncremental, in_society, moves_of
from formal_rl.environments.abstract.multi_role import BAKER, CHILD, FARMER, cradle_with, village
from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import Percept, actions, history
from formal_rl.statements.alexander_2021.society import SEAT_PAIRS, VILLAGE_PAIR
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


@given(agent=agents(), play=plays(max_percepts=6), initial=st.integers(40, 110))
def test_the_cradle_is_the_crying_baby(agent, play, initial):
    """An adult and a baby, with whatever nutrition at first."""
    nutrition = Nutrition(initial=initial)

    assert in_society(cradle_with(nutrition))(agent, play) == crying_baby_with(nutrition)(agent, play)


@given(agent=agents(), seat=st.integers(0, 2))
def test_who_acts_as_itself_lives_the_life_of_its_copy(agent, seat):
    """In the village, from each seat, for five rounds."""
    life, _ = moves_of(VILLAGE, FARMER, agent, actions(interaction(agent, village, 5)))

    assert interaction(agent, in_society(VILLAGE, seat), 5) == tuple(
        element for person, met, did in life if person == seat for element in (met, did)
    )


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


@pytest.mark.parametrize("seat", [-1, 3, True, "child"])
def test_a_seat_that_there_is_not(seat):
    """Is named, by both forms."""
    for make in (in_society, SocietyIncremental):
        with pytest.raises(InvalidParameter, match="the seat"):
            make(VILLAGE, seat)


def test_one_person_is_no_society():
    """Nor is nobody."""
    for few in ((), VILLAGE.roles[:1]):
        with pytest.raises(InvalidParameter, match="two or more"):
            Society(few, VILLAGE.initial, VILLAGE.after)


def test_what_is_no_play_is_named():
    """A prompt is none."""
    with pytest.raises(MalformedHistory):
        village(lambda prompt: 0, history((0, 0)))


@pytest.mark.parametrize("pair", [VILLAGE_PAIR, *SEAT_PAIRS], ids=lambda pair: pair.name)
def test_the_incremental_forms_are_equal(pair):
    """For every learner, and for drawn ones."""
    assert [part.refutation for part in pair.parts(Scope())] == [None, None]
