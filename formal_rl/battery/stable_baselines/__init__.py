"""DQN, A2C and PPO of Stable-Baselines3, trained on recorded transitions: imported only when asked for.

Needs the extra ``sb3``. Nothing is claimed about published numbers: these are other agents than the published ones.
"""

from formal_rl.battery.stable_baselines import _installed  # noqa: F401 - first: it says what is missing

# isort: split
from formal_rl.battery.stable_baselines.deep_agent import DeepAgent
from formal_rl.battery.stable_baselines.deep_learner import ALGORITHMS, DeepLearner, deep_learner
from formal_rl.battery.stable_baselines.dqn_agent import DQNAgent
from formal_rl.battery.stable_baselines.on_policy_agents import A2CAgent, PPOAgent

__all__ = [
    "ALGORITHMS",
    "A2CAgent",
    "DQNAgent",
    "DeepAgent",
    "DeepLearner",
    "PPOAgent",
    "deep_learner",
]
