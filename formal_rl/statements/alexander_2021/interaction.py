"""Agents, environments and their interaction, against the definitions written out once more."""

from itertools import count
from typing import Any

from formal_rl import errors
from formal_rl.agents import Agent
from formal_rl.checking import agents, among, every, histories, up_to
from formal_rl.checking.claims import Rows, by_hand, raised
from formal_rl.checking.domains import environments
from formal_rl.environments import Inquiry, TableAgent, embed, ignore_rewards, interaction, respond
from formal_rl.environments.examples.deja_vu import deja_vu
from formal_rl.environments.interaction import answer
from formal_rl.histories import Action, History, Percept, Prompt, actions, history, is_play, percepts
from formal_rl.statements.alexander_2021.shapes import always
from formal_rl.statements.entries import Evidence, definition, lemma, mutants, statements_in
from formal_rl.statements.library import EVERY_ENVIRONMENT
from formal_rl.transforms import infer_actions


def run(agent: Agent, environment: Any, steps: int) -> History:
    """Return the result of an interaction that asks every question again."""
    return interaction(agent, environment, steps, remember=False)


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

    def failing(*arguments: object) -> Any:
        raise ValueError("no answer")

    def examples() -> Rows:
        yield "-1 is below 0", errors.NotAnAction, raised(answer, always(-1), history((0, 0)))
        yield "no answer", errors.AgentRaised, raised(answer, failing, history((0, 0)))
        paying: Any = lambda agent, play: Percept(agent(history((0, 0))), 0)  # noqa: E731
        for why, percept, environment, agent in (
            ("pays what is answered, 3", Percept(3, 0), paying, always(3)),
            ("it is the agent that raises", errors.AgentRaised, paying, failing),
            ("0.5 is not exact", errors.NotAPercept, always((0.5, 0)), always(0)),
            ("no answer", errors.EnvironmentRaised, failing, always(0)),
        ):
            yield why, percept, raised(respond, environment, agent, ())
        answers, question = count(3), history((0, 0))
        inquiry, got = Inquiry(lambda prompt: next(answers), budget=2), []
        for _ in range(2):  # the budget is for a turn, so the second begins anew
            got += [raised(inquiry, question) for _ in range(3)]
            inquiry.renew(())
        spent = errors.QuestionBudgetExhausted
        yield "under observation: two questions a turn, and no more", [3, 4, spent, 5, 6, spent], got
        inquiry = Inquiry(lambda prompt: next(answers), remember=True)
        got = [raised(inquiry, question) for _ in range(2)]
        yield "what was answered is remembered: 8 after 7", [7, errors.NotDeterministic], got

    yield by_hand(examples)
    yield mutants("""
        environments.interaction:answer
            any answer is an action: require_action(action) → pass
        environments.interaction:_respond
            any answer is a percept: require_percept(percept) → pass
    """)


@lemma(
    "A21-D3-actions",
    "an agent needs no record of its own actions",
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

    def twins(agent: Agent, environment: Any, steps: int) -> tuple[History, History]:
        return run(agent, environment, steps), run(infer_actions(agent), environment, steps)

    def given_the_original(agent: Agent, environment: Any, steps: int) -> tuple[History, History]:
        return twins(agent, embed(environment), steps)

    def ignored(agent: Agent, prompt: Prompt) -> tuple[Action, Action]:
        erased = tuple(0 if index % 2 else element for index, element in enumerate(prompt))
        return infer_actions(agent)(erased), infer_actions(agent)(prompt)

    over = agents, environments, up_to(5, full=6)
    yield every("same interaction given the original", given_the_original, *over)
    yield every("recorded actions are ignored", ignored, agents, histories(4, full=5))
    in_deja_vu = among("in deja_vu, three steps", [(deja_vu, 3)], many=True)
    yield every("given the twin itself", twins, agents, in_deja_vu).fails(
        "…, Percept(1, 0), 0), got (Percept(0, 0), 0, Percept(1, 0), 0, Percept(-1, 0), 0)"
    )
    yield mutants("""
        transforms.own_past:infer_actions
            actions taken to be 0: (agent(inferred), percept) → (0, percept)
    """)


@definition("A21-D4", "the result of interaction", "Definition 4")
def result_of_interaction() -> Evidence:
    """Reward and observation i are the environment's answer to the agent and everything before; action i is the agent's
    answer to everything up to observation i.
    """

    def written_out(agent: Agent, environment: Any, steps: int) -> tuple[History, History]:
        result: History = ()
        for _ in range(steps):
            result = (*result, environment(result))
            result = (*result, agent(result))
        return result, run(agent, embed(environment), steps)

    def examples() -> Rows:
        stubborn = TableAgent({history((0, 0)): 1, history((1, 0)): 1, history((0, 0), 1, (1, 0)): 0})
        why = "(0,0); 1 = T((0,0)), paid 1; T((0,0) 1 (1,0)) = 0, not asked again"
        yield why, history((0, 0), 1, (1, 0), 0), run(stubborn, ignore_rewards, 2)
        yield "no step: the empty beginning", (), run(stubborn, ignore_rewards, 0)

    yield by_hand(examples)
    yield every("as written out", written_out, agents, environments, up_to(4, full=5))
    yield mutants("""
        environments.interaction:interact
            the environment is given another agent: (environment, inquiry)
                → (environment, inquiry and (lambda prompt: 0))
        environments.interaction:_alternate
            the agent sees the last percept only: inquiry(reached) → inquiry(reached[-1:])
    """)


@lemma("A21-L5", "interaction never breaks off", "Lemma 5", "holds")
def interaction_is_defined() -> Evidence:
    """The result of an agent interacting with an extended environment is defined at every step, each element of its
    proper type.
    """

    def typed(agent: Agent, environment: Any, steps: int) -> tuple[Any, Any]:
        play = run(agent, environment, steps)
        return (True, steps, steps), (is_play(play), len(actions(play)), len(percepts(play)))

    def named(agent: Agent, name: str, steps: int) -> tuple[Any, Any]:
        return typed(agent, EVERY_ENVIRONMENT[name], steps)

    def ordinary(agent: Agent, environment: Any, steps: int) -> tuple[Any, Any]:
        return typed(agent, embed(environment), steps)

    yield every("every environment", ordinary, agents, environments, up_to(5, full=7))
    names = among("every environment of the package", EVERY_ENVIRONMENT)
    yield every("every named environment", named, agents, names, up_to(4, full=5, least=0))
    yield mutants("""
        environments.interaction:interaction
            the last step left out: 2 * steps → 2 * steps - 2
    """)


STATEMENTS = statements_in(globals())
