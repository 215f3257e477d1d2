"""The DREST reward, USEFULNESS and NEUTRALITY: Definitions D.2, D.3 and D.4."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import log2
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import Rows, Scope, among, by_hand, equal, every, kinds
from formal_rl.gridworlds.drest import default_returns, lopsided_returns
from formal_rl.gridworlds.episodes import parse_moves
from formal_rl.statements.entries import Evidence, definition, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, distributions, fractions, ones
from formal_rl.statements.thornley_2024.pairs import SMALL, TINY, drawn_clock_policy, drawn_policy
from formal_rl.statements.thornley_2024.theorem import return_in_world
from formal_rl.statements.thornley_2024.worlds import meta_episodes

ROUNDING = 1e-12
"""Each term of a NEUTRALITY is rounded to about 1e-16, and there are at most four."""

# --- The DREST reward ---


def sequences(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Yield p, u, the root of λ, and N."""
    for k, root in product((2, 3), (HALF, Fraction(9, 10))):
        numbers = range(1, (scope.steps(quick=5, full=7) if k == 2 else 4) + 1)
        us = product((1, Fraction(1, 3)), repeat=k)
        yield from product(distributions(k, 6 if k == 2 else 4), us, [root], numbers)


def by_trajectories(policy: Any, number: int) -> tuple[Fraction, Fraction]:
    """Return the expected return by the policy's shares, and the mean of all meta-episodes in the tiny world."""
    drest, (p, coins) = g.Drest.of(TINY, HALF, HALF), g.measure(TINY, policy, HALF)
    u = tuple(coins[length] / drest.greatest[length] for length in p)
    return g.expected_return(tuple(p.values()), u, HALF, number), return_in_world(TINY, policy, drest, number)


@definition(
    "T24-DD2",
    "the meta-episode and the DREST reward",
    "Definitions D.1 and D.2",
    defects="The early text that we had lacks the formula. Ours is that of the published version (arXiv "
    "2407.00805v7, 11 May 2026) as an independent implementation quotes it; we did not have the page itself.",
)
def drest_reward() -> Evidence:
    """A meta-episode is a series of mini-episodes in worlds that look alike. A coin of value c in mini-episode i pays
    λ^(n - (i - 1)/k) c / m, where n earlier mini-episodes had the length of this one, k is the number of lengths and m
    the most that could be collected in this length.
    """

    def examples() -> Rows:
        drest = g.Drest.of(TINY, HALF, HALF)
        short, long, nothing = (g.walk(TINY, parse_moves(text)) for text in ("L", "RR", "U"))
        yield "i = 2, n = 0: λ^(0 - 1/2)", 2, g.discount_factor(drest, 2, 0)
        yield "i = 4, n = 1: λ^(1 - 3/2)", 2, g.discount_factor(drest, 4, 1)
        yield "γ / m_2, and m_2 = γ", 1, g.preliminary_return(drest, long)
        returned = g.overall_returns(drest, (short, short, long, short))
        yield "1; λ^(1 - 1/2); λ^(0 - 2/2); λ^(2 - 3/2)", fractions("1", "1/2", "4", "1/2"), returned
        yield "one without a coin counts", fractions("0", "1/2"), g.overall_returns(drest, (nothing, short))
        long_twice = (short, long, long)
        yield "without m: 1; 2 · 1/2; 1 · 1/2", fractions("1", "1", "1/2"), lopsided_returns(drest, long_twice)
        yield "by default: what is collected", fractions("1", "1/2", "1/2"), default_returns(drest, long_twice)
        yield "repaired: 1; 1; λ", fractions("1", "1", "1/4"), g.repaired_returns(drest, long_twice)
        quarters = fractions("1/4", "1/4", "1/2")
        drawn = g.drawn_return(quarters, (0, HALF, 1), HALF, 3, fractions("1/2", "3/4", "1/4"))
        yield "1; λ^(1 - 1/3); 1/2 λ^(0 - 2/3); a draw on a boundary is above it", Fraction(13, 4), drawn
        yield "uniform: 1 + 2 (1 - 3/4 · 1/2)", Fraction(9, 4), g.expected_return((HALF, HALF), ones(2), HALF, 2)

    yield by_hand(examples)
    of_k = kinds(lambda p, *_: f"k = {len(p)}", "k = 2", "k = 3")
    shares = among("all p in sixths (k = 2) or quarters (k = 3), u of 1 and 1/3, N to 5 or 4", sequences, many=True)
    yield equal("in closed form", g.expected_return, g.expected_return_incremental, shares, kinds=of_k)
    policies = among("uniform and three drawn policies", (g.uniform_policy, *(drawn_policy(TINY, n) for n in range(3))))
    numbers = among("N to 3 in a world of 7 trajectories", (1, 2, 3))
    yield every("the mean of all meta-episodes", by_trajectories, policies, numbers)
    yield from meta_episodes()
    yield mutants("""
        gridworlds.drest:discount_factor
            off by one in (i - 1) / k: (i - 1) → i
        gridworlds.drest:_with_counts
            n counted after the reward: chosen[trajectory.length], trajectory
                → chosen[trajectory.length] + 1, trajectory
            only mini-episodes with a coin count: += 1 → += any(trajectory.collected)
        gridworlds.drest:preliminary_return
            γ from the first move, not in m: trajectory.coins → drest.gamma * trajectory.coins
        gridworlds.drest:expected_return_incremental
            λ for 1 - λ: c = 1 - Fraction(root) → c = Fraction(root)
        gridworlds.drest:drawn_return
            a draw on a boundary goes below it: value >= below → value > below
        gridworlds.drest:lopsided_returns
            lopsided, divided by m: trajectory.coins(drest.gamma) → preliminary_return(drest, trajectory)
        gridworlds.drest:default_returns
            default, without discount: drest.gamma → 1
        gridworlds.episodes:meta_episode
            each mini-episode is paid like the first: overall_returns(drest, done)[-1]
                → overall_returns(drest, done[-1:])[-1]
            the number of mini-episodes done is shown: overall_returns(drest, done)[-1])
                → overall_returns(drest, done)[-1], observation=len(done))
    """)


