"""What plays an episode of the benchmark: a policy that has a name, or an object of the user's."""

from typing import NamedTuple, Protocol

from formal_rl.agents import HashedDraws
from formal_rl.safelife.benchmark import POLICIES, Player, named_player
from formal_rl.safelife.game import Level, check_one_agent, in_single_precision
from formal_rl.study.safelife.policies import find_player


class FindPlayer(Protocol):
    """Finds what a policy's name stands for."""

    def __call__(self, policy: str, level: Level, seed: int, /) -> Player:
        """Return a player for one episode."""


def find_benchmark_player(policy: str, level: Level, seed: int, /) -> Player:
    """Return what plays an episode, and chooses as `find_player` does: a named policy, or a user's ``module:object``.

    Raises as `find_player` does.
    """
    if policy in POLICIES:
        return named_player(policy, level, HashedDraws(-1 - seed))
    users = find_player(policy, level, seed)
    return lambda state, reward: users(state.to_state(), (reward,))[0]


class Begun(NamedTuple):
    """A level as it is played, and who plays it."""

    level: Level
    player: Player


def begun(level: Level, policy: str, seed: int, find: FindPlayer = find_benchmark_player) -> Begun:
    """Return a level, in single precision, and its player; raise as ``find`` and `check_one_agent` do."""
    check_one_agent(level)
    exact = in_single_precision(level)
    return Begun(exact, find(policy, exact, seed))
