"""The pairs of the gridworlds and of training: which optimised form is which definition; and worlds and policies."""

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
    neutrality,
    observe,
    parse_layout,
    reachable,
    usefulness,
)
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.gridworlds.training import (
    ExponentialDecay,
    Logits,
    Training,
    first_state,
    measure_compiled,
    softmax_policy,
    train,
    train_compiled,
)
from formal_rl.gridworlds.training.softmax_policies import MeasuredInFloats

TINY = parse_layout("length 1\nC1 A B1 C1")
"""One move: the coin on the left. Or the button on the right, then the coin beside it. Seven trajectories."""

SMALL = {"tiny": TINY, **{name: named_world(name) for name in ("lopsided", "last_moment", "memoryless_conflict")}}
"""Worlds whose trajectories are few enough to be listed."""

_TRAINED = (TINY, *map(named_world, ("lopsided", "example", "two_buttons_k3")))
_GAMMAS: tuple[Value, ...] = (1, Fraction(19, 20), Fraction(1, 3))

TOLERANCE = 1e-12
"""By how much floats may differ from exact numbers: some hundred roundings of numbers of at most 100."""


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


DREST_PAIRS = (
    FunctionPair("greatest_coins_incremental", greatest_coins, greatest_coins_incremental),
    FunctionPair("measure_incremental", measure, measure_incremental),
    FunctionPair("expected_return_incremental", expected_return, expected_return_incremental),
)


# --- Training ---

_DECAY = ExponentialDecay(0.5, 0.05, 24)
_FAST = Training(
    agent="drest", mini_episodes=6, meta_episodes=40, learning_rate=_DECAY, exploration=ExponentialDecay(0.75, 0.01, 24)
)


def drawn_logits(world: World, seed: int, greatest: int) -> Logits:
    """Return logits for every observation of the world, drawn from -greatest to greatest."""
    draws = HashedDraws(seed)

    def drawn(index: int) -> float:
        return greatest * (2.0 * float(draws[index]) - 1.0)

    return tuple(
        (seen, (drawn(4 * i), drawn(4 * i + 1), drawn(4 * i + 2), drawn(4 * i + 3)))
        for i, (seen, _) in enumerate(first_state(world, _FAST).logits)
    )


def logits_in_worlds(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Yield a world, drawn logits near uniform and near deterministic, and γ."""
    for world, seed, greatest, gamma in product(_TRAINED, range(20 if scope.is_full else 2), (1, 30), _GAMMAS[:2]):
        yield world, drawn_logits(world, seed, greatest), gamma


def measured_exactly(world: World, logits: Logits, gamma: Value) -> MeasuredInFloats:
    """Return the exact numbers of a softmax policy, each rounded to a float at the end."""
    measured = measure_incremental(world, softmax_policy(logits), gamma)
    return MeasuredInFloats(
        {length: float(p) for length, p in measured.probabilities.items()},
        {length: float(coins) for length, coins in measured.expected_coins.items()},
        float(usefulness(measured, greatest_coins_incremental(world, gamma))),
        neutrality(measured.probabilities),
    )


def close(exact: MeasuredInFloats, got: MeasuredInFloats) -> bool:
    """Return whether floats are exact numbers but for their rounding."""
    pairs = [(exact.usefulness, got.usefulness), (exact.neutrality, got.neutrality)]
    for length, p in exact.probabilities.items():
        share = got.probabilities[length]
        pairs += [(p, share), (p * exact.expected_coins[length], share * got.expected_coins[length])]
    return exact.probabilities.keys() == got.probabilities.keys() and all(abs(a - b) <= TOLERANCE for a, b in pairs)


TRAINING_PAIRS = (
    FunctionPair("train_compiled", train, train_compiled),
    FunctionPair("measure_compiled", measured_exactly, measure_compiled, close),
)
