"""The proofs in Rocq: which theorem proves what, and running Rocq on them."""

import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

FOLDER = Path(__file__).parents[2] / "proofs"
"""Where the proofs stand in a clone and in the source distribution; a wheel does not have them."""

FILES = ("RealityCheck", "Handicaps", "Drest", "Torus", "Preferences")

PROVED: Mapping[str, tuple[str, ...]] = MappingProxyType({})
"""The theorems that prove a statement, as ``file:theorem``."""

_CLOSED = "Closed under the global context"


def theorems(folder: Path = FOLDER, files: Sequence[str] = FILES) -> Iterator[str]:
    """Yield the name of each theorem of the proofs, as ``file:theorem``, in their order."""
    for file in files:
        for name in re.findall(r"^Theorem (\w+)", (folder / f"{file}.v").read_text("utf-8"), re.MULTILINE):
            yield f"{file}:{name}"


def compile_proofs(folder: Path, into: Path, files: Sequence[str] = FILES) -> Mapping[str, str]:
    """Compile the proofs into a folder; return what each theorem assumes, which is nothing where it is proved.

    Raises `ProofFails` with Rocq's message where a proof does not compile.
    """
    for file in files:
        shutil.copy(folder / f"{file}.v", into)
        coqc(into, file)
    names = list(theorems(folder, files))
    lines = [f"Require Import {' '.join(files)}.", *(f"Print Assumptions {each.replace(':', '.')}." for each in names)]
    (into / "Assumptions.v").write_text("\n".join(lines), "utf-8")
    printed = coqc(into, "Assumptions")
    blocks = re.findall(rf"{_CLOSED}|Axioms:\n(?:(?!{_CLOSED}|Axioms:).*\n?)*", printed)
    return {name: "" if block == _CLOSED else block for name, block in zip(names, blocks, strict=True)}


def coqc(folder: Path, file: str) -> str:
    """Run Rocq on a file in a folder; return what it prints."""
    done = subprocess.run(["coqc", "-q", f"{file}.v"], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603, S607
    if done.returncode:
        raise ProofFails(f"{file}.v: {done.stderr.strip()}")
    return done.stdout


class ProofFails(Exception):
    """Rocq does not accept a proof; the message is Rocq's."""
