"""One mini-episode of a world as an ordinary environment, paid by the default reward."""

from formal_rl.environments import Environment
from formal_rl.gridworlds.world import Value, World, move, observe
from formal_rl.histories import Percept, Play, actions, check_play

ENDED = "ended"
"""What is shown after the last move, when nothing is paid any more.

Ledger: T24-world
"""


def mini_episode(world: World) -> Environment:
    """Return the environment that shows what the agent sees of a world and pays the value of each coin at once.

    Raises `ActionOutOfRange` for an action that is no move.

    Source: Thornley et al. 2024, Section 3, with the default reward of Section 5.
    Ledger: T24-world
    """

    def environment(play: Play) -> Percept:
        check_play(play)
        state = world.start
        value: Value = 0
        for action in actions(play):
            if state.remaining == 0:
                return Percept(0, ENDED)
            state, value = move(world, state, action)
        return Percept(value, observe(state) if state.remaining else ENDED)

    return environment
