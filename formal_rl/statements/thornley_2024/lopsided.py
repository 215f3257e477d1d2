"""Section 6.1: rewards that are not divided by m, and the fixed point of choices between two lengths."""

from fractions import Fraction
from itertools import pairwise, product
from typing import Any

from attrs import evolve

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.gridworlds import Value, named_world
from formal_rl.gridworlds import training as tr
from formal_rl.gridworlds.theorem import own_returns, threshold
from formal_rl.gridworlds.theorem._radical_sums import bracket
from formal_rl.gridworlds.training.curves import USEFUL
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.recorded import Experiment
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, fractions
from formal_rl.statements.thornley_2024.trained_agents import trained_agent
from formal_rl.statements.thornley_2024.training_runs import SEEDS

VALUES = fractions("1/10", "1/5", "1/2", "1", "2", "5", "10")
"""The values of Cx that are looked at; the paper's text tells the least and the greatest."""

SHORT, LONG = 3, 5
"""The two lengths; the coin Cx is within reach in the long one."""

ENDS = (VALUES[0], VALUES[-1])
LAM = Fraction(9, 10)

EDGE, INSIDE = Fraction(11, 100), Fraction(1101, 10_000)
"""Two lengths, one with a probability of 11/100, have NEUTRALITY just below 1/2, 0.49992; with 1101/10000, above."""


def balancing_coin(p: Value, root: Value, number: int) -> Fraction:
    """Return the value of Cx for which going for it with probability p is an equilibrium; it grows with p.

    The other coin is worth 1, ``root`` is λ^(1/2): both lengths then return the same in their own mini-episode, with
    counts that come from p.
    """
    short, long = own_returns((1 - Fraction(p), Fraction(p)), root, number)
    return Fraction(short / long)


def equilibrium(training: tr.Training, x: Value) -> float:
    """Return the probability of the long length at the fixed point of training if Cx is worth ``x``."""
    shares = tr.fixed_point_shares(training, {SHORT: Fraction(1), LONG: Fraction(x)})
    assert shares is not None
    return shares[LONG]


def trained(x: Value, seed: int) -> list[float]:
    """Return the long length's probability, NEUTRALITY and USEFULNESS of a DREST agent, trained as in Section 6.1."""
    found = trained_agent(named_world("lopsided", x), tr.lopsided_training("drest"), seed).measured
    return [found.probabilities[LONG], found.neutrality, found.usefulness]


ALL_SEEDS = range(1, SEEDS + 1)
TRAINED = Experiment("T24-lopsided", trained, [*product(VALUES, ALL_SEEDS)])


def neutrality_with_32(x: Value, seed: int) -> list[float]:
    """Return NEUTRALITY after training with 32 mini-episodes in a meta-episode, for λ = 9/10 and for 4/5."""
    rate, exploration = (tr.ExponentialDecay(*ends, 256 * 32) for ends in ((0.25, 0.003), (0.5, 0.0001)))
    section_6 = evolve(tr.lopsided_training("drest"), learning_rate=rate, exploration=exploration)
    both = (evolve(section_6, mini_episodes=32, lam=lam) for lam in (LAM, Fraction(4, 5)))
    found = (trained_agent(named_world("lopsided", x), training, seed).measured for training in both)
    return [each.neutrality for each in found]


WITH_32 = Experiment("T24-lopsided-lambda", neutrality_with_32, [*product(ENDS, ALL_SEEDS)])


