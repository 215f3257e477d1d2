"""The recorded runs that come with the package."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def shipped_vectors() -> Path:
    """Return the directory of the recorded runs of the published library.

    Ledger: infrastructure
    """
    return Path(str(files("formal_rl.conformance").joinpath("recorded", "extended_environments")))
