"""Agents, environments and their interaction, against the definitions written out once more."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import (
    Claim,
    Cover,
    Disagreement,
    Example,
    Part,
    Scope,
    Unknown,
    check_examples,
    decide,
    decide_each,
    decide_prompts,
    equal,
)
from formal_rl.environments import (
    Environment,
    ExtendedEnvironment,
    Inquiry,
    TableAgent,
    answer,
    bandit,
    corridor,
    embed,
    guess_the_number,
    ignore_rewards,
    interaction,
    interaction_ordinary,
    respond,
)
from formal_rl.errors import (
    AgentRaised,
    EnvironmentFailure,
    EnvironmentRaised,
    FormalRLError,
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
    Action,
    History,
    Percept,
    Play,
    Prompt,
    actions,
    history,
    percepts,
    require_play,
    require_prompt,
)
from formal_rl.statements.alexander_2021.shapes import always
from formal_rl.statements.library import (
    ABSTRACT_ENVIRONMENTS,
    DOCUMENTED_ENVIRONMENTS,
    EVERY_ENVIRONMENT,
    EXTENDED_ENVIRONMENTS,
)
from formal_rl.statements.papers import ALEXANDER_2021
from formal_rl.statements.statement import Statement
from formal_rl.transforms import infer_actions

_Interaction = Callable[[Agent, ExtendedEnvironment, int], History]
_OrdinaryInteraction = Callable[[Agent, Environment, int], History]

_INTERACTION: _Interaction = partial(interaction, remember=False)
_INTERACTION_ORDINARY: _OrdinaryInteraction = partial(interaction_ordinary, remember=False)
_VARY, _SAME = "the actions vary", "one action throughout"


def _every_unknown(
    name: str, about: str, compared: Callable[[Unknown, int], tuple[History, History]], scope: Scope, horizon: int
) -> Part:
    """Decide whether two interactions are one, expected and got, for every unknown to the horizon."""

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            expected, got = compared(unknown, steps)
            cover(_VARY if len(set(actions(expected))) > 1 else _SAME)
            return equal(about, expected, got)

        return claim

    return _on_every_unknown(name, claim_at, scope, horizon, (_VARY, _SAME))


def _on_every_unknown(
    name: str, claim_at: Callable[[int], Claim], scope: Scope, horizon: int, branches: tuple[str, ...]
) -> Part:
    alphabet, choices = scope.percepts(3), scope.actions()
    over = f"{len(alphabet)} percepts x {len(choices)} actions"
    domain = f"all agents x all environments to horizon {horizon}, {over}"
    return decide(name, claim_at, horizon, actions=choices, percepts=alphabet, branches=branches, domain=domain)


def _in_the_library(
    name: str, about: str, compared: Callable[[Agent, ExtendedEnvironment], tuple[History, History]], scope: Scope
) -> Part:
    """Decide whether two interactions are one, expected and got, for every agent in each environment of the library."""
    horizon, choices = scope.steps(quick=4, full=5), scope.actions()

    def claim(where: str, unknown: Unknown, cover: Cover) -> Disagreement | None:
        cover(where)
        return equal(f"{about} {where}", *compared(unknown.agent, EXTENDED_ENVIRONMENTS[where]))

    return decide_each(
        name,
        claim,
        EXTENDED_ENVIRONMENTS,
        actions=choices,
        branches=EXTENDED_ENVIRONMENTS,
        domain=f"all agents to horizon {horizon}, {len(choices)} actions, in {', '.join(EXTENDED_ENVIRONMENTS)}",
    )


def _of_unknown(unknown: Unknown) -> ExtendedEnvironment:
    """Return an extended environment that may answer anything to the agent it faces."""
    return lambda agent, play: unknown.environment(play)


# --- Agents and environments ---


def _raising(*arguments: object) -> Any:
    raise ValueError("no answer")


def _paying_the_answer(agent: Agent, play: Play) -> Percept:
    return Percept(agent(history((0, 0))), 0)


def agents_and_environments(
    scope: Scope,
    *,
    answer: Callable[[Agent, Prompt], Action] = answer,
    respond: Callable[[ExtendedEnvironment, Agent, Play], Percept] = respond,
) -> Iterator[Part]:
    """Check by hand what is accepted as an action of an agent and as a percept of an extended environment."""
    prompt, zero, paying = history((0, 0)), always(0), _paying_the_answer
    agents: list[Example] = [
        ("an agent that answers 0", "an action", 0, answer, zero, prompt),
        ("an agent that answers 7", "an action", 7, answer, always(7), prompt),
        ("an agent that answers True", "not an int", NotAnAction, answer, always(True), prompt),
        ("an agent that answers -1", "below 0", NotAnAction, answer, always(-1), prompt),
        ("an agent that answers nothing", "not an int", NotAnAction, answer, always(None), prompt),
        ("an agent that raises", "no answer", AgentRaised, answer, _raising, prompt),
    ]
    environments: list[Example] = [
        ("an environment that answers (0, 0)", "it is", Percept(0, 0), respond, always(Percept(0, 0)), zero, ()),
        ("an environment that pays what is answered", "3", Percept(3, 0), respond, paying, always(3), ()),
        ("an environment whose agent raises", "it is the agent", AgentRaised, respond, paying, _raising, ()),
        ("an environment that pays 0.5", "not exact", NotAPercept, respond, always(Percept(0.5, 0)), zero, ()),  # type: ignore[arg-type]
        ("an environment that answers 0", "not a percept", NotAPercept, respond, zero, zero, ()),
        ("an environment that raises", "no answer", EnvironmentRaised, respond, _raising, zero, ()),
    ]
    yield check_examples(agents, "agents")
    yield check_examples(environments, "environments")
    yield check_examples(_inquiries(), "an agent under questions")


def _inquired(times: int, **options: Any) -> object:
    """Ask an agent under observation so often, and return how often it answered."""
    answers = iter((3, 3, 4, 3))
    inquiry = Inquiry(lambda prompt: next(answers), **options)
    answered: list[Action] = []
    try:
        for _ in range(times):
            answered.append(inquiry(history((0, 0))))
    except InteractionFailure as failure:
        return type(failure), answered
    return answered


def _renewed() -> object:
    inquiry = Inquiry(always(5), budget=1)
    first = inquiry(history((0, 0)))
    inquiry.renew(history((0, 0), 5))
    second = inquiry(history((1, 0)))
    try:
        inquiry(())
    except QuestionBudgetExhausted as spent:
        return first, second, spent.prompt, spent.budget
    return "the budget is not spent"


def _asking(prompt: Any) -> object:
    """Ask about something after a play, and return the play that the failure names."""
    inquiry = Inquiry(always(0))
    inquiry.renew(history((0, 0), 1))
    try:
        return inquiry(prompt)
    except EnvironmentFailure as failure:
        return type(failure), failure.play


def _inquiries() -> Iterator[Example]:
    """Yield what is observed of an agent under questions, by hand."""
    spent, unlike = (QuestionBudgetExhausted, [3, 3]), (NotDeterministic, [3, 3])
    yield "no budget, nothing remembered", "as it answers", [3, 3, 4, 3], _inquired, 4
    yield "a budget of 2 questions", "two answers", spent, partial(_inquired, budget=2), 3
    yield "within the budget", "two answers", [3, 3], partial(_inquired, budget=2), 2
    yield "what was answered is remembered", "4 after 3", unlike, partial(_inquired, remember=True), 3
    yield "asked no more", "3 and 3", [3, 3], partial(_inquired, remember=True), 2
    yield "a budget of 1, renewed", "one more, and no other", (5, 5, (), 1), _renewed
    yield "asked on a play", "a prompt ends in a percept", (EnvironmentFailure, history((0, 0), 1)), _asking, ()
    yield "asked on a prompt", "0", 0, _asking, history((0, 0))


# --- Interaction ---


def _failure(agent: Agent, environment: ExtendedEnvironment, steps: int) -> object:
    """Return the failure of an interaction: its kind, its note, and what came before it."""
    try:
        return _INTERACTION(agent, environment, steps)
    except InteractionFailure as failure:
        return type(failure), failure.history, failure.__notes__[0].split(";")[0]


def _failures() -> Iterator[Example]:
    """Yield where an interaction stops being defined, by hand."""
    first, note, zero = history((0, 0), 1, (0, 0)), "at step 2 of the interaction", always(Percept(0, 0))

    def stops(prompt: Prompt) -> Action:
        return 1 if len(prompt) == 1 else -1

    def ends(agent: Agent, play: Play) -> Any:
        return None if play else Percept(0, 0)

    yield ("an agent that answers -1 at step 2", "after one turn", (NotAnAction, first, note), _failure, stops, zero, 3)
    yield ("an environment that ends", "at (0,0) 1", (NotAPercept, first[:2], note), _failure, always(1), ends, 3)
    ordinary: Any = lambda play: Percept(0, 0)  # noqa: E731 - called as (agent, play), it fails
    yield "an ordinary environment", "called as (play)", NotAnExtendedEnvironment, _INTERACTION, always(0), ordinary, 1
    for steps in (-1, True, 1.0):
        yield f"{steps} steps", "no natural number", InvalidParameter, _INTERACTION, always(0), zero, steps


def _written_out(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    """Return the result of interacting, by the four clauses of the definition, each element by its index."""
    r_o: list[Percept] = [environment(agent, ())]
    a: list[Action] = [agent((r_o[0],))]
    for i in range(1, steps):
        past = tuple(element for j in range(i) for element in (r_o[j], a[j]))
        r_o.append(environment(agent, past))
        a.append(agent((*past, r_o[i])))
    return tuple(element for j in range(steps) for element in (r_o[j], a[j]))


_STUBBORN = TableAgent({history((0, 0)): 1, history((1, 0)): 1, history((0, 0), 1, (1, 0)): 0})


def result_of_interaction(scope: Scope, *, interaction: _Interaction = _INTERACTION) -> Iterator[Part]:
    """Check interaction with an extended environment: by hand, and against the definition written out."""
    horizon = scope.steps(quick=4, full=5)
    two = history((0, 0), 1, (1, 0), 0)
    why = "(0,0); 1 = T((0,0)), paid 1; T((0,0) 1 (1,0)) = 0, not asked again"
    rows: list[Example] = [
        ("ignore rewards, two steps", why, two, interaction, _STUBBORN, ignore_rewards, 2),
        ("no step", "the empty beginning", (), interaction, _STUBBORN, ignore_rewards, 0),
        *_failures(),
    ]

    def compared(agent: Agent, environment: ExtendedEnvironment, steps: int) -> tuple[History, History]:
        return _written_out(agent, environment, steps), interaction(agent, environment, steps)

    def of_unknown(unknown: Unknown, steps: int) -> tuple[History, History]:
        return compared(unknown.agent, _of_unknown(unknown), steps)

    about = "the result of interacting"
    yield check_examples(rows)
    yield _every_unknown("as written out", about, of_unknown, scope, horizon)
    yield _in_the_library(
        "as written out, in the library", f"{about} with", lambda agent, where: compared(agent, where, horizon), scope
    )


def result_of_ordinary_interaction(
    scope: Scope, *, interaction_ordinary: _OrdinaryInteraction = _INTERACTION_ORDINARY
) -> Iterator[Part]:
    """Check interaction with an ordinary environment: by hand, and against the definition written out."""

    def right_then_left(prompt: Prompt) -> Action:
        return 1 if len(prompt) < 5 else 0

    def compared(unknown: Unknown, steps: int) -> tuple[History, History]:
        got = interaction_ordinary(unknown.agent, unknown.environment, steps)
        return _written_out(unknown.agent, _of_unknown(unknown), steps), got

    cells = history((0, 0), 1, (0, 1), 1, (1, 2), 0, (0, 1), 0)
    guesses = history((0, 0), 1, (-1, 1), 1, (-1, 1), 0, (-1, 1), 0)
    why = "0, right to 1, right to 2 (paid 1), left to 1"
    less = "1 < 3 shows 1, twice; then 0 < 3 shows 1"
    rows: list[Example] = [
        ("a corridor of cells 0, 1, 2", why, cells, interaction_ordinary, right_then_left, corridor(2), 4),
        ("guess 3 of 5: 1, 1, 0, 0", less, guesses, interaction_ordinary, right_then_left, guess_the_number(3, 5), 4),
        ("another's play", "arm 0 pays 5, whatever was", Percept(5, 0), bandit((5, 7)), history((0, 0), 1, (5, 0), 0)),
    ]
    yield check_examples(rows)
    yield _every_unknown("as written out", "the result of interacting", compared, scope, scope.steps(quick=4, full=5))


def embedding(scope: Scope, *, embed: Callable[[Environment], ExtendedEnvironment] = embed) -> Iterator[Part]:
    """Check that an ordinary environment, embedded, ignores the agent and gives the same interaction."""
    branches = ("the empty play", "an agent that fails on every question")

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            expected = _INTERACTION_ORDINARY(unknown.agent, unknown.environment, steps)
            embedded = embed(unknown.environment)
            got = _INTERACTION(unknown.agent, embedded, steps)
            if got != expected:
                return Disagreement("the interaction, embedded", expected, got)
            for length in range(0, 2 * steps, 2):
                play = expected[:length]
                cover(branches[1] if play else branches[0])
                try:
                    percept: object = embedded(_raising, play)
                except ValueError as error:
                    percept = repr(error)
                if percept != expected[length]:
                    return Disagreement("the percept given to another agent", expected[length], percept, play)
            return None

        return claim

    embedded = embed(bandit((2, 4)))
    rows: list[Example] = [
        ("a bandit of 2 and 4, embedded", "asked nothing", Percept(4, 0), embedded, _raising, history((0, 0), 1)),
        ("at first", "the bandit's (0, 0)", Percept(0, 0), embedded, _raising, ()),
    ]
    yield check_examples(rows)
    horizon = scope.steps(quick=4, full=5)
    yield _on_every_unknown("same interaction, agent ignored", claim_at, scope, horizon, branches)


def _group(name: str) -> str:
    if name in ABSTRACT_ENVIRONMENTS:
        return "the abstract examples"
    return "the published library" if name in DOCUMENTED_ENVIRONMENTS else "the papers"


def interaction_is_defined(
    scope: Scope,
    *,
    interaction: _Interaction = _INTERACTION,
    library: Mapping[str, ExtendedEnvironment] = EVERY_ENVIRONMENT,
) -> Iterator[Part]:
    """Check that every interaction goes on and is correctly typed: in all environments, then in the named."""

    def typed(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            result = interaction(unknown.agent, _of_unknown(unknown), steps)
            try:
                require_play(result)
            except MalformedHistory as error:
                return Disagreement("the result is a play", True, str(error))
            cover(_VARY if len(set(actions(result))) > 1 else _SAME)
            return equal("actions and percepts", (steps, steps), (len(actions(result)), len(percepts(result))))

        return claim

    def named(steps: int, name: str, unknown: Unknown, cover: Cover) -> Disagreement | None:
        cover(name)
        play = interaction(unknown.agent, library[name], steps - 1)
        try:
            prompt = (*play, respond(library[name], unknown.agent, play))
            require_prompt(prompt)
        except FormalRLError as error:
            return Disagreement(f"the percepts of {name} to step {steps}", "defined and typed", str(error), play)
        cover(_VARY if len(set(actions(prompt))) > 1 else _SAME)
        return equal(f"the percepts of {name}", steps, len(percepts(prompt)), prompt)

    yield _on_every_unknown("every environment", typed, scope, scope.steps(quick=5, full=7), (_VARY, _SAME))
    for about, steps in (
        ("the papers", scope.steps(quick=7, full=9)),
        ("the published library", scope.steps(quick=5, full=7)),
        ("the abstract examples", scope.steps(quick=4, full=5)),
    ):
        names = [name for name in library if _group(name) == about]
        yield decide_each(
            f"every environment of {about}",
            partial(named, steps),
            names,
            actions=scope.actions(),
            branches=names,
            domain=f"all agents to the percept of step {steps}, {len(scope.actions())} actions, in {', '.join(names)}",
        )


def action_inference(scope: Scope, *, infer_actions: Callable[[Agent], Agent] = infer_actions) -> Iterator[Part]:
    """Check the twin that ignores recorded actions: same interaction given the original, not given the twin."""
    length = scope.steps(quick=4, full=5)

    def compared(agent: Agent, environment: ExtendedEnvironment, steps: int) -> tuple[History, History]:
        """Return the interactions of an agent and of its twin, both with an environment given the agent."""
        expected = _INTERACTION(agent, environment, steps)
        return expected, _INTERACTION(infer_actions(agent), lambda _, play: environment(agent, play), steps)

    def of_unknown(unknown: Unknown, steps: int) -> tuple[History, History]:
        return compared(unknown.agent, _of_unknown(unknown), steps)

    def ignores(prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
        twin, erased = infer_actions(unknown.agent), _erased(prompt)
        cover("actions erased" if erased != prompt else "all actions were 0")
        return equal("the twin with the actions erased", twin(prompt), twin(erased), prompt)

    def given_the_twin(steps: int) -> Claim:
        environment = EXTENDED_ENVIRONMENTS["deja_vu"]

        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            expected = _INTERACTION(unknown.agent, environment, steps)
            return equal(
                "the twin itself in deja_vu", expected, _INTERACTION(infer_actions(unknown.agent), environment, steps)
            )

        return claim

    name, horizon = "same interaction given the original", scope.steps(quick=5, full=6)
    yield _every_unknown(name, "the twin's interaction", of_unknown, scope, horizon)
    yield decide_prompts(
        "recorded actions are ignored",
        ignores,
        (length, scope.percepts(2), scope.actions()),
        branches=("actions erased", "all actions were 0"),
    )
    name, about = "in the library, given the original", "the twin given the original in"
    yield _in_the_library(name, about, lambda agent, where: compared(agent, where, length), scope)
    yield decide(
        "given the twin itself",
        given_the_twin,
        3,
        actions=range(2),
        domain="all agents in deja_vu to horizon 3, 2 actions, whatever the scope",
    ).meant_to_fail(
        "the twin itself in deja_…t(1, 0), 0, Percept(1, 0), 0), got (Percept(0, 0), 0, Percep"
        "t(1, 0), 0, Percept(-1, 0), 0)"
    )


# --- Mutants ---


def _erased(prompt: Prompt) -> Prompt:
    return tuple(0 if index % 2 else element for index, element in enumerate(prompt))


def _action_before_percept(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    play = _INTERACTION(agent, environment, steps)
    return tuple(element for turn in zip(actions(play), percepts(play), strict=False) for element in turn)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-D3",
        kind="definition",
        title="agent and extended environment",
        claim="An agent halts on every prompt and outputs an action. An extended environment halts on every agent and "
        "every play, and outputs a reward and an observation.",
        source=f"{ALEXANDER_2021}, Definition 3",
        check=agents_and_environments,
        mutants={
            "any answer is an action": {"answer": lambda agent, prompt: agent(prompt)},
            "any answer is a percept": {
                "respond": lambda environment, agent, play: environment(partial(answer, agent), play)
            },
        },
        verdict="defined",
        evidence="worked by hand: six agents, six environments, and eight times an agent under questions",
        defects="Halting is a promise about all inputs, so it is checked at each use; see also A22-D1, whose "
        "observations need not be numbers.",
    ),
    Statement(
        id="A21-D3-actions",
        kind="lemma",
        title="an agent need not be told its own actions",
        claim="Every agent has a twin that ignores the recorded actions and has the same interaction with every "
        "environment that is given the original agent. An extended environment given the twin itself may differ.",
        source=f"{ALEXANDER_2021}, Section 2, after Definition 3",
        check=action_inference,
        mutants={"actions taken to be 0": {"infer_actions": lambda agent: lambda prompt: agent(_erased(prompt))}},
        verdict="holds",
        evidence="exhaustive: all agents x all environments to horizon 5, 3 percepts x 2 actions; all agents in "
        "the library to horizon 4; all histories of at most 4 percepts over 2 percepts x 2 actions; the "
        "difference in deja_vu by the smallest agent",
        defects="The paper says that past actions can be inferred, without saying that an environment which "
        "simulates the agent can tell the twin from the original.",
        witness="deja_vu, three steps: it asks about the play repeated, whose actions the twin infers anew",
    ),
    Statement(
        id="A21-D4",
        kind="definition",
        title="the result of interaction",
        claim="Reward and observation i are the environment's answer to the agent and everything before; action i is "
        "the agent's answer to everything up to observation i.",
        source=f"{ALEXANDER_2021}, Definition 4",
        check=result_of_interaction,
        mutants={
            "the environment is given another agent": {
                "interaction": lambda agent, environment, steps: _INTERACTION(
                    agent, lambda _, play: environment(always(0), play), steps
                )
            },
            "the agent sees the last percept only": {
                "interaction": lambda agent, environment, steps: _INTERACTION(
                    lambda prompt: agent(prompt[-1:]), environment, steps
                )
            },
        },
        verdict="defined",
        evidence="exhaustive: all agents x all environments to horizon 4, 3 percepts x 2 actions; all agents in "
        "the library to horizon 4",
    ),
    Statement(
        id="A21-L5",
        kind="lemma",
        title="interaction never breaks off",
        claim="The result of an agent interacting with an extended environment is defined at every step, each element "
        "of its proper type.",
        source=f"{ALEXANDER_2021}, Lemma 5",
        check=interaction_is_defined,
        mutants={
            "actions before percepts": {"interaction": _action_before_percept},
            "the last step left out": {
                "interaction": lambda agent, environment, steps: _INTERACTION(agent, environment, steps)[:-2]
            },
        },
        verdict="holds",
        evidence="exhaustive: all agents x all environments to horizon 5, 3 percepts x 2 actions; all agents with 2 "
        "actions in the papers' environments to the percept of step 7, in those of the published library to step 5, "
        "in the abstract examples to step 4",
    ),
)
