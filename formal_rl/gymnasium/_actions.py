"""Actions as libraries give them."""

from typing import Any

from formal_rl.errors import ActionOutOfRange
from formal_rl.histories import Action
from formal_rl.numbers import plain_integer


def as_action(value: Any, place: int, number_of_actions: int) -> Action:
    """Return an action as an int; it may be an integer of numpy or torch.

    Raises `ActionOutOfRange`, with its place in the play, for any other value.
    """
    action: Action = plain_integer(value)
    if type(action) is not int or not 0 <= action < number_of_actions:
        raise ActionOutOfRange(place, value, number_of_actions)
    return action
