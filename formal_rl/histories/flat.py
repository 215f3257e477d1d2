"""The flat form r, o, a, r, o, a, ... of the 2021 paper, and its bijection with the percept form."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from formal_rl.errors import END, MalformedHistory
from formal_rl.histories.percept import History, Percept, require_history

LEDGER = ("A21-D1*",)

Flat: TypeAlias = tuple[Any, ...]
"""A flat sequence: reward, observation, action, reward, observation, action, ...

Ledger: A21-D1
"""

_PLACES = (
    "a reward: an int or a Fraction",
    "an observation: an int >= 0, as the 2021 paper has it",
    "an action: an int >= 0",
)


def require_flat(sequence: Sequence[Any]) -> None:
    """Raise `MalformedHistory` unless the sequence is in (ROA)* or (ROA)*RO.

    Rewards are exact rationals; observations and actions are natural numbers.

    Source: Alexander et al. 2021, Definition 1.
    """
    if not isinstance(sequence, tuple | list):
        raise MalformedHistory(None, sequence, "a tuple or list: reward, observation, action, ...")
    for index, value in enumerate(sequence):
        place = index % 3
        exact = type(value) is int or (place == 0 and type(value) is Fraction)
        if not exact or (place > 0 and value < 0):
            raise MalformedHistory(index, value, _PLACES[place])
    if len(sequence) % 3 == 1:
        raise MalformedHistory(len(sequence), END, _PLACES[1])


def flatten(history: History) -> Flat:
    """Return r_0, o_0, a_0, r_1, ...: the flat form of a history.

    A play of n actions gives 3n elements, in (ROA)*; a prompt of n actions gives 3n + 2, in (ROA)*RO. Raises
    `MalformedHistory` where an observation is not a natural number.

    Source: Alexander et al. 2021, Definition 1.
    """
    require_history(history)
    flat: list[Any] = []
    for index, element in enumerate(history):
        if index % 2 == 1:
            flat.append(element)
        elif type(element.observation) is int and element.observation >= 0:
            flat += [element.reward, element.observation]
        else:
            raise MalformedHistory(index, element.observation, _PLACES[1])
    return tuple(flat)


def unflatten(sequence: Sequence[Any]) -> History:
    """Return the history whose flat form is ``sequence``; the inverse of `flatten`."""
    require_flat(sequence)
    built: list[Any] = []
    for start in range(0, len(sequence), 3):
        built.append(Percept(sequence[start], sequence[start + 1]))
        built += sequence[start + 2 : start + 3]
    return tuple(built)
