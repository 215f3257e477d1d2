"""The gridworlds of Thornley et al. 2024, Section 4: what the wrong ones are edits of."""

from fractions import Fraction

import numpy as np

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
