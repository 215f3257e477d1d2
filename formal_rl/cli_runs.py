"""Runs of SafeLife as the commands take them: from a file, or as they are played."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path

from formal_rl.checking.safelife_run import Turn
from formal_rl.conformance.safelife_run_file import holds_run
from formal_rl.study.safelife_levels import is_name


def names_a_run(text: str) -> bool:
    """Whether a text is read as the file of a run that was kept, and not as a level."""
    return text.endswith(".json") or (not is_name(text) and holds_run(Path(text)))


def printing_elsewhere(played: Iterator[Turn]) -> Iterator[Turn]:
    """Yield the same; what the user's code prints is no part of the answer."""
    while True:
        with redirect_stdout(sys.stderr):
            turn = next(played, None)
        if turn is None:
            return
        yield turn
