"""Numbers for percepts and histories, and the enumeration of the nonempty plays."""

from fractions import Fraction
from itertools import count, islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import MalformedHistory
from formal_rl.histories import (
    Percept,
    decode_history,
    decode_percept,
    encode_history,
    encode_percept,
    history,
    index_of_play,
    nth_play,
)
from formal_rl.strategies import histories, percepts, plays
from proofs_as_tests.rows import each_row_of, malformed, refused

LARGE = percepts(observations=st.integers(0, 10**9))


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


def test_the_empty_play_has_no_place():
    """The empty play, and a prompt, are not enumerated."""
    with pytest.raises(MalformedHistory, match="at least one turn: the empty play is not enumerated"):
        index_of_play(())
    with pytest.raises(MalformedHistory, match="an action"):
        index_of_play(history((0, 0)))


@each_row_of(
    *(refused(malformed(6, o), encode_percept, (Percept(0, o), 6)) for o in (-1, True, "wall")),
    refused(malformed(2, (0, 0)), encode_percept, ((0, 0), 2)),
    refused(malformed(0), index_of_play, ((),)),
    refused(malformed(2, "wall"), encode_history, (history((0, 0), 0, (0, "wall")),)),
    refused(malformed(2, "wall"), index_of_play, (history((0, 0), 0, (0, "wall"), 0),)),
)
def test_what_has_no_number(row):
    """An observation that is no natural number, with its place."""
    row()


def words():
    """Yield the nonempty sequences of naturals in the order of their words, of the digits 1 to 4, cut at each 4."""
    for length in count():
        for word in map("".join, product("1234", repeat=length)):
            yield tuple(
                sum(int(digit) * 3**place for place, digit in enumerate(reversed(element)))
                for element in word.split("4")
            )


def of_terms(naturals):
    """Return the value of the continued fraction whose terms are coded so."""
    rest = Fraction(0)
    for place, natural in reversed(list(enumerate(naturals[1:], start=1))):
        rest = 1 / (natural + (2 if place == len(naturals) - 1 else 1) + rest)
    return rest + (naturals[0] // 2 + 1 if naturals[0] % 2 else -(naturals[0] // 2))


def test_plays_in_the_order_of_their_words():
    """The first 1,500, the long way: by length and then in order."""
    pairs = [(diagonal - y, y) for diagonal in range(60) for y in range(diagonal + 1)]
    rationals = [*map(of_terms, islice(words(), 60))]

    for index, word in enumerate(islice(words(), 1_500)):
        turns = [(pairs[pairs[turn][0]], pairs[turn][1]) for turn in word]
        assert nth_play(index) == history(*(x for (r, o), a in turns for x in ((rationals[r], o), a)))
