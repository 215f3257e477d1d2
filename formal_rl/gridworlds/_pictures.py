"""Gridworlds as pictures: walls, coins, buttons, the agent and the default length; and policies as arrows."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple, TypeAlias

from formal_rl.gridworlds.policies import UNIFORM, MemorylessPolicy, Probabilities
from formal_rl.gridworlds.world import MOVES, Cell, GridState, Value, World, move, reachable
from formal_rl.view.svg_drawing import INK, PALE, PAPER, Disc, Drawing, Path, Point, Shape, Words, rectangle, svg

SIDE, HEAD, FOOT, MARGIN = 52, 22, 12, 2
"""The side of a cell, and the space above, below and around the cells, in pixels."""

WALL, LINE = "#555555", "#bbbbbb"
COIN, COIN_EDGE = "#ffe08a", "#b8860b"
BUTTON, BUTTON_EDGE = "#cfe3ff", "#4577b5"
ARROW = "#d40000"
NAMES = ("up", "down", "left", "right")
INVISIBLE = 0.005
"""An arrow of at most this opacity is left out."""


def world_svg(world: World) -> str:
    """Return an SVG picture of a gridworld in its first state.

    Dark squares are walls; A is the agent, C3 a coin of value 3, B4 a button that adds 4 moves. The small number at
    the bottom right is the default length.

    Source: Thornley et al. 2024, Figures 2, 5 and 8.
    """
    return svg(world_drawing(world), f"a gridworld of {world.height} rows and {world.width} columns")


def world_drawing(world: World, title: str = "", pressed: Sequence[bool] | None = None) -> Drawing:
    """Return the drawing behind `world_svg`; with some buttons pressed, these are pale and the agent is gone.

    Then the numbers at the bottom right are the default length and the delays of the pressed buttons.
    """
    pressed = pressed or (False,) * len(world.buttons)
    width, height = world.width * SIDE + 2 * MARGIN, world.height * SIDE + 2 * MARGIN + HEAD + FOOT
    shapes: list[Shape] = [Words((width / 2, HEAD - 8), title, 12)]
    for cell in product(range(world.height), range(world.width)):
        shapes.append(rectangle(corner(cell), SIDE, SIDE, stroke=LINE, fill=WALL if cell in world.walls else PAPER))
    shapes.append(rectangle(corner((0, 0)), world.width * SIDE, world.height * SIDE, stroke=PALE))
    length = [str(world.default_length)]
    for button, gone in zip(world.buttons, pressed, strict=True):
        (x, y), inset = corner(button.cell), SIDE * 0.16
        square = rectangle((x + inset, y + inset), SIDE - 2 * inset, SIDE - 2 * inset, stroke=BUTTON_EDGE, fill=BUTTON)
        shapes.append(square._replace(fill=None, dashed=True, stroke=LINE) if gone else square)
        shapes.append(_in_the_middle(button.cell, f"B{button.delay}", LINE if gone else INK))
        length += [str(button.delay)] * gone
    for coin in world.coins:
        shapes.append(Disc(centre(coin.cell), SIDE * 0.36, COIN, COIN_EDGE))
        shapes.append(_in_the_middle(coin.cell, f"C{value_text(coin.value)}", INK))
    if not any(pressed):
        x, y = centre(world.agent)
        shapes.append(Words((x, y + 6), "A", 17, INK, bold=True))
    x, y = corner((world.height, world.width))
    return Drawing(width, height, (*shapes, Words((x, y + FOOT), "+".join(length), 10, INK, "end")))


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


def _in_the_middle(cell: Cell, text: str, colour: str) -> Words:
    x, y = centre(cell)
    return Words((x, y + 5), text, min(15, 48 / len(text)), colour)


# Policies as pictures: arrows on the gridworld, as opaque as the action is probable.


Pressed: TypeAlias = tuple[bool, ...]
"""Which buttons are pressed."""


class Encounter(NamedTuple):
    """A state that stands for an observation, and how often a policy meets the observation in a mini-episode."""

    state: GridState
    times: float


def encounters(world: World, policy: MemorylessPolicy) -> Mapping[tuple[Cell, Pressed], Encounter]:
    """Return, for each cell and set of pressed buttons, the one of its observations that the policy meets most often.

    They differ in the coins that are left. Among those met equally often it is one with the most coins left.
    """
    met: dict[tuple[Cell, Pressed, tuple[bool, ...]], Encounter] = {}
    chances = {world.start: 1.0}
    for state in reachable(world):  # by number of moves, so the chance of a state is complete when its turn comes
        if not state.remaining:
            continue
        chance = chances.get(state, 0.0)
        seen = state.cell, tuple(not there for there in state.buttons), state.coins
        met[seen] = Encounter(state, (met[seen].times if seen in met else 0.0) + chance)
        for action, probability in enumerate(policy(world, state)):
            after, _ = move(world, state, action)
            chances[after] = chances.get(after, 0.0) + chance * float(probability)
    most: dict[tuple[Cell, Pressed], Encounter] = {}
    for (cell, pressed, coins), here in met.items():
        known = most.get((cell, pressed))
        if known is None or (here.times, sum(coins)) > (known.times, sum(known.state.coins)):
            most[cell, pressed] = here
    return most


def policy_panels(world: World, policy: MemorylessPolicy, negligible: float = 0) -> tuple[Drawing, ...]:
    """Return drawings of a policy: a copy of the gridworld for each set of buttons, the one with none pressed first.

    In each cell where the policy is not uniform, an arrow for each action is as opaque as the action is probable, with
    a tooltip that shows the probabilities. It counts as uniform where no probability is further than ``negligible``
    from 1/4. The paper does not say which coins are left in a copy. Here each cell has the arrows for the coins that
    are left there most often, as in `encounters`.

    Source: Thornley et al. 2024, Section 6 and Appendix C, with Figures 4, 7 and 9 to 16.
    """
    met = encounters(world, policy)
    copies = sorted({pressed for _, pressed in met}, key=lambda pressed: (sum(pressed), [not each for each in pressed]))
    panels = []
    for pressed in copies:
        drawing = world_drawing(world, panel_title(world, pressed), pressed)
        shapes = [
            shape
            for (cell, buttons), here in met.items()
            if buttons == pressed
            for shape in _arrows(world, cell, policy(world, here.state), here, negligible)
        ]
        panels.append(Drawing(drawing.width, drawing.height, (*drawing.shapes, *shapes)))
    return tuple(panels)


def panel_title(world: World, pressed: Pressed) -> str:
    """Return the heading of a copy of the gridworld."""
    if not any(pressed):
        return "initial state"
    if len(pressed) == 1:
        return "after button pressed"
    gone = [button for button, each in zip(world.buttons, pressed, strict=True) if each]
    alike = len({button.delay for button in world.buttons}) < len(world.buttons)
    return f"after {' and '.join(f'B{each.delay}' + (f' in {each.cell}' if alike else '') for each in gone)}"


def _arrows(
    world: World, cell: Cell, probabilities: Probabilities, here: Encounter, negligible: float
) -> Iterator[Shape]:
    if all(abs(p - even) <= negligible for p, even in zip(probabilities, UNIFORM, strict=True)):
        return
    for direction, probability in zip(MOVES, probabilities, strict=True):
        if float(probability) > INVISIBLE:
            yield Path(_arrow(cell, direction), None, ARROW, opacity=float(probability), closed=True)
    shares = ", ".join(f"{name} {float(p):.3f}" for name, p in zip(NAMES, probabilities, strict=True))
    gone = len(world.coins) - sum(here.state.coins)
    coins = f"{gone} of {len(world.coins)} coins collected" if gone else "all coins left"
    place = f"row {cell[0]}, column {cell[1]}"
    tooltip = f"{place}: {shares}; {coins}; here {here.times:.3g} times a mini-episode"
    (x, y), side = corner(cell), float(SIDE)
    square = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    yield Path(square, None, ARROW, opacity=0, closed=True, tooltip=tooltip)


def _arrow(cell: Cell, direction: Cell) -> tuple[tuple[float, float], ...]:
    """Return the outline of an arrow from around the middle of a cell to near its edge."""
    (x, y), (down, right) = centre(cell), direction
    start, end, shaft, head = 0.18 * SIDE, 0.48 * SIDE, 0.06 * SIDE, 0.15 * SIDE
    neck = end - 1.3 * head
    outline = ((start, -shaft), (neck, -shaft), (neck, -head), (end, 0.0), (neck, head), (neck, shaft), (start, shaft))
    return tuple((x + along * right - across * down, y + along * down + across * right) for along, across in outline)
