"""How long it takes to the first counterexample: ten wrong implementations, as a user would check them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.tables import Progress, Table, cpu_seconds
from formal_rl.checking.loading import load_object
from formal_rl.conformance import check

ZOO = Path(__file__).parent.parent / "proofs_as_tests" / "conformance" / "zoo.py"
TEN = (
    "TrainsOnTheTrueReward",
    "TrainsBeforeAsking",
    "RaisesAtTheThirdStep",
    "keeps_the_first_reward",
    "PublishedReverseHistory",
    "asks_about_no_button",
    "freezes_to_the_last_action",
    "published_reality_check",
    "shows_the_handicap",
    "negates_the_observation",
)


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the times of ten wrong implementations, or with ``full`` of all in the zoo."""
    animals: tuple[Any, ...] = load_object(f"{ZOO}:WRONG")  # type: ignore[assignment]
    chosen = [animal for animal in animals if full or animal.name in TEN]
    rows, seconds = [], []
    for animal in chosen:
        progress(f"conformance: {animal.name}")
        implementation = load_object(f"{ZOO}:{animal.name}")
        if check(implementation, animal.suite, semantics=animal.semantics).counterexample is None:
            raise AssertionError(f"{animal.name} is not caught")
        settings = ("--suite", animal.suite, "--semantics", animal.semantics)
        command = [sys.executable, "-m", "formal_rl", "conform", f"{ZOO}:{animal.name}", *settings]
        begun = perf_counter()
        code = subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode
        seconds.append(perf_counter() - begun)
        if code != 1:
            raise AssertionError(f"{animal.name}: exit code {code}")
        inside = cpu_seconds(lambda: check(implementation, animal.suite, semantics=animal.semantics))  # noqa: B023
        rows.append((animal.name, animal.suite, f"{inside:.3f} s", f"{seconds[-1]:.2f} s"))
    rows.append(("median", "", "", f"{median(seconds):.2f} s"))
    yield Table(
        "The first counterexample: wrong implementations of the zoo",
        ("implementation", "suite", "check, CPU time", "whole command, by the clock"),
        rows,
        "The whole command starts Python, loads the implementation, goes through the stages up to the first that is "
        "broken, and prints the smallest counterexample. The aim is a median of less than 2 s.",
    )
