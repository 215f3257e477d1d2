"""Cells: the content of a place of a board, as sixteen bits; their flags, colours, orientation and names.

A name that none of these has raises `UnknownName`.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

from formal_rl.errors import InvalidParameter, require_known

Cell: TypeAlias = int
"""The content of a place: flags, colour and orientation, from 0 to 65535."""


def require_cell(value: object) -> Cell:
    """Return the value if it is a cell, else raise `InvalidParameter`."""
    if type(value) is not int or not 0 <= value <= GREATEST_CELL:
        raise InvalidParameter("cell", value, f"an int from 0 to {GREATEST_CELL}: sixteen bits")
    return value


LEDGER = ("W19-cells",)

ALIVE = 1 << 0
AGENT = 1 << 1
PUSHABLE = 1 << 2
DESTRUCTIBLE = 1 << 3
FROZEN = 1 << 4
PRESERVING = 1 << 5
INHIBITING = 1 << 6
SPAWNING = 1 << 7
EXIT = 1 << 8
RED = 1 << 9
GREEN = 1 << 10
BLUE = 1 << 11
UNUSED = 1 << 14
PULLABLE = 1 << 15

FLAGS: Mapping[str, Cell] = MappingProxyType(
    {
        "alive": ALIVE,
        "agent": AGENT,
        "pushable": PUSHABLE,
        "destructible": DESTRUCTIBLE,
        "frozen": FROZEN,
        "preserving": PRESERVING,
        "inhibiting": INHIBITING,
        "spawning": SPAWNING,
        "exit": EXIT,
        "unused": UNUSED,
        "pullable": PULLABLE,
    }
)
"""The flags that are neither colour nor orientation. The rules never look at the unused one, but cells keep it."""

COLOUR_SHIFT = 9
COLOUR_MASK = RED | GREEN | BLUE
COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""The colours, by number: bit 0 of the number is red, bit 1 green, bit 2 blue."""

ORIENTATION_SHIFT = 12
ORIENTATION_MASK = 3 << ORIENTATION_SHIFT
ORIENTATIONS = ("up", "right", "down", "left")
"""The orientations, by number."""

MOVABLE = PUSHABLE | PULLABLE
FREEZING = PRESERVING | INHIBITING
GREATEST_CELL = (1 << 16) - 1

EMPTY = 0
LIFE = ALIVE | DESTRUCTIBLE
HARD_LIFE = ALIVE
WALL = FROZEN
CRATE = FROZEN | MOVABLE
TREE = FROZEN | ALIVE
PLANT = FROZEN | ALIVE | MOVABLE
ICE_CUBE = FROZEN | FREEZING | MOVABLE
SPAWNER = FROZEN | SPAWNING | DESTRUCTIBLE
HARD_SPAWNER = FROZEN | SPAWNING
LEVEL_EXIT = FROZEN | EXIT
FOUNTAIN = PRESERVING | FROZEN
PARASITE = INHIBITING | ALIVE | PUSHABLE | FROZEN
WEED = PRESERVING | ALIVE | PUSHABLE | FROZEN
PLAYER = AGENT | FREEZING | FROZEN | DESTRUCTIBLE

NAMED_CELLS: Mapping[str, Cell] = MappingProxyType(
    {
        "empty": EMPTY,
        "life": LIFE,
        "hard life": HARD_LIFE,
        "wall": WALL,
        "crate": CRATE,
        "tree": TREE,
        "plant": PLANT,
        "ice cube": ICE_CUBE,
        "spawner": SPAWNER,
        "hard spawner": HARD_SPAWNER,
        "exit": LEVEL_EXIT,
        "fountain": FOUNTAIN,
        "parasite": PARASITE,
        "weed": WEED,
        "player": PLAYER,
    }
)
"""The cells that have names, black and turned up.

Source: Wainwright and Eckersley 2019, Section 2, and the code it names as the definitive description.
Ledger: W19-cells*
"""


def colour_of(cell: Cell) -> int:
    """Return the number of a cell's colour, 0 to 7."""
    return (cell & COLOUR_MASK) >> COLOUR_SHIFT


def orientation_of(cell: Cell) -> int:
    """Return the number of a cell's orientation, 0 to 3."""
    return (cell & ORIENTATION_MASK) >> ORIENTATION_SHIFT


def turned(cell: Cell, orientation: int) -> Cell:
    """Return the cell with another orientation, 0 to 3.

    Raises `InvalidParameter` for any other number.
    """
    if orientation not in range(len(ORIENTATIONS)):
        raise InvalidParameter("orientation", orientation, "0, 1, 2 or 3: up, right, down, left")
    return cell & ~ORIENTATION_MASK | orientation << ORIENTATION_SHIFT


def coloured(cell: Cell, colour: str) -> Cell:
    """Return the cell with the colour of this name in place of its own."""
    require_known("no colour", colour, COLOURS)
    return cell & ~COLOUR_MASK | COLOURS.index(colour) << COLOUR_SHIFT


def named_cell(name: str, colour: str = "black") -> Cell:
    """Return the cell of this name, in this colour."""
    require_known("no cell", name, NAMED_CELLS)
    return coloured(NAMED_CELLS[name], colour)


def cell_of(*flags: str, colour: str = "black", orientation: str = "up") -> Cell:
    """Return the cell with these flags, colour and orientation."""
    cell = EMPTY
    for flag in flags:
        require_known("no flag", flag, FLAGS)
        cell |= FLAGS[flag]
    require_known("no orientation", orientation, ORIENTATIONS)
    return turned(coloured(cell, colour), ORIENTATIONS.index(orientation))


def flags_of(cell: Cell) -> tuple[str, ...]:
    """Return the names of a cell's flags, without colour and orientation."""
    return tuple(name for name, flag in FLAGS.items() if cell & flag)


def described(cell: Cell) -> str:
    """Return a cell in words: colour, name or flags, and orientation where it is not up."""
    bare = cell & ~COLOUR_MASK & ~ORIENTATION_MASK
    names = {value: name for name, value in NAMED_CELLS.items()}
    what = names.get(bare) or f"cell ({', '.join(flags_of(cell))})"
    words = [COLOURS[colour_of(cell)]] if cell & COLOUR_MASK else []
    words.append(what)
    if cell & ORIENTATION_MASK:
        words.append(f"turned {ORIENTATIONS[orientation_of(cell)]}")
    return " ".join(words)
