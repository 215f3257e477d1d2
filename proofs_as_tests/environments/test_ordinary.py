"""A few ordinary environments, worked by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import (
    BanditIncremental,
    CorridorIncremental,
    GuessTheNumberIncremental,
    average_reward,
    bandit,
    corridor,
    embed,
    equally_weighted,
    guess_the_number,
    upsilon,
)
from formal_rl.environments.weighted_average import Weighted
from formal_rl.errors import ActionOutOfRange, InvalidParameter
from formal_rl.histories import Percept, actions
from formal_rl.strategies import plays
from proofs_as_tests.rows import each_row_of, gives, refused

ALL = {"bandit": bandit((1, 2)), "corridor": corridor(2), "guess": guess_the_number(1, 2)}
ARMS = "a tuple of at least one reward"
NO_INTS = (True, False, 1.0, 1.5, Fraction(1), "1", None)
every_one = pytest.mark.parametrize("environment", ALL.values(), ids=ALL.keys())


@pytest.mark.parametrize(
    ("build", "name", "value", "expected"),
    [
        *[(lambda wrong=wrong: bandit(wrong), "rewards", wrong, ARMS) for wrong in ((), [], [0, 1], 3, None, "12")],
        (lambda: bandit((0.5,)), "rewards[0]", 0.5, "an int or a Fraction"),
        (lambda: bandit((0, 1, True)), "rewards[2]", True, "an int or a Fraction"),
        (lambda: bandit((0, None)), "rewards[1]", None, "an int or a Fraction"),
        *[(lambda wrong=wrong: corridor(wrong), "length", wrong, "an int >= 1") for wrong in (0, -3, *NO_INTS)],
        *[
            (lambda wrong=wrong: guess_the_number(0, 2, wrong=wrong), "wrong", wrong, "an int or a Fraction")
            for wrong in (0.0, True, None)
        ],
        (lambda: guess_the_number(2, 2), "secret", 2, "one of the actions 0 to 1"),
        (lambda: guess_the_number(-1, 3), "secret", -1, "one of the actions 0 to 2"),
        *[
            (lambda wrong=wrong: guess_the_number(wrong, 3), "secret", wrong, "one of the actions 0 to 2")
            for wrong in NO_INTS
        ],
        *[
            (lambda wrong=wrong: guess_the_number(0, wrong), "number_of_actions", wrong, "an int >= 1")
            for wrong in (0, -1, *NO_INTS)
        ],
    ],
)
def test_parameters_out_of_range(build, name, value, expected):
    """A bandit without arms, a corridor without length, a secret nobody can name: refused when built."""
    with pytest.raises(InvalidParameter) as raised:
        build()

    assert (name, value, expected) == (raised.value.name, raised.value.value, raised.value.expected)
    assert type(value) is type(raised.value.value)
    assert f"{name} is {value!r}: expected {expected}" == str(raised.value)


@given(plays(max_percepts=6))
def test_only_actions_matter(play):
    """None of them looks at the percepts in its past: they are its own answers, or ignored."""
    blank = tuple(Percept(0, 0) if index % 2 == 0 else element for index, element in enumerate(play))

    for environment in ALL.values():
        assert environment(blank) == environment(play)


@every_one
@given(st.data())
def test_actions_they_have_not(environment, data):
    """An action out of range is refused with its place, wherever in the play it stands."""
    play = data.draw(plays(min_percepts=1))
    place = data.draw(st.integers(0, len(actions(play)) - 1))
    wrong = data.draw(st.integers(2, 9))
    index = 2 * place + 1

    with pytest.raises(ActionOutOfRange) as raised:
        environment((*play[:index], wrong, *play[index + 1 :]))

    assert (index, wrong, 2) == (raised.value.index, raised.value.action, raised.value.number_of_actions)
    assert (f"element {index} is action {wrong}, but this environment has 2 actions, 0 to 1") == str(raised.value)
    assert isinstance(raised.value, ValueError)


@pytest.mark.parametrize(
    ("form", "wrong"),
    [(BanditIncremental((1, -1)), 2), (GuessTheNumberIncremental(1, 3), 3), (CorridorIncremental(2), 2)],
)
def test_the_place_of_an_action_they_have_not(form, wrong):
    """It is counted by the incremental forms: after two actions the next one is element 5."""
    _, state = form.start(None)
    for action in (1, 0):
        _, state = form.advance(None, state, action)
    with pytest.raises(ActionOutOfRange) as raised:
        form.advance(None, state, wrong)
    assert (raised.value.index, raised.value.action) == (5, wrong)


PAID, HALF = embed(bandit((0, 1))), Fraction(1, 2)


def weighed(*weights):
    """What an agent that does 1 gets on average over bandits of these weights."""
    return upsilon(lambda prompt: 1, [Weighted(weight, PAID) for weight in weights], 2)


@each_row_of(
    refused((InvalidParameter, {"name": "family[1].weight"}), weighed, *((1, w) for w in (0, -1, 0.5, True, None))),
    refused((InvalidParameter, {"name": "the sum of the weights"}), weighed, (), (HALF,), (1, 1)),
    refused(InvalidParameter, average_reward, *((lambda prompt: 0, PAID, n) for n in (0, -1, 1.0, True))),
    refused(InvalidParameter, equally_weighted, ((),)),
    gives(corridor(1), ((), Percept(0, 0))),
    refused((ActionOutOfRange, {"index": 9}), GuessTheNumberIncremental(1, 3).advance, (None, 4, 3)),
    refused((ActionOutOfRange, {"index": 3}), BanditIncremental((0, 1)).advance, (None, 1, 2)),
    refused((ActionOutOfRange, {"index": 9}), CorridorIncremental(2).advance, (None, (4, 0), 2)),
)
def test_averages_and_forms_that_carry_a_state(row):
    """Weights are exact, positive and add up to 1; an action that is none is refused with its place in the play."""
    row()
