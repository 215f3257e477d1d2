"""Section 3: the examples."""

from formal_rl.environments import (
    mimic,
)
from formal_rl.histories import Percept
from formal_rl.statements.alexander_2021 import examples
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement

STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-E3",
        kind="example",
        title="ignore rewards, with an observation O",
        claim="Fix an observation O. Paid for acting as if all rewards so far had been 0, always shown O. With O = 0 "
        "it is Example 6 of 2021.",
        source=f"{ALEXANDER_2022}, Example 3",
        check=examples.showing_an_observation,
        mutants={
            "O is shown at first only": {"build": lambda phi, observation: mimic(phi, initial=Percept(0, observation))},
            "asked on the true prompt": {
                "build": lambda phi, observation: mimic(lambda play: play[:-1], observation=observation)
            },
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions over 3 percepts x 2 actions",
        defects="The published code agrees but for the initial percept (0, O), which it does not give.",
    ),
    Statement(
        id="A22-E5",
        kind="example",
        title="reverse history",
        claim="Paid for acting as if history were reversed: φ(h⌢y) is h read from its end. Reversal is an involution.",
        source=f"{ALEXANDER_2022}, Example 5",
        check=examples.reversing_history,
        mutants={
            "not reversed": {"environment": mimic(lambda play: play[:-1])},
            "the first percept stays": {"reverse": lambda prompt: (prompt[0], *reversed(prompt[1:-1]), prompt[-1])},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 4 actions, all prompts of at most 4 percepts, over 3 "
        "percepts x 2 actions",
        defects="The published code gives 0 for the first action, where the definition gives 1 or -1, and pairs each "
        "reversed action with the reward that followed it, where reversal pairs it with the one before.",
        witness="published reward 3, on (0,0) 0 (0,0) 0 (1,0) 0: it asks about the rewards 0 and 1 in the other order",
    ),
)
