"""One question to an environment about any play: its own questions to a recorded agent, and the deciding clause."""

from itertools import chain, repeat
from textwrap import wrap
from typing import Any

from attrs import frozen

from formal_rl.agents import Agent
from formal_rl.environments import Inquiry, respond
from formal_rl.environments.interaction import QUESTIONS_PER_STEP
from formal_rl.errors import QuestionBudgetExhausted
from formal_rl.histories import Action, Percept, Play, Prompt, parse_history, prompt_of, require_play
from formal_rl.study._explained import ExplainedEnvironment
from formal_rl.study._texts import GAP, as_json, brief, compare
from formal_rl.study.catalogue import DEFAULT, AgentLike, EnvironmentLike, Settings, find_agent, find_environment


@frozen
class Question:
    """One question of an environment to the agent, and its action there."""

    prompt: Prompt
    action: Action


class Recording:
    """An agent that caches its answers and records its questions until a caller takes them.

    A question that is new is put twice, so that an agent that is not a function of the history shows itself: then
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

    def drain(self) -> tuple[Question, ...]:
        """Return the questions written down since the last time, in order."""
        questions = tuple(self._questions)
        self._questions.clear()
        return questions


_LABEL = 13
_WIDTH = 100
_MOST_QUESTIONS = 12


@frozen(repr=False)
class Answer:
    """The answer of an environment to a play: the percept, its questions to the agent, and the clause that decided."""

    environment: str
    agent: str
    play: Play
    percept: Percept
    questions: tuple[Question, ...]
    clause: str

    def to_json(self) -> Any:
        """Return the answer as JSON values."""
        return as_json(self)

    def __repr__(self) -> str:
        heading = f"{self.environment} asked about the play {brief(self.play)}, for the agent {self.agent}"
        return "\n".join([heading, "", *answer_lines(self.play, self.percept, self.questions, self.clause)])

    def svg(self, title: str = "") -> str:
        """Return a picture: the play, the questions, and the reward."""
        from formal_rl.study.pictures import Row, histories_svg, question_rows  # noqa: PLC0415 - a text needs no picture

        prompts = [(*question.prompt, question.action) for question in self.questions]
        rows = [Row("what happened", self.play, self.play), *question_rows(self.play, "questions", prompts)]
        reasons = [Row(remark=line) for part in self.clause.splitlines() for line in wrap(part, _WIDTH)]
        rows += [Row("what it is paid", remark=f"reward {self.percept.reward}"), *reasons]
        return histories_svg(title or f"{self.environment}, and {self.agent}", rows)

    _repr_svg_ = svg


def ask(
    environment: EnvironmentLike, agent: AgentLike, play: Play | str = (), *, settings: Settings = DEFAULT
) -> Answer:
    """Return the environment's answer to the agent and one play, which need not be the agent's own doing.

    Each may be given by name, as on the command line: ``ask("ignore_rewards", "simple", "(0,0) 1")``.

    Raises `MalformedHistory` for a malformed play, `AgentFailure` where the agent raises, does what is not an action
    or answers one question in two ways, `EnvironmentFailure` where the environment fails, `NotReproducible` where one
    of your own gives two percepts on equal answers; for names see `find_environment`.
    """
    found = find_environment(environment, settings)
    name, asked_agent = find_agent(agent, settings)
    if isinstance(play, str):
        play = parse_history(play)
    require_play(play)
    return answer_to(found, name, Recording(asked_agent), play)


def answer_to(environment: ExplainedEnvironment, agent: str, recording: Recording, play: Play) -> Answer:
    """Return the answer of an explained environment to a recorded agent and a play."""
    recording.renew(play)
    percept = respond(environment, recording, play)
    questions = recording.drain()
    clause = environment.clause(recording.answer, play, percept)
    return Answer(environment.name, agent, play, percept, questions, clause)


def answer_lines(play: Play, percept: Percept, questions: tuple[Question, ...], clause: str) -> list[str]:
    """Return a percept as lines: each question under the true prompt, the percept, and why."""
    lines = []
    if play and not questions:
        lines.append(_line("true prompt", f"{brief(prompt_of(play))}   the last action is {play[-1]}"))
    for question in questions[:_MOST_QUESTIONS]:
        does = f"the agent does {question.action}"
        if not play:
            lines.append(_line("asked about", f"{brief(question.prompt)}   {does}"))
            continue
        compared = compare(prompt_of(play), question.prompt)
        width = max(len(compared.true or ""), len(compared.asked))
        lines += [
            _line("true prompt", f"{compared.true:<{width}}   the last action is {play[-1]}"),
            _line("asked about", f"{compared.asked:<{width}}   {does}"),
            _line("", f"{compared.marks:<{width}}   {compared.note}" if compared.marks else compared.note),
        ]
    if len(questions) > _MOST_QUESTIONS:
        lines.append(_line("", f"{GAP} and {len(questions) - _MOST_QUESTIONS} more questions"))
    if not questions:
        lines.append(_line("asked about", "nothing"))
    lines.append(_line("percept", brief((percept,))))
    labels = chain(["because"], repeat(""))
    for step in clause.splitlines():
        further = " " * (len(step) - len(step.lstrip()) + 2)
        wrapped = wrap(step, _WIDTH, subsequent_indent=further, break_long_words=False, break_on_hyphens=False)
        lines += [_line(next(labels), line) for line in wrapped]
    return lines


def questions_json(play: Play, questions: tuple[Question, ...]) -> dict[str, Any]:
    """Return the questions of a step as they are shown, as JSON values: those of `answer_lines`, and how many more."""
    true = prompt_of(play) if play else None
    shown = [
        {**as_json(compare(true, question.prompt)), "action": question.action}
        for question in questions[:_MOST_QUESTIONS]
    ]
    return {"questions": shown, "more": max(0, len(questions) - _MOST_QUESTIONS)}


def _line(label: str, text: str) -> str:
    return f"{label:<{_LABEL}}{text}".rstrip()
