"""Checks in a world where the order of two coins is forgotten at a fork: Theorem 5.1 may hold for N* < N < N_loc."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product

from formal_rl.checking import Case, Part, equal, part, unless
from formal_rl.gridworlds import (
    MOVES,
    GridObservation,
    MemorylessPolicy,
    World,
    greatest_coins_incremental,
    measure_incremental,
    parse_layout,
    useful_supports,
    usefulness,
)
from formal_rl.gridworlds.memoryless_policies import Support
from formal_rl.gridworlds.theorem import difference, local_bounds, sign, uniform_is_the_best
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, Definition, fractions, ones, shown, uniform

_LAYOUT = """length 8
#  #  #  B2
#  #  #  .
#  #  #  B1
#  #  #  .
C1 A  C3 .
#  #  #  .
#  #  #  C1
#  #  #  .
#  #  #  B2"""

MERGING = parse_layout(_LAYOUT)
"""At the fork C3 first took two moves more than C1 first; what is seen there is the same."""

WITHOUT_A_COIN = parse_layout(_LAYOUT.replace("#  C1", "#  ."))
"""The same without the coin below the fork, which only those who lose no time collect."""

_GAMMA = Fraction(19, 20)
_SIXTHS = tuple(Fraction(i, 6) for i in range(7))
_LAMS, _NUMBER = fractions("51/100", "13/25"), 21


def _in_support(support: Support, first: Mapping[GridObservation, Fraction]) -> MemorylessPolicy:
    """Return the policy of a support: where a probability is given the first action has it, the last one the rest."""
    table = {}
    for seen, actions in support.items():
        row = [Fraction(0)] * len(MOVES)
        row[actions[0]] += first.get(seen, Fraction(1))
        row[actions[-1]] += 1 - first.get(seen, Fraction(1))
        table[seen] = tuple(row)
    return MemorylessPolicy(table)


def between(fork: World, in_roots: Definition) -> Iterator[Part]:
    """Check that (U) alone does not decide for four lengths: which policies are USEFUL, and where uniform is best."""

    @part(
        "in a world of four lengths every policy with USEFULNESS 1 has p_8 p_11 = p_9 p_10",
        branches=("four lengths", "fewer"),
        domain="every support that such a policy has, γ = 19/20; where two actions are taken, the first with 1/4, 1/2, "
        "2/3: more values than the degree, 2. With 1/2 p is uniform",
    )
    def two_choices() -> Iterator[Case]:
        greatest = greatest_coins_incremental(fork, _GAMMA)
        for number, support in enumerate(useful_supports(fork, _GAMMA)):
            forks = [seen for seen, actions in support.items() if len(actions) > 1]
            for chances in product((QUARTER, HALF, Fraction(2, 3)), repeat=len(forks)):
                measured = measure_incremental(
                    fork, _in_support(support, dict(zip(forks, chances, strict=True))), _GAMMA
                )
                p, useful = tuple(measured.probabilities.values()), usefulness(measured, greatest)
                about, rule = f"support {number}, {shown(chances)}: USEFULNESS and p", "1, p_8 p_11 = p_9 p_10"
                right = useful == 1 and p[0] * p[3] == p[1] * p[2]
                even = len(forks) < 2 or (p == uniform(4)) == (set(chances) == {HALF})
                yield "four lengths" if all(p) else "fewer", unless(right and even, about, rule, (useful, shown(p)))

    @part(
        "for four lengths, N = 21 and some λ between 51/100 and 13/25, uniform ties with a p that is far off",
        branches=("N* < N", "N <= N*", "N < N_loc"),
        domain="decided exactly over all distributions; N_loc by its bounds, which rise with λ",
    )
    def a_tie() -> Iterator[Case]:
        for lam, name in zip(_LAMS, ("N* < N", "N <= N*"), strict=True):
            about, expected = f"λ = {lam}, k = 4, N = {_NUMBER}", name == "N <= N*"
            yield name, equal(f"{about}: uniform is the one best", expected, uniform_is_the_best(lam, 4, _NUMBER))
            least = local_bounds(lam, 4).least
            yield "N < N_loc", unless(least > _NUMBER, f"{about}: N_loc is at least", f"> {_NUMBER}", least)

    @part(
        "among p with p_8 p_11 = p_9 p_10 uniform returns most at such an N",
        branches=("uniform", "another"),
        domain="λ = 51/100, N = 21; p_8 + p_9 and p_9 + p_11 in sixths, all coins collected, exact signs",
    )
    def the_best_of_products() -> Iterator[Case]:
        lam = _LAMS[0]
        for slow, up in product(_SIXTHS, repeat=2):
            p = (slow * (1 - up), slow * up, (1 - slow) * (1 - up), (1 - slow) * up)
            gap = difference(in_roots(p, ones(4), lam, _NUMBER), in_roots(uniform(4), ones(4), lam, _NUMBER))
            got = sign(gap, lam)
            even = p == uniform(4)
            yield "uniform" if even else "another", equal(f"{shown(p)}: the sign of what is gained", even - 1, got)

    yield from (decided() for decided in (two_choices, a_tie, the_best_of_products))
