"""Numbers for pairs, integers, sequences, rationals, points, percepts and histories: bijections with the naturals.

Sequences are coded as words, not by pairing again and again: a Cantor pair has about twice as many digits as the larger
of its two numbers, so that n pairings, one in the other, have 2^n digits. The code of a sequence is as long as its
elements written one after the other.

Numbers are naturals: any other raises `InvalidParameter`, which names it. What is not a history over ℚ, ℕ and ℕ raises
`MalformedHistory`, which names the place.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any, TypeAlias

from formal_rl.errors import END, InvalidParameter, MalformedHistory
from formal_rl.histories.percept import History, Percept, Play, Reward, require_history, require_percept, require_play

LEDGER = ("A21-E14",)

_LETTERS = 3
_GAP = 4
"""An element is written in the digits 1, 2, 3; a 4 parts two elements."""


def require_natural(name: str, value: object) -> None:
    """Raise `InvalidParameter` with the name for anything that is not a natural number."""
    if type(value) is not int or value < 0:
        raise InvalidParameter(name, value, "a natural number, an int >= 0")


def encode_pair(first: int, second: int) -> int:
    """Return (x + y)(x + y + 1) / 2 + y for the naturals x and y: Cantor's pairing, a bijection of ℕ×ℕ with ℕ.

    Source: Alexander et al. 2021, Example 14.
    Ledger: A21-E14*
    """
    require_natural("the first of a pair", first)
    require_natural("the second of a pair", second)
    diagonal = first + second
    return diagonal * (diagonal + 1) // 2 + second


def decode_pair(number: int) -> tuple[int, int]:
    """Return (x, y), the pair that `encode_pair` gives this number; every natural is the number of one pair."""
    require_natural("the number of a pair", number)
    diagonal = (isqrt(8 * number + 1) - 1) // 2
    second = number - diagonal * (diagonal + 1) // 2
    return diagonal - second, second


def encode_integer(integer: int) -> int:
    """Return the place of an integer in 0, 1, -1, 2, -2, ..., counted from 0: a bijection of ℤ with ℕ."""
    if type(integer) is not int:
        raise InvalidParameter("the integer", integer, "an int")
    return 2 * integer - 1 if integer > 0 else -2 * integer


def decode_integer(number: int) -> int:
    """Return the integer at this place of 0, 1, -1, 2, -2, ...; the inverse of `encode_integer`."""
    require_natural("the number of an integer", number)
    return (number + 1) // 2 if number % 2 else -(number // 2)


def bijective_digits(number: int, base: int) -> list[int]:
    """Return the digits, each from 1 to ``base``, of a natural in bijective notation; 0 is the empty word."""
    digits = []
    while number:
        number, digit = divmod(number - 1, base)
        digits.append(digit + 1)
    return digits[::-1]


def from_bijective_digits(word: Iterable[int], base: int) -> int:
    """Return the natural number that this word encodes; the inverse of `bijective_digits`."""
    number = 0
    for digit in word:
        number = number * base + digit
    return number


def encode_sequence(sequence: Sequence[int]) -> int:
    """Return the number of a finite sequence of naturals: a bijection of ℕ* with ℕ.

    Each element is written in bijective notation with the digits 1, 2, 3 (0 is the empty word), and between two of them
    stands a 4. Every word of these four digits comes of one nonempty sequence. That word is read in bijective notation
    with base 4, and 1 is added; the empty sequence has the number 0. The number is greater than each element.

    Ledger: A21-E14, A21-E18
    """
    if not sequence:
        return 0
    word: list[int] = []
    for index, element in enumerate(sequence):
        require_natural(f"element {index}", element)
        word += ([_GAP] if index else []) + bijective_digits(element, _LETTERS)
    return from_bijective_digits(word, _GAP) + 1


def decode_sequence(number: int) -> tuple[int, ...]:
    """Return the finite sequence of naturals that has this number; the inverse of `encode_sequence`.

    Ledger: A21-E14, A21-E18
    """
    require_natural("the number of a sequence", number)
    if number == 0:
        return ()
    elements: list[list[int]] = [[]]
    for digit in bijective_digits(number - 1, _GAP):
        if digit == _GAP:
            elements.append([])
        else:
            elements[-1].append(digit)
    return tuple(from_bijective_digits(element, _LETTERS) for element in elements)


def encode_rational(rational: Reward) -> int:
    """Return the number of a rational, an int or a `Fraction`: a bijection of ℚ with ℕ.

    The rational is written as its continued fraction [t_0; t_1, ..., t_k], t_i >= 1 and t_k >= 2 for k >= 1: the turns
    on its way in the Stern-Brocot tree, counted. The naturals (t_0 as in `encode_integer`, t_1 - 1, ..., t_k - 2) may
    be any nonempty sequence, and its place among these is the number: 0, 1, -1, 2, 1/2, -2, 3, ... in this order. The
    turns one by one, or the place in the Calkin-Wilf sequence, would take r bits for a reward of r; this takes a small
    multiple of log r.

    Source: Alexander et al. 2021, Example 14, which leaves the coding of rewards open.
    Ledger: A21-E14*
    """
    if type(rational) is not int and type(rational) is not Fraction:
        raise InvalidParameter("the rational", rational, "an int or a Fraction")
    numerator, denominator = rational.numerator, rational.denominator
    terms: list[int] = []
    while denominator:
        term, rest = divmod(numerator, denominator)
        terms.append(term if not terms else term - 1)
        numerator, denominator = denominator, rest
    if len(terms) > 1:
        terms[-1] -= 1
    return encode_sequence((encode_integer(terms[0]), *terms[1:])) - 1


def decode_rational(number: int) -> Reward:
    """Return the rational that has this number, an int where it is one; the inverse of `encode_rational`."""
    require_natural("the number of a rational", number)
    first, *later = decode_sequence(number + 1)
    if not later:
        return decode_integer(first)
    numerator, denominator = later[-1] + 2, 1
    for term in reversed(later[:-1]):
        numerator, denominator = (term + 1) * numerator + denominator, numerator
    return Fraction(decode_integer(first) * numerator + denominator, numerator)


def shortlex(number: int, base: int) -> tuple[int, ...]:
    """Return the sequence of this number over the digits 0, ..., ``base`` - 1: (), (0), (1), ..., (0,0), (0,1), ...

    A bijection from the natural numbers to the sequences; its inverse is `shortlex_number`. A number has about as many
    digits as the sequence.

    Ledger: A21-E19-conversation, A21-E19-prediction
    """
    return tuple(digit - 1 for digit in bijective_digits(number, base))


def shortlex_number(digits: Sequence[int], base: int) -> int:
    """Return the number of a sequence.

    Ledger: A21-E19-conversation, A21-E19-prediction
    """
    return from_bijective_digits((digit + 1 for digit in digits), base)


Point: TypeAlias = tuple[Fraction, ...]
"""A point of ℚ^n, n >= 1.

