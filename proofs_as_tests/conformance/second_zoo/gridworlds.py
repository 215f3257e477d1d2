"""The gridworlds of Thornley et al. 2024, Section 4, as functions and as classes in the style of Gymnasium."""

import numpy as np

from proofs_as_tests.conformance.second_zoo.entry import Entry

MOVES = ((-1, 0), (1, 0), (0, -1), (0, 1))

# --- gridworld_step -----------------------------------------------------------------------------------------------


def play(world, actions):
    """The states and values along the actions."""
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
    """The next state and the value; flags are arrays."""
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
    """Read the picture and play."""
    first, *lines = picture.strip().splitlines()
    cells = {(r, c): token for r, line in enumerate(lines) for c, token in enumerate(line.split())}
    world = {
        "length": int(first.split()[1]),
        "height": len(lines),
        "width": len(lines[0].split()),
        "agent": next(place for place, token in cells.items() if token == "A"),
        "walls": [place for place, token in cells.items() if token == "#"],
        "coins": [(*place, _number(token[1:])) for place, token in cells.items() if token[0] == "C"],
        "buttons": [(*place, int(token[1:])) for place, token in cells.items() if token[0] == "B"],
    }
    return play(world, actions)


def _number(text):
    above, _, below = text.partition("/")
    return int(above) / int(below) if below else int(above)


def torus(world, state, action):
    """Go round the edges."""
    row, column = state[:2]
    height, width = world["height"], world["width"]
    there = ((row + MOVES[action][0]) % height, (column + MOVES[action][1]) % width)
    over_the_edge = abs(there[0] - row) > 1 or abs(there[1] - column) > 1
    if not over_the_edge or there in world["walls"]:
        return transition(world, state, action)
    # From one place further, the same move arrives there.
    before = (there[0] - MOVES[action][0], there[1] - MOVES[action][1])
    return transition(world, (*before, *state[2:]), action)


def _changed(world, state, action, change):
    """The right transition, changed by a function of the state before and of both parts of the answer."""
    after, value = transition(world, state, action)
    return change(state, after, value)


def bumps_are_free(world, state, action):
    """A move into a wall or over the edge takes no time."""

    def change(before, after, value):
        stayed = before[:2] == after[:2]
        return (*after[:4], after[4] + stayed), value

    return _changed(world, state, action, change)


def late_buttons_add_nothing(world, state, action):
    """A button does not count on the last move, since the time is up."""
    after, value = transition(world, state, action)
    pressed = after[3] != tuple(state[3])
    return ((*after[:4], 0), value) if state[4] == 1 and pressed else (after, value)


def buttons_stay(world, state, action):
    (row, column, coins, buttons, left), value = transition(world, (*state[:3], [1] * len(state[3]), state[4]), action)
    flags = tuple(a and b for a, b in zip(state[3], buttons, strict=True))
    return (row, column, coins, flags, left), value


def coins_grow_back(world, state, action):
    """A coin is there again when the agent has left its place."""
    (row, column, _, buttons, left), value = transition(world, state, action)
    places = [coin[:2] for coin in world["coins"]]
    return (row, column, tuple(int(place != (row, column)) for place in places), buttons, left), value


def coins_are_paid_again(world, state, action):
    after, value = transition(world, (*state[:2], [1] * len(state[2]), *state[3:]), action)
    flags = tuple(a and b for a, b in zip(state[2], after[2], strict=True))
    return (*after[:2], flags, *after[3:]), value


def coins_on_the_last_move_are_lost(world, state, action):
    after, value = transition(world, state, action)
    return (after, 0) if after[4] == 0 else (after, value)


def whole_coins(world, state, action):
    after, value = transition(world, state, action)
    return after, int(value)


def up_is_down(world, state, action):
    return transition(world, state, (1, 0, 2, 3)[action])


def buttons_block(world, state, action):
    """A button that was pressed is a wall."""
    pressed = [b[:2] for b, flag in zip(world["buttons"], state[3], strict=True) if not flag]
    return transition({**world, "walls": [*world["walls"], *pressed]}, state, action)


def first_button_counts_for_all(world, state, action):
    buttons = [(r, c, world["buttons"][0][2]) for r, c, _ in world["buttons"]]
    return transition({**world, "buttons": buttons}, state, action)


def button_delays_itself(world, state, action):
    """The move onto a button takes no time."""

    def change(before, after, value):
        pressed = tuple(before[3]) != tuple(after[3])
        return (*after[:4], after[4] + pressed), value

    return _changed(world, state, action, change)


def square_worlds(world, state, action):
    """Take the height for the width."""
    return transition({**world, "width": world["height"]}, state, action)


def one_coin_a_life(world, state, action):
    """When one coin is collected, all flags fall."""
    after, value = transition(world, state, action)
    return ((*after[:2], (0,) * len(after[2]), *after[3:]), value) if value else (after, value)


