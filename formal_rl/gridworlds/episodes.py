"""Mini-episodes and meta-episodes as ordinary environments."""

from collections.abc import Sequence

from formal_rl.environments import Environment
from formal_rl.gridworlds.drest import Drest, overall_returns
from formal_rl.gridworlds.trajectories import Trajectory
from formal_rl.gridworlds.world import LETTERS, Value, World, move, observe
from formal_rl.histories import Action, Percept, Play, actions, require_play

ENDED, OVER = "ended", "over"
"""The observations after the last move, and after the last mini-episode, when nothing pays any more."""


def mini_episode(world: World) -> Environment:
    """Return the environment that shows the observations of a world and pays the value of each coin at once.

    Raises `ActionOutOfRange` for an action that is not a move.

    Source: Thornley et al. 2024, Section 3, with the default reward of Section 5.
    Ledger: T24-world
    """

    def environment(play: Play) -> Percept:
        require_play(play)
        state = world.start
        value: Value = 0
        for action in actions(play):
            if state.remaining == 0:
                return Percept(0, ENDED)
            state, value = move(world, state, action)
        return Percept(value, observe(state) if state.remaining else ENDED)

    return environment


def split_plays(world: World, taken: Sequence[Action], number: int) -> tuple[tuple[Trajectory, ...], Percept]:
    """Return the mini-episodes that these actions complete, at most ``number``, and the current percept (0, o).

    Raises `ActionOutOfRange` for an action that is not a move.

    Source: Thornley et al. 2024, Definition D.1.
    Ledger: T24-DD2
    """
    done: list[Trajectory] = []
    state, acted, collected = world.start, list[Action](), list[Value]()
    for action in taken:
        if len(done) == number:
            break
        state, value = move(world, state, action)
        acted.append(action)
        collected.append(value)
        if state.remaining == 0:
            done.append(Trajectory(tuple(acted), tuple(collected)))
            state, acted, collected = world.start, [], []
    return tuple(done), Percept(0, OVER if len(done) == number else observe(state))


def meta_episode(world: World, drest: Drest, number: int) -> Environment:
    """Return the environment of N = ``number`` mini-episodes of a world, paid by the DREST reward.

    It shows the agent's observations of the world, which restarts after each mini-episode; how many there were, and of
    which lengths, is hidden. A mini-episode is paid at its end, when its length is known, by its overall return.

    Source: Thornley et al. 2024, Definitions D.1 and D.2.
    Ledger: T24-DD2*, T24-pomdp*
    """

    def environment(play: Play) -> Percept:
        require_play(play)
        taken = actions(play)
        done, percept = split_plays(world, taken, number)
        before, _ = split_plays(world, taken[:-1], number)
        if len(done) == len(before):
            return percept
        return percept._replace(reward=overall_returns(drest, done)[-1])

    return environment


def parse_moves(text: str) -> tuple[Action, ...]:
    """Return the actions that the letters U, D, L, R stand for."""
    return tuple(LETTERS.index(letter) for letter in text)
