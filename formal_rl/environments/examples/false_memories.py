"""Paid for acting as if other things had happened before."""

from collections.abc import Callable
from typing import Any

from attrs import field, frozen

from formal_rl.agents import Learner, Transition, train
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.environments.library_protocol import RunningSimulation
from formal_rl.environments.listed import MEMORIES
from formal_rl.environments.mimic import PAID, PUNISHED, mimic
from formal_rl.environments.record import EnvironmentRecord
from formal_rl.environments.simulated_copy import as_it_was
from formal_rl.histories import Action, Percept, Play, Prompt, concatenate, prompt_of, require_play


def with_memories(memories: Play) -> Callable[[Play], Prompt]:
    """Return φ: the memories, and then the prompt of a nonempty play."""
    return lambda play: concatenate(memories, prompt_of(play))


def false_memories(memories: Play) -> ExtendedEnvironment:
    """Return the environment that asks what the agent does on s_0⌢s, where s_0 is ``memories`` (any play).

    Raises `MalformedHistory` if ``memories`` is not a play.

    Source: Alexander et al. 2021, Example 8.
    Ledger: A21-E8*
    """
    require_play(memories)
    return mimic(with_memories(memories))


@frozen
class FalseMemoriesIncremental:
    """False memories with one simulated copy that starts with them.

    The state is the state of that copy.

    Source: Alexander et al. 2021, Example 8, in the form of Alexander et al. 2022, Section 4.
    Ledger: A21-E8*, A22-S4*
    """

    memories: Play = field(validator=lambda _, __, value: require_play(value))

    def start(self, learner: Learner[Any]) -> tuple[Percept, Any]:
        """Return (0, 0), and the copy trained on the memories up to and including that percept."""
        return Percept(0, 0), train(learner, concatenate(self.memories, (Percept(0, 0),)))

    def advance(self, learner: Learner[Any], state: Any, action: Action) -> tuple[Percept, Any]:
        """Return the next percept, and the copy trained on what truly happened."""
        answer = PAID if action == learner.act(state, 0) else PUNISHED
        return answer, learner.learn(state, Transition(0, action, answer[0], 0))


false_memories_published = RunningSimulation(as_it_was, (Transition(0, 0, 0, 0),) * 2)
"""Published form: two fixed memories. Differs: no initial percept; the copy answers once before the memories.

Ledger: A21-E8*
"""

RECORDS = (
    EnvironmentRecord(
        "false_memories",
        source="A21 Example 8",
        asked="had two turns of percept (0, 0) and action 0 gone before",
        shown_as="the memories and then the history",
        named={
            "definition": "false_memories()",
            "hypothetical": "with_memories()",
            "incremental": "FalseMemoriesIncremental()",
        },
        listed=(MEMORIES,),
    ),
)
