"""A few ordinary environments, worked by hand."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.environments import bandit, corridor, embed, guess_the_number, interaction_ordinary
from formal_rl.errors import ActionOutOfRange, InvalidParameter, MalformedHistory
from formal_rl.histories import Percept, actions, history, percepts
from formal_rl.strategies import agents, environments, plays

ALL = {"bandit": bandit((1, 2)), "corridor": corridor(2), "guess": guess_the_number(1, 2)}
ARMS = "a tuple of at least one reward"
NO_INTS = (True, False, 1.0, 1.5, Fraction(1), "1", None)
every_one = pytest.mark.parametrize("environment", ALL.values(), ids=ALL.keys())


def doing(*acts):
    """The agent that does these actions in turn."""
    return lambda prompt: acts[len(prompt) // 2]


def test_bandit_by_hand():
    """Arm 0 pays 3, arm 1 pays 1/2, whenever they are pulled; at first nothing is paid."""
    half = Fraction(1, 2)
    expected = history((0, 0), 1, (half, 0), 0, (3, 0), 0, (3, 0), 1)

    assert expected == interaction_ordinary(doing(1, 0, 0, 1), bandit((3, half)), 4)


def test_corridor_by_hand():
    """In cells 0 to 2, from 0: left holds at 0, right to 1, right to 2 pays, right holds and pays, left to 1."""
    expected = history((0, 0), 0, (0, 0), 1, (0, 1), 1, (1, 2), 1, (1, 2), 0, (0, 1), 0)

    assert expected == interaction_ordinary(doing(0, 1, 1, 1, 0, 0), corridor(2), 6)


def test_guess_by_hand():
    """The secret is 2 of 4: 0 is too small (1), 3 too great (2), 2 right (0)."""
    expected = history((0, 0), 0, (-1, 1), 3, (-1, 2), 2, (1, 0), 2)

    assert expected == interaction_ordinary(doing(0, 3, 2, 2), guess_the_number(2, 4), 4)


def test_a_wrong_guess_may_cost_nothing():
    """With 0 for a wrong guess, all else is as before: the secret is 1, and 0 too small."""
    assert guess_the_number(1, 3, wrong=0)((Percept(0, 0), 0)) == (0, 1)
    assert guess_the_number(1, 3, wrong=Fraction(1, 2))((Percept(0, 0), 2)) == (Fraction(1, 2), 2)
    assert guess_the_number(1, 3, wrong=0)((Percept(0, 0), 1)) == (1, 0)


@pytest.mark.parametrize(
    ("environment", "expected"), [(bandit((7,)), (0, 0)), (corridor(3), (0, 0)), (guess_the_number(0, 2), (0, 0))]
)
def test_initial_percepts(environment, expected):
    """The first percept is (0, 0)."""
    assert expected == environment(())


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


def test_the_smallest_of_each():
    """One arm, one cell to go, one number to guess will do."""
    assert bandit((Fraction(1, 2),))((Percept(0, 0), 0)) == (Fraction(1, 2), 0)
    assert corridor(1)((Percept(0, 0), 1)) == (1, 1)
    assert guess_the_number(0, 1)((Percept(0, 0), 0)) == (1, 0)


@given(plays(max_percepts=6))
def test_only_actions_matter(play):
    """None of them looks at the percepts in its past: they are its own answers, or ignored."""
    blank = tuple(Percept(0, 0) if index % 2 == 0 else element for index, element in enumerate(play))

    for environment in ALL.values():
        assert environment(blank) == environment(play)


@given(st.integers(1, 4), plays(max_percepts=8))
def test_the_corridor_has_walls(length, play):
    """The cell shown is within the corridor, moves by at most one a step, and pays just at the last cell."""
    here, before = corridor(length)(play), corridor(length)(play[:-2])

    assert 0 <= here.observation <= length
    assert abs(here.observation - before.observation) <= 1
    assert here.reward == (1 if play and here.observation == length else 0)


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


@every_one
@pytest.mark.parametrize("play", [(Percept(0, 0),), [Percept(0, 0), 0], ((0, 0), 0), (Percept(0, 0), True), (1,)])
def test_malformed_plays(environment, play):
    """They refuse what is no play."""
    with pytest.raises(MalformedHistory):
        environment(play)


@given(environments(), agents(), plays())
def test_embedding(environment, agent, play):
    """Embedded, an ordinary environment answers as before and asks the agent nothing."""

    def unasked(prompt):
        raise AssertionError

    assert environment(play) == embed(environment)(unasked, play)
    assert environment(play) == embed(environment)(agent, play)


@given(agents(), st.integers(0, 5))
def test_a_bandit_pays_what_was_pulled(agent, steps):
    """Each percept after the first is the payment for the action before it."""
    result = interaction_ordinary(agent, bandit((-1, 4)), steps)

    expected = [(0, 0), *((-1, 0) if action == 0 else (4, 0) for action in actions(result))]
    assert tuple(expected[:steps]) == percepts(result)
