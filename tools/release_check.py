"""Run every step of a release that needs no network, one after the other, and print a table of them.

    python -m tools.release_check              all steps
    python -m tools.release_check lint wheel   these

Each step is a make target. `make metadata workflows wheel wheel-lowest` must have run once with a network. `make
verify` is none: the wheel verifies the ledger, and the suite replays the recorded runs. `fuzz` and `durability` draw
half as much as they do alone.
"""

from __future__ import annotations

import subprocess
import sys
import time

STEPS = (
    *("lint", "types", "workflows", "metadata", "wheel", "wheel-lowest"),
    *("test", "docs", "fuzz", "durability", "same-bytes", "speed"),
)
"""The quick ones first, so that a fault shows early."""

LESS = ("OFFLINE=--offline", "FUZZ=--inputs 50000", "DURABILITY=--kills 100")


def main(steps: tuple[str, ...]) -> int:
    """Run the steps and print the table; return 1 if one failed."""
    rows = []
    for step in steps or STEPS:
        print(f"== make {step}", flush=True)
        started = time.monotonic()
        code = subprocess.run(["make", step, *LESS], check=False).returncode
        rows.append((step, time.monotonic() - started, "ok" if code == 0 else f"FAILED ({code})"))
    print(f"\n{'step':<14}{'seconds':>8}  result")
    for step, seconds, result in rows:
        print(f"{step:<14}{seconds:>8.0f}  {result}")
    failed = sum(result != "ok" for *_, result in rows)
    print(f"{'all':<14}{sum(seconds for _, seconds, _ in rows):>8.0f}  {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(tuple(sys.argv[1:])))
