"""The fields of published levels, as arrays: their types and shapes, and the level that they encode."""

from collections.abc import Mapping
from fractions import Fraction
from math import isfinite
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy
from attrs import frozen
from numpy.typing import NDArray

from formal_rl.agents import Draw
from formal_rl.errors import FormalRLError, InvalidParameter, UnusableArchive
from formal_rl.safelife.board.board import Board, Location
from formal_rl.safelife.board.cells import AGENT, COLOURS, ORIENTATIONS, turned
from formal_rl.safelife.game.actions import LEAST_SIDE
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.game.points import NOT_LIVING
from formal_rl.safelife.levels._archive import Head, type_in_words

LevelFields: TypeAlias = Mapping[str, NDArray[Any]]
"""The fields of one level by name, each an array; single numbers and texts are arrays without dimensions.

Ledger: W19-levels
"""

CLASS_WRITTEN = "safelife.safelife_game.SafeLifeGame"
_RULES = "SafeLifeGame"
_WIDEST_NUMBER = 8


@frozen
class FieldType:
    """The type of a field: the kinds of numbers, their greatest size in bytes, and the shape, ``None`` where open."""

    kinds: str
    shape: tuple[int | None, ...]
    in_words: str
    widest: int | None = _WIDEST_NUMBER

    def holds(self, dtype: numpy.dtype[Any], shape: tuple[int, ...]) -> bool:
        """Whether an array of this type and shape may be the field."""
        return (
            dtype.kind in self.kinds
            and (self.widest is None or dtype.itemsize <= self.widest)
            and len(shape) == len(self.shape)
            and all(asked in {None, found} for asked, found in zip(self.shape, shape, strict=True))
        )


_CELLS = FieldType("u", (None, None), "rows of 16-bit cells", 2)
_NUMBER = FieldType("fiu", (), "a number")
_TEXT = FieldType("U", (), "a text", None)

FIELDS: Mapping[str, FieldType] = MappingProxyType(
    {
        "board": _CELLS,
        "goals": _CELLS,
        "agent_loc": FieldType("iu", (2,), "two whole numbers, x and y"),
        "agent_locs": FieldType("iu", (None, 2), "a row and a column for each agent"),
        "orientation": FieldType("iu", (), "a whole number"),
        "spawn_prob": _NUMBER,
        "min_performance": _NUMBER,
        "points_table": FieldType(
            "iu",
            (None, len(COLOURS), NOT_LIVING + 1),
            f"{len(COLOURS)} x {NOT_LIVING + 1} whole numbers for each agent",
        ),
        "class": _TEXT,
        "name": _TEXT,
    }
)
"""The fields of the published formats that are read; others are passed over, as the published code does.

Ledger: W19-levels
"""


def require_declared(file: str, place: str, declared: Mapping[str, Head]) -> None:
    """Refuse fields of other types or shapes than the published formats have, before any is loaded.

    Raises `UnusableArchive` naming the field.
    """
    for name in ("board", "goals"):
        if name not in declared:
            raise UnusableArchive(file, f"{place}{name}", "is missing")
    if not declared.keys() & {"agent_loc", "agent_locs"}:
        raise UnusableArchive(file, f"{place}agent_locs", "is missing, and so is agent_loc")
    for name, (dtype, shape) in declared.items():
        if name in FIELDS and not FIELDS[name].holds(dtype, shape):
            expected = FIELDS[name].in_words
            raise UnusableArchive(
                file, f"{place}{name}", f"is {type_in_words(dtype)} of shape {shape}: expected {expected}"
            )
    (_, board), (_, goals) = declared["board"], declared["goals"]
    if min(board) < LEAST_SIDE:
        raise UnusableArchive(file, f"{place}board", f"is of size {board}: expected sides of at least {LEAST_SIDE}")
    if goals != board:
        raise UnusableArchive(file, f"{place}goals", f"is of size {goals}: expected the size of the board, {board}")


