"""How a script starts the process that it is about: in the place of importing an implementation."""

from pprint import pformat
from typing import Any

from formal_rl.errors import FormalRLError


class NoScript(FormalRLError):
    """There can be no script; the message says why."""


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

WIDTH = 116

_LOAD = "def load():\n"

_STARTED = "    atexit.register(answering.end)\n"

_ENTRY = "    sys.exit(main())\n"

_FAULTS_IN_A_LINE = """    try:
        sys.exit(main())
    except ProcessFault as fault:
        print(f"it {fault.words}: {fault}")
        sys.exit(1)
"""


def starting(suite: str, seconds: float, form: str = "") -> str:
    """Return the source of load(), where the implementation is a command; ``form`` is called with it if given."""
    return f'''
def load():
    """Start the command where it is first asked, and end it in the end."""
    answering = Answering(IMPLEMENTATION.removeprefix("exec:"), {suite!r}, {seconds!r})
{_STARTED}    return {f"{form}(answering)" if form else "answering"}
'''


def as_run(script: str, earlier: Any) -> str:
    """Return a script of a process as it is run: ``earlier`` is put first, and where there is no answer it says so."""
    script = script.replace(_ENTRY, _FAULTS_IN_A_LINE)
    if not earlier:
        return script
    written = pformat([*map(tuple, earlier)], width=WIDTH, sort_dicts=False, compact=True)
    words = "# What the process is asked first, and what the agent does each time that it asks."
    script = script.replace(_LOAD, f"{words}\nEARLIER = {written}\n\n\n{_LOAD}")
    return script.replace(_STARTED, f"{_STARTED}    answering.ask_as_before(EARLIER)\n")
