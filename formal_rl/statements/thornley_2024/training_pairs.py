"""The pairs of training: which optimised form is which definition."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any, get_args

from attrs import evolve

from formal_rl.agents import HashedDraws
from formal_rl.checking import FunctionPair, Scope
from formal_rl.gridworlds import (
    Value,
    World,
    greatest_coins_incremental,
    measure_incremental,
    named_world,
    neutrality,
    usefulness,
)
from formal_rl.gridworlds.training import (
    AgentKind,
    Credit,
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
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.thornley_2024.pairs import TINY

TOLERANCE = 1e-12
"""By how much floats may differ from exact numbers: some hundred roundings of numbers of at most 100."""

_WORLDS = (TINY, *map(named_world, ("lopsided", "example", "two_buttons_k3")))
_GAMMAS: tuple[Value, ...] = (1, Fraction(19, 20), Fraction(1, 2))
_FAST = Training(
    agent="drest",
    mini_episodes=6,
    meta_episodes=40,
    learning_rate=ExponentialDecay(0.5, 0.05, 24),
    exploration=ExponentialDecay(0.75, 0.01, 24),
)


def _runs(scope: Scope) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for world, credit, baseline in product(_WORLDS, get_args(Credit), (0.0, 0.25)):
        for agent, gamma in zip(get_args(AgentKind), _GAMMAS, strict=True):
            training = evolve(_FAST, agent=agent, gamma=gamma, credit=credit, baseline=baseline)
            for seed in range(6 if scope.is_full else 1):
                draws = SeededDraws(seed) if agent == "drest" else HashedDraws(seed)
                how = f"credit per {credit.replace('_', '-')}{', a baseline' if baseline else ''}"
                yield how, (world, evolve(training, meta_episodes=40 if scope.is_full else 8), draws)


def drawn_logits(world: World, seed: int, greatest: int) -> Logits:
    """Return logits for every observation of the world, drawn from -greatest to greatest."""
    draws = HashedDraws(seed)
    seen = [each for each, _ in first_state(world, _FAST).logits]
    numbers = [greatest * (2.0 * float(draws[index]) - 1.0) for index in range(4 * len(seen))]
    return tuple(
        (each, (numbers[4 * i], numbers[4 * i + 1], numbers[4 * i + 2], numbers[4 * i + 3]))
        for i, each in enumerate(seen)
    )


def _policies(scope: Scope) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for world, seed, greatest in product(_WORLDS, range(20 if scope.is_full else 2), (1, 30)):
        for gamma in (1, Fraction(19, 20)):
            branch = "near uniform" if greatest == 1 else "near deterministic"
            yield branch, (world, drawn_logits(world, seed, greatest), gamma)


def measured_exactly(world: World, logits: Logits, gamma: Value) -> MeasuredInFloats:
    """Return the exact numbers of a softmax policy, each rounded to a float at the end."""
    measured = measure_incremental(world, softmax_policy(logits), gamma)
    return MeasuredInFloats(
        {length: float(p) for length, p in measured.probabilities.items()},
        {length: float(coins) for length, coins in measured.expected_coins.items()},
        float(usefulness(measured, greatest_coins_incremental(world, gamma))),
        neutrality(measured.probabilities),
    )


def _close(exact: MeasuredInFloats, got: MeasuredInFloats) -> bool:
    pairs = [(exact.usefulness, got.usefulness), (exact.neutrality, got.neutrality)]
    for length, p in exact.probabilities.items():
        share = got.probabilities[length]
        pairs += [(p, share), (p * exact.expected_coins[length], share * got.expected_coins[length])]
    return exact.probabilities.keys() == got.probabilities.keys() and all(abs(a - b) <= TOLERANCE for a, b in pairs)


REINFORCE = FunctionPair(
    "train_compiled",
    train,
    train_compiled,
    _runs,
    tuple(f"credit per {each}-episode{also}" for each in ("mini", "meta") for also in ("", ", a baseline")),
    "four worlds, three rewards, both credits, with and without a baseline, 8 meta-episodes of 6 mini-episodes "
    "(full: 40, six seeds); equal to the last bit",
)
MEASURE_IN_FLOATS = FunctionPair(
    "measure_compiled",
    measured_exactly,
    measure_compiled,
    _policies,
    ("near uniform", "near deterministic"),
    f"drawn logits up to 1 and up to 30 in four worlds, γ = 1 and 19/20; within {TOLERANCE:g}",
    agree=_close,
)

TRAINING_PAIRS = (REINFORCE, MEASURE_IN_FLOATS)
"""All of them."""
