"""Checks that one policy that is USEFUL and NEUTRAL is enough for Theorem 5.1 to fail for large N."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import (
    LETTERS,
    RECONSTRUCTED,
    GridObservation,
    Markov,
    MemorylessPolicy,
    World,
    greatest_coins_incremental,
    jointly_best,
    measure_incremental,
    move,
    named_world,
    observe,
    uniform_policy,
    usefulness,
    weighted_return,
)
from formal_rl.gridworlds.episodes import parse_moves
from formal_rl.gridworlds.policies import deterministic_move
from formal_rl.gridworlds.theorem import (
    difference,
    expected_return_in_roots,
    local_threshold,
    sign,
    threshold,
)
from formal_rl.histories import Action
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    NINE_TENTHS,
    QUARTER,
    Definition,
    Shares,
    fractions,
    ones,
    shown,
    uniform,
)
from formal_rl.statements.thornley_2024.maximisers import mixed
from formal_rl.statements.thornley_2024.orders import MERGING, WITHOUT_A_COIN, between
from formal_rl.statements.thornley_2024.pairs import TINY

_GAMMA = Fraction(19, 20)
_MORE = ("two_buttons_k3", "two_buttons_k4")
_LAMS = {2: (QUARTER, NINE_TENTHS), 3: (Fraction(1, 8), HALF), 4: (Fraction(1, 16), HALF)}
_FINEST = 10
"""So often at most the way to uniform is halved until the return is greater there."""


def following(world: World, plans: Sequence[Sequence[Action]], weights: Sequence[Fraction]) -> MemorylessPolicy:
    """Return the policy that takes each plan with its weight, where no plan sees the same twice."""
    table: dict[GridObservation, list[Fraction]] = {}
    for plan, weight in zip(plans, weights, strict=True):
        state = world.start
        for action in plan:
            table.setdefault(observe(state), [Fraction(0)] * len(LETTERS))[action] += weight
            state = move(world, state, action)[0]
    return MemorylessPolicy({seen: tuple(each / sum(row) for each in row) for seen, row in table.items()})


def one_of_each(policy: MemorylessPolicy) -> MemorylessPolicy:
    """Return the deterministic policy that takes the first action which another takes at all, everywhere.

    Ledger: T24-U-alone*
    """
    return MemorylessPolicy(
        {
            seen: deterministic_move(next(place for place, chance in enumerate(row) if chance))
            for seen, row in policy.table
        },
        policy.otherwise,
    )


@cache
def _both(name: str) -> tuple[World, MemorylessPolicy]:
    """Return a world and a policy that is maximally USEFUL and maximally NEUTRAL in it."""
    world = TINY if name == "C1 A B1 C1" else named_world(name)
    plans = jointly_best(world, _GAMMA) or ()
    return world, following(world, plans, uniform(len(plans)))


def _measured(world: World, policy: Markov) -> tuple[Shares, Fraction]:
    found = measure_incremental(world, policy, _GAMMA)
    return tuple(found.probabilities.values()), usefulness(found, greatest_coins_incremental(world, _GAMMA))


def _gain(p: Shares, lam: Fraction, number: int, in_roots: Definition) -> int:
    """Return the sign of the return of p less that of uniform, every coin being collected."""
    k = len(p)
    return sign(difference(in_roots(p, ones(k), lam, number), in_roots(uniform(k), ones(k), lam, number)), lam)


def from_one_policy(
    scope: Scope,
    *,
    towards: Callable[[MemorylessPolicy], Markov] = one_of_each,
    beyond: Callable[[Fraction, int], int] = local_threshold,
    in_roots: Definition = expected_return_in_roots,
    fork: World = MERGING,
) -> Iterator[Part]:
    """Check the way from a policy that is both to a deterministic one, and what is returned on it."""
    worlds = (*RECONSTRUCTED, *_MORE)

    @cache
    def on_the_way(name: str, t: Fraction) -> tuple[Shares, Fraction]:
        world, both = _both(name)
        return _measured(world, mixed((both, 1 - t), (towards(both), t)))

    @part(
        "on the way to a deterministic policy all are maximally USEFUL, and it ends at one length",
        branches=("uniform", "between", "one length"),
        domain="the ten reconstructed worlds and two with two buttons, of 3 and 4 lengths; γ = 19/20; t = 0, 1/64, "
        "1/2, 1, from the policy that is both",
    )
    def useful_on_the_way() -> Iterator[Case]:
        for name, t in product(worlds, fractions("0", "1/64", "1/2", "1")):
            p, useful = on_the_way(name, t)
            even, rule = p == uniform(len(p)), "1; p uniform for t = 0, one length for t = 1"
            right = useful == 1 and even == (t == 0) and (max(p) == 1) == (t == 1)
            branch = "uniform" if t == 0 else "one length" if t == 1 else "between"
            yield branch, unless(right, f"{name}, t = {t}: USEFULNESS and p", rule, (useful, shown(p)))

    @part(
        "beyond N_loc some policy near the one that is both returns more",
        branches=("k = 2", "k = 3", "k = 4"),
        domain="the same worlds, λ = 1/4, 9/10 for k = 2, 1/8, 1/2 for k = 3, 1/16, 1/2 for k = 4; N = N_loc + 1, + 4; "
        f"t = 1/2, 1/4, ... to 1/{2**_FINEST}; exact signs",
    )
    def more_nearby() -> Iterator[Case]:
        for name in worlds:
            k = len(on_the_way(name, Fraction(0))[0])
            for lam, more in product(_LAMS[k], (1, 4)):
                number = beyond(lam, k) + more
                ways = (Fraction(1, 2**i) for i in range(1, _FINEST + 1))
                found = next((t for t in ways if _gain(on_the_way(name, t)[0], lam, number, in_roots) > 0), None)
                about = f"{name}, λ = {lam}, N = {number}: a t at which the return is greater"
                yield f"k = {k}", unless(found is not None, about, "some", found)

    @part(
        "near uniform, beyond N_loc, each direction is a gain, and up to it each is a loss",
        branches=("a gain", "a loss"),
        domain="λ = 1/8, 1/2 for k = 3, 1/16, 1/2 for k = 4; five directions; shifts of 10^-4; N_loc + 1, N_loc - 1",
    )
    def every_direction() -> Iterator[Case]:
        directions = ((1, -1, 0), (2, -1, -1), (-2, 1, 1), (1, 1, -1, -1), (3, -1, -1, -1))
        for direction in directions:
            k = len(direction)
            p = tuple(Fraction(1, k) + Fraction(each, 10**4) for each in direction)
            for lam, (number, name) in product(_LAMS[k], ((1, "a gain"), (-1, "a loss"))):
                got = _gain(p, lam, local_threshold(lam, k) + number, in_roots)
                about = f"λ = {lam}, N = N_loc + {number}, {direction}: the sign of what is gained"
                yield name, equal(about, 1 if name == "a gain" else -1, got)

    @part(
        "two lengths: from N* + 1 on some policy on the way returns more, and up to N* none",
        branches=("more", "none"),
        domain="C1 A B1 C1 and lopsided, λ = 1/4, 9/10; N = N* - 1, N*, N* + 1, N* + 20; t in 32nds",
    )
    def two_lengths() -> Iterator[Case]:
        for name, lam, more in product(("C1 A B1 C1", "lopsided"), _LAMS[2], (-1, 0, 1, 20)):
            number = threshold(lam, 2).greatest + more
            ways = [Fraction(i, 32) for i in range(1, 33)]
            found = any(_gain(on_the_way(name, t)[0], lam, number, in_roots) > 0 for t in ways)
            about = f"{name}, λ = {lam}, N = N* + {more}: some policy on the way returns more"
            yield "more" if more > 0 else "none", equal(about, more > 0, found)

    yield _by_hand(towards, in_roots)
    yield from (decided() for decided in (useful_on_the_way, more_nearby, every_direction, two_lengths))
    yield from between(fork, in_roots)


def _by_hand(towards: Definition, in_roots: Definition) -> Part:
    world, both = _both("C1 A B1 C1")

    def at(t: Fraction) -> tuple[Shares, Fraction]:
        return _measured(world, mixed((both, 1 - t), (towards(both), t)))

    def less_even(number: int, *p: Fraction) -> Fraction:
        return Fraction(in_roots(p, (1, 1), QUARTER, number)[0] - in_roots(uniform(2), (1, 1), QUARTER, number)[0])

    return check_examples(
        (
            (
                "C1 A B1 C1: left with 1/2, else right twice; a third of the way to always left",
                "left with 1/2 · 2/3 + 1/3 = 2/3",
                (fractions("2/3", "1/3"), Fraction(1)),
                *(at, Fraction(1, 3)),
            ),
            ("all the way", "always left", (fractions("1", "0"), Fraction(1)), at, Fraction(1)),
            (
                "(2/3, 1/3) beside uniform, λ = 1/4, N = 3, the even powers of 2",
                "4 (2/3 · 1/4 + 1/3 · 9/16 - 25/64), and nothing at first: -7/48",
                Fraction(-7, 48),
                lambda: less_even(3, *fractions("2/3", "1/3")),
            ),
            (
                "the plans of two policies",
                "L; R, then R; with 1/4 and 3/4",
                (QUARTER, Fraction(3, 4)),
                lambda: tuple(
                    measure_incremental(
                        world,
                        following(world, [parse_moves("L"), parse_moves("RR")], (QUARTER, 3 * QUARTER)),
                        1,
                    ).probabilities.values()
                ),
            ),
        )
    )


# --- Mutants ---


def _without_weight(p: Shares, u: Shares, lam: Fraction, number: int) -> tuple[Fraction, ...]:
    return weighted_return(p, u, lam, (1,) * number), *(Fraction(0),) * (len(p) - 1)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-U-alone",
        kind="theorem",
        title="Theorem 5.1 if one policy is USEFUL and NEUTRAL: exact for two lengths, not for four",
        claim="Let some policy without a clock be maximally USEFUL and maximally NEUTRAL, and nothing else be assumed. "
        "Then for two lengths Theorem 5.1 is true if and only if 2 <= N <= N*. For more lengths it is true for 2 <= N "
        "<= N*, and fails for each N at which the curvature at uniform is positive, so for each N > N_loc. Between "
        "them it may be true: in a world of four lengths, for N = 21 and some λ with N* < 21 < N_loc, it is.",
        source=f"a correction of {THORNLEY_2024}, Theorem 5.1",
        check=from_one_policy,
        mutants={
            "towards a policy that takes other actions": {"towards": lambda _: uniform_policy},
            "towards itself": {"towards": lambda both: both},
            "the sufficient bound for N_loc": {"beyond": lambda lam, k: threshold(lam, k).sufficient - 4},
            "the return without its growing weight": {"in_roots": _without_weight},
            "nothing to be late for": {"fork": WITHOUT_A_COIN},
        },
        verdict="holds",
        evidence="argued in docs/findings/drest_theorem.md: a policy within the support of one that is both is "
        "maximally USEFUL, one of them is deterministic, and p is a polynomial on the way to it. Checked exactly in "
        "the ten reconstructed worlds and two of 3 and 4 lengths, with exact signs of what is gained. Exhaustive: "
        "every support of a policy with USEFULNESS 1 in the world of four lengths; N* < 21 at λ = 51/100 and 21 "
        "<= N* at 13/25, decided over all distributions",
        defects="Of the repair of T24-T5.1 the clauses about attainable distributions are not needed for two lengths, "
        "nor from N_loc + 1 on for more. Between N* and N_loc they are, for four lengths. Three lengths are open: we "
        "found neither a proof nor such a world",
    ),
)
