"""Install the wheel in an environment of its own and run it there, away from this tree.

    python -m tools.wheel_check                                     this Python, the newest dependencies
    python -m tools.wheel_check --python python3.13
    python -m tools.wheel_check --lowest                            the lowest dependencies that pyproject.toml allows
    python -m tools.wheel_check --offline                           with what uv has on this machine

It verifies the ledger, and runs the part of the suite that is fast and, on the newest dependencies, the conformance
kit's self-test.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "wheels"
PROMISES = ("test_theorem_10.py", "test_theorem_5_1.py", "test_lemmas.py", "test_drest_return.py")
FOLDERS = ("histories", "agents", "transforms", "checking", "gridworlds")
FAST = tuple(f"proofs_as_tests/{name}" for name in (*PROMISES, *FOLDERS))
HELPERS = (f"proofs_as_tests/{each.name}" for each in (ROOT / "proofs_as_tests").glob("[!t]*.py"))
SUITE = ("pyproject.toml", "conftest.py", *HELPERS, *FAST)


def main() -> int:
    """Build, install and run; return the first exit code that is not 0."""
    options = _options()
    place = BUILD / f"{re.sub(r'[^a-z0-9.]+', '-', options.python)}-{'lowest' if options.lowest else 'newest'}"
    shutil.rmtree(place, ignore_errors=True)
    wheel = build(place / "dist")
    try:
        python = install(wheel, place / "environment", options)
    except subprocess.CalledProcessError as failed:
        return int(failed.returncode)
    return run(python, suite(place / "suite"), [] if options.lowest else [["-m", "formal_rl", "conform", "self-test"]])


def build(directory: Path) -> Path:
    """Build wheel and source distribution, say how large they are, and return the wheel."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-t", "wheel", "-d", str(directory)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    for file in sorted(directory.iterdir()):
        print(f"{file.name}: {file.stat().st_size:,} bytes", flush=True)
    (wheel,) = directory.glob("*.whl")
    return wheel


def install(wheel: Path, environment: Path, options: argparse.Namespace) -> Path:
    """Install the wheel with its dependencies and pytest, and return the environment's Python."""
    uv = [sys.executable, "-m", "uv", "--quiet", *(["--offline"] if options.offline else [])]
    subprocess.run([*uv, "venv", "--python", options.python, str(environment)], check=True)
    python = environment / "bin" / "python"
    pip = [*uv, "pip", "install", "--python", str(python)]
    resolution = "lowest-direct" if options.lowest else "highest"
    needed = ["--resolution", resolution, "--requirements", "pyproject.toml", "--group", "wheel"]
    subprocess.run([*pip, *needed], cwd=ROOT, check=True)
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True)
    subprocess.run([*uv, "pip", "list", "--python", str(python)], check=True)
    return python


def suite(place: Path) -> Path:
    """Copy the fast tests to a folder without the package, and return it."""
    for name in SUITE:
        source, target = ROOT / name, place / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    return place


def run(python: Path, place: Path, more: list[list[str]]) -> int:
    """Run what is installed, from that folder, and return the first exit code that is not 0."""
    commands = (
        ["-c", "import formal_rl, sys; print(sys.version); sys.exit('site-packages' not in formal_rl.__file__)"],
        ["-m", "formal_rl", "verify", "--jobs", "2"],
        *more,
        ["-m", "pytest", "-q", "-n", "2", *FAST],
    )
    for command in commands:
        print("$ python", *command, flush=True)
        code = subprocess.run([str(python), *command], cwd=place, check=False).returncode
        if code:
            return code
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.wheel_check", description=__doc__.splitlines()[0])
    parser.add_argument("--python", default=sys.executable, help="which Python (default: this one)")
    parser.add_argument("--lowest", action="store_true", help="the lowest versions that pyproject.toml allows")
    parser.add_argument("--offline", action="store_true", help="install from what uv has on this machine")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
