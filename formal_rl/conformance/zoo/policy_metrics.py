"""Evaluators of policies in gridworlds: right ones, and wrong ones as they come to be written."""

import math
from collections import defaultdict, namedtuple
from collections.abc import Iterable
from typing import Any

import numpy

from formal_rl.conformance.zoo.edits import edited
from formal_rl.conformance.zoo.gridworlds import first_state, move_by_mapping

Metrics = namedtuple("Metrics", "neutrality usefulness")


class Plays:
    """All that can happen, each with its probability, and what comes of it."""

    def __init__(self, world: Any, policy: Any, gamma: Any = 1) -> None:
        self.world, self.policy, self.gamma = world, policy, gamma

    def seen(self, state: Any) -> Any:
        """Return the policy's observation."""
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


def usefulness_and_neutrality(shares: Any, greatest: Any) -> Any:
    """Return both metrics."""
    p, coins = shares
    useful = sum(coins[length] / float(greatest[length]) for length in p)
    return useful, -sum(each * math.log2(each) for each in p.values() if each)


def metrics_of_plays(world: Any, policy: Any, gamma: Any) -> Any:
    """Sum over plays."""
    plays = Plays(world, policy, gamma)
    return usefulness_and_neutrality(plays.shares(), plays.greatest())


def metrics_given_the_greatest(greatest: Any, policy: Any, world: Any) -> Any:
    """Take m as it is given, and return the metrics by name."""
    useful, neutral = usefulness_and_neutrality(Plays(world, policy).shares(), greatest)
    return {"USEFULNESS": useful, "NEUTRALITY": numpy.float64(neutral)}


def metrics_by_name(env: Any, model: Any) -> Any:
    """Show the policy arrays, and return the metrics the other way round."""
    useful, neutral = metrics_of_plays(env, lambda seen: model(numpy.array(seen, dtype=numpy.float32)), 1)
    return Metrics(neutral, useful)


EDITS = """
= policy_metrics: metrics_of_plays metrics_given_the_greatest metrics_by_name
evaluator_with_the_clock_at_zero, clock: shows the policy a clock that is always 0
  *buttons, remaining) => *buttons, 0)
evaluator_with_a_clock_up_to_two, shown: shows a clock of at most 2
  *buttons, remaining) => *buttons, min(remaining, 2))
evaluator_with_the_row_first, place: shows the row before the column
  (column, row, *coins => (row, column, *coins
evaluator_with_buttons_first, flags: shows buttons before coins
  *coins, *buttons, => *buttons, *coins,
evaluator_that_asks_once_a_place, clock: keeps the policy's answer for a place, whatever the clock
  waiting = [ => known: Any = {}
  +         waiting = [
  self.policy(self.seen(state)) if chosen => known.setdefault(state[:4], self.policy(self.seen(state))) if chosen
evaluator_of_the_most_likely, place: plays the most likely action only
  in enumerate(chances): => in [(chances.index(max(chances)), 1.0)] if chosen else enumerate(chances):
evaluator_that_ends_at_the_default, place: forgets the moves that buttons add
  if state[4] == 0: => if moves == self.world["length"]:
evaluator_by_buttons, buttons: takes each set of pressed buttons for a length
  yield probability, moves, total => yield probability, state[3], total
evaluator_without_walls, drawn: walks through walls
  move_by_mapping(self.world, state => move_by_mapping({**self.world, "walls": ()}, state
evaluator_in_nats, place: takes the natural logarithm
  math.log2 => math.log
evaluator_with_one_greatest, place: divides by the most of any length
  float(greatest[length]) => max(greatest.values())
evaluator_with_an_undiscounted_m, discount: discounts what is collected and not m
  self.plays(chosen=False) => Plays(self.world, self.policy).plays(chosen=False)
"""

RIGHT, WRONG, __getattr__ = edited(__name__, EDITS)
