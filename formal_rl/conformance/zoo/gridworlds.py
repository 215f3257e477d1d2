"""Gridworlds: right ones in each convention, and wrong ones as they come to be written."""

from formal_rl.conformance.zoo import plain_worlds
from formal_rl.conformance.zoo.edits import by_name, edited
from formal_rl.conformance.zoo.plain_worlds import CoinWorld, move_by_mapping
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation

STEP, ENVIRONMENT = "gridworld_step", "gridworld_env"

RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("a move, from a mapping", move_by_mapping, STEP),
    RightImplementation("a move, from a picture", plain_worlds.move_from_picture, STEP),
    RightImplementation("a trajectory, from a picture", plain_worlds.trajectory_from_picture, STEP),
    RightImplementation("an environment of gymnasium", CoinWorld, ENVIRONMENT),
    RightImplementation("a factory of environments that show dicts", plain_worlds.make_env, ENVIRONMENT),
    RightImplementation("a vector environment of one", plain_worlds.OneInAVector, ENVIRONMENT),
    RightImplementation("an environment from before gymnasium", plain_worlds.CoinWorldBeforeGymnasium, ENVIRONMENT),
    RightImplementation("an environment that is started", plain_worlds.StartedCoinWorld, ENVIRONMENT),
)
"""The definitions, in each convention."""

_OF_MOVES = r"""
move_round_the_edges, moves: comes back in on the other side
  -     place = row + down, column + right
  +     place = (row + down) % world["height"], (column + right) % world["width"]
move_with_up_as_down, moves: counts rows from below
  - MOVES = ((-1, 0), (1, 0),
  + MOVES = ((1, 0), (-1, 0),
move_through_walls, walls: forgets the walls
  -  or place in world["walls"]
move_where_walls_cost_nothing, moves: uses up no move where the way is blocked
  -     remaining += delay - 1
  +     remaining += delay - (place != (row, column))
move_where_coins_stay, coins: leaves the coin where it was
  - place, coins)
  + place, list(coins))
move_where_buttons_stay, buttons: leaves the button where it was
  - place, buttons)
  + place, list(buttons))
move_where_a_button_sets_the_clock, buttons: forgets the moves that remained
  -     remaining += delay - 1
  +     remaining = delay or remaining - 1
move_where_a_press_is_free, buttons: uses up no move for a press
  -     remaining += delay - 1
  +     remaining += delay or -1
move_without_a_press_on_the_last, last_move: misses a press on the last move
  - place, buttons)
  + place, buttons) if remaining > 1 else 0
move_without_a_coin_on_the_last, last_move: misses a coin on the last move
  - place, coins)
  + place, coins) if remaining + delay > 1 else 0
move_with_a_clock_of_a_byte, long: keeps the moves that remain in eight bits
  -     remaining += delay - 1
  +     remaining = (remaining + delay - 1 + 128) % 256 - 128
"""

_OF_ENVIRONMENTS = r"""
ShowsOneArray, keeps: shows the same array each time
  -         return numpy.array([column, row, *coins, *buttons], dtype=numpy.float32)
  +         self.array = getattr(self, "array", numpy.empty(2 + len(coins) + len(buttons), dtype=numpy.float32))
  +         self.array[:] = column, row, *coins, *buttons
  +         return self.array
RowBeforeColumn, moves: shows the row before the column
  - [column, row, *coins
  + [row, column, *coins
ShowsTheClock, moves: shows how many moves remain
  - *buttons], dtype
  + *buttons, self.state[4]], dtype
KeepsWhatWasCollected, begins_anew: does not bring the coins back when it is reset
  -         self.state = first_state(self.world)
  +         first = first_state(self.world)
  +         self.state = (*first[:2], getattr(self, "state", first)[2], *first[3:])
KeepsTheClock, second_episode: goes on with the moves that remained when it is reset
  -         self.state = first_state(self.world)
  +         first = first_state(self.world)
  +         self.state = (*first[:4], getattr(self, "state", first)[4] or first[4])
BumpsAreFree, used_up: uses up no move against a wall
  -     remaining += delay - 1
  +     remaining += delay - ((row + down, column + right) not in world["walls"])
EndsAt200, long: ends after 200 moves
  -         self.state = first_state(self.world)
  +         self.state, self.moves = first_state(self.world), 0
  -         return self.seen(), float(value), self.state[4] == 0, False, {}
  +         self.moves += 1
  +         return self.seen(), float(value), self.state[4] == 0, self.moves >= 200, {}
SharesItsState, after: shares what was collected between instances
  - def first_state(world: Any)
  + def first_state(world: Any, coins: Any = {})
  - (1,) * len(world["coins"])
  + coins.setdefault(repr(world), [1] * len(world["coins"]))
  - list(coins), list(buttons)
  + coins, list(buttons)
  - tuple(coins), tuple
  + coins, tuple
EndsLate, last_move: ends one move late
  - self.state[4] == 0
  + self.state[4] < 0
EndsWithTheCoins, coins: ends when all coins are collected
  - self.state[4] == 0
  + self.state[4] == 0 or not any(self.state[2])
PaysAtTheEnd, coins: pays for all coins on the last move
  -         return self.seen(), float(value), self.state[4] == 0, False, {}
  +         left = zip(self.world["coins"], self.state[2])
  +         value = sum(value for (_, _, value), there in left if not there) if self.state[4] == 0 else 0
  +         return self.seen(), float(value), self.state[4] == 0, False, {}
"""

WRONG: tuple[WrongImplementation, ...] = (
    *edited(plain_worlds, __name__, STEP, "move_by_mapping", _OF_MOVES),
    *edited(plain_worlds, __name__, ENVIRONMENT, "CoinWorld", _OF_ENVIRONMENTS),
)
"""Wrong ones, each with the claim that catches it."""

__getattr__ = by_name(WRONG)
