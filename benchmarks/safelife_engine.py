"""Steps of SafeLife's boards, alone and many at once, and of its environment, beside the published engine.

``python -m benchmarks safelife_engine --published-python PYTHON`` runs the published code too, by a Python that has
safelife 1.2.2 (its release builds with numpy present and no build isolation) and gym; without it only our side is
measured. Both get the same boards. Times are microseconds of CPU for a step: for a board the least of five runs of as
many steps, one call a step; for one array the same, from array to array; for many arrays of five calls that make a
step, or 20 steps, by draws of a seed for each board; both in Python and, with numba, compiled; for the environment the
least of five runs of 500 random actions, observations as bits in channels, with ours also checking every action, alone
and for each of 64 games in lockstep; for a game 500 steps of it without observations, ours with the choice of a random
policy. The two sides are not measured at the same moment.

Boards: *blocks* is still life; *dense* has all flags but spawning at random, and three colours; *soup* is half green
life, which goes on changing; *spawners* is blocks with one spawner to 169 locations.
"""

from __future__ import annotations

import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from time import process_time
from typing import Any

import numpy
from attrs import frozen
from numpy.typing import NDArray

from benchmarks.side_effects import soup, spawners
from benchmarks.tables import Progress, Table, times
from formal_rl.errors import MissingExtra
from formal_rl.safelife import advance_array, advance_arrays
from formal_rl.safelife._engines.draws import SpawnDraws
from formal_rl.safelife._engines.planes.boards import PackedBoard
from formal_rl.safelife._engines.planes.rule import advance_planes
from formal_rl.safelife.board import AGENT, ALIVE, DESTRUCTIBLE, EXIT, FROZEN, GREEN, Board
from formal_rl.safelife.board.cells import BLUE, INHIBITING, PRESERVING, PULLABLE, PUSHABLE, RED, SPAWNER
from formal_rl.safelife.game.level import in_single_precision
from formal_rl.safelife.levels import shipped_level
from formal_rl.safelife.side_effects._cell_counts import life_counts_packed
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.safelife.run import run_level

RUNS = 5
PROBABILITY = Fraction(3, 10)
LEVELS = ("append-still-0", "prune-still-3", "prune-dynamic-2", "append-spawn-0", "prune-spawn-1", "navigation-1")

_DENSE = (
    (ALIVE, 0.35),
    (DESTRUCTIBLE, 0.5),
    (FROZEN, 0.05),
    (PRESERVING, 0.01),
    (INHIBITING, 0.01),
    (EXIT, 0.02),
    (RED, 0.3),
    (GREEN, 0.3),
    (BLUE, 0.3),
    (AGENT, 0.01),
    (PUSHABLE, 0.02),
    (PULLABLE, 0.02),
)


@frozen
class Case:
    """A board, how often it is advanced, and, for an environment, its goals and what is done."""

    name: str
    board: Board
    steps: int
    goals: Board | None = None
    actions: tuple[int, ...] = ()


def run(progress: Progress, *, full: bool, published: str | None = None) -> Iterator[Table]:
    """Yield the tables: boards alone, as arrays, boards together, densities, environments."""
    yield _alone(progress, published, full=full)
    yield _as_arrays(progress, published, full=full)
    yield _together(progress, (64, 1000), published)
    yield _densities(progress, published)
    yield _environments(progress, published)


# --- boards ---


def dense(side: int, seed: int = 0) -> Board:
    """Return a board with all flags but spawning at random, and three colours."""
    random = numpy.random.default_rng(seed)
    cells = numpy.zeros((side, side), dtype=numpy.uint16)
    for bit, share in _DENSE:
        cells |= numpy.where(random.random((side, side)) < share, numpy.uint16(bit), numpy.uint16(0))
    return Board.from_array(cells)


def blocks(side: int) -> Board:
    """Return a board of blocks of green life."""
    cells = spawners(side).array()
    return Board.from_array(numpy.where(cells == (SPAWNER | GREEN), numpy.uint16(0), cells))


