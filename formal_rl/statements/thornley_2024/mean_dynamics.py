"""Where training with credit for the own mini-episode goes: on average, and as a chain of two logits.

The mean change of the logits is a polynomial in p, so its derivatives are exact. The chain is summed over all sequences
of choices; its logits are floats, as those of training are.
"""

from fractions import Fraction
from functools import partial
from itertools import product
from math import exp, fsum, log
from typing import Any

from attrs import evolve

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.gridworlds import named_world
from formal_rl.gridworlds import training as tr
from formal_rl.gridworlds.theorem import climbing_rate, mean_change
from formal_rl.gridworlds.theorem.own_returns import potential
from formal_rl.gridworlds.training import two_choices
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.statements.recorded import Experiment
from formal_rl.statements.thornley_2024.grids import HALF, KINDS, Shares, distributions, slope_at_0
from formal_rl.statements.thornley_2024.trained_agents import trained_agent


def lost(what: str, first: int) -> list[int]:
    """Return which of ten seeds end with one length in more than 0.95: settings of Section 6.1, worth 10 and 1."""
    training, seeds = tr.lopsided_training("drest"), range(first, first + 10)
    if what == "two logits":
        return [seed for seed in seeds if abs(tr.train_two_choices(training, SeededDraws(seed), (10.0, 1.0))) > log(19)]
    ends = {seed: trained_agent(named_world("lopsided", 10), training, seed).measured for seed in seeds}
    return [seed for seed, end in ends.items() if max(end.probabilities.values()) > 0.95]


RUNS = [*product(["two logits"], range(1, 1001, 10)), *product(["lopsided"], range(1, 401, 10))]
LOST = Experiment("T24-mean-dynamics", lost, RUNS)


def constant(rate: float, lam: Fraction, number: int) -> tr.Training:
    """Return settings with a constant rate, hardly any exploration, in which nothing is divided by m."""
    settings = evolve(tr.lopsided_training("drest"), lam=lam, mini_episodes=number, meta_episodes=1)
    rates = tr.ExponentialDecay(rate, rate, 1), tr.ExponentialDecay(2.0**-40, 2.0**-40, 1)
    return evolve(settings, learning_rate=rates[0], exploration=rates[1])


def worked() -> Rows:
    """Work the mean change, its rate, and the chain by hand."""
    third, unit = Fraction(1, 3), log(2)
    paid = "paid 3 - 3p/2: 5/2 and 2, 13/6 on average; 1/3 · 1/3 and 2/3 · (-1/6)"
    yield paid, (Fraction(1, 9), Fraction(-1, 9)), mean_change((third, 2 * third), HALF, 2)
    odds = "the rate at odds of 2: 3/2 over 9; at (1/3, 2/3) the ends near by 2/9, more than 1/6 (2 - 1)"
    yield odds, Fraction(1, 6), climbing_rate(2, HALF, 2, 2)
    second = 1 / (1 + 2 ** (-5 / 3))
    in_one = round(two_choices.only_the_first(constant(unit, HALF**2, 2), unit), 9)
    yield "at log 2: 2/3, then with 5/3: 1 / (1 + 2^(-5/3))", round(2 / 3 * second, 9), in_one
    for worth, chance in ((two_choices.EVEN, 0.000005), ((10.0, 1.0), 0.166927)):
        last = two_choices.only_the_first(constant(0.25, Fraction(9, 10), 4), 0.0, worth, 100)
        yield f"λ = 9/10, N = 4, rate 1/4, worth {worth}: 100 meta-episodes of the first alone", chance, round(last, 6)


