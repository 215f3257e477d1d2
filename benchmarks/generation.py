"""Generated levels and patterns: how long they take in each form and in the published code, and how soon runs halt.

Seconds are of CPU. Levels are of 26 x 26 cells, each kind by our recipe and by the published one. Runs
are from empty boards, with life and nothing as the cell types and no penalties, draws from the
seeds 0, 1, 2, ... Where a run does not halt within 50 iterations for each cell of the board it is given up.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from statistics import mean, median
from time import process_time

from benchmarks.tables import Progress, Table, times
from formal_rl.safelife.board import Board
from formal_rl.safelife.generation import (
    GENERATED_KINDS,
    NO_PENALTIES,
    GeneratedPattern,
    generate_still_life,
    generate_still_life_incremental,
)
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.safelife.generation import seeded_level

SIDE = 26
PER_CELL = 50
SEEDS = 10
BATCH = 20
PATTERNS = ((26, Fraction(1, 5)), (26, Fraction(3, 10)), (64, Fraction(1, 5)), (26, Fraction(1)))
"""Sides and targets; that of 1 cannot be reached, and shows how long an iteration takes."""

TEMPERATURES = tuple(map(Fraction, ("1/4", "1/2", "3/4", "1", "3/2")))
TARGETS = tuple(map(Fraction, ("1/20", "1/10", "1/5", "3/10", "2/5")))


def run(progress: Progress, *, full: bool, published: str | None = None) -> Iterator[Table]:
    """Yield the tables of levels, patterns and forms, then that of iterations."""
    yield from _beside_published(progress, published)
    yield _seconds(progress, 20 if full else 5)
    yield _halting(progress, 20 if full else 5)


def _beside_published(progress: Progress, published: str | None) -> Iterator[Table]:
    """Yield the tables of levels and of patterns; the published code runs before and after ours."""
    progress("generation: the published code")
    theirs, versions = _published(published)
    levels = []
    for kind in GENERATED_KINDS:
        progress(f"generation: {kind}")
        command = [sys.executable, "-m", "benchmarks.generation", kind]  # no kind finds another's seeds in a cache
        levels.append((kind, json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)))
    patterns = []
    for side, target in PATTERNS:
        progress(f"generation: a pattern of {side} x {side}, {target}")
        patterns.append((_in_words(side, target), [_pattern(side, target, seed) for seed in range(SEEDS)]))
    again, _ = _published(published)
    for name, more in again.items():
        theirs[name] += more
    rows = []
    for kind, seconds in levels:
        row = [
            kind,
            f"{1e3 * median(seconds):.0f} ms",
            f"{1e3 * mean(seconds):.0f} ms",
            f"{1e3 * max(seconds):.0f} ms",
        ]
        if theirs:
            other = [each for each in theirs[kind] if each is not None]
            row += [f"{1e3 * median(other):.0f} ms", f"{1e3 * max(other):.0f} ms"]
            row += [times(median(other) / median(seconds)), times(mean(other) / mean(seconds))]
        rows.append(row)
    heads = ["published", "worst", "ratio of one", "ratio of a batch"] if theirs else []
    yield Table(
        f"levels of {SIDE} x {SIDE}, {BATCH} of ours",
        ["kind", "median", "mean of a batch", "worst", *heads],
        rows,
        f"A seed each, a process for each kind; each side by its own recipe: docs/findings/generation.md. {versions}",
    )
    rows = []
    for what, found in patterns:
        done = [each for each in found if each is not None]
        row = [what, f"{len(done)} of {len(found)}", _time(found)]
        if theirs:
            other = [each for each in theirs[what] if each is not None]
            row += [f"{len(other)} of {len(theirs[what])}", _time(other)]
            row.append(times(median(other) / median(done)) if done else "-")
        rows.append(row)
    heads = ["published halt", "median", "ratio"] if theirs else []
    yield Table(
        "still lifes of life alone, temperature 1/2, from an empty board",
        ["pattern", "halt", "median", *heads],
        rows,
        f"At most {PER_CELL} iterations for each cell; medians of runs that halt. The published code "
        f"takes a cell for its own neighbour and always changes one, so it needs fewer iterations. {versions}",
    )


def _clocked(make: Callable[[int], object], seed: int) -> float:
    begun = process_time()
    make(seed)
    return process_time() - begun


def _pattern(side: int, target: Fraction, seed: int) -> float | None:
    begun = process_time()
    made = _run(generate_still_life_incremental, side, Fraction(1, 2), target, seed)
    spent = process_time() - begun
    return spent / made.iterations if target == 1 else spent if made.halted else None


def _in_words(side: int, target: Fraction) -> str:
    return f"{side} x {side}, " + ("an iteration" if target == 1 else f"target {target}")


def _time(seconds: Sequence[float | None]) -> str:
    """Return the median of what there is."""
    found = [each for each in seconds if each is not None]
    if not found:
        return "-"
    return f"{1e3 * median(found):.1f} ms" if median(found) > 1e-4 else f"{1e6 * median(found):.2f} µs"


def _published(python: str | None) -> tuple[dict[str, list[float | None]], str]:
    """Return the seconds of the published code by kind and by pattern, and what it is."""
    if python is None:
        return {}, ""
    script = Path(__file__).with_name("published_generation.py")
    done = subprocess.run([python, str(script), str(SEEDS)], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"the published generator does not run by {python}:\n{done.stderr[-1000:]}")
    first, *lines = map(json.loads, done.stdout.splitlines())
    found = {
        each.get("kind") or _in_words(each["side"], Fraction(str(each["target"]))): each["seconds"] for each in lines
    }
    versions = ", ".join(f"{name} {version}" for name, version in first.items())
    return found, f"A ratio above 1: ours takes less. Published: {versions}."


def _seconds(progress: Progress, runs: int) -> Table:
    progress(f"generation: {SIDE} x {SIDE}, target 1/5, temperature 1/2")
    patterns = []
    for seed in range(runs):
        begun = process_time()
        found = _run(generate_still_life_incremental, SIDE, Fraction(1, 2), Fraction(1, 5), seed)
        patterns.append((process_time() - begun, found.iterations))
    rows = [
        [
            f"still life, {SIDE} x {SIDE}",
            f"{1e6 * sum(seconds for seconds, _ in patterns) / sum(number for _, number in patterns):,.0f} µs",
            f"{median(seconds for seconds, _ in patterns):.2f} s",
            f"{max(seconds for seconds, _ in patterns):.2f} s",
            "",
        ]
    ]
    progress("generation: still life, definition")
    each = []
    for form, iterations in ((generate_still_life, 10), (generate_still_life_incremental, 500)):
        begun = process_time()
        done = _run(form, 13, Fraction(1, 2), Fraction(1), 0, most=iterations)
        each.append((process_time() - begun) / done.iterations)
    rows.append(["still life, 13 x 13", f"{1e6 * each[1]:,.0f} µs", "", "", times(each[0] / each[1])])
    return Table(
        f"generated patterns, {runs} runs",
        ["pattern", "iteration", "median", "worst", "the definition takes"],
        rows,
        "The first row: target 1/5, temperature 1/2, until the algorithm halts or is given up. The definition counts "
        "everything again for each change that is tried.",
    )


def _halting(progress: Progress, runs: int) -> Table:
    rows = []
    for temperature in TEMPERATURES:
        row = [f"T = {temperature}"]
        for eta in TARGETS:
            progress(f"generation: halting, temperature {temperature}, target {eta}")
            found = [_run(generate_still_life_incremental, SIDE, temperature, eta, seed) for seed in range(runs)]
            taken = sorted(each.iterations / SIDE**2 for each in found if each.halted)
            spread = f"{taken[0]:.1f} to {taken[-1]:.1f}" if taken else "-"
            row.append(f"{len(taken)} of {runs}: {spread}")
        rows.append(row)
    return Table(
        f"runs that halt within {PER_CELL} iterations for each cell of {SIDE} x {SIDE}, and iterations for each cell",
        ["", *(f"η = {eta}" for eta in TARGETS)],
        rows,
        "Of those that halt: the fewest and the most.",
    )


def _run(
    generate: Callable[..., GeneratedPattern],
    side: int,
    temperature: Fraction,
    eta: Fraction,
    seed: int,
    *,
    most: int | None = None,
) -> GeneratedPattern:
    return generate(
        Board.empty(side, side),
        eta,
        temperature,
        NO_PENALTIES,
        SeededDraws(seed),
        most_iterations=PER_CELL * side**2 if most is None else most,
    )


if __name__ == "__main__":
    make = partial(seeded_level, sys.argv[1], SIDE)
    make(1000)
    print(json.dumps([_clocked(make, seed) for seed in range(BATCH)]))
