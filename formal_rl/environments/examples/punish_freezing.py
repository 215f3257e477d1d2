"""Punished for seeming to freeze after something one would never have done."""

from formal_rl.agents import Agent
from formal_rl.histories import Percept, Play, Prompt, require_play

LEDGER = ("A22-S6-antiRC*",)

PROBES = (Percept(1, 0), Percept(-1, 0))
"""The percepts that follow the action that the agent would not have taken.

Source: Alexander et al. 2022, Section 6; the paper leaves it open.
"""


def impossible_prompts(agent: Agent, play: Play) -> tuple[Prompt, ...]:
    """Return x_1 y_1 ... x_n ȳ x for each probe x and the play x_1 y_1 ... x_n y_n.

    ȳ is an action that the agent does not take on x_1 y_1 ... x_n: 1 where it does 0, and 0 where it does another.

    Source: Alexander et al. 2022, Section 6.
    """
    prompt = play[:-1]
    other = 1 if agent(prompt) == 0 else 0
    return tuple((*prompt, other, probe) for probe in PROBES)


def punish_freezing(agent: Agent, play: Play) -> Percept:
    """Return -1 if the agent seems frozen on the impossible prompts of this play, else 1; (0, 0) at first.

    It seems frozen if on each of them it does what it does on ⟨x_1⟩. The paper only names the idea; this is one way to
    make it precise, and so not in the catalogue.

    Source: Alexander et al. 2022, Section 6.
    """
    require_play(play)
    if play == ():
        return Percept(0, 0)
    first = agent(play[:1])
    frozen = all(agent(prompt) == first for prompt in impossible_prompts(agent, play))
    return Percept(-1 if frozen else 1, 0)
