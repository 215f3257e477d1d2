"""Whom the reality check helps: by how much π_RC gets more than π, and what it was asked on the way."""

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
    """Return what π_RC gets in ``horizon`` actions less what π gets in as many, each in a run of its own.

    ``transform`` may be an optimised form of the reality check. Raises as `interact` does.

    Source: Alexander et al. 2022, Conjecture 9, which compares the two on average over environments.
    Ledger: A22-gain-zero*, A22-gain-mean*, A22-gain-repeater*
    """
    checked, plain = (rewards(each, environment, horizon) for each in (transform(agent), agent))
    return sum(checked) - sum(plain)


def others_pasts(agent: Agent, environment: ExtendedEnvironment, horizon: int) -> Iterator[Prompt]:
    """Yield each prompt of the first ``horizon`` steps with an action in it that is not the agent's own.

    On such a prompt the agent's reality check is frozen. Whether an action is its own is asked of the agent itself.

    Ledger: A22-gain-zero*
    """
    asked: dict[Prompt, None] = {}

    def noting(prompt: Prompt) -> Action:
        asked[prompt] = None
        return agent(prompt)

    for _ in islice(interact(noting, environment), 2 * horizon + 1):
        pass
    for prompt in asked:
        if any(prompt[end] != agent(prompt[:end]) for end in range(1, len(prompt), 2)):
            yield prompt
