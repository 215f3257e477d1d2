"""Inference of an agent's own past actions, which need not be recorded for it."""

from formal_rl.agents import Agent
from formal_rl.histories import Action, Prompt, percepts, require_prompt


def infer_actions(agent: Agent) -> Agent:
    """Return the twin of ``agent`` that ignores the recorded actions and recomputes its own from the percepts.

    On x_1 y_1 ... x_n it acts as the agent does on x_1 z_1 ... x_n, where each z_i is what the agent does on
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
