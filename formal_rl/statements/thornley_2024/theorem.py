"""Checks of Theorem 5.1: what the optimal policies of the DREST reward are."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product

from formal_rl.checking import Disagreement, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import (
    LETTERS,
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
from formal_rl.gridworlds.policies import Probabilities, deterministic_move
from formal_rl.gridworlds.theorem import (
    Maximiser,
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
from formal_rl.statements.thornley_2024.equations import _MISSING, _late_exponent, _Shares
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    NINE_TENTHS,
    QUARTER,
    Returns,
    Shares,
    distributions,
    fractions,
    ones,
    shown,
    uniform,
)

Case = tuple[str, Disagreement | None]
InRoots = Callable[[Sequence[Value], Sequence[Value], Value, int], RootSum]
Received = Callable[[Drest, Sequence[Trajectory]], tuple[Fraction, ...]]

_UNEVEN = fractions("1/3", "2/3")

_NEIGHBOURS = """\
length 1
C1 A B1 C1
"""
"""Left is the short trajectory with a coin, right twice the long one with a coin."""

_SPLITS = {
    "example": "ULLU DLDLUUUU",
    "lopsided": "LLL RRRUU",
    "fewer_for_longer": "DLUU RRUUUUU",
    "one_coin_only": "DDUU RDDLUUUU",
    "hidden_treasure": "LLUU UUURRDDUUU",
    "equal_value": "URUU DDLLUUU",
    "around_the_corner": "DRRUU DLDDDRRRRUUUU",
    "spacious": "ULLUU UUUUUUU",
    "royal_road": "UUUUR UUUULUU",
    "last_moment": "UUUL UUURRU",
}
"""For each world of the paper a best short and a best long trajectory that part in one observation."""


def neighbours(left: Fraction) -> tuple[World, MemorylessPolicy]:
    """Return a world with a coin on either side, and the policy that goes left with this probability, else right."""
    world = parse_layout(_NEIGHBOURS)
    first = (Fraction(0), Fraction(0), left, 1 - left)
    return world, MemorylessPolicy({observe(world.start): first}, deterministic_move(LETTERS.index("R")))


def splitting(world: World, short: str, long: str, chance: Fraction) -> MemorylessPolicy:
    """Return the policy that follows two trajectories, and takes the first with this probability where they part."""
    paths = [_seen(world, text) for text in (short, long)]
    table: dict[GridObservation, Probabilities] = {}
    for seen in dict.fromkeys((*paths[0], *paths[1])):
        followed = [path[seen] for path in paths if seen in path]
        weights = (chance, 1 - chance) if len(followed) == 2 else (Fraction(1),)
        mixed = [Fraction(0)] * len(LETTERS)
        for action, weight in zip(followed, weights, strict=True):
            mixed[action] += weight
        table[seen] = tuple(mixed)
    return MemorylessPolicy(table)


def _seen(world: World, text: str) -> dict[GridObservation, Action]:
    """Return what is done on each observation along a trajectory; its last moves may repeat one."""
    state = world.start
    seen: dict[GridObservation, Action] = {}
    for letter in text:
        action = LETTERS.index(letter)
        seen.setdefault(observe(state), action)
        state = move(world, state, action)[0]
    return seen


def return_in_world(
    world: World, policy: Markov, drest: Drest, number: int, received: Received = overall_returns
) -> Fraction:
    """Return the expected return of a meta-episode as it is defined: over all its trajectories."""
    total = Fraction(0)
    for meta_episode in product(tuple(distribution(world, policy)), repeat=number):
        probability = Fraction(1)
        for _, chance in meta_episode:
            probability *= chance
        total += probability * sum(received(drest, [trajectory for trajectory, _ in meta_episode]))
    return total


def theorem(
    scope: Scope,
    *,
    returns: Returns = expected_return_incremental,
    in_roots: InRoots = expected_return_in_roots,
    received: Received = overall_returns,
    greatest: Callable[[Fraction, int], int] = lambda lam, k: threshold(lam, k).greatest,
    signs: Callable[[RootSum, Fraction], int] = sign,
) -> Iterator[Part]:
    """Check Theorem 5.1: two refutations of the letter, and the number of mini-episodes up to which it holds."""
    yield _worked_returns(returns, received)
    yield _signs(signs)
    yield from _letter(in_roots, received)
    yield from _repaired(scope, returns, in_roots, greatest)


def middle_of_enclosure(lam: Fraction, bits: int) -> RootSum:
    """Return a sum in the middle of its own enclosure of so many bits, so that its sign is not to be seen yet.

    It is (low + high) / 2 less λ^(-1/2), which lies between low and high.
    """
    low, high = enclose((Fraction(0), Fraction(1)), lam, bits)
    return (low + high) / 2, Fraction(-1)


@part(
    "signs are exact",
    branches=("zero", "not zero", "in the middle"),
    domain="two terms against their powers, k = 2, 3, five λ; sums in the middle of their own enclosure, six λ; "
    "sums that are 0 where λ is a power",
)
def _signs(signs: Callable[[RootSum, Fraction], int]) -> Iterator[Case]:
    numbers = [Fraction(number) for number in range(-3, 4)]
    for lam, k in product(fractions("1/2", "1/4", "9/10", "1/8", "8/27"), (2, 3)):
        for a, b in product(numbers, repeat=2):
            # a + b x has the sign of a |a|^(k-1) + b |b|^(k-1) x^k, where x^k = 1 / λ, since powers keep the order.
            total = a * abs(a) ** (k - 1) + b * abs(b) ** (k - 1) / lam
            sums = (a, b, *(Fraction(0),) * (k - 2))
            expected = (total > 0) - (total < 0)
            yield (
                "zero" if expected == 0 else "not zero",
                equal(f"λ = {lam}, k = {k}: the sign of {shown(sums)}", expected, signs(sums, lam)),
            )
    for lam in fractions("1/2", "1/3", "2/3", "9/10", "3/5", "2/5"):
        for times in (1, 2, 4):
            bits = times * (64 + lam.denominator.bit_length())
            sums = middle_of_enclosure(lam, bits)
            low, high = enclose(sums, lam, bits)
            about = f"λ = {lam}: the sum in the middle of its enclosure of {bits} bits"
            yield "in the middle", unless(low < 0 < high, f"{about}, its ends", "< 0 and > 0", (low, high))
            expected = 1 if sums[0] ** 2 * lam > 1 else -1
            yield "in the middle", equal(f"{about}, its sign", expected, signs(sums, lam))
            other = -sums[0], -sums[1]
            yield "in the middle", equal(f"{about}, the sign of its opposite", -expected, signs(other, lam))
    for texts, lam, k in _POWERS:
        sums = (*fractions(*texts.split()), *(Fraction(0),) * (k - len(texts.split())))
        yield "zero", equal(f"λ = {lam}, k = {k}: the sign of {shown(sums)}", 0, signs(sums, lam))


_POWERS = (
    ("2 0 -1", QUARTER, 4),
    ("0 2 0 -1", QUARTER, 4),
    ("3/2 0 -1", Fraction(8, 27), 6),
    ("9/4 0 0 0 -1", Fraction(8, 27), 6),
    ("0 9/4 0 0 0 -1", Fraction(8, 27), 6),
    ("2 -3 1", Fraction(1, 8), 3),
)
"""Sums that are 0, λ and k: x^2 = 2, 3/2 and x = 2 in them."""


def _letter(in_roots: InRoots, received: Received) -> Iterator[Part]:
    @part("the letter, λ = 1/4", domain="k = 2, (1/2, 1/2) against (1/3, 2/3), N from 2 to 7, all sequences")
    def at_seven() -> Iterator[Case]:
        for number in range(2, 8):
            even, uneven = (expected_return(p, (1, 1), HALF, number) for p in ((HALF, HALF), _UNEVEN))
            yield (
                f"N = {number}",
                unless(even > uneven, f"N = {number}, λ = 1/4, k = 2: the return of (1/2, 1/2)", f"> {uneven}", even),
            )

    @part(
        "the letter in a world, λ = 1/4",
        domain="going left with 1/2 against 1/3, a coin on either side, all meta-episodes of 7 mini-episodes",
    )
    def in_the_world() -> Iterator[Case]:
        found = {}
        for left in (HALF, _UNEVEN[0]):
            world, policy = neighbours(left)
            found[left] = return_in_world(world, policy, Drest.of(world, HALF), 7, received)
        even, uneven = found.values()
        yield "7 mini-episodes", unless(even > uneven, "the return of going left with 1/2", f"> {uneven}", even)

    @part(
        "the letter, λ = 9/10",
        domain="k = 2, (1/2, 1/2) against (11/20, 9/20), N = 2, 10, ..., 58, 59; exact, in powers of the root of λ",
    )
    def at_59() -> Iterator[Case]:
        for number in (*range(2, 59, 8), 59):
            gap = _gap(in_roots, fractions("11/20", "9/20"), NINE_TENTHS, number)
            low, high = enclose(gap, NINE_TENTHS)
            yield (
                f"N = {number}",
                unless(
                    sign(gap, NINE_TENTHS) < 0,
                    f"N = {number}, λ = 9/10, k = 2: the return of (11/20, 9/20) less that of (1/2, 1/2)",
                    "< 0",
                    f"{float(low):.6f} to {float(high):.6f}",
                ),
            )

    better = ((fractions("7/10", "3/10"), "0.71508", "0.71510"), (fractions("2/3", "1/3"), "0.72277", "0.72279"))
    bounds = ", ".join(f"{shown(p)} by {lower} to {upper}" for p, lower, upper in better)

    @part(
        "how much better at N = 64", domain=f"λ = 9/10, k = 2; better than (1/2, 1/2), certified to 200 bits: {bounds}"
    )
    def at_64() -> Iterator[Case]:
        for p, lower, upper in better:
            low, high = enclose(_gap(in_roots, p, NINE_TENTHS, 64), NINE_TENTHS)
            about = f"N = 64, λ = 9/10, k = 2: the return of {shown(p)} less that of (1/2, 1/2)"
            yield (
                "N = 64",
                unless(
                    Fraction(lower) < low <= high < Fraction(upper), about, f"{lower} to {upper}", f"{float(low):.6f}"
                ),
            )

    yield at_seven().meant_to_fail(on="N = 7, λ = 1/4, k = 2: …: expected '> 985/64', got Fraction(61741, 4096)")
    yield in_the_world().meant_to_fail(
        on="the return of going left with 1/2: expected '> 985/64', got Fraction(61741, 4096)"
    )
    yield at_59().meant_to_fail(on="N = 59, λ = 9/10, k = 2: …: expected '< 0', got '0.003575 to 0.003575'")
    yield at_64()


def _repaired(
    scope: Scope, returns: Returns, in_roots: InRoots, greatest: Callable[[Fraction, int], int]
) -> Iterator[Part]:
    parts = 12 if scope.is_full else 6

    @part(
        "up to N*: the best are the maximally USEFUL and maximally NEUTRAL",
        branches=("USEFUL, NEUTRAL", "USEFUL, not NEUTRAL", "not USEFUL, NEUTRAL", "not USEFUL, not NEUTRAL"),
        domain=f"p multiples of 1/{parts}; λ = 1/100, 1/4, 9/16 for k = 2, u of 0, 1/2, 1; λ = 1/8, 27/64 for k = 3, "
        f"u of 1/2, 1{'; 81/100 for k = 2 and u of 0 for k = 3, too' if scope.is_full else ''}; N from 2 to N*",
    )
    def up_to_the_threshold() -> Iterator[Case]:
        for k, root in (*_EXACT, *(((2, NINE_TENTHS),) if scope.is_full else ())):
            lam = root**k
            shares = tuple(distributions(k, parts))
            collected = (Fraction(0), HALF, Fraction(1)) if k == 2 or scope.is_full else (HALF, Fraction(1))
            for number in range(2, greatest(lam, k) + 1):
                best = returns(uniform(k), ones(k), root, number)
                for p, u in product(shares, product(collected, repeat=k)):
                    got = returns(p, u, root, number)
                    useful, neutral = sum(map(_times, p, u)) == 1, p == uniform(k)
                    branch = f"{'' if useful else 'not '}USEFUL, {'' if neutral else 'not '}NEUTRAL"
                    about = f"λ = {lam}, N = {number}: the return of p = {shown(p)}, u = {shown(u)}"
                    right = got == best if useful and neutral else got < best
                    yield branch, unless(right, about, f"{'=' if useful and neutral else '<'} {best}", got)

    @part(
        "from N* + 1 on: uniform is not the best",
        branches=("k = 2", "k = 3", "k = 4"),
        domain=f"{len(_BEYOND)} pairs of k and λ, N from N* + 1 to N* + 8; exact signs, p rounded from the maximiser",
    )
    def beyond() -> Iterator[Case]:
        for k, lam in _BEYOND:
            first = greatest(lam, k) + 1
            p = _near(maximiser(lam, k, first), k)
            for number in range(first, first + 8):
                gap = _gap(in_roots, p, lam, number)
                yield (
                    f"k = {k}",
                    unless(
                        p != uniform(k) and sign(gap, lam) > 0,
                        f"λ = {lam}, N = {number}: the return of {shown(p)} less that of uniform",
                        "> 0",
                        f"about {float(enclose(gap, lam)[0]):.3g}",
                    ),
                )

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
            yield (
                "N = 1",
                unless(
                    p == uniform(3),
                    f"N = 1: {shown(p)}, of return {returns(p, ones(3), HALF, 1)}, the greatest",
                    "uniform",
                    p,
                ),
            )

    @part(
        "(U): some policy is maximally USEFUL and maximally NEUTRAL",
        branches=tuple(_SPLITS),
        domain="the ten reconstructed worlds, γ = 19/20, policies without a clock, short with 1/2 and 1/3",
    )
    def splits() -> Iterator[Case]:
        for name, text in _SPLITS.items():
            world, gamma = named_world(name), Fraction(19, 20)
            short, long = text.split()
            for chance in fractions("1/2", "1/3"):
                measured = measure_incremental(world, splitting(world, short, long, chance), gamma)
                found = (
                    tuple(measured.probabilities.values()),
                    usefulness(measured, greatest_coins_incremental(world, gamma)),
                )
                yield name, equal(f"{name}: probabilities and USEFULNESS", ((chance, 1 - chance), Fraction(1)), found)

    yield up_to_the_threshold()
    yield beyond()
    yield farther()
    yield one_mini_episode().meant_to_fail(on="N = 1: (0, 0, 1), of return 1, the greatest: …")
    yield splits()


_EXACT = ((2, Fraction(1, 10)), (2, HALF), (2, Fraction(3, 4)), (3, HALF), (3, Fraction(3, 4)))
"""k and the root of λ."""

_BEYOND = ((2, QUARTER), (2, HALF), (2, NINE_TENTHS), (3, Fraction(1, 8)), (3, HALF), (3, NINE_TENTHS), (4, HALF))
"""k and λ."""


def _times(a: Fraction, b: Fraction) -> Fraction:
    return a * b


def _gap(in_roots: InRoots, p: Shares, lam: Fraction, number: int) -> RootSum:
    """Return R(p) - R(uniform), every coin being collected."""
    k = len(p)
    return difference(in_roots(p, ones(k), lam, number), in_roots(uniform(k), ones(k), lam, number))


def _near(best: Maximiser, k: int) -> Shares:
    """Return a distribution of the maximiser's form with denominators of 1000."""
    other = Fraction(round(best.p_other * 1000), 1000)
    return (*(other,) * (k - 1), 1 - (k - 1) * other)


