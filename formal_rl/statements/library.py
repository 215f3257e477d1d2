"""The environments that statements about every environment range over."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from formal_rl.environments import (
    Environment,
    ExtendedEnvironment,
    RepeatedDraws,
    backward_consciousness,
    bandit,
    corridor,
    deja_vu,
    false_memories,
    guess_the_number,
    ignore_rewards,
    reverse_history,
    tempting_button,
)
from formal_rl.histories import history

MEMORIES = history((1, 0), 1, (-1, 0), 0)
"""The false memories of the listed example: two turns, one paid and one punished."""

DRAWS = RepeatedDraws((Fraction(0), Fraction(1, 2), Fraction(3, 4), Fraction(1, 4)))
"""The draws of the listed tempting button: a button on every fourth turn, at first."""

EXTENDED_ENVIRONMENTS: Mapping[str, ExtendedEnvironment] = MappingProxyType(
    {
        "ignore_rewards": ignore_rewards,
        "false_memories": false_memories(MEMORIES),
        "backward_consciousness": backward_consciousness,
        "deja_vu": deja_vu,
        "reverse_history": reverse_history,
        "tempting_button": tempting_button(DRAWS),
    }
)
"""Every extended environment present, by name."""

SECTION_3_EXAMPLES: Mapping[str, ExtendedEnvironment] = MappingProxyType(
    {
        name: EXTENDED_ENVIRONMENTS[name]
        for name in EXTENDED_ENVIRONMENTS
        if name not in {"reverse_history", "tempting_button"}
    }
)
"""Those that are examples of Section 3 of the 2021 paper."""

ORDINARY_ENVIRONMENTS: Mapping[str, Environment] = MappingProxyType(
    {"bandit": bandit((0, 1)), "corridor": corridor(3), "guess_the_number": guess_the_number(1, 2)}
)
"""Every ordinary environment present, by name, each with two actions."""
