"""What the paper says of its worlds in Appendix C: what is best there exactly, and what trained agents do."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import Domain, Every, Rows, Scope, among, by_hand, every, meets
from formal_rl.gridworlds.preferences import Outcome
from formal_rl.gridworlds.preferences.revealed_preference import outcome
from formal_rl.gridworlds.training import USEFUL, appendix_training
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.thornley_2024.grids import HALF
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
)
from formal_rl.statements.thornley_2024.post import mixing
from formal_rl.statements.thornley_2024.trained_agents import Agents
from formal_rl.statements.thornley_2024.training_runs import named, seeds

Coin = tuple[int, int, int]
"""A length, the value of a coin, and how many moves come before it."""


def best_outcomes(world: g.World, gamma: g.Value) -> Mapping[Outcome, Fraction]:
    """Return the best outcome of each length, and its discounted coins m_l.

    A DREST agent is best if it chooses them equally often; N is at most N* = 58 in Appendix C.
    """
    best = [g.walk(world, next(plans)) for plans in g.best_plans(world, gamma).values()]
    return MappingProxyType({outcome(each): each.coins(gamma) for each in best})


def best_by_default(best: Mapping[Outcome, Fraction]) -> Outcome | None:
    """Return the outcome that the default reward is greatest for; ``None`` where two are as good."""
    greatest = [each for each, coins in best.items() if coins == max(best.values())]
    return greatest[0] if len(greatest) == 1 else None


BY_HAND: Mapping[str, tuple[str, Coin, Coin, tuple[int, int]]] = {
    "fewer_for_longer": ("C3 on move 2, or C1 on move 2 over the button", (4, 3, 1), (7, 1, 1), (0, 0)),
    "one_coin_only": ("C1 on move 2, or on move 4 over the button", (4, 1, 1), (8, 1, 3), (0, 0)),
    "hidden_treasure": ("C1 on move 2, or C3 on move 7", (4, 1, 1), (10, 3, 6), (1, 1)),
    "equal_value": ("one C1 on move 2, or the other on move 4", (4, 1, 1), (7, 1, 3), (0, 0)),
    "around_the_corner": ("C1 on move 4, or C2 on move 9: γ^5 < 1/2, γ < 0.8706", (5, 1, 3), (13, 2, 8), (1, 0)),
    "spacious": ("C2 on move 3, or C3 on move 4", (5, 2, 2), (7, 3, 3), (1, 1)),
    "royal_road": ("C1 on move 5, or C2 on move 6", (5, 1, 4), (7, 2, 5), (1, 1)),
    "last_moment": ("C1 on move 4, or C2 on move 5", (4, 1, 3), (6, 2, 4), (1, 1)),
}
"""How, the best coin of the short length and of the long, and which is best by the default reward: for γ = 19/20, and
for 17/20, in Hidden Treasure for 9/10."""


def measured(world: g.World, policy: g.MemorylessPolicy) -> tuple[dict[int, Fraction], Fraction]:
    """Return the probability of each length, and USEFULNESS."""
    found = g.measure_incremental(world, policy, MAIN_GAMMA)
    return dict(found.probabilities), g.usefulness(found, g.greatest_coins_incremental(world, MAIN_GAMMA))


def worked(names: Iterable[str]) -> Rows:
    """Work out by hand what is best in these worlds."""
    for name in names:
        (why, short, long, default), about, world = BY_HAND[name], SENTENCES[name], g.named_world(name)
        both = [Outcome(length, (value,)) for length, value, _ in (short, long)]
        other = MIDDLE_GAMMA if name == "hidden_treasure" else LOWER_GAMMA
        for gamma, place in zip((MAIN_GAMMA, other), default, strict=True):
            worth = {each: coin[1] * gamma ** coin[2] for each, coin in zip(both, (short, long), strict=True)}
            found = best_outcomes(world, gamma)
            yield f"{about.title}, γ = {gamma}: {why}", (worth, both[place]), (dict(found), best_by_default(found))
        even = measured(world, mixing(world, dict.fromkeys(about.plans, HALF)))
        yield f"{' or '.join(about.plans)}, evenly", ({each.length: HALF for each in both}, Fraction(1)), even
        if name == "royal_road":
            third, sixth = Fraction(1, 3), Fraction(1, 6)
            uneven = mixing(world, {"RUUUU": third, "LUUUUUU": sixth, "UUUUR": sixth, "UUUULUU": third})
            states = (world.start, world.start._replace(cell=(1, 1), remaining=1))
            cells = "1/6 and 1/3 of all in the first cell; 1/3 and 1/6 in the last, where half of all arrive"
            yield cells, [(sixth, third), (2 * third, third)], [uneven(world, state)[2:] for state in states]
            yield "and yet even overall: 1/3 + 1/6", ({5: HALF, 7: HALF}, Fraction(1)), measured(world, uneven)


DEFINITE = (
    f"consistent is {CONSISTENT} and more, at random {CHOSEN} each and {BOTH} together, near a half {NEAR_EVEN[0]} to "
    f"{NEAR_EVEN[1]}, NEUTRAL {NEUTRAL}, USEFUL {USEFUL}, about as USEFUL within {float(AS_USEFUL):g}, seldom {SELDOM}"
)
"""The words of sentences, made definite."""


def is_so(sentence: Any, *asked: Any) -> Any:
    """Return what should be and what is, of a sentence about a world or agents."""
    return meets(sentence.holds(*asked), sentence.words, "false")


def check_worlds(*names: str) -> Evidence:
    """Yield the parts about these worlds: by hand, of the layouts, and of trained agents."""

    def facts(name: str) -> Any:
        false = [fact.words for fact in SENTENCES[name].facts if not fact.holds(g.named_world(name))]
        return [], false

    yield by_hand(lambda: worked(names))
    layouts = among("every state, or every best plan, of the reconstructed layouts", names)
    yield every("the worlds are as the paper says", facts, layouts)
    for about in (SENTENCES[name] for name in names):
        for gamma in sorted({gamma for each in about.sentences for gamma in each.seen_at}):
            seen = [each for each in about.sentences if gamma in each.seen_at]
            yield trained(f"{about.title}: trained agents, γ = {gamma}", about.name, seen, gamma)
        for sentence in about.sentences:
            for gamma, first in sentence.unseen_at:
                name = f"{about.title}: trained agents, γ = {gamma}: {sentence.words}"
                yield trained(name, about.name, [sentence], gamma, first).fails(
                    f"{name}, …, {first}: expected '{sentence.words}', got 'false'"
                )


def trained(name: str, world: str, sentences: list[Sentence], gamma: Fraction, first: int = 1) -> Every:
    """Return the part that sentences are true of the agents of each seed; of one alone, the first, if not in full."""

    def holds(sentence: Sentence, seed: int) -> Any:
        return is_so(sentence, Agents(g.named_world(world), appendix_training, gamma, seed))

    def which(scope: Scope) -> range:
        return seeds(scope) if scope.is_full else range(first, first + 1)

    told = f"λ = {appendix_training('drest').lam}, the least ε {appendix_training('drest').exploration.end:f}"
    agents = Domain(lambda scope: f"a default and a DREST agent of {named(which(scope))}; {DEFINITE}; {told}", which)
    return every(name, holds, among("what is said", sentences), agents)


LOST = (
    "The layout is reconstructed. The text that we had lacks λ, γ and the least ε of Appendix C; we take λ = 9/10 and "
    "γ = 19/20, as the published paper has for the main experiment, and 0.0001. "
)
EVIDENCE = (
    "by hand: what is best in each length and by the default reward; exhaustive: the sentences about the layout; "
    "trained: a default and a DREST agent with seed 1, γ = 19/20 (full profile: more seeds). {} "
    "docs/findings/drest_training.md has the results of forty seeds."
)
MUTANTS = mutants("""
    statements.thornley_2024.gridworlds:best_outcomes
        γ ignored in what is best: best_plans(world, gamma) → best_plans(world, 1) ;; coins(gamma) → coins(1)
    gridworlds.training.settings:appendix_training
        default agents are paid as DREST agents: Training(agent=agent)
            → Training(agent="drest" if agent == "default" else agent)
        DREST agents are paid as default agents: Training(agent=agent)
            → Training(agent="default" if agent == "drest" else agent)
