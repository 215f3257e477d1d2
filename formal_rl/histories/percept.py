"""Percepts, actions and histories: the alphabet of everything else, and the checks of each."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from formal_rl.errors import END, MalformedHistory

LEDGER = ("A21-D1", "A22-D1")

Reward: TypeAlias = int | Fraction
Observation: TypeAlias = Hashable
Action: TypeAlias = int


class Percept(NamedTuple):
    """A percept (r, o): a rational reward together with an observation.

    Equal to the plain pair ``(r, o)``; its repr can be pasted back.

    Source: Alexander et al. 2022, Section 2.
    Ledger: A22-D1*, A21-D1
    """

    reward: Reward
    observation: Observation

    def __repr__(self) -> str:
        return f"Percept({self.reward!r}, {self.observation!r})"


History: TypeAlias = tuple[Any, ...]
"""Percept, action, percept, action, ...: a plain tuple that starts with a percept, or the empty tuple."""

Prompt: TypeAlias = History
"""A history that ends in a percept: an agent answers it with an action."""

Play: TypeAlias = History
"""The empty history, or one that ends in an action: what an environment answers to."""


def require_percept(value: object, index: int | None = None) -> None:
    """Raise `MalformedHistory`, naming ``index``, unless ``value`` is a `Percept` with an exact reward.

    The observation may be anything hashable.
    """
    if type(value) is not Percept:
        hint = "; build histories from pairs with history(...)" if isinstance(value, tuple) else ""
        raise MalformedHistory(index, value, f"a Percept(reward, observation){hint}")
    if type(value.reward) is not int and type(value.reward) is not Fraction:
        expected = "a reward: an int or a Fraction (bool, float and numpy numbers are not exact rationals here)"
        raise MalformedHistory(index, value.reward, expected)
    try:
        hash(value.observation)
    except TypeError:
        raise MalformedHistory(index, value.observation, "a hashable observation") from None


def require_action(value: object, index: int | None = None) -> None:
    """Raise `MalformedHistory`, naming ``index``, unless ``value`` is an action, an int >= 0."""
    if type(value) is not int or value < 0:
        raise MalformedHistory(index, value, "an action: an int >= 0 (bool is not one)")


def require_history(value: object) -> None:
    """Raise `MalformedHistory` unless ``value`` is a tuple percept, action, percept, ... (or empty).

    Source: Alexander et al. 2022, Section 2.
    Ledger: A21-D1, A22-D1*
    """
    if type(value) is not tuple:
        raise MalformedHistory(None, value, "a plain tuple percept, action, percept, ...")
    for index, element in enumerate(value):
        if index % 2 == 1:
            if type(element) is not int or element < 0:
                require_action(element, index)
        elif type(element) is not Percept or type(element[0]) is not int or type(element[1]) is not int:
            require_percept(element, index)


def require_prompt(value: object) -> None:
    """Raise `MalformedHistory` unless ``value`` is a prompt: a history that ends in a percept.

    Source: Alexander et al. 2022, Definition 1 part 2; (ROA)*RO in Alexander et al. 2021, Definition 1.
    Ledger: A21-D1, A22-D1*
    """
    require_history(value)
    assert isinstance(value, tuple)
    if len(value) % 2 == 0:
        raise MalformedHistory(len(value), END, "a percept, since a prompt ends in one")


def require_play(value: object) -> None:
    """Raise `MalformedHistory` unless ``value`` is a play: empty, or a history that ends in an action.

    Source: Alexander et al. 2022, Definition 1 part 1; (ROA)* in Alexander et al. 2021, Definition 1.
    Ledger: A21-D1, A22-D1*
    """
    require_history(value)
    assert isinstance(value, tuple)
    if len(value) % 2 == 1:
        raise MalformedHistory(len(value), END, "an action, since a play is empty or ends in one")


def is_prompt(value: object) -> bool:
    """Whether ``value`` is a prompt."""
    try:
        require_prompt(value)
    except MalformedHistory:
        return False
    return True


def is_play(value: object) -> bool:
    """Whether ``value`` is a play."""
    try:
        require_play(value)
    except MalformedHistory:
        return False
    return True
