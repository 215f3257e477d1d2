"""The settings and the curve of a run of training as JSON values."""

from typing import Any

from formal_rl.gridworlds.training.curves import Curve
from formal_rl.gridworlds.training.settings import ExponentialDecay, Training

TRAINING_SCHEMA = "drest-training/1"
"""What a file of runs of training says that it is."""


def settings_json(training: Training) -> dict[str, Any]:
    """Return the settings of training as JSON values: exact numbers as texts, decays as start, end and over."""

    def decay(given: ExponentialDecay) -> list[float | int]:
        return [given.start, given.end, given.over]

    return {
        "agent": training.agent,
        "lambda": str(training.lam),
        "gamma": str(training.gamma),
        "mini_episodes": training.mini_episodes,
        "meta_episodes": training.meta_episodes,
        "learning_rate": decay(training.learning_rate),
        "exploration": decay(training.exploration),
        "credit": training.credit,
        "baseline": training.baseline,
    }


def curve_json(curve: Curve) -> list[dict[str, Any]]:
    """Return a curve as JSON values."""
    return [
        {
            "mini_episodes": point.mini_episodes,
            "probabilities": {str(length): p for length, p in point.probabilities.items()},
            "usefulness": point.usefulness,
            "neutrality": point.neutrality,
        }
        for point in curve
    ]