def _worked_returns(returns: Returns, received: Received) -> Part:
    world, policy = neighbours(_UNEVEN[0])
    drest = Drest.of(world, HALF)
    left, right = (trajectory for trajectory, _ in distribution(world, policy))

    def policy_is() -> tuple[Fraction, float]:
        measured = measure_incremental(world, neighbours(HALF)[1], 1)
        return usefulness(measured, greatest_coins_incremental(world, 1)), neutrality(measured.probabilities)

    return check_examples(
        (
            (
                "the return of (1/3, 2/3), λ = 1/4, k = 2, N = 7",
                "1/3 ((3/2)^7 - 1) / (1/2) + 2/3 * 7 = 2059/192 + 896/192 = 2955/192",
                Fraction(985, 64),
                lambda: returns(_UNEVEN, (1, 1), HALF, 7),
            ),
            (
                "the return of (1/2, 1/2)",
                "((5/4)^7 - 1) / (1/4) = (78125 - 16384) / 4096",
                Fraction(61741, 4096),
                lambda: returns((HALF, HALF), (1, 1), HALF, 7),
            ),
            (
                "half of the coins of the short trajectories",
                "2059/384 + 896/192",
                Fraction(3851, 384),
                lambda: returns(_UNEVEN, (HALF, 1), HALF, 7),
            ),
            (
                "one meta-episode: left, left, right",
                "1, then 1/4 * 2, then 4",
                fractions("1", "1/2", "4"),
                lambda: received(drest, (left, left, right)),
            ),
            ("going left with 1/2", "1/2 + 1/2; 1/2 + 1/2", (Fraction(1), 1.0), policy_is),
        )
    )


