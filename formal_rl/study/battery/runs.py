"""How much memory a process has had."""

import sys


def peak_memory() -> int:
    """Return the most memory that this process, or one that it started, has had so far, in bytes; 0 if not known."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ImportError:
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(each).ru_maxrss for each in who) * unit
