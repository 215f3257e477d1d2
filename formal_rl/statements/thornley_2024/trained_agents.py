"""Trained agents, and what they collect in each trajectory-length."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from attrs import evolve, frozen

from formal_rl.gridworlds import Value, World
from formal_rl.gridworlds.preferences import Outcome
from formal_rl.gridworlds.training import AgentKind, Logits, Training
from formal_rl.gridworlds.training.reinforce import Row, softmax
from formal_rl.gridworlds.training.softmax_policies import MeasuredInFloats, measure_compiled, outcome_chances
from formal_rl.gridworlds.world import Cell
from formal_rl.statements.thornley_2024.training_runs import course


class TrainedAgent(NamedTuple):
    """An agent at the end of training: its parameters, its metrics, and how probable each outcome is; without ε."""

    logits: Logits
    measured: MeasuredInFloats
    outcomes: Mapping[Outcome, float]

    def probability(self, *outcomes: Outcome) -> float:
        """Return the probability of any of some outcomes."""
        return sum(self.outcomes.get(each, 0.0) for each in outcomes)

    def collecting(self, value: Value) -> float:
        """Return the probability that a coin of this value is collected."""
        return sum(chance for each, chance in self.outcomes.items() if value in each.coins)

    def at_first(self, cell: Cell) -> Row:
        """Return the probabilities of the actions in a cell while nothing is collected or pressed."""
        return next(
            softmax(row) for seen, row in self.logits if seen.cell == cell and all(seen.coins) and all(seen.buttons)
        )


def agent_of(world: World, logits: Logits, gamma: Value) -> TrainedAgent:
    """Return the agent with these parameters."""
    return TrainedAgent(logits, measure_compiled(world, logits, gamma), outcome_chances(world, logits))


@lru_cache(maxsize=512)
def trained_agent(world: World, training: Training, seed: int) -> TrainedAgent:
    """Return the agent at the end of a run with the draws of a seed."""
    return agent_of(world, course(world, training, seed, 1)[-1].logits, training.gamma)


@frozen
class Agents:
    """A default agent and a DREST agent, trained in one world with the same draws; each when it is first looked at."""

    world: World
    settings: Callable[[AgentKind], Training]
    gamma: Fraction
    seed: int

    @property
    def default(self) -> TrainedAgent:
        """The default agent."""
        return self._trained("default")

    @property
    def drest(self) -> TrainedAgent:
        """The DREST agent."""
        return self._trained("drest")

    def _trained(self, kind: AgentKind) -> TrainedAgent:
        return trained_agent(self.world, evolve(self.settings(kind), gamma=self.gamma), self.seed)
