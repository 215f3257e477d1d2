"""Generated patterns: how long they take, in the definition and the optimised forms, and how soon the algorithm halts.

Seconds are of CPU. Runs are from empty boards, with life and nothing as the cell types and no penalties, draws from the
seeds 0, 1, 2, ... Where a run does not halt within 50 iterations for each cell of the board it is given up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from statistics import median
from time import process_time

from benchmarks.tables import Progress, Table, times
from formal_rl.safelife.board import Board
from formal_rl.safelife.generation import (
    NO_PENALTIES,
    GeneratedPattern,
    generate_still_life,
    generate_still_life_incremental,
)
from formal_rl.seeded_draws import SeededDraws

SIDE = 26
PER_CELL = 50
TEMPERATURES = tuple(map(Fraction, ("1/4", "1/2", "3/4", "1", "3/2")))
TARGETS = tuple(map(Fraction, ("1/20", "1/10", "1/5", "3/10", "2/5")))


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the table of seconds, then that of iterations."""
    yield _seconds(progress, 20 if full else 5)
    yield _halting(progress, 20 if full else 5)


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
