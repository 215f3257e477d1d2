"""Numbers for percepts and histories, and the enumeration of the nonempty plays."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, MalformedHistory
from formal_rl.histories import (
    Percept,
    all_plays,
    all_prompts,
    decode_history,
    decode_percept,
    encode_history,
    encode_percept,
    history,
    index_of_play,
    nth_play,
    percept_alphabet,
    require_history,
    require_play,
)
from formal_rl.strategies import histories, percepts, plays

LARGE = percepts(observations=st.integers(0, 10**9))


def test_percepts_by_hand():
    """The number of a percept is the Cantor pair of the number of its reward and its observation."""
    first = [(0, 0), (1, 0), (0, 1), (-1, 0), (1, 1), (0, 2)]

    assert [decode_percept(number) for number in range(6)] == first


def test_histories_by_hand():
    """Histories come in the order of their words; prompts and plays are mixed."""
    first = [(), history((0, 0)), history((1, 0)), history((0, 1)), history((-1, 0)), history((0, 0), 0)]

    assert [decode_history(number) for number in range(6)] == first
    assert encode_history(history((1, 0), 0)) == 9
    assert encode_history(history((0, 0), 1)) == 18


def test_the_enumeration_by_hand():
    """The first plays, and the first of three turns."""
    assert [nth_play(index) for index in range(5)] == [
        history((0, 0), 0),
        history((1, 0), 0),
        history((0, 0), 1),
        history((0, 1), 0),
        history((0, 0), 0, (0, 0), 0),
    ]
    assert index_of_play(history((0, 0), 0) * 3) == 20


def test_both_ways_on_small_numbers():
    """Every number below 5,000 is that of one percept, of one history, and the place of one nonempty play."""
    for number in range(5_000):
        assert encode_percept(decode_percept(number)) == number
        require_history(decode_history(number))
        assert encode_history(decode_history(number)) == number
        require_play(nth_play(number))
        assert nth_play(number) != ()
        assert index_of_play(nth_play(number)) == number


def test_both_ways_on_small_histories():
    """Every small history has one number, and every small nonempty play one place."""
    alphabet, actions = percept_alphabet(4), (0, 1, 2)
    for length in (1, 2, 3):
        for play in all_plays(alphabet, actions, length):
            assert decode_history(encode_history(play)) == play
            assert nth_play(index_of_play(play)) == play
        for prompt in all_prompts(alphabet, actions, length):
            assert decode_history(encode_history(prompt)) == prompt


@given(st.integers(0, 10**40))
def test_both_ways_on_large_numbers(number):
    """Decoding and encoding gives back each number."""
    assert encode_percept(decode_percept(number)) == number
    assert encode_history(decode_history(number)) == number
    assert index_of_play(nth_play(number)) == number


@given(histories(percepts=LARGE, actions=st.integers(0, 10**9)))
def test_both_ways_on_long_histories(some):
    """Encoding and decoding gives back each history, and the number is greater than what is in it."""
    number = encode_history(some)

    assert decode_history(number) == some
    assert all(number > (element if index % 2 else encode_percept(element)) for index, element in enumerate(some))
    assert all(number > percept.observation for percept in some[::2])


@given(plays(percepts=LARGE, actions=st.integers(0, 10**9), min_percepts=1))
def test_both_ways_on_long_plays(play):
    """Each nonempty play has its place."""
    assert nth_play(index_of_play(play)) == play


def test_long_histories_have_short_numbers():
    """The number of bits is in proportion to the number of turns: 1,000 turns have some 6,000."""
    turns = history((0, 1), 1, (1, 0), 0)

    assert encode_history(turns * 500).bit_length() < 8_000
    assert encode_history(turns * 1_000).bit_length() < 2 * encode_history(turns * 500).bit_length() + 10
    assert decode_history(encode_history(turns * 500)) == turns * 500


@pytest.mark.parametrize("observation", [-1, "left", True, None])
@pytest.mark.parametrize("encode", [encode_history, index_of_play])
def test_observations_are_naturals(encode, observation):
    """An observation that is no natural number is refused, and its place is named."""
    with pytest.raises(MalformedHistory) as raised:
        encode(history((0, 0), 1, (1, observation), 0))

    assert (raised.value.index, raised.value.value) == (2, observation)


def test_the_empty_play_has_no_place():
    """The empty play, and a prompt, are not enumerated."""
    with pytest.raises(MalformedHistory, match="at least one turn: the empty play is not enumerated"):
        index_of_play(())
    with pytest.raises(MalformedHistory, match="an action"):
        index_of_play(history((0, 0)))


@pytest.mark.parametrize("decode", [decode_percept, decode_history, nth_play])
@pytest.mark.parametrize("number", [-1, 1.0, True])
def test_numbers_are_naturals(decode, number):
    """What is no natural number is refused, and named."""
    with pytest.raises(InvalidParameter) as raised:
        decode(number)

    assert raised.value.value is number


@pytest.mark.parametrize("percept", [(0, 0), Percept(0.5, 0), None])
def test_percepts_alone_have_numbers(percept):
    """What is no percept is refused."""
    with pytest.raises(MalformedHistory):
        encode_percept(percept)
