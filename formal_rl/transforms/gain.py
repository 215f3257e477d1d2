"""Whom the reality check helps: the rewards of π_RC minus those of π, and the prompts of others' pasts."""

from collections.abc import Callable, Iterator
from itertools import islice

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment, interact
from formal_rl.histories import Action, Prompt, Reward
from formal_rl.transforms.reality_check import reality_check

LEDGER = ("A22-gain-zero", "A22-gain-mean", "A22-gain-repeater")


def rewards(agent: Agent, environment: ExtendedEnvironment, horizon: int) -> tuple[Reward, ...]:
    """Return the rewards that follow the first ``horizon`` actions; that of the first percept follows none."""
    return tuple(percept.reward for percept in islice(interact(agent, environment), 2, 2 * horizon + 1, 2))  # type: ignore[union-attr]


def gain(
    agent: Agent, environment: ExtendedEnvironment, horizon: int, *, transform: Callable[[Agent], Agent] = reality_check
) -> Reward:
    """Return the rewards of π_RC in ``horizon`` actions minus those of π, each in a run of its own.

    ``transform`` may be an optimised form of the reality check. Raises as `interact` does.

    Source: Alexander et al. 2022, Conjecture 9, which compares the two on average over environments.
    Ledger: A22-gain-zero*, A22-gain-mean*, A22-gain-repeater*
    """
    checked, plain = (rewards(each, environment, horizon) for each in (transform(agent), agent))
    return sum(checked) - sum(plain)


def others_pasts(agent: Agent, environment: ExtendedEnvironment, horizon: int) -> Iterator[Prompt]:
    """Yield each prompt of the first ``horizon`` steps with an action in it that is not the agent's own.

    On such a prompt the agent's reality check is frozen. The agent itself decides whether an action is its own.

    Ledger: A22-gain-zero*
    """
    prompts: dict[Prompt, None] = {}

    def noting(prompt: Prompt) -> Action:
        prompts[prompt] = None
        return agent(prompt)

    for _ in islice(interact(noting, environment), 2 * horizon + 1):
        pass
    for prompt in prompts:
        if any(prompt[end] != agent(prompt[:end]) for end in range(1, len(prompt), 2)):
            yield prompt
