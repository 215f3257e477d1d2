"""Section 2: histories, agents, environments, interaction."""

from collections.abc import Iterator, Sequence
from functools import partial

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment, answer, interaction
from formal_rl.histories import (
    Action,
    Flat,
    History,
    Percept,
    Play,
    Prompt,
    actions,
    all_plays,
    all_prompts,
    flatten,
    percepts,
)
from formal_rl.statements.checks import histories
from formal_rl.statements.checks import interaction as interacting
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement


def _observation_first(history: History) -> Flat:
    flat = flatten(history)
    return tuple(flat[i + (1, -1, 0)[i % 3]] for i in range(len(flat)))


def _without_the_last_action(history: History) -> Flat:
    flat = flatten(history)
    return flat[:-1] if len(flat) % 3 == 0 else flat


def _fewer_prompts(percepts: Sequence[Percept], actions: Sequence[Action], number: int) -> Iterator[Prompt]:
    """Leave out the prompts that have the last percept of the alphabet anywhere but at first."""
    return (each for each in all_prompts(percepts, actions, number) if percepts[-1] not in each[2::2])


def _short_plays(percepts: Sequence[Percept], actions: Sequence[Action], number: int) -> Iterator[Play]:
    return all_plays(percepts, actions, min(number, 1))


def _whole_turn(play: Play) -> tuple[Prompt, Action] | None:
    return (play[:-2], play[-1]) if play else None


def _last_turn_only(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    return interaction(lambda prompt: agent(prompt[-1:]), environment, steps, remember=False)


def _facing_a_constant_agent(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    return interaction(agent, lambda _, play: environment(lambda prompt: 0, play), steps, remember=False)


def _action_before_percept(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    play = interaction(agent, environment, steps, remember=False)
    return tuple(element for turn in zip(actions(play), percepts(play), strict=False) for element in turn)


def _actions_erased(agent: Agent) -> Agent:
    return lambda prompt: agent(tuple(0 if index % 2 else element for index, element in enumerate(prompt)))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-D1",
        kind="definition",
        title="rewards, observations, actions and their sequences",
        claim="Rewards are rational, observations and actions natural numbers. (ROA)* holds the sequences reward, "
        "observation, action, ... that end in an action, and the empty one; (ROA)*RO those that go on by a reward and "
        "an observation. They are in bijection with plays and prompts made of percepts.",
        source=f"{ALEXANDER_2021}, Definition 1",
        check=histories.flat_form,
        mutants={
            "the observation before the reward": {"flatten": _observation_first},
            "the last action dropped": {"flatten": _without_the_last_action},
            "anything is accepted": {"check_flat": lambda sequence: None},
            "two percepts may meet": {"concatenate": lambda *parts: sum(parts, ())},
            "the last percept is dropped after the first place": {"all_prompts": _fewer_prompts},
            "no play of more than one action": {"all_plays": _short_plays},
        },
        verdict="defined",
        evidence="worked by hand: what is a percept, an action, a history, a prompt and a play, and which element is "
        "named where something is not; operations, enumerations and text; exhaustive: all histories of at most 3 "
        "percepts over 3 percepts x 2 actions, all sequences of at most 5 elements of 0, 1, -1, 1/2",
    ),
    Statement(
        id="A21-L2",
        kind="lemma",
        title="a play is empty or a prompt with an action",
        claim="Every s in (ROA)* is empty, or is t⌢a for a t in (ROA)*RO and an action a; and in one way only.",
        source=f"{ALEXANDER_2021}, Lemma 2",
        check=histories.decomposition,
        mutants={
            "the last percept goes with the action": {"split_play": _whole_turn},
        },
        verdict="holds",
        evidence="exhaustive: all plays of at most 3 actions over 2 percepts x 2 actions",
    ),
    Statement(
        id="A21-D3",
        kind="definition",
        title="agent and extended environment",
        claim="An agent halts on every prompt with an action. An extended environment halts on every agent and every "
        "play with a reward and an observation.",
        source=f"{ALEXANDER_2021}, Definition 3",
        check=interacting.agents_and_environments,
        mutants={
            "any answer is an action": {"answer": lambda agent, prompt: agent(prompt)},
            "any answer is a percept": {
                "respond": lambda environment, agent, play: environment(partial(answer, agent), play)
            },
        },
        verdict="defined",
        evidence="worked by hand: six agents, six environments, and eight times an agent under questions",
        defects="Halting is a promise about all inputs, so it is checked at each use; see also A22-D1, whose "
        "observations need not be numbers.",
    ),
    Statement(
        id="A21-D3-actions",
        kind="lemma",
        title="an agent need not be told its own actions",
        claim="Every agent has a twin that ignores the recorded actions and has the same interaction with every "
        "environment that is given the original agent. An extended environment given the twin itself may differ.",
        source=f"{ALEXANDER_2021}, Section 2, after Definition 3",
        check=interacting.action_inference,
        mutants={
            "actions taken to be 0": {"infer_actions": _actions_erased},
        },
        verdict="holds",
        evidence="exhaustive: all agents x all environments to horizon 5, 3 percepts x 2 actions; all agents in "
        "the library to horizon 4; all histories of at most 4 percepts over 2 percepts x 2 actions; the "
        "difference in deja_vu by the smallest agent",
        defects="The paper says that past actions can be inferred, without saying that an environment which "
        "simulates the agent can tell the twin from the original.",
        witness="deja_vu, three steps: it asks about the play repeated, whose actions the twin infers anew",
    ),
    Statement(
        id="A21-D4",
        kind="definition",
        title="the result of interaction",
        claim="Reward and observation i are the environment's answer to the agent and everything before; action i is "
        "the agent's on everything up to observation i.",
        source=f"{ALEXANDER_2021}, Definition 4",
        check=interacting.result_of_interaction,
        mutants={
            "the environment is given another agent": {"interaction": _facing_a_constant_agent},
            "the agent sees the last percept only": {"interaction": _last_turn_only},
        },
        verdict="defined",
        evidence="exhaustive: all agents x all environments to horizon 4, 3 percepts x 2 actions; all agents in "
        "the library to horizon 4",
    ),
    Statement(
        id="A21-L5",
        kind="lemma",
        title="interaction never breaks off",
        claim="The result of an agent interacting with an extended environment is defined at every step, each element "
        "of its proper type.",
        source=f"{ALEXANDER_2021}, Lemma 5",
        check=interacting.interaction_is_defined,
        mutants={
            "actions before percepts": {"interaction": _action_before_percept},
            "the last step left out": {
                "interaction": lambda agent, environment, steps: interaction(agent, environment, steps, remember=False)[
                    :-2
                ]
            },
        },
        verdict="holds",
        evidence="exhaustive: all agents x all environments to horizon 6, 3 percepts x 2 actions; all agents with 2 "
        "actions in the papers' environments to the percept of step 8, in those of the published library to step 6, "
        "in the abstract examples to step 4",
    ),
)
"""In the order of the paper."""
