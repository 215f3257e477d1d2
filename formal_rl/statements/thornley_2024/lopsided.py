"""Section 6.1: rewards that are not divided by m, and the fixed point of choices between two lengths."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from statistics import mean
from typing import Any

from attrs import asdict, astuple, evolve

from formal_rl.checking import Domain, Rows, among, by_hand, every, in_full, meets
from formal_rl.gridworlds import Value, named_world, neutrality
from formal_rl.gridworlds.theorem import bracket, maximiser, own_returns, threshold
from formal_rl.gridworlds.training import (
    USEFUL,
    AgentKind,
    ExponentialDecay,
    Training,
    fixed_point_shares,
    lopsided_training,
    paid,
)
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.thornley_2024.trained_agents import trained_agent
from formal_rl.statements.thornley_2024.training_runs import SEEDS, named, seeds

VALUES = tuple(map(Fraction, ("1/10", "1/5", "1/2", "1", "2", "5", "10")))
"""The values of Cx that are looked at; the paper's text tells the least and the greatest."""

SHORT, LONG = 3, 5
"""The two lengths; the coin Cx is within reach in the long one."""

ENDS = (VALUES[0], VALUES[-1])
LAM = Fraction(9, 10)
ROOTS = tuple(map(Fraction, ("99/100", "19/20", "9/10", "4/5", "7/10", "1/2")))
"""Roots of λ, whose λ is rational: 0.98 to 0.25."""

EDGE, INSIDE = Fraction(11, 100), Fraction(1101, 10_000)
"""Two lengths, one with a probability of 11/100, have NEUTRALITY just below 1/2, 0.49992; with 1101/10000, above."""

QUARTER, THIRD, EIGHTH, HALF = Fraction(1, 4), Fraction(1, 3), Fraction(1, 8), Fraction(1, 2)


def balancing_coin(p: Value, root: Value, number: int, own: Callable[..., Any] = own_returns) -> Fraction:
    """Return the value of Cx for which going for it with probability p is an equilibrium; it grows with p.

    The other coin is worth 1, ``root`` is λ^(1/2): both lengths then return the same in their own mini-episode, with
    counts that come from p.
    """
    short, long = own((1 - Fraction(p), Fraction(p)), root, number)
    return Fraction(short / long)


def equilibrium(training: Training, x: Value) -> float:
    """Return the probability of the long length at the fixed point of training if Cx is worth ``x``."""
    shares = fixed_point_shares(training, {SHORT: Fraction(1), LONG: Fraction(x)})
    assert shares is not None
    return shares[LONG]


def trained(x: Value, training: Training, seed: int) -> Any:
    """Return what an agent that is trained in the lopsided world does."""
    return trained_agent(named_world("lopsided", x), training, seed).measured


def shorter_training(agent: AgentKind, lam: Value = LAM) -> Training:
    """Return the settings of Section 6.1 with 32 mini-episodes in a meta-episode, and another λ."""
    rate, exploration = (ExponentialDecay(*ends, 256 * 32) for ends in ((0.25, 0.003), (0.5, 0.0001)))
    return evolve(lopsided_training(agent), lam=lam, mini_episodes=32, learning_rate=rate, exploration=exploration)


def balancing_coins() -> Rows:
    """Work the balancing coin by hand."""
    for arithmetic, coin, given in (
        ("p = 1/4, λ = 1/4, N = 2: short (1 + 2 * 7/16) / 2 = 15/16, long 21/16", "5/7", (QUARTER, HALF, 2)),
        ("p = 1/3, λ = 1/4, N = 3: short (1 + 1 + 1) / 3, long (1 + 3/2 + 9/4) / 3", "12/19", (THIRD, HALF, 3)),
        (
            "p = 1/4, λ = 1/16, N = 2: short (1 + 4 * 19/64) / 2, long (1 + 4 * 49/64) / 2",
            "7/13",
            (QUARTER, QUARTER, 2),
        ),
        ("p = 1/2: both return the same", "1", (HALF, HALF, 7)),
    ):
        yield arithmetic, Fraction(coin), balancing_coin(*given)
    for number, value in ((64, 13.5), (32, 3.6)):
        # NEUTRALITY just above 1/2, by a root of λ between rationals: 13.4751 and 3.5849
        largest = balancing_coin(1 - INSIDE, bracket(LAM, 2, 64)[0], number)
        yield f"p = 8899/10000, λ = 9/10, N = {number}", value, round(float(largest), 1)


