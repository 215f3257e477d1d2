"""The ledger of a paper of one's own: a lemma that holds and a claim that does not, about ignoring rewards.

README: `formal-rl verify --ledger examples/my_paper.py` checks the statements of a paper of yours.
"""

from formal_rl.checking import decide, equal, part
from formal_rl.environments import ignore_rewards, interaction
from formal_rl.histories import Percept
from formal_rl.statements import Statement


def paid(environment, agent, turns):
    """Compare what is paid for the last of so many actions with 1."""
    play = interaction(agent, environment, turns)
    return equal("the next reward", 1, environment(agent, play).reward, play)


@part("constant agents", domain="both, 1 to 8 turns", branches=("always 0", "always 1"))
def constant_agents(environment):
    """Yield for each case the name of its branch, and in what it differs, or None."""
    for turns in range(1, 9):
        yield "always 0", paid(environment, lambda prompt: 0, turns)
        yield "always 1", paid(environment, lambda prompt: 1, turns)


def lemma_1(scope, environment=ignore_rewards):
    """Try the agents that always do the same."""
    yield constant_agents(environment)


def claim_2(scope):
    """Try every agent; the smallest that refutes the claim is found."""
    found = decide(
        "all agents",
        lambda turns: lambda unknown, cover: paid(ignore_rewards, unknown.agent, turns),
        scope.steps(quick=2, full=3),
        actions=scope.actions(),
        domain="all agents, the last action of so many turns",
    )
    yield found.meant_to_fail(on="the next reward on (0,0) 0 (1,0) 0: expected 1, got -1")


STATEMENTS = (
    Statement(
        id="Doe-L1",
        kind="lemma",
        title="constant agents are always paid",
        claim="Ignore rewards pays 1 for each action of an agent that always does the same.",
        source="Doe 2026, Lemma 1",
        check=lemma_1,
        mutants={"0 is paid": {"environment": lambda agent, play: Percept(1 if not any(play[1::2]) else -1, 0)}},
        verdict="holds",
        evidence="exhaustive: both constant agents with 2 actions, to 8 turns",
    ),
    Statement(
        id="Doe-C2",
        kind="claim",
        title="every agent is always paid",
        claim="Ignore rewards pays 1 for each action of each agent.",
        source="Doe 2026, Claim 2",
        check=claim_2,
        mutants=(),
        verdict="refuted",
        evidence="exhaustive: all agents with 2 actions, to 2 turns",
        defects="An agent that acts otherwise on a history without rewards is punished.",
        witness="the agent that does 1 on (0,0) 0 (0,0), and 0 else, after (0,0) 0 (1,0) 0",
    ),
)
