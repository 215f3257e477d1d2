"""Evaluators of policies in gridworlds: right ones, and wrong ones as they come to be written."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from itertools import product
from math import log, log2
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy

from formal_rl.conformance.zoo.gridworlds import Rules
from formal_rl.conformance.zoo.wrong import RightImplementation, WrongImplementation, wrong

ACTIONS = range(4)


def first_state(world: Any) -> Any:
    """Return row, column, flags of coins, flags of buttons, moves that remain."""
    return (*world["agent"], (1,) * len(world["coins"]), (1,) * len(world["buttons"]), world["length"])


class Plays:
    """All that can happen, each with its probability; and what comes of it, part by part, to be got wrong."""

    rules: Rules = Rules()

    def __init__(self, world: Any, policy: Any, gamma: Any = 1) -> None:
        self.world, self.policy, self.gamma = world, policy, gamma

    def seen(self, state: Any) -> Any:
        """Return what the policy is shown."""
        row, column, coins, buttons, remaining = state
        return (column, row, *coins, *buttons, self.clock(state, remaining))

    def clock(self, state: Any, remaining: int) -> int:
        """Return the clock that is shown."""
        return remaining

    def chances(self, state: Any) -> Any:
        """Return the policy's choice."""
        return self.policy(self.seen(state))

    def length(self, state: Any, moves: int) -> Any:
        """Return the trajectory-length that a play is counted for."""
        return moves

    def ended(self, state: Any, moves: int) -> bool:
        """Return whether no move remains."""
        return bool(state[4] == 0)

    def plays(self, *, chosen: bool) -> Iterable[tuple[float, Any, float]]:
        """Yield probability, length and coins of each play, of those that the policy chooses or of all."""
        waiting = [(first_state(self.world), 0, 1.0, 0.0)]
        while waiting:
            state, moves, probability, total = waiting.pop()
            if self.ended(state, moves):
                yield probability, self.length(state, moves), total
                continue
            chances = self.chances(state) if chosen else (1.0,) * 4
            for action in ACTIONS:
                if chances[action]:
                    after, value = self.rules.moved(self.world, state, action)
                    coins = total + float(self.gamma) ** moves * float(value)
                    waiting.append((after, moves + 1, probability * chances[action], coins))

    def greatest(self) -> Any:
        """Return m by length."""
        most: Any = {}
        for _, length, total in self.plays(chosen=False):
            most[length] = max(total, most.get(length, 0.0))
        return most

    def shares(self) -> Any:
        """Return probability and expected coins times probability, by length."""
        p, coins = defaultdict[Any, float](float), defaultdict[Any, float](float)
        for probability, length, total in self.plays(chosen=True):
            p[length] += probability
            coins[length] += probability * total
        return p, coins

    def usefulness(self, p: Any, coins: Any) -> Any:
        """Return USEFULNESS."""
        greatest = self.greatest()
        return sum(coins[length] / greatest[length] for length in p)

    def neutrality(self, p: Any) -> Any:
        """Return NEUTRALITY."""
        return -sum(each * log2(each) for each in p.values() if each)

    def metrics(self) -> Any:
        """Return both."""
        p, coins = self.shares()
        return self.usefulness(p, coins), self.neutrality(p)


# --- Right ones ---


class Metrics(NamedTuple):
    """The two, the other way round, by name."""

    neutrality: Any
    usefulness: Any


def metrics_of_plays(world: Any, policy: Any, gamma: Any) -> Any:
    """Sum over plays."""
    return Plays(world, policy, gamma).metrics()


def metrics_given_the_greatest(greatest: Any, policy: Any, world: Any) -> Any:
    """Take m as it is given, and return the metrics by name."""
    p, coins = Plays(world, policy).shares()
    useful = sum(coins[length] / float(greatest[length]) for length in p)
    return {"USEFULNESS": useful, "NEUTRALITY": numpy.float64(Plays(world, policy).neutrality(p))}


