"""Sections 1 and 2: what an environment and an agent are, and why rewinding is not simulating."""

from typing import Any

from formal_rl.agents import Agent, Learner
from formal_rl.environments import Environment, ExtendedEnvironment, interaction_ordinary
from formal_rl.histories import Action, History, Percept, Play, Prompt
from formal_rl.statements.checks import backtracking, definitions_1_and_2
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import simulated_action


def _consulting(environment: Environment) -> ExtendedEnvironment:
    def consulting(agent: Agent, play: Play) -> Percept:
        percept = environment(play)
        return Percept(percept.reward + agent((percept,)), percept.observation)

    return consulting


def _late(agent: Agent, environment: Environment, steps: int) -> History:
    return interaction_ordinary(lambda prompt: agent(prompt[:1]), environment, steps, remember=False)


def _forgetful(learner: Learner[Any], first: Prompt, path: Prompt) -> Action:
    return simulated_action(learner, path)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-D1",
        kind="definition",
        title="environment, agent, interaction",
        claim="A percept is a rational reward with an observation. An environment maps plays to percepts, an agent "
        "prompts to actions; their interaction is x_1 y_1 x_2 y_2 ..., each from everything before it.",
        source=f"{ALEXANDER_2022}, Section 2 and Definition 1",
        check=definitions_1_and_2.definition_1,
        mutants={
            "the agent acts on the first percept for ever": {"interaction_ordinary": _late},
            "the empty history is a prompt": {"is_prompt": lambda value: True},
        },
        verdict="defined",
        evidence="exhaustive: all agents x all environments to horizon 4, 3 percepts x 2 actions",
    ),
    Statement(
        id="A22-D2",
        kind="definition",
        title="extended environment; ordinary ones embed",
        claim="An extended environment maps an agent and a play to a percept. An ordinary environment is one that "
        "ignores the agent, and so embedded has the same interaction with every agent.",
        source=f"{ALEXANDER_2022}, Definition 2",
        check=definitions_1_and_2.definition_2,
        mutants={
            "a turn behind": {"embed": lambda environment: lambda agent, play: environment(play[:-2])},
            "pays what the agent would do besides": {"embed": _consulting},
        },
        verdict="defined",
        evidence="exhaustive: all agents x all environments to horizon 4, 3 percepts x 2 actions",
    ),
    Statement(
        id="A22-S1-backtrack",
        kind="lemma",
        title="rewinding the environment is not simulating the agent",
        claim="Sent along a second path after the environment alone was rewound, an agent with memory may act "
        "otherwise than a fresh copy would; a memoryless one may not.",
        source=f"{ALEXANDER_2022}, Section 1",
        check=backtracking.rewinding_is_not_simulating,
        mutants={
            "the agent is rewound too": {"backtracked_action": _forgetful},
        },
        verdict="holds",
        evidence="exhaustive: all learners with 1 state on all pairs of paths of at most 3 percepts over 2 "
        "percepts x 2 actions; the smallest of those with 2 states; the symbolic learner's two questions",
        witness="two states, 0 and 1, doing 0 and 1: sent over one transition that leads from 0 to 1, then rewound",
    ),
)
"""In the order of the paper."""
