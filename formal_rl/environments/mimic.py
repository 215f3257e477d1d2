"""Mimicry, the scheme behind most examples: paid for acting as one would have acted on another history."""

from collections.abc import Callable

from formal_rl.agents import Agent
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.histories import Observation, Percept, Play, Prompt, require_percept, require_play

PAID, PUNISHED = Percept(1, 0), Percept(-1, 0)
"""(1, 0) and (-1, 0): values, so one of each is enough."""


def mimic(
    hypothetical: Callable[[Play], Prompt],
    *,
    observation: Observation = 0,
    initial: Percept | None = None,
) -> ExtendedEnvironment:
    """Return the environment that pays 1 iff the last action is the agent's on a hypothetical prompt.

    Question: ``hypothetical(play)``, a function φ from nonempty plays to prompts.
    Comparison: the agent's answer with the last action of the play.
    Percept: reward 1 where they are equal, -1 otherwise, with the fixed ``observation``; on the empty
    play, ``initial``, by default reward 0 with that observation.

    Source: the common form of Alexander et al. 2021, Examples 6, 8, 9 and 10, and of
    Alexander et al. 2022, Examples 3 and 5.
    Ledger: A21-S3-mimic*, A21-S3-nonhalting*, A21-S3-form*, A22-lib*
    """
    first = Percept(0, observation) if initial is None else initial
    agreed, differed = Percept(1, observation), Percept(-1, observation)
    require_percept(first)

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return first
        if play[-1] == agent(hypothetical(play)):
            return agreed
        return differed

    return environment


def mimic_showing(hypothetical: Callable[[Play], Prompt], shows: Callable[[Play], Observation]) -> ExtendedEnvironment:
    """Return the environment that pays as `mimic` does, and shows after each play what ``shows`` makes of it.

    On the empty play the reward is 0. ``shows`` runs before the agent answers.

    Ledger: A21-S3-mimic
    """

    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        shown = shows(play)
        if play == ():
            return Percept(0, shown)
        return Percept(1 if play[-1] == agent(hypothetical(play)) else -1, shown)

    return environment
