"""Section 5: greedy policies are not NEUTRAL, and what their values say never comes to rest."""

from fractions import Fraction
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand
from formal_rl.gridworlds.memoryless_policies import deterministic_policies
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.gridworlds.theorem import own_returns
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, KINDS, fractions


def greedy(values: Probabilities) -> Probabilities:
    """Return the first action of the greatest value, for sure.

    Ledger: T24-greedy*
    """
    best = values.index(max(values))
    return tuple(Fraction(place == best) for place in range(len(values)))


@claim(
    "T24-greedy",
    "value-based methods cannot learn to be NEUTRAL",
    "Section 5",
    "holds",
    defects="It holds of what is greedy with one action for each observation. A method that splits exact ties evenly "
    "can be NEUTRAL where the tie is between two lengths at one cell, and only as long as it is exact. The argument is "
    "in docs/findings/drest_theorem.md.",
)
def value_based() -> Evidence:
    """Standard versions of value-based methods cannot learn stochastic policies. So in the paper's worlds what they
    learn, a policy that is greedy for some values, chooses one length and has NEUTRALITY 0; and for N > 1 no such
    policy is greedy for its own returns.
    """

    def examples() -> Rows:
        yield "the first of the greatest", fractions("0", "1", "0", "0"), greedy(fractions("1", "3", "2", "3"))
        yield "(1 + 2/4) / 2 and (1 + 2) / 2: the other", fractions("3/4", "3/2"), own_returns((1, 0), HALF, 2)

    def deterministic(name: str) -> Any:
        world = g.named_world(name)
        found = (g.measure_incremental(world, policy, 1).probabilities for policy in deterministic_policies(world))
        return {(0, 1, 0.0)}, {(*sorted(each.values()), g.neutrality(each)) for each in found}

    def never_at_rest(k: int, root: Fraction, number: int) -> Any:
        chosen, *others = own_returns((1, *(0,) * (k - 1)), root, number)
        return [True] * (k - 1), [other > chosen for other in others]

    worlds = among("every deterministic policy without a clock of two worlds", ("lopsided", "last_moment"))
    yield by_hand(examples)
    yield every("a deterministic policy chooses one length: its NEUTRALITY is 0", deterministic, worlds)
    lams = among("λ = 1/4, 81/100 for k = 2, 1/8 for k = 3", KINDS, many=True)
    numbers = among("N = 2 to 5, 64", (*range(2, 6), 64))
    yield every("what a greedy policy's own returns say is to choose another length", never_at_rest, lams, numbers)
    yield mutants("""
        :greedy
            ties are split: Fraction(place == best) → Fraction(values[place] == max(values), values.count(max(values)))
        gridworlds.theorem.own_returns:own_returns
            the reward of default agents: ratio**i → ratio**0
        gridworlds.memoryless_policies:deterministic_policies
            stochastic policies among the deterministic: deterministic_move(action) → (Fraction(1, 4),) * 4
    """)


STATEMENTS = statements_in(globals())
