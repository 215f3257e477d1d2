"""Numbers for pairs, integers, sequences and rationals: bijections, both ways."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter
from formal_rl.histories import (
    decode_history,
    decode_pair,
    decode_percept,
    decode_sequence,
    encode_pair,
    encode_rational,
    encode_sequence,
    nth_play,
)
from formal_rl.histories.coding import decode_integer, decode_rational, encode_integer

NATURALS = st.integers(0, 10**60)
CODINGS = (
    pytest.param(lambda pair: encode_pair(*pair), decode_pair, id="pairs"),
    pytest.param(encode_integer, decode_integer, id="integers"),
    pytest.param(encode_sequence, decode_sequence, id="sequences"),
    pytest.param(encode_rational, decode_rational, id="rationals"),
)


@pytest.mark.parametrize(("encode", "decode"), CODINGS)
def test_every_small_number_is_the_number_of_one_value(encode, decode):
    """Decoding and encoding gives back each number below 5,000, and no value comes twice."""
    values = [decode(number) for number in range(5_000)]

    assert len(set(values)) == 5_000
    assert [encode(value) for value in values] == list(range(5_000))


@pytest.mark.parametrize(("encode", "decode"), CODINGS)
@given(number=NATURALS)
def test_every_number_is_the_number_of_its_value(encode, decode, number):
    """Decoding and encoding gives back each number."""
    assert encode(decode(number)) == number


@given(NATURALS, NATURALS, st.integers(), st.lists(NATURALS, max_size=20), st.fractions())
def test_every_value_has_its_number(first, second, integer, sequence, rational):
    """Encoding and decoding gives back each value."""
    assert decode_pair(encode_pair(first, second)) == (first, second)
    assert decode_integer(encode_integer(integer)) == integer
    assert decode_sequence(encode_sequence(sequence)) == tuple(sequence)
    assert decode_rational(encode_rational(rational)) == rational


@given(st.lists(NATURALS, min_size=1, max_size=20))
def test_a_sequence_has_a_greater_number_than_its_elements(sequence):
    """The number of a sequence is greater than each element, and as long as the elements written out."""
    number = encode_sequence(sequence)

    assert number > max(sequence)
    assert number.bit_length() <= sum(4 + 2 * element.bit_length() for element in sequence)


@given(st.fractions())
def test_numbers_of_rationals_are_short(rational):
    """The number of a rational is at most a few times as long as numerator and denominator."""
    length = rational.numerator.bit_length() + rational.denominator.bit_length()

    assert encode_rational(rational).bit_length() <= 6 * length + 6


@pytest.mark.parametrize("value", [-1, True, 1.0, "1", None])
@pytest.mark.parametrize(
    "coding",
    [
        lambda value: encode_pair(value, 0),
        lambda value: encode_pair(0, value),
        decode_pair,
        decode_integer,
        decode_sequence,
        decode_rational,
        lambda value: encode_sequence((0, value)),
        *(decode_percept, decode_history, nth_play),
    ],
)
def test_naturals_alone_are_taken(coding, value):
    """What is no natural number is refused, and named."""
    with pytest.raises(InvalidParameter) as raised:
        coding(value)

    assert raised.value.value is value
    assert f"is {value!r}: expected a natural number, an int >= 0" in str(raised.value)


@pytest.mark.parametrize(("encode", "value"), [(encode_integer, True), (encode_rational, True), (encode_rational, 0.5)])
def test_numbers_alone_are_encoded(encode, value):
    """A truth value is none, and a float is no exact one."""
    with pytest.raises(InvalidParameter):
        encode(value)


def test_the_element_is_named():
    """Of a sequence, the element at fault is named."""
    with pytest.raises(InvalidParameter, match=r"^element 2 is -7: expected a natural number"):
        encode_sequence((0, 1, -7))
