"""Rewinding the environment under one agent, against simulating the agent."""

from typing import Any

from formal_rl.agents import Learner, as_agent, train, transitions
from formal_rl.histories import Action, Prompt, require_prompt


def simulated_action(learner: Learner[Any], path: Prompt) -> Action:
    """Return what a fresh copy of the learner does at the end of ``path``.

    Source: Alexander et al. 2022, Section 1.
    Ledger: A22-S1-backtrack*
    """
    return as_agent(learner)(path)


def backtracked_action(learner: Learner[Any], first: Prompt, path: Prompt) -> Action:
    """Return what the learner does at the end of ``path`` if it was first sent along ``first`` and only the
    environment was rewound: it still remembers the first path.

    Source: Alexander et al. 2022, Section 1.
    Ledger: A22-S1-backtrack*
    """
    require_prompt(first)
    require_prompt(path)
    state = train(learner, first)
    for transition in transitions(path):
        state = learner.learn(state, transition)
    return learner.act(state, path[-1].observation)
