"""Recorded answers of agents to scripted training, as values."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from formal_rl.conformance.agent_specifications import Specification, read_agent_name, read_agents
from formal_rl.conformance.fields import Field
from formal_rl.environments import Transition

SCRIPT_SCHEMA = "extended-environments-agent-script/2"


@frozen
class ScriptStep:
    """The answers to the observations 0, 1, ... asked in this order, and the training that followed.

    Ledger: infrastructure
    """

    answers: tuple[int, ...]
    transition: Transition


@frozen
class ScriptRun:
    """One scripted run; with ``own_actions`` the agent is trained on its own answers, save at ``deviate_at``.

    Ledger: infrastructure
    """

    agent: str
    number_of_actions: int
    has_keywords: bool
    own_actions: bool
    deviate_at: int | None
    steps: tuple[ScriptStep, ...]


@frozen
class ScriptFile:
    """The scripted runs of one file.

    Ledger: infrastructure
    """

    file: str
    agents: Mapping[str, Specification]
    runs: tuple[ScriptRun, ...]


def _step(step: Field, number_of_observations: int) -> ScriptStep:
    before, action, reward, after = step.member("train").elements(4)
    if before.integer(least=0) >= number_of_observations:
        raise before.fault(f"expected an observation below {number_of_observations}, found {before.value}")
    return ScriptStep(
        step.member("acts").integers(number_of_observations, least=0),
        Transition(before.integer(), action.integer(least=0), reward.integer(), after.integer(least=0)),
    )


def _run(run: Field, agents: Mapping[str, Specification]) -> ScriptRun:
    number_of_observations = run.member("n_obs").integer(least=1)
    deviate_at = run.member("deviate_at")
    return ScriptRun(
        agent=read_agent_name(run, agents),
        number_of_actions=run.member("n_actions").integer(least=1),
        has_keywords=bool(run.member("kwargs").members()),
        own_actions=run.member("own_actions").truth(),
        deviate_at=None if deviate_at.value is None else deviate_at.integer(least=0),
        steps=tuple(_step(step, number_of_observations) for step in run.member("steps").elements()),
    )


def read_scripts(document: Field) -> ScriptFile:
    """Return the scripted runs of a file of schema ``extended-environments-agent-script/2``.

    Raises `UnusableVectors` naming the field that is not as the schema says.

    Ledger: infrastructure
    """
    agents = read_agents(document)
    runs = tuple(_run(run, agents) for run in document.member("runs").elements())
    return ScriptFile(document.file, agents, runs)
