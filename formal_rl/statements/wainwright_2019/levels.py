"""Checks of levels: their fields, archives and texts, what they require, the lessons, and all that are shipped."""

import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from io import BytesIO
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, TypeAlias

import numpy
from attrs import evolve
from numpy.typing import NDArray

from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.errors import (
    InvalidParameter,
    MalformedBoard,
    MalformedLayout,
    NoAgentThere,
    UnknownName,
    UnusableArchive,
)
from formal_rl.safelife import format_board, parse_board
from formal_rl.safelife._engines.words.rule import advance_in_words
from formal_rl.safelife.board import AGENT, ALIVE, LIFE, Board, Location, format_cell
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, PLAYER, RED, TREE
from formal_rl.safelife.game import (
    Level,
    available_points,
    in_single_precision,
    required_points_published,
    single_precision,
)
from formal_rl.safelife.game.points import PUBLISHED_TABLE, required_points
from formal_rl.safelife.levels import (
    LESSONS,
    SHIPPED_KINDS,
    fields_of_level,
    format_level,
    level_of_fields,
    open_levels,
    parse_level,
    read_levels,
    shipped_level,
    shipped_levels,
    write_levels,
)
from formal_rl.safelife.levels._archive import ArrayArchive, type_in_words
from formal_rl.safelife.levels.fields import LevelFields
from formal_rl.safelife.levels.level_archive import write_level
from formal_rl.safelife.levels.teaching_levels import play
from formal_rl.statements.papers import WAINWRIGHT_2019
from formal_rl.statements.statement import Statement

_SMALL_BOARD = parse_board("^  .  .\n. og .\n. . <")
_SMALL_GOALS = parse_board(". .b .\n. . .\n. . .")
_LEVEL = Level(_SMALL_BOARD, _SMALL_GOALS, ((2, 2), (0, 0)), min_performance=Fraction(1, 2), name="a")
_OLD: dict[str, Any] = {
    "board": _SMALL_BOARD.array(),
    "goals": Board.empty(3, 3).array(),
    "agent_loc": [2, 2],
    "orientation": 1,
    "spawn_prob": 0.3,
    "min_performance": 0.5,
    "class": "safelife.game_physics.SafeLifeGame",
    "name": "small.npz",
}
_TURNED, _NO_GOALS = parse_board("^ . .\n. og .\n. . >"), Board.empty(3, 3)
_READ = Level(_TURNED, _NO_GOALS, ((2, 2),), Fraction(3, 10), Fraction(1, 2), name="small.npz")
_BARE = "^ . .\n. . >\n. . .\ngoals\n. . .b\n. . .\n. . ."
_ROW = "0 0 0 0 0 0 0 0 0\n"


def fault(function: Callable[..., object], *arguments: Any) -> object:
    """Return what is at fault, by the error that is raised: a field, a place, a name or an agent."""
    try:
        return function(*arguments)
    except UnusableArchive as error:
        return error.field
    except (MalformedLayout, MalformedBoard) as error:
        return error.row, error.column
    except InvalidParameter as error:
        return error.name
    except NoAgentThere as error:
        return error.agent, error.location, error.cell
    except UnknownName as error:
        return str(error).partition("; ")[2]


def _saved(**arrays: Any) -> Any:
    """Return an archive of these arrays, written without any of our code; None takes one away."""
    content = BytesIO()
    numpy.savez(content, **{name: array for name, array in arrays.items() if array is not None})
    return content


def _zipped(way: int = zipfile.ZIP_STORED, /, **members: bytes | None) -> Any:
    """Return an archive of the old form with these members, as raw bytes, in place of its own; None for none."""
    content = BytesIO()
    with zipfile.ZipFile(_saved(**_OLD)) as old, zipfile.ZipFile(content, "w", way) as archive:
        for name in _OLD:
            raw = members.get(name, old.read(f"{name}.npy"))
            if raw is not None:
                archive.writestr(f"{name}.npy", raw)
    return content


def _head(description: object, shape: object, version: tuple[int, int] = (1, 0)) -> bytes:
    """Return the head of an array that says this of itself."""
    text = repr({"descr": description, "fortran_order": False, "shape": shape}).encode("latin1")
    return b"\x93NUMPY" + bytes(version) + len(text).to_bytes(2, "little") + text


def _row_of(*levels: dict[str, Any], **types: Any) -> Any:
    """Return levels as one array, with other types for some fields."""
    kinds = {name: (numpy.asarray(value).dtype, numpy.shape(value)) for name, value in levels[0].items()} | types
    array = numpy.zeros(len(levels), dtype=[(name, *kind) for name, kind in kinds.items()])
    for name in kinds:
        array[name] = [level[name] for level in levels]
    return array


def _fields(**changes: Any) -> Level:
    """Return the level of the old fields, with changes; None takes a field away."""
    arrays = {name: numpy.array(value) for name, value in {**_OLD, **changes}.items() if value is not None}
    return level_of_fields(arrays, "a.npz", "levels[3].")


