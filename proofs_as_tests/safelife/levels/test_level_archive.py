"""Archives of levels: read back as they were written, loaded by the published code, and refused where they are bad."""

import io
import struct
import warnings
import zipfile
from fractions import Fraction

import numpy
import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import InvalidParameter, UnusableArchive
from formal_rl.safelife import parse_board
from formal_rl.safelife.board import Board
from formal_rl.safelife.board.cells import GREATEST_CELL, PLAYER
from formal_rl.safelife.game import Level, start
from formal_rl.safelife.game.points import PUBLISHED_TABLE
from formal_rl.safelife.levels import (
    SHIPPED_KINDS,
    TEACHING_LEVELS,
    open_levels,
    read_levels,
    shipped_levels,
    write_levels,
)
from formal_rl.safelife.levels.level_archive import write_level

BOARD = parse_board("^  .  .\n. og .\n. . <")
LEVEL = Level(BOARD, parse_board(". .b .\n. . .\n. . ."), ((2, 2), (0, 0)), min_performance=Fraction(1, 2), name="a")


@st.composite
def alike(draw):
    """One to four levels of one form: 3 by 4, two agents or none, tables for all or for none."""
    cells = st.lists(st.lists(st.integers(0, GREATEST_CELL), min_size=4, max_size=4), min_size=3, max_size=3)
    played, with_tables, table = draw(st.booleans()), draw(st.booleans()), tuple(tuple(range(9)) for _ in range(8))
    levels = []
    for _ in range(draw(st.integers(1, 4))):
        board = Board(draw(cells)).with_cells({(0, 0): PLAYER, (2, 3): PLAYER})
        agents = draw(st.permutations(((0, 0), (2, 3)))) if played else ()
        tables = draw(st.permutations((table, PUBLISHED_TABLE))) if played and with_tables else ()
        probability = Fraction(repr(draw(st.floats(0, 1))))
        name = draw(st.text(st.characters(codec="utf-8", exclude_characters="\0")))
        levels.append(Level(board, Board(draw(cells)), agents, probability, Fraction(-1), tables, name))
    return tuple(levels)


@pytest.mark.statement("W19-levels")
@given(levels=alike())
def test_archives_round_trip(levels, tmp_path_factory):
    """What is written is read back, several levels in one array or one alone."""
    path = tmp_path_factory.mktemp("archive") / "levels.npz"
    write_levels(path, levels)
    assert read_levels(path) == levels
    write_level(path, levels[0])
    assert read_levels(str(path)) == levels[:1]


# --- The published forms ---

OLD = {
    "spawn_prob": 0.3,
    "orientation": 1,
    "agent_loc": [2, 2],
    "board": BOARD.array(),
    "class": "safelife.game_physics.SafeLifeGame",
    "min_performance": 0.5,
    "goals": Board.empty(3, 3).array(),
    "name": "small-001.npz",
}


def saved(path, **arrays):
    """Write arrays as an archive, without any of our code."""
    numpy.savez_compressed(path, **arrays)
    return path


def row_of(*levels, **types):
    """Levels of version 1.0 as one array, with other types for some fields."""
    kinds = {name: (numpy.asarray(value).dtype, numpy.shape(value)) for name, value in levels[0].items()}
    kinds |= types
    array = numpy.zeros(len(levels), dtype=[(name, *kind) for name, kind in kinds.items()])
    for name in kinds:
        array[name] = [level[name] for level in levels]
    return array


def test_numbers_of_other_machines_are_read(tmp_path):
    """Arrays of the other order of bytes, and columns before rows, hold the same level."""
    swapped = {name: numpy.asarray(value) for name, value in OLD.items()}
    for name in ("board", "agent_loc", "spawn_prob"):
        swapped[name] = swapped[name].astype(swapped[name].dtype.newbyteorder(">"))
    swapped["board"] = numpy.asfortranarray(swapped["board"])

    assert read_levels(saved(tmp_path / "a.npz", **swapped)) == read_levels(saved(tmp_path / "b.npz", **OLD))


# --- What is refused ---


def refused(path, **options):
    """The error that reading an archive raises."""
    with pytest.raises(UnusableArchive) as caught:
        read_levels(path, **options)
    assert caught.value.file == str(path)
    return caught.value


