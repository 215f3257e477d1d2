"""Appendix D: its equations, Lemma D.2, Theorem 5.1, and that a policy of greatest return exists."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import prod
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.checking.claims import Every, Rows, by_hand, meets
from formal_rl.gridworlds import theorem as th
from formal_rl.gridworlds.memoryless_policies import jointly_best
from formal_rl.gridworlds.policies import Markov, Probabilities, deterministic_move
from formal_rl.gridworlds.theorem import step
from formal_rl.gridworlds.theorem.appendix_d import (
    Step,
    count_chances,
    hybrid,
    hybrid_returns,
    return_by_thresholds,
    step_closed,
)
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.gridworlds.world import LETTERS
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in, theorem
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    KINDS,
    NINE_TENTHS,
    QUARTER,
    Shares,
    distributions,
    dot,
    following,
    fractions,
    ones,
    only_both_are_best,
    uniform,
)
from formal_rl.statements.thornley_2024.pairs import TINY

A, B = Fraction(2, 3), Fraction(1, 3)
ROOTS = ((2, Fraction(1, 10)), (2, HALF), (2, Fraction(3, 4)), (3, HALF), (3, Fraction(3, 4)))
"""k and the root of λ."""

MISSING = "The text that we had lacks the formulas; they are reconstructed from the sentences around them."


def returns_by_sequences(pairs: Sequence[Any], lam: Fraction, root: Fraction) -> tuple[Fraction, ...]:
    """Return what `hybrid_returns` does, summed over all sequences of a, b and any other length."""
    returns = [Fraction(0)] * len(pairs)
    for sequence in product("ab-", repeat=len(pairs)):
        probability = Fraction(1)
        for letter, (a, b) in zip(sequence, pairs, strict=True):
            probability *= {"a": a, "b": b, "-": 1 - a - b}[letter]
        for i, letter in enumerate(sequence):
            if letter != "-" and probability:
                returns[i] += probability * lam ** sequence[:i].count(letter) * root**-i
    return tuple(returns)


HYBRIDS = among(
    "root of λ 1/2, 9/10 for k = 2 and 1/2 for k = 3; p_a > p_b in thirds; 2 to 4 mini-episodes, the first m unequal",
    [
        (p[:2], number, m, root, root**k)
        for (k, root), p, number in product(KINDS, distributions(3, 3), (2, 3, 4))
        for m in range(1, number + 1)
        if p[0] > p[1]
    ],
    many=True,
)
"""p_a and p_b, the number of mini-episodes, how many are unequal, the root of λ, and λ."""


@lemma(
    "T24-eqs",
    "the equations of the proof",
    "Appendix D, equations (1) to (9)",
    "holds (repaired)",
    defects=f"{MISSING} (9), as reconstructed, has the wrong sign.",
    repair="(1) to (8) hold; in place of (9), every step but that of the first mini-episode lowers the return of "
    "later ones, and that of the first changes nothing",
    witness="N = 3, λ = 1/4, k = 2, p = (2/3, 1/3): making mini-episode 2 equal changes the return of "
    "mini-episode 3 by -1/16; Pr{count of a = 0} + Pr{count of b = 0} there falls from 5/9 to 1/2",
)
def equations() -> Evidence:
    """The return of a length is its least return plus an excess for each threshold of its count (1 to 3); the same
    holds for the hybrid policies (4 to 6); making the probabilities of two lengths equal in one more mini-episode
    changes the return in this one and in later ones (7, 8), and lowers it in no later one (9).
    """

    def examples() -> Rows:
        by_terms = "1/6 * 1/4 * 2; A = 1/2, B = 3/4: (4/2) * ((5/8)(1/2 + 3/4) - (1/4 + 9/16))"
        of_three = f"equalising mini-episode 2 of 3, p = (2/3, 1/3), λ = 1/4, k = 2: {by_terms}"
        yield of_three, Step(Fraction(1, 12), Fraction(-1, 16)), step(A, B, 2, root=HALF, lam=QUARTER, number=3)
        twice = return_by_thresholds((A, HALF), QUARTER, HALF)
        yield "never 1/6, once 1/2, twice 1/3: 4 * (1/6 + 1/2 * 1/4 + 1/3 * 1/16)", Fraction(5, 4), twice
        before = (hybrid(A, B, unequal, 2) for unequal in (2, 1))
        none = [sum(count_chances([pair[i] for pair in each])[0] for i in (0, 1)) for each in before]
        counts = "Pr{count of a = 0} + Pr{count of b = 0} before 3: 1/3² + 2/3², and (1/3 + 2/3)/2"
        yield f"against (9): {counts}", fractions("5/9", "1/2"), tuple(none)

    def by_sequences(p: Any, number: int, m: int, root: Fraction, lam: Fraction) -> Any:
        even, pairs = (sum(p) / Fraction(2),) * 2, hybrid(p[0], p[1], m, number)
        old, new = (
            returns_by_sequences((*(p,) * unequal, *(even,) * (number - unequal)), lam, root) for unequal in (m, m - 1)
        )
        changes = [x - y for x, y in zip(new, old, strict=True)]
        of_count = [return_by_thresholds([pair[i] for pair in pairs[:-1]], lam, root) for i in (0, 1)]
        found = step(p[0], p[1], m, root=root, lam=lam, number=number)
        steps = [0] * (m - 1) + [found.immediate], found.later, found.immediate > 0, found.later < 0
        expected = old[-1], old, changes[:m], sum(changes[m:]), m > 1, 1 < m < number
        return expected, (dot(pairs[-1], of_count), hybrid_returns(pairs, lam, root), *steps)

    def nine(m: int) -> Any:
        later = step(A, B, m, root=HALF, lam=QUARTER, number=3).later
        return meets(later >= 0, ">= 0", later)  # as (9) is printed, nothing is lost later

    yield by_hand(examples)
    name = "(1) to (6): returns, by all sequences; (7), (8): a step m > 1 gains in m and then loses, which corrects (9)"
    yield every(name, by_sequences, HYBRIDS)
    name = "(9): no loss after mini-episode m"
    yield every(name, nine, among("λ = 1/4, k = 2, p = (2/3, 1/3), N = 3, m = 1, 2", (1, 2))).fails(
        f"{name}, 2: expected '>= 0', got Fraction(-1, 16)"
    )
    yield mutants("""
        gridworlds.theorem.appendix_d:hybrid_returns
            i/k for (i - 1)/k: Fraction(root) ** -i → Fraction(root) ** -(i + 1)
            n counted after the reward: (a * weight_a + b * weight_b) → lam * (a * weight_a + b * weight_b)
            λ for 1 - λ: c = 1 - Fraction(lam) → c = Fraction(lam)
        gridworlds.theorem.appendix_d:hybrid
            the first mini-episodes made equal: return ((Fraction(a), → return ((half, half),) * (number - unequal)
                + ((Fraction(a), ;; * unequal + ((half, half),) * (number - unequal) → * unequal
        gridworlds.theorem.appendix_d:return_by_thresholds
            counts below a threshold: total += at_most → total += (at_most - chance)
        gridworlds.theorem.appendix_d:step
            later mini-episodes gain: sum(changes → -sum(changes
    """)


def neighbours(left: Fraction) -> tuple[g.World, g.MemorylessPolicy]:
    """Return a world with a coin on either side, and the policy that goes left with this probability, else right.

    Left is the short trajectory with a coin, right twice the long one with a coin.
    """
    first = (Fraction(0), Fraction(0), left, 1 - left)
    return TINY, g.MemorylessPolicy({g.observe(TINY.start): first}, deterministic_move(LETTERS.index("R")))


def return_in_world(
    world: g.World,
    policy: Markov,
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


def made_equal(name: str) -> Every:
    """Return the part that fails, of Lemma D.2 and of Theorem 5.1: left with 1/2 returns more than with 1/3."""

    def returns_more(number: int) -> Any:
        both = (neighbours(left) for left in (HALF, B))
        even, uneven = (return_in_world(*here, g.Drest.of(here[0], HALF), number) for here in both)
        return meets(even > uneven, f"> {uneven}", even)

    numbers = among("λ = 1/4, k = 2, N = 2, 7, all meta-episodes of C1 A B1 C1", (2, 7))
    return every(name, returns_more, numbers).fails("…, 7: expected '> 985/64', got Fraction(61741, 4096)")


def sufficient_bound(lam: Fraction, s: Fraction) -> Fraction:
    """Return 4 / ((1 - λ) s): Lemma D.2 holds up to this N for two lengths of probability s together.

    Ledger: T24-LD2*
    """
    return 4 / ((1 - lam) * s)


@lemma(
    "T24-LD2",
    "equalising two probabilities",
    "Lemma D.2",
    "refuted",
    defects=f"{MISSING} The repair is argued in docs/findings/drest_theorem.md.",
    repair="it holds for N <= 4 / ((1 - λ) s), where s is the probability of the two lengths together",
    witness="λ = 1/4, k = 2, N = 7: (1/3, 2/3) returns 985/64, made equal 61741/4096, which is less; "
    "steps 2 to 5 of 7 lower the return",
)
def equalising() -> Evidence:
    """Let two maximally USEFUL policies differ only in the probabilities of two lengths, which are equal in the one and
    unequal in the other. Then the one with equal probabilities has the greater expected return, for any number of
    mini-episodes greater than 1.
    """

    def examples() -> Rows:
        steps = [step_closed(A, B, m, root=HALF, lam=QUARTER, number=7) for m in range(1, 8)]
        second = Step(*fractions("1/12", "-2101/4096"))
        yield "step 2 of 7: q = 2, c = 3/4, d = 1/6, h = 5/8, B - A = 3/4 - 1/2", second, steps[1]
        yield "steps 2 to 5 of 7 lower the return", [2, 3, 4, 5], [m for m in range(1, 8) if steps[m - 1].total < 0]

    def identity(p: Any, number: int, m: int, root: Fraction, lam: Fraction) -> Any:
        return tuple(of(p[0], p[1], m, root=root, lam=lam, number=number) for of in (step, step_closed))

    def corrected(p: Shares, root: Fraction, number: int) -> Any:
        even = (p[0] + p[1]) / 2
        both = p, (even, even, *p[2:])
        before, after = (g.expected_return_incremental(each, ones(len(p)), root, number) for each in both)
        return meets(after > before, f"> {before}", after)

    yield by_hand(examples)
    yield made_equal("(2/3, 1/3) made equal returns more")
    yield every("what a step changes, in closed form", identity, HYBRIDS)
    bound = among(
        "five λ: 1/100, 1/4, 9/16 for k = 2 and 1/8, 27/64 for k = 3; p multiples of 1/6; N from 2 to the bound, at "
        "most 24",
        lambda scope: (
            (p, root, number)
            for k, root in ROOTS
            for p in distributions(k, 6)
            if p[0] > p[1]
            for number in range(2, min(int(sufficient_bound(root**k, p[0] + p[1])), 24) + 1)
        ),
        many=True,
    )
    yield every("the lemma up to 4 / ((1 - λ) s) mini-episodes", corrected, bound)
    yield mutants("""
        gridworlds.theorem.appendix_d:step_closed
            later mini-episodes gain: -(s / 2) → (s / 2)
            λ for 1 - λ in a step: 1 - Fraction(lam) → Fraction(lam)
            one mini-episode too many before a step: (1 - c * b) ** (m - 1) - (1 - c * a) ** (m - 1)
                → (1 - c * b) ** m - (1 - c * a) ** m
        :sufficient_bound
            6 for 4 in the bound: 4 / → 6 /
    """)


def gain_over_uniform(p: Shares, lam: Fraction, number: int) -> th.RootSum:
    """Return R(p) - R(uniform), every coin being collected."""
    k = len(p)
    of_p, even = (th.expected_return_in_roots(each, ones(k), lam, number) for each in (p, uniform(k)))
    return th.difference(of_p, even)


@theorem(
    "T24-T5.1",
    "optimal policies are USEFUL and NEUTRAL",
    "Theorem 5.1 (D.1)",
    "refuted",
    defects=f"{MISSING} The theorem has no bound on N. It also needs that some policy is maximally USEFUL and "
    "maximally NEUTRAL, and that each length has a coin within reach. We had an early version. Of the published "
    "one (arXiv 2407.00805v7) we saw only the reward and the settings, as others quote them.",
    evidence="exhaustive: all meta-episodes at λ = 1/4, and grids of p and u; argued in docs/findings/drest_theorem.md",
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
        uneven = "(1/3, 2/3), λ = 1/4, k = 2, N = 7: 1/3 ((3/2)^7 - 1) / (1/2) + 2/3 * 7 = 2059/192 + 896/192"
        yield uneven, Fraction(985, 64), g.expected_return_incremental((B, A), (1, 1), HALF, 7)
        even = g.expected_return((HALF, HALF), (1, 1), HALF, 7)
        yield "((5/4)^7 - 1) / (1/4) = (78125 - 16384) / 4096", Fraction(61741, 4096), even
        ends = th.enclose(gain_over_uniform((A, B), NINE_TENTHS, 64), NINE_TENTHS)
        about = "λ = 9/10, k = 2, N = 64: 2/3, 1/3 returns more than (1/2, 1/2), computed apart"
        yield about, (0.7228, 0.7228), tuple(round(float(each), 4) for each in ends)
        between = th.enclose((Fraction(0), Fraction(-1)), HALF, 2)
        yield "λ^(1/2) is between 2/4 and 3/4 for λ = 1/2: -λ^(-1/2)", fractions("-2", "-4/3"), between
        signs = [th.sign(fractions(*each), HALF) for each in (("3", "-2"), ("-3", "2"))]
        yield "3 - 2 λ^(-1/2), 8 < 9", [1, -1], signs
        yield "2 - 3 · 2 + 2^2 = 0, λ = 1/8", 0, th.sign(fractions("2", "-3", "1"), Fraction(1, 8))

    def best(root: Fraction, number: int, p: Shares, u: Shares) -> Any:
        return only_both_are_best(partial(g.expected_return_incremental, root=root, number=number), p, u)

    yield by_hand(examples)
    yield made_equal("in a world: (1/2, 1/2) returns more than (1/3, 2/3)")
    grid = among(
        "λ = 1/100, 1/4, 9/16 for k = 2, 1/8, 27/64 for k = 3, N from 2 to N*, p multiples of 1/6, u of 1/2, 1",
        lambda scope: (
            (root, number, p, u)
            for k, root in ROOTS
            for number in range(2, th.threshold(root**k, k).greatest + 1)
            for p, u in product(distributions(k, 6), product((HALF, Fraction(1)), repeat=k))
        ),
        many=True,
    )
    yield every("up to N*: the best are the maximally USEFUL and maximally NEUTRAL", best, grid)
    yield mutants("""
        gridworlds.drest:expected_return_incremental
            i/k for (i - 1)/k: * a * b → * a * b / root
            n counted after the reward: * a * b → * a * b * root ** len(p)
            λ for 1 - λ: c = 1 - root → c = root
            any coins will do: * a * b → * a
        gridworlds.theorem._radical_sums:enclose
            a sign from an enclosure with its ends exchanged: sorted((each / high_root**j, each / low_root**j))
                → (each / high_root**j, each / low_root**j)
        gridworlds.theorem._radical_sums:sign
            a sum of roots that is never 0: return 0 → return 1
    """)


GAMMA = Fraction(19, 20)


def mixed(first: Markov, second: Markov, t: Fraction) -> Markov:
    """Return the policy whose probabilities are, in each state, 1 - t times those of one and t times those of another.

    Ledger: T24-maximiser*
    """

    def policy(world: g.World, state: Any) -> Probabilities:
        return tuple((1 - t) * a + t * b for a, b in zip(first(world, state), second(world, state), strict=True))

    return policy


def quarter_return(world: g.World, policy: Markov, gamma: g.Value, number: int) -> Fraction:
    """Return the expected return of a policy, λ = 1/4."""
    found, most = g.measure_incremental(world, policy, gamma), g.greatest_coins_incremental(world, gamma)
    u = tuple(found.expected_coins[length] / most[length] for length in most)
    return g.expected_return_incremental(tuple(found.probabilities.values()), u, HALF, number)


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
        yield "left with 1/2: 1 + 2 (1 - 3/8), the greatest", Fraction(9, 4), quarter_return(*neighbours(HALF), 1, 2)
        everywhere = g.MemorylessPolicy({}, (Fraction(0), Fraction(0), QUARTER, 3 * QUARTER))
        found = g.LengthStatistics({1: QUARTER, 2: 3 * QUARTER}, {1: Fraction(1), 2: 3 * QUARTER})
        yield "1/4 left; 3/4 right, and 3/4 of that on to the coin", found, g.measure_incremental(TINY, everywhere, 1)
        by_terms = "1/4 + 9/16, and 2 (1/4 · 13/16 + 9/16 · 7/16) = 115/128"
        yield by_terms, Fraction(219, 128), quarter_return(TINY, everywhere, 1, 2)

    def beaten(name: str, number: int) -> Any:
        world, far = g.named_world(name), Fraction(1, 2**12)
        short = next(iter(g.measure_incremental(world, g.uniform_policy, GAMMA).probabilities.values()))
        best = following(world, jointly_best(world, GAMMA) or (), (short, 1 - short))
        better = mixed(best, g.uniform_policy, far)  # a bit of uniform gives it full support
        less, more = (quarter_return(world, each, GAMMA, number) for each in (g.uniform_policy, better))
        return meets(less < more, f"> {less}", more)

    yield by_hand(examples)
    reconstructed = among("the ten reconstructed worlds, γ = 19/20", g.RECONSTRUCTED)
    full = "the uniform policy returns less than another of full support"
    yield every(full, beaten, reconstructed, among("N = 2, 7", (2, 7)))
    yield mutants("""
        gridworlds.metrics:measure_incremental
            the greedy form of a policy is measured: enumerate(policy(world, state))
                → enumerate([Fraction(int(i == max(range(4), key=policy(world, state).__getitem__))) for i in range(4)])
            the coins of all lengths for each: _given(totals, probabilities)
                → dict.fromkeys(totals, sum(totals.values()))
        gridworlds.drest:expected_return_incremental
            a sum over lengths that are chosen at all: * a * b → * (a > 0) * b
    """)


STATEMENTS = statements_in(globals())
