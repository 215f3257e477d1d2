"""All histories over finite alphabets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.histories import Percept, all_plays, all_prompts, percept_alphabet, require_percept
from formal_rl.histories.operations import split_play
from proofs_as_tests.rows import each_row_of, refused

LEFT, RIGHT = Percept(0, "left"), Percept(0, "right")


@given(st.integers(0, 60), st.integers(0, 60))
def test_alphabets_grow(size, more):
    """An alphabet has its size in different percepts, and a larger one begins with it."""
    alphabet = percept_alphabet(size)

    assert size == len(alphabet) == len(set(alphabet))
    assert alphabet == percept_alphabet(size + more)[:size]
    for percept in alphabet:
        require_percept(percept)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_plays_are_prompts_with_actions(n):
    """In this order, the plays of n actions are the prompts of n percepts, each followed by each action."""
    some, acts = percept_alphabet(2), (0, 1, 2)
    split = [split_play(play) for play in all_plays(some, acts, n)]

    assert [(prompt, action) for prompt in all_prompts(some, acts, n) for action in acts] == split


def test_alphabets_need_not_be_ours():
    """Any alphabets will do, in their order; over an empty one there is only the empty play."""
    prompts = [(RIGHT, 9, RIGHT), (RIGHT, 9, LEFT), (LEFT, 9, RIGHT), (LEFT, 9, LEFT)]

    assert list(all_prompts((RIGHT, LEFT), [9], 2)) == prompts
    assert [*all_prompts((), (0,), 1), *all_plays((), (0,), 1)] == []
    assert list(all_plays((), (), 0)) == [()]


FEWER = InvalidParameter("number_of_percepts", 0, "at least 1, since a prompt ends in one")


@each_row_of(
    refused(FEWER, all_prompts, (percept_alphabet(2), (0, 1), 0)),
    refused(InvalidParameter("number_of_actions", -1, "at least 0"), all_plays, (percept_alphabet(2), (0, 1), -1)),
    refused(InvalidParameter("size", -1, "an int >= 0"), percept_alphabet, (-1,)),
)
def test_there_are_none_of_fewer(row):
    """What there cannot be is refused at the call, and not answered by nothing."""
    row()


@pytest.mark.parametrize("enumerate_all", [all_plays, all_prompts])
def test_enumerations_are_iterators(enumerate_all):
    """An enumeration is an iterator: what was taken from it is not given again."""
    left = enumerate_all((Percept(0, 0), Percept(1, 0)), (0,), 1)
    first = next(left)

    assert iter(left) is left
    assert [first, *left] == list(enumerate_all((Percept(0, 0), Percept(1, 0)), (0,), 1))
