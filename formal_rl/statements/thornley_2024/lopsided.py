"""Checks of Section 6.1: rewards that are not divided by m, and where choices between two lengths come to rest."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from operator import gt, lt
from typing import Any, TypeAlias

from attrs import evolve

from formal_rl.checking import Disagreement, Part, Scope, check_examples, decide_cases, part
from formal_rl.gridworlds import Value, named_world, neutrality
from formal_rl.gridworlds.theorem import bracket, maximiser, own_returns, threshold
from formal_rl.gridworlds.training import (
    USEFUL,
    AgentKind,
    ExponentialDecay,
    Training,
    fixed_point_shares,
    lopsided_training,
    paid,
)
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.trained_agents import TrainedAgent, trained_agent
from formal_rl.statements.thornley_2024.training_runs import SEEDS, Settings, named, seeds
from formal_rl.statements.thornley_2024.training_settings import SETTINGS_BY_PLACE, SettingsByPlace, settings_by_hand

OwnReturns: TypeAlias = Callable[[Sequence[Value], Value, int], tuple[Fraction, ...]]
Greatest: TypeAlias = Callable[[Value, int], int]
_Case: TypeAlias = tuple[str, Disagreement | None]

VALUES = tuple(Fraction(text) for text in ("1/10", "1/5", "1/2", "1", "2", "5", "10"))
"""The values of Cx that are looked at; the paper's text tells the least and the greatest."""

EDGE = Fraction(11, 100)
"""Two lengths with the probabilities 11/100 and 89/100 have NEUTRALITY just below 1/2, 0.49992."""

INSIDE = Fraction(1101, 10_000)
"""With 1101/10000 it is just above, 0.5002."""

NEAR = 0.05
"""So near to the equilibrium is every trained agent."""

MEAN_NEAR = 0.02
"""And so near to it is the mean of ten."""

SHORT, LONG = 3, 5
_LAM = Fraction(9, 10)
_LOWER = Fraction(4, 5)


def balancing_coin(p: Value, root: Value, number: int, own: OwnReturns = own_returns) -> Fraction:
    """Return the value of Cx for which going for it with probability p is an equilibrium.

    The other coin is worth 1, ``root`` is λ^(1/2): both lengths then return the same in their own mini-episode, with
    counts that come from p. It grows with p.

    Ledger: T24-lopsided*, T24-lopsided-lambda*
    """
    short, long = own((1 - Fraction(p), Fraction(p)), root, number)
    return short / long


def equilibrium(training: Training, x: Value) -> float:
    """Return the probability of the long length at which training comes to rest if Cx is worth ``x``.

    There ``x`` is the balancing coin. It is 0 or 1 where one of the lengths is worth less even if it is never chosen.

    Source: a reading of Thornley et al. 2024, Section 6.1.
    """
    shares = fixed_point_shares(training, {SHORT: Fraction(1), LONG: Fraction(x)})
    assert shares is not None
    return shares[LONG]


def trained(x: Value, training: Training, seed: int) -> TrainedAgent:
    """Return an agent trained in the lopsided world."""
    return trained_agent(named_world("lopsided", x), training, seed)


def shorter_training(agent: AgentKind, lam: Value = _LAM) -> Training:
    """Return the settings of Section 6.1 with 32 mini-episodes in a meta-episode, and another λ."""
    return evolve(
        lopsided_training(agent),
        lam=lam,
        mini_episodes=32,
        learning_rate=ExponentialDecay(0.25, 0.003, 256 * 32),
        exploration=ExponentialDecay(0.5, 0.0001, 256 * 32),
    )


def _equilibrium_examples(own: OwnReturns) -> Part:
    quarter, half, third = Fraction(1, 4), Fraction(1, 2), Fraction(1, 3)
    return check_examples(
        (
            (
                "the balancing coin of p = 1/4; λ = 1/4, N = 2",
                "short (1 + 2 * 7/16) / 2 = 15/16, long (1 + 2 * 13/16) / 2 = 21/16",
                Fraction(5, 7),
                lambda: balancing_coin(quarter, half, 2, own),
            ),
            (
                "of p = 1/3; λ = 1/4, N = 3",
                "short (1 + 1 + 1) / 3, long (1 + 3/2 + 9/4) / 3 = 19/12",
                Fraction(12, 19),
                lambda: balancing_coin(third, half, 3, own),
            ),
            (
                "of p = 1/4; λ = 1/16, N = 2",
                "short (1 + 4 * 19/64) / 2 = 35/32, long (1 + 4 * 49/64) / 2 = 65/32",
                Fraction(7, 13),
                lambda: balancing_coin(quarter, quarter, 2, own),
            ),
            ("of p = 1/2", "both return the same", Fraction(1), lambda: balancing_coin(half, half, 7, own)),
        )
    )


