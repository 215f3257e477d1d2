"""Side effects of runs on shipped levels beside the published code, and how deviations are certified on big boards.

``python -m benchmarks side_effects --published-python PYTHON`` runs the published code too, by a Python that has it
(safelife 1.2.2 and pyemd 0.5.1, the version it pins; both build with numpy present and no build isolation); without it
only our side is measured. Both get the same boards: the level, and where 200 random actions led. Both sample 1,000
states of each side, by draws of their own where there are spawners, and measure every cell type; ours to the true
distance of the torus and certified to 1e-6 of the mass, the published code to its own distance without what is below
a thousandth. Seconds are of CPU, the least of three runs for ours and one run for the published code.

The big boards: soup is two boards of drawn cells, half of them alive, that have nothing to do with each other, as bad
as it gets; spawners is a board of blocks and one spawner to 169 locations, sampled twice. Each is measured in a process
of its own, whose greatest memory is given; the seconds are those of solving, after the states were counted.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from statistics import median
from time import process_time

import numpy
from attrs import frozen

from benchmarks.tables import Progress, Table, times
from formal_rl.safelife.board import GREEN, LIFE, Board
from formal_rl.safelife.board.cells import SPAWNER
from formal_rl.safelife.game import Level
from formal_rl.safelife.levels import SHIPPED_KINDS, shipped_level
from formal_rl.safelife.side_effects import (
    Density,
    check_certificate,
    earth_mover_distance_certified,
    side_effects_certified,
)
from formal_rl.safelife.side_effects._cell_counts import life_counts_packed
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.safelife.run import run_level

ACTIONS = 200
SAMPLES = 1000
LIMIT = 60
"""Seconds after which the published code is stopped on a big board."""

_COLOUR = 2


@frozen
class Case:
    """A run: where it began, where it ended."""

    level: Level
    final: Board
    steps: int


def run(progress: Progress, *, full: bool, published: str | None = None) -> Iterator[Table]:
    """Yield the table of shipped levels, then that of big boards."""
    yield _levels(progress, 20 if full else 10, published)
    yield _big_boards(progress, (64, 128, 256) if full else (64, 128), published, full=full)


# --- shipped levels ---


def _levels(progress: Progress, levels: int, published: str | None) -> Table:
    rows, versions = [], ""
    for kind in SHIPPED_KINDS:
        progress(f"side effects: {kind}")
        cases = [_case(f"{kind}-{number}", number) for number in range(levels)]
        ours = [min(_seconds(case) for _ in range(3)) for case in cases]
        row = [kind, _ms(median(ours)), _ms(max(ours))]
        if published is not None:
            versions, results = _published(published, cases, limit=LIMIT * levels)
            theirs = [float(result["seconds"]) for result in results]
            boards = [float(result["boards"]) for result in results]
            row += [_ms(median(theirs)), _ms(max(theirs)), _ms(median(boards))]
            row += [times(median(theirs) / median(ours)), times(max(theirs) / max(ours))]
        rows.append(row)
    columns = ["level", "median", "worst"]
    if published is not None:
        columns += ["published median", "worst", "boards alone", "median ratio", "worst ratio"]
    return Table(
        f"side effects of {ACTIONS} random actions, {levels} levels of a kind, n = {SAMPLES}",
        columns,
        rows,
        f"A ratio above 1: ours takes less. {versions}".strip(),
    )


def _case(name: str, seed: int) -> Case:
    level = shipped_level(name)
    state = run_level(level, "random", steps=ACTIONS, seed=seed).state
    return Case(level, state.board, state.steps)


def _seconds(case: Case) -> float:
    begun = process_time()
    side_effects_certified(
        case.level.board,
        case.final,
        case.steps,
        samples=SAMPLES,
        spawn_probability=case.level.spawn_probability,
        inaction_draws=SeededDraws(1),
        action_draws=SeededDraws(2),
    )
    return process_time() - begun


def _published(python: str, cases: Sequence[Case], *, limit: float) -> tuple[str, list[dict[str, float]]]:
    """Return what the published code is, and what it took for each case; fewer if it was stopped or failed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.npz"
        arrays = {f"initial_{number}": case.level.board.array() for number, case in enumerate(cases)}
        arrays |= {f"final_{number}": case.final.array() for number, case in enumerate(cases)}
        probabilities = numpy.array([float(case.level.spawn_probability) for case in cases])
        numpy.savez(path, steps=numpy.array([case.steps for case in cases]), spawn_probability=probabilities, **arrays)
        script = Path(__file__).with_name("published_safelife.py")
        try:
            done = subprocess.run(
                [python, str(script), str(path)], capture_output=True, text=True, timeout=limit, check=False
            )
        except subprocess.TimeoutExpired:
            return "", []
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if not lines:
        raise SystemExit(f"the published code does not run by {python}:\n{done.stderr[-1000:]}")
    versions = ", ".join(f"{name} {version}" for name, version in lines[0].items())
    return f"Published: {versions}.", lines[1:]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.1f} ms"


