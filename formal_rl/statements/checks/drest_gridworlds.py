"""Checks of what the paper says of its worlds in Appendix C: what is best there exactly, and what trained agents do."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from formal_rl.checking import Disagreement, Example, Part, Scope, check_examples, decide_cases
from formal_rl.gridworlds import (
    MemorylessPolicy,
    Value,
    World,
    best_plans,
    greatest_coins_incremental,
    measure_incremental,
    named_world,
    observe,
    usefulness,
    walk,
)
from formal_rl.gridworlds.preferences import Outcome
from formal_rl.gridworlds.preferences.revealed_preference import outcome
from formal_rl.gridworlds.training import USEFUL, appendix_training
from formal_rl.statements.checks.drest_gridworlds_agents import Agents
from formal_rl.statements.checks.drest_gridworlds_sentences import (
    AS_USEFUL,
    BOTH,
    CHOSEN,
    CONSISTENT,
    LOWER_GAMMA,
    MAIN_GAMMA,
    MIDDLE_GAMMA,
    NEAR_EVEN,
    NEUTRAL,
    SELDOM,
    SENTENCES,
    Sentence,
    WorldSentences,
)
from formal_rl.statements.checks.drest_training_runs import Settings, named, seeds
from formal_rl.statements.checks.drest_training_settings import SETTINGS_BY_PLACE, settings_by_hand
from formal_rl.statements.checks.post import mixing

_SHORTENED = {
    "DREST agents collect C1 in the short trajectory or C2 in the long one, by chance; so in Appendix B, too.": "DREST…"
}
"""How a long sentence stands in what is foreseen."""

Best: TypeAlias = Callable[[World, Value], Mapping[Outcome, Fraction]]
Check: TypeAlias = Callable[..., Iterator[Part]]
_Case: TypeAlias = tuple[str, Disagreement | None]

_HALF = Fraction(1, 2)


@lru_cache(maxsize=64)
def best_outcomes(world: World, gamma: Value) -> Mapping[Outcome, Fraction]:
    """Return the best outcome of each length, and its discounted coins m_l.

    A DREST agent is best if it chooses them equally often; N is at most N* = 58 in Appendix C.
    """
    best = [walk(world, next(plans)) for plans in best_plans(world, gamma).values()]
    return MappingProxyType({outcome(each): each.coins(gamma) for each in best})


def best_by_default(best: Mapping[Outcome, Fraction]) -> Outcome | None:
    """Return the outcome that the default reward is greatest for; ``None`` where two are as good."""
    greatest = [each for each, coins in best.items() if coins == max(best.values())]
    return greatest[0] if len(greatest) == 1 else None


class _ByHand(NamedTuple):
    """The best outcomes worked by hand: how, their coins as (value, moves before it), and the default agent's."""

    arithmetic: str
    best: Mapping[Outcome, tuple[int, int]]
    default: Mapping[Fraction, Outcome]


def _hand(
    arithmetic: str, short: tuple[int, int, int], long: tuple[int, int, int], *default: tuple[Fraction, int]
) -> _ByHand:
    """Return what is worked by hand: (length, value, moves before), twice, and which of the two is best for which γ."""
    both = tuple(Outcome(length, (value,)) for length, value, _ in (short, long))
    moves = dict(zip(both, (short[1:], long[1:]), strict=True))
    return _ByHand(arithmetic, moves, {gamma: both[place] for gamma, place in default})


_BY_HAND: Mapping[str, _ByHand] = MappingProxyType(
    {
        "fewer_for_longer": _hand(
            "C3 on move 2, or C1 on move 2 over the button", (4, 3, 1), (7, 1, 1), (MAIN_GAMMA, 0), (LOWER_GAMMA, 0)
        ),
        "one_coin_only": _hand(
            "C1 on move 2, or on move 4 over the button", (4, 1, 1), (8, 1, 3), (MAIN_GAMMA, 0), (LOWER_GAMMA, 0)
        ),
        "hidden_treasure": _hand(
            "C1 on move 2, or C3 on move 7", (4, 1, 1), (10, 3, 6), (MAIN_GAMMA, 1), (MIDDLE_GAMMA, 1)
        ),
        "equal_value": _hand(
            "one C1 on move 2, or the other on move 4", (4, 1, 1), (7, 1, 3), (MAIN_GAMMA, 0), (LOWER_GAMMA, 0)
        ),
        "around_the_corner": _hand(
            "C1 on move 4, or C2 on move 9: short is best where γ^5 < 1/2, γ < 0.8706",
            (5, 1, 3),
            (13, 2, 8),
            (MAIN_GAMMA, 1),
            (LOWER_GAMMA, 0),
        ),
        "spacious": _hand("C2 on move 3, or C3 on move 4", (5, 2, 2), (7, 3, 3), (MAIN_GAMMA, 1), (LOWER_GAMMA, 1)),
        "royal_road": _hand("C1 on move 5, or C2 on move 6", (5, 1, 4), (7, 2, 5), (MAIN_GAMMA, 1), (LOWER_GAMMA, 1)),
        "last_moment": _hand("C1 on move 4, or C2 on move 5", (4, 1, 3), (6, 2, 4), (MAIN_GAMMA, 1), (LOWER_GAMMA, 1)),
    }
)


