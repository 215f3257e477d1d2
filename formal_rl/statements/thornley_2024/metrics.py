"""Checks of the DREST reward, USEFULNESS and NEUTRALITY."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import log, log2, prod
from typing import Any

from attrs import evolve

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
from formal_rl.errors import InvalidParameter
from formal_rl.gridworlds import (
    ByLength,
    Drest,
    LengthStatistics,
    MemorylessPolicy,
    PlanPolicy,
    Trajectory,
    Value,
    World,
    discount_factor,
    drawn_return,
    entropy,
    expected_return,
    expected_return_incremental,
    greatest_coins,
    greatest_coins_incremental,
    measure,
    measure_incremental,
    meta_episode,
    neutrality,
    observe,
    overall_returns,
    preliminary_return,
    repaired_returns,
    uniform_policy,
    usefulness,
    walk,
    weighted_return,
)
from formal_rl.gridworlds.drest import default_returns, lopsided_returns
from formal_rl.gridworlds.episodes import parse_moves
from formal_rl.gridworlds.theorem import expected_return_in_roots
from formal_rl.gridworlds.training import measure_compiled
from formal_rl.gridworlds.training.reinforce import observations
from formal_rl.gridworlds.training.softmax_policies import MeasuredInFloats
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import HALF, QUARTER, Definition, distributions, fractions, ones, shown
from formal_rl.statements.thornley_2024.pairs import (
    CLOSED_FORM,
    DYNAMIC_PROGRAMME,
    GREATEST_COINS,
    SMALL,
    TINY,
    drawn_policy,
)
from formal_rl.statements.thornley_2024.worlds import meta_episodes, paid_by_the_first, shown_counts

_UNEVEN = fractions("1/3", "2/3")
_TOLERANCE = 1e-12
"""Each term of a NEUTRALITY is rounded to about 1e-16, and there are at most four."""

_LEVEL = tuple((seen, (0.0,) * 4) for seen in observations(TINY))
"""The logits of the uniform policy."""

_SLANTED = tuple((seen, (0.0, 0.0, *((log(5), 0.0) if all(seen.buttons) else (0.0, log(5))))) for seen, _ in _LEVEL)
"""Those of left 5/8, and right 5/8 once the button is pressed; else 1/8."""


def reward(
    scope: Scope,
    *,
    factor: Definition = discount_factor,
    returns: Definition = overall_returns,
    preliminary: Definition = preliminary_return,
    closed: Definition = expected_return_incremental,
    drawn: Definition = drawn_return,
    default: Definition = default_returns,
    lopsided: Definition = lopsided_returns,
    meta_episode: Definition = meta_episode,
) -> Iterator[Part]:
    """Check the DREST reward: by hand, its discount factor, its expected return in four ways, and the meta-episode."""
    drest = Drest.of(TINY, HALF, HALF)
    short, long, nothing = (walk(TINY, parse_moves(text)) for text in ("L", "RR", "U"))
    yield check_examples(
        (
            ("factor, i = 1, n = 0", "λ^(0 - 0/2) = 1", Fraction(1), factor, drest, 1, 0),
            ("factor, i = 2, n = 0", "λ^(0 - 1/2) = 2, for λ = 1/4", Fraction(2), factor, drest, 2, 0),
            ("factor, i = 4, n = 1", "λ^(1 - 3/2) = 2", Fraction(2), factor, drest, 4, 1),
            ("factor, i = 2, n = 2", "one came before", InvalidParameter, factor, drest, 2, 2),
            ("preliminary return of the long one, γ = 1/2", "γ / m_2, m_2 = γ", Fraction(1), preliminary, drest, long),
            ("preliminary return without a coin", "0 / m_1", Fraction(0), preliminary, drest, nothing),
            (
                "short, short, long, short",
                "1; λ^(1 - 1/2) = 1/2; λ^(0 - 2/2) = 4; λ^(2 - 3/2) = 1/2",
                fractions("1", "1/2", "4", "1/2"),
                *(returns, drest, (short, short, long, short)),
            ),
            (
                "a mini-episode without a coin counts for the later ones",
                "0; then λ^(1 - 1/2) = 1/2",
                fractions("0", "1/2"),
                *(returns, drest, (nothing, short)),
            ),
            (
                "short, long, long without m: λ^(n - (i - 1)/k) c, γ = 1/2",
                "1; λ^(0 - 1/2) = 2 times 1/2; λ^(1 - 2/2) = 1 times 1/2",
                fractions("1", "1", "1/2"),
                *(lopsided, drest, (short, long, long)),
            ),
            (
                "short, long, long by the default reward, γ = 1/2",
                "1; 1/2; 1/2, whatever came before",
                fractions("1", "1/2", "1/2"),
                *(default, drest, (short, long, long)),
            ),
            (
                "short, short, long, long by the repaired reward",
                "1; λ = 1/4; 1; 1/4: no weight that grows",
                fractions("1", "1/4", "1", "1/4"),
                *(repaired_returns, drest, (short, short, long, long)),
            ),
            ("λ and k", "(1/2)^2 for two lengths", (QUARTER, 2), lambda: (drest.lam, drest.k)),
            (
                "m of each length, by trajectories and from the last state back",
                "1; 1/2 · 1",
                ({1: Fraction(1), 2: HALF},) * 2,
                lambda: (greatest_coins(TINY, HALF), dict(drest.greatest)),
            ),
            (
                "drawn: a draw of 1/3 where p is (1/3, 2/3), then 1/4",
                "1/3 is not below 1/3: the second length, u = 1/2; then the first, λ^(0 - 1/2) = 2 times 1",
                Fraction(5, 2),
                *(drawn, _UNEVEN, (1, HALF), HALF, 2, fractions("1/3", "1/4")),
            ),
            (
                "drawn: three lengths, draws of 1/2, 3/4 and 1/4 where p is (1/4, 1/4, 1/2)",
                "third, u = 1; third, λ^(1 - 1/3) = 1/4; second, λ^(0 - 2/3) = 4 times 1/2",
                Fraction(13, 4),
                *(drawn, (QUARTER, QUARTER, HALF), (0, HALF, 1), HALF, 3, fractions("1/2", "3/4", "1/4")),
            ),
            (
                "in powers of λ^(-1/2), λ = 1/2, (1/3, 2/3), u = (1, 1/2), N = 3",
                "even i: 1/3 + 1/3 + 2 (1/3 · 25/36 + 1/3 · 4/9) = 77/54; odd i: 1/3 · 5/6 + 1/3 · 2/3",
                fractions("77/54", "1/2"),
                *(expected_return_in_roots, _UNEVEN, (1, HALF), HALF, 3),
            ),
            (
                "expected, uniform, N = 2",
                "1 + 2 (1 - 3/4 · 1/2)",
                Fraction(9, 4),
                closed,
                (HALF,) * 2,
                ones(2),
                HALF,
                2,
            ),
            ("expected, always short, N = 2", "1 + λ^(1/2)", Fraction(3, 2), closed, (1, 0), ones(2), HALF, 2),
        )
    )
    yield from evolve(CLOSED_FORM, fast=closed).parts(scope)
    yield _mean(returns)
    yield _drawn(closed, drawn)
    yield _in_roots(closed)
    yield from meta_episodes(scope, meta_episode=meta_episode)


@part(
    "sums of powers of the root are the expected return",
    branches=("k = 2", "k = 3"),
    domain="rational roots 1/2 and 2/3, p multiples of 1/4 and 1/3, u of 1 and 1/3, N to 7",
)
def _in_roots(closed: Definition) -> Iterator[Case]:
    for k, root, number in product((2, 3), (HALF, Fraction(2, 3)), range(1, 8)):
        u = fractions("1", "1/3", "1")[:k]
        for p in distributions(k, 4 if k == 2 else 3):
            sums = expected_return_in_roots(p, u, root**k, number)
            expected = closed(p, u, root, number), k
            got = sum((each / root**j for j, each in enumerate(sums)), Fraction(0)), len(sums)
            yield f"k = {k}", equal(f"N = {number}, p = {shown(p)}: the sum, and its terms", expected, got)


@part(
    "the mean of all meta-episodes is the expected return",
    branches=("uniform", "another policy"),
    domain="all meta-episodes of at most 3 mini-episodes in a world of 7 trajectories, four policies",
)
def _mean(returns: Definition) -> Iterator[Case]:
    drest = Drest.of(TINY, HALF, HALF)
    for policy, number in product((uniform_policy, *(drawn_policy(TINY, seed) for seed in range(3))), (1, 2, 3)):
        mean = Fraction(0)
        for episodes in product(tuple(distribution(TINY, policy)), repeat=number):
            chance = prod((chance for _, chance in episodes), start=Fraction(1))
            mean += chance * sum(returns(drest, tuple(episode for episode, _ in episodes)))
        p, coins = (tuple(each.values()) for each in measure(TINY, policy, HALF))
        u = tuple(c / m for c, m in zip(coins, drest.greatest.values(), strict=True))
        branch = "uniform" if policy is uniform_policy else "another policy"
        yield branch, equal(f"the mean return, N = {number}", expected_return(p, u, HALF, number), mean)


@part(
    "drawn meta-episodes have the expected return as their mean",
    branches=("evenly spread draws",),
    domain="all sequences of 2 draws of 0, 1/12, ..., 11/12, which meet every boundary; 3 distributions",
)
def _drawn(closed: Definition, drawn: Definition) -> Iterator[Case]:
    spread = [Fraction(place, 12) for place in range(12)]
    for p in ((HALF, HALF), _UNEVEN, (QUARTER, QUARTER, HALF)):
        u = ones(len(p))
        total = sum((drawn(p, u, HALF, 2, draws) for draws in product(spread, repeat=2)), Fraction(0))
        yield "evenly spread draws", equal(f"the mean for {shown(p)}", closed(p, u, HALF, 2), total / 144)


# --- USEFULNESS ---


def useful(scope: Scope, *, measure: Definition = measure, usefulness: Definition = usefulness) -> Iterator[Part]:
    """Check USEFULNESS: by hand, by trajectories and by dynamic programming, and that it lies between 0 and 1."""
    greatest = greatest_coins_incremental(TINY, HALF)
    lazy = MemorylessPolicy({observe(TINY.start): (HALF, Fraction(0), QUARTER, QUARTER)})
    mixed = PlanPolicy(((parse_moves("L"), Fraction(1, 3)), (parse_moves("RU"), Fraction(2, 3))))

    def of(policy: Any) -> Fraction:
        value: Fraction = usefulness(measure(TINY, policy, HALF), greatest)
        return value

    def in_floats(found: MeasuredInFloats) -> tuple[float, float, float]:
        return round(found.usefulness, 12), round(found.probabilities[1], 12), round(found.expected_coins[1], 12)

    @part(
        "between 0 and 1",
        branches=("less than 1",),
        domain="uniform and six drawn clock-less policies in four small worlds, γ = 19/20",
    )
    def between() -> Iterator[Case]:
        gamma = Fraction(19, 20)
        for name, world in SMALL.items():
            most = greatest_coins_incremental(world, gamma)
            for policy in (uniform_policy, *(drawn_policy(world, seed) for seed in range(6))):
                value = usefulness(measure_incremental(world, policy, gamma), most)
                about = f"USEFULNESS in {name}"
                yield "less than 1" if value < 1 else "1", unless(0 <= value <= 1, about, "a number from 0 to 1", value)

    yield check_examples(
        (
            (
                "the uniform policy",
                "short 3/4, with a coin in 1 of 3; long 1/4, with a coin in 1 of 4: 3/4 · 1/3 + 1/4 · 1/4",
                Fraction(5, 16),
                *(of, uniform_policy),
            ),
            (
                "left 5/8 and, the button pressed, right 5/8, in floats",
                "5/8 + 1/8 · 5/8; short 7/8, with a coin in 5 of 7",
                (0.703125, 0.875, 0.714285714286),
                lambda: in_floats(measure_compiled(TINY, _SLANTED, HALF)),
            ),
            (
                "up with 1/2, left with 1/4, right with 1/4",
                "short 3/4, of which 1/3 with the coin; long 1/4, then uniform, γ in both C and m: 1/4 + 1/16",
                Fraction(5, 16),
                *(of, lazy),
            ),
            (
                "its expected coins given the length, γ = 1/2",
                "1/3; 1/4 of γ",
                {1: Fraction(1, 3), 2: Fraction(1, 8)},
                lambda: dict(measure(TINY, lazy, HALF).expected_coins),
            ),
            ("a third left, two thirds right and up", "1/3 · 1 + 2/3 · 0", Fraction(1, 3), of, mixed),
            (
                "never the long length",
                "E(C | L = 2) is 0 where Pr{L = 2} is: 1 · 1 + 0",
                Fraction(1),
                *(of, PlanPolicy(((parse_moves("L"), Fraction(1)),))),
            ),
            (
                "no coin within reach for some length",
                "0 / 0",
                InvalidParameter,
                lambda: usefulness(measure(TINY, uniform_policy, 1), {1: Fraction(1), 2: Fraction(0)}),
            ),
        )
    )
    yield from evolve(DYNAMIC_PROGRAMME, definition=measure).parts(scope)
    yield from GREATEST_COINS.parts(scope)
    yield between()


# --- NEUTRALITY ---


def neutral(scope: Scope, *, neutrality: Definition = neutrality, entropy: Definition = entropy) -> Iterator[Part]:
    """Check NEUTRALITY: by hand, that it is greatest, log2 k, for equal probabilities alone, and its form in floats."""
    every = [p for k in (2, 3, 4) for p in distributions(k, 12)]

    def rounded(*texts: str) -> float:
        return round(float(neutrality(dict(enumerate(fractions(*texts))))), 9)

    def in_tiny(*ways: Definition) -> tuple[float, ...]:
        return tuple(round(neutrality(way(TINY, uniform_policy, 1).probabilities), 9) for way in ways)

    @part(
        "in floats as exactly",
        branches=("k = 2", "k = 3", "k = 4"),
        domain="all distributions in twelfths over 2, 3 and 4 lengths, within 1e-12",
    )
    def in_floats() -> Iterator[Case]:
        for p in every:
            expected, got = neutrality(dict(enumerate(p))), entropy([float(each) for each in p])
            near = abs(expected - got) <= _TOLERANCE
            yield f"k = {len(p)}", unless(near, f"NEUTRALITY of {shown(p)}", expected, got)

    @part(
        "greatest for equal probabilities alone",
        branches=("equal", "unequal"),
        domain="all distributions in twelfths over 2, 3 and 4 lengths",
    )
    def greatest_if_equal() -> Iterator[Case]:
        for p in every:
            value, most, alike = neutrality(dict(enumerate(p))), log2(len(p)), len(set(p)) == 1
            right = abs(value - most) <= _TOLERANCE if alike else -_TOLERANCE <= value < most - _TOLERANCE
            rule = f"at most {most}, if equal"
            yield "equal" if alike else "unequal", unless(right, f"NEUTRALITY of {shown(p)}", rule, value)

    yield check_examples(
        (
            ("1/2, 1/2", "1/2 · 1 + 1/2 · 1 bits", 1.0, rounded, "1/2", "1/2"),
            ("1, 0", "1 · 0, and 0 log 0 is 0", 0.0, rounded, "1", "0"),
            ("1/4, 3/4", "1/4 · 2 + 3/4 · (2 - log2 3) = 2 - 3/4 · 1.584962501", 0.811278124, rounded, "1/4", "3/4"),
            ("1/2, 1/4, 1/4", "1/2 · 1 + 1/4 · 2 + 1/4 · 2", 1.5, rounded, "1/2", "1/4", "1/4"),
            ("four lengths alike", "log2 4", 2.0, rounded, *("1/4",) * 4),
            ("in floats: 1, 0", "0 log 0 is 0", 0.0, entropy, (1.0, 0.0)),
            ("in floats: 1/2, 1/4, 1/4", "1/2 · 1 + 2 · 1/4 · 2", 1.5, entropy, (0.5, 0.25, 0.25)),
            ("in floats: of a length of 2^-60 alone", "2^-60 · 60", 60 * 2.0**-60, entropy, (2.0**-60,)),
            (
                "the uniform policy in the tiny world, by trajectories and by dynamic programming",
                "3/4, 1/4: 2 - 3/4 · 1.584962501",
                (0.811278124,) * 2,
                *(in_tiny, measure, measure_incremental),
            ),
            (
                "the same, in floats",
                "2 - 3/4 · 1.584962501",
                0.811278124,
                lambda: round(measure_compiled(TINY, _LEVEL, 1).neutrality, 9),
            ),
        )
    )
    yield in_floats()
    yield greatest_if_equal()


# --- Mutants ---


def _returns_by(number_before: Callable[[Sequence[Trajectory], int], int]) -> Definition:
    def returns(drest: Drest, meta_episode: Sequence[Trajectory]) -> tuple[Fraction, ...]:
        return tuple(
            drest.root ** (drest.k * number_before(meta_episode, i) - i) * preliminary_return(drest, trajectory)
            for i, trajectory in enumerate(meta_episode)
        )

    return returns


_counted_after = _returns_by(lambda done, i: sum(each.length == done[i].length for each in done[: i + 1]))
_paid_only_counted = _returns_by(
    lambda done, i: sum(each.length == done[i].length and any(each.collected) for each in done[:i])
)


def _below_a_boundary(
    p: Sequence[Value], u: Sequence[Value], root: Value, number: int, draws: Sequence[Value]
) -> Fraction:
    """Take a draw on the boundary of two lengths for one of the lower."""
    boundaries = [sum(p[: place + 1]) for place in range(len(p) - 1)]
    moved = tuple(each - Fraction(1, 1000) if each in boundaries else each for each in draws)
    return drawn_return(p, u, root, number, moved)


def _c_for_lambda(p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
    return weighted_return(p, u, 1 - Fraction(root) ** len(p), [Fraction(root) ** -i for i in range(number)])


def _unconditional(world: World, policy: Any, gamma: Value) -> LengthStatistics:
    p, coins = measure(world, policy, gamma)
    return LengthStatistics(p, {length: p[length] * coins[length] for length in p})


def _joint(measured: LengthStatistics, greatest: ByLength) -> Fraction:
    """Divide by the greatest of all lengths."""
    return usefulness(measured, dict.fromkeys(greatest, max(greatest.values())))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-DD2",
        kind="definition",
        title="the meta-episode and the DREST reward",
        claim="A meta-episode is a series of mini-episodes in worlds that look alike. A coin of value c in "
        "mini-episode i pays λ^(n - (i - 1)/k) c / m, where n earlier mini-episodes had the length of this one, k is "
        "the number of lengths and m the most that could be collected in this length.",
        source=f"{THORNLEY_2024}, Definitions D.1 and D.2",
        check=reward,
        mutants={
            "off by one in (i - 1) / k": {"factor": lambda drest, i, n: discount_factor(drest, i, n) / drest.root},
            "n counted after the reward": {"returns": _counted_after},
            "only mini-episodes with a coin count": {"returns": _paid_only_counted},
            "γ from the first move in the coins alone": {
                "preliminary": lambda drest, trajectory: preliminary_return(drest, trajectory) * drest.gamma
            },
            "λ for 1 - λ": {"closed": _c_for_lambda},
            "a draw on a boundary goes below it": {"drawn": _below_a_boundary},
            "lopsided: divided by m": {"lopsided": overall_returns},
            "default: without discount": {
                "default": lambda drest, meta_episode: tuple(trajectory.coins(1) for trajectory in meta_episode)
            },
            "each mini-episode is paid like the first": {"meta_episode": paid_by_the_first},
            "the number of mini-episodes done is shown": {"meta_episode": shown_counts},
        },
        verdict="defined",
        evidence="exhaustive: all sequences of lengths of at most 5 mini-episodes, 4 of three lengths; all "
        "meta-episodes of at most 3 mini-episodes in a world of 7 trajectories, by their returns and by what the "
        "meta-episode pays; all sequences of 2 of 12 draws, those on a boundary among them; sums of powers of the "
        "root for N to 7",
        defects="The early text that we had lacks the formula. Ours is that of the published version (arXiv "
        "2407.00805v7, 11 May 2026) as an independent implementation quotes it; we did not have the page itself.",
    ),
    Statement(
        id="T24-DD3",
        kind="definition",
        title="USEFULNESS",
        claim="The sum over lengths of Pr{L = l} E(C | L = l) / m_l, where E(C | L = l) is 0 if Pr{L = l} is; from 0 "
        "to 1.",
        source=f"{THORNLEY_2024}, Definition D.3",
        check=useful,
        mutants={
            "coins not conditional on the length": {"measure": _unconditional},
            "γ in m alone": {"measure": lambda world, policy, gamma: measure(world, policy, 1)},
            "m over all lengths": {"usefulness": _joint},
        },
        verdict="defined",
        evidence="exhaustive: all trajectories of three small worlds under 39 policies; between 0 and 1 for 28",
    ),
    Statement(
        id="T24-DD4",
        kind="definition",
        title="NEUTRALITY",
        claim="The entropy of the trajectory-length in bits, 0 log 0 being 0; from 0 to log2 k, which equal "
        "probabilities alone attain.",
        source=f"{THORNLEY_2024}, Definition D.4",
        check=neutral,
        mutants={
            "entropy in nats": {"neutrality": lambda p: neutrality(p) * log(2)},
            "divided by log2 k": {"neutrality": lambda p: neutrality(p) / log2(len(p))},
            "in floats, rare lengths left out": {
                "entropy": lambda probabilities: entropy([p for p in probabilities if p > 1e-9])
            },
        },
        verdict="defined",
        evidence="exhaustive: all distributions in twelfths over 2, 3 and 4 lengths, within 1e-12",
    ),
)
