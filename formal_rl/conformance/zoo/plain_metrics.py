"""Evaluators of policies in gridworlds, plainly, and in each convention: what the wrong ones are edits of."""

import math
from collections import defaultdict, namedtuple
from collections.abc import Iterable
from itertools import product
from types import SimpleNamespace
from typing import Any

import numpy

from formal_rl.conformance.zoo.plain_worlds import first_state, move_by_mapping

Metrics = namedtuple("Metrics", "neutrality usefulness")


class Plays:
    """All that can happen, each with its probability, and what comes of it."""

    def __init__(self, world: Any, policy: Any, gamma: Any = 1) -> None:
        self.world, self.policy, self.gamma = world, policy, gamma

    def seen(self, state: Any) -> Any:
        """Return what the policy is shown."""
        row, column, coins, buttons, remaining = state
        return (column, row, *coins, *buttons, remaining)

    def plays(self, *, chosen: bool) -> Iterable[tuple[float, Any, float]]:
        """Yield probability, length and coins of each play, of those that the policy chooses or of all."""
        waiting = [(first_state(self.world), 0, 1.0, 0.0)]
        while waiting:
            state, moves, probability, total = waiting.pop()
            if state[4] == 0:
                yield probability, moves, total
                continue
            chances = self.policy(self.seen(state)) if chosen else (1.0,) * 4
            for action, chance in enumerate(chances):
                if chance:
                    after, value = move_by_mapping(self.world, state, action)
                    coins = total + float(self.gamma) ** moves * float(value)
                    waiting.append((after, moves + 1, probability * chance, coins))

    def greatest(self) -> Any:
        """Return m by length."""
        return {length: total for _, length, total in sorted(self.plays(chosen=False), key=lambda play: play[2])}

    def shares(self) -> Any:
        """Return probability and expected coins times probability, by length."""
        p, coins = defaultdict[Any, float](float), defaultdict[Any, float](float)
        for probability, length, total in self.plays(chosen=True):
            p[length] += probability
            coins[length] += probability * total
        return p, coins


def usefulness(p: Any, coins: Any, greatest: Any) -> Any:
    """Return USEFULNESS."""
    return sum(coins[length] / float(greatest[length]) for length in p)


def neutrality(p: Any) -> Any:
    """Return NEUTRALITY."""
    return -sum(each * math.log2(each) for each in p.values() if each)


def metrics_of_plays(world: Any, policy: Any, gamma: Any) -> Any:
    """Sum over plays."""
    plays = Plays(world, policy, gamma)
    p, coins = plays.shares()
    return usefulness(p, coins, plays.greatest()), neutrality(p)


def metrics_given_the_greatest(greatest: Any, policy: Any, world: Any) -> Any:
    """Take m as it is given, and return the metrics by name."""
    p, coins = Plays(world, policy).shares()
    return {"USEFULNESS": usefulness(p, coins, greatest), "NEUTRALITY": numpy.float64(neutrality(p))}


def metrics_by_layers(env: Any, model: Any) -> Any:
    """Carry a distribution from move to move, show the policy arrays, and return the metrics the other way round."""
    plays, moves, layer = Plays(env, model), 0, {first_state(env): (1.0, 0.0)}
    p, coins = defaultdict[Any, float](float), defaultdict[Any, float](float)
    while layer:
        later: Any = defaultdict(lambda: numpy.zeros(2))
        for state, (probability, total) in layer.items():
            if not state[4]:
                p[moves] += probability
                coins[moves] += total
                continue
            chances = numpy.array(model(numpy.array(plays.seen(state), dtype=numpy.float32)))
            for action in numpy.flatnonzero(chances):
                after, value = move_by_mapping(env, state, int(action))
                later[after] += chances[action] * numpy.array((probability, total + probability * value))
        layer, moves = later, moves + 1
    return Metrics(neutrality(p), usefulness(p, coins, plays.greatest()))


def metrics_from_a_table(world: Any, policy: Any) -> Any:
    """Ask the policy about every state that can be written down, whether or not a play comes to it."""
    cells, coins = product(range(world["height"]), range(world["width"])), len(world["coins"])
    flags = product((0, 1), repeat=coins + len(world["buttons"]))
    longest = world["length"] + sum(delay for _, _, delay in world["buttons"])
    table = {}
    for (row, column), there, remaining in product(cells, flags, range(1, longest + 1)):
        table[column, row, *there, remaining] = policy(((column, row), there[:coins], there[coins:], (remaining,)))
    useful, neutral = metrics_of_plays(world, table.__getitem__, 1)
    return SimpleNamespace(usefulness=useful, neutrality=neutral)
