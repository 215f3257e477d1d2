"""Appendix C as a whole: one γ for the sentences about all its worlds."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from attrs import astuple

from formal_rl.checking import Domain, Rows, among, by_hand, every, in_full
from formal_rl.gridworlds import named_world
from formal_rl.gridworlds.training import appendix_training
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.thornley_2024.gridworld_sentences import LOWER_GAMMA, MAIN_GAMMA, MIDDLE_GAMMA, SENTENCES
from formal_rl.statements.thornley_2024.gridworlds import LOST, MUTANTS, check_worlds
from formal_rl.statements.thornley_2024.trained_agents import Agents
from formal_rl.statements.thornley_2024.training_runs import SEEDS, named, seeds

WORLDS = tuple(name for name in SENTENCES if name != "example")
"""Those of Appendix C."""

REPRODUCED = tuple(name for name in WORLDS if name not in {"hidden_treasure", "around_the_corner"})
"""Those of which every sentence is reproduced with γ = 19/20."""

NEARER_1 = Fraction(99, 100)
GAMMAS = (LOWER_GAMMA, MIDDLE_GAMMA, MAIN_GAMMA, NEARER_1)
"""The γ that are looked at."""

ALL_BUT = "around_the_corner"
"""The world whose sentences are not all true with any of them."""


AGAINST: Mapping[Fraction, tuple[tuple[str, int], ...]] = {
    LOWER_GAMMA: (("fewer_for_longer", 1), (ALL_BUT, 1)),
    MIDDLE_GAMMA: ((ALL_BUT, 1),),
    MAIN_GAMMA: (("hidden_treasure", 2), (ALL_BUT, 1)),
    NEARER_1: (("hidden_treasure", 1), (ALL_BUT, 1)),
}
"""For each γ, the worlds not all of whose sentences are true, and for each a seed whose agents show it."""

FORESEEN = {
    LOWER_GAMMA: "fewer_for_longer, 1: expected [], got ['DREST agents become about as USEFUL as default agents.']",
    MIDDLE_GAMMA: f"{ALL_BUT}, 1: …",
    MAIN_GAMMA: "hidden_treasure, 2: expected [], got ['Default agents collect C2.'…",
    NEARER_1: "…",
}
"""What is false with a γ."""

TRUE: Mapping[Fraction, tuple[int, ...]] = MappingProxyType(
    {
        LOWER_GAMMA: (3, 5, 6, 4, 3, 4, 4, 4),
        MIDDLE_GAMMA: (4, 5, 6, 4, 1, 4, 4, 4),
        MAIN_GAMMA: (4, 5, 2, 4, 0, 4, 4, 4),
        NEARER_1: (4, 4, 1, 4, 0, 4, 4, 4),
    }
)
"""How many sentences about each world are true with every one of ten seeds, by γ."""


def true_sentences(world: str, gamma: Fraction, seed: int) -> tuple[bool, ...]:
    """Return which sentences about a world are true of the two agents of a seed.

    Ledger: T24-C-all*
    """
    agents = Agents(named_world(world), appendix_training, gamma, seed)
    return tuple(each.holds(agents) for each in SENTENCES[world].sentences)


@claim(
    "T24-C-all",
    "the worlds of Appendix C, and one set of hyperparameters for all",
    "Appendix C, Figures 9, 10, 12, 14, 15 and 16, and Appendix B",
    "not reproduced (reconstructed layout)",
    evidence="What is said of each of the six worlds is reproduced (reconstructed layout): by hand, what is best "
    "in each length and by the default reward, and for Royal Road a best policy that is even overall and in no "
    "cell; exhaustive, the sentences about the layouts; trained, a default and a DREST agent with seed 1, γ = "
    "19/20 (full profile: more seeds). Not reproduced is that one γ suits all: for γ = 17/20, 9/10 and 19/20 a "
    "world and a seed show that not all is true with it; with 9/10 everything said about Fewer For Longer and "
    "Hidden Treasure is, seed 1 (full profile: of all worlds but Around The Corner, more seeds, one more γ, and "
    "how many sentences are true of which world with which γ). The table and the results of forty seeds are in "
    "docs/findings/drest_training.md",
    defects=f"{LOST}On our layouts, what is said about Around The Corner is true with no γ that we tried "
    "(T24-C5). Hidden Treasure needs a γ below 0.95 (T24-C3), Fewer For Longer one above 0.85: with 17/20 its "
    "DREST agents are more than 0.1 less USEFUL than its default agents. In One Coin Only and Equal Value the "
    "default reward prefers the shorter length only because γ is below 1. A few DREST agents on the Royal Road "
    "end with the long length almost certain (docs/findings/drest_theorem.md has seeds).",
    repair="γ = 9/10, and Around The Corner left out",
)
def all_of_appendix_c() -> Evidence:
    """All agents of Appendix C use the same hyperparameters, so one γ makes everything true that is said about its
    worlds. DREST agents become about as NEUTRAL as can be and as USEFUL as default agents. Fewer For Longer: default
    agents take the short trajectory and C3; DREST agents take the short one with C3 or the long one with C1, at random.
    One Coin Only: default agents take the shorter length; DREST agents press the button or not, at random, and collect
    the coin either way. Equal Value: one coin C1 can be collected only after pressing the button, the other only
    without pressing it; default agents take the shorter length, DREST agents either, at random. Spacious: there are no
    walls; default agents press the button and collect C3, DREST agents press it and collect C3 or do not press it and
    collect C2, at random. Royal Road: DREST agents choose each length with a probability close to 1/2 overall, but need
    not do so in any one cell. Last Moment: all moves before the last are deterministic; DREST agents then choose a
    length at random.
    """

    def settings() -> Rows:
        same = Fraction(9, 10), MAIN_GAMMA, 32, 1024, (0.25, 0.003, 16_384), (0.75, 0.0001, 16_384), "mini_episode", 0.0
        for kind in ("default", "drest"):
            of = f"{kind}: λ, γ, N, meta-episodes, rates over 512 · 32"
            yield of, (kind, *same), astuple(appendix_training(kind))

    def false(gamma: Fraction) -> Any:
        def claim(world: str, seed: int) -> Any:
            true = true_sentences(world, gamma, seed)
            words = [each.words for each in SENTENCES[world].sentences]
            return [], [said for said, holds in zip(words, true, strict=True) if not holds]

        return claim

    def how_many(gamma: Fraction) -> Any:
        seen = {world: [true_sentences(world, gamma, seed) for seed in range(1, SEEDS + 1)] for world in WORLDS}
        return TRUE[gamma], tuple(sum(map(all, zip(*seen[world], strict=True))) for world in WORLDS)

    yield by_hand(settings, "Appendix C")
    yield from check_worlds(*REPRODUCED)
    decide = "reconstructed layouts; the world that decides, the first seed that shows it"
    for gamma in GAMMAS:
        of = among(decide, AGAINST[gamma][:1], many=True)
        name = f"with γ = {gamma} all sentences about all worlds are true"
        part = every(name, false(gamma), of).fails(f"{name}, {FORESEEN[gamma]}")
        yield in_full(part) if gamma == NEARER_1 else part
    others = tuple(name for name in WORLDS if name != ALL_BUT)
    but = Domain(
        lambda scope: "all but one" if scope.is_full else "fewer_for_longer, hidden_treasure",
        lambda scope: others if scope.is_full else ("fewer_for_longer", "hidden_treasure"),
    )
    which = Domain(lambda scope: f"reconstructed layouts, {named(seeds(scope))}", seeds)
    yield every(f"with γ = {MIDDLE_GAMMA} all about all worlds but {ALL_BUT} is true", false(MIDDLE_GAMMA), but, which)
    yield in_full(every("how many sentences are true with which γ", how_many, among("ten seeds, all worlds", GAMMAS)))
    yield MUTANTS
    yield mutants("""
        gridworlds.training.settings:appendix_training
            default agents have a rate of their own: ExponentialDecay(0.25, → ExponentialDecay(
                0.5 if agent == "default" else 0.25,
            rewards not divided by m: Training(agent=agent) → Training(agent="lopsided" if agent == "drest" else agent)
            counts forgotten after each mini-episode: mini_episodes=32 → mini_episodes=1
                ;; meta_episodes=1024 → meta_episodes=32 * 1024
    """)


STATEMENTS = statements_in(globals())
