"""A world where the order of two coins is forgotten at a fork: Theorem 5.1 may hold for N* < N < N_loc."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.gridworlds.memoryless_policies import Support
from formal_rl.gridworlds.theorem import local_bounds, sign, uniform_is_the_best
from formal_rl.gridworlds.world import MOVES
from formal_rl.statements.entries import Evidence
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, fractions, shown, uniform
from formal_rl.statements.thornley_2024.theorem import GAMMA, gain_over_uniform

LAYOUT = """length 8
#  #  #  B2
#  #  #  .
#  #  #  B1
#  #  #  .
C1 A  C3 .
#  #  #  .
#  #  #  C1
#  #  #  .
#  #  #  B2"""

MERGING = g.parse_layout(LAYOUT)
"""At the fork C3 first took two moves more than C1 first; what is seen there is the same."""

LAMS, NUMBER = fractions("51/100", "13/25"), 21


def in_support(support: Support, first: Mapping[g.GridObservation, Fraction]) -> g.MemorylessPolicy:
    """Return the policy of a support that takes its first action with these probabilities (or 1), else its last."""
    table = {}
    for seen, actions in support.items():
        row = [Fraction(0)] * len(MOVES)
        row[actions[0]] += first.get(seen, Fraction(1))
        row[actions[-1]] += 1 - first.get(seen, Fraction(1))
        table[seen] = tuple(row)
    return g.MemorylessPolicy(table)


def between_the_thresholds() -> Evidence:
    """Yield claims about a world where one policy is USEFUL and NEUTRAL: Theorem 5.1 may hold for N* < N < N_loc."""

    def two_choices(fork: g.World) -> Any:
        greatest, all_four = g.greatest_coins_incremental(fork, GAMMA), set()
        for support in g.useful_supports(fork, GAMMA):
            forks = [seen for seen, actions in support.items() if len(actions) > 1]
            for first in product((QUARTER, HALF, Fraction(2, 3)), repeat=len(forks)):
                found = g.measure_incremental(fork, in_support(support, dict(zip(forks, first, strict=True))), GAMMA)
                p, useful = tuple(found.probabilities.values()), g.usefulness(found, greatest)
                even = len(forks) < 2 or (p == uniform(4)) == (set(first) == {HALF})
                if not (useful == 1 and p[0] * p[3] == p[1] * p[2] and even):
                    return "p_8 p_11 = p_9 p_10", (useful, shown(p))
                all_four.add(all(p))
        return {True, False}, all_four

    def a_tie(lam: Fraction) -> Any:
        return (lam == LAMS[1], True), (uniform_is_the_best(lam, 4, NUMBER), local_bounds(lam, 4).least > NUMBER)

    def the_best_of_products(slow: Fraction, up: Fraction) -> Any:
        p = (slow * (1 - up), slow * up, (1 - slow) * (1 - up), (1 - slow) * up)
        return (p == uniform(4)) - 1, sign(gain_over_uniform(p, LAMS[0], NUMBER), LAMS[0])

    forks = among(
        "every support that such a policy has, γ = 19/20; the first of two actions with 1/4, 1/2, 2/3: more values "
        "than the degree, 2",
        lambda scope: [MERGING],
    )
    yield every("in a world of four lengths every policy with USEFULNESS 1 has p_8 p_11 = p_9 p_10", two_choices, forks)
    lams = among("N = 21; λ = 51/100: N* < N < N_loc; 13/25: N <= N*; over all distributions", LAMS)
    yield every("for four lengths uniform ties with a p that is far off, for some λ between", a_tie, lams)
    sixths = [Fraction(i, 6) for i in range(7)]
    domains = among("p_8 + p_9 in sixths", sixths), among("p_9 + p_11 in sixths", sixths)
    name = "λ = 51/100, N = 21: among p with p_8 p_11 = p_9 p_10 uniform returns most, exactly"
    yield every(name, the_best_of_products, *domains)
