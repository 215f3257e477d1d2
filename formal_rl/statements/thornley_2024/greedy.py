"""Section 5: greedy policies are not NEUTRAL, and what their values say never comes to rest."""

from fractions import Fraction
from math import log2
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import Rows, among, by_hand, every
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.gridworlds.theorem import own_returns
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF, KINDS, QUARTER, fractions, ones
from formal_rl.statements.thornley_2024.pairs import drawn_policy

EXPLORATION = fractions("1/2", "1/10", "1/1000")
SPLIT = QUARTER
"""Values so near to one another are as good as tied, in a mutant."""


def epsilon_greedy(values: Probabilities, epsilon: Fraction) -> Probabilities:
    """Return 1 - ε for the first action of the greatest value, and ε / 4 more for each action.

    Ledger: T24-greedy
    """
    best = values.index(max(values))
    return tuple(epsilon / len(values) + (1 - epsilon) * (place == best) for place in range(len(values)))


def greatest_neutrality(epsilon: Fraction, length: int) -> float:
    """Return a bound on the NEUTRALITY, for two lengths, of an ε-greedy policy whose greedy trajectory has a length.

    The greedy trajectory has the probability (1 - 3ε/4)^length at least. Where that is at least 1/2, so is the
    probability of its length, and the entropy falls from there on.

    Ledger: T24-greedy*
    """
    least = float(1 - 3 * epsilon / 4) ** length
    return g.entropy((least, 1 - least)) if least > 0.5 else 1.0


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
        tenth = Fraction(1, 10)
        first = epsilon_greedy(fractions("1", "3", "2", "3"), tenth)
        yield "the first of the greatest: 9/10 + 1/40; else 1/40", fractions("1/40", "37/40", "1/40", "1/40"), first
        bound = round(-0.925 * log2(0.925) - 0.075 * log2(0.075), 12)
        yield "the greedy action has 37/40: H(3/40)", bound, round(greatest_neutrality(tenth, 1), 12)
        yield "(1 + 2/4) / 2 and (1 + 2) / 2: the other", fractions("3/4", "3/2"), own_returns((1, 0), HALF, 2)
        one = g.expected_return_incremental((1, 0), ones(2), HALF, 3)
        yield "always one length, N = 3: 1 + 1/2 + 1/4", Fraction(7, 4), one

    def deterministic(name: str) -> Any:
        world, taken = g.named_world(name), set()
        for policy in g.deterministic_policies(world):
            found = g.measure_incremental(world, policy, 1).probabilities
            if sorted(found.values()) != [0, 1] or g.neutrality(found) != 0:
                return "0 and 1", dict(found)
            taken |= {length for length, p in found.items() if p}
        return set(g.lengths(world)), taken

    def of_values(name: str) -> Any:
        world, values = g.named_world(name), dict(drawn_policy(g.named_world(name), 1).table)

        def shares(epsilon: Fraction) -> g.ByLength:
            policy = g.MemorylessPolicy({seen: epsilon_greedy(row, epsilon) for seen, row in values.items()})
            return g.measure_incremental(world, policy, 1).probabilities

        greedy = shares(Fraction(0))
        taken = max(greedy, key=greedy.__getitem__)
        below = [g.neutrality(shares(each)) <= greatest_neutrality(each, taken) + 1e-12 for each in EXPLORATION]
        return ([0, 1], [True] * 3), (sorted(greedy.values()), below)

    def never_at_rest(k: int, root: Fraction, number: int) -> Any:
        chosen, *others = own_returns((1, *(0,) * (k - 1)), root, number)
        return [True] * (k - 1), [other > chosen for other in others]

    worlds = among("every deterministic policy without a clock of two worlds", ("lopsided", "last_moment"))
    yield by_hand(examples)
    yield every("a deterministic policy chooses one length: its NEUTRALITY is 0", deterministic, worlds)
    name = "greedy for some values it chooses one length; with ε = 1/2, 1/10, 1/1000 it stays below a bound"
    ten = among("the ten reconstructed worlds, values drawn for every observation and action", g.RECONSTRUCTED)
    yield every(name, of_values, ten)
    lams = among("λ = 1/4, 81/100 for k = 2, 1/8 for k = 3", KINDS, many=True)
    numbers = among("N = 2 to 5, 64", (*range(2, 6), 64))
    yield every("what a greedy policy's own returns say is to choose another length", never_at_rest, lams, numbers)
    yield mutants("""
        :epsilon_greedy
            ties, and what is nearly tied, are split: best = values.index(max(values))
                → near = [value >= max(values) - SPLIT for value in values]
                ;; (place == best) → near[place] / Fraction(sum(near))
        :greatest_neutrality
            exploration by one action only: 3 * epsilon / 4 → epsilon / 4
            the bound of one move: ** length → ** 1
        gridworlds.theorem.own_returns:own_returns
            the reward of default agents: ratio**i → ratio**0
        gridworlds.memoryless_policies:deterministic_policies
            stochastic policies among the deterministic: deterministic_move(action) → (Fraction(1, 4),) * 4
        gridworlds.drest:expected_return_incremental
            a return that counts no earlier choice: (1 - c * a) / Fraction(root) → 1 / Fraction(root)
    """)


STATEMENTS = statements_in(globals())
