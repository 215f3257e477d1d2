"""Wainwright and Eckersley 2019, Section 2: cells as sixteen bits, their names, flags, colours and orientations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formal_rl.errors import UnknownName
from formal_rl.safelife.board import ALIVE, COLOURS, EMPTY, colour_of
from formal_rl.safelife.board.cells import (
    FLAGS,
    GREATEST_CELL,
    NAMED_CELLS,
    ORIENTATIONS,
    cell_of,
    coloured,
    described,
    flags_of,
    named_cell,
    orientation_of,
    require_cell,
)

CELLS = st.integers(0, GREATEST_CELL)


def test_every_name_is_worked():
    """There are fifteen names, and no two of one cell; each name gives its cell."""
    assert len(NAMED_CELLS) == len(set(NAMED_CELLS.values())) == 15
    assert [described(named_cell(name)) for name in NAMED_CELLS] == list(NAMED_CELLS)


@pytest.mark.statement("W19-cells")
@pytest.mark.parametrize(
    ("colour", "bits"),
    [
        ("black", 0),
        ("red", 512),
        ("green", 1024),
        ("yellow", 512 + 1024),
        ("blue", 2048),
        ("magenta", 512 + 2048),
        ("cyan", 1024 + 2048),
        ("white", 512 + 1024 + 2048),
    ],
)
def test_colours_are_three_bits(colour, bits):
    """A colour is a sum of red, green and blue, from bit 9."""
    assert coloured(EMPTY, colour) == bits
    assert coloured(GREATEST_CELL, colour) == GREATEST_CELL - 3584 + bits
    assert colour_of(9 | bits) == COLOURS.index(colour)


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        (0, "empty"),
        (521, "red life"),
        (122 + 4096, "player turned right"),
        (512 + 2048 + 152, "magenta spawner"),
        (1 + 256, "cell (alive, exit)"),
        (512, "red empty"),
        (16384, "cell (unused)"),
        (16 + 8 + 12288, "cell (destructible, frozen) turned left"),
    ],
)
def test_cells_in_words(cell, words):
    """The words for a cell are colour, name or flags, and orientation."""
    assert described(cell) == words


@given(cell=CELLS)
def test_a_cell_is_its_flags_colour_and_orientation(cell):
    """Nothing of a cell is lost in its parts."""
    colour, orientation = COLOURS[colour_of(cell)], ORIENTATIONS[orientation_of(cell)]

    assert cell_of(*flags_of(cell), colour=colour, orientation=orientation) == cell
    assert require_cell(cell) == cell
    assert flags_of(cell | ALIVE)[0] == "alive"


def test_every_bit_has_one_meaning():
    """Eleven flags, three bits of colour and two of orientation are the sixteen bits, each once."""
    assert sorted([*FLAGS.values(), 512, 1024, 2048, 4096, 8192]) == [1 << bit for bit in range(16)]


def test_unknown_names_suggest_near_ones():
    """A name, colour, flag or orientation that there is not is refused with the nearest."""
    with pytest.raises(UnknownName, match="no cell 'wal'; did you mean wall"):
        named_cell("wal")
    with pytest.raises(UnknownName, match="no colour 'rad'; did you mean red"):
        named_cell("life", "rad")
    with pytest.raises(UnknownName, match="no flag 'alife'; did you mean alive"):
        cell_of("alife")
    with pytest.raises(UnknownName, match="no orientation 'dawn'; did you mean down"):
        cell_of(orientation="dawn")
