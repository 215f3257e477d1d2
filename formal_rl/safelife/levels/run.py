"""Runs of SafeLife levels: the level, a seed and the actions, from which all else follows."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from attrs import frozen

from formal_rl.agents import Draws
from formal_rl.histories import Action
from formal_rl.safelife._engines.planes.game import PackedGame, step_packed
from formal_rl.safelife.board.board import Board
from formal_rl.safelife.game.game import GameState, StepResult, start
from formal_rl.safelife.game.level import Level, in_single_precision
from formal_rl.seeded_draws import SeededDraws


class Turn(NamedTuple):
    """One step of a run: what each agent did and was paid, and the game after it."""

    actions: tuple[Action, ...]
    rewards: tuple[int, ...]
    state: GameState


@frozen
class SeededGame:
    """A level as the published code plays it: its probability in single precision, spawners by the draws of a seed.

    The points required are exact; the published product of floats may ask one more: `required_points_published`.
    """

    level: Level
    draws: Draws

    def start(self) -> GameState:
        """Return the game before its first step."""
        return start(self.level)

    def step(self, state: GameState, actions: tuple[Action, ...]) -> StepResult:
        """Return the game after one step and what it pays; raise as `step_packed` does."""
        return step_packed(self.level, state, actions, self.draws)

    def turns(self, actions: Iterable[tuple[Action, ...]]) -> Iterator[Turn]:
        """Yield a step from the start for the actions of all agents in each; raise as `step` of a game does."""
        game = PackedGame(self.level)
        state, draws = game.start(), game.reading(self.draws)
        for each in actions:
            state, rewards = game.step(state, each, draws)
            yield Turn(each, rewards, state.to_state())


def seeded_game(level: Level, seed: int) -> SeededGame:
    """Return the game of a level with the draws of a seed."""
    return SeededGame(in_single_precision(level), SeededDraws(seed))


@frozen
class SafeLifeRun:
    """A run of a level: its seed, what played it, what each agent did and was paid in each step, and the last board."""

    level: Level
    seed: int
    policy: str
    actions: tuple[tuple[Action, ...], ...]
    rewards: tuple[tuple[int, ...], ...]
    board: Board

    @property
    def steps(self) -> int:
        """The number of steps."""
        return len(self.actions)

    def turns(self) -> Iterator[Turn]:
        """Yield the steps again, played from the level, the seed and the actions; raise as `step` of a game does."""
        return seeded_game(self.level, self.seed).turns(self.actions)
