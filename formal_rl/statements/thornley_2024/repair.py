"""Checks of what holds for every number of mini-episodes: the equilibrium, and a reward whose weight does not grow."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, pairwise, product
from math import prod

from attrs import evolve

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import (
    Drest,
    Trajectory,
    Value,
    expected_return_incremental,
    named_world,
    overall_returns,
    preliminary_return,
    repaired_returns,
    walk,
    weighted_return,
)
from formal_rl.gridworlds.episodes import parse_moves
from formal_rl.gridworlds.theorem import credited_slopes, own_returns, potential
from formal_rl.gridworlds.training import Training, paid
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import (
    BEST_BRANCHES,
    HALF,
    KINDS,
    NINE_TENTHS,
    QUARTER,
    Definition,
    distributions,
    dot,
    fractions,
    ones,
    only_both_are_best,
    shown,
    slope,
    uniform,
)
from formal_rl.statements.thornley_2024.pairs import TINY
from formal_rl.statements.thornley_2024.readings import own_of_all_later

Weights = Callable[[int], Sequence[Fraction]]

_THIRDS = fractions("1/3", "2/3")
_BY_K = ("k = 2", "k = 3")


# --- The equilibrium ---


def equilibrium(
    scope: Scope, *, own_returns: Definition = own_returns, potential: Definition = potential
) -> Iterator[Part]:
    """Check that uniform is the only equilibrium, and what the two credits of REINFORCE climb."""
    longest, most = (64, 5) if scope.is_full else (24, 4)

    @part(
        "an equilibrium if and only if uniform",
        branches=("uniform", "not uniform", "a rarer length"),
        domain=f"λ = 1/4, 81/100 for k = 2, 1/8 for k = 3; p multiples of 1/6; N = 2, 3, 7, {longest}",
    )
    def only_uniform() -> Iterator[Case]:
        for (k, root), number in product(KINDS, (2, 3, 7, longest)):
            for p in distributions(k, 6):
                returns, even = own_returns(p, root, number), p == uniform(k)
                steady = all(each == max(returns) for each, chance in zip(returns, p, strict=True) if chance)
                about = f"N = {number}, the root of λ {root}: {shown(p)} is an equilibrium"
                yield "uniform" if even else "not uniform", equal(about, even, steady)
                for (a, first), (b, second) in product(zip(p, returns, strict=True), repeat=2):
                    if a < b:
                        yield "a rarer length", unless(first > second, f"{about}: its return", f"> {second}", first)

    @part("for N = 1, too", domain="λ = 1/4, k = 2, p multiples of 1/6")
    def at_one() -> Iterator[Case]:
        for p in distributions(2, 6):
            returns = own_returns(p, HALF, 1)
            right = p == uniform(2) or min(returns) < max(returns)
            yield "N = 1", unless(right, f"N = 1, {shown(p)}", "no equilibrium", returns)

    over_sequences = f"over all sequences; λ = 1/4, 81/100, 1/8, p > 0 multiples of 1/5, N to {most}"

    @part("credit for the own mini-episode is N W_l", branches=_BY_K, domain=over_sequences)
    def credited() -> Iterator[Case]:
        for (k, root), number in product(KINDS, range(1, most + 1)):
            for p in (p for p in distributions(k, 5) if min(p) > 0):
                got = tuple(number * each for each in own_returns(p, root, number))
                about = f"N = {number}, the root of λ {root}, p = {shown(p)}: what is credited"
                yield f"k = {k}", equal(about, credited_slopes(p, root, number, later=False), got)

    @part(
        "credit for all later mini-episodes, too, is the slope of the expected return",
        branches=_BY_K,
        domain=over_sequences,
    )
    def whole() -> Iterator[Case]:
        for (k, root), number in product(KINDS, range(1, most + 1)):
            for p in (p for p in distributions(k, 5) if min(p) > 0):
                both = [slope(each, root, k, number) for each in p], credited_slopes(p, root, number, later=True)
                about = f"N = {number}, the root of λ {root}, p = {shown(p)}: differences of what is credited"
                expected, got = ([a - b for a, b in pairwise(each)] for each in both)
                yield f"k = {k}", equal(about, expected, got)

    @part(
        "the potential lies below its tangents of slope N W_l, and is greatest at uniform",
        branches=(*_BY_K, "uniform"),
        domain="λ = 1/4, 81/100 for k = 2, p multiples of 1/6; 1/8 for k = 3, of 1/4; N = 2, 3, 7; all pairs",
    )
    def concave() -> Iterator[Case]:
        for (k, root), number in product(KINDS, (2, 3, 7)):
            height = {p: potential(p, root, number) for p in distributions(k, 6 if k == 2 else 4)}
            steep = {p: own_returns(p, root, number) for p in height}
            for p, other in product(height, repeat=2):
                if p == other:
                    continue
                tangent = height[p] + number * dot(steep[p], [b - a for a, b in zip(p, other, strict=True)])
                about = f"N = {number}, the root of λ {root}: the potential at {shown(other)}, seen from {shown(p)}"
                yield f"k = {k}", unless(height[other] < tangent, about, f"< {tangent}", height[other])
                if p == uniform(k):
                    yield "uniform", unless(height[other] < height[p], about, f"< {height[p]}", height[other])

    @part(
        "at N = 7 the one leads towards uniform and the other away",
        branches=("own credit", "all later credit"),
        domain="λ = 1/4, k = 2, p = (1/3, 2/3)",
    )
    def apart() -> Iterator[Case]:
        rare, often = own_returns(_THIRDS, HALF, 7)
        about = "(1/3, 2/3), N = 7: own returns"
        yield "own credit", unless(rare > often, about, "the rarer returns more", (rare, often))
        rare, often = (slope(each, HALF, 2, 7) for each in _THIRDS)
        yield "all later credit", unless(rare < often, "(1/3, 2/3), N = 7: slopes", "the rarer has less", (rare, often))

    yield _worked_own(own_returns, potential)
    yield only_uniform()
    yield at_one().meant_to_fail(on="N = 1, (0, 1): expected 'no equilibrium', …")
    yield from (decided() for decided in (credited, concave, whole, apart))


def _in_floats(p: Sequence[Value], number: int) -> tuple[float, ...]:
    """Return what each length is paid in its own mini-episodes, summed over all of them, λ = 1/4, to 12 digits."""
    pays = paid(Training(agent="drest", mini_episodes=number, lam=QUARTER), len(p))
    return tuple(round(pays(float(each)), 12) for each in p)


def _worked_own(own_returns: Definition, potential: Definition) -> Part:
    return check_examples(
        (
            ("in floats, (1/3, 2/3), λ = 1/4, N = 2", "1 + 2 * 3/4, 1 + 2 * 1/2", (2.5, 2.0), _in_floats, _THIRDS, 2),
            ("in floats, (0, 1), N = 3", "1 + 2 + 4 and 1 + 1/2 + 1/4", (7.0, 1.75), _in_floats, (0, 1), 3),
            (
                "(1/3, 2/3), λ = 1/4, N = 2",
                "(1 + 2 * 3/4) / 2 and (1 + 2 * 1/2) / 2",
                fractions("5/4", "1"),
                *(own_returns, _THIRDS, HALF, 2),
            ),
            (
                "a length that is never chosen, N = 3",
                "(1 + 2 + 4) / 3 and (1 + 1/2 + 1/4) / 3",
                fractions("7/3", "7/12"),
                *(own_returns, (0, 1), HALF, 3),
            ),
            (
                "the potential at (1/3, 2/3), N = 2",
                "1/3 + 2 (1 - 9/16) / (3/2) + 2/3 + 2 (1 - 1/4) / (3/2) = 1 + 7/12 + 1",
                Fraction(31, 12),
                *(potential, _THIRDS, HALF, 2),
            ),
        )
    )


# --- The repaired reward ---


def level(number: int) -> tuple[Fraction, ...]:
    """Return N weights of 1: the reward λ^n c / m_l."""
    return (Fraction(1),) * number


def falling(number: int) -> tuple[Fraction, ...]:
    """Return the weights 1, 1/2, 1/3, ..."""
    return tuple(Fraction(1, i) for i in range(1, number + 1))


def level_then_falling(number: int) -> tuple[Fraction, ...]:
    """Return the weights 1, 1, 1/2, 1/2, 1/4, 1/4, ..."""
    return tuple(HALF ** (i // 2) for i in range(number))


def _growing(number: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(2) ** i for i in range(number))


_TEXTS = {2: (("L", "U"), ("RR", "RU")), 3: (("UUDL",), ("RRLLDL",), ("RRDULLDL",))}
"""For k = 2, in C1 A B1 C1, short and long, first with the coin and then without; for k = 3, in two_buttons_k3, for
each of the three lengths what collects the most."""


@cache
def _trajectories(k: int) -> tuple[Drest, tuple[tuple[Trajectory, ...], ...]]:
    """Return a reward over k lengths, the k-th root of λ being 1/2, and trajectories of each length."""
    world = TINY if k == 2 else named_world("two_buttons_k3")
    return Drest.of(world, HALF), tuple(tuple(walk(world, parse_moves(text)) for text in each) for each in _TEXTS[k])


@part(
    "the repaired reward, summed over all sequences",
    branches=_BY_K,
    domain="in worlds of 2 and 3 lengths, λ = 1/4 and 1/8, N to 5; p multiples of 1/3; for k = 2 with and without "
    "its coin evenly, too",
)
def _summed(weighted: Definition, received: Definition) -> Iterator[Case]:
    for k, number in product((2, 3), range(1, 6)):
        drest, ways = _trajectories(k)
        kinds = tuple((length, kind) for length, each in enumerate(ways) for kind in range(len(each)))
        given: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for sequence in product(range(len(kinds)), repeat=number):
            taken = [ways[length][kind] for length, kind in (kinds[each] for each in sequence)]
            given[tuple(map(sequence.count, range(len(kinds))))] += sum(received(drest, taken))
        for p, half in product(distributions(k, 3), (False, True) if k == 2 else (False,)):
            chances = [p[length] * (HALF if half else int(kind == 0)) for length, kind in kinds]
            total = sum((prod(map(pow, chances, counts), start=got) for counts, got in given.items()), Fraction(0))
            u = (HALF if half else Fraction(1),) * k
            about = f"k = {k}, N = {number}, p = {shown(p)}, u = {shown(u)}: the repaired return"
            yield f"k = {k}", equal(about, total, weighted(p, u, drest.lam, level(number)))


_LAMS = ((2, QUARTER), (2, NINE_TENTHS), (3, Fraction(1, 8)))


def repair(
    scope: Scope,
    *,
    weighted: Definition = weighted_return,
    weights: Sequence[Weights] = (level, falling, level_then_falling),
    received: Definition = repaired_returns,
) -> Iterator[Part]:
    """Check that without a growing weight uniform is the one best for every N, and how each step of the proof goes."""
    longest, longer = (12, 128) if scope.is_full else (8, 40)

    @part(
        "the best are the maximally USEFUL and maximally NEUTRAL, for every N",
        branches=BEST_BRANCHES,
        domain=f"weights 1; 1, 1/2, 1/3, ...; 1, 1, 1/2, 1/2, ...; λ = 1/4, 9/10 for k = 2, 1/8 for k = 3; p multiples "
        f"of 1/4 and 1/3, u of 1/2, 1; N = 2, 3, 7, {longer}",
    )
    def uniform_is_best() -> Iterator[Case]:
        for (k, lam), each, number in product(_LAMS, weights, (2, 3, 7, longer)):
            of = partial(weighted, lam=lam, weights=each(number))
            yield from only_both_are_best(f"λ = {lam}, N = {number}", of, 4 if k == 2 else 3, (HALF, Fraction(1)), k)

    @part("with the weights 1, 2, 4, ...", domain="λ = 1/4, k = 2, against (1/3, 2/3), N from 2 to 7")
    def growing() -> Iterator[Case]:
        for number in range(2, 8):
            even, uneven = (weighted(p, ones(2), QUARTER, _growing(number)) for p in (uniform(2), _THIRDS))
            yield f"N = {number}", unless(even > uneven, f"N = {number}: the return of uniform", f"> {uneven}", even)

    @part(
        "the return by parts, and the weights",
        branches=("summed by parts", "weights"),
        domain=f"the same weights and λ, p multiples of 1/3, N from 1 to {longest}",
    )
    def by_parts() -> Iterator[Case]:
        for (k, lam), each, number in product(_LAMS, weights, range(1, longest + 1)):
            given, c = (*each(number), Fraction(0)), 1 - lam
            drops = [a - b for a, b in pairwise(given)]
            for p in distributions(k, 3):
                expected = dot(drops, [sum(1 - (1 - c * a) ** i for a in p) / c for i in range(1, number + 1)])
                about = f"λ = {lam}, N = {number}, p = {shown(p)}: the return, summed by parts"
                yield "summed by parts", equal(about, expected, weighted(p, ones(k), lam, given[:-1]))
            right, rule = min(drops) >= 0 and given[-2] > 0, "positive, none increasing"
            yield "weights", unless(right, f"weights {shown(given)}", rule, given)

    @part(
        "the return is strictly concave",
        branches=_BY_K,
        domain="the same weights and λ, half-way between p multiples of 1/4 for k = 2 and 1/2 for k = 3, N = 2, 3, "
        f"{longest}",
    )
    def strictly_concave() -> Iterator[Case]:
        for (k, lam), each, number in product(_LAMS, weights, (2, 3, longest)):
            value = {p: weighted(p, ones(k), lam, each(number)) for p in distributions(k, 8 if k == 2 else 4)}
            for p, other in combinations(distributions(k, 4 if k == 2 else 2), 2):
                mean, got = (
                    (value[p] + value[other]) / 2,
                    value[tuple((a + b) / 2 for a, b in zip(p, other, strict=True))],
                )
                about = f"λ = {lam}, N = {number}: the return half-way from {shown(p)} to {shown(other)}"
                yield f"k = {k}", unless(got > mean, about, f"> {mean}", got)

    yield _worked_repair(weighted, received)
    yield uniform_is_best()
    yield growing().meant_to_fail(on="N = 7: the return of uniform: expected '> 985/64', got Fraction(61741, 4096)")
    yield by_parts()
    yield strictly_concave()
    yield _by_final_counts(received)
    yield _hoarding(received)
    yield _summed(weighted, received)


@part(
    "without a weight, what is received depends on the final counts only",
    branches=_BY_K,
    domain="all sequences of 2 and 3 lengths in two worlds, N to 5, the root of λ 1/2, 9/10",
)
def _by_final_counts(received: Definition) -> Iterator[Case]:
    for k, root, number in product((2, 3), (HALF, NINE_TENTHS), range(1, 6)):
        given, ways = _trajectories(k)
        drest, lam = evolve(given, root=root), root**k
        for sequence in product(range(k), repeat=number):
            got = sum(received(drest, [ways[length][0] for length in sequence]), Fraction(0))
            expected = sum((1 - lam ** sequence.count(length)) / (1 - lam) for length in range(k))
            yield f"k = {k}", equal(f"the return of the lengths {sequence}, λ = {lam}", expected, got)


@part(
    "the growing weight pays for keeping a length for later",
    branches=("growing weight", "no weight"),
    domain="in C1 A B1 C1, N = 3, six values of the root x of λ",
)
def _hoarding(received: Definition) -> Iterator[Case]:
    a, b = (each[0] for each in _trajectories(2)[1])
    for x in fractions("1/10", "1/3", "1/2", "3/4", "9/10", "99/100"):
        drest = Drest.of(TINY, x)
        aab, aba = (sum(overall_returns(drest, order), Fraction(0)) for order in ((a, a, b), (a, b, a)))
        right = aab - aba == (1 - x) * (x**-2 - 1) and aab > aba
        yield "growing weight", unless(right, f"x = {x}: aab and aba", "aab more", (aab, aba))
        aab, aba = (sum(received(drest, order), Fraction(0)) for order in ((a, a, b), (a, b, a)))
        yield "no weight", equal(f"x = {x}: aab and aba", aba, aab)


def _worked_repair(weighted: Definition, received: Definition) -> Part:
    drest, ((short, nothing), (long, _)) = _trajectories(2)
    return check_examples(
        (
            (
                "short, short, long, long, short in C1 A B1 C1, λ = 1/4",
                "1, λ, 1, λ, λ^2",
                fractions("1", "1/4", "1", "1/4", "1/16"),
                *(received, drest, (short, short, long, long, short)),
            ),
            (
                "short without its coin, then with it",
                "0, but it counts: then λ",
                fractions("0", "1/4"),
                *(received, drest, (nothing, short)),
            ),
            (
                "(1/3, 2/3), λ = 1/4, N = 3, weights 1",
                "(1 - (3/4)^3) / (3/4) + (1 - (1/2)^3) / (3/4) = 37/48 + 7/6",
                Fraction(31, 16),
                *(weighted, _THIRDS, ones(2), QUARTER, level(3)),
            ),
            (
                "(1/2, 1/2)",
                "2 (1 - (5/8)^3) / (3/4)",
                Fraction(129, 64),
                weighted,
                uniform(2),
                ones(2),
                QUARTER,
                level(3),
            ),
            (
                "one length only, half of its coins",
                "1/2 (1 + 1/4 + 1/16)",
                Fraction(21, 32),
                *(weighted, (0, 1), (1, HALF), QUARTER, level(3)),
            ),
        )
    )


# --- Mutants ---


def _root_for_lam(drest: Drest, meta_episode: Sequence[Trajectory]) -> tuple[Fraction, ...]:
    lengths = [trajectory.length for trajectory in meta_episode]
    return tuple(
        drest.root ** lengths[:i].count(trajectory.length) * preliminary_return(drest, trajectory)
        for i, trajectory in enumerate(meta_episode)
    )


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-equilibrium",
        kind="theorem",
        title="uniform is the only equilibrium",
        claim="Let every coin be collected, and let counts come from the policy itself. Then for every N greater than "
        "1, each chosen length has the greatest return of its own mini-episode if and only if all lengths are equally "
        "likely. The gradient that credits each choice with this return alone climbs a strictly concave function that "
        "is greatest at uniform.",
        source=f"a weaker form of {THORNLEY_2024}, Theorem 5.1",
        check=equilibrium,
        mutants={
            "the slope of the whole return": {"own_returns": own_of_all_later},
            "n counted after the reward": {
                "own_returns": lambda p, root, number: tuple(x * root ** len(p) for x in own_returns(p, root, number))
            },
            "the expected return for the potential": {
                "potential": lambda p, root, number: expected_return_incremental(p, ones(len(p)), root, number)
            },
        },
        verdict="holds",
        evidence="exhaustive: on grids of p, k = 2 and 3, three λ, N to 24; credits over all sequences, N to 4; "
        "argued in docs/findings/drest_theorem.md",
        defects="The paper does not say with which return a choice is credited.",
    ),
    Statement(
        id="T24-repair",
        kind="theorem",
        title="the reward without its growing weight",
        claim="Replace λ^(-(i - 1)/k) by positive weights that do not increase, as in the reward λ^n c / m_l. Then "
        "uniform is the only best distribution over lengths for every N greater than 1; so, if some policy is "
        "maximally USEFUL and maximally NEUTRAL, Theorem 5.1 holds.",
        source=f"a repair of {THORNLEY_2024}, Definition D.2",
        check=repair,
        mutants={
            "growing weights": {"weights": (_growing,)},
            "all weight on the first mini-episode": {
                "weights": (lambda number: tuple(Fraction(int(i == 0)) for i in range(number)),)
            },
            "n counted after the reward": {
                "weighted": lambda p, u, lam, weights: weighted_return(p, u, lam, weights) * lam
            },
            "λ for 1 - λ": {"weighted": lambda p, u, lam, weights: weighted_return(p, u, 1 - Fraction(lam), weights)},
            "the paper's reward for the repaired one": {"received": overall_returns},
            "λ^(n/k) for λ^n": {"received": _root_for_lam},
        },
        verdict="holds",
        evidence="exhaustive: the repaired reward itself over all sequences of 2 and 3 lengths in two worlds, N to 5; "
        "in closed form on grids of p and u, k = 2 and 3, N to 40; strict concavity half-way between grid points; "
        "argued in docs/findings/drest_theorem.md",
        defects="That uniform is a maximiser was reported before, in Lean (see docs/findings/drest_theorem.md); that "
        "it is the only one is added here.",
    ),
)