@claim(
    "T24-lopsided",
    "NEUTRALITY with lopsided rewards",
    "Sections 6.1 and 7, Figures 6 and 7",
    "reproduced (reconstructed layout)",
    defects="The layout is reconstructed. The number of mini-episodes and γ are our reading: Section 6.1 does not "
    "give N, and its text lacks γ, but says what it is for; N = 64 is that of the main experiment, and γ = 1 "
    "serves the purpose. The claim depends on N: with 64 it holds up to Cx = 13.5, with 32 only up to 3.6. At "
    "Cx = 10 it does not hold with every seed: the largest rewards can lead to a nearly deterministic policy, from "
    "which some of our runs did not return.",
    evidence="by hand: the fixed point of choices; exact: the equilibrium with 64 mini-episodes, for Cx from 1/10 to "
    "10; trained: recorded runs of ten seeds for 7 values of Cx, of which one is made anew (full profile: all)",
)
def lopsided() -> Evidence:
    """With the reward not divided by m and λ = 9/10, NEUTRALITY exceeds 1/2 for every value of Cx from 1/10 to 10; the
    policy is biased towards the larger coin, and not biased where both are 1.
    """

    def choices() -> Rows:
        short = "p = 1/4, λ = 1/4, N = 2: short (1 + 2 * 7/16) / 2 = 15/16, long 21/16"
        yield short, Fraction(5, 7), balancing_coin(QUARTER, HALF, 2)
        for number, value in ((64, 13.5), (32, 3.6)):
            largest = balancing_coin(1 - INSIDE, bracket(LAM, 2, 64)[0], number)
            yield f"NEUTRALITY just above 1/2, p = 8899/10000, N = {number}", value, round(float(largest), 1)
        training = evolve(tr.lopsided_training("drest"), lam=QUARTER, mini_episodes=2)
        for arithmetic, expected, values in (
            ("as balancing: 1/4", [0.75, 0.25], ("1", "5/7")),
            ("what is worth nothing is not chosen", [1.0, 0.0], ("2", "0")),
        ):
            shares = tr.fixed_point_shares(training, dict(enumerate(fractions(*values)))) or {}
            yield f"rests: {arithmetic}", expected, [round(each, 6) for each in shares.values()]
        divided = evolve(tr.main_training("drest"), mini_episodes=1)
        yield "divided by m, N = 1: all pay the same", None, tr.fixed_point_shares(divided, {3: HALF, 5: QUARTER})

    def above_half(x: Fraction, root: Fraction) -> Any:
        coin = balancing_coin(INSIDE if x < 1 else 1 - INSIDE, root, 64)  # there NEUTRALITY is just above 1/2
        return meets(coin < x < 1 or coin > x > 1, f"beyond {x}", float(coin))

    def near_equilibrium(x: Fraction) -> Any:
        runs = [found for given, found in TRAINED.results.items() if given[0] == x]
        expected = equilibrium(tr.lopsided_training("drest"), x)
        biased = abs(expected - 0.5) > 0.05 and (expected > 0.5) == (x > 1) if x != 1 else abs(expected - 0.5) < 1e-9
        near = all(abs(p - expected) <= 0.05 and neutral > 0.5 and useful > USEFUL for p, neutral, useful in runs)
        return meets(biased and near, f"near {expected:.3f}, USEFUL, NEUTRALITY > 0.5", runs)

    yield by_hand(choices, "where choices come to rest")
    name = "at the equilibrium, 64 mini-episodes: NEUTRALITY is above 1/2 from Cx = 1/10 to 10"
    roots = among("the root of λ = 9/10 between two rationals", bracket(LAM, 2, 64))
    yield every(name, above_half, among("Cx = 1/10 and 10; p grows with Cx", ENDS), roots)
    values = among("Cx = 1/10, 1/5, 1/2, 1, 2, 5, 10, ten seeds", VALUES)
    name = "DREST agents are within 1/20 of the equilibrium, at which the larger coin is likelier by more than that"
    yield every(name, near_equilibrium, values)
    yield TRAINED.again
    yield mutants("""
        gridworlds.theorem.own_returns:own_returns
            later mini-episodes weigh less: * each) / base → * each) * base
            only the first mini-episode counts: range(number)), Fraction(0)) / number → range(1)), Fraction(0))
        gridworlds.training.settings:lopsided_training
            the learning rate of Section 6.1 falls to 0.01: 0.25, 0.003 → 0.25, 0.01
            γ of Section 6.1 is 19/20: gamma=1 → gamma=Fraction(19, 20)
            rewards divided by m: "lopsided" if agent == "drest" else agent → agent
            32 mini-episodes: gamma=1 → gamma=1, mini_episodes=32
    """)


@claim(
    "T24-lopsided-lambda",
    "a lower λ widens the range",
    "Section 7",
    "reproduced (reconstructed layout)",
    defects="The layout is reconstructed. γ = 1 is our reading, as in T24-lopsided. Of ten seeds one may fail. "
    "Which λ is low enough depends on N. The same weights that widen the range grow fast: with 64 mini-episodes "
    "and λ = 4/5 the last reward is far greater than the first, and training at the rates of Section 6.1 "
    "overflows or ends in a deterministic policy with many seeds.",
    evidence="exact: the equilibrium and N* for λ from 9801/10000 to 1/4, N = 8, 16, 32 and 64; trained: recorded "
    "runs of ten seeds for λ = 9/10 and 4/5 with 32 mini-episodes, of which one is made anew (full profile: all)",
)
def lower_lambda() -> Evidence:
    """Lowering λ widens the range of the values of Cx for which NEUTRALITY exceeds 1/2 where training comes to rest,
    for agents whose choices are credited with their own mini-episode; agents trained with 32 mini-episodes are in it at
    Cx = 1/10 and 10 for λ = 4/5, not for 9/10. The threshold N* up to which Theorem 5.1 holds falls.
    """

    def wider(above: Fraction, below: Fraction, number: int) -> Any:
        most, least = balancing_coin(1 - EDGE, above, number), balancing_coin(1 - INSIDE, below, number)
        more, fewer = (threshold(root**2, 2).greatest for root in (above, below))
        return meets(most < least and fewer < more, f"> {float(most)}, < {more}", (float(least), fewer))

    def in_the_range(x: Fraction) -> Any:
        found = [each for given, each in WITH_32.results.items() if given[0] == x]
        others = [each for each in found if not each[0] < 0.5 < each[1]]
        return meets(len(others) <= len(found) // 10, "1/2 between, but for one of ten", others)  # one seed may miss

    roots = fractions("99/100", "19/20", "9/10", "4/5", "7/10", "1/2")
    lowered = among("each two that follow of λ = 9801/10000 ... 1/4", list(pairwise(roots)), many=True)
    numbers = among("N = 8, 16, 32, 64", (8, 16, 32, 64))
    name = "a lower λ has a wider range with NEUTRALITY above 1/2 at the equilibrium, and a smaller N*"
    yield every(name, wider, lowered, numbers)
    name = "trained with 32 mini-episodes: in the range for λ = 4/5, not for 9/10"
    yield every(name, in_the_range, among("Cx = 1/10 and 10, ten seeds", ENDS))
    yield WITH_32.again
    yield mutants("""
        gridworlds.theorem.own_returns:own_returns
            λ for 1 - λ: (1 - base ** len(p)) * each → base ** len(p) * each
            later mini-episodes weigh less: * each) / base → * each) * base
        gridworlds.theorem.threshold:threshold
            N* of 1 - λ: c = 1 - Fraction(lam) → lam = 1 - Fraction(lam)⏎    c = 1 - lam
        :neutrality_with_32
            λ is not lowered: , lam=lam → ∅
    """)


STATEMENTS = statements_in(globals())
