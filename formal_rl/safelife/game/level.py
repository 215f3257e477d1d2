"""Levels: a board, its goals, where the agents are, how often spawners spawn and what opens the exit."""

from fractions import Fraction
from importlib import import_module
from typing import Any

import numpy
from attrs import Factory, evolve, field, frozen

from formal_rl.agents import Draw
from formal_rl.errors import InvalidParameter, NoAgentThere
from formal_rl.safelife.board._svg import board_svg
from formal_rl.safelife.board.board import Board, Location, require_location
from formal_rl.safelife.board.cells import AGENT
from formal_rl.safelife.board.rule import require_probability
from formal_rl.safelife.game.actions import require_sides
from formal_rl.safelife.game.points import (
    PUBLISHED_TABLE,
    PointsTable,
    available_points,
    count_cells,
    require_same_size,
    require_table,
    required_points,
    table_points,
)


def _listed(name: str, values: Any, expected: str) -> tuple[Any, ...]:
    try:
        return tuple(values)
    except TypeError:
        raise InvalidParameter(name, values, expected) from None


def _board(value: Any) -> Board:
    if not isinstance(value, Board):
        raise InvalidParameter("board or goals", value, "a Board")
    return value


def _locations(values: Any) -> tuple[Location, ...]:
    locations = _listed("agents", values, "the location of each agent")
    return tuple(require_location(f"agent {index}", location) for index, location in enumerate(locations))


def _tables(values: Any) -> tuple[PointsTable, ...]:
    return tuple(map(require_table, _listed("tables", values, "a points table for each agent")))


@frozen(repr=False)
class Level:
    """A level: its board and goals, where each agent is, and its numbers.

    ``agents`` has the location of each agent, in the order in which they act; by default those of all agent cells, row
    by row. ``tables`` has a points table for each agent; where it is empty, all have the published one. A
    ``min_performance`` of 0 or less asks for nothing. From these follow, for each agent, ``initial_values``, the points
    of its table for the first board, and ``required``, the points that open the exit.

    Raises `InvalidParameter` for goals of another size, sides under 3, a probability outside [0, 1], or tables that
    do not fit, and `NoAgentThere` for a location without an agent cell.

    Source: Wainwright and Eckersley 2019, Sections 2 and 4.
    Ledger: W19-levels*
    """

    board: Board = field(converter=_board)
    goals: Board = field(converter=_board)
    agents: tuple[Location, ...] = field(
        default=Factory(lambda self: self.board.find(AGENT), takes_self=True), converter=_locations
    )
    spawn_probability: Draw = Fraction(3, 10)
    min_performance: Fraction | int = field(default=-1)
    tables: tuple[PointsTable, ...] = field(default=(), converter=_tables)
    name: str = ""
    initial_values: tuple[int, ...] = field(init=False, eq=False)
    required: tuple[int, ...] = field(init=False, eq=False)

    @min_performance.validator
    def _exact(self, _: object, value: object) -> None:
        if type(value) not in {int, Fraction}:
            raise InvalidParameter("min_performance", value, "an int or a Fraction")

    def __attrs_post_init__(self) -> None:
        require_sides(self.board)
        require_same_size(self.board, self.goals)
        require_probability(self.spawn_probability)
        for index, location in enumerate(self.agents):
            if self.board.wrapped(location) != location or not self.board[location] & AGENT:
                raise NoAgentThere(index, location, self.board[location])
        if len(set(self.agents)) != len(self.agents):
            raise InvalidParameter("agents", self.agents, "locations that differ from each other")
        if self.tables and len(self.tables) != len(self.agents):
            raise InvalidParameter("tables", len(self.tables), f"none, or one for each of {len(self.agents)} agents")
        tables = [self.table(agent) for agent in range(len(self.agents))]
        counts = count_cells(self.board, self.goals)
        available = [available_points(self.board, self.goals, table) for table in tables]
        object.__setattr__(self, "initial_values", tuple(table_points(counts, table) for table in tables))
        object.__setattr__(
            self, "required", tuple(required_points(points, self.min_performance) for points in available)
        )

    def table(self, agent: int) -> PointsTable:
        """Return the points table of an agent."""
        return self.tables[agent] if self.tables else PUBLISHED_TABLE

    def _repr_svg_(self) -> str:
        return board_svg(self.board.rows, self.goals.rows)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"image/svg+xml": self._repr_svg_(), "text/plain": repr(self)}

    def __repr__(self) -> str:
        """Return the level as `format_level` writes it, in a module that is made of this one."""
        return str(import_module("formal_rl.safelife").format_level(self))


def single_precision(probability: Draw) -> Fraction:
    """Return the nearest number that 32 bits of floating point can hold, to which the published code rounds.

    Ledger: W19-levels*
    """
    return Fraction(float(numpy.float32(probability)))


def in_single_precision(level: Level) -> Level:
    """Return the level with the probability with which the published code plays it.

    Ledger: W19-levels
    """
    return evolve(level, spawn_probability=single_precision(level.spawn_probability))