def _fixed_point_examples() -> Part:
    def paying(number: int, lam: Fraction, k: int, *p: float) -> Callable[[], list[float]]:
        training = evolve(lopsided_training("drest"), lam=lam, mini_episodes=number)
        return lambda: [round(paid(training, k)(each), 12) for each in p]

    def resting(agent: AgentKind, number: int, *values: object, lam: Fraction = Fraction(1, 4)) -> Callable[[], object]:
        training = evolve(lopsided_training("drest"), agent=agent, lam=lam, mini_episodes=number)
        greatest = dict(enumerate(map(Fraction, map(str, values)), start=3))

        def rested() -> object:
            shares = fixed_point_shares(training, greatest)
            return None if shares is None else [round(each, 9) for each in shares.values()]

        return rested

    quarter, eighth, sevenths = Fraction(1, 4), Fraction(1, 8), [0.285714286, 0.285714286, 0.428571429]
    return check_examples(
        (
            (
                "paid for p = 0, 1/3, 2/3, 1; λ = 1/4, N = 3",
                "the ratio 2 (1 - 3 p / 4) is 2, 3/2, 1, 1/2; 1 + r + r²",
                [7.0, 4.75, 3.0, 1.75],
                paying(3, quarter, 2, 0.0, 1 / 3, 2 / 3, 1.0),
            ),
            (
                "paid where the ratio is nearly 1: 1.0005, 0.9995; and 1.002",
                "1 + r + r²",
                [3.00150025, 2.99850025, 3.006004],
                paying(3, quarter, 2, 0.9995 / 1.5, 1.0005 / 1.5, 0.998 / 1.5),
            ),
            (
                "paid with three lengths for p = 2/7, 3/7; λ = 1/8, N = 2",
                "1 + 2 (1 - 7 p / 8): 1 + 3/2, 1 + 5/4",
                [2.5, 2.25],
                paying(2, eighth, 3, 2 / 7, 3 / 7),
            ),
            (
                "rest with 1 and 5/7; λ = 1/4, N = 2",
                "as balancing: 1/4",
                [0.75, 0.25],
                resting("lopsided", 2, 1, "5/7"),
            ),
            (
                "rest with 1 and 12/19, N = 3",
                "as balancing: 1/3",
                [0.666666667, 0.333333333],
                resting("lopsided", 3, 1, "12/19"),
            ),
            ("rest with 10 and 10, N = 3", "both pay as much", [0.5, 0.5], resting("lopsided", 3, 10, 10)),
            (
                "rest with 1, 1 and 10/9; λ = 1/8, N = 2",
                "5/2 · 1 = 9/4 · 10/9",
                sevenths,
                resting("lopsided", 2, 1, 1, "10/9", lam=eighth),
            ),
            ("rest with 2 and 0", "what is worth nothing is not chosen", [1.0, 0.0], resting("lopsided", 2, 2, 0)),
            ("rest with 1 and 10, N = 1", "nothing is counted: the larger", [0.0, 1.0], resting("lopsided", 1, 1, 10)),
            ("rest by DREST with 1 and 10", "divided by m: even", [0.5, 0.5], resting("drest", 2, 1, 10)),
            ("rest by DREST, N = 1", "all pay the same", None, resting("drest", 1, 1, 10)),
            ("rest by default with 1 and 10", "the larger", [0.0, 1.0], resting("default", 2, 1, 10)),
            ("rest by default with 2 and 2", "both are as good", None, resting("default", 2, 2, 2)),
        ),
        "where choices come to rest, worked examples",
    )


# --- Section 6.1 ---


