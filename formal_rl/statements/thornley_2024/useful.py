"""Checks of the USEFUL half of Theorem 5.1: where it holds for every N, and where it fails at N = 2."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from formal_rl.checking import Disagreement, Part, Scope, check_examples, decide_cases, equal, part, unless
from formal_rl.gridworlds import (
    LETTERS,
    ClockPolicy,
    Drest,
    GridObservation,
    GridState,
    LengthStatistics,
    Markov,
    MemorylessPolicy,
    PlanPolicy,
    Value,
    World,
    expected_return_incremental,
    greatest_coins_incremental,
    measure,
    measure_incremental,
    move,
    named_world,
    observe,
    parse_layout,
)
from formal_rl.gridworlds.policies import Probabilities, deterministic_move
from formal_rl.gridworlds.theorem import own_returns
from formal_rl.histories import Action
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.equations import _Shares
from formal_rl.statements.thornley_2024.grids import (
    HALF,
    NINE_TENTHS,
    Returns,
    Shares,
    distributions,
    fractions,
    ones,
    shown,
)
from formal_rl.statements.thornley_2024.theorem import _counted_after, return_in_world

Case = tuple[str, Disagreement | None]
Family = Callable[[Fraction, Fraction, Fraction], Markov]

_UP, _LEFT, _RIGHT = (LETTERS.index(letter) for letter in "ULR")


def no_slack() -> World:
    """Return the world ``C1 A B1 . . C1`` of default length 5: one coin at hand, two only if no move is wasted."""
    return named_world("memoryless_conflict")


_FIRST = GridObservation((0, 1), (True, True), (True,))
_AT_THE_COIN = GridObservation((0, 0), (False, True), (True,))
_BACK = GridObservation((0, 1), (False, True), (True,))


def _probabilities(**chances: Fraction) -> Probabilities:
    return tuple(chances.get(letter, Fraction(0)) for letter in LETTERS)


def family(r: Fraction, b: Fraction, back: Fraction) -> MemorylessPolicy:
    """Return the policies that take the left coin first and, the button pressed, go right.

    ``r`` is the probability to leave the left end; back at the start cell, ``b`` is that of going on to the button and
    ``back`` that of turning round.

    Ledger: T24-T5.1-useful*
    """
    return MemorylessPolicy(
        {
            _FIRST: deterministic_move(_LEFT),
            _AT_THE_COIN: _probabilities(R=r, U=1 - r),
            _BACK: _probabilities(R=b, L=back, U=1 - b - back),
        },
        deterministic_move(_RIGHT),
    )


def shares_of(world: World, measured: LengthStatistics) -> tuple[Shares, Shares]:
    """Return p and u of a policy: probabilities of lengths, and the part that is collected of what can be."""
    greatest = greatest_coins_incremental(world, 1)
    return tuple(measured.probabilities.values()), tuple(
        measured.expected_coins[length] / greatest[length] for length in greatest
    )


def _deterministic(world: World) -> Iterator[MemorylessPolicy]:
    """Yield deterministic policies without a clock, one for each trajectory that such a policy can take."""

    def follow(state: GridState, table: dict[GridObservation, Action]) -> Iterator[MemorylessPolicy]:
        if state.remaining == 0:
            yield MemorylessPolicy({seen: deterministic_move(action) for seen, action in table.items()})
            return
        seen = observe(state)
        for action in [table[seen]] if seen in table else range(len(LETTERS)):
            yield from follow(move(world, state, action)[0], {**table, seen: action})

    yield from follow(world.start, {})


def useful(
    scope: Scope,
    *,
    returns: Returns = expected_return_incremental,
    world: Callable[[], World] = no_slack,
    family: Family = family,
) -> Iterator[Part]:
    """Check the USEFUL half: linear in each u_l, so true where u = 1 goes with every p; false without a clock."""
    here = world()
    fine, coarse = (12, 4) if scope.is_full else (3, 2)
    most = 12 if scope.is_full else 5

    @part(
        "the return is linear in each u_l, with a slope > 0 where p_l > 0",
        branches=("the sum", "p_l > 0", "p_l = 0"),
        domain=f"λ = 1/4, 81/100 for k = 2, 1/8 for k = 3; p multiples of 1/4; u of 0, 1/3, 1; N from 1 to {most}",
    )
    def linear() -> Iterator[Case]:
        for (k, root), number in product(_KINDS, range(1, most + 1)):
            for p in distributions(k, 4):
                slopes = [returns(p, _only(k, place), root, number) for place in range(k)]
                for u in product(fractions("0", "1/3", "1"), repeat=k):
                    got = returns(p, u, root, number)
                    about = f"N = {number}, the root of λ {root}: the return of p = {shown(p)}, u = {shown(u)}"
                    yield (
                        "the sum",
                        equal(about, sum((a * b for a, b in zip(u, slopes, strict=True)), Fraction(0)), got),
                    )
                for each, slope in zip(p, slopes, strict=True):
                    yield (
                        ("p_l > 0" if each else "p_l = 0"),
                        unless(
                            slope > 0 if each else slope == 0,
                            f"N = {number}, p = {shown(p)}: the slope in u_l",
                            each,
                            slope,
                        ),
                    )

    @part(
        "(D): u = 1 with every p, for policies that see the past or a clock",
        branches=("all the past", "a clock"),
        domain=f"in the world C1 A B1 . . C1, p multiples of 1/{fine}",
    )
    def decoupled() -> Iterator[Case]:
        for chance in (Fraction(i, fine) for i in range(fine + 1)):
            by_plan, by_clock = _with_memory(chance), with_clock(chance)
            for name, measured in (
                ("all the past", measure(here, by_plan, 1)),
                ("a clock", measure_incremental(here, by_clock, 1)),
            ):
                p, u = shares_of(here, measured)
                support = [b for a, b in zip(p, u, strict=True) if a]
                yield (
                    name,
                    unless(
                        p == (1 - chance, chance) and set(support) == {1},
                        f"{name}: p and u",
                        ((1 - chance, chance), "u = 1"),
                        (p, u),
                    ),
                )

    @cache
    def grid() -> list[tuple[str, Shares, Shares]]:
        return [
            (about, *shares_of(here, measure_incremental(here, policy, 1)))
            for policy, about in _grid(family, fine, coarse)
        ]

    @part(
        "the letter without a clock, N = 2, λ = 1/4: no policy that is not USEFUL is as good as a USEFUL one",
        branches=("USEFUL", "not USEFUL"),
        domain="in the same world, r, b, l = (1, 1, 0), then (1, 1/2, 1/2)",
    )
    def letter() -> Iterator[Case]:
        for numbers in (fractions("1", "1", "0"), fractions("1", "1/2", "1/2")):
            p, u = shares_of(here, measure_incremental(here, family(*numbers), 1))
            got = returns(p, u, HALF, 2)
            yield (
                ("USEFUL" if _is_useful(p, u) else "not USEFUL"),
                unless(
                    _is_useful(p, u) or got < _BEST_USEFUL,
                    f"r, b, l = {shown(numbers)}: p = {shown(p)}, u = {shown(u)}, not USEFUL; its return",
                    f"< {_BEST_USEFUL}, that of every USEFUL policy",
                    got,
                ),
            )

    def one_length() -> Iterator[Case]:
        for about, p, u in grid():
            got = returns(p, u, HALF, 2)
            yield (
                ("USEFUL" if _is_useful(p, u) else "not USEFUL"),
                unless(
                    not _is_useful(p, u) or (max(p) == 1 and got == _BEST_USEFUL),
                    f"{about}: p and return of a USEFUL policy",
                    f"p of 0 and 1, {_BEST_USEFUL}",
                    (p, got),
                ),
            )

    @part(
        "deterministic policies return 3/2 if USEFUL and less if not",
        branches=("USEFUL", "not USEFUL"),
        domain="every trajectory that a deterministic policy without a clock can take",
    )
    def deterministic() -> Iterator[Case]:
        for policy in _deterministic(here):
            p, u = shares_of(here, measure_incremental(here, policy, 1))
            got = returns(p, u, HALF, 2)
            yield (
                ("USEFUL" if _is_useful(p, u) else "not USEFUL"),
                unless(
                    got == _BEST_USEFUL if _is_useful(p, u) else got < _BEST_USEFUL,
                    f"a deterministic policy with p = {shown(p)}, u = {shown(u)}: its return",
                    f"{_BEST_USEFUL} if USEFUL, less if not",
                    got,
                ),
            )

    @part(
        "when the button is pressed, as polynomials",
        branches=("r > 0", "r = 0"),
        domain="r, b, l multiples of 1/4: for degree at most 4 in r, and in b and l together, the same polynomials",
    )
    def presses() -> Iterator[Case]:
        for r, (b, back, stay) in product((Fraction(i, 4) for i in range(5)), distributions(3, 4)):
            p, u = shares_of(here, measure_incremental(here, family(r, b, back), 1))
            good = r * b
            late = (1 - r) + stay
            later = (1 - r) ** 2 + (1 - r) * stay + stay**2 + back * r
            found = p[1], p[1] * u[1]
            expected = good * (1 + late + later), good * (1 + HALF * (late + later))
            yield (
                "r > 0" if r else "r = 0",
                equal(f"r, b, l = {shown((r, b, back))}: p_long and p_long u_long", expected, found),
            )

    def neutral_fails() -> Iterator[Case]:
        found = [returns(p, u, NINE_TENTHS, 2) for _, p, u in grid()]
        for (about, p, u), got in zip(grid(), found, strict=True):
            best = got == max(found)
            yield (
                ("best" if best else "not best"),
                unless(
                    not best or (max(p) == 1 and _is_useful(p, u) and got == Fraction(19, 10)),
                    f"{about}: p, u and return of a best policy",
                    "p of 0 and 1, USEFUL, 19/10",
                    (p, u, got),
                ),
            )

    without = (
        f"policies without a clock: left first, r, b, l multiples of 1/{fine}; and the first move, r, b, l multiples "
        f"of 1/{coarse}"
    )
    yield _worked_examples(here, returns, family)
    yield linear()
    yield decoupled()
    yield letter().meant_to_fail(on="r, b, l = (1, 1/2, 1/2): …, got Fraction(117, 64)")
    yield decide_cases(
        "without a clock USEFUL policies choose one length and return 3/2",
        one_length(),
        branches=("USEFUL", "not USEFUL"),
        domain=without,
    )
    yield deterministic()
    yield presses()
    yield decide_cases(
        "the NEUTRAL half fails as well without a clock, N = 2, λ = 81/100: the best choose one length",
        neutral_fails(),
        branches=("best", "not best"),
        domain=without,
    )


_KINDS = ((2, HALF), (2, NINE_TENTHS), (3, HALF))
_BEST_USEFUL = Fraction(3, 2)


def _only(k: int, place: int) -> Shares:
    return tuple(Fraction(int(i == place)) for i in range(k))


def _is_useful(p: Shares, u: Shares) -> bool:
    return sum(a * b for a, b in zip(p, u, strict=True)) == 1


def _with_memory(chance: Fraction) -> PlanPolicy:
    """Press with this probability, having taken the left coin; both lengths without a wasted coin."""
    plans = [tuple(LETTERS.index(letter) for letter in text) for text in ("LUUUU", "LRRRRR")]
    return PlanPolicy(((plans[0], 1 - chance), (plans[1], chance)))


def with_clock(chance: Fraction) -> ClockPolicy:
    """Return the policy that takes the left coin and presses on the third move with this probability, or never."""
    table = {
        (_FIRST, 0): deterministic_move(_LEFT),
        (_AT_THE_COIN, 1): deterministic_move(_RIGHT),
        (_BACK, 2): _probabilities(R=chance, U=1 - chance),
        **{(_BACK, elapsed): deterministic_move(_UP) for elapsed in (3, 4)},
    }
    return ClockPolicy(table, deterministic_move(_RIGHT))


def _grid(family: Family, fine: int, coarse: int) -> Iterator[tuple[Markov, str]]:
    """Yield policies of the family, finely; then more coarsely with another first move, too."""
    for r, (b, back, _) in product((Fraction(i, fine) for i in range(fine + 1)), distributions(3, fine)):
        yield family(r, b, back), f"r, b, l = {shown((r, b, back))}"
    for left, stay, right in distributions(3, coarse):
        if left == 1:
            continue
        for r, (b, back, _) in product((Fraction(i, coarse) for i in range(coarse + 1)), distributions(3, coarse)):
            first = _probabilities(L=left, U=stay, R=right)
            yield (
                _begun(family(r, b, back), first),
                f"first {shown((left, stay, right))}, r, b, l = {shown((r, b, back))}",
            )


def _begun(policy: Markov, first: Probabilities) -> Markov:
    """Return the policy with other probabilities on what is seen at the start."""

    def begun(world: World, state: GridState) -> Probabilities:
        return first if observe(state) == _FIRST else policy(world, state)

    return begun


def _worked_examples(world: World, returns: Returns, family: Family) -> Part:
    def measured(r: Fraction, b: Fraction, back: Fraction) -> tuple[Shares, Shares]:
        return shares_of(world, measure_incremental(world, family(r, b, back), 1))

    def over_meta_episodes() -> Fraction:
        return return_in_world(world, family(Fraction(1), HALF, HALF), Drest.of(world, HALF), 2)

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
                (
                    "pressed on the third move 1/2, both coins; on the fifth 1/4, one coin; never 1/4; "
                    "u_long = (1/2 + 1/8) / (3/4)"
                ),
                (fractions("1/4", "3/4"), fractions("1", "5/6")),
                lambda: measured(Fraction(1), HALF, HALF),
            ),
            (
                "r = b = 1",
                "always pressed on the third move; the short length has probability 0",
                (fractions("0", "1"), fractions("0", "1")),
                lambda: measured(Fraction(1), Fraction(1), Fraction(0)),
            ),
            (
                "the return of the first, λ = 1/4, N = 2",
                "1/4 + 5/8, and 2 (1/4 * 13/16 + 5/8 * 7/16) = 61/64",
                Fraction(117, 64),
                lambda: returns(fractions("1/4", "3/4"), fractions("1", "5/6"), HALF, 2),
            ),
            ("the same over all meta-episodes", "Definition D.2", Fraction(117, 64), over_meta_episodes),
            (
                "the return of the second",
                "1 + 2 * 1/4",
                Fraction(3, 2),
                lambda: returns(fractions("0", "1"), ones(2), HALF, 2),
            ),
            ("with memory, 1/2 each", "1 + 2 * 5/8", Fraction(9, 4), lambda: returns((HALF, HALF), ones(2), HALF, 2)),
        )
    )


# --- Mutants ---


def _slope_without_p(p: _Shares, u: _Shares, root: Value, number: int) -> Fraction:
    return sum((number * w * each for w, each in zip(own_returns(p, root, number), u, strict=True)), Fraction(0))


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
            "n counted after the reward": {"returns": _counted_after},
        },
        verdict="refuted",
        evidence="exhaustive: linear in each u_l on grids of p and u, k = 2 and 3, N to 5; in the world C1 A B1 . . "
        "C1 all deterministic policies without a clock, the others on grids and, for when the button is pressed, as "
        "polynomials; argued in docs/drest_theorem.md",
        defects="The proof raises each E(C | L = l) by itself. A policy that sees no clock may not be able to, "
        "without changing how often it chooses l.",
        repair="it holds, for every N, where each distribution over lengths that a policy has goes with USEFULNESS "
        "1, too; so for policies that remember the mini-episode, or see a clock",
        witness="C1 A B1 . . C1, default length 5, λ = 1/4, N = 2: without a clock policies of USEFULNESS 1 return "
        "3/2, and one with p = (1/4, 3/4), u = (1, 5/6) returns 117/64",
    ),
)
