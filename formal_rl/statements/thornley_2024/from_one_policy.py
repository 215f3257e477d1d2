"""One policy that is USEFUL and NEUTRAL: Theorem 5.1 fails for large N, and may hold between N* and N_loc."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.gridworlds.memoryless_policies import Support, jointly_best
from formal_rl.gridworlds.policies import deterministic_move
from formal_rl.gridworlds.theorem import local_bounds, local_threshold, sign, uniform_is_the_best
from formal_rl.gridworlds.world import MOVES
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, Shares, following, fractions, shown, uniform
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.theorem import GAMMA, gain_over_uniform, mixed

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


def in_support(support: Support, first: Mapping[g.GridObservation, Fraction]) -> g.MemorylessPolicy:
    """Return the policy of a support that takes its first action with these probabilities (or 1), else its last."""
    table = {}
    for seen, actions in support.items():
        row = [Fraction(0)] * len(MOVES)
        row[actions[0]] += first.get(seen, Fraction(1))
        row[actions[-1]] += 1 - first.get(seen, Fraction(1))
        table[seen] = tuple(row)
    return g.MemorylessPolicy(table)


def one_of_each(policy: g.MemorylessPolicy) -> g.MemorylessPolicy:
    """Return the deterministic policy that takes the first action which another takes at all, everywhere.

    Ledger: T24-U-alone*
    """
    taken = {seen: next(place for place, chance in enumerate(row) if chance) for seen, row in policy.table}
    return g.MemorylessPolicy({seen: deterministic_move(action) for seen, action in taken.items()}, policy.otherwise)


@cache
def both_in(name: str) -> tuple[g.World, g.MemorylessPolicy]:
    """Return a world and a policy that is maximally USEFUL and maximally NEUTRAL in it."""
    world = TINY if name == "tiny" else g.named_world(name)
    plans = jointly_best(world, GAMMA) or ()
    return world, following(world, plans, uniform(len(plans)))


@theorem(
    "T24-U-alone",
    "Theorem 5.1 if one policy is USEFUL and NEUTRAL: exact for two lengths, not for four",
    "a correction of Theorem 5.1",
    "holds",
    evidence="argued in docs/findings/drest_theorem.md; exhaustive: every support in the world of four lengths, and "
    "exact signs of what is gained in the ten reconstructed worlds and two of 3 and 4 lengths",
    defects="Of the repair of T24-T5.1 the clauses about attainable distributions are not needed for two lengths, "
    "nor from N_loc + 1 on for more. Between N* and N_loc they are, for four lengths. Three lengths are open: we "
    "found neither a proof nor such a world",
)
def from_one_policy() -> Evidence:
    """Let some policy without a clock be maximally USEFUL and maximally NEUTRAL, and nothing else be assumed. Then for
    two lengths Theorem 5.1 is true if and only if 2 <= N <= N*. For more lengths it is true for 2 <= N <= N*, and fails
    for each N at which the curvature at uniform is positive, so for each N > N_loc. Between them it may be true: in a
    world of four lengths, for N = 21 and some λ with N* < 21 < N_loc, it is.
    """

    @cache
    def on_the_way(name: str, t: Fraction) -> tuple[Shares, Fraction]:  # asked again for each λ and N
        world, both = both_in(name)
        found = g.measure_incremental(world, mixed(both, one_of_each(both), t), GAMMA)
        return tuple(found.probabilities.values()), g.usefulness(found, g.greatest_coins_incremental(world, GAMMA))

    def examples() -> Rows:
        third = "left 1/2, else right twice; a third of the way to always left: 1/2 · 2/3 + 1/3 = 2/3"
        yield third, (fractions("2/3", "1/3"), Fraction(1)), on_the_way("tiny", Fraction(1, 3))
        even_powers = gain_over_uniform(fractions("2/3", "1/3"), QUARTER, 3)[0]
        yield "λ = 1/4, N = 3: 4 (2/3 · 1/4 + 1/3 · 9/16 - 25/64)", Fraction(-7, 48), even_powers

    def more_nearby(name: str, lam: Fraction, more: int) -> Any:
        k = len(g.lengths(both_in(name)[0]))
        found = (on_the_way(name, Fraction(1, 2**i)) for i in range(1, 11))
        differences = (gain_over_uniform(p, lam, local_threshold(lam, k) + more) for p, useful in found if useful == 1)
        return meets(any(sign(each, lam) > 0 for each in differences), "more for some t", "for none")

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
        return (lam == Fraction(13, 25), True), (uniform_is_the_best(lam, 4, 21), local_bounds(lam, 4).least > 21)

    yield by_hand(examples)
    worlds = (*g.RECONSTRUCTED, "two_buttons_k3", "two_buttons_k4")
    names = among("the ten reconstructed worlds, two of 3 and 4 lengths", worlds)
    near = "beyond N_loc some USEFUL policy on the way returns more, t = 1/2, 1/4, ... to 1/1024, exact signs"
    of_each = among("λ = 1/4, 1/2", (QUARTER, HALF)), among("N_loc + 1, + 4", (1, 4))
    yield every(near, more_nearby, names, *of_each)
    forks = among(
        "every support that such a policy has, γ = 19/20; the first of two actions with 1/4, 1/2, 2/3: more values "
        "than the degree, 2",
        lambda scope: [MERGING],
    )
    yield every("in a world of four lengths every policy with USEFULNESS 1 has p_8 p_11 = p_9 p_10", two_choices, forks)
    lams = fractions("51/100", "13/25")
    two = among("N = 21; λ = 51/100: N* < N < N_loc; 13/25: N <= N*; over all distributions", lams)
    yield every("for four lengths uniform ties with a p that is far off, for some λ between", a_tie, two)
    yield mutants("""
        :one_of_each
            towards a policy that takes other actions: return g.MemorylessPolicy(
                → return g.uniform_policy or g.MemorylessPolicy(
            towards itself: return g.MemorylessPolicy( → return policy or g.MemorylessPolicy(
        gridworlds.theorem.local_threshold:local_threshold
            the sufficient bound for N_loc: return last( → return floor(4 / (1 - Fraction(lam))) - 4 or last(
        gridworlds.theorem._radical_sums:expected_return_in_roots
            the return without its growing weight: sums[i % k] += lam ** -(i // k) * sum(powers)
                → sums[0] += sum(powers)
        :MERGING
            nothing to be late for: parse_layout(LAYOUT) → parse_layout(LAYOUT.replace("#  C1", "#  ."))
    """)


STATEMENTS = statements_in(globals())