def fields_by_hand() -> Iterator[Example]:
    """Yield levels of fields, which field is at fault, and what fields cannot hold."""
    none = dict.fromkeys(("orientation", "spawn_prob", "min_performance", "class", "name"))
    agents = {"agent_loc": None, "orientation": None}
    read: tuple[tuple[dict[str, Any], Level], ...] = (
        ({}, _READ),
        (none, Level(_SMALL_BOARD, Board.empty(3, 3), ((2, 2),))),
        ({"orientation": 0}, evolve(_READ, board=_SMALL_BOARD.with_cells({(2, 2): PLAYER}))),
        ({"orientation": 3}, evolve(_READ, board=_SMALL_BOARD)),
        ({"agent_locs": [[0, 0]]}, _READ),
        ({**agents, "agent_locs": [[0, 0]]}, evolve(_READ, board=_SMALL_BOARD, agents=((0, 0),))),
        ({"spawn_prob": 0}, evolve(_READ, spawn_probability=0)),
        ({"spawn_prob": 1}, evolve(_READ, spawn_probability=1)),
        ({"points_table": numpy.ones((1, 8, 9), int)}, evolve(_READ, tables=[[[1] * 9] * 8])),
        ({"class": "SafeLifeGame"}, _READ),
        ({"more": 1}, _READ),
    )
    for changes, level in read:
        yield (f"fields with {changes}", "read", level, partial(_fields, **changes))
    zeros, nan, inf, quarter = numpy.zeros, float("nan"), float("inf"), numpy.longdouble(0.25)
    sizes, tables = ((3, 3, 3), (3, 4), (4, 3)), ((8, 9), (1, 8, 8), (2, 8, 9))
    refused: dict[str, tuple[Any, ...]] = {
        "board": (None, zeros((3, 3)), zeros((3, 3), int), zeros((3, 3), "u4"), zeros((2, 3), "u2")),
        "goals": (None, *(zeros(size, "u2") for size in sizes)),
        "agent_loc": ([2, 2, 0], [2.0, 2.0], [2, 3], [3, 2], [-1, 2], [1, 2]),
        "orientation": (4, -1, [1]),
        "spawn_prob": (1.5, -0.5, nan, "0.3", quarter, True),
        "min_performance": (inf, [0.5]),
        "points_table": (zeros((1, 8, 9)), *(zeros(size, int) for size in tables)),
        "class": ("safelife.game_physics.GameOfLife", 1),
        "name": (b"small",),
    }
    wrong = [({field: value}, field) for field, values in refused.items() for value in values]
    places = ([[0, 0], [1, 1]], [0, 0])
    wrong += [({"agent_loc": None}, "agent_locs"), *(({**agents, "agent_locs": each}, "agent_locs") for each in places)]
    for changes, field in (*wrong, ({**agents, "agent_locs": [[0, 0], [0, 0]]}, "")):
        place = f"levels[3].{field}".rstrip(".")
        yield (f"fields with {changes}", "refused", place, fault, partial(_fields, **changes))
    unwritten: dict[str, tuple[Any, ...]] = {
        "spawn_probability": (Fraction(1, 3), 0.3),
        "min_performance": (Fraction(1, 3), 10**400),
        "tables": ([[[2**63] * 9] * 8] * 2,),
        "name": ("a\0b",),
    }
    for field, value in ((field, value) for field, values in unwritten.items() for value in values):
        level = evolve(_LEVEL, **{field: value})
        yield (f"a level whose {field} is {value}", "no fields", field, fault, fields_of_level, level)
    single = evolve(_LEVEL, spawn_probability=Fraction(5033165, 2**24))
    yield ("a level in single precision", "0.3 in 24 bits", single, in_single_precision, _LEVEL)
    yield ("1/2 in single precision", "itself", Fraction(1, 2), single_precision, 0.5)


