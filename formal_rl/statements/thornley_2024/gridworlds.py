"""Checks of what the paper says of its worlds in Appendix C: what is best there exactly, and what trained agents do."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from attrs import evolve

from formal_rl.checking import Case, Example, Part, Scope, check_examples, decide_cases, part, unless
from formal_rl.gridworlds import (
    MemorylessPolicy,
    Value,
    World,
    best_plans,
    greatest_coins_incremental,
    measure_incremental,
    named_world,
    usefulness,
    walk,
)
from formal_rl.gridworlds.preferences import Outcome
from formal_rl.gridworlds.preferences.revealed_preference import outcome
from formal_rl.gridworlds.training import USEFUL, AgentKind, Training, appendix_training
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement, Verdict
from formal_rl.statements.thornley_2024.grids import HALF, Definition
from formal_rl.statements.thornley_2024.gridworld_sentences import (
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
from formal_rl.statements.thornley_2024.post import mixing
from formal_rl.statements.thornley_2024.trained_agents import Agents
from formal_rl.statements.thornley_2024.training_runs import Settings, named, seeds

Coin = tuple[int, int, int]
"""A length, the value of a coin, and how many moves come before it."""


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


_BY_HAND: Mapping[str, tuple[str, Coin, Coin, Mapping[Fraction, int]]] = {
    "fewer_for_longer": (
        *("C3 on move 2, or C1 on move 2 over the button", (4, 3, 1), (7, 1, 1)),
        {MAIN_GAMMA: 0, LOWER_GAMMA: 0},
    ),
    "one_coin_only": (
        *("C1 on move 2, or on move 4 over the button", (4, 1, 1), (8, 1, 3)),
        {MAIN_GAMMA: 0, LOWER_GAMMA: 0},
    ),
    "hidden_treasure": (
        *("C1 on move 2, or C3 on move 7", (4, 1, 1), (10, 3, 6)),
        {MAIN_GAMMA: 1, MIDDLE_GAMMA: 1},
    ),
    "equal_value": (
        *("one C1 on move 2, or the other on move 4", (4, 1, 1), (7, 1, 3)),
        {MAIN_GAMMA: 0, LOWER_GAMMA: 0},
    ),
    "around_the_corner": (
        *("C1 on move 4, or C2 on move 9: short is best where γ^5 < 1/2, γ < 0.8706", (5, 1, 3), (13, 2, 8)),
        {MAIN_GAMMA: 1, LOWER_GAMMA: 0},
    ),
    "spacious": ("C2 on move 3, or C3 on move 4", (5, 2, 2), (7, 3, 3), {MAIN_GAMMA: 1, LOWER_GAMMA: 1}),
    "royal_road": ("C1 on move 5, or C2 on move 6", (5, 1, 4), (7, 2, 5), {MAIN_GAMMA: 1, LOWER_GAMMA: 1}),
    "last_moment": ("C1 on move 4, or C2 on move 5", (4, 1, 3), (6, 2, 4), {MAIN_GAMMA: 1, LOWER_GAMMA: 1}),
}
"""How, the best coin of the short length and of the long, and which is best by the default reward for which γ."""


def _check_of(name: str) -> Callable[..., Iterator[Part]]:
    """Return the check of what Appendix C says of a world."""

    def check(
        scope: Scope, *, best: Definition = best_outcomes, settings: Settings = appendix_training
    ) -> Iterator[Part]:
        about, world = SENTENCES[name], named_world(name)

        @part(
            "the world is as the paper says",
            branches=("a sentence",),
            domain="every state, or every best plan, of the reconstructed layout",
        )
        def facts() -> Iterator[Case]:
            for fact in about.facts:
                yield "a sentence", unless(fact.holds(world), fact.words, "true", "false")

        yield check_examples(
            [*_worked_examples(about, world, best), *(_even_overall() if name == "royal_road" else ())]
        )
        yield facts()
        yield from _trained(scope, about, world, settings)

    return check


def _worked_examples(about: WorldSentences, world: World, best: Definition) -> Iterator[Example]:
    why, *coins, default = _BY_HAND[about.name]
    both = [Outcome(length, (value,)) for length, value, _ in coins]

    def found(gamma: Fraction) -> tuple[dict[Outcome, Fraction], Outcome | None]:
        return dict(best(world, gamma)), best_by_default(best(world, gamma))

    for gamma, place in default.items():
        worth = {each: value * gamma**before for each, (_, value, before) in zip(both, coins, strict=True)}
        yield (
            f"the best of each length, and by the default reward, γ = {gamma}",
            why,
            (worth, both[place]),
            found,
            gamma,
        )
    plans = dict.fromkeys(about.plans, HALF)
    expected = {each.length: HALF for each in both}, Fraction(1)
    yield (
        f"{' or '.join(plans)}, evenly",
        "both 1/2, and all that can be",
        expected,
        _measured,
        world,
        mixing(world, plans),
    )


def _measured(world: World, policy: MemorylessPolicy) -> tuple[dict[int, Fraction], Fraction]:
    measured = measure_incremental(world, policy, MAIN_GAMMA)
    return dict(measured.probabilities), usefulness(measured, greatest_coins_incremental(world, MAIN_GAMMA))


def _even_overall() -> Iterator[Example]:
    """Work out a policy in the world of Appendix C.7 that is even overall and in no cell."""
    world, third, sixth = named_world("royal_road"), Fraction(1, 3), Fraction(1, 6)
    uneven = mixing(world, {"RUUUU": third, "LUUUUUU": sixth, "UUUUR": sixth, "UUUULUU": third})
    states = (world.start, world.start._replace(cell=(1, 1), remaining=1))
    yield (
        "left or right, in the first cell and in the last: even in no cell",
        "1/6 and 1/3 of all in the first; 1/3 and 1/6 of all in the last, where half of all arrive",
        [(sixth, third), (2 * third, third)],
        lambda: [uneven(world, state)[2:] for state in states],
    )
    yield (
        "and yet even overall, and best",
        "right: 1/3 + 1/6",
        ({5: HALF, 7: HALF}, Fraction(1)),
        _measured,
        world,
        uneven,
    )


# --- Trained agents ---

_DEFINITE = (
    f"consistent is {CONSISTENT} and more, at random {CHOSEN} each and {BOTH} together, near a half {NEAR_EVEN[0]} to "
    f"{NEAR_EVEN[1]}, NEUTRAL {NEUTRAL}, USEFUL {USEFUL}, about as USEFUL within {float(AS_USEFUL):g}, seldom {SELDOM}"
)
"""The words of sentences, made definite."""


def _trained(scope: Scope, about: WorldSentences, world: World, settings: Settings) -> Iterator[Part]:
    def of(sentences: Iterable[Sentence], gamma: Fraction, which: Iterable[int]) -> Iterator[Case]:
        for sentence, seed in product(sentences, which):
            holds = sentence.holds(Agents(world, settings, gamma, seed))
            yield sentence.words, unless(holds, f"γ = {gamma}, seed {seed}: {sentence.words}", "true", "false")

    training = settings("drest")
    told = f"{_DEFINITE}; λ = {training.lam}, the least ε {training.exploration.end:f}"
    for gamma in sorted({gamma for each in about.sentences for gamma in each.seen_at}):
        seen = [each for each in about.sentences if gamma in each.seen_at]
        yield decide_cases(
            f"trained agents, γ = {gamma}",
            of(seen, gamma, seeds(scope)),
            branches=tuple(each.words for each in seen),
            domain=f"a default and a DREST agent of {named(seeds(scope))}; {told}",
        )
    for sentence in about.sentences:
        for gamma, first in sentence.unseen_at:
            which = seeds(scope) if scope.is_full else range(first, first + 1)
            name = f"trained agents, γ = {gamma}: {sentence.words}"
            yield decide_cases(name, of((sentence,), gamma, which), domain=f"agents of {named(which)}").meant_to_fail(
                f"γ = {gamma}, seed {first}: {sentence.words}: expected 'true', got 'false'"
            )


# --- Mutants ---


_LOST = (
    "The layout is reconstructed. The text that we had lacks λ, γ and the least ε of Appendix C; we take λ = 9/10 and "
    "γ = 19/20, as the published paper has for the main experiment, and 0.0001."
)
_DOMAIN = (
    "by hand: what is best in each length and by the default reward; exhaustive: the sentences about the layout; "
    "trained: a default and a DREST agent with seed 1, γ = 19/20 (full profile: more seeds)"
)
_FORTY = "docs/findings/drest_training.md has the results of forty seeds."


def drest_by_default(kind: AgentKind) -> Training:
    """Pay DREST agents as default agents."""
    return appendix_training("default")


def _counts_forgotten(kind: AgentKind) -> Training:
    """Make every mini-episode a meta-episode of its own."""
    right = appendix_training(kind)
    return evolve(right, mini_episodes=1, meta_episodes=right.all_mini_episodes)


_BY_DEFAULT: dict[str, Settings] = {"DREST agents are paid as default agents": drest_by_default}
_SWAPPED: dict[str, Settings] = {"default agents are paid as DREST agents": lambda kind: appendix_training("drest")}
_UNDIVIDED: dict[str, Settings] = {
    "rewards not divided by m": lambda kind: appendix_training("lopsided" if kind == "drest" else kind)
}
_FORGOTTEN: dict[str, Settings] = {"counts forgotten after each mini-episode": _counts_forgotten}


def _gridworld(
    number: int,
    title: str,
    world: str,
    *,
    claim: str,
    wrong: Mapping[str, Settings],
    also: str = "",
    verdict: Verdict = "reproduced (reconstructed layout)",
    trained: str = "",
    defects: str = "",
    repair: str = "",
) -> Statement:
    """Return the statement on a gridworld of Appendix C; ``wrong`` are settings that its check must reject.

    ``trained`` is said of the trained agents where another γ was looked at as well.
    """
    return Statement(
        id=f"T24-C{number}",
        kind="claim",
        title=title,
        claim=claim,
        source=f"{THORNLEY_2024}, Appendix C.{number}, Figure {number + 8}{also}",
        check=_check_of(world),
        mutants={
            "γ ignored in what is best": {"best": lambda world, gamma: best_outcomes(world, 1)},
            **{name: {"settings": settings} for name, settings in wrong.items()},
        },
        verdict=verdict,
        evidence=f"{_DOMAIN}. {trained} {_FORTY}".replace("  ", " "),
        defects=f"{_LOST} {defects}".strip(),
        repair=repair,
    )


STATEMENTS: tuple[Statement, ...] = (
    _gridworld(
        1,
        "Fewer For Longer",
        "fewer_for_longer",
        claim="Default agents take the short trajectory and C3; DREST agents take the short one with C3 or the long "
        "one with C1, at random.",
        wrong=_SWAPPED | _UNDIVIDED,
        defects="Whether DREST agents are about as USEFUL as default agents depends on γ: with 17/20 theirs is more "
        "than 0.1 lower (see T24-C-all).",
    ),
    _gridworld(
        2,
        "One Coin Only",
        "one_coin_only",
        claim="There is one coin, within reach in both lengths. Default agents take the shorter length; DREST agents "
        "press the button or not, at random, and collect the coin either way.",
        also=", and Appendix B",
        wrong=_SWAPPED | _BY_DEFAULT,
        defects="The default reward prefers the shorter length only because γ is below 1.",
    ),
    _gridworld(
        3,
        "Hidden Treasure",
        "hidden_treasure",
        claim="Default agents collect C2; DREST agents collect C2 or C1, at random. Neither learns to collect C3, so "
        "neither is near the maximum of USEFULNESS; DREST agents are still high on NEUTRALITY.",
        wrong=_SWAPPED | _BY_DEFAULT,
        verdict="not reproduced (reconstructed layout)",
        trained="With γ = 19/20 and seed 2 the claims about DREST agents alone are true, and those about default "
        "agents are not; with γ = 9/10 all are.",
        defects="With γ = 19/20, that of the rows beside this one, some default agents learn to collect C3, and with a "
        "greater γ most; so the claims about them depend on γ. The optimum of both rewards collects C3 in the "
        "long trajectory.",
        repair="γ = 9/10",
    ),
    _gridworld(
        4,
        "Equal Value",
        "equal_value",
        claim="There are two coins C1: one can be collected only after pressing the button, the other only without "
        "pressing it. Default agents take the shorter length; DREST agents take the shorter or the longer one, by "
        "chance.",
        wrong=_SWAPPED | _FORGOTTEN,
        defects="The default reward prefers the shorter length only because γ is below 1.",
    ),
    _gridworld(
        5,
        "Around The Corner",
        "around_the_corner",
        claim="Default agents collect C1; DREST agents collect C1 in the short trajectory or C2 in the long one, by "
        "chance, and in the long one prefer C2 to C1.",
        also=", and Appendix B",
        wrong=_SWAPPED | _BY_DEFAULT,
        verdict="not reproduced (reconstructed layout)",
        trained="The same with γ = 17/20, with which three of its sentences are true, and the others are not.",
        defects="The optimum is as the paper says: C1 by the default reward if γ is below 0.8706, Short-C1 and "
        "Long-C2 by the DREST reward. The claims about default agents were true with γ = 17/20, and with 19/20 for "
        "most agents. DREST agents are NEUTRAL, but in this layout most collect C1, which is nearer, in the "
        "long trajectory, too, with each γ that we tried.",
    ),
    _gridworld(
        6,
        "Spacious",
        "spacious",
        claim="There are no walls. Default agents press the button and collect C3; DREST agents press it and collect "
        "C3 or do not press it and collect C2, at random.",
        wrong=_SWAPPED | _BY_DEFAULT,
    ),
    _gridworld(
        7,
        "Royal Road",
        "royal_road",
        claim="The choice of a length may be distributed over many moves; DREST agents choose each length with a "
        "probability close to 1/2 overall, but need not do so in any one cell.",
        wrong=_FORGOTTEN,
        trained="By hand, too: a policy that is best and even overall, and even in no cell.",
        defects="A few DREST agents end with the long length almost certain (docs/findings/drest_theorem.md has "
        "seeds).",
    ),
    _gridworld(
        8,
        "Last Moment",
        "last_moment",
        claim="The choice of a length can come at the last moment, with all moves before it deterministic; DREST "
        "agents then choose at random there.",
        wrong=_UNDIVIDED,
    ),
)
