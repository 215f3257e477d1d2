"""The pairs of the gridworlds and of training: which optimised form is which definition; and worlds and policies."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.agents import HashedDraws
from formal_rl.checking import Scope, among, equal
from formal_rl.checking.claims import Every
from formal_rl.checking.equality import FunctionPair
from formal_rl.gridworlds import training as t
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.gridworlds.training._reinforce_compiled import train_compiled
from formal_rl.gridworlds.training.reinforce import observations
from formal_rl.gridworlds.training.softmax_policies import MeasuredInFloats, measure_compiled

TINY = g.parse_layout("length 1\nC1 A B1 C1")
"""One move: the coin on the left. Or the button on the right, then the coin beside it. Seven trajectories."""

SMALL = {"tiny": TINY, **{name: g.named_world(name) for name in ("lopsided", "last_moment", "memoryless_conflict")}}
"""Worlds whose trajectories are few enough to be listed."""

TOLERANCE = 1e-12
"""By how much floats may differ from exact numbers: some hundred roundings of numbers of at most 100."""


def _drawn_probabilities(draws: HashedDraws, index: int) -> Probabilities:
    """Return four probabilities in twelfths, some of them 0."""
    cuts = sorted(int(draws[3 * index + place] * 13) for place in range(3))
    parts = (cuts[0], cuts[1] - cuts[0], cuts[2] - cuts[1], 12 - cuts[2])
    return tuple(Fraction(part, 12) for part in parts)


def drawn_policy(world: g.World, seed: int) -> g.MemorylessPolicy:
    """Return a memoryless policy whose probabilities are drawn, in twelfths, for every observation of the world."""
    draws = HashedDraws(seed)
    seen = enumerate(observations(world))
    return g.MemorylessPolicy({each: _drawn_probabilities(draws, index) for index, each in seen})


def drawn_clock_policy(world: g.World, seed: int) -> g.ClockPolicy:
    """Return a policy with a clock whose probabilities are drawn, in twelfths."""
    seen = dict.fromkeys((g.observe(state), world.elapsed(state)) for state in g.reachable(world) if state.remaining)
    draws = HashedDraws(seed)
    return g.ClockPolicy({each: _drawn_probabilities(draws, index) for index, each in enumerate(seen)})


DREST_PAIRS = (
    FunctionPair("greatest_coins_incremental", g.greatest_coins, g.greatest_coins_incremental),
    FunctionPair("measure_incremental", g.measure, g.measure_incremental),
    FunctionPair("expected_return_incremental", g.expected_return, g.expected_return_incremental),
)


def drawn_logits(world: g.World, seed: int, greatest: int) -> t.Logits:
    """Return logits for every observation of the world, drawn from -greatest to greatest."""
    draws = HashedDraws(seed)
    found = []
    for i, seen in enumerate(observations(world)):
        first, second, third, fourth = (greatest * (2.0 * float(draws[4 * i + place]) - 1.0) for place in range(4))
        found.append((seen, (first, second, third, fourth)))
    return tuple(found)


def logits_in_worlds(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Yield a world, drawn logits near uniform and near deterministic, and γ."""
    worlds = (TINY, *map(g.named_world, ("lopsided", "example", "two_buttons_k3")))
    seeds = range(20 if scope.is_full else 2)
    for world, seed, greatest, gamma in product(worlds, seeds, (1, 30), (1, Fraction(19, 20))):
        yield world, drawn_logits(world, seed, greatest), gamma


def measured_exactly(world: g.World, logits: t.Logits, gamma: g.Value) -> MeasuredInFloats:
    """Return the exact numbers of a softmax policy, each rounded to a float at the end."""
    measured = g.measure_incremental(world, t.softmax_policy(logits), gamma)
    return MeasuredInFloats(
        {length: float(p) for length, p in measured.probabilities.items()},
        {length: float(coins) for length, coins in measured.expected_coins.items()},
        float(g.usefulness(measured, g.greatest_coins_incremental(world, gamma))),
        g.neutrality(measured.probabilities),
    )


def close(exact: MeasuredInFloats, got: MeasuredInFloats) -> bool:
    """Return whether floats are the exact numbers up to rounding."""
    pairs = [(exact.usefulness, got.usefulness), (exact.neutrality, got.neutrality)]
    for length, p in exact.probabilities.items():
        share = got.probabilities[length]
        pairs += [(p, share), (p * exact.expected_coins[length], share * got.expected_coins[length])]
    return exact.probabilities.keys() == got.probabilities.keys() and all(abs(a - b) <= TOLERANCE for a, b in pairs)


def in_floats() -> Every:
    """Return the part that compares USEFULNESS and NEUTRALITY in floats with their exact values."""
    logits = [(TINY, drawn_logits(TINY, 1, 1), Fraction(1, 2))]
    drawn = among("drawn logits in a world of 7 trajectories, γ = 1/2", logits, many=True)
    return equal("in floats, within 1e-12", measured_exactly, measure_compiled, drawn, agree=close)


TRAINING_PAIRS = (
    FunctionPair("train_compiled", t.train, train_compiled),
    FunctionPair("measure_compiled", measured_exactly, measure_compiled, close),
)
