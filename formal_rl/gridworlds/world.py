"""Gridworlds with coins and shutdown-delay buttons: layouts and moves."""

from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from typing import NamedTuple, TypeAlias

from attrs import field, frozen

from formal_rl.errors import ActionOutOfRange, InvalidParameter, require_int
from formal_rl.histories import Action

LEDGER = ("T24-world",)

Cell: TypeAlias = tuple[int, int]
"""Row and column, counted from 0 at the top left."""

Value: TypeAlias = int | Fraction

MOVES: tuple[Cell, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
"""The offset of each action: up, down, left, right."""

LETTERS = "UDLR"
"""The letter of each action."""


class Coin(NamedTuple):
    """A coin in a cell, and its value."""

    cell: Cell
    value: Value


class Button(NamedTuple):
    """A shutdown-delay button in a cell, and the moves it adds when pressed."""

    cell: Cell
    delay: int


class GridState(NamedTuple):
    """The agent's location, the remaining coins and buttons, and the number of remaining moves."""

    cell: Cell
    coins: tuple[bool, ...]
    buttons: tuple[bool, ...]
    remaining: int


class GridObservation(NamedTuple):
    """The agent's view of a state: everything but the clock.

    Source: Thornley et al. 2024, Section 3.
    """

    cell: Cell
    coins: tuple[bool, ...]
    buttons: tuple[bool, ...]


@frozen(repr=False)
class World:
    """A gridworld: its size, walls, coins and buttons, the agent's first cell, and the default length.

    Build one from a picture with `parse_layout`, which checks it.

    Source: Thornley et al. 2024, Section 3.
    Ledger: T24-world*
    """

    height: int
    width: int
    walls: frozenset[Cell]
    agent: Cell
    coins: tuple[Coin, ...]
    buttons: tuple[Button, ...]
    default_length: int = field(validator=lambda _, __, value: require_int("default_length", value, 1))

    @property
    def start(self) -> GridState:
        """The first state: nothing is collected or pressed in it."""
        return GridState(self.agent, (True,) * len(self.coins), (True,) * len(self.buttons), self.default_length)

    def elapsed(self, state: GridState) -> int:
        """Return the number of moves before the state: those given at first and by buttons, minus those left."""
        pressed = (button.delay for button, there in zip(self.buttons, state.buttons, strict=True) if not there)
        return self.default_length + sum(pressed) - state.remaining

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        """Return the picture and the text for a notebook; the modules that make them are made of this one."""
        pictures = import_module("formal_rl.gridworlds._pictures")
        return {"image/svg+xml": pictures.world_svg(self), "text/plain": repr(self)}

    def __repr__(self) -> str:
        """Return the world as `format_layout` writes it."""
        return str(import_module("formal_rl.gridworlds").format_layout(self))


def observe(state: GridState) -> GridObservation:
    """Return the observation of the agent: the state without the remaining moves.

    Source: Thornley et al. 2024, Section 3.
    Ledger: T24-world*, T24-pomdp*
    """
    return GridObservation(state.cell, state.coins, state.buttons)


def move(world: World, state: GridState, action: Action) -> tuple[GridState, Value]:
    """Return the state after one move, and the value collected in it.

    In this order: the agent moves, or stays where a wall or the edge is; a button in its cell is pressed, adding
    its delay; one move is used up; a coin in its cell is collected. So a press and a coin on the last move count.

    Raises `ActionOutOfRange` for an action other than 0 to 3, and `InvalidParameter` where no move remains.

    Source: Thornley et al. 2024, Section 3.
    Ledger: T24-world*
    """
    if type(action) is not int or not 0 <= action < len(MOVES):
        raise ActionOutOfRange(2 * world.elapsed(state) + 1, action, len(MOVES))
    if state.remaining < 1:
        raise InvalidParameter("remaining", state.remaining, "a state in which a move remains")
    (row, column), (down, right) = state.cell, MOVES[action]
    ahead = row + down, column + right
    inside = 0 <= ahead[0] < world.height and 0 <= ahead[1] < world.width
    cell = ahead if inside and ahead not in world.walls else state.cell
    remaining = state.remaining
    buttons = list(state.buttons)
    for place, button in enumerate(world.buttons):
        if buttons[place] and button.cell == cell:
            buttons[place] = False
            remaining += button.delay
    remaining -= 1
    coins, collected = list(state.coins), Fraction(0)
    for place, coin in enumerate(world.coins):
        if coins[place] and coin.cell == cell:
            coins[place] = False
            collected += coin.value
    return GridState(cell, tuple(coins), tuple(buttons), remaining), collected


def reachable(world: World) -> Iterator[GridState]:
    """Yield every state that some actions lead to, those of fewer moves first."""
    layer = [world.start]
    while layer:
        yield from layer
        after = (move(world, state, action)[0] for state in layer if state.remaining for action in range(len(MOVES)))
        layer = list(dict.fromkeys(after))


def lengths(world: World) -> tuple[int, ...]:
    """Return the trajectory-lengths that can be chosen: the different totals of moves, least first.

    Two sets of buttons with one total are one length; totals that no trajectory reaches are none.

    Source: Thornley et al. 2024, Section 3.
    Ledger: T24-world*
    """
    return tuple(sorted({world.elapsed(state) for state in reachable(world) if state.remaining == 0}))
