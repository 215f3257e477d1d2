"""Alexander et al. 2021, Section 2: the alphabet and its sequences."""

import pytest
from hypothesis import given

from formal_rl.histories import concatenate, flatten, is_prompt, split_play, unflatten
from formal_rl.strategies import flat_sequences, histories, plays


@pytest.mark.statement("A21-D1")
@given(histories(max_percepts=8))
def test_flattening_is_undone(h):
    """Any history with natural observations comes back from its flat form."""
    assert unflatten(flatten(h)) == h


@pytest.mark.statement("A21-D1")
@given(flat_sequences())
def test_unflattening_is_undone(sequence):
    """Any sequence of the pattern comes back from its history."""
    assert flatten(unflatten(sequence)) == tuple(sequence)


@pytest.mark.statement("A21-L2")
@given(plays(min_percepts=1))
def test_a_nonempty_play_is_a_prompt_and_an_action(play):
    """Of any nonempty play, t is a prompt and t⌢a the play again."""
    t, a = split_play(play)

    assert is_prompt(t)
    assert concatenate((*t, a)) == play
