"""The equations of Appendix D, and Lemma D.2: what equalising probabilities does to the return."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from formal_rl.checking import Rows, among, by_hand, every, meets
from formal_rl.gridworlds import Value, expected_return, expected_return_incremental
from formal_rl.gridworlds.theorem import hybrid, hybrid_returns, return_by_thresholds, step, step_closed
from formal_rl.gridworlds.theorem.appendix_d import Step, count_chances
from formal_rl.statements.entries import Evidence, lemma, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    KINDS,
    NINE_TENTHS,
    QUARTER,
    Shares,
    distributions,
    fractions,
    ones,
)

Pairs = Sequence[tuple[Value, Value]]
A, B = Fraction(2, 3), Fraction(1, 3)
MISSING = "The text that we had lacks the formulas; they are reconstructed from the sentences around them."


def returns_by_sequences(pairs: Pairs, lam: Fraction, root: Fraction) -> tuple[Fraction, ...]:
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


def hybrids() -> Iterator[tuple[Any, ...]]:
    """Yield p_a and p_b, the number of mini-episodes, how many are unequal, the root of λ, and λ."""
    unequal = [(a, b) for a, b, _ in distributions(3, 3) if a > b]
    for (k, root), p, number in product(KINDS, unequal, (2, 3, 4)):
        yield from ((p, number, m, root, root**k) for m in range(1, number + 1))


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

    def conditional(p: Any, number: int, unequal: int, root: Fraction, lam: Fraction) -> Any:
        before = hybrid(p[0], p[1], min(unequal, number - 1), number - 1)
        expected = returns_by_sequences((*before, (Fraction(1), Fraction(0))), lam, root)[-1]
        return expected, return_by_thresholds([chance for chance, _ in before], lam, root)

    def unconditional(p: Any, number: int, unequal: int, root: Fraction, lam: Fraction) -> Any:
        chances = (*(p,) * unequal, *((sum(p) / Fraction(2),) * 2,) * (number - unequal))
        return returns_by_sequences(chances, lam, root), hybrid_returns(hybrid(p[0], p[1], unequal, number), lam, root)

    def cancelled(p: Any, number: int, m: int, root: Fraction, lam: Fraction) -> Any:
        old, new = (returns_by_sequences(hybrid(p[0], p[1], unequal, number), lam, root) for unequal in (m, m - 1))
        changes = [x - y for x, y in zip(new, old, strict=True)]
        found = step(p[0], p[1], m, root=root, lam=lam, number=number)
        expected = changes[:m], sum(changes[m:]), m > 1, 1 < m < number
        return expected, ([0] * (m - 1) + [found.immediate], found.later, found.immediate > 0, found.later < 0)

    def nine(number: int, m: int) -> Any:
        later = step(A, B, m, root=HALF, lam=QUARTER, number=number).later
        return meets(later >= 0, ">= 0", later)

    yield by_hand(examples)
    grid = among(
        "k = 2 and 3, the root of λ 1/2 and, for k = 2, 9/10; p_a > p_b multiples of 1/3; 2 to 4 mini-episodes, the "
        "first m unequal, against all sequences",
        lambda scope: hybrids(),
        many=True,
    )
    yield every("(1) to (3): the return of a length, by thresholds of its count", conditional, grid)
    yield every("(4) to (6): the returns of the hybrids", unconditional, grid)
    name = "(7) is (8): nothing changes before m; in m > 1 a gain, and after it a loss, which corrects (9)"
    yield every(name, cancelled, grid)
    every_m = [(number, m) for number in (2, 3, 4) for m in range(1, number)]
    pairs = among("λ = 1/4, k = 2, p = (2/3, 1/3), N from 2 to 4, every m", every_m, many=True)
    name = "(9): no loss after mini-episode m"
    yield every(name, nine, pairs).fails(f"{name}, 3, 2: expected '>= 0', got Fraction(-1, 16)")
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


# --- Lemma D.2 ---

CHAIN = (
    *(("0", "0"), ("1/12", "-2101/4096"), ("5/24", "-1845/2048"), ("19/48", "-1159/1024")),
    *(("65/96", "-585/512"), ("211/192", "-211/256"), ("665/384", "0")),
)
"""At once and later, for m = 1 to 7: λ = 1/4, k = 2, N = 7, p = (2/3, 1/3)."""


def sufficient_bound(lam: Fraction, s: Fraction) -> Fraction:
    """Return 4 / ((1 - λ) s): up to so many mini-episodes Lemma D.2 holds for two lengths of probability s together.

    Ledger: T24-LD2*
    """
    return 4 / ((1 - lam) * s)


def to_the_bound() -> Iterator[tuple[Shares, Fraction, int]]:
    """Yield p, the root of λ, and N."""
    for k, root in ((2, Fraction(1, 10)), (2, HALF), (2, NINE_TENTHS), (3, HALF), (3, Fraction(3, 4))):
        for p in (p for p in distributions(k, 6) if p[0] > p[1]):
            greatest = int(sufficient_bound(root**k, p[0] + p[1]))
            yield from ((p, root, number) for number in range(2, min(greatest, 24) + 1))


def more_than_the_degree() -> Iterator[tuple[Any, ...]]:
    """Yield a, b, and m; and λ, the root, and N."""
    for number in (2, 3, 4):
        shares = [Fraction(i, number + 1) for i in range(number + 1)]
        for a, b, lam, root, m in product(shares, shares, shares[1:], shares[1:], range(1, number + 1)):
            yield (a, b, m), {"lam": lam, "root": root, "number": number}


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
        why = "q = 2, c = 3/4, d = 1/6, h = 5/8, B - A = (3/4)^(m-1) - (1/2)^(m-1)"
        for m, right in enumerate(CHAIN):
            yield f"step {m + 1} of 7: {why}", Step(*fractions(*right)), steps[m]
        yield "steps 2 to 5 of 7 lower the return", [2, 3, 4, 5], [m for m in range(1, 8) if steps[m - 1].total < 0]
        total = sum((each.total for each in steps), Fraction(0))
        yield "all steps: 61741/4096 - 985/64", Fraction(-1299, 4096), total
        yield "(1/3, 2/3), see T24-T5.1", Fraction(985, 64), expected_return_incremental((B, A), (1, 1), HALF, 7)

    def letter(number: int) -> Any:
        before, after = (expected_return(p, (1, 1), HALF, number) for p in ((A, B), (HALF, HALF)))
        return meets(after > before, f"> {before}", after)

    def identity(at: Any, how: Any) -> Any:
        return step(*at, **how), step_closed(*at, **how)

    def corrected(p: Shares, root: Fraction, number: int) -> Any:
        even = (p[0] + p[1]) / 2
        both = p, (even, even, *p[2:])
        before, after = (expected_return_incremental(each, ones(len(p)), root, number) for each in both)
        return meets(after > before, f"> {before}", after)

    yield by_hand(examples, "the chain of steps at N = 7")
    numbers = among("λ = 1/4, k = 2, N from 2 to 7, all sequences of lengths", range(2, 8))
    yield every("(2/3, 1/3) made equal returns more", letter, numbers).fails(
        "…, 7: expected '> 985/64', got Fraction(61741, 4096)"
    )
    values = among(
        "N from 2 to 4, each m, on more values of p_a, p_b, λ and the root than the degree",
        lambda scope: more_than_the_degree(),
        many=True,
    )
    yield every("what a step changes, in closed form", identity, values)
    bound = among(
        "five λ: 1/100, 1/4, 81/100 for k = 2 and 1/8, 27/64 for k = 3; p multiples of 1/6; N from 2 to the bound, at "
        "most 24",
        lambda scope: to_the_bound(),
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
        gridworlds.drest:expected_return_incremental
            i/k for (i - 1)/k: * a * b → * a * b / root
    """)


STATEMENTS = statements_in(globals())
