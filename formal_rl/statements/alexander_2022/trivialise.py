"""Section 5: what the reality check makes of ignore rewards."""

from formal_rl.agents import Agent
from formal_rl.environments import ignore_rewards, mimic
from formal_rl.histories import Action, Percept, Play, Prompt
from formal_rl.statements.checks import trivialisation
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement


def _frozen_to_the_other_action(agent: Agent) -> Agent:
    """Freeze to another action than the first."""

    def checked(prompt: Prompt) -> Action:
        own = all(prompt[index] == checked(prompt[:index]) for index in range(1, len(prompt), 2))
        return agent(prompt) if own else 1 - agent(prompt[:1])

    return checked


def _always_paying(agent: Agent, play: Play) -> Percept:
    """Ask as ignore rewards does, and pay whatever the answer."""
    percept = ignore_rewards(agent, play)
    return percept._replace(reward=max(percept.reward, -percept.reward))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S5-trivialise",
        kind="lemma",
        title="ignore rewards becomes trivial for a reality check",
        claim="When π_RC faces ignore rewards, and π has once answered otherwise with the rewards erased, the "
        "environment pays for y_1 and punishes every other action from the next step on.",
        source=f"{ALEXANDER_2022}, Section 5 (the example after Conjecture 9)",
        check=trivialisation.trivial_at_last,
        mutants={
            "π itself": {"reality_check": lambda agent: agent},
            "frozen to another action": {"reality_check": _frozen_to_the_other_action},
            "asked on the true history": {"environment": mimic(lambda play: play[:-1])},
            "paid in any case": {"environment": _always_paying},
            "learners that are not checked": {"fold": lambda learner: learner},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all agents to horizon 7, 2 actions; 7 learners for 150 steps by the fold (equal by "
        "A22-D7)",
        defects="As printed, π_RC(x_1 y_1 ... x_n) = y_1, without primes, which contradicts Theorem 10 part 3: on its "
        "true history π_RC goes on as π. That π's answers differ at some m < n is a premise. The least m is the step "
        "of the first punishment. Not every agent profits: one that follows the sign of its last reward is paid for "
        "half of its actions, and one that never is punished, such as Simple, never gets there.",
        repair="π_RC(x'_1 y_1 ... x'_n) = π_RC(⟨x'_1⟩) = y_1, for all n > m; x'_1 is x_1, since r_1 = 0",
        witness="π does 0, 0 and 1 on its true history and 1 on (0,0) 0 (0,0): m = 2, and y_3 = 1 is not y_1. "
        "The least m is 2 for the sign of the last reward, and 2, 3, 4, 7 and 3 for Q with the seeds 0 to 4",
    ),
)
"""In the order of the paper."""
