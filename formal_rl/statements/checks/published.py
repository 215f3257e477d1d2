"""Checks of the published forms of environments against the definitions they are forms of."""

from __future__ import annotations

from itertools import product
from typing import Any

from formal_rl.checking.forking import Unknown, decide_each
from formal_rl.checking.outcome import Disagreement, Note, Part
from formal_rl.environments import ExtendedEnvironment, LearnerClass, PublishedEnvironment, as_agent
from formal_rl.histories import Action, Percept, Play

LONGEST = 4
"""How many actions are tried, whatever the scope; a witness, where there is one, has fewer."""


def published_against_definition(
    name: str, published: PublishedEnvironment, definition: ExtendedEnvironment, *, first: int
) -> Part:
    """Compare, for every learner and action sequence, the published rewards with the definition's on the same history.

    The published form gives no initial percept; (0, observation) stands for it. ``first`` is the number of the
    first reward that is compared, counting from 1.

    Ledger: infrastructure
    """

    def claim(sequence: tuple[Action, ...], unknown: Unknown, note: Note) -> Disagreement | None:
        agent, agent_class = as_agent(unknown.learner), LearnerClass(unknown.learner)
        observation, state = published.start(agent_class)
        percept = Percept(0, observation)
        play: Play = ()
        for number, action in enumerate(sequence, start=1):
            play = (*play, percept, action)
            percept, state = published.step(agent_class, state, action)
            if number >= first:
                expected: Any = definition(agent, play)
                note("paid" if expected.reward > 0 else "punished")
                if percept != expected:
                    return Disagreement(f"published reward {number} of {name}", expected, percept, play)
        return None

    return decide_each(
        f"published {name}, from reward {first} on",
        claim,
        (sequence for n in range(1, LONGEST + 1) for sequence in product(range(2), repeat=n)),
        actions=range(2),
        branches=("paid", "punished"),
        domain=f"all learners, all sequences of at most {LONGEST} actions of 2, whatever the scope",
    )
