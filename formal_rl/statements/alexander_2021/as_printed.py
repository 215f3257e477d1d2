"""The examples once more, written out as the papers print them, to hold the library against."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from attrs import frozen

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment, without_rewards
from formal_rl.environments.examples.deja_vu import repeated
from formal_rl.environments.examples.reverse_history import backwards, reversed_prompt
from formal_rl.environments.listed import MEMORIES
from formal_rl.histories import Action, Percept, Play, Prompt


@frozen
class AsPrinted:
    """An example written out, and the φ that the library builds it from."""

    environment: ExtendedEnvironment
    hypothetical: Callable[[Play], Prompt]


def _printed(asked: Callable[[Prompt, Action], Prompt]) -> ExtendedEnvironment:
    """Return e with e(T, ⟨⟩) = (0, 0) and e(T, s⌢a) = (r, 0): r = 1 if a = T on what is asked of s and a, else -1."""

    def e(T: Agent, s_a: Play) -> Percept:  # noqa: N803 - the papers' letters
        if s_a == ():
            return Percept(0, 0)
        s, a = s_a[:-1], s_a[-1]
        r = 1 if a == T(asked(s, a)) else -1
        return Percept(r, 0)

    return e


def _with_rewards_of_0(s: Prompt, _: Action) -> Prompt:
    return tuple(Percept(0, x.observation) if isinstance(x, Percept) else x for x in s)


def _turned(s: Prompt, _: Action) -> Prompt:
    x, a = s[0::2], s[1::2]
    turned: Prompt = x[-1:]
    for i in reversed(range(len(a))):
        turned = (*turned, a[i], x[i])
    return turned


LETTERS: Mapping[str, AsPrinted] = MappingProxyType(
    {
        "ignore_rewards": AsPrinted(_printed(_with_rewards_of_0), without_rewards),
        "false_memories": AsPrinted(_printed(lambda s, a: MEMORIES + s), lambda play: MEMORIES + play[:-1]),
        "backward_consciousness": AsPrinted(_printed(_turned), backwards),
        "deja_vu": AsPrinted(_printed(lambda s, a: (*s, a, *s)), repeated),
        "reverse_history": AsPrinted(_printed(lambda s, a: tuple(reversed(s))), reversed_prompt),
    }
)
"""By the names of the library."""
