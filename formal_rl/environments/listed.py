"""The arguments of the listed examples: draws, and false memories."""

from fractions import Fraction

from formal_rl.agents import RepeatedDraws
from formal_rl.histories import history

MEMORIES = history((1, 0), 1, (-1, 0), 0)
"""The false memories of the listed example: two turns, one paid and one punished."""

TWO_TURNS = history((0, 0), 0, (0, 0), 0)
"""The false memories that the published library has."""

DRAWS = RepeatedDraws((Fraction(0), Fraction(1, 2), Fraction(3, 4), Fraction(1, 4)))
"""The draws of the listed tempting button: a button on every fourth turn, at first."""

EIGHTHS = RepeatedDraws(tuple(Fraction(eighth, 8) for eighth in (3, 1, 7, 0, 5, 6, 2)))
"""Draws for environments that show their draws."""
