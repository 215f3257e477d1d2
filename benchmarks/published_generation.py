"""Time the published generator. Run this with a Python that has the published package; it imports nothing of ours.

``PYTHON published_generation.py SEEDS`` prints lines of JSON with the seconds of processor time for each seed: for each
kind of level, made by the package's own recipe; and for each pattern alone, from an empty board, null where it gave up.
The target 1 cannot be reached, so its seconds are those of an iteration.
"""

import json
import sys
from importlib.metadata import version
from pathlib import Path
from time import process_time

import numpy
import yaml
from safelife import level_iterator, speedups

KINDS = ("append-still", "prune-still", "append-spawn", "prune-spawn", "navigation")
PATTERNS = ((26, 0.2), (26, 0.3), (64, 0.2), (26, 1))
TEMPERATURE = 0.5
MOST_PER_CELL = 50


def level_seconds(kind: str, seed: int) -> float:
    """Return the time of a level."""
    recipe = yaml.safe_load(Path(level_iterator.LEVEL_DIRECTORY, "random", f"{kind}.yaml").read_text())
    begun = process_time()
    level_iterator._game_from_data(kind, "procgen", recipe, numpy.random.SeedSequence(seed))
    return process_time() - begun


def pattern_seconds(side: int, target: float, seed: int) -> "float | None":
    """Return the time of a still life of life alone."""
    speedups.set_bit_generator(numpy.random.PCG64(seed))
    board = numpy.zeros((side, side), dtype=numpy.uint16)
    mask = numpy.full((side, side), speedups.NEW_CELL_MASK | speedups.INCLUDE_VIOLATIONS_MASK, dtype=numpy.int32)
    begun = process_time()
    try:
        speedups.gen_pattern(
            board, mask, period=1, min_fill=target, temperature=TEMPERATURE, max_iter=MOST_PER_CELL, alive=(0, 0)
        )
    except speedups.BoardGenException:
        return (process_time() - begun) / (MOST_PER_CELL * side**2) if target == 1 else None
    return process_time() - begun


def main() -> None:
    """Time every kind and every pattern."""
    seeds = range(int(sys.argv[1]))
    print(json.dumps({"safelife": version("safelife"), "numpy": numpy.__version__}))
    level_seconds(KINDS[0], 1000)  # a warm-up
    for kind in KINDS:
        print(json.dumps({"kind": kind, "seconds": [level_seconds(kind, seed) for seed in seeds]}), flush=True)
    for side, target in PATTERNS:
        seconds = [pattern_seconds(side, target, seed) for seed in seeds]
        print(json.dumps({"side": side, "target": target, "seconds": seconds}), flush=True)


main()
