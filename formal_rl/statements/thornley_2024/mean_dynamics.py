"""Where training with credit for the own mini-episode goes: on average, and as a chain of two logits.

The mean change of the logits is a polynomial in p, so its derivatives are exact. The chain is summed over all sequences
of choices; its logits are floats, as those of training are.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import exp, fsum, log
from typing import Any

from attrs import evolve

from formal_rl.checking import Domain, Rows, Scope, among, by_hand, every, meets
from formal_rl.gridworlds import GridObservation, Value
from formal_rl.gridworlds import training as tr
from formal_rl.gridworlds.theorem import climbing_rate, credited_slopes, mean_change, potential
from formal_rl.gridworlds.training.reinforce import PlayedEpisode, learned, softmax
from formal_rl.statements.entries import Evidence, mutants, statements_in, theorem
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    KINDS,
    NINE_TENTHS,
    QUARTER,
    Shares,
    distributions,
    dot,
    fractions,
    uniform,
)
from formal_rl.statements.thornley_2024.policy_gradient import slope_at_0

NEVER = 2.0**-40
"""An ε so small that it is lost in the tolerances here."""

TEN: tr.Worth = (10.0, 1.0)


def constant(rate: float, lam: Fraction, number: int, meta_episodes: int = 1) -> tr.Training:
    """Return settings with a constant learning rate, nearly without exploration, in which nothing is divided by m."""
    return evolve(
        tr.lopsided_training("drest"),
        lam=lam,
        mini_episodes=number,
        meta_episodes=meta_episodes,
        learning_rate=tr.ExponentialDecay(rate, rate, 1),
        exploration=tr.ExponentialDecay(NEVER, NEVER, 1),
    )


def power_bounds(training: tr.Training, difference: float, worth: float, meta_episodes: int) -> tuple[float, float]:
    """Return what `only_the_first` is between, at a constant rate η: two powers of the number of meta-episodes M.

    With y = e^difference and R the sum of worth λ^(i/2) over i < N: as long as only the first is chosen, y rises by at
    least A = 2 η R p in a meta-episode, p the share at first, and, where y >= 2 η worth, by at most B = 4 η R.

    Ledger: T24-mean-dynamics
    """
    number, rate, y = training.mini_episodes, training.learning_rate(0), exp(difference)
    received = worth * fsum(float(training.lam) ** (i / 2) for i in range(number))
    slow, fast = 2 * rate * received * y / (1 + y), 4 * rate * received
    least = exp(-number / y) * (1 + slow * (meta_episodes - 1) / y) ** (-number / slow)
    most = ((1 + y + fast * (meta_episodes + 1)) / (1 + y + fast)) ** (-number / fast)
    return least, most


def inner_points(numbers: Sequence[int]) -> Callable[[Scope], Iterator[tuple[Any, ...]]]:
    """Return what yields p without a 0, the root of λ, and N."""

    def values(scope: Scope) -> Iterator[tuple[Any, ...]]:
        for (k, root), number in product((*KINDS, (4, HALF)), (*numbers, *((20, 64) if scope.is_full else ()))):
            yield from ((p, root, number) for p in distributions(k, 8 if scope.is_full else 6) if all(p))

    return values


def slope(value: Callable[[Shares], Fraction], p: Shares, direction: Sequence[Value], degree: int) -> Fraction:
    """Return the derivative at p of a polynomial, as the logits change by a direction."""
    mean = dot(p, direction)

    def along(h: Fraction) -> Fraction:
        return value(tuple(each * (1 + h * (step - mean)) for each, step in zip(p, direction, strict=True)))

    return slope_at_0(along, degree)


def worked() -> Rows:
    """Work the mean change, its rate, and the chain by hand."""
    third, unit = fractions("1/3", "2/3"), log(2)
    paid = "paid 3 - 3p/2: 5/2 and 2, 13/6 on average; 1/3 · 1/3 and 2/3 · (-1/6)"
    yield paid, fractions("1/9", "-1/9"), mean_change(third, HALF, 2)
    yield "at uniform: at rest", fractions("0", "0"), mean_change(uniform(2), HALF, 2)
    for about, value, given in (
        ("3/2, the slope of what is paid, over 4", "3/8", (2, HALF, 2)),
        (
            "at odds of 2: 3/2 over 9; at (1/3, 2/3) the ends near by 2/9, more than 1/6 (2 - 1)",
            "1/6",
            (2, HALF, 2, 2),
        ),
        ("k = 3, λ = 1/8: 2 · 7/8 over 9", "7/36", (3, HALF, 2)),
    ):
        yield f"the rate: {about}", Fraction(value), climbing_rate(*given)
    ends = ((-5 / 3, 1 / 6), (-4 / 3, 1 / 3), (4 / 3, 1 / 3), (5 / 3, 1 / 6))
    found = tr.after_meta_episode(constant(unit, QUARTER, 2), 0.0)
    got = sorted((round(at / unit, 9), round(float(chance), 9)) for at, chance in found.items())
    moves = "over log 2: 1, then 2/3; again, for 1/2: 1 + 1/3; the other, for 2: 1 - 2 · 2 · 2/3"
    yield moves, [(round(at, 9), round(chance, 9)) for at, chance in ends], got
    second = 1 / (1 + 2 ** (-5 / 3))
    then = 5 / 3 + 1 - second
    third_p = 1 / (1 + 2**-then)
    training, next_one = constant(unit, QUARTER, 2), 2 / 3 * second * third_p / (1 + 2 ** -(then + 2 * (1 - third_p)))
    in_one = round(tr.only_the_first(training, unit), 9)
    yield "at log 2: 2/3, then with 5/3: 1 / (1 + 2^(-5/3))", round(2 / 3 * second, 9), in_one
    in_two = round(tr.only_the_first(training, unit, tr.EVEN, 2), 9)
    yield "and the next: 5/3 + 1 - p; then its p", round(next_one, 9), in_two


def place(at: int, root: Fraction, number: int, p: Shares) -> Fraction:
    """Return the mean change of one logit."""
    return mean_change(p, root, number)[at]


def on_average() -> Evidence:
    """Yield the parts about the mean change."""

    def climbs(p: Shares, root: Fraction, number: int) -> Any:
        slopes = credited_slopes(p, root, number, later=False)
        mean, height = dot(p, slopes), partial(potential, root=root, number=number)
        units = [tuple(Fraction(int(place == at)) for place in range(len(p))) for at in range(len(p))]
        along = tuple(slope(height, p, unit, number) for unit in units)
        got = mean_change(p, root, number)
        return (tuple(a * (b - mean) for a, b in zip(p, slopes, strict=True)), along), (got, got)

    def falls(p: Shares, root: Fraction, number: int) -> Any:
        got, odds, k = mean_change(p, root, number), max(p) / min(p), len(p)
        if odds == 1:
            return (0,) * k, got
        most, least = got[p.index(max(p))], got[p.index(min(p))]
        by = climbing_rate(k, root, number, odds) * (odds - 1)
        right = sum(got) == 0 and most < 0 < least and least - most >= by > 0
        return meets(right, f"0 together, < 0 < at the ends, which near by {by}", got)

    def in_the_end(k: int, root: Fraction, number: int) -> Any:
        c, rate = 1 - root**k, climbing_rate(k, root, number)
        expected, found = [], []
        for direction in ((1, -1, 0, 0), (0, 1, -1, 0), (1, 1, 1, -3)):
            if not any(direction[k:]):
                shifts = tuple(Fraction(each, 4) for each in direction[:k])
                expected.append([-rate * shift for shift in shifts])
                found.append(
                    [slope(partial(place, at, root, number), uniform(k), shifts, number + 1) for at in range(k)]
                )
        enough = rate >= c * number * (number - 1) / (2 * (1 - c / k) * k**2) and (rate > 0) == (number > 1)
        return (expected, True), (found, enough)

    def from_afar(k: int, root: Fraction, number: int) -> Any:
        logits = [log(20.0) * at / (k - 1) for at in range(k)]
        size = 1 / (25 * float(climbing_rate(k, root, number)))
        slowest, first = float(climbing_rate(k, root, number, 20)), max(logits)
        for at in range(1, 101):
            weights = [exp(each) for each in logits]
            p = tuple(Fraction(each / sum(weights)).limit_denominator(10**6) for each in weights[:-1])
            before = max(logits) - min(logits)
            moves = mean_change((*p, 1 - sum(p)), root, number)
            logits = [each + size * float(move) for each, move in zip(logits, moves, strict=True)]
            spread, most = max(logits) - min(logits), first * exp(-slowest * size * at)
            if spread >= min(before, most) + 1e-5:
                return f"step {at}: < {before}, {most}", spread
        return "below the exponential", "below the exponential"

    lams = "k = 2, 3, 4, λ = 1/4, 81/100, 1/8, 1/16; p multiples of 1/6, in full 1/8, none of them 0"
    points = among(
        f"{lams}; N = 2, 3", lambda scope: (each for each in inner_points((2, 3))(scope) if each[2] < 4), many=True
    )
    yield every(
        "the mean change is credited, over all sequences, and the potential's slope by the logits", climbs, points
    )
    spread = "the greatest logit falls, the least rises, and their difference falls at least by the rate"
    deeper = Domain(lambda scope: f"{lams}; N to {64 if scope.is_full else 7}", inner_points((2, 3, 7)), many=True)
    yield every(spread, falls, deeper)
    kinds_of = among("the same k and λ", (*KINDS, (4, HALF)), many=True)
    name = "at uniform each of three shifts of the logits shrinks by the rate, which is at least c N (N - 1) / (2 h k²)"
    yield every(name, in_the_end, kinds_of, among("N to 7", (1, 2, 3, 4, 7)))
    far = among("λ = 81/100, 1/8; 100 steps of 1/25 over the rate; floats", ((2, NINE_TENTHS), (3, HALF)), many=True)
    name = "followed step by step from e^spread = 20, the spread stays below the exponential"
    yield every(name, from_afar, far, among("N = 3, 7", (3, 7)))


def of_the_chain() -> Evidence:
    """Yield the parts about two logits."""

    def one_choice(difference: float, credit: float, chosen: int) -> Any:
        seen, row = GridObservation((0, 0), (), ()), (difference / 2, -difference / 2, -1000.0, -1000.0)
        episode = PlayedEpisode((seen,), (chosen,), (1.0,))
        after = learned({seen: row}, {seen: softmax(row)}, episode, (credit,), 0.25)[seen]
        return after[0] - after[1], tr.after_choice(difference, chosen, credit, 0.25)

    def small_steps(root: Fraction, number: int, p: Fraction) -> Any:
        start = log(p / (1 - p))
        found = tr.after_meta_episode(constant(2.0**-30, root**2, number), start)
        got = fsum((each - start) * float(chance) for each, chance in found.items()) * 2.0**30
        first, second = mean_change((p, 1 - p), root, number)
        near = abs(got - float(first - second)) < 1e-6 * float(root) ** -number * number
        return meets(near and sum(found.values()) == 1, f"{float(first - second)}, 1 together", (got, found))

    def one_run(worth: tr.Worth) -> Any:
        training, found = constant(0.25, QUARTER, 3), set(tr.after_meta_episode(constant(0.25, QUARTER, 3), 0.0, worth))
        return found, {tr.train_two_choices(training, draws, worth) for draws in product((0.001, 0.999), repeat=3)}

    def power_law(number: int, rate: float, worth: float, y: float, many: int) -> Any:
        training = constant(rate, NINE_TENTHS, number)
        got, (least, most) = (
            tr.only_the_first(training, log(y), (worth, 1.0), many),
            power_bounds(training, log(y), worth, many),
        )
        return meets(least * (1 - 1e-6) < got < most * (1 + 1e-6), f"{least} to {most}", got)

    def lasting(worth: tr.Worth, at_first: float, after_one: float) -> Any:
        training = constant(0.25, NINE_TENTHS, 4)
        found = []
        for starts in ([(0.0, 1)], tr.after_meta_episode(training, 0.0, worth).items()):
            found.append(fsum(float(chance) * tr.only_the_first(training, at, worth, 100) for at, chance in starts))
        right = abs(found[0] / at_first - 1) < 0.05 and abs(found[1] / after_one - 1) < 0.05
        return meets(right, f"near {at_first} and {after_one}", found)

    choices = product((-30.0, -2.0, 0.0, 0.5, 9.0, 30.0), (0.25, 40.0), (0, 1))
    differences = among("differences from -30 to 30, credits 1/4 and 40, a rate of 1/4", list(choices), many=True)
    name = "two logits change as those of training do, within 1e-9"
    yield every(name, one_choice, differences, agree=lambda x, y: abs(x - y) < 1e-9)
    small = product(fractions("1/2", "9/10"), (1, 2, 6), fractions("1/8", "1/2", "3/4"))
    starts = among(
        "λ = 1/4, 81/100, N to 6, p = 1/8, 1/2, 3/4, all 2^N sequences, within 10^-6", list(small), many=True
    )
    yield every("at a rate of 2^-30 the chain's mean is the mean change", small_steps, starts)
    worths = among("worths of 1 and 1, of 2 and 1", (tr.EVEN, (2.0, 1.0)))
    yield every(
        "runs of one meta-episode, λ = 1/4, N = 3, the eight sequences, end where the chain says", one_run, worths
    )
    powers = list(product((4, 8), (0.25, 1.0), (1.0, 4.0), (20.0, 100.0), (1, 10, 100)))
    settings = among("λ = 9/10, N = 4, 8, rates of 1/4 and 1, worths of 1 and 4, M to 100", powers, many=True)
    yield every("that one of the two is not chosen for M meta-episodes is between two powers of M", power_law, settings)
    both = among(
        "1 and 1: 0.000005, 0.000011; 10 and 1: 0.167, 0.358", ((tr.EVEN, 5e-6, 1.1e-5), (TEN, 0.167, 0.358)), many=True
    )
    name = "λ = 9/10, N = 4, rate 1/4: that the first 100 meta-episodes, or those after one, are all of one length"
    yield every(name, lasting, both)


@theorem(
    "T24-mean-dynamics",
    "where training with own credit goes",
    "a reading of Section 5",
    "holds",
    evidence="argued in docs/findings/drest_theorem.md; exact: the gradient, the fall of the spread and the rate; the "
    "chain over all sequences of choices, its logits in floats",
    defects="The paper does not say with which return a choice is credited. What holds on average says little of a "
    "run whose steps are large: with λ = 9/10, N = 4, a constant rate of 1/4, and coins worth 10 and 1 the chain "
    "chooses nothing but the better one in its first 100 meta-episodes with a probability of 0.167, and in the 100 "
    "after the first one with 0.358; with coins worth 1 and 1 the latter is 0.000011. In runs with the settings of "
    "Section 6.1 that is rarer than in the gridworld; see the page.",
)
def mean_dynamics() -> Evidence:
    """Let every coin be collected, and let each choice be credited with the return of its own mini-episode, at the
    policy with which the meta-episode begins. Then for every N > 1 the mean change of the logits is the gradient of the
    potential of T24-equilibrium; followed from anywhere it leads to uniform. The spread of the logits shrinks at a rate
    that is in the end c / k² times the sum over i < N of i q^i h^(i - 1), with c = 1 - λ, q = λ^(-1/k), h = 1 - c/k.
    The chain of two logits with a constant learning rate gives up neither length for ever, but the probability that one
    is not chosen for M meta-episodes falls only as a power of M.
    """
    yield by_hand(worked)
    yield from on_average()
    yield from of_the_chain()
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
