"""The crying baby, from both sides: worked by hand, nutrition, and where the functional form departs."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.agents import LearnerClass, Transition
from formal_rl.checking import every_sequence, functional_departure
from formal_rl.environments import (
    FEED,
    LAUGH,
    Nutrition,
    TableAgent,
    TableLearner,
    crying_baby,
    crying_baby_2,
    crying_baby_with,
    interaction,
)
from formal_rl.environments.library.crying_baby import (
    crying_baby_2_incremental,
    crying_baby_2_published,
    crying_baby_2_with,
    crying_baby_functional,
    crying_baby_incremental,
    crying_baby_published,
)
from formal_rl.errors import MalformedHistory
from formal_rl.histories import Percept, actions, flatten, history
from formal_rl.strategies import agents, plays

NOT, CRY = 1, 1


def by_last_reward(prompt):
    """Cry, or leave unfed, on a negative reward."""
    return 1 if prompt[-1].reward < 0 else 0


def lived(*adult):
    """A play of the given actions; what was met does not matter."""
    return tuple(element for action in adult for element in (Percept(0, 0), action))


# --- Nutrition ---


@pytest.mark.parametrize(
    ("turns", "meals", "level", "reward"),
    [
        (0, 0, 100, 1),
        (1, 0, 97, 1),
        (1, 1, 122, 1),
        (16, 0, 52, 1),
        (17, 0, 49, -1),
        (4, 4, 188, 1),
        (5, 5, 210, -1),
        (33, 0, 1, -1),
        (34, 0, -2, -1),
    ],
)
def test_nutrition_by_hand(turns, meals, level, reward):
    """100 + 25 f - 3 n: not content below 50 or above 200; negative after 34 turns without a meal."""
    nutrition = Nutrition()

    assert nutrition.level(turns, meals) == level
    assert nutrition.reward(level) == reward


def test_the_bounds_are_content():
    """50 and 200 themselves are."""
    assert [Nutrition().reward(level) for level in (49, 50, 200, 201)] == [-1, 1, 1, -1]


@given(play=plays(actions=range(3), max_percepts=9))
def test_nutrition_is_the_papers(play):
    """N(s) = 100 + 25 f(s) - len(s), with the length of the flat form."""
    level = Nutrition().level(len(play) // 2, actions(play).count(FEED))

    assert level == 100 + 25 * actions(play).count(FEED) - len(flatten(play))


# --- Seen by the adult ---


def test_by_hand():
    """The baby is content and laughs; unfed, it is on (1,1) and cries; then on (1,1) 1 (1,0), and laughs."""
    baby = TableAgent({history((1, FEED)): LAUGH, history((1, NOT)): CRY, history((1, NOT), CRY, (1, FEED)): LAUGH})

    assert crying_baby(baby, ()) == Percept(1, LAUGH)
    assert crying_baby(baby, lived(FEED)) == Percept(1, LAUGH)
    assert crying_baby(baby, lived(NOT)) == Percept(-1, CRY)
    assert crying_baby(baby, lived(NOT, FEED)) == Percept(1, LAUGH)


def test_every_other_number_is_not_to_feed_and_to_cry():
    """The adult's 7 is seen by the baby; the baby's 5 is shown, and is crying."""
    baby = TableAgent({history((1, 7)): 5})

    assert crying_baby(baby, lived(7)) == Percept(-1, 5)


def test_hunger_and_surfeit():
    """Unfed, a baby that cries when not content cries at turn 17; fed always, at turn 5."""
    unfed = [crying_baby(by_last_reward, lived(*[NOT] * n)).reward for n in range(1, 19)]
    fed = [crying_baby(by_last_reward, lived(*[FEED] * n)).reward for n in range(1, 7)]

    assert unfed == [1] * 16 + [-1] * 2
    assert fed == [1, 1, 1, 1, -1, -1]


def test_published_by_hand():
    """The baby is asked on what it sees, and told that it answered what it saw a turn before."""
    baby = TableLearner({((), FEED): 0, ((), NOT): 1, ((Transition(FEED, 1, 1, NOT),), FEED): 1})
    copies = LearnerClass(baby)
    shown, state = crying_baby_published.start(copies)
    first, state = crying_baby_published.step(copies, state, NOT)
    second, state = crying_baby_published.step(copies, state, FEED)

    assert (shown, first, second) == (LAUGH, Percept(-1, CRY), Percept(-1, CRY))
    assert (state.nutrition, state.before) == (5, FEED)


@pytest.mark.parametrize(
    ("given", "level", "felt"), [(FEED, [6, 7, 8, 9, 9], [1, 1, -1]), (NOT, [4, 3, 2, 1, 0, 0], [1, 1, -1])]
)
def test_published_nutrition_stays_within_bounds(given, level, felt):
    """From 5, one more or one less; at most 9, at least 0; content from 3 to 7."""
    told = []

    class Copies(LearnerClass):
        def train(self, state, transition):
            told.append(transition.reward)
            return state

    copies = Copies(TableLearner({((), FEED): 0, ((), NOT): 0}))
    _, state = crying_baby_published.start(copies)
    levels = []
    for _ in level:
        _, state = crying_baby_published.step(copies, state, given)
        levels.append(state.nutrition)

    assert levels == level
    assert told[:3] == felt


def test_where_the_functional_form_departs():
    """Fed five times and then not: after nine turns 198 is content, and the functional form's 213 is not."""
    play = lived(*[FEED] * 5, *[NOT] * 4)

    assert crying_baby(by_last_reward, play) == Percept(1, LAUGH)
    assert crying_baby_functional(by_last_reward, play) == Percept(-1, CRY)


