"""The guards of ``environments``: who is asked what, how often, and what is refused of agents, lists and tables."""

from collections.abc import Callable
from itertools import islice
from typing import Any

from formal_rl.agents import Agent, Transition, TransitionList, ask_instance, from_class, instantiate, train_instance
from formal_rl.agents.practitioner import NO_TRANSITIONS
from formal_rl.checking import Part
from formal_rl.environments import (
    CostedAgent,
    Inquiry,
    TableAgent,
    TableEnvironment,
    TableLearner,
    answer,
    corridor,
    embed,
    ignore_rewards,
    interact,
    interact_ordinary,
    interaction,
    interaction_ordinary,
    respond,
    respond_ordinary,
)
from formal_rl.environments.metered_agents import require_costed
from formal_rl.errors import (
    AgentFailure,
    AgentRaised,
    EnvironmentFailure,
    EnvironmentRaised,
    InvalidParameter,
    MalformedHistory,
    NotAnAction,
    NotAnExtendedEnvironment,
    NotAPercept,
    NotCosted,
    NotDeterministic,
    QuestionBudgetExhausted,
    StepBudgetExhausted,
    UnansweredQuestion,
)
from formal_rl.histories import Action, Percept, Play, Prompt
from formal_rl.statements.self_checks import Refusal, Row, decide_rows

_PERCEPT: Callable[..., Any] = Percept  # to make percepts that are none
ZERO, ONE = Percept(0, 0), Percept(1, 0)
PROMPT, PLAY = (ZERO, 1, ONE), (ZERO, 1, ONE, 0)
MOVED, PAID = Transition(0, 0, 0, 0), Transition(0, 1, 1, 0)


def content(prompt: Prompt) -> Action:
    """Do 0."""
    return 0


def raising(*_: Any) -> Any:
    """Raise an error of its own."""
    raise KeyError("no answer")


def giving(value: Any) -> Callable[..., Any]:
    """Return what gives this value, whatever it is asked."""
    return lambda *_: value


def failing(*_: Any) -> Any:
    """Raise what an agent raised before."""
    raise AgentFailure((), "failed before")


def answers_are_checked() -> Part:
    """Refuse what agents and environments must not answer, and pass failures of their own on."""
    return decide_rows(
        "answers are checked",
        (
            Row(answer, (giving(3), (ZERO,)), 3),
            *(Row(answer, (giving(v), (ZERO,)), NotAnAction) for v in (-1, True, 1.0, None, "0")),
            Row(answer, (raising, (ZERO,)), Refusal(AgentRaised, prompt=(ZERO,))),
            Row(answer, (failing, (ZERO,)), AgentFailure),
            Row(respond, (giving(ONE), content, PLAY), ONE),
            *(Row(respond, (giving(v), content, ()), NotAPercept) for v in ((0, 0), None, _PERCEPT(0.5, 0), 1)),
            Row(respond, (raising, content, ()), Refusal(EnvironmentRaised, play=())),
            Row(respond, (lambda agent, play: agent((ZERO,)), raising, ()), AgentRaised),
            Row(respond, (lambda agent, play: Percept(agent((ZERO,)), 0), giving(True), ()), NotAnAction),
            Row(respond_ordinary, (giving(ONE), PLAY), ONE),
            *(Row(respond_ordinary, (giving(v), ()), NotAPercept) for v in ((0, 0), None, Percept(True, 0))),
            Row(respond_ordinary, (raising, PLAY), Refusal(EnvironmentRaised, play=PLAY)),
            Row(respond_ordinary, (failing, ()), AgentFailure),
            Row(ask_instance, (_Instance(1), (), 0), 1),
            Row(ask_instance, (_Instance(True), (), 0), NotAnAction),
            Row(ask_instance, (object(), (), 0), AgentRaised),
            Row(train_instance, (_Instance(1), (), MOVED)),
            Row(train_instance, (object(), (), MOVED), AgentRaised),
            Row(instantiate, (raising,), AgentRaised),
            Row(instantiate, (failing,), AgentFailure),
            Row(from_class, (7,), InvalidParameter),
            Row(CostedAgent(_steps(3), 3), ((ZERO,),), 7),
            Row(CostedAgent(_steps(3), 2), ((ZERO,),), StepBudgetExhausted),
            Row(lambda: tuple(CostedAgent(_steps(3)).compute((ZERO,))), (), (7, 3, 3)),
            Row(CostedAgent, (_steps(1), -1), ValueError),
            Row(require_costed, (content,), NotCosted),
        ),
    )


def _steps(number: int) -> Callable[[Prompt], Any]:
    def program(prompt: Prompt) -> Any:
        for step in range(number):
            yield (0,) * (number - step)
        return 7

    return program


