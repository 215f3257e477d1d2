"""Actions as libraries give them."""

from operator import index
from typing import Any

from formal_rl.errors import ActionOutOfRange
from formal_rl.histories import Action


def as_action(value: Any, place: int, number_of_actions: int) -> Action:
    """Return an action as an int; it may be an integer of numpy.

    Raises `ActionOutOfRange`, with its place in the play, for what is none of the actions.
    """
    try:
        action = index(value)
    except TypeError:
        raise ActionOutOfRange(place, value, number_of_actions) from None
    if not 0 <= action < number_of_actions or isinstance(value, bool):
        raise ActionOutOfRange(place, value, number_of_actions)
    return action
