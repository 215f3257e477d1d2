"""The pairs of the gridworlds: which optimised form is which definition."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.agents import HashedDraws
from formal_rl.checking import FunctionPair, Scope
from formal_rl.gridworlds import (
    ClockPolicy,
    MemorylessPolicy,
    Value,
    World,
    expected_return,
    expected_return_incremental,
    greatest_coins,
    greatest_coins_incremental,
    measure,
    measure_incremental,
    named_world,
    observe,
    parse_layout,
    reachable,
    uniform_policy,
)
from formal_rl.gridworlds.policies import Probabilities

TINY = parse_layout("length 1\nC1 A B1 C1")
"""One move: the coin on the left. Or the button on the right, then the coin beside it. Seven trajectories."""

_WORLDS = (TINY, *map(named_world, ("lopsided", "memoryless_conflict", "last_moment")))
_GAMMAS: tuple[Value, ...] = (1, Fraction(19, 20), Fraction(1, 3))


def _drawn_probabilities(draws: HashedDraws, index: int) -> Probabilities:
    """Return four probabilities in twelfths, some of them 0."""
    cuts = sorted(int(draws[3 * index + place] * 13) for place in range(3))
    parts = (cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 12 - cuts[2])
    return tuple(Fraction(part, 12) for part in parts)


def drawn_policy(world: World, seed: int) -> MemorylessPolicy:
    """Return a memoryless policy whose probabilities are drawn, in twelfths, for every observation of the world."""
    seen = dict.fromkeys(observe(state) for state in reachable(world) if state.remaining)
    draws = HashedDraws(seed)
    return MemorylessPolicy({each: _drawn_probabilities(draws, index) for index, each in enumerate(seen)})


def drawn_clock_policy(world: World, seed: int) -> ClockPolicy:
    """Return a policy with a clock whose probabilities are drawn, in twelfths."""
    seen = dict.fromkeys((observe(state), world.elapsed(state)) for state in reachable(world) if state.remaining)
    draws = HashedDraws(seed)
    return ClockPolicy({each: _drawn_probabilities(draws, index) for index, each in enumerate(seen)})


def shares(k: int, whole: int) -> Iterator[tuple[Fraction, ...]]:
    """Yield every distribution over k lengths whose probabilities are multiples of 1 / ``whole``."""
    for parts in product(range(whole + 1), repeat=k - 1):
        if sum(parts) <= whole:
            yield tuple(Fraction(part, whole) for part in (*parts, whole - sum(parts)))


def _worlds(scope: Scope) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for world, gamma in product(_WORLDS, _GAMMAS):
        yield "γ = 1" if gamma == 1 else "γ < 1", (world, gamma)


def _policies(scope: Scope) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for world, seed in product(_WORLDS[:3], range(12 if scope.is_full else 3)):
        for gamma in _GAMMAS[:2]:
            yield "clock-less", (world, drawn_policy(world, seed), gamma)
            yield "with a clock", (world, drawn_clock_policy(world, seed), gamma)
    for world in _WORLDS[:3]:
        yield "uniform", (world, uniform_policy, _GAMMAS[1])


def _returns(scope: Scope) -> Iterator[tuple[str, tuple[Any, ...]]]:
    longest = scope.steps(quick=5, full=7)
    for k, root in product((2, 3), (Fraction(1, 2), Fraction(9, 10))):
        for p in shares(k, 6 if k == 2 else 4):
            for u in product((Fraction(1), Fraction(1, 3)), repeat=k):
                for number in range(1, (longest if k == 2 else min(longest, 4)) + 1):
                    yield f"k = {k}", (p, u, root, number)


GREATEST_COINS = FunctionPair(
    "greatest_coins_incremental",
    greatest_coins,
    greatest_coins_incremental,
    _worlds,
    ("γ = 1", "γ < 1"),
    "four small worlds, all trajectories, γ = 1, 19/20 and 1/3",
)
DYNAMIC_PROGRAMME = FunctionPair(
    "measure_incremental",
    measure,
    measure_incremental,
    _policies,
    ("clock-less", "with a clock", "uniform"),
    "drawn policies without and with a clock in three small worlds, all trajectories",
)
CLOSED_FORM = FunctionPair(
    "expected_return_incremental",
    expected_return,
    expected_return_incremental,
    _returns,
    ("k = 2", "k = 3"),
    "all sequences of lengths of at most 5 mini-episodes (4 of three lengths), distributions in sixths or quarters, "
    "u of 1 and 1/3",
)

DREST_PAIRS = (GREATEST_COINS, DYNAMIC_PROGRAMME, CLOSED_FORM)
"""All of them."""