def test_malformed_archives_raise(tmp_path):
    """A file that is not there, a directory, text, and an archive that is cut off are refused."""
    text, cut = tmp_path / "text.npz", tmp_path / "cut.npz"
    text.write_text("spawn 3/10")
    whole = saved(tmp_path / "whole.npz", **OLD).read_bytes()

    assert "cannot be read: No such file" in str(refused(tmp_path / "none.npz"))
    assert "cannot be read" in str(refused(tmp_path))
    assert "is not an archive, or not a whole one" in str(refused(text))
    for length in range(0, len(whole), 97):
        cut.write_bytes(whole[:length])
        assert "is not an archive" in str(refused(cut))


@pytest.mark.parametrize(
    ("array", "options", "field"),
    [
        (row_of({name: each for name, each in OLD.items() if name != "goals"}), {}, "levels: goals"),
        (row_of(OLD, spawn_prob=("U3", ())), {}, "levels: spawn_prob"),
        (numpy.zeros(3), {}, "levels"),
        (row_of(OLD)[:0], {}, "levels"),
        (row_of(OLD)[None], {}, "levels"),
        (row_of(OLD, OLD), {"most_cells": 17}, "levels"),
        (row_of(OLD, {**OLD, "agent_loc": [1, 1]}), {}, "levels[1].agent_loc"),
    ],
)
def test_rows_that_are_no_levels(tmp_path, array, options, field):
    """Fields that are missing or of another type, no row of levels, too many cells, no agent at (1, 1)."""
    assert refused(saved(tmp_path / "a.npz", levels=array), **options).field == field


def test_single_arrays_that_are_no_level(tmp_path):
    """A board that is missing, or twice there, or has too many cells."""
    missing = saved(tmp_path / "a.npz", **{name: each for name, each in OLD.items() if name != "board"})
    assert refused(missing).field == "board"
    twice = saved(tmp_path / "b.npz", **OLD)
    assert refused(twice, most_cells=8).field == "board"
    with zipfile.ZipFile(twice, "a") as archive:
        archive.writestr("board", archive.read("board.npy"))
    assert refused(twice).field == "board"


@pytest.mark.parametrize("index", [2, -1, True])
def test_an_index_beyond_the_levels(tmp_path, index):
    """Of two levels there are 0 and 1; the first is built though the second is wrong."""
    levels = open_levels(saved(tmp_path / "a.npz", levels=row_of(OLD, {**OLD, "agent_loc": [1, 1]})))
    assert levels.level(0).name == OLD["name"]
    with pytest.raises(InvalidParameter, match=r"^index is"):
        levels.level(index)


def test_names_need_not_be_there_and_are_text(tmp_path):
    """Without names they are empty; what is no text is named."""
    nameless = {name: each for name, each in OLD.items() if name != "name"}
    assert open_levels(saved(tmp_path / "a.npz", levels=row_of(nameless, nameless))).names == ("", "")
    unnamed = zipped(tmp_path / "b.npz", **packed(name=header("<U1", ()) + b"\xff" * 4))
    with pytest.raises(UnusableArchive) as caught:
        _ = open_levels(unnamed).names
    assert caught.value.field == "name"


def test_a_long_name_does_not_make_a_cell(tmp_path):
    """A name of more than a megabyte is read, where the boards may have 20,000 cells."""
    path = saved(tmp_path / "a.npz", **{**OLD, "name": "x" * 300_000})
    assert open_levels(path, most_cells=20_000).names == ("x" * 300_000,)


@given(data=st.data(), save=st.sampled_from([numpy.savez, numpy.savez_compressed]))
def test_a_changed_byte_is_read_alike_or_refused(data, save, tmp_path_factory):
    """Whatever byte is changed, packed or not, the archive is read as the same level, or refused."""
    path = tmp_path_factory.mktemp("archive") / "a.npz"
    save(path, **OLD)
    whole, original = bytearray(path.read_bytes()), read_levels(path)
    whole[data.draw(st.integers(0, len(whole) - 1))] ^= data.draw(st.integers(1, 255))
    path.write_bytes(whole)
    try:
        (level,) = read_levels(path)
    except UnusableArchive:
        return
    # a name in the directory of the archive may have changed, and what need not be there is then not there
    assert (level.board.rows[:2], level.goals) == (original[0].board.rows[:2], original[0].goals)


