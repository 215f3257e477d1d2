"""How a script starts the process that it is about: in the place of importing an implementation."""

from __future__ import annotations

MODULES = (
    "atexit",
    "collections",
    "inspect",
    "json",
    "os",
    "queue",
    "re",
    "shlex",
    "signal",
    "subprocess",
    "threading",
)
"""The modules that the source of `exec_process` needs, beside those that scripts know anyway."""


def starting(suite: str, seconds: float, form: str = "") -> str:
    """Return the source of load(), where the implementation is a command; ``form`` is called with it if given.

    Ledger: infrastructure
    """
    return f'''
def load():
    """Start the command where it is first asked, and end it in the end."""
    answering = Answering(IMPLEMENTATION.removeprefix("exec:"), {suite!r}, {seconds!r})
    atexit.register(answering.end)
    return {f"{form}(answering)" if form else "answering"}
'''
