"""Inspectors: paid for acting as copies with other draws do, for thinking fast or long, or for storing little."""

from collections.abc import Callable

from formal_rl.agents import Agent
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.metered_agents import inspector
from formal_rl.histories import Percept, Play, percepts, require_play


def determinism_inspector(redrawn: tuple[Callable[[Agent], Agent], ...]) -> ExtendedEnvironment:
    """Return the environment that pays 1 iff each copy of the agent does the last action on the same prompt.

    It is meant for agents whose draws are explicit, so that an agent with other draws is another function. Each of
    ``redrawn`` makes a copy, which is the agent with other draws. With no copies every action is paid.

    Source: Alexander et al. 2021, Section 3: the agent is simulated repeatedly on the same history.
    Ledger: A21-S3-determinism*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(0, 0)
        agreed = all(play[-1] == redraw(agent)(play[:-1]) for redraw in redrawn)
        return Percept(1 if agreed else -1, 0)

    return environment


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


def memory_inspector(bound: int) -> ExtendedEnvironment:
    """Return the environment that pays 1 if the last answer took at no step more than ``bound`` stored things, else -1.

    The prompt itself is not counted, only what the program declares that it stores. The agent must be a `CostedAgent`.

    Source: Alexander et al. 2021, Section 3, which gives no bound.
    Ledger: A21-S3-memory*
    """
    return inspector(lambda computed, prompt: computed.greatest_store <= bound)
