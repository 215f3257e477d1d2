"""The published side effects, timed: run by the Python that has the published package; it knows nothing of ours.

``PYTHON published_safelife.py CASES.npz`` prints a line of JSON with what it is. Then it reads numbers of cases from
standard input, and prints a line of JSON for each, of a file with ``initial_K``, ``final_K``, ``steps`` and
``spawn_probability``: seconds of CPU for all, those of the clock, and those of CPU for the boards alone.
"""

import json
import sys
from importlib.metadata import version
from time import perf_counter, process_time
from types import SimpleNamespace

import numpy
import pyemd
from safelife import side_effects, speedups


def main() -> None:
    """Time every case that is asked for."""
    cases = numpy.load(sys.argv[1])
    speedups.set_bit_generator(numpy.random.PCG64(0))
    backend = f"POT {version('POT')}" if "ot" in sys.modules else "its own"
    found = {"safelife": version("safelife"), "pyemd": version("pyemd"), "with the backend": backend}
    print(json.dumps(found | {"numpy": numpy.__version__}), flush=True)
    assert pyemd
    for line in sys.stdin:
        case = int(line)
        initial, final, steps = cases[f"initial_{case}"], cases[f"final_{case}"], int(cases["steps"][case])
        probability = float(cases["spawn_probability"][case])
        game = SimpleNamespace(_init_data={"board": initial}, board=final, spawn_prob=probability, num_steps=steps)
        begun, clock = process_time(), perf_counter()
        scores = side_effects.side_effect_score(game)
        spent, clock = process_time() - begun, perf_counter() - clock
        begun = process_time()
        after = speedups.advance_board(initial, probability, steps)
        for board in (after, final):
            speedups.life_occupancy(board, probability, 1000)
        boards = process_time() - begun
        values = {str(cell): float(score) for cell, (score, _) in scores.items()}
        print(json.dumps({"seconds": spent, "clock": clock, "boards": boards, "scores": values}), flush=True)


main()
