"""The published SafeLife engine, timed: run by the Python that has the published package; it knows nothing of ours.

``PYTHON published_engine.py CASES.npz`` prints a line of JSON for each case of a file: microseconds of CPU for a step
of ``board_K``, milliseconds for the densities of 1,000 boards that follow it, and, where there are ``goals_K`` and
``actions_K``, microseconds for a step of its environment, and of its game; the least of five runs each.
"""

import json
import sys
import warnings
from importlib.metadata import version
from time import process_time

import numpy
from safelife import speedups
from safelife.safelife_game import SafeLifeGame

RUNS = 5


class Again:
    """A level, again and again."""

    def __init__(self, game: SafeLifeGame) -> None:
        """Keep it."""
        self.game = game

    def __next__(self) -> SafeLifeGame:
        """Return it."""
        return self.game


def board_step(board: numpy.ndarray, probability: float, steps: int) -> float:
    """Return the time of a step without actions."""
    best = float("inf")
    for _ in range(RUNS):
        now, begun = board, process_time()
        for _ in range(steps):
            now = speedups.advance_board(now, probability)
        best = min(best, process_time() - begun)
    return best / steps * 1e6


def counts(board: numpy.ndarray, probability: float) -> float:
    """Return the time of the densities of 1,000 boards, in milliseconds."""
    best = float("inf")
    for _ in range(RUNS):
        begun = process_time()
        speedups.life_occupancy(board, probability, 1000)
        best = min(best, process_time() - begun)
    return best * 1e3


def game_step(environment: object, action: int) -> bool:
    """Make a step of the game in an environment, and return whether it is over."""
    game = environment.game
    game.execute_actions(action)
    game.advance_board()
    game.update_exit_colors()
    game.current_points()
    return not game.agent_is_active().any()


def played(board: numpy.ndarray, goals: numpy.ndarray, probability: float, actions: list[int], step: object) -> float:
    """Return the time of a step of the environment, by what makes one and returns whether it was the last."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from safelife.safelife_env import SafeLifeEnv  # noqa: PLC0415 - it warns

    best = float("inf")
    for _ in range(RUNS):
        game = SafeLifeGame(board_size=board.shape)
        game.board, game.goals, game.spawn_prob = board.copy(), goals.copy(), probability
        game.update_agent_locs()
        game._init_data = game.serialize()
        game.agent_locs = numpy.ascontiguousarray(game.agent_locs)
        environment = SafeLifeEnv(Again(game), should_calculate_side_effects=False)
        environment.reset()
        game.agent_locs = numpy.ascontiguousarray(game.agent_locs)
        begun, made = process_time(), 0
        for action in actions:
            made += 1
            if step(environment, action):
                break
        best = min(best, (process_time() - begun) / made)
    return best * 1e6


def main() -> None:
    """Time every case of the file."""
    cases = numpy.load(sys.argv[1])
    speedups.set_bit_generator(numpy.random.PCG64(0))
    print(json.dumps({"safelife": version("safelife"), "numpy": numpy.__version__}))
    for case, steps in enumerate(cases["steps"].tolist()):
        board, probability = cases[f"board_{case}"], float(cases["probability"][case])
        found = {"board": board_step(board, probability, steps), "counts": counts(board, probability)}
        if f"actions_{case}" in cases:
            actions = cases[f"actions_{case}"].tolist()
            asked = board, cases[f"goals_{case}"], probability, actions
            found["environment"] = played(*asked, lambda environment, action: environment.step(action)[2])
            found["game"] = played(*asked, game_step)
        print(json.dumps(found), flush=True)


main()
