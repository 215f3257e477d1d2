"""Errors of the Gymnasium environments: the library is missing, or no episode is running."""

from formal_rl.errors import FormalRLError, MissingExtra

try:
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode
except ImportError as error:
    raise MissingExtra("gymnasium >= 1.1", '"gymnasium>=1.1"') from error

__all__ = ["AutoresetMode", "NotReset", "ResetNeeded"]


class NotReset(FormalRLError, ResetNeeded):
    """An environment was asked for a step or a picture with no episode on: before the first one, or after an end."""

    def __init__(self, asked: str, steps: int | None) -> None:
        """Keep what was asked for, and after how many steps the episode ended, None if there was none yet."""
        self.asked = asked
        self.steps = steps
        when = "before the first reset" if steps is None else f"after the end: the episode was over after step {steps}"
        super().__init__(f"{asked} was called {when}; call reset first")
