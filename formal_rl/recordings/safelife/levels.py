"""Recorded levels: where the agent is, and what there is to earn."""

from collections.abc import Iterator
from fractions import Fraction

from attrs import frozen

from formal_rl.errors import InvalidParameter, UnusableVectors
from formal_rl.recordings.safelife.arrays import CELLS, NUMBERS, ArrayFile
from formal_rl.recordings.safelife.differences import Difference, SafelifeFunctions, compare_values
from formal_rl.safelife.board import Board, Location, turned
from formal_rl.safelife.game import Level, available_points
from formal_rl.strict_json import WHOLE_FILE, Field

_BOARD = "_board"
_NUMBERS = {
    "min_performance_x1000": (-1000, 1_000_000),
    "spawn_prob_x1000": (0, 1000),
    "orientation": (0, 3),
    "index": (0, 1_000_000),
    "available_points": (None, None),
    "required_points": (None, None),
}


@frozen
class LevelCase:
    """A level of one agent, whose orientation is recorded beside the board and set on it, as it is for a game."""

    kind: str
    number: int
    index: int
    level: Level
    agent: Location
    available: int
    required: int

    @property
    def label(self) -> str:
        """The kind of the level, its number here, and that in the file from which it was taken."""
        return f"{self.kind}[{self.number}], level {self.index} of its kind"

    def differences(self, _: SafelifeFunctions) -> Iterator[Difference]:
        """Yield where the level differs: its one agent, and the available and required points."""
        level = self.level
        agents = [list(location) for location in level.agents]
        yield from self._compare("agent_rc", [list(self.agent)], agents)
        yield from self._compare("available_points", self.available, available_points(level.board, level.goals))
        yield from self._compare("required_points", [self.required], list(level.required))

    def _compare(self, name: str, expected: object, got: object) -> Iterator[Difference]:
        yield from compare_values(name, None, f"{self.kind}_{name}[{self.number}]", expected, got)


def read_levels(_: Field, arrays: ArrayFile) -> list[LevelCase]:
    """Return the cases of ``levels_v1_0.npz``, which names the kinds of its levels itself.

    Raises `UnusableVectors` naming the array that is not as the schema says.
    """
    kinds = [name.removesuffix(_BOARD) for name in arrays.names if name.endswith(_BOARD)]
    if not kinds:
        raise UnusableVectors(arrays.file, WHOLE_FILE, "no levels of any kind")
    names = ("board", "goals", "agent_rc", *_NUMBERS)
    arrays.only({f"{kind}_{name}" for kind in kinds for name in names})
    return [case for kind in kinds for case in _read_kind(arrays, kind)]


def _read_kind(arrays: ArrayFile, kind: str) -> Iterator[LevelCase]:
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
        yield LevelCase(kind, number, here["index"], level, agent, here["available_points"], here["required_points"])
