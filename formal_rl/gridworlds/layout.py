"""Gridworlds as text that reads like the pictures of the paper."""

from collections.abc import Callable, Mapping
from functools import partial

from attrs import evolve

from formal_rl.errors import MalformedLayout
from formal_rl.gridworlds.world import MOVES, Button, Cell, Coin, Value, World, move
from formal_rl.numbers import read_fraction

MOST_MOVES = 1_000_000
"""The most moves in a picture, at first and by a button."""

_MOST_ENTERED = 200_000
"""The limit of the search for a cell that nobody reaches: cells, each with its pressed buttons, times buttons."""

_FREE, _WALL, _AGENT = ".", "#", "A"


def parse_layout(text: str, values: Mapping[str, Value] | None = None) -> World:
    """Return the world that a picture shows.

    The first line is ``length N``, the default length. Each further line is a row of tokens: ``.`` a free cell, ``#`` a
    wall, ``A`` the agent, ``B4`` a button that adds 4 moves, ``C3`` a coin of value 3 (``C1/2`` of 1/2, ``Cx`` of
    ``values["x"]``).

    Raises `MalformedLayout` naming row and column, counted from 1: no agent or two, an unknown token, rows of different
    lengths, no coin, no length, a button that cannot be pressed.

    Source: Thornley et al. 2024, Figures 2, 5 and 8.
    Ledger: T24-world*
    """
    lines = [line for line in text.splitlines() if line.strip()]
    words = lines[0].split() if lines else []
    number = words[1] if len(words) == 2 and words[0] == "length" else ""
    refusal = partial(MalformedLayout, None, None, lines[0] if lines else "")
    default_length = _number_of_moves(number, refusal, "a first line 'length N' with N >= 1", "a length")
    rows = [line.split() for line in lines[1:]]
    if not rows:
        raise MalformedLayout(1, None, "", "at least one row")
    agents: list[Cell] = []
    walls: set[Cell] = set()
    coins: list[Coin] = []
    buttons: list[Button] = []
    for r, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise MalformedLayout(r + 1, None, " ".join(row), f"{len(rows[0])} cells, as in row 1, found {len(row)}")
        for c, token in enumerate(row):
            if token == _WALL:
                walls.add((r, c))
            elif token == _AGENT:
                agents.append((r, c))
            elif token[0] == "C":
                coins.append(Coin((r, c), _value(token, (r, c), values or {})))
            elif token[0] == "B":
                refusal = partial(MalformedLayout, r + 1, c + 1, token)
                delay = _number_of_moves(token[1:], refusal, "a button with a delay, such as B4", "a delay")
                buttons.append(Button((r, c), delay))
            elif token != _FREE:
                raise MalformedLayout(r + 1, c + 1, token, "one of . # A, C with a value, B with a delay")
    if not agents:
        raise MalformedLayout(None, None, "", "an agent A")
    if len(agents) > 1:
        (r, c) = agents[1]
        raise MalformedLayout(r + 1, c + 1, _AGENT, "one agent only")
    if not coins:
        raise MalformedLayout(None, None, "", "at least one coin")
    world = World(len(rows), len(rows[0]), frozenset(walls), agents[0], tuple(coins), tuple(buttons), default_length)
    _require_buttons(world)  # last, for it plays the world, which must be whole
    return world


def format_layout(world: World) -> str:
    """Return the picture of a world, as `parse_layout` reads it."""
    cells = dict.fromkeys(world.walls, _WALL) | {world.agent: _AGENT}
    cells |= {coin.cell: f"C{coin.value}" for coin in world.coins}
    cells |= {button.cell: f"B{button.delay}" for button in world.buttons}
    width = max(len(token) for token in cells.values())
    rows = (
        " ".join(cells.get((r, c), _FREE).ljust(width) for c in range(world.width)).rstrip()
        for r in range(world.height)
    )
    return "\n".join([f"length {world.default_length}", *rows])


def _number_of_moves(text: str, refusal: Callable[[str], MalformedLayout], expected: str, called: str) -> int:
    if not text.isdecimal() or not text.strip("0"):
        raise refusal(expected)
    if len(text) > len(str(MOST_MOVES)) or int(text) > MOST_MOVES:
        raise refusal(f"{called} of at most {MOST_MOVES:,}")
    return int(text)


def _value(token: str, cell: Cell, values: Mapping[str, Value]) -> Value:
    name = token[1:]
    try:
        value = values[name] if name in values else read_fraction(name)
    except ValueError:
        raise MalformedLayout(cell[0] + 1, cell[1] + 1, token, "a coin with a value, such as C3 or C1/2") from None
    if value <= 0:
        raise MalformedLayout(cell[0] + 1, cell[1] + 1, token, "a coin of positive value")
    return int(value) if value == int(value) else value


def _require_buttons(world: World) -> None:
    # Coins do not matter here, and more moves left are never worse. Where the same buttons are pressed, who made fewer
    # moves has more left: so a cell is entered once for each set of pressed buttons, at its first visit.
    bare = evolve(world, coins=())
    waiting, layer = set(range(len(world.buttons))), [bare.start]
    entered = {(bare.agent, bare.start.buttons)}
    while waiting and layer:
        before = (state for state in layer if state.remaining)
        following = [move(bare, state, action)[0] for state in before for action in range(len(MOVES))]
        layer = [*{state: None for state in following if (state.cell, state.buttons) not in entered}]
        entered.update((state.cell, state.buttons) for state in layer)
        waiting -= {place for place in waiting for state in layer if not state.buttons[place]}
        if len(entered) * len(world.buttons) > _MOST_ENTERED:
            raise MalformedLayout(None, None, "", "fewer buttons: it takes too long to see whether each can be reached")
    if waiting:
        button = world.buttons[min(waiting)]
        r, c = button.cell
        raise MalformedLayout(r + 1, c + 1, f"B{button.delay}", "a button that the agent can reach in time")
