"""Section 6: opposites, and an environment that punishes freezing."""

from collections.abc import Callable
from typing import Any

from attrs import frozen

from formal_rl.agents import Agent
from formal_rl.environments import ExtendedEnvironment, impossible_prompts
from formal_rl.histories import Action, Percept, Play, Prompt, require_play
from formal_rl.statements.checks import freezing, opposites
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement
from formal_rl.transforms import OppositePublished, opposite, opposite_outside


def _not_negated(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    return environment


def _only_losses_negated(environment: ExtendedEnvironment) -> ExtendedEnvironment:
    def opposed(agent: Agent, play: Play) -> Percept:
        percept = environment(agent, play)
        return percept._replace(reward=max(percept.reward, -percept.reward))

    return opposed


@frozen
class _NeverPaying(OppositePublished):
    """Negate a 1, and leave a -1 as it is."""

    def step(self, agent_class: Any, state: Any, action: Action) -> tuple[Percept, Any]:
        percept, state = self.environment.step(agent_class, state, action)
        return percept._replace(reward=min(percept.reward, -percept.reward)), state


def _punishing(prompts: Callable[[Agent, Play], tuple[Prompt, ...]], *, frozen_pays: int = -1) -> ExtendedEnvironment:
    def environment(agent: Agent, play: Play) -> Percept:
        require_play(play)
        if play == ():
            return Percept(0, 0)
        frozen = all(agent(prompt) == agent(play[:1]) for prompt in prompts(agent, play))
        return Percept(frozen_pays if frozen else -frozen_pays, 0)

    return environment


def _possible(agent: Agent, play: Play) -> tuple[Prompt, ...]:
    """Put the agent's own action before the last percept."""
    prompt = play[:-1]
    return tuple((*prompt, agent(prompt), question[-1]) for question in impossible_prompts(agent, play))


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-S6-opposite",
        kind="lemma",
        title="opposites, and agents that ignore the environment",
        claim="The opposite of an environment has its rewards times -1. An agent whose actions do not depend on "
        "rewards gets a score of 0 over an environment and its opposite together.",
        source=f"{ALEXANDER_2022}, Section 6",
        check=opposites.score,
        mutants={
            "nothing is negated": {"opposite": _not_negated},
            "nothing is negated, outside": {"outside": _not_negated},
            "absolute values": {"opposite": _only_losses_negated},
            "the letter for the published reading": {"outside": opposite},
            "the published reading for the letter": {"opposite": opposite_outside},
            "published: nothing is negated": {"published": lambda environment: environment},
            "published: -1 stays": {"published": _NeverPaying},
            "agents that see rewards": {"blinded": lambda agent: agent},
            "learners that see rewards": {"blind_learner": lambda learner: learner},
        },
        verdict="holds (repaired)",
        evidence="exhaustive: all agents that see no reward x all ordinary environments to horizon 4, 3 percepts x 2 "
        "actions; in each extended environment of the library, one of which is not symmetric; all learners trained on "
        "no reward in each of the 28 published forms, to horizon 3 or 4",
        defects="False as printed, even for agents that see neither rewards nor observations: the opposite's "
        "rewards are in the past that is simulated, or looked at, and an environment need not be symmetric in their "
        "sign. The published library negates outside of the environment, whose copies are trained on rewards that "
        "were never given. Then it holds; but agents that do look at rewards are simulated on a past that is not "
        "theirs.",
        repair="the environment is asked about the play with all rewards times -1 (negated outside), by agents whose "
        "actions do not depend on rewards",
        witness="as printed: e gives (1,0) at first, (0,0) on (1,0) 0, and (1,0) on (-1,0) 0; doing 0 scores 1 in "
        "e and -2 in its opposite",
    ),
    Statement(
        id="A22-S6-antiRC",
        kind="example",
        title="an environment that punishes freezing",
        claim="Punished if, after an action that one would not have taken, one does on each of two percepts what one "
        "did at first. There π_RC is punished at every step, and π never gets less than π_RC.",
        source=f"{ALEXANDER_2022}, Section 6",
        check=freezing.freezing,
        mutants={
            "after the action one would take": {"environment": _punishing(_possible)},
            "one percept only": {"environment": _punishing(lambda agent, play: impossible_prompts(agent, play)[:1])},
            "freezing is paid": {"environment": _punishing(impossible_prompts, frozen_pays=1)},
            "π in place of π_RC": {"reality_check": lambda agent: agent},
        },
        verdict="defined",
        evidence="exhaustive: all agents to horizon 4, 2 actions; that π never gets less follows from the first half, "
        "and that some get more is seen",
        defects="The paper leaves open which sequences are tried, and what it is to seem frozen.",
        witness="what follows the sign of its last reward gets 4 in five percepts, and its reality check -4",
    ),
)
"""In the order of the paper."""
