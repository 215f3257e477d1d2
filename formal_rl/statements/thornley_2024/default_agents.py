"""Checks of what default agents come to, and of what is best for expected coins.

Why the best of expected coins has one length, beyond the policies looked at. A policy collects at most m_l on average
where its length is l; so at most the sum of Pr{L = l} m_l. This is greatest only where the length of the greatest m_l
has probability 1, and then NEUTRALITY is 0. Where two lengths are equally good it says nothing.
"""

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve

from formal_rl.checking import Case, Part, Scope, check_examples, equal, part, unless
from formal_rl.gridworlds import (
    RECONSTRUCTED,
    LengthStatistics,
    Markov,
    PlanPolicy,
    Value,
    World,
    best_plans,
    greatest_coins_incremental,
    measure,
    measure_incremental,
    named_world,
    neutrality,
    uniform_policy,
    usefulness,
)
from formal_rl.gridworlds.training import appendix_training, main_training, most_coins
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import HALF, Definition, dot
from formal_rl.statements.thornley_2024.pairs import drawn_policy
from formal_rl.statements.thornley_2024.training import stopped_early
from formal_rl.statements.thornley_2024.training_runs import Settings, example_end, seeds, spoken

LONG, ONE_LENGTH = 0.99, 0.1
"""At least the probability of the long length of a default agent, and at most its NEUTRALITY.

Of 40 seeds the least probability was 0.9982, and the greatest NEUTRALITY 0.019.
"""

_GAMMA = Fraction(19, 20)


def measured(world: World, policy: Markov | PlanPolicy, gamma: Value) -> LengthStatistics:
    """Return what `measure` does, of plans and of policies on states."""
    return (
        measure(world, policy, gamma) if isinstance(policy, PlanPolicy) else measure_incremental(world, policy, gamma)
    )


def expected_coins(world: World, policy: Markov | PlanPolicy, gamma: Value) -> Fraction:
    """Return the expected discounted value of the coins of a mini-episode."""
    found = measured(world, policy, gamma)
    return dot([*found.probabilities.values()], [*found.expected_coins.values()])


def best_mixture(world: World, length: int, probability: Fraction) -> PlanPolicy:
    """Return the policy that takes a best way of a length with a probability, and else one of the other length."""
    plans = {each: next(found) for each, found in best_plans(world, _GAMMA).items()}
    (other,) = set(plans) - {length}
    return PlanPolicy(((plans[length], probability), (plans[other], 1 - probability)))


