"""Agent meets environment, every promise checked when it is used: the infinite result, and its finite beginnings."""

import inspect
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

from formal_rl.agents import Agent
from formal_rl.environments.environment import Environment, ExtendedEnvironment
from formal_rl.errors import (
    AgentRaised,
    EnvironmentFailure,
    EnvironmentRaised,
    InteractionFailure,
    InvalidParameter,
    MalformedHistory,
    NotAnAction,
    NotAnExtendedEnvironment,
    NotAPercept,
    NotDeterministic,
    QuestionBudgetExhausted,
    require_int,
    short_repr,
)
from formal_rl.histories import Action, History, Percept, Play, Prompt, require_action, require_percept, require_prompt


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
        """Observe ``agent``, without a query yet. Raises `InvalidParameter` for an uncallable one, as a name."""
        if not callable(agent):
            expected = "what is called as (prompt); formal_rl.study.find_agent has those with names, and learners"
            raise InvalidParameter("agent", agent, expected)
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


QUESTIONS_PER_STEP = 1_000_000
"""How many questions may be put to the agent in one step before the asking counts as endless."""


def interact(
    agent: Agent,
    environment: ExtendedEnvironment,
    *,
    question_budget: int | None = QUESTIONS_PER_STEP,
    remember: bool = False,
) -> Iterator[Percept | Action]:
    """Yield x_1, y_1, x_2, y_2, ...: the infinite result of the agent interacting with the environment.

    Each percept is the environment's answer to the agent and the play so far; each action is the agent's
    on the prompt so far. ``question_budget`` bounds the questions of one step; with ``remember``, an agent
    that answers one question in two ways is caught.

    Raises `InteractionFailure` where a step is not defined; its ``history`` is the result so far.

    Source: Alexander et al. 2021, Definition 4; Alexander et al. 2022, Definition 2 part 2.
    Ledger: A21-D4*, A21-L5*, A22-D2*
    """
    _require_two_arguments(environment)
    inquiry = Inquiry(agent, budget=question_budget, remember=remember)
    return _alternate(inquiry, lambda play: respond_ordinary(partial(environment, inquiry), play))


def interact_ordinary(agent: Agent, environment: Environment, *, remember: bool = False) -> Iterator[Percept | Action]:
    """Yield x_1, y_1, x_2, y_2, ...: the infinite result of the agent interacting with an ordinary environment.

    ``remember`` and errors as for `interact`.

    Source: Alexander et al. 2022, Definition 1 part 3.
    Ledger: A22-D1*
    """
    return _alternate(Inquiry(agent, remember=remember), lambda play: respond_ordinary(environment, play))


def interaction(
    agent: Agent,
    environment: ExtendedEnvironment,
    steps: int,
    *,
    question_budget: int | None = QUESTIONS_PER_STEP,
    remember: bool = True,
) -> History:
    """Return x_1 y_1 ... x_n y_n, the first ``steps`` = n steps of `interact`, as a play.

    ``remember`` (on here) keeps every question asked, so that an agent that is not a function of the
    history is caught; turn it off for long runs.

    Source: Alexander et al. 2021, Definition 4; Alexander et al. 2022, Definition 2 part 2.
    Ledger: A21-D4*, A22-D2*
    """
    require_int("steps", steps, 0)
    run = interact(agent, environment, question_budget=question_budget, remember=remember)
    return tuple(islice(run, 2 * steps))


def interaction_ordinary(agent: Agent, environment: Environment, steps: int) -> History:
    """Return x_1 y_1 ... x_n y_n, the first ``steps`` = n steps of `interact_ordinary`, as a play; it remembers.

    Source: Alexander et al. 2022, Definition 1 part 3.
    Ledger: A22-D1*
    """
    require_int("steps", steps, 0)
    return tuple(islice(interact_ordinary(agent, environment, remember=True), 2 * steps))


def _alternate(inquiry: Inquiry, answer_to: Callable[[Play], Percept]) -> Iterator[Percept | Action]:
    play: Play = ()
    while True:
        inquiry.renew(play)
        step = len(play) // 2 + 1
        reached: History = play
        try:
            percept = answer_to(play)
            reached = (*play, percept)
            yield percept
            action = inquiry(reached)
            play = (*reached, action)
            yield action
        except InteractionFailure as failure:
            failure.history = reached
            failure.add_note(f"at step {step} of the interaction; the history so far is {short_repr(reached)}")
            raise


def _require_two_arguments(environment: ExtendedEnvironment) -> None:
    try:
        inspect.signature(environment).bind((), ())
    except TypeError:
        named = "formal_rl.study.find_environment finds it by name"
        hint = (
            named if isinstance(environment, str) else "wrap an ordinary environment, called as (play), with embed(...)"
        )
        raise NotAnExtendedEnvironment(f"{environment!r} cannot be called as (agent, play); {hint}") from None
    except ValueError:
        return