# --- gridworld_env ------------------------------------------------------------------------------------------------


class GridEnv:
    """With the methods of a Gymnasium environment, in float32."""

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
    """Four values from step, the observation alone from reset; the reward is an np.float32."""

    def reset(self):
        return super().reset()[0]

    def step(self, action):
        observation, reward, terminated, _, info = super().step(action)
        return observation.tolist(), np.float32(reward), np.bool_(terminated), info


class StartStepEnv:
    """With start, and tuples of ints."""

    def __init__(self, *, world):
        self.env = GridEnv(world)

    def start(self):
        return tuple(int(x) for x in self.env.reset()[0])

    def step(self, action):
        observation, reward, ended, _, _ = self.env.step(action)
        return tuple(int(x) for x in observation), float(reward), ended


class KeepsTheMoves(GridEnv):
    """The moves that remain are set when the environment is made."""

    def __init__(self, world):
        super().__init__(world)
        self.remaining = world["length"]

    def reset(self, **options):
        observation = super().reset(**options)
        self.left = self.remaining
        return observation

    def step(self, action):
        answer = super().step(action)
        self.remaining = self.left if self.left > 0 else self.world["length"]
        return answer


class KeepsTheFlags(GridEnv):
    def __init__(self, world):
        super().__init__(world)
        self.flags = [1] * len(world["coins"])

    def reset(self, **options):
        super().reset(**options)
        self.coins = self.flags
        return self._observation(), {}


class KeepsTheButtonsOnce(GridEnv):
    """The second reset does not set the buttons again."""

    resets = 0

    def reset(self, **options):
        pressed = getattr(self, "buttons", None)
        super().reset(**options)
        self.resets += 1
        if self.resets > 2:
            self.buttons = pressed
        return self._observation(), {}


class StaleFirstObservation(GridEnv):
    """Returns what was seen last when it is reset."""

    seen = None

    def reset(self, **options):
        first, info = super().reset(**options)
        return (first if self.seen is None else self.seen), info

    def step(self, action):
        answer = super().step(action)
        self.seen = answer[0]
        return answer


class OneBuffer(GridEnv):
    """Hands out the same array each time."""

    def __init__(self, world):
        super().__init__(world)
        self.buffer = np.zeros(2 + len(world["coins"]) + len(world["buttons"]), dtype=np.float32)

    def _observation(self):
        self.buffer[:] = [self.column, self.row, *self.coins, *self.buttons]
        return self.buffer


class RowFirst(GridEnv):
    def _observation(self):
        return np.array([self.row, self.column, *self.coins, *self.buttons], dtype=np.float32)


class ButtonsFirst(GridEnv):
    def _observation(self):
        return np.array([self.column, self.row, *self.buttons, *self.coins], dtype=np.float32)


class ShowsTheClock(GridEnv):
    def _observation(self):
        return np.array([self.column, self.row, *self.coins, *self.buttons, self.left], dtype=np.float32)


class FlagsOfWhatIsGone(GridEnv):
    """A flag is 1 when the coin has been collected."""

    def _observation(self):
        gone = [1 - flag for flag in self.coins]
        return np.array([self.column, self.row, *gone, *self.buttons], dtype=np.float32)


class CoinsByColumns(GridEnv):
    """Flags stand column by column."""

    def _observation(self):
        coins = self.world["coins"]
        order = sorted(range(len(coins)), key=lambda i: (coins[i][1], coins[i][0]))
        return np.array([self.column, self.row, *(self.coins[i] for i in order), *self.buttons], dtype=np.float32)


class ScoreAsReward(GridEnv):
    """The reward is what was collected so far."""

    def reset(self, **options):
        self.score = 0.0
        return super().reset(**options)

    def step(self, action):
        observation, reward, ended, truncated, info = super().step(action)
        self.score += float(reward)
        return observation, self.score, ended, truncated, info


class EndsOneMoveLate(GridEnv):
    def step(self, action):
        observation, reward, _, truncated, info = super().step(action)
        return observation, reward, self.left < 0, truncated, info


class EndsWithTheLastCoin(GridEnv):
    """Ends as soon as nothing can be collected any more."""

    def step(self, action):
        observation, reward, ended, truncated, info = super().step(action)
        return observation, reward, ended or not any(self.coins), truncated, info


class PressesTooLate(GridEnv):
    """Looks whether time is up before the button adds its moves."""

    def step(self, action):
        self._move(action)
        self.left -= 1
        ended = self.left == 0
        self._press()
        return self._observation(), float(self._collect()), ended, False, {}


class WallsAreFree(GridEnv):
    def step(self, action):
        before = self.row, self.column
        self._move(action)
        if before == (self.row, self.column):
            return self._observation(), 0.0, False, False, {}
        self._press()
        self.left -= 1
        return self._observation(), float(self._collect()), self.left == 0, False, {}


