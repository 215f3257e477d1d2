"""Paid for acting as if only the last five turns had happened."""

from typing import Any, NamedTuple

from formal_rl.agents import AgentClass, Learner, Transition
from formal_rl.agents.learners import acts
from formal_rl.environments.mimic import PAID, PUNISHED, mimic
from formal_rl.environments.record import EnvironmentRecord, recorded
from formal_rl.histories import Action, Observation, Percept, Play, Prompt, prompt_of

LEDGER = ("A22-lib",)

REMEMBERED = 5
"""The number of remembered turns."""


def last_turns(play: Play) -> Prompt:
    """Return x_{n-5} y_{n-5} ... x_n, or x_1 y_1 ... x_n if n <= 6, for the nonempty play x_1 y_1 ... x_n y_n.

    A turn is an action with the percept that followed it, so that the percept before the first of the five is kept.
    """
    return prompt_of(play)[-(2 * REMEMBERED + 1) :]


limited_memory = mimic(last_turns)
"""Definition: the documented intention of the published library (LimitedMemory).

Ledger: A22-lib*
"""


class _LimitedMemoryIncremental:
    """Limited memory with a new copy at each step, trained on at most five transitions.

    The state is the last transitions, five or fewer.
    """

    def start(self, learner: Learner[Any]) -> tuple[Percept, tuple[Transition, ...]]:
        return Percept(0, 0), ()

    def advance(
        self, learner: Learner[Any], state: tuple[Transition, ...], action: Action
    ) -> tuple[Percept, tuple[Transition, ...]]:
        answer = PAID if action == acts(learner, state, 0) else PUNISHED
        return answer, (*state, Transition(0, action, answer[0], 0))[-REMEMBERED:]


limited_memory_incremental = _LimitedMemoryIncremental()
"""Incremental form."""


class PublishedLimitedMemoryState(NamedTuple):
    """The last transitions, five or fewer, and the copies made so far, each with those it was trained on."""

    last: tuple[Transition, ...]
    copies: tuple[tuple[tuple[Transition, ...], Any], ...]


class _PublishedLimitedMemory:
    """Limited memory as the published library runs it: a copy is kept for each list of five turns, and asked again."""

    def start(self, agent_class: AgentClass[Any]) -> tuple[Observation, PublishedLimitedMemoryState]:
        return 0, PublishedLimitedMemoryState((), ())

    def step(
        self, agent_class: AgentClass[Any], state: PublishedLimitedMemoryState, action: Action
    ) -> tuple[Percept, PublishedLimitedMemoryState]:
        copies = dict(state.copies)
        if state.last not in copies:
            new = agent_class.initial
            for transition in state.last:
                _, new = agent_class.ask(new, 0)
                new = agent_class.train(new, transition)
            copies[state.last] = new
        simulated, copies[state.last] = agent_class.ask(copies[state.last], 0)
        reward = 1 if action == simulated else -1
        last = (*state.last, Transition(0, action, reward, 0))[-REMEMBERED:]
        return Percept(reward, 0), PublishedLimitedMemoryState(last, tuple(copies.items()))


limited_memory_published = _PublishedLimitedMemory()
"""Published form. Differs: there is no initial percept; it keeps a copy that has answered, and asks it again."""


def last_percepts(play: Play) -> Prompt:
    """Return x_{n-4} y_{n-4} ... x_n, or x_1 y_1 ... x_n if n <= 5, for the nonempty play x_1 y_1 ... x_n y_n.

    Source: the published library in its functional form of 2021 (LimitedMemory).
    """
    return prompt_of(play)[-(2 * REMEMBERED - 1) :]


limited_memory_functional = mimic(last_percepts)
"""Functional form of 2021. Differs: five percepts and the four actions between them, so one turn fewer."""

RECORDS = recorded(
    globals(),
    EnvironmentRecord(
        "limited_memory",
        asked="had it seen only the last five turns, each an action and the next percept, and the percept before",
        shown_as="the last five turns",
        hypothetical="last_turns",
        functional_differs="five percepts are remembered, which are four turns",
    ),
)
