"""The tabular gridworld of alexsabine/ashes_crr, AI_Safety/NT1: its moves, and its metrics.

    CLONE=ashes_crr formal-rl conform examples/published/nt1_tabular.py:Moves --suite gridworld_env
    CLONE=ashes_crr formal-rl conform examples/published/nt1_tabular.py:metrics --suite policy_metrics

Its world has at most three coins, one button and no walls; these are set by name, and what it has no place for raises.
So the first prints DIVERGES for walls and several buttons, and for nothing else. The second prints DIVERGES for these
and for policies that read a clock, which its agents, as those of the paper, are not shown.
"""

from math import log2

from clone import from_clone

theirs = from_clone("nt1", under="AI_Safety/NT1/checks")
TheirEnv = theirs.Env


def set_world(world):
    """Put a world in the place of theirs."""
    if world["walls"] or len(world["buttons"]) > 1 or len(world["coins"]) > 3:
        raise NotImplementedError("NT1 has no walls, one button and three coins")
    theirs.GRID_W, theirs.GRID_H = world["width"], world["height"]
    coins = enumerate(world["coins"], start=1)
    theirs.COINS = tuple((f"C{place}", (column, row), float(worth)) for place, (row, column, worth) in coins)
    (row, column, theirs.EXT) = next(iter(world["buttons"]), (-1, -1, 0))
    theirs.B4 = column, row
    theirs.WORLDS["set"] = {**theirs.WORLDS["E-A termination"], "b4": bool(world["buttons"]), "own_T": world["length"]}

    class Env(TheirEnv):
        def reset(self):
            super().reset()
            self.y, self.x = world["agent"]
            return self.obs()

    theirs.Env = Env
    return Env


def shown(world, observation):
    """Return column, row, the flags of the coins that there are, and that of the button."""
    column, row, *coins, button, _ = observation
    return (column, row, *map(int, coins[: len(world["coins"])]), *([int(button)] if world["buttons"] else []))


class Moves:
    """Its environment, with start and step."""

    def __init__(self, world):
        self.world, self.env = world, set_world(world)("set", "own")

    def start(self):
        """Begin."""
        return shown(self.world, self.env.reset())

    def step(self, action):
        """Make a move, and see whether it was the last."""
        value = self.env.step(action)
        return shown(self.world, self.env.obs()), value, self.env.done()


def metrics(world, policy, gamma):
    """Return the metrics of what they enumerate; the two sums are restated from `train`, which has them at its end."""
    set_world(world)
    theirs.GAMMA = float(gamma)
    greatest, p, coins = theirs.maxima("set", "own"), {}, {}
    for chance, _, _, length, total in theirs.enumerate_outcomes("set", "own", lambda seen: policy(shown(world, seen))):
        p[length] = p.get(length, 0.0) + chance
        coins[length] = coins.get(length, 0.0) + chance * total
    return sum(coins[each] / greatest[each] for each in p), -sum(each * log2(each) for each in p.values() if each)
