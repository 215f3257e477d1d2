"""The shutdownability tax: how many mini-episodes more DREST agents need to be useful for good."""

from functools import partial
from statistics import mean
from typing import Any

from formal_rl.checking import Rows, Scope, among, by_hand, every
from formal_rl.gridworlds import RECONSTRUCTED
from formal_rl.gridworlds.training import (
    CurvePoint,
    appendix_training,
    lopsided_training,
    main_training,
    mini_episodes_until,
)
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.thornley_2024.training_runs import LOOKS, run, seeds

NEVER = ("fewer_for_longer", "hidden_treasure", "around_the_corner")
"""Worlds in which DREST agents are not useful for good, by the settings of Appendix C."""


def usefulness(name: str, agent: Any, seed: int) -> Any:
    """Return the curve of a run: of Section 5 in the example world, of 6.1 in the lopsided one, else of Appendix C."""
    settings = {"example": main_training, "lopsided": lopsided_training}.get(name, appendix_training)
    return run(name, settings(agent), seed, LOOKS)[1]


@claim(
    "T24-tax",
    "the shutdownability tax",
    "Sections 1 and 7",
    "reproduced (reconstructed layout)",
    defects="The layout is reconstructed. The paper does not say how useful an agent must be, nor how many more "
    "mini-episodes are many; here at least 0.95 from some point on, and fewer than 2 times as many; 0.95 is what "
    "USEFUL means in all rows. The paper's sentence does not name a world. With the settings of Appendix C it "
    "holds in our other worlds but three. There the tax is in USEFULNESS itself: most DREST agents end below 0.95 "
    "in fewer_for_longer, hidden_treasure (as do most default agents) and around_the_corner. In fewer_for_longer "
    "they press first and take C1 after it, which is worth little more than 0.95 at most, so it is a matter of "
    "where the line is drawn.",
    evidence="by hand; trained: one seed of either kind in the example world (reconstructed; full profile: more "
    "seeds, and all other worlds), and one in fewer_for_longer, where it is not so. What more seeds gave is in "
    "docs/findings/drest_training.md",
    witness="fewer_for_longer, seed 1: USEFULNESS 0.944 in the end",
)
def tax() -> Evidence:
    """In the example world, training DREST agents to be USEFUL does not take many more mini-episodes than training
    default agents.
    """

    def examples() -> Rows:
        for arithmetic, number, curve in (
            ("from the fourth on at least 0.95", 192, (0.2, 0.96, 0.9, 0.95, 0.99)),
            ("from the second on", 64, (0.2, 0.96, 0.97)),
            ("not at the end", None, (0.2, 0.99, 0.94)),
            ("from the beginning", 0, (0.96, 0.97)),
        ):
            yield arithmetic, number, mini_episodes_until([CurvePoint(64 * i, {}, u, 0.0) for i, u in enumerate(curve)])

    def fewer_than_twice(name: str, which: range) -> tuple[bool, bool]:
        default, drest = (
            [mini_episodes_until(usefulness(name, kind, seed)) or 0 for seed in which] for kind in ("default", "drest")
        )
        return True, 0 not in default + drest and mean(drest) / mean(default) < 2

    def useful_for_good(name: str, seed: int) -> tuple[Any, Any]:
        curve = usefulness(name, "drest", seed)
        return ">= 0.95", ">= 0.95" if mini_episodes_until(curve) is not None else round(curve[-1].usefulness, 3)

    def worlds(names: Any, scope: Scope) -> list[str]:
        return list(names) if scope.is_full else list(names)[:1]

    of_seeds = among("one seed, ten in full", lambda scope: [seeds(scope)])
    others = among(
        "the example world, in full six more", partial(worlds, [name for name in RECONSTRUCTED if name not in NEVER])
    )
    yield by_hand(examples)
    yield every(
        "DREST agents are useful for good, in fewer than 2 times as many mini-episodes",
        fewer_than_twice,
        others,
        of_seeds,
    )
    never = among("fewer_for_longer, in full all 3 such worlds", partial(worlds, NEVER))
    everywhere = every("DREST agents are useful for good there, too", useful_for_good, never, among("seed 1", [1]))
    yield everywhere.fails(
        "DREST agents are useful for good there, too, fewer_for_longer, 1: expected '>= 0.95', got 0.944"
    )
    yield mutants("""
        gridworlds.training.curves:mini_episodes_until
            the first time: point.usefulness < usefulness → point.usefulness < usefulness and first is None
            more than 0.95: point.usefulness < usefulness → point.usefulness <= usefulness
            the last time that it was less: first = None for → first = 0⏎    for
                ;; first = None elif first is None: first = → first =
        gridworlds.training.settings:main_training
            DREST agents stop after 4,096 mini-episodes: agent=agent
                → agent=agent, meta_episodes=2048 if agent == "default" else 64
    """)


STATEMENTS = statements_in(globals())
