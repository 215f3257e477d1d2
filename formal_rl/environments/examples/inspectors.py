"""Punished for acting otherwise than copies of oneself with other draws."""

from collections.abc import Callable

from formal_rl.environments.types import Agent, ExtendedEnvironment
from formal_rl.histories import Percept, Play, check_play


def determinism_inspector(redrawn: tuple[Callable[[Agent], Agent], ...]) -> ExtendedEnvironment:
    """Return the environment that pays 1 iff each copy of the agent does the last action on the same prompt.

    It is meant for agents whose draws are explicit, so that an agent with other draws is another function. Each of
    ``redrawn`` makes a copy, which is the agent with other draws. With no copies every action is paid.

    The environment raises `MalformedHistory` on what is no play.

    Source: Alexander et al. 2021, Section 3: the agent is simulated repeatedly on the same history.
    Ledger: A21-S3-determinism*
    """

    def environment(agent: Agent, play: Play) -> Percept:
        check_play(play)
        if play == ():
            return Percept(0, 0)
        agreed = all(play[-1] == redraw(agent)(play[:-1]) for redraw in redrawn)
        return Percept(1 if agreed else -1, 0)

    return environment