class _Instance:
    def __init__(self, action: Any) -> None:
        self._action = action

    def act(self, obs: Any) -> Any:
        return self._action

    def train(self, o_prev: Any, a: Any, r: Any, o_next: Any) -> None:
        """Learn nothing."""


def _counting() -> Agent:
    answers = iter(range(100))
    return lambda prompt: next(answers)


def _asked(inquiry: Inquiry, times: int, *, renewed_after: int = 100, prompts: tuple[Prompt, ...] = ((ZERO,),)) -> int:
    """Ask so often, the budget renewed after some questions; return the last action."""
    last = -1
    for question in range(times):
        if question == renewed_after:
            inquiry.renew(())
        last = inquiry(prompts[question % len(prompts)])
    return last


def inquiries_are_bounded_and_remembered() -> Part:
    """Stop past the budget and not before, begin it anew when told, and notice another answer only if told to."""
    two = ((ZERO,), (ONE,))
    return decide_rows(
        "inquiries are bounded and remembered",
        (
            *(Row(lambda n=n: _asked(Inquiry(content, budget=n), n), (), 0) for n in (1, 2, 5)),
            *(Row(lambda n=n: _asked(Inquiry(content, budget=n), n + 1), (), QuestionBudgetExhausted) for n in (0, 2)),
            Row(lambda: _asked(Inquiry(content), 50), (), 0),
            Row(lambda: _asked(Inquiry(content, budget=2), 4, renewed_after=2), (), 0),
            Row(lambda: _asked(Inquiry(content, budget=2), 5, renewed_after=2), (), QuestionBudgetExhausted),
            Row(lambda: _asked(Inquiry(_counting()), 3), (), 2),
            Row(lambda: _asked(Inquiry(_counting(), remember=True), 1), (), 0),
            Row(lambda: _asked(Inquiry(_counting(), remember=True), 2), (), NotDeterministic),
            Row(lambda: _asked(Inquiry(_counting(), remember=True), 2, renewed_after=1), (), NotDeterministic),
            Row(lambda: _asked(Inquiry(_counting(), remember=True), 2, prompts=two), (), 1),
            Row(lambda: _asked(Inquiry(_counting(), remember=True), 3, prompts=two), (), NotDeterministic),
            *(Row(Inquiry(content), (v,), EnvironmentFailure) for v in ((), PLAY, [ZERO], (0,), None)),
            Row(Inquiry(raising), ((ZERO,),), AgentRaised),
            Row(interaction, (_counting(), _twice, 1), NotDeterministic),
            Row(interaction, (_counting(), _twice, 1), (ONE, 2), {"remember": False}),
            Row(lambda: tuple(islice(interact(_counting(), _twice), 2)), (), (ONE, 2)),
            Row(interaction, (content, _twice, 2), (ONE, 0, ONE, 0), {"question_budget": 3}),
            Row(interaction, (content, _twice, 2), QuestionBudgetExhausted, {"question_budget": 2}),
            Row(interaction, (content, ignore_rewards, 0), ()),
            Row(interaction, (content, ignore_rewards, 2), (ZERO, 0, ONE, 0)),
            *(Row(interaction, (content, ignore_rewards, n), Refusal(InvalidParameter, value=n)) for n in (-1, True)),
            *(Row(interaction_ordinary, (content, corridor(1), n), InvalidParameter) for n in (-1, 1.0)),
            Row(interaction_ordinary, (content, corridor(1), 2), (ZERO, 0, ZERO, 0)),
            Row(interaction, (content, corridor(1), 1), NotAnExtendedEnvironment),
            Row(interaction, (content, embed(corridor(1)), 1), (ZERO, 0)),
            Row(_reached, (interact(raising, ignore_rewards),), (ZERO,)),
            *(Row(_reached, (interact(content, _twice, question_budget=n),), r) for n, r in ((2, (ONE,)), (1, ()))),
            Row(_reached, (interact(lambda h: {1: 1}[len(h)], ignore_rewards),), (ZERO, 1, ONE)),
            Row(_noted, (interact(lambda h: {1: 0}[len(h)], ignore_rewards),), "at step 2 of the interaction"),
            Row(_reached, (interact(content, giving(None)),), ()),
            Row(_reached, (interact_ordinary(content, lambda play: ZERO if not play else None),), (ZERO, 0)),  # type: ignore[arg-type, return-value]
        ),
    )


def _twice(agent: Agent, play: Play) -> Percept:
    agent((ZERO,))
    agent((ZERO,))
    return ONE


def _reached(run: Any) -> Any:
    """Return how far a run came before it failed."""
    try:
        list(islice(run, 10))
    except (AgentFailure, EnvironmentFailure) as failure:
        return failure.history
    return None


