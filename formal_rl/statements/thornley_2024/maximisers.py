"""Checks that a policy of greatest expected return exists, and that none exists among policies of full support."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import product
from math import comb
from typing import TypeAlias

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import (
    LETTERS,
    RECONSTRUCTED,
    ByLength,
    LengthStatistics,
    Markov,
    MemorylessPolicy,
    Value,
    World,
    expected_return_incremental,
    greatest_coins_incremental,
    jointly_best,
    lengths,
    measure_incremental,
    named_world,
    uniform_policy,
    usefulness,
)
from formal_rl.gridworlds.policies import Probabilities, deterministic_move
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    KINDS,
    QUARTER,
    Definition,
    Shares,
    distributions,
    ones,
    shown,
)
from formal_rl.statements.thornley_2024.pairs import TINY, drawn_policy
from formal_rl.statements.thornley_2024.theorem import neighbours, splitting

_GAMMA = Fraction(19, 20)
_SMALL = ("lopsided", "last_moment", "two_buttons_k3", "royal_road", "memoryless_conflict")
_MIXED: TypeAlias = tuple[tuple[Markov, Fraction], ...]


def mixed(parts: _MIXED) -> Markov:
    """Return the policy whose probabilities are, in each state, the weighted sum of those of others.

    Ledger: T24-maximiser*
    """

    def policy(world: World, state: object) -> Probabilities:
        rows = [(each(world, state), weight) for each, weight in parts]  # type: ignore[arg-type]
        return tuple(sum((weight * row[place] for row, weight in rows), Fraction(0)) for place in range(len(LETTERS)))

    return policy


def shares_and_coins(measured: LengthStatistics) -> tuple[Fraction, ...]:
    """Return p_l and p_l E(C | L = l) for each length l."""
    p, coins = measured
    return (*p.values(), *(p[length] * coins[length] for length in p))


def greedy_form(world: World, state: object, policy: Markov) -> Probabilities:
    """Return the likeliest action of a policy, for sure."""
    row = policy(world, state)  # type: ignore[arg-type]
    return deterministic_move(row.index(max(row)))


def _difference(values: list[Fraction]) -> Fraction:
    """Return the last difference of numbers at equal distances: 0 if they are of a polynomial of lower degree."""
    last = len(values) - 1
    return sum(((-1) ** (last - i) * comb(last, i) * each for i, each in enumerate(values)), Fraction(0))


def maximisers(
    scope: Scope,
    *,
    measured: Definition = measure_incremental,
    returns: Definition = expected_return_incremental,
) -> Iterator[Part]:
    """Check that the return is a polynomial of the policy on a compact set, and what policies of full support miss."""
    worlds = _SMALL if scope.is_full else _SMALL[:3]

    @part(
        "p_l and p_l E(C | L = l) are polynomials in the policy's probabilities",
        branches=worlds,
        domain=f"along two lines each between drawn policies, to deterministic ones too: {', '.join(worlds)}; γ = 1",
    )
    def polynomials() -> Iterator[Case]:
        for name in worlds:
            world = named_world(name)
            most, steps = max(lengths(world)), range(max(lengths(world)) + 2)
            first, second = drawn_policy(world, 1), drawn_policy(world, 2)
            for about, ends in (
                ("two drawn", (first, second)),
                ("to its greedy form", (first, partial(_greedy, first))),
            ):
                rows = []
                for i in steps:
                    t = Fraction(i, most + 1)
                    rows.append(shares_and_coins(measured(world, mixed(((ends[0], 1 - t), (ends[1], t))), 1)))
                got = tuple(_difference(list(column)) for column in zip(*rows, strict=True))
                yield name, equal(f"{name}, {about}: differences of order {most + 1}", (Fraction(0),) * len(got), got)

    @part(
        "the return moves little where p and p u do, also where a length is given up",
        branches=("p > 0", "some p = 0"),
        domain="λ = 1/4 for k = 2, 1/8 for k = 3 (full: 81/100, too); p in quarters and halves, u of 0, 1/2, 1, "
        "each with every third or ninth; N = 2, 6",
    )
    def continuous() -> Iterator[Case]:
        for (k, root), number in product(KINDS[:: 1 if scope.is_full else 2], (2, 6)):
            c = 1 - root**k
            by_w = sum((root**-i for i in range(number)), Fraction(0))
            by_p = sum((i * c * root**-i for i in range(number)), Fraction(0))
            us = (Fraction(0), HALF, Fraction(1))
            points = [(p, u) for p in distributions(k, 4 if k == 2 else 2) for u in product(us, repeat=k)]
            got = [returns(p, u, root, number) for p, u in points]
            for a, b in product(range(len(points)), range(0, len(points), 3 if k == 2 else 9)):
                (p, u), (r, v) = points[a], points[b]
                apart = sum(abs(x - y) for x, y in zip(p, r, strict=True))
                coins = sum(abs(x * s - y * t) for x, y, s, t in zip(p, r, u, v, strict=True))
                right = abs(got[a] - got[b]) <= by_w * coins + by_p * apart
                pair = f"p, u = {shown(p)}, {shown(u)} and {shown(r)}, {shown(v)}"
                about = f"N = {number}, the root of λ {root}: returns of {pair}"
                rule = "so near as p and p u"
                yield "p > 0" if min(*p, *r) else "some p = 0", unless(right, about, rule, (got[a], got[b]))

    @part(
        "among policies of full support none is best, in the paper's worlds",
        branches=tuple(RECONSTRUCTED),
        domain="the ten reconstructed worlds, γ = 19/20; λ = 1/4, N = 2, 7; the uniform policy and, in the smaller "
        "worlds, two drawn ones: each returns less than another of full support",
    )
    def full_support() -> Iterator[Case]:
        for name in RECONSTRUCTED:
            world, most, best = _usable(name)
            small = max(lengths(world)) <= 7
            for index, policy in enumerate((uniform_policy, *(_within(world, seed) for seed in (3, 4) if small))):
                found = measured(world, policy, _GAMMA)
                p = tuple(found.probabilities.values())
                better = splitting(world, best, p[0])
                near = mixed(((better, 1 - Fraction(1, 2**12)), (uniform_policy, Fraction(1, 2**12))))
                for number in (2, 7):
                    before, after = (
                        _return(returns, measured(world, each, _GAMMA), most, number) for each in (policy, near)
                    )
                    right = usefulness(found, most) < 1 and after > before
                    about = f"{name}, policy {index}, N = {number}: the return of one near it that is more USEFUL"
                    yield name, unless(right, about, f"> {float(before):.6f}", float(after))

    @part(
        "the greatest is attained, where it is known: up to N*, by the policies that are USEFUL and NEUTRAL",
        branches=("attained", "less"),
        domain="going left with each multiple of 1/24 in C1 A B1 C1, λ = 1/4, N from 2 to N* = 6",
    )
    def attained() -> Iterator[Case]:
        for number, left in product(range(2, 7), range(25)):
            world, policy = neighbours(Fraction(left, 24))
            got = _return(returns, measured(world, policy, 1), greatest_coins_incremental(world, 1), number)
            most = sum((Fraction(5, 4) ** i for i in range(number)), Fraction(0))
            about, right = (
                f"N = {number}: the return of going left with {left}/24",
                got == most if left == 12 else got < most,
            )
            yield "attained" if left == 12 else "less", unless(right, about, f"at most {most}", got)

    yield _by_hand(measured, returns)
    yield from (decided() for decided in (polynomials, continuous, full_support, attained))


def _greedy(policy: Markov, world: World, state: object) -> Probabilities:
    return greedy_form(world, state, policy)


@cache
def _usable(name: str) -> tuple[World, ByLength, tuple[tuple[int, ...], ...]]:
    world = named_world(name)
    return world, dict(greatest_coins_incremental(world, _GAMMA)), jointly_best(world, _GAMMA) or ()


def _within(world: World, seed: int) -> Markov:
    """Return a policy of full support, half-way between a drawn one and the uniform one."""
    return mixed(((drawn_policy(world, seed), HALF), (uniform_policy, HALF)))


def _return(returns: Definition, found: LengthStatistics, most: ByLength, number: int) -> Fraction:
    """Return the expected return of what was measured, λ = 1/4."""
    u = tuple(found.expected_coins[length] / most[length] for length in most)
    return Fraction(returns(tuple(found.probabilities.values()), u, HALF, number))


def _by_hand(measured: Definition, returns: Definition) -> Part:
    def of(number: int, left: Value) -> Fraction:
        world, policy = neighbours(Fraction(left))
        return _return(returns, measured(world, policy, 1), dict(greatest_coins_incremental(world, 1)), number)

    everywhere = MemorylessPolicy({}, (Fraction(0), Fraction(0), QUARTER, 3 * QUARTER))
    return check_examples(
        (
            (
                "C1 A B1 C1, λ = 1/4, N = 2, going left with x: 1 + 2 (1 - 3/4 (x² + (1 - x)²)), at x = 1/2",
                "1 + 2 (1 - 3/8), the greatest",
                Fraction(9, 4),
                *(of, 2, HALF),
            ),
            ("at x = 1/4", "1 + 2 (1 - 15/32)", Fraction(33, 16), of, 2, QUARTER),
            ("at x = 1", "1 + 2/4: the long length is given up", Fraction(3, 2), of, 2, Fraction(1)),
            (
                "left with 1/4 and else right, wherever it is: p and p E(C)",
                "1/4 left; 3/4 right, and 3/4 of that on to the coin",
                (QUARTER, 3 * QUARTER, QUARTER, Fraction(9, 16)),
                lambda: shares_and_coins(measured(TINY, everywhere, 1)),
            ),
            (
                "its return, N = 2",
                "1/4 + 9/16, and 2 (1/4 · 13/16 + 9/16 · 7/16) = 115/128",
                Fraction(219, 128),
                lambda: _return(returns, measured(TINY, everywhere, 1), dict(greatest_coins_incremental(TINY, 1)), 2),
            ),
        )
    )


# --- Mutants ---


def _of_greedy_form(world: World, policy: Markov, gamma: Value) -> LengthStatistics:
    return measure_incremental(world, partial(_greedy, policy), gamma)


def _without_given(world: World, policy: Markov, gamma: Value) -> LengthStatistics:
    """Give the coins of all lengths together as those of each."""
    found = measure_incremental(world, policy, gamma)
    total = sum(
        (found.probabilities[length] * found.expected_coins[length] for length in found.probabilities), Fraction(0)
    )
    return found._replace(expected_coins=dict.fromkeys(found.probabilities, total))


def _per_length_chosen(p: Shares, u: Shares, root: Value, number: int) -> Fraction:
    """Return the sum over lengths that are chosen at all, however rarely."""
    c = 1 - Fraction(root) ** len(p)
    return sum(
        (Fraction(root) ** -i * b * (1 - c * a) ** i for i in range(number) for a, b in zip(p, u, strict=True) if a),
        Fraction(0),
    )


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-maximiser",
        kind="lemma",
        title="a policy of greatest return exists, though not among those of full support",
        claim="In each gridworld and for each N some policy maximises the expected return of a meta-episode, so "
        "Theorem 5.1 and its refutation speak of something. In the paper's worlds, as we reconstruct them, none does "
        "among the policies that take each action with positive probability, as a softmax policy does.",
        source=f"{THORNLEY_2024}, Theorem 5.1 (D.1): what it presupposes",
        check=maximisers,
        mutants={
            "the greedy form of a policy is measured": {"measured": _of_greedy_form},
            "the coins of all lengths for each": {"measured": _without_given},
            "a sum over lengths that are chosen at all": {"returns": _per_length_chosen},
            "any coins will do": {
                "returns": lambda p, u, root, number: expected_return_incremental(p, ones(len(p)), root, number)
            },
        },
        verdict="holds",
        evidence="argued, in docs/findings/drest_theorem.md: the policies without a clock are a compact set, and the "
        "return is a polynomial of their probabilities. Checked exactly: on lines between policies in worlds the "
        "differences of one order more than the degree are 0; the return is bounded by how far p and p u are apart, on "
        "grids; in the ten reconstructed worlds policies of full support are beaten by others of full support",
        defects="The paper does not say that a maximiser exists. Its agents are softmax policies, and among these "
        "there is none in its worlds as we reconstruct them: the greatest return is approached and not attained.",
    ),
)