def settings() -> Rows:
    """Look up the settings of Section 6.1."""
    same = Fraction(9, 10), 1, 64, 512, (0.25, 0.003, 16_384), (0.5, 0.0001, 16_384), "mini_episode", 0.0
    of = "λ, γ, N, meta-episodes, rates over 256 · 64"
    yield f"default: {of}", ("default", *same), astuple(lopsided_training("default"))
    yield f"drest: {of}", ("lopsided", *same), astuple(lopsided_training("drest"))
    yield "64 · 512", 32_768, lopsided_training("drest").all_mini_episodes


BY_SEED = Domain(lambda scope: named(seeds(scope)), seeds)
OF_SEEDS = Domain(lambda scope: named(seeds(scope)), lambda scope: [seeds(scope)])


@claim(
    "T24-lopsided",
    "NEUTRALITY with lopsided rewards",
    "Sections 6.1 and 7, Figures 6 and 7",
    "reproduced (reconstructed layout)",
    defects="The layout is reconstructed. The number of mini-episodes and γ are our reading: Section 6.1 does not "
    "give N, and its text lacks γ, but says what it is for; N = 64 is that of the main experiment, and γ = 1 "
    "serves the purpose. The claim depends on N: with 64 it holds up to Cx = 13.5, with 32 only up to 3.6, and "
    "NEUTRALITY at Cx = 1/10 is small (trained with seed 1: 0.043). At Cx = 10 it does not hold with every seed: "
    "the largest rewards can lead to a nearly deterministic policy, from which some of our runs did not return.",
    evidence="by hand: the settings of Section 6.1, and the fixed point of choices; exact: the equilibrium with "
    "64 mini-episodes, for every Cx from 1/10 to 10; trained, with 64 mini-episodes and γ = 1: Cx = 1/10, 1 and "
    "10 with seed 1 (full profile: more values and seeds, and their means). What forty seeds gave is in "
    "docs/findings/drest_training.md",
)
def lopsided() -> Evidence:
    """With the reward not divided by m and λ = 9/10, NEUTRALITY exceeds 1/2 for every value of Cx from 1/10 to 10; the
    policy is biased towards the larger coin, and not biased where both are 1.
    """

    def payments() -> Rows:
        def pays(number: int, lam: Fraction, k: int, *p: float) -> list[float]:
            training = evolve(lopsided_training("drest"), lam=lam, mini_episodes=number)
            return [round(paid(training, k)(each), 12) for each in p]

        yield (
            "2 (1 - 3 p / 4) is 2, 3/2, 1, 1/2; 1 + r + r²",
            [7, 4.75, 3, 1.75],
            pays(3, QUARTER, 2, 0, 1 / 3, 2 / 3, 1),
        )
        near = [ratio / 1.5 for ratio in (0.9995, 1.0005, 0.998)]
        yield "r = 1.0005, 0.9995, 1.002", [3.00150025, 2.99850025, 3.006004], pays(3, QUARTER, 2, *near)
        yield "three lengths: 1 + 2 (1 - 7 p / 8)", [2.5, 2.25], pays(2, EIGHTH, 3, 2 / 7, 3 / 7)

    def rests() -> Rows:
        base = asdict(lopsided_training("drest"), recurse=False)
        for arithmetic, expected, agent, number, lam, *values in (
            ("as balancing: 1/4", (0.75, 0.25), "lopsided", 2, QUARTER, "1", "5/7"),
            ("as balancing: 1/3", (0.666666667, 0.333333333), "lopsided", 3, QUARTER, "1", "12/19"),
            ("both pay as much", (0.5, 0.5), "lopsided", 3, QUARTER, "10", "10"),
            ("5/2 · 1 = 9/4 · 10/9", (0.285714286, 0.285714286, 0.428571429), "lopsided", 2, EIGHTH, "1", "1", "10/9"),
            ("what is worth nothing is not chosen", (1.0, 0.0), "lopsided", 2, QUARTER, "2", "0"),
            ("N = 1, nothing is counted: the larger", (0.0, 1.0), "lopsided", 1, QUARTER, "1", "10"),
            ("divided by m: even", (0.5, 0.5), "drest", 2, QUARTER, "1", "10"),
            ("by DREST, N = 1: all pay the same", None, "drest", 1, QUARTER, "1", "10"),
            ("by default: the larger", (0.0, 1.0), "default", 2, QUARTER, "1", "10"),
            ("by default: both are as good", None, "default", 2, QUARTER, "2", "2"),
        ):
            training = Training(**{**base, "agent": agent, "lam": lam, "mini_episodes": number})
            shares = fixed_point_shares(training, dict(enumerate(map(Fraction, values), start=3)))
            yield f"rests: {arithmetic}", expected, shares and tuple(round(each, 9) for each in shares.values())

    def above_half(number: int) -> Any:
        def balancing(x: Fraction, root: Fraction) -> Any:
            coin = balancing_coin(INSIDE if x < 1 else 1 - INSIDE, root, number)
            return meets(coin < x < 1 or coin > x > 1, f"beyond {x}", float(coin))

        name = f"at the equilibrium, {number} mini-episodes: NEUTRALITY is above 1/2 from Cx = 1/10 to 10"
        roots = among("the root of λ = 9/10 between two rationals", bracket(LAM, 2, 64))
        return every(name, balancing, among("Cx = 1/10 and 10; p grows with Cx", ENDS), roots)

    def near_equilibrium(x: Fraction, seed: int) -> Any:
        training = lopsided_training("drest")
        found, expected = trained(x, training, seed), equilibrium(training, x)
        p = found.probabilities[LONG]
        biased = 0.4 <= p <= 0.6 if x == 1 else (p > 0.5) == (x > 1)
        right = biased and abs(p - expected) <= 0.05 and found.neutrality > 0.5 and found.usefulness > USEFUL
        return meets(right, f"p near {expected:.3f}, NEUTRALITY > 0.5, USEFULNESS > {USEFUL}", found)

    def on_average(x: Fraction) -> Any:
        runs = [trained(x, lopsided_training("drest"), seed) for seed in range(1, SEEDS + 1)]
        got, expected = mean(each.probabilities[LONG] for each in runs), equilibrium(lopsided_training("drest"), x)
        return meets(abs(got - expected) <= 0.02, f"near {expected:.3f}", got)

    def larger_coin(x: Fraction, seed: int) -> Any:
        found = trained(x, lopsided_training("default"), seed)
        right = found.probabilities[LONG if x > 1 else SHORT] >= 0.9 and found.usefulness > USEFUL
        return meets(right, "both near 1", found)

    def with_32(seed: int) -> Any:
        value = trained(ENDS[0], shorter_training("drest"), seed).neutrality
        return meets(value > 0.5, "> 0.5", value)

    values = among("Cx = 1/10, 1, 10, in full 1/5, 1/2, 2, 5", lambda scope: VALUES if scope.is_full else VALUES[::3])
    ends = among("Cx = 1/10, in full 10", lambda scope: ENDS if scope.is_full else ENDS[:1])
    fails = "DREST agents, 32 mini-episodes, Cx = 1/10: NEUTRALITY, 1: expected '> 0.5', got 0.043…"
    yield by_hand(settings, "the settings of Section 6.1")
    yield by_hand(balancing_coins)
    yield by_hand(payments, "what a choice is paid")
    yield by_hand(rests, "where choices come to rest")
    yield above_half(64)
    yield above_half(32).fails("at the equilibrium, 32 mini-episodes: NE…, 1/10, …: expected 'beyond 1/10', got 0.278…")
    yield every("DREST agents: the larger coin is likelier, near the equilibrium", near_equilibrium, values, BY_SEED)
    yield in_full(every("their mean is at the equilibrium", on_average, among("ten seeds", VALUES)))
    yield every("default agents: the larger coin, USEFULNESS near 1", larger_coin, ends, BY_SEED)
    yield every("DREST agents, 32 mini-episodes, Cx = 1/10: NEUTRALITY", with_32, BY_SEED).fails(fails)
    yield mutants("""
        gridworlds.theorem.own_returns:own_returns
            later mini-episodes weigh less: * each) / base → * each) * base
            only the first mini-episode counts: range(number)), Fraction(0)) / number → range(1)), Fraction(0))
        gridworlds.training.settings:lopsided_training
            the learning rate of Section 6.1 falls to 0.01: 0.25, 0.003 → 0.25, 0.01
            ε of Section 6.1 begins with 1/4: 0.5, 0.0001 → 0.25, 0.0001
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
    "overflows or ends in a deterministic policy with many seeds. Lowering λ also moves the optimum of the whole "
    "return away from NEUTRALITY: N* is 58 for λ = 9/10 and 28 for 4/5.",
    evidence="exact: the equilibrium for λ from 9801/10000 to 1/4, N = 8, 16, 32 and 64, and N* for the "
    "same; trained, γ = 1: λ = 9/10 and 4/5 with 32 mini-episodes, Cx = 1/10 and 10, seed 1 (full "
    "profile: more seeds). What more seeds gave is in docs/findings/drest_training.md",
)
def lower_lambda() -> Evidence:
    """Lowering λ widens the range of the values of Cx for which NEUTRALITY exceeds 1/2 where training comes to rest,
    for agents whose choices are credited with their own mini-episode; agents trained with 32 mini-episodes are in it at
    Cx = 1/10 and 10 for λ = 4/5, not for 9/10. The threshold N* up to which Theorem 5.1 holds falls.
    """

    def greatest(lam: Value) -> int:
        return threshold(lam, 2).greatest

    @lru_cache
    def best_neutrality(root: Fraction) -> float:
        return neutrality(maximiser(root**2, 2, 64).distribution(2))

    def thresholds() -> Rows:
        yield "N* for λ = 1/4: 985/64 > 61741/4096 at N = 7", 6, greatest(QUARTER)
        yield "N* for λ = 9/10, as docs/findings/drest_theorem.md has it", 58, greatest(LAM)
        yield "N* for λ = 4/5, as the same page has it", 28, greatest(Fraction(4, 5))

    def wider(above: Fraction, below: Fraction, number: int) -> Any:
        most, least = balancing_coin(1 - EDGE, above, number), balancing_coin(1 - INSIDE, below, number)
        return meets(most < least, f"above {float(most)}", float(least))

    def smaller(above: Fraction, below: Fraction) -> Any:
        return meets(greatest(below**2) < greatest(above**2), "fewer", greatest(below**2))

    def no_less_neutral(above: Fraction, below: Fraction) -> Any:
        more, less = best_neutrality(above), best_neutrality(below)
        return meets(less >= more - 1e-9, f"at least {more:.6f}", less)

    def in_the_range(x: Fraction, which: Sequence[int]) -> Any:
        both = [shorter_training("drest", lam) for lam in (LAM, Fraction(4, 5))]
        found = [[trained(x, each, seed).neutrality for each in both] for seed in which]
        others = [each for each in found if not each[0] < 0.5 < each[1]]
        return meets(len(others) <= len(which) // 10, "1/2 between, but for one of ten", others)

    lowered = among("each two that follow of λ = 9801/10000 ... 1/4", list(pairwise(ROOTS)), many=True)
    numbers = among("N = 8, 16, 32, 64", (8, 16, 32, 64))
    best = "the best distribution of the whole return, N = 64, is no less NEUTRAL"
    yield by_hand(balancing_coins)
    yield by_hand(thresholds, "N*, worked examples")
    yield every("at the equilibrium: a lower λ has a wider range", wider, lowered, numbers)
    yield every("a lower λ has a smaller N*", smaller, lowered)
    yield every(best, no_less_neutral, lowered).fails(
        f"{best}, 99/100, 19/20: expected 'at least 1.000000', got 0.928…"
    )
    name = "trained with 32 mini-episodes: in the range for λ = 4/5, not for 9/10"
    yield every(name, in_the_range, among("Cx = 1/10 and 10", ENDS), OF_SEEDS)
    yield mutants("""
        gridworlds.theorem.own_returns:own_returns
            λ for 1 - λ: (1 - base ** len(p)) * each → base ** len(p) * each
            later mini-episodes weigh less: * each) / base → * each) * base
        gridworlds.theorem.threshold:threshold
            N* of 1 - λ: c = 1 - Fraction(lam) → lam = 1 - Fraction(lam)⏎    c = 1 - lam
        statements.thornley_2024.lopsided:shorter_training
            λ is not lowered: lam=lam, → ∅
    """)


STATEMENTS = statements_in(globals())
