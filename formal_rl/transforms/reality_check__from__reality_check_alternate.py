"""The reality check with its recursion taken out, as the proof of Theorem 10 part 1 has it."""

from formal_rl.environments import Agent
from formal_rl.histories import Action, Prompt, check_prompt


def reality_check_alternate(agent: Agent) -> Agent:
    """Return ρ: as π_RC, but each past action is compared with π's instead of π_RC's.

    ρ(x_1 y_1 ... x_n) is π(x_1 y_1 ... x_n) if y_i = π(x_1 y_1 ... x_i) for all 1 <= i < n, and π(⟨x_1⟩)
    otherwise. It asks π at most n questions.

    Raises `MalformedHistory` on what is no prompt.

    Source: Alexander et al. 2022, Theorem 10 part 1 and its proof.
    Ledger: A22-T10.1*
    """

    def rho(prompt: Prompt) -> Action:
        check_prompt(prompt)
        n = (len(prompt) + 1) // 2
        if all(prompt[2 * i - 1] == agent(prompt[: 2 * i - 1]) for i in range(1, n)):
            return agent(prompt)
        return agent(prompt[:1])

    return rho
