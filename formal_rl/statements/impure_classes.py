"""Small classes with act and train that use what the reference may not: globals, files, clocks, generators.

Each function returns a new class, or something that makes instances, so that nothing is left over from before.
"""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

from formal_rl.agents import AgentInstance
from formal_rl.histories import Action, Observation

LEDGER = ("A22-D6",)


class _Untrained:
    """A base class that takes any training and learns nothing."""

    def train(self, *transition: Any) -> None:
        """Learn nothing."""


def counting_questions() -> type[AgentInstance]:
    """Return a class whose instances do 0 and 1 in turn, each counting its own questions: not semi-deterministic."""

    class CountsQuestions(_Untrained):
        def __init__(self) -> None:
            self.questions = count()

        def act(self, obs: Observation) -> Action:
            return next(self.questions) % 2

    return CountsQuestions


def sharing_questions() -> type[AgentInstance]:
    """Return a class whose instances count the questions to all of them together: not semi-deterministic."""
    questions = count()
    return type("SharesQuestions", (_Untrained,), {"act": lambda self, obs: next(questions) % 2})


def sharing_training() -> type[AgentInstance]:
    """Return a class whose instances do whether any of them was last paid: not semi-deterministic.

    Ledger: A22-D6*
    """

    class SharesTraining:
        paid = False

        def act(self, obs: Observation) -> Action:
            return int(SharesTraining.paid)

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            SharesTraining.paid = r > 0

    return SharesTraining


def writing_a_file(file: Path) -> type[AgentInstance]:
    """Return a class whose instances write the last reward to one file and act on what is in it.

    Not semi-deterministic.

    Source: Alexander et al. 2022, Section 4.1 (an agent that reads and writes files).
    Ledger: A22-D6, A22-D6-sim*
    """

    class WritesAFile:
        def act(self, obs: Observation) -> Action:
            return int(file.exists() and file.read_text("utf-8") == "paid")

        def train(self, o_prev: Observation, a: Action, r: Any, o_next: Observation) -> None:
            file.write_text("paid" if r > 0 else "not paid", "utf-8")

    return WritesAFile


def reading_a_clock(clock: Callable[[], int]) -> type[AgentInstance]:
    """Return a class whose instances do what time it is: not semi-deterministic if time passes."""
    return type("ReadsAClock", (_Untrained,), {"act": lambda self, obs: clock()})


def drawing_when_asked(seed: int | None) -> type[AgentInstance]:
    """Return a class whose instances draw when asked, each from the same seed if any: not semi-deterministic."""

    class DrawsWhenAsked(_Untrained):
        def __init__(self) -> None:
            self.generator = Random(seed)

        def act(self, obs: Observation) -> Action:
            return self.generator.randrange(2)

    return DrawsWhenAsked


drawing_unseeded = partial(drawing_when_asked, None)


def drawing_when_trained(seed: int) -> type[AgentInstance]:
    """Return a class whose instances draw when made and when trained, each from the same seed: semi-deterministic."""

    class DrawsWhenTrained:
        def __init__(self) -> None:
            self.generator = Random(seed)
            self.train()

        def act(self, obs: Observation) -> Action:
            return self.drawn

        def train(self, *transition: Any) -> None:
            self.drawn = self.generator.randrange(2)

    return DrawsWhenTrained


def reading_a_pool(pool: Sequence[Action]) -> type[AgentInstance]:
    """Return a class whose instances take the action whose place in a read-only pool is how often they were trained.

    Semi-deterministic, whatever is in the pool.

    Source: Alexander et al. 2022, Section 4.1 (a pool of numbers generated before).
    """

    class ReadsAPool:
        trained = 0

        def act(self, obs: Observation) -> Action:
            return pool[self.trained % len(pool)]

        def train(self, *transition: Any) -> None:
            self.trained += 1

    return ReadsAPool
