"""The ledger of a paper of one's own: a lemma that holds and a claim that does not, about ignoring rewards.

README: `formal-rl verify --ledger examples/my_paper.py` checks the statements of a paper of yours.
"""

from formal_rl.checking import agents, among, every, up_to
from formal_rl.environments import ignore_rewards, interaction
from formal_rl.statements import claim, lemma, mutants, statements_in


def last_reward(agent, turns):
    """Return what should be paid for the last of so many actions, and what is."""
    play = interaction(agent, ignore_rewards, turns)
    return 1, ignore_rewards(agent, play).reward


def always_0(prompt):
    """Do 0."""
    return 0


def always_1(prompt):
    """Do 1."""
    return 1


@lemma("Doe-L1", "constant agents are always paid", "Doe 2026, Lemma 1", "holds")
def constant_agents():
    """Ignore rewards pays 1 for each action of an agent that always does the same."""
    constant = among("both constant agents", [always_0, always_1])
    yield every("the last action is paid", last_reward, constant, up_to(8, said="turns"))
    yield mutants("""
        environments.mimic:mimic
            only action 0 is paid: == agent( → == 0 * agent(
    """)


@claim(
    "Doe-C2",
    "every agent is always paid",
    "Doe 2026, Claim 2",
    "refuted",
    defects="An agent that acts otherwise on a history without rewards is punished.",
    witness="the agent that does 1 on (0,0) 0 (0,0), and 0 else, after (0,0) 0 (1,0) 0",
)
def every_agent():
    """Ignore rewards pays 1 for each action of each agent."""
    part = every("the last action is paid", last_reward, agents, up_to(2, full=3, said="turns"))
    yield part.fails("the last action is paid, 2: expected 1, got -1")


STATEMENTS = statements_in(globals())
