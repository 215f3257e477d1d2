"""Interaction with chance: the law of what happens, for each way in which the agent may be drawn."""

from collections.abc import Callable
from typing import TypeAlias

from formal_rl.agents import ChanceAgent, Distribution, law
from formal_rl.agents.chance import Drawing, Toss, drawn_by_step
from formal_rl.environments.environment import ExtendedEnvironment
from formal_rl.histories import History, Play

ChanceEnvironment: TypeAlias = Callable[[Toss], ExtendedEnvironment]
"""An environment with chance: what it tosses decides which extended environment it is.

It may toss when it is made, once a life, or at every percept. A run asks it once
about each play, so a table drawn once a life, entry by entry, gives the same distribution as fresh tosses.

Source: Alexander et al. 2022, Section 2, last paragraph.
Ledger: A22-chance-fresh-draws*
"""


def without_chance(environment: ExtendedEnvironment) -> ChanceEnvironment:
    """Return the environment as one with chance, which tosses nothing.

    Ledger: A22-chance-fresh-draws
    """
    return lambda toss: environment


def interaction_law(
    agent: ChanceAgent, environment: ChanceEnvironment, steps: int, drawing: Drawing
) -> Distribution[History]:
    """Return the distribution of x_1 y_1 ... x_n y_n, the first ``steps`` = n steps of the interaction, as a play.

    Each percept is the environment's answer to the agent and the play so far, each action the agent's on the prompt so
    far, as ever; ``drawing`` says how often the agent is drawn. Once a life, it is one agent in all of them. Anew at
    each step, the agent that acts is the one that the environment then asks. Anew at each question, no two answers
    have to agree, the environment's questions included.

    Source: Alexander et al. 2022, Definition 2 part 2, and Section 2, last paragraph.
    Ledger: A22-chance-fresh-draws*
    """

    def experiment(toss: Toss) -> History:
        world = environment(toss)
        drawn = drawn_by_step(agent, toss, drawing)
        play: Play = ()
        acting = next(drawn)
        for _ in range(steps):
            prompt = (*play, world(acting, play))
            acting = next(drawn)
            play = (*prompt, acting(prompt))
        return play

    return law(experiment)
