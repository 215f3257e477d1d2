"""Recorded answers of agents to scripted training, as values."""

from collections.abc import Mapping

from attrs import frozen

from formal_rl.agents import Transition
from formal_rl.recordings.agent_specifications import Specification, read_agent_name, read_agents
from formal_rl.strict_json import Field

KEYWORDS = ("epsilon", "learning_rate", "gamma")
"""What an agent of a script may be told."""

POOLS = ("agent_draws_0_149", "env_draws_0_219")
"""The members that hold the first draws of the agents and of the environments."""

SCRIPT_SCHEMA = "extended-environments-agent-script/2"


@frozen
class ScriptStep:
    """The answers to the observations 0, 1, ... asked in this order, and the training that followed.

    ``table`` has the row of each observation in the Q-table after that, where recorded; a row may not be there yet.
    """

    answers: tuple[int, ...]
    transition: Transition
    table: tuple[tuple[float, ...] | None, ...] | None


@frozen
class ScriptRun:
    """One scripted run; with ``own_actions`` the agent is trained on its own answers, save at ``deviate_at``."""

    agent: str
    number_of_actions: int
    keywords: Mapping[str, float]
    own_actions: bool
    deviate_at: int | None
    steps: tuple[ScriptStep, ...]


@frozen
class ScriptFile:
    """The scripted runs of one file; ``draws`` has the first of each pool, where recorded."""

    file: str
    seed: int
    draws: Mapping[str, tuple[float, ...]]
    agents: Mapping[str, Specification]
    runs: tuple[ScriptRun, ...]


def _step(step: Field, number_of_observations: int) -> ScriptStep:
    before, action, reward, after = step.member("train").elements(4)
    if before.integer(least=0) >= number_of_observations:
        raise before.fault(f"expected an observation below {number_of_observations}, found {before.value}")
    return ScriptStep(
        step.member("acts").integers(number_of_observations, least=0),
        Transition(before.integer(), action.integer(least=0), reward.integer(), after.integer(least=0)),
        _table(step.member("q_after"), number_of_observations) if "q_after" in step.members() else None,
    )


def _table(table: Field, number_of_observations: int) -> tuple[tuple[float, ...] | None, ...]:
    return tuple(
        None if row.value is None else tuple(value.number() for value in row.elements())
        for row in table.elements(number_of_observations)
    )


def _keywords(keywords: Field) -> dict[str, float]:
    for name, keyword in keywords.members().items():
        if name not in KEYWORDS:
            raise keyword.fault(f"unknown keyword; known: {', '.join(KEYWORDS)}")
    return {name: keyword.number() for name, keyword in keywords.members().items()}


def _run(run: Field, agents: Mapping[str, Specification]) -> ScriptRun:
    number_of_observations = run.member("n_obs").integer(least=1)
    deviate_at = run.member("deviate_at")
    return ScriptRun(
        agent=read_agent_name(run, agents),
        number_of_actions=run.member("n_actions").integer(least=1),
        keywords=_keywords(run.member("kwargs")),
        own_actions=run.member("own_actions").truth(),
        deviate_at=None if deviate_at.value is None else deviate_at.integer(least=0),
        steps=tuple(_step(step, number_of_observations) for step in run.member("steps").elements()),
    )


def read_scripts(document: Field) -> ScriptFile:
    """Return the scripted runs of a file of schema ``extended-environments-agent-script/2``.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    agents = read_agents(document)
    runs = tuple(_run(run, agents) for run in document.member("runs").elements())
    pools = {name: document.member(name).elements() for name in POOLS if name in document.members()}
    drawn = {name: tuple(value.number() for value in pool) for name, pool in pools.items()}
    return ScriptFile(document.file, document.member("seed").integer(least=0), drawn, agents, runs)
