"""Recorded levels: where the agent is, and what there is to earn."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from formal_rl.errors import InvalidParameter
from formal_rl.recordings.cases import Case, Difference
from formal_rl.recordings.safelife.functions import SafelifeFunctions
from formal_rl.recordings.safelife.reading import CELLS, NUMBERS, ArrayFile
from formal_rl.safelife.board import Board, turned
from formal_rl.safelife.game import Level, available_points
from formal_rl.strict_json import Field

_NUMBERS = {
    "min_performance_x1000": (-1000, 1_000_000),
    "spawn_prob_x1000": (0, 1000),
    "orientation": (0, 3),
    "index": (0, 1_000_000),
    "available_points": (None, None),
    "required_points": (None, None),
}


def read_levels(_: Field, arrays: ArrayFile, __: SafelifeFunctions) -> list[Case]:
    """Return the cases of ``levels_v1_0.npz``, which names the kinds of its levels itself.

    Raises `UnusableArchive` naming the array that is not as the schema says.
    """
    kinds = [name.removesuffix("_board") for name in arrays.names if name.endswith("_board")]
    if not kinds:
        raise arrays.fault("", "no levels of any kind")
    return [case for kind in kinds for case in _read_kind(arrays, kind)]


def _read_kind(arrays: ArrayFile, kind: str) -> Iterator[Case]:
    """Yield levels of one agent, whose orientation is recorded beside the board and set on it, as it is for a game."""
    boards = arrays.read(f"{kind}_board", CELLS, (None, None, None))
    goals = arrays.read(f"{kind}_goals", CELLS, boards.shape)
    agents = arrays.read_locations(f"{kind}_agent_rc", *boards.shape)
    numbers = {
        name: arrays.read(f"{kind}_{name}", NUMBERS, (len(boards),), least=least, most=most).tolist()
        for name, (least, most) in _NUMBERS.items()
    }
    for number, (cells, goal, agent) in enumerate(zip(boards, goals, agents, strict=True)):
        here = {name: values[number] for name, values in numbers.items()}
        board = Board.from_array(cells)
        try:
            level = Level(
                board.with_cells({agent: turned(board[agent], here["orientation"])}),
                Board.from_array(goal),
                spawn_probability=Fraction(here["spawn_prob_x1000"], 1000),
                min_performance=Fraction(here["min_performance_x1000"], 1000),
            )
        except InvalidParameter as error:
            raise arrays.fault(f"{kind}_board[{number}]", str(error)) from error
        recorded = {
            "agent_rc": [list(agent)],
            "available_points": here["available_points"],
            "required_points": [here["required_points"]],
        }
        label = f"{kind}[{number}], level {here['index']} of its kind"
        yield Case(label, partial(_differences, kind, number, level, recorded))


def _differences(kind: str, number: int, level: Level, recorded: Mapping[str, object]) -> Iterator[Difference]:
    """Yield where the level differs: its one agent, and the available and required points."""
    ours = {
        "agent_rc": [list(location) for location in level.agents],
        "available_points": available_points(level.board, level.goals),
        "required_points": list(level.required),
    }
    for name, got in ours.items():
        yield Difference(name, None, f"{kind}_{name}[{number}]", recorded[name], got)