class CoinsOfTheClass(GridEnv):
    """The flags are one list for all instances of a size."""

    lists: dict = {}  # noqa: RUF012 (the bug)

    def reset(self, **options):
        super().reset(**options)
        self.coins = self.lists.setdefault(len(self.coins), self.coins)
        return self._observation(), {}


class TakesCoinsFromTheWorld(GridEnv):
    """Removes coins from the mapping that it was given."""

    def _collect(self):
        value = super()._collect()
        if value:
            kept = self.world["coins"]
            self.world["coins"] = tuple(c for c in kept if c[:2] != (self.row, self.column))
        return value


class RewardInHalfPrecision(GridEnv):
    def step(self, action):
        observation, reward, ended, truncated, info = super().step(action)
        return observation, np.float16(float(reward) / 3) * 3, ended, truncated, info


class DefaultEpisode(GridEnv):
    """Mini-episodes never have more than twice the default number of moves."""

    def reset(self, **options):
        self.clock = 0
        return super().reset(**options)

    def step(self, action):
        self.clock += 1
        observation, reward, ended, truncated, info = super().step(action)
        return observation, reward, ended or self.clock >= 2 * self.world["length"], truncated, info


RIGHT = (
    Entry("gridworld_step", play, "All actions at once."),
    Entry("gridworld_step", transition, "One action; flags are np.int8."),
    Entry("gridworld_step", from_the_picture, "Reads the picture; coins of halves are floats."),
    Entry("gridworld_env", GridEnv, "Gymnasium; observations in float32, rewards np.float64."),
    Entry("gridworld_env", OldGymEnv, "Gym before; rewards np.float32, ended np.bool_."),
    Entry("gridworld_env", StartStepEnv, "start and step; keywords only."),
)

WRONG = (
    Entry("gridworld_step", torus, "The world goes round at its edges."),
    Entry("gridworld_step", bumps_are_free, "A move that goes nowhere takes no time."),
    Entry("gridworld_step", late_buttons_add_nothing, "A button pressed on the last move adds nothing."),
    Entry("gridworld_step", buttons_stay, "A button can be pressed again."),
    Entry("gridworld_step", coins_grow_back, "Coins are there again when the agent has left."),
    Entry("gridworld_step", coins_are_paid_again, "A coin that is gone is paid again."),
    Entry("gridworld_step", coins_on_the_last_move_are_lost, "Nothing is paid on the last move."),
    Entry("gridworld_step", whole_coins, "Values are cut off to whole numbers."),
    Entry("gridworld_step", up_is_down, "Up and down are exchanged."),
    Entry("gridworld_step", buttons_block, "A pressed button is a wall."),
    Entry("gridworld_step", first_button_counts_for_all, "All buttons add what the first one adds."),
    Entry("gridworld_step", button_delays_itself, "The move onto a button is free."),
    Entry("gridworld_step", square_worlds, "The width is taken for the height."),
    Entry("gridworld_step", one_coin_a_life, "With one coin all are gone."),
    Entry("gridworld_env", KeepsTheMoves, "A reset in the middle keeps the moves that remain."),
    Entry("gridworld_env", KeepsTheFlags, "Coins stay collected after a reset."),
    Entry("gridworld_env", KeepsTheButtonsOnce, "From the third reset on buttons stay pressed."),
    Entry("gridworld_env", StaleFirstObservation, "A reset shows the last observation before it."),
    Entry("gridworld_env", OneBuffer, "All observations are one array."),
    Entry("gridworld_env", RowFirst, "The row comes before the column."),
    Entry("gridworld_env", ButtonsFirst, "The flags of buttons come before those of coins."),
    Entry("gridworld_env", ShowsTheClock, "The moves that remain are shown."),
    Entry("gridworld_env", FlagsOfWhatIsGone, "The flags of coins are inverted."),
    Entry("gridworld_env", CoinsByColumns, "Flags stand column by column."),
    Entry("gridworld_env", ScoreAsReward, "The reward is the score so far."),
    Entry("gridworld_env", EndsOneMoveLate, "It ends a move too late."),
    Entry("gridworld_env", EndsWithTheLastCoin, "It ends when all coins are collected."),
    Entry("gridworld_env", PressesTooLate, "A button on the last move does not prevent the end."),
    Entry("gridworld_env", WallsAreFree, "A move into a wall takes no time."),
    Entry("gridworld_env", CoinsOfTheClass, "Instances share the flags of coins."),
    Entry("gridworld_env", TakesCoinsFromTheWorld, "The world that it was given is changed."),
    Entry("gridworld_env", RewardInHalfPrecision, "Rewards are rounded to half precision."),
    Entry("gridworld_env", DefaultEpisode, "It is cut short at twice the default length."),
)
