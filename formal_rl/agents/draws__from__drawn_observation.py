"""Observations that are drawn: each as likely as any other."""

from math import floor

from formal_rl.environments.draws import Draws, draw
from formal_rl.histories import Observation


def drawn_observation(draws: Draws, index: int, number_of_observations: int) -> Observation:
    """Return floor(n u_index), one of the observations 0 to n - 1.

    Raises `DrawsExhausted` where the draws end.
    """
    return floor(number_of_observations * draw(draws, index))
