"""Gridworlds as pictures: walls, coins, buttons, the agent, and how many moves there are."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType

from formal_rl.gridworlds.shapes import INK, PALE, PAPER, Disc, Drawing, Point, Shape, Words, rectangle, svg
from formal_rl.gridworlds.world import Button, Cell, Coin, Value, World

SIDE = 52
"""The side of a cell, in pixels."""

HEAD, FOOT = 22, 12
MARGIN = 2
WALL, LINE = "#555555", "#bbbbbb"
COIN, COIN_EDGE = "#ffe08a", "#b8860b"
BUTTON, BUTTON_EDGE = "#cfe3ff", "#4577b5"
_SMALL = 10


def world_svg(world: World) -> str:
    """Return an SVG picture of a gridworld in its first state.

    Dark squares are walls; A is the agent, C3 a coin of value 3, B4 a button that adds 4 moves. The small number at
    the bottom right is the default length.

    Source: Thornley et al. 2024, Figures 2, 5 and 8.
    """
    return svg(world_drawing(world), f"a gridworld of {world.height} rows and {world.width} columns")


def world_drawing(
    world: World,
    title: str = "",
    pressed: Sequence[bool] | None = None,
    coin_texts: Mapping[Cell, str] = MappingProxyType({}),
) -> Drawing:
    """Return what `world_svg` shows as a drawing; with some buttons pressed, these are pale and the agent is gone.

    Then the numbers at the bottom right are the default length and the delays of the pressed buttons. ``coin_texts``
    are for coins that are to bear another text than their value.

    Ledger: T24-figures*
    """
    pressed = pressed or (False,) * len(world.buttons)
    width, height = world.width * SIDE + 2 * MARGIN, world.height * SIDE + 2 * MARGIN + HEAD + FOOT
    shapes = [Words((width / 2, HEAD - 8), title, 12), *_ground(world)]
    for button, gone in zip(world.buttons, pressed, strict=True):
        shapes += _button(button, gone=gone)
    for coin in world.coins:
        shapes += _coin(coin, coin_texts.get(coin.cell, f"C{value_text(coin.value)}"))
    if not any(pressed):
        x, y = centre(world.agent)
        shapes.append(Words((x, y + 6), "A", 17, INK, bold=True))
    return Drawing(width, height, (*shapes, _moves(world, pressed)))


def corner(cell: Cell) -> Point:
    """Return where the upper left corner of a cell is in the drawing."""
    row, column = cell
    return MARGIN + column * SIDE, HEAD + MARGIN + row * SIDE


def centre(cell: Cell) -> Point:
    """Return where the middle of a cell is in the drawing."""
    x, y = corner(cell)
    return x + SIDE / 2, y + SIDE / 2


def value_text(value: Value) -> str:
    """Return the value of a coin as it is written on it: 3, 0.1, 1/3."""
    exact = Fraction(value)
    decimal = f"{float(exact):g}"
    return decimal if Fraction(decimal) == exact else str(exact)


def _ground(world: World) -> Iterator[Shape]:
    for row in range(world.height):
        for column in range(world.width):
            fill = WALL if (row, column) in world.walls else PAPER
            yield rectangle(corner((row, column)), SIDE, SIDE, stroke=LINE, fill=fill)
    yield rectangle(corner((0, 0)), world.width * SIDE, world.height * SIDE, stroke=PALE)


def _coin(coin: Coin, text: str) -> Iterator[Shape]:
    x, y = centre(coin.cell)
    yield Disc((x, y), SIDE * 0.36, COIN, COIN_EDGE)
    yield Words((x, y + 5), text, _fitting(text), INK)


def _button(button: Button, *, gone: bool) -> Iterator[Shape]:
    (x, y), text = corner(button.cell), f"B{button.delay}"
    inset = SIDE * 0.16
    square = rectangle((x + inset, y + inset), SIDE - 2 * inset, SIDE - 2 * inset, stroke=BUTTON_EDGE, fill=BUTTON)
    yield square._replace(fill=None, dashed=True, stroke=LINE) if gone else square
    yield Words((x + SIDE / 2, y + SIDE / 2 + 5), text, _fitting(text), LINE if gone else INK)


def _fitting(text: str) -> float:
    return min(15, 48 / len(text))


def _moves(world: World, pressed: Sequence[bool]) -> Words:
    x, y = corner((world.height, world.width))
    added = [str(button.delay) for button, gone in zip(world.buttons, pressed, strict=True) if gone]
    text = "+".join([str(world.default_length), *added])
    return Words((x, y + FOOT), text, _SMALL, INK, "end")
