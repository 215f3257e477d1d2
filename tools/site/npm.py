"""Packages of npm, kept in `build/cache`: what checks the site, and the runtime of the live page."""

from __future__ import annotations

import os
import shutil
import subprocess
import tarfile
from pathlib import Path

CACHE = Path(__file__).parents[2] / "build" / "cache" / "npm"
VERSIONS = {"axe-core": "4.11.0", "pyodide": "314.0.7"}


def package(name: str) -> Path | None:
    """Return the folder of a package, fetched once; None where npm is not there or cannot fetch it."""
    version = VERSIONS[name]
    folder = CACHE / f"{name}-{version}"
    if folder.is_dir():
        return folder
    npm = shutil.which("npm")
    if npm is None:
        return None
    CACHE.mkdir(parents=True, exist_ok=True)
    asked = [npm, "pack", f"{name}@{version}", "--silent", "--pack-destination", str(CACHE)]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    archive = CACHE / f"{name}-{version}.tgz"
    if done.returncode or not archive.exists():
        return None
    unpacked = CACHE / f".{name}"
    with tarfile.open(archive) as packed:
        packed.extractall(unpacked, filter="data")
    (unpacked / "package").rename(folder)
    unpacked.rmdir()
    archive.unlink()
    return folder


def missing(what: str) -> list[str]:
    """Say that something is not there: a finding where BROWSER_TESTS is required, and else only a notice."""
    if os.environ.get("BROWSER_TESTS") == "required":
        return [f"BROWSER_TESTS is required, and there is no {what}"]
    print(f"no {what} here: what needs it is skipped")
    return []
