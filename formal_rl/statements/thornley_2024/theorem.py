"""Checks of Theorem 5.1: what the optimal policies of the DREST reward are."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import (
    LETTERS,
    RECONSTRUCTED,
    Drest,
    GridObservation,
    Markov,
    MemorylessPolicy,
    Trajectory,
    Value,
    World,
    expected_return,
    expected_return_incremental,
    greatest_coins_incremental,
    jointly_best,
    measure_incremental,
    move,
    named_world,
    neutrality,
    observe,
    overall_returns,
    parse_layout,
    preliminary_return,
    usefulness,
    weighted_return,
)
from formal_rl.gridworlds.policies import deterministic_move
from formal_rl.gridworlds.theorem import (
    RootSum,
    bracket,
    difference,
    enclose,
    expected_return_in_roots,
    maximiser,
    sign,
    threshold,
)
from formal_rl.gridworlds.trajectories import distribution
from formal_rl.histories import Action
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.equations import MISSING, late_exponent
from formal_rl.statements.thornley_2024.grids import (
    BEST_BRANCHES,
    HALF,
    NINE_TENTHS,
    QUARTER,
    Definition,
    Shares,
    distributions,
    fractions,
    ones,
    only_both_are_best,
    shown,
    uniform,
)

_UNEVEN = fractions("1/3", "2/3")
_EXACT = ((2, Fraction(1, 10)), (2, HALF), (2, Fraction(3, 4)), (3, HALF), (3, Fraction(3, 4)))
"""k and the root of λ."""

_BEYOND = ((2, QUARTER), (2, HALF), (2, NINE_TENTHS), (3, Fraction(1, 8)), (3, HALF), (3, NINE_TENTHS), (4, HALF))
"""k and λ."""

_POWERS = (
    *(("2 0 -1", QUARTER, 4), ("0 2 0 -1", QUARTER, 4), ("2 -3 1", Fraction(1, 8), 3)),
    *((text, Fraction(8, 27), 6) for text in ("3/2 0 -1", "9/4 0 0 0 -1", "0 9/4 0 0 0 -1")),
)
"""Sums that are 0, λ and k: x^2 = 2, x = 2, and x^2 = 3/2 in them."""


def neighbours(left: Fraction) -> tuple[World, MemorylessPolicy]:
    """Return a world with a coin on either side, and the policy that goes left with this probability, else right.

    Left is the short trajectory with a coin, right twice the long one with a coin.
    """
    world = parse_layout("length 1\nC1 A B1 C1\n")
    first = (Fraction(0), Fraction(0), left, 1 - left)
    return world, MemorylessPolicy({observe(world.start): first}, deterministic_move(LETTERS.index("R")))


def splitting(world: World, plans: Iterable[Sequence[Action]], chance: Fraction) -> MemorylessPolicy:
    """Return the policy that follows two plans, and takes the first with this probability where they part."""
    table: dict[GridObservation, list[Fraction]] = {}
    for plan, weight in zip(plans, (chance, 1 - chance), strict=True):
        state = world.start
        for action in plan:
            table.setdefault(observe(state), [Fraction(0)] * len(LETTERS))[action] += weight
            state = move(world, state, action)[0]
    return MemorylessPolicy({seen: tuple(each / sum(row) for each in row) for seen, row in table.items()})


def return_in_world(
    world: World,
    policy: Markov,
    drest: Drest,
    number: int,
    received: Callable[[Drest, Sequence[Trajectory]], tuple[Fraction, ...]] = overall_returns,
) -> Fraction:
    """Return the expected return of a meta-episode as it is defined: over all its trajectories."""
    total = Fraction(0)
    for meta_episode in product(tuple(distribution(world, policy)), repeat=number):
        probability = Fraction(1)
        for _, chance in meta_episode:
            probability *= chance
        total += probability * sum(received(drest, [trajectory for trajectory, _ in meta_episode]))
    return total


def middle_of_enclosure(lam: Fraction, bits: int) -> RootSum:
    """Return a sum in the middle of its own enclosure of so many bits, so that its sign is not to be seen yet.

    It is (low + high) / 2 less λ^(-1/2), which lies between low and high.
    """
    low, high = enclose((Fraction(0), Fraction(1)), lam, bits)
    return (low + high) / 2, Fraction(-1)


def theorem(
    scope: Scope,
    *,
    returns: Definition = expected_return_incremental,
    in_roots: Definition = expected_return_in_roots,
    received: Definition = overall_returns,
    greatest: Callable[[Fraction, int], int] = lambda lam, k: threshold(lam, k).greatest,
    signs: Definition = sign,
) -> Iterator[Part]:
    """Check Theorem 5.1: two refutations of the letter, and the number of mini-episodes up to which it holds."""
    yield _worked_returns(returns, received)
    yield _signs(signs)
    yield from _letter(in_roots, received)
    yield from _repaired(scope, returns, in_roots, greatest)


@part(
    "signs are exact",
    branches=("zero", "not zero", "in the middle"),
    domain="two terms against their powers, k = 2, 3, five λ; sums in the middle of their own enclosure, six λ; "
    "sums that are 0 where λ is a power",
)
def _signs(signs: Definition) -> Iterator[Case]:
    numbers = [Fraction(number) for number in range(-3, 4)]
    for lam, k, a, b in product(fractions("1/2", "1/4", "9/10", "1/8", "8/27"), (2, 3), numbers, numbers):
        # a + b x has the sign of a |a|^(k-1) + b |b|^(k-1) x^k, where x^k = 1 / λ, since powers keep the order.
        total = a * abs(a) ** (k - 1) + b * abs(b) ** (k - 1) / lam
        sums, expected = (a, b, *(Fraction(0),) * (k - 2)), (total > 0) - (total < 0)
        about = f"λ = {lam}, k = {k}: the sign of {shown(sums)}"
        yield "not zero" if expected else "zero", equal(about, expected, signs(sums, lam))
    for lam, times in product(fractions("1/2", "1/3", "2/3", "9/10", "3/5", "2/5"), (1, 2, 4)):
        bits = times * (64 + lam.denominator.bit_length())
        sums = middle_of_enclosure(lam, bits)
        low, high = enclose(sums, lam, bits)
        about = f"λ = {lam}: the sum in the middle of its enclosure of {bits} bits"
        yield "in the middle", unless(low < 0 < high, f"{about}, its ends", "< 0 and > 0", (low, high))
        expected = 1 if sums[0] ** 2 * lam > 1 else -1
        yield "in the middle", equal(f"{about}, its sign", expected, signs(sums, lam))
        other = -sums[0], -sums[1]
        yield "in the middle", equal(f"{about}, the sign of its opposite", -expected, signs(other, lam))
    for text, lam, k in _POWERS:
        terms = fractions(*text.split())
        sums = (*terms, *(Fraction(0),) * (k - len(terms)))
        yield "zero", equal(f"λ = {lam}, k = {k}: the sign of {shown(sums)}", 0, signs(sums, lam))


def _letter(in_roots: Definition, received: Definition) -> Iterator[Part]:
    @part("the letter, λ = 1/4", domain="k = 2, (1/2, 1/2) against (1/3, 2/3), N from 2 to 7, all sequences")
    def at_seven() -> Iterator[Case]:
        for number in range(2, 8):
            even, uneven = (expected_return(p, (1, 1), HALF, number) for p in ((HALF, HALF), _UNEVEN))
            about = f"N = {number}, λ = 1/4, k = 2: the return of (1/2, 1/2)"
            yield f"N = {number}", unless(even > uneven, about, f"> {uneven}", even)

    @part(
        "the letter in a world, λ = 1/4",
        domain="going left with 1/2 against 1/3, a coin on either side, all meta-episodes of 7 mini-episodes",
    )
    def in_the_world() -> Iterator[Case]:
        both = (neighbours(left) for left in (HALF, _UNEVEN[0]))
        even, uneven = (return_in_world(*here, Drest.of(here[0], HALF), 7, received) for here in both)
        yield "7 mini-episodes", unless(even > uneven, "the return of going left with 1/2", f"> {uneven}", even)

    @part(
        "the letter, λ = 9/10",
        domain="k = 2, (1/2, 1/2) against (11/20, 9/20), N = 2, 10, ..., 58, 59; exact, in powers of the root of λ",
    )
    def at_59() -> Iterator[Case]:
        for number in (*range(2, 59, 8), 59):
            gap = _gap(in_roots, fractions("11/20", "9/20"), NINE_TENTHS, number)
            about = f"N = {number}, λ = 9/10, k = 2: the return of (11/20, 9/20) less that of (1/2, 1/2)"
            got = "{:.6f} to {:.6f}".format(*map(float, enclose(gap, NINE_TENTHS)))
            yield f"N = {number}", unless(sign(gap, NINE_TENTHS) < 0, about, "< 0", got)

    better = ((fractions("7/10", "3/10"), "0.71508", "0.71510"), (fractions("2/3", "1/3"), "0.72277", "0.72279"))
    bounds = ", ".join(f"{shown(p)} by {lower} to {upper}" for p, lower, upper in better)

    @part(
        "how much better at N = 64", domain=f"λ = 9/10, k = 2; better than (1/2, 1/2), certified to 200 bits: {bounds}"
    )
    def at_64() -> Iterator[Case]:
        for p, lower, upper in better:
            low, high = enclose(_gap(in_roots, p, NINE_TENTHS, 64), NINE_TENTHS)
            right = Fraction(lower) < low <= high < Fraction(upper)
            about = f"N = 64, λ = 9/10, k = 2: the return of {shown(p)} less that of (1/2, 1/2)"
            yield "N = 64", unless(right, about, f"{lower} to {upper}", f"{float(low):.6f}")

    yield at_seven().meant_to_fail(on="N = 7, λ = 1/4, k = 2: …: expected '> 985/64', got Fraction(61741, 4096)")
    yield in_the_world().meant_to_fail(
        on="the return of going left with 1/2: expected '> 985/64', got Fraction(61741, 4096)"
    )
    yield at_59().meant_to_fail(on="N = 59, λ = 9/10, k = 2: …: expected '< 0', got '0.003575 to 0.003575'")
    yield at_64()


def _repaired(scope: Scope, returns: Definition, in_roots: Definition, greatest: Definition) -> Iterator[Part]:
    full = scope.is_full
    parts = 12 if full else 6

    @part(
        "up to N*: the best are the maximally USEFUL and maximally NEUTRAL",
        branches=BEST_BRANCHES,
        domain=f"p multiples of 1/{parts}; λ = 1/100, 1/4, 9/16 for k = 2, u of 0, 1/2, 1; λ = 1/8, 27/64 for k = 3, "
        f"u of 1/2, 1{'; 81/100 for k = 2 and u of 0 for k = 3, too' if full else ''}; N from 2 to N*",
    )
    def up_to_the_threshold() -> Iterator[Case]:
        for k, root in (*_EXACT, *(((2, NINE_TENTHS),) if full else ())):
            us = (Fraction(0), HALF, Fraction(1))[0 if k == 2 or full else 1 :]
            for number in range(2, greatest(root**k, k) + 1):
                about = f"λ = {root**k}, N = {number}"
                yield from only_both_are_best(about, partial(returns, root=root, number=number), parts, us, k)

    @part(
        "from N* + 1 on: uniform is not the best",
        branches=("k = 2", "k = 3", "k = 4"),
        domain=f"{len(_BEYOND)} pairs of k and λ, N from N* + 1 to N* + 8; exact signs, p rounded from the maximiser",
    )
    def beyond() -> Iterator[Case]:
        for k, lam in _BEYOND:
            first = greatest(lam, k) + 1
            other = Fraction(round(maximiser(lam, k, first).p_other * 1000), 1000)
            p = (*(other,) * (k - 1), 1 - (k - 1) * other)
            for number in range(first, first + 8):
                gap = _gap(in_roots, p, lam, number)
                right, got = p != uniform(k) and sign(gap, lam) > 0, f"about {float(enclose(gap, lam)[0]):.3g}"
                about = f"λ = {lam}, N = {number}: the return of {shown(p)} less that of uniform"
                yield f"k = {k}", unless(right, about, "> 0", got)

    @part(
        "the more mini-episodes, the less NEUTRAL the best",
        domain="λ = 1/4, k = 2, p multiples of 1/120, N = 7, 10, 20, 40, 80",
    )
    def farther() -> Iterator[Case]:
        least = Fraction(1)
        for number in (7, 10, 20, 40, 80):
            best = max(distributions(2, 120), key=lambda p: returns(p, (1, 1), HALF, number))
            before, least = least, min(best)
            yield f"N = {number}", unless(least < before, f"N = {number}: the smaller share", f"< {before}", least)
        yield "N = 80", unless(least <= Fraction(1, 40), "N = 80: the smaller share", "<= 1/40", least)

    @part("N = 1: only uniform is best", domain="k = 3, p multiples of 1/6")
    def one_mini_episode() -> Iterator[Case]:
        for p in distributions(3, 6):
            about = f"N = 1: {shown(p)}, of return {returns(p, ones(3), HALF, 1)}, the greatest"
            yield "N = 1", unless(p == uniform(3), about, "uniform", p)

    @part(
        "(U): some policy is maximally USEFUL and maximally NEUTRAL",
        branches=tuple(RECONSTRUCTED),
        domain="the ten reconstructed worlds, γ = 19/20, policies without a clock, short with 1/2 and 1/3",
    )
    def splits() -> Iterator[Case]:
        gamma = Fraction(19, 20)
        for name, world in ((name, named_world(name)) for name in RECONSTRUCTED):
            plans, most = jointly_best(world, gamma), greatest_coins_incremental(world, gamma)
            for chance in fractions("1/2", "1/3"):
                measured = measure_incremental(world, splitting(world, plans or (), chance), gamma)
                got = tuple(measured.probabilities.values()), usefulness(measured, most)
                yield name, equal(f"{name}: probabilities and USEFULNESS", ((chance, 1 - chance), Fraction(1)), got)

    yield from (decided() for decided in (up_to_the_threshold, beyond, farther))
    yield one_mini_episode().meant_to_fail(on="N = 1: (0, 0, 1), of return 1, the greatest: …")
    yield splits()


def _gap(in_roots: Definition, p: Shares, lam: Fraction, number: int) -> RootSum:
    """Return R(p) - R(uniform), every coin being collected."""
    k = len(p)
    return difference(in_roots(p, ones(k), lam, number), in_roots(uniform(k), ones(k), lam, number))


def _worked_returns(returns: Definition, received: Definition) -> Part:
    world, policy = neighbours(_UNEVEN[0])
    left, right = (trajectory for trajectory, _ in distribution(world, policy))
    measured = measure_incremental(world, neighbours(HALF)[1], 1)
    return check_examples(
        (
            (
                "the return of (1/3, 2/3), λ = 1/4, k = 2, N = 7",
                "1/3 ((3/2)^7 - 1) / (1/2) + 2/3 * 7 = 2059/192 + 896/192 = 2955/192",
                Fraction(985, 64),
                *(returns, _UNEVEN, (1, 1), HALF, 7),
            ),
            (
                "the return of (1/2, 1/2)",
                "((5/4)^7 - 1) / (1/4) = (78125 - 16384) / 4096",
                Fraction(61741, 4096),
                *(returns, (HALF, HALF), (1, 1), HALF, 7),
            ),
            (
                "half of the coins of the short trajectories",
                "2059/384 + 896/192",
                Fraction(3851, 384),
                *(returns, _UNEVEN, (HALF, 1), HALF, 7),
            ),
            (
                "one meta-episode: left, left, right",
                "1, then 1/4 * 2, then 4",
                fractions("1", "1/2", "4"),
                *(received, Drest.of(world, HALF), (left, left, right)),
            ),
            (
                "going left with 1/2",
                "1/2 + 1/2; 1/2 + 1/2",
                (Fraction(1), 1.0),
                lambda: (
                    usefulness(measured, greatest_coins_incremental(world, 1)),
                    neutrality(measured.probabilities),
                ),
            ),
        )
    )


# --- Mutants ---


def counted_after(p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
    """Count this mini-episode, too, when its reward is given."""
    return expected_return_incremental(p, u, root, number) * Fraction(root) ** len(p)


def _lam_for_c(p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
    lam = Fraction(root) ** len(p)
    return weighted_return(p, u, 1 - lam, [Fraction(root) ** -i for i in range(number)])


def _sign_of_exchanged_ends(sums: RootSum, lam: Fraction) -> int:
    """Take each term of a negative coefficient from its lower end for the upper bound, and the other way round."""
    low, high = (
        sum((each / root**j for j, each in enumerate(sums)), Fraction(0))
        for root in reversed(bracket(lam, len(sums), 64 + lam.denominator.bit_length()))
    )
    return 1 if low > 0 else -1 if high < 0 else 0


def _received_after_counting(drest: Drest, meta_episode: Sequence[Trajectory]) -> tuple[Fraction, ...]:
    chosen: Counter[int] = Counter()
    returns = []
    for i, trajectory in enumerate(meta_episode):
        chosen[trajectory.length] += 1
        factor = drest.root ** (drest.k * chosen[trajectory.length] - i)
        returns.append(factor * preliminary_return(drest, trajectory))
    return tuple(returns)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-T5.1",
        kind="theorem",
        title="optimal policies are USEFUL and NEUTRAL",
        claim="For meta-episodes of any number of mini-episodes greater than 1, a policy that maximises expected "
        "DREST return is maximally USEFUL and maximally NEUTRAL.",
        source=f"{THORNLEY_2024}, Theorem 5.1 (D.1)",
        check=theorem,
        mutants={
            "i/k for (i - 1)/k": {"returns": late_exponent},
            "n counted after the reward": {"returns": counted_after},
            "a sign from an enclosure with its ends exchanged": {"signs": _sign_of_exchanged_ends},
            "a sum of roots that is never 0": {"signs": lambda sums, lam: 1 if sum(enclose(sums, lam)) > 0 else -1},
            "n counted after the reward, in a world": {"received": _received_after_counting},
            "λ for 1 - λ": {"returns": _lam_for_c},
            "any coins will do": {
                "returns": lambda p, u, root, number: expected_return_incremental(p, ones(len(p)), root, number)
            },
            "the sufficient bound for the threshold": {"greatest": lambda lam, k: threshold(lam, k).sufficient},
            "the number of certain failure for the threshold": {
                "greatest": lambda lam, k: threshold(lam, k).fails_from
            },
            "a local maximum for a maximum": {"greatest": lambda lam, k: threshold(lam, k).local},
        },
        verdict="refuted",
        evidence="exhaustive: at λ = 1/4 over all sequences, and over all meta-episodes of a world; certified: at λ "
        "= 9/10, N = 59 and 64; exhaustive: the repair on grids of p and u, k = 2 and 3, every N to N*, and failure "
        "at the 8 after it; argued in docs/findings/drest_theorem.md",
        defects=f"{MISSING} The theorem has no bound on N. It also needs that some policy is maximally USEFUL and "
        "maximally NEUTRAL, and that each length has a coin within reach. We had an early version. Of the published "
        "one (arXiv 2407.00805v7) we saw only the reward and the settings, as others quote them.",
        repair="where some policy is both, and k >= 2: a policy is a maximiser if and only if it is both, for 2 <= N "
        "<= N*; N <= 4 / (1 - λ) is enough. For two lengths it is then true if and only if 2 <= N <= "
        "N* (T24-U-alone); for more this needs that every distribution is attainable at USEFULNESS 1, but for N > "
        "N_loc it fails without that (T24-Nloc)",
        witness="λ = 1/4, k = 2, N = 7, every coin collected: (1/3, 2/3) returns 985/64, (1/2, 1/2) 61741/4096, "
        "which is less. λ = 9/10, k = 2, N = 64: (2/3, 1/3) returns 0.7228 more than (1/2, 1/2)",
    ),
)