def _noted(run: Any) -> str:
    """Return where a run says that it failed."""
    try:
        list(islice(run, 10))
    except AgentFailure as failure:
        return failure.__notes__[-1].partition(";")[0]
    return ""


class _SameHash:
    """Values of one hash, all different."""

    def __hash__(self) -> int:
        return 1


def lists_of_transitions_are_values() -> Part:
    """Compare lists by what is in them, and never by their hashes alone."""
    of = TransitionList.of
    one, other = Transition(_SameHash(), 0, 0, 0), Transition(_SameHash(), 0, 0, 0)
    last = (MOVED, PAID)
    return decide_rows(
        "lists of transitions are values",
        (
            Row(lambda: of(last) == of(last), (), True),
            Row(lambda: hash(of(last)) == hash(of(last)), (), True),
            Row(lambda: of(last) == of((PAID, MOVED)), (), False),
            Row(lambda: of((MOVED, *last)) == of((PAID, *last)), (), False),
            Row(lambda: of((one,)) == of((other,)), (), False),
            Row(lambda: of((one, *last)) == of((other, *last)), (), False),
            Row(lambda: of((one, *last)) == of((one, *last)), (), True),
            Row(lambda: of(last) == of((MOVED, *last)), (), False),
            Row(lambda: of(last) == last, (), False),
            Row(lambda: of(()) == NO_TRANSITIONS, (), True),
            Row(lambda: [len(of((MOVED,) * n)) for n in range(4)], (), [0, 1, 2, 3]),
            Row(lambda: tuple(of(last)), (), last),
            Row(lambda: tuple(NO_TRANSITIONS), (), ()),
            Row(NO_TRANSITIONS.append, (Transition([], 0, 0, 0),), Refusal(MalformedHistory, index=0)),  # type: ignore[arg-type]
            Row(of(last).append, (Transition(0, 0, 0, []),), Refusal(MalformedHistory, index=2)),  # type: ignore[arg-type]
            Row(lambda: repr(of((MOVED,) * 4)), (), f"TransitionList.of({((MOVED,) * 4)!r})"),
            Row(lambda: repr(of((MOVED,) * 5)), (), f"<TransitionList of 5 transitions, the last of them {MOVED!r}>"),
        ),
    )


def tables_are_checked() -> Part:
    """Refuse tables that are none, and questions that are not in them."""
    agent, environment = TableAgent({(ZERO,): 1}), TableEnvironment({(): ONE, (ONE, 0): ZERO})
    learner = TableLearner({((), 0): 1, ((MOVED,), 0): 0})
    return decide_rows(
        "tables are checked",
        (
            Row(agent, ((ZERO,),), 1),
            Row(agent, ((ONE,),), UnansweredQuestion),
            Row(agent, ([ZERO],), MalformedHistory),
            Row(environment, ((),), ONE),
            Row(environment, ((ZERO, 0),), UnansweredQuestion),
            Row(environment, ([],), MalformedHistory),
            Row(learner.act, ((MOVED,), 0), 0),
            Row(learner.act, ((), 1), UnansweredQuestion),
            Row(learner.learn, ((MOVED,), PAID), (MOVED, PAID)),
            Row(TableAgent, ({(): 0},), MalformedHistory),
            Row(TableAgent, ({(ZERO,): -1},), Refusal(MalformedHistory, index=1)),
            Row(TableAgent, ([((ZERO,), 0), ((ZERO,), 1)],), InvalidParameter),
            Row(TableAgent, ({0: 0},), InvalidParameter),
            Row(TableEnvironment, ({(ZERO,): ZERO},), MalformedHistory),
            Row(TableEnvironment, ({(ZERO, 0): None},), Refusal(MalformedHistory, index=2)),
            Row(TableLearner, ({((), 0): -1},), MalformedHistory),
            Row(TableLearner, ({(): 0},), InvalidParameter),
            Row(TableLearner, ({(0, 0): 0},), InvalidParameter),
            Row(TableLearner, ({((), 0, 0): 0},), InvalidParameter),
            Row(TableLearner, ({((MOVED, 0), 0): 0},), Refusal(MalformedHistory, index=1)),
            Row(TableLearner, ({((Transition(0, 0, 0.5, 0),), 0): 0},), MalformedHistory),  # type: ignore[arg-type]
            Row(lambda: TableAgent({PROMPT: 0, (ZERO,): 1}).entries, (), (((ZERO,), 1), (PROMPT, 0))),
        ),
    )


CHECKS: tuple[Callable[[], Part], ...] = (
    answers_are_checked,
    inquiries_are_bounded_and_remembered,
    lists_of_transitions_are_values,
    tables_are_checked,
)
"""Every self-check of this module, by itself."""
