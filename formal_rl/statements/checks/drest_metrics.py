"""Checks of the DREST reward, USEFULNESS and NEUTRALITY."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import log2
from typing import Any

from attrs import evolve

from formal_rl.checking.examples import Worked, decide_cases, work
from formal_rl.checking.outcome import Disagreement, Part
from formal_rl.checking.scope import Scope
from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds.drest import Drest, discount_factor, overall_returns, preliminary_return
from formal_rl.gridworlds.meta_episode import spelled
from formal_rl.gridworlds.metrics import ByLength, Measured, greatest_coins_incremental, measure, neutrality, usefulness
from formal_rl.gridworlds.policies import ClocklessPolicy, PlanPolicy, uniform_policy
from formal_rl.gridworlds.returns import drawn_return, expected_return, expected_return_incremental
from formal_rl.gridworlds.trajectories import Trajectory, distribution, walk
from formal_rl.gridworlds.world import Value, World, observe
from formal_rl.statements.checks.drest_worlds import SMALL
from formal_rl.statements.drest_pairs import CLOSED_FORM, DYNAMIC_PROGRAMME, GREATEST_COINS, TINY, drawn_policy, shares

_HALF = Fraction(1, 2)


def _tiny(text: str) -> Trajectory:
    return walk(TINY, spelled(text))


Factor = Callable[[Drest, int, int], Fraction]
Returns = Callable[[Drest, Sequence[Trajectory]], tuple[Fraction, ...]]


def reward(
    scope: Scope,
    *,
    factor: Factor = discount_factor,
    returns: Returns = overall_returns,
    preliminary: Callable[[Drest, Trajectory], Fraction] = preliminary_return,
    closed: Callable[..., Fraction] = expected_return_incremental,
) -> Iterator[Part]:
    """Check the DREST reward: by hand, its discount factor, and its expected return in three ways."""
    drest = Drest.of(TINY, _HALF, _HALF)
    short, long, nothing = _tiny("L"), _tiny("RR"), _tiny("U")
    uniform = (_HALF, _HALF)
    yield work(
        (
            Worked("factor, i = 1, n = 0", "λ^(0 - 0/2) = 1", Fraction(1), lambda: factor(drest, 1, 0)),
            Worked("factor, i = 2, n = 0", "λ^(0 - 1/2) = 2, for λ = 1/4", Fraction(2), lambda: factor(drest, 2, 0)),
            Worked("factor, i = 2, n = 1", "λ^(1 - 1/2) = 1/2", _HALF, lambda: factor(drest, 2, 1)),
            Worked("factor, i = 4, n = 1", "λ^(1 - 3/2) = 2", Fraction(2), lambda: factor(drest, 4, 1)),
            Worked("factor, i = 2, n = 2", "one came before", InvalidParameter, lambda: factor(drest, 2, 2)),
            Worked(
                "preliminary return of the long mini-episode with its coin, γ = 1/2",
                "γ^1 · 1 / m_2, where m_2 = γ · 1",
                Fraction(1),
                lambda: preliminary(drest, long),
            ),
            Worked("preliminary return without a coin", "0 / m_1", Fraction(0), lambda: preliminary(drest, nothing)),
            Worked(
                "short, short, long, short",
                "1; λ^(1 - 1/2) = 1/2; λ^(0 - 2/2) = 4; λ^(2 - 3/2) = 1/2",
                (Fraction(1), _HALF, Fraction(4), _HALF),
                lambda: returns(drest, (short, short, long, short)),
            ),
            Worked(
                "a mini-episode without a coin counts for the later ones",
                "0; then λ^(1 - 1/2) = 1/2",
                (Fraction(0), _HALF),
                lambda: returns(drest, (nothing, short)),
            ),
            Worked(
                "expected return, uniform, N = 2, λ = 1/4",
                "1 + 2 (1 - 3/4 · 1/2) = 9/4",
                Fraction(9, 4),
                lambda: closed(uniform, (1, 1), _HALF, 2),
            ),
            Worked(
                "expected return, always short, N = 2",
                "1 + λ^(1/2) = 3/2",
                Fraction(3, 2),
                lambda: closed((1, 0), (1, 1), _HALF, 2),
            ),
        )
    )
    yield decide_cases(
        "the factor decreases strictly in n",
        _decreasing(factor),
        branches=("k = 2", "k = 3"),
        domain="i of 2 to 8, every n, roots 1/2, 2/3 and 9/10, 2 and 3 lengths",
    )
    yield from evolve(CLOSED_FORM, fast=closed).parts(scope)
    yield decide_cases(
        "the mean of all meta-episodes is the expected return",
        _mean(returns),
        branches=("uniform", "another policy"),
        domain="all meta-episodes of at most 3 mini-episodes in a world of 7 trajectories, four policies",
    )
    yield decide_cases(
        "drawn meta-episodes have the expected return as their mean",
        _drawn(closed),
        branches=("evenly spread draws",),
        domain="all sequences of 2 evenly spread draws of 12, three distributions",
    )


def _decreasing(factor: Factor) -> Iterator[tuple[str, Disagreement | None]]:
    for root, k in product((_HALF, Fraction(2, 3), Fraction(9, 10)), (2, 3)):
        drest = Drest(root, dict.fromkeys(range(k), Fraction(1)))
        for i in range(2, 9):
            for n in range(i - 1):
                more, less = factor(drest, i, n), factor(drest, i, n + 1)
                wrong = Disagreement(f"the factors for n = {n}, {n + 1}, i = {i}", "more, then less", (more, less))
                yield f"k = {k}", None if more > less > 0 else wrong


def _policies() -> tuple[ClocklessPolicy, ...]:
    return (uniform_policy, *(drawn_policy(TINY, seed) for seed in range(3)))


def _mean(returns: Returns) -> Iterator[tuple[str, Disagreement | None]]:
    drest = Drest.of(TINY, _HALF, _HALF)
    for policy, number in product(_policies(), (1, 2, 3)):
        chances = tuple(distribution(TINY, policy))
        mean = Fraction(0)
        for episodes in product(chances, repeat=number):
            probability = Fraction(1)
            for _, chance in episodes:
                probability *= chance
            mean += probability * sum(returns(drest, tuple(episode for episode, _ in episodes)))
        measured = measure(TINY, policy, _HALF)
        p = tuple(measured.probabilities.values())
        u = tuple(c / m for c, m in zip(measured.expected_coins.values(), drest.greatest.values(), strict=True))
        expected = expected_return(p, u, _HALF, number)
        branch = "uniform" if policy is uniform_policy else "another policy"
        yield branch, None if mean == expected else Disagreement(f"the mean return, N = {number}", expected, mean)


def _drawn(closed: Callable[..., Fraction]) -> Iterator[tuple[str, Disagreement | None]]:
    spread = [Fraction(2 * place + 1, 24) for place in range(12)]
    for p in ((_HALF, _HALF), (Fraction(1, 3), Fraction(2, 3)), (Fraction(1, 4), Fraction(1, 4), _HALF)):
        u = (1,) * len(p)
        total = sum((drawn_return(p, u, _HALF, 2, draws) for draws in product(spread, repeat=2)), Fraction(0))
        expected, got = closed(p, u, _HALF, 2), total / 144
        yield "evenly spread draws", None if got == expected else Disagreement(f"the mean for {p}", expected, got)


# --- USEFULNESS ---

Measure = Callable[[World, Any, Value], Measured]
Useful = Callable[[Measured, ByLength], Fraction]


def useful(scope: Scope, *, measure: Measure = measure, usefulness: Useful = usefulness) -> Iterator[Part]:
    """Check USEFULNESS: by hand, by trajectories and by dynamic programming, and that it lies between 0 and 1."""
    greatest = greatest_coins_incremental(TINY, _HALF)
    lazy = ClocklessPolicy({observe(TINY.start): (_HALF, Fraction(0), Fraction(1, 4), Fraction(1, 4))})
    mixed = PlanPolicy(((spelled("L"), Fraction(1, 3)), (spelled("RU"), Fraction(2, 3))))

    def of(policy: Any) -> Fraction:
        return usefulness(measure(TINY, policy, _HALF), greatest)

    yield work(
        (
            Worked(
                "the uniform policy",
                "short 3/4, with a coin in 1 of 3; long 1/4, with a coin in 1 of 4: 3/4 · 1/3 + 1/4 · 1/4",
                Fraction(5, 16),
                lambda: of(uniform_policy),
            ),
            Worked(
                "up with 1/2, left with 1/4, right with 1/4",
                "short 3/4, of which 1/3 with the coin; long 1/4, then uniform, γ in both C and m: 1/4 + 1/16",
                Fraction(5, 16),
                lambda: of(lazy),
            ),
            Worked(
                "its expected coins given the length, γ = 1/2",
                "1/3; 1/4 of γ",
                {1: Fraction(1, 3), 2: Fraction(1, 8)},
                lambda: dict(measure(TINY, lazy, _HALF).expected_coins),
            ),
            Worked(
                "a third left, two thirds right and up",
                "1/3 · 1 + 2/3 · 0",
                Fraction(1, 3),
                lambda: of(mixed),
            ),
            Worked(
                "never the long length",
                "E(C | L = 2) is 0 where Pr{L = 2} is: 1 · 1 + 0",
                Fraction(1),
                lambda: of(PlanPolicy(((spelled("L"), Fraction(1)),))),
            ),
            Worked(
                "no coin within reach for some length",
                "0 / 0",
                InvalidParameter,
                lambda: usefulness(measure(TINY, uniform_policy, 1), {1: Fraction(1), 2: Fraction(0)}),
            ),
        )
    )
    yield from evolve(DYNAMIC_PROGRAMME, definition=measure).parts(scope)
    yield from GREATEST_COINS.parts(scope)
    yield decide_cases(
        "between 0 and 1",
        _between(usefulness),
        branches=("less than 1",),
        domain="uniform and six drawn clock-less policies in four small worlds, γ = 19/20",
    )


def _between(usefulness: Useful) -> Iterator[tuple[str, Disagreement | None]]:
    gamma = Fraction(19, 20)
    for name, world in SMALL.items():
        greatest = greatest_coins_incremental(world, gamma)
        for policy in (uniform_policy, *(drawn_policy(world, seed) for seed in range(6))):
            value = usefulness(DYNAMIC_PROGRAMME.fast(world, policy, gamma), greatest)
            wrong = Disagreement(f"USEFULNESS in {name}", "a number from 0 to 1", value)
            yield "less than 1" if value < 1 else "1", None if 0 <= value <= 1 else wrong


# --- NEUTRALITY ---

_TOLERANCE = 1e-12
"""Each term is rounded to about 1e-16, and there are at most four."""


def neutral(scope: Scope, *, neutrality: Callable[[ByLength], float] = neutrality) -> Iterator[Part]:
    """Check NEUTRALITY: by hand, and that it is greatest, log2 k, for equal probabilities alone."""

    def rounded(*p: Value) -> float:
        return round(neutrality({length: Fraction(each) for length, each in enumerate(p)}), 9)

    yield work(
        (
            Worked("1/2, 1/2", "1/2 · 1 + 1/2 · 1 bits", 1.0, lambda: rounded(_HALF, _HALF)),
            Worked("1, 0", "1 · 0, and 0 log 0 is 0", 0.0, lambda: rounded(1, 0)),
            Worked(
                "1/4, 3/4",
                "1/4 · 2 + 3/4 · (2 - log2 3) = 2 - 3/4 · 1.584962501",
                0.811278124,
                lambda: rounded(Fraction(1, 4), Fraction(3, 4)),
            ),
            Worked(
                "1/2, 1/4, 1/4",
                "1/2 · 1 + 1/4 · 2 + 1/4 · 2",
                1.5,
                lambda: rounded(_HALF, Fraction(1, 4), Fraction(1, 4)),
            ),
            Worked("four lengths alike", "log2 4", 2.0, lambda: rounded(*(Fraction(1, 4),) * 4)),
        )
    )
    yield decide_cases(
        "greatest for equal probabilities alone",
        _greatest_if_equal(neutrality),
        branches=("equal", "unequal"),
        domain="all distributions in twelfths over 2, 3 and 4 lengths",
    )


def _greatest_if_equal(neutrality: Callable[[ByLength], float]) -> Iterator[tuple[str, Disagreement | None]]:
    for k in (2, 3, 4):
        for p in shares(k, 12):
            value, most = neutrality(dict(enumerate(p))), log2(k)
            equal = len(set(p)) == 1
            right = abs(value - most) <= _TOLERANCE if equal else -_TOLERANCE <= value < most - _TOLERANCE
            wrong = Disagreement(f"NEUTRALITY of {', '.join(map(str, p))}", f"at most {most}, if equal", value)
            yield "equal" if equal else "unequal", None if right else wrong
