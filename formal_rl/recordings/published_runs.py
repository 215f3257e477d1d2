"""Runs recorded from the published library: of agents in environments, and of agents that scripts train."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from attrs import frozen

from formal_rl.agents import AgentClass, LearnerClass, QLearner, Transition
from formal_rl.battery._draw_pools import draw_pools
from formal_rl.environments import PublishedEnvironment
from formal_rl.histories import Action, Observation
from formal_rl.recordings.agent_specifications import PUBLISHED_AGENTS, AgentMaker, read_agents
from formal_rl.recordings.cases import Case, Difference, NotBuiltYet
from formal_rl.recordings.recording_agent import RecordingAgentClass, SimulationCall
from formal_rl.recordings.registry import OPPOSITE, UsersObjects, environment_named
from formal_rl.strict_json import Field, require_keys

# --- Agents in environments ---

TRACE_SCHEMA = "extended-environments-trace/2"
RECORDED_STEPS = 6
"""How many steps have their simulation calls recorded."""

LEARNING_RATE = "IncentivizeLearningRate"
"""The prefix of the environments that give an agent's copies another learning rate."""


@frozen
class TracedRun:
    """One run of N steps: N + 1 observations, N actions, N rewards; the calls in order, if they were recorded."""

    agent: str
    observations: tuple[int, ...]
    actions: tuple[int, ...]
    rewards: tuple[int, ...]
    total_reward: int
    simulation_calls: tuple[SimulationCall, ...] | None


def read_traces(document: Field, users: UsersObjects) -> list[Case]:
    """Return the runs of a file of schema ``extended-environments-trace/2``, to be replayed with the user's classes.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    environment, opposite = document.member("env"), document.member("opposite")
    if opposite.truth() != environment.text().startswith(OPPOSITE):
        raise opposite.fault(f"does not fit the environment name {environment.text()!r}")
    name, number = environment.text(), document.member("n_actions").integer(least=1)
    seed, agents = document.member("seed").integer(least=0), read_agents(document)

    def case(recorded: Field) -> Case:
        run = _traced_run(recorded, agents)

        def with_actions(actions: int) -> AgentClass[Any]:
            draws = draw_pools(seed).agents
            users_class = users.agent(run.agent, draws, actions, None)
            if users_class is not None and name.removeprefix(OPPOSITE).startswith(LEARNING_RATE):
                raise NotBuiltYet("only our agents take another learning rate")
            return users_class or agents[run.agent](actions, draws)

        def differences() -> Iterator[Difference]:
            draws = draw_pools(seed).environment
            of_users = users.environment(name, draws, number)
            environment = of_users or environment_named(name, draws, with_actions)
            pairs = _compare_trace(run, environment, with_actions(number), number)
            if of_users is not None:  # how the user's makes its percepts is its own affair
                pairs = (pair for pair in pairs if pair.what != "simulation call")
            yield from pairs

        return Case(run.agent, differences, recorded.path)

    return [case(run) for run in document.member("runs").elements()]


def _compare_calls(run: TracedRun, recording: RecordingAgentClass) -> Iterator[Difference]:
    taken, step, calls = recording.notes.take_calls(), recording.notes.step, run.simulation_calls
    if calls is None or step >= RECORDED_STEPS:
        return
    pairs = zip_longest((call for call in calls if call[2] == step), taken)
    for place, (expected, got) in enumerate(pairs, start=sum(call[2] < step for call in calls)):
        yield Difference("simulation call", step, f"sim_calls[{place}]", expected, got)


def _compare_trace(
    run: TracedRun, environment: PublishedEnvironment, agent_class: AgentClass[Any], number_of_actions: int
) -> Iterator[Difference]:
    """Yield recorded and own values of a run of one agent in one environment, both fresh.

    In each step the agent acts, the environment answers, then the agent is trained.
    """
    recording = RecordingAgentClass(agent_class, number_of_actions)
    observation, world = environment.start(recording)
    yield from _compare_calls(run, recording)
    yield Difference("observation", -1, "obs[0]", run.observations[0], observation)
    agent = agent_class.initial
    total: Any = 0
    for step, (action, reward, after) in enumerate(zip(run.actions, run.rewards, run.observations[1:], strict=True)):
        recording.notes.step = step
        own, agent = agent_class.ask(agent, observation)
        yield Difference("action", step, f"actions[{step}]", action, own)
        percept, world = environment.step(recording, world, own)
        yield from _compare_calls(run, recording)
        yield Difference("reward", step, f"rewards[{step}]", reward, percept.reward)
        yield Difference("observation", step, f"obs[{step + 1}]", after, percept.observation)
        agent = agent_class.train(agent, Transition(observation, own, percept.reward, percept.observation))
        observation, total = percept.observation, total + percept.reward
    yield Difference("total_reward", None, "total_reward", run.total_reward, total)


def _traced_run(run: Field, agents: Mapping[str, AgentMaker]) -> TracedRun:
    steps, calls = run.member("steps").integer(least=0), run.members().get("sim_calls")
    return TracedRun(
        agent=run.member("agent").one_of(agents),
        observations=run.member("obs").integers(steps + 1, least=0),
        actions=run.member("actions").integers(steps, least=0),
        rewards=run.member("rewards").integers(steps),
        total_reward=run.member("total_reward").integer(),
        simulation_calls=tuple(tuple(part.value for part in call.elements()) for call in calls.elements())
        if calls
        else None,
    )


# --- Agents that scripts train ---

SCRIPT_SCHEMA = "extended-environments-agent-script/2"

_KEYWORDS = ("epsilon", "learning_rate", "gamma")


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


def read_scripts(document: Field, users: UsersObjects) -> list[Case]:
    """Return the runs of a file of schema ``extended-environments-agent-script/2``, replayed with the user's agents.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    agents, seed = read_agents(document), document.member("seed").integer(least=0)

    def case(recorded: Field) -> Case:
        run = _script_run(recorded, agents)
        maker, number = agents[run.agent], run.number_of_actions

        def differences() -> Iterator[Difference]:
            if users.environments is not None and users.agents is None:
                raise NotBuiltYet("there is no environment in this file")
            draws = draw_pools(seed).agents
            agent_class = users.agent(run.agent, draws, number, run.keywords)
            if agent_class is None and run.keywords and maker is not PUBLISHED_AGENTS["q_learner"]:
                raise NotBuiltYet(f"keyword arguments of {run.agent}: not built yet")
            yield from _compare_script(run, agent_class or maker(number, draws, **run.keywords))

        return Case(run.agent, differences, recorded.path)

    return [case(run) for run in document.member("runs").elements()]


def _compare_script(run: ScriptRun, agent_class: AgentClass[Any]) -> Iterator[Difference]:
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


def _step(step: Field, number_of_observations: int) -> ScriptStep:
    before, action, reward, after = step.member("train").elements(4)
    rows = step.member("q_after").elements(number_of_observations) if "q_after" in step.members() else ()
    return ScriptStep(
        step.member("acts").integers(number_of_observations, least=0),
        Transition(before.integer(), action.integer(least=0), reward.integer(), after.integer(least=0)),
        tuple(None if row.value is None else _numbers(row) for row in rows),
    )


def _numbers(field: Field) -> tuple[float, ...]:
    return tuple(value.number() for value in field.elements())


def _script_run(run: Field, agents: Mapping[str, AgentMaker]) -> ScriptRun:
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
