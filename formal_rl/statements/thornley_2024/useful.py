"""Checks of the USEFUL half of Theorem 5.1: where it holds for every N, and where it fails at N = 2."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import (
    LETTERS,
    ClockPolicy,
    Drest,
    GridObservation,
    LengthStatistics,
    Markov,
    MemorylessPolicy,
    PlanPolicy,
    Value,
    World,
    deterministic_policies,
    expected_return_incremental,
    greatest_coins_incremental,
    measure,
    measure_incremental,
    named_world,
    observe,
    parse_layout,
)
from formal_rl.gridworlds.episodes import parse_moves
from formal_rl.gridworlds.policies import Probabilities
from formal_rl.gridworlds.theorem import own_returns
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    KINDS,
    NINE_TENTHS,
    Definition,
    Shares,
    distributions,
    dot,
    fractions,
    ones,
    shown,
)
from formal_rl.statements.thornley_2024.theorem import counted_after, return_in_world

_BEST_USEFUL = Fraction(3, 2)
_EITHER = ("USEFUL", "not USEFUL")

_FIRST = GridObservation((0, 1), (True, True), (True,))
_AT_THE_COIN = GridObservation((0, 0), (False, True), (True,))
_BACK = GridObservation((0, 1), (False, True), (True,))


def no_slack() -> World:
    """Return the world ``C1 A B1 . . C1`` of default length 5: one coin at hand, two only if no move is wasted."""
    return named_world("memoryless_conflict")


def _probabilities(**chances: Fraction) -> Probabilities:
    return tuple(chances.get(letter, Fraction(0)) for letter in LETTERS)


_LEFT, _RIGHT, _UP = (_probabilities(**{letter: Fraction(1)}) for letter in "LRU")


def family(r: Fraction, b: Fraction, back: Fraction) -> MemorylessPolicy:
    """Return the policies that take the left coin first and, the button pressed, go right.

    ``r`` is the probability to leave the left end; back at the start cell, ``b`` is that of going on to the button and
    ``back`` that of turning round.

    Ledger: T24-T5.1-useful*
    """
    at_the_coin, at_the_start = _probabilities(R=r, U=1 - r), _probabilities(R=b, L=back, U=1 - b - back)
    return MemorylessPolicy({_FIRST: _LEFT, _AT_THE_COIN: at_the_coin, _BACK: at_the_start}, _RIGHT)


def shares_of(world: World, measured: LengthStatistics) -> tuple[Shares, Shares]:
    """Return p and u of a policy: probabilities of lengths, and the part that is collected of what can be."""
    greatest = greatest_coins_incremental(world, 1)
    u = tuple(measured.expected_coins[length] / greatest[length] for length in greatest)
    return tuple(measured.probabilities.values()), u


def useful(
    scope: Scope,
    *,
    returns: Definition = expected_return_incremental,
    world: Callable[[], World] = no_slack,
    family: Callable[[Fraction, Fraction, Fraction], Markov] = family,
) -> Iterator[Part]:
    """Check the USEFUL half: linear in each u_l, so true where u = 1 goes with every p; false without a clock."""
    here = world()
    fine, coarse, most = (12, 4, 12) if scope.is_full else (3, 2, 5)

    def measured(*numbers: Fraction) -> tuple[Shares, Shares]:
        return shares_of(here, measure_incremental(here, family(*numbers), 1))

    @part(
        "(D): u = 1 with every p, for policies that see the past or a clock",
        branches=("all the past", "a clock"),
        domain=f"in the world C1 A B1 . . C1, p multiples of 1/{fine}",
    )
    def decoupled() -> Iterator[Case]:
        for chance in (Fraction(i, fine) for i in range(fine + 1)):
            plans = PlanPolicy(((parse_moves("LUUUU"), 1 - chance), (parse_moves("LRRRRR"), chance)))
            by_clock = measure_incremental(here, with_clock(chance), 1)
            for name, found in (("all the past", measure(here, plans, 1)), ("a clock", by_clock)):
                p, u = shares_of(here, found)
                right = p == (1 - chance, chance) and {b for a, b in zip(p, u, strict=True) if a} == {1}
                yield name, unless(right, f"{name}: p and u", ((1 - chance, chance), "u = 1"), (p, u))

    @cache
    def grid() -> list[tuple[str, Shares, Shares]]:
        every = _grid(family, fine, coarse)
        return [(about, *shares_of(here, measure_incremental(here, policy, 1))) for policy, about in every]

    @part(
        "the letter without a clock, N = 2, λ = 1/4: no policy that is not USEFUL is as good as a USEFUL one",
        branches=_EITHER,
        domain="in the same world, r, b, l = (1, 1, 0), then (1, 1/2, 1/2)",
    )
    def letter() -> Iterator[Case]:
        for numbers in (fractions("1", "1", "0"), fractions("1", "1/2", "1/2")):
            p, u = measured(*numbers)
            got, is_useful, rule = (
                returns(p, u, HALF, 2),
                dot(p, u) == 1,
                f"< {_BEST_USEFUL}, that of every USEFUL policy",
            )
            about = f"r, b, l = {shown(numbers)}: p = {shown(p)}, u = {shown(u)}, not USEFUL; its return"
            yield _EITHER[not is_useful], unless(is_useful or got < _BEST_USEFUL, about, rule, got)

    without = (
        f"policies without a clock: left first, r, b, l multiples of 1/{fine}; and the first move, r, b, l multiples "
        f"of 1/{coarse}"
    )

    @part("without a clock USEFUL policies choose one length and return 3/2", branches=_EITHER, domain=without)
    def one_length() -> Iterator[Case]:
        for about, p, u in grid():
            got, is_useful = returns(p, u, HALF, 2), dot(p, u) == 1
            right, rule = not is_useful or (max(p) == 1 and got == _BEST_USEFUL), f"p of 0 and 1, {_BEST_USEFUL}"
            yield _EITHER[not is_useful], unless(right, f"{about}: p and return of a USEFUL policy", rule, (p, got))

    @part(
        "deterministic policies return 3/2 if USEFUL and less if not",
        branches=_EITHER,
        domain="every trajectory that a deterministic policy without a clock can take",
    )
    def deterministic() -> Iterator[Case]:
        for policy in deterministic_policies(here):
            p, u = shares_of(here, measure_incremental(here, policy, 1))
            got, is_useful = returns(p, u, HALF, 2), dot(p, u) == 1
            right = got == _BEST_USEFUL if is_useful else got < _BEST_USEFUL
            about = f"a deterministic policy with p = {shown(p)}, u = {shown(u)}: its return"
            yield _EITHER[not is_useful], unless(right, about, f"{_BEST_USEFUL} if USEFUL, less if not", got)

    @part(
        "when the button is pressed, as polynomials",
        branches=("r > 0", "r = 0"),
        domain="r, b, l multiples of 1/4: for degree at most 4 in r, and in b and l together, the same polynomials",
    )
    def presses() -> Iterator[Case]:
        for r, (b, back, stay) in product((Fraction(i, 4) for i in range(5)), distributions(3, 4)):
            p, u = measured(r, b, back)
            late, later = 1 - r + stay, (1 - r) ** 2 + (1 - r) * stay + stay**2 + back * r
            expected = r * b * (1 + late + later), r * b * (1 + HALF * (late + later))
            about = f"r, b, l = {shown((r, b, back))}: p_long and p_long u_long"
            yield "r > 0" if r else "r = 0", equal(about, expected, (p[1], p[1] * u[1]))

    @part(
        "the NEUTRAL half fails as well without a clock, N = 2, λ = 81/100: the best choose one length",
        branches=("best", "not best"),
        domain=without,
    )
    def neutral_fails() -> Iterator[Case]:
        found = [returns(p, u, NINE_TENTHS, 2) for _, p, u in grid()]
        for (about, p, u), got in zip(grid(), found, strict=True):
            best = got == max(found)
            right = not best or (max(p) == 1 and dot(p, u) == 1 and got == Fraction(19, 10))
            branch, rule = "best" if best else "not best", "p of 0 and 1, USEFUL, 19/10"
            yield branch, unless(right, f"{about}: p, u and return of a best policy", rule, (p, u, got))

    yield _worked_examples(here, returns, family, measured)
    yield _linear(returns, most)
    yield decoupled()
    yield letter().meant_to_fail(on="r, b, l = (1, 1/2, 1/2): …, got Fraction(117, 64)")
    yield from (decided() for decided in (one_length, deterministic, presses, neutral_fails))


@part(
    "the return is linear in each u_l, with a slope > 0 where p_l > 0",
    branches=("the sum", "p_l > 0", "p_l = 0"),
    domain="λ = 1/4, 81/100 for k = 2, 1/8 for k = 3; p multiples of 1/4; u of 0, 1/3, 1; N from 1 to 5 (full: 12)",
)
def _linear(returns: Definition, most: int) -> Iterator[Case]:
    for (k, root), number in product(KINDS, range(1, most + 1)):
        for p in distributions(k, 4):
            slopes = [returns(p, tuple(int(i == place) for i in range(k)), root, number) for place in range(k)]
            for u in product(fractions("0", "1/3", "1"), repeat=k):
                about = f"N = {number}, the root of λ {root}: the return of p = {shown(p)}, u = {shown(u)}"
                yield "the sum", equal(about, dot(u, slopes), returns(p, u, root, number))
            for each, slope in zip(p, slopes, strict=True):
                right = slope > 0 if each else slope == 0
                about = f"N = {number}, p = {shown(p)}: the slope in u_l"
                yield "p_l > 0" if each else "p_l = 0", unless(right, about, each, slope)


def with_clock(chance: Fraction) -> ClockPolicy:
    """Return the policy that takes the left coin and presses on the third move with this probability, or never."""
    later = {(_BACK, 2): _probabilities(R=chance, U=1 - chance), (_BACK, 3): _UP, (_BACK, 4): _UP}
    return ClockPolicy({(_FIRST, 0): _LEFT, (_AT_THE_COIN, 1): _RIGHT, **later}, _RIGHT)


def _grid(family: Definition, fine: int, coarse: int) -> Iterator[tuple[Markov, str]]:
    """Yield policies of the family, finely; then more coarsely with another first move, too."""

    def members(parts: int) -> Iterator[tuple[Markov, str]]:
        for r, (b, back, _) in product((Fraction(i, parts) for i in range(parts + 1)), distributions(3, parts)):
            yield family(r, b, back), f"r, b, l = {shown((r, b, back))}"

    def begun(policy: Markov, first: Probabilities) -> Markov:
        return lambda world, state: first if observe(state) == _FIRST else policy(world, state)

    yield from members(fine)
    for left, stay, right in distributions(3, coarse):
        first = _probabilities(L=left, U=stay, R=right)
        for policy, about in members(coarse) if left != 1 else ():
            yield begun(policy, first), f"first {shown((left, stay, right))}, {about}"


def _worked_examples(world: World, returns: Definition, family: Definition, measured: Definition) -> Part:
    quarter, sixth = fractions("1/4", "3/4"), fractions("1", "5/6")
    return check_examples(
        (
            (
                "the most that can be collected",
                "short: the left coin; long: L R R R R R, both",
                ((5, Fraction(1)), (6, Fraction(2))),
                lambda: tuple(greatest_coins_incremental(world, 1).items()),
            ),
            (
                "r = 1, b = l = 1/2",
                "pressed third 1/2, both coins; fifth 1/4, one coin; never 1/4; u_long = (1/2 + 1/8) / (3/4)",
                (quarter, sixth),
                *(measured, Fraction(1), HALF, HALF),
            ),
            (
                "r = b = 1",
                "always pressed on the third move; the short length has probability 0",
                (fractions("0", "1"), fractions("0", "1")),
                *(measured, Fraction(1), Fraction(1), Fraction(0)),
            ),
            (
                "the return of the first, λ = 1/4, N = 2",
                "1/4 + 5/8, and 2 (1/4 * 13/16 + 5/8 * 7/16) = 61/64",
                Fraction(117, 64),
                *(returns, quarter, sixth, HALF, 2),
            ),
            (
                "the same over all meta-episodes",
                "Definition D.2",
                Fraction(117, 64),
                lambda: return_in_world(world, family(Fraction(1), HALF, HALF), Drest.of(world, HALF), 2),
            ),
            ("the return of the second", "1 + 2 * 1/4", Fraction(3, 2), returns, (0, 1), ones(2), HALF, 2),
            ("with memory, 1/2 each", "1 + 2 * 5/8", Fraction(9, 4), returns, (HALF, HALF), ones(2), HALF, 2),
        )
    )


# --- Mutants ---


def _slope_without_p(p: Sequence[Value], u: Sequence[Value], root: Value, number: int) -> Fraction:
    return number * dot(own_returns(p, root, number), u)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-T5.1-useful",
        kind="theorem",
        title="the USEFUL half",
        claim="For meta-episodes of any number of mini-episodes greater than 1, a policy that maximises expected "
        "DREST return is maximally USEFUL.",
        source=f"{THORNLEY_2024}, Theorem 5.1 (D.1), the first half of its proof",
        check=useful,
        mutants={
            "a button with a move to spare": {"world": lambda: parse_layout("length 5\nC1 A B2 . . C1")},
            "policies that see the clock": {"family": lambda r, b, back: with_clock(b)},
            "slopes without p_l": {"returns": _slope_without_p},
            "n counted after the reward": {"returns": counted_after},
        },
        verdict="refuted",
        evidence="exhaustive: linear in each u_l on grids of p and u, k = 2 and 3, N to 5; in the world C1 A B1 . . "
        "C1 all deterministic policies without a clock, the others on grids and, for when the button is pressed, as "
        "polynomials; argued in docs/findings/drest_theorem.md",
        defects="The proof raises each E(C | L = l) separately. A policy that does not see a clock may be unable to "
        "do so without changing how often it chooses l.",
        repair="it holds, for every N, if each distribution over lengths that some policy has is also that of a "
        "policy with USEFULNESS 1; so it holds for policies that remember the mini-episode, or see a clock",
        witness="C1 A B1 . . C1, default length 5, λ = 1/4, N = 2: without a clock policies of USEFULNESS 1 return "
        "3/2, and one with p = (1/4, 3/4), u = (1, 5/6) returns 117/64",
    ),
)
