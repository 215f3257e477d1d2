"""A history by turns: an action and the percept that followed it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any, Protocol

from formal_rl.environments.learners import Transition
from formal_rl.environments.rewritten import Rewrite
from formal_rl.histories import Action, Percept, Prompt, Reward


def turns(prompt: Prompt) -> Iterator[tuple[Action, Percept]]:
    """Yield (y_1, x_2), (y_2, x_3), ...: the turns of the prompt x_1 y_1 ... x_n; x_1 is in none.

    Ledger: A22-lib
    """
    yield from zip(prompt[1::2], prompt[2::2], strict=True)


class EarnedReward(Protocol):
    """What is told of a reward that an action earned."""

    def __call__(self, turn: int, before: Reward, reward: Reward, /) -> Reward:
        """Return what is told of ``reward``, earned in turn ``turn`` from 1 on, after ``before`` (0 in turn 1)."""


def with_earned_rewards(told: EarnedReward, prompt: Prompt) -> Prompt:
    """Return the prompt with the rewards of x_2, x_3, ... changed as ``told`` says, and x_1 as it is.

    So the first reward is the one that the first action earned. In the environments of this package nothing comes of
    the reward of x_1, which is always 0.

    Ledger: A22-lib
    """
    rewritten: list[Any] = [*prompt[:1]]
    before: Reward = 0
    for turn, (action, (reward, observation)) in zip(count(1), turns(prompt), strict=False):
        rewritten += action, Percept(told(turn, before, reward), observation)
        before = reward
    return tuple(rewritten)


def telling(told: EarnedReward) -> Rewrite:
    """Return the rewriting of transitions that changes rewards as ``told`` says, and nothing else.

    Ledger: A22-lib
    """

    def rewrite(turn: int, before: Transition | None, true: Transition) -> tuple[Transition, ...]:
        seen, action, reward, after = true
        return (Transition(seen, action, told(turn, 0 if before is None else before.reward, reward), after),)

    return rewrite
