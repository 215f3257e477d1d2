"""Training: the compiled form beside the definition, paper-size runs, and what looking at a run on the way costs."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter, process_time

from attrs import evolve

from benchmarks.tables import Progress, Table, milliseconds, times
from formal_rl.gridworlds import RECONSTRUCTED, World, named_world
from formal_rl.gridworlds.training import Credit, Training, appendix_training, lopsided_training, main_training, train
from formal_rl.gridworlds.training._reinforce_compiled import train_compiled
from formal_rl.gridworlds.training.curves import trained
from formal_rl.gridworlds.training.reinforce import TrainingState
from formal_rl.seeded_draws import SeededDraws
from formal_rl.study.drest.training import POINTS, train_seeds

_SEEDS = tuple(range(1, 11))
_DEFINED = 24
"""How many meta-episodes the definition is run for."""

_CREDITS: tuple[Credit, ...] = ("mini_episode", "meta_episode")


def run(progress: Progress, *, full: bool) -> Iterator[Table]:
    """Yield the ratio of the definition to the compiled form, runs of the paper's sizes, and ten seeds together."""
    yield _ratios(progress, full=full)
    yield _runs(progress, full=full)
    yield _seeds(progress)


def _timed(world: World, training: Training) -> tuple[float, TrainingState]:
    begun = process_time()
    state = train_compiled(world, training, SeededDraws(1))
    return process_time() - begun, state


def _each(seconds: float, training: Training) -> str:
    return f"{1e6 * seconds / training.all_mini_episodes:.2f} µs"


def _ratios(progress: Progress, *, full: bool) -> Table:
    rows = []
    for name in RECONSTRUCTED if full else ("example", "lopsided"):
        world = named_world(name)
        for credit in _CREDITS:
            progress(f"training: {name}, {credit}")
            training = evolve(main_training("drest"), meta_episodes=_DEFINED, credit=credit)
            _timed(world, evolve(training, meta_episodes=1))  # so that the world is numbered
            begun = process_time()
            defined = train(world, training, SeededDraws(1))
            slow = process_time() - begun
            fast, state = _timed(world, training)
            if state != defined:
                raise SystemExit(f"{name}, {credit}: the two forms differ")
            rows.append((name, credit, _each(slow, training), _each(fast, training), times(slow / fast)))
    return Table(
        f"Tabular REINFORCE, {_DEFINED} meta-episodes of 64 mini-episodes from the start: CPU time of a mini-episode",
        ("world", "credit", "definition", "compiled", "ratio"),
        rows,
        "Both forms end in the same state, to the last bit.",
    )


def _runs(progress: Progress, *, full: bool) -> Table:
    cases = [("example", "main", main_training("default")), ("example", "main", main_training("drest"))]
    cases += [("lopsided", "lopsided", lopsided_training("drest"))]
    cases += [
        (name, "appendix-c", appendix_training("drest"))
        for name in (RECONSTRUCTED if full else ("hidden_treasure",))
        if name not in {"example", "lopsided"}
    ]
    rows = []
    for name, settings, training in cases:
        progress(f"training: {name}, {settings}, {training.agent}")
        world = named_world(name)
        _timed(world, evolve(training, meta_episodes=1))
        seconds, _ = _timed(world, training)
        begun = process_time()
        trained(world, training, SeededDraws(1), POINTS)
        looked = process_time() - begun - seconds
        sizes = f"{training.all_mini_episodes:,}"
        each = _each(seconds, training)
        rows.append((name, settings, training.agent, sizes, f"{seconds:.2f} s", each, milliseconds(max(0.0, looked))))
    return Table(
        f"Whole runs, compiled: CPU time; and what {POINTS} measurements on the way add",
        ("world", "settings", "agent", "mini-episodes", "a run", "a mini-episode", "measurements"),
        rows,
        "The measurements are of the policy without exploration: USEFULNESS, NEUTRALITY, Pr{L = l}.",
    )


def _seeds(progress: Progress) -> Table:
    world, rows = named_world("example"), []
    for jobs in (1, 2):
        progress(f"training: ten seeds, {jobs} processes")
        begun = perf_counter()
        train_seeds(world, main_training("drest"), _SEEDS, jobs=jobs)
        rows.append((str(jobs), f"{perf_counter() - begun:.1f} s"))
    return Table(
        "Ten seeds in the example world, main settings, measured on the way: time by the clock",
        ("processes", "time"),
        rows,
        "More processes than free processors are no gain; the first round starts them.",
    )
