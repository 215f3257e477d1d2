"""The gridworlds of Thornley et al. 2024, Section 4: right ones, and edits that are wrong."""

from fractions import Fraction

import numpy as np

from formal_rl.conformance.zoo.edits import edited

MOVES = ((-1, 0), (1, 0), (0, -1), (0, 1))


def play(world, actions):
    row, column = world["agent"]
    walls = set(world["walls"])
    coins, buttons = [1] * len(world["coins"]), [1] * len(world["buttons"])
    left, answers = world["length"], []
    for action in actions:
        down, right = MOVES[action]
        there = (row + down, column + right)
        inside = 0 <= there[0] < world["height"] and 0 <= there[1] < world["width"]
        if inside and there not in walls:
            row, column = there
        for place, (r, c, moves) in enumerate(world["buttons"]):
            if buttons[place] and (r, c) == (row, column):
                buttons[place] = 0
                left += moves
        left -= 1
        value = 0
        for place, (r, c, worth) in enumerate(world["coins"]):
            if coins[place] and (r, c) == (row, column):
                coins[place], value = 0, worth
        answers.append(((row, column, tuple(coins), tuple(buttons), left), value))
    return answers


def transition(world, state, action):
    row, column, coins, buttons, left = state
    coins, buttons = np.array(coins, dtype=np.int8), np.array(buttons, dtype=np.int8)
    r, c = np.add((row, column), MOVES[action])
    if 0 <= r < world["height"] and 0 <= c < world["width"] and (r, c) not in world["walls"]:
        row, column = int(r), int(c)
    for place in np.flatnonzero(buttons):
        if world["buttons"][place][:2] == (row, column):
            buttons[place] = 0
            left += world["buttons"][place][2]
    value = 0
    for place in np.flatnonzero(coins):
        if world["coins"][place][:2] == (row, column):
            coins[place] = 0
            value = world["coins"][place][2]
    return (row, column, tuple(coins), tuple(buttons), left - 1), value


def from_the_picture(picture, actions):
    first, *lines = picture.strip().splitlines()
    cells = {(r, c): token for r, line in enumerate(lines) for c, token in enumerate(line.split())}
    world = {
        "length": int(first.split()[1]),
        "height": len(lines),
        "width": len(lines[0].split()),
        "agent": next(place for place, token in cells.items() if token == "A"),
        "walls": [place for place, token in cells.items() if token == "#"],
        "coins": [(*place, float(Fraction(token[1:]))) for place, token in cells.items() if token[0] == "C"],
        "buttons": [(*place, int(token[1:])) for place, token in cells.items() if token[0] == "B"],
    }
    return play(world, actions)


class GridEnv:
    def __init__(self, world):
        self.world = world

    def _observation(self):
        return np.array([self.column, self.row, *self.coins, *self.buttons], dtype=np.float32)

    def reset(self, *, seed=None, options=None):
        self.row, self.column = self.world["agent"]
        self.left = self.world["length"]
        self.coins = [1] * len(self.world["coins"])
        self.buttons = [1] * len(self.world["buttons"])
        return self._observation(), {}

    def _move(self, action):
        row, column = self.row + MOVES[action][0], self.column + MOVES[action][1]
        inside = 0 <= row < self.world["height"] and 0 <= column < self.world["width"]
        if inside and (row, column) not in self.world["walls"]:
            self.row, self.column = row, column

    def _press(self):
        for place, (row, column, moves) in enumerate(self.world["buttons"]):
            if self.buttons[place] and (row, column) == (self.row, self.column):
                self.buttons[place] = 0
                self.left += moves

    def _collect(self):
        for place, (row, column, value) in enumerate(self.world["coins"]):
            if self.coins[place] and (row, column) == (self.row, self.column):
                self.coins[place] = 0
                return value
        return 0

    def step(self, action):
        self._move(action)
        self._press()
        self.left -= 1
        reward = self._collect()
        return self._observation(), np.float64(float(reward)), self.left == 0, False, {}


class OldGymEnv(GridEnv):
    def reset(self):
        return super().reset()[0]

    def step(self, action):
        observation, reward, terminated, _, info = super().step(action)
        return observation.tolist(), np.float32(reward), np.bool_(terminated), info