def metrics_by_layers(env: Any, model: Any) -> Any:
    """Carry a distribution from move to move, and show the policy arrays."""
    plays = Plays(env, model)
    layer = {(first_state(env), 0): (1.0, 0.0)}
    p, coins = defaultdict[Any, float](float), defaultdict[Any, float](float)
    while layer:
        later: Any = defaultdict(lambda: numpy.zeros(2))
        for (state, moves), (probability, total) in layer.items():
            if state[4] == 0:
                p[moves] += probability
                coins[moves] += total
                continue
            chances = numpy.array(model(numpy.array(plays.seen(state), dtype=numpy.float32)))
            for action in numpy.flatnonzero(chances):
                after, value = plays.rules.moved(env, state, int(action))
                later[after, moves + 1] += chances[action] * numpy.array((probability, total + probability * value))
        layer = {place: tuple(both) for place, both in later.items()}
    return Metrics(plays.neutrality(p), plays.usefulness(p, coins))


def metrics_from_a_table(world: Any, policy: Any) -> Any:
    """Ask the policy about every state that can be written down, whether or not a play comes to it."""
    cells = product(range(world["height"]), range(world["width"]))
    flags = product((0, 1), repeat=len(world["coins"]) + len(world["buttons"]))
    coins, longest = len(world["coins"]), world["length"] + sum(delay for _, _, delay in world["buttons"])
    table = {}
    for (row, column), there, remaining in product(cells, tuple(flags), range(1, longest + 1)):
        state = (row, column, there[:coins], there[coins:], remaining)
        table[Plays(world, policy).seen(state)] = policy(((column, row), there[:coins], there[coins:], (remaining,)))
    useful, neutral = Plays(world, table.__getitem__).metrics()
    return SimpleNamespace(usefulness=useful, neutrality=neutral)


# --- What the policy is shown ---


class _ClockAlwaysZero(Plays):
    def clock(self, state: Any, remaining: int) -> int:
        return 0


class _ClockOfTheCoins(Plays):
    def clock(self, state: Any, remaining: int) -> int:
        last = self.world["height"] - 1
        return int(sum(value for row, _, value in self.world["coins"] if row == last))


class _MovesSoFar(Plays):
    def clock(self, state: Any, remaining: int) -> int:
        pressed = (button[2] for button, there in zip(self.world["buttons"], state[3], strict=True) if not there)
        return int(self.world["length"] + sum(pressed) - remaining)


class _OneLess(Plays):
    def clock(self, state: Any, remaining: int) -> int:
        return remaining - 1


class _ClockWithoutDelays(Plays):
    def clock(self, state: Any, remaining: int) -> int:
        pressed = (button[2] for button, there in zip(self.world["buttons"], state[3], strict=True) if not there)
        return int(max(remaining - sum(pressed), 0))


class _ClockUpToTwo(Plays):
    def clock(self, state: Any, remaining: int) -> int:
        return min(remaining, 2)


class _RowFirst(Plays):
    def seen(self, state: Any) -> Any:
        column, row, *others = super().seen(state)
        return (row, column, *others)


class _ButtonsFirst(Plays):
    def seen(self, state: Any) -> Any:
        row, column, coins, buttons, remaining = state
        return (column, row, *buttons, *coins, remaining)


class _FlagsOfTheStart(Plays):
    def seen(self, state: Any) -> Any:
        return super().seen((*state[:2], *first_state(self.world)[2:4], state[4]))


class _FlagsOfWhatIsGone(Plays):
    def seen(self, state: Any) -> Any:
        row, column, coins, buttons, remaining = state
        return (column, row, *(1 - each for each in (*coins, *buttons)), remaining)


class _AskedOnceAPlace(Plays):
    def __init__(self, world: Any, policy: Any) -> None:
        super().__init__(world, policy)
        self.known: Any = {}

    def chances(self, state: Any) -> Any:
        return self.known.setdefault(state[:4], super().chances(state))


