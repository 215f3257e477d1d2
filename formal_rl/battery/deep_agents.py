"""The deep agents of the battery by name; Stable-Baselines3 is imported only where one of them is made."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from formal_rl.agents import CATALOGUE, Learner
from formal_rl.battery.agents import BatteryAgent, MakesLearner, Told


def _maker(algorithm: str) -> MakesLearner:
    def make(told: Told) -> Learner[Any]:
        library = import_module("formal_rl.battery.stable_baselines")
        learner: Learner[Any] = library.deep_learner(
            algorithm, told.draws, told.number_of_actions, told.number_of_observations
        )
        return learner

    return make


DEEP_AGENTS: Mapping[str, BatteryAgent] = MappingProxyType(
    {name: BatteryAgent(name, _maker(name)) for name, record in CATALOGUE.items() if record.deep}
)
"""DQN, A2C and PPO with the settings of Stable-Baselines3. They are not the published ones, and not named after them.

Making a learner raises `MissingExtra` where the extra ``sb3`` is not installed.
"""
