"""A run, step by step, with every question that the environment put to the agent."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any

from attrs import frozen

from formal_rl.agents import Agent
from formal_rl.errors import FormalRLError, InteractionFailure, InvalidParameter, MalformedHistory, require_int
from formal_rl.histories import Action, Percept, Play, Reward, require_action
from formal_rl.study._explained import ExplainedEnvironment
from formal_rl.study._texts import as_json, brief
from formal_rl.study.asking import Question, Recording, answer_lines, answer_to, questions_json
from formal_rl.study.catalogue import DEFAULT, AgentLike, EnvironmentLike, Settings, find_agent, find_environment
from formal_rl.study.pictures import MOST_STEPS, Row, histories_svg, question_rows
from formal_rl.view.live import Live, LiveView


@frozen
class Step:
    """One step of a run: the percept, the questions and the clause that decided it, and the action that followed.

    ``own_action`` is the agent's own; the ``action`` differs where a branch replaced it.
    """

    number: int
    percept: Percept
    action: Action
    own_action: Action
    questions: tuple[Question, ...]
    clause: str


@frozen(repr=False)
class Trace(Live):
    """A run of an agent in an environment, for some steps.

    It prints as aligned text. `branch` returns the run with another action at a step. In a notebook you can go through
    the steps and branch.
    """

    environment: ExplainedEnvironment
    agent_name: str
    agent: Agent
    steps: tuple[Step, ...]

    @property
    def play(self) -> Play:
        """x_1 y_1 ... x_n y_n, as `interaction` gives it."""
        return tuple(element for step in self.steps for element in (step.percept, step.action))

    @property
    def total_reward(self) -> Reward:
        """The sum of all rewards."""
        return sum(step.percept.reward for step in self.steps)

    def branch(self, step: int, action: Action) -> Trace:
        """Return the run that is the same up to ``step``, has ``action`` there, and then follows the agent again.

        It is as long as this one.

        Raises `InvalidParameter` for a step outside of the run, or for an invalid action.
        """
        if type(step) is not int or not 1 <= step <= len(self.steps):
            raise InvalidParameter("step", step, f"a step of this run, 1 to {len(self.steps)}")
        try:
            require_action(action)
        except MalformedHistory:
            raise InvalidParameter("action", action, "an action, an int >= 0") from None
        given = {number: before.action for number, before in enumerate(self.steps[:step], 1)} | {step: action}
        return _run(self.environment, self.agent_name, self.agent, len(self.steps), given=given)

    def to_json(self) -> dict[str, Any]:
        """Return the run as JSON values."""
        return {"environment": self.environment.name, "agent": self.agent_name, "steps": as_json(self.steps)}

    @property
    def heading(self) -> str:
        """The agent, the environment and the number of steps."""
        number = len(self.steps)
        return f"{self.agent_name} in {self.environment.name}, {number} step{'s' if number != 1 else ''}"

    def __repr__(self) -> str:
        """Return the run as aligned text, marks under differences between the true prompt and each question."""
        lines = [f"{self.heading}, total reward {self.total_reward}"]
        play = self.play
        for step in self.steps:
            before = play[: 2 * step.number - 2]
            lines += ["", f"step {step.number}"]
            lines += [f"  {line}" for line in answer_lines(before, step.percept, step.questions, step.clause)]
            put = f"   put here; the agent itself does {step.own_action}" if step.action != step.own_action else ""
            lines.append(f"  {'action':<13}{step.action}{put}")
        return "\n".join(lines)

    def svg(self) -> str:
        """Return a picture of the first 20 steps: the play, and below it the questions and rewards."""
        play = self.play[: 2 * MOST_STEPS]
        rows = [Row("what happened", play, play)]
        for step in self.steps[:MOST_STEPS]:
            questions = [(*question.prompt, question.action) for question in step.questions]
            label, paid = f"asked before step {step.number}", f"paid {step.percept.reward}"
            rows += question_rows(play[: 2 * step.number - 2], label, questions, paid)
        return histories_svg(f"{self.heading}, total reward {self.total_reward}", rows)

    def live_view(self) -> LiveView:
        """Return the run step by step; for a path of steps and actions, the run that these lead to."""
        return LiveView(self.heading, "trace_view.js", "trace_view.css", self._page((), ""), partial(_branch, self))

    def _page(self, path: Sequence[tuple[int, Action]], complaint: str) -> dict[str, Any]:
        """Return the page of this run, reached by a path of branches, as JSON values."""
        play = self.play
        done = [*play[1::2], *(question.action for step in self.steps for question in step.questions)]
        return {
            "heading": self.heading,
            "total": str(self.total_reward),
            "actions": list(range(max([1, *done]) + 1)),
            "path": [list(branch) for branch in path],
            "shown": path[-1][0] if path else len(self.steps),
            "complaint": complaint,
            "steps": [
                {
                    "number": step.number,
                    "percept": brief((step.percept,)),
                    "paid": (step.percept.reward > 0) - (step.percept.reward < 0),
                    "action": step.action,
                    "own": step.own_action,
                    "clause": step.clause,
                    **questions_json(play[: 2 * step.number - 2], step.questions),
                }
                for step in self.steps
            ],
        }


def _branch(run: Trace, path: Sequence[tuple[int, Action]]) -> dict[str, Any]:
    """Return the page of the run that these branches lead to; if one fails, of the run before it, and the complaint."""
    reached: list[tuple[int, Action]] = []
    try:
        for step, action in path:
            run = run.branch(step, action)
            reached.append((step, action))
    except FormalRLError as failure:
        return run._page(reached, str(failure))
    return run._page(reached, "")


def trace(
    environment: EnvironmentLike,
    agent: AgentLike,
    steps: int,
    *,
    settings: Settings = DEFAULT,
    progress: Callable[[], None] | None = None,
) -> Trace:
    """Return the run of the agent in the environment, ``steps`` steps of it, with every question asked.

    Both may be given by name. ``progress`` is called after each step.

    Raises `InvalidParameter` for an invalid number of steps, and what `ask` raises, with the history so far as its
    ``history`` and the step in a note.
    """
    require_int("steps", steps, 0)
    found = find_environment(environment, settings)
    return _run(found, *find_agent(agent, settings), steps, progress=progress)


def _run(
    environment: ExplainedEnvironment,
    name: str,
    agent: Agent,
    number: int,
    *,
    given: Mapping[int, Action] = MappingProxyType({}),
    progress: Callable[[], None] | None = None,
) -> Trace:
    recording = Recording(agent)
    play: Play = ()
    steps: list[Step] = []
    for place in range(1, number + 1):
        reached = play
        try:
            answer = answer_to(environment, name, recording, play)
            reached = (*play, answer.percept)
            own = recording.answer(reached)
        except InteractionFailure as failure:
            failure.history = reached
            failure.add_note(f"at step {place} of the run")
            raise
        action = given.get(place, own)
        steps.append(Step(place, answer.percept, action, own, answer.questions, answer.clause))
        play = (*reached, action)
        if progress is not None:
            progress()
    return Trace(environment, name, agent, tuple(steps))
