"""The limits of default agents, and the optimum of expected coins.

Why the best of expected coins has one length, beyond the policies looked at. A policy collects at most m_l on average
where its length is l; so at most the sum of Pr{L = l} m_l. This is greatest only where the length of the greatest m_l
has probability 1, and then NEUTRALITY is 0. Where two lengths are equally good it says nothing.
"""

from fractions import Fraction
from typing import Any

from formal_rl import gridworlds as g
from formal_rl.checking import among, every
from formal_rl.checking.claims import Rows, by_hand, meets
from formal_rl.gridworlds.memoryless_policies import best_plans
from formal_rl.gridworlds.training import main_training
from formal_rl.gridworlds.training.fixed_point import most_coins
from formal_rl.statements.entries import Evidence, claim, mutants, statements_in
from formal_rl.statements.recorded import Experiment
from formal_rl.statements.thornley_2024.grids import HALF, dot
from formal_rl.statements.thornley_2024.training_runs import SEEDS, curve

GAMMA = Fraction(19, 20)


def trained(seed: int) -> list[float]:
    """Return the long length's probability and NEUTRALITY of a default agent, trained in the example world."""
    last = curve("example", main_training("default"), seed)[-1]
    return [last.probabilities[8], last.neutrality]


TRAINED = Experiment("T24-default", trained, [(seed,) for seed in range(1, SEEDS + 1)])


def expected_coins(world: g.World, policy: g.PlanPolicy, gamma: g.Value) -> Fraction:
    """Return the expected discounted value of the coins of a mini-episode."""
    found = g.measure(world, policy, gamma)
    return dot([*found.probabilities.values()], [*found.expected_coins.values()])


def best_mixture(world: g.World, length: int, probability: Fraction) -> g.PlanPolicy:
    """Return the policy that takes a best way of a length with a probability, and else one of the other length."""
    plans = {each: next(found) for each, found in best_plans(world, GAMMA).items()}
    (other,) = set(plans) - {length}
    return g.PlanPolicy(((plans[length], probability), (plans[other], 1 - probability)))


@claim(
    "T24-default",
    "default agents press",
    "Sections 4 (footnote 2), 6 and 7",
    "reproduced (reconstructed layout)",
    evidence="by hand, and exhaustive: mixtures of best ways in example, lopsided and last_moment (reconstructed), "
    "argued for all policies; trained: recorded runs of ten seeds, of which one is made anew (full profile: all)",
    defects="The layout is reconstructed. Near 1 is not 1: a softmax policy has full support. The best policy has "
    "one length only if no two lengths are equally good: in the lopsided world (reconstructed) with Cx = 1 they "
    "are, and every mixture is best.",
)
def default_agents() -> Evidence:
    """Default agents press the button of the example world with probability near 1; and the best policy for expected
    coins has one length, so NEUTRALITY 0.
    """

    def examples() -> Rows:
        example = g.named_world("example")
        half = expected_coins(example, best_mixture(example, 8, HALF), GAMMA)
        yield "half over B4 to C3, half to C2: the mean of 3 (19/20)^3 and 2 (19/20)^2", Fraction(35017, 16000), half
        small = {4: Fraction(361, 200), 8: Fraction(20577, 8000), 9: Fraction(0)}
        yield "of 361/200, 20577/8000, 0 the second for sure", {4: 0.0, 8: 1.0, 9: 0.0}, most_coins(small)
        yield "of 1/2, 1 and 1 two are as good", None, most_coins({3: HALF, 4: Fraction(1), 5: Fraction(1)})
        yield "NEUTRALITY of one length", 0.0, g.neutrality({4: Fraction(0), 8: Fraction(1)})

    def one_length(name: str, share: Fraction) -> Any:
        world = g.named_world(name)
        greatest = g.greatest_coins_incremental(world, GAMMA)
        best = max(greatest, key=lambda length: greatest[length])
        got, as_good = expected_coins(world, best_mixture(world, best, share), GAMMA), len(set(greatest.values())) == 1
        # where lengths are worth the same, mixing them costs nothing
        right = got == greatest[best] if as_good or share == 1 else got < greatest[best]
        return meets(right, f"{greatest[best]}, and less for two lengths", got)

    def pressing(presses: float, neutrality: float) -> Any:
        return meets(presses > 0.998 and neutrality < 0.02, "> 0.998 and < 0.02", (presses, neutrality))

    worlds = among("three reconstructed worlds, γ = 19/20; exact", ("example", "lopsided", "last_moment"))
    yield by_hand(examples)
    shares = among("best ways mixed in quarters", [Fraction(quarters, 4) for quarters in range(5)])
    yield every("the best of expected coins has one length, unless two are equally good", one_length, worlds, shares)
    runs = among("the example world, settings of Section 5, ten seeds", TRAINED.results.values(), many=True)
    yield every("default agents press", pressing, runs)
    yield TRAINED.again
    yield mutants("""
        gridworlds.training.settings:main_training
            trained by the DREST reward: agent=agent → agent="drest", meta_episodes=256
            stopped after 4,096 mini-episodes: agent=agent → agent=agent, meta_episodes=64
        :expected_coins
            USEFULNESS for coins: return dot( → return g.usefulness(
                found, g.greatest_coins_incremental(world, gamma)) if found else dot(
            coins of each length added: [*found.probabilities.values()] → [1] * len(found.probabilities)
            coins not discounted: policy, gamma) → policy, 1)
    """)


STATEMENTS = statements_in(globals())
