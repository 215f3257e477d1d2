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
)
from formal_rl.environments import (
    ExtendedEnvironment,
    TableAgent,
    average_reward,
    bandit,
    corridor,
    deja_vu,
    embed,
    ignore_rewards,
)
from formal_rl.environments import weighted_average as module
from formal_rl.environments.weighted_average import Weighted
from formal_rl.errors import InvalidParameter
from formal_rl.histories import Percept, history
from formal_rl.statements.library import ORDINARY_ENVIRONMENTS
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


_AGENT = TableAgent(
    {
        history((0, 0)): 1,
        history((0, 0), 1, (2, 0)): 0,
        history((0, 0), 1, (0, 1)): 1,
        history((0, 0), 1, (1, 0)): 0,
        history((0, 0), 1, (0, 0)): 1,
        history((0, 0), 0, (0, 0)): 0,
    }
)
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

    yield _worked_examples(upsilon, equally_weighted, reality_check)
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
        return None if got == expected else Disagreement(f"Υ of π_RC, {turns} turns", expected, got)

    return claim


_WEIGHTS: tuple[tuple[Any, Any], ...] = ((0, 1), (-1, 2), (0.5, 0.5), (True, 0))
"""Two weights that add up to 1, of which the first is not exact or not above 0."""


def _worked_examples(upsilon: Upsilon, equally_weighted: EquallyWeighted, reality_check: Transform) -> Part:
    checked = reality_check(_AGENT)
    ignoring = (Weighted(Fraction(1), ignore_rewards),)
    ordinary = equally_weighted(_BANDIT_AND_CORRIDOR)
    paid_at_first = (
        Weighted(_HALF, lambda agent, play: embed(bandit((0, 2)))(agent, play)._replace(reward=4)),
        Weighted(_HALF, embed(corridor(2))),
    )
    return check_examples(
        (
            Example(
                "1 throughout, three turns",
                "bandit 2, 2, 2; corridor 0, 1, 1; déjà vu 1, 1, 1: 1/2 * 2 + 1/4 * 2/3 + 1/4 * 1 = 17/12",
                Fraction(17, 12),
                lambda: upsilon(_one, _FAMILY, 3),
            ),
            Example(
                "every percept pays 4, and the corridor",
                "4 and 4; 0 and 1: 1/2 * 4 + 1/2 * 1/2 = 9/4",
                Fraction(9, 4),
                lambda: upsilon(_one, paid_at_first, 2),
            ),
            Example(
                "1, then 0 after (2,0) and 1 after (0,1)",
                "bandit 2, 0; corridor 0, 1: 1/2 * 1 + 1/2 * 1/2 = 3/4",
                Fraction(3, 4),
                lambda: upsilon(_AGENT, ordinary, 2),
            ),
            Example(
                "its reality check",
                "acts alike on its own histories: 3/4",
                Fraction(3, 4),
                lambda: upsilon(checked, ordinary, 2),
            ),
            Example(
                "ignoring rewards, on a history that is not its own",
                "1 and paid; 0 on (0,0) 1 (1,0), but 1 on (0,0) 1 (0,0): punished; (1 - 1) / 2 = 0",
                Fraction(0),
                lambda: upsilon(_AGENT, ignoring, 2),
            ),
            Example("equal weights", "two of them: 1/2 and 1/2", [_HALF, _HALF], lambda: [w for w, _ in ordinary]),
            *(
                Example(
                    f"a weight {weight!r}",
                    "exact and above 0",
                    InvalidParameter,
                    partial(upsilon, _one, (Weighted(weight, deja_vu), Weighted(rest, deja_vu)), 1),
                )
                for weight, rest in _WEIGHTS
            ),
            *(
                Example(f"{turns!r} turns", "at least 1", InvalidParameter, partial(upsilon, _one, ordinary, turns))
                for turns in (0, True)
            ),
            Example("one turn", "2 and 0: 1/2 * 2 + 1/2 * 0 = 1", Fraction(1), partial(upsilon, _one, ordinary, 1)),
            Example("no environment", "no average", InvalidParameter, partial(equally_weighted, ())),
            Example("an empty family", "0 is not 1", InvalidParameter, partial(upsilon, _one, (), 1)),
            Example(
                "weights that add up to 3/4", "no average", InvalidParameter, lambda: upsilon(_one, _FAMILY[:2], 1)
            ),
            *(
                Example(
                    f"the weights {', '.join(map(str, weights))}", "exact, above 0, 1 in all", InvalidParameter, call
                )
                for weights in ((), (0, 1), (-1, 2), (1.0,), (True,), (_HALF, 0.5), (_HALF, _HALF, _HALF))
                for call in [partial(upsilon, _one, [Weighted(w, deja_vu) for w in weights], 1)]  # type: ignore[arg-type]
            ),
            *(
                Example(f"{turns} turns", "an int from 1 on", InvalidParameter, call)
                for turns in (0, -1, True, 1.0)
                for call in [partial(average_reward, _one, deja_vu, turns)]  # type: ignore[arg-type]
            ),
            Example(
                "the weight 1", "the average itself", Fraction(1), lambda: upsilon(_one, [Weighted(1, deja_vu)], 1)
            ),
            Example(
                "one turn",
                "2 alone: the 4 at first follows no action",
                Fraction(2),
                partial(average_reward, _one, *_PAYING_4),
            ),
            Example("no environments", "no battery", InvalidParameter, lambda: equally_weighted(())),
        )
    )
