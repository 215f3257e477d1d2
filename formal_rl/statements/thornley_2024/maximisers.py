"""A policy of greatest expected return exists, and none exists among policies of full support."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import comb
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import Domain, Rows, Scope, among, by_hand, every, kinds, meets
from formal_rl.gridworlds.policies import Probabilities, deterministic_move
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, KINDS, QUARTER, Shares, distributions, following
from formal_rl.statements.thornley_2024.pairs import TINY, drawn_policy
from formal_rl.statements.thornley_2024.theorem import neighbours

GAMMA = Fraction(19, 20)
SMALL = ("lopsided", "last_moment", "two_buttons_k3", "royal_road", "memoryless_conflict")


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


def points(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Yield N, the root of λ, and p and u of two policies."""
    for (k, root), number in product(KINDS[:: 1 if scope.is_full else 2], (2, 6)):
        us = tuple(product((Fraction(0), HALF, Fraction(1)), repeat=k))
        every_one = list(product(distributions(k, 4 if k == 2 else 2), us))
        yield from product([number], [root], every_one, every_one[:: 3 if k == 2 else 9])


@lemma(
    "T24-maximiser",
    "a policy of greatest return exists, though not among those of full support",
    "Theorem 5.1 (D.1): what it presupposes",
    "holds",
    evidence="argued in docs/findings/drest_theorem.md: the return is a polynomial on a compact set; exhaustive: its "
    "degree on lines between policies, how little it moves, and policies of full support in the ten "
    "reconstructed worlds",
    defects="The paper does not say that a maximiser exists. Its agents are softmax policies, and among these "
    "there is none in its worlds as we reconstruct them: the greatest return is approached and not attained.",
)
def maximisers() -> Evidence:
    """In each gridworld and for each N some policy maximises the expected return of a meta-episode, so Theorem 5.1 and
    its refutation speak of something. In the paper's worlds, as we reconstruct them, none does among the policies that
    take each action with positive probability, as a softmax policy does.
    """

    def examples() -> Rows:
        yield "x = 1/2: 1 + 2 (1 - 3/8), the greatest", Fraction(9, 4), going_left(HALF, 2)
        yield "x = 1/4: 1 + 2 (1 - 15/32)", Fraction(33, 16), going_left(QUARTER, 2)
        yield "x = 1: 1 + 2/4: the long length is given up", Fraction(3, 2), going_left(Fraction(1), 2)
        everywhere = g.MemorylessPolicy({}, (Fraction(0), Fraction(0), QUARTER, 3 * QUARTER))
        coins = QUARTER, 3 * QUARTER, QUARTER, Fraction(9, 16)
        yield "1/4 left; 3/4 right, and 3/4 of that on to the coin", coins, shares_and_coins(TINY, everywhere)
        found, most = g.measure_incremental(TINY, everywhere, 1), g.greatest_coins_incremental(TINY, 1)
        by_terms = "1/4 + 9/16, and 2 (1/4 · 13/16 + 9/16 · 7/16) = 115/128"
        yield by_terms, Fraction(219, 128), returned(found, most, 2)

    def near(number: int, root: Fraction, first: tuple[Shares, Shares], second: tuple[Shares, Shares]) -> Any:
        (p, u), (r, v), c = first, second, 1 - root ** len(first[0])
        by_w = sum((root**-i for i in range(number)), Fraction(0))
        by_p = sum((i * c * root**-i for i in range(number)), Fraction(0))
        apart = sum(abs(x - y) for x, y in zip(p, r, strict=True))
        coins = sum(abs(x * s - y * t) for x, y, s, t in zip(p, r, u, v, strict=True))
        got = [of(*each, root, number) for each in (first, second)]
        return meets(abs(got[0] - got[1]) <= by_w * coins + by_p * apart, "so near as p and p u", got)

    def beaten(name: str) -> Any:
        world, most = g.named_world(name), g.greatest_coins_incremental(g.named_world(name), GAMMA)
        plans, far = g.jointly_best(world, GAMMA) or (), Fraction(1, 2**12)
        drawn = (drawn_policy(world, seed) for seed in (3, 4) if max(most) <= 7)
        full = (mixed((each, HALF), (g.uniform_policy, HALF)) for each in drawn)
        policies: tuple[g.Markov, ...] = (g.uniform_policy, *full)
        for policy in policies:
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

    of = cache(g.expected_return_incremental)
    yield by_hand(examples)
    worlds = Domain(
        lambda scope: ", ".join(SMALL if scope.is_full else SMALL[:3]),
        lambda scope: SMALL if scope.is_full else SMALL[:3],
    )
    to = among("from a drawn policy to another and to its greedy form; γ = 1", ("another", "its greedy form"))
    yield every("p_l and p_l E(C | L = l) are polynomials in the policy's probabilities", polynomials, worlds, to)
    some = kinds(lambda number, root, a, b: "p > 0" if min(*a[0], *b[0]) else "some p = 0", "p > 0", "some p = 0")
    grid = among(
        "λ = 1/4 for k = 2, 1/8 for k = 3 (full: 81/100, too); p in quarters and halves, u of 0, 1/2, 1, each with "
        "every third or ninth; N = 2, 6",
        points,
        many=True,
    )
    yield every("the return moves little where p and p u do, also where a length is given up", near, grid, kinds=some)
    reconstructed = among("the ten reconstructed worlds, γ = 19/20, N = 2, 7", g.RECONSTRUCTED)
    name = "the uniform policy, and drawn ones in the smaller worlds, return less than another of full support"
    yield every(name, beaten, reconstructed)
    lefts, numbers = among("left with each multiple of 1/24", range(25)), among("N from 2 to N* = 6", range(2, 7))
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