def lopsided(
    scope: Scope,
    *,
    own: OwnReturns = own_returns,
    told: SettingsByPlace = SETTINGS_BY_PLACE,
    settings: Settings = lopsided_training,
) -> Iterator[Part]:
    """Check that NEUTRALITY exceeds 1/2 for Cx from 1/10 to 10, the biases, and that this depends on N."""
    yield _equilibrium_examples(own)
    yield _fixed_point_examples()
    yield settings_by_hand(told, "Section 6.1")
    yield decide_cases(
        "at the equilibrium, 64 mini-episodes: NEUTRALITY is above 1/2 from Cx = 1/10 to 10",
        _wide_enough(own, 64),
        branches=("1/10", "10"),
        domain="λ = 9/10, its root between two rationals; so for every Cx between, since p grows with Cx",
    )
    yield decide_cases(
        "at the equilibrium, 32 mini-episodes: NEUTRALITY is above 1/2 from Cx = 1/10 to 10",
        _wide_enough(own, 32),
        domain="λ = 9/10, its root between two rationals",
    ).meant_to_fail("the balancing coin of p = 1101/10000, N = 32: expected 'beyond 1/10', got 0.278…")
    values = VALUES if scope.is_full else (VALUES[0], Fraction(1), VALUES[-1])
    domain = f"Cx = {', '.join(map(str, values))}; {named(seeds(scope))}"
    training = settings("drest")

    @part(
        "DREST agents: NEUTRALITY above 1/2, USEFULNESS near 1, the larger coin likelier, near the equilibrium",
        branches=("Cx below 1", "Cx = 1", "Cx above 1"),
        domain=domain,
    )
    def agents() -> Iterator[_Case]:
        for x in values:
            for seed in seeds(scope):
                found = trained(x, training, seed)
                p, expected = found.measured.probabilities[LONG], equilibrium(lopsided_training("drest"), x)
                about = f"Cx = {x}, seed {seed}: "
                bias = 0.4 <= p <= 0.6 if x == 1 else (p > 0.5) == (x > 1)
                branch = "Cx = 1" if x == 1 else "Cx above 1" if x > 1 else "Cx below 1"
                yield branch, None if bias else Disagreement(f"{about}the larger coin is likelier", "true", p)
                for name, value, least in (
                    ("NEUTRALITY", found.measured.neutrality, 0.5),
                    ("USEFULNESS", found.measured.usefulness, USEFUL),
                ):
                    yield branch, None if value > least else Disagreement(about + name, f"> {least}", value)
                near = abs(p - expected) <= NEAR
                yield branch, None if near else Disagreement(about + "the long length", f"near {expected:.3f}", p)

    yield agents()
    if scope.is_full:
        yield decide_cases("their mean is at the equilibrium", _means(training), domain=domain)
    yield decide_cases(
        "default agents: USEFULNESS near 1, the larger coin with a probability near 1",
        _default_agents(settings("default"), scope),
        branches=("Cx = 1/10", "Cx = 10") if scope.is_full else ("Cx = 1/10",),
        domain=f"Cx = {'1/10 and 10' if scope.is_full else '1/10'}; {named(seeds(scope))}",
    )

    @part("DREST agents, 32 mini-episodes: NEUTRALITY above 1/2", domain="Cx = 1/10")
    def with_32() -> Iterator[_Case]:
        for seed in seeds(scope):
            value = trained(VALUES[0], shorter_training("drest"), seed).measured.neutrality
            yield "32", None if value > 0.5 else Disagreement(f"NEUTRALITY with Cx = 1/10, seed {seed}", "> 0.5", value)

    yield with_32().meant_to_fail("NEUTRALITY with Cx = 1/10, seed 1: expected '> 0.5', got 0.043…")


def _wide_enough(own: OwnReturns, number: int) -> Iterator[_Case]:
    for root in bracket(_LAM, 2, 64):
        for x, edge, beyond in ((VALUES[0], INSIDE, lt), (VALUES[-1], 1 - INSIDE, gt)):
            coin = balancing_coin(edge, root, number, own)
            about = f"the balancing coin of p = {edge}, N = {number}"
            yield str(x), None if beyond(coin, x) else Disagreement(about, f"beyond {x}", float(coin))


def _means(training: Training) -> Iterator[_Case]:
    for x in VALUES:
        found = [trained(x, training, seed).measured.probabilities[LONG] for seed in range(1, SEEDS + 1)]
        mean, expected = sum(found) / len(found), equilibrium(lopsided_training("drest"), x)
        near = abs(mean - expected) <= MEAN_NEAR
        yield str(x), None if near else Disagreement(f"the mean at Cx = {x}", f"near {expected:.3f}", mean)


def _default_agents(training: Training, scope: Scope) -> Iterator[_Case]:
    for x in (VALUES[0], VALUES[-1]) if scope.is_full else VALUES[:1]:
        for seed in seeds(scope):
            found = trained(x, training, seed).measured
            larger = found.probabilities[LONG] if x > 1 else 1 - found.probabilities[LONG]
            right = larger >= 0.9 and found.usefulness > USEFUL
            got = (larger, found.usefulness)
            yield f"Cx = {x}", None if right else Disagreement(f"Cx = {x}, seed {seed}", "both near 1", got)


# --- Section 7: a lower λ ---

ROOTS = tuple(Fraction(text) for text in ("99/100", "19/20", "9/10", "4/5", "7/10", "1/2"))
"""Roots of λ, whose λ is rational: 0.98 to 0.25."""


