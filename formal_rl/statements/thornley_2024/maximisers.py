"""A policy of greatest expected return exists, and none exists among policies of full support."""

from fractions import Fraction
from math import comb
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import Rows, among, by_hand, every
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, dot, following
from formal_rl.statements.thornley_2024.pairs import TINY, drawn_policy
from formal_rl.statements.thornley_2024.theorem import neighbours

GAMMA = Fraction(19, 20)


def mixed(*parts: tuple[g.Markov, Fraction]) -> g.Markov:
    """Return the policy whose probabilities are, in each state, the weighted sum of those of others.

    Ledger: T24-maximiser*
    """

    def policy(world: g.World, state: Any) -> Probabilities:
        rows = [(each(world, state), weight) for each, weight in parts]
        return tuple(sum((weight * row[place] for row, weight in rows), Fraction(0)) for place in range(len(g.LETTERS)))

    return policy


def shares_and_coins(world: g.World, policy: g.Markov) -> tuple[Fraction, ...]:
    """Return p_l and p_l E(C | L = l) for each length l."""
    p, coins = g.measure_incremental(world, policy, 1)
    return (*p.values(), *(p[length] * coins[length] for length in p))


def returned(world: g.World, policy: g.Markov, gamma: g.Value, number: int) -> Fraction:
    """Return the expected return of a policy, λ = 1/4."""
    found, most = g.measure_incremental(world, policy, gamma), g.greatest_coins_incremental(world, gamma)
    u = tuple(found.expected_coins[length] / most[length] for length in most)
    return g.expected_return_incremental(tuple(found.probabilities.values()), u, HALF, number)


def polynomials(name: str) -> tuple[set[Fraction], set[Fraction]]:
    """Return 0, and the last differences at equal distances, from one policy to another: 0 for a lower degree."""
    world = g.named_world(name)
    first, second, order = drawn_policy(world, 1), drawn_policy(world, 2), max(g.lengths(world)) + 1
    ways = (Fraction(i, order) for i in range(order + 1))
    rows = [shares_and_coins(world, mixed((first, 1 - t), (second, t))) for t in ways]
    signs = [Fraction((-1) ** (order - i) * comb(order, i)) for i in range(order + 1)]
    return {Fraction(0)}, {dot(column, signs) for column in zip(*rows, strict=True)}


@lemma(
    "T24-maximiser",
    "a policy of greatest return exists, though not among those of full support",
    "Theorem 5.1 (D.1): what it presupposes",
    "holds",
    defects="The paper does not say that a maximiser exists: the return is a polynomial on a compact set (argued in "
    "docs/findings/drest_theorem.md). Its agents are softmax policies, and among these there is none in its worlds as "
    "we reconstruct them: the greatest return is approached and not attained.",
)
def maximisers() -> Evidence:
    """In each gridworld and for each N some policy maximises the expected return of a meta-episode, so Theorem 5.1 and
    its refutation speak of something. In the paper's worlds, as we reconstruct them, none does among the policies that
    take each action with positive probability, as a softmax policy does.
    """

    def examples() -> Rows:
        for left, value, about in (
            (HALF, Fraction(9, 4), "1/2: 1 + 2 (1 - 3/8), the greatest"),
            (Fraction(1), Fraction(3, 2), "1: 1 + 2/4: the long length is given up"),
        ):
            yield f"left with {about}", value, returned(*neighbours(left), 1, 2)
        everywhere = g.MemorylessPolicy({}, (Fraction(0), Fraction(0), QUARTER, 3 * QUARTER))
        coins = QUARTER, 3 * QUARTER, QUARTER, Fraction(9, 16)
        yield "1/4 left; 3/4 right, and 3/4 of that on to the coin", coins, shares_and_coins(TINY, everywhere)
        by_terms = "1/4 + 9/16, and 2 (1/4 · 13/16 + 9/16 · 7/16) = 115/128"
        yield by_terms, Fraction(219, 128), returned(TINY, everywhere, 1, 2)

    def beaten(name: str) -> Any:
        world, far = g.named_world(name), Fraction(1, 2**12)
        found = g.measure_incremental(world, g.uniform_policy, GAMMA)
        short = next(iter(found.probabilities.values()))
        best = following(world, g.jointly_best(world, GAMMA) or (), (short, 1 - short))
        better = mixed((best, 1 - far), (g.uniform_policy, far))
        both = [[returned(world, each, GAMMA, number) for number in (2, 7)] for each in (g.uniform_policy, better)]
        more = [less < greater for less, greater in zip(*both, strict=True)]
        return (True, [True] * 2), (g.usefulness(found, g.greatest_coins_incremental(world, GAMMA)) < 1, more)

    yield by_hand(examples)
    worlds = among("three worlds, from a drawn policy to another, γ = 1", ("lopsided", "last_moment", "two_buttons_k3"))
    yield every("p_l and p_l E(C | L = l) are polynomials in the policy's probabilities", polynomials, worlds)
    reconstructed = among("the ten reconstructed worlds, γ = 19/20, N = 2, 7", g.RECONSTRUCTED)
    yield every("the uniform policy returns less than another of full support", beaten, reconstructed)
    yield mutants("""
        gridworlds.metrics:measure_incremental
            the greedy form of a policy is measured: enumerate(policy(world, state))
                → enumerate([Fraction(int(i == max(range(4), key=policy(world, state).__getitem__))) for i in range(4)])
            the coins of all lengths for each: _given(totals, probabilities)
                → dict.fromkeys(totals, sum(totals.values()))
        gridworlds.drest:expected_return_incremental
            a sum over lengths that are chosen at all: * a * b → * (a > 0) * b
            any coins will do: * a * b → * a
    """)


STATEMENTS = statements_in(globals())
