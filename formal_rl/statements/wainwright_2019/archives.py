"""Checks of what levels are read from and written to: fields, archives, text; and of what is refused."""

import zipfile
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy
from attrs import evolve

from formal_rl.checking import Example
from formal_rl.errors import (
    InvalidParameter,
    MalformedBoard,
    MalformedLayout,
    NoAgentThere,
    UnknownName,
    UnusableArchive,
)
from formal_rl.safelife import format_board, parse_board
from formal_rl.safelife.board import ALIVE, LIFE, Board, format_cell
from formal_rl.safelife.board.board import board_of
from formal_rl.safelife.board.cells import BLUE, PLAYER, RED, TREE
from formal_rl.safelife.game import Level, in_single_precision, single_precision
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.safelife.levels import (
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
from formal_rl.safelife.levels.level_archive import write_level

_BOARD = parse_board("^  .  .\n. og .\n. . <")
_GOALS = parse_board(". .b .\n. . .\n. . .")
_LEVEL = Level(_BOARD, _GOALS, ((2, 2), (0, 0)), min_performance=Fraction(1, 2), name="a")
_OLD: dict[str, Any] = {
    "board": _BOARD.array(),
    "goals": Board.empty(3, 3).array(),
    "agent_loc": [2, 2],
    "orientation": 1,
    "spawn_prob": 0.3,
    "min_performance": 0.5,
    "class": "safelife.game_physics.SafeLifeGame",
    "name": "small.npz",
}
_READ = Level(
    parse_board("^ . .\n. og .\n. . >"),
    Board.empty(3, 3),
    ((2, 2),),
    Fraction(3, 10),
    Fraction(1, 2),
    name="small.npz",
)
_BARE = "^ . .\n. . >\n. . .\ngoals\n. . .b\n. . .\n. . ."
_ROW = "0 0 0 0 0 0 0 0 0\n"


def fault(compute: Callable[[], object]) -> object:
    """Return what is at fault, by the error that is raised: a field, a place, a name or an agent."""
    try:
        return compute()
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
    changes: dict[str, Any]
    none = dict.fromkeys(("orientation", "spawn_prob", "min_performance", "class", "name"))
    agents = {"agent_loc": None, "orientation": None}
    for changes, expected in (
        ({}, _READ),
        (none, Level(_BOARD, Board.empty(3, 3), ((2, 2),))),
        ({"orientation": 0}, evolve(_READ, board=_BOARD.with_cells({(2, 2): PLAYER}))),
        ({"orientation": 3}, evolve(_READ, board=_BOARD)),
        ({"agent_locs": [[0, 0]]}, _READ),
        ({**agents, "agent_locs": [[0, 0]]}, evolve(_READ, board=_BOARD, agents=((0, 0),))),
        ({"spawn_prob": 0}, evolve(_READ, spawn_probability=0)),
        ({"spawn_prob": 1}, evolve(_READ, spawn_probability=1)),
        ({"points_table": numpy.ones((1, 8, 9), int)}, evolve(_READ, tables=[[[1] * 9] * 8])),
        ({"class": "SafeLifeGame"}, _READ),
        ({"more": 1}, _READ),
        ({"board": None}, "board"),
        ({"goals": None}, "goals"),
        ({"agent_loc": None}, "agent_locs"),
        ({"board": numpy.zeros((3, 3))}, "board"),
        ({"board": numpy.zeros((3, 3), int)}, "board"),
        ({"board": numpy.zeros((3, 3), "u4")}, "board"),
        ({"board": numpy.zeros((2, 3), "u2")}, "board"),
        ({"goals": numpy.zeros((3, 3, 3), "u2")}, "goals"),
        ({"goals": numpy.zeros((3, 4), "u2")}, "goals"),
        ({"goals": numpy.zeros((4, 3), "u2")}, "goals"),
        ({"agent_loc": [2, 2, 0]}, "agent_loc"),
        ({"agent_loc": [2.0, 2.0]}, "agent_loc"),
        ({"agent_loc": [2, 3]}, "agent_loc"),
        ({"agent_loc": [3, 2]}, "agent_loc"),
        ({"agent_loc": [-1, 2]}, "agent_loc"),
        ({"agent_loc": [1, 2]}, "agent_loc"),
        ({**agents, "agent_locs": [[0, 0], [1, 1]]}, "agent_locs"),
        ({**agents, "agent_locs": [0, 0]}, "agent_locs"),
        ({**agents, "agent_locs": [[0, 0], [0, 0]]}, ""),
        ({"orientation": 4}, "orientation"),
        ({"orientation": -1}, "orientation"),
        ({"orientation": [1]}, "orientation"),
        ({"spawn_prob": 1.5}, "spawn_prob"),
        ({"spawn_prob": -0.5}, "spawn_prob"),
        ({"spawn_prob": float("nan")}, "spawn_prob"),
        ({"spawn_prob": "0.3"}, "spawn_prob"),
        ({"spawn_prob": numpy.longdouble(0.25)}, "spawn_prob"),
        ({"spawn_prob": True}, "spawn_prob"),
        ({"min_performance": float("inf")}, "min_performance"),
        ({"min_performance": [0.5]}, "min_performance"),
        ({"points_table": numpy.zeros((8, 9), int)}, "points_table"),
        ({"points_table": numpy.zeros((1, 8, 9))}, "points_table"),
        ({"points_table": numpy.zeros((1, 8, 8), int)}, "points_table"),
        ({"points_table": numpy.zeros((2, 8, 9), int)}, "points_table"),
        ({"class": "safelife.game_physics.GameOfLife"}, "class"),
        ({"class": 1}, "class"),
        ({"name": b"small"}, "name"),
    ):
        place = f"levels[3].{expected}".rstrip(".") if isinstance(expected, str) else expected
        yield (f"fields with {changes}", "read or refused", place, fault, partial(_fields, **changes))
    for changes, expected in (
        ({"spawn_probability": Fraction(1, 3)}, "spawn_probability"),
        ({"spawn_probability": 0.3}, "spawn_probability"),
        ({"min_performance": Fraction(1, 3)}, "min_performance"),
        ({"min_performance": 10**400}, "min_performance"),
        ({"tables": [[[2**63] * 9] * 8] * 2}, "tables"),
        ({"name": "a\0b"}, "name"),
    ):
        level = evolve(_LEVEL, **changes)
        yield (f"a level with {changes}", "no fields", expected, fault, partial(fields_of_level, level))
    yield (
        "a level in single precision",
        "0.3 in 24 bits",
        (Fraction(5033165, 2**24), _LEVEL.board, Fraction(1, 2)),
        lambda: (
            in_single_precision(_LEVEL).spawn_probability,
            in_single_precision(_LEVEL).board,
            single_precision(0.5),
        ),
    )


def levels_by_hand() -> Iterator[Example]:
    """Yield what a level is made of, and which part is at fault."""
    board, zeros = board_of(3, 3, [((0, 0), PLAYER), ((2, 2), PLAYER)]), ((0,) * 9,) * 8
    ones = tuple((1,) * 9 for _ in range(8))
    right: dict[str, Any] = {"board": board, "goals": Board.empty(3, 3)}

    def shown(**changes: Any) -> object:
        level = Level(**{**right, **changes})
        return level.agents, level.tables, level.initial_values, level.required

    both = ((0, 0), (2, 2))
    for changes, expected in (
        ({}, (both, (), (0, 0), (0, 0))),
        ({"agents": [[2, 2]]}, (((2, 2),), (), (0,), (0,))),
        ({"tables": [ones, zeros]}, (both, (ones, zeros), (9, 0), (0, 0))),
        ({"goals": board_of(3, 3, [((0, 1), BLUE)]), "min_performance": 1}, (both, (), (0, 0), (3, 3))),
        ({"spawn_probability": 0, "min_performance": 0}, (both, (), (0, 0), (0, 0))),
        ({"spawn_probability": 1.0}, (both, (), (0, 0), (0, 0))),
        ({"board": Board.empty(2, 3), "goals": Board.empty(2, 3)}, "board"),
        ({"board": Board.empty(3, 2), "goals": Board.empty(3, 2)}, "board"),
        ({"goals": Board.empty(3, 4)}, "goals"),
        ({"goals": Board.empty(4, 3)}, "goals"),
        ({"spawn_probability": 2}, "spawn probability"),
        ({"spawn_probability": -1}, "spawn probability"),
        ({"min_performance": 0.5}, "min_performance"),
        ({"min_performance": True}, "min_performance"),
        ({"agents": ((0, 0), (1, 1))}, (1, (1, 1), 0)),
        ({"agents": ((3, 3),)}, (0, (3, 3), PLAYER)),
        ({"agents": ((0, 0), (0, 0))}, "agents"),
        ({"agents": 5}, "agents"),
        ({"agents": [5]}, "agent 0"),
        ({"agents": [(0, 0), (1.0, 1)]}, "agent 1"),
        ({"tables": 5}, "tables"),
        ({"tables": (zeros,)}, "tables"),
        ({"tables": (zeros,) * 3}, "tables"),
        ({"tables": (zeros, 5)}, "points table"),
        ({"tables": (zeros, zeros[:7])}, "points table"),
        ({"tables": (zeros, ((0,) * 8,) * 8)}, "points table"),
        ({"tables": (zeros, (*zeros[:7], (0,) * 8 + (0.5,)))}, "points table, row 7, column 8"),
        ({"board": None}, "board or goals"),
    ):
        yield (f"a level with {changes}", "made or refused", expected, fault, partial(shown, **changes))


def archives_by_hand(read_levels: Callable[..., tuple[Level, ...]] = read_levels) -> Iterator[Example]:
    """Yield archives that are read, written and refused, with the field at fault."""
    cells = _head("<u2", (3, 3))
    long, broken = _head("<u2", (2000, 2000)), BytesIO(_saved(**_OLD).getvalue()[:-30])
    wrong = {**_OLD, "agent_loc": [1, 1], "name": "another"}
    nameless, goalless = ({name: _OLD[name] for name in _OLD if name != gone} for gone in ("name", "goals"))
    nothing, ten = _head("<U1", ()) + b"\xff" * 4, partial(_row_of, *[_OLD] * 10)
    many = numpy.zeros((1, 2), dtype=[("board", "<u2"), ("x", "<u2")])

    def doubled() -> Any:
        content = _saved(**_OLD)
        with zipfile.ZipFile(content) as archive:
            raw = archive.read("board.npy")
        with zipfile.ZipFile(content, "a") as archive:
            archive.writestr("board", raw)
        return content

    def reason(*way: int, **members: bytes) -> Callable[[], object]:
        return lambda: _reason(lambda: read_levels(_zipped(*way, **members)))

    def arrays(most: int, *names: str) -> object:
        rows = numpy.arange(6, dtype="<u2").reshape(2, 3)
        saved = _saved(rows=rows, columns=numpy.asfortranarray(rows), more=numpy.zeros(3))
        with ArrayArchive(saved, most) as archive:
            found = [archive.load(name).tolist() for name in names]
            return archive.names, [archive.head(name)[1:] for name in archive.names], found

    heads = [((2, 3), False), ((2, 3), True), ((3,), False)]
    names, six = ("rows", "columns", "more"), [[0, 1, 2], [3, 4, 5]]
    opened = open_levels(_saved(levels=_row_of(_OLD, wrong)))
    examples: tuple[tuple[str, str, object, Callable[[], object]], ...] = (
        ("one level", "its fields", (_READ,), lambda: read_levels(_saved(**_OLD))),
        ("two in one array", "their fields", (_READ, _READ), lambda: read_levels(_saved(levels=_row_of(_OLD, _OLD)))),
        (
            "two of other names in one array",
            "in their order",
            (_READ, evolve(_READ, name="b")),
            lambda: read_levels(_saved(levels=_row_of(_OLD, {**_OLD, "name": "b"}))),
        ),
        ("their number and names", "two", (2, ("small.npz", "another")), lambda: (len(opened), opened.names)),
        ("the first, though the second is wrong", "it is built alone", _READ, lambda: opened.level(0)),
        ("the second", "no agent at (1, 1)", "levels[1].agent_loc", lambda: opened.level(1)),
        ("a third", "two", "index", lambda: opened.level(2)),
        ("one before the first", "two", "index", lambda: opened.level(-1)),
        ("number True", "no int", "index", lambda: opened.level(True)),
        (
            "two levels without names",
            "none",
            ("", ""),
            lambda: open_levels(_saved(levels=_row_of(nameless, nameless))).names,
        ),
        ("a name of no text", "cannot be read", "name", lambda: open_levels(_zipped(name=nothing)).names),
        ("the same, built", "cannot be read", "", lambda: read_levels(_zipped(name=nothing))),
        ("90 cells of 90", "no more than allowed", 10, lambda: len(read_levels(_saved(levels=ten()), most_cells=90))),
        ("90 cells of 89", "too many", "levels", lambda: read_levels(_saved(levels=ten()), most_cells=89)),
        ("9 cells of 9", "no more than allowed", (_READ,), lambda: read_levels(_saved(**_OLD), most_cells=9)),
        ("9 cells of 8", "too many", "board", lambda: read_levels(_saved(**_OLD), most_cells=8)),
        ("an archive that is cut off", "not whole", "", lambda: read_levels(broken)),
        ("no file", "not there", "", lambda: read_levels("no such file.npz")),
        ("no board", "missing", "board", lambda: read_levels(_saved(**{**_OLD, "board": None}))),
        ("no board in one array", "missing", "levels: goals", lambda: read_levels(_saved(levels=_row_of(goalless)))),
        ("a row of numbers", "no levels", "levels", lambda: read_levels(_saved(levels=numpy.zeros(3)))),
        ("a row of nothing", "no levels", "levels", lambda: read_levels(_saved(levels=_row_of(_OLD)[:0]))),
        ("a row of rows", "no row", "levels", lambda: read_levels(_saved(levels=many))),
        (
            "a probability that is a text",
            "no number",
            "levels: spawn_prob",
            lambda: read_levels(_saved(levels=_row_of(_OLD, spawn_prob=("U3", ())))),
        ),
        ("a board twice", "one is too much", "board", lambda: read_levels(doubled())),
        (
            "two thousand rows",
            "more than a million cells",
            "board",
            lambda: read_levels(_zipped(board=long, goals=long)),
        ),
        (
            "a million cells",
            "no more than allowed: the content is missing",
            "cannot be read",
            reason(board=_head("<u2", (1024, 1024)), goals=_head("<u2", (1024, 1024))),
        ),
        (
            "a million cells and a row",
            "more than allowed",
            "has boards of 1049600 cells",
            reason(board=_head("<u2", (1025, 1024)), goals=_head("<u2", (1025, 1024))),
        ),
        ("sides below nothing", "no array", "is no array as numpy saves it", reason(board=_head("<u2", (-3, -3)))),
        ("a side below nothing", "no array", "is no array as numpy saves it", reason(board=_head("<u2", (-1, 3)))),
        (
            "an archive that is cut off, in words",
            "not whole",
            "is no archive, or not a whole one",
            lambda: _reason(lambda: read_levels(broken)),
        ),
        (
            "a name of 1,200,000 bytes",
            "a megabyte, and 8 bytes for each of 20,000 cells",
            300_000,
            lambda: len(read_levels(_saved(**{**_OLD, "name": "x" * 300_000}), most_cells=20_000)[0].name),
        ),
        ("content that ends too early", "17 of 18 bytes", "cannot be read", reason(board=cells + bytes(17))),
        ("content that goes on", "19 of 18 bytes", "goes on after its end", reason(board=cells + bytes(19))),
        (
            "objects",
            "not unpickled",
            "holds objects, which would have to be unpickled",
            reason(board=_head("|O", (3, 3))),
        ),
        (
            "version 2.0",
            "not judged",
            "is in version (2, 0) of the format of arrays",
            reason(board=_head("<u2", (3, 3), (2, 0))),
        ),
        ("another head", "no array", "is no array as numpy saves it", reason(board=b"not an array")),
        ("compressed in another way", "refused", "is compressed in way 12", reason(zipfile.ZIP_BZIP2)),
        ("deflated", "read", (_READ,), lambda: read_levels(_zipped(zipfile.ZIP_DEFLATED))),
        ("encrypted", "refused", "is encrypted", lambda: _reason(lambda: read_levels(_encrypted()))),
        (
            "arrays of 24 bytes of 24",
            "they are loaded",
            (names, heads, [six, six, [0.0] * 3]),
            lambda: arrays(24, *names),
        ),
        ("arrays of 24 bytes of 23", "too large", "more", lambda: arrays(23)),
        ("an array that is not there", "missing", "none", lambda: arrays(24, "none")),
        ("one of a strange name", "in one line", "'a\\nb'", lambda: arrays(24, "a\nb")),
        (
            "types in words",
            "as numpy says, or records",
            ("uint16", "records"),
            lambda: (type_in_words(numpy.dtype("<u2")), type_in_words(many.dtype)),
        ),
        (
            "shipped levels",
            "by kind and number",
            ("prune-still-hard-19", "prune-still-0"),
            lambda: (shipped_level("prune-still-hard-19").name, shipped_level("prune-still-0").name),
        ),
        (
            "a shipped level too much",
            "19 is the last",
            "there are prune-still-0 to prune-still-19",
            lambda: shipped_level("prune-still-20"),
        ),
        (
            "a shipped level written otherwise",
            "3",
            "there are prune-still-0 to prune-still-19",
            lambda: shipped_level("prune-still-03"),
        ),
        (
            "a shipped level of another kind",
            "the nearest",
            "did you mean prune-still-3",
            lambda: _first(lambda: shipped_level("prune-stil-3")),
        ),
        (
            "no shipped level",
            "the first of each kind",
            True,
            lambda: str(fault(lambda: shipped_level("zzz"))).startswith("there are append-still-0"),
        ),
        (
            "no kind of levels",
            "the nearest",
            "did you mean navigation",
            lambda: _first(lambda: shipped_levels("navigaton")),
        ),
        (
            "how many levels of each kind",
            "20",
            [20] * 8,
            lambda: [len(shipped_levels(kind)) for kind in SHIPPED_KINDS[:1]] * 8,
        ),
    )
    for about, arithmetic, expected, compute in examples:
        yield (f"archives: {about}", arithmetic, expected, fault, compute)
    yield ("archives: written and read", "the same levels; nothing else is left", (True,) * 9, _written)


def _first(compute: Callable[[], object]) -> str:
    return str(fault(compute)).partition(",")[0].partition("?")[0]


def _reason(compute: Callable[[], object]) -> object:
    try:
        return compute()
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
    tables = evolve(_LEVEL, tables=(PUBLISHED_TABLE,) * 2)
    other = evolve(_LEVEL, name="another", agents=((0, 0), (2, 2)), spawn_probability=Fraction(1, 4))
    third = evolve(_LEVEL, spawn_probability=Fraction(1, 3))
    with TemporaryDirectory() as folder:
        path = Path(folder) / "a.npz"
        refused = [
            fault(partial(write_levels, path, levels))
            for levels in (
                (),
                (_LEVEL, Level(Board.empty(4, 4), Board.empty(4, 4))),
                (_LEVEL, _LEVEL, evolve(_LEVEL, agents=((0, 0),))),
                (_LEVEL, tables),
                (tables, _LEVEL),
                (_LEVEL, third),
            )
        ]
        refused.append(fault(lambda: write_level(path, third)))
        unwritten = list(Path(folder).iterdir())
        write_levels(path, (_LEVEL, other))
        several = read_levels(path)
        (Path(folder) / ".a.npz.0.part").write_bytes(b"another's")
        write_level(str(path), tables)
        one = read_levels(path)
        left = sorted(each.name for each in Path(folder).iterdir())
        linked = Path(folder) / "b.npz"
        linked.symlink_to(path)
        write_level(linked, other)
        through = read_levels(path)
        return (
            refused
            == [
                "levels",
                "level 1: the size of board",
                "level 2: the size of agent_locs",
                "level 1: the size of points_table",
                "level 1: the size of points_table",
                "level 1: spawn_probability",
                "level 0: spawn_probability",
            ],
            not unwritten,
            several == (_LEVEL, other),
            one == (tables,),
            left == [".a.npz.0.part", "a.npz"],
            linked.is_symlink(),
            through == (other,),
            fault(lambda: write_level(Path(folder) / "none" / "a.npz", _LEVEL)) == "",
            fault(lambda: write_level(Path(folder), _LEVEL)) == "",
        )


def _again(level: Level) -> Level:
    return parse_level(format_level(level))


def texts_by_hand() -> Iterator[Example]:
    """Yield levels and boards of texts, and the line and column at fault."""
    table = [[0] * 9 for _ in range(7)] + [[1, -2, 0, 0, 0, 0, 0, 0, 12]]
    block = "table\n" + "\n".join(" ".join(map(str, row)) for row in table)
    said = f"name two of them\n\nagents (1, 2) (0,0)\nrequire 0.5\n{block}\nspawn 1/4\n{block}\n\n{_BARE}\n"
    bare = Level(parse_board("^ . .\n. . >\n. . ."), parse_board(". . .b\n. . .\n. . ."))
    full = Level(
        bare.board, bare.goals, ((1, 2), (0, 0)), Fraction(1, 4), Fraction(1, 2), (table, table), "two of them"
    )
    all_kinds = [[PLAYER | 2 << 12, LIFE | RED, TREE | 7 << 9], [ALIVE, 1 << 14, PLAYER | 256]]
    for text, expected in (
        (said, full),
        (_BARE, bare),
        (f"agents\n{_BARE}", evolve(bare, agents=())),
        (f'name "a\\"b"\n{_BARE}', evolve(bare, name='a"b')),
        (
            f"spawn 0\nrequire -1.5\n{_BARE}",
            evolve(bare, spawn_probability=Fraction(0), min_performance=Fraction(-3, 2)),
        ),
        (f"spawn 1\n{_BARE}", evolve(bare, spawn_probability=Fraction(1))),
        ("", (None, None)),
        (". . .\n. . .\n. . .", (None, None)),
        ("spawn 1/2\ngoals\n. . .", (2, None)),
        ("\n. . .\n. . .\n. . .\ngoals\n\n", (5, None)),
        (f"spwan 1/2\n{_BARE}", (1, None)),
        (f"spa 1/2\n{_BARE}", (1, None)),
        (f"sp 1/2\n{_BARE}", (1, 1)),
        (f"xyz 1/2\n{_BARE}", (1, 1)),
        (f"spawn 1/0\n{_BARE}", (1, None)),
        (f"spawn\n{_BARE}", (1, None)),
        (f"spawn 3/2\n{_BARE}", (1, None)),
        (f"require 1/2\n\nrequire 1/2\n{_BARE}", (3, None)),
        (f"require {'1' * 5000}\n{_BARE}", (1, None)),
        (f'name "a\n{_BARE}', (1, None)),
        (f'name "a" b\n{_BARE}', (1, None)),
        (f"agents 1, 2\n{_BARE}", (1, None)),
        (f"agents (1, 2) (0, -1)\n{_BARE}", (1, None)),
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
        yield (f"the level {text[:60]!r}", "read or refused", expected, fault, partial(parse_level, text))
    for level in (bare, full, evolve(bare, name=" a"), evolve(bare, name='"a"'), evolve(bare, agents=())):
        yield ("a level, written and read", level.name, level, _again, level)
    yield ("a level as text", "its numbers, board and goals", f"spawn 3/10\nrequire -1\n{_BARE}", format_level, bare)
    plain = evolve(bare, name="two of them")
    yield ("a plain name", "without quotes", "name two of them", lambda: format_level(plain).splitlines()[2])
    written = "v or    Tw\nO x4000 ^!"
    yield ("a board as text", "columns as wide as their widest", written, format_board, Board(all_kinds))
    for text, shown in (
        (written, Board(all_kinds)),
        ("\n   . o\n\n\t> .\n", Board([[0, 9], [PLAYER | 1 << 12, 0]])),
        ("ok xABcd", Board([[9, 0xABCD]])),
        ("", (None, None)),
        (" \n\n", (None, None)),
        (". q", (1, 2)),
        ("\n. .\n. ogg", (3, 2)),
        ("o!", (1, 1)),
        ("x123", (1, 1)),
        ("x12345", (1, 1)),
        ("y1234", (1, 1)),
        ("xg234", (1, 1)),
        ("x12g4", (1, 1)),
        (". .\n. . .", (2, None)),
    ):
        yield (f"the board {text!r}", "read or refused", shown, fault, partial(parse_board, text))
    yield ("a cell without a symbol", "x and its number", "x0002", format_cell, 2)
