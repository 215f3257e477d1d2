"""Checks of agents, environments and their interaction, against the definitions written out once more."""

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
    disagreement,
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


def _every_unknown(
    name: str,
    claim_at: Callable[[int], Claim],
    scope: Scope,
    horizon: int,
    branches: tuple[str, ...] = ("the actions vary", "one action throughout"),
) -> Part:
    """Decide a claim on every unknown to the horizon."""
    alphabet, choices = scope.percepts(3), scope.actions()
    over = f"{len(alphabet)} percepts x {len(choices)} actions"
    domain = f"all agents x all environments to horizon {horizon}, {over}"
    return decide(name, claim_at, horizon, actions=choices, percepts=alphabet, branches=branches, domain=domain)


def _of_unknown(unknown: Unknown) -> ExtendedEnvironment:
    """Return an extended environment that may answer anything to the agent it faces."""
    return lambda agent, play: unknown.environment(play)


_INTERACTION: _Interaction = partial(interaction, remember=False)
_INTERACTION_ORDINARY: _OrdinaryInteraction = partial(interaction_ordinary, remember=False)


def agents_and_environments(
    scope: Scope,
    *,
    answer: Callable[[Agent, Prompt], Action] = answer,
    respond: Callable[[ExtendedEnvironment, Agent, Play], Percept] = respond,
) -> Iterator[Part]:
    """Check by hand what is accepted as an action of an agent and as a percept of an extended environment."""
    prompt = history((0, 0))
    agents: tuple[tuple[str, Agent, object], ...] = (
        ("answers 0", _always(0), 0),
        ("answers 7", _always(7), 7),
        ("answers True", _always(True), NotAnAction),
        ("answers -1", _always(-1), NotAnAction),
        ("answers nothing", _always(None), NotAnAction),
        ("raises", _raising, AgentRaised),
    )
    environments: tuple[tuple[str, ExtendedEnvironment, Agent, object], ...] = (
        ("answers (0, 0)", _always(Percept(0, 0)), _always(0), Percept(0, 0)),
        ("pays what the agent answers", _paying_the_answer, _always(3), Percept(3, 0)),
        ("asks an agent that raises", _paying_the_answer, _raising, AgentRaised),
        ("pays 0.5", _always(Percept(0.5, 0)), _always(0), NotAPercept),  # type: ignore[arg-type]
        ("answers 0", _always(0), _always(0), NotAPercept),
        ("raises", _raising, _always(0), EnvironmentRaised),
    )
    yield check_examples(
        ((f"an agent that {name}", "part 1", expected, answer, agent, prompt) for name, agent, expected in agents),
        "agents",
    )
    yield check_examples(
        (
            (f"an environment that {name}", "part 2", expected, respond, environment, agent, ())
            for name, environment, agent, expected in environments
        ),
        "environments",
    )
    yield check_examples(_inquiries(), "an agent under questions")


def _inquired(times: int, **options: Any) -> Callable[[], object]:
    """Return a function that asks an agent under observation so often, and returns how often it answered."""

    def ask() -> object:
        answers = iter((3, 3, 4, 3))
        inquiry = Inquiry(lambda prompt: next(answers), **options)
        answered: list[Action] = []
        try:
            for _ in range(times):
                answered.append(inquiry(history((0, 0))))
        except InteractionFailure as failure:
            return type(failure), answered
        return answered

    return ask


def _renewed() -> object:
    inquiry = Inquiry(_always(5), budget=1)
    first = inquiry(history((0, 0)))
    inquiry.renew(history((0, 0), 5))
    second = inquiry(history((1, 0)))
    try:
        inquiry(())
    except QuestionBudgetExhausted as spent:
        return first, second, spent.prompt, spent.budget
    return "the budget is not spent"


def _asking(prompt: object) -> Callable[[], object]:
    """Return a function that asks about something after a play, and returns the play that the failure names."""

    def ask() -> object:
        inquiry = Inquiry(_always(0))
        inquiry.renew(history((0, 0), 1))
        try:
            return inquiry(prompt)  # type: ignore[arg-type]
        except EnvironmentFailure as failure:
            return type(failure), failure.play

    return ask


