"""What an agent and an environment are, as types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from formal_rl.histories import Action, Percept, Play, Prompt

Agent: TypeAlias = Callable[[Prompt], Action]
"""A function from prompts to actions (Alexander et al. 2022, Definition 1 part 2)."""

Environment: TypeAlias = Callable[[Play], Percept]
"""An ordinary environment: a function from plays to percepts (Alexander et al. 2022, Definition 1 part 1)."""

ExtendedEnvironment: TypeAlias = Callable[[Agent, Play], Percept]
"""A function from an agent and a play to a percept (Alexander et al. 2022, Definition 2 part 1)."""
