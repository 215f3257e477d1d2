"""Recorded episodes: games from a level, with what the agents did and all that was seen after each step."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

import numpy
from attrs import frozen
from numpy.typing import NDArray

from formal_rl.agents import Draws
from formal_rl.errors import InvalidParameter, NoAgentThere
from formal_rl.recordings.safelife.arrays import CELLS, NUMBERS, ArrayFile, Shape
from formal_rl.recordings.safelife.differences import (
    Difference,
    SafelifeFunctions,
    compare_cells,
    compare_values,
)
from formal_rl.recordings.safelife.index import (
    MOST_AGENTS,
    MOST_STEPS,
    draws_of,
    indexed,
    label_of,
    probability_of,
)
from formal_rl.safelife.board import Board
from formal_rl.safelife.game import (
    ACTIONS,
    GameState,
    Level,
    available_points,
    can_exit,
    earned_points,
    has_exited,
    is_active,
    points,
    start,
)
from formal_rl.strict_json import Field, count

_MEMBERS = ("key", "kind", "min_performance_x1000", "n_agents", "note", "seed", "spawn_prob", "steps")
_FIRST = ("init", "init_goals")
_ARRAYS = (
    *_FIRST,
    *("actions", "mid", "board", "goals", "locs", "points", "exited", "active", "earned", "can_exit", "reward"),
    *("table", "available", "required"),
)


@frozen
class EpisodeCase:
    """A game of one or more agents, replayed as a whole, and once more on bit planes."""

    label: str
    key: str
    level: Level
    draws: Draws
    arrays: Mapping[str, NDArray[numpy.integer]]

    def differences(self, functions: SafelifeFunctions) -> Iterator[Difference]:
        """Yield where the game differs: what the level offers and asks, then start and steps in their order."""
        agents = range(len(self.level.agents))
        board, goals = self.level.board, self.level.goals
        available = [available_points(board, goals, self.level.table(agent)) for agent in agents]
        for name, values in {"available": available, "required": self.level.required}.items():
            yield from self._compare(name, None, None, values)
        state, game = start(self.level), functions.packed_game(self.level)
        packed, draws = game.start(), game.reading(self.draws)
        yield from self._state(-1, state)
        yield from self._state(-1, packed.to_state())
        for step, actions in enumerate(self.arrays["actions"].tolist()):
            mid = functions.acted(self.level, state, actions)
            yield from self._cells("mid", step, step, mid.board)
            state, rewards = functions.step(self.level, state, actions, self.draws, advance=functions.advance_in_words)
            packed, paid = game.step(packed, actions, draws)
            for after, given in ((state, rewards), (packed.to_state(), paid)):
                yield from self._state(step, after)
                yield from self._compare("reward", step, step, given)

    def _state(self, step: int, state: GameState) -> Iterator[Difference]:
        level, agents = self.level, range(len(self.level.agents))
        yield from self._cells("board", step, step + 1, state.board)
        yield from self._cells("goals", step, step + 1, state.goals)
        seen = {
            "locs": map(list, state.locations),
            "points": (points(level, state, agent) for agent in agents),
            "exited": (int(has_exited(state, agent)) for agent in agents),
            "active": (int(is_active(state, agent)) for agent in agents),
            "earned": (earned_points(level, state, agent) for agent in agents),
            "can_exit": (int(can_exit(level, state, agent)) for agent in agents),
        }
        for name, values in seen.items():
            yield from self._compare(name, step, step + 1, values)

    def _cells(self, name: str, step: int, place: int, board: Board) -> Iterator[Difference]:
        yield from compare_cells(name, step, f"{self.key}_{name}[{place}]", self.arrays[name][place], board.array())

    def _compare(
        self, name: str, step: int | None, place: int | None, values: Iterable[object]
    ) -> Iterator[Difference]:
        recorded = self.arrays[name] if place is None else self.arrays[name][place]
        field = f"{self.key}_{name}" + ("" if place is None else f"[{place}]")
        for agent, (expected, got) in enumerate(zip(recorded.tolist(), values, strict=True)):
            yield from compare_values(f"{name} of agent {agent}", step, f"{field}[{agent}]", expected, got)


def read_episodes(index: Field, arrays: ArrayFile) -> list[EpisodeCase]:
    """Return the cases of ``episodes.npz``.

    Raises `UnusableVectors` naming the field or array that is not as the schema says.
    """
    cases = indexed(index, "episodes", _MEMBERS)
    arrays.only({f"{case.member('key').text()}_{name}" for case in cases for name in _ARRAYS})
    return [_read(case, arrays) for case in cases]


def _read(case: Field, file: ArrayFile) -> EpisodeCase:
    key, steps = case.member("key").text(), count(case.member("steps"), 1, MOST_STEPS)
    agents = count(case.member("n_agents"), 1, MOST_AGENTS)
    case.member("note").text()
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
    }
    arrays |= {name: file.read(f"{key}_{name}", NUMBERS, shape) for name, shape in numbers.items()}
    for name in ("exited", "active", "can_exit"):
        arrays[name] = file.read(f"{key}_{name}", NUMBERS, after, least=0, most=1)
    arrays["actions"] = file.read(f"{key}_actions", NUMBERS, (steps, agents), least=0, most=len(ACTIONS) - 1)
    goals = file.read(f"{key}_init_goals", CELLS, size)
    try:
        level = Level(
            Board.from_array(init),
            Board.from_array(goals),
            arrays["locs"][0].tolist(),
            probability_of(case),
            Fraction(case.member("min_performance_x1000").integer(), 1000),
            arrays["table"].tolist(),
            key,
        )
    except NoAgentThere as error:
        raise file.fault(f"{key}_locs[0]", str(error)) from error
    except InvalidParameter as error:
        raise file.fault(f"{key}_init", str(error)) from error
    return EpisodeCase(label_of(case), key, level, draws_of(case), arrays)
