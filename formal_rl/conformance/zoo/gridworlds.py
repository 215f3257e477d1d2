"""Gridworlds: right ones in each convention, and wrong ones as they come to be written."""

# ruff: noqa: D102

from itertools import accumulate
from typing import Any

import numpy

from formal_rl.conformance.zoo.edits import edited
from formal_rl.gridworlds import move, parse_layout

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


def trajectory_from_picture(picture: Any, actions: Any) -> Any:
    """Make all moves by the definition."""
    world = parse_layout(picture)
    first: Any = world.start, 0
    moves = accumulate(actions, lambda made, action: move(world, made[0], action), initial=first)
    return [((*state.cell, *state[1:]), value) for state, value in moves][1:]


class CoinWorld:
    """An environment as gymnasium has them."""

    def __init__(self, world: Any) -> None:
        self.world = world

    def seen(self) -> Any:
        row, column, coins, buttons, _ = self.state
        return numpy.array([column, row, *coins, *buttons], dtype=numpy.float32)

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        self.state = first_state(self.world)
        return self.seen(), {}

    def step(self, action: Any) -> Any:
        self.state, value = move_by_mapping(self.world, self.state, action)
        return self.seen(), float(value), self.state[4] == 0, False, {}


def make_env(world: Any) -> Any:
    """Make an environment."""
    return CoinWorld(world)


class StartedCoinWorld:
    """An environment that is started and stepped, made from a picture, which shows its parts nested."""

    def __init__(self, picture: Any) -> None:
        self.world = parse_layout(picture)

    def seen(self) -> Any:
        return (*reversed(self.state.cell), self.state.coins, self.state.buttons)

    def start(self) -> Any:
        self.state = self.world.start
        return self.seen()

    def step(self, action: Any) -> Any:
        self.state, value = move(self.world, self.state, action)
        return self.seen(), value, self.state.remaining == 0


EDITS = """
= gridworld_step: move_by_mapping trajectory_from_picture
move_round_the_edges, moves: comes back in on the other side
  -     place = row + down, column + right
  +     place = (row + down) % world["height"], (column + right) % world["width"]
move_with_up_as_down, moves: counts rows from below
  MOVES = ((-1, 0), (1, 0), => MOVES = ((1, 0), (-1, 0),
move_through_walls, walls: forgets the walls
   or place in world["walls"] =>
move_where_walls_cost_nothing, moves: uses up no move where the way is blocked
  remaining += delay - 1 => remaining += delay - (place != (row, column))
move_where_coins_stay, coins: leaves the coin where it was
  place, coins) => place, list(coins))
move_where_buttons_stay, buttons: leaves the button where it was
  place, buttons) => place, list(buttons))
move_where_a_button_sets_the_clock, buttons: forgets the moves that remained
  remaining += delay - 1 => remaining = delay or remaining - 1
move_without_a_press_on_the_last, last_move: misses a press on the last move
  place, buttons) => place, buttons) if remaining > 1 else 0
move_with_a_clock_of_a_byte, long: keeps the moves that remain in eight bits
  remaining += delay - 1 => remaining = (remaining + delay - 1 + 128) % 256 - 128
= gridworld_env: CoinWorld StartedCoinWorld
makes_what_shows_a_dict: is a factory of environments that show dicts [make_env]
  - numpy.array([column, row, *coins, *buttons], dtype=numpy.float32)
  + {"agent": (column, row), "buttons": buttons, "coins": coins}
ShowsOneArray, keeps: shows the same array each time
  -         return numpy.array([column, row, *coins, *buttons], dtype=numpy.float32)
  +         self.array = getattr(self, "array", numpy.empty(2 + len(coins) + len(buttons), dtype=numpy.float32))
  +         self.array[:] = column, row, *coins, *buttons
  +         return self.array
RowBeforeColumn, moves: shows the row before the column
  [column, row, *coins => [row, column, *coins
ShowsTheClock, moves: shows how many moves remain
  *buttons], dtype => *buttons, self.state[4]], dtype
KeepsWhatWasCollected, begins_anew: does not bring the coins back when it is reset
  self.state = first_state(self.world) => first = first_state(self.world)
  +         self.state = (*first[:2], getattr(self, "state", first)[2], *first[3:])
KeepsTheClock, second_episode: goes on with the moves that remained when it is reset
  self.state = first_state(self.world) => first = first_state(self.world)
  +         self.state = (*first[:4], getattr(self, "state", first)[4] or first[4])
BumpsAreFree, used_up: uses up no move against a wall
  remaining += delay - 1 => remaining += delay - ((row + down, column + right) not in world["walls"])
EndsAt200, long: ends after 200 moves
  self.state = first_state(self.world) => self.state, self.moves = first_state(self.world), 0
  return self.seen(), float(value), self.state[4] == 0, False, {} => self.moves += 1
  +         return self.seen(), float(value), self.state[4] == 0, self.moves >= 200, {}
SharesItsState, after: shares what was collected between instances
  def first_state(world: Any) => def first_state(world: Any, coins: Any = {})
  (1,) * len(world["coins"]) => coins.setdefault(repr(world), [1] * len(world["coins"]))
  list(coins), list(buttons) => coins, list(buttons)
  tuple(coins), tuple => coins, tuple
EndsLate, last_move: ends one move late
  self.state[4] == 0 => self.state[4] < 0
EndsWithTheCoins, coins: ends when all coins are collected
  self.state[4] == 0 => self.state[4] == 0 or not any(self.state[2])
PaysAtTheEnd, coins: pays for all coins on the last move
  -         return self.seen(), float(value), self.state[4] == 0, False, {}
  +         left = zip(self.world["coins"], self.state[2])
  +         value = sum(value for (_, _, value), there in left if not there) if self.state[4] == 0 else 0
  +         return self.seen(), float(value), self.state[4] == 0, False, {}
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