Ledger: A21-E19-unsupervised
"""


def point_at(dimension: int, number: int) -> Point:
    """Return the point of ℚ^dimension with this number; one coordinate more is one pair more.

    Ledger: A21-E19-unsupervised
    """
    coordinates = []
    for _ in range(dimension - 1):
        number, last = decode_pair(number)
        coordinates.append(last)
    return tuple(Fraction(decode_rational(code)) for code in (number, *reversed(coordinates)))


def number_of_point(point: Point) -> int:
    """Return the number of a point, the inverse of `point_at`; it has about 2^n times as many digits in ℚ^n.

    Ledger: A21-E19-unsupervised
    """
    number, *others = map(encode_rational, point)
    for other in others:
        number = encode_pair(number, other)
    return number


def encode_percept(percept: Percept, index: int | None = None) -> int:
    """Return the number of a percept, the Cantor pair of that of its reward and its observation.

    A bijection of ℚ×ℕ with ℕ. A fault is named at ``index``.

    Source: Alexander et al. 2021, Example 14.
    Ledger: A21-E14*
    """
    require_percept(percept, index)
    observation = percept.observation
    if type(observation) is not int or observation < 0:
        raise MalformedHistory(index, observation, "an observation: an int >= 0, as the 2021 paper has it")
    return encode_pair(encode_rational(percept.reward), observation)


def decode_percept(number: int) -> Percept:
    """Return the percept that has this number; the inverse of `encode_percept`."""
    reward, observation = decode_pair(number)
    return Percept(decode_rational(reward), observation)


def encode_history(history: History) -> int:
    """Return the number of a history: a bijection of (ROA)* ∪ (ROA)*RO with ℕ.

    It is `encode_sequence` of its elements, percepts by their numbers and actions as they are, so that its length is in
    proportion to that of what it codes: 1,000 turns with rewards 0 and 1 and two actions have some 6,000 bits. It is
    greater than every action, every observation and the number of every percept in it.

    Source: Alexander et al. 2021, Example 18, which has histories as observations.
    Ledger: A21-E18*
    """
    require_history(history)
    return encode_sequence(
        [element if index % 2 else encode_percept(element, index) for index, element in enumerate(history)]
    )


def decode_history(number: int) -> History:
    """Return the history that has this number; the inverse of `encode_history`.

    Ledger: A21-E18
    """
    return tuple(
        element if index % 2 else decode_percept(element) for index, element in enumerate(decode_sequence(number))
    )


def nth_play(index: int) -> Play:
    """Return s_index of s_0, s_1, ...: every nonempty play, each once.

    The numbers of its turns, each the Cantor pair of percept and action, are the nonempty sequence at this place of
    `encode_sequence`: (0,0) 0, (1,0) 0, (0,0) 1, (0,1) 0, (0,0) 0 (0,0) 0, ... A play of n turns comes no earlier than
    at (4^(n-1) - 1) 4 / 3.

    Source: Alexander et al. 2021, Example 18, which asks for a canonical computable enumeration.
    Ledger: A21-E18*
    """
    require_natural("the index of a play", index)
    play: list[Any] = []
    for turn in decode_sequence(index + 1):
        percept, action = decode_pair(turn)
        play += [decode_percept(percept), action]
    return tuple(play)


def index_of_play(play: Play) -> int:
    """Return the index of a nonempty play in s_0, s_1, ...; the inverse of `nth_play`.

    Ledger: A21-E18*
    """
    require_play(play)
    if play == ():
        raise MalformedHistory(0, END, "at least one turn: the empty play is not enumerated")
    turns = [encode_pair(encode_percept(play[at], at), play[at + 1]) for at in range(0, len(play), 2)]
    return encode_sequence(turns) - 1
