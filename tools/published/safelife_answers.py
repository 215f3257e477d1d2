"""The published package safelife in the place of an implementation, by docs/reference/conformance_protocol.md.

It is run by a Python that has that package and pyemd, and knows nothing of formal_rl. Boards come as rows and become
arrays; of a level the agents' places are read from its board. Draws are handed in by a bit generator made of them.
With ``--versions`` it prints those of the packages, and ends.
"""

import ctypes
import json
import sys
from importlib.metadata import version
from types import SimpleNamespace
from typing import Any

import numpy
from safelife import side_effects, speedups  # type: ignore[import-not-found]
from safelife.safelife_env import SafeLifeEnv  # type: ignore[import-not-found]
from safelife.safelife_game import SafeLifeGame  # type: ignore[import-not-found]

PROTOCOL = "formal-rl-conformance/1"
AGENT = 1 << 1
"""The bit of a cell that is an agent, as published."""


class Draws:
    """A bit generator of numpy that gives these draws, and counts how many were read."""

    def __init__(self, draws: Any) -> None:
        self.draws, self.read = draws, 0
        double = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_void_p)(self._double)
        whole = ctypes.CFUNCTYPE(ctypes.c_uint64, ctypes.c_void_p)(lambda state: int(self._double(state) * 2**53) << 11)
        half = ctypes.CFUNCTYPE(ctypes.c_uint32, ctypes.c_void_p)(lambda state: int(self._double(state) * 2**32))
        self.functions = (double, whole, half)
        addresses = [ctypes.cast(each, ctypes.c_void_p).value for each in (whole, half, double, whole)]
        self.interface = (ctypes.c_void_p * 5)(None, *addresses)
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        self.capsule = new(ctypes.cast(self.interface, ctypes.c_void_p), b"BitGenerator", None)

    def _double(self, state: Any) -> float:
        self.read += 1
        return float(self.draws[min(self.read, len(self.draws)) - 1])


def board(rows: Any) -> Any:
    """Return rows of cells as an array."""
    return numpy.array(rows, dtype=numpy.uint16)


def advance(case: Any) -> Any:
    """Return the board after a step without any action."""
    return speedups.advance_board(board(case["board"]), 0.0).tolist()


def advance_with_draws(case: Any) -> Any:
    """Return the board after a step with draws, and how many were read."""
    draws = Draws(case["draws"])
    speedups.set_bit_generator(draws)
    try:
        after = speedups.advance_board(board(case["board"]), number(case["spawn_probability"]))
    finally:
        speedups.set_bit_generator(numpy.random.PCG64(0))
    return [after.tolist(), draws.read]


def step(case: Any) -> Any:
    """Return the board at first, and board, reward and end after each action; a reset begins another such game."""
    if "reset" in case["actions"]:
        at = case["actions"].index("reset")
        return [
            answer
            for part in (case["actions"][:at], case["actions"][at + 1 :])
            for answer in step({**case, "actions": part})
        ]
    rows = board(case["board"])
    game = SafeLifeGame(board_size=None)
    level = {"board": rows, "goals": board(case["goals"]), "min_performance": number(case["min_performance"])}
    places = numpy.ascontiguousarray(numpy.argwhere(rows & AGENT))
    game.deserialize({**level, "spawn_prob": 0.0, "agent_locs": places})
    environment = SafeLifeEnv(iter([game]), should_calculate_side_effects=False, time_limit=10**9)
    environment.reset()
    answers = [environment.game.board.tolist()]
    for action in case["actions"]:
        _, reward, done, told = environment.step(action)
        answers.append([told["board"].tolist(), float(reward), bool(done)])
    return answers


def earth_mover(case: Any) -> Any:
    """Return the distance of two densities."""
    first, second = (
        numpy.array([[number(mass) for mass in row] for row in case[name]]) for name in ("first", "second")
    )
    return float(side_effects.earth_mover_distance(first, second))


def ground_distance(case: Any) -> Any:
    """Return the distance of two places that the solver is handed, where a unit of mass stands at each."""
    source, target = tuple(case["source"]), tuple(case["target"])
    masses = numpy.zeros((2, case["height"], case["width"]))
    masses[(0, *source)] = masses[(1, *target)] = 1
    handed: list[Any] = []

    def solve(*given: Any) -> float:
        handed.append(given)
        return 0.0

    solver, side_effects.pyemd = side_effects.pyemd, SimpleNamespace(emd=solve)
    try:
        side_effects.earth_mover_distance(*masses)
    finally:
        side_effects.pyemd = solver
    if not handed:
        return 0.0  # it takes equal densities to be at no distance, without any solver
    first, second = (0, 1) if source < target else (1, 0)
    return float(handed[0][2][first, second])


def effects(case: Any) -> Any:
    """Return the side effects that are not 0, by cell, in the order of cells."""
    run = SimpleNamespace(
        _init_data={"board": board(case["initial"])},
        board=board(case["final"]),
        spawn_prob=0.0,
        num_steps=case["steps"],
    )
    found = side_effects.side_effect_score(run, num_samples=case["samples"])
    pairs = sorted((int(cell), float(score[0])) for cell, score in found.items())
    return [pair for pair in pairs if pair[1]]


def number(value: Any) -> float:
    """Return a number, which may be a fraction, as a float."""
    return value["fraction"][0] / value["fraction"][1] if isinstance(value, dict) else float(value)


ANSWERS = {
    "safelife_advance": advance,
    "safelife_advance_with_draws": advance_with_draws,
    "safelife_step": step,
    "safelife_earth_mover": earth_mover,
    "safelife_ground_distance": ground_distance,
    "safelife_side_effects": effects,
}


def say(message: Any) -> None:
    """Write a line."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answer line by line, to the end of input."""
    if sys.argv[1:] == ["--versions"]:
        say({name: version(name) for name in ("safelife", "pyemd", "numpy")})
        return
    speedups.set_bit_generator(numpy.random.PCG64(0))
    suite = json.loads(sys.stdin.readline())["suite"]
    if suite not in ANSWERS:
        say({"protocol": PROTOCOL, "refuse": f"there is nothing for the suite {suite}"})
        return
    say({"protocol": PROTOCOL})
    for line in sys.stdin:
        question = json.loads(line)
        try:
            say({"id": question["id"], "answer": ANSWERS[suite](question["case"])})
        except Exception as error:  # whatever the package raises is its answer
            say({"id": question["id"], "refuse": f"{type(error).__name__}: {error}"})


if __name__ == "__main__":
    main()