def levels_by_hand() -> Iterator[Example]:
    """Yield what a level is made of, and which part is at fault."""
    board, zeros = board_of(3, 3, [((0, 0), PLAYER), ((2, 2), PLAYER)]), ((0,) * 9,) * 8
    ones, both, empty = tuple((1,) * 9 for _ in range(8)), ((0, 0), (2, 2)), Board.empty

    def shown(**changes: Any) -> object:
        level = Level(**{"board": board, "goals": empty(3, 3), **changes})
        return level.agents, level.tables, level.initial_values, level.required

    def refused(field: str, *values: Any) -> Iterator[tuple[dict[str, Any], object]]:
        return (({field.rsplit(maxsplit=1)[-1]: value}, field) for value in values)

    goal = {"goals": board_of(3, 3, [((0, 1), BLUE)]), "min_performance": 1}
    half = (*zeros[:7], (0,) * 8 + (0.5,))
    changes: tuple[tuple[dict[str, Any], object], ...] = (
        ({}, (both, (), (0, 0), (0, 0))),
        ({"agents": [[2, 2]]}, (((2, 2),), (), (0,), (0,))),
        ({"tables": [ones, zeros]}, (both, (ones, zeros), (9, 0), (0, 0))),
        (goal, (both, (), (0, 0), (3, 3))),
        ({"spawn_probability": 1.0, "min_performance": 0}, (both, (), (0, 0), (0, 0))),
        *(({"board": empty(*size), "goals": empty(*size)}, "board") for size in ((2, 3), (3, 2))),
        *refused("goals", empty(3, 4), empty(4, 3)),
        *(({"spawn_probability": value}, "spawn probability") for value in (2, -1)),
        *refused("min_performance", 0.5, True),
        *refused("agents", ((0, 0), (0, 0)), 5),
        ({"agents": ((0, 0), (1, 1))}, (1, (1, 1), 0)),
        ({"agents": ((3, 3),)}, (0, (3, 3), PLAYER)),
        ({"agents": [5]}, "agent 0"),
        ({"agents": [(0, 0), (1.0, 1)]}, "agent 1"),
        *refused("tables", 5, (zeros,), (zeros,) * 3),
        *(({"tables": (zeros, wrong)}, "points table") for wrong in (5, zeros[:7], ((0,) * 8,) * 8)),
        ({"tables": (zeros, half)}, "points table, row 7, column 8"),
        ({"board": None}, "board or goals"),
    )
    for change, expected in changes:
        yield (f"a level with {change}", "made or refused", expected, fault, partial(shown, **change))