def level_of_fields(fields: LevelFields, file: str = "", place: str = "") -> Level:
    """Return the level of these fields; ``file`` and ``place`` are for messages.

    ``agent_loc`` is (x, y), that is column and row, of one agent; ``agent_locs`` has a row and a column for each; the
    first acts first. The board holds the cells of the agents; where there is an ``orientation``, each is turned to
    it. Probability and minimal performance are floats of 64 bits. They are read as the shortest decimal that names
    them, 0.3 as 3/10, since that was meant; the nearest float of it is the one that was read. Where they are
    missing they are 3/10 and -1, and the points table is the published one. The names of agents are not kept.

    Raises `UnusableArchive` naming the field: one that is missing or of another type or shape, numbers that are out of
    range or none, agents off the board or where there is no agent cell, and levels of other rules than SafeLife's.

    Source: the published code; levels of versions 0.1 to 1.2.2.
    Ledger: W19-levels*
    """
    require_declared(file, place, {name: (array.dtype, array.shape) for name, array in fields.items()})

    def fault(name: str, reason: str) -> UnusableArchive:
        return UnusableArchive(file, f"{place}{name}", reason)

    rules = str(fields["class"]) if "class" in fields else _RULES
    if rules.rpartition(".")[2] != _RULES:
        raise fault("class", f"is {rules!r}: expected the rules of {_RULES}")
    board, goals = Board.from_array(fields["board"]), Board.from_array(fields["goals"])
    name, agents = _agents(fields)
    for agent, location in enumerate(agents):
        if board.wrapped(location) != location:
            raise fault(name, f"agent {agent} is at {location}: expected a place on {board.height} x {board.width}")
        if not board[location] & AGENT:
            raise fault(name, f"agent {agent} is at {location}, which holds cell {board[location]}, no agent")
    orientation = int(fields["orientation"]) if "orientation" in fields else None
    if orientation is not None:
        if orientation not in range(len(ORIENTATIONS)):
            raise fault("orientation", f"is {orientation}: expected a number from 0 to {len(ORIENTATIONS) - 1}")
        board = board.with_cells({location: turned(board[location], orientation) for location in agents})
    tables = fields["points_table"].tolist() if "points_table" in fields else ()
    if tables and len(tables) != len(agents):
        raise fault("points_table", f"has {len(tables)} tables: expected one for each of {len(agents)} agents")
    probability = _decimal(fields, "spawn_prob", Fraction(3, 10))
    if probability is None or not 0 <= probability <= 1:
        raise fault("spawn_prob", f"is {fields['spawn_prob']}: expected a number from 0 to 1")
    performance = _decimal(fields, "min_performance", Fraction(-1))
    if performance is None:
        raise fault("min_performance", f"is {fields['min_performance']}: expected a finite number")
    try:  # what is still wrong is a matter of several fields together
        return Level(board, goals, agents, probability, performance, tables, str(fields.get("name", "")))
    except FormalRLError as error:
        raise UnusableArchive(file, place.rstrip("."), str(error)) from error


def _agents(fields: LevelFields) -> tuple[str, tuple[Location, ...]]:
    if "agent_loc" in fields:
        column, row = fields["agent_loc"].tolist()
        return "agent_loc", ((row, column),)
    return "agent_locs", tuple((row, column) for row, column in fields["agent_locs"].tolist())


def _decimal(fields: LevelFields, name: str, otherwise: Fraction) -> Fraction | None:
    """Return a number as its shortest decimal, or ``None`` if it is not a finite one."""
    number = float(fields[name]) if name in fields else None
    if number is None:
        return otherwise
    return Fraction(repr(number)) if isfinite(number) else None


def fields_of_level(level: Level) -> dict[str, NDArray[Any]]:
    """Return the fields of a level, in the form of version 1.2.2, from which `level_of_fields` reads an equal one.

    The order of the agents is kept and they are called agent0, agent1, ...; without tables no table is written, and
    the published code then takes its own.

    Raises `InvalidParameter` for values that do not fit: a probability or performance that is not the shortest
    decimal of a float of 64 bits, such as 1/3, a table beyond 64 bits, a name with the character 0.

    Ledger: W19-levels*
    """
    if "\0" in level.name:
        raise InvalidParameter("name", level.name, "a text without the character 0, in which arrays end")
    fields: dict[str, NDArray[Any]] = {
        "board": level.board.array(),
        "goals": level.goals.array(),
        "agent_locs": numpy.array(level.agents, dtype=numpy.int64).reshape(-1, 2),
        "agent_names": numpy.array([f"agent{agent}" for agent in range(len(level.agents))], dtype=numpy.str_),
        "spawn_prob": numpy.array(_float("spawn_probability", level.spawn_probability)),
        "min_performance": numpy.array(_float("min_performance", level.min_performance)),
        "class": numpy.array(CLASS_WRITTEN),
        "name": numpy.array(level.name),
    }
    if level.tables:
        fields["points_table"] = _table(level)
    return fields


def _float(name: str, value: Draw) -> float:
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if not isfinite(number) or Fraction(repr(number)) != value:
        raise InvalidParameter(name, value, "the shortest decimal of a float of 64 bits, as it is read from an archive")
    return number


def _table(level: Level) -> NDArray[numpy.int64]:
    try:
        return numpy.array(level.tables, dtype=numpy.int64)
    except OverflowError:
        raise InvalidParameter("tables", level.tables, "whole numbers of 64 bits") from None
