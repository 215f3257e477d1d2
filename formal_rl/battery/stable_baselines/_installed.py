"""Whether Stable-Baselines3 is there: the first import of this package, so that a missing extra is what is said."""

from __future__ import annotations

from formal_rl.errors import MissingExtra

try:
    import stable_baselines3  # noqa: F401 - whether it is there
except ImportError as error:
    raise MissingExtra("stable-baselines3", "stable-baselines3") from error