def archives_by_hand(read_levels: Callable[..., tuple[Level, ...]] = read_levels) -> Iterator[Example]:
    """Yield archives that are read, written and refused, with the field at fault."""
    cells, long = _head("<u2", (3, 3)), _head("<u2", (2000, 2000))
    broken, unnamed = BytesIO(_saved(**_OLD).getvalue()[:-30]), _zipped(name=_head("<U1", ()) + b"\xff" * 4)
    wrong, other = {**_OLD, "agent_loc": [1, 1], "name": "another"}, {**_OLD, "name": "b"}
    nameless, goalless = ({name: _OLD[name] for name in _OLD if name != gone} for gone in ("name", "goals"))
    many = numpy.zeros((1, 2), dtype=[("board", "<u2"), ("x", "<u2")])
    opened, ten = open_levels(_saved(levels=_row_of(_OLD, wrong))), _row_of(*[_OLD] * 10)

    def doubled() -> Any:
        content = _saved(**_OLD)
        with zipfile.ZipFile(content) as archive:
            raw = archive.read("board.npy")
        with zipfile.ZipFile(content, "a") as archive:
            archive.writestr("board", raw)
        return content

    def of(levels: Any, **options: int) -> Any:
        """Read levels of one array."""
        return read_levels(_saved(levels=levels), **options)

    def number(levels: Any, **options: int) -> int:
        return len(of(levels, **options))

    def names(archive: Any) -> object:
        return open_levels(archive).names

    def arrays(most: int, *names: str) -> object:
        rows = numpy.arange(6, dtype="<u2").reshape(2, 3)
        saved = _saved(rows=rows, columns=numpy.asfortranarray(rows), more=numpy.zeros(3))
        with ArrayArchive(saved, most) as archive:
            found = [archive.load(name).tolist() for name in names]
            return archive.names, [archive.head(name)[1:] for name in archive.names], found

    heads, in_all = [((2, 3), False), ((2, 3), True), ((3,), False)], ("rows", "columns", "more")
    six, both = [[0, 1, 2], [3, 4, 5]], ("small.npz", "another")
    loaded = in_all, heads, [six, six, [0.0] * 3]
    text_for_number = _row_of(_OLD, spawn_prob=("U3", ()))
    for about, arithmetic, expected, function, *given in (
        ("one level", "its fields", (_READ,), read_levels, _saved(**_OLD)),
        ("two in one array", "in their order", (_READ, evolve(_READ, name="b")), of, _row_of(_OLD, other)),
        ("their number", "two", 2, len, opened),
        ("their names", "two", both, getattr, opened, "names"),
        ("the first, though the second is wrong", "it is built alone", _READ, opened.level, 0),
        ("the second", "no agent at (1, 1)", "levels[1].agent_loc", opened.level, 1),
        ("a third", "two", "index", opened.level, 2),
        ("one before the first", "two", "index", opened.level, -1),
        ("number True", "no int", "index", opened.level, True),
        ("two levels without names", "none", ("", ""), names, _saved(levels=_row_of(nameless, nameless))),
        ("a name of no text", "cannot be read", "name", names, unnamed),
        ("the same, built", "cannot be read", "", read_levels, unnamed),
        ("90 cells of 90", "no more than allowed", 10, partial(number, most_cells=90), ten),
        ("90 cells of 89", "too many", "levels", partial(number, most_cells=89), ten),
        ("9 cells of 9", "no more than allowed", (_READ,), partial(read_levels, most_cells=9), _saved(**_OLD)),
        ("9 cells of 8", "too many", "board", partial(read_levels, most_cells=8), _saved(**_OLD)),
        ("an archive that is cut off", "not whole", "", read_levels, broken),
        ("no file", "not there", "", read_levels, "no such file.npz"),
        ("no board", "missing", "board", read_levels, _saved(**{**_OLD, "board": None})),
        ("no board in one array", "missing", "levels: goals", of, _row_of(goalless)),
        ("a row of numbers", "no levels", "levels", of, numpy.zeros(3)),
        ("a row of nothing", "no levels", "levels", of, _row_of(_OLD)[:0]),
        ("a row of rows", "no row", "levels", of, many),
        ("a probability that is a text", "no number", "levels: spawn_prob", of, text_for_number),
        ("a board twice", "one is too much", "board", read_levels, doubled()),
        ("two thousand rows", "more than a million cells", "board", read_levels, _zipped(board=long, goals=long)),
        ("deflated", "read", (_READ,), read_levels, _zipped(zipfile.ZIP_DEFLATED)),
        ("arrays of 24 bytes of 24", "they are loaded", loaded, arrays, 24, *in_all),
        ("arrays of 24 bytes of 23", "too large", "more", arrays, 23),
        ("an array that is not there", "missing", "none", arrays, 24, "none"),
        ("one of a strange name", "in one line", "'a\\nb'", arrays, 24, "a\nb"),
        ("a type in words", "as numpy says", "uint16", type_in_words, numpy.dtype("<u2")),
        ("a type of records in words", "records", "records", type_in_words, many.dtype),
    ):
        yield (f"archives: {about}", arithmetic, expected, fault, function, *given)
    most, more = (dict.fromkeys(("board", "goals"), _head("<u2", (side, 1024))) for side in (1024, 1025))
    no_array = "is not an array as numpy saves it"
    for about, expected, archive in (
        ("17 bytes of 18", "cannot be read", _zipped(board=cells + bytes(17))),
        ("19 bytes of 18", "goes on after its end", _zipped(board=cells + bytes(19))),
        ("a million cells, whose content is missing", "cannot be read", _zipped(**most)),
        ("a million cells and a row", "has boards of 1049600 cells", _zipped(**more)),
        ("sides below nothing", no_array, _zipped(board=_head("<u2", (-3, -3)))),
        ("a side below nothing", no_array, _zipped(board=_head("<u2", (-1, 3)))),
        ("another head", no_array, _zipped(board=b"not an array")),
        ("objects", "holds objects, which would have to be unpickled", _zipped(board=_head("|O", (3, 3)))),
        ("version 2.0", "is in version (2, 0) of the format of arrays", _zipped(board=_head("<u2", (3, 3), (2, 0)))),
        ("an archive that is cut off", "is not an archive, or not a whole one", broken),
        ("compressed in another way", "is compressed in way 12", _zipped(zipfile.ZIP_BZIP2)),
        ("encrypted", "is encrypted", _encrypted()),
    ):
        yield (f"archives: {about}", "the reason", expected, _reason, read_levels, archive)
    # A name may have a megabyte, and 8 bytes for each cell.
    long_name = _saved(**{**_OLD, "name": "x" * 300_000})
    (level,) = read_levels(long_name, most_cells=20_000)
    yield ("archives: a name of 1,200,000 bytes", "read", 300_000, len, level.name)
    yield ("archives: written and read", "the same levels; nothing else is left", (True,) * 9, _written)


def shipped_by_hand() -> Iterator[Example]:
    """Yield shipped levels by kind and number, and what is said of one that there is not."""

    def name_of(name: str) -> str:
        return shipped_level(name).name

    def begins(function: Callable[[str], object], name: str, words: str) -> bool:
        return str(fault(function, name)).startswith(words)

    last = "there are prune-still-0 to prune-still-19"
    yield from (
        ("the last shipped level", "19", "prune-still-hard-19", name_of, "prune-still-hard-19"),
        ("a shipped level too much", "19 is the last", last, fault, shipped_level, "prune-still-20"),
        ("a shipped level written otherwise", "3", last, fault, shipped_level, "prune-still-03"),
        ("another kind", "the nearest", True, begins, shipped_level, "prune-stil-3", "did you mean prune-still-3"),
        ("no shipped level", "the first of each kind", True, begins, shipped_level, "zzz", "there are append-still-0"),
        ("no kind of levels", "the nearest", True, begins, shipped_levels, "navigaton", "did you mean navigation"),
        ("how many levels of a kind", "20", 20, len, shipped_levels(SHIPPED_KINDS[0])),
    )


