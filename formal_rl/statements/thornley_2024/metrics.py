"""Checks of the DREST reward, USEFULNESS and NEUTRALITY."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import log, log2
from typing import Any

from attrs import evolve

from formal_rl.checking import Disagreement, Part, Scope, check_examples, part
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
    neutrality,
    observe,
    overall_returns,
    preliminary_return,
    repaired_returns,
    uniform_policy,
    usefulness,
    walk,
)
from formal_rl.gridworlds.drest import default_returns, lopsided_returns
from formal_rl.gridworlds.episodes import parse_moves
from formal_rl.gridworlds.theorem import expected_return_in_roots
from formal_rl.gridworlds.training import measure_compiled, softmax_policy
from formal_rl.gridworlds.training.reinforce import observations
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.pairs import (
    CLOSED_FORM,
    DYNAMIC_PROGRAMME,
    GREATEST_COINS,
    TINY,
    drawn_policy,
    shares,
)
from formal_rl.statements.thornley_2024.worlds import SMALL

_HALF = Fraction(1, 2)


def _tiny(text: str) -> Trajectory:
    return walk(TINY, parse_moves(text))


Factor = Callable[[Drest, int, int], Fraction]
Returns = Callable[[Drest, Sequence[Trajectory]], tuple[Fraction, ...]]


def reward(
    scope: Scope,
    *,
    factor: Factor = discount_factor,
    returns: Returns = overall_returns,
    preliminary: Callable[[Drest, Trajectory], Fraction] = preliminary_return,
    closed: Callable[..., Fraction] = expected_return_incremental,
    drawn: Callable[..., Fraction] = drawn_return,
    default: Returns = default_returns,
    lopsided: Returns = lopsided_returns,
) -> Iterator[Part]:
    """Check the DREST reward: by hand, its discount factor, and its expected return in four ways."""
    drest = Drest.of(TINY, _HALF, _HALF)
    short, long, nothing = _tiny("L"), _tiny("RR"), _tiny("U")
    uniform = (_HALF, _HALF)
    yield check_examples(
        (
            ("factor, i = 1, n = 0", "λ^(0 - 0/2) = 1", Fraction(1), lambda: factor(drest, 1, 0)),
            ("factor, i = 2, n = 0", "λ^(0 - 1/2) = 2, for λ = 1/4", Fraction(2), lambda: factor(drest, 2, 0)),
            ("factor, i = 2, n = 1", "λ^(1 - 1/2) = 1/2", _HALF, lambda: factor(drest, 2, 1)),
            ("factor, i = 4, n = 1", "λ^(1 - 3/2) = 2", Fraction(2), lambda: factor(drest, 4, 1)),
            ("factor, i = 2, n = 2", "one came before", InvalidParameter, lambda: factor(drest, 2, 2)),
            (
                "preliminary return of the long mini-episode with its coin, γ = 1/2",
                "γ^1 · 1 / m_2, where m_2 = γ · 1",
                Fraction(1),
                lambda: preliminary(drest, long),
            ),
            ("preliminary return without a coin", "0 / m_1", Fraction(0), lambda: preliminary(drest, nothing)),
            (
                "short, short, long, short",
                "1; λ^(1 - 1/2) = 1/2; λ^(0 - 2/2) = 4; λ^(2 - 3/2) = 1/2",
                (Fraction(1), _HALF, Fraction(4), _HALF),
                lambda: returns(drest, (short, short, long, short)),
            ),
            (
                "a mini-episode without a coin counts for the later ones",
                "0; then λ^(1 - 1/2) = 1/2",
                (Fraction(0), _HALF),
                lambda: returns(drest, (nothing, short)),
            ),
            (
                "short, long, long without m: λ^(n - (i - 1)/k) c, γ = 1/2",
                "1; λ^(0 - 1/2) = 2 times 1/2; λ^(1 - 2/2) = 1 times 1/2",
                (Fraction(1), Fraction(1), _HALF),
                lambda: lopsided(drest, (short, long, long)),
            ),
            (
                "short, long, long by the default reward, γ = 1/2",
                "1; 1/2; 1/2, whatever came before",
                (Fraction(1), _HALF, _HALF),
                lambda: default(drest, (short, long, long)),
            ),
            (
                "short, short, long, long by the repaired reward",
                "1; λ = 1/4; 1; 1/4: no weight that grows",
                (Fraction(1), Fraction(1, 4), Fraction(1), Fraction(1, 4)),
                lambda: repaired_returns(drest, (short, short, long, long)),
            ),
            ("λ and k", "(1/2)^2 for two lengths", (Fraction(1, 4), 2), lambda: (drest.lam, drest.k)),
            (
                "m of each length, by trajectories and from the last state back",
                "1; 1/2 · 1",
                ({1: Fraction(1), 2: _HALF},) * 2,
                lambda: (greatest_coins(TINY, _HALF), dict(drest.greatest)),
            ),
            (
                "drawn: a draw of 1/3 where p is (1/3, 2/3), then 1/4",
                "1/3 is not below 1/3: the second length, u = 1/2; then the first, λ^(0 - 1/2) = 2 times 1",
                Fraction(5, 2),
                lambda: drawn((Fraction(1, 3), Fraction(2, 3)), (1, _HALF), _HALF, 2, (Fraction(1, 3), Fraction(1, 4))),
            ),
            (
                "drawn: three lengths, draws of 1/2, 3/4 and 1/4 where p is (1/4, 1/4, 1/2)",
                "third, u = 1; third, λ^(1 - 1/3) = 1/4; second, λ^(0 - 2/3) = 4 times 1/2",
                Fraction(13, 4),
                lambda: drawn(
                    (Fraction(1, 4), Fraction(1, 4), _HALF),
                    (0, _HALF, 1),
                    _HALF,
                    3,
                    (_HALF, Fraction(3, 4), Fraction(1, 4)),
                ),
            ),
            (
                "in powers of λ^(-1/2), λ = 1/2, (1/3, 2/3), u = (1, 1/2), N = 3",
                "even i: 1/3 + 1/3 + 2 (1/3 · 25/36 + 1/3 · 4/9) = 77/54; odd i: 1/3 · 5/6 + 1/3 · 2/3",
                (Fraction(77, 54), _HALF),
                lambda: expected_return_in_roots((Fraction(1, 3), Fraction(2, 3)), (1, _HALF), _HALF, 3),
            ),
            (
                "expected return, uniform, N = 2, λ = 1/4",
                "1 + 2 (1 - 3/4 · 1/2) = 9/4",
                Fraction(9, 4),
                lambda: closed(uniform, (1, 1), _HALF, 2),
            ),
            (
                "expected return, always short, N = 2",
                "1 + λ^(1/2) = 3/2",
                Fraction(3, 2),
                lambda: closed((1, 0), (1, 1), _HALF, 2),
            ),
        )
    )
    yield _decreasing(factor)
    yield from evolve(CLOSED_FORM, fast=closed).parts(scope)
    yield _mean(returns)
    yield _drawn(closed, drawn)
    yield _in_roots(closed)


@part(
    "sums of powers of the root are the expected return",
    branches=("k = 2", "k = 3"),
    domain="rational roots 1/2 and 2/3, p multiples of 1/4 and 1/3, u of 1 and 1/3, N to 7",
)
def _in_roots(closed: Callable[..., Fraction]) -> Iterator[tuple[str, Disagreement | None]]:
    for k, root in product((2, 3), (_HALF, Fraction(2, 3))):
        u = (Fraction(1), Fraction(1, 3), Fraction(1))[:k]
        for p, number in product(shares(k, 4 if k == 2 else 3), range(1, 8)):
            sums = expected_return_in_roots(p, u, root**k, number)
            expected = closed(p, u, root, number)
            got = sum((each / root**j for j, each in enumerate(sums)), Fraction(0))
            right = got == expected and len(sums) == k
            yield f"k = {k}", None if right else Disagreement(f"N = {number}, p = {p}: the sum", expected, got)


@part(
    "the factor decreases strictly in n",
    branches=("k = 2", "k = 3"),
    domain="i of 2 to 8, every n, roots 1/2, 2/3 and 9/10, 2 and 3 lengths",
)
def _decreasing(factor: Factor) -> Iterator[tuple[str, Disagreement | None]]:
    for root, k in product((_HALF, Fraction(2, 3), Fraction(9, 10)), (2, 3)):
        drest = Drest(root, dict.fromkeys(range(k), Fraction(1)))
        for i in range(2, 9):
            for n in range(i - 1):
                more, less = factor(drest, i, n), factor(drest, i, n + 1)
                wrong = Disagreement(f"the factors for n = {n}, {n + 1}, i = {i}", "more, then less", (more, less))
                yield f"k = {k}", None if more > less > 0 else wrong


def _policies() -> tuple[MemorylessPolicy, ...]:
    return (uniform_policy, *(drawn_policy(TINY, seed) for seed in range(3)))


@part(
    "the mean of all meta-episodes is the expected return",
    branches=("uniform", "another policy"),
    domain="all meta-episodes of at most 3 mini-episodes in a world of 7 trajectories, four policies",
)
def _mean(returns: Returns) -> Iterator[tuple[str, Disagreement | None]]:
    drest = Drest.of(TINY, _HALF, _HALF)
    for policy, number in product(_policies(), (1, 2, 3)):
        chances = tuple(distribution(TINY, policy))
        mean = Fraction(0)
        for episodes in product(chances, repeat=number):
            probability = Fraction(1)
            for _, chance in episodes:
                probability *= chance
            mean += probability * sum(returns(drest, tuple(episode for episode, _ in episodes)))
        measured = measure(TINY, policy, _HALF)
        p = tuple(measured.probabilities.values())
        u = tuple(c / m for c, m in zip(measured.expected_coins.values(), drest.greatest.values(), strict=True))
        expected = expected_return(p, u, _HALF, number)
        branch = "uniform" if policy is uniform_policy else "another policy"
        yield branch, None if mean == expected else Disagreement(f"the mean return, N = {number}", expected, mean)


@part(
    "drawn meta-episodes have the expected return as their mean",
    branches=("evenly spread draws",),
    domain="all sequences of 2 draws of 0, 1/12, ..., 11/12, which meet every boundary; 3 distributions",
)
def _drawn(
    closed: Callable[..., Fraction], drawn: Callable[..., Fraction]
) -> Iterator[tuple[str, Disagreement | None]]:
    spread = [Fraction(place, 12) for place in range(12)]
    for p in ((_HALF, _HALF), (Fraction(1, 3), Fraction(2, 3)), (Fraction(1, 4), Fraction(1, 4), _HALF)):
        u = (1,) * len(p)
        total = sum((drawn(p, u, _HALF, 2, draws) for draws in product(spread, repeat=2)), Fraction(0))
        expected, got = closed(p, u, _HALF, 2), total / 144
        yield "evenly spread draws", None if got == expected else Disagreement(f"the mean for {p}", expected, got)


# --- USEFULNESS ---

Measure = Callable[[World, Any, Value], LengthStatistics]
Useful = Callable[[LengthStatistics, ByLength], Fraction]


def useful(scope: Scope, *, measure: Measure = measure, usefulness: Useful = usefulness) -> Iterator[Part]:
    """Check USEFULNESS: by hand, by trajectories and by dynamic programming, and that it lies between 0 and 1."""
    greatest = greatest_coins_incremental(TINY, _HALF)
    lazy = MemorylessPolicy({observe(TINY.start): (_HALF, Fraction(0), Fraction(1, 4), Fraction(1, 4))})
    mixed = PlanPolicy(((parse_moves("L"), Fraction(1, 3)), (parse_moves("RU"), Fraction(2, 3))))

    def of(policy: Any) -> Fraction:
        return usefulness(measure(TINY, policy, _HALF), greatest)

    yield check_examples(
        (
            (
                "the uniform policy",
                "short 3/4, with a coin in 1 of 3; long 1/4, with a coin in 1 of 4: 3/4 · 1/3 + 1/4 · 1/4",
                Fraction(5, 16),
                lambda: of(uniform_policy),
            ),
            (
                "up with 1/2, left with 1/4, right with 1/4",
                "short 3/4, of which 1/3 with the coin; long 1/4, then uniform, γ in both C and m: 1/4 + 1/16",
                Fraction(5, 16),
                lambda: of(lazy),
            ),
            (
                "its expected coins given the length, γ = 1/2",
                "1/3; 1/4 of γ",
                {1: Fraction(1, 3), 2: Fraction(1, 8)},
                lambda: dict(measure(TINY, lazy, _HALF).expected_coins),
            ),
            ("a third left, two thirds right and up", "1/3 · 1 + 2/3 · 0", Fraction(1, 3), lambda: of(mixed)),
            (
                "never the long length",
                "E(C | L = 2) is 0 where Pr{L = 2} is: 1 · 1 + 0",
                Fraction(1),
                lambda: of(PlanPolicy(((parse_moves("L"), Fraction(1)),))),
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
    yield _in_floats(measure, usefulness)
    yield _between(usefulness)


@part(
    "between 0 and 1",
    branches=("less than 1",),
    domain="uniform and six drawn clock-less policies in four small worlds, γ = 19/20",
)
def _between(usefulness: Useful) -> Iterator[tuple[str, Disagreement | None]]:
    gamma = Fraction(19, 20)
    for name, world in SMALL.items():
        greatest = greatest_coins_incremental(world, gamma)
        for policy in (uniform_policy, *(drawn_policy(world, seed) for seed in range(6))):
            value = usefulness(DYNAMIC_PROGRAMME.fast(world, policy, gamma), greatest)
            wrong = Disagreement(f"USEFULNESS in {name}", "a number from 0 to 1", value)
            yield "less than 1" if value < 1 else "1", None if 0 <= value <= 1 else wrong


@part(
    "in floats, as trained logits are measured",
    branches=("lengths", "USEFULNESS", "NEUTRALITY"),
    domain="2 small worlds, uniform and other logits, γ = 1 and 19/20, within 1e-12",
)
def _in_floats(measure: Measure, usefulness: Useful) -> Iterator[tuple[str, Disagreement | None]]:
    gammas: tuple[Value, ...] = (1, Fraction(19, 20))
    settings = [("tiny", seed, gamma) for seed, gamma in product(range(3), gammas)]
    for name, seed, gamma in (*settings, ("lopsided", 1, gammas[1])):
        world = SMALL[name]
        rows = ((0.0, 0.0, 0.0, 0.0), (0.5, -0.25, 1.0, -1.5), (-2.0, 0.125, 0.75, 2.0))
        logits = tuple((seen, rows[(place * seed) % 3]) for place, seen in enumerate(observations(world)))
        exact = measure(world, softmax_policy(logits), gamma)
        got = measure_compiled(world, logits, gamma)
        for about, expected, found in (
            ("lengths", exact.probabilities, got.probabilities),
            ("lengths", exact.expected_coins, got.expected_coins),
            ("USEFULNESS", {0: usefulness(exact, greatest_coins_incremental(world, gamma))}, {0: got.usefulness}),
            ("NEUTRALITY", {0: neutrality(exact.probabilities)}, {0: got.neutrality}),
        ):
            near = list(expected) == list(found) and all(abs(expected[n] - found[n]) <= _TOLERANCE for n in found)
            yield about, None if near else Disagreement(f"{name}, γ = {gamma}: {about}", expected, found)


# --- NEUTRALITY ---

_TOLERANCE = 1e-12
"""Each term is rounded to about 1e-16, and there are at most four."""


def neutral(
    scope: Scope,
    *,
    neutrality: Callable[[ByLength], float] = neutrality,
    entropy: Callable[[Sequence[float]], float] = entropy,
) -> Iterator[Part]:
    """Check NEUTRALITY: by hand, that it is greatest, log2 k, for equal probabilities alone, and its form in floats."""
    uniform_logits = tuple((seen, (0.0,) * 4) for seen in observations(TINY))

    def rounded(*p: Value) -> float:
        return round(neutrality({length: Fraction(each) for length, each in enumerate(p)}), 9)

    yield check_examples(
        (
            ("1/2, 1/2", "1/2 · 1 + 1/2 · 1 bits", 1.0, lambda: rounded(_HALF, _HALF)),
            ("1, 0", "1 · 0, and 0 log 0 is 0", 0.0, lambda: rounded(1, 0)),
            (
                "1/4, 3/4",
                "1/4 · 2 + 3/4 · (2 - log2 3) = 2 - 3/4 · 1.584962501",
                0.811278124,
                lambda: rounded(Fraction(1, 4), Fraction(3, 4)),
            ),
            (
                "1/2, 1/4, 1/4",
                "1/2 · 1 + 1/4 · 2 + 1/4 · 2",
                1.5,
                lambda: rounded(_HALF, Fraction(1, 4), Fraction(1, 4)),
            ),
            ("four lengths alike", "log2 4", 2.0, lambda: rounded(*(Fraction(1, 4),) * 4)),
            ("in floats: 1/2, 1/2", "1/2 · 1 + 1/2 · 1", 1.0, lambda: entropy((0.5, 0.5))),
            ("in floats: 1, 0", "0 log 0 is 0", 0.0, lambda: entropy((1.0, 0.0))),
            ("in floats: 1/2, 1/4, 1/4", "1/2 · 1 + 2 · 1/4 · 2", 1.5, lambda: entropy((0.5, 0.25, 0.25))),
            ("in floats: of a length of 2^-60 alone", "2^-60 · 60", 60 * 2.0**-60, lambda: entropy((2.0**-60,))),
            (
                "the uniform policy in the tiny world, by trajectories and by dynamic programming",
                "3/4, 1/4: 2 - 3/4 · 1.584962501",
                (0.811278124,) * 2,
                lambda: tuple(
                    round(neutrality(way(TINY, uniform_policy, 1).probabilities), 9)
                    for way in (measure, measure_incremental)
                ),
            ),
            (
                "the same, in floats",
                "2 - 3/4 · 1.584962501",
                0.811278124,
                lambda: round(measure_compiled(TINY, uniform_logits, 1).neutrality, 9),
            ),
        )
    )
    yield _in_floats_alike(neutrality, entropy)
    yield _greatest_if_equal(neutrality)


@part(
    "in floats as exactly",
    branches=("k = 2", "k = 3", "k = 4"),
    domain="all distributions in twelfths over 2, 3 and 4 lengths, within 1e-12",
)
def _in_floats_alike(
    neutrality: Callable[[ByLength], float], entropy: Callable[[Sequence[float]], float]
) -> Iterator[tuple[str, Disagreement | None]]:
    for k in (2, 3, 4):
        for p in shares(k, 12):
            expected, got = neutrality(dict(enumerate(p))), entropy([float(each) for each in p])
            near = abs(expected - got) <= _TOLERANCE
            yield f"k = {k}", None if near else Disagreement(f"NEUTRALITY of {', '.join(map(str, p))}", expected, got)


@part(
    "greatest for equal probabilities alone",
    branches=("equal", "unequal"),
    domain="all distributions in twelfths over 2, 3 and 4 lengths",
)
def _greatest_if_equal(neutrality: Callable[[ByLength], float]) -> Iterator[tuple[str, Disagreement | None]]:
    for k in (2, 3, 4):
        for p in shares(k, 12):
            value, most = neutrality(dict(enumerate(p))), log2(k)
            equal = len(set(p)) == 1
            right = abs(value - most) <= _TOLERANCE if equal else -_TOLERANCE <= value < most - _TOLERANCE
            wrong = Disagreement(f"NEUTRALITY of {', '.join(map(str, p))}", f"at most {most}, if equal", value)
            yield "equal" if equal else "unequal", None if right else wrong


# --- Mutants ---


def _returns_by(number_before: Callable[[Sequence[Trajectory], int], int]) -> Returns:
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
    lam = Fraction(root) ** len(p)
    return sum(
        (Fraction(root) ** -i * a * b * (1 - lam * a) ** i for i in range(number) for a, b in zip(p, u, strict=True)),
        Fraction(0),
    )


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
        title="the DREST reward",
        claim="A coin of value c in mini-episode i pays λ^(n - (i - 1)/k) c / m, where n earlier mini-episodes had "
        "the length of this one, k is the number of lengths and m the most that could be collected in this length.",
        source=f"{THORNLEY_2024}, Definition D.2",
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
        },
        verdict="defined",
        evidence="exhaustive: all sequences of lengths of at most 5 mini-episodes, 4 of three lengths; all "
        "meta-episodes of at most 3 mini-episodes in a world of 7 trajectories; all sequences of 2 of 12 draws, those "
        "on a boundary among them; sums of powers of the root for N to 7",
        defects="The formula is lost from the early text that was at hand. It is as the published version has it "
        "(arXiv 2407.00805v7, 11 May 2026; quoted by an independent implementation, the page itself was not at hand).",
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
