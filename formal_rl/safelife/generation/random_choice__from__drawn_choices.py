"""Choices made by draws, one after the other, and how many draws that took."""

from collections.abc import Sequence
from typing import TypeVar

from formal_rl.environments import Draw, Draws, draw
from formal_rl.errors import InvalidParameter
from formal_rl.safelife.weighted_choice import share_of

Choice = TypeVar("Choice")


class DrawnChoices:
    """Draws read in order, from number ``read`` on, each for one choice.

    It counts what it has read, and so is for one computation only, not a value.
    """

    def __init__(self, draws: Draws, read: int = 0) -> None:
        self.draws = draws
        self.read = read

    def next(self) -> Draw:
        """Return the next draw; raise as `draw` does."""
        value = draw(self.draws, self.read)
        self.read += 1
        return value

    def happens(self, probability: Draw) -> bool:
        """Whether something of this probability happens: the next draw is below it."""
        return self.next() < probability

    def number(self, least: int, most: int) -> int:
        """Return one of the whole numbers from ``least`` to ``most``, each with equal probability.

        Raises `InvalidParameter` if there is none.
        """
        if most < least:
            raise InvalidParameter("most", most, f"at least {least}")
        return least + share_of(most - least + 1, self.next())

    def one_of(self, choices: Sequence[Choice]) -> Choice:
        """Return one of the choices, each with equal probability.

        Raises `InvalidParameter` if there is none.
        """
        if not choices:
            raise InvalidParameter("choices", choices, "at least one")
        return choices[self.number(0, len(choices) - 1)]

    def shuffled(self, values: Sequence[Choice]) -> list[Choice]:
        """Return the values in an order that is drawn, each with equal probability."""
        remaining = list(values)
        for last in range(len(remaining) - 1, 0, -1):
            other = self.number(0, last)
            remaining[last], remaining[other] = remaining[other], remaining[last]
        return remaining