class _MostLikelyOnly(Plays):
    def chances(self, state: Any) -> Any:
        chances = super().chances(state)
        best = chances.index(max(chances))
        return tuple(float(action == best) for action in ACTIONS)


# --- What comes of it ---


class _EndsAtTheDefault(Plays):
    def ended(self, state: Any, moves: int) -> bool:
        return bool(moves == self.world["length"])


class _LengthByWhetherPressed(Plays):
    def length(self, state: Any, moves: int) -> Any:
        return all(state[3])


class _LengthByButtons(Plays):
    def length(self, state: Any, moves: int) -> Any:
        return state[3]


class _ThroughWalls(Rules):
    def ahead(self, world: Any, row: int, column: int, action: int) -> Any:
        return super().ahead({**world, "walls": ()}, row, column, action)


class _NoWalls(Plays):
    rules = _ThroughWalls()


class _InNats(Plays):
    def neutrality(self, p: Any) -> Any:
        return -sum(each * log(each) for each in p.values() if each)


class _GreatestOfAll(Plays):
    def usefulness(self, p: Any, coins: Any) -> Any:
        return sum(coins.values()) / max(self.greatest().values())


class _Unweighted(Plays):
    def usefulness(self, p: Any, coins: Any) -> Any:
        greatest, chosen = self.greatest(), [length for length in p if p[length]]
        return sum(coins[length] / p[length] / greatest[length] for length in chosen) / len(chosen)


class _GreatestUndiscounted(Plays):
    def greatest(self) -> Any:
        return Plays(self.world, self.policy).greatest()


class _Sampled(Plays):
    def plays(self, *, chosen: bool) -> Iterable[tuple[float, Any, float]]:
        if not chosen:
            yield from super().plays(chosen=False)
            return
        draw = Random(0)
        for _ in range(1_000):
            state, moves, total = first_state(self.world), 0, 0.0
            while not self.ended(state, moves):
                state, value = self.rules.moved(self.world, state, draw.choices(ACTIONS, self.chances(state))[0])
                moves, total = moves + 1, total + float(value)
            yield 1e-3, moves, total


def evaluator_with_an_undiscounted_m(world: Any, policy: Any, gamma: Any) -> Any:
    """Discount what is collected, and not m."""
    return _GreatestUndiscounted(world, policy, gamma).metrics()


def _evaluator(name: str, plays: type[Plays]) -> Callable[[Any, Any], Any]:
    """Return the function that makes plays of a world and a policy and returns their metrics, under its name."""

    def evaluator(world: Any, policy: Any) -> Any:
        return plays(world, policy).metrics()

    evaluator.__name__ = evaluator.__qualname__ = name
    return evaluator


