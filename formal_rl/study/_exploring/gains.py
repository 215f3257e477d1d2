"""Whom the reality check helps: the smallest agents that gain and lose by it, and long runs of agents with names."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from typing import Any

from attrs import define

from formal_rl.agents import Agent, Transition, agent_named
from formal_rl.checking import Exploration
from formal_rl.environments import EnvironmentRecord, interact
from formal_rl.environments._incremental import ReplayedIncremental, interact_incremental
from formal_rl.errors import FormalRLError
from formal_rl.histories import Action, Observation, Prompt, Reward
from formal_rl.study._explained import ExplainedEnvironment
from formal_rl.study._exploring.readings import form_made
from formal_rl.study._exploring.trees import QUESTIONS, Histories
from formal_rl.study._texts import as_json
from formal_rl.study.catalogue import AgentLike, Settings, find_agent
from formal_rl.transforms import others_pasts, reality_check_fold, reality_check_memoised

LONGEST, MOST_AGENTS = 7, 600
"""Limits of the search for the smallest agents: the number of actions, and of agents."""

STEPS, EVERY = 500, 5
"""The greatest number of steps of a long run, and the number of steps between kept totals."""

MOST_READ = 15_000
"""The greatest number of turns that an agent reads in a long run. Copies without a state reread it at each step."""


def smallest_agents(
    environment: ExplainedEnvironment, horizon: int, actions: Sequence[Action], histories: Histories
) -> dict[str, Any]:
    """Return an agent that the reality check ``helps`` and one that it ``harms``; ``why`` explains a missing one.

    They gain or lose within the fewest actions, but at least ``horizon``; of those the agents with the fewest answers
    other than 0. Each is its answers other than 0, both runs by number, and their totals.
    """
    found: dict[str, Any] = {}
    tried = 0
    with suppress(FormalRLError):  # beyond the horizon the environment may fail
        for length in range(max(horizon, 1), LONGEST + 1):
            exploration, smallest = Exploration(actions), dict[str, Any]()
            pairs = exploration.runs(partial(_both, exploration.agent, environment, length))
            for runs in islice(pairs, MOST_AGENTS):
                plain, checked = map(_total, runs)
                size = sum(map(bool, exploration.of_agent.values())), exploration.asked
                kind = "helps" if checked > plain else "harms"
                if checked != plain and (kind not in smallest or size < smallest[kind][0]):
                    smallest[kind] = size, dict(exploration.of_agent), runs
            found = smallest | found
            if len(found) == 2 or next(pairs, None):
                break
            tried = length
    shown: dict[str, Any] = {
        kind: {
            "answers": [[histories.number(prompt), action] for prompt, action in answers.items() if action],
            "runs": [histories.number(run) for run in runs],
            "totals": [as_json(_total(run)) for run in runs],
        }
        for kind, (_, answers, runs) in found.items()
    }
    if len(found) < 2 and tried:
        who = "loses" if "helps" in found else "gains" if found else "gains or loses"
        shown["why"] = f"In {tried} actions no agent {who}" + _reason(environment, tried, actions)
    return shown


def _reason(environment: ExplainedEnvironment, length: int, actions: Sequence[Action]) -> str:
    exploration = Exploration(actions)
    questions = exploration.runs(lambda: any(True for _ in others_pasts(exploration.agent, environment, length)))
    if any(questions):
        return ", though it asks about pasts that are not an agent's own."
    return (
        ": it asks an agent only about pasts of its own doing, and there the reality check answers as the agent itself "
        "(A22-gain-zero)."
    )


def _both(agent: Agent, environment: ExplainedEnvironment, length: int) -> tuple[Prompt, Prompt]:
    each = (agent, reality_check_memoised(agent))
    plain, checked = (
        tuple(islice(interact(one, environment, question_budget=QUESTIONS), 2 * length + 1)) for one in each
    )
    return plain, checked


def _total(run: Prompt) -> Reward:
    total: Reward = sum(percept.reward for percept in run[2::2])
    return total


def long_runs(
    environment: ExplainedEnvironment,
    record: EnvironmentRecord | None,
    agents: Iterable[AgentLike],
    settings: Settings,
    number_of_actions: int,
) -> list[dict[str, Any]]:
    """Return the totals of each agent and of its reality check after every few steps, each in a run of its own.

    A named learner runs in the incremental form of a listed environment. A run ends early where it fails, and where it
    has read enough.
    """
    form: Any = record and record.has("incremental") and form_made(record, settings, "incremental")
    runs = []
    for agent in agents:
        name, function = find_agent(agent, settings)
        listed = agent_named(agent) if isinstance(agent, str) and "(" not in agent else None
        learner = listed and listed.record.learner and listed.learner(settings.agent_draws, number_of_actions)
        both = []
        for check in (False, True):
            meter = _Meter(reality_check_fold(learner) if learner and check else learner)
            if learner:
                elements = interact_incremental(meter, form or ReplayedIncremental(environment))
            else:
                answers = reality_check_memoised(function) if check else function
                elements = interact(partial(meter.read, answers), environment, question_budget=QUESTIONS)
            both.append(_totals(elements, meter))
        length = min(map(len, both))
        if length > 1:
            runs.append({"agent": name, "totals": [totals[:length] for totals in both]})
    return runs


@define
class _Meter:
    """A learner that counts the transitions that it learns, or the turns that an agent reads."""

    learner: Any
    turns: int = 0

    @property
    def initial(self) -> Any:
        return self.learner.initial

    def act(self, state: Any, observation: Observation) -> Action:
        action: Action = self.learner.act(state, observation)
        return action

    def learn(self, state: Any, transition: Transition) -> Any:
        self.turns += 1
        return self.learner.learn(state, transition)

    def read(self, agent: Agent, prompt: Prompt) -> Action:
        self.turns += len(prompt) // 2
        return agent(prompt)


def _totals(elements: Iterable[Any], meter: _Meter) -> list[Any]:
    total: Reward = 0
    totals = [total]
    with suppress(Exception):  # an agent or an environment may fail on a long history
        for step, percept in enumerate(islice(elements, 2, 2 * STEPS + 1, 2), 1):
            total += percept.reward
            if step % EVERY == 0:
                totals.append(as_json(total))
            if meter.turns > MOST_READ:
                break
    return totals