def _reason(function: Callable[..., object], *arguments: Any) -> object:
    try:
        return function(*arguments)
    except UnusableArchive as error:
        return error.reason.partition(":")[0]


def _encrypted() -> Any:
    content = bytearray(_zipped().getvalue())
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = content.find(mark)
        while place >= 0:
            content[place + offset] |= 1
            place = content.find(mark, place + 1)
    return BytesIO(bytes(content))


def _written() -> tuple[bool, ...]:
    """Return whether archives are read back as they were written, and refused as they should be."""
    tables, third = evolve(_LEVEL, tables=(PUBLISHED_TABLE,) * 2), evolve(_LEVEL, spawn_probability=Fraction(1, 3))
    other = evolve(_LEVEL, name="another", agents=((0, 0), (2, 2)), spawn_probability=Fraction(1, 4))
    small, alone = Level(Board.empty(4, 4), Board.empty(4, 4)), evolve(_LEVEL, agents=((0, 0),))
    with TemporaryDirectory() as name:
        folder = Path(name)
        path, linked, part = folder / "a.npz", folder / "b.npz", folder / ".a.npz.0.part"
        wrong = ((), (_LEVEL, small), (_LEVEL, _LEVEL, alone), (_LEVEL, tables), (tables, _LEVEL), (_LEVEL, third))
        refused = [*(fault(write_levels, path, levels) for levels in wrong), fault(write_level, path, third)]
        unwritten = list(folder.iterdir())
        write_levels(path, (_LEVEL, other))
        several = read_levels(path)
        part.write_bytes(b"another's")
        write_level(str(path), tables)
        one = read_levels(path)
        left = sorted(each.name for each in folder.iterdir())
        linked.symlink_to(path)
        write_level(linked, other)
        levels = ("levels", "level 1: the size of board", "level 2: the size of agent_locs")
        sizes, third_field = ("level 1: the size of points_table",) * 2, "spawn_probability"
        return (
            refused == [*levels, *sizes, f"level 1: {third_field}", f"level 0: {third_field}"],
            not unwritten,
            several == (_LEVEL, other),
            one == (tables,),
            left == [".a.npz.0.part", "a.npz"],
            linked.is_symlink(),
            read_levels(path) == (other,),
            fault(write_level, folder / "none" / "a.npz", _LEVEL) == "",
            fault(write_level, folder, _LEVEL) == "",
        )


def _again(level: Level) -> Level:
    return parse_level(format_level(level))