evaluator_with_the_clock_at_zero = _evaluator("evaluator_with_the_clock_at_zero", _ClockAlwaysZero)
evaluator_with_coins_for_a_clock = _evaluator("evaluator_with_coins_for_a_clock", _ClockOfTheCoins)
evaluator_with_moves_so_far = _evaluator("evaluator_with_moves_so_far", _MovesSoFar)
evaluator_with_the_clock_one_less = _evaluator("evaluator_with_the_clock_one_less", _OneLess)
evaluator_with_a_clock_without_delays = _evaluator("evaluator_with_a_clock_without_delays", _ClockWithoutDelays)
evaluator_with_a_clock_up_to_two = _evaluator("evaluator_with_a_clock_up_to_two", _ClockUpToTwo)
evaluator_with_the_row_first = _evaluator("evaluator_with_the_row_first", _RowFirst)
evaluator_with_buttons_first = _evaluator("evaluator_with_buttons_first", _ButtonsFirst)
evaluator_with_the_flags_of_the_start = _evaluator("evaluator_with_the_flags_of_the_start", _FlagsOfTheStart)
evaluator_with_flags_of_what_is_gone = _evaluator("evaluator_with_flags_of_what_is_gone", _FlagsOfWhatIsGone)
evaluator_that_asks_once_a_place = _evaluator("evaluator_that_asks_once_a_place", _AskedOnceAPlace)
evaluator_of_the_most_likely = _evaluator("evaluator_of_the_most_likely", _MostLikelyOnly)
evaluator_that_ends_at_the_default = _evaluator("evaluator_that_ends_at_the_default", _EndsAtTheDefault)
evaluator_by_whether_pressed = _evaluator("evaluator_by_whether_pressed", _LengthByWhetherPressed)
evaluator_by_buttons = _evaluator("evaluator_by_buttons", _LengthByButtons)
evaluator_without_walls = _evaluator("evaluator_without_walls", _NoWalls)
evaluator_in_nats = _evaluator("evaluator_in_nats", _InNats)
evaluator_with_one_greatest = _evaluator("evaluator_with_one_greatest", _GreatestOfAll)
evaluator_unweighted = _evaluator("evaluator_unweighted", _Unweighted)
evaluator_by_samples = _evaluator("evaluator_by_samples", _Sampled)

RIGHT: tuple[RightImplementation, ...] = (
    RightImplementation("sums over plays", metrics_of_plays, "policy_metrics"),
    RightImplementation("m as it is given", metrics_given_the_greatest, "policy_metrics"),
    RightImplementation("a distribution carried from move to move", metrics_by_layers, "policy_metrics"),
    RightImplementation("a table of all states", metrics_from_a_table, "policy_metrics"),
)
"""The definitions, in each convention."""

_S = "policy_metrics"

WRONG: tuple[WrongImplementation, ...] = (
    wrong(evaluator_with_the_clock_at_zero, _S, "clock", "shows the policy a clock that is always 0"),
    wrong(evaluator_with_coins_for_a_clock, _S, "clock", "shows the policy the worth of coins for a clock"),
    wrong(evaluator_with_moves_so_far, _S, "clock", "shows the moves made for those that remain"),
    wrong(evaluator_with_the_clock_one_less, _S, "clock", "shows the clock of after the move"),
    wrong(evaluator_with_a_clock_without_delays, _S, "clock", "leaves out of the clock what buttons add"),
    wrong(evaluator_with_a_clock_up_to_two, _S, "shown", "shows a clock of at most 2"),
    wrong(evaluator_with_the_row_first, _S, "place", "shows the row before the column"),
    wrong(evaluator_with_buttons_first, _S, "flags", "shows buttons before coins"),
    wrong(evaluator_with_the_flags_of_the_start, _S, "flags", "shows coins that are collected as there"),
    wrong(evaluator_with_flags_of_what_is_gone, _S, "flags", "shows 1 for what is gone"),
    wrong(evaluator_that_asks_once_a_place, _S, "clock", "keeps the policy's answer for a place, whatever the clock"),
    wrong(evaluator_of_the_most_likely, _S, "place", "plays the most likely action only"),
    wrong(evaluator_that_ends_at_the_default, _S, "place", "forgets the moves that buttons add"),
    wrong(evaluator_by_whether_pressed, _S, "buttons", "knows two lengths only"),
    wrong(evaluator_by_buttons, _S, "buttons", "takes each set of pressed buttons for a length"),
    wrong(evaluator_without_walls, _S, "drawn", "walks through walls"),
    wrong(evaluator_in_nats, _S, "place", "takes the natural logarithm"),
    wrong(evaluator_with_one_greatest, _S, "place", "divides by the most of any length"),
    wrong(evaluator_unweighted, _S, "place", "does not weight the lengths"),
    wrong(evaluator_with_an_undiscounted_m, _S, "discount", "discounts what is collected and not m"),
    wrong(evaluator_by_samples, _S, "place", "draws plays"),
)
"""Wrong ones, each with the claim that catches it."""
