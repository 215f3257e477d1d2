"""Checks of Section 5: greedy policies are not NEUTRAL, and what their values say never comes to rest."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import log2

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import (
    RECONSTRUCTED,
    Markov,
    MemorylessPolicy,
    World,
    deterministic_policies,
    entropy,
    expected_return_incremental,
    measure_incremental,
    named_world,
    neutrality,
)
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.gridworlds.theorem import own_returns
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    KINDS,
    QUARTER,
    Definition,
    fractions,
    ones,
    shown,
    uniform,
)
from formal_rl.statements.thornley_2024.pairs import TINY, drawn_policy

Greedy = Callable[[Probabilities, Fraction], Probabilities]
"""From the estimated value of each action and ε to the probabilities of actions."""

_EVERY = ("lopsided", "last_moment", "equal_value", "fewer_for_longer")
_EXPLORATION = fractions("1/2", "1/10", "1/1000")


def epsilon_greedy(values: Probabilities, epsilon: Fraction) -> Probabilities:
    """Return 1 - ε for the first action of the greatest value, and ε / 4 more for each action.

    Ledger: T24-greedy
    """
    best = values.index(max(values))
    return tuple(epsilon / len(values) + (1 - epsilon) * (place == best) for place in range(len(values)))


def greatest_neutrality(epsilon: Fraction, length: int) -> float:
    """Return a bound on the NEUTRALITY, for two lengths, of an ε-greedy policy whose greedy trajectory has a length.

    The greedy trajectory has the probability (1 - 3ε/4)^length at least. Where that is at least 1/2, so is the
    probability of its length, and the entropy falls from there on.

    Ledger: T24-greedy*
    """
    least = float(1 - 3 * epsilon / 4) ** length
    return entropy((least, 1 - least)) if least > 0.5 else 1.0


def _valued(world: World, seed: int, greedy: Greedy, epsilon: Fraction) -> MemorylessPolicy:
    """Return the greedy policy of drawn values of each observation and action."""
    values = dict(drawn_policy(world, seed).table)
    return MemorylessPolicy({seen: greedy(row, epsilon) for seen, row in values.items()})


def greedy_policies(
    scope: Scope,
    *,
    greedy: Greedy = epsilon_greedy,
    bound: Callable[[Fraction, int], float] = greatest_neutrality,
    own: Definition = own_returns,
    returns: Definition = expected_return_incremental,
    policies: Callable[[World], Iterator[Markov]] = deterministic_policies,
) -> Iterator[Part]:
    """Check that greedy policies choose one length, that none is a fixed point, and how little they return."""
    every = _EVERY if scope.is_full else _EVERY[:2]

    @part(
        "a deterministic policy chooses one length: its NEUTRALITY is 0",
        branches=every,
        domain=f"every deterministic policy without a clock: {', '.join(every)}",
    )
    def deterministic() -> Iterator[Case]:
        for name in every:
            world = named_world(name)
            for index, policy in enumerate(policies(world)):
                found = measure_incremental(world, policy, 1).probabilities
                right = sorted(found.values()) == [0, 1] and neutrality(found) == 0
                yield name, unless(right, f"{name}, policy {index}: p", "0 and 1", dict(found))

    @part(
        "a policy that is greedy for some values chooses one length; with ε it stays below a bound",
        branches=("greedy", "ε-greedy"),
        domain="values drawn for every observation and action, in the ten reconstructed worlds, two seeds; ε = 1/2, "
        "1/10, 1/1000",
    )
    def of_values() -> Iterator[Case]:
        for name, seed in product(RECONSTRUCTED, (1, 2)):
            world = named_world(name)
            found = measure_incremental(world, _valued(world, seed, greedy, Fraction(0)), 1).probabilities
            about = f"{name}, values {seed}"
            yield "greedy", equal(f"{about}: p", [0, 1], sorted(found.values()))
            (taken,) = (length for length, p in found.items() if p)
            for epsilon in _EXPLORATION:
                got = neutrality(measure_incremental(world, _valued(world, seed, greedy, epsilon), 1).probabilities)
                most = bound(epsilon, taken)
                yield "ε-greedy", unless(got <= most + 1e-12, f"{about}, ε = {epsilon}: NEUTRALITY", f"<= {most}", got)

    @part(
        "what a greedy policy's own returns say is to choose another length, for every N > 1",
        branches=("the length chosen", "another"),
        domain="k = 2, 3, λ = 1/4, 81/100, 1/8, each length chosen for sure, N from 2 to 64; own mini-episodes",
    )
    def never_at_rest() -> Iterator[Case]:
        for (k, root), number in product(KINDS, (*range(2, 9), 16, 32, 64)):
            for chosen in range(k):
                p = tuple(Fraction(int(place == chosen)) for place in range(k))
                worth = own(p, root, number)
                for place in range(k):
                    about = f"k = {k}, the root of λ {root}, N = {number}, p = {shown(p)}: the return of length {place}"
                    if place == chosen:
                        right = worth[place] < max(worth)
                        yield "the length chosen", unless(right, about, f"< {max(worth)}", worth[place])
                    else:
                        yield "another", unless(worth[place] > worth[chosen], about, f"> {worth[chosen]}", worth[place])

    @part(
        "a policy of one length returns less than uniform, for every N > 1",
        branches=("k = 2", "k = 3"),
        domain="λ = 1/4, 81/100 for k = 2, 1/8 for k = 3, N from 2 to 64; every coin collected",
    )
    def returns_less() -> Iterator[Case]:
        for (k, root), number in product(KINDS, (*range(2, 9), 16, 32, 64)):
            one = returns((Fraction(1), *(Fraction(0),) * (k - 1)), ones(k), root, number)
            expected = sum((root ** ((k - 1) * i) for i in range(number)), Fraction(0))
            about = f"k = {k}, the root of λ {root}, N = {number}: the return of one length"
            yield f"k = {k}", equal(about, expected, one)
            even = returns(uniform(k), ones(k), root, number)
            yield f"k = {k}", unless(one < even, about, f"< {even}", one)

    yield _by_hand(greedy, bound, own, returns)
    yield from (decided() for decided in (deterministic, of_values, never_at_rest, returns_less))


def _by_hand(greedy: Greedy, bound: Definition, own: Definition, returns: Definition) -> Part:
    tenth = Fraction(1, 10)
    return check_examples(
        (
            (
                "values 1, 3, 2, 3 and ε = 1/10",
                "the first of the greatest: 9/10 + 1/40; the others 1/40",
                fractions("1/40", "37/40", "1/40", "1/40"),
                lambda: greedy(fractions("1", "3", "2", "3"), tenth),
            ),
            (
                "the bound, ε = 1/10, 1 move",
                "the greedy action has 37/40: H(3/40)",
                round(-0.925 * log2(0.925) - 0.075 * log2(0.075), 12),
                lambda: round(bound(tenth, 1), 12),
            ),
            (
                "the bound where the greedy trajectory is rarer than not",
                "(1 - 3/4)^2 = 1/16: none",
                1.0,
                bound,
                Fraction(1),
                2,
            ),
            (
                "own returns of (1, 0), λ = 1/4, N = 2",
                "(1 + 2/4) / 2 and (1 + 2) / 2: the other",
                fractions("3/4", "3/2"),
                *(own, fractions("1", "0"), HALF, 2),
            ),
            ("of (0, 1)", "and back", fractions("3/2", "3/4"), own, fractions("0", "1"), HALF, 2),
            (
                "the return of one length, λ = 1/4, N = 3",
                "1 + 1/2 + 1/4",
                Fraction(7, 4),
                *(returns, fractions("1", "0"), ones(2), HALF, 3),
            ),
            (
                "left in C1 A B1 C1 with ε = 1/10, γ = 1",
                "right with 1/40, then the button is pressed",
                {1: Fraction(39, 40), 2: Fraction(1, 40)},
                lambda: dict(measure_incremental(TINY, _left(greedy, tenth), 1).probabilities),
            ),
        )
    )


def _left(greedy: Greedy, epsilon: Fraction) -> MemorylessPolicy:
    return MemorylessPolicy({}, greedy(fractions("0", "0", "1", "0"), epsilon))


# --- Mutants ---


def tied_evenly(values: Probabilities, epsilon: Fraction) -> Probabilities:
    """Return what `epsilon_greedy` does, but for all actions within 1/4 of the greatest value alike."""
    best = [value >= max(values) - QUARTER for value in values]
    return tuple(epsilon / len(values) + (1 - epsilon) * each / Fraction(sum(best)) for each in best)


def _softly(world: World) -> Iterator[Markov]:
    yield from (drawn_policy(world, seed) for seed in range(3))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-greedy",
        kind="claim",
        title="value-based methods cannot learn to be NEUTRAL",
        claim="Standard versions of value-based methods cannot learn stochastic policies. So in the paper's worlds "
        "what they learn, a policy that is greedy for some values, chooses one length and has NEUTRALITY 0; and for N "
        "> 1 no such policy is greedy for its own returns.",
        source=f"{THORNLEY_2024}, Section 5",
        check=greedy_policies,
        mutants={
            "ties, and what is nearly tied, are split": {"greedy": tied_evenly},
            "exploration by one action only": {
                "bound": lambda epsilon, length: greatest_neutrality(epsilon / 3, length)
            },
            "the bound of one move": {"bound": lambda epsilon, _: greatest_neutrality(epsilon, 1)},
            "the reward of default agents": {"own": lambda p, root, number: (Fraction(1),) * len(p)},
            "stochastic policies among the deterministic": {"policies": _softly},
            "a return that counts no earlier choice": {
                "returns": lambda p, u, root, number: sum((root**-i for i in range(number)), Fraction(0))
            },
        },
        verdict="holds",
        evidence="exhaustive: every deterministic policy without a clock of two worlds; policies greedy "
        "for drawn values, and ε-greedy ones, in the ten reconstructed worlds; each choice of one length, N to 64; "
        "argued in docs/findings/drest_theorem.md",
        defects="It holds of what is greedy with one action for each observation. A method that splits exact ties "
        "evenly can be NEUTRAL where the tie is between two lengths at one cell, and only as long as it is exact.",
    ),
)
