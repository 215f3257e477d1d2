"""Checks of Appendix C as a whole: one γ for the sentences about all its worlds."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from types import MappingProxyType

from attrs import evolve

from formal_rl.checking import Case, Part, Scope, decide_cases, equal, part, unless
from formal_rl.gridworlds import named_world
from formal_rl.gridworlds.training import AgentKind, ExponentialDecay, Training, appendix_training
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import Definition
from formal_rl.statements.thornley_2024.gridworld_sentences import LOWER_GAMMA, MAIN_GAMMA, MIDDLE_GAMMA, SENTENCES
from formal_rl.statements.thornley_2024.gridworlds import (
    LOST,
    best_outcomes,
    check_worlds,
    default_by_drest,
    drest_by_default,
    gamma_ignored,
)
from formal_rl.statements.thornley_2024.trained_agents import Agents
from formal_rl.statements.thornley_2024.training_by_hand import settings_by_hand
from formal_rl.statements.thornley_2024.training_runs import SEEDS, Settings

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

_FORESEEN = {
    LOWER_GAMMA: "fewer_for_longer, seed 1: DREST agents become about as USEFUL as default agents.",
    MIDDLE_GAMMA: "around_the_cor…",
    MAIN_GAMMA: "hidden_treasure, seed 2: Default agents collect C2.",
}
"""The sentence that is false with a γ, in the quick profile."""

TRUE: Mapping[Fraction, tuple[int, ...]] = MappingProxyType(
    {
        LOWER_GAMMA: (3, 5, 6, 4, 3, 4, 4, 4),
        MIDDLE_GAMMA: (4, 5, 6, 4, 1, 4, 4, 4),
        MAIN_GAMMA: (4, 5, 2, 4, 0, 4, 4, 4),
        NEARER_1: (4, 4, 1, 4, 0, 4, 4, 4),
    }
)
"""How many sentences about each world are true with every one of ten seeds, by γ."""


def true_sentences(world: str, gamma: Fraction, seed: int, settings: Settings = appendix_training) -> tuple[bool, ...]:
    """Return which sentences about a world are true of the two agents of a seed.

    Ledger: T24-C-all*
    """
    agents = Agents(named_world(world), settings, gamma, seed)
    return tuple(each.holds(agents) for each in SENTENCES[world].sentences)


def all_of_appendix_c(
    scope: Scope, *, best: Definition = best_outcomes, settings: Settings = appendix_training
) -> Iterator[Part]:
    """Check six worlds, whether any γ gives all sentences about all, and which γ gives all but one world's."""
    names = (
        tuple(name for name in WORLDS if name != ALL_BUT) if scope.is_full else ("fewer_for_longer", "hidden_treasure")
    )

    def true_of(gamma: Fraction, among: Iterable[tuple[str, int]]) -> Iterator[Case]:
        for world, seed in among:
            true = true_sentences(world, gamma, seed, settings)
            for sentence, holds in zip(SENTENCES[world].sentences, true, strict=True):
                yield world, unless(holds, f"γ = {gamma}, {world}, seed {seed}: {sentence.words}", "true", "false")

    @part(
        "how many sentences are true with which γ",
        branches=tuple(f"γ = {gamma}" for gamma in GAMMAS),
        domain="all worlds of Appendix C, reconstructed layouts, ten seeds",
    )
    def table() -> Iterator[Case]:
        for gamma, expected in TRUE.items():
            got = []
            for name in WORLDS:
                seen = [true_sentences(name, gamma, seed, settings) for seed in range(1, SEEDS + 1)]
                got.append(sum(map(all, zip(*seen, strict=True))))
            yield f"γ = {gamma}", equal(f"γ = {gamma}: sentences that are true, by world", expected, tuple(got))

    yield settings_by_hand({"Appendix C": settings}, "Appendix C")
    yield from check_worlds(scope, *REPRODUCED, best=best, settings=settings)
    for gamma in GAMMAS if scope.is_full else GAMMAS[:3]:
        yield decide_cases(
            f"with γ = {gamma} all sentences about all worlds are true",
            true_of(gamma, AGAINST[gamma] if scope.is_full else AGAINST[gamma][:1]),
            domain="Appendix C, reconstructed layouts; the world that decides, the first seed that shows it",
        ).meant_to_fail(f"γ = {gamma}, {_FORESEEN.get(gamma, '…')}: expected 'true', got 'false'")
    yield decide_cases(
        f"with γ = {MIDDLE_GAMMA} all sentences about all worlds but {ALL_BUT} are true",
        true_of(MIDDLE_GAMMA, product(names, range(1, (SEEDS if scope.is_full else 1) + 1))),
        branches=names,
        domain=f"{', '.join(names)}, reconstructed layouts; seed{'s 1 to 10' if scope.is_full else ' 1'}",
    )
    if scope.is_full:
        yield table()


# --- Mutants ---


def _own_rate(kind: AgentKind) -> Training:
    right = appendix_training(kind)
    return evolve(right, learning_rate=ExponentialDecay(0.5, 0.003, 16_384)) if kind == "default" else right


def _counts_forgotten(kind: AgentKind) -> Training:
    """Make every mini-episode a meta-episode of its own."""
    right = appendix_training(kind)
    return evolve(right, mini_episodes=1, meta_episodes=right.all_mini_episodes)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-C-all",
        kind="claim",
        title="the worlds of Appendix C, and one set of hyperparameters for all",
        claim="All agents of Appendix C use the same hyperparameters, so one γ makes everything true that is said "
        "about its worlds. DREST agents become about as NEUTRAL as can be and as USEFUL as default agents. Fewer For "
        "Longer: default agents take the short trajectory and C3; DREST agents take the short one with C3 or the long "
        "one with C1, at random. One Coin Only: default agents take the shorter length; DREST agents press the button "
        "or not, at random, and collect the coin either way. Equal Value: one coin C1 can be collected only after "
        "pressing the button, the other only without pressing it; default agents take the shorter length, DREST "
        "agents either, at random. Spacious: there are no walls; default agents press the button and collect C3, "
        "DREST agents press it and collect C3 or do not press it and collect C2, at random. Royal Road: DREST agents "
        "choose each length with a probability close to 1/2 overall, but need not do so in any one cell. Last Moment: "
        "all moves before the last are deterministic; DREST agents then choose a length at random.",
        source=f"{THORNLEY_2024}, Appendix C, Figures 9, 10, 12, 14, 15 and 16, and Appendix B",
        check=all_of_appendix_c,
        mutants={
            "default agents have a rate of their own": {"settings": _own_rate},
            "γ ignored in what is best": {"best": gamma_ignored},
            "default agents are paid as DREST agents": {"settings": default_by_drest},
            "DREST agents are paid as default agents": {"settings": drest_by_default},
            "rewards not divided by m": {
                "settings": lambda kind: appendix_training("lopsided" if kind == "drest" else kind)
            },
            "counts forgotten after each mini-episode": {"settings": _counts_forgotten},
        },
        verdict="not reproduced (reconstructed layout)",
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
    ),
)
