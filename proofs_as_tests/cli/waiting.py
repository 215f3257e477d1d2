"""Waiting for what a process of a command does."""

import time
from pathlib import Path


def until(condition, process):
    """Wait until something is so, for a minute at most; the process is not to end before."""
    for _ in range(1200):
        if condition():
            return
        assert process.poll() is None
        time.sleep(0.05)
    raise AssertionError("not within a minute")


def lines(file):
    """How many lines a file has, if it is there."""
    path = Path(file)
    return path.read_bytes().count(b"\n") if path.exists() else 0