""")


@claim(
    "T24-C3",
    "Hidden Treasure",
    "Appendix C.3, Figure 11",
    "not reproduced (reconstructed layout)",
    evidence=EVIDENCE.format(
        "With γ = 19/20 and seed 2 the claims about DREST agents alone are true, and those about default agents "
        "are not; with γ = 9/10 all are."
    ),
    defects=f"{LOST}With γ = 19/20, that of the other worlds, some default agents learn to collect C3, and with "
    "a greater γ most; so the claims about them depend on γ. The optimum of both rewards collects C3 in the long "
    "trajectory.",
    repair="γ = 9/10",
)
def hidden_treasure() -> Evidence:
    """Default agents collect C2; DREST agents collect C2 or C1, at random. Neither learns to collect C3, so neither is
    near the maximum of USEFULNESS; DREST agents are still high on NEUTRALITY.
    """
    yield from check_worlds("hidden_treasure")
    yield MUTANTS


@claim(
    "T24-C5",
    "Around The Corner",
    "Appendix C.5, Figure 13, and Appendix B",
    "not reproduced (reconstructed layout)",
    evidence=EVIDENCE.format(
        "The same with γ = 17/20, with which three of its sentences are true, and the others are not."
    ),
    defects=f"{LOST}The optimum is as the paper says: C1 by the default reward if γ is below 0.8706, Short-C1 and "
    "Long-C2 by the DREST reward. The claims about default agents were true with γ = 17/20, and with 19/20 for "
    "most agents. DREST agents are NEUTRAL, but in this layout most collect C1, which is nearer, in the long "
    "trajectory, too, with each γ that we tried.",
)
def around_the_corner() -> Evidence:
    """Default agents collect C1; DREST agents collect C1 in the short trajectory or C2 in the long one, at random, and
    in the long one prefer C2 to C1.
    """
    yield from check_worlds("around_the_corner")
    yield MUTANTS


STATEMENTS = statements_in(globals())