def _inquiries() -> Iterator[Example]:
    """Yield what is observed of an agent under questions, by hand."""
    yield ("no budget, nothing remembered", "as it answers", [3, 3, 4, 3], _inquired(4))
    yield ("a budget of 2 questions", "two answers", (QuestionBudgetExhausted, [3, 3]), _inquired(3, budget=2))
    yield ("within the budget", "two answers", [3, 3], _inquired(2, budget=2))
    yield ("what was answered is remembered", "4 after 3", (NotDeterministic, [3, 3]), _inquired(3, remember=True))
    yield ("asked no more", "3 and 3", [3, 3], _inquired(2, remember=True))
    yield ("a budget of 1, renewed", "one more, and no other", (5, 5, (), 1), _renewed)
    yield ("asked on a play", "a prompt ends in a percept", (EnvironmentFailure, history((0, 0), 1)), _asking(()))
    yield ("asked on a prompt", "0", 0, _asking(history((0, 0))))


def _fails_at(agent: Agent, environment: ExtendedEnvironment, steps: int) -> Callable[[], object]:
    """Return a function that gives the failure of an interaction: its kind, its note, and what came before it."""

    def fail() -> object:
        try:
            return _INTERACTION(agent, environment, steps)
        except InteractionFailure as failure:
            return type(failure), failure.history, failure.__notes__[0].split(";")[0]

    return fail


def _failures() -> Iterator[Example]:
    """Yield where an interaction stops being defined, by hand."""

    def stops(prompt: Prompt) -> Action:
        return 1 if len(prompt) == 1 else -1

    first = history((0, 0), 1, (0, 0))
    yield (
        "an agent that answers -1 at step 2",
        "after (0,0) 1 (0,0)",
        (NotAnAction, first, "at step 2 of the interaction"),
        _fails_at(stops, _always(Percept(0, 0)), 3),
    )
    yield (
        "an environment that answers nothing at step 2",
        "after (0,0) 1",
        (NotAPercept, first[:2], "at step 2 of the interaction"),
        _fails_at(_always(1), lambda agent, play: None if play else Percept(0, 0), 3),  # type: ignore[arg-type, return-value]
    )
    yield (
        "an ordinary environment in the place of an extended one",
        "called as (play)",
        NotAnExtendedEnvironment,
        lambda: _INTERACTION(_always(0), lambda play: Percept(0, 0), 1),  # type: ignore[arg-type, misc]
    )
    for steps in (-1, True, 1.0):
        yield (
            f"{steps} steps",
            "no natural number",
            InvalidParameter,
            _INTERACTION,
            _always(0),
            _always(Percept(0, 0)),
            steps,
        )


def _always(result: object) -> Any:
    return lambda *arguments: result


def _raising(*arguments: object) -> Any:
    raise ValueError("no answer")


def _paying_the_answer(agent: Agent, play: Play) -> Percept:
    return Percept(agent(history((0, 0))), 0)