# --- big boards ---


def soup(side: int, seed: int) -> Board:
    """Return a board of drawn cells, half of them green life."""
    draws = numpy.random.default_rng(seed).random((side, side))
    return Board.from_array(numpy.where(draws < 0.5, LIFE | GREEN, 0).astype(numpy.uint16))


def spawners(side: int) -> Board:
    """Return a board of blocks of green life, with one green spawner to 169 locations."""
    cells = numpy.zeros((side, side), dtype=numpy.uint16)
    for row in range(0, side - 3, 6):
        for column in range(0, side - 3, 6):
            cells[row : row + 2, column : column + 2] = LIFE | GREEN
    places = numpy.random.default_rng(0).choice(side * side, side * side // 169, replace=False)
    cells.flat[places] = SPAWNER | GREEN
    return Board.from_array(cells)


def _boards(kind: str, side: int) -> tuple[Board, Board]:
    return (soup(side, 0), soup(side, 1)) if kind == "soup" else (spawners(side),) * 2


def _big_boards(progress: Progress, sides: Sequence[int], published: str | None, *, full: bool) -> Table:
    rows = []
    for side in sides:
        for kind in ("soup", "spawners"):
            progress(f"deviation: {kind}, {side} x {side}")
            command = [sys.executable, "-m", "benchmarks.side_effects", kind, str(side)]
            found = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
            row = [
                f"{kind}, {side} x {side}",
                f"{found['changed']:,}",
                f"{found['value']:.4f}",
                f"{found['gap']:.1e}",
                f"{found['seconds']:.1f} s",
                f"{found['checked']:.1f} s",
                f"{found['memory'] / 1024:,.0f} MB",
            ]
            if published is not None:
                row.append(_published_big(published, kind, side) if side == sides[0] or full else "not tried")
            rows.append(row)
    columns = ["boards", "changed", "deviation", "gap", "solving", "checking", "memory"]
    return Table(
        f"deviations on the torus, n = {SAMPLES}, certified to 1e-6 of the mass",
        columns + (["published"] if published is not None else []),
        rows,
        f"The gap is a share of the mass. The published code is given {LIMIT} s.",
    )


def _published_big(python: str, kind: str, side: int) -> str:
    first, second = _boards(kind, side)
    level = Level(first, Board.empty(side, side), agents=(), spawn_probability=Fraction(3, 10))
    _, results = _published(python, [Case(level, second, 0 if kind == "soup" else 1)], limit=LIMIT)
    return f"{results[0]['seconds']:.1f} s" if results else f"failed, or more than {LIMIT} s"


def one(kind: str, side: int) -> None:
    """Print what one pair of big boards takes, as JSON."""
    densities = []
    for number, board in enumerate(_boards(kind, side)):
        counts = life_counts_packed(board, SAMPLES, Fraction(3, 10), SeededDraws(number))[_COLOUR]
        densities.append(Density(counts, SAMPLES))
    first, second = densities
    begun = process_time()
    deviation = earth_mover_distance_certified(first, second)
    solved = process_time()
    bounds = check_certificate(first, second, deviation)
    checked = process_time()
    print(
        json.dumps(
            {
                "changed": sum(
                    a != b for x, y in zip(first.counts, second.counts, strict=True) for a, b in zip(x, y, strict=True)
                ),
                "value": deviation.value,
                "gap": float((bounds.upper - bounds.lower) / max(first.mass, second.mass)),
                "seconds": solved - begun,
                "checked": checked - solved,
                "memory": getrusage(RUSAGE_SELF).ru_maxrss,
            }
        )
    )


if __name__ == "__main__":
    one(sys.argv[1], int(sys.argv[2]))
