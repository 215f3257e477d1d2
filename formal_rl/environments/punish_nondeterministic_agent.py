"""Punished for acting otherwise than one does when asked again."""

from __future__ import annotations

from collections.abc import Callable

from formal_rl.environments.mimic import mimic
from formal_rl.environments.published import RunningSimulation
from formal_rl.environments.rewritten import RewrittenIncremental, as_it_was
from formal_rl.environments.types import Agent, ExtendedEnvironment
from formal_rl.histories import Percept, Play, check_play, prompt_of

punish_nondeterministic_agent = mimic(prompt_of)
"""Definition: the documented intention of the published library (PunishNondeterministicAgent); the same prompt is asked
about again. An agent that is a function is always paid in its own interaction.

Source: Alexander et al. 2021, Section 3 (other extended environments).
Ledger: A21-S3-determinism*
"""

punish_nondeterministic_agent_incremental = RewrittenIncremental(as_it_was, period=1)
"""Incremental form.

Ledger: A21-S3-determinism
"""

punish_nondeterministic_agent_published = RunningSimulation(as_it_was)
"""Published form. Differs: there is no initial percept; otherwise it is the definition.

Ledger: A21-S3-determinism
"""


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
