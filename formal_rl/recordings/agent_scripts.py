"""Recorded answers of agents to scripted training: read into values, and compared with ours."""

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import frozen

from formal_rl.agents import AgentClass, LearnerClass, QLearner, Transition
from formal_rl.battery._draw_pools import draw_pools
from formal_rl.histories import Action, Observation
from formal_rl.recordings.agent_specifications import PUBLISHED_AGENTS, AgentMaker, read_agents
from formal_rl.recordings.cases import Difference, NotBuiltYet
from formal_rl.recordings.registry import UsersObjects
from formal_rl.strict_json import Field, require_keys

SCRIPT_SCHEMA = "extended-environments-agent-script/2"

_KEYWORDS = ("epsilon", "learning_rate", "gamma")
_POOLS = ("agent_draws_0_149", "env_draws_0_219")


@frozen
class ScriptStep:
    """The answers to the observations 0, 1, ... asked in this order, and the training that followed.

    ``table`` has the row of each observation in the Q-table after that, where recorded; a row may not be there yet.
    """

    answers: tuple[int, ...]
    transition: Transition
    table: tuple[tuple[float, ...] | None, ...]


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
    agents: Mapping[str, AgentMaker]
    runs: tuple[ScriptRun, ...]

    def differences(self, index: int, users: UsersObjects) -> Iterator[Difference]:
        """Yield where a run differs, replayed with the user's agents where there are some."""
        if users.environments is not None and users.agents is None:
            raise NotBuiltYet("there is no environment in this file")
        run, pools = self.runs[index], draw_pools(self.seed)
        maker, number = self.agents[run.agent], run.number_of_actions
        agent_class = users.agent(run.agent, pools.agents, number, run.keywords)
        if agent_class is None and run.keywords and maker is not PUBLISHED_AGENTS["q_learner"]:
            raise NotBuiltYet(f"keyword arguments of {run.agent}: not built yet")
        for name, pool in zip(_POOLS, pools, strict=True):
            for place, value in enumerate(self.draws.get(name, ())):
                yield Difference("draw", None, f"{name}[{place}]", value, pool[place])
        yield from _compare(run, agent_class or maker(number, pools.agents, **run.keywords))


def _compare(run: ScriptRun, agent_class: AgentClass[Any]) -> Iterator[Difference]:
    """Yield recorded and own values: each answer of one instance, and the action it is trained on.

    Where the Q-table was recorded and the agent is a Q-learner of ours, its rows are compared too.
    """
    agent = agent_class.initial
    q_learner = agent_class.learner if isinstance(agent_class, LearnerClass) else None
    for step, scripted in enumerate(run.steps):
        answers: dict[Observation, Action] = {}
        for observation, expected in enumerate(scripted.answers):
            answers[observation], agent = agent_class.ask(agent, observation)
            yield Difference("answer", step, f"steps[{step}].acts[{observation}]", expected, answers[observation])
        if run.own_actions:
            own = answers[scripted.transition.observation]
            trained = (own + 1) % run.number_of_actions if step == run.deviate_at else own
            yield Difference("action", step, f"steps[{step}].train[1]", scripted.transition.action, trained)
        agent = agent_class.train(agent, scripted.transition)
        for observation, row in enumerate(scripted.table):
            if row is not None and isinstance(q_learner, QLearner):
                got = q_learner.row(agent, observation)
                yield Difference("Q-table", step, f"steps[{step}].q_after[{observation}]", row, got)


# --- Reading ---


def _step(step: Field, number_of_observations: int) -> ScriptStep:
    before, action, reward, after = step.member("train").elements(4)
    if before.integer(least=0) >= number_of_observations:
        raise before.fault(f"expected an observation below {number_of_observations}, found {before.value}")
    rows = step.member("q_after").elements(number_of_observations) if "q_after" in step.members() else ()
    return ScriptStep(
        step.member("acts").integers(number_of_observations, least=0),
        Transition(before.integer(), action.integer(least=0), reward.integer(), after.integer(least=0)),
        tuple(None if row.value is None else _numbers(row) for row in rows),
    )


def _numbers(field: Field) -> tuple[float, ...]:
    return tuple(value.number() for value in field.elements())


def _run(run: Field, agents: Mapping[str, AgentMaker]) -> ScriptRun:
    number_of_observations = run.member("n_obs").integer(least=1)
    deviate_at, keywords = run.member("deviate_at"), run.member("kwargs")
    require_keys(keywords, _KEYWORDS)
    return ScriptRun(
        agent=run.member("agent").one_of(agents),
        number_of_actions=run.member("n_actions").integer(least=1),
        keywords={name: keyword.number() for name, keyword in keywords.members().items()},
        own_actions=run.member("own_actions").truth(),
        deviate_at=None if deviate_at.value is None else deviate_at.integer(least=0),
        steps=tuple(_step(step, number_of_observations) for step in run.member("steps").elements()),
    )


def read_scripts(document: Field) -> ScriptFile:
    """Return the scripted runs of a file of schema ``extended-environments-agent-script/2``.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    agents, members = read_agents(document), document.members()
    runs = tuple(_run(run, agents) for run in document.member("runs").elements())
    drawn = {name: _numbers(members[name]) for name in _POOLS if name in members}
    return ScriptFile(document.file, document.member("seed").integer(least=0), drawn, agents, runs)