def test_functional_by_hand():
    """Fed four times it has 100 + 28 4 - 12 = 200, and fed once in 26 turns 100 + 28 - 78 = 50: both content."""
    assert crying_baby_functional(by_last_reward, lived(*[FEED] * 4)) == Percept(1, LAUGH)
    assert crying_baby_functional(by_last_reward, lived(FEED, *[NOT] * 25)) == Percept(1, LAUGH)
    assert crying_baby_functional(by_last_reward, lived(FEED, *[NOT] * 26)) == Percept(-1, CRY)


def test_the_functional_form_does_not_depart_before_turn_nine():
    """The nutrition is on the same side of the bounds for every number of meals in fewer turns."""
    letter, functional = Nutrition(), Nutrition(meal=28)
    parting = [
        (turns, meals)
        for turns in range(10)
        for meals in range(turns + 1)
        if letter.reward(letter.level(turns, meals)) != functional.reward(functional.level(turns, meals))
    ]

    assert parting == [(9, 5)]
    assert (
        functional_departure(
            "", crying_baby_functional, crying_baby, actions=range(2), played=every_sequence(4)
        ).refutation
        is None
    )


# --- Seen from the cradle ---


def test_from_the_cradle_by_hand():
    """The parent is paid for a laugh and feeds; after a cry it is on (1,0) 0 (-1,1), and does not."""
    parent = TableAgent({history((1, LAUGH)): FEED, history((-1, CRY)): NOT, history((1, LAUGH), FEED, (-1, CRY)): NOT})

    assert crying_baby_2(parent, ()) == Percept(1, NOT)
    assert crying_baby_2(parent, lived(LAUGH)) == Percept(1, FEED)
    assert crying_baby_2(parent, lived(CRY)) == Percept(1, NOT)
    assert crying_baby_2(parent, lived(LAUGH, CRY)) == Percept(1, NOT)


def test_the_parents_meals_count():
    """A parent that feeds only on a laugh: crying, the baby starves at turn 17; laughing, it has too much at turn 5."""
    cried = [crying_baby_2(by_last_reward, lived(*[CRY] * n)) for n in (16, 17)]
    laughed = [crying_baby_2(by_last_reward, lived(*[LAUGH] * n)) for n in (4, 5)]

    assert cried == [Percept(1, NOT), Percept(-1, NOT)]
    assert laughed == [Percept(1, FEED), Percept(-1, FEED)]


def test_published_from_the_cradle_by_hand():
    """The parent is told that it answered what it saw a turn before."""
    parent = TableLearner({((), LAUGH): NOT, ((), CRY): NOT, ((Transition(LAUGH, NOT, -1, CRY),), LAUGH): FEED})
    copies = LearnerClass(parent)
    shown, state = crying_baby_2_published.start(copies)
    first, state = crying_baby_2_published.step(copies, state, CRY)
    second, state = crying_baby_2_published.step(copies, state, LAUGH)

    assert (shown, first, second) == (NOT, Percept(1, NOT), Percept(1, FEED))
    assert (state.nutrition, state.before) == (5, LAUGH)


# --- Both ---


@given(agent=agents(), play=plays(max_percepts=5), other=plays(max_percepts=5))
def test_only_the_actions_of_the_play_count(agent, play, other):
    """Whatever was met on the way."""
    same = tuple(other[i] if i % 2 == 0 and i < len(other) else element for i, element in enumerate(play))

    assert crying_baby(agent, same) == crying_baby(agent, play)
    assert crying_baby_2(agent, same) == crying_baby_2(agent, play)


@given(seed=st.integers(0, 30))
def test_numbers_are_parameters(seed):
    """With other numbers a baby that is never content is told so each turn."""
    never = Nutrition(initial=seed, least=1000, most=999)

    assert crying_baby_with(never)(by_last_reward, lived(FEED)) == Percept(-1, CRY)
    assert crying_baby_2_with(never)(by_last_reward, lived(LAUGH)) == Percept(-1, FEED)


@pytest.mark.parametrize("form", [crying_baby_incremental, crying_baby_2_incremental])
def test_the_incremental_copy_is_asked_once_a_step(form):
    """And not at all at the start."""
    asked = []

    class Counting(TableLearner):
        def act(self, state, observation):
            asked.append(observation)
            return 0

    learner = Counting({})
    _, state = form.start(learner)
    assert asked == []
    for step in range(1, 6):
        _, state = form.advance(learner, state, 0)
        assert len(asked) == step


def test_what_is_no_play_is_named():
    """By both."""
    for environment in (crying_baby, crying_baby_2):
        with pytest.raises(MalformedHistory):
            environment(by_last_reward, history((0, 0)))
        assert len(interaction(by_last_reward, environment, 3)) == 6
