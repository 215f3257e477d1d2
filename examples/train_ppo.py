"""Train PPO of Stable-Baselines3 briefly on levels of SafeLife, and score it beside a random agent and the paper.

README: `python examples/train_ppo.py` trains PPO on SafeLife (`pip install gymnasium stable-baselines3`) and scores it.

It is a start and no more: the paper's agents are convolutional and had some millions of steps. Those of this file are
dense layers on the bits of a small window, without a penalty. It is trained on levels 10 to 19 of a kind and scored on
levels 0 to 4. The model is kept in ``ppo.zip`` where this is run, and can be scored again on other levels by

    formal-rl safelife benchmark --kind prune-still --policy examples/train_ppo.py:Model --view 9x9 --form bits
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from fractions import Fraction
from typing import Any

from stable_baselines3 import PPO

from formal_rl.gymnasium import SafeLifeEnv, gymnasium_policies
from formal_rl.safelife.levels import SHIPPED_KINDS
from formal_rl.study.safelife import BenchmarkReport, How, benchmark_runs, score_runs

KEPT = "ppo.zip"


class Model:
    """The model that was kept, asked for an action by its probabilities, as in the paper."""

    def __init__(self) -> None:
        """Load it."""
        self._model = PPO.load(KEPT, device="cpu")

    def predict(self, observation: Any) -> Any:
        """Return the action."""
        action, _ = self._model.predict(observation, deterministic=False)
        return action


def main() -> None:
    """Train, keep, score and print."""
    parser = ArgumentParser(description="Train PPO briefly on SafeLife and score it.")
    parser.add_argument("--kind", default="prune-still", choices=SHIPPED_KINDS)
    parser.add_argument("--steps", type=int, default=20_000, help="of training")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()

    levels = [f"{asked.kind}-{number}" for number in range(10, 20)]
    env = SafeLifeEnv(levels, view=(9, 9), form="bits", seed=asked.seed)
    model = PPO("MlpPolicy", env, n_steps=1024, gamma=0.97, seed=asked.seed, device="cpu")
    model.learn(asked.steps)
    model.save(KEPT)

    how = How(find=gymnasium_policies("9x9", "bits"), sees="9x9 bits")
    runs = benchmark_runs(["random", f"{sys.argv[0]}:Model"], [asked.kind], range(5), seed=asked.seed)
    print("\n".join(BenchmarkReport(tuple(score_runs(runs, how)), (Fraction(0),), how).lines()))


if __name__ == "__main__":
    main()