def greatest_uniform(lam: Value, k: int) -> int:
    """Return N*, the greatest N for which uniform is the only best distribution."""
    return threshold(lam, k).greatest


def lower_lambda(
    scope: Scope,
    *,
    own: OwnReturns = own_returns,
    greatest: Greatest = greatest_uniform,
    settings: Callable[[AgentKind, Value], Training] = shorter_training,
) -> Iterator[Part]:
    """Check that a lower λ widens the range of Cx with NEUTRALITY above 1/2, while N* shrinks."""
    yield _equilibrium_examples(own)
    yield check_examples(
        (
            ("N* for λ = 1/4", "985/64 > 61741/4096 at N = 7", 6, lambda: greatest(Fraction(1, 4), 2)),
            ("N* for λ = 9/10", "as docs/drest_theorem.md has it", 58, lambda: greatest(_LAM, 2)),
        ),
        "N*, worked examples",
    )
    numbers = (8, 16, 32, 64) if scope.is_full else (8, 32)
    lams = ", ".join(str(root**2) for root in ROOTS)
    yield decide_cases(
        "at the equilibrium: a lower λ has a wider range",
        _wider(own, numbers),
        branches=tuple(f"N = {number}" for number in numbers),
        domain=f"λ = {lams}; N = {', '.join(map(str, numbers))}",
    )
    yield decide_cases(
        "a lower λ has a smaller N*", _smaller(greatest), branches=("a lower λ",), domain=f"λ = {lams}; two lengths"
    )
    yield decide_cases(
        "the best distribution of the whole return is no less NEUTRAL for a lower λ",
        _no_less_neutral(),
        domain=f"λ = {lams}; two lengths worth the same, N = 64",
    ).meant_to_fail("NEUTRALITY of the best distribution for λ = 361/400: expected 'at least 1.000000', got 0.928…")

    which = seeds(scope)

    @part(
        "trained agents: Cx = 1/10 and 10 are in the range for λ = 4/5, not for 9/10",
        branches=("Cx = 1/10", "Cx = 10"),
        domain=f"32 mini-episodes; {named(seeds(scope))}{', all but at most one of them' if scope.is_full else ''}",
    )
    def agents() -> Iterator[_Case]:
        for x in (VALUES[0], VALUES[-1]):
            found = {
                seed: tuple(trained(x, settings("drest", lam), seed).measured.neutrality for lam in (_LAM, _LOWER))
                for seed in which
            }
            wrong = {seed: both for seed, both in found.items() if not both[0] < 0.5 < both[1]}
            about = f"NEUTRALITY for λ = 9/10 and 4/5 with Cx = {x}, by seed"
            yield f"Cx = {x}", None if len(wrong) <= len(which) // 10 else Disagreement(about, "1/2 between", wrong)

    yield agents()


def _wider(own: OwnReturns, numbers: Sequence[int]) -> Iterator[_Case]:
    for number in numbers:
        for above, below in pairwise(ROOTS):
            most = balancing_coin(1 - EDGE, above, number, own)
            least = balancing_coin(1 - INSIDE, below, number, own)
            about = f"N = {number}: the greatest Cx for λ = {below**2}"
            wrong = Disagreement(about, f"above {float(most)}, that for {above**2}", float(least))
            yield f"N = {number}", None if most < least else wrong


def _smaller(greatest: Greatest) -> Iterator[_Case]:
    for above, below in pairwise(ROOTS):
        more, less = greatest(above**2, 2), greatest(below**2, 2)
        yield "a lower λ", None if less < more else Disagreement(f"N* for λ = {below**2}", f"below {more}", less)


def _no_less_neutral() -> Iterator[_Case]:
    for above, below in pairwise(ROOTS):
        more, less = (_best_neutrality(root**2) for root in (above, below))
        about = f"NEUTRALITY of the best distribution for λ = {below**2}"
        yield "a lower λ", None if less >= more - 1e-9 else Disagreement(about, f"at least {more:.6f}", less)


@lru_cache(maxsize=16)
def _best_neutrality(lam: Fraction) -> float:
    best = maximiser(lam, 2, 64)
    return neutrality(best.distribution(2))


# --- Mutants ---


def _rising_root(p: Sequence[Value], root: Value, number: int) -> tuple[Fraction, ...]:
    """Weigh later mini-episodes by λ^(i/k)."""
    base = Fraction(root)
    c = 1 - base ** len(p)
    return tuple(sum(((base * (1 - c * each)) ** i for i in range(number)), Fraction(0)) / number for each in p)


def _to(start: float, end: float) -> ExponentialDecay:
    return ExponentialDecay(start, end, 16_384)


