"""Checks of where training with credit for the own mini-episode goes: on average, and as a chain of two logits.

The mean change of the logits is a polynomial in p, so its derivatives are exact. The chain is summed over all sequences
of choices; its logits are floats, as those of training are.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from math import exp, fsum, log

from attrs import evolve

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import GridObservation, Value
from formal_rl.gridworlds.theorem import climbing_rate, credited_slopes, mean_change, potential
from formal_rl.gridworlds.training import (
    EVEN,
    ExponentialDecay,
    Training,
    Worth,
    after_choice,
    after_meta_episode,
    lopsided_training,
    only_the_first,
    share_of_first,
    train_two_choices,
)
from formal_rl.gridworlds.training.reinforce import PlayedEpisode, learned, softmax
from formal_rl.seeded_draws import SeededDraws
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    KINDS,
    NINE_TENTHS,
    QUARTER,
    Definition,
    Shares,
    distributions,
    dot,
    fractions,
    shown,
    uniform,
)
from formal_rl.statements.thornley_2024.policy_gradient import slope_at_0
from formal_rl.statements.thornley_2024.readings import own_of_all_later

_KINDS = (*KINDS, (4, HALF))
_NEVER = 2.0**-40
"""An ε so small that it is lost in the tolerances here."""

_TEN: Worth = (10.0, 1.0)
_MANY = range(1, 41)


def constant(rate: float, lam: Fraction, number: int, meta_episodes: int = 1) -> Training:
    """Return settings with a constant learning rate, nearly without exploration, in which nothing is divided by m."""
    return evolve(
        lopsided_training("drest"),
        lam=lam,
        mini_episodes=number,
        meta_episodes=meta_episodes,
        learning_rate=ExponentialDecay(rate, rate, 1),
        exploration=ExponentialDecay(_NEVER, _NEVER, 1),
    )


def power_bounds(training: Training, difference: float, worth: float, meta_episodes: int) -> tuple[float, float]:
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


def _interior(k: int, parts: int) -> Iterator[Shares]:
    return (p for p in distributions(k, parts) if all(p))


def _moved(p: Shares, direction: Sequence[Value], h: Fraction) -> Shares:
    """Return p moved by h times what it changes by if its logits change by a direction."""
    mean = dot(p, direction)
    return tuple(each * (1 + h * (step - mean)) for each, step in zip(p, direction, strict=True))


def _slope(value: Callable[[Shares], Fraction], p: Shares, direction: Sequence[Value], degree: int) -> Fraction:
    """Return the derivative at p of a polynomial, as the logits change by a direction."""
    return slope_at_0(lambda h: value(_moved(p, direction, h)), degree)


def _place(at: int, function: Definition, p: Shares) -> Fraction:
    return Fraction(function(p)[at])


def _units(k: int) -> Iterator[Shares]:
    return (tuple(Fraction(int(place == at)) for place in range(k)) for at in range(k))


def dynamics(
    scope: Scope,
    *,
    change: Definition = mean_change,
    rate: Definition = climbing_rate,
    step: Definition = after_choice,
    chain: Definition = after_meta_episode,
    only: Definition = only_the_first,
    run: Definition = train_two_choices,
) -> Iterator[Part]:
    """Check the mean change, its potential and its rate; then the chain whose mean it is."""
    deep = scope.is_full
    numbers, parts = ((2, 3, 7, 20, 64), 8) if deep else ((2, 3, 7), 6)

    @part(
        "the mean change is what is credited, over all sequences, and the slope of the potential by the logits",
        branches=("credited", "the slope"),
        domain=f"k = 2, λ = 1/4, 81/100; k = 3, λ = 1/8; k = 4, λ = 1/16; N = 2, 3; p in multiples of 1/{parts}, "
        "none of them 0",
    )
    def climbs() -> Iterator[Case]:
        for (k, root), number in product(_KINDS, (2, 3)):
            height = partial(potential, root=root, number=number)
            for p in _interior(k, parts):
                about = f"k = {k}, the root of λ {root}, N = {number}, p = {shown(p)}: the mean change"
                got, slopes = change(p, root, number), credited_slopes(p, root, number, later=False)
                mean = dot(p, slopes)
                yield "credited", equal(about, tuple(a * (b - mean) for a, b in zip(p, slopes, strict=True)), got)
                along = tuple(_slope(height, p, unit, number) for unit in _units(k))
                yield "the slope", equal(about, along, got)

    @part(
        "the greatest logit falls, the least rises, and their difference falls at least by the rate",
        branches=("uniform: at rest", "elsewhere"),
        domain=f"the same k and λ; N = {', '.join(map(str, numbers))}; p in multiples of 1/{parts}, none of them 0; "
        "exact, the spread being at most the odds less 1",
    )
    def falls() -> Iterator[Case]:
        for (k, root), number in product(_KINDS, numbers):
            for p in _interior(k, parts):
                got, odds = change(p, root, number), max(p) / min(p)
                about = f"k = {k}, the root of λ {root}, N = {number}, p = {shown(p)}: the mean change"
                if odds == 1:
                    yield "uniform: at rest", equal(about, (0,) * k, got)
                    continue
                most, least = got[p.index(max(p))], got[p.index(min(p))]
                by = rate(k, root, number, odds) * (odds - 1)
                right = sum(got) == 0 and most < 0 < least and least - most >= by > 0
                yield "elsewhere", unless(right, about, f"0 together, < 0 < at the ends, which near by {by}", got)

    @part(
        "at uniform each shift of the logits shrinks by the rate, exactly",
        branches=tuple(f"k = {k}" for k in (2, 3, 4)),
        domain="the same k and λ; N to 7; each of up to three directions; derivatives of polynomials; and the rate is "
        "at least c N (N - 1) / (2 h k²)",
    )
    def in_the_end() -> Iterator[Case]:
        for (k, root), number in product(_KINDS, (1, 2, 3, 4, 7)):
            c, got = 1 - root**k, rate(k, root, number)
            for direction in ((1, -1, 0, 0), (0, 1, -1, 0), (1, 1, 1, -3)):
                if any(direction[k:]):
                    continue
                near = tuple(Fraction(each, 4) for each in direction[:k])
                about = f"k = {k}, the root of λ {root}, N = {number}, {direction[:k]}"
                each = [partial(_place, at, partial(change, root=root, number=number)) for at in range(k)]
                slopes = tuple(_slope(value, uniform(k), near, number + 1) for value in each)
                yield f"k = {k}", equal(f"{about}: the change", tuple(-got * shift for shift in near), slopes)
            least = c * number * (number - 1) / (2 * (1 - c / k) * k**2)
            about = f"k = {k}, the root of λ {root}, N = {number}: the rate"
            yield f"k = {k}", unless(got >= least and (got > 0) == (number > 1), about, f">= {least}", got)

    @part(
        "followed step by step from afar, the spread stays below the exponential",
        branches=("k = 2", "k = 3"),
        domain="λ = 81/100, 1/8; N = 3, 7; from e^spread = 20; 100 steps of 1/25 over the rate at uniform; floats",
    )
    def from_afar() -> Iterator[Case]:
        for (k, root), number in product(((2, NINE_TENTHS), (3, HALF)), (3, 7)):
            logits = [log(20.0) * at / (k - 1) for at in range(k)]
            size = 1 / (25 * float(rate(k, root, number)))
            slowest, first = float(rate(k, root, number, 20)), max(logits)
            for at in range(1, 101):
                weights = [exp(each) for each in logits]
                p = tuple(Fraction(each / sum(weights)).limit_denominator(10**6) for each in weights[:-1])
                moves = change((*p, 1 - sum(p)), root, number)
                before = max(logits) - min(logits)
                logits = [each + size * float(move) for each, move in zip(logits, moves, strict=True)]
                spread = max(logits) - min(logits)
                about = f"k = {k}, the root of λ {root}, N = {number}, step {at}: the spread"
                most = first * exp(-slowest * size * at)
                yield f"k = {k}", unless(spread < min(before, most) + 1e-5, about, f"< {before}, {most}", spread)

    yield _by_hand(change, rate, chain, only)
    yield from (decided() for decided in (climbs, falls, in_the_end, from_afar))
    yield from _of_the_chain(scope, change=change, step=step, chain=chain, only=only, run=run)


def _of_the_chain(
    scope: Scope, *, change: Definition, step: Definition, chain: Definition, only: Definition, run: Definition
) -> Iterator[Part]:
    @part(
        "two logits change as those of training do",
        branches=("the first", "the second"),
        domain="differences from -30 to 30, credits 1/4 and 40, a rate of 1/4; the other actions at -1000; within 1e-9",
    )
    def one_choice() -> Iterator[Case]:
        seen = GridObservation((0, 0), (), ())
        for difference, credit, chosen in product((-30.0, -2.0, 0.0, 0.5, 9.0, 30.0), (0.25, 40.0), (0, 1)):
            row = (difference / 2, -difference / 2, -1000.0, -1000.0)
            episode = PlayedEpisode((seen,), (chosen,), (1.0,))
            after = learned({seen: row}, {seen: softmax(row)}, episode, (credit,), 0.25)[seen]
            got, about = step(difference, chosen, credit, 0.25), f"{difference}, {chosen} credited {credit}"
            right = abs(got - (after[0] - after[1])) < 1e-9
            yield ("the first", "the second")[chosen], unless(right, about, after[0] - after[1], got)

    @part(
        "at a small learning rate the chain's mean is the mean change",
        branches=("of the difference", "together 1"),
        domain="λ = 1/4, 81/100, N to 6, p = 1/8, 1/2, 3/4 in the beginning; a rate of 2^-30, all 2^N sequences; "
        "within 10^-6 of what is paid",
    )
    def small_steps() -> Iterator[Case]:
        for root, number, p in product(fractions("1/2", "9/10"), (1, 2, 6), fractions("1/8", "1/2", "3/4")):
            start = log(p / (1 - p))
            found = chain(constant(2.0**-30, root**2, number), start)
            got = fsum((each - start) * float(chance) for each, chance in found.items()) * 2.0**30
            first, second = change((p, 1 - p), root, number)
            about, expected = f"λ = {root**2}, N = {number}, p = {p}", float(first - second)
            near = abs(got - expected) < 1e-6 * float(root) ** -number * number
            yield "of the difference", unless(near, f"{about}: the mean over the rate", expected, got)
            yield "together 1", equal(f"{about}: all probabilities", 1, sum(found.values()))

    @part(
        "a run ends where the chain says",
        branches=tuple(f"{bin(n)[2:]:0>3}" for n in range(8)),
        domain="λ = 1/4, N = 3, one meta-episode, a rate of 1/4; the eight sequences, chosen by draws near 0 and 1",
    )
    def one_run() -> Iterator[Case]:
        training = constant(0.25, QUARTER, 3)
        ends = set(chain(training, 0.0))
        for n in range(8):
            word = f"{bin(n)[2:]:0>3}"
            end = run(training, [0.999 if letter == "1" else 0.001 for letter in word])
            yield word, unless(end in ends, f"choices {word}: the end", "one of the chain's", end)
            ends.discard(end)

    @part(
        "that one of the two is not chosen for M meta-episodes has a probability that falls as a power of M",
        branches=("M = 1", "M = 10", "M = 100"),
        domain="λ = 9/10, N = 4, 8, rates of 1/4 and 1, worths of 1 and 4, e^difference of 20 and 100; between two "
        "powers, but for a part of 10^-6",
    )
    def power_law() -> Iterator[Case]:
        for number, rate, worth, y in product((4, 8), (0.25, 1.0), (1.0, 4.0), (20.0, 100.0)):
            training = constant(rate, NINE_TENTHS, number)
            for many in (1, 10, 100):
                got = only(training, log(y), (worth, 1.0), many)
                least, most = power_bounds(training, log(y), worth, many)
                about = f"N = {number}, rate {rate}, worth {worth}, e^difference {y}, M = {many}: none of the other"
                right = least * (1 - 1e-6) < got < most * (1 + 1e-6)
                yield f"M = {many}", unless(right, about, f"{least} to {most}", got)

    @part(
        "a large reward makes one length last: the chain's probability that 100 meta-episodes are all of it",
        branches=("worth 1 and 1", "worth 10 and 1"),
        domain="λ = 9/10, N = 4, a constant rate of 1/4, from even logits: 0.000005 and 0.167; after all sequences of "
        "a first meta-episode: 0.000011 and 0.358; to a part of 0.05",
    )
    def lasting() -> Iterator[Case]:
        training = constant(0.25, NINE_TENTHS, 4)
        for worth, both, name in ((EVEN, (5e-6, 1.1e-5), "worth 1 and 1"), (_TEN, (0.167, 0.358), "worth 10 and 1")):
            for expected, starts in zip(both, ([(0.0, 1)], chain(training, 0.0, worth).items()), strict=True):
                got = fsum(float(chance) * only(training, at, worth, 100) for at, chance in starts)
                right = abs(got - expected) < expected / 20
                yield name, unless(right, f"{name}: nothing but the first", f"near {expected}", got)

    @part(
        "runs with the settings of Section 6.1, Cx = 10, end near the equilibrium",
        branches=("near",),
        domain="two logits, N = 64; seeds 1 to 40; Pr from 3/4 to 9/10",
    )
    def as_trained() -> Iterator[Case]:
        for seed in _MANY:
            got = share_of_first(run(lopsided_training("drest"), SeededDraws(seed), _TEN))
            yield "near", unless(0.75 < got < 0.9, f"seed {seed}: Pr of the better", "3/4 to 9/10", got)

    every = (one_choice, small_steps, one_run, power_law, lasting, *((as_trained,) if scope.is_full else ()))
    yield from (decided() for decided in every)


def _by_hand(change: Definition, rate: Definition, chain: Definition, only: Definition) -> Part:
    third, unit = fractions("1/3", "2/3"), log(2)
    second = 1 / (1 + 2 ** (-5 / 3))
    then = 5 / 3 + 1 - second
    third_p = 1 / (1 + 2**-then)

    def after_two() -> list[tuple[float, float]]:
        found = chain(constant(unit, QUARTER, 2), 0.0)
        return sorted((round(at / unit, 9), round(float(chance), 9)) for at, chance in found.items())

    return check_examples(
        (
            (
                "the mean change at (1/3, 2/3), λ = 1/4, N = 2",
                "paid 3 - 3p/2: 5/2 and 2, 13/6 on average; 1/3 · 1/3 and 2/3 · (-1/6)",
                fractions("1/9", "-1/9"),
                *(change, third, HALF, 2),
            ),
            ("at uniform", "at rest", fractions("0", "0"), change, uniform(2), HALF, 2),
            ("the rate at uniform", "3/2, the slope of what is paid, over 4", Fraction(3, 8), rate, 2, HALF, 2),
            (
                "at odds of 2",
                "3/2 over 9; at (1/3, 2/3) the ends near by 2/9, which is more than 1/6 (2 - 1)",
                Fraction(1, 6),
                *(rate, 2, HALF, 2, 2),
            ),
            ("k = 3, λ = 1/8, N = 2", "2 · 7/8 over 9", Fraction(7, 36), rate, 3, HALF, 2),
            (
                "two choices, λ = 1/4, at a rate of log 2; the difference over log 2, with its probability",
                "the first: 1, then 2/3. Again, for 1/2: 1 + 1/3. The other, for 2: 1 - 2 · 2 · 2/3",
                [
                    (round(at, 9), round(chance, 9))
                    for at, chance in ((-5 / 3, 1 / 6), (-4 / 3, 1 / 3), (4 / 3, 1 / 3), (5 / 3, 1 / 6))
                ],
                after_two,
            ),
            (
                "only the first in a meta-episode, from there",
                "at log 2: 2/3, then with 5/3: 1 / (1 + 2^(-5/3))",
                round(2 / 3 * second, 9),
                lambda: round(only(constant(unit, QUARTER, 2), unit), 9),
            ),
            (
                "and in the next one as well",
                "the second is credited 1/2: 5/3 + 1 - p; then its p, and that of 2 (1 - p) more",
                round(2 / 3 * second * third_p / (1 + 2 ** -(then + 2 * (1 - third_p))), 9),
                lambda: round(only(constant(unit, QUARTER, 2), unit, EVEN, 2), 9),
            ),
        )
    )


# --- Mutants ---


def _of_all_later(p: Shares, root: Value, number: int) -> Shares:
    """Return the mean change with credit for the whole meta-episode."""
    slopes = own_of_all_later(p, root, number)
    mean = dot(p, slopes)
    return tuple(number * a * (b - mean) for a, b in zip(p, slopes, strict=True))


def _without_its_share(p: Shares, root: Value, number: int) -> Shares:
    return tuple(each / share if share else each for each, share in zip(mean_change(p, root, number), p, strict=True))


def _one_moves(difference: float, chosen: int, credit: float, rate: float) -> float:
    return (difference + after_choice(difference, chosen, credit, rate)) / 2


def _as_if_even(training: Training, difference: float, worth: Worth = EVEN, meta_episodes: int = 1) -> float:
    return only_the_first(training, difference, EVEN, meta_episodes)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-mean-dynamics",
        kind="theorem",
        title="where training with own credit goes",
        claim="Let every coin be collected, and let each choice be credited with the return of its own mini-episode, "
        "at the policy with which the meta-episode begins. Then for every N > 1 the mean change of the logits is the "
        "gradient of the potential of T24-equilibrium; followed from anywhere it leads to uniform. The spread of the "
        "logits shrinks at a rate that is in the end c / k² times the sum over i < N of i q^i h^(i - 1), with c = 1 - "
        "λ, q = λ^(-1/k), h = 1 - c/k. The chain of two logits with a constant learning rate gives up neither length "
        "for ever, but the probability that one is not chosen for M meta-episodes falls only as a power of M.",
        source=f"a reading of {THORNLEY_2024}, Section 5",
        check=dynamics,
        mutants={
            "credit for the whole meta-episode": {"change": _of_all_later},
            "the change not times p": {"change": _without_its_share},
            "p for p² in the rate": {
                "rate": lambda k, root, number, odds=1: climbing_rate(k, root, number, odds) * (1 + (k - 1) * odds)
            },
            "N for N - 1 in the rate": {
                "rate": lambda k, root, number, odds=1: climbing_rate(k, root, number + 1, odds)
            },
            "only the logit of what was chosen moves": {"step": _one_moves},
            "a chain of half the rate": {
                "chain": lambda training, difference, worth=EVEN: after_meta_episode(
                    evolve(training, learning_rate=ExponentialDecay(training.learning_rate(0) / 2, 2.0**-40, 1)),
                    difference,
                    worth,
                )
            },
            "all coins worth the same": {"only": _as_if_even},
            "a run with the worths exchanged": {
                "run": lambda training, draws, worth=EVEN: -train_two_choices(training, draws, worth) / 2
            },
        },
        verdict="holds",
        evidence="argued in docs/findings/drest_theorem.md; exact: the gradient, the fall of the spread and the rate, "
        "k = 2, 3, 4, λ = 1/4, 81/100, 1/8 and 1/16, N to 7, and further in full; the chain over all sequences of "
        "choices, its logits in floats, N to 8, beside two powers for M to 100",
        defects="The paper does not say with which return a choice is credited. What holds on average says little of a "
        "run whose steps are large: with λ = 9/10, N = 4, a constant rate of 1/4, and coins worth 10 and 1 the chain "
        "chooses nothing but the better one in its first 100 meta-episodes with a probability of 0.167, and in the 100 "
        "after the first one with 0.358; with coins worth 1 and 1 the latter is 0.000011. In runs with the settings of "
        "Section 6.1 that is rarer than in the gridworld; see the page.",
    ),
)
