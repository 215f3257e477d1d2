"""Errors of the Gymnasium environments: the library is missing, or no episode is running."""

from formal_rl.errors import FormalRLError, MissingExtra

try:
    from gymnasium.error import ResetNeeded
    from gymnasium.vector import AutoresetMode
except ImportError as error:
    raise MissingExtra("gymnasium >= 1.1", '"gymnasium>=1.1"') from error

__all__ = ["AutoresetMode", "NotReset", "ResetNeeded"]


class NotReset(FormalRLError, ResetNeeded):
    """A step or a picture without a running episode: before the first one, or after an end."""

    def __init__(self, method: str, steps: int | None) -> None:
        """Keep the name of the call, and the number of steps of the episode that ended, or None."""
        self.method, self.steps = method, steps
        when = "before the first reset" if steps is None else f"after the end: the episode was over after step {steps}"
        super().__init__(f"{method} was called {when}; call reset first")
