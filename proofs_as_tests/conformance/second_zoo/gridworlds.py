"""The gridworlds of Thornley et al. 2024, Section 4, as functions and as classes in the style of Gymnasium."""

from formal_rl.conformance.zoo.edits import by_name
from proofs_as_tests.conformance.second_zoo import plain_gridworlds as plain
from proofs_as_tests.conformance.second_zoo.entry import Entry, edited

_EDITS = """
gridworld_step, transition
torus: The world goes round at its edges.
  - np.add((row, column), MOVES[action])
  + np.mod(np.add((row, column), MOVES[action]), (world["height"], world["width"]))
bumps_are_free: A move that goes nowhere takes no time.
  - left - 1), value
  + left - ((r, c) == (row, column))), value
late_buttons_add_nothing: A button pressed on the last move adds nothing.
  - left += world["buttons"][place][2]
  + left += world["buttons"][place][2] if left > 1 else 0
buttons_stay: A button can be pressed again.
  - np.flatnonzero(buttons)
  + range(len(buttons))
coins_grow_back: Coins are there again when the agent has left.
  - return (row, column, tuple(coins)
  + return (row, column, tuple(int(coin[:2] != (row, column)) for coin in world["coins"])
coins_are_paid_again: A coin that is gone is paid again.
  - np.flatnonzero(coins)
  + range(len(coins))
coins_on_the_last_move_are_lost: Nothing is paid on the last move.
  - left - 1), value
  + left - 1), value if left > 1 else 0
whole_coins: Values are cut off to whole numbers.
  - left - 1), value
  + left - 1), int(value)
up_is_down: Up and down are exchanged.
  - np.add((row, column), MOVES[action])
  + np.add((row, column), MOVES[(1, 0, 2, 3)[action]])
buttons_block: A pressed button is a wall.
  - (r, c) not in world["walls"]:
  + (r, c) not in (*world["walls"], *(world["buttons"][i][:2] for i in np.flatnonzero(buttons == 0))):
first_button_counts_for_all: All buttons add what the first one adds.
  - left += world["buttons"][place][2]
  + left += world["buttons"][0][2]
button_delays_itself: The move onto a button is free.
  - left += world["buttons"][place][2]
  + left += world["buttons"][place][2] + 1
square_worlds: The width is taken for the height.
  - 0 <= c < world["width"]
  + 0 <= c < world["height"]
one_coin_a_life: With one coin all are gone.
  - value = world["coins"][place][2]
  + coins[:], value = 0, world["coins"][place][2]
gridworld_env, GridEnv
KeepsTheMoves: A reset in the middle keeps the moves that remain.
  - self.left = self.world["length"]
  + self.left = getattr(self, "left", 0) or self.world["length"]
KeepsTheFlags: Coins stay collected after a reset.
  - self.coins = [1] * len(self.world["coins"])
  + self.coins = getattr(self, "coins", [1] * len(self.world["coins"]))
KeepsTheButtonsOnce: From the third reset on buttons stay pressed.
  - self.buttons = [1] * len(self.world["buttons"])
  + self.resets = getattr(self, "resets", 0) + 1
  +         self.buttons = [1] * len(self.world["buttons"]) if self.resets < 3 else self.buttons
StaleFirstObservation: A reset shows the last observation before it.
  - return self._observation(), {}
  + return getattr(self, "seen", self._observation()), {}
  - return self._observation(), np
  + self.seen = self._observation()
  +         return self.seen, np
OneBuffer: All observations are one array.
  - return np.array([self.column, self.row, *self.coins, *self.buttons], dtype=np.float32)
  + shown = np.array([self.column, self.row, *self.coins, *self.buttons], dtype=np.float32)
  +         self.buffer = getattr(self, "buffer", shown)
  +         self.buffer[:] = shown
  +         return self.buffer
RowFirst: The row comes before the column.
  - self.column, self.row, *
  + self.row, self.column, *
ButtonsFirst: The flags of buttons come before those of coins.
  - *self.coins, *self.buttons
  + *self.buttons, *self.coins
ShowsTheClock: The moves that remain are shown.
  - *self.buttons
  + *self.buttons, self.left
FlagsOfWhatIsGone: The flags of coins are inverted.
  - *self.coins
  + *(1 - flag for flag in self.coins)
CoinsByColumns: Flags stand column by column.
  - *self.coins
  + *(flag for _, flag in sorted(zip([coin[1::-1] for coin in self.world["coins"]], self.coins)))
ScoreAsReward: The reward is the score so far.
  - self.left = self.world["length"]
  + self.left, self.score = self.world["length"], 0
  - reward = self._collect()
  + self.score = reward = self.score + self._collect()
EndsOneMoveLate: It ends a move too late.
  - self.left == 0, False
  + self.left < 0, False
EndsWithTheLastCoin: It ends when all coins are collected.
  - self.left == 0, False
  + self.left == 0 or not any(self.coins), False
PressesTooLate: A button on the last move does not prevent the end.
  - self._press()
  + ended = self.left == 1
  +         self._press()
  - self.left == 0, False
  + ended, False
WallsAreFree: A move into a wall takes no time.
  - self._move(action)
  + before = self.row, self.column
  +         self._move(action)
  +         self.left += before == (self.row, self.column)
CoinsOfTheClass: Instances share the flags of coins.
  - self.coins = [1] * len(self.world["coins"])
  + number = len(self.world["coins"])
  +         self.coins = globals().setdefault(f"flags of {number}", [1] * number)
TakesCoinsFromTheWorld: The world that it was given is changed.
  - return value
  + self.world["coins"] = tuple(c for c in self.world["coins"] if c[:2] != (self.row, self.column))
  +                 return value
RewardInHalfPrecision: Rewards are rounded to half precision.
  - np.float64(float(reward))
  + np.float16(float(reward) / 3) * 3
DefaultEpisode: It is cut short at twice the default length.
  - self.left = self.world["length"]
  + self.left, self.clock = self.world["length"], 2 * self.world["length"]
  - reward = self._collect()
  + self.clock -= 1
  +         reward = self._collect()
  - self.left == 0, False
  + self.left == 0 or self.clock <= 0, False
"""

RIGHT = (
    Entry("gridworld_step", plain.play, "All actions at once."),
    Entry("gridworld_step", plain.transition, "One action; flags are np.int8."),
    Entry("gridworld_step", plain.from_the_picture, "Reads the picture; coins of halves are floats."),
    Entry("gridworld_env", plain.GridEnv, "Gymnasium; observations in float32, rewards np.float64."),
    Entry("gridworld_env", plain.OldGymEnv, "Gym before; rewards np.float32, ended np.bool_."),
    Entry("gridworld_env", plain.StartStepEnv, "start and step; keywords only."),
)

WRONG = tuple(edited(plain, __name__, _EDITS))

__getattr__ = by_name((*RIGHT, *WRONG))
