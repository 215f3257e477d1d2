"""Checks of the weighted average over a finite family, and of what the reality check does to it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from formal_rl.agents import Agent
from formal_rl.checking import (
    Claim,
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Transform,
    Unknown,
    check_examples,
    decide,
    equal,
)
from formal_rl.environments import (
    ExtendedEnvironment,
    average_reward,
    bandit,
    corridor,
    deja_vu,
    embed,
    ignore_rewards,
    interaction,
)
from formal_rl.environments import weighted_average as module
from formal_rl.environments.weighted_average import Weighted
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Percept, history, percepts
from formal_rl.statements.alexander_2022.by_hand import does_one_on
from formal_rl.statements.library import ORDINARY_ENVIRONMENTS
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import reality_check

Upsilon: TypeAlias = Callable[[Agent, Sequence[Weighted], int], Fraction]
EquallyWeighted: TypeAlias = Callable[[Iterable[ExtendedEnvironment]], tuple[Weighted, ...]]

_HALF, _QUARTER = Fraction(1, 2), Fraction(1, 4)

_FAMILY = (Weighted(_HALF, embed(bandit((0, 2)))), Weighted(_QUARTER, embed(corridor(2))), Weighted(_QUARTER, deja_vu))
"""Two ordinary environments and an extended one, of unequal weights."""

_BANDIT_AND_CORRIDOR = (embed(bandit((0, 2))), embed(corridor(2)))


def _one(prompt: object) -> int:
    return 1


_PAYING_4 = (lambda agent, play: Percept(2 if play else 4, 0), 1)
"""An environment that pays 4 at first and then 2, and one turn."""


_AGENT = does_one_on(history((0, 0)), history((0, 0), 1, (0, 1)), history((0, 0), 1, (0, 0)))
"""Does 1 at first; 0 after (2,0), 1 after (0,1), and, had its reward been 0, 1 after (1,0)."""


def finite_family(
    scope: Scope,
    *,
    upsilon: Upsilon = module.upsilon,
    equally_weighted: EquallyWeighted = module.equally_weighted,
    reality_check: Transform = reality_check,
) -> Iterator[Part]:
    """Check the weighted average by hand, and for every agent that its reality check has the same on ordinary ones."""
    horizon = scope.steps(quick=4, full=5)
    alphabet = scope.percepts(2)
    ordinary = tuple(map(embed, ORDINARY_ENVIRONMENTS.values()))

    yield check_examples(_worked_examples(upsilon, equally_weighted, reality_check))
    yield decide(
        "the reality check, over the ordinary environments present",
        partial(_same, upsilon, reality_check, lambda unknown: equally_weighted(ordinary)),
        horizon,
        actions=range(2),
        branches=("above 0", "0", "below 0"),
        domain=f"all agents over {', '.join(ORDINARY_ENVIRONMENTS)}, equally weighted, {horizon} turns, 2 actions",
    )

    def arbitrary(unknown: Unknown) -> tuple[Weighted, ...]:
        some = embed(unknown.environment)
        return Weighted(Fraction(2, 3), some), Weighted(Fraction(1, 3), embed(corridor(2)))

    yield decide(
        "the reality check, over a family with any ordinary environment",
        partial(_same, upsilon, reality_check, arbitrary),
        scope.steps(quick=3, full=4),
        actions=range(2),
        percepts=alphabet,
        branches=("above 0", "0"),
        domain=f"all agents x all ordinary environments over {len(alphabet)} percepts x 2 actions, of weight 2/3 "
        f"beside a corridor of weight 1/3, {scope.steps(quick=3, full=4)} turns",
    )
    yield decide(
        "the reality check, over a family with an extended one",
        partial(_same, upsilon, reality_check, lambda unknown: (*_FAMILY[:1], Weighted(_HALF, ignore_rewards))),
        3,
        actions=range(2),
        domain="all agents over a bandit and ignore_rewards, equally weighted, 3 turns, whatever the scope",
    ).meant_to_fail("Υ of π_RC, 3 turns: expected Fraction(-1, 6), got Fraction(1, 6)")


def _same(
    upsilon: Upsilon,
    reality_check: Transform,
    family_of: Callable[[Unknown], Sequence[Weighted]],
    turns: int,
) -> Claim:
    def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
        family = family_of(unknown)
        expected, got = upsilon(unknown.agent, family, turns), upsilon(reality_check(unknown.agent), family, turns)
        cover("0" if expected == 0 else "above 0" if expected > 0 else "below 0")
        return equal(f"Υ of π_RC, {turns} turns", expected, got)

    return claim


def _worked_examples(
    upsilon: Upsilon, equally_weighted: EquallyWeighted, reality_check: Transform
) -> Iterator[Example]:
    two, ignoring = embed(bandit((0, 2))), (Weighted(Fraction(1), ignore_rewards),)
    ordinary = equally_weighted(_BANDIT_AND_CORRIDOR)
    paid_at_first = tuple(
        Weighted(_HALF, e) for e in (lambda agent, play: two(agent, play)._replace(reward=4), embed(corridor(2)))
    )
    why = "bandit 2, 2, 2; corridor 0, 1, 1; déjà vu 1, 1, 1: 1/2 * 2 + 1/4 * 2/3 + 1/4 * 1 = 17/12"
    yield ("1 throughout, three turns", why, Fraction(17, 12), upsilon, _one, _FAMILY, 3)
    why = "4 and 4; 0 and 1: 1/2 * 4 + 1/2 * 1/2 = 9/4"
    yield ("every percept pays 4, and the corridor", why, Fraction(9, 4), upsilon, _one, paid_at_first, 2)
    why = "bandit 2, 0; corridor 0, 1: 1/2 * 1 + 1/2 * 1/2 = 3/4"
    yield ("1, then 0 after (2,0) and 1 after (0,1)", why, Fraction(3, 4), upsilon, _AGENT, ordinary, 2)
    checked = reality_check(_AGENT)
    yield ("its reality check", "acts alike on its own: 3/4", Fraction(3, 4), upsilon, checked, ordinary, 2)
    why = "1 and paid; 0 on (0,0) 1 (1,0), but 1 on (0,0) 1 (0,0): punished; (1 - 1) / 2 = 0"
    yield ("ignoring rewards, on another's history", why, Fraction(0), upsilon, _AGENT, ignoring, 2)
    yield ("equal weights", "two of them: 1/2 and 1/2", [_HALF, _HALF], lambda: [w for w, _ in ordinary])
    yield ("one turn", "2 and 0: 1/2 * 2 + 1/2 * 0 = 1", Fraction(1), upsilon, _one, ordinary, 1)
    yield ("the weight 1", "the average itself", Fraction(1), upsilon, _one, (Weighted(Fraction(1), deja_vu),), 1)
    yield ("one turn", "2 alone: the 4 at first follows no action", Fraction(2), average_reward, _one, *_PAYING_4)
    yield ("no environments", "no battery", InvalidParameter, equally_weighted, ())
    for weights in ((), (0, 1), (-1, 2), (1.0,), (True,), (0.5, 0.5), (_HALF, 0.5), (_HALF, _QUARTER), (_HALF,) * 3):
        family: Any = [Weighted(weight, deja_vu) for weight in weights]  # type: ignore[arg-type]
        yield (f"the weights {weights}", "exact, above 0, 1 in all", InvalidParameter, upsilon, _one, family, 1)
    for turns in (0, -1, True, 1.0):
        yield (f"{turns} turns", "an int from 1 on", InvalidParameter, average_reward, _one, deja_vu, turns)
        yield (f"{turns} turns of a family", "from 1 on", InvalidParameter, upsilon, _one, ordinary, turns)


# --- Mutants ---


_Value = Callable[[Agent, ExtendedEnvironment, int], Fraction]


def _adding(value: _Value = average_reward) -> Upsilon:
    """Return a weighted sum of values that does not look at its weights."""

    def weighted(agent: Agent, family: Sequence[Weighted], turns: int) -> Fraction:
        return sum((w * value(agent, environment, turns) for w, environment in family), Fraction(0))

    return weighted


def _in_total(agent: Agent, environment: ExtendedEnvironment, turns: int) -> Fraction:
    return turns * average_reward(agent, environment, turns)


def _with_the_first(agent: Agent, environment: ExtendedEnvironment, turns: int) -> Fraction:
    run = interaction(agent, environment, turns)
    return Fraction(sum(percept.reward for percept in percepts(run))) / turns


def _unweighted(agent: Agent, family: Sequence[Weighted], turns: int) -> Fraction:
    return sum((average_reward(agent, e, turns) for _, e in family), Fraction(0)) / len(family)


def _best_alone(agent: Agent, family: Sequence[Weighted], turns: int) -> Fraction:
    return max(average_reward(agent, e, turns) for _, e in family)


def _weight_one(environments: Iterable[ExtendedEnvironment]) -> tuple[Weighted, ...]:
    return tuple(Weighted(Fraction(1), environment) for environment in environments)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S2-upsilon",
        kind="definition",
        title="weighted average over a family",
        claim="Over a finite family of environments an agent has the weighted average of its average rewards; a "
        "battery is the family with weights 1/n. Over ordinary environments π_RC has what π has.",
        source=f"{ALEXANDER_2022}, Section 2 after Definition 2",
        check=finite_family,
        mutants={
            "totals, not averages": {"upsilon": _adding(_in_total)},
            "the first reward counts, the last does not": {"upsilon": _adding(_with_the_first)},
            "weights are not looked at": {"upsilon": _unweighted},
            "the best environment alone": {"upsilon": _best_alone},
            "weights need not add up to 1": {"upsilon": _adding()},
            "each of a battery weighs 1": {"equally_weighted": _weight_one},
            "π_RC does the other action": {"reality_check": lambda agent: lambda prompt: 1 - agent(prompt)},
            "π_RC is frozen from the start": {"reality_check": lambda agent: lambda prompt: agent(prompt[:1])},
        },
        verdict="defined",
        evidence="exhaustive: π_RC for all agents over the ordinary environments present, 4 turns, 2 actions, and for "
        "all agents x all ordinary environments over 2 percepts, 3 turns",
        defects="Υ is over all environments with an algorithmic prior, which cannot be computed; the value in one "
        "environment is left open.",
        repair="a finite family with exact weights that add up to 1; the value is the average of the rewards that "
        "follow the first n actions",
        witness="over a bandit and ignore_rewards there is an agent, found by exhaustion, whose π_RC has another Υ'",
    ),
)
