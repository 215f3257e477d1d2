"""A policy of greatest expected return exists, and none exists among policies of full support."""

from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import Rows, among, by_hand, every, meets
from formal_rl.gridworlds.policies import Probabilities, deterministic_move
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, following
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


def greedy_form(policy: g.Markov, world: g.World, state: Any) -> Probabilities:
    """Return the likeliest action of a policy, for sure."""
    row = policy(world, state)
    return deterministic_move(row.index(max(row)))


def shares_and_coins(world: g.World, policy: g.Markov) -> tuple[Fraction, ...]:
    """Return p_l and p_l E(C | L = l) for each length l."""
    p, coins = g.measure_incremental(world, policy, 1)
    return (*p.values(), *(p[length] * coins[length] for length in p))


def returned(found: g.LengthStatistics, most: g.ByLength, number: int) -> Fraction:
    """Return the expected return of what was measured, λ = 1/4."""
    u = tuple(found.expected_coins[length] / most[length] for length in most)
    return g.expected_return_incremental(tuple(found.probabilities.values()), u, HALF, number)


def going_left(left: Fraction, number: int) -> Fraction:
    """Return the expected return of going left with this probability in C1 A B1 C1, λ = 1/4."""
    world, policy = neighbours(left)
    return returned(g.measure_incremental(world, policy, 1), g.greatest_coins_incremental(world, 1), number)


def polynomials(name: str, to: str) -> tuple[set[Fraction], set[Fraction]]:
    """Return 0, and the last differences at equal distances, from one policy to another: 0 for a lower degree."""
    world = g.named_world(name)
    first, order = drawn_policy(world, 1), max(g.lengths(world)) + 1
    second: g.Markov = drawn_policy(world, 2) if to == "another" else partial(greedy_form, first)
    ways = (Fraction(i, order) for i in range(order + 1))
    rows = [shares_and_coins(world, mixed((first, 1 - t), (second, t))) for t in ways]
    signs = [(-1) ** (order - i) * comb(order, i) for i in range(order + 1)]
    columns = zip(*rows, strict=True)
    return {Fraction(0)}, {sum(map(Fraction.__mul__, column, map(Fraction, signs)), Fraction(0)) for column in columns}


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
        yield "x = 1/2: 1 + 2 (1 - 3/8), the greatest", Fraction(9, 4), going_left(HALF, 2)
        yield "x = 1: 1 + 2/4: the long length is given up", Fraction(3, 2), going_left(Fraction(1), 2)
        everywhere = g.MemorylessPolicy({}, (Fraction(0), Fraction(0), QUARTER, 3 * QUARTER))
        coins = QUARTER, 3 * QUARTER, QUARTER, Fraction(9, 16)
        yield "1/4 left; 3/4 right, and 3/4 of that on to the coin", coins, shares_and_coins(TINY, everywhere)

    def beaten(name: str) -> Any:
        world, most = g.named_world(name), g.greatest_coins_incremental(g.named_world(name), GAMMA)
        plans, far = g.jointly_best(world, GAMMA) or (), Fraction(1, 2**12)
        full = [mixed((drawn_policy(world, 3), HALF), (g.uniform_policy, HALF))] if max(most) <= 7 else []
        for policy in (g.uniform_policy, *full):
            found = g.measure_incremental(world, policy, GAMMA)
            short = found.probabilities[min(most)]
            better = mixed((following(world, plans, (short, 1 - short)), 1 - far), (g.uniform_policy, far))
            near_it = g.measure_incremental(world, better, GAMMA)
            more = [returned(near_it, most, number) > returned(found, most, number) for number in (2, 7)]
            if not (g.usefulness(found, most) < 1 and all(more)):
                return "more", more
        return "more", "more"

    def attained(left: int, number: int) -> Any:
        got = going_left(Fraction(left, 24), number)
        most = sum((Fraction(5, 4) ** i for i in range(number)), Fraction(0))
        return meets(got == most if left == 12 else got < most, f"at most {most}", got)

    yield by_hand(examples)
    worlds = among("three small worlds", ("lopsided", "last_moment", "two_buttons_k3"))
    to = among("from a drawn policy to another and to its greedy form; γ = 1", ("another", "its greedy form"))
    yield every("p_l and p_l E(C | L = l) are polynomials in the policy's probabilities", polynomials, worlds, to)
    reconstructed = among("the ten reconstructed worlds, γ = 19/20, N = 2, 7", g.RECONSTRUCTED)
    name = "the uniform policy, and a drawn one in the smaller worlds, return less than another of full support"
    yield every(name, beaten, reconstructed)
    lefts, numbers = among("left with each multiple of 1/24", range(25)), among("N = 2, 6 = N*", (2, 6))
    yield every("up to N* the greatest is attained, where it is both", attained, lefts, numbers)
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
