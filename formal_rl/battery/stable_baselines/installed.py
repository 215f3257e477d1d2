"""Whether Stable-Baselines3 is there: the first import of this package, so that a missing extra is what is said."""

from __future__ import annotations

from formal_rl.errors import FormalRLError


class MissingStableBaselines(FormalRLError, ImportError):
    """Stable-Baselines3 is needed, and is not installed.

    Ledger: infrastructure
    """

    def __init__(self) -> None:
        """Say what to install."""
        super().__init__('stable-baselines3 is not installed: pip install "formal_rl[sb3]"')


try:
    import stable_baselines3  # noqa: F401 - whether it is there
except ImportError as error:
    raise MissingStableBaselines from error
