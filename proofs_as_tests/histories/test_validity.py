"""What is a percept, an action, a history, a prompt, a play; and where a sequence stops being one."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import END, FormalRLError, MalformedHistory
from formal_rl.histories import (
    Percept,
    history,
    is_play,
    is_prompt,
    require_action,
    require_history,
    require_percept,
    require_play,
    require_prompt,
)
from formal_rl.strategies import actions, histories, percepts, prompts
from proofs_as_tests.rows import each_row_of, gives, malformed, refused

X = Percept(0, 0)

REWARD = "a reward: an int or a Fraction (bool, float and numpy numbers are not exact rationals here)"
ACTION = "an action: an int >= 0 (bool is not one)"
OBSERVATION = "a hashable observation"
PERCEPT = "a Percept(reward, observation)"
PAIR = f"{PERCEPT}; build histories from pairs with history(...)"
PLAIN = "a plain tuple percept, action, percept, ..."


class Tuple(tuple):
    """A subclass of tuple, which is not a plain tuple."""


MALFORMED = [
    ((1,), 0, 1, PERCEPT),
    ((X, X), 1, X, ACTION),
    ((X, 0, (1, 0)), 2, (1, 0), PAIR),
    ((X, True), 1, True, ACTION),
    ((Percept(0.5, 0),), 0, 0.5, REWARD),
    ((Percept(0, [1]),), 0, [1], OBSERVATION),
    ((Percept(0, (1, [2])),), 0, (1, [2]), OBSERVATION),
    ((X, np.int64(1)), 1, np.int64(1), ACTION),
    ((Percept(np.float64(2), 0),), 0, np.float64(2), REWARD),
    ((X, -2, X, True), 1, -2, ACTION),
    *((wrong, None, wrong, PLAIN) for wrong in ([X], None, "", iter(()), Tuple(), X)),
]


@each_row_of(
    *(
        refused(MalformedHistory(*fault), check, (sequence,))
        for sequence, *fault in MALFORMED
        for check in (require_history, require_prompt, require_play)
    ),
    *(
        refused(MalformedHistory(length, END, "a percept, since a prompt ends in one"), require_prompt, (play,))
        for length, play in ((0, ()), (2, (X, 0)), (4, (X, 0, X, 0)))
    ),
    *(
        refused(
            MalformedHistory(length, END, "an action, since a play is empty or ends in one"), require_play, (prompt,)
        )
        for length, prompt in ((1, (X,)), (3, (X, 0, X)))
    ),
    *(refused(malformed(4, value), require_percept, (value, 4)) for value in ((0, 0), None)),
    *(refused(malformed(3, action), require_action, (action, 3)) for action in (-1, True, False, 1.0, "0", None)),
    gives(is_prompt, ((X,), True), ((), False), ((X, 0), False), ((0,), False), (None, False)),
    gives(is_play, ((), True), ((X, 0), True), ((X,), False), ((0,), False), (1, False)),
    refused(malformed(1, (1, 0)), history, ((0, 0), (1, 0))),
    refused(malformed(0, (0, 0, 0)), history, ((0, 0, 0),)),
)
def test_one_by_one(row):
    """What is none of them is refused with the index, the value and what was expected; the predicates do not raise."""
    row()


def test_malformed_history_is_a_value_error():
    """MalformedHistory can be caught as ValueError and as any of our errors."""
    assert issubclass(MalformedHistory, ValueError)
    assert issubclass(MalformedHistory, FormalRLError)


@given(histories(), st.data())
def test_every_history_is_one_of_the_two(h, data):
    """Every history, and every segment at its start, is a prompt iff its length is odd, and otherwise a play."""
    for each in (h, h[: data.draw(st.integers(0, len(h)))]):
        require_history(each)
        assert (len(each) % 2 == 1) == is_prompt(each) != is_play(each)
    assert h == history(*(tuple(element) if index % 2 == 0 else element for index, element in enumerate(h)))


@given(prompts(), actions(number_of_actions=10**6), percepts())
def test_growing(prompt, action, percept):
    """A prompt and an action make a play; a play and a percept make a prompt."""
    require_play((*prompt, action))
    require_prompt((*prompt, action, percept))


@given(histories(min_percepts=1), st.data())
def test_one_wrong_element_is_named(h, data):
    """Where one element of a history is replaced by what cannot stand there, that one is named."""
    index = data.draw(st.integers(0, len(h) - 1))
    wrong = data.draw(st.sampled_from([None, -1, True, 1.5, (0, 0), [0, 0], "0"]))

    with pytest.raises(MalformedHistory) as raised:
        require_history((*h[:index], wrong, *h[index + 1 :]))

    assert index == raised.value.index
    assert wrong is raised.value.value


@pytest.mark.parametrize("observation", [0, -1, True, "left", 1.5, None, (), frozenset({1}), np.int64(3)])
def test_any_hashable_observation(observation):
    """An observation may be anything hashable."""
    assert require_percept(Percept(0, observation)) is None


@given(percepts())
def test_a_percept_is_a_pair(x):
    """It equals the pair, whatever the type of its reward; evaluating its repr gives it back, of the same type."""
    back = eval(repr(x), {"Percept": Percept, "Fraction": Fraction})

    assert x == back == (x.reward, x.observation) == Percept(Fraction(x.reward), x.observation)
    assert hash(x) == hash((x.reward, x.observation)) == hash(Percept(Fraction(x.reward), x.observation))
    assert (type(back), type(back.reward)) == (Percept, type(x.reward))
    with pytest.raises(AttributeError):
        x.reward = 1
