"""Agents, learners and histories drawn with an explicit seed, for what lies beyond exhaustion."""

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from random import Random

from attrs import field, frozen

from formal_rl.agents import Agent, RegisterLearner
from formal_rl.histories import Action, Percept, Prompt
from formal_rl.numbers import plain_integer

_LARGE_PRIME = 1_000_003


@frozen
class HashedAgent:
    """A deterministic agent without any pattern: its action is a hash of the seed and the prompt."""

    seed: int = field(converter=plain_integer)
    number_of_actions: int = 2

    def __call__(self, prompt: Prompt) -> Action:
        """Hash the question."""
        digest = blake2b(repr((self.seed, prompt)).encode(), digest_size=8).digest()
        return int.from_bytes(digest, "big") % self.number_of_actions


def hashed_learner(seed: int, number_of_actions: int = 2) -> RegisterLearner:
    """Return a learner without any pattern: one register, mixed with every transition by drawn coefficients."""
    draw = Random(seed)
    factor, *others, constant = (draw.randrange(1, 1000) for _ in range(6))
    mixed = [["mul", c, x] for c, x in zip(others, ("o_prev", "a", "r", "o_next"), strict=True)]
    return RegisterLearner(
        number_of_actions,
        {"h": draw.randrange(_LARGE_PRIME)},
        {"h": ["mod", ["add", ["mul", factor, "h"], *mixed, constant], _LARGE_PRIME]},
        ["mod", ["add", ["floordiv", "h", 7], "obs"], "n"],
    )


def sampled_prompts(
    agent: Agent,
    seed: int,
    *,
    number: int,
    length: int,
    percepts: Sequence[Percept],
    actions: Sequence[Action],
) -> Iterator[Prompt]:
    """Yield drawn prompts of ``length`` percepts; about one action in ``length`` is not the agent's own.

    So some prompts are genuine throughout, and the others leave the agent's ways at a drawn place.
    """
    draw = Random(seed)
    for _ in range(number):
        prompt: Prompt = (draw.choice(percepts),)
        for _ in range(length - 1):
            own = agent(prompt)
            action = draw.choice(actions) if draw.randrange(length) == 0 else own
            prompt = (*prompt, action, draw.choice(percepts))
        yield prompt
