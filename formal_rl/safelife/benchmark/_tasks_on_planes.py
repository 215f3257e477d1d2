"""Episodes of the benchmark on bit planes: the same as `task_episode` gives, at a fraction of the cost."""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias, cast

from attrs import evolve

from formal_rl.agents import Draws, draw
from formal_rl.errors import require_int
from formal_rl.histories import Action
from formal_rl.safelife._engines.planes.game import PackedGame, PackedGameState
from formal_rl.safelife.benchmark.policies import POLICIES, first_move_to_exit, number_of_draw
from formal_rl.safelife.benchmark.tasks import TIME_LIMIT, Episode
from formal_rl.safelife.game.actions import ACTIONS
from formal_rl.safelife.game.game import GameState
from formal_rl.safelife.game.level import Level
from formal_rl.safelife.game.level_environment import require_one_agent

LEDGER = ("W19-tasks",)

Player: TypeAlias = Callable[[PackedGameState, int], Action]
"""Chooses the action of an agent of a level, given the game and the reward of the step before."""


def _greedy(level: Level, draws: Draws, agent: int) -> Player:
    """Return the policy `greedy`, each action tried on bit planes, where no spawner spawns."""
    game = PackedGame(evolve(level, spawn_probability=0))
    before, after = (0,) * agent, (0,) * (len(level.agents) - agent - 1)

    def choose(state: PackedGameState, reward: int) -> Action:
        if game.can_exit(state, agent):
            way = first_move_to_exit(state.board.to_board(), state.locations[agent])
            if way is not None:
                return way
        tried = [game.step(state, (*before, action, *after)).state for action in range(len(ACTIONS))]
        worth = [each.values[agent] + (each.flags(agent) == (False, True)) for each in tried]
        best = [action for action, number in enumerate(worth) if number == max(worth)]
        return best[int(len(best) * Fraction(draw(draws, number_of_draw(cast(GameState, state), agent))))]

    return choose


def named_player(policy: str, level: Level, draws: Draws, agent: int = 0) -> Player:
    """Return the player of a level that follows the policy of `POLICIES` with this name, which must be there."""
    if policy == "greedy":
        return _greedy(level, draws, agent)
    choose = POLICIES[policy]
    # The others ask a game for no more than its number of steps and agents, which both forms of it have.
    return lambda state, _: choose(level, cast(GameState, state), agent, draws)


def played(level: Level, player: Player, draws: Draws = (), *, limit: int = TIME_LIMIT) -> Episode:
    """Return the episode of a level with one agent, as `task_episode` gives it for a policy that chooses the same.

    Raises as that does.

    Source: Wainwright and Eckersley 2019, Section 5.
    """
    require_one_agent(level)
    require_int("limit", limit, 0)
    game = PackedGame(level)
    state, reading, paid, last = game.start(), game.reading(draws), 0, 0
    while state.in_play[0] and state.steps < limit:
        state, (last,) = game.step(state, (player(state, last),), reading)
        paid += last
    return Episode(state.to_state(), paid)
