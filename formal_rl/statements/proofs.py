"""The proofs in Rocq: which theorem proves what, and running Rocq on them."""

import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from formal_rl.errors import FormalRLError

FOLDER = Path(__file__).parents[2] / "proofs"
"""The folder of the proofs in a clone and in the source distribution; a wheel does not have them."""

FILES = ("RealityCheck", "Handicaps", "Drest", "Torus", "Preferences")

PROVED: Mapping[str, tuple[str, ...]] = {
    "A21-D12-compose": ("Handicaps:repair_extends_letter", "Handicaps:letter_is_defined"),
    "A21-D12-laws": (
        *("Handicaps:shows_what_e_shows", "Handicaps:pays_at_most_what_e_pays", "Handicaps:unpunished_is_e"),
        *("Handicaps:twice_is_once", "Handicaps:order_does_not_matter", "Handicaps:letter_is_undefined_twice"),
    ),
    "A22-D7": ("RealityCheck:definition_7", "RealityCheck:exactly_one"),
    "A22-T10.1": ("RealityCheck:alternate_definition",),
    "A22-T10.2": ("RealityCheck:idempotence",),
    "A22-T10.3": ("RealityCheck:equivalence_on_genuine_history", "RealityCheck:never_frozen_in_reality"),
    "A22-T10.4": ("RealityCheck:equivalence_in_ordinary_environments", "RealityCheck:part_4"),
    "A22-S5-trivialise": ("RealityCheck:trivialisation",),
    "A22-trivialise-all": ("RealityCheck:trivialisation",),
    "A22-chance-fresh-draws": ("RealityCheck:same_law",),
    "A22-gain-zero": ("RealityCheck:same_life", "RealityCheck:gain_zero"),
    "T24-DB-equivalence": (
        *("Preferences:preorders_have_both", "Preferences:all_three_make_it_transitive"),
        "Preferences:sensitive_is_transitive_if_complete",
        "Preferences:transitive_is_sensitive_if_preference_is",
    ),
    "T24-DB-equivalence-gaps": (
        *("Preferences:insensitive_gaps_are_not_transitive", "Preferences:gaps_are_never_transitive"),
    ),
    "T24-DB-argument": ("Preferences:post_means_incomplete", "Preferences:post_means_two_gaps"),
    "T24-noutility": ("Preferences:post_has_no_utility", "Preferences:incomplete_has_no_utility"),
    "T24-DD2": ("Drest:closed_form", "Drest:equation_R"),
    "T24-T5.1": ("Drest:theorem_5_1_is_false",),
    "T24-threshold": ("Drest:theorem_A", "Drest:theorem_C"),
    "T24-equilibrium": ("Drest:theorem_E",),
    "T24-repair": ("Drest:repair",),
    "W19-eq2": (*("Torus:symmetric", "Torus:zero_iff_equal", "Torus:triangle", "Torus:published_is_not_symmetric"),),
}
"""The theorems that prove a statement, or the part of it that they say, as ``file:theorem``."""

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
    terms = [f"@{each.replace(':', '.')}" for each in names]
    for asked in ([f"({', '.join(terms)})"], terms):  # first at once, since each question reads all proofs
        questions = (f"Definition t{place} := {each}.\nPrint Assumptions t{place}." for place, each in enumerate(asked))
        (into / "Assumptions.v").write_text("\n".join([f"Require Import {' '.join(files)}.", *questions]), "utf-8")
        blocks = re.findall(rf"{_CLOSED}|Axioms:\n(?:(?!{_CLOSED}|Axioms:).*\n?)*", coqc(into, "Assumptions"))
        if blocks == [_CLOSED]:
            return dict.fromkeys(names, "")
    return {name: "" if block == _CLOSED else block for name, block in zip(names, blocks, strict=True)}


def coqc(folder: Path, file: str) -> str:
    """Run Rocq on a file in a folder; return what it prints."""
    done = subprocess.run(["coqc", "-q", f"{file}.v"], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603, S607
    if done.returncode:
        raise ProofFails(f"{file}.v: {done.stderr.strip()}")
    return done.stdout


class ProofFails(FormalRLError):
    """Rocq does not accept a proof; the message is Rocq's."""


@frozen
class ProofsChecked:
    """Rocq's result for the theorems: ``failed`` has each that does not hold without assumptions, and why.

    Where nothing was checked, ``not_here`` says why.
    """

    theorems: tuple[str, ...]
    failed: tuple[tuple[str, str], ...] = ()
    not_here: str = ""


def check_proofs(statements: Iterable[str]) -> ProofsChecked:
    """Have Rocq check the theorems that prove these statements, where it is installed."""
    named = tuple(dict.fromkeys(each for statement in statements for each in PROVED.get(statement, ())))
    if not named:
        return ProofsChecked(named)
    if not FOLDER.is_dir():
        return ProofsChecked(named, not_here="the proofs are in a clone and in the source distribution")
    if shutil.which("coqc") is None:
        return ProofsChecked(named, not_here="coqc is missing: install Debian's package coq")
    files = [file for file in FILES if any(each.startswith(f"{file}:") for each in named)]
    with tempfile.TemporaryDirectory() as folder:
        try:
            assumed = compile_proofs(FOLDER, Path(folder), files)
        except ProofFails as error:
            return ProofsChecked(named, tuple((each, str(error)) for each in named))
    return ProofsChecked(named, tuple((each, why) for each in named if (why := assumed.get(each, "no such theorem"))))
