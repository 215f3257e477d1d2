"""The flat form r, o, a, r, o, a, ... and its bijection with the percept form."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import END, MalformedHistory
from formal_rl.histories import Percept, flatten, unflatten
from formal_rl.histories.flat import require_flat
from formal_rl.strategies import histories
from proofs_as_tests.rows import each_row_of, refused

REWARD = "a reward: an int or a Fraction"
OBSERVATION = "an observation: an int >= 0, as the 2021 paper has it"
ACTION = "an action: an int >= 0"


@pytest.mark.statement("A21-D1")
@given(histories(max_percepts=8), histories().map(flatten))
def test_there_and_back(h, flat):
    """Unflattening what was flattened gives the history back, with percepts as percepts; and the other way."""
    back = unflatten(flatten(h))

    assert h == back
    assert [type(element) for element in h] == [type(element) for element in back]
    assert flat == flatten(unflatten(flat))


NO_ORDER = ({0, 1}, frozenset(), {0: 0, 1: 0}, "001", iter((0, 0)), np.array([0, 0]), range(2), None, 3)
MALFORMED = [
    (((0, 0), 1), 0, (0, 0), REWARD),
    ((np.int64(1), 0), 0, np.int64(1), REWARD),
    ((0, Fraction(1)), 1, Fraction(1), OBSERVATION),
    ((0, 0, 0, 0, 0, 0.0), 5, 0.0, ACTION),
    ((0, 0, 1, 0), 4, END, OBSERVATION),
    *(((0, wrong), 1, wrong, OBSERVATION) for wrong in (-1, True, "0")),
    *(((wrong, 0), 0, wrong, REWARD) for wrong in (True, 0.5, "0")),
    *(((0, 0, wrong), 2, wrong, ACTION) for wrong in (-1, True, Fraction(1))),
    *((wrong, None, wrong, "a tuple or list: reward, observation, action, ...") for wrong in NO_ORDER),
]


@each_row_of(
    *(
        refused(MalformedHistory(*fault), function, (sequence,))
        for sequence, *fault in MALFORMED
        for function in (require_flat, unflatten)
    )
)
def test_malformed(row):
    """What is in neither (ROA)* nor (ROA)*RO is refused, with its place in the flat sequence; a set, as a whole."""
    row()


@given(histories(min_percepts=1).map(flatten), st.data())
def test_cut_after_a_reward(flat, data):
    """A sequence that stops between a reward and its observation is in neither set."""
    rewards_at = range(0, len(flat), 3)
    index = data.draw(st.sampled_from(rewards_at))

    with pytest.raises(MalformedHistory) as raised:
        require_flat(flat[: index + 1])

    assert index + 1 == raised.value.index


@given(histories(min_percepts=1), st.data())
def test_flattening_names_the_index_in_the_history(h, data):
    """A wrong observation in the n-th percept is at index 2 n - 2 of the history, wherever it would be when flat."""
    index = data.draw(st.sampled_from(range(0, len(h), 2)))
    wrong = (*h[:index], Percept(h[index].reward, "o"), *h[index + 1 :])

    with pytest.raises(MalformedHistory) as raised:
        flatten(wrong)

    assert (index, "o", OBSERVATION) == (raised.value.index, raised.value.value, raised.value.expected)