class Trap:
    """Something that shows if it is unpickled."""

    sprung = False

    def __reduce__(self):
        return setattr, (Trap, "sprung", True)


@pytest.mark.parametrize("name", ["board", "levels"])
def test_nothing_is_unpickled(tmp_path, name):
    """Objects are refused, and not made."""
    path = saved(tmp_path / "a.npz", **{**OLD, name: numpy.array([Trap()], dtype=object)})

    error = refused(path)
    assert (error.field, "holds objects" in str(error)) == (name, True)
    assert not Trap.sprung


def header(description, shape, version=(1, 0)):
    """The head of an array that says this of itself."""
    text = repr({"descr": description, "fortran_order": False, "shape": shape}).encode("latin1")
    return b"\x93NUMPY" + bytes(version) + struct.pack("<H" if version == (1, 0) else "<I", len(text)) + text


def zipped(path, **members):
    """Write raw members as an archive."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return path


def packed(**values):
    """The arrays of the old form as raw members, with changes."""
    members = {}
    for name, value in {**OLD, **values}.items():
        if isinstance(value, bytes):
            members[name] = value
        else:
            numpy.lib.format.write_array(content := io.BytesIO(), numpy.asarray(value))
            members[name] = content.getvalue()
    return members


HUGE = 10**12


@pytest.mark.parametrize(
    ("member", "reason"),
    [
        (header("<u2", (HUGE, HUGE)), "has 2000000000000000000000000 bytes: expected at most 68157440"),
        (header("<u2", (HUGE, 0)), "sides of at least 3"),
        (header("<u2", (-3, -3)), "is not an array as numpy saves it"),
        (header("<u2", (3, -3)), "is not an array as numpy saves it"),
        (header("<u2", (2000, 2000)), "has boards of 4000000 cells: expected at most 1048576"),
        (header(f"|V{HUGE}", ()), "is not an array as numpy saves it"),
        (header(f"<U{10**8}", ()), "has 400000000 bytes: expected at most 68157440"),
        (header("<u2", (3, 3), (2, 0)), "in version .2, 0. of the format of arrays"),
        (header("<u2", (3, 3)) + bytes(17), "cannot be read"),
        (header("<u2", (3, 3)) + bytes(19), "goes on after its end"),
        (header("|O", (3, 3)) + b"cos\nsystem\n.", "holds objects"),
        (header("<u2", "three"), "is not an array as numpy saves it"),
        (header("no such type", (3, 3)), "is not an array as numpy saves it"),
        (b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 65535, "is not an array as numpy saves it"),
        (b"\x93NUMPY\x01\x00\x10\x27" + b"-" * 10000, "is not an array as numpy saves it"),
        (b"\x93NUMPY\x02\x00\xff\xff\xff\x7f", "in version"),
        (b"", "is not an array as numpy saves it"),
        (b"not an array", "is not an array as numpy saves it"),
    ],
)
def test_heads_that_lie_are_refused_before_anything_is_loaded(tmp_path, member, reason):
    """What an array says of its size, type and version is judged by its head alone, of which little is read."""
    goals = header("<u2", (2000, 2000)) if b"2000" in member else OLD["goals"]
    with pytest.raises(UnusableArchive, match=reason) as caught:
        read_levels(zipped(tmp_path / "a.npz", **packed(board=member, goals=goals)))

    assert caught.value.field == "board"


def test_heads_of_old_programs_are_refused_without_a_warning(tmp_path):
    """A head that numpy would read and warn of is refused, whatever is done with warnings."""
    path = zipped(tmp_path / "a.npz", **packed(board=header("<u2", (3, 3)).replace(b"(3, 3)", b"(3,3L)")))
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert "is not an array as numpy saves it" in str(refused(path))
    assert warned == []


def test_an_archive_as_large_as_the_published_ones_is_read(tmp_path):
    """Seven million cells together, as the largest published archive has, are no more than is allowed."""
    empty = {**OLD, "board": numpy.zeros((26, 26), "<u2"), "goals": numpy.zeros((26, 26), "<u2")}
    array = numpy.zeros(10_000, dtype=row_of(empty).dtype)
    array["board"][7, 2, 2] = PLAYER
    array["agent_loc"], array["class"] = [2, 2], OLD["class"]
    levels = open_levels(saved(tmp_path / "a.npz", levels=array))

    assert len(levels) == 10_000
    assert levels.level(7).agents == ((2, 2),)


def test_complaints_are_short(tmp_path):
    """A type of many fields is not written out."""
    many = numpy.zeros((1, 2), dtype=[(f"field{number}", "<u2") for number in range(100)])
    nested = row_of(OLD, spawn_prob=(many.dtype, ()))

    assert refused(saved(tmp_path / "a.npz", levels=many)).reason == (
        "is records of shape (1, 2): expected a row of levels with named fields"
    )
    assert refused(saved(tmp_path / "b.npz", levels=nested[:0])).reason.startswith("is records of shape (0,)")
    assert "is records of shape ()" in refused(saved(tmp_path / "c.npz", levels=nested)).reason


# --- What cannot be written ---


TABLED = evolve(LEVEL, tables=(PUBLISHED_TABLE,) * 2)


@pytest.mark.parametrize(
    ("levels", "named"),
    [
        ((), "levels"),
        ((LEVEL, Level(Board.empty(4, 4), Board.empty(4, 4))), "level 1: the size of board"),
        ((LEVEL, LEVEL, evolve(LEVEL, agents=((0, 0),))), "level 2: the size of agent_locs"),
        ((LEVEL, TABLED), "level 1: the size of points_table"),
        ((TABLED, LEVEL), "level 1: the size of points_table"),
        ((LEVEL, evolve(LEVEL, spawn_probability=Fraction(1, 3))), "level 1: spawn_probability"),
        ((evolve(LEVEL, spawn_probability=0.3),), "level 0: spawn_probability"),
        ((evolve(LEVEL, min_performance=10**400),), "level 0: min_performance"),
        ((evolve(LEVEL, tables=([[2**63] * 9] * 8,) * 2),), "level 0: tables"),
        ((evolve(LEVEL, name="a\0b"),), "level 0: name"),
    ],
)
def test_error_names_unwritable_levels(tmp_path, levels, named):
    """No level, levels of several forms, and values that do not fit the fields; no file is left."""
    with pytest.raises(InvalidParameter) as caught:
        write_levels(tmp_path / "a.npz", levels)

    assert caught.value.name == named
    assert list(tmp_path.iterdir()) == []


def test_a_level_and_a_place_that_cannot_be_written(tmp_path):
    """A third is no float; a directory is no file."""
    with pytest.raises(InvalidParameter, match="level 0: spawn_probability"):
        write_level(tmp_path / "a.npz", evolve(LEVEL, spawn_probability=Fraction(1, 3)))
    with pytest.raises(UnusableArchive, match="cannot be written"):
        write_level(tmp_path, LEVEL)


def test_equal_levels_are_equal_files(tmp_path):
    """The bytes of an archive depend on the levels alone."""
    write_levels(tmp_path / "a.npz", [LEVEL])
    write_levels(tmp_path / "b.npz", [LEVEL])

    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()


# --- The published code ---


def test_the_published_code_loads_written_levels(tmp_path):
    """The published code, where it is installed, has the same boards, goals, agents and numbers after loading."""
    pytest.importorskip("safelife.speedups", reason="the published code is not installed", exc_type=ImportError)
    from safelife.safelife_game import SafeLifeGame

    levels = [level for kind in SHIPPED_KINDS for level in shipped_levels(kind)[:2]] + list(TEACHING_LEVELS.values())
    for level in levels:
        write_levels(tmp_path / "several.npz", [level])
        write_level(tmp_path / "one.npz", level)
        several = numpy.load(tmp_path / "several.npz", allow_pickle=False)["levels"][0]
        for game in (SafeLifeGame.loaddata(several), SafeLifeGame.load(str(tmp_path / "one.npz"))):
            assert Board.from_array(game.board) == start(level).board
            assert Board.from_array(game.goals) == level.goals
            assert tuple(map(tuple, game.agent_locs.tolist())) == level.agents
            assert (Fraction(repr(game.spawn_prob)), tuple(game.required_points())) == (
                level.spawn_probability,
                level.required,
            )
