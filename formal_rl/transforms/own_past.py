"""An agent's own past: actions that it infers, and a path on which it is rewound or simulated."""

from typing import Any

from formal_rl.agents import Agent, Learner, as_agent, train, transitions
from formal_rl.histories import Action, Prompt, percepts, require_prompt


def infer_actions(agent: Agent) -> Agent:
    """Return the twin of ``agent`` that ignores the recorded actions and recomputes its own from the percepts.

    On x_1 y_1 ... x_n it acts as the agent does on x_1 z_1 ... x_n, where each z_i is its action on
    x_1 z_1 ... x_i. Where every recorded action is the agent's own, the two agree.

    Source: Alexander et al. 2021, Section 2, after Definition 3.
    Ledger: A21-D3-actions*
    """

    def twin(prompt: Prompt) -> Action:
        require_prompt(prompt)
        first, *later = percepts(prompt)
        inferred: Prompt = (first,)
        for percept in later:
            inferred += (agent(inferred), percept)
        return agent(inferred)

    return twin


def simulated_action(learner: Learner[Any], path: Prompt) -> Action:
    """Return the action of a fresh copy of the learner at the end of ``path``.

    Source: Alexander et al. 2022, Section 1.
    Ledger: A22-S1-backtrack*
    """
    return as_agent(learner)(path)


def backtracked_action(learner: Learner[Any], first: Prompt, path: Prompt) -> Action:
    """Return the action of the learner at the end of ``path`` if it first went along ``first`` and only the
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
