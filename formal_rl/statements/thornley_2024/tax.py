"""The shutdownability tax: how many mini-episodes more DREST agents need to be useful for good."""

from statistics import mean
from typing import Any

from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.gridworlds import RECONSTRUCTED
from formal_rl.gridworlds import training as tr
from formal_rl.gridworlds.training.curves import USEFUL, mini_episodes_until
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.recorded import Experiment
from formal_rl.statements.thornley_2024.training_runs import SEEDS, curve

NEVER = ("fewer_for_longer", "hidden_treasure", "around_the_corner")
"""Worlds in which DREST agents are not useful for good, by the settings of Appendix C."""

NAMES = (*(name for name in RECONSTRUCTED if name not in NEVER), *NEVER)


def trained(name: str, seed: int) -> Any:
    """Return of either kind of agent when it is useful for good, and how USEFUL it is in the end.

    The settings are those of Section 5 in the example world, of 6.1 in the lopsided one, else of Appendix C.
    """
    settings = {"example": tr.main_training, "lopsided": tr.lopsided_training}.get(name, tr.appendix_training)
    curves = [curve(name, settings(kind), seed) for kind in ("default", "drest")]
    return [[mini_episodes_until(each), each[-1].usefulness] for each in curves]


TRAINED = Experiment("T24-tax", trained, [(name, seed) for name in NAMES for seed in range(1, SEEDS + 1)])


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
)
def tax() -> Evidence:
    """In the example world, training DREST agents to be USEFUL does not take many more mini-episodes than training
    default agents.
    """
    results = TRAINED.results

    def examples() -> Rows:
        points = [tr.CurvePoint(64 * i, {}, u, 0.0) for i, u in enumerate((0.2, 0.96, 0.9, 0.95, 0.99))]
        yield "from the fourth on at least 0.95", 192, mini_episodes_until(points)
        yield "not at the end", None, mini_episodes_until(points[:3])

    def fewer_than_twice(name: str) -> Any:  # an agent that is never useful for good has None, and fails it
        default, drest = ([results[name, seed + 1][kind][0] for seed in range(SEEDS)] for kind in (0, 1))
        return meets(all(default + drest) and mean(drest) < 2 * mean(default), "fewer than 2 times", (default, drest))

    def below(name: str, kind: int) -> Any:
        number = sum(results[name, seed + 1][kind][1] < USEFUL for seed in range(SEEDS))
        return number > SEEDS / 2, kind == 1 or name == "hidden_treasure"

    yield by_hand(examples)
    others = among("the example world and six more, recorded runs of ten seeds", NAMES[: -len(NEVER)])
    name = "DREST agents are useful for good, in fewer than 2 times as many mini-episodes"
    yield every(name, fewer_than_twice, others)
    never, kinds = among("the three other worlds", NEVER), among("default and DREST agents", (0, 1))
    yield every("there most DREST agents end below 0.95, and default agents in hidden_treasure", below, never, kinds)
    yield TRAINED.again
    yield mutants("""
        gridworlds.training.curves:mini_episodes_until
            the first time: point.usefulness < usefulness → point.usefulness < usefulness and first is None
            more than 0.95: point.usefulness < usefulness → point.usefulness <= usefulness
        gridworlds.training.settings:main_training
            DREST agents stop after 4,096 mini-episodes: agent=agent
                → agent=agent, meta_episodes=2048 if agent == "default" else 64
    """)


STATEMENTS = statements_in(globals())
