"""Gridworlds, plainly, and in each convention: what the wrong ones are edits of."""

from typing import Any

import numpy

from formal_rl.gridworlds import GridState, move, parse_layout

MOVES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def first_state(world: Any) -> Any:
    """Return row, column, flags of coins, flags of buttons, and the moves that remain, before the first."""
    return (*world["agent"], (1,) * len(world["coins"]), (1,) * len(world["buttons"]), world["length"])


def taken(things: Any, place: Any, flags: Any) -> Any:
    """Return what coins are worth, or buttons add, that are at a place and were not taken; and take them."""
    total = 0
    for index, (row, column, worth) in enumerate(things):
        if place == (row, column) and flags[index]:
            flags[index] = 0
            total += worth
    return total


def move_by_mapping(world: Any, state: Any, action: Any) -> Any:
    """Make one move: return the next state, and the value of coins."""
    row, column, coins, buttons, remaining = state
    coins, buttons = list(coins), list(buttons)
    down, right = MOVES[action]
    place = row + down, column + right
    inside = 0 <= place[0] < world["height"] and 0 <= place[1] < world["width"]
    if not inside or place in world["walls"]:
        place = row, column
    delay = taken(world["buttons"], place, buttons)
    value = taken(world["coins"], place, coins)
    remaining += delay - 1
    return (*place, tuple(coins), tuple(buttons), remaining), value


def move_from_picture(picture: Any, state: Any, action: Any) -> Any:
    """Make one move by the definition."""
    after, value = move(parse_layout(picture), GridState(state[:2], *state[2:]), action)
    return (*after.cell, *after[1:]), value


def trajectory_from_picture(picture: Any, actions: Any) -> Any:
    """Make all moves by the definition."""
    world = parse_layout(picture)
    state, moves = world.start, []
    for action in actions:
        state, value = move(world, state, action)
        moves.append(((*state.cell, *state[1:]), value))
    return moves


class CoinWorld:
    """An environment as gymnasium has them."""

    def __init__(self, world: Any) -> None:
        self.world = world

    def seen(self) -> Any:
        """Return the observation."""
        row, column, coins, buttons, _ = self.state
        return numpy.array([column, row, *coins, *buttons], dtype=numpy.float32)

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Begin anew."""
        self.state = first_state(self.world)
        return self.seen(), {}

    def step(self, action: Any) -> Any:
        """Make a move."""
        self.state, value = move_by_mapping(self.world, self.state, action)
        return self.seen(), float(value), self.state[4] == 0, False, {}


class CoinWorldBeforeGymnasium(CoinWorld):
    """An environment as they were before gymnasium."""

    def reset(self) -> Any:  # type: ignore[override]
        """Begin anew."""
        return super().reset()[0]

    def step(self, action: Any) -> Any:
        """Make a move."""
        return *super().step(action)[:3], {}


def make_env(world: Any) -> Any:
    """Make an environment that shows a dict."""

    class ShownByName(CoinWorld):
        def seen(self) -> Any:
            row, column, coins, buttons, _ = self.state
            return {"agent": (column, row), "buttons": buttons, "coins": coins}

    return ShownByName(world)


class OneInAVector(CoinWorld):
    """A vector environment of one."""

    num_envs = 1

    def reset(self) -> Any:  # type: ignore[override]
        """Begin anew."""
        return super().reset()[0][None], {}

    def step(self, actions: Any) -> Any:
        """Make a move."""
        return *(numpy.array([each]) for each in super().step(actions[0])[:4]), {}


class StartedCoinWorld:
    """An environment that is started and stepped, made from a picture, which shows its parts nested."""

    def __init__(self, picture: Any) -> None:
        self.world = parse_layout(picture)

    def seen(self) -> Any:
        """Return the observation."""
        return (*reversed(self.state.cell), self.state.coins, self.state.buttons)

    def start(self) -> Any:
        """Begin."""
        self.state = self.world.start
        return self.seen()

    def step(self, action: Any) -> Any:
        """Make a move."""
        self.state, value = move(self.world, self.state, action)
        return self.seen(), value, self.state.remaining == 0
