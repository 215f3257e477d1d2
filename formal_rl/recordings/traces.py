"""Recorded runs of an agent in an environment: read into values, and compared with the same runs made anew."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from attrs import frozen

from formal_rl.agents import AgentClass, Transition
from formal_rl.battery._draw_pools import DrawPools, draw_pools
from formal_rl.environments import PublishedEnvironment
from formal_rl.recordings.agent_specifications import AgentMaker, read_agents
from formal_rl.recordings.cases import Difference, NotBuiltYet
from formal_rl.recordings.recording_agent import RecordingAgentClass, SimulationCall
from formal_rl.recordings.registry import OPPOSITE, UsersObjects, environment_named
from formal_rl.strict_json import Field

TRACE_SCHEMA = "extended-environments-trace/2"
RECORDED_STEPS = 6
"""How many steps have their simulation calls recorded."""

LEARNING_RATE = "IncentivizeLearningRate"
"""What the names of the environments begin with that tell an agent's copies another learning rate."""

_DRAWN = ("agent_draws_used", "env_draws_used")
_CALL_LENGTHS = {"new": 5, "act": 5, "train": 7}


@frozen
class RecordedRun:
    """One run of N steps: N + 1 observations, N actions, N rewards; the calls in order, if they were recorded.

    ``draws`` has (index, value) of what agents and environment drew, by the member of the file.
    """

    agent: str
    observations: tuple[int, ...]
    actions: tuple[int, ...]
    rewards: tuple[int, ...]
    total_reward: int
    simulation_calls: tuple[SimulationCall, ...] | None
    draws: Mapping[str, tuple[tuple[int, float], ...]]


@frozen
class TraceFile:
    """The recorded runs of one environment."""

    file: str
    environment: str
    seed: int
    number_of_actions: int
    agents: Mapping[str, AgentMaker]
    runs: tuple[RecordedRun, ...]

    def differences(self, index: int, users: UsersObjects) -> Iterator[Difference]:
        """Yield where a run differs, replayed with the user's classes where there are some."""
        run, pools, number = self.runs[index], draw_pools(self.seed), self.number_of_actions

        def told_of(actions: int) -> AgentClass[Any]:
            users_class = users.agent(run.agent, pools.agents, actions, None)
            if users_class is not None and self.environment.removeprefix(OPPOSITE).startswith(LEARNING_RATE):
                raise NotBuiltYet("agents that are not ours are not told another learning rate")
            return users_class or self.agents[run.agent](actions, pools.agents)

        of_users = users.environment(self.environment, pools.environment, number)
        environment = of_users or environment_named(self.environment, pools.environment, told_of)
        pairs = _compare_run(run, environment, told_of(number), number)
        if of_users is not None:  # how the user's makes its percepts is its own affair
            pairs = (pair for pair in pairs if pair.what != "simulation call")
        yield from _compare_draws(run, pools)
        yield from pairs


def _compare_draws(run: RecordedRun, pools: DrawPools) -> Iterator[Difference]:
    for name, pool in zip(_DRAWN, pools, strict=True):
        for place, (index, value) in enumerate(run.draws.get(name, ())):
            yield Difference("draw", None, f"{name}[{place}]", value, pool[index])


def _compare_calls(run: RecordedRun, recording: RecordingAgentClass) -> Iterator[Difference]:
    taken, step, calls = recording.notes.take_calls(), recording.notes.step, run.simulation_calls
    if calls is None or step >= RECORDED_STEPS:
        return
    pairs = zip_longest((call for call in calls if call[2] == step), taken)
    for place, (expected, got) in enumerate(pairs, start=sum(call[2] < step for call in calls)):
        yield Difference("simulation call", step, f"sim_calls[{place}]", expected, got)


def _compare_run(
    run: RecordedRun, environment: PublishedEnvironment, agent_class: AgentClass[Any], number_of_actions: int
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


# --- Reading ---


def _call(call: Field) -> SimulationCall:
    parts = call.elements()
    kind = parts[0].value if parts else None
    if not isinstance(kind, str) or kind not in _CALL_LENGTHS:
        raise call.fault(f"expected a call starting with {', '.join(_CALL_LENGTHS)}")
    call.elements(_CALL_LENGTHS[kind])
    if kind == "new":
        for keyword in parts[4].members().values():
            keyword.number()
        return (kind, *(part.integer() for part in parts[1:4]), dict(parts[4].value))
    return (kind, *(part.integer() for part in parts[1:]))


def _calls(calls: Field) -> tuple[SimulationCall, ...]:
    read: list[SimulationCall] = []
    for call in calls.elements():
        read.append(_call(call))
        step, latest = read[-1][2], read[-2][2] if len(read) > 1 else -1
        if not latest <= step < RECORDED_STEPS:
            raise call.fault(f"step {step} is out of order or not in -1 to {RECORDED_STEPS - 1}")
    return tuple(read)


def _draws(drawn: Field) -> tuple[tuple[int, float], ...]:
    pairs = (pair.elements(2) for pair in drawn.elements())
    return tuple((index.integer(least=0), value.number()) for index, value in pairs)


def _run(run: Field, agents: Mapping[str, AgentMaker]) -> RecordedRun:
    members, steps = run.members(), run.member("steps").integer(least=0)
    return RecordedRun(
        agent=run.member("agent").one_of(agents),
        observations=run.member("obs").integers(steps + 1, least=0),
        actions=run.member("actions").integers(steps, least=0),
        rewards=run.member("rewards").integers(steps),
        total_reward=run.member("total_reward").integer(),
        simulation_calls=_calls(members["sim_calls"]) if "sim_calls" in members else None,
        draws={name: _draws(members[name]) for name in _DRAWN if name in members},
    )


def read_traces(document: Field) -> TraceFile:
    """Return the recorded runs of a file of schema ``extended-environments-trace/2``.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    environment, opposite = document.member("env"), document.member("opposite")
    if opposite.truth() != environment.text().startswith(OPPOSITE):
        raise opposite.fault(f"does not fit the environment name {environment.text()!r}")
    agents = read_agents(document)
    return TraceFile(
        file=document.file,
        environment=environment.text(),
        seed=document.member("seed").integer(least=0),
        number_of_actions=document.member("n_actions").integer(least=1),
        agents=agents,
        runs=tuple(_run(run, agents) for run in document.member("runs").elements()),
    )
