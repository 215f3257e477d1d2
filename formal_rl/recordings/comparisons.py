"""A recorded run beside the same run computed anew, value by value in the order in which they arise."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from attrs import frozen

from formal_rl.agents import AgentClass, LearnerClass, QLearner, Transition
from formal_rl.battery._draw_pools import DrawPools
from formal_rl.environments import PublishedEnvironment
from formal_rl.histories import Action, Observation
from formal_rl.recordings.agent_scripts import POOLS, ScriptFile, ScriptRun
from formal_rl.recordings.recording_agent import RecordingAgentClass
from formal_rl.recordings.traces import RECORDED_STEPS, RecordedRun


@frozen
class Comparison:
    """One recorded value (``expected``) and ours (``got``); ``field`` is its place in the run.

    ``step`` counts from 0, is -1 for the start of the run and ``None`` for what belongs to the whole of it.
    """

    what: str
    step: int | None
    field: str
    expected: Any
    got: Any


def _compare_calls(run: RecordedRun, recording: RecordingAgentClass) -> Iterator[Comparison]:
    taken, step = recording.take_calls(), recording.step
    if run.simulation_calls is None or step >= RECORDED_STEPS:
        return
    earlier = sum(len(calls) for before, calls in run.simulation_calls.items() if before < step)
    pairs = zip_longest(run.simulation_calls.get(step, ()), taken)
    for place, (expected, got) in enumerate(pairs, start=earlier):
        yield Comparison("simulation call", step, f"sim_calls[{place}]", expected, got)


def compare_run(
    run: RecordedRun, environment: PublishedEnvironment, agent_class: AgentClass[Any], number_of_actions: int
) -> Iterator[Comparison]:
    """Yield the comparisons of a recorded run with one agent in one environment, both fresh.

    In each step the agent acts, the environment answers, then the agent is trained.
    """
    recording = RecordingAgentClass(agent_class, number_of_actions)
    observation, world = environment.start(recording)
    yield from _compare_calls(run, recording)
    yield Comparison("observation", -1, "obs[0]", run.observations[0], observation)
    agent = agent_class.initial
    total: Any = 0
    for step, (action, reward, after) in enumerate(zip(run.actions, run.rewards, run.observations[1:], strict=True)):
        recording.step = step
        own, agent = agent_class.ask(agent, observation)
        yield Comparison("action", step, f"actions[{step}]", action, own)
        percept, world = environment.step(recording, world, own)
        yield from _compare_calls(run, recording)
        yield Comparison("reward", step, f"rewards[{step}]", reward, percept.reward)
        yield Comparison("observation", step, f"obs[{step + 1}]", after, percept.observation)
        agent = agent_class.train(agent, Transition(observation, own, percept.reward, percept.observation))
        observation, total = percept.observation, total + percept.reward
    yield Comparison("total_reward", None, "total_reward", run.total_reward, total)


def compare_draws(run: RecordedRun, pools: DrawPools) -> Iterator[Comparison]:
    """Yield the comparisons of the recorded draws of a run with those of the pools."""
    by_name = {"agent_draws_used": pools.agents, "env_draws_used": pools.environment}
    for name, drawn in run.draws.items():
        for place, (index, value) in enumerate(drawn):
            yield Comparison("draw", None, f"{name}[{place}]", value, by_name[name][index])


def compare_pools(recorded: ScriptFile, pools: DrawPools) -> Iterator[Comparison]:
    """Compare the beginnings of the pools that a file of scripts records with the pools of its seed."""
    for name, pool in zip(POOLS, pools, strict=True):
        for index, value in enumerate(recorded.draws.get(name, ())):
            yield Comparison("draw", None, f"{name}[{index}]", value, pool[index])


def _compare_tables(run: ScriptRun, step: int, agent_class: AgentClass[Any], agent: Any) -> Iterator[Comparison]:
    table = run.steps[step].table
    if table is None or not isinstance(agent_class, LearnerClass) or not isinstance(agent_class.learner, QLearner):
        return
    for observation, row in enumerate(table):
        if row is not None:
            got = agent_class.learner.row(agent, observation)
            yield Comparison("Q-table", step, f"steps[{step}].q_after[{observation}]", row, got)


def compare_script(run: ScriptRun, agent_class: AgentClass[Any]) -> Iterator[Comparison]:
    """Yield the comparisons of a scripted run: each answer of one instance, and the action it is trained on.

    Where the Q-table was recorded and the agent is a Q-learner of ours, its rows are compared too.
    """
    agent = agent_class.initial
    for step, scripted in enumerate(run.steps):
        answers: dict[Observation, Action] = {}
        for observation, expected in enumerate(scripted.answers):
            answers[observation], agent = agent_class.ask(agent, observation)
            yield Comparison("answer", step, f"steps[{step}].acts[{observation}]", expected, answers[observation])
        if run.own_actions:
            own = answers[scripted.transition.observation]
            trained = (own + 1) % run.number_of_actions if step == run.deviate_at else own
            yield Comparison("action", step, f"steps[{step}].train[1]", scripted.transition.action, trained)
        agent = agent_class.train(agent, scripted.transition)
        yield from _compare_tables(run, step, agent_class, agent)
