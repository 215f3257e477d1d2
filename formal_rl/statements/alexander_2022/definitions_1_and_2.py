"""Checks of Definitions 1 and 2 of the 2022 paper: what is refused, by hand, and then the interactions."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import Example, Part, Scope, check_examples
from formal_rl.environments import (
    Environment,
    ExtendedEnvironment,
    embed,
    interact,
    interaction,
    interaction_ordinary,
    respond,
    respond_ordinary,
)
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
)
from formal_rl.histories import (
    History,
    Percept,
    Play,
    Prompt,
    history,
    is_play,
    is_prompt,
    percepts,
    prefixes,
    require_history,
    require_percept,
    require_play,
    require_prompt,
)
from formal_rl.statements.alexander_2021 import interaction as interacting
from formal_rl.statements.papers import ALEXANDER_2022
from formal_rl.statements.statement import Statement

_ONE, _PLAY = history((0, 0)), history((0, 0), 1)
_TWO = history((0, 0), 1, (Fraction(1, 2), "dark"))


def _where(call: Callable[..., object], *arguments: object, **options: object) -> object:
    """Return the kind of a failure, and the history that it was reached on."""
    try:
        call(*arguments, **options)
    except InteractionFailure as failure:
        return type(failure), failure.history
    return "no failure"


def _histories() -> Iterator[Example]:
    for about, value, prompt, play in (
        ("the empty history", (), False, True),
        ("one percept", _ONE, True, False),
        ("a percept and an action", _PLAY, False, True),
        ("percept, action, percept", _TWO, True, False),
        ("a list", list(_ONE), False, False),
        ("a pair for a percept", ((0, 0),), False, False),
        ("an action first", (1,), False, False),
        ("a negative action", (Percept(0, 0), -1), False, False),
        ("a bool for an action", (Percept(0, 0), True), False, False),
        ("a float for a reward", (Percept(0.5, 0),), False, False),  # type: ignore[arg-type]
        ("a bool for a reward", (Percept(True, 0),), False, False),
        ("a list for an observation", (Percept(0, []),), False, False),  # type: ignore[arg-type]
    ):
        yield (f"{about} is a prompt", str(prompt), prompt, is_prompt, value)
        yield (f"{about} is a play", str(play), play, is_play, value)
        for check, fits in ((require_prompt, prompt), (require_play, play), (require_history, prompt or play)):
            expected = None if fits else MalformedHistory
            yield (f"{about}, {check.__name__}", "accepted" if fits else "refused", expected, check, value)
    yield ("a rational reward", "accepted", None, require_percept, Percept(Fraction(-1, 2), 3))
    yield ("a pair", "no percept", MalformedHistory, require_percept, (0, 0))
    yield ("its percepts", "the first and the third", (Percept(0, 0), _TWO[2]), percepts, _TWO)
    yield ("its prefixes", "of 0 to 2 elements", ((), _ONE, _PLAY), lambda: tuple(prefixes(_PLAY)))


def _answering(value: object) -> Any:
    return lambda *arguments: value


def _raising(*arguments: object) -> Any:
    raise ZeroDivisionError


def _ordinary() -> Iterator[Example]:
    right = _answering(Percept(1, 2))
    yield ("an answer", "the percept", Percept(1, 2), respond_ordinary, right, ())
    raised, wrong = (EnvironmentRaised, _PLAY), (NotAPercept, _PLAY)
    yield ("an environment that raises", "so it is told", raised, _where, respond_ordinary, _raising, _PLAY)
    pair = _answering((0, 0))
    yield ("a pair for a percept", "not a percept", wrong, _where, respond_ordinary, pair, _PLAY)
    for steps in (-1, True):
        yield (f"{steps} steps", "an int >= 0", InvalidParameter, interaction_ordinary, _answering(0), right, steps)
    yield ("no step", "the empty play", (), interaction_ordinary, _answering(0), right, 0)


def _asking(*questions: Any) -> ExtendedEnvironment:
    """Return the environment that puts the same questions at every step, and pays the sum of the answers."""

    def environment(agent: Agent, play: Play) -> Percept:
        return Percept(sum(agent(question) for question in questions), 0)

    return environment


class _Changing:
    """Does 0, then 1, then 0, ... whatever it is asked."""

    def __init__(self) -> None:
        self._asked = 0

    def __call__(self, prompt: object) -> int:
        self._asked += 1
        return (self._asked + 1) % 2


_TWO_ZEROS = history((0, 0), 1, (0, 0))


def _second_step() -> object:
    """Return how the second step fails, the history that it reached, and what is noted of it."""

    def agent(prompt: Prompt) -> int:
        return {1: 1}[len(prompt)]

    try:
        interaction(agent, lambda agent, play: Percept(0, 0), 2)
    except InteractionFailure as failure:
        return (type(failure), failure.history), failure.__notes__[-1].partition(";")[0]
    return "no failure"


def _extended() -> Iterator[Example]:
    one, two = _asking(_ONE), _asking(_ONE, _TWO)
    does_1 = _answering(1)
    yield ("an answer that asks", "1 + 1", Percept(2, 0), respond, two, does_1, ())
    for about, environment, agent, failure in (
        ("an environment that raises", _raising, does_1, EnvironmentRaised),
        ("an agent that raises", one, _raising, AgentRaised),
        ("an agent that does -1", one, _answering(-1), NotAnAction),
        ("an agent that does True", one, _answering(True), NotAnAction),
        ("an answer that is no percept", _answering(0), does_1, NotAPercept),
    ):
        yield (about, "so it is told", failure, respond, environment, agent, _PLAY)
    for steps in (-1, True):
        yield (f"{steps} steps", "an int >= 0", InvalidParameter, interaction, does_1, one, steps)
    ordinary = _answering(Percept(0, 0))
    about, why = "an ordinary environment", "is not called with an agent"
    yield (about, why, NotAnExtendedEnvironment, interact, does_1, lambda play: ordinary())
    # A step of `two` puts three questions: its own two, and the agent's action.
    run, budgeted = (Percept(2, 0), 1, Percept(2, 0), 1), partial(interaction, does_1, two, 2)
    about, why = "as many questions in each step as there may be", "three in each of two steps"
    yield (about, why, run, partial(budgeted, question_budget=3))
    for budget, reached in ((2, (Percept(2, 0),)), (1, ())):
        refused, within = (QuestionBudgetExhausted, reached), partial(budgeted, question_budget=budget)
        yield (f"a question more than {budget}", "refused where it is put", refused, _where, within)
    changing = partial(lambda **how: interaction(_Changing(), _asking(_ONE, _ONE), 1, **how))
    about = "an agent that answers a question otherwise"
    yield (about, "0 and then 1 on (0,0)", (NotDeterministic, ()), _where, changing)
    yield ("the same, not remembered", "0 + 1, then 0", (Percept(1, 0), 0), partial(changing, remember=False))
    why, failed = "it does 1 on (0,0), and nothing longer", (AgentRaised, _TWO_ZEROS)
    yield ("an agent that fails in step 2", why, (failed, "at step 2 of the interaction"), _second_step)
    about, failed = "an environment that asks about a play", (EnvironmentFailure, ())  # type: ignore[assignment]
    yield (about, "not a prompt", failed, _where, interaction, does_1, _asking(_PLAY), 1)


def definition_1(
    scope: Scope,
    *,
    interaction_ordinary: Callable[..., History] = interaction_ordinary,
    is_prompt: Callable[[object], bool] = is_prompt,
) -> Iterator[Part]:
    """Check Definition 1: what is a history, by hand, what is refused, and all ordinary interactions."""
    empty = ("a prompt is not empty", "it ends in a percept", False, is_prompt, ())
    yield check_examples((empty, *_histories()), "prompts and plays")
    yield check_examples(_ordinary(), "an ordinary environment, asked")
    yield from interacting.result_of_ordinary_interaction(scope, interaction_ordinary=interaction_ordinary)


def definition_2(scope: Scope, *, embed: Callable[[Environment], ExtendedEnvironment] = embed) -> Iterator[Part]:
    """Check Definition 2: an extended environment, asked, by hand, and that ordinary ones are embedded."""
    yield check_examples(_extended(), "an extended environment, asked")
    yield from interacting.embedding(scope, embed=embed)


# --- Mutants ---


def _late(agent: Agent, environment: Environment, steps: int) -> History:
    return interaction_ordinary(lambda prompt: agent(prompt[:1]), environment, steps, remember=False)


def _consulting(environment: Environment) -> ExtendedEnvironment:
    def consulting(agent: Agent, play: Play) -> Percept:
        percept = environment(play)
        return Percept(percept.reward + agent((percept,)), percept.observation)

    return consulting


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A22-D1",
        kind="definition",
        title="environment, agent, interaction",
        claim="A percept is a rational reward with an observation. An environment maps plays to percepts, an agent "
        "prompts to actions; their interaction is x_1 y_1 x_2 y_2 ..., each from everything before it.",
        source=f"{ALEXANDER_2022}, Section 2 and Definition 1",
        check=definition_1,
        mutants={
            "the agent acts on the first percept for ever": {"interaction_ordinary": _late},
            "the empty history is a prompt": {"is_prompt": lambda value: True},
        },
        verdict="defined",
        evidence="exhaustive: all agents x all environments to horizon 4, 3 percepts x 2 actions",
    ),
    Statement(
        id="A22-D2",
        kind="definition",
        title="extended environment; ordinary ones embed",
        claim="An extended environment maps an agent and a play to a percept. An ordinary environment is one that "
        "ignores the agent, and so embedded has the same interaction with every agent.",
        source=f"{ALEXANDER_2022}, Definition 2",
        check=definition_2,
        mutants={
            "a turn behind": {"embed": lambda environment: lambda agent, play: environment(play[:-2])},
            "pays what the agent would do besides": {"embed": _consulting},
        },
        verdict="defined",
        evidence="exhaustive: all agents x all environments to horizon 4, 3 percepts x 2 actions",
    ),
)