# --- USEFULNESS ---


def policies_in_worlds() -> Iterator[tuple[Any, ...]]:
    """Yield a world, a policy in it, and γ."""
    for world, seed in product((SMALL[name] for name in ("tiny", "lopsided", "memoryless_conflict")), range(3)):
        drawn = drawn_policy(world, seed), drawn_clock_policy(world, seed)
        yield from product([world], (g.uniform_policy, *drawn), (1, Fraction(19, 20)))


@definition("T24-DD3", "USEFULNESS", "Definition D.3")
def usefulness() -> Evidence:
    """The sum over lengths of Pr{L = l} E(C | L = l) / m_l, where E(C | L = l) is 0 if Pr{L = l} is; from 0 to 1."""

    def examples() -> Rows:
        m = {1: Fraction(1), 2: HALF}
        lazy = g.MemorylessPolicy({g.observe(TINY.start): (HALF, Fraction(0), QUARTER, QUARTER)})
        thirds = g.PlanPolicy(((parse_moves("L"), Fraction(1, 3)), (parse_moves("RU"), Fraction(2, 3))))
        sure = g.PlanPolicy(((parse_moves("L"), Fraction(1)),))
        for arithmetic, value, policy in (
            ("up 1/2, left 1/4, right 1/4: 3/4 · 1/3 + 1/4 · 1/4, γ in both C and m", Fraction(5, 16), lazy),
            ("left 1/3, right and up 2/3: 1/3 · 1 + 2/3 · 0", Fraction(1, 3), thirds),
            ("never the long length: 1 · 1, and 0 where Pr{L = 2} is 0", 1, sure),
        ):
            yield arithmetic, value, g.usefulness(g.measure(TINY, policy, HALF), m)

    def within(*of: Any) -> tuple[bool, bool]:
        return True, 0 <= g.usefulness(g.measure_incremental(*of), g.greatest_coins_incremental(of[0], of[2])) <= 1

    yield by_hand(examples)
    policies = among(
        "uniform and drawn policies, without and with a clock, in 3 worlds, γ = 1, 19/20",
        lambda scope: policies_in_worlds(),
        many=True,
    )
    yield equal("from state to state", g.measure, g.measure_incremental, policies)
    worlds, gammas = among("four small worlds", SMALL.values()), among("γ = 1, 1/3", (1, Fraction(1, 3)))
    yield equal("m, from the last state back", g.greatest_coins, g.greatest_coins_incremental, worlds, gammas)
    yield every("from 0 to 1", within, policies)
    yield mutants("""
        gridworlds.metrics:measure
            coins not conditional on the length: _given(totals, probabilities) → totals
            γ in m alone: trajectory.coins(gamma) → trajectory.coins(1)
        gridworlds.metrics:usefulness
            m over all lengths: / greatest[length] → / max(greatest.values())
    """)


# --- NEUTRALITY ---


@definition("T24-DD4", "NEUTRALITY", "Definition D.4")
def neutrality() -> Evidence:
    """The entropy of the trajectory-length in bits, 0 log 0 being 0; from 0 to log2 k, which equal probabilities alone
    attain.
    """

    def of(p: Any) -> float:
        return g.neutrality(dict(enumerate(p)))

    def examples() -> Rows:
        yield "1/2 · 1 + 1/4 · 2 + 1/4 · 2", 1.5, of((HALF, QUARTER, QUARTER))
        yield "0 log 0 is 0", 0.0, of(fractions("1", "0"))
        yield "in floats, 2^-60 · 60", 60 * 2.0**-60, g.entropy((2.0**-60,))
        found = round(g.neutrality(g.measure(TINY, g.uniform_policy, 1).probabilities), 9)
        yield "uniform in a world: 1/4 · 2 + 3/4 · (2 - log2 3) = 2 - 3/4 · 1.584962501", 0.811278124, found

    def greatest(p: Any) -> Any:
        most = log2(len(p))
        return (len(set(p)) == 1, True), (of(p) >= most - ROUNDING, -ROUNDING <= of(p) <= most + ROUNDING)

    yield by_hand(examples)
    every_p = [p for k in (2, 3, 4) for p in distributions(k, 12)]
    shares = among("all distributions in twelfths over 2, 3 and 4 lengths", every_p)
    yield equal("in floats, within 1e-12", of, g.entropy, shares, agree=lambda x, y: abs(x - y) <= ROUNDING)
    yield every("from 0 to log2 k, which equal probabilities alone attain", greatest, shares)
    yield mutants("""
        gridworlds.metrics:neutrality
            entropy in nats: - fsum( → - 0.6931 * fsum(
            divided by log2 k: - fsum( → - 1 / log2(len(probabilities)) * fsum(
        gridworlds.metrics:entropy
            in floats, rare lengths left out: if p → if p > 1e-9
    """)


STATEMENTS = statements_in(globals())