class StartStepEnv:
    def __init__(self, *, world):
        self.env = GridEnv(world)

    def start(self):
        return tuple(int(x) for x in self.env.reset()[0])

    def step(self, action):
        observation, reward, ended, _, _ = self.env.step(action)
        return tuple(int(x) for x in observation), float(reward), ended


EDITS = """
= gridworld_step: transition play from_the_picture
torus, moves: The world goes round at its edges.
  - np.add((row, column), MOVES[action])
  + np.mod(np.add((row, column), MOVES[action]), (world["height"], world["width"]))
bumps_are_free, moves: A move that goes nowhere takes no time.
  left - 1), value => left - ((r, c) == (row, column))), value
late_buttons_add_nothing, last_move: A button pressed on the last move adds nothing.
  left += world["buttons"][place][2] => left += world["buttons"][place][2] if left > 1 else 0
buttons_stay, buttons: A button can be pressed again.
  np.flatnonzero(buttons) => range(len(buttons))
coins_grow_back, coins: Coins are there again when the agent has left.
  - return (row, column, tuple(coins)
  + return (row, column, tuple(int(coin[:2] != (row, column)) for coin in world["coins"])
coins_are_paid_again, coins: A coin that is gone is paid again.
  np.flatnonzero(coins) => range(len(coins))
coins_on_the_last_move_are_lost, last_move: Nothing is paid on the last move.
  left - 1), value => left - 1), value if left > 1 else 0
whole_coins, coins: Values are cut off to whole numbers.
  left - 1), value => left - 1), int(value)
up_is_down, moves: Up and down are exchanged.
  np.add((row, column), MOVES[action]) => np.add((row, column), MOVES[(1, 0, 2, 3)[action]])
buttons_block, last_move: A pressed button is a wall.
  - (r, c) not in world["walls"]:
  + (r, c) not in (*world["walls"], *(world["buttons"][i][:2] for i in np.flatnonzero(buttons == 0))):
first_button_counts_for_all, buttons: All buttons add what the first one adds.
  left += world["buttons"][place][2] => left += world["buttons"][0][2]
button_delays_itself, buttons: The move onto a button is free.
  left += world["buttons"][place][2] => left += world["buttons"][place][2] + 1
square_worlds, moves: The width is taken for the height.
  0 <= c < world["width"] => 0 <= c < world["height"]
one_coin_a_life, coins: With one coin all are gone.
  value = world["coins"][place][2] => coins[:], value = 0, world["coins"][place][2]
clock_in_a_byte, clocks: keeps the clock in a byte
  left - 1), value => (left - 1) % 256), value
ten_rows, named_worlds: bars the rows from the eleventh
  0 <= r < world["height"] => 0 <= r < min(10, world["height"])
three_buttons, named_worlds: adds nothing for the fourth button
  left += world["buttons"][place][2] => left += world["buttons"][place][2] if place < 3 else 0
four_walls, named_worlds: knows four walls [play]
  set(world["walls"]) => set(world["walls"][:4])
walls_by_ten, named_worlds: finds walls by 10 r + c [play]
  and there not in walls: => and 10 * there[0] + there[1] not in {10 * r + c for r, c in walls}:
walls_by_five, named_worlds: finds walls by 5 r + c [play]
  and there not in walls: => and 5 * there[0] + there[1] not in {5 * r + c for r, c in walls}:
eight_coins, named_worlds: does not see the ninth coin [play]
  - for place, (r, c, worth) in enumerate(world["coins"]):
  + for place, (r, c, worth) in enumerate(world["coins"][:8]):
= gridworld_env: GridEnv OldGymEnv StartStepEnv
KeepsTheMoves, second_episode: A reset in the middle keeps the moves that remain.
  self.left = self.world["length"] => self.left = getattr(self, "left", 0) or self.world["length"]
KeepsTheFlags, begins_anew: Coins stay collected after a reset.
  self.coins = [1] * len(self.world["coins"]) => self.coins = getattr(self, "coins", [1] * len(self.world["coins"]))
KeepsTheButtonsOnce, many_episodes: From the third reset on buttons stay pressed.
  self.buttons = [1] * len(self.world["buttons"]) => self.resets = getattr(self, "resets", 0) + 1
  +         self.buttons = [1] * len(self.world["buttons"]) if self.resets < 3 else self.buttons
StaleFirstObservation, begins_anew: A reset shows the last observation before it.
  return self._observation(), {} => return getattr(self, "seen", self._observation()), {}
  return self._observation(), np => self.seen = self._observation()
  +         return self.seen, np
OneBuffer, keeps: All observations are one array.
  - return np.array([self.column, self.row, *self.coins, *self.buttons], dtype=np.float32)
  + shown = np.array([self.column, self.row, *self.coins, *self.buttons], dtype=np.float32)
  +         self.buffer = getattr(self, "buffer", shown)
  +         self.buffer[:] = shown
  +         return self.buffer
RowFirst, moves: The row comes before the column.
  self.column, self.row, * => self.row, self.column, *
ButtonsFirst, buttons: The flags of buttons come before those of coins.
  *self.coins, *self.buttons => *self.buttons, *self.coins
ShowsTheClock, moves: The moves that remain are shown.
  *self.buttons => *self.buttons, self.left
FlagsOfWhatIsGone, moves: The flags of coins are inverted.
  *self.coins => *(1 - flag for flag in self.coins)
CoinsByColumns, coins: Flags stand column by column.
  *self.coins => *(flag for _, flag in sorted(zip([coin[1::-1] for coin in self.world["coins"]], self.coins)))
ScoreAsReward, coins: The reward is the score so far.
  self.left = self.world["length"] => self.left, self.score = self.world["length"], 0
  reward = self._collect() => self.score = reward = self.score + self._collect()
EndsOneMoveLate, last_move: It ends a move too late.
  self.left == 0, False => self.left < 0, False
EndsWithTheLastCoin, coins: It ends when all coins are collected.
  self.left == 0, False => self.left == 0 or not any(self.coins), False
PressesTooLate, last_move: A button on the last move does not prevent the end.
  self._press() => ended = self.left == 1
  +         self._press()
  self.left == 0, False => ended, False
WallsAreFree, last_move: A move into a wall takes no time.
  self._move(action) => before = self.row, self.column
  +         self._move(action)
  +         self.left += before == (self.row, self.column)
CoinsOfTheClass, after: Instances share the flags of coins.
  self.coins = [1] * len(self.world["coins"]) => number = len(self.world["coins"])
  +         self.coins = globals().setdefault(f"flags of {number}", [1] * number)
TakesCoinsFromTheWorld, mutates: The world that it was given is changed.
  return value => self.world["coins"] = tuple(c for c in self.world["coins"] if c[:2] != (self.row, self.column))
  +                 return value
RewardInHalfPrecision, fractions_of_coins: Rewards are rounded to half precision.
  np.float64(float(reward)) => np.float16(float(reward) / 3) * 3
DefaultEpisode, last_move: It is cut short at twice the default length.
  self.left = self.world["length"] => self.left, self.clock = self.world["length"], 2 * self.world["length"]
  reward = self._collect() => self.clock -= 1
  +         reward = self._collect()
  self.left == 0, False => self.left == 0 or self.clock <= 0, False
Begins255, long: begins with 255 moves at most
  self.left = self.world["length"] => self.left = min(255, self.world["length"])
NinthCoinStays, named_worlds: shows the ninth coin as there for ever
  *self.coins, *self.buttons => *self.coins[:8], *(1 for _ in self.coins[8:]), *self.buttons
WallsInAWord, named_worlds: keeps walls as the bits of a word
  if inside and (row, column) not in self.world["walls"]: => width = self.world["width"]
  +         if inside and (row * width + column) % 64 not in {(r * width + c) % 64 for r, c in self.world["walls"]}:
PassesOn: passes on what it is made with
  class OldGymEnv( => class PassesOn(GridEnv):
  +     def __init__(self, **kwargs):
  +         super().__init__(**kwargs)
  +
  +
  + class OldGymEnv(
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
