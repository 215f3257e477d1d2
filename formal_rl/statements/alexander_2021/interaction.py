"""Agents, environments and their interaction, against the definitions written out once more."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from formal_rl.agents import Agent
from formal_rl.checking import (
    Domain,
    Rows,
    Scope,
    agents,
    among,
    by_hand,
    environments,
    every,
    histories,
    raised,
    up_to,
)
from formal_rl.environments import (
    ExtendedEnvironment,
    Inquiry,
    TableAgent,
    answer,
    ignore_rewards,
    interaction,
    respond,
)
from formal_rl.errors import (
    AgentRaised,
    EnvironmentFailure,
    EnvironmentRaised,
    InteractionFailure,
    InvalidParameter,
    NotAnAction,
    NotAnExtendedEnvironment,
    NotAPercept,
    NotDeterministic,
    QuestionBudgetExhausted,
)
from formal_rl.histories import Action, History, Percept, Play, Prompt, actions, history, is_play, is_prompt, percepts
from formal_rl.statements.alexander_2021.shapes import always
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in
from formal_rl.statements.library import (
    ABSTRACT_ENVIRONMENTS,
    DOCUMENTED_ENVIRONMENTS,
    EVERY_ENVIRONMENT,
    EXTENDED_ENVIRONMENTS,
)
from formal_rl.transforms import infer_actions

IN_THE_LIBRARY = among("the environments of the library to horizon 4", EXTENDED_ENVIRONMENTS)


def failing(*arguments: object) -> Any:
    """Raise an error of no kind of ours."""
    raise ValueError("no answer")


def run(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    """Return the result of an interaction that remembers nothing."""
    return interaction(agent, environment, steps, remember=False)


# --- Agents and environments ---


def inquired(times: int, **options: Any) -> object:
    """Ask an agent under observation so often, and return what it answered, and the failure if there is one."""
    answers = iter((3, 3, 4, 3))
    inquiry = Inquiry(lambda prompt: next(answers), **options)
    answered: list[Action] = []
    try:
        for _ in range(times):
            answered.append(inquiry(history((0, 0))))
    except InteractionFailure as failure:
        return type(failure), answered
    return answered


def asked(inquiry: Inquiry, prompt: Any) -> object:
    """Return what is answered, or what the failure names."""
    try:
        return inquiry(prompt)
    except EnvironmentFailure as failure:
        return type(failure), failure.play
    except QuestionBudgetExhausted as spent:
        return spent.prompt, spent.budget


@definition(
    "A21-D3",
    "agent and extended environment",
    "Definition 3",
    defects="Halting is a promise about all inputs, so it is checked at each use; see also A22-D1, whose "
    "observations need not be numbers.",
)
def agents_and_environments() -> Evidence:
    """An agent halts on every prompt and outputs an action. An extended environment halts on every agent and every
    play, and outputs a reward and an observation.
    """

    def examples() -> Rows:
        zero, play = always(0), history((0, 0), 1)
        for why, expected, agent in (
            ("0 is an action", 0, zero),
            ("7 is an action", 7, always(7)),
            ("True is no int", NotAnAction, always(True)),
            ("-1 is below 0", NotAnAction, always(-1)),
            ("None is no int", NotAnAction, always(None)),
            ("no answer", AgentRaised, failing),
        ):
            yield why, expected, raised(answer, agent, history((0, 0)))
        paying: ExtendedEnvironment = lambda agent, play: Percept(agent(history((0, 0))), 0)  # noqa: E731
        for why, percept, environment, agent in (
            ("(0, 0) is a percept", Percept(0, 0), always(Percept(0, 0)), zero),
            ("pays what is answered, 3", Percept(3, 0), paying, always(3)),
            ("it is the agent that raises", AgentRaised, paying, failing),
            ("0.5 is not exact", NotAPercept, always((0.5, 0)), zero),
            ("0 is no percept", NotAPercept, zero, zero),
            ("no answer", EnvironmentRaised, failing, zero),
        ):
            yield why, percept, raised(respond, environment, agent, ())
        spent, unlike = (QuestionBudgetExhausted, [3, 3]), (NotDeterministic, [3, 3])
        yield "no budget, nothing remembered", [3, 3, 4, 3], inquired(4)
        yield "a budget of 2 questions", spent, inquired(3, budget=2)
        yield "within the budget", [3, 3], inquired(2, budget=2)
        yield "what was answered is remembered: 4 after 3", unlike, inquired(3, remember=True)
        yield "asked no more: 3 and 3", [3, 3], inquired(2, remember=True)
        one = Inquiry(zero, budget=1)
        first = asked(one, history((0, 0)))
        one.renew(play)
        got = [first, asked(one, history((1, 0))), asked(one, ())]
        yield "a budget of 1, renewed: one more, and no other", [0, 0, ((), 1)], got
        free = Inquiry(zero)
        free.renew(play)
        yield "a play does not end in a percept", (EnvironmentFailure, play), asked(free, ())
        yield "a prompt does", 0, asked(free, history((0, 0)))

    yield by_hand(examples)
    yield mutants("""
        environments.checked_agent:answer
            any answer is an action: require_action(action) → pass
        environments.checked_agent:_respond
            any answer is a percept: require_percept(percept) → pass
    """)


@lemma(
    "A21-D3-actions",
    "an agent need not be told its own actions",
    "Section 2, after Definition 3",
    "holds",
    defects="The paper says that past actions can be inferred, without saying that an environment which "
    "simulates the agent can tell the twin from the original.",
    witness="deja_vu, three steps: it asks about the play repeated, whose actions the twin infers anew",
)
def action_inference() -> Evidence:
    """Every agent has a twin that ignores the recorded actions and has the same interaction with every environment that
    is given the original agent. An extended environment given the twin itself may differ.
    """

    def given_the_original(agent: Agent, environment: Any, steps: int) -> tuple[History, History]:
        expected = run(agent, lambda _, play: environment(play), steps)
        return expected, run(infer_actions(agent), lambda _, play: environment(play), steps)

    def in_the_library(agent: Agent, name: str) -> tuple[History, History]:
        return given_the_original(agent, partial(EXTENDED_ENVIRONMENTS[name], agent), 4)

    def ignored(agent: Agent, prompt: Prompt) -> tuple[Action, Action]:
        erased = tuple(0 if index % 2 else element for index, element in enumerate(prompt))
        return infer_actions(agent)(erased), infer_actions(agent)(prompt)

    def given_the_twin(agent: Agent, steps: int) -> tuple[History, History]:
        deja_vu = EXTENDED_ENVIRONMENTS["deja_vu"]
        return run(agent, deja_vu, steps), run(infer_actions(agent), deja_vu, steps)

    over = agents, environments, up_to(5, full=6)
    yield every("same interaction given the original", given_the_original, *over)
    yield every("recorded actions are ignored", ignored, agents, histories(4, full=5))
    yield every("in the library, given the original", in_the_library, agents, IN_THE_LIBRARY)
    yield every("given the twin itself, in deja_vu", given_the_twin, agents, among("three steps", [3])).fails(
        "…, Percept(1, 0), 0), got (Percept(0, 0), 0, Percept(1, 0), 0, Percept(-1, 0), 0)"
    )
    yield mutants("""
        transforms.action_inference:infer_actions
            actions taken to be 0: (agent(inferred), percept) → (0, percept)
    """)


# --- Interaction ---


def written_out(agent: Agent, environment: ExtendedEnvironment, steps: int) -> History:
    """Return the result of interacting, by the four clauses of the definition, each element by its index."""
    r_o: list[Percept] = [environment(agent, ())]
    a: list[Action] = [agent((r_o[0],))]
    for i in range(1, steps):
        past = tuple(element for j in range(i) for element in (r_o[j], a[j]))
        r_o.append(environment(agent, past))
        a.append(agent((*past, r_o[i])))
    return tuple(element for j in range(steps) for element in (r_o[j], a[j]))


def failure(agent: Agent, environment: ExtendedEnvironment, steps: int) -> object:
    """Return the failure of an interaction: its kind, what came before it, and its note."""
    try:
        return run(agent, environment, steps)
    except InteractionFailure as failed:
        return type(failed), failed.history, failed.__notes__[0].split(";")[0]


@definition("A21-D4", "the result of interaction", "Definition 4")
def result_of_interaction() -> Evidence:
    """Reward and observation i are the environment's answer to the agent and everything before; action i is the agent's
    answer to everything up to observation i.
    """

    def examples() -> Rows:
        stubborn = TableAgent({history((0, 0)): 1, history((1, 0)): 1, history((0, 0), 1, (1, 0)): 0})
        why = "(0,0); 1 = T((0,0)), paid 1; T((0,0) 1 (1,0)) = 0, not asked again"
        yield why, history((0, 0), 1, (1, 0), 0), run(stubborn, ignore_rewards, 2)
        yield "no step: the empty beginning", (), run(stubborn, ignore_rewards, 0)
        first, note, zero = history((0, 0), 1, (0, 0)), "at step 2 of the interaction", always(Percept(0, 0))
        stops: Agent = lambda prompt: 1 if len(prompt) == 1 else -1  # noqa: E731
        yield "it answers -1 at step 2, after one turn", (NotAnAction, first, note), failure(stops, zero, 3)
        ends: Any = lambda agent, play: None if play else Percept(0, 0)  # noqa: E731
        yield "it ends at (0,0) 1", (NotAPercept, first[:2], note), failure(always(1), ends, 3)
        ordinary: Any = lambda play: Percept(0, 0)  # noqa: E731 - called as (agent, play), it fails
        yield "called as (play)", NotAnExtendedEnvironment, raised(run, always(0), ordinary, 1)
        for steps in (-1, True, 1.0):
            yield f"{steps} is no natural number", InvalidParameter, raised(run, always(0), zero, steps)

    def compared(agent: Agent, environment: Any, steps: int) -> tuple[History, History]:
        told: ExtendedEnvironment = lambda _, play: environment(play)  # noqa: E731
        return written_out(agent, told, steps), run(agent, told, steps)

    def in_the_library(agent: Agent, name: str) -> tuple[History, History]:
        environment = EXTENDED_ENVIRONMENTS[name]
        return written_out(agent, environment, 4), run(agent, environment, 4)

    yield by_hand(examples)
    yield every("as written out", compared, agents, environments, up_to(4, full=5))
    yield every("as written out, in the library", in_the_library, agents, IN_THE_LIBRARY)
    yield mutants("""
        environments.interaction:interact
            the environment is given another agent: (environment, inquiry)
                → (environment, inquiry and (lambda prompt: 0))
        environments.interaction:_alternate
            the agent sees the last percept only: inquiry(reached) → inquiry(reached[-1:])
    """)


def to_step(quick: int, full: int, names: Iterable[str], said: str) -> Domain:
    """Return these environments, each with a step."""

    def step(scope: Scope) -> int:
        return scope.steps(quick=quick, full=full)

    listed = [name for name in EVERY_ENVIRONMENT if name in set(names)]
    return Domain(
        lambda scope: f"the environments of {said} to the percept of step {step(scope)}",
        lambda scope: ((name, step(scope)) for name in listed),
        many=True,
    )


@lemma("A21-L5", "interaction never breaks off", "Lemma 5", "holds")
def interaction_is_defined() -> Evidence:
    """The result of an agent interacting with an extended environment is defined at every step, each element of its
    proper type.
    """

    def typed(agent: Agent, environment: Any, steps: int) -> tuple[Any, Any]:
        play = run(agent, lambda _, play: environment(play), steps)
        return (True, steps, steps), (is_play(play), len(actions(play)), len(percepts(play)))

    def named(agent: Agent, name: str, steps: int) -> tuple[Any, Any]:
        play: Play = run(agent, EVERY_ENVIRONMENT[name], steps - 1)
        prompt = (*play, respond(EVERY_ENVIRONMENT[name], agent, play))
        return (True, steps), (is_prompt(prompt), len(percepts(prompt)))

    yield every("every environment", typed, agents, environments, up_to(5, full=7))
    documented, abstract = set(DOCUMENTED_ENVIRONMENTS), set(ABSTRACT_ENVIRONMENTS)
    for quick, full, names, said in (
        (7, 9, set(EVERY_ENVIRONMENT) - documented - abstract, "the papers"),
        (5, 7, documented - abstract, "the published library"),
        (4, 5, abstract, "the abstract examples"),
    ):
        yield every(f"every environment of {said}", named, agents, to_step(quick, full, names, said))
    yield mutants("""
        environments.interaction:interaction
            actions before percepts: tuple(islice(run, 2 * steps))
                → tuple(x for turn in zip(*[islice(run, 2 * steps)] * 2) for x in turn[::-1])
            the last step left out: 2 * steps → 2 * steps - 2
    """)


STATEMENTS = statements_in(globals())
