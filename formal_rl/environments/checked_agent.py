"""Asking and answering with every promise of the definitions checked at the moment it is used."""

from formal_rl.agents import Agent
from formal_rl.environments.environment import Environment, ExtendedEnvironment
from formal_rl.errors import (
    AgentRaised,
    EnvironmentFailure,
    EnvironmentRaised,
    InteractionFailure,
    MalformedHistory,
    NotAnAction,
    NotAPercept,
    NotDeterministic,
    QuestionBudgetExhausted,
)
from formal_rl.histories import Action, Percept, Play, Prompt, require_action, require_percept, require_prompt


def answer(agent: Agent, prompt: Prompt) -> Action:
    """Return what the agent does on ``prompt``, having checked that it is an action.

    Raises `AgentRaised` (the cause chained) or `NotAnAction`, both with the prompt.

    Source: Alexander et al. 2021, Definition 3 part 1.
    Ledger: A21-D3*
    """
    try:
        action = agent(prompt)
    except InteractionFailure:
        raise
    except Exception as cause:
        raise AgentRaised(prompt, cause) from cause
    try:
        require_action(action)
    except MalformedHistory:
        raise NotAnAction(prompt, action) from None
    return action


def respond(environment: ExtendedEnvironment, agent: Agent, play: Play) -> Percept:
    """Return what the extended environment answers to ``play``, having checked that it is a percept.

    A failure of the agent on a question the environment put to it passes through unchanged; any other exception becomes
    `EnvironmentRaised`, and an answer that is not a percept `NotAPercept`.

    Source: Alexander et al. 2021, Definition 3 part 2.
    Ledger: A21-D3*, A22-D2*, A21-S3-nonhalting*, A21-L7*
    """

    def ask(prompt: Prompt) -> Action:
        return answer(agent, prompt)

    return _respond(lambda checked_play: environment(ask, checked_play), play)


def respond_ordinary(environment: Environment, play: Play) -> Percept:
    """Return what the ordinary environment answers to ``play``, having checked that it is a percept.

    Source: Alexander et al. 2022, Definition 1 part 1.
    Ledger: A22-D1*
    """
    return _respond(environment, play)


def _respond(environment: Environment, play: Play) -> Percept:
    try:
        percept = environment(play)
    except InteractionFailure:
        raise
    except Exception as cause:
        raise EnvironmentRaised(play, cause) from cause
    try:
        require_percept(percept)
    except MalformedHistory as malformed:
        raise NotAPercept(play, percept, malformed) from None
    return percept


class Inquiry:
    """One agent under observation during one interaction: every question to it is checked.

    Called like the agent. Raises `EnvironmentFailure` where the question itself is not a prompt,
    `QuestionBudgetExhausted` past ``budget`` questions since the last `renew`, and, if ``remember``, `NotDeterministic`
    where a question asked before now gets another answer. Remembering keeps every prompt.

    Ledger: A21-D3
    """

    def __init__(self, agent: Agent, *, budget: int | None = None, remember: bool = False) -> None:
        """Observe ``agent``; nothing is asked yet."""
        self._agent = agent
        self._budget = budget
        self._asked = 0
        self._play: Play = ()
        self._answers: dict[Prompt, Action] | None = {} if remember else None

    def renew(self, play: Play) -> None:
        """Start the question budget afresh for the step after ``play``."""
        self._asked = 0
        self._play = play

    def __call__(self, prompt: Prompt) -> Action:
        """Put one question to the agent."""
        if self._budget is not None and self._asked >= self._budget:
            raise QuestionBudgetExhausted(prompt, self._budget)
        self._asked += 1
        try:
            require_prompt(prompt)
        except MalformedHistory as malformed:
            raise EnvironmentFailure(self._play, f"the environment asked about no prompt: {malformed}") from None
        action = answer(self._agent, prompt)
        if self._answers is not None:
            before = self._answers.setdefault(prompt, action)
            if before != action:
                raise NotDeterministic(prompt, before, action)
        return action