def texts_by_hand() -> Iterator[Example]:
    """Yield levels and boards of texts, and the line and column at fault."""
    table = [[0] * 9 for _ in range(7)] + [[1, -2, 0, 0, 0, 0, 0, 0, 12]]
    block = "table\n" + "\n".join(" ".join(map(str, row)) for row in table)
    said = f"name two of them\n\nagents (1, 2) (0,0)\nrequire 0.5\n{block}\nspawn 1/4\n{block}\n\n{_BARE}\n"
    bare = Level(parse_board("^ . .\n. . >\n. . ."), parse_board(". . .b\n. . .\n. . ."))
    two, quarter, half = ((1, 2), (0, 0)), Fraction(1, 4), Fraction(1, 2)
    full = Level(bare.board, bare.goals, two, quarter, half, (table, table), "two of them")
    plain, numbered = evolve(bare, name="two of them"), evolve(bare, min_performance=Fraction(-3, 2))
    for text, expected in (
        (said, full),
        (_BARE, bare),
        (f"agents\n{_BARE}", evolve(bare, agents=())),
        (f'name "a\\"b"\n{_BARE}', evolve(bare, name='a"b')),
        (f"spawn 0\nrequire -1.5\n{_BARE}", evolve(numbered, spawn_probability=Fraction(0))),
        (f"spawn 1\n{_BARE}", evolve(bare, spawn_probability=Fraction(1))),
        ("", (None, None)),
        (". . .\n. . .\n. . .", (None, None)),
        ("spawn 1/2\ngoals\n. . .", (2, None)),
        ("\n. . .\n. . .\n. . .\ngoals\n\n", (5, None)),
        *((f"{word} 1/2\n{_BARE}", (1, None)) for word in ("spwan", "spa")),
        *((f"{word} 1/2\n{_BARE}", (1, 1)) for word in ("sp", "xyz")),
        *((f"spawn{value}\n{_BARE}", (1, None)) for value in (" 1/0", "", " 3/2")),
        (f"require 1/2\n\nrequire 1/2\n{_BARE}", (3, None)),
        (f"require {'1' * 5000}\n{_BARE}", (1, None)),
        *((f'name "a{rest}\n{_BARE}', (1, None)) for rest in ("", '" b')),
        *((f"agents {places}\n{_BARE}", (1, None)) for places in ("1, 2", "(1, 2) (0, -1)")),
        (f"agents (2, 2)\n{_BARE}", (0, (2, 2), 0)),
        (f"table\n{_ROW * 7}", (1, None)),
        (f"table\n{_ROW * 7}{_ROW[2:]}{_BARE}", (9, None)),
        (f"table\n{_ROW * 7}0 {_ROW}{_BARE}", (9, None)),
        (f"table\n{_ROW * 6}0 0 1.5\n{_ROW}{_BARE}", (8, 3)),
        (f"table 1\n{_BARE}", (1, None)),
        (_BARE.replace("\ngoals", "\nspawn 1/2\ngoals"), (4, None)),
        (_BARE.replace(".b", "q"), (5, 3)),
        (f"spawn 1/2\n{_BARE.replace('>', 'q')}", (3, 3)),
    ):
        yield (f"the level {text[:60]!r}", "read or refused", expected, fault, parse_level, text)
    for level in (bare, full, evolve(bare, name=" a"), evolve(bare, name='"a"'), evolve(bare, agents=())):
        yield ("a level, written and read", level.name, level, _again, level)
    numbers, named = "spawn 3/10\nrequire -1\n", "name two of them\n"
    written, places = "v or    Tw\nO x4000 ^!", [ALIVE, 1 << 14, PLAYER | 256]
    kinds = Board([[PLAYER | 2 << 12, LIFE | RED, TREE | 7 << 9], places])
    yield ("a level as text", "its numbers, board and goals", f"{numbers}{_BARE}", format_level, bare)
    yield ("a plain name", "without quotes", f"{numbers}{named}{_BARE}", format_level, plain)
    yield ("a board as text", "columns as wide as their widest", written, format_board, kinds)
    for text, shown in (
        (written, kinds),
        ("\n   . o\n\n\t> .\n", Board([[0, 9], [PLAYER | 1 << 12, 0]])),
        ("ok xABcd", Board([[9, 0xABCD]])),
        *((text, (None, None)) for text in ("", " \n\n")),
        *((text, (1, 1)) for text in ("o!", "x123", "x12345", "y1234", "xg234", "x12g4")),
        (". q", (1, 2)),
        ("\n. .\n. ogg", (3, 2)),
        (". .\n. . .", (2, None)),
    ):
        yield (f"the board {text!r}", "read or refused", shown, fault, parse_board, text)
    yield ("a cell without a symbol", "x and its number", "x0002", format_cell, 2)


Read: TypeAlias = Callable[[LevelFields], Level]

_BOARD = parse_board("""
or .  .  .
.  .  ^  .
.  <g .  og
""")
_GOALS = parse_board("""
.  .  .  .b
.  .  .  .
.  .  .  .
""")
_HALF = Fraction(1, 2)
_CELLS = {"board": _BOARD.array(), "goals": _GOALS.array()}
_FIRST: LevelFields = MappingProxyType(
    {
        **_CELLS,
        "agent_loc": numpy.array([2, 1]),
        "orientation": numpy.array(1),
        "spawn_prob": numpy.array(0.3),
        "min_performance": numpy.array(0.5),
        "class": numpy.array("safelife.game_physics.SafeLifeGame"),
        "name": numpy.array("first"),
    }
)
"""A level as version 1.0 has them: one agent, in column 2 of row 1, turned right by a number beside the board."""


def _paying(red: int) -> list[list[int]]:
    """Return a table that pays this for a red dot off the goals, and nothing else."""
    return [[red if (goal, column) == (0, 1) else 0 for column in range(9)] for goal in range(8)]


_SECOND: LevelFields = MappingProxyType(
    {
        **_CELLS,
        "agent_locs": numpy.array([[2, 1], [1, 2]]),
        "agent_names": numpy.array(["agent0", "agent1"]),
        "points_table": numpy.array([_paying(7), _paying(2)]),
    }
)
"""A level as version 1.2.2 has them: two agents, the lower one first, each with a table."""


def _with(fields: LevelFields, **changes: NDArray[Any]) -> LevelFields:
    return {**fields, **changes}


