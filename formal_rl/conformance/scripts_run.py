"""Scripts of counterexamples, run as a user would, to see whether they say what they are to say."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from formal_rl.conformance.conformance_report import Counterexample


def scripts_passing(counterexamples: Iterable[Counterexample], seconds: float) -> set[str]:
    """Return the claims of counterexamples whose script says that they are fixed, within so many seconds."""
    scripts = [(each.claim, each.script) for each in counterexamples if each.script is not None]
    codes = _exit_codes((script for _, script in scripts), seconds)
    return {claim for (claim, _), code in zip(scripts, codes, strict=True) if code == 0}


def _exit_codes(scripts: Iterable[str], seconds: float) -> list[int | None]:
    """Run scripts side by side; return how each ended, ``None`` where it did not."""
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
