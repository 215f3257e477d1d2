"""An agent whose questions are written down."""

from typing import Any

from attrs import frozen

from formal_rl.agents import Agent
from formal_rl.environments import QUESTIONS_PER_STEP, Inquiry
from formal_rl.errors import QuestionBudgetExhausted
from formal_rl.histories import Action, Play, Prompt
from formal_rl.study._texts import history_json


@frozen
class Question:
    """One question that an environment put to the agent, and what the agent does there."""

    prompt: Prompt
    action: Action

    def to_json(self) -> dict[str, Any]:
        """Return the question as JSON values."""
        return {"prompt": history_json(self.prompt), "action": self.action}


class Recording:
    """One agent whose answers are kept, and whose questions are written down until they are taken.

    A question that is new is put twice, so that an agent that is no function of the history shows itself: then
    `NotDeterministic` is raised. What the agent and the questions must be is checked by `Inquiry`.
    """

    def __init__(self, agent: Agent) -> None:
        self._inquiry = Inquiry(agent, budget=QUESTIONS_PER_STEP, remember=True)
        self._answers: dict[Prompt, Action] = {}
        self._questions: list[Question] = []

    def renew(self, play: Play) -> None:
        """Start the budget of questions afresh for the step after ``play``."""
        self._inquiry.renew(play)

    def __call__(self, prompt: Prompt) -> Action:
        """Answer, and write the question down."""
        if len(self._questions) >= QUESTIONS_PER_STEP:  # answers that are kept cost the inquiry nothing
            raise QuestionBudgetExhausted(prompt, QUESTIONS_PER_STEP)
        action = self.answer(prompt)
        self._questions.append(Question(prompt, action))
        return action

    def answer(self, prompt: Prompt) -> Action:
        """Answer, and write nothing down."""
        try:
            return self._answers[prompt]
        except (KeyError, TypeError):  # new, or no prompt at all: the inquiry says so
            self._inquiry(prompt)
            action = self._answers[prompt] = self._inquiry(prompt)
            return action

    def taken(self) -> tuple[Question, ...]:
        """Return the questions written down since the last time, in order."""
        questions = tuple(self._questions)
        self._questions.clear()
        return questions