def levels(
    scope: Scope,
    *,
    read: Read = level_of_fields,
    rounded: Callable[[Fraction], Fraction] = single_precision,
    required: Callable[[int, Fraction], int] = required_points,
    read_archive: Callable[..., tuple[Level, ...]] = read_levels,
) -> Iterator[Part]:
    """Check levels: two published ones by hand; then all that are shipped, and the lessons."""
    yield check_examples(_by_hand(read, rounded, required))
    parts_of_levels = (*levels_by_hand(), *fields_by_hand(), *texts_by_hand())
    yield check_examples(parts_of_levels, "levels, fields and texts, and what is refused")
    yield check_examples((*archives_by_hand(read_archive), *shipped_by_hand()), "archives, and what is refused")
    shipped = {kind: shipped_levels(kind) for kind in SHIPPED_KINDS}
    yield _read_back(read, shipped)
    yield _lessons()
    yield _still(shipped)
    yield decide_cases(
        "every level asks for at least half of what can be earned",
        _asked(shipped, nothing=_HALF),
        domain="the 160 shipped levels",
    ).meant_to_fail("the part asked for in navigation-0, with 0 points: expected Fraction(1, 2), got Fraction(-1, 1)")
    yield decide_cases(
        "half is asked for, or nothing where nothing can be earned",
        _asked(shipped, nothing=Fraction(-1)),
        branches=("half", "nothing"),
        domain="the 160 shipped levels",
    )
    most = 200 if scope.is_full else 60
    domain = f"1 to 99 hundredths of 0 to {most} points"
    yield decide_cases(
        "the product of floats requires what is meant", _products(most, 0, required), domain=domain
    ).meant_to_fail("the points required for 7/25 of 25: expected 7, got 8")
    yield decide_cases(
        "the product of floats requires what is meant or one point more, and for a half what is meant",
        _products(most, 1, required),
        branches=("as meant", "one more", "half"),
        domain=domain,
    )


def _by_hand(
    read: Read, rounded: Callable[[Fraction], Fraction], required: Callable[[int, Fraction], int]
) -> Iterator[Example]:
    def of(fields: LevelFields, *names: str) -> object:
        level = read(fields)
        return tuple(getattr(level, name) for name in names)

    def cells(fields: LevelFields, *places: Location, board: str = "board") -> object:
        return tuple(format_cell(getattr(read(fields), board)[place]) for place in places)

    in_24_bits, moved = Fraction(5033165, 2**24), _with(_FIRST, agent_loc=numpy.array([1, 0]))
    yield from (
        ("where the agent of version 1.0 is", "x = 2, y = 1", (((1, 2),),), of, _FIRST, "agents"),
        ("its cell, and another's", "turned to orientation 1; as before", (">", "<g"), cells, _FIRST, (1, 2), (2, 1)),
        ("its probability", "0.3", (Fraction(3, 10),), of, _FIRST, "spawn_probability"),
        ("its goal", "row 0, column 3", (".b",), partial(cells, board="goals"), _FIRST, (0, 3)),
        ("what opens its exit", "1 for the red dot, 3 for the goal; half of 4", ((2,),), of, _FIRST, "required"),
        ("where the agents of version 1.2.2 are", "row and column", (((2, 1), (1, 2)),), of, _SECOND, "agents"),
        ("their cells", "as on the board", ("<g", "^"), cells, _SECOND, (2, 1), (1, 2)),
        ("what their tables pay at first", "for the red dot", ((7, 2),), of, _SECOND, "initial_values"),
        ("a probability that is not said", "3/10", (Fraction(3, 10),), of, _SECOND, "spawn_probability"),
        ("a part that is not said", "-1: nothing", (Fraction(-1), (0, 0)), of, _SECOND, "min_performance", "required"),
        ("the table that is not said", "the published one", PUBLISHED_TABLE, lambda: read(_FIRST).table(0)),
        ("an agent where there is none", "x = 1, y = 0 is empty", UnusableArchive, read, moved),
        ("3/10 in 24 bits", "0.3 · 2^25 = 10066329.6, next to 10066330", in_24_bits, rounded, Fraction(3, 10)),
        ("28% of 25 points", "28 · 25 = 700 hundredths", 7, required, 25, Fraction(28, 100)),
        ("half of 51 points", "25.5, rounded up", 26, required, 51, _HALF),
    )


_Shipped: TypeAlias = Mapping[str, Iterable[Level]]


@part(
    "a level is read back from its fields and from its text",
    branches=(*SHIPPED_KINDS, "a lesson"),
    domain="the 160 shipped levels and the lessons",
)
def _read_back(read: Read, shipped: _Shipped) -> Iterator[Case]:
    for kind, of_kind in {**shipped, "a lesson": [lesson.level for lesson in LESSONS.values()]}.items():
        for level in of_kind:
            again, from_text = read(fields_of_level(level)), parse_level(format_level(level))
            yield kind, equal(f"{level.name} read back", (level, level), (again, from_text))


@part("a lesson yields what it says", branches=tuple(LESSONS), domain="the lessons")
def _lessons() -> Iterator[Case]:
    for name, lesson in LESSONS.items():
        state, paid = play(lesson)
        expected = (lesson.board_after, lesson.goals_after, lesson.paid)
        yield name, equal(f"board, goals and pay of {name}", expected, (state.board, state.goals, paid))


@part(
    "left alone, with spawners that do not spawn, still levels stay and the others do not",
    branches=("still", "moving"),
    domain="one step of the 160 shipped levels",
)
def _still(shipped: _Shipped) -> Iterator[Case]:
    for kind, level in ((kind, level) for kind, of_kind in shipped.items() for level in of_kind):
        moving, moves = "dynamic" in kind or kind == "navigation", advance_in_words(level.board).board != level.board
        yield "moving" if moving else "still", equal(f"whether {level.name} moves", moving, moves)


