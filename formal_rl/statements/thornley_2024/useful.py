"""The USEFUL half of Theorem 5.1: where it holds for every N, and where it fails at N = 2."""

from fractions import Fraction
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.gridworlds.policies import Markov, Probabilities
from formal_rl.gridworlds.world import LETTERS
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.statements.thornley_2024.grids import HALF, NINE_TENTHS, Shares, distributions, dot, fractions

FIRST = g.GridObservation((0, 1), (True, True), (True,))
AT_THE_COIN = g.GridObservation((0, 0), (False, True), (True,))
BACK = g.GridObservation((0, 1), (False, True), (True,))


def no_slack() -> g.World:
    """Return the world ``C1 A B1 . . C1`` of default length 5: one coin at hand, two only if no move is wasted."""
    return g.named_world("memoryless_conflict")


def probabilities(**chances: Fraction | int) -> Probabilities:
    """Return the probabilities of the letters, else 0."""
    return tuple(Fraction(chances.get(letter, 0)) for letter in LETTERS)


def family(r: Fraction, b: Fraction, back: Fraction) -> g.MemorylessPolicy:
    """Return the policies that take the left coin first and, the button pressed, go right.

    ``r`` is the probability to leave the left end; back at the start cell, ``b`` is that of going on to the button and
    ``back`` that of turning round.

    Ledger: T24-T5.1-useful*
    """
    at_the_coin, at_the_start = probabilities(R=r, U=1 - r), probabilities(R=b, L=back, U=1 - b - back)
    table = {FIRST: probabilities(L=1), AT_THE_COIN: at_the_coin, BACK: at_the_start}
    return g.MemorylessPolicy(table, probabilities(R=1))


def with_clock(chance: Fraction) -> g.ClockPolicy:
    """Return the policy that takes the left coin and presses on the third move with this probability, or never."""
    up, third = probabilities(U=1), probabilities(R=chance, U=1 - chance)
    table = {(FIRST, 0): probabilities(L=1), (AT_THE_COIN, 1): probabilities(R=1), (BACK, 2): third}
    return g.ClockPolicy({**table, (BACK, 3): up, (BACK, 4): up}, probabilities(R=1))


def shares_of(world: g.World, measured: g.LengthStatistics) -> tuple[Shares, Shares]:
    """Return p and u of a policy: probabilities of lengths, and the part that is collected of what can be."""
    greatest = g.greatest_coins_incremental(world, 1)
    u = tuple(measured.expected_coins[length] / greatest[length] for length in greatest)
    return tuple(measured.probabilities.values()), u


def measured(policy: Markov) -> tuple[Shares, Shares]:
    """Return p and u of a policy in the world without slack."""
    return shares_of(no_slack(), g.measure_incremental(no_slack(), policy, 1))


@theorem(
    "T24-T5.1-useful",
    "the USEFUL half",
    "Theorem 5.1 (D.1), the first half of its proof",
    "refuted",
    evidence="exhaustive: on grids; argued in docs/findings/drest_theorem.md",
    defects="The proof raises each E(C | L = l) separately. A policy that does not see a clock may be unable to "
    "do so without changing how often it chooses l.",
    repair="it holds, for every N, if each distribution over lengths that some policy has is also that of a "
    "policy with USEFULNESS 1; so it holds for policies that see a clock",
    witness="C1 A B1 . . C1, default length 5, λ = 1/4, N = 2: without a clock policies of USEFULNESS 1 return "
    "3/2, and one with p = (1/4, 3/4), u = (1, 5/6) returns 117/64",
)
def useful_half() -> Evidence:
    """For meta-episodes of any number of mini-episodes greater than 1, a policy that maximises expected DREST return is
    maximally USEFUL.
    """

    def examples() -> Rows:
        most = tuple(g.greatest_coins_incremental(no_slack(), 1).items())
        yield "length 5: the left coin; 6: L R R R R R, both", ((5, Fraction(1)), (6, Fraction(2))), most
        quarter, sixth = fractions("1/4", "3/4"), fractions("1", "5/6")
        half = family(Fraction(1), HALF, HALF)
        pressed = "pressed third 1/2, both coins; fifth 1/4, one coin; never 1/4; u_long = (1/2 + 1/8) / (3/4)"
        yield pressed, (quarter, sixth), measured(half)
        and_then = "C1 A B1 . . C1, default length 5, λ = 1/4, N = 2, p = (1/4, 3/4), u = (1, 5/6); USEFUL: 3/2"
        of_two = f"{and_then}: 1/4 + 5/8, and 2 (1/4 * 13/16 + 5/8 * 7/16) = 61/64"
        yield of_two, Fraction(117, 64), g.expected_return_incremental(quarter, sixth, HALF, 2)

    def decoupled(chance: Fraction) -> Any:
        p, u = measured(with_clock(chance))
        return ((1 - chance, chance), 1), (p, dot(p, u))

    def letter(*numbers: Fraction) -> Any:
        p, u = measured(family(*numbers))
        got = g.expected_return_incremental(p, u, HALF, 2)
        return meets(dot(p, u) == 1 or got < Fraction(3, 2), "< 3/2, as it is not USEFUL", got)

    def one_length(r: Fraction, then: Shares) -> Any:
        p, u = measured(family(r, *then[:2]))
        low, high = (g.expected_return_incremental(p, u, root, 2) for root in (HALF, NINE_TENTHS))
        if dot(p, u) == 1:  # then it has one length, which pays 1 + the root of λ
            return (1, Fraction(3, 2), Fraction(19, 10)), (max(p), low, high)
        return meets(high < Fraction(19, 10), "less than 19/10 for λ = 81/100", high)

    yield by_hand(examples)
    chances = among("p multiples of 1/12", [Fraction(i, 12) for i in range(13)])
    yield every("USEFUL with every p, for policies that see a clock", decoupled, chances)
    numbers = fractions("1", "1", "0"), fractions("1", "1/2", "1/2")
    two = among("r, b, l = (1, 1, 0), (1, 1/2, 1/2)", numbers, many=True)
    yield every("without a clock, N = 2, λ = 1/4: no policy that is not USEFUL is as good", letter, two).fails(
        "…, 1, 1/2, 1/2: expected '< 3/2, as it is not USEFUL', got Fraction(117, 64)"
    )
    rs, then = among("r in quarters", [Fraction(i, 4) for i in range(5)]), list(distributions(3, 4))
    best = "without a clock USEFUL policies choose one length and return 3/2, and no other is best for λ = 81/100"
    yield every(best, one_length, rs, among("b, l in quarters", then))
    yield mutants("""
        :no_slack
            a button with a move to spare: g.named_world("memoryless_conflict")
                → g.parse_layout("length 5\\nC1 A B2 . . C1")
        :family
            policies that see the clock: return g.MemorylessPolicy( → return with_clock(b) or g.MemorylessPolicy(
        gridworlds.drest:expected_return_incremental
            slopes without p_l: * a * b → * b
            n counted after the reward: * a * b → * a * b * root ** len(p)
    """)


STATEMENTS = statements_in(globals())