@theorem(
    "T24-mean-dynamics",
    "where training with own credit goes",
    "a reading of Section 5",
    "holds",
    evidence="argued in docs/findings/drest_theorem.md; exact: the gradient, the fall of the spread and the rate; the "
    "chain over all sequences of choices, its logits in floats; trained: recorded runs, of which ten are made anew "
    "(full profile: all)",
    defects="The paper does not say with which return a choice is credited. What holds on average says little of a "
    "run whose steps are large: with λ = 9/10, N = 4, a constant rate of 1/4, and coins worth 10 and 1 the chain "
    "chooses nothing but the better one in its first 100 meta-episodes with a probability of 0.167; with coins worth 1 "
    "and 1 it is 0.000005. In runs with the settings of Section 6.1 that is rarer than in the gridworld; see the page.",
)
def mean_dynamics() -> Evidence:
    """Let every coin be collected, and let each choice be credited with the return of its own mini-episode, at the
    policy with which the meta-episode begins. Then for every N > 1 the mean change of the logits is the gradient of the
    potential of T24-equilibrium; followed from anywhere it leads to uniform. The spread of the logits shrinks at a rate
    that is in the end c / k² times the sum over i < N of i q^i h^(i - 1), with c = 1 - λ, q = λ^(-1/k), h = 1 - c/k.
    The chain of two logits with a constant learning rate gives up neither length for ever, but the probability that one
    is not chosen for M meta-episodes falls only as a power of M.
    """

    def climbs(p: Shares, root: Fraction, number: int) -> Any:
        def along(at: int, h: Fraction) -> Fraction:
            moved = [each * (1 + h * ((place == at) - p[at])) for place, each in enumerate(p)]
            return potential(moved, root, number)

        return tuple(slope_at_0(partial(along, at)) for at in range(len(p))), mean_change(p, root, number)

    def falls(p: Shares, root: Fraction, number: int) -> Any:
        got, odds, k = mean_change(p, root, number), max(p) / min(p), len(p)
        if odds == 1:  # at rest: no length is the likeliest
            return (0,) * k, got
        most, least = got[p.index(max(p))], got[p.index(min(p))]
        by = climbing_rate(k, root, number, odds) * (odds - 1)
        right = sum(got) == 0 and most < 0 < least and least - most >= by > 0
        return meets(right, f"0 together, < 0 < at the ends, which near by {by}", got)

    def in_the_end(k: int, root: Fraction, number: int) -> Any:
        rate, shift = climbing_rate(k, root, number), (1, *(0,) * (k - 2), -1)

        def along(at: int, h: Fraction) -> Fraction:
            return mean_change([(1 + h * each) / k for each in shift], root, number)[at]

        return [-rate * each for each in shift], [slope_at_0(partial(along, at)) for at in range(k)]

    def one_run(worth: two_choices.Worth) -> Any:
        training = constant(0.25, HALF**2, 3)
        runs = {tr.train_two_choices(training, draws, worth) for draws in product((0.001, 0.999), repeat=3)}
        return set(two_choices.after_meta_episode(training, 0.0, worth)), runs

    def power_law(number: int, rate: float, worth: float, y: float, many: int) -> Any:
        # R is the sum of worth λ^(i/2); y = e^difference rises in a meta-episode by 2 η R p or more, at most by 4 η R.
        received = worth * fsum(0.9 ** (i / 2) for i in range(number))
        slow, fast = 2 * rate * received * y / (1 + y), 4 * rate * received
        least = exp(-number / y) * (1 + slow * (many - 1) / y) ** (-number / slow)
        most = ((1 + y + fast * (many + 1)) / (1 + y + fast)) ** (-number / fast)
        got = two_choices.only_the_first(constant(rate, Fraction(9, 10), number), log(y), (worth, 1.0), many)
        return meets(least * (1 - 1e-6) < got < most * (1 + 1e-6), f"{least} to {most}", got)

    def ended(what: str, number: int) -> Any:
        return number, sum(len(seeds) for given, seeds in LOST.results.items() if given[0] == what)

    yield by_hand(worked)
    kinds = (*KINDS, (4, HALF))
    inner = [(p, root, N) for (k, root), N in product(kinds, (2, 3)) for p in distributions(k, 6) if all(p)]
    lams = "k = 2, 3, 4, λ = 1/4, 81/100, 1/8, 1/16"
    points = among(f"{lams}; N = 2, 3; p multiples of 1/6, none of them 0", inner, many=True)
    yield every("the mean change is the slope of the potential by the logits", climbs, points)
    name = "the greatest logit falls, the least rises, and their difference falls at least by the rate"
    yield every(name, falls, points)
    kinds_of = among(lams, kinds, many=True)
    yield every("at uniform a shift shrinks by the rate", in_the_end, kinds_of, among("N to 3", (1, 2, 3)))
    worths = among("worths of 1 and 1, of 2 and 1", (two_choices.EVEN, (2.0, 1.0)))
    name = "runs of one meta-episode, λ = 1/4, N = 3, the eight sequences, end where the chain says"
    yield every(name, one_run, worths)
    powers = list(product((4, 8), (0.25, 1.0), (1.0, 4.0), (20.0, 100.0), (1, 10, 100)))
    settings = among("λ = 9/10, N = 4, 8, rates of 1/4 and 1, worths of 1 and 4, M to 100", powers, many=True)
    yield every("that one of the two is not chosen for M meta-episodes is between two powers of M", power_law, settings)
    counts = ("two logits", 1), ("lopsided", 8)
    runs = among("1 of 1000 runs of two logits, 8 of 400 in the gridworld", counts, many=True)
    yield every("worth 10 and 1, settings of Section 6.1: runs that end with one length in more than 0.95", ended, runs)
    yield LOST.again
    yield mutants("""
        gridworlds.theorem.own_returns:own_returns
            credit for the whole meta-episode: ratio**i for i
                → ratio**i - i * (1 / base - ratio) * ratio ** max(i - 1, 0) for i
        gridworlds.theorem.mean_dynamics:mean_change
            the change not times p: share * (each - mean) → (each - mean)
        gridworlds.theorem.mean_dynamics:climbing_rate
            p for p² in the rate: least**2 → least
            N for N - 1 in the rate: range(1, number) → range(1, number + 1)
        gridworlds.training.two_choices:after_choice
            only the logit of what was chosen moves: + 2 * rate → + rate ;; - 2 * rate → - rate
        gridworlds.training.two_choices:after_meta_episode
            a chain of half the rate: training.learning_rate(done) → training.learning_rate(done) / 2
        gridworlds.training.two_choices:only_the_first
            all coins worth the same: worth[0] * → ∅
        gridworlds.training.two_choices:train_two_choices
            a run with the worths exchanged: worth[chosen] → worth[1 - chosen]
    """)


STATEMENTS = statements_in(globals())
