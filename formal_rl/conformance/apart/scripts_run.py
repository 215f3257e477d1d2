"""Scripts of counterexamples, run as a user would, to see whether they say what they are to say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic, sleep
from typing import TYPE_CHECKING

from formal_rl.conformance.apart.exec_process import end_apart, started_apart

if TYPE_CHECKING:
    from formal_rl.conformance.reports.report import Counterexample

EVERY = 0.01


def script_passes(shown: Counterexample, seconds: float, broken_off: Event) -> bool:
    """Return whether a counterexample has a script that says, within so many seconds, that it is fixed."""
    if shown.script is None:
        return False
    nowhere = subprocess.DEVNULL
    with TemporaryDirectory(prefix="formal_rl_", ignore_cleanup_errors=True) as directory:
        file = Path(directory) / "script.py"
        file.write_text(shown.script, "utf-8")
        with started_apart([sys.executable, str(file)], stdin=nowhere, stdout=nowhere, stderr=nowhere) as child:
            try:
                until = monotonic() + seconds
                while child.poll() is None and monotonic() < until and not broken_off.is_set():
                    sleep(EVERY)
                return child.returncode == 0
            finally:
                end_apart(child)
