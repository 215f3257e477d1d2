"""Theorem 5.1: what the optimal policies of the DREST reward are."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import prod
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import Rows, among, by_hand, every, kinds, meets
from formal_rl.gridworlds import theorem as th
from formal_rl.gridworlds.policies import deterministic_move
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.statements.thornley_2024.equations import MISSING
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    NINE_TENTHS,
    QUARTER,
    Shares,
    distributions,
    fractions,
    ones,
    only_both_are_best,
    uniform,
)

UNEVEN = fractions("1/3", "2/3")
ROOTS = ((2, Fraction(1, 10)), (2, HALF), (2, Fraction(3, 4)), (3, HALF), (3, Fraction(3, 4)))
"""k and the root of λ."""


def neighbours(left: Fraction) -> tuple[g.World, g.MemorylessPolicy]:
    """Return a world with a coin on either side, and the policy that goes left with this probability, else right.

    Left is the short trajectory with a coin, right twice the long one with a coin.
    """
    world = g.parse_layout("length 1\nC1 A B1 C1\n")
    first = (Fraction(0), Fraction(0), left, 1 - left)
    return world, g.MemorylessPolicy({g.observe(world.start): first}, deterministic_move(g.LETTERS.index("R")))


def return_in_world(
    world: g.World,
    policy: g.Markov,
    drest: g.Drest,
    number: int,
    received: Callable[[g.Drest, Sequence[g.Trajectory]], tuple[Fraction, ...]] = g.overall_returns,
) -> Fraction:
    """Return the expected return of a meta-episode as it is defined: over all its trajectories."""
    total = Fraction(0)
    for meta_episode in product(tuple(distribution(world, policy)), repeat=number):
        trajectories, chances = zip(*meta_episode, strict=True)
        total += prod(chances) * sum(received(drest, trajectories))
    return total


def gain_over_uniform(p: Shares, lam: Fraction, number: int) -> th.RootSum:
    """Return R(p) - R(uniform), every coin being collected."""
    k = len(p)
    of_p, even = (th.expected_return_in_roots(each, ones(k), lam, number) for each in (p, uniform(k)))
    return th.difference(of_p, even)


def sums_of_roots() -> Iterator[tuple[th.RootSum, Fraction, int]]:
    """Yield sums of powers of the root of λ, λ, and the sign.

    a + b x has the sign of a |a|^(k-1) + b |b|^(k-1) x^k, where x^k = 1 / λ, since powers keep the order. The others
    lie in the middle of their own enclosure of so many bits, so that their sign is not to be seen yet; or are 0, where
    x = 2, and x^2 = 3/2.
    """
    numbers = [Fraction(number) for number in range(-3, 4)]
    for lam, k, a, b in product(fractions("1/2", "1/4", "8/27"), (2, 3), numbers, numbers):
        total = a * abs(a) ** (k - 1) + b * abs(b) ** (k - 1) / lam
        yield (a, b, *(Fraction(0),) * (k - 2)), lam, (total > 0) - (total < 0)
    for lam, times in product(fractions("1/2", "2/3", "9/10"), (1, 2, 4)):
        ends = th.enclose((Fraction(0), Fraction(1)), lam, times * (64 + lam.denominator.bit_length()))
        middle = Fraction(sum(ends)) / 2
        yield (middle, Fraction(-1)), lam, 1 if middle**2 * lam > 1 else -1
    yield fractions("2", "-3", "1"), Fraction(1, 8), 0
    yield fractions("0", "9/4", "0", "0", "0", "-1"), Fraction(8, 27), 0


def up_to_the_threshold() -> Iterator[tuple[Any, ...]]:
    """Yield the root of λ, N, p, and u."""
    for k, root in ROOTS:
        us = product((Fraction(0), HALF, Fraction(1))[0 if k == 2 else 1 :], repeat=k)
        yield from product([root], range(2, th.threshold(root**k, k).greatest + 1), distributions(k, 6), us)


def beyond_the_threshold() -> Iterator[tuple[Shares, Fraction, int]]:
    """Yield p rounded from the best at N* + 1, λ, and N from there on."""
    for k, lam in ((2, QUARTER), (2, NINE_TENTHS), (3, HALF), (4, HALF)):
        first = th.threshold(lam, k).greatest + 1
        other = Fraction(round(th.maximiser(lam, k, first).p_other * 1000), 1000)
        yield from product([(*(other,) * (k - 1), 1 - (k - 1) * other)], [lam], range(first, first + 8))


@theorem(
    "T24-T5.1",
    "optimal policies are USEFUL and NEUTRAL",
    "Theorem 5.1 (D.1)",
    "refuted",
    defects=f"{MISSING} The theorem has no bound on N. It also needs that some policy is maximally USEFUL and "
    "maximally NEUTRAL, and that each length has a coin within reach. We had an early version. Of the published "
    "one (arXiv 2407.00805v7) we saw only the reward and the settings, as others quote them.",
    evidence="exhaustive: all meta-episodes at λ = 1/4, and grids of p and u; certified signs at λ = 9/10 and beyond "
    "N*; argued in docs/findings/drest_theorem.md",
    repair="where some policy is both, and k >= 2: a policy is a maximiser if and only if it is both, for 2 <= N "
    "<= N*; N <= 4 / (1 - λ) is enough. For two lengths it is then true if and only if 2 <= N <= "
    "N* (T24-U-alone); for more this needs that every distribution is attainable at USEFULNESS 1, but for N > "
    "N_loc it fails without that (T24-Nloc)",
    witness="λ = 1/4, k = 2, N = 7, every coin collected: (1/3, 2/3) returns 985/64, (1/2, 1/2) 61741/4096, "
    "which is less. λ = 9/10, k = 2, N = 64: (2/3, 1/3) returns 0.7228 more than (1/2, 1/2)",
)
def optimal_policies() -> Evidence:
    """For meta-episodes of any number of mini-episodes greater than 1, a policy that maximises expected DREST return is
    maximally USEFUL and maximally NEUTRAL.
    """

    def examples() -> Rows:
        world, policy = neighbours(UNEVEN[0])
        left, right = (trajectory for trajectory, _ in distribution(world, policy))
        at_seven = partial(returned, root=HALF, number=7)
        uneven = "(1/3, 2/3), λ = 1/4, k = 2, N = 7: 1/3 ((3/2)^7 - 1) / (1/2) + 2/3 * 7 = 2059/192 + 896/192"
        yield uneven, Fraction(985, 64), at_seven(UNEVEN, (1, 1))
        yield "((5/4)^7 - 1) / (1/4) = (78125 - 16384) / 4096", Fraction(61741, 4096), at_seven((HALF, HALF), (1, 1))
        three = (left, left, right)
        yield "1, then 1/4 * 2, then 4", fractions("1", "1/2", "4"), g.overall_returns(g.Drest.of(world, HALF), three)
        ends = th.enclose(gain_over_uniform((1 - UNEVEN[0], UNEVEN[0]), NINE_TENTHS, 64), NINE_TENTHS)
        about = "λ = 9/10, k = 2, N = 64: (2/3, 1/3) returns more than (1/2, 1/2), computed apart"
        yield about, (0.7228, 0.7228), tuple(round(float(each), 4) for each in ends)

    def in_the_world(number: int) -> Any:
        both = (neighbours(left) for left in (HALF, UNEVEN[0]))
        even, uneven = (return_in_world(*here, g.Drest.of(here[0], HALF), number) for here in both)
        return meets(even > uneven, f"> {uneven}", even)

    def best(root: Fraction, number: int, p: Shares, u: Shares) -> Any:
        return only_both_are_best(partial(returned, root=root, number=number), p, u)

    def fails_beyond(p: Shares, lam: Fraction, number: int) -> Any:
        return meets(
            p != uniform(len(p)) and th.sign(gain_over_uniform(p, lam, number), lam) > 0, "better", "not better"
        )

    returned = cache(g.expected_return_incremental)
    how = kinds(lambda sums, lam, expected: "not zero" if expected else "zero", "zero", "not zero")
    sums = among(
        "two terms against their powers, k = 2, 3, three λ; sums in the middle of their own enclosure; sums that are 0",
        lambda scope: sums_of_roots(),
        many=True,
    )
    yield by_hand(examples)
    yield every("signs are exact", lambda sums, lam, expected: (expected, th.sign(sums, lam)), sums, kinds=how)
    seven = among("N = 2, 7, all meta-episodes", (2, 7))
    yield every("in a world, λ = 1/4: left with 1/2 returns more than with 1/3", in_the_world, seven).fails(
        "…, 7: expected '> 985/64', got Fraction(61741, 4096)"
    )
    grid = among(
        "λ = 1/100, 1/4, 9/16 for k = 2, 1/8, 27/64 for k = 3, N from 2 to N*, p multiples of 1/6, u of 0, 1/2, 1",
        lambda scope: up_to_the_threshold(),
        many=True,
    )
    yield every("up to N*: the best are the maximally USEFUL and maximally NEUTRAL", best, grid)
    after = among(
        "4 pairs of k and λ, N from N* + 1 to N* + 8; exact signs, p rounded from the best",
        lambda scope: beyond_the_threshold(),
        many=True,
    )
    yield every("from N* + 1 on: uniform is not the best", fails_beyond, after)
    yield mutants("""
        gridworlds.drest:expected_return_incremental
            i/k for (i - 1)/k: * a * b → * a * b / root
            n counted after the reward: * a * b → * a * b * Fraction(root) ** len(p)
            λ for 1 - λ: c = 1 - Fraction(root) → c = Fraction(root)
            any coins will do: * a * b → * a
        gridworlds.drest:discount_factor
            n counted after the reward, in a world: drest.k * n - (i - 1) → drest.k * (n + 1) - (i - 1)
        gridworlds.theorem.radical_sums:enclose
            a sign from an enclosure with its ends exchanged: sorted((each / high_root**j, each / low_root**j))
                → (each / high_root**j, each / low_root**j)
        gridworlds.theorem.radical_sums:sign
            a sum of roots that is never 0: return 0 → return 1
        gridworlds.theorem.threshold:threshold
            the sufficient bound for the threshold: Threshold(local, → Threshold(sufficient,
                ;; Threshold(greatest, → Threshold(sufficient,
            the number of certain failure for the threshold: Threshold(local, → Threshold(fails_from,
                ;; Threshold(greatest, → Threshold(fails_from,
            a local maximum for a maximum: Threshold(greatest, → Threshold(local,
    """)


STATEMENTS = statements_in(globals())
