"""Paid for thinking fast, or for thinking long."""

from formal_rl.environments.costed import inspector
from formal_rl.environments.types import ExtendedEnvironment
from formal_rl.histories import percepts


def punish_slow_agent(steps_per_turn: int = 15) -> ExtendedEnvironment:
    """Return the environment that pays 1 if the last answer took fewer than so many steps for each turn so far.

    With n percepts in the prompt, fewer than n times ``steps_per_turn``; the paper gives no bound, the default is that
    of the published library. The agent must be a `CostedAgent`.

    Source: Alexander et al. 2021, Section 3; the bound is documented in the published library.
    Ledger: A21-S3-runtime*
    """
    return inspector(lambda computed, prompt: computed.steps < steps_per_turn * len(percepts(prompt)))


def punish_fast_agent(steps_per_turn: int = 15) -> ExtendedEnvironment:
    """Return the environment that pays 1 if the last answer took more than so many steps for each turn so far.

    At the bound itself both this and `punish_slow_agent` punish. The agent must be a `CostedAgent`.

    Source: Alexander et al. 2021, Section 3; the bound is documented in the published library.
    Ledger: A21-S3-runtime*
    """
    return inspector(lambda computed, prompt: computed.steps > steps_per_turn * len(percepts(prompt)))