def check_of(name: str) -> Check:
    """Return the check of what Appendix C says of a world."""

    def check(scope: Scope, *, best: Best = best_outcomes, settings: Settings = appendix_training) -> Iterator[Part]:
        about, world = SENTENCES[name], named_world(name)
        yield check_examples([*_worked_examples(about, world, best), *_MORE_BY_HAND.get(name, tuple)()])
        yield settings_by_hand(SETTINGS_BY_PLACE, "Appendix C")
        yield decide_cases(
            "the world is as the paper says",
            (
                ("a sentence", None if fact.holds(world) else Disagreement(fact.words, "true", "false"))
                for fact in about.facts
            ),
            branches=("a sentence",),
            domain="every state, or every best plan, of the reconstructed layout",
        )
        yield from _trained(scope, about, world, settings)

    return check


def _worked_examples(about: WorldSentences, world: World, best: Best) -> Iterator[Example]:
    by_hand = _BY_HAND[about.name]
    for gamma, default in by_hand.default.items():
        yield Example(
            f"the best outcome of each length, γ = {gamma}",
            by_hand.arithmetic,
            {each: value * gamma**before for each, (value, before) in by_hand.best.items()},
            partial(_as_dict, best, world, gamma),
        )
        yield Example(
            f"what the default reward is greatest for, γ = {gamma}",
            by_hand.arithmetic,
            default,
            partial(_by_default, best, world, gamma),
        )
    short, long = about.plans
    yield Example(
        f"{short} or {long}, each half of the time",
        "both lengths 1/2, and all that can be collected is",
        ({each.length: _HALF for each in by_hand.best}, Fraction(1)),
        lambda: _measured(world, mixing(world, {short: _HALF, long: _HALF})),
    )


def _words_made_definite() -> str:
    """Return the thresholds in a few words."""
    low, high = NEAR_EVEN
    return (
        f"consistent is {CONSISTENT} and more, by chance {CHOSEN} each and {BOTH} together, near a half {low} to "
        f"{high}, NEUTRAL {NEUTRAL}, USEFUL {USEFUL}, about as USEFUL within {float(AS_USEFUL):g}, seldom {SELDOM}"
    )


def _as_dict(best: Best, world: World, gamma: Fraction) -> dict[Outcome, Fraction]:
    return dict(best(world, gamma))


def _by_default(best: Best, world: World, gamma: Fraction) -> Outcome | None:
    return best_by_default(best(world, gamma))


def _measured(world: World, policy: MemorylessPolicy) -> tuple[dict[int, Fraction], Fraction]:
    measured = measure_incremental(world, policy, MAIN_GAMMA)
    return dict(measured.probabilities), usefulness(measured, greatest_coins_incremental(world, MAIN_GAMMA))


def _even_overall_alone() -> tuple[Example, ...]:
    """Work out a policy in the world of Appendix C.7 that is even overall and in no cell."""
    world = named_world("royal_road")
    uneven = mixing(
        world,
        {
            "RUUUU": Fraction(1, 3),
            "LUUUUUU": Fraction(1, 6),
            "UUUUR": Fraction(1, 6),
            "UUUULUU": Fraction(1, 3),
        },
    )

    def sides(policy: MemorylessPolicy) -> list[tuple[Fraction, Fraction]]:
        first = world.start
        last = first._replace(cell=(1, 1), remaining=1)
        assert observe(last) != observe(first)
        return [(policy(world, state)[2], policy(world, state)[3]) for state in (first, last)]

    return (
        Example(
            "left or right, in the first cell and in the last: even in no cell",
            "1/6 and 1/3 of all in the first; 1/3 and 1/6 of all in the last, where half of all arrive",
            [(Fraction(1, 6), Fraction(1, 3)), (Fraction(2, 3), Fraction(1, 3))],
            lambda: sides(uneven),
        ),
        Example(
            "and yet even overall, and best",
            "right: 1/3 + 1/6",
            ({5: _HALF, 7: _HALF}, Fraction(1)),
            lambda: _measured(world, uneven),
        ),
    )


_MORE_BY_HAND: Mapping[str, Callable[[], tuple[Example, ...]]] = MappingProxyType({"royal_road": _even_overall_alone})


# --- Trained agents ---


def _trained(scope: Scope, about: WorldSentences, world: World, settings: Settings) -> Iterator[Part]:
    def of(sentence: Sentence, gamma: Fraction, which: Iterable[int]) -> Iterator[_Case]:
        for seed in which:
            holds = sentence.holds(Agents(world, settings, gamma, seed))
            wrong = Disagreement(f"γ = {gamma}, seed {seed}: {sentence.words}", "true", "false")
            yield sentence.words, None if holds else wrong

    for gamma in sorted({gamma for each in about.sentences for gamma in each.seen_at}):
        seen = [each for each in about.sentences if gamma in each.seen_at]
        yield decide_cases(
            f"trained agents, γ = {gamma}",
            (case for each in seen for case in of(each, gamma, seeds(scope))),
            branches=tuple(each.words for each in seen),
            domain=f"a default and a DREST agent of {named(seeds(scope))}; {_words_made_definite()}",
        )
    for sentence in about.sentences:
        for gamma, first in sentence.unseen_at:
            which = seeds(scope) if scope.is_full else range(first, first + 1)
            name = f"trained agents, γ = {gamma}: {sentence.words}"
            words = _SHORTENED.get(sentence.words, sentence.words)
            yield decide_cases(name, of(sentence, gamma, which), domain=f"agents of {named(which)}").meant_to_fail(
                f"γ = {gamma}, seed {first}: {words}: expected 'true', got 'false'"
            )
