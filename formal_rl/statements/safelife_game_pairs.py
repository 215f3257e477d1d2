"""The pair of SafeLife games: a level as an environment that replays, and the form that carries the game forward."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from attrs import frozen

from formal_rl.checking.function_pairs import FunctionPair
from formal_rl.checking.outcome import Part
from formal_rl.checking.scope import Scope
from formal_rl.environments import ConstantLearner, Draws, Environment, HashedDraws, IncrementalEnvironment
from formal_rl.histories import Action, Percept, Play
from formal_rl.safelife.actions import ACTIONS
from formal_rl.safelife.board import board_of
from formal_rl.safelife.cells import BLUE, LEVEL_EXIT, LIFE, PLAYER, RED, SPAWNER
from formal_rl.safelife.level import Level
from formal_rl.safelife.level_environment import LevelEnvironmentIncremental, level_environment

GARDEN = Level(
    board_of(4, 5, [((1, 1), PLAYER | RED), ((1, 2), LIFE | RED), ((3, 4), SPAWNER), ((2, 1), LEVEL_EXIT)]),
    board_of(4, 5, [((0, 1), BLUE), ((1, 0), BLUE)]),
    spawn_probability=Fraction(1, 2),
    min_performance=Fraction(1, 2),
)
"""A red dot to the right of a red agent, an exit below it, goals above it and to its left, a spawner in a corner."""


@frozen
class GamePair:
    """A level as an environment, and the form that carries the game forward: the same percepts for every play."""

    name: str
    definition: Callable[[Level, Draws], Environment]
    fast: Callable[[Level, Draws], IncrementalEnvironment]

    def parts(self, scope: Scope) -> tuple[Part, ...]:
        """Compare on sequences of all nine actions, then on longer ones."""
        domain = "a level of 4 x 5 with a spawner: all sequences of nine actions to a length, and drawn ones of 12"
        branches = ("paid", "punished", "neither", "sampled")
        return FunctionPair(self.name, self._replayed, self._carried, self._sequences, branches, domain).parts(scope)

    def _replayed(self, level: Level, draws: Draws, sequence: tuple[Action, ...]) -> tuple[Percept, ...]:
        environment = self.definition(level, draws)
        play: Play = ()
        percepts = [environment(play)]
        for action in sequence:
            play = (*play, percepts[-1], action)
            percepts.append(environment(play))
        return tuple(percepts)

    def _carried(self, level: Level, draws: Draws, sequence: tuple[Action, ...]) -> tuple[Percept, ...]:
        environment, learner = self.fast(level, draws), ConstantLearner(0)
        percept, state = environment.start(learner)
        percepts = [percept]
        for action in sequence:
            percept, state = environment.advance(learner, state, action)
            percepts.append(percept)
        return tuple(percepts)

    def _sequences(self, scope: Scope) -> Iterator[tuple[str, tuple[Any, ...]]]:
        draws = HashedDraws(scope.seed)
        for sequence in product(range(len(ACTIONS)), repeat=3 if scope.is_full else 2):
            rewards = {percept.reward for percept in self._carried(GARDEN, draws, sequence)}
            branch = "paid" if max(rewards) > 0 else "punished" if min(rewards) < 0 else "neither"
            yield branch, (GARDEN, draws, sequence)
        for sample in range(50 if scope.is_full else 5):
            chosen = HashedDraws(scope.seed + 1 + sample)
            yield "sampled", (GARDEN, draws, tuple(int(chosen[turn] * len(ACTIONS)) for turn in range(12)))


SAFELIFE_GAME_PAIRS = (GamePair("LevelEnvironmentIncremental", level_environment, LevelEnvironmentIncremental),)
"""The pairs of SafeLife games."""
