"""Numbers for percepts and histories, and the canonical enumeration of the nonempty plays."""

from typing import Any

from formal_rl.errors import END, MalformedHistory
from formal_rl.histories.coding import (
    check_natural,
    decode_pair,
    decode_rational,
    decode_sequence,
    encode_pair,
    encode_rational,
    encode_sequence,
)
from formal_rl.histories.percept import History, Percept, Play
from formal_rl.histories.validity import check_history, check_percept, check_play

LEDGER = ("A21-E18*",)


def encode_percept(percept: Percept, index: int | None = None) -> int:
    """Return the number of a percept, the Cantor pair of that of its reward and its observation.

    A bijection of ℚ×ℕ with ℕ. Raises `MalformedHistory`, naming ``index``, for what is no percept, and where the
    observation is no natural number.

    Source: Alexander et al. 2021, Example 14.
    Ledger: A21-E14*
    """
    check_percept(percept, index)
    observation = percept.observation
    if type(observation) is not int or observation < 0:
        raise MalformedHistory(index, observation, "an observation: an int >= 0, as the 2021 paper has it")
    return encode_pair(encode_rational(percept.reward), observation)


def decode_percept(number: int) -> Percept:
    """Return the percept that has this number; the inverse of `encode_percept`.

    Raises `InvalidParameter` for what is no natural number.

    Source: Alexander et al. 2021, Example 14.
    Ledger: A21-E14
    """
    reward, observation = decode_pair(number)
    return Percept(decode_rational(reward), observation)


def encode_history(history: History) -> int:
    """Return the number of a history: a bijection of (ROA)* ∪ (ROA)*RO with ℕ.

    It is `encode_sequence` of its elements, percepts by their numbers and actions as they are, so that its length is
    in proportion to that of what it codes: 1,000 turns with rewards 0 and 1 and two actions have some 6,000 bits. It
    is greater than every action, every observation and the number of every percept in it.
    Raises `MalformedHistory`, naming the place, on what is no history and where an observation is no natural number.

    Source: Alexander et al. 2021, Example 18, which has histories as observations.
    """
    check_history(history)
    return encode_sequence(
        [element if index % 2 else encode_percept(element, index) for index, element in enumerate(history)]
    )


def decode_history(number: int) -> History:
    """Return the history that has this number; the inverse of `encode_history`.

    Raises `InvalidParameter` for what is no natural number.

    Source: Alexander et al. 2021, Example 18.
    Ledger: A21-E18
    """
    return tuple(
        element if index % 2 else decode_percept(element) for index, element in enumerate(decode_sequence(number))
    )


def nth_play(index: int) -> Play:
    """Return s_index of s_0, s_1, ...: every nonempty play, each once.

    The numbers of its turns, each the Cantor pair of percept and action, are the nonempty sequence at this place of
    `encode_sequence`: (0,0) 0, (1,0) 0, (0,0) 1, (0,1) 0, (0,0) 0 (0,0) 0, ... A play of n turns comes no earlier than
    at (4^(n-1) - 1) 4 / 3. Raises `InvalidParameter` for an index that is no natural number.

    Source: Alexander et al. 2021, Example 18, which asks for a canonical computable enumeration.
    """
    check_natural("the index of a play", index)
    play: list[Any] = []
    for turn in decode_sequence(index + 1):
        percept, action = decode_pair(turn)
        play += [decode_percept(percept), action]
    return tuple(play)


def index_of_play(play: Play) -> int:
    """Return the index of a nonempty play in s_0, s_1, ...; the inverse of `nth_play`.

    Raises `MalformedHistory`, naming the place, on what is no nonempty play over ℚ, ℕ and ℕ.

    Source: Alexander et al. 2021, Example 18.
    """
    check_play(play)
    if play == ():
        raise MalformedHistory(0, END, "at least one turn: the empty play is not enumerated")
    turns = [encode_pair(encode_percept(play[at], at), play[at + 1]) for at in range(0, len(play), 2)]
    return encode_sequence(turns) - 1
