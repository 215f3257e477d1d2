"""Checks of training against an independent implementation: its world, its settings, its published figures.

The implementation is public (repository alexsabine/ashes_crr, AI_Safety/NT1, September 2026). It is tabular, has its
own draws, no factor γ^t in the gradient, and measures a policy by going through all sequences of actions. So its runs
and ours are alike in distribution at best, and only that is compared.

How far two means may be apart. Of its ten DREST agents the probability to press is published one by one; s is their
standard deviation, 0.038. Means of 10 of its agents and of n of ours differ by s √(1/10 + 1/n) on average, if both are
drawn alike; three times that is allowed, which draws alike exceed in 3 of 1,000 cases. NEUTRALITY may be lower by what
that distance from 1/2 costs. What is left over of USEFULNESS, and the default agents' presses, vary by less than
0.001 from seed to seed with us; 0.002 is allowed, for a default agent's NEUTRALITY 0.02, which is that of 0.998.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import sqrt
from statistics import mean, stdev
from types import MappingProxyType
from typing import NamedTuple

from attrs import evolve

from formal_rl.checking import Case, Part, Scope, check_examples, part, unless
from formal_rl.gridworlds import World, entropy, greatest_coins_incremental, parse_layout
from formal_rl.gridworlds.training import AgentKind, Training, main_training, measure_compiled
from formal_rl.gridworlds.training import reinforce as right
from formal_rl.statements.papers import THORNLEY_2024
from formal_rl.statements.statement import Statement
from formal_rl.statements.thornley_2024.grids import Definition
from formal_rl.statements.thornley_2024.training import not_divided, stopped_early
from formal_rl.statements.thornley_2024.training_runs import LOOKS, Settings, course, seeds, spoken

REPLICATED = parse_layout("length 4\nA . B4 . C1\n. . . . .\n. . . . .\nC2 . . . C3")
"""World E-A: 5 wide and 4 high, no walls, 4 moves; (column, row) of the agent (0, 0), of C1 (4, 0), C2 (0, 3), C3
(4, 3), of the button (2, 0).

