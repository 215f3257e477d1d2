"""The package released with Wainwright and Eckersley 2019, as a Python has it installed: its parts by suite."""

import json
import shlex
import subprocess
from pathlib import Path

from formal_rl.conformance.engine.settings import EXEC
from formal_rl.conformance.suites.suite_facts import SAFELIFE_RELEASES
from formal_rl.errors import FormalRLError
from tools.published.library import PublishedLibrary, PublishedPart

ANSWERS = Path(__file__).with_name("safelife_answers.py")
"""What speaks for the package, over JSON lines."""

PARTS = {
    "safelife_advance": ("advance_board", "boards become arrays"),
    "safelife_advance_with_draws": ("advance_board, with draws", "its bit generator is made of the draws"),
    "safelife_step": ("SafeLifeEnv", "the level is handed over in the place of a file; boards are read from its game"),
    "safelife_ground_distance": (
        "earth_mover_distance, its distances",
        "they are read from what it hands to its solver",
    ),
    "safelife_earth_mover": ("earth_mover_distance", "masses become arrays"),
    "safelife_side_effects": ("side_effect_score", "initial and final board are handed over in the place of a game"),
}
"""By suite: what it is called in the package, and what stands between."""

LEFT_OUT = {"the densities": "the package has no function of its own for them, and they are in its side effects"}


class NoPackage(FormalRLError):
    """A Python has no safelife that works; the message says why."""


def installed_safelife(python: str) -> PublishedLibrary:
    """Return the package that a Python has.

    Raises `NoPackage`.
    """
    command = (python, str(ANSWERS))
    return PublishedLibrary(
        "SafeLife",
        _version(python),
        tuple(
            PublishedPart(name, suite, EXEC + shlex.join(command), adapted) for suite, (name, adapted) in PARTS.items()
        ),
        LEFT_OUT,
    )


def _version(python: str) -> str:
    try:
        ran = subprocess.run((python, str(ANSWERS), "--versions"), capture_output=True, text=True, check=False)
    except OSError as error:
        raise NoPackage(f"{python!r} cannot be run: {error}") from None
    if ran.returncode != 0:
        said = (ran.stderr.strip().splitlines() or ["it says nothing"])[-1]
        raise NoPackage(f"{python!r} has no safelife that works: {said}; name one that has, by --safelife PYTHON")
    versions = json.loads(ran.stdout.splitlines()[-1])
    release = SAFELIFE_RELEASES.get(versions["safelife"], "a release whose commit is not known here")
    return f"version {versions['safelife']} ({release}), with numpy {versions['numpy']} and pyemd {versions['pyemd']}"