def _alone(progress: Progress, published: str | None, *, full: bool) -> Table:
    kinds: tuple[tuple[str, Callable[[int], Board]], ...] = (
        ("blocks", blocks),
        ("dense", dense),
        ("soup", lambda side: soup(side, 0)),
        ("spawners", spawners),
    )
    sides = (26, 64, 128, 256) if full else (26, 64, 128)
    cases = [
        Case(f"{kind}, {side} x {side}", board(side), max(50, 100_000 // side**2))
        for kind, board in kinds
        for side in sides
    ]
    theirs, versions = _published(published, cases)
    rows = []
    for number, case in enumerate(cases):
        progress(f"a board: {case.name}")
        ours = _least(lambda case=case: _advance(case))
        rows.append([case.name, f"{ours:.1f} us", *_beside(ours, theirs, number, "board")])
    return Table("a step of one board", _columns("board", published), rows, versions)


def _advance(case: Case) -> float:
    packed, read = PackedBoard.from_board(case.board), 0
    draws = SpawnDraws(PROBABILITY, SeededDraws(0))
    begun = process_time()
    for _ in range(case.steps):
        packed, read = advance_planes(packed, draws, read)
    return (process_time() - begun) / case.steps


def _as_arrays(progress: Progress, published: str | None, *, full: bool) -> Table:
    """Return what a step costs that takes an array apart into planes and puts it together again."""
    kinds: dict[str, Callable[[int], Board]] = {
        "dense": dense,
        "soup": lambda side: soup(side, 0),
        "spawners": spawners,
    }
    sides = (26, 64, 128, 256) if full else (26, 64, 128)
    boards = [(f"{kind}, {side} x {side}", board(side)) for kind, board in kinds.items() for side in sides]
    boards.append(("a level, append-spawn-0, 26 x 26", shipped_level("append-spawn-0").board))
    cases = [Case(name, board, max(50, 100_000 // board.width**2)) for name, board in boards]
    theirs, versions = _published(published, cases)
    rows = []
    for number, case in enumerate(cases):
        progress(f"a board as an array: {case.name}")
        for engine in _engines():
            found = _least(partial(_step_array, case, engine))
            name = f"{case.name}, {engine}"
            rows.append([name, f"{found:.1f} us", *_beside(found, theirs, number, "board")])
    return Table("a step from array to array", _columns("board", published), rows, versions)


def _engines() -> tuple[str, ...]:
    """Return the engines of arrays that are installed, each ready."""
    try:
        advance_array(numpy.zeros((1, 1), dtype=numpy.uint16), engine="compiled")
    except MissingExtra:
        return ("python",)
    return "python", "compiled"


def _step_array(case: Case, engine: str) -> float:
    cells, read, draws = case.board.array(), 0, SeededDraws(0)
    begun = process_time()
    for _ in range(case.steps):
        cells, read = advance_array(cells, 1, float(PROBABILITY), draws, read, engine=engine)
    return (process_time() - begun) / case.steps


def _time(call: Callable[[], object], number: int) -> float:
    begun = process_time()
    for _ in range(number):
        call()
    return (process_time() - begun) / number


def _together(progress: Progress, numbers: Sequence[int], published: str | None) -> Table:
    kinds: tuple[tuple[str, Callable[[int], Board]], ...] = (
        ("dense", lambda seed: dense(26, seed)),
        ("soup", lambda seed: soup(26, seed)),
        ("spawners", lambda seed: spawners(26)),
    )
    cases = [Case(kind, board(0), 200) for kind, board in kinds]
    theirs, versions = _published(published, cases)
    rows = []
    for number, (kind, board) in enumerate(kinds):
        for many in numbers:
            progress(f"{many} boards: {kind}")
            boards = [board(seed) for seed in range(many)]
            cells, draws = numpy.stack([each.array() for each in boards]), [SeededDraws(seed) for seed in range(many)]
            for steps, engine in product((1, 20), _engines()):
                call = partial(advance_arrays, cells, steps, float(PROBABILITY), draws, engine=engine)
                ours = _least(partial(_time, call, 5)) / many / steps
                name = f"{kind}, {many} boards, {steps} a call, {engine}"
                rows.append([name, f"{ours:.2f} us", *_beside(ours, theirs, number, "board")])
    return Table("a step of each of many boards as arrays, 26 x 26", _columns("boards", published), rows, versions)


# --- levels ---


def _densities(progress: Progress, published: str | None) -> Table:
    cases = [Case(name, shipped_level(name).board, 1000) for name in LEVELS]
    theirs, versions = _published(published, cases)
    rows = []
    for number, case in enumerate(cases):
        progress(f"densities: {case.name}")
        ours = _least(lambda case=case: _count(case)) / 1000
        rows.append([case.name, f"{ours:.1f} ms", *_beside(ours, theirs, number, "counts", "ms")])
    return Table("densities of 1,000 boards", _columns("level", published), rows, versions)


def _count(case: Case) -> float:
    begun = process_time()
    life_counts_packed(case.board, 1000, PROBABILITY, SeededDraws(0))
    return process_time() - begun


def _environments(progress: Progress, published: str | None) -> Table:
    from formal_rl.gymnasium import SafeLifeEnv, SafeLifeVectorEnv  # noqa: PLC0415 - an extra

    actions = tuple(numpy.random.default_rng(0).integers(0, 9, 500).tolist())
    levels = [in_single_precision(shipped_level(name)) for name in LEVELS]
    cases = [Case(level.name, level.board, 100, level.goals, actions) for level in levels]
    theirs, versions = _published(published, cases)
    rows = []
    for number, (name, case) in enumerate(zip(LEVELS, cases, strict=True)):
        progress(f"an environment: {name}")

        def play(name: str = name, case: Case = case) -> float:
            environment: Any = SafeLifeEnv(name, form="published")
            environment.reset(seed=0)
            begun, made = process_time(), 0
            for action in case.actions:
                made += 1
                if environment.step(action)[2]:
                    break
            return (process_time() - begun) / made

        def play_many(name: str = name, case: Case = case) -> float:
            games: Any = SafeLifeVectorEnv(name, 64, form="published")
            games.reset(seed=0)
            chosen = numpy.array(case.actions[:448]).reshape(-1, 64)
            begun = process_time()
            for actions in chosen:
                games.step(actions)
            return (process_time() - begun) / chosen.size

        def whole(name: str = name) -> float:
            begun = process_time()
            made = run_level(shipped_level(name), steps=500).run.steps
            return (process_time() - begun) / made

        for what, measure in (("environment", play), ("environment, of 64", play_many), ("game", whole)):
            ours = _least(measure)
            beside = _beside(ours, theirs, number, what.partition(",")[0])
            rows.append([f"{name}, {what}", f"{ours:.1f} us", *beside])
    title = "a step of an environment, alone and of 64, and of a game that nobody sees, 26 x 26"
    return Table(title, _columns("level", published), rows, versions)


# --- both sides ---


def _least(measure: Callable[[], float]) -> float:
    return min(measure() for _ in range(RUNS)) * 1e6


def _columns(what: str, published: str | None) -> list[str]:
    return [what, "ours", *(("published", "ratio") if published is not None else ())]


def _beside(ours: float, theirs: Sequence[dict[str, float]], number: int, what: str, unit: str = "us") -> list[str]:
    if not theirs:
        return []
    found = theirs[number][what]
    return [f"{found:.1f} {unit}", times(found / ours)]


def _published(python: str | None, cases: Sequence[Case]) -> tuple[list[dict[str, float]], str]:
    """Return what the published engine takes for each case, and what it is."""
    if python is None:
        return [], ""
    arrays: dict[str, NDArray[Any]] = {f"board_{number}": case.board.array() for number, case in enumerate(cases)}
    for number, case in enumerate(cases):
        if case.goals is not None:
            arrays[f"goals_{number}"] = case.goals.array()
            arrays[f"actions_{number}"] = numpy.array(case.actions)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "cases.npz"
        steps = numpy.array([case.steps for case in cases])
        numpy.savez(path, steps=steps, probability=numpy.full(len(cases), float(PROBABILITY)), **arrays)
        script = Path(__file__).with_name("published_engine.py")
        done = subprocess.run([python, str(script), str(path)], capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    if len(lines) != len(cases) + 1:
        raise SystemExit(f"the published engine does not run by {python}:\n{done.stderr[-1000:]}")
    versions = ", ".join(f"{name} {version}" for name, version in lines[0].items())
    return lines[1:], f"A ratio above 1: ours takes less. Published: {versions}."