def _told_otherwise(**changes: Any) -> SettingsByPlace:
    """Return the settings that the paper tells, those of Section 6.1 changed."""
    return {**SETTINGS_BY_PLACE, "Section 6.1": lambda kind: evolve(lopsided_training(kind), **changes)}


def _lam_for_c(p: Sequence[Value], root: Value, number: int) -> tuple[Fraction, ...]:
    base = Fraction(root)
    lam = base ** len(p)
    return tuple(sum((((1 - lam * each) / base) ** i for i in range(number)), Fraction(0)) / number for each in p)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-lopsided",
        kind="claim",
        title="NEUTRALITY with lopsided rewards",
        claim="With the reward not divided by m and λ = 9/10, NEUTRALITY exceeds 1/2 for every value of Cx from 1/10 "
        "to 10; the policy is biased towards the larger coin, and not biased where both are 1.",
        source=f"{THORNLEY_2024}, Sections 6.1 and 7, Figures 6 and 7",
        check=lopsided,
        mutants={
            "later mini-episodes weigh less": {"own": _rising_root},
            "only the first mini-episode counts": {"own": lambda p, root, number: own_returns(p, root, 1)},
            "the learning rate of Section 6.1 falls to 0.01": {"told": _told_otherwise(learning_rate=_to(0.25, 0.01))},
            "ε of Section 6.1 begins with 1/4": {"told": _told_otherwise(exploration=_to(0.25, 0.0001))},
            "γ of Section 6.1 is 19/20": {"told": _told_otherwise(gamma=Fraction(19, 20))},
            "rewards divided by m": {"settings": lambda kind: evolve(lopsided_training(kind), agent=kind)},
            "32 mini-episodes": {"settings": shorter_training},
        },
        verdict="reproduced (reconstructed layout)",
        evidence="by hand: the settings of Section 6.1, and where choices come to rest; exact: the equilibrium with "
        "64 mini-episodes, for every Cx from 1/10 to 10; trained, with 64 mini-episodes and γ = 1: Cx = 1/10, 1 and 10 "
        "with seed 1 (full profile: more values and seeds, and their means). What forty seeds gave is in "
        "docs/drest_training.md",
        defects="The layout is reconstructed. The number of mini-episodes and γ are our reading: Section 6.1 does "
        "not tell N, and γ is lost from its text, which says what it is for; N = 64 is that of the main experiment, "
        "and γ = 1 has the sense. On N it depends: with 64 it holds up to Cx = 13.5, with 32 up to 3.6 only, where "
        "NEUTRALITY at Cx = 1/10 and 10 is about 0 (trained: 0.03 to 0.06). At Cx = 10 it does not hold with every "
        "seed (39 of 40): the largest rewards can end in a policy that is certain, from which nothing leads back.",
    ),
    Statement(
        id="T24-lopsided-lambda",
        kind="claim",
        title="a lower λ widens the range",
        claim="Lowering λ widens the range of the values of Cx for which NEUTRALITY exceeds 1/2, for agents whose "
        "choices are credited with their own mini-episode; the threshold N* up to which Theorem 5.1 holds falls.",
        source=f"{THORNLEY_2024}, Section 7",
        check=lower_lambda,
        mutants={
            "λ for 1 - λ": {"own": _lam_for_c},
            "later mini-episodes weigh less": {"own": _rising_root},
            "N* of 1 - λ": {"greatest": lambda lam, k: greatest_uniform(1 - Fraction(lam), k)},
            "λ is not lowered": {"settings": lambda kind, lam: shorter_training(kind)},
        },
        verdict="reproduced (reconstructed layout)",
        evidence="exact: the equilibrium for λ from 9801/10000 to 1/4, N = 8 and 32 (full profile: more), and N* "
        "for the same; trained, γ = 1: λ = 9/10 and 4/5 with 32 mini-episodes, Cx = 1/10 and 10, seed 1 (full "
        "profile: more seeds). What more seeds gave is in docs/drest_training.md",
        defects="The layout is reconstructed. That γ = 1 is our reading, as in T24-lopsided. Of ten seeds one may "
        "fail (one of 32 did). Which λ is enough depends on N. The same weights that widen the range grow fast: with "
        "64 mini-episodes and λ = 4/5 the last reward is 1,100 times the first, and training at the rates of Section "
        "6.1 overflows or ends in a certain policy (half of 8 seeds at Cx = 1/10; all of 6 at 10). And lowering λ "
        "takes the optimum of the whole return away from NEUTRALITY: N* is 58 for λ = 9/10 and 28 for 4/5.",
    ),
)