def _written_out(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    """Return the result of interacting, by the four clauses of the definition, each element by its index."""
    r_o: list[Percept] = [environment(agent, ())]
    a: list[Action] = [agent((r_o[0],))]
    for i in range(1, steps):
        past = tuple(element for j in range(i) for element in (r_o[j], a[j]))
        r_o.append(environment(agent, past))
        a.append(agent((*past, r_o[i])))
    return tuple(element for j in range(steps) for element in (r_o[j], a[j]))


def result_of_interaction(scope: Scope, *, interaction: _Interaction = _INTERACTION) -> Iterator[Part]:
    """Check interaction with an extended environment: by hand, and against the definition written out."""
    horizon = scope.steps(quick=4, full=5)
    stubborn = TableAgent({history((0, 0)): 1, history((1, 0)): 1, history((0, 0), 1, (1, 0)): 0})

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            facing = _of_unknown(unknown)
            expected = _written_out(unknown.agent, facing, steps)
            cover("the actions vary" if len(set(actions(expected))) > 1 else "one action throughout")
            return disagreement("the result of interacting", expected, interaction(unknown.agent, facing, steps))

        return claim

    def named(name: str, unknown: Unknown, cover: Cover) -> Disagreement | None:
        cover(name)
        expected = _written_out(unknown.agent, EXTENDED_ENVIRONMENTS[name], horizon)
        got = interaction(unknown.agent, EXTENDED_ENVIRONMENTS[name], horizon)
        return None if got == expected else Disagreement(f"the result of interacting with {name}", expected, got)

    yield check_examples(
        (
            (
                "ignore rewards, two steps",
                "(0,0); 1 = T((0,0)), paid 1; T((0,0) 1 (1,0)) = 0, not asked again",
                history((0, 0), 1, (1, 0), 0),
                lambda: interaction(stubborn, ignore_rewards, 2),
            ),
            ("no step", "the empty beginning", (), lambda: interaction(stubborn, ignore_rewards, 0)),
            *_failures(),
        )
    )
    yield _every_unknown("as written out", claim_at, scope, horizon)
    yield decide_each(
        "as written out, in the library",
        named,
        EXTENDED_ENVIRONMENTS,
        actions=scope.actions(),
        branches=EXTENDED_ENVIRONMENTS,
        domain=f"all agents to horizon {horizon}, {len(scope.actions())} actions, in "
        f"{', '.join(EXTENDED_ENVIRONMENTS)}",
    )


def result_of_ordinary_interaction(
    scope: Scope, *, interaction_ordinary: _OrdinaryInteraction = _INTERACTION_ORDINARY
) -> Iterator[Part]:
    """Check interaction with an ordinary environment: by hand, and against the definition written out."""
    horizon = scope.steps(quick=4, full=5)

    def right_then_left(prompt: Prompt) -> Action:
        return 1 if len(prompt) < 5 else 0

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            expected = _written_out(unknown.agent, _of_unknown(unknown), steps)
            cover("the actions vary" if len(set(actions(expected))) > 1 else "one action throughout")
            got = interaction_ordinary(unknown.agent, unknown.environment, steps)
            return None if got == expected else Disagreement("the result of interacting", expected, got)

        return claim

    yield check_examples(
        (
            (
                "a corridor of cells 0, 1, 2",
                "0, right to 1, right to 2 (paid 1), left to 1",
                history((0, 0), 1, (0, 1), 1, (1, 2), 0, (0, 1), 0),
                lambda: interaction_ordinary(right_then_left, corridor(2), 4),
            ),
            (
                "guess 3 among 0 to 4, answering 1, 1, 0, 0",
                "1 < 3 shows 1, twice; then 0 < 3 shows 1",
                history((0, 0), 1, (-1, 1), 1, (-1, 1), 0, (-1, 1), 0),
                lambda: interaction_ordinary(right_then_left, guess_the_number(3, 5), 4),
            ),
            (
                "a play the agent would not produce",
                "arm 0 pays 5 whatever came before",
                Percept(5, 0),
                lambda: bandit((5, 7))(history((0, 0), 1, (5, 0), 0)),
            ),
        )
    )
    yield _every_unknown("as written out", claim_at, scope, horizon)


def embedding(scope: Scope, *, embed: Callable[[Environment], ExtendedEnvironment] = embed) -> Iterator[Part]:
    """Check that an ordinary environment, embedded, ignores the agent and gives the same interaction."""
    horizon = scope.steps(quick=4, full=5)

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            expected = _INTERACTION_ORDINARY(unknown.agent, unknown.environment, steps)
            embedded = embed(unknown.environment)
            got = _INTERACTION(unknown.agent, embedded, steps)
            if got != expected:
                return Disagreement("the interaction, embedded", expected, got)
            for length in range(0, 2 * steps, 2):
                play = expected[:length]
                cover("an agent that fails on every question" if play else "the empty play")
                try:
                    percept: object = embedded(_raising, play)
                except ValueError as error:
                    percept = repr(error)
                if percept != expected[length]:
                    return Disagreement("the percept given to another agent", expected[length], percept, play)
            return None

        return claim

    yield check_examples(
        (
            (
                "a bandit that pays 2 and 4, embedded",
                "arm 1 pays 4, asked nothing",
                Percept(4, 0),
                lambda: embed(bandit((2, 4)))(_raising, history((0, 0), 1)),
            ),
            ("at first", "the bandit's (0, 0)", Percept(0, 0), lambda: embed(bandit((2, 4)))(_raising, ())),
        )
    )
    yield _every_unknown(
        "same interaction, agent ignored",
        claim_at,
        scope,
        horizon,
        ("the empty play", "an agent that fails on every question"),
    )


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
    horizon = scope.steps(quick=6, full=7)
    groups = (
        ("the papers", scope.steps(quick=8, full=9)),
        ("the published library", scope.steps(quick=6, full=7)),
        ("the abstract examples", scope.steps(quick=4, full=5)),
    )

    def typed(agent: Agent, environment: ExtendedEnvironment, steps: int, cover: Cover) -> Disagreement | None:
        result = interaction(agent, environment, steps)
        try:
            require_play(result)
        except MalformedHistory as error:
            return Disagreement("the result is a play", True, str(error))
        cover("the actions vary" if len(set(actions(result))) > 1 else "one action throughout")
        turns = len(actions(result)), len(percepts(result))
        return None if turns == (steps, steps) else Disagreement("actions and percepts", (steps, steps), turns)

    def claim_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            return typed(unknown.agent, _of_unknown(unknown), steps, cover)

        return claim

    def named(steps: int) -> Callable[[str, Unknown, Cover], Disagreement | None]:
        def claim(name: str, unknown: Unknown, cover: Cover) -> Disagreement | None:
            cover(name)
            play = interaction(unknown.agent, library[name], steps - 1)
            try:
                prompt = (*play, respond(library[name], unknown.agent, play))
                require_prompt(prompt)
            except FormalRLError as error:
                return Disagreement(f"the percepts of {name} to step {steps}", "defined and typed", str(error), play)
            if len(percepts(prompt)) != steps:
                return Disagreement(f"the percepts of {name}", steps, len(percepts(prompt)), prompt)
            cover("the actions vary" if len(set(actions(prompt))) > 1 else "one action throughout")
            return None

        return claim

    yield _every_unknown("every environment", claim_at, scope, horizon)
    for about, steps in groups:
        names = [name for name in library if _group(name) == about]
        yield decide_each(
            f"every environment of {about}",
            named(steps),
            names,
            actions=scope.actions(),
            branches=names,
            domain=f"all agents to the percept of step {steps}, {len(scope.actions())} actions, in {', '.join(names)}",
        )


def action_inference(scope: Scope, *, infer_actions: Callable[[Agent], Agent] = infer_actions) -> Iterator[Part]:
    """Check the mutant that ignores recorded actions: same interaction given the original, not given the mutant."""
    horizon = scope.steps(quick=5, full=6)
    length = scope.steps(quick=4, full=5)

    def same_at(steps: int) -> Claim:
        def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
            facing = _of_unknown(unknown)
            expected = _INTERACTION(unknown.agent, facing, steps)
            cover("the actions vary" if len(set(actions(expected))) > 1 else "one action throughout")
            mutant = infer_actions(unknown.agent)
            got = _INTERACTION(mutant, lambda agent, play: facing(unknown.agent, play), steps)
            return None if got == expected else Disagreement("the twin's interaction", expected, got)

        return claim

    def given_the_original(name: str, unknown: Unknown, cover: Cover) -> Disagreement | None:
        cover(name)
        environment = EXTENDED_ENVIRONMENTS[name]
        expected = _INTERACTION(unknown.agent, environment, length)
        mutant = infer_actions(unknown.agent)
        got = _INTERACTION(mutant, lambda _, play: environment(unknown.agent, play), length)
        return None if got == expected else Disagreement(f"the twin in {name} given the original", expected, got)

    def ignores(prompt: Prompt, unknown: Unknown, cover: Cover) -> Disagreement | None:
        mutant = infer_actions(unknown.agent)
        erased = tuple(0 if index % 2 else element for index, element in enumerate(prompt))
        cover("actions erased" if erased != prompt else "all actions were 0")
        return disagreement("the twin with the actions erased", mutant(prompt), mutant(erased), prompt)

    def given_the_twin_at(name: str) -> Callable[[int], Claim]:
        environment = EXTENDED_ENVIRONMENTS[name]

        def claim_at(steps: int) -> Claim:
            def claim(unknown: Unknown, cover: Cover) -> Disagreement | None:
                expected = _INTERACTION(unknown.agent, environment, steps)
                got = _INTERACTION(infer_actions(unknown.agent), environment, steps)
                return None if got == expected else Disagreement(f"the twin itself in {name}", expected, got)

            return claim

        return claim_at

    alphabet, choices = scope.percepts(2), scope.actions()
    yield _every_unknown("same interaction given the original", same_at, scope, horizon)
    yield decide_prompts(
        "recorded actions are ignored",
        ignores,
        (length, alphabet, choices),
        branches=("actions erased", "all actions were 0"),
    )
    yield decide_each(
        "in the library, given the original",
        given_the_original,
        EXTENDED_ENVIRONMENTS,
        actions=choices,
        branches=EXTENDED_ENVIRONMENTS,
        domain=f"all agents to horizon {length}, {len(choices)} actions, in {', '.join(EXTENDED_ENVIRONMENTS)}",
    )
    yield decide(
        "given the twin itself",
        given_the_twin_at("deja_vu"),
        3,
        actions=range(2),
        domain="all agents in deja_vu to horizon 3, 2 actions, whatever the scope",
    ).meant_to_fail(
        "the twin itself in deja_…t(1, 0), 0, Percept(1, 0), 0), got (Percept(0, 0), 0, Percep"
        "t(1, 0), 0, Percept(-1, 0), 0)"
    )


# --- Mutants ---


def _actions_erased(agent: Agent) -> Agent:
    return lambda prompt: agent(tuple(0 if index % 2 else element for index, element in enumerate(prompt)))


def _last_turn_only(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    return interaction(lambda prompt: agent(prompt[-1:]), environment, steps, remember=False)


def _facing_a_constant_agent(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    return interaction(agent, lambda _, play: environment(lambda prompt: 0, play), steps, remember=False)


def _action_before_percept(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    play = interaction(agent, environment, steps, remember=False)
    return tuple(element for turn in zip(actions(play), percepts(play), strict=False) for element in turn)


STATEMENTS: tuple[Statement, ...] = (
    Statement(
        id="A21-D3",
        kind="definition",
        title="agent and extended environment",
        claim="An agent halts on every prompt with an action. An extended environment halts on every agent and every "
        "play with a reward and an observation.",
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
        mutants={"actions taken to be 0": {"infer_actions": _actions_erased}},
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
        "the agent's on everything up to observation i.",
        source=f"{ALEXANDER_2021}, Definition 4",
        check=result_of_interaction,
        mutants={
            "the environment is given another agent": {"interaction": _facing_a_constant_agent},
            "the agent sees the last percept only": {"interaction": _last_turn_only},
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
                "interaction": lambda agent, environment, steps: interaction(agent, environment, steps, remember=False)[
                    :-2
                ]
            },
        },
        verdict="holds",
        evidence="exhaustive: all agents x all environments to horizon 6, 3 percepts x 2 actions; all agents with 2 "
        "actions in the papers' environments to the percept of step 8, in those of the published library to step 6, "
        "in the abstract examples to step 4",
    ),
)
