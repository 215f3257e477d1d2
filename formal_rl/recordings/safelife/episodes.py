"""Recorded episodes: games from a level, with what the agents did and all that was seen after each step."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial

import numpy
from numpy.typing import NDArray

from formal_rl.agents import Draws
from formal_rl.recordings.cases import Difference, Differences, compare_cells
from formal_rl.recordings.safelife.reading import CELLS, NUMBERS, ArrayFile, Shape, draws_of, probability_of
from formal_rl.safelife._engines.planes.game import PackedGame
from formal_rl.safelife._engines.planes.rule import advance_packed
from formal_rl.safelife.board import Board
from formal_rl.safelife.game import (
    GameState,
    Level,
    available_points,
    can_exit,
    earned_points,
    has_exited,
    is_active,
    points,
    start,
    step,
)
from formal_rl.safelife.game.game import acted
from formal_rl.strict_json import Field, count

EPISODE_MEMBERS = ("key", "kind", "min_performance_x1000", "n_agents", "note", "seed", "spawn_prob", "steps")


def read_episode(case: Field, key: str, file: ArrayFile) -> Differences:
    """Return a case of ``episodes.npz``: a game of one or more agents."""
    steps, agents = count(case.member("steps"), 1), count(case.member("n_agents"), 1)
    init = file.read(f"{key}_init", CELLS, (None, None))
    size, after = init.shape, (steps + 1, agents)
    shapes: dict[str, Shape] = {"mid": (steps, *size), **dict.fromkeys(("board", "goals"), (steps + 1, *size))}
    arrays = {name: file.read(f"{key}_{name}", CELLS, shape) for name, shape in shapes.items()}
    numbers: dict[str, Shape] = {
        "locs": (*after, 2),
        "points": after,
        "earned": after,
        "reward": (steps, agents),
        "table": (agents, 8, 9),
        "available": (agents,),
        "required": (agents,),
        "actions": (steps, agents),
        **dict.fromkeys(("exited", "active", "can_exit"), after),
    }
    arrays |= {name: file.read(f"{key}_{name}", NUMBERS, shape) for name, shape in numbers.items()}
    level = Level(
        Board.from_array(init),
        Board.from_array(file.read(f"{key}_init_goals", CELLS, size)),
        arrays["locs"][0].tolist(),
        probability_of(case),
        Fraction(case.member("min_performance_x1000").integer(), 1000),
        arrays["table"].tolist(),
        key,
    )
    return partial(_differences, level, draws_of(case), arrays)


def _differences(
    level: Level, level_draws: Draws, arrays: Mapping[str, NDArray[numpy.integer]]
) -> Iterator[Difference]:
    """Yield where a game differs, played as it is and on bit planes: what the level offers and asks, then each step."""
    agents = range(len(level.agents))

    def compare(name: str, number: int | None, place: int | None, values: Iterable[object]) -> Iterator[Difference]:
        recorded = arrays[name] if place is None else arrays[name][place]
        field = f"{level.name}_{name}" + ("" if place is None else f"[{place}]")
        for agent, (expected, got) in enumerate(zip(recorded.tolist(), values, strict=True)):
            yield Difference(f"{name} of agent {agent}", number, f"{field}[{agent}]", expected, got)

    def compare_boards(name: str, number: int, place: int, board: Board) -> Iterator[Difference]:
        return compare_cells(name, number, f"{level.name}_{name}[{place}]", arrays[name][place], board.array())

    def compare_state(number: int, state: GameState) -> Iterator[Difference]:
        yield from compare_boards("board", number, number + 1, state.board)
        yield from compare_boards("goals", number, number + 1, state.goals)
        seen = {
            "locs": map(list, state.locations),
            "points": (points(level, state, agent) for agent in agents),
            "exited": (int(has_exited(state, agent)) for agent in agents),
            "active": (int(is_active(state, agent)) for agent in agents),
            "earned": (earned_points(level, state, agent) for agent in agents),
            "can_exit": (int(can_exit(level, state, agent)) for agent in agents),
        }
        for name, values in seen.items():
            yield from compare(name, number, number + 1, values)

    available = [available_points(level.board, level.goals, level.table(agent)) for agent in agents]
    yield from compare("available", None, None, available)
    yield from compare("required", None, None, level.required)
    state, game = start(level), PackedGame(level)
    packed, draws = game.start(), game.reading(level_draws)
    yield from compare_state(-1, state)  # recorded states begin with the one before the first step
    yield from compare_state(-1, packed.to_state())
    for number, actions in enumerate(arrays["actions"].tolist()):
        yield from compare_boards("mid", number, number, acted(level, state, actions).board)
        state, rewards = step(level, state, actions, level_draws, advance=advance_packed)
        packed, paid = game.step(packed, actions, draws)
        for after, given in ((state, rewards), (packed.to_state(), paid)):
            yield from compare_state(number, after)
            yield from compare("reward", number, number, given)