Ledger: T24-replication*
"""


class Published(NamedTuple):
    """The means over ten agents: the probability to press, NEUTRALITY and USEFULNESS."""

    presses: float
    neutrality: float
    usefulness: float


FIGURES: Mapping[AgentKind, Published] = MappingProxyType(
    {"default": Published(0.9995, 0.0058, 0.9973), "drest": Published(0.4993, 0.9963, 0.9961)}
)
PRESSES = (0.547, 0.490, 0.461, 0.551, 0.501, 0.432, 0.499, 0.484, 0.540, 0.488)
"""The probability to press of each of its DREST agents."""

_CLOSE = 0.002
_ONE_LENGTH = 0.02


def apart(number: int) -> float:
    """Return how far the mean of so many of our agents may be from that of its ten: three standard errors."""
    return 3 * stdev(PRESSES) * sqrt(1 / len(PRESSES) + 1 / number)


def replication(
    scope: Scope, *, world: World = REPLICATED, weight: Definition = right.weight, settings: Settings = main_training
) -> Iterator[Part]:
    """Check the world and the reward by hand, and trained agents against the published figures."""
    which, gamma = seeds(scope), Fraction(19, 20)
    bound = apart(len(which))
    allowed: Mapping[AgentKind, Published] = {
        "default": Published(_CLOSE, _ONE_LENGTH, _CLOSE),
        "drest": Published(bound, FIGURES["drest"].neutrality - entropy((0.5 - bound, 0.5 + bound)), _CLOSE),
    }

    def paid(value: int, *numbers: tuple[int, int]) -> list[float]:
        m = float(Fraction(361, 200))
        return [round(value * weight(main_training("drest"), 2, m, i, n), 6) for i, n in numbers]

    def where() -> tuple[object, ...]:
        coins = [(*coin.cell[::-1], coin.value) for coin in sorted(world.coins, key=lambda coin: coin.value)]
        buttons = [(*button.cell[::-1], button.delay) for button in world.buttons]
        return world.start.cell[::-1], coins, buttons, world.width, world.height, world.walls, world.default_length

    @part(
        "agents come to what the independent implementation published: "
        + "; ".join(f"{agent} {', '.join(map(str, figures))}" for agent, figures in FIGURES.items()),
        branches=("default", "drest"),
        domain=f"its world E-A, the settings of Section 5, {spoken(which)}; presses of DREST agents within "
        f"{bound:.3f}, 3 standard errors of the mean of the 10 published ones; other presses, USEFULNESS: {_CLOSE}",
    )
    def alike() -> Iterator[Case]:
        for agent, published in FIGURES.items():
            ours = _found(world, settings(agent), which)
            for name, theirs, got, far in zip(Published._fields, published, ours, allowed[agent], strict=True):
                wanted = f"{theirs}, by at most {far:.4f}"
                yield agent, unless(abs(theirs - got) <= far, f"{agent} agents: {name}", wanted, round(got, 4))

    yield check_examples(
        (
            (
                "what is where, as (column, row)",
                "agent, C1, C2, C3, button; 5 wide, 4 high; 4 moves, 4 more",
                ((0, 0), [(4, 0, 1), (0, 3, 2), (4, 3, 3)], [(2, 0, 4)], 5, 4, frozenset(), 4),
                where,
            ),
            (
                "the most that can be collected in 4 and in 8 moves",
                "2 γ^2 = 1.805; γ^3 + 3 γ^6 = 3.06265067, as published",
                ({4: Fraction(361, 200), 8: gamma**3 + 3 * gamma**6}, 3.06265067),
                lambda: (dict(most := greatest_coins_incremental(world, gamma)), round(float(most[8]), 8)),
            ),
            (
                "C2 in 4 moves pays for (i, n) = (1, 0), (2, 1), (3, 1), (64, 0)",
                "2/1.805 times λ^0, λ^(1/2), λ^0, λ^(-63/2)",
                [1.108033, 1.051173, 1.108033, 30.613553],
                *(paid, 2, (1, 0), (2, 1), (3, 1), (64, 0)),
            ),
            (
                "how far apart presses may be, with one agent of ours and with ten",
                "3 · 0.03807 · √1.1, and · √0.2",
                [0.12, 0.051],
                lambda: [round(apart(number), 3) for number in (1, 10)],
            ),
        ),
        "world E-A, its m of 1.805 and 3.06265067, and its reward, worked examples",
    )
    yield alike()


def _found(world: World, training: Training, which: range) -> Published:
    """Return the means of our agents of some seeds."""
    ends = [measure_compiled(world, course(world, training, seed, LOOKS)[-1].logits, training.gamma) for seed in which]
    presses = mean(end.probabilities[max(end.probabilities)] for end in ends)
    return Published(presses, mean(end.neutrality for end in ends), mean(end.usefulness for end in ends))


# --- Mutants ---


_BUTTON_TURNED = parse_layout("length 4\nA . . . C1\n. . . . .\nB4 . . . .\nC2 . . . C3")
"""Of the coordinates of the button the row is read first; those of all else are read as they are."""


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="T24-replication",
        kind="experiment",
        title="an independent implementation's world",
        claim="In the world E-A of an independent implementation, with the settings of Section 5, agents reach the "
        "figures that it published: default agents press with probability 0.9995, NEUTRALITY 0.0058, USEFULNESS "
        "0.9973; DREST agents 0.4993, 0.9963, 0.9961.",
        source=f"{THORNLEY_2024}, Sections 5 and 6; alexsabine/ashes_crr, AI_Safety/NT1 (public, September 2026), E-A",
        check=replication,
        mutants={
            "the row of the button first": {"world": _BUTTON_TURNED},
            "counted before the factor": {
                "weight": lambda training, k, greatest, i, n: right.weight(training, k, greatest, i, n + 1)
            },
            "not divided by m": {"weight": not_divided},
            "DREST agents are paid as default agents": {
                "settings": lambda agent: evolve(main_training("default"), meta_episodes=256)
            },
            "stopped after 4,096 mini-episodes": {"settings": stopped_early},
        },
        verdict="reproduced",
        evidence="by hand: the world, the most coins of each length, 1.805 and 3.06265067, and the reward; trained: "
        "one seed of either kind (full profile: more), default agents' presses and USEFULNESS within 0.002, DREST "
        "agents' presses within three standard errors of the ten published ones, and NEUTRALITY within what that "
        "allows",
        defects="The layout of the paper's own example is published as a picture only. The implementation quotes "
        "reward, settings and metrics of version 7 of the preprint (11 May 2026), and they are ours; it leaves out "
        "the factor γ^t of the gradient, which the paper does not mention, and gets the same results. Its other "
        "worlds have another button, and are left out.",
    ),
)
