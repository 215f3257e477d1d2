"""The copies of limited memory: finitely many, so that their answers are a table."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from formal_rl.environments import AgentClass, Transition
from formal_rl.environments.limited_memory import REMEMBERED

_BEGINS = tuple((4**turns - 1) // 3 for turns in range(REMEMBERED + 2))
"""Where memories of so many turns begin among all."""

MEMORIES = _BEGINS[-1]
"""How many memories there are of at most five turns, each of an action, 0 or 1, and a reward, -1 or 1.

They are numbered by length and then as numbers of base 4, the oldest turn first, a turn as
``2 * action + (reward > 0)``.
"""


def _after_memory() -> NDArray[np.int64]:
    after = []
    for turns in range(REMEMBERED + 1):
        begins = _BEGINS[min(turns + 1, REMEMBERED)]
        for memory in range(4**turns):
            for copied in (0, 1):
                for did in (0, 1):
                    after.append(begins + (4 * memory + 2 * did + (did == copied)) % 4**REMEMBERED)
    return np.array(after, np.int64)


AFTER_MEMORY = _after_memory()
"""The memory after a turn, at ``4 * memory + 2 * copied + did``."""


def answers_by_memory(agent_class: AgentClass[Any]) -> NDArray[np.uint8]:
    """Return what a published copy with each memory answers; a copy is asked before each of its trainings."""
    copies, answers = [agent_class.initial], []
    for turns in range(REMEMBERED + 1):
        asked = [agent_class.ask(copy, 0) for copy in copies]
        answers += [answer for answer, _ in asked]
        if turns < REMEMBERED:
            copies = [
                agent_class.train(copy, Transition(0, action, reward, 0))
                for _, copy in asked
                for action in (0, 1)
                for reward in (-1, 1)
            ]
    return np.array(answers, np.uint8)
