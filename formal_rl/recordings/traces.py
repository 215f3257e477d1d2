"""Recorded runs of an agent in an environment, as values."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, TypeAlias

from attrs import frozen

from formal_rl.recordings.agent_specifications import Specification, read_agent_name, read_agents
from formal_rl.strict_json import Field

TRACE_SCHEMA = "extended-environments-trace/2"
RECORDED_STEPS = 6
"""How many steps have their simulation calls recorded."""

DRAWN = ("agent_draws_used", "env_draws_used")
"""The members of a run that hold what the agents and what the environment drew."""

SimulationCall: TypeAlias = tuple[Any, ...]
"""("new", copy, step, actions, keywords), ("act", copy, step, observation, answer) or
("train", copy, step, observation, action, reward, next observation); step -1 is the start."""

_CALL_LENGTHS = {"new": 5, "act": 5, "train": 7}


@frozen
class RecordedRun:
    """One run of N steps: N + 1 observations, N actions, N rewards; the calls by step, if they were recorded.

    ``draws`` has (index, value) of what was drawn, by the member of the file that has it.
    """

    agent: str
    observations: tuple[int, ...]
    actions: tuple[int, ...]
    rewards: tuple[int, ...]
    total_reward: int
    simulation_calls: Mapping[int, tuple[SimulationCall, ...]] | None
    draws: Mapping[str, tuple[tuple[int, float], ...]]


@frozen
class TraceFile:
    """The recorded runs of one environment."""

    file: str
    environment: str
    seed: int
    number_of_actions: int
    agents: Mapping[str, Specification]
    runs: tuple[RecordedRun, ...]


def _keywords(keywords: Field) -> dict[str, Any]:
    for keyword in keywords.members().values():
        if type(keyword.value) is not int and not isinstance(keyword.value, Decimal):
            raise keyword.fault("expected a number")
    return dict(keywords.value)


def _call(call: Field) -> SimulationCall:
    parts = call.elements()
    kind = parts[0].value if parts else None
    if not isinstance(kind, str) or kind not in _CALL_LENGTHS:
        raise call.fault(f"expected a call starting with {', '.join(_CALL_LENGTHS)}")
    call.elements(_CALL_LENGTHS[kind])
    if kind == "new":
        return (kind, *(part.integer() for part in parts[1:4]), _keywords(parts[4]))
    return (kind, *(part.integer() for part in parts[1:]))


def _calls(calls: Field) -> dict[int, tuple[SimulationCall, ...]]:
    by_step: dict[int, tuple[SimulationCall, ...]] = {}
    latest = -1
    for call in calls.elements():
        read = _call(call)
        step = read[2]
        if not latest <= step < RECORDED_STEPS:
            raise call.fault(f"step {step} is out of order or not in -1 to {RECORDED_STEPS - 1}")
        latest = step
        by_step[step] = (*by_step.get(step, ()), read)
    return by_step


def _run(run: Field, agents: Mapping[str, Specification]) -> RecordedRun:
    steps = run.member("steps").integer(least=0)
    return RecordedRun(
        agent=read_agent_name(run, agents),
        observations=run.member("obs").integers(steps + 1, least=0),
        actions=run.member("actions").integers(steps, least=0),
        rewards=run.member("rewards").integers(steps),
        total_reward=run.member("total_reward").integer(),
        simulation_calls=_calls(run.member("sim_calls")) if "sim_calls" in run.members() else None,
        draws={name: _draws(run.member(name)) for name in DRAWN if name in run.members()},
    )


def _draws(drawn: Field) -> tuple[tuple[int, float], ...]:
    pairs = (pair.elements(2) for pair in drawn.elements())
    return tuple((index.integer(least=0), value.number()) for index, value in pairs)


def read_traces(document: Field) -> TraceFile:
    """Return the recorded runs of a file of schema ``extended-environments-trace/2``.

    Raises `UnusableVectors` naming the field that is not as the schema says.
    """
    environment, opposite = document.member("env"), document.member("opposite")
    if opposite.truth() != environment.text().startswith("opposite_"):
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
