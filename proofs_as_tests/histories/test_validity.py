"""What is a percept, an action, a history, a prompt, a play; and where a sequence stops being one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import FormalRLError, MalformedHistory
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
    split_play,
)
from formal_rl.strategies import actions, histories, percepts, prompts
from proofs_as_tests.rows import each_row_of, gives, malformed, refused

X = Percept(0, 0)

REWARD = "expected a reward: an int or a Fraction (bool, float and numpy numbers are not exact rationals here)"
ACTION = "expected an action: an int >= 0 (bool is not one)"
OBSERVATION = "expected a hashable observation"
PERCEPT = "expected a Percept(reward, observation)"
PAIR = f"{PERCEPT}; build histories from pairs with history(...)"

MALFORMED = {
    "action first": ((1,), 0, 1, f"element 0 is 1, of type int: {PERCEPT}"),
    "two percepts": ((X, X), 1, X, f"element 1 is Percept(0, 0), of type Percept: {ACTION}"),
    "later plain pair": ((X, 0, (1, 0)), 2, (1, 0), f"element 2 is (1, 0), of type tuple: {PAIR}"),
    "bool action": ((X, True), 1, True, f"element 1 is True, of type bool: {ACTION}"),
    "float reward": ((Percept(0.5, 0),), 0, 0.5, f"element 0 is 0.5, of type float: {REWARD}"),
    "unhashable observation": ((Percept(0, [1]),), 0, [1], f"element 0 is [1], of type list: {OBSERVATION}"),
    "list inside": ((Percept(0, (1, [2])),), 0, (1, [2]), f"element 0 is (1, [2]), of type tuple: {OBSERVATION}"),
    "numpy action": ((X, np.int64(1)), 1, 1, f"element 1 is np.int64(1), of type int64: {ACTION}"),
    "numpy reward": ((Percept(np.float64(2), 0),), 0, 2.0, f"element 0 is np.float64(2.0), of type float64: {REWARD}"),
    "the first of two faults": ((X, -2, X, True), 1, -2, f"element 1 is -2, of type int: {ACTION}"),
}


@pytest.mark.parametrize(("sequence", "index", "value", "text"), MALFORMED.values(), ids=MALFORMED.keys())
@pytest.mark.parametrize("check", [require_history, require_prompt, require_play])
def test_malformed(check, sequence, index, value, text):
    """What is no history raises MalformedHistory with the index, the value and what was expected there."""
    with pytest.raises(MalformedHistory) as raised:
        check(sequence)

    assert index == raised.value.index
    assert value == raised.value.value
    assert type(value) is type(raised.value.value) or isinstance(raised.value.value, np.generic)
    assert text == str(raised.value)


class Tuple(tuple):
    """A subclass of tuple, which is not a plain tuple."""


@pytest.mark.parametrize(
    ("value", "type_name"),
    [
        ([X], "list"),
        (None, "NoneType"),
        ("", "str"),
        (iter(()), "tuple_iterator"),
        (Tuple(), "Tuple"),
        (X, "Percept"),
    ],
)
@pytest.mark.parametrize("check", [require_history, require_prompt, require_play])
def test_not_a_tuple(check, value, type_name):
    """What is no plain tuple is at fault as a whole, with no index."""
    with pytest.raises(MalformedHistory) as raised:
        check(value)

    assert raised.value.index is None
    assert value is raised.value.value
    assert (
        f"the sequence is {value!r}, of type {type_name}: expected a plain tuple percept, action, percept, ..."
    ) == str(raised.value)


def test_malformed_history_is_a_value_error():
    """MalformedHistory can be caught as ValueError and as any of our errors."""
    assert issubclass(MalformedHistory, ValueError)
    assert issubclass(MalformedHistory, FormalRLError)


@pytest.mark.parametrize("length", [0, 2, 4])
def test_a_play_is_no_prompt(length):
    """A play given for a prompt is at fault at its end, where a percept is missing."""
    with pytest.raises(MalformedHistory) as raised:
        require_prompt((X, 0, X, 0)[:length])

    assert length == raised.value.index
    assert raised.value.expected == "a percept, since a prompt ends in one"


@pytest.mark.parametrize("length", [1, 3])
def test_a_prompt_is_no_play(length):
    """A prompt given for a play is at fault at its end, where an action is missing."""
    with pytest.raises(MalformedHistory) as raised:
        require_play((X, 0, X, 0)[:length])

    assert length == raised.value.index
    assert raised.value.expected == "an action, since a play is empty or ends in one"


@given(histories())
def test_every_history_is_one_of_the_two(h):
    """Every history is a prompt or a play and not both: a prompt iff its length is odd."""
    require_history(h)

    assert (len(h) % 2 == 1) == is_prompt(h)
    assert (len(h) % 2 == 0) == is_play(h)


@given(histories(), st.data())
def test_initial_segments(h, data):
    """Every initial segment of a history is a history."""
    require_history(h[: data.draw(st.integers(0, len(h)))])


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


@given(histories())
def test_history_rebuilds(h):
    """A history given element by element, percepts as pairs, is built again."""
    assert h == history(*(tuple(element) if index % 2 == 0 else element for index, element in enumerate(h)))


@each_row_of(
    *(refused(malformed(4, value), require_percept, (value, 4)) for value in ((0, 0), None)),
    *(refused(malformed(3, action), require_action, (action, 3)) for action in (-1, True, False, 1.0, "0", None)),
    gives(is_prompt, ((X,), True), ((), False), ((X, 0), False), ((0,), False), (None, False)),
    gives(is_play, ((), True), ((X, 0), True), ((X,), False), ((0,), False), (1, False)),
    refused(malformed(1, (1, 0)), history, ((0, 0), (1, 0))),
    refused(malformed(0, (0, 0, 0)), history, ((0, 0, 0),)),
    refused(malformed(1), split_play, ((X,),)),
    refused(malformed(1, -1), split_play, ((X, -1),)),
)
def test_one_by_one(row):
    """Percepts and actions by themselves, the predicates, and what builds and splits."""
    row()
