"""Runs of the battery as values: what is to be run, what came out, and what can run it."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import NamedTuple

from attrs import frozen

from formal_rl.battery.agents import BatteryAgent
from formal_rl.battery.environments import Reading


class BatteryRun(NamedTuple):
    """What is to be run: which agent where, for how many steps, from which draws, in which readings."""

    agent: str
    environment: str
    seed: int
    steps: int
    semantics: Reading
    opposite: Reading


class BatteryRow(NamedTuple):
    """A run and its outcome: the sum of the rewards that follow its actions, or ``None`` and how the agent failed.

    ``engine`` is what ran it; totals do not depend on it.
    """

    agent: str
    environment: str
    seed: int
    steps: int
    total: int | None
    semantics: Reading
    opposite: Reading
    failure: str = ""
    engine: str = "plain"

    @property
    def run(self) -> BatteryRun:
        """What was run."""
        return BatteryRun(self.agent, self.environment, self.seed, self.steps, self.semantics, self.opposite)


def row_of(run: BatteryRun, *, total: int | None = None, failure: str = "", engine: str = "plain") -> BatteryRow:
    """Return a run with its outcome."""
    agent, environment, seed, steps, semantics, opposite = run
    return BatteryRow(agent, environment, seed, steps, total, semantics, opposite, failure, engine)


@frozen
class Engine:
    """One way to run the battery, with the same totals as any other.

    ``together(run, agent)`` is ``None`` where it does not apply; runs with equal answers, of one agent, may be given to
    it together, up to ``most`` at once. ``rows`` yields a row for each, in order.
    """

    name: str
    together: Callable[[BatteryRun, BatteryAgent], Hashable]
    rows: Callable[[Sequence[BatteryRun], BatteryAgent], Iterator[BatteryRow]]
    most: int = 1
