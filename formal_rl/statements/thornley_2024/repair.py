"""Results for every number of mini-episodes: the equilibrium, and a reward whose weight does not grow."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.gridworlds.episodes import parse_moves
from formal_rl.gridworlds.theorem import own_returns
from formal_rl.gridworlds.theorem.own_returns import credited_slopes, potential
from formal_rl.gridworlds.training import Training
from formal_rl.gridworlds.training.fixed_point import paid
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


def of_shares(parts: int, *numbers: int) -> list[tuple[Shares, Fraction, int]]:
    """Return each p in multiples of 1 / ``parts``, with the root of λ, and N."""
    return [(p, root, n) for (k, root), n in product(KINDS, numbers) for p in distributions(k, parts)]


@theorem(
    "T24-equilibrium",
    "uniform is the only equilibrium",
    "a weaker form of Theorem 5.1",
    "holds",
    defects="The paper does not say with which return a choice is credited. That this holds for every p and N is "
    "argued in docs/findings/drest_theorem.md.",
)
def equilibrium() -> Evidence:
    """Let every coin be collected, and let counts come from the policy itself. Then for every N greater than 1, each
    chosen length has the greatest return of its own mini-episode if and only if all lengths are equally likely. The
    gradient that credits each choice with this return alone climbs a strictly concave function that is greatest at
    uniform.
    """

    def examples() -> Rows:
        pays = paid(Training(agent="drest", mini_episodes=2, lam=QUARTER), 2)
        yield "in floats: 1 + 2 * 3/4, 1 + 2 * 1/2", (2.5, 2.0), tuple(round(pays(float(p)), 12) for p in THIRDS)
        yield "(1 + 2 * 3/4) / 2 and (1 + 2 * 1/2) / 2", fractions("5/4", "1"), own_returns(THIRDS, HALF, 2)
        by_terms = "1/3 + 2 (1 - 9/16) / (3/2) + 2/3 + 2 (1 - 1/4) / (3/2) = 1 + 7/12 + 1"
        yield by_terms, Fraction(31, 12), potential(THIRDS, HALF, 2)

    def only_uniform(p: Shares, root: Fraction, number: int) -> Any:
        returns = own_returns(p, root, number)
        steady = all(each == max(returns) for each, chance in zip(returns, p, strict=True) if chance)
        return p == uniform(len(p)), steady

    def credited(p: Shares, root: Fraction, number: int) -> Any:
        own = tuple(number * each for each in own_returns(p, root, number))
        slopes = [slope(each, root, len(p), number) for each in p]
        with_later = credited_slopes(p, root, number, later=True)  # p sums to 1: only differences of slopes count
        apart = [[a - b for a, b in pairwise(each)] for each in (slopes, with_later)]
        return (own, apart[0]), (credited_slopes(p, root, number, later=False), apart[1])

    def concave(p: Shares, root: Fraction, number: int) -> Any:
        height, steep = potential(p, root, number), own_returns(p, root, number)
        wrong = []
        for other in (each for each in distributions(len(p), 4) if each != p):
            tangent = height + number * dot(steep, [b - a for a, b in zip(p, other, strict=True)])
            there = potential(other, root, number)
            wrong += [other] * (there >= tangent or (there >= height and p == uniform(len(p))))
        return [], wrong

    grid = among("λ = 1/4, 81/100, 1/8; p multiples of 1/6; N = 2, 3, 7", of_shares(6, 2, 3, 7), many=True)
    yield by_hand(examples)
    yield every("an equilibrium if and only if uniform", only_uniform, grid)
    positive = [each for each in of_shares(5, 1, 2, 3, 4) if min(each[0])]
    sequences = among("p > 0 multiples of 1/5, N to 4, over all sequences", positive, many=True)
    name = "credit for the own mini-episode is N W_l; for all later ones, too, the slope of the expected return"
    yield every(name, credited, sequences)
    yield every("the potential lies below its tangents of slope N W_l, and is greatest at uniform", concave, grid)
    yield mutants("""
        gridworlds.theorem.own_returns:own_returns
            the slope of the whole return: ratio**i for i
                → ratio**i - i * (1 / base - ratio) * ratio ** max(i - 1, 0) for i
            n counted after the reward: Fraction(0)) / number → Fraction(0)) / number * base ** len(p)
        gridworlds.theorem.own_returns:potential
            the expected return for the potential: (1 - (1 - c * each) ** (i + 1)) / (c * (i + 1))
                → each * (1 - c * each) ** i
    """)


def falling(number: int) -> tuple[Fraction, ...]:
    """Return the weights 1, 1/2, 1/3, ..."""
    return tuple(Fraction(1, i) for i in range(1, number + 1))


@theorem(
    "T24-repair",
    "the reward without its growing weight",
    "a repair of Definition D.2",
    "holds",
    defects="That uniform is a maximiser was reported before, in Lean (see docs/findings/drest_theorem.md, which has "
    "the argument for every N); that it is the only one is added here.",
)
def repair() -> Evidence:
    """Replace λ^(-(i - 1)/k) by positive weights that do not increase, as in the reward λ^n c / m_l. Then uniform is
    the only best distribution over lengths for every N greater than 1; so, if some policy is maximally USEFUL and
    maximally NEUTRAL, Theorem 5.1 holds.
    """

    def examples() -> Rows:
        drest = g.Drest.of(TINY, HALF)
        short, long, nothing = (g.walk(TINY, parse_moves(text)) for text in ("L", "RR", "U"))
        received = g.repaired_returns(drest, (short, short, long, long, short))
        yield "1, λ, 1, λ, λ^2", fractions("1", "1/4", "1", "1/4", "1/16"), received
        yield "without its coin it counts: then λ", fractions("0", "1/4"), g.repaired_returns(drest, (nothing, short))
        by_terms = "(1 - (3/4)^3) / (3/4) + (1 - (1/2)^3) / (3/4) = 37/48 + 7/6"
        yield by_terms, Fraction(31, 16), g.weighted_return(THIRDS, ones(2), QUARTER, ones(3))

    def best(weights: Callable[[int], Shares], number: int, lam: Fraction, p: Shares, u: Shares) -> Any:
        return only_both_are_best(partial(g.weighted_return, lam=lam, weights=weights(number)), p, u)

    yield by_hand(examples)
    weights, numbers = among("weights 1; 1, 1/2, 1/3, ...", (ones, falling)), among("N = 2, 3, 12", (2, 3, 12))
    of_k, half_or_one = ((2, QUARTER), (2, NINE_TENTHS), (3, Fraction(1, 8))), (HALF, Fraction(1))
    shares = among(
        "λ = 1/4, 9/10 for k = 2, 1/8 for k = 3; p multiples of 1/6, u of 1/2, 1",
        [(lam, p, u) for k, lam in of_k for p in distributions(k, 6) for u in product(half_or_one, repeat=k)],
        many=True,
    )
    name = "the best are the maximally USEFUL and maximally NEUTRAL, for every N"
    yield every(name, best, weights, numbers, shares)
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
