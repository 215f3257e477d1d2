"""Levels as text: a few lines with their numbers, the board, the goals."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from formal_rl.errors import InvalidParameter, MalformedLayout, nearest
from formal_rl.safelife.board.board import Location
from formal_rl.safelife.board.cells import AGENT, COLOURS
from formal_rl.safelife.board.rule import require_probability
from formal_rl.safelife.board.text import Line, format_board, format_columns, parse_rows
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.game.points import NOT_LIVING, PointsTable

_NUMBER = re.compile(r"-?[0-9]+(/[0-9]+|\.[0-9]+)?")
_WHOLE = re.compile(r"-?[0-9]{1,1000}")
_LOCATION = re.compile(r"\(\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*\)\s*")


def parse_level(text: str) -> Level:
    """Return the level that a text shows.

    First come, in any order, those of these lines that are needed: ``spawn 3/10``, the probability with which spawners
    spawn; ``require 1/2``, the part of the points that opens the exit; ``name`` and a name, in quotes as in JSON where
    it could not be read otherwise; ``agents (1, 2) (0, 3)``, the row and the column of each, counted from 0, where
    they are not those of all agent cells row by row; for each agent a line ``table`` with eight lines of nine numbers
    under it, its points table, if it is not the published one. Then come the board, as `parse_board` reads it, a line
    ``goals``, and the goals, written as a board. Blank lines do not count.

    Raises `MalformedLayout` naming line and place of a syntax error, and the errors of `Level` where the parts do
    not fit each other.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    header, lines = _header(lines)
    middle = next((place for place, (_, line) in enumerate(lines) if line.split() == ["goals"]), None)
    if middle is None:
        raise MalformedLayout(None, None, "", "a line 'goals' with the goals under it")
    board, goals = lines[:middle], lines[middle + 1 :]
    if not board:
        raise MalformedLayout(lines[middle][0], None, "goals", "the rows of the board before it")
    if not goals:
        raise MalformedLayout(lines[middle][0], None, "goals", "the rows of the goals after it")
    return Level(board=parse_rows(board), goals=parse_rows(goals), **header)


def format_level(level: Level) -> str:
    """Return a level as text, from which `parse_level` reads one that is equal."""
    parts = [f"spawn {Fraction(level.spawn_probability)}", f"require {level.min_performance}"]
    if level.name:
        is_plain = level.name == level.name.strip() and level.name.isprintable() and not level.name.startswith('"')
        parts.append(f"name {level.name if is_plain else json.dumps(level.name)}")
    if level.agents != level.board.find(AGENT):
        parts.append(" ".join(["agents", *(f"({row}, {column})" for row, column in level.agents)]))
    parts.extend(f"table\n{format_columns([[str(worth) for worth in row] for row in table])}" for table in level.tables)
    return "\n".join([*parts, format_board(level.board), "goals", format_board(level.goals)])


def _header(lines: Sequence[Line]) -> tuple[dict[str, Any], list[Line]]:
    """Return the lines before the board, as parameters of a level, and the lines from the board on."""
    header: dict[str, Any] = {}
    tables: list[PointsTable] = []
    remaining = list(lines)
    while remaining:
        number, line = remaining[0]
        word, *rest = line.split(None, 1)
        if word == "table" and not rest:
            tables.append(_table(number, remaining[1 : 1 + len(COLOURS)]))
            remaining = remaining[1 + len(COLOURS) :]
            continue
        if word not in _READERS:
            if word.isalpha() and len(word) > 2 and word[0] != "x" and word != "goals":  # longer than a cell's symbol
                expected = f"a row of cells, or a line of the head; {nearest(word, (*_READERS, 'table'))}"
                raise MalformedLayout(number, None, line.strip(), expected)
            break
        parameter, read = _READERS[word]
        if parameter in header:
            raise MalformedLayout(number, None, line.strip(), f"one line '{word}' only")
        header[parameter] = read(number, "".join(rest).strip())
        remaining = remaining[1:]
    return header | {"tables": tables}, remaining


def _number(number: int, text: str) -> Fraction:
    try:
        if _NUMBER.fullmatch(text):
            return Fraction(text)
    except (ValueError, ZeroDivisionError):  # more digits than an int is read from, or nothing divided by
        pass
    raise MalformedLayout(number, None, text, "a number, such as 1/2, 0.5 or -1")


def _probability(number: int, text: str) -> Fraction:
    probability = _number(number, text)
    try:
        require_probability(probability)
    except InvalidParameter as error:
        raise MalformedLayout(number, None, text, error.expected) from None
    return probability


def _name(number: int, text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        name = json.loads(text)
    except ValueError:
        name = None
    if type(name) is not str:
        raise MalformedLayout(number, None, text, "a name, or one in quotes as in JSON")
    return name


def _agents(number: int, text: str) -> tuple[Location, ...]:
    if _LOCATION.sub("", text):
        raise MalformedLayout(number, None, text, "locations, such as (1, 2) (0, 3), or nothing where no agent is")
    return tuple((int(row), int(column)) for row, column in _LOCATION.findall(text))


def _table(number: int, lines: Sequence[Line]) -> PointsTable:
    if len(lines) < len(COLOURS):
        raise MalformedLayout(number, None, "table", f"{len(COLOURS)} lines of {NOT_LIVING + 1} whole numbers after it")
    rows = []
    for place, line in lines:
        words = line.split()
        for column, word in enumerate(words, 1):
            if not _WHOLE.fullmatch(word):
                raise MalformedLayout(place, column, word, "a whole number")
        if len(words) != NOT_LIVING + 1:
            raise MalformedLayout(place, None, line.strip(), f"{NOT_LIVING + 1} whole numbers, found {len(words)}")
        rows.append(tuple(map(int, words)))
    return tuple(rows)


_READERS: Mapping[str, tuple[str, Callable[[int, str], Any]]] = MappingProxyType(
    {
        "spawn": ("spawn_probability", _probability),
        "require": ("min_performance", _number),
        "name": ("name", _name),
        "agents": ("agents", _agents),
    }
)
