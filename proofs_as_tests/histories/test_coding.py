"""Numbers for pairs, integers, sequences, rationals, percepts, histories, and plays: bijections, both ways."""

from fractions import Fraction
from itertools import count, islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import END, InvalidParameter, MalformedHistory
from formal_rl.histories import Percept, decode_history, encode_history, history, index_of_play, nth_play
from formal_rl.histories.coding import (
    decode_integer,
    decode_pair,
    decode_percept,
    decode_rational,
    decode_sequence,
    encode_integer,
    encode_pair,
    encode_percept,
    encode_rational,
    encode_sequence,
)
from formal_rl.strategies import histories, percepts, plays
from proofs_as_tests.rows import each_row_of, malformed, refused

NATURALS = st.integers(0, 10**60)
LARGE = {"percepts": percepts(observations=st.integers(0, 10**9)), "actions": st.integers(0, 10**9)}
CODINGS = {
    "pairs": (lambda pair: encode_pair(*pair), decode_pair, st.tuples(NATURALS, NATURALS)),
    "integers": (encode_integer, decode_integer, st.integers()),
    "sequences": (encode_sequence, decode_sequence, st.lists(NATURALS, max_size=20).map(tuple)),
    "rationals": (encode_rational, decode_rational, st.fractions()),
    "percepts": (encode_percept, decode_percept, LARGE["percepts"]),
    "histories": (encode_history, decode_history, histories(**LARGE)),
    "plays": (index_of_play, nth_play, plays(**LARGE, min_percepts=1)),
}
every_coding = pytest.mark.parametrize(("encode", "decode", "values"), CODINGS.values(), ids=CODINGS.keys())


@every_coding
def test_every_small_number_is_the_number_of_one_value(encode, decode, values):
    """Decoding and encoding gives back each number below 5,000, and no value comes twice."""
    decoded = [decode(number) for number in range(5_000)]

    assert len(set(decoded)) == 5_000
    assert [encode(value) for value in decoded] == list(range(5_000))


@every_coding
@given(number=NATURALS, data=st.data())
def test_both_ways(encode, decode, values, number, data):
    """Decoding and encoding gives back each number, encoding and decoding each value."""
    value = data.draw(values)

    assert encode(decode(number)) == number
    assert decode(encode(value)) == value


@given(st.lists(NATURALS, min_size=1, max_size=20), histories(**LARGE), st.fractions())
def test_numbers_are_great_and_short(sequence, some, rational):
    """A number is greater than what is in the sequence or history, and not much longer than it is written out."""
    number, of_history = encode_sequence(sequence), encode_history(some)
    length = rational.numerator.bit_length() + rational.denominator.bit_length()

    assert number > max(sequence)
    assert number.bit_length() <= sum(4 + 2 * element.bit_length() for element in sequence)
    assert all(of_history > (each if index % 2 else encode_percept(each)) for index, each in enumerate(some))
    assert all(of_history > percept.observation for percept in some[::2])
    assert encode_rational(rational).bit_length() <= 6 * length + 6


def test_long_histories_have_short_numbers():
    """The number of bits is in proportion to the number of turns: 1,000 turns have some 6,000."""
    turns = history((0, 1), 1, (1, 0), 0)

    assert encode_history(turns * 500).bit_length() < 8_000
    assert encode_history(turns * 1_000).bit_length() < 2 * encode_history(turns * 500).bit_length() + 10
    assert decode_history(encode_history(turns * 500)) == turns * 500


DECODINGS = [decode for _, decode, _ in CODINGS.values()]
EMPTY = MalformedHistory(0, END, "at least one turn: the empty play is not enumerated")


@each_row_of(
    *(
        refused((InvalidParameter, {"value": wrong, "expected": "a natural number, an int >= 0"}), coding, given)
        for wrong in (-1, True, 1.0, "1", None)
        for coding, given in (*((decode, (wrong,)) for decode in DECODINGS), (encode_pair, (wrong, 0)))
    ),
    refused(InvalidParameter("the second of a pair", -1, "a natural number, an int >= 0"), encode_pair, (0, -1)),
    refused(InvalidParameter("element 2", -7, "a natural number, an int >= 0"), encode_sequence, ((0, 1, -7),)),
    refused(InvalidParameter, encode_integer, (True,)),
    refused(InvalidParameter, encode_rational, (True,), (0.5,)),
    *(refused(malformed(6, o), encode_percept, (Percept(0, o), 6)) for o in (-1, True, "wall")),
    refused(malformed(2, (0, 0)), encode_percept, ((0, 0), 2)),
    refused(malformed(2, "wall"), encode_history, (history((0, 0), 0, (0, "wall")),)),
    refused(malformed(2, "wall"), index_of_play, (history((0, 0), 0, (0, "wall"), 0),)),
    refused(EMPTY, index_of_play, ((),)),
    refused(malformed(1), index_of_play, (history((0, 0)),)),
)
def test_values_without_a_number(row):
    """What is not a natural number, not exact, or not a history over naturals is refused, and named."""
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
