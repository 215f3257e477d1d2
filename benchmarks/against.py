"""The same work by an earlier commit and by this tree, at the same time, in processes of their own."""
# ruff: noqa: PLC0415 - a row imports what it measures, since an earlier commit may lack what another row needs

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

ROUNDS = 3


class _InASet:
    """A user's class: the observations and actions that were ever punished."""

    def __init__(self) -> None:
        self.punished: set[tuple[int, int]] = set()

    def act(self, obs: int) -> int:
        return int((obs, 0) in self.punished)

    def train(self, o_prev: int, a: int, r: int, o_next: int) -> None:
        if r < 0:
            self.punished.add((o_prev, a))


def _battery(agent: str | type, steps: int) -> None:
    from formal_rl.battery import selfrefl_benchmark

    selfrefl_benchmark(agent, steps)


def _alone(agent: str, environment: str, steps: int) -> None:
    from formal_rl.battery.runs import run

    run(agent, environment, steps, 1)


def _levels(kind: str, steps: int) -> None:
    from formal_rl.study.safelife.generation import seeded_level
    from formal_rl.study.safelife.run import run_level

    for seed in range(10):
        run_level(seeded_level(kind, 26, seed).level, steps=steps)


def _transport(side: int) -> None:
    import numpy

    from formal_rl.safelife.side_effects import Density, earth_mover_distance_certified

    first, second = numpy.random.default_rng(0).integers(0, 1_000, (2, side, side)).tolist()
    earth_mover_distance_certified(Density(first, 1_000), Density(second, 1_000))


def _gridworld(steps: int) -> None:
    from formal_rl.gymnasium.gridworld_env import GridworldEnv

    env = GridworldEnv()
    env.reset(seed=0)
    for step in range(steps):
        if env.step(step * step % 4)[2]:
            env.reset()


def _arrays(number: int) -> None:
    import numpy

    from formal_rl.safelife import advance_array, advance_arrays
    from formal_rl.safelife.levels import shipped_level
    from formal_rl.seeded_draws import SeededDraws

    cells, draws = shipped_level("prune-spawn-0").board.array(), [SeededDraws(seed) for seed in range(number)]
    one, many = (cells, 0), (numpy.stack([cells] * number), [0] * number)
    for _ in range(2_000 // number):
        one, many = advance_array(one[0], 1, 0.3, draws[0], one[1]), advance_arrays(many[0], 1, 0.3, draws, many[1])


def _effects(kind: str) -> None:
    from benchmarks.side_effects import _cases, _measured

    for case in _cases(kind, 10):
        _measured(case)


ROWS: dict[str, Callable[[], None]] = {
    **{f"battery {each}": partial(_battery, each, 10_000) for each in ("SimpleLearner", "RandomAgent", "Q_learner")},
    "battery reality_check(Q_learner)": partial(_battery, "reality_check(Q_learner)", 10_000),
    "battery user's class": partial(_battery, _InASet, 1_000),
    "alone reality_check(RandomAgent)": partial(_alone, "reality_check(RandomAgent)", "TemptingButton", 50_000),
    **{f"levels {kind}": partial(_levels, kind, 0) for kind in ("append-still", "prune-spawn", "navigation")},
    "game": partial(_levels, "prune-spawn", 100),
    **{f"transport {side}": partial(_transport, side) for side in (26, 64, 100)},
    **{f"arrays {number}": partial(_arrays, number) for number in (1, 64)},
    **{f"effects {kind}": partial(_effects, kind) for kind in ("append-spawn", "navigation")},
    "gridworld": partial(_gridworld, 20_000),
}


def _milliseconds(tree: Path, row: str) -> float:
    environment = os.environ | {"PYTHONPATH": str(tree)}
    done = subprocess.run([sys.executable, "-P", __file__, row], env=environment, capture_output=True, check=False)
    # HiGHS prints a line about itself before, where a commit lets it.
    return float(done.stdout.split()[-1]) if done.returncode == 0 else float("nan")


def compare(commit: str, names: Sequence[str]) -> None:
    """Print the medians of the rows whose names begin with one of these: of the commit, of this tree, and the ratio."""
    here = Path(__file__).parents[1]
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # which removes the tree
    with TemporaryDirectory() as folder:
        there = Path(folder) / "tree"
        try:
            subprocess.run(["git", "-C", here, "worktree", "add", "-q", "--detach", there, commit], check=True)
            print(f"{'CPU time, ms':<36}{commit[:9]:>9}{'here':>9}  times faster", flush=True)
            for row in [row for row in ROWS if row.startswith(tuple(names) or "")]:
                with ThreadPoolExecutor() as both:  # at once, so that what else the machine does slows both alike
                    pairs = [[*both.map(partial(_milliseconds, row=row), (there, here))] for _ in range(ROUNDS)]
                old, new = map(median, zip(*pairs, strict=True))
                print(f"{row:<36}{old:>9.0f}{new:>9.0f}{old / new:>13.2f}x", flush=True)
        finally:
            for each in (signal.SIGINT, signal.SIGTERM):
                signal.signal(each, signal.SIG_IGN)
            subprocess.run(["git", "-C", here, "worktree", "remove", "--force", there], check=False)


if __name__ == "__main__":
    begun = process_time()
    ROWS[sys.argv[1]]()
    print(1000 * (process_time() - begun))