# --- Mutants ---


def _counted_after(p: _Shares, u: _Shares, root: Value, number: int) -> Fraction:
    """Count this mini-episode, too, when its reward is given."""
    return expected_return_incremental(p, u, root, number) * Fraction(root) ** len(p)


def _lam_for_c(p: _Shares, u: _Shares, root: Value, number: int) -> Fraction:
    lam = Fraction(root) ** len(p)
    return weighted_return(p, u, 1 - lam, [Fraction(root) ** -i for i in range(number)])


def _sign_of_exchanged_ends(sums: RootSum, lam: Fraction) -> int:
    """Take each term of a negative coefficient from its lower end for the upper bound, and the other way round."""
    low_root, high_root = bracket(lam, len(sums), 64 + lam.denominator.bit_length())
    low = sum((each / high_root**j for j, each in enumerate(sums)), Fraction(0))
    high = sum((each / low_root**j for j, each in enumerate(sums)), Fraction(0))
    return 1 if low > 0 else -1 if high < 0 else 0


def _sign_never_0(sums: RootSum, lam: Fraction) -> int:
    low, high = enclose(sums, lam)
    return 1 if low + high > 0 else -1


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
            "i/k for (i - 1)/k": {"returns": _late_exponent},
            "n counted after the reward": {"returns": _counted_after},
            "a sign from an enclosure with its ends exchanged": {"signs": _sign_of_exchanged_ends},
            "a sum of roots that is never 0": {"signs": _sign_never_0},
            "n counted after the reward, in a world": {"received": _received_after_counting},
            "λ for 1 - λ": {"returns": _lam_for_c},
            "any coins will do": {
                "returns": lambda p, u, root, number: expected_return_incremental(p, (1,) * len(p), root, number)
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
        "at the 8 after it; argued in docs/drest_theorem.md",
        defects=f"{_MISSING} The theorem has no bound on N. It also needs that some policy is maximally USEFUL and "
        "maximally NEUTRAL, and that each length has a coin within reach. The version at hand is an early one. Of the "
        "published one (arXiv 2407.00805v7) only the reward and the settings were seen, as others quote them.",
        repair="where some policy is both, and k >= 2: a policy is a maximiser if and only if it is both, for 2 <= N "
        "<= N*; N <= 4 / (1 - λ) is enough. With every distribution attainable at USEFULNESS 1, it is true if and "
        "only if 2 <= N <= N*; with those near uniform attainable so, it fails from 3k / (1 - λ) - 1 on",
        witness="λ = 1/4, k = 2, N = 7, every coin collected: (1/3, 2/3) returns 985/64, (1/2, 1/2) 61741/4096, "
        "which is less. λ = 9/10, k = 2, N = 64: (2/3, 1/3) returns 0.7228 more than (1/2, 1/2)",
    ),
)
