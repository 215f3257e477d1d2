"""Scripts of counterexamples, run as a user would, to see whether they say what they are to say."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory


def exit_codes(scripts: Iterable[str], seconds: float) -> list[int | None]:
    """Run scripts side by side; return how each ended, ``None`` where it did not in so many seconds.

    Ledger: infrastructure
    """
    nowhere = subprocess.DEVNULL
    running = []
    with TemporaryDirectory(prefix="formal_rl_") as directory:
        for number, script in enumerate(scripts):
            file = Path(directory) / f"script_{number}.py"
            file.write_text(script, "utf-8")
            command = [sys.executable, str(file)]
            running.append(subprocess.Popen(command, stdin=nowhere, stdout=nowhere, stderr=nowhere))  # noqa: S603
        return [_exit_code(child, seconds) for child in running]


def _exit_code(child: subprocess.Popen[bytes], seconds: float) -> int | None:
    with child:
        try:
            return child.wait(seconds)
        except subprocess.TimeoutExpired:
            return None
        finally:
            child.kill()
