"""What an agent is, as a type."""

from collections.abc import Callable
from typing import TypeAlias

from formal_rl.histories import Action, Prompt

Agent: TypeAlias = Callable[[Prompt], Action]
"""A function from prompts to actions.

Source: Alexander et al. 2022, Definition 1 part 2.
Ledger: A22-D1, A21-D3
"""
