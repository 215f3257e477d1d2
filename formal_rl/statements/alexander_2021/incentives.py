"""Section 3: the incentive to incentivize."""

from typing import Any

from formal_rl.agents import Agent, Learner, Transition
from formal_rl.environments import incentivize_zero_functional, simulated_play
from formal_rl.environments.library.incentivize_zero import IncentivizeZeroIncremental
from formal_rl.environments.simulated_copy import SimulatedCopy
from formal_rl.histories import Action, Percept, Play
from formal_rl.statements.alexander_2022 import library_roles
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement

# --- Mutants ---


def _zero_itself(agent: Agent, play: Play) -> Percept:
    """Pay the agent for doing 0 itself."""
    return Percept(0, 0) if play == () else Percept(1 if play[-1] == 0 else -1, 0)


def _rewarding_what_the_agent_did(agent: Agent, play: Play) -> Percept:
    """Put the agent's actions for the copy's."""
    if play == ():
        return Percept(0, 0)
    told: Play = (Percept(0, 0),)
    for action in play[1::2]:
        told = (*told, action, Percept(action, 0))
    return Percept(1 if agent(told) == 0 else -1, 0)


def _showing_the_copy(agent: Agent, play: Play) -> Percept:
    """Show what the copy does, as the published form does."""
    if play == ():
        return Percept(0, 0)
    rewards = (0, *play[1::2])
    did = simulated_play(agent, lambda copy: Percept(rewards[len(copy) // 2], 0), len(rewards))[-1]
    return Percept(1 if did == 0 else -1, did)


class _TrainedOnTheAgentsAction(IncentivizeZeroIncremental):
    def advance(self, learner: Learner[Any], state: SimulatedCopy, action: Action) -> tuple[Percept, SimulatedCopy]:
        trained = learner.learn(state.state, Transition(0, action, action, 0))
        return Percept(1 if learner.act(trained, 0) == 0 else -1, 0), SimulatedCopy(trained)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-E11",
        kind="example",
        title="incentive to incentivize",
        claim="A copy of the agent is rewarded by the agent: it first meets (0, 0), then (a_0, 0), (a_1, 0), ... for "
        "the agent's actions a_i, and acts on its own. The agent is paid 1 if the copy now does 0, and -1 if not, and "
        "always shown 0.",
        source=f"{ALEXANDER_2021}, Example 11",
        check=library_roles.incentive_to_incentivize,
        mutants={
            "the copy's first percept carries a reward": {"environment": incentivize_zero_functional},
            "the agent itself is to do 0": {"environment": _zero_itself},
            "the copy is taken to do what the agent did": {"environment": _rewarding_what_the_agent_did},
            "what the copy does is shown": {"environment": _showing_the_copy},
            "the copy trained on the agent's action": {"incremental": _TrainedOnTheAgentsAction()},
        },
        verdict="defined",
        evidence="exhaustive: all agents, all plays of at most 3 actions over 2 percepts x 2 actions; the incremental "
        "form for all learners, all sequences of at most 4 actions; sampled to 8",
        defects="In the example's story the agent sees what the copy types; its definition shows 0. The published "
        "code follows the story. The functional code gives the copy its first reward before the copy has acted.",
        witness="published: the first observation is 1 where π(⟨x_1⟩) = 1, and the example shows 0; functional: on "
        "(0,0) 0 an agent that does 0 on (0,0) and 1 on (0,0) 0 (0,0) is paid 1, and the example gives -1",
    ),
)
