"""What holds for every number of mini-episodes: the equilibrium, and a reward whose weight does not grow."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise, product
from math import prod
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import Domain, Rows, Scope, among, by_hand, every, kinds, meets
from formal_rl.gridworlds.episodes import parse_moves
from formal_rl.gridworlds.theorem import credited_slopes, own_returns, potential
from formal_rl.gridworlds.training import Training, paid
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    KINDS,
    NINE_TENTHS,
    QUARTER,
    Shares,
    distributions,
    dot,
    fractions,
    ones,
    only_both_are_best,
    slope,
    uniform,
)
from formal_rl.statements.thornley_2024.pairs import TINY

THIRDS = fractions("1/3", "2/3")


# --- The equilibrium ---


def in_sixths(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Yield p, the root of λ, and N."""
    for (k, root), number in product(KINDS, (2, 3, 7, 64 if scope.is_full else 24)):
        yield from product(distributions(k, 6), [root], [number])


def positive(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Yield p > 0, the root of λ, and N."""
    for (k, root), number in product(KINDS, range(1, 6 if scope.is_full else 5)):
        yield from product((p for p in distributions(k, 5) if min(p) > 0), [root], [number])


def two_points() -> Iterator[tuple[Any, ...]]:
    """Yield p, another, the root of λ, and N."""
    for (k, root), number in product(KINDS, (2, 3, 7)):
        points = tuple(distributions(k, 6 if k == 2 else 4))
        yield from ((*both, root, number) for both in product(points, repeat=2) if both[0] != both[1])


@theorem(
    "T24-equilibrium",
    "uniform is the only equilibrium",
    "a weaker form of Theorem 5.1",
    "holds",
    evidence="exhaustive: on grids of p, and over all sequences; argued in docs/findings/drest_theorem.md",
    defects="The paper does not say with which return a choice is credited.",
)
def equilibrium() -> Evidence:
    """Let every coin be collected, and let counts come from the policy itself. Then for every N greater than 1, each
    chosen length has the greatest return of its own mini-episode if and only if all lengths are equally likely. The
    gradient that credits each choice with this return alone climbs a strictly concave function that is greatest at
    uniform.
    """

    def examples() -> Rows:
        for about, value, p, number in (
            ("1 + 2 * 3/4, 1 + 2 * 1/2", (2.5, 2.0), THIRDS, 2),
            ("1 + 2 + 4 and 1 + 1/2 + 1/4", (7.0, 1.75), (0, 1), 3),
        ):
            pays = paid(Training(agent="drest", mini_episodes=number, lam=QUARTER), 2)
            yield f"in floats: {about}", value, tuple(round(pays(float(each)), 12) for each in p)
        yield "(1 + 2 * 3/4) / 2 and (1 + 2 * 1/2) / 2", fractions("5/4", "1"), own_returns(THIRDS, HALF, 2)
        never = "never chosen, N = 3: (1 + 2 + 4) / 3 and (1 + 1/2 + 1/4) / 3"
        yield never, fractions("7/3", "7/12"), own_returns((0, 1), HALF, 3)
        by_terms = "1/3 + 2 (1 - 9/16) / (3/2) + 2/3 + 2 (1 - 1/4) / (3/2) = 1 + 7/12 + 1"
        yield by_terms, Fraction(31, 12), potential(THIRDS, HALF, 2)
        away = own_returns(THIRDS, HALF, 7), [slope(each, HALF, 2, 7) for each in THIRDS]
        signs = [rare > often for rare, often in away]
        yield "N = 7: own credit leads towards uniform, all later credit away", [True, False], signs

    def only_uniform(p: Shares, root: Fraction, number: int) -> Any:
        returns = own_returns(p, root, number)
        steady = all(each == max(returns) for each, chance in zip(returns, p, strict=True) if chance)
        both = product(zip(p, returns, strict=True), repeat=2)
        rarer = all(first > second for (a, first), (b, second) in both if a < b)
        return (p == uniform(len(p)), "a rarer length returns more"), (steady, rarer and "a rarer length returns more")

    def at_one(p: Shares) -> Any:
        returns = own_returns(p, HALF, 1)
        return meets(p == uniform(2) or min(returns) < max(returns), "no equilibrium", returns)

    def own(p: Shares, root: Fraction, number: int) -> Any:
        own_credit = tuple(number * each for each in own_returns(p, root, number))
        return credited_slopes(p, root, number, later=False), own_credit

    def whole(p: Shares, root: Fraction, number: int) -> Any:
        both = [slope(each, root, len(p), number) for each in p], credited_slopes(p, root, number, later=True)
        expected, got = ([a - b for a, b in pairwise(each)] for each in both)
        return expected, got

    def concave(p: Shares, other: Shares, root: Fraction, number: int) -> Any:
        height, there = (potential(each, root, number) for each in (p, other))
        steep = own_returns(p, root, number)
        tangent = height + number * dot(steep, [b - a for a, b in zip(p, other, strict=True)])
        below = there < tangent and (there < height or p != uniform(len(p)))
        return meets(below, f"below {tangent}, and the greatest at uniform", there)

    grid = Domain(
        lambda scope: f"λ = 1/4, 81/100, 1/8; p multiples of 1/6; N = 2, 3, 7, {64 if scope.is_full else 24}",
        in_sixths,
        many=True,
    )
    yield by_hand(examples)
    even = kinds(lambda p, *_: "uniform" if p == uniform(len(p)) else "not uniform", "uniform", "not uniform")
    yield every("an equilibrium if and only if uniform", only_uniform, grid, kinds=even)
    one = "N = 1: an equilibrium only if uniform"
    yield every(one, at_one, among("p multiples of 1/6", distributions(2, 6))).fails(
        f"{one}, (0, 1): expected 'no equilibrium', got (Fraction(1, 1), Fraction(1, 1))"
    )
    sequences = among("p > 0 multiples of 1/5, N to 4, in full 5, over all sequences", positive, many=True)
    yield every("credit for the own mini-episode is N W_l", own, sequences)
    yield every("credit for all later ones, too, is the slope of the expected return", whole, sequences)
    points = among(
        "all pairs of p multiples of 1/6 for k = 2, of 1/4 for k = 3; N = 2, 3, 7",
        lambda scope: two_points(),
        many=True,
    )
    yield every("the potential lies below its tangents of slope N W_l, and is greatest at uniform", concave, points)
    yield mutants("""
        gridworlds.theorem.own_returns:own_returns
            the slope of the whole return: ratio**i for i
                → ratio**i - i * (1 / base - ratio) * ratio ** max(i - 1, 0) for i
            n counted after the reward: Fraction(0)) / number → Fraction(0)) / number * base ** len(p)
        gridworlds.theorem.own_returns:potential
            the expected return for the potential: (1 - (1 - c * each) ** (i + 1)) / (c * (i + 1))
                → each * (1 - c * each) ** i
    """)


# --- The repaired reward ---


def level(number: int) -> tuple[Fraction, ...]:
    """Return N weights of 1: the reward λ^n c / m_l."""
    return (Fraction(1),) * number


def falling(number: int) -> tuple[Fraction, ...]:
    """Return the weights 1, 1/2, 1/3, ..."""
    return tuple(Fraction(1, i) for i in range(1, number + 1))


def level_then_falling(number: int) -> tuple[Fraction, ...]:
    """Return the weights 1, 1, 1/2, 1/2, 1/4, 1/4, ..."""
    return tuple(HALF ** (i // 2) for i in range(number))


def growing(number: int) -> tuple[Fraction, ...]:
    """Return the weights 1, 2, 4, ..."""
    return tuple(Fraction(2) ** i for i in range(number))


TEXTS = {2: (("L", "U"), ("RR", "RU")), 3: (("UUDL",), ("RRLLDL",), ("RRDULLDL",))}
"""For k = 2, in C1 A B1 C1, short and long, first with the coin and then without; for k = 3, in two_buttons_k3, for
each of the three lengths what collects the most."""


@cache
def trajectories(k: int) -> tuple[g.Drest, tuple[tuple[g.Trajectory, ...], ...]]:
    """Return a reward over k lengths, the k-th root of λ being 1/2, and trajectories of each length."""
    world = TINY if k == 2 else g.named_world("two_buttons_k3")
    return g.Drest.of(world, HALF), tuple(tuple(g.walk(world, parse_moves(text)) for text in each) for each in TEXTS[k])


def in_all(k: int, number: int) -> tuple[dict[Any, Fraction], dict[Any, Fraction]]:
    """Return the repaired return by p and how likely a coin is collected: over all sequences, and in closed form."""
    drest, ways = trajectories(k)
    kinds_of = tuple((length, kind) for length, each in enumerate(ways) for kind in range(len(each)))
    given: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for sequence in product(range(len(kinds_of)), repeat=number):
        taken = [ways[length][kind] for length, kind in (kinds_of[each] for each in sequence)]
        given[tuple(map(sequence.count, range(len(kinds_of))))] += sum(g.repaired_returns(drest, taken))
    expected, got = {}, {}
    for p, part in product(distributions(k, 3), (HALF, Fraction(1)) if k == 2 else (Fraction(1),)):
        chances = [p[length] * (1 - part if kind else part) for length, kind in kinds_of]
        sums = (prod(map(pow, chances, counts), start=value) for counts, value in given.items())
        expected[p, part] = sum(sums, Fraction(0))
        got[p, part] = g.weighted_return(p, (part,) * k, drest.lam, level(number))
    return expected, got


def weighted(scope: Scope) -> Iterator[tuple[Any, ...]]:
    """Yield weights, N, λ, p, and u."""
    kinds_of = ((2, QUARTER), (2, NINE_TENTHS), (3, Fraction(1, 8)))
    for (k, lam), weights in product(kinds_of, (level, falling, level_then_falling)):
        us = tuple(product((HALF, Fraction(1)), repeat=k))
        numbers = (2, 3, 7, 128 if scope.is_full else 40)
        yield from product([weights], numbers, [lam], distributions(k, 4 if k == 2 else 3), us)


@theorem(
    "T24-repair",
    "the reward without its growing weight",
    "a repair of Definition D.2",
    "holds",
    evidence="exhaustive: over all sequences, and on grids of p and u; argued in docs/findings/drest_theorem.md",
    defects="That uniform is a maximiser was reported before, in Lean (see docs/findings/drest_theorem.md); that "
    "it is the only one is added here.",
)
def repair() -> Evidence:
    """Replace λ^(-(i - 1)/k) by positive weights that do not increase, as in the reward λ^n c / m_l. Then uniform is
    the only best distribution over lengths for every N greater than 1; so, if some policy is maximally USEFUL and
    maximally NEUTRAL, Theorem 5.1 holds.
    """

    def examples() -> Rows:
        drest, ((short, nothing), (long, _)) = trajectories(2)
        received = g.repaired_returns(drest, (short, short, long, long, short))
        yield "1, λ, 1, λ, λ^2", fractions("1", "1/4", "1", "1/4", "1/16"), received
        yield "without its coin it counts: then λ", fractions("0", "1/4"), g.repaired_returns(drest, (nothing, short))
        for about, value, p, u in (
            ("(1 - (3/4)^3) / (3/4) + (1 - (1/2)^3) / (3/4) = 37/48 + 7/6", Fraction(31, 16), THIRDS, ones(2)),
            ("2 (1 - (5/8)^3) / (3/4)", Fraction(129, 64), uniform(2), ones(2)),
            ("one length only, half of its coins: 1/2 (1 + 1/4 + 1/16)", Fraction(21, 32), (0, 1), (1, HALF)),
        ):
            yield about, value, g.weighted_return(p, u, QUARTER, level(3))

    def best(weights: Callable[[int], Sequence[Fraction]], number: int, lam: Fraction, p: Shares, u: Shares) -> Any:
        return only_both_are_best(partial(g.weighted_return, lam=lam, weights=weights(number)), p, u)

    def with_growing(number: int) -> Any:
        even, uneven = (g.weighted_return(p, ones(2), QUARTER, growing(number)) for p in (uniform(2), THIRDS))
        return meets(even > uneven, f"> {uneven}", even)

    yield by_hand(examples)
    lengths, numbers = among("worlds of 2 and 3 lengths", (2, 3)), among("N to 5, all sequences", range(1, 6))
    yield every("the repaired reward, with and without its coins, is in closed form", in_all, lengths, numbers)
    grid = Domain(
        lambda scope: (
            "weights 1; 1, 1/2, 1/3, ...; 1, 1, 1/2, 1/2, ...; λ = 1/4, 9/10 for k = 2, 1/8 for k = 3; p multiples of "
            f"1/4 and 1/3, u of 1/2, 1; N = 2, 3, 7, {128 if scope.is_full else 40}"
        ),
        weighted,
        many=True,
    )
    yield every("the best are the maximally USEFUL and maximally NEUTRAL, for every N", best, grid)
    against = among("λ = 1/4, k = 2, N from 2 to 7", range(2, 8))
    yield every("with the weights 1, 2, 4, ... uniform returns more than (1/3, 2/3)", with_growing, against).fails(
        "with the weights …, 7: expected '> 985/64', got Fraction(61741, 4096)"
    )
    yield mutants("""
        :falling
            growing weights: Fraction(1, i) → Fraction(2) ** i
            all weight on the first mini-episode: Fraction(1, i) → Fraction(int(i == 1))
        gridworlds.drest:weighted_return
            n counted after the reward: weight * a → weight * (1 - c) * a
            λ for 1 - λ: c = 1 - Fraction(lam) → c = Fraction(lam)
        gridworlds.drest:repaired_returns
            the paper's reward for the repaired one: drest.lam**n → discount_factor(drest, i, n) ;; for _, → for i,
            λ^(n/k) for λ^n: drest.lam**n → drest.root**n
    """)


STATEMENTS = statements_in(globals())