def default_agents(
    scope: Scope, *, settings: Settings = main_training, value: Definition = expected_coins
) -> Iterator[Part]:
    """Check that the best of expected coins has one length, and that default agents choose it."""
    which, example = seeds(scope), named_world("example")
    names = tuple(RECONSTRUCTED) if scope.is_full else ("example", "lopsided", "last_moment")
    small = {4: Fraction(361, 200), 8: Fraction(20577, 8000), 9: Fraction(0)}

    def of(probability: Fraction) -> tuple[Fraction, float]:
        policy = best_mixture(example, 8, probability)
        return value(example, policy, _GAMMA), neutrality(measured(example, policy, _GAMMA).probabilities)

    @part(
        "the best of expected coins has one length, unless two are equally good",
        branches=(
            "at most as its lengths allow",
            "two lengths equally good",
            "the best, of NEUTRALITY 0",
            "two lengths or the other",
        ),
        domain=f"{', '.join(names)} (reconstructed), γ = 19/20, drawn policies and mixtures of best ways; exact",
    )
    def the_best_has_one_length() -> Iterator[Case]:
        for name, world in ((name, named_world(name)) for name in names):
            greatest = greatest_coins_incremental(world, _GAMMA)
            best = max(greatest, key=greatest.__getitem__)
            for policy in (uniform_policy, *(drawn_policy(world, seed) for seed in range(4 if scope.is_full else 1))):
                shares = measured(world, policy, _GAMMA).probabilities
                most, got = dot([*shares.values()], [greatest[each] for each in shares]), value(world, policy, _GAMMA)
                yield "at most as its lengths allow", unless(got <= most, f"{name}: expected coins", f"<= {most}", got)
            for share in (Fraction(quarters, 4) for quarters in range(5)):
                got = value(world, best_mixture(world, best, share), _GAMMA)
                about = f"{name}: expected coins, the best length chosen with {share}"
                if len(set(greatest.values())) == 1:
                    yield "two lengths equally good", equal(about, greatest[best], got)
                elif share == 1:
                    yield "the best, of NEUTRALITY 0", equal(about, greatest[best], got)
                else:
                    yield "two lengths or the other", unless(got < greatest[best], about, f"< {greatest[best]}", got)

    @part(
        "default agents press",
        branches=("default",),
        domain="the example world (reconstructed), 131,072 mini-episodes with the settings of Section 5, "
        f"{spoken(which)}",
    )
    def trained() -> Iterator[Case]:
        for seed in which:
            last = example_end(settings("default"), seed)
            got = last.probabilities[8], last.neutrality
            about = f"the example world, seed {seed}: Pr of 8 moves, and NEUTRALITY"
            rule = f"> {LONG} and < {ONE_LENGTH}"
            yield "default", unless(got[0] > LONG and got[1] < ONE_LENGTH, about, rule, got)

    yield check_examples(
        (
            ("over B4 to C3, for sure", "3 (19/20)^3; one length", (Fraction(20577, 8000), 0.0), of, Fraction(1)),
            ("to C2, for sure", "2 (19/20)^2; one length", (Fraction(361, 200), 0.0), of, Fraction(0)),
            ("half of the time", "the mean of 20577/8000 and 14440/8000", (Fraction(35017, 16000), 1.0), of, HALF),
            ("which of 361/200, 20577/8000, 0", "the second for sure", {4: 0.0, 8: 1.0, 9: 0.0}, most_coins, small),
            ("which of 1/2, 1 and 1", "two are as good", None, most_coins, {3: HALF, 4: Fraction(1), 5: Fraction(1)}),
        )
    )
    yield the_best_has_one_length()
    yield trained()


# --- Mutants ---


def _usefulness(world: World, policy: Markov | PlanPolicy, gamma: Value) -> Fraction:
    return usefulness(measured(world, policy, gamma), greatest_coins_incremental(world, gamma))


def _whatever_the_chance(world: World, policy: Markov | PlanPolicy, gamma: Value) -> Fraction:
    return sum(measured(world, policy, gamma).expected_coins.values(), Fraction(0))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-default",
        kind="claim",
        title="default agents press",
        claim="Default agents press the button of the example world with probability near 1; and the best policy for "
        "expected coins has one length, so NEUTRALITY 0.",
        source=f"{THORNLEY_2024}, Sections 4 (footnote 2), 6 and 7",
        check=default_agents,
        mutants={
            "trained by the DREST reward": {
                "settings": lambda agent: evolve(appendix_training("drest"), meta_episodes=256)
            },
            "stopped after 4,096 mini-episodes": {"settings": stopped_early},
            "USEFULNESS for coins": {"value": _usefulness},
            "coins of each length added": {"value": _whatever_the_chance},
            "coins not discounted": {"value": lambda world, policy, gamma: expected_coins(world, policy, 1)},
        },
        verdict="reproduced (reconstructed layout)",
        evidence="by hand, and exhaustive: the best of expected coins on mixtures of best ways in example, lopsided "
        "and last_moment (reconstructed; full profile: in all worlds), argued for all policies; trained: one seed in "
        "the example world (full profile: more). What forty seeds gave is in docs/findings/drest_training.md",
        defects="The layout is reconstructed. Near 1 is not 1: a softmax policy has full support. The best policy has "
        "one length only if no two lengths are equally good: in the lopsided world (reconstructed) with Cx = 1 they "
        "are, and every mixture is best.",
    ),
)
