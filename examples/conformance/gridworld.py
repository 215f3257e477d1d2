"""A gridworld in gymnasium's way, and the forms in which people have one: a factory, an id, a vector, a dict."""

import gymnasium
import numpy

MOVES = ((-1, 0), (1, 0), (0, -1), (0, 1))


class Grid(gymnasium.Env):
    """Coins, buttons and walls; an array is shown."""

    action_space = gymnasium.spaces.Discrete(4)

    def __init__(self, world):
        """Take a world: its height, width and length, and where the agent, the walls, coins and buttons are."""
        self.world = world
        size = 2 + len(world["coins"]) + len(world["buttons"])
        self.observation_space = gymnasium.spaces.Box(0, 2**60, (size,), dtype=numpy.int64)

    def reset(self, *, seed=None, options=None):
        """Begin."""
        super().reset(seed=seed)
        self.cell, self.remaining = self.world["agent"], self.world["length"]
        self.coins, self.buttons = [1] * len(self.world["coins"]), [1] * len(self.world["buttons"])
        return self.shown(), {}

    def step(self, action):
        """Move, press, then collect."""
        row, column = (place + way for place, way in zip(self.cell, MOVES[action], strict=True))
        inside = 0 <= row < self.world["height"] and 0 <= column < self.world["width"]
        if inside and (row, column) not in self.world["walls"]:
            self.cell = row, column
        for index, (*cell, delay) in enumerate(self.world["buttons"]):
            if tuple(cell) == self.cell and self.buttons[index]:
                self.buttons[index], self.remaining = 0, self.remaining + delay
        self.remaining -= 1
        reward = 0
        for index, (*cell, value) in enumerate(self.world["coins"]):
            if tuple(cell) == self.cell and self.coins[index]:
                self.coins[index], reward = 0, reward + value
        return self.shown(), reward, self.remaining <= 0, False, {}

    def shown(self):
        """Show column, row and flags."""
        return numpy.array([*reversed(self.cell), *self.coins, *self.buttons])


def make_env(world):
    """Make one: formal-rl conform gridworld.py:make_env --suite gridworld_env."""
    return Grid(world)


def make_vector(world):
    """Make a vector environment of one."""
    return gymnasium.vector.SyncVectorEnv([lambda: Grid(world)])


class DictGrid(Grid):
    """Show a dict."""

    def shown(self):
        """Show what is where, by name."""
        return {"buttons": tuple(self.buttons), "coins": tuple(self.coins), "agent": tuple(reversed(self.cell))}


class GridWithoutWalls(Grid):
    """Go through walls, which is wrong."""

    def __init__(self, world):
        """Forget them."""
        super().__init__({**world, "walls": ()})


gymnasium.register("Grid-v0", entry_point=Grid)
gymnasium.register("GridWithoutWalls-v0", entry_point=GridWithoutWalls)