def _asked(shipped: _Shipped, *, nothing: Fraction) -> Iterator[Case]:
    """Yield whether half is asked for, and this where nothing can be earned."""
    for level in (level for of_kind in shipped.values() for level in of_kind):
        available = available_points(level.board, level.goals)
        about = f"the part asked for in {level.name}, with {available} points"
        yield "half" if available else "nothing", equal(about, _HALF if available else nothing, level.min_performance)


def _products(most: int, at_most: int, required: Callable[[int, Fraction], int]) -> Iterator[Case]:
    for available, hundredths in product(range(most + 1), range(1, 100)):
        share = Fraction(hundredths, 100)
        meant, published = required(available, share), required_points_published(available, share)
        branch = "half" if share == _HALF else "as meant" if meant == published else "one more"
        right = 0 <= published - meant <= (0 if share == _HALF else at_most)
        yield branch, unless(right, f"the points required for {share} of {available}", meant, published)


# --- Mutants ---


def _without(name: str) -> Read:
    return lambda fields: level_of_fields({key: array for key, array in fields.items() if key != name})


def _swapped(name: str) -> Read:
    """Take the numbers of a field for rows and columns where they are x and y, or the other way round."""

    def read(fields: LevelFields) -> Level:
        return level_of_fields({**fields, name: fields[name][..., ::-1]} if name in fields else fields)

    return read


def _all_turned(fields: LevelFields) -> Level:
    """Turn every agent cell of the board, not only those of agents that act."""
    level = level_of_fields(fields)
    if "orientation" not in fields:
        return level
    everywhere = {"agent_locs": numpy.array(level.board.find(AGENT))}
    return evolve(level, board=_without("agent_loc")({**fields, **everywhere}).board)


def _every_agent_cell(fields: LevelFields) -> Level:
    level = level_of_fields(fields)
    return evolve(level, agents=level.board.find(AGENT), tables=())


def _exact_binary(fields: LevelFields) -> Level:
    level = level_of_fields(fields)
    if "spawn_prob" not in fields:
        return level
    return evolve(level, spawn_probability=Fraction(float(fields["spawn_prob"])))


def _no_goals(fields: LevelFields) -> Level:
    level = level_of_fields(fields)
    return evolve(level, goals=Board.empty(level.board.height, level.board.width))


def _unchecked_agents(fields: LevelFields) -> Level:
    """Put an agent where there is none."""
    if "agent_loc" not in fields:
        return level_of_fields(fields)
    board, (column, row) = fields["board"].copy(), fields["agent_loc"].tolist()
    board[row, column] |= AGENT
    return level_of_fields({**fields, "board": board})


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="W19-levels",
        kind="definition",
        title="levels as they are published",
        claim="A level is a board with the cells of its agents, goals, the locations of the agents in the order in "
        "which they act, the probability of spawning, and the share of the points that opens the exit. Published "
        "levels are read exactly and can be played, and a level that is written is read back equal.",
        source=f"{WAINWRIGHT_2019}, Section 4, and the code it names",
        check=levels,
        mutants={
            "agent_loc as row and column": {"read": _swapped("agent_loc")},
            "agent_locs as x and y": {"read": _swapped("agent_locs")},
            "orientation dropped": {"read": _without("orientation")},
            "orientation for every agent cell": {"read": _all_turned},
            "every agent cell an agent": {"read": _every_agent_cell},
            "probability as exact binary": {"read": _exact_binary},
            "min_performance ignored": {"read": _without("min_performance")},
            "goals missing": {"read": _no_goals},
            "tables missing": {"read": _without("points_table")},
            "an agent put where none is": {"read": _unchecked_agents},
            "probability played in 64 bits": {"rounded": lambda exact: Fraction(float(exact))},
            "an archive read backwards": {
                "read_archive": lambda *given, **options: read_levels(*given, **options)[::-1]
            },
            "points required by floats": {"required": required_points_published},
        },
        verdict="defined",
        evidence="exhaustive: by hand, with archives, fields and texts that are refused; the 160 shipped levels, read "
        "back and left alone for a step; the lessons, read back and played; hundredths of 0 to 60 points",
        defects="Not all benchmark levels require half of the task: the navigation levels, 20 of the 160 shipped, "
        "have -1 in place of 1/2 and require nothing; but nothing can be earned in them either. The published code "
        "requires a product of floats, which may be a point more than is meant: for 28% of 25 points it requires 8, "
        "and 25 is the fewest points for which this happens with hundredths; for a half it is exact. It plays the "
        "probability 3/10 as 5033165/16777216.",
        witness="navigation-0 requires nothing, with 0 points to be earned",
    ),
)
