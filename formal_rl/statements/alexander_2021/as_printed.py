"""The examples once more, each written out case by case as its paper prints it, to hold the library against."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from attrs import frozen

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment, without_rewards
from formal_rl.environments.examples.deja_vu import repeated
from formal_rl.environments.examples.reverse_history import backwards, reversed_prompt
from formal_rl.environments.listed import MEMORIES
from formal_rl.histories import Percept, Play, Prompt


@frozen
class AsPrinted:
    """An example written out, and the φ that the library builds it from."""

    environment: ExtendedEnvironment
    hypothetical: Callable[[Play], Prompt]


def _ignore_rewards(T: Agent, s_a: Play) -> Percept:  # noqa: N803 - the paper's letters
    if s_a == ():
        return Percept(0, 0)
    s, a = s_a[:-1], s_a[-1]
    s0 = tuple(Percept(0, e.observation) if isinstance(e, Percept) else e for e in s)
    r = 1 if a == T(s0) else -1
    return Percept(r, 0)


def _false_memories(T: Agent, s_a: Play) -> Percept:  # noqa: N803
    if s_a == ():
        return Percept(0, 0)
    s, a = s_a[:-1], s_a[-1]
    r = 1 if a == T(MEMORIES + s) else -1
    return Percept(r, 0)


def _backward_consciousness(T: Agent, s_a: Play) -> Percept:  # noqa: N803
    if s_a == ():
        return Percept(0, 0)
    x, a = s_a[0::2], s_a[1::2]
    n = len(a) - 1
    turned: Play = (x[n],)
    for i in reversed(range(n)):
        turned = (*turned, a[i], x[i])
    r = 1 if a[n] == T(turned) else -1
    return Percept(r, 0)


def _deja_vu(T: Agent, s_a: Play) -> Percept:  # noqa: N803
    if s_a == ():
        return Percept(0, 0)
    s, a = s_a[:-1], s_a[-1]
    r = 1 if T((*s, a, *s)) == a else -1
    return Percept(r, 0)


def _reverse_history(pi: Agent, h_y: Play) -> Percept:
    if h_y == ():
        return Percept(0, 0)
    h, y = h_y[:-1], h_y[-1]
    return Percept(1, 0) if y == pi(tuple(reversed(h))) else Percept(-1, 0)


LETTERS: Mapping[str, AsPrinted] = MappingProxyType(
    {
        "ignore_rewards": AsPrinted(_ignore_rewards, without_rewards),
        "false_memories": AsPrinted(_false_memories, lambda play: MEMORIES + play[:-1]),
        "backward_consciousness": AsPrinted(_backward_consciousness, backwards),
        "deja_vu": AsPrinted(_deja_vu, repeated),
        "reverse_history": AsPrinted(_reverse_history, reversed_prompt),
    }
)
"""By the names of the library."""
