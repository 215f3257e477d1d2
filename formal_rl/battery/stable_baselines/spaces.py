"""What Stable-Baselines3 asks about an environment, without the environment."""

from __future__ import annotations

from typing import Any

from gymnasium import Env
from gymnasium.spaces import Discrete


class SpacesOnly(Env[Any, Any]):
    """So many observations and so many actions; it can be neither reset nor stepped, since nobody acts in it."""

    def __init__(self, number_of_actions: int, number_of_observations: int) -> None:
        self.action_space = Discrete(number_of_actions)
        self.observation_space = Discrete(number_of_observations)
